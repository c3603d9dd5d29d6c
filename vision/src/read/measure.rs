//! Where in a cell to look, and robust numbers from there. It knows regions and statistics, not stones.

use std::sync::LazyLock;

pub(super) use crate::color::{dot, minus, plus, times};
pub(super) use crate::rank::median_color;
use crate::{
    calibration::Kind,
    rank::{self, FEW, Few, MANY_ROWS, SOME, SOME_ROWS, order, rank_of, unorder},
    template::{Canvas, Patch, Rgb, SAMPLES, SIDE},
};

/// The middle row and column of a patch.
const CENTRE: isize = SIDE as isize / 2;

/// Samples by their part in a cell. Distances are counted in samples from the centre (13 a pitch).
pub(super) struct Regions {
    /// The square where a stone covers everything, its very centre included: up to 4 samples away.
    pub core: Vec<usize>,
    /// The square around the centre that even the largest stones on neighbouring points leave free.
    pub heart: Vec<usize>,
    /// The very centre: up to 1 sample away.
    pub middle: Vec<usize>,
    /// The square in which a mark between grid lines is drawn: up to 5 samples away.
    pub inside: Vec<usize>,
    /// The core without the grid lines and without the centre, where dots and star points lie.
    pub body: Vec<usize>,
    /// The corners of the inside: background beside any mark that does not fill its cell.
    pub corners: Vec<usize>,
    /// The same corners apart: top left, top right, bottom left, bottom right.
    pub corner: [[usize; 3]; 4],
    /// The inside above and below any writing on a stone: at least 3 samples up or down.
    pub bands: Vec<usize>,
    /// Above and below any writing, where every disc is filled and no thin sign is.
    pub caps: Vec<usize>,
    /// Straight above and straight below the centre, where rings have ink and crosses have none: one list a step.
    pub poles: [[Vec<usize>; 3]; 2],
    /// The outermost ring of the inside, 5 samples away: frames around a cell run there.
    pub frame: Vec<usize>,
    /// Left, right, up, down: the strip along one side, at least 4 samples away.
    pub sides: [Vec<usize>; 4],
    /// Left, right, up, down: the grid line between centre and edge.
    pub arms: [Vec<usize>; 4],
    /// Left, right, up, down, near the corners, where no mark reaches: the cell's own edge, on which a grid between
    /// cells is drawn, and the ground beside it.
    pub edges: [(Vec<usize>, Vec<usize>); 4],
}

/// The regions; they depend on nothing but [`SIDE`].
pub(super) static REGIONS: LazyLock<Regions> = LazyLock::new(|| {
    let pick = |wanted: &dyn Fn(isize, isize) -> bool| -> Vec<usize> {
        (0..SAMPLES)
            .filter(|index| wanted((index % SIDE) as isize - CENTRE, (index / SIDE) as isize - CENTRE))
            .collect()
    };
    let arm = |dx: isize, dy: isize| pick(&move |x, y| x * dy + y * dx == 0 && x * dx + y * dy >= 2);
    let edge = |dx: isize, dy: isize| {
        let near_corner = move |x: isize, y: isize| (4..=5).contains(&(x * dy + y * dx).abs());
        (
            pick(&move |x, y| near_corner(x, y) && x * dx + y * dy == CENTRE),
            pick(&move |x, y| near_corner(x, y) && x * dx + y * dy == CENTRE - 1),
        )
    };
    Regions {
        core: pick(&|x, y| x.abs() <= 4 && y.abs() <= 4),
        heart: pick(&|x, y| x.abs() <= 2 && y.abs() <= 2),
        middle: pick(&|x, y| x.abs() <= 1 && y.abs() <= 1),
        inside: pick(&|x, y| x.abs() <= 5 && y.abs() <= 5),
        body: pick(&|x, y| (2..=4).contains(&x.abs()) && (2..=4).contains(&y.abs())),
        corners: pick(&|x, y| (4..=5).contains(&x.abs()) && (4..=5).contains(&y.abs())),
        corner: [(-1, -1), (1, -1), (-1, 1), (1, 1)].map(|(sx, sy)| {
            [(4, 5), (5, 4), (5, 5)]
                .map(|(x, y)| (CENTRE + y * sy) as usize * SIDE + (CENTRE + x * sx) as usize)
        }),
        bands: pick(&|x, y| x.abs() <= 5 && (3..=5).contains(&y.abs())),
        caps: pick(&|x, y| x.abs() <= 2 && (3..=4).contains(&y.abs())),
        poles: [-1, 1].map(|side| [3, 4, 5].map(|step| pick(&move |x, y| x == 0 && y == side * step))),
        frame: pick(&|x, y| x.abs().max(y.abs()) == 5),
        sides: [(-1, 0), (1, 0), (0, -1), (0, 1)].map(|(dx, dy)| pick(&move |x, y| x * dx + y * dy >= 4)),
        arms: [arm(-1, 0), arm(1, 0), arm(0, -1), arm(0, 1)],
        edges: [edge(-1, 0), edge(1, 0), edge(0, -1), edge(0, 1)],
    }
});

