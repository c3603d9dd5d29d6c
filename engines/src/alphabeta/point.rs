//! What a stone on a point makes in all four directions together. Knows shapes only: no board, no turn.

use super::line::Shape;

/// What a point is worth to a colour, in rising order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Class {
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

impl Class {
    /// Every class, rising.
    #[cfg(test)]
    pub(super) const ALL: [Class; 15] = [
        Class::Forbidden,
        Class::Nothing,
        Class::Little,
        Class::Two,
        Class::ClosedThree,
        Class::TwoTwos,
        Class::ClosedThreePlus,
        Class::Three,
        Class::ThreePlus,
        Class::TwoThrees,
        Class::Four,
        Class::FourPlus,
        Class::FourThree,
        Class::OpenFour,
        Class::Five,
    ];

    /// The class of a point by the shapes of its four lines; `forbids` for renju's Black.
    pub(super) fn of(shapes: [Shape; 4], forbids: bool) -> Class {
        let count = |wanted: &[Shape]| shapes.iter().filter(|shape| wanted.contains(shape)).count();
        let fours = count(&[Shape::ClosedFour, Shape::OpenFour]);
        let threes = count(&[Shape::OpenThree, Shape::FreeThree]);
        if count(&[Shape::Five]) > 0 {
            return Class::Five;
        }
        if forbids && (count(&[Shape::Overline, Shape::TwinFours]) > 0 || fours >= 2 || threes >= 2) {
            return Class::Forbidden;
        }
        let twos = count(&[Shape::OpenTwo, Shape::WideTwo, Shape::FreeTwo]);
        let closed = count(&[Shape::ClosedThree]);
        if fours >= 2 || count(&[Shape::OpenFour]) > 0 {
            return Class::OpenFour;
        }
        match (fours, threes, closed + twos) {
            (1, 1.., _) => Class::FourThree,
            (1, 0, 1..) => Class::FourPlus,
            (1, 0, 0) => Class::Four,
            (_, 2.., _) => Class::TwoThrees,
            (_, 1, 1..) => Class::ThreePlus,
            (_, 1, 0) => Class::Three,
            (_, _, 2..) if closed > 0 => Class::ClosedThreePlus,
            (_, _, 2..) => Class::TwoTwos,
            (_, _, 1) if closed > 0 => Class::ClosedThree,
            (_, _, 1) => Class::Two,
            _ if shapes
                .iter()
                .any(|&shape| (Shape::ClosedOne..=Shape::ClosedTwo).contains(&shape)) =>
            {
                Class::Little
            }
            _ => Class::Nothing,
        }
    }
}

/// The four shapes of a code: four bits a direction.
pub(super) fn shapes_of(code: u16) -> [Shape; 4] {
    // The sixteenth value is no shape and never occurs.
    [0, 4, 8, 12].map(|shift| Shape::ALL[usize::from(code >> shift & 15).min(Shape::ALL.len() - 1)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(shapes: [Shape; 4], expected: Class, for_black_in_renju: Class) {
        for turn in 0..4 {
            let mut turned = shapes;
            turned.rotate_left(turn);
            assert_eq!(Class::of(turned, false), expected, "{turned:?}");
            assert_eq!(Class::of(turned, true), for_black_in_renju, "{turned:?}");
        }
    }

    #[test]
    fn directions_together() {
        use Shape::*;
        check([Dead; 4], Class::Nothing, Class::Nothing);
        check([Dead, OpenOne, Dead, Dead], Class::Little, Class::Little);
        check([Five, Overline, Dead, OpenFour], Class::Five, Class::Five);
        check([Overline, Dead, Dead, Dead], Class::Nothing, Class::Forbidden);
        check(
            [ClosedFour, ClosedFour, Dead, Dead],
            Class::OpenFour,
            Class::Forbidden,
        );
        check(
            [OpenFour, Dead, OpenThree, Dead],
            Class::OpenFour,
            Class::OpenFour,
        );
        check(
            [OpenFour, FreeThree, OpenThree, Dead],
            Class::OpenFour,
            Class::Forbidden,
        );
        check(
            [ClosedFour, Dead, OpenThree, Dead],
            Class::FourThree,
            Class::FourThree,
        );
        check(
            [ClosedFour, ClosedThree, Dead, Dead],
            Class::FourPlus,
            Class::FourPlus,
        );
        check([ClosedFour, OpenOne, Dead, Dead], Class::Four, Class::Four);
        check(
            [OpenThree, FreeThree, Dead, Dead],
            Class::TwoThrees,
            Class::Forbidden,
        );
        check(
            [OpenThree, FreeTwo, Dead, Dead],
            Class::ThreePlus,
            Class::ThreePlus,
        );
        check([OpenThree, OpenOne, Dead, Dead], Class::Three, Class::Three);
        check(
            [ClosedThree, WideTwo, Dead, Dead],
            Class::ClosedThreePlus,
            Class::ClosedThreePlus,
        );
        check(
            [ClosedThree, Dead, Dead, Dead],
            Class::ClosedThree,
            Class::ClosedThree,
        );
        check([OpenTwo, WideTwo, Dead, Dead], Class::TwoTwos, Class::TwoTwos);
        check([OpenTwo, ClosedTwo, Dead, Dead], Class::Two, Class::Two);
    }
}
