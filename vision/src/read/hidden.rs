//! Cells that something lies over, though each for itself reads as empty or as a stone: told by what is beside them. This
//! only ever takes a reading back.

use referee::point::Point;

use super::lain_over::HIDDEN;
use super::{
    background::visibility,
    measure::{lines, minus, size},
    model::Model,
    seam::{Side, neighbours},
};
use crate::read::thresholds::signs::{FLAT_MAX, LINELESS};
use crate::{
    calibration::Kind,
    observation::{Cell, Content},
    template::{Canvas, Patch, Rgb},
};

/// A pointer and the last move light up a cell each. So many flat cells of another colour are square stones.
const LIT: usize = 3;

impl Model {
    /// Takes back what is hidden. Of each cell `unchanged` tells whether it looks just as the empty one should, and `grounds` how
    /// far its ground is from that one's, if that is known; `tinted` are the empty cells with a strong tint, `lit` the flat ones
    /// of another colour.
    pub(super) fn doubt_hidden(
        &self,
        canvas: &Canvas,
        cells: &mut [Cell],
        (unchanged, grounds): (&[bool], &mut [Option<Rgb>]),
        tinted: &[usize],
        lit: &[usize],
    ) {
        doubt_flat(canvas, cells);
        self.doubt_lineless(canvas, cells);
        self.doubt_bands(canvas, cells, unchanged, grounds);
        if self.kind() == Kind::Cells && lit.len() >= LIT {
            lit.iter().for_each(|index| cells[*index] = HIDDEN);
        }
        self.doubt_seams(canvas, cells);
        doubt_beside_cover(canvas, cells, tinted);
        doubt_crossing(canvas, cells);
        doubt_alongside(canvas, cells);
        doubt_surrounded(canvas, cells);
    }

    /// Between cells the grid shows beside anything: an empty cell without any of its lines is covered.
    fn doubt_lineless(&self, canvas: &Canvas, cells: &mut [Cell]) {
        let (Kind::Cells, Some(line)) = (self.kind(), self.background.line) else {
            return;
        };
        for (index, cell) in cells.iter_mut().enumerate() {
            if cell.content == Content::Empty {
                let hidden = |side: &Rgb| visibility(*side, line).abs() < LINELESS;
                if lines(canvas, index, self.kind()).iter().flatten().all(hidden) {
                    *cell = HIDDEN;
                }
            }
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
    for &index in tinted {
        let covered = |(other, _): (usize, Side)| cells[other].content == Content::Uncertain;
        if neighbours(canvas, index).any(covered) {
            cells[index] = HIDDEN;
        }
    }
}

/// Where a row and a column that cannot be told meet, what seems to be a stone is the crossing of what lies over both.
fn doubt_crossing(canvas: &Canvas, cells: &mut [Cell]) {
    let (columns, rows) = (usize::from(canvas.columns()), usize::from(canvas.rows()));
    let is_unclear = |cell: usize| cells[cell].content == Content::Uncertain;
    let run = |way: &mut dyn Iterator<Item = usize>| way.take_while(|cell| is_unclear(*cell)).count() >= ARM;
    let crossed: Vec<usize> = (0..cells.len())
        .filter(|&cell| matches!(cells[cell].content, Content::Stone(_)))
        .filter(|&cell| {
            let (x, y) = (cell % columns, cell / columns);
            let row = |x: usize| y * columns + x;
            let column = |y: usize| y * columns + x;
            let across = run(&mut (0..x).rev().map(row)) || run(&mut (x + 1..columns).map(row));
            across && (run(&mut (0..y).rev().map(column)) || run(&mut (y + 1..rows).map(column)))
        })
        .collect();
    crossed.into_iter().for_each(|cell| cells[cell] = HIDDEN);
}

/// A run of stones of one kind, each with a cell beside it that cannot be told, all on one side: that is the edge of what lies over
/// those, or a line of words on it.
fn doubt_alongside(canvas: &Canvas, cells: &mut [Cell]) {
    let (columns, rows) = (usize::from(canvas.columns()), usize::from(canvas.rows()));
    let mut hidden: Vec<usize> = Vec::new();
    let row = |y: usize| (y * columns..(y + 1) * columns).collect();
    let column = |x: usize| (x..cells.len()).step_by(columns).collect();
    let along_rows = (0..rows).map(|y| (row(y), [Side::Above, Side::Below]));
    let along_columns = (0..columns).map(|x| (column(x), [Side::Left, Side::Right]));
    for (way, sides) in along_rows.chain(along_columns) {
        let way: Vec<usize> = way;
        for side in sides {
            let is_unclear =
                |(other, at): (usize, Side)| at == side && cells[other].content == Content::Uncertain;
            let is_beside = |cell: usize| {
                matches!(cells[cell].content, Content::Stone(_)) && neighbours(canvas, cell).any(is_unclear)
            };
            let goes_on = |a: &usize, b: &usize| {
                is_beside(*a) && is_beside(*b) && cells[*a].content == cells[*b].content
            };
            let runs = way.chunk_by(goes_on).filter(|run| run.len() >= ARM);
            hidden.extend(runs.flatten());
        }
    }
    hidden.into_iter().for_each(|cell| cells[cell] = HIDDEN);
}

/// What seem to be stones amid cells that cannot be told, on all sides of them, are words or buttons on what lies over those.
fn doubt_surrounded(canvas: &Canvas, cells: &mut [Cell]) {
    let mut is_seen = vec![false; cells.len()];
    for start in 0..cells.len() {
        let is_stone = |cell: usize| matches!(cells[cell].content, Content::Stone(_));
        if is_seen[start] || !is_stone(start) {
            continue;
        }
        is_seen[start] = true;
        let (mut group, mut unclear, mut is_open) = (vec![start], 0, false);
        let mut at = 0;
        while let Some(&cell) = group.get(at) {
            at += 1;
            for (other, _) in neighbours(canvas, cell) {
                match cells[other].content {
                    Content::Empty => is_open = true,
                    Content::Uncertain => unclear += 1,
                    Content::Stone(_) if !is_seen[other] => {
                        is_seen[other] = true;
                        group.push(other);
                    }
                    Content::Stone(_) => {}
                }
            }
        }
        // On a full board a few points that cannot be told are all that is beside the stones.
        if !is_open && unclear >= group.len() {
            group.into_iter().for_each(|cell| cells[cell] = HIDDEN);
        }
    }
}

/// So many cells in a row that cannot be told are an arm of a cross, or the edge of something.
const ARM: usize = 3;

fn is_flat(patch: &Patch) -> bool {
    patch
        .0
        .iter()
        .all(|sample| size(minus(*sample, patch.0[0])) < FLAT_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_of_one_colour_is_flat() {
        let flat = |off: f32| {
            let mut patch = Patch::flat([100.0; 3]);
            patch.0[50] = [100.0 + off; 3];
            is_flat(&patch)
        };
        assert!(flat(0.95) && !flat(1.05));
    }
}