/// Which of the four arms (left, right, up, down) of a cell belong to the board.
pub(super) fn inner_arms(column: usize, row: usize, columns: usize, rows: usize) -> [bool; 4] {
    [column > 0, column + 1 < columns, row > 0, row + 1 < rows]
}

/// The colour of the parts that no grid line crosses, by medians.
pub(super) fn body(patch: &Patch, kind: Kind) -> Rgb {
    let region = match kind {
        Kind::Points => &REGIONS.body,
        Kind::Cells => &REGIONS.inside,
    };
    median_color(region.iter().map(|&index| patch.0[index]))
}

/// The same, where some arms leave the board: only of what lies on it.
pub(super) fn ground(patch: &Patch, kind: Kind, inner: [bool; 4]) -> Rgb {
    if kind == Kind::Cells || inner == [true; 4] {
        return body(patch, kind);
    }
    let on_board = |index: &&usize| {
        let (x, y) = (
            (*index % SIDE) as isize - CENTRE,
            (*index / SIDE) as isize - CENTRE,
        );
        (inner[0] || x > 0) && (inner[1] || x < 0) && (inner[2] || y > 0) && (inner[3] || y < 0)
    };
    median_color(REGIONS.body.iter().filter(on_board).map(|&index| patch.0[index]))
}

/// The colour of a cell's middle, by medians.
pub(super) fn core(patch: &Patch) -> Rgb {
    median_color(REGIONS.core.iter().map(|&index| patch.0[index]))
}

/// How each of the four grid lines through or around a cell stands out from what lies beside it: colour
/// differences, left, right, up, down; `None` where the board ends.
pub(super) fn lines(canvas: &Canvas, cell: usize, kind: Kind) -> [Option<Rgb>; 4] {
    let (columns, rows) = (usize::from(canvas.columns()), usize::from(canvas.rows()));
    let inner = inner_arms(cell % columns, cell / columns, columns, rows);
    let patch = &canvas.patches()[cell];
    let mut found = [None; 4];
    for (side, found) in found.iter_mut().enumerate().filter(|(side, _)| inner[*side]) {
        *found = Some(match kind {
            // The line's contrast at each of its three samples; their median is not moved by a dot on the centre.
            Kind::Points => median_of_three([2, 3, 4].map(|along| contrast(patch, side, along, inner))),
            // The line between two cells lies half in each, or by rounding wholly in one.
            Kind::Cells => {
                let neighbour = [
                    cell.wrapping_sub(1),
                    cell + 1,
                    cell.wrapping_sub(columns),
                    cell + columns,
                ][side];
                let there = &canvas.patches()[neighbour];
                let ((own, beside), (other, beyond)) = (&REGIONS.edges[side], &REGIONS.edges[side ^ 1]);
                let line = plus(mean(patch, own), mean(there, other));
                minus(line, plus(mean(patch, beside), mean(there, beyond)))
            }
        });
    }
    found
}

