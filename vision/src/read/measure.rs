//! Where in a cell to look, and robust numbers from there. It knows regions and statistics, not stones.

use std::sync::LazyLock;

use crate::{
    calibration::Kind,
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
    /// The square in which a mark between grid lines is drawn: up to 5 samples away.
    pub inside: Vec<usize>,
    /// The core without the grid lines and without the centre, where dots and star points lie.
    pub body: Vec<usize>,
    /// The corners of the inside: background beside any mark that does not fill its cell.
    pub corners: Vec<usize>,
    /// The same corners apart: top left, top right, bottom left, bottom right.
    pub corner: [Vec<usize>; 4],
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
        inside: pick(&|x, y| x.abs() <= 5 && y.abs() <= 5),
        body: pick(&|x, y| (2..=4).contains(&x.abs()) && (2..=4).contains(&y.abs())),
        corners: pick(&|x, y| (4..=5).contains(&x.abs()) && (4..=5).contains(&y.abs())),
        corner: [(-1, -1), (1, -1), (-1, 1), (1, 1)].map(|(sx, sy)| {
            pick(&move |x, y| {
                (4..=5).contains(&(x * sx)) && (4..=5).contains(&(y * sy)) && (x * sx) + (y * sy) > 8
            })
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

/// How each of the four grid lines through or around a cell stands out from what lies beside it: colour
/// differences, left, right, up, down; `None` where the board ends.
pub(super) fn lines(canvas: &Canvas, cell: usize, kind: Kind) -> [Option<Rgb>; 4] {
    let (columns, rows) = (usize::from(canvas.columns()), usize::from(canvas.rows()));
    let inner = inner_arms(cell % columns, cell / columns, columns, rows);
    let patch = &canvas.patches()[cell];
    let mut found = [None; 4];
    for (side, found) in found.iter_mut().enumerate().filter(|(side, _)| inner[*side]) {
        *found = Some(match kind {
            Kind::Points => {
                let (dx, dy) = [(-1, 0), (1, 0), (0, -1), (0, 1)][side];
                arm(patch, dx, dy)
            }
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

/// The line's contrast at each of its three samples against the two beside it; their median is not moved by a dot
/// on the centre.
fn arm(patch: &Patch, dx: isize, dy: isize) -> Rgb {
    let at = |along: isize, across: isize| {
        let (x, y) = (
            CENTRE + along * dx + across * dy,
            CENTRE + along * dy + across * dx,
        );
        patch.at(x as usize, y as usize)
    };
    median_color((2..=4).map(|along| minus(at(along, 0), times(plus(at(along, -2), at(along, 2)), 0.5))))
}

/// The same contrasts at the cell's edge, where a stone on the point leaves the line free.
pub(super) fn line_ends(canvas: &Canvas, cell: usize) -> [Option<Rgb>; 4] {
    let (columns, rows) = (usize::from(canvas.columns()), usize::from(canvas.rows()));
    let inner = inner_arms(cell % columns, cell / columns, columns, rows);
    let patch = &canvas.patches()[cell];
    let mut found = [None; 4];
    for (side, found) in found.iter_mut().enumerate().filter(|(side, _)| inner[*side]) {
        let (dx, dy) = [(-1, 0), (1, 0), (0, -1), (0, 1)][side];
        let at = |across: isize| {
            let (x, y) = (
                CENTRE + CENTRE * dx + across * dy,
                CENTRE + CENTRE * dy + across * dx,
            );
            patch.at(x as usize, y as usize)
        };
        *found = Some(minus(at(0), times(plus(at(-2), at(2)), 0.5)));
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
