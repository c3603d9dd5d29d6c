//! What one more stone makes of a line: the shapes of [`LinePattern`] and a table from the neighbours on a line to both
//! colours' shapes. Knows lines of cells only: no board, no turn.
//!
//! A shape is judged through the stone that is put, by what further stones on the line would make of it, so that
//! every five it counts has that stone in it. The neighbours that matter are four on either side, or five where a
//! sixth stone spoils a five.

use std::sync::LazyLock;

use referee::{color::Color, gomoku::Rule};

/// What a line is after a stone of one colour has been put, in rising order. `O` is that stone, `x` another one of
/// its colour, `|` a stone of the other colour or the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum LinePattern {
    /// No five can come of it: `|_O__|`.
    Dead,
    /// One stone, closed on one side: `|O____`.
    ClosedOne,
    /// One stone with room: `__O__`.
    OpenOne,
    /// One more stone makes a closed three: `|xO___`.
    ClosedTwo,
    /// One more stone makes an open three, at one or two points: `_x__O_`.
    OpenTwo,
    /// The same at three points: `__x_O_`.
    WideTwo,
    /// The same at four points or more: `___xO___`.
    FreeTwo,
    /// One more stone makes a closed four: `|xxO__`.
    ClosedThree,
    /// One more stone makes an open four, at one point: `_xx_O_`.
    OpenThree,
    /// The same at two points or more: `__xxO__`.
    FreeThree,
    /// One more stone makes a five, at one point: `|xxxO_`.
    ClosedFour,
    /// The same at two points: `_xxxO_`, or `x_xxO_x` where that is not forbidden.
    OpenFour,
    /// Five, or more where they win.
    Five,
    /// Six or more where only five win.
    Overline,
    /// Renju's Black: two fours in one line, `x_xxO_x`. Forbidden.
    TwinFours,
}

impl LinePattern {
    /// Every shape, rising.
    pub(super) const ALL: [LinePattern; 15] = [
        LinePattern::Dead,
        LinePattern::ClosedOne,
        LinePattern::OpenOne,
        LinePattern::ClosedTwo,
        LinePattern::OpenTwo,
        LinePattern::WideTwo,
        LinePattern::FreeTwo,
        LinePattern::ClosedThree,
        LinePattern::OpenThree,
        LinePattern::FreeThree,
        LinePattern::ClosedFour,
        LinePattern::OpenFour,
        LinePattern::Five,
        LinePattern::Overline,
        LinePattern::TwinFours,
    ];

    fn is_open_three(self) -> bool {
        matches!(self, LinePattern::OpenThree | LinePattern::FreeThree)
    }

    fn is_open_two(self) -> bool {
        matches!(
            self,
            LinePattern::OpenTwo | LinePattern::WideTwo | LinePattern::FreeTwo
        )
    }
}

/// Which rows win for a colour, and whether two fours in one line are forbidden to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fives {
    /// Five or more win.
    OrMore,
    /// Exactly five win.
    Exact,
    /// Exactly five win, and two fours in one line are forbidden.
    Black,
}

impl Fives {
    pub(super) fn of(rule: Rule, color: Color) -> Fives {
        match (rule, color) {
            (Rule::Freestyle, _) | (Rule::Renju, Color::White) => Fives::OrMore,
            (Rule::Standard, _) => Fives::Exact,
            (Rule::Renju, Color::Black) => Fives::Black,
        }
    }
}

/// Neighbours on either side of a point that its shape depends on.
pub(super) fn half(rule: Rule) -> usize {
    match rule {
        Rule::Freestyle => 4,
        Rule::Standard | Rule::Renju => 5,
    }
}

/// Both colours' shapes by the neighbours on a line: two bits a cell (0 empty, 1 black, 2 white, 3 wall), the lowest
/// cell first, the centre left out. A byte holds Black's shape in its low half and White's in its high half.
#[derive(Debug)]
pub(super) struct LinePatternTable {
    shapes: Box<[u8]>,
}

impl LinePatternTable {
    /// The table of a rule, made when it is first wanted.
    pub(super) fn of(rule: Rule) -> &'static LinePatternTable {
        static TABLES: [LazyLock<LinePatternTable>; 3] = [
            LazyLock::new(|| LinePatternTable::new(Rule::Freestyle)),
            LazyLock::new(|| LinePatternTable::new(Rule::Standard)),
            LazyLock::new(|| LinePatternTable::new(Rule::Renju)),
        ];
        &TABLES[rule as usize]
    }

    /// The byte for these neighbours.
    #[inline(always)]
    pub(super) fn both(&self, neighbours: usize) -> u8 {
        self.shapes[neighbours]
    }

    fn new(rule: Rule) -> LinePatternTable {
        let half = half(rule);
        let side = 1 << (2 * half);
        let mut shapes = vec![0; side * side];
        for color in Color::BOTH {
            let mut judge = Judge::new(half, Fives::of(rule, color));
            // The digits of either side of the line, as a number to the base of three.
            let lower: Vec<usize> = (0..side).map(|cells| judge.digits(cells, color, 0)).collect();
            let upper: Vec<usize> = (0..side)
                .map(|cells| judge.digits(cells, color, half + 1))
                .collect();
            let centre = OWN * judge.place[half];
            for (neighbours, byte) in shapes.iter_mut().enumerate() {
                let line = lower[neighbours % side] + centre + upper[neighbours / side];
                *byte |= (judge.shape(line) as u8) << (4 * color.index());
            }
        }
        LinePatternTable {
            shapes: shapes.into_boxed_slice(),
        }
    }
}

