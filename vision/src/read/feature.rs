//! What can be said of one cell against the empty board expected there: how much of it differs, in which
//! colour, and whether grid lines still show. It compares a cell with emptiness only, not with stones.

use super::measure::{
    Bound, REGIONS, distance, dot, inner_arms, is_same, lines, mean, median, median_color, median_of_three,
    minus, plus, quantile, size, times,
};
use crate::read::thresholds::feature::{
    BORDER_LINE_PART_MAX, CAPS_FULL, CORE_FULL, CORNERS_LIKE_FILL, COVERED_MIN, EXTENT_RANK, INK_PART,
    INK_RANK, LINE_COLOR_NEAR, LINE_COLOR_PART, LINE_HIDDEN, LINE_PART_MAX, LINE_PART_MIN, NOISE_TIMES,
    OUTLINE_PART, ROUNDING_PART, SOLID, SOLID_COVERED, STEPS_RANK, TINT_MAX, UNEVEN_MAX, VISIBLE_MIN,
};
use crate::{
    calibration::Kind,
    template::{Canvas, Patch, Rgb, SAMPLES, SIDE, zncc},
};

/// One cell, measured.
#[derive(Clone, Debug)]
pub(super) struct Feature {
    /// The cell as a difference from the empty board; a tinted ground under a thin sign is taken out.
    pub difference: Patch,
    /// Part of the core (0 to 1) that differs visibly.
    pub coverage: f32,
    /// 1 and more for what fills its cell like a disc, less for thin signs.
    pub filled: f32,
    /// Part of the inside that differs visibly from the cell's own commonest colour.
    pub structure: f32,
    /// The difference of the cell's middle, by medians: a stone's colour against the ground.
    pub fill: Rgb,
    /// The difference where it is greatest: a thin sign's ink against the ground.
    pub ink: Rgb,
    /// The colour of the cell where the difference is greatest.
    pub pen: Rgb,
    /// How much of that ink lies straight above and below the centre: about 1 for rings and discs, 0 for crosses.
    pub round: f32,
    /// How much of the grid lines shows, the median of the inner arms; `None` without lines to look for.
    pub line: Option<f32>,
    /// Inner arms on which a grid line, faint or strong, is to be seen, as a part of all inner arms.
    pub lined: f32,
    /// How far the middle of all ink is from the cell's, in samples: a pointer or a shadow reaches in from one side.
    pub aside: f32,
    /// How far the corners' colour is from the expected ground, in levels.
    pub tint: f32,
}

impl Feature {
    /// Whether nothing at all is left of the grid lines that should run here.
    pub(super) fn hides_lines(&self) -> bool {
        self.lined == 0.0 && self.line.is_some_and(|part| part.abs() < LINE_HIDDEN)
    }

    /// Whether a stone fills the cell, rather than a thin sign. A glossy stone's colour may be the ground's in places.
    pub(super) fn is_solid(&self) -> bool {
        self.filled >= SOLID || (self.filled >= SOLID_COVERED && self.coverage >= COVERED_MIN)
    }

    /// Whether the corners are of the middle's colour, and not the ground's.
    pub(super) fn fills_corners(&self) -> bool {
        let corner = median_color(REGIONS.corners.iter().map(|&index| self.difference.0[index]));
        distance(corner, self.fill) < CORNERS_LIKE_FILL * size(self.fill)
    }

    /// How much it looks like its own mirror image, whichever is most like it, as a correlation: stones and signs do, lit from
    /// one side as they may be.
    pub(super) fn symmetry(&self) -> f32 {
        let whole: [usize; SAMPLES] = std::array::from_fn(|index| index);
        symmetry(&self.difference, &whole)
    }

    /// How far from the middle what differs by more than `visible` reaches, in samples: one in ten of them is farther.
    pub(super) fn extent(&self, visible: f32) -> f32 {
        extent(&self.difference, visible)
    }

    /// Whether something with an outline is there: clouds and grain change slowly from sample to sample.
    pub(super) fn is_drawn(&self) -> bool {
        let mut steps: Vec<f32> = Vec::with_capacity(2 * REGIONS.inside.len());
        for &index in &REGIONS.inside {
            for next in [index + 1, index + SIDE] {
                steps.push(distance(self.difference.0[index], self.difference.0[next]));
            }
        }
        quantile(&steps, STEPS_RANK) >= OUTLINE_PART * size(self.ink)
    }
}

