//! A second look at what one picture alone told: does each cell that was called empty look like the other empty ones, does each
//! stone that is told less surely than its side's look like those where nothing is drawn on it, and is what fills a whole row
//! and a whole column more than a cross-hair? It takes back verdicts and gives none.

use referee::color::Color;

use crate::{
    calibration::Kind,
    observation::{Cell, Content, Observation},
    read::{
        feature::symmetry,
        measure::{REGIONS, distance, median, median_color, minus, size},
    },
    template::{Canvas, Patch, Rgb, SAMPLES},
};

use crate::read::thresholds::doubt::{
    ALIKE_LEAST, ALIKE_STONES, ALONG_LEAST, EVEN_TIMES, LEAST_SURE, LIT_FILLED, LIT_OTHERS, OFF_LEAST,
    SAMPLED, SEEN_THROUGH, SEEN_THROUGH_REST,
};
use crate::read::thresholds::feature::LOPSIDED;
use crate::read::thresholds::judge::UNSURE;

impl Observation {
    /// The same without what the whole board speaks against. The cells are as the screen shows them, on the canvas of whole
    /// pitches; handicap dots are known.
    #[must_use]
    pub(super) fn doubted(mut self, canvas: &Canvas, kind: Kind, stars: &[usize]) -> Observation {
        if self.refused.is_some() {
            return self;
        }
        let stones: Vec<usize> = (0..self.cells.len())
            .filter(|cell| matches!(self.cells[*cell].content, Content::Stone(_)))
            .collect();
        if self.is_lit_up() {
            return Observation::unknown(self.columns, self.rows);
        }
        for color in Color::BOTH {
            self.doubt_unsure(canvas, color);
        }
        // Beside stones crosses and marks are usual.
        if stones.is_empty() {
            let stars = if self.lie_like_stars(stars) { stars } else { &[] };
            for cell in odd_ones(&self, canvas, kind, stars) {
                self.take_back(cell);
            }
        }
        self
    }

    fn take_back(&mut self, cell: usize) {
        self.cells[cell] = Cell {
            content: Content::Uncertain,
            confidence: UNSURE,
        };
        self.confidence = self.confidence.min(self.cells[cell].confidence);
    }

    /// Stones that are told far less surely than most of their side's, and look otherwise than those all over: a ghost does. One
    /// with the last move's mark, a number or a line on it is as it should be beside that.
    fn doubt_unsure(&mut self, canvas: &Canvas, color: Color) {
        let side: Vec<usize> = (0..self.cells.len())
            .filter(|cell| self.cells[*cell].content == Content::Stone(color))
            .collect();
        if side.len() < ALIKE_STONES {
            return;
        }
        let surely: Vec<f32> = side.iter().map(|cell| self.cells[*cell].confidence).collect();
        let least = LEAST_SURE * median(&surely);
        let unsure: Vec<usize> = side
            .iter()
            .copied()
            .filter(|cell| self.cells[*cell].confidence < least)
            .collect();
        if unsure.is_empty() {
            return;
        }
        let usual = typical(canvas, &side);
        let near = spread(canvas, &side, &usual);
        for cell in unsure {
            if alike(&canvas.patches()[cell], &usual, near) < ALIKE_LEAST {
                self.take_back(cell);
            }
        }
    }

    /// Whether cells lie as handicap dots do: mirrored at both of the board's middles, where no stone hides that.
    fn lie_like_stars(&self, cells: &[usize]) -> bool {
        let (columns, rows) = (usize::from(self.columns), usize::from(self.rows));
        let is_known = |cell: &usize| cells.contains(cell) || self.cells[*cell].content != Content::Empty;
        cells.iter().all(|cell| {
            let (x, y) = (cell % columns, cell / columns);
            let mirrored = [y * columns + columns - 1 - x, (rows - 1 - y) * columns + x];
            mirrored.iter().all(is_known)
        })
    }

