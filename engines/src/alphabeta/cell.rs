//! Where things are on the padded grid of the search: cells, the four lines through them, sets of cells as rows of
//! bits. Knows no stones.

use referee::point::Point;

/// Cells of padding on every side: no window of a line leaves the grid.
pub(super) const PAD: usize = 5;
/// Cells in a row of the grid: 22 lines and the padding, which is just the bits of a `u32`.
pub(super) const STRIDE: usize = 32;
/// Cells of the grid.
pub(super) const AREA: usize = STRIDE * STRIDE;

/// A cell of the padded grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Cell(u16);

impl Cell {
    /// A cell in the padding: no point of any board.
    pub(super) const NONE: Cell = Cell(0);

    pub(super) fn of(point: Point) -> Cell {
        Cell(((usize::from(point.y) + PAD) * STRIDE + usize::from(point.x) + PAD) as u16)
    }

    pub(super) fn point(self) -> Point {
        Point::new((self.x() - PAD) as u8, (self.y() - PAD) as u8)
    }

    pub(super) fn from_index(index: usize) -> Cell {
        Cell((index % AREA) as u16)
    }

    /// Less than [`AREA`].
    #[inline(always)]
    pub(super) fn index(self) -> usize {
        usize::from(self.0) % AREA
    }

    /// Padded column.
    #[inline(always)]
    pub(super) fn x(self) -> usize {
        self.index() % STRIDE
    }

    /// Padded row.
    #[inline(always)]
    pub(super) fn y(self) -> usize {
        self.index() / STRIDE
    }

    /// Steps from one to the other, as a king walks.
    #[inline(always)]
    pub(super) fn distance(self, other: Cell) -> usize {
        self.x().abs_diff(other.x()).max(self.y().abs_diff(other.y()))
    }
}

/// Difference of the indices of neighbours: along a row, down a column, down and up to the right.
pub(super) const STEPS: [isize; 4] = [1, STRIDE as isize, STRIDE as isize + 1, 1 - STRIDE as isize];

/// Lines of each direction.
pub(super) const LINES: usize = 2 * STRIDE;

/// Which line of this direction a cell is on, and its place there.
#[inline(always)]
pub(super) fn line_of(cell: Cell, direction: usize) -> (usize, usize) {
    let (x, y) = (cell.x(), cell.y());
    match direction {
        0 => (y, x),
        1 => (x, y),
        2 => (x + STRIDE - 1 - y, x),
        _ => (x + y, x),
    }
}

/// A set of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sites {
    /// A bit for each column.
    pub(super) rows: [u32; STRIDE],
}

impl Sites {
    pub(super) const NONE: Sites = Sites { rows: [0; STRIDE] };

    #[inline(always)]
    pub(super) fn toggle(&mut self, cell: Cell) {
        self.rows[cell.y()] ^= 1 << cell.x();
    }

    #[inline(always)]
    pub(super) fn insert(&mut self, cell: Cell) {
        self.rows[cell.y()] |= 1 << cell.x();
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.rows.iter().all(|&row| row == 0)
    }

    #[inline(always)]
    pub(super) fn contains(&self, cell: Cell) -> bool {
        self.rows[cell.y()] >> cell.x() & 1 != 0
    }

    /// The cells that are in every set that `rows` joins, row by row from the top left.
    #[inline(always)]
    pub(super) fn each(rows: impl Fn(usize) -> u32, mut visit: impl FnMut(Cell)) {
        for y in PAD..STRIDE - PAD {
            let mut bits = rows(y);
            while bits != 0 {
                visit(Cell((y * STRIDE) as u16 + bits.trailing_zeros() as u16));
                bits &= bits - 1;
            }
        }
    }

    /// The first cell, row by row from the top left, that is `wanted`.
    #[inline(always)]
    pub(super) fn find(&self, wanted: impl Fn(Cell) -> bool) -> Option<Cell> {
        for y in PAD..STRIDE - PAD {
            let mut bits = self.rows[y];
            while bits != 0 {
                let cell = Cell((y * STRIDE) as u16 + bits.trailing_zeros() as u16);
                if wanted(cell) {
                    return Some(cell);
                }
                bits &= bits - 1;
            }
        }
        None
    }
}