/// [`Feature::symmetry`] of any difference, in one region of it.
pub(super) fn symmetry(difference: &Patch, region: &[usize]) -> f32 {
    let mirrored = |place: Mirror| {
        Patch(std::array::from_fn(|index| {
            let (x, y) = place(index % SIDE, index / SIDE);
            difference.at(x, y)
        }))
    };
    let ways: [Mirror; 4] = [
        |x, y| (SIDE - 1 - x, y),
        |x, y| (x, SIDE - 1 - y),
        |x, y| (y, x),
        |x, y| (SIDE - 1 - y, SIDE - 1 - x),
    ];
    ways.into_iter()
        .map(|way| zncc(difference, &mirrored(way), region))
        .fold(-1.0, f32::max)
}

/// [`Feature::extent`] of any difference.
pub(super) fn extent(difference: &Patch, visible: f32) -> f32 {
    let far = |&index: &usize| {
        (index % SIDE)
            .abs_diff(SIDE / 2)
            .max((index / SIDE).abs_diff(SIDE / 2))
    };
    let invisible = Bound::at_most(visible);
    let seen = REGIONS
        .inside
        .iter()
        .filter(|&&index| !invisible.holds(difference.0[index]));
    let reaches: Vec<f32> = seen.map(|index| far(index) as f32).collect();
    if reaches.is_empty() {
        0.0
    } else {
        quantile(&reaches, EXTENT_RANK)
    }
}

/// Where a mirror shows a sample, column and row.
type Mirror = fn(usize, usize) -> (usize, usize);

/// What to compare with, the same for all cells of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ruler {
    /// Points or cells.
    pub kind: Kind,
    /// The common grid line's contrast.
    pub line: Option<Rgb>,
    /// A difference is visible from this on, in levels.
    pub visible: f32,
}

impl Ruler {
    pub(super) fn new(kind: Kind, line: Option<Rgb>, noise: f32) -> Ruler {
        // Lines rounded to whole pixels lie a little more in one cell than in the next.
        let rounding = match (kind, line) {
            (Kind::Cells, Some(line)) => ROUNDING_PART * size(line),
            _ => 0.0,
        };
        Ruler {
            kind,
            line,
            visible: (NOISE_TIMES * noise).max(VISIBLE_MIN).max(rounding),
        }
    }

    /// Whether nothing at all differs visibly inside the cell: it is empty, and needs no closer look.
    pub(super) fn is_bare(&self, seen: &Patch, expected: &Patch) -> bool {
        if is_same(seen, expected) {
            return true;
        }
        // A sign differs in dozens of samples; one in thirty is noise, a line's rounding or a faint star.
        let most = REGIONS.inside.len() / 30;
        let limit = self.visible * self.visible * 3.0;
        let strays = REGIONS.inside.iter().filter(|&&index| {
            let stray = minus(seen.0[index], expected.0[index]);
            dot(stray, stray) > limit
        });
        strays.take(most + 1).count() <= most
    }

    /// Measures one cell.
    pub(super) fn measure(&self, canvas: &Canvas, cell: usize, expected: &Patch) -> Feature {
        self.measure_as(canvas, cell, &canvas.patches()[cell], expected)
    }

