//! What a board's own border looks like: a thicker line, a frame beside it, another ground beyond. A part of the background.

use super::super::measure::{REGIONS, distance, inner_arms, minus, plus, size};
use crate::read::thresholds::background::OTHER;
use crate::{
    rank::{median_color, median_patch, order},
    template::{Canvas, Patch, Rgb, SIDE},
};

/// The middle row and column of a patch.
const CENTRE: usize = SIDE / 2;

/// So many samples of a border may be lines that cross it.
const LINES: usize = 20;

/// How a side's border stands out from what is expected there, if few of its cells are known to be empty: what runs along all
/// of it is to be seen at the cells' ends, beside whatever stands on their points.
fn running(canvas: &Canvas, expected: &[Patch], cells: &[usize], side: usize) -> Patch {
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
    Patch(std::array::from_fn(|index| strip[across(index)]))
}

/// How it is known which cells are empty.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bare {
    /// By their grid lines.
    Known,
    /// By what most of them share.
    Guessed,
}

/// Whether a sample lies to the left, right, above, below of the lines through its point.
fn is_beyond(index: usize) -> [bool; 4] {
    let (x, y) = (index % SIDE, index / SIDE);
    [x < CENTRE, x > CENTRE, y < CENTRE, y > CENTRE]
}

/// The border's own look along each side, as far as most cells there share it: a thicker line, a frame beside it, another
/// ground beyond.
pub(super) fn add_borders(canvas: &Canvas, expected: &mut [Patch], empty: &[bool], known: Bare) {
    let (columns, rows) = (usize::from(canvas.columns()), usize::from(canvas.rows()));
    let arms = |cell: usize| inner_arms(cell % columns, cell / columns, columns, rows);
    let looks: [Patch; 4] = std::array::from_fn(|side| {
        let on_side = |cell: &usize| {
            let inner = arms(*cell);
            !inner[side] && inner.iter().filter(|inner| !**inner).count() == 1
        };
        let mut cells: Vec<usize> = (0..expected.len()).filter(on_side).collect();
        // Where a few only seem empty, stones may be in the way.
        let bare = cells.iter().filter(|cell| empty[**cell]).count();
        let few = match known {
            Bare::Known if bare == 1 || bare == 2 => return Patch::flat([0.0; 3]),
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
        cells.sort_by_cached_key(|cell| order(stray(cell)));
        cells.truncate(cells.len().div_ceil(2).max(3));
        let apart = |&cell: &usize| {
            let (seen, expected) = (&canvas.patches()[cell], &expected[cell]);
            Patch(std::array::from_fn(|index| {
                minus(seen.0[index], expected.0[index])
            }))
        };
        let look = median_patch(&cells.iter().map(apart).collect::<Vec<Patch>>());
        let Some(running) = running else { return look };
        // Lines may run on beyond the outermost ones; whatever is larger than they stands there.
        let pairs = look.0.iter().zip(&running.0);
        let other = pairs.filter(|(look, running)| distance(**look, **running) > OTHER);
        if other.count() > LINES { running } else { look }
    });
    // What is laid on a cell at one border only.
    let alone: [Patch; 4] = std::array::from_fn(|side| {
        Patch(std::array::from_fn(|index| {
            let look = looks[side].0[index];
            match size(look) > 0.0 || is_beyond(index)[side] {
                true => look,
                false => [0.0; 3],
            }
        }))
    });
    for (cell, patch) in expected.iter_mut().enumerate() {
        let inner = arms(cell);
        let outer: Vec<usize> = (0..4).filter(|side| !inner[*side]).collect();
        if outer.len() <= 1 {
            for side in outer {
                let pairs = patch.0.iter_mut().zip(&alone[side].0);
                pairs.for_each(|(sample, look)| *sample = plus(*sample, *look));
            }
            continue;
        }
        for (index, sample) in patch.0.iter_mut().enumerate() {
            // In a corner two borders meet: beyond one of them nothing of the other is to be seen, elsewhere whatever
            // stands out more.
            let (x, y) = (index % SIDE, index / SIDE);
            let beyond = is_beyond(index);
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
