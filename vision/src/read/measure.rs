//! Where in a cell to look, and robust numbers from there. It knows regions and statistics, not stones.

use std::sync::LazyLock;

use crate::{
    calibration::Kind,
    template::{Patch, Rgb, SAMPLES, SIDE},
};

/// The middle row and column of a patch.
const CENTRE: isize = SIDE as isize / 2;

/// Samples by their part in a cell. Distances are counted in samples from the centre (13 a pitch).
pub(super) struct Regions {
    /// The square where a stone covers everything, its very centre included: up to 4 samples away.
    pub core: Vec<usize>,
    /// The square in which a mark between grid lines is drawn: up to 5 samples away.
    pub inside: Vec<usize>,
    /// The core without the grid lines and without the centre, where dots and star points lie.
    pub body: Vec<usize>,
    /// The corners of the inside: background beside any mark that does not fill its cell.
    pub corners: Vec<usize>,
    /// Left, right, up, down: the grid line between centre and edge, and the body samples beside it.
    pub arms: [(Vec<usize>, Vec<usize>); 4],
    /// Left, right, up, down: the cell's own edge, where a grid between cells is drawn.
    pub edges: [Vec<usize>; 4],
}

/// The regions; they depend on nothing but [`SIDE`].
pub(super) static REGIONS: LazyLock<Regions> = LazyLock::new(|| {
    let pick = |wanted: &dyn Fn(isize, isize) -> bool| -> Vec<usize> {
        (0..SAMPLES)
            .filter(|index| {
                wanted((index % SIDE) as isize - CENTRE, (index / SIDE) as isize - CENTRE)
            })
            .collect()
    };
    let arm = |dx: isize, dy: isize| {
        let along = move |x: isize, y: isize| x * dx + y * dy;
        let across = move |x: isize, y: isize| (x * dy + y * dx).abs();
        (
            pick(&move |x, y| across(x, y) == 0 && (2..=4).contains(&along(x, y))),
            pick(&move |x, y| (2..=4).contains(&across(x, y)) && (2..=4).contains(&along(x, y))),
        )
    };
    let edge = |dx: isize, dy: isize| {
        pick(&move |x, y| x * dx + y * dy == CENTRE && (x * dy + y * dx).abs() <= 4)
    };
    Regions {
        core: pick(&|x, y| x.abs() <= 4 && y.abs() <= 4),
        inside: pick(&|x, y| x.abs() <= 5 && y.abs() <= 5),
        body: pick(&|x, y| (2..=4).contains(&x.abs()) && (2..=4).contains(&y.abs())),
        corners: pick(&|x, y| (4..=5).contains(&x.abs()) && (4..=5).contains(&y.abs())),
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

/// How each of the four grid lines stands out from what lies beside it: colour differences, left, right, up, down.
pub(super) fn lines(patch: &Patch, kind: Kind) -> [Rgb; 4] {
    match kind {
        Kind::Points => {
            REGIONS.arms.each_ref().map(|(line, beside)| minus(mean(patch, line), mean(patch, beside)))
        }
        Kind::Cells => {
            let body = body(patch, kind);
            REGIONS.edges.each_ref().map(|edge| minus(mean(patch, edge), body))
        }
    }
}

/// Mean colour of some samples.
pub(super) fn mean(patch: &Patch, region: &[usize]) -> Rgb {
    let mut sum = [0.0; 3];
    for &index in region {
        sum = plus(sum, patch.0[index]);
    }
    times(sum, 1.0 / region.len().max(1) as f32)
}

/// Each channel's median; black for nothing.
pub(super) fn median_color(colors: impl Iterator<Item = Rgb>) -> Rgb {
    let mut channels = [const { Vec::new() }; 3];
    for color in colors {
        for (channel, value) in channels.iter_mut().zip(color) {
            channel.push(value);
        }
    }
    channels.each_mut().map(|channel| median(channel))
}

/// The middle value (the upper one of two); 0 for nothing. Reorders.
pub(super) fn median(values: &mut [f32]) -> f32 {
    quantile(values, 0.5)
}

/// The value below which the given part (0 to 1) of the values lies; 0 for nothing. Reorders.
pub(super) fn quantile(values: &mut [f32], part: f32) -> f32 {
    if values.is_empty() {
        return 0.0;
    }
    let rank = ((values.len() as f32 * part) as usize).min(values.len() - 1);
    *values.select_nth_unstable_by(rank, f32::total_cmp).1
}

pub(super) fn plus(a: Rgb, b: Rgb) -> Rgb {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(super) fn minus(a: Rgb, b: Rgb) -> Rgb {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(super) fn times(a: Rgb, factor: f32) -> Rgb {
    a.map(|value| value * factor)
}

pub(super) fn dot(a: Rgb, b: Rgb) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Length of a colour difference on the scale of one channel: 255 between black and white.
pub(super) fn size(a: Rgb) -> f32 {
    (dot(a, a) / 3.0).sqrt()
}

/// Distance of two colours, 0 to 255.
pub(super) fn distance(a: Rgb, b: Rgb) -> f32 {
    size(minus(a, b))
}

/// Perceived brightness, 0 to 255 (Rec. 601 weights).
pub(super) fn brightness(color: Rgb) -> f32 {
    0.299 * color[0] + 0.587 * color[1] + 0.114 * color[2]
}
