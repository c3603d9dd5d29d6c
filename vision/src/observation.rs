//! What one frame says about every cell of a board. It may be illegal, torn or uncertain: only
//! reconcile turns it into moves.

use referee::{color::Color, point::Point, symmetry::Symmetry};

/// What stands on one point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// Nothing.
    Empty,
    /// A stone. `Black` means the kind printed `x`: the darker one, or the one placed first.
    Stone(Color),
    /// Not to be told; never a guess.
    Uncertain,
}

impl Content {
    /// `.`, `x`, `o` or `?`.
    pub fn letter(self) -> char {
        match self {
            Content::Empty => '.',
            Content::Stone(color) => color.letter(),
            Content::Uncertain => '?',
        }
    }
}

/// One point as read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// What stands there.
    pub content: Content,
    /// 0 to 1.
    pub confidence: f32,
}

/// Why a reading is not to be believed, whatever it says of single points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadingRefusal {
    /// No empty board can be made out beneath what is there.
    #[error("no empty points can be made out")]
    NoGround,
    /// Stones are put by turns: so many more of one kind are something else, beside points that cannot be told.
    #[error(
        "{more} stones of one kind and {fewer} of the other, and {unclear} points that cannot be told: that is no position"
    )]
    Uneven {
        /// Of the kind that is seen more often.
        more: usize,
        /// Of the other one.
        fewer: usize,
        /// Points not to be told.
        unclear: usize,
    },
    /// Too much of the board is not to be told.
    #[error("{unclear} of {points} points cannot be told")]
    Unclear {
        /// Points not to be told.
        unclear: usize,
        /// All points.
        points: usize,
    },
}

/// One reading of a whole board.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// Points in a row.
    pub columns: u8,
    /// Points in a column.
    pub rows: u8,
    /// Row by row from the top left, `columns * rows` of them.
    pub cells: Vec<Cell>,
    /// The stone that carries the client's last-move mark, if one does.
    pub last_move: Option<Point>,
    /// The least certain cell's confidence.
    pub confidence: f32,
    /// Why it is not to be believed, if it is not.
    pub refused: Option<ReadingRefusal>,
    /// Of a refused reading, the points that looked empty: no more than a hint to somebody who knows what should stand there.
    pub bare: Vec<Point>,
}

/// So many points that cannot be told are an oddity here and there.
const SOME: usize = 4;

/// The same where no stone is told.
const FEW: usize = 2;

/// Stones of one kind that may be more than those of the other.
const UNEVEN_MOST: usize = 2;

/// A reading of which more than one point in so many cannot be told is refused.
const UNCLEAR_MOST: usize = 4;

impl Observation {
    /// A reading whose overall confidence is that of its least certain cell.
    ///
    /// # Panics
    /// There are not `columns * rows` cells.
    pub(crate) fn from_cells(
        columns: u8,
        rows: u8,
        cells: Vec<Cell>,
        last_move: Option<Point>,
    ) -> Observation {
        assert_eq!(
            cells.len(),
            usize::from(columns) * usize::from(rows),
            "a cell for each point"
        );
        let confidence = cells.iter().map(|cell| cell.confidence).fold(1.0, f32::min);
        Observation {
            columns,
            rows,
            cells,
            last_move,
            confidence,
            refused: None,
            bare: Vec::new(),
        }
    }

    /// The same reading, refused if too little of it can be told, or if what is told can be no position. Nothing of it stands
    /// where much cannot be told beside few stones, or one kind is missing: the reader may not know what a stone is here.
    /// What lies together cannot be told because something lies over it.
    #[must_use]
    pub(crate) fn vetted(self) -> Observation {
        let (black, white, unclear) = (
            self.stones(Color::Black),
            self.stones(Color::White),
            self.uncertain(),
        );
        let (points, more, fewer) = (self.cells.len(), black.max(white), black.min(white));
        let refuse = |why| Observation {
            bare: self.bare_points(),
            ..Observation::refused(self.columns, self.rows, why)
        };
        let uneven = more - fewer > UNEVEN_MOST;
        let covered = || unclear > 0 && self.is_covered();
        // Stones are put by turns, and what cannot be told is some of them at the most. What lies under a cover is of both kinds
        // and of none.
        let lopsided = uneven && unclear > 0 && (!covered() || more - fewer > UNEVEN_MOST + unclear / 2);
        if more > fewer + unclear + 1 || lopsided {
            return refuse(ReadingRefusal::Uneven { more, fewer, unclear });
        }
        let some = if more == 0 { FEW } else { SOME };
        // On a bare board coordinates are written into the outermost cells; stones that nobody knows lie elsewhere, too.
        let unknown = if more == 0 {
            self.uncertain_inside()
        } else {
            unclear
        };
        let too_few = unknown > some && unknown > more + fewer;
        // What cannot be told may be the other kind, and what was taken for that kind something else. A stone that is the only
        // one is the first; beside others that cannot be told it may be the second.
        let outnumbered = more > 0 && unclear > 0 && unclear >= fewer;
        if (too_few || outnumbered) && !covered() {
            return refuse(ReadingRefusal::Unclear { unclear, points });
        }
        let too_many = unclear * UNCLEAR_MOST > points;
        Observation {
            refused: self
                .refused
                .or(too_many.then_some(ReadingRefusal::Unclear { unclear, points })),
            ..self
        }
    }

