//! Stones as signs of what a grid means: what stands on crossings alone, and what in cells alone.

use super::{Sites, View, bodies, covered, means, odd, patch};
use crate::locate::{
    lattice::Lattice,
    thresholds::kind::{BESIDE_MIDDLE, DRAWN_WEIGHT, ENOUGH, MEAN_HALF, PREFER},
};

/// What stands on crossings alone and in cells alone. A dialog, a cloud or a watermark lies on both, and a notice, however
/// small, on the lines between the cells, or between the crossings, as well.
pub(super) struct Signs {
    pub(super) on_crossings: f64,
    pub(super) in_cells: f64,
    /// Cells whose inside is unlike that of others, and whose corners are free.
    pub(super) drawn_on: f64,
}

impl Signs {
    /// Of what covers a site so far from its centre.
    pub(super) fn of(view: &View<'_>, lattice: &Lattice, out: f64) -> Signs {
        let bodies: Vec<bool> = odd(&means(view, lattice, Sites::Cells))
            .into_iter()
            .zip(odd(&bodies(view, lattice)))
            .map(|(mean, spread)| mean || spread)
            .collect();
        let found = Covered {
            columns: lattice.upright.lines,
            rows: lattice.level.lines,
            crossings: covered(view, lattice, Sites::Crossings, out),
            cells: covered(view, lattice, Sites::Cells, out),
            between_crossings: Pieces::of(view, lattice, Sites::Crossings),
            between_cells: Pieces::of(view, lattice, Sites::Cells),
        };
        let (wide, high) = (found.columns - 1, found.rows - 1);
        // What stands on an outermost crossing is not looked at.
        let is_inner =
            |column: usize, row: usize| column > 0 && row > 0 && column + 1 < wide && row + 1 < high;
        let mut signs = Signs {
            on_crossings: 0.0,
            in_cells: 0.0,
            drawn_on: 0.0,
        };
        for row in 0..high {
            for column in 0..wide {
                let corners = found.corners(column, row);
                let is_body = bodies[row * wide + column];
                if found.cell(column, row) && corners <= 1 {
                    signs.in_cells += f64::from(u8::from(!found.is_joined_cell(column, row)));
                } else if is_inner(column, row) && is_body && corners == 0 {
                    // Words of a notice that is hardly darker than the board hide the lines as well.
                    signs.drawn_on += f64::from(u8::from(!found.has_hidden_side(column, row)));
                }
                let alone = || found.around(column, row) <= 1 && !found.is_joined_crossing(column, row);
                if found.crossing(column, row) && alone() {
                    signs.on_crossings += 1.0;
                }
            }
        }
        signs
    }

    /// Positive for points.
    pub(super) fn balance(&self) -> f64 {
        let preference = self.preference();
        if preference == 0.0 {
            return -DRAWN_WEIGHT * self.drawn_on.min(ENOUGH);
        }
        preference
    }

    /// Positive where stones prefer crossings, negative where they prefer cells, and nothing where they do neither.
    pub(super) fn preference(&self) -> f64 {
        let (points, cells) = (self.on_crossings, self.in_cells);
        let (more, less) = (points.max(cells), points.min(cells));
        // Stones prefer one or the other; clouds, grain and watermarks do not.
        if more <= PREFER * less {
            return 0.0;
        }
        let sure = (1.0 - less / more) * more.min(ENOUGH);
        if points > cells { sure } else { -sure }
    }
}

/// Which pieces of line, from one crossing to the next, something covers in the middle and beside it: stones, however wide, do
/// not reach both.
struct Pieces {
    /// Of the upright lines: row by row of cells, as many as there are lines.
    upright: Vec<bool>,
    /// Of the level lines: row by row of lines, as many as there are cells.
    level: Vec<bool>,
}

