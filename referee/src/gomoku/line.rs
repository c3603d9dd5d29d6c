//! Lines of the board: directions, unbroken rows, and the row that wins.

use crate::{
    color::Color,
    gomoku::{
        Rule,
        board::{Board, Cell},
        padding::{AREA, STRIDE, padded_index},
    },
    point::Point,
};

/// One of the four directions of a line, each taken one way only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Along a row, to the right.
    East,
    /// Along a column, downwards.
    South,
    /// Down and to the right.
    SouthEast,
    /// Up and to the right.
    NorthEast,
}

impl Direction {
    /// All four.
    pub const ALL: [Direction; 4] = [
        Direction::East,
        Direction::South,
        Direction::SouthEast,
        Direction::NorthEast,
    ];

    /// Columns and rows of one step.
    pub fn offset(self) -> (i8, i8) {
        match self {
            Direction::East => (1, 0),
            Direction::South => (0, 1),
            Direction::SouthEast => (1, 1),
            Direction::NorthEast => (1, -1),
        }
    }

    /// Padded indices of one step.
    pub(super) fn step(self) -> isize {
        let (dx, dy) = self.offset();
        dy as isize * STRIDE as isize + dx as isize
    }
}

/// An unbroken row of stones of one colour, as long as it goes: `_OOO_`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Run {
    /// The end from which `direction` leads along the row.
    pub start: Point,
    /// Where the row leads.
    pub direction: Direction,
    /// Stones, 1 to 22.
    pub length: u8,
}

impl Run {
    /// The row in which the stone on `point` stands; `None` if there is no stone.
    pub fn through(board: &Board, point: Point, direction: Direction) -> Option<Run> {
        let color = board.stone(point)?;
        let (back, ahead) = reach(
            board.cells(),
            padded_index(point),
            Cell::of(color),
            direction.step(),
        );
        let start = walk(point, direction, -(back as i8));
        Some(Run {
            start,
            direction,
            length: (back + 1 + ahead) as u8,
        })
    }

    /// The stones in order along the row.
    pub fn points(&self) -> Vec<Point> {
        (0..self.length)
            .map(|steps| walk(self.start, self.direction, steps as i8))
            .collect()
    }
}

/// The winning row through the stone on `point`: the first one of [`Direction::ALL`] if there are several.
pub(crate) fn five_through(board: &Board, point: Point, rule: Rule) -> Option<Run> {
    let color = board.stone(point)?;
    let mut runs = Direction::ALL
        .into_iter()
        .filter_map(|direction| Run::through(board, point, direction));
    runs.find(|run| rule.wins(color, run.length))
}

/// Whether a stone of `color` on the empty `point` would win. False on points that are not empty.
pub fn would_win(board: &Board, point: Point, color: Color, rule: Rule) -> bool {
    board.is_empty(point)
        && Direction::ALL.into_iter().any(|direction| {
            let (back, ahead) = reach(
                board.cells(),
                padded_index(point),
                Cell::of(color),
                direction.step(),
            );
            rule.wins(color, (back + 1 + ahead) as u8)
        })
}

/// How many cells equal to `wanted` follow `index` without a gap, against `step` and along it.
pub(super) fn reach(cells: &[Cell; AREA], index: usize, wanted: Cell, step: isize) -> (usize, usize) {
    (
        streak(cells, index, wanted, -step),
        streak(cells, index, wanted, step),
    )
}

/// How many cells equal to `wanted` follow `index` without a gap in the way of `step`.
pub(super) fn streak(cells: &[Cell; AREA], index: usize, wanted: Cell, step: isize) -> usize {
    let mut length = 0;
    let mut next = index.wrapping_add_signed(step);
    while cells[next] == wanted {
        length += 1;
        next = next.wrapping_add_signed(step);
    }
    length
}

fn walk(point: Point, direction: Direction, steps: i8) -> Point {
    let (dx, dy) = direction.offset();
    Point::new(
        point.x.wrapping_add_signed(dx * steps),
        point.y.wrapping_add_signed(dy * steps),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::setup::Setup;

    /// Which rules call the row through the stone at `point` a win.
    #[track_caller]
    fn check(diagram: &str, point: (u8, u8), winners: &[Rule]) {
        let board = diagram.parse::<Setup>().unwrap().board;
        let point = Point::new(point.0, point.1);
        let won: Vec<Rule> = Rule::ALL
            .into_iter()
            .filter(|&rule| five_through(&board, point, rule).is_some())
            .collect();
        assert_eq!(won, winners, "{board}");
        // The stone is as good before it is put as after.
        let mut before = board.clone();
        let color = before.take(point).unwrap();
        for rule in Rule::ALL {
            assert_eq!(
                would_win(&before, point, color, rule),
                winners.contains(&rule),
                "{rule:?} {board}"
            );
        }
    }

    #[test]
    fn fives_and_overlines() {
        use Rule::*;
        let (all, overline_black, overline_white) =
            ([Freestyle, Standard, Renju], [Freestyle], [Freestyle, Renju]);
        check(
            ". . . . . .\nx x x x . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .",
            (2, 1),
            &[],
        );
        check(
            ". . . . . .\n. x x x x x\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .",
            (3, 1),
            &all,
        );
        check(
            "x x x x x x\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .",
            (0, 0),
            &overline_black,
        );
        check(
            "o . . . . .\n. o . . . .\n. . o . . .\n. . . o . .\n. . . . o .\n. . . . . o",
            (5, 5),
            &overline_white,
        );
        check(
            ". . . . . .\n. . . . . o\n. . . . o .\n. . . o . .\n. . o . . .\n. o . . . .",
            (1, 5),
            &all,
        );
        check(
            ". x . . . .\n. x . . . .\n. x . . . .\n. x . . . .\n. x . . . .\n. o . . . .",
            (1, 0),
            &all,
        );
    }

    #[test]
    fn five_in_one_line_wins_though_another_line_is_longer() {
        let diagram = "x x x x x x\n. . . . . x\n. . . . . x\n. . . . . x\n. . . . . x\n. . . . . .";
        check(diagram, (5, 0), &[Rule::Freestyle, Rule::Standard, Rule::Renju]);
        let board = diagram.parse::<Setup>().unwrap().board;
        let run = five_through(&board, Point::new(5, 0), Rule::Renju).unwrap();
        assert_eq!(
            (run.start, run.direction, run.length),
            (Point::new(5, 0), Direction::South, 5)
        );
        assert_eq!(run.points().last(), Some(&Point::new(5, 4)));
    }
}