    /// Cells that cannot be told and are not among the board's outermost.
    fn uncertain_inside(&self) -> usize {
        let is_inside =
            |point: &Point| (1..self.columns - 1).contains(&point.x) && (1..self.rows - 1).contains(&point.y);
        let is_unclear = |point: &Point| self.content(*point) == Content::Uncertain;
        self.points().filter(is_inside).filter(is_unclear).count()
    }

    fn bare_points(&self) -> Vec<Point> {
        let is_bare = |point: &Point| self.content(*point) == Content::Empty;
        self.points().filter(is_bare).collect()
    }

    /// Whether what cannot be told lies together.
    fn is_covered(&self) -> bool {
        let is_unclear = |point: &Point| self.content(*point) == Content::Uncertain;
        let (mut all, mut together) = (0, 0);
        for point in self.points().filter(is_unclear) {
            all += 1;
            together += usize::from(self.beside(point).filter(is_unclear).count() >= 2);
        }
        together * 10 >= all * 7
    }

    /// A board of which nothing is told, and why.
    pub fn refused(columns: u8, rows: u8, why: ReadingRefusal) -> Observation {
        Observation {
            refused: Some(why),
            ..Observation::unknown(columns, rows)
        }
    }

    /// A board of which nothing can be told.
    pub fn unknown(columns: u8, rows: u8) -> Observation {
        let cell = Cell {
            content: Content::Uncertain,
            confidence: 0.0,
        };
        let cells = vec![cell; usize::from(columns) * usize::from(rows)];
        Observation {
            columns,
            rows,
            cells,
            last_move: None,
            confidence: 0.0,
            refused: None,
            bare: Vec::new(),
        }
    }

