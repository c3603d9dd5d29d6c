//! What a board's own border looks like: a thicker line, a frame beside it, another ground beyond. A part of the background.

use super::super::measure::{REGIONS, distance, inner_arms, minus, plus, size};
use crate::{
    rank::{median_patch, order},
    template::{Canvas, Patch, SIDE},
};

/// The middle row and column of a patch.
const CENTRE: usize = SIDE / 2;

/// The border's own look along each side, as far as most cells there share it: a thicker line, a frame beside it, another
/// ground beyond.
pub(super) fn add_borders(canvas: &Canvas, expected: &mut [Patch], empty: &[bool]) {
    let (columns, rows) = (usize::from(canvas.columns()), usize::from(canvas.rows()));
    let arms = |cell: usize| inner_arms(cell % columns, cell / columns, columns, rows);
    let looks: [Patch; 4] = std::array::from_fn(|side| {
        let on_side = |cell: &usize| {
            let inner = arms(*cell);
            !inner[side] && inner.iter().filter(|inner| !**inner).count() == 1
        };
        let mut cells: Vec<usize> = (0..expected.len()).filter(on_side).collect();
        // Where a few only seem empty, stones may be in the way.
        match cells.iter().filter(|cell| empty[**cell]).count() {
            0 => {}
            1 | 2 => return Patch::flat([0.0; 3]),
            _ => cells.retain(|cell| empty[*cell]),
        }
        // Whatever runs along the border runs through all of them; stones stray more.
        let stray = |cell: &usize| {
            let far = |&index: &usize| distance(canvas.patches()[*cell].0[index], expected[*cell].0[index]);
            REGIONS.inside.iter().map(far).sum::<f32>()
        };
        cells.sort_by_cached_key(|cell| order(stray(cell)));
        cells.truncate(cells.len().div_ceil(2).max(3));
        let apart = |&cell: &usize| {
            let (seen, expected) = (&canvas.patches()[cell], &expected[cell]);
            Patch(std::array::from_fn(|index| {
                minus(seen.0[index], expected.0[index])
            }))
        };
        median_patch(&cells.iter().map(apart).collect::<Vec<Patch>>())
    });
    for (cell, patch) in expected.iter_mut().enumerate() {
        let inner = arms(cell);
        let outer: Vec<usize> = (0..4).filter(|side| !inner[*side]).collect();
        for (index, sample) in patch.0.iter_mut().enumerate() {
            // In a corner two borders meet: beyond one of them nothing of the other is to be seen, elsewhere whatever
            // stands out more.
            let (x, y) = (index % SIDE, index / SIDE);
            let beyond = [x < CENTRE, x > CENTRE, y < CENTRE, y > CENTRE];
            let mut beyond = outer.iter().filter(|side| beyond[**side]);
            let stray = match (beyond.next(), beyond.next()) {
                (Some(side), None) => looks[*side].0[index],
                // Beyond both, the one that is farther away.
                (Some(across), Some(down)) => {
                    let farther = x.abs_diff(CENTRE) > y.abs_diff(CENTRE);
                    looks[if farther { *across } else { *down }].0[index]
                }
                _ => outer
                    .iter()
                    .map(|side| looks[*side].0[index])
                    .fold(
                        [0.0; 3],
                        |most, look| if size(look) > size(most) { look } else { most },
                    ),
            };
            *sample = plus(*sample, stray);
        }
    }
}