/// Where the four arms lead: right and down.
const WAYS: [(isize, isize); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

/// How an arm stands out, so many samples from the centre, from what lies beside it on the board. Beyond the outermost
/// line there may be a frame, close enough to be taken for the ground.
fn contrast(patch: &Patch, side: usize, along: isize, inner: [bool; 4]) -> Rgb {
    let (dx, dy) = WAYS[side];
    let at = |across: isize| {
        let (x, y) = (
            CENTRE + along * dx + across * dy.abs(),
            CENTRE + along * dy + across * dx.abs(),
        );
        patch.at(x as usize, y as usize)
    };
    let beside = match side {
        0 | 1 => [inner[2], inner[3]],
        _ => [inner[0], inner[1]],
    };
    let ground = match beside {
        [true, false] => at(-2),
        [false, true] => at(2),
        _ => times(plus(at(-2), at(2)), 0.5),
    };
    minus(at(0), ground)
}

/// The same contrasts at the cell's edge, where a stone on the point leaves the line free.
pub(super) fn line_ends(canvas: &Canvas, cell: usize) -> [Option<Rgb>; 4] {
    let (columns, rows) = (usize::from(canvas.columns()), usize::from(canvas.rows()));
    let inner = inner_arms(cell % columns, cell / columns, columns, rows);
    let patch = &canvas.patches()[cell];
    let mut found = [None; 4];
    for (side, found) in found.iter_mut().enumerate().filter(|(side, _)| inner[*side]) {
        *found = Some(contrast(patch, side, CENTRE, inner));
    }
    found
}

/// Mean colour of some samples.
pub(super) fn mean(patch: &Patch, region: &[usize]) -> Rgb {
    let mut sum = [0.0; 3];
    for &index in region {
        sum = plus(sum, patch.0[index]);
    }
    times(sum, 1.0 / region.len().max(1) as f32)
}

/// Each channel's median of three.
pub(super) fn median_of_three([a, b, c]: [Rgb; 3]) -> Rgb {
    std::array::from_fn(|channel| {
        let (a, b, c) = (order(a[channel]), order(b[channel]), order(c[channel]));
        unorder(a.min(b).max(a.max(b).min(c)))
    })
}

/// The middle value (the upper one of two); 0 for nothing.
pub(super) fn median(values: &[f32]) -> f32 {
    quantile(values, 0.5)
}

/// The value below which the given part (0 to 1) of the values lies; 0 for nothing.
pub(super) fn quantile(values: &[f32], part: f32) -> f32 {
    if values.is_empty() {
        return 0.0;
    }
    let rank = rank_of(part, values.len());
    if values.len() > FEW {
        let mut many: Vec<i32> = values.iter().map(|value| order(*value)).collect();
        return rank::at(&mut many, rank);
    }
    if values.len() <= SOME {
        quantile_in::<SOME_ROWS>(values, rank)
    } else {
        quantile_in::<MANY_ROWS>(values, rank)
    }
}

fn quantile_in<const ROWS: usize>(values: &[f32], rank: usize) -> f32 {
    let mut few = Few::<ROWS>::new();
    for value in values {
        few.push(*value);
    }
    few.at(rank)
}

/// A bound for many differences: which of them are no larger, without a root for each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    /// The greatest [`dot`] of such a difference with itself.
    square: f32,
}

impl Bound {
    /// Differences whose [`size`] is at most that, to the last bit.
    pub(super) fn at_most(most: f32) -> Bound {
        let root = |square: f32| (square / 3.0).sqrt();
        let mut square = 3.0 * most * most;
        if !square.is_finite() || most < 0.0 {
            let all = if most > 0.0 { f32::INFINITY } else { -1.0 };
            return Bound { square: all };
        }
        // Off by a few of the last bits at most.
        while root(square) > most {
            square = square.next_down();
        }
        while root(square.next_up()) <= most {
            square = square.next_up();
        }
        Bound { square }
    }

    pub(super) fn holds(self, difference: Rgb) -> bool {
        dot(difference, difference) <= self.square
    }
}

/// The cells that look otherwise than in these patches, and those that are measured by them: a grid line between two cells
/// belongs to both. The patches become the canvas'.
///
/// # Panics
/// There are not as many patches as cells.
pub(super) fn changed(patches: &mut [Patch], canvas: &Canvas, kind: Kind) -> Vec<usize> {
    let (columns, rows) = (usize::from(canvas.columns()), usize::from(canvas.rows()));
    assert_eq!(patches.len(), columns * rows, "a patch for each cell");
    let mut differs = vec![false; patches.len()];
    for (cell, (old, new)) in patches.iter_mut().zip(canvas.patches()).enumerate() {
        if is_same(old, new) {
            continue;
        }
        old.clone_from(new);
        differs[cell] = true;
        if kind == Kind::Cells {
            let [left, right, up, down] = inner_arms(cell % columns, cell / columns, columns, rows);
            differs[cell - usize::from(left)] = true;
            differs[cell + usize::from(right)] = true;
            differs[cell - if up { columns } else { 0 }] = true;
            differs[cell + if down { columns } else { 0 }] = true;
        }
    }
    (0..differs.len()).filter(|cell| differs[*cell]).collect()
}