const EMPTY: usize = 0;
const OWN: usize = 1;
const OTHER: usize = 2;

/// Judges lines written as numbers to the base of three, remembering what it found.
struct Judge {
    half: usize,
    fives: Fives,
    /// The worth of each place: 1, 3, 9, …
    place: Vec<usize>,
    known: Vec<Option<LinePattern>>,
}

impl Judge {
    fn new(half: usize, fives: Fives) -> Judge {
        let length = 2 * half + 1;
        let place: Vec<usize> = (0..=length as u32).map(|power| 3_usize.pow(power)).collect();
        Judge {
            half,
            fives,
            known: vec![None; place[length]],
            place,
        }
    }

    /// The part of a line's number that these cells make from place `first` on.
    fn digits(&self, cells: usize, color: Color, first: usize) -> usize {
        let own = color.index() + 1;
        (0..self.half)
            .map(|index| {
                let digit = match (cells >> (2 * index)) & 3 {
                    0 => EMPTY,
                    cell if cell == own => OWN,
                    _ => OTHER,
                };
                digit * self.place[first + index]
            })
            .sum()
    }

    fn cell(&self, line: usize, at: usize) -> usize {
        line / self.place[at] % 3
    }

    fn shape(&mut self, line: usize) -> LinePattern {
        if let Some(shape) = self.known[line] {
            return shape;
        }
        let shape = self.judge(line);
        self.known[line] = Some(shape);
        shape
    }

    fn judge(&mut self, line: usize) -> LinePattern {
        let (centre, last) = (self.half, 2 * self.half);
        let reach = |wanted: &dyn Fn(usize) -> bool| {
            let below = (0..centre)
                .rev()
                .take_while(|&at| wanted(self.cell(line, at)))
                .count();
            let above = (centre + 1..=last)
                .take_while(|&at| wanted(self.cell(line, at)))
                .count();
            (centre - below, centre + above)
        };
        let row = reach(&|cell| cell == OWN);
        let length = row.1 - row.0 + 1;
        if length > 5 && self.fives != Fives::OrMore {
            return LinePattern::Overline;
        }
        if length >= 5 {
            return LinePattern::Five;
        }
        let room = reach(&|cell| cell != OTHER);
        if room.1 - room.0 + 1 < 5 {
            return LinePattern::Dead;
        }
        let next: Vec<(usize, LinePattern)> = (room.0..=room.1)
            .filter(|&at| self.cell(line, at) == EMPTY)
            .collect::<Vec<usize>>()
            .into_iter()
            .map(|at| (at, self.shape(line + OWN * self.place[at])))
            .collect();
        self.by_next(&next)
    }

    /// The shape of a line by what each further stone makes of it.
    fn by_next(&self, next: &[(usize, LinePattern)]) -> LinePattern {
        let count =
            |wanted: &dyn Fn(LinePattern) -> bool| next.iter().filter(|(_, shape)| wanted(*shape)).count();
        let mut fives = next.iter().filter(|(_, shape)| *shape == LinePattern::Five);
        if let Some((first, _)) = fives.next() {
            return match fives.next_back() {
                None => LinePattern::ClosedFour,
                // A straight four has its fives five apart; nearer ones belong to two fours.
                Some((last, _)) if self.fives == Fives::Black && last - first < 5 => LinePattern::TwinFours,
                Some(_) => LinePattern::OpenFour,
            };
        }
        match count(&|shape| shape == LinePattern::OpenFour) {
            0 => {}
            1 => return LinePattern::OpenThree,
            _ => return LinePattern::FreeThree,
        }
        if count(&|shape| matches!(shape, LinePattern::ClosedFour | LinePattern::TwinFours)) > 0 {
            return LinePattern::ClosedThree;
        }
        match count(&LinePattern::is_open_three) {
            0 => {}
            1 | 2 => return LinePattern::OpenTwo,
            3 => return LinePattern::WideTwo,
            _ => return LinePattern::FreeTwo,
        }
        if count(&|shape| shape == LinePattern::ClosedThree) > 0 {
            LinePattern::ClosedTwo
        } else if count(&LinePattern::is_open_two) > 0 {
            LinePattern::OpenOne
        } else if count(&|shape| shape == LinePattern::ClosedTwo) > 0 {
            LinePattern::ClosedOne
        } else {
            LinePattern::Dead
        }
    }
}

#[cfg(test)]
mod tests;