    /// The same of a cell as if that were seen on it.
    pub(super) fn measure_as(&self, canvas: &Canvas, cell: usize, seen: &Patch, expected: &Patch) -> Feature {
        if is_same(seen, expected) {
            return self.nothing(canvas, cell);
        }
        let (columns, rows) = (usize::from(canvas.columns()), usize::from(canvas.rows()));
        let inner = inner_arms(cell % columns, cell / columns, columns, rows);
        let mut difference = Patch([[0.0; 3]; SAMPLES]);
        for (sample, (seen, expected)) in difference.0.iter_mut().zip(seen.0.iter().zip(&expected.0)) {
            *sample = minus(*seen, *expected);
        }
        let corner = free_corners(&difference, inner);
        let tint = size(times(
            corner.iter().fold([0.0; 3], |sum, color| plus(sum, *color)),
            0.25,
        ));
        let invisible = Bound::at_most(self.visible);
        if self.kind == Kind::Cells {
            self.level(&mut difference, corner, invisible);
        }
        let mut sizes = [0.0; SAMPLES];
        for (slot, sample) in sizes.iter_mut().zip(&difference.0) {
            *slot = size(*sample);
        }
        let coverage = share(&REGIONS.core, |index| sizes[index] > self.visible);
        let common = median_color(REGIONS.inside.iter().map(|&index| difference.0[index]));
        let structure = share(&REGIONS.inside, |index| {
            !invisible.holds(minus(difference.0[index], common))
        });
        let fill = median_color(REGIONS.core.iter().map(|&index| difference.0[index]));
        let (ink, pen) = strongest(&difference, &sizes, seen);
        let half = size(ink) / 2.0;
        let inked = |region: &[usize]| share(region, |index| sizes[index] >= half);
        let filled = match self.kind {
            Kind::Points => 1.0,
            Kind::Cells => filled(inked(&REGIONS.caps), inked(&REGIONS.core)),
        };
        let (line, lined) = self.lines(canvas, cell);
        let round = roundness(&difference, ink);
        let aside = aside(&sizes, half);
        Feature {
            difference,
            coverage,
            filled,
            structure,
            fill,
            ink,
            pen,
            round,
            line,
            lined,
            aside,
            tint,
        }
    }

    /// What there is to be measured on a cell that looks just as expected.
    fn nothing(&self, canvas: &Canvas, cell: usize) -> Feature {
        let (line, lined) = self.lines(canvas, cell);
        Feature {
            difference: Patch::flat([0.0; 3]),
            coverage: 0.0,
            // No ink at all covers everything as well as nothing.
            filled: match self.kind {
                Kind::Points => 1.0,
                Kind::Cells => filled(1.0, 1.0),
            },
            structure: 0.0,
            fill: [0.0; 3],
            ink: [0.0; 3],
            pen: [0.0; 3],
            round: 0.0,
            line,
            lined,
            aside: 0.0,
            tint: 0.0,
        }
    }

    /// Takes out of a cell between grid lines what changes evenly from corner to corner: clouds, grain, a tint
    /// under the pointer. Strong tints are taken out only where nothing but them is to be seen or a thin sign stands.
    fn level(&self, difference: &mut Patch, corner: [Rgb; 4], invisible: Bound) {
        let middle = times(corner.iter().fold([0.0; 3], |sum, color| plus(sum, *color)), 0.25);
        let uneven = corner
            .iter()
            .map(|color| distance(*color, middle))
            .fold(0.0f32, f32::max);
        if uneven > UNEVEN_MAX {
            return;
        }
        let mut bare = difference.clone();
        for (index, sample) in bare.0.iter_mut().enumerate() {
            let (right, down) = (
                (index % SIDE) as f32 / SIDE as f32,
                (index / SIDE) as f32 / SIDE as f32,
            );
            let top = plus(times(corner[0], 1.0 - right), times(corner[1], right));
            let bottom = plus(times(corner[2], 1.0 - right), times(corner[3], right));
            *sample = minus(*sample, plus(times(top, 1.0 - down), times(bottom, down)));
        }
        let marked = REGIONS
            .core
            .iter()
            .filter(|&&index| !invisible.holds(bare.0[index]))
            .count();
        let thin = marked * 5 < REGIONS.core.len() * 3;
        if thin && (size(middle) < TINT_MAX || uneven < self.visible) {
            *difference = bare;
        }
    }

    fn lines(&self, canvas: &Canvas, cell: usize) -> (Option<f32>, f32) {
        let Some(line) = self.line else { return (None, 0.0) };
        let (columns, rows) = (usize::from(canvas.columns()), usize::from(canvas.rows()));
        let (column, row) = (cell % columns, cell / columns);
        let border = [row == 0 || row + 1 == rows, column == 0 || column + 1 == columns];
        // The outermost lines of a board are often drawn thicker.
        let most = |side: usize| {
            if border[side / 2] {
                BORDER_LINE_PART_MAX
            } else {
                LINE_PART_MAX
            }
        };
        let found = lines(canvas, cell, self.kind).into_iter().enumerate();
        let arms = found.filter_map(|(side, arm)| Some((side, arm?)));
        let count = arms.clone().count();
        let visibility = |arm: Rgb| dot(arm, line) / dot(line, line).max(1e-6);
        let is_line = |side: usize, arm: Rgb| {
            let part = visibility(arm);
            (LINE_PART_MIN..most(side)).contains(&part)
                && distance(arm, times(line, part)) < LINE_COLOR_PART * size(line) + LINE_COLOR_NEAR
        };
        let lined = arms.clone().filter(|(side, arm)| is_line(*side, *arm)).count();
        let mut parts = [0.0; 4];
        for (part, (_, arm)) in parts.iter_mut().zip(arms) {
            *part = visibility(arm);
        }
        (Some(median(&parts[..count])), lined as f32 / count.max(1) as f32)
    }
}

