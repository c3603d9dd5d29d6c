//! Cells that something lies over, though each for itself reads as empty or as a stone: told by what is beside them. This
//! only ever takes a reading back.

use referee::{color::Color, point::Point};

use super::{
    background::visibility,
    measure::{body, distance, inner_arms, lines, median_color, minus, size},
    model::Model,
};
use crate::{
    calibration::Kind,
    observation::{Cell, Content},
    template::{Canvas, Patch, Rgb},
};

const HIDDEN: Cell = Cell {
    content: Content::Uncertain,
    confidence: 0.0,
};

/// A run of so many empty cells on another ground is covered.
const BAND_CELLS: usize = 3;

/// From so far on, in levels, ground is another one.
const BAND_OFF: f32 = 28.0;

/// A band's own colour changes from cell to cell by less, in levels.
const BAND_SAME: f32 = 10.0;

/// So many stones of one kind and nothing else are no row.
const LONG_ROW: usize = 6;

impl Model {
    /// Takes back what is hidden; `tinted` are the empty cells with a strong tint.
    pub(super) fn doubt_hidden(&self, canvas: &Canvas, cells: &mut [Cell], tinted: &[usize]) {
        doubt_flat(canvas, cells);
        self.doubt_lineless(canvas, cells);
        self.doubt_bands(canvas, cells);
        doubt_beside_cover(canvas, cells, tinted);
    }

    /// Between cells the grid shows beside anything: an empty cell without any of its lines is covered.
    fn doubt_lineless(&self, canvas: &Canvas, cells: &mut [Cell]) {
        let (Kind::Cells, Some(line)) = (self.kind(), self.background.line) else {
            return;
        };
        for (index, cell) in cells.iter_mut().enumerate() {
            if cell.content == Content::Empty {
                let hidden = |side: &Rgb| visibility(*side, line).abs() < 0.25;
                if lines(canvas, index, self.kind()).iter().flatten().all(hidden) {
                    *cell = HIDDEN;
                }
            }
        }
    }

    /// A run of cells along a row or a column without a stone whose ground is another one, the same in all: something lies
    /// over them. A cell alone, or two, may be lit up. Nor are there stones of one kind all along a row.
    fn doubt_bands(&self, canvas: &Canvas, cells: &mut [Cell]) {
        let pairs = canvas.patches().iter().zip(&self.background.expected);
        let kind = self.kind();
        let mut off: Vec<Rgb> = pairs
            .map(|(seen, expected)| minus(body(seen, kind), body(expected, kind)))
            .collect();
        let is_stone = |cell: usize| matches!(cells[cell].content, Content::Stone(_));
        let usual = median_color(
            (0..off.len())
                .filter(|cell| !is_stone(*cell))
                .map(|cell| off[cell]),
        );
        off.iter_mut().for_each(|off| *off = minus(*off, usual));
        let is_off = |cell: usize| !is_stone(cell) && size(off[cell]) > BAND_OFF;
        // Between cells of two shades, the band is the same and the difference is not.
        let color = |cell: usize| body(&canvas.patches()[cell], kind);
        let is_same = |a: usize, b: usize| distance(color(a), color(b)) < BAND_SAME;
        let alike = |a: usize, b: usize| distance(off[a], off[b]) < 0.3 * size(off[a]) || is_same(a, b);
        let (columns, rows) = (usize::from(canvas.columns()), usize::from(canvas.rows()));
        let along_rows = (0..rows).map(|y| (0..columns).map(|x| y * columns + x).collect());
        let along_columns = (0..columns).map(|x| (0..rows).map(|y| y * columns + x).collect());
        let mut hidden: Vec<usize> = Vec::new();
        for way in along_rows.chain(along_columns) {
            let way: Vec<usize> = way;
            let stones = |color: Color| {
                let of = |&&cell: &&usize| cells[cell].content == Content::Stone(color);
                way.iter().filter(of).count()
            };
            let [black, white] = Color::BOTH.map(stones);
            let is_open = |&cell: &usize| cells[cell].content == Content::Empty;
            if black.min(white) == 0 && black.max(white) >= LONG_ROW && !way.iter().any(is_open) {
                hidden.extend(&way);
            }
            let runs = way.chunk_by(|&a, &b| is_off(a) && is_off(b) && alike(a, b));
            hidden.extend(runs.filter(|run| run.len() >= BAND_CELLS).flatten());
            // What looks like a stone may be more of the band.
            let runs = way.chunk_by(|&a, &b| is_same(a, b));
            let free = |run: &&[usize]| run.iter().filter(|&&cell| is_off(cell)).count() >= BAND_CELLS;
            hidden.extend(runs.filter(free).flatten());
        }
        for cell in hidden {
            cells[cell] = HIDDEN;
        }
    }
}

/// Three by three cells without the least structure, grid lines included, are another window or its black rest.
fn doubt_flat(canvas: &Canvas, cells: &mut [Cell]) {
    let (columns, rows) = (usize::from(canvas.columns()), usize::from(canvas.rows()));
    let flat: Vec<bool> = canvas
        .patches()
        .iter()
        .zip(cells.iter())
        .map(|(patch, cell)| matches!(cell.content, Content::Stone(_)) && is_flat(patch))
        .collect();
    for row in 1..rows.saturating_sub(1) {
        for column in 1..columns.saturating_sub(1) {
            let block =
                || (row - 1..=row + 1).flat_map(|y| (column - 1..=column + 1).map(move |x| y * columns + x));
            if block().all(|cell| flat[cell]) {
                block().for_each(|cell| cells[cell] = HIDDEN);
            }
        }
    }
    for (index, cell) in cells.iter_mut().enumerate() {
        let point = Point::new((index % columns) as u8, (index / columns) as u8);
        if canvas.is_outside(point) {
            *cell = HIDDEN;
        }
    }
}

/// A strong tint beside cells that cannot be told is the edge of what covers those.
fn doubt_beside_cover(canvas: &Canvas, cells: &mut [Cell], tinted: &[usize]) {
    let (columns, rows) = (usize::from(canvas.columns()), usize::from(canvas.rows()));
    for &index in tinted {
        let inner = inner_arms(index % columns, index / columns, columns, rows);
        let beside = [
            index.wrapping_sub(1),
            index + 1,
            index.wrapping_sub(columns),
            index + columns,
        ];
        let covered = |(&other, inner): (&usize, bool)| inner && cells[other].content == Content::Uncertain;
        if beside.iter().zip(inner).any(covered) {
            cells[index] = HIDDEN;
        }
    }
}

fn is_flat(patch: &Patch) -> bool {
    patch
        .0
        .iter()
        .all(|sample| size(minus(*sample, patch.0[0])) < 1.0)
}
