//! What a stone on a point makes in all four directions together. Knows shapes only: no board, no turn.

use super::line_pattern::LinePattern;

/// What a point is worth to a colour, in rising order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum PointPattern {
    /// Renju's Black: an overline, two fours, or two threes. Two threes are a suspicion: whether they are real only
    /// the whole board tells.
    Forbidden,
    /// Nothing.
    Nothing,
    /// Something may come of it.
    Little,
    /// An open two.
    Two,
    /// A closed three.
    ClosedThree,
    /// Two open twos.
    TwoTwos,
    /// A closed three with an open two or another closed three.
    ClosedThreePlus,
    /// An open three.
    Three,
    /// An open three with an open two or a closed three.
    ThreePlus,
    /// Two open threes.
    TwoThrees,
    /// A closed four.
    Four,
    /// A closed four with an open two or a closed three.
    FourPlus,
    /// A closed four with an open three.
    FourThree,
    /// An open four, or two fours.
    OpenFour,
    /// A win.
    Five,
}

impl PointPattern {
    /// Every pattern, rising.
    #[cfg(test)]
    pub(super) const ALL: [PointPattern; 15] = [
        PointPattern::Forbidden,
        PointPattern::Nothing,
        PointPattern::Little,
        PointPattern::Two,
        PointPattern::ClosedThree,
        PointPattern::TwoTwos,
        PointPattern::ClosedThreePlus,
        PointPattern::Three,
        PointPattern::ThreePlus,
        PointPattern::TwoThrees,
        PointPattern::Four,
        PointPattern::FourPlus,
        PointPattern::FourThree,
        PointPattern::OpenFour,
        PointPattern::Five,
    ];

    /// The pattern of a point by the shapes of its four lines; `forbids` for renju's Black.
    pub(super) fn of(shapes: [LinePattern; 4], forbids: bool) -> PointPattern {
        let count = |wanted: &[LinePattern]| shapes.iter().filter(|shape| wanted.contains(shape)).count();
        let fours = count(&[LinePattern::ClosedFour, LinePattern::OpenFour]);
        let threes = count(&[LinePattern::OpenThree, LinePattern::FreeThree]);
        if count(&[LinePattern::Five]) > 0 {
            return PointPattern::Five;
        }
        if forbids
            && (count(&[LinePattern::Overline, LinePattern::TwinFours]) > 0 || fours >= 2 || threes >= 2)
        {
            return PointPattern::Forbidden;
        }
        let twos = count(&[LinePattern::OpenTwo, LinePattern::WideTwo, LinePattern::FreeTwo]);
        let closed = count(&[LinePattern::ClosedThree]);
        if fours >= 2 || count(&[LinePattern::OpenFour]) > 0 {
            return PointPattern::OpenFour;
        }
        match (fours, threes, closed + twos) {
            (1, 1.., _) => PointPattern::FourThree,
            (1, 0, 1..) => PointPattern::FourPlus,
            (1, 0, 0) => PointPattern::Four,
            (_, 2.., _) => PointPattern::TwoThrees,
            (_, 1, 1..) => PointPattern::ThreePlus,
            (_, 1, 0) => PointPattern::Three,
            (_, _, 2..) if closed > 0 => PointPattern::ClosedThreePlus,
            (_, _, 2..) => PointPattern::TwoTwos,
            (_, _, 1) if closed > 0 => PointPattern::ClosedThree,
            (_, _, 1) => PointPattern::Two,
            _ if shapes
                .iter()
                .any(|&shape| (LinePattern::ClosedOne..=LinePattern::ClosedTwo).contains(&shape)) =>
            {
                PointPattern::Little
            }
            _ => PointPattern::Nothing,
        }
    }
}

/// The four shapes of a code: four bits a direction.
pub(super) fn line_patterns_of(code: u16) -> [LinePattern; 4] {
    // The sixteenth value is no shape and never occurs.
    [0, 4, 8, 12]
        .map(|shift| LinePattern::ALL[usize::from(code >> shift & 15).min(LinePattern::ALL.len() - 1)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(shapes: [LinePattern; 4], expected: PointPattern, for_black_in_renju: PointPattern) {
        for turn in 0..4 {
            let mut turned = shapes;
            turned.rotate_left(turn);
            assert_eq!(PointPattern::of(turned, false), expected, "{turned:?}");
            assert_eq!(PointPattern::of(turned, true), for_black_in_renju, "{turned:?}");
        }
    }

    #[test]
    fn directions_together() {
        use LinePattern::*;
        check([Dead; 4], PointPattern::Nothing, PointPattern::Nothing);
        check(
            [Dead, OpenOne, Dead, Dead],
            PointPattern::Little,
            PointPattern::Little,
        );
        check(
            [Five, Overline, Dead, OpenFour],
            PointPattern::Five,
            PointPattern::Five,
        );
        check(
            [Overline, Dead, Dead, Dead],
            PointPattern::Nothing,
            PointPattern::Forbidden,
        );
        check(
            [ClosedFour, ClosedFour, Dead, Dead],
            PointPattern::OpenFour,
            PointPattern::Forbidden,
        );
        check(
            [OpenFour, Dead, OpenThree, Dead],
            PointPattern::OpenFour,
            PointPattern::OpenFour,
        );
        check(
            [OpenFour, FreeThree, OpenThree, Dead],
            PointPattern::OpenFour,
            PointPattern::Forbidden,
        );
        check(
            [ClosedFour, Dead, OpenThree, Dead],
            PointPattern::FourThree,
            PointPattern::FourThree,
        );
        check(
            [ClosedFour, ClosedThree, Dead, Dead],
            PointPattern::FourPlus,
            PointPattern::FourPlus,
        );
        check(
            [ClosedFour, OpenOne, Dead, Dead],
            PointPattern::Four,
            PointPattern::Four,
        );
        check(
            [OpenThree, FreeThree, Dead, Dead],
            PointPattern::TwoThrees,
            PointPattern::Forbidden,
        );
        check(
            [OpenThree, FreeTwo, Dead, Dead],
            PointPattern::ThreePlus,
            PointPattern::ThreePlus,
        );
        check(
            [OpenThree, OpenOne, Dead, Dead],
            PointPattern::Three,
            PointPattern::Three,
        );
        check(
            [ClosedThree, WideTwo, Dead, Dead],
            PointPattern::ClosedThreePlus,
            PointPattern::ClosedThreePlus,
        );
        check(
            [ClosedThree, Dead, Dead, Dead],
            PointPattern::ClosedThree,
            PointPattern::ClosedThree,
        );
        check(
            [OpenTwo, WideTwo, Dead, Dead],
            PointPattern::TwoTwos,
            PointPattern::TwoTwos,
        );
        check(
            [OpenTwo, ClosedTwo, Dead, Dead],
            PointPattern::Two,
            PointPattern::Two,
        );
    }
}