impl Pieces {
    /// Stones on crossings leave open what lies across the line, and stones in cells what lies along it.
    fn of(view: &View<'_>, lattice: &Lattice, stones: Sites) -> Pieces {
        let (columns, rows) = (lattice.upright, lattice.level);
        let half = (MEAN_HALF * columns.pitch).round().max(1.0);
        let are_odd = |places: &[(f64, f64)], (dx, dy): (f64, f64)| -> Vec<bool> {
            let levels = places.iter().map(|(column, row)| {
                let (x, y) = (columns.at(column + dx), rows.at(row + dy));
                patch(view, (x - half, y - half), (x + half, y + half)).0
            });
            odd(&levels.collect::<Vec<_>>())
        };
        let lain_over = |places: &[(f64, f64)], aside: (f64, f64)| -> Vec<bool> {
            let (before, after) = (are_odd(places, (-aside.0, -aside.1)), are_odd(places, aside));
            let beside = before
                .into_iter()
                .zip(after)
                .map(|(before, after)| before || after);
            let middles = are_odd(places, (0.0, 0.0)).into_iter();
            middles
                .zip(beside)
                .map(|(middle, beside)| middle && beside)
                .collect()
        };
        let (across, down) = ((BESIDE_MIDDLE, 0.0), (0.0, BESIDE_MIDDLE));
        let (of_upright, of_level) = match stones {
            Sites::Crossings => (across, down),
            Sites::Cells => (down, across),
        };
        Pieces {
            upright: lain_over(&spots((columns.lines, 0.0), (rows.lines - 1, 0.5)), of_upright),
            level: lain_over(&spots((columns.lines - 1, 0.5), (rows.lines, 0.0)), of_level),
        }
    }
}

/// So many places across and down, the first of them so far from the first line, in lines.
fn spots((across, left): (usize, f64), (down, top): (usize, f64)) -> Vec<(f64, f64)> {
    let places = (0..down).flat_map(|row| (0..across).map(move |column| (column, row)));
    places
        .map(|(column, row)| (column as f64 + left, row as f64 + top))
        .collect()
}

/// What is covered: sites, and the pieces of line between those beside each other.
struct Covered {
    /// Upright lines.
    columns: usize,
    /// Level lines.
    rows: usize,
    /// The inner crossings.
    crossings: Vec<bool>,
    cells: Vec<bool>,
    between_crossings: Pieces,
    between_cells: Pieces,
}

impl Covered {
    fn crossing(&self, column: usize, row: usize) -> bool {
        let inner = column >= 1 && row >= 1 && column + 1 < self.columns && row + 1 < self.rows;
        inner && self.crossings[(row - 1) * (self.columns - 2) + column - 1]
    }

    fn cell(&self, column: usize, row: usize) -> bool {
        self.cells[row * (self.columns - 1) + column]
    }

    /// Covered corners of a cell.
    fn corners(&self, column: usize, row: usize) -> usize {
        let all = [
            (column, row),
            (column + 1, row),
            (column, row + 1),
            (column + 1, row + 1),
        ];
        all.into_iter()
            .filter(|(column, row)| self.crossing(*column, *row))
            .count()
    }

    /// Covered cells around an inner crossing.
    fn around(&self, column: usize, row: usize) -> usize {
        let all = [
            (column - 1, row - 1),
            (column, row - 1),
            (column - 1, row),
            (column, row),
        ];
        all.into_iter()
            .filter(|(column, row)| self.cell(*column, *row))
            .count()
    }

    /// Whether what lies on the cell lies on one beside it as well, and on the line between them.
    fn is_joined_cell(&self, column: usize, row: usize) -> bool {
        let (wide, high) = (self.columns - 1, self.rows - 1);
        let upright = |line: usize| self.between_cells.upright[row * self.columns + line];
        let level = |line: usize| self.between_cells.level[line * wide + column];
        let left = column > 0 && upright(column) && self.cell(column - 1, row);
        let right = column + 1 < wide && upright(column + 1) && self.cell(column + 1, row);
        let above = row > 0 && level(row) && self.cell(column, row - 1);
        let below = row + 1 < high && level(row + 1) && self.cell(column, row + 1);
        left || right || above || below
    }

    /// Whether something lies over the line on a side of the cell.
    fn has_hidden_side(&self, column: usize, row: usize) -> bool {
        let Pieces { upright, level } = &self.between_cells;
        let (beside, above) = (row * self.columns + column, row * (self.columns - 1) + column);
        upright[beside] || upright[beside + 1] || level[above] || level[above + self.columns - 1]
    }

    /// The same of an inner crossing and the ones beside it.
    fn is_joined_crossing(&self, column: usize, row: usize) -> bool {
        let upright = |row: usize| self.between_crossings.upright[row * self.columns + column];
        let level = |column: usize| self.between_crossings.level[row * (self.columns - 1) + column];
        let left = level(column - 1) && self.crossing(column - 1, row);
        let right = level(column) && self.crossing(column + 1, row);
        let above = upright(row - 1) && self.crossing(column, row - 1);
        let below = upright(row) && self.crossing(column, row + 1);
        left || right || above || below
    }
}