    /// Whether all of a row and all of a column are filled, and little else: both are lit up under the pointer.
    fn is_lit_up(&self) -> bool {
        let (columns, rows) = (usize::from(self.columns), usize::from(self.rows));
        let is_filled = |x: usize, y: usize| self.cells[y * columns + x].content != Content::Empty;
        let in_column: Vec<usize> = (0..columns)
            .map(|x| (0..rows).filter(|y| is_filled(x, *y)).count())
            .collect();
        let in_row: Vec<usize> = (0..rows)
            .map(|y| (0..columns).filter(|x| is_filled(*x, y)).count())
            .collect();
        let all: usize = in_row.iter().sum();
        let fullest = |filled: &[usize]| filled.iter().copied().max().unwrap_or(0);
        let (column, row) = (fullest(&in_column), fullest(&in_row));
        let others = (columns - 1) * (rows - 1);
        let beside = (all + 1).saturating_sub(column + row);
        let is_full = |filled: usize, length: usize| filled as f32 >= LIT_FILLED * length as f32;
        is_full(column, rows) && is_full(row, columns) && (beside as f32) < LIT_OTHERS * others as f32
    }
}

/// Cells that were called empty and look otherwise than the other empty ones do, and not as a tint lets them look.
fn odd_ones(seen: &Observation, canvas: &Canvas, kind: Kind, stars: &[usize]) -> Vec<usize> {
    let columns = usize::from(seen.columns);
    let rows = usize::from(seen.rows);
    let is_inner = |cell: usize| {
        let (x, y) = (cell % columns, cell / columns);
        x > 0 && y > 0 && x + 1 < columns && y + 1 < rows
    };
    // Squares may be of two colours by turns.
    let class = |cell: usize| match kind {
        Kind::Points => 0,
        Kind::Cells => (cell % columns + cell / columns) % 2,
    };
    let mut odd = Vec::new();
    for wanted in [0, 1] {
        let empty: Vec<usize> = (0..seen.cells.len())
            .filter(|&cell| seen.cells[cell].content == Content::Empty && is_inner(cell))
            .filter(|&cell| class(cell) == wanted && !stars.contains(&cell))
            .collect();
        if empty.len() < SAMPLED {
            continue;
        }
        let typical = typical(canvas, &empty);
        let off = |cell: usize, usual: &Patch| unevenness(&canvas.patches()[cell], usual);
        let all: Vec<f32> = empty.iter().map(|cell| off(*cell, &typical)).collect();
        let least = (EVEN_TIMES * quantile(&all, EVEN_RANK)).max(OFF_LEAST);
        if all.iter().all(|off| *off <= least) {
            continue;
        }
        let usual = Usual::of(canvas, &empty, typical);
        for (&cell, _) in empty.iter().zip(&all).filter(|(_, off)| **off > least) {
            let (patch, usual) = (&canvas.patches()[cell], usual.at(canvas, cell));
            let off = off(cell, &usual);
            if off > least && !is_seen_through(patch, &usual, off) && is_symmetric(patch, &usual) {
                odd.push(cell);
            }
        }
    }
    odd
}

/// What cells look like on all the board, and in each row and each column: where pixels do not divide evenly among cells, a line is
/// drawn a pixel off from end to end.
struct Usual {
    typical: Patch,
    rows: Vec<Option<Patch>>,
    columns: Vec<Option<Patch>>,
}

impl Usual {
    /// `on_all` is what is typical of all of these cells.
    fn of(canvas: &Canvas, cells: &[usize], on_all: Patch) -> Usual {
        let (columns, rows) = (usize::from(canvas.columns()), usize::from(canvas.rows()));
        let along = |is_in: &dyn Fn(usize) -> bool| {
            let along: Vec<usize> = cells.iter().copied().filter(|cell| is_in(*cell)).collect();
            (along.len() >= ALONG_LEAST).then(|| typical(canvas, &along))
        };
        Usual {
            typical: on_all,
            rows: (0..rows)
                .map(|row| along(&|cell| cell / columns == row))
                .collect(),
            columns: (0..columns)
                .map(|column| along(&|cell| cell % columns == column))
                .collect(),
        }
    }

    /// What is usual there: of each sample, whichever of the three is nearest to what is seen.
    fn at(&self, canvas: &Canvas, cell: usize) -> Patch {
        let (seen, columns) = (&canvas.patches()[cell], usize::from(canvas.columns()));
        let along = [&self.rows[cell / columns], &self.columns[cell % columns]];
        let mut usual = self.typical.clone();
        for other in along.into_iter().flatten() {
            for (index, sample) in usual.0.iter_mut().enumerate() {
                if distance(seen.0[index], other.0[index]) < distance(seen.0[index], *sample) {
                    *sample = other.0[index];
                }
            }
        }
        usual
    }
}