/// Whether all samples of two patches are the same.
pub(super) fn is_same(a: &Patch, b: &Patch) -> bool {
    let (a, b) = (a.0.as_chunks::<SIDE>().0, b.0.as_chunks::<SIDE>().0);
    // Row by row: one that differs is mostly seen early, and one that does not is compared at once.
    a.iter().zip(b).all(|(a, b)| {
        let pairs = a.as_flattened().iter().zip(b.as_flattened());
        pairs.fold(0, |apart, (a, b)| apart | (a.to_bits() ^ b.to_bits())) == 0
    })
}

/// Adds a colour to every sample: four samples at a time, which are as many levels as vectors like.
pub(super) fn lighten(patch: &mut Patch, color: Rgb) {
    const LEVELS: usize = 12;
    let levels: [f32; LEVELS] = std::array::from_fn(|index| color[index % 3]);
    let (fours, rest) = patch.0.as_flattened_mut().as_chunks_mut::<LEVELS>();
    for four in fours {
        for (level, more) in four.iter_mut().zip(levels) {
            *level += more;
        }
    }
    for (level, more) in rest.iter_mut().zip(levels) {
        *level += more;
    }
}

/// Length of a colour difference on the scale of one channel: 255 between black and white.
pub(super) fn size(a: Rgb) -> f32 {
    (dot(a, a) / 3.0).sqrt()
}

/// Distance of two colours, 0 to 255.
pub(super) fn distance(a: Rgb, b: Rgb) -> f32 {
    size(minus(a, b))
}

/// The weights of red, green and blue in brightness: Rec. 601.
const LUMA: [f32; 3] = [0.299, 0.587, 0.114];

/// Perceived brightness, 0 to 255.
pub(super) fn brightness(color: Rgb) -> f32 {
    LUMA[0] * color[0] + LUMA[1] * color[1] + LUMA[2] * color[2]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{Just, Strategy, any, prop, prop_assert_eq, prop_oneof, proptest};

    use super::*;

    fn level() -> impl Strategy<Value = f32> {
        prop_oneof![-255.0f32..255.0, any::<i8>().prop_map(f32::from), Just(-0.0)]
    }

    fn sorted(mut values: Vec<f32>) -> Vec<f32> {
        values.sort_by(f32::total_cmp);
        values
    }

    proptest! {
        #[test]
        fn quantiles_are_those_of_the_sorted_values(values in prop::collection::vec(level(), 1..300), part in 0.0f32..=1.0) {
            let rank = ((values.len() as f32 * part) as usize).min(values.len() - 1);
            let wanted = sorted(values.clone())[rank].to_bits();
            prop_assert_eq!(quantile(&values.clone(), part).to_bits(), wanted);
        }

        #[test]
        fn median_colours_are_each_channels_median(colors in prop::collection::vec(prop::array::uniform3(level()), 1..300)) {
            let of = |channel: usize| sorted(colors.iter().map(|color| color[channel]).collect())[colors.len() / 2];
            let wanted = [of(0), of(1), of(2)].map(f32::to_bits);
            prop_assert_eq!(median_color(colors.iter().copied()).map(f32::to_bits), wanted);
            if let [a, b, c] = colors[..] {
                prop_assert_eq!(median_of_three([a, b, c]).map(f32::to_bits), wanted);
            }
        }

        #[test]
        fn bounds_agree_with_sizes(most in -1.0f32..300.0, near in -4i32..=4, color in prop::array::uniform3(level())) {
            prop_assert_eq!(Bound::at_most(most).holds(color), size(color) <= most);
            // Just at the bound, and a few of the last bits beside it.
            let at = f32::from_bits((size(color).to_bits() as i32 + near).max(0) as u32);
            prop_assert_eq!(Bound::at_most(at).holds(color), size(color) <= at, "{}", at);
        }
    }

    #[test]
    fn nothing_is_black_and_no_bound_is_one() {
        assert_eq!(median_color(std::iter::empty()), [0.0; 3]);
        assert!(Bound::at_most(f32::INFINITY).holds([1e30; 3]));
        assert!(!Bound::at_most(f32::NEG_INFINITY).holds([0.0; 3]));
    }
}
