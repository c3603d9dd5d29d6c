//! What a board's own border looks like: a thicker line, a frame beside it, another ground beyond. A part of the background.

use super::super::measure::{REGIONS, distance, inner_arms, median_color, minus, plus, size};
use crate::template::{Canvas, Patch, Rgb, SAMPLES, SIDE};

/// The middle row and column of a patch.
const CENTRE: usize = SIDE / 2;

/// Samples of a border that differ by more from what runs along it, in levels, are something else.
const OTHER: f32 = 20.0;

/// So many samples of a border may be lines that cross it.
const LINES: usize = 20;

/// How a side's border stands out from what is expected there, if few of its cells are known to be empty: what runs along all
/// of it is to be seen at the cells' ends, beside whatever stands on their points.
fn running(canvas: &Canvas, expected: &[Patch], cells: &[usize], side: usize) -> Vec<Rgb> {
    let upright = side < 2;
    let stray = |(cell, along): (usize, usize), across: usize| {
        let index = if upright {
            along * SIDE + across
        } else {
            across * SIDE + along
        };
        minus(canvas.patches()[cell].0[index], expected[cell].0[index])
    };
    let mut ends: Vec<(usize, usize)> = cells
        .iter()
        .flat_map(|&cell| [(cell, 0), (cell, SIDE - 1)])
        .collect();
    // Where stones and their shadows do not reach, least strays.
    let all = |end: &(usize, usize)| (0..SIDE).map(|across| size(stray(*end, across))).sum::<f32>();
    ends.sort_by(|a, b| all(a).total_cmp(&all(b)));
    ends.truncate(ends.len().div_ceil(2).max(3));
    let strip: [Rgb; SIDE] =
        std::array::from_fn(|across| median_color(ends.iter().map(|end| stray(*end, across))));
    let across = |index: usize| if upright { index % SIDE } else { index / SIDE };
    (0..SAMPLES).map(|index| strip[across(index)]).collect()
}

/// How it is known which cells are empty.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bare {
    /// By their grid lines.
    Known,
    /// By what most of them share.
    Guessed,
}

/// The border's own look along each side, as far as most cells there share it: a thicker line, a frame beside it, another
/// ground beyond.
pub(super) fn add_borders(canvas: &Canvas, expected: &mut [Patch], empty: &[bool], known: Bare) {
    let (columns, rows) = (usize::from(canvas.columns()), usize::from(canvas.rows()));
    let arms = |cell: usize| inner_arms(cell % columns, cell / columns, columns, rows);
    let looks: [Vec<Rgb>; 4] = std::array::from_fn(|side| {
        let on_side = |cell: &usize| {
            let inner = arms(*cell);
            !inner[side] && inner.iter().filter(|inner| !**inner).count() == 1
        };
        let mut cells: Vec<usize> = (0..expected.len()).filter(on_side).collect();
        // Where a few only seem empty, stones may be in the way.
        let bare = cells.iter().filter(|cell| empty[**cell]).count();
        let few = match known {
            Bare::Known if bare == 1 || bare == 2 => return vec![[0.0; 3]; SAMPLES],
            Bare::Known => bare == 0,
            Bare::Guessed => bare * 2 < cells.len(),
        };
        let running = few.then(|| running(canvas, expected, &cells, side));
        if running.is_none() {
            cells.retain(|cell| empty[*cell]);
        }
        // Whatever runs along the border runs through all of them; stones stray more.
        let stray = |cell: &usize| {
            let far = |&index: &usize| distance(canvas.patches()[*cell].0[index], expected[*cell].0[index]);
            REGIONS.inside.iter().map(far).sum::<f32>()
        };
        cells.sort_by(|a, b| stray(a).total_cmp(&stray(b)));
        cells.truncate(cells.len().div_ceil(2).max(3));
        let strays = |index: usize| {
            cells
                .iter()
                .map(move |&cell| (cell, index))
                .map(|(cell, index)| minus(canvas.patches()[cell].0[index], expected[cell].0[index]))
        };
        let look: Vec<Rgb> = (0..SAMPLES).map(|index| median_color(strays(index))).collect();
        let Some(running) = running else { return look };
        // Lines may run on beyond the outermost ones; whatever is larger than they stands there.
        let other = look
            .iter()
            .zip(&running)
            .filter(|(look, running)| distance(**look, **running) > OTHER);
        if other.count() > LINES { running } else { look }
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
                (Some(side), None) => looks[*side][index],
                // Beyond both, the one that is farther away.
                (Some(across), Some(down)) => {
                    let farther = x.abs_diff(CENTRE) > y.abs_diff(CENTRE);
                    looks[if farther { *across } else { *down }][index]
                }
                _ => outer
                    .iter()
                    .map(|side| looks[*side][index])
                    .fold(
                        [0.0; 3],
                        |most, look| if size(look) > size(most) { look } else { most },
                    ),
            };
            *sample = plus(*sample, stray);
        }
    }
}
