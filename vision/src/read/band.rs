//! Bands: what lies over a run of cells along a row or a column, as a panel or a title bar does. It knows the ground that is
//! expected in each cell, and not what lies there.

use referee::color::Color;

use crate::read::thresholds::signs::{BAND_LIKE, BAND_OFF, BAND_SAME};
use crate::{
    calibration::Kind,
    observation::{Cell, Content},
    read::{
        lain_over::HIDDEN,
        measure::{body, distance, median_color, minus, size},
        model::Model,
    },
    template::{Canvas, Rgb},
};

impl Model {
    /// A run of cells along a row or a column without a stone whose ground is another one, the same in all: something lies
    /// over them. A cell alone, or two, may be lit up. Nor are there stones of one kind all along a row.
    /// `unchanged` says which cells look just as they should, `known` how far grounds are from the expected ones, as far as they
    /// were compared.
    pub(super) fn doubt_bands(
        &self,
        canvas: &Canvas,
        cells: &mut [Cell],
        unchanged: &[bool],
        known: &mut [Option<Rgb>],
    ) {
        let grounds = Grounds::of(self, canvas, cells, unchanged, known);
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
            grounds.bands(&way, &mut hidden);
        }
        for cell in hidden {
            cells[cell] = HIDDEN;
        }
    }
}

/// The ground of each cell against the one that is expected there.
struct Grounds<'a> {
    canvas: &'a Canvas,
    kind: Kind,
    /// How far off it is from where it usually is on this board; `None` for stones, and for what is not far off.
    off: Vec<Option<Rgb>>,
}

impl Grounds<'_> {
    fn of<'a>(
        model: &Model,
        canvas: &'a Canvas,
        cells: &[Cell],
        unchanged: &[bool],
        known: &mut [Option<Rgb>],
    ) -> Grounds<'a> {
        let kind = model.kind();
        let mut off: Vec<Option<Rgb>> = Vec::with_capacity(cells.len());
        for (index, (seen, expected)) in canvas
            .patches()
            .iter()
            .zip(&model.background.expected)
            .enumerate()
        {
            off.push(match cells[index].content {
                Content::Stone(_) => None,
                _ if unchanged[index] => Some([0.0; 3]),
                _ => Some(*known[index].get_or_insert_with(|| minus(body(seen, kind), body(expected, kind)))),
            });
        }
        let usual = median_color(off.iter().flatten().copied());
        for off in &mut off {
            let apart = off.map(|off| minus(off, usual));
            *off = apart.filter(|apart| size(*apart) > BAND_OFF);
        }
        Grounds { canvas, kind, off }
    }

    /// Adds the cells of a row or a column over which a band lies.
    fn bands(&self, way: &[usize], hidden: &mut Vec<usize>) {
        let is_off = |cell: &&usize| self.off[**cell].is_some();
        if way.iter().filter(is_off).count() < BAND_CELLS {
            return;
        }
        let seen = |&cell: &usize| (cell, body(&self.canvas.patches()[cell], self.kind));
        let way: Vec<(usize, Rgb)> = way.iter().map(seen).collect();
        // Between cells of two shades, the band is the same and the difference is not.
        let is_same = |a: &(usize, Rgb), b: &(usize, Rgb)| distance(a.1, b.1) < BAND_SAME;
        let alike = |a: &(usize, Rgb), b: &(usize, Rgb)| match (self.off[a.0], self.off[b.0]) {
            (Some(off), Some(other)) => distance(off, other) < BAND_LIKE * size(off) || is_same(a, b),
            _ => false,
        };
        let long = |run: &&[(usize, Rgb)]| run.len() >= BAND_CELLS;
        hidden.extend(way.chunk_by(alike).filter(long).flatten().map(|(cell, _)| cell));
        // What looks like a stone may be more of the band.
        let free = |run: &&[(usize, Rgb)]| run.iter().filter(|(cell, _)| is_off(&cell)).count() >= BAND_CELLS;
        hidden.extend(way.chunk_by(is_same).filter(free).flatten().map(|(cell, _)| cell));
    }
}

/// A run of so many empty cells on another ground is covered.
const BAND_CELLS: usize = 3;

/// So many stones of one kind and nothing else are no row.
const LONG_ROW: usize = 6;