/// Whether what is there is like its mirror image, as stones and signs are and the pointer is not.
fn is_symmetric(patch: &Patch, typical: &Patch) -> bool {
    let difference = Patch(std::array::from_fn(|index| {
        minus(patch.0[index], typical.0[index])
    }));
    symmetry(&difference, &REGIONS.inside) > 1.0 - LOPSIDED
}

/// The rank of what is still usual: a few cells may be odd.
const EVEN_RANK: f32 = 0.9;

fn quantile(values: &[f32], rank: f32) -> f32 {
    crate::read::measure::quantile(values, rank)
}

/// What most of some cells look like, sample by sample; of many cells some are asked.
fn typical(canvas: &Canvas, cells: &[usize]) -> Patch {
    let step = cells.len().div_ceil(SAMPLED);
    let some: Vec<&Patch> = cells
        .iter()
        .step_by(step)
        .map(|cell| &canvas.patches()[*cell])
        .collect();
    let mut typical = Patch([[0.0; 3]; SAMPLES]);
    for (index, sample) in typical.0.iter_mut().enumerate() {
        *sample = median_color(some.iter().map(|patch| patch.0[index]));
    }
    typical
}

/// How far samples of some cells' middles stray from what is usual: nine in ten by less, in levels.
fn spread(canvas: &Canvas, cells: &[usize], usual: &Patch) -> f32 {
    let strays = |cell: &usize| {
        let seen = &canvas.patches()[*cell];
        let core = REGIONS.core.iter();
        core.map(|&index| size(minus(seen.0[index], usual.0[index])))
    };
    quantile(&cells.iter().flat_map(strays).collect::<Vec<f32>>(), EVEN_RANK)
}

/// Which part of a cell's middle is as near as that to what is usual.
fn alike(patch: &Patch, usual: &Patch, near: f32) -> f32 {
    let core = &REGIONS.core;
    let is_near = |index: &&usize| size(minus(patch.0[**index], usual.0[**index])) <= near;
    core.iter().filter(is_near).count() as f32 / core.len() as f32
}

/// How far a cell's middle is from what is usual, in levels, once its corners are brought to the same.
fn unevenness(patch: &Patch, typical: &Patch) -> f32 {
    let off = |index: &usize| minus(patch.0[*index], typical.0[*index]);
    let tint = median_color(REGIONS.corners.iter().map(off));
    let squares: f32 = REGIONS
        .core
        .iter()
        .map(|index| size(minus(off(index), tint)).powi(2))
        .sum();
    (squares / REGIONS.core.len() as f32).sqrt()
}

/// Whether a cell's middle is what is usual with one colour laid over it evenly: a ghost under the pointer.
fn is_seen_through(patch: &Patch, typical: &Patch, off: f32) -> bool {
    let core = &REGIONS.core;
    let count = core.len() as f32;
    let mean = |patch: &Patch| -> Rgb {
        let mut sum = [0.0; 3];
        for &index in core {
            (0..3).for_each(|channel| sum[channel] += patch.0[index][channel] / count);
        }
        sum
    };
    let (own, usual) = (mean(patch), mean(typical));
    let (mut together, mut spread) = (0.0, 0.0);
    for &index in core {
        let (a, b) = (minus(patch.0[index], own), minus(typical.0[index], usual));
        for channel in 0..3 {
            together += a[channel] * b[channel];
            spread += b[channel] * b[channel];
        }
    }
    let part = together / spread.max(1.0);
    let rest: f32 = core
        .iter()
        .map(|&index| {
            let (a, b) = (minus(patch.0[index], own), minus(typical.0[index], usual));
            let rest: Rgb = std::array::from_fn(|channel| a[channel] - part * b[channel]);
            size(rest).powi(2)
        })
        .sum();
    part > SEEN_THROUGH && (rest / count).sqrt() < SEEN_THROUGH_REST * off
}
