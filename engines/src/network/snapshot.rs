//! What a network sees of a position (docs/sources.md `S1.5`): stones by whose they are, the last one, and whether the first
//! player moves. Small enough that a training can keep many.

use referee::{color::Color, gomoku::Position, point::Point, symmetry::Symmetry};

use super::{float::Float, pass::Pass};

/// A position as a network sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Lines a side.
    pub size: u8,
    /// Row by row.
    pub cells: Vec<SeenCell>,
    /// The stone put last.
    pub last: Option<Point>,
    /// Whether Black moves, which begins.
    pub mover: Color,
}

/// A point, seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeenCell {
    /// No stone.
    Free,
    /// A stone of the side to move.
    Own,
    /// A stone of the opponent.
    Opponent,
}

impl Snapshot {
    /// Of a position in which a stone is to be put.
    pub fn of(position: &Position) -> Snapshot {
        let mover = position.to_place();
        let cell = |point| match position.stone(point) {
            None => SeenCell::Free,
            Some(color) if color == mover => SeenCell::Own,
            Some(_) => SeenCell::Opponent,
        };
        Snapshot {
            size: position.size(),
            cells: position.board().points().map(cell).collect(),
            last: position.last_stone(),
            mover,
        }
    }

    /// Where a point's number stands among those of all points, on the board turned like this.
    pub(crate) fn index(point: Point, size: u8, symmetry: Symmetry) -> usize {
        let turned = symmetry.apply(point, size);
        usize::from(turned.y) * usize::from(size) + usize::from(turned.x)
    }

    /// Tells it, turned like this, as the board of this number.
    pub fn show<T: Float>(&self, symmetry: Symmetry, pass: &mut Pass<T>, board: usize) {
        let mut planes = pass.input(board);
        let [Some(own), Some(opponent), Some(last), Some(first)] = std::array::from_fn(|_| planes.next())
        else {
            unreachable!("a position is told in four planes");
        };
        own.fill(T::ZERO);
        opponent.fill(T::ZERO);
        last.fill(T::ZERO);
        let is_first = self.mover == Color::Black;
        first.fill(if is_first { T::ONE } else { T::ZERO });
        for (at, cell) in self.cells.iter().enumerate() {
            let size = usize::from(self.size);
            let point = Point::new((at % size) as u8, (at / size) as u8);
            match cell {
                SeenCell::Free => {}
                SeenCell::Own => own[Snapshot::index(point, self.size, symmetry)] = T::ONE,
                SeenCell::Opponent => opponent[Snapshot::index(point, self.size, symmetry)] = T::ONE,
            }
        }
        if let Some(point) = self.last {
            last[Snapshot::index(point, self.size, symmetry)] = T::ONE;
        }
    }
}