    /// Every point of the board, row by row.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |y| (0..columns).map(move |x| Point::new(x, y)))
    }

    /// How many cells are not to be told.
    pub fn uncertain(&self) -> usize {
        self.cells
            .iter()
            .filter(|cell| cell.content == Content::Uncertain)
            .count()
    }

    /// How many stones of a kind there are.
    pub fn stones(&self, color: Color) -> usize {
        self.cells
            .iter()
            .filter(|cell| cell.content == Content::Stone(color))
            .count()
    }

    /// Whether every point is told, and none holds a stone.
    pub fn is_empty(&self) -> bool {
        self.cells.iter().all(|cell| cell.content == Content::Empty)
    }

    /// The same reading with the two kinds' names exchanged: for a client whose first player has the lighter stones.
    pub fn swapped(&self) -> Observation {
        let swap = |cell: &Cell| match cell.content {
            Content::Stone(color) => Cell {
                content: Content::Stone(!color),
                ..*cell
            },
            _ => *cell,
        };
        Observation {
            cells: self.cells.iter().map(swap).collect(),
            ..self.clone()
        }
    }

    /// The same reading with every point brought to where `symmetry` sends it; a board that is not square stays as it is.
    #[must_use]
    pub fn turned(self, symmetry: Symmetry) -> Observation {
        if symmetry == Symmetry::IDENTITY || self.columns != self.rows {
            return self;
        }
        let back = symmetry.inverse();
        let from = |point| self.cell(back.apply(point, self.columns));
        Observation {
            cells: self.points().map(from).collect(),
            last_move: self.last_move.map(|point| symmetry.apply(point, self.columns)),
            bare: self
                .bare
                .iter()
                .map(|point| symmetry.apply(*point, self.columns))
                .collect(),
            ..self
        }
    }

    /// Says what stands at `point`; how sure the reading was of it stays.
    ///
    /// # Panics
    /// The point is not on the board.
    pub fn put(&mut self, point: Point, content: Content) {
        let index = self.index(point);
        self.cells[index].content = content;
    }

    /// Of these points, those that could not be told are empty. A reading that was refused for want of them is taken.
    ///
    /// # Panics
    /// A point is not on the board.
    pub fn tell_empty(&mut self, points: impl Iterator<Item = Point>) {
        for point in points {
            if self.content(point) == Content::Uncertain {
                self.put(point, Content::Empty);
            }
        }
        let is_clear = self.uncertain() * UNCLEAR_MOST <= self.cells.len();
        self.refused = self.refused.take().filter(|_| !is_clear);
    }

    /// The points left, right, above and below of `point`.
    fn beside(&self, point: Point) -> impl Iterator<Item = Point> + Clone + use<> {
        let (columns, rows) = (i16::from(self.columns), i16::from(self.rows));
        let (x, y) = (i16::from(point.x), i16::from(point.y));
        let beside = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
        let is_on = move |(x, y): &(i16, i16)| (0..columns).contains(x) && (0..rows).contains(y);
        let on_board = beside.into_iter().filter(is_on);
        on_board.map(|(x, y)| Point::new(x as u8, y as u8))
    }

    /// The cell at `point`.
    ///
    /// # Panics
    /// `point` is off the board.
    pub fn cell(&self, point: Point) -> Cell {
        self.cells[self.index(point)]
    }

    fn index(&self, point: Point) -> usize {
        assert!(
            point.x < self.columns && point.y < self.rows,
            "point {point} is off the board"
        );
        usize::from(point.y) * usize::from(self.columns) + usize::from(point.x)
    }

    /// What stands on `point`.
    ///
    /// # Panics
    /// `point` is off the board.
    pub fn content(&self, point: Point) -> Content {
        self.cell(point).content
    }

    /// One string a row of `.`, `x`, `o`, `?`.
    pub fn to_rows(&self) -> Vec<String> {
        let letters = |row: &[Cell]| row.iter().map(|cell| cell.content.letter()).collect();
        self.cells
            .chunks(usize::from(self.columns))
            .map(letters)
            .collect()
    }

    /// The reading that such rows describe, sure of all but `?`; `None` if they are no board of that size.
    pub fn from_rows(rows: &[impl AsRef<str>], columns: u8, count: u8) -> Option<Observation> {
        let cell = |letter: char| {
            let content = match letter {
                '.' => Content::Empty,
                'x' => Content::Stone(Color::Black),
                'o' => Content::Stone(Color::White),
                '?' => Content::Uncertain,
                _ => return None,
            };
            let confidence = if content == Content::Uncertain { 0.0 } else { 1.0 };
            Some(Cell { content, confidence })
        };
        let rows = || rows.iter().map(AsRef::as_ref);
        let is_board = rows().len() == usize::from(count)
            && rows().all(|row| row.chars().count() == usize::from(columns));
        let cells = rows()
            .flat_map(|row| row.chars().map(cell))
            .collect::<Option<Vec<Cell>>>()?;
        is_board.then(|| Observation::from_cells(columns, count, cells, None))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a reading of these rows is believed.
    fn check(rows: &[&str], believed: bool) {
        let (columns, count) = (rows[0].len() as u8, rows.len() as u8);
        let seen = Observation::from_rows(rows, columns, count).unwrap();
        assert_eq!(seen.vetted().refused.is_none(), believed, "{}", rows.join("\n"));
    }

    #[test]
    fn what_is_written_into_a_bare_boards_outermost_cells_is_no_stone() {
        let written =
            ["?.", "..", "?.", "..", "?.", "..", "?.", "..", ".?"].map(|row| format!("{row}......."));
        let rows: Vec<&str> = written.iter().map(String::as_str).collect();
        check(&rows, true);
        let mut within = rows.clone();
        (within[1], within[3], within[5]) = ("..?......", ".....?...", "...?.....");
        check(&within, false);
        let mut stone = rows;
        stone[4] = "?...x....";
        check(&stone, false);
    }

    #[test]
    fn what_cannot_be_told_may_be_the_kind_that_is_seen_less_often() {
        check(&["x....", ".o...", ".....", ".....", "....."], true);
        check(&["x....", ".o...", "...?.", ".....", "....."], false);
        check(&["x.x..", ".o.o.", "...?.", ".....", "....."], true);
        check(&["x.x..", ".o.o.", "...?.", ".?...", "....."], false);
    }

    #[test]
    fn a_cover_hides_both_kinds() {
        let cover = "???????";
        check(
            &[
                cover, cover, "x.o.x.o", "..x.o.x", ".......", ".......", "o......", ".......", ".......",
            ],
            true,
        );
        check(
            &[
                cover, cover, "xxxxxxx", "..xxx.x", ".......", ".......", "o......", ".......", ".......",
            ],
            false,
        );
    }
}