/// Which part of a region's samples counts.
fn share(region: &[usize], counts: impl Fn(usize) -> bool) -> f32 {
    region.iter().filter(|&&index| counts(index)).count() as f32 / region.len() as f32
}

/// [`Feature::filled`] between cells, from the inked parts of [`REGIONS`]' caps and core.
fn filled(caps: f32, core: f32) -> f32 {
    (caps / CAPS_FULL).min(core / CORE_FULL)
}

/// The four corners' differences. Towards the border a frame may be in the way: the other side's corners stand in.
fn free_corners(difference: &Patch, inner: [bool; 4]) -> [Rgb; 4] {
    let of = |part: &[usize; 3]| median_of_three(part.map(|index| difference.0[index]));
    let mut corner = REGIONS.corner.each_ref().map(of);
    let pairs = [
        [(0, 1), (2, 3)],
        [(1, 0), (3, 2)],
        [(0, 2), (1, 3)],
        [(2, 0), (3, 1)],
    ];
    for (pairs, _) in pairs.into_iter().zip(inner).filter(|(_, inner)| !inner) {
        for (outer, stand_in) in pairs {
            corner[outer] = corner[stand_in];
        }
    }
    corner
}

/// Mean of the differences that are at least half as large as the largest ones, and of the colours there. Writing in
/// the middle is left out.
fn strongest(difference: &Patch, sizes: &[f32; SAMPLES], seen: &Patch) -> (Rgb, Rgb) {
    let mut strengths = [0.0; SAMPLES];
    let strengths = &mut strengths[..REGIONS.bands.len()];
    for (strength, &index) in strengths.iter_mut().zip(&REGIONS.bands) {
        *strength = sizes[index];
    }
    let limit = quantile(strengths, INK_RANK) * INK_PART;
    // Thin signs blend with the ground in most samples: weigh by strength, so that the blend does not set the tone.
    let (mut ink, mut pen, mut weight) = ([0.0; 3], [0.0; 3], 0.0);
    for &index in REGIONS.bands.iter().filter(|&&index| sizes[index] >= limit) {
        let strength = sizes[index];
        ink = plus(ink, times(difference.0[index], strength));
        pen = plus(pen, times(seen.0[index], strength));
        weight += strength;
    }
    let part = 1.0 / f32::max(weight, 1e-6);
    (times(ink, part), times(pen, part))
}

/// How far the middle of the inside's samples that differ by more is from the centre.
fn aside(sizes: &[f32; SAMPLES], least: f32) -> f32 {
    let (mut count, mut sum) = (0.0f32, [0.0f32; 2]);
    for &index in REGIONS.inside.iter().filter(|&&index| sizes[index] > least) {
        count += 1.0;
        sum[0] += (index % SIDE) as f32 - (SIDE / 2) as f32;
        sum[1] += (index / SIDE) as f32 - (SIDE / 2) as f32;
    }
    sum.map(|sum| (sum / count.max(1.0)).abs())
        .into_iter()
        .fold(0.0, f32::max)
}

/// How much ink stands straight above and below the centre: the strongest step of each side, their mean.
fn roundness(difference: &Patch, ink: Rgb) -> f32 {
    let side = |poles: &[Vec<usize>; 3]| {
        poles
            .iter()
            .map(|step| dot(mean(difference, step), ink))
            .fold(f32::NEG_INFINITY, f32::max)
    };
    let both = (side(&REGIONS.poles[0]) + side(&REGIONS.poles[1])) / 2.0;
    (both / dot(ink, ink).max(1.0)).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests;
