//! What the board would look like with nothing on it, guessed from one picture: the grid repeats, and most or
//! some of its cells are empty. It finds empty cells by their grid lines (points) or their plainness (cells),
//! learns the repeated pattern from them, and knows nothing about stones.

mod border;
mod grain;
mod grid;

pub(super) use self::grid::visibility;
use self::{
    border::{Bare, add_borders},
    grain::{Grain, drop_strangers, parity},
    grid::{common_line, lined, plain},
};
use super::{
    closer::{self, Mark, Stars},
    measure::{
        Bound, REGIONS, changed, distance, ground, inner_arms, is_same, lighten, line_ends, lines,
        median_color, minus, plus, quantile, size,
    },
};
use crate::read::thresholds::background::{
    CONTINUOUS_NEAR, CONTINUOUS_PART, DOT_BLUR, EMPTY_CELLS_MIN, EMPTY_PART_MIN, ON_LINES_PART,
    OWN_LOOK_NEAR, OWN_LOOK_TIMES, PLAIN_RANK, QUIET, ROUGHNESS_RANK,
};
use crate::read::thresholds::feature::{LINE_HIDDEN, NOISE_RANK, NOISE_TIMES, VISIBLE_MIN};
use crate::{
    calibration::Kind,
    rank::{median_patch, rank_of},
    template::{Canvas, Patch, Rgb, SAMPLES},
};

/// The empty board as far as one picture shows it.
#[derive(Clone, Debug)]
pub(super) struct Background {
    /// Each cell without a stone.
    pub expected: Vec<Patch>,
    /// Cells that surely are empty.
    pub empty: Vec<bool>,
    /// How a grid line differs from what lies beside it; `None` where no lines can be made out.
    pub line: Option<Rgb>,
    /// How far samples of empty cells stray from `expected`: nine in ten by less, in levels.
    pub noise: f32,
    /// The same of the quietest cells.
    pub quiet: f32,
    /// Handicap dots.
    pub stars: Stars,
    /// Cells in which a closer look, that is not believed either, saw stones.
    pub doubted: Vec<usize>,
    /// Small things in the middle of cells, each with the cell's look without it; handicap dots are not among them.
    pub marks: Vec<(Mark, Patch)>,
}

/// What is measured on every cell first.
#[derive(Clone, Debug)]
struct Trait {
    body: Rgb,
    /// The four grid lines' contrasts; `None` where the board ends.
    lines: [Option<Rgb>; 4],
    /// Whether its grid lines look on the cell's edge as they do near its middle: shading on a stone does not.
    continuous: bool,
    /// How uneven the cell is where it has no grid lines, in levels.
    roughness: f32,
}

/// Whether all grid lines but one go on to the cell's edge.
fn is_continuous(canvas: &Canvas, cell: usize) -> bool {
    let near = lines(canvas, cell, Kind::Points);
    let far = line_ends(canvas, cell);
    let broken = near.iter().zip(far).filter(|(near, far)| match (near, far) {
        (Some(near), Some(far)) => distance(*near, *far) > CONTINUOUS_PART * size(*near) + CONTINUOUS_NEAR,
        _ => false,
    });
    broken.count() <= 1
}

/// Looks for the empty board. `None` if too few cells look empty, or no lines run through the points.
pub(super) fn estimate(canvas: &Canvas, kind: Kind, measured: &mut Measured) -> Option<Background> {
    let traits = measured.of(canvas, kind);
    let columns = usize::from(canvas.columns());
    let line = common_line(traits, kind);
    let mut empty = match (kind, line) {
        (Kind::Points, Some(line)) => lined(traits, line),
        (Kind::Points, None) => return None,
        (Kind::Cells, line) => plain(traits, line),
    };
    let grain = Grain::new(traits, &empty, columns, kind);
    drop_strangers(&mut empty, traits, &grain, columns);
    let count = empty.iter().filter(|&&is| is).count();
    if (count as f32) < (traits.len() as f32 * EMPTY_PART_MIN).max(EMPTY_CELLS_MIN) {
        return None;
    }
    let mut background = complete(canvas, Arms::of(kind), traits, empty, &grain, line);
    background.find_borders(canvas, kind);
    background.find_marks(canvas, kind, line);
    // Where an empty cell looks about as expected, its own grain, star point or watermark is better than the pattern.
    let near = (OWN_LOOK_TIMES * background.noise).max(OWN_LOOK_NEAR);
    keep_own_look(&mut background, canvas, near);
    Some(background)
}

impl Background {
    /// Border cells that look as the border does are empty, whatever frame runs through them.
    fn find_borders(&mut self, canvas: &Canvas, kind: Kind) {
        let (columns, rows) = (usize::from(canvas.columns()), usize::from(canvas.rows()));
        let visible = Bound::at_most((NOISE_TIMES * self.noise).max(VISIBLE_MIN));
        for (cell, empty) in self.empty.iter_mut().enumerate() {
            if kind == Kind::Points
                && inner_arms(cell % columns, cell / columns, columns, rows).contains(&false)
            {
                let (seen, expected) = (&canvas.patches()[cell], &self.expected[cell]);
                *empty |= strays(seen, expected, visible) <= STRAYS_MAX;
            }
        }
    }

    /// Finds what stands apart in the middle of cells that otherwise look empty.
    fn find_marks(&mut self, canvas: &Canvas, grid: Kind, line: Option<Rgb>) {
        let (columns, rows) = (usize::from(canvas.columns()), usize::from(canvas.rows()));
        self.quiet = quiet_noise(canvas, &self.expected);
        let visible = self.visible_mark();
        let pairs = canvas.patches().iter().zip(&self.expected).enumerate();
        let all: Vec<Mark> = pairs
            .filter_map(|(cell, (seen, expected))| closer::mark(cell, seen, expected, visible, grid))
            .collect();
        let (stars, marks) = Stars::part(&all, line, columns, rows);
        self.stars = stars;
        self.marks = marks
            .into_iter()
            .map(|mark| (mark, self.expected[mark.cell].clone()))
            .collect();
    }

    /// Cells with handicap dots are empty, but for those that look otherwise than the other dots: there something stands, on a
    /// dot, and so it may where a counterpart has one.
    fn lay_stars(&mut self, canvas: &Canvas, stars: &[usize]) {
        if stars.len() < DOTS_MIN {
            stars.iter().for_each(|star| self.empty[*star] = true);
            return;
        }
        let mut dot = Patch::flat([0.0; 3]);
        for (index, sample) in dot.0.iter_mut().enumerate() {
            let stray = |star: &usize| minus(canvas.patches()[*star].0[index], self.expected[*star].0[index]);
            *sample = median_color(stars.iter().map(stray));
        }
        let visible = self.visible_mark();
        let mut places = closer::mirrored(stars, canvas.columns().into(), canvas.rows().into());
        places.sort_unstable();
        places.dedup();
        for cell in places {
            let dotted = Patch(std::array::from_fn(|index| {
                plus(self.expected[cell].0[index], dot.0[index])
            }));
            // Dots fall otherwise between pixels.
            let strays = REGIONS.inside.iter().filter(|&&index| {
                let stray = distance(canvas.patches()[cell].0[index], dotted.0[index]);
                stray > visible + DOT_BLUR * size(dot.0[index])
            });
            if !self.empty[cell] {
                self.empty[cell] = strays.count() <= STRAYS_MAX;
                self.expected[cell] = dotted;
            }
        }
    }

    /// A small mark's samples differ by more than this.
    pub(super) fn visible_mark(&self) -> f32 {
        (NOISE_TIMES * self.quiet).max(VISIBLE_MIN)
    }

    /// Whether more of a cell differs than noise does.
    pub(super) fn is_drawn_upon(&self, cell: usize, seen: &Patch) -> bool {
        strays(seen, &self.expected[cell], Bound::at_most(self.visible_mark())) > STRAYS_MAX
    }

    /// From a picture whose empty cells are known as they look, only what changes strays.
    pub(super) fn listen(&mut self, canvas: &Canvas) {
        self.quiet = quiet_noise(canvas, &self.expected);
    }

    /// Expects marked cells to be without their marks.
    pub(super) fn doubt_marks(&mut self) {
        for (mark, without) in &self.marks {
            self.expected[mark.cell].clone_from(without);
        }
    }
}

/// So many handicap dots show what one looks like.
const DOTS_MIN: usize = 3;

/// More samples of an empty cell's inside than this do not differ visibly from what is expected.
const STRAYS_MAX: usize = 4;

fn strays(seen: &Patch, expected: &Patch, visible: Bound) -> usize {
    let off = |index: &&usize| !visible.holds(minus(seen.0[**index], expected.0[**index]));
    REGIONS.inside.iter().filter(off).count()
}

/// How far samples stray on the quietest cells: what stands on the others is no noise.
fn quiet_noise(canvas: &Canvas, expected: &[Patch]) -> f32 {
    let pairs = || canvas.patches().iter().zip(expected);
    // Nothing strays from a cell that is remembered as it looks.
    let silent = pairs().filter(|(seen, expected)| is_same(seen, expected)).count();
    if silent > rank_of(QUIET, expected.len()) {
        return 0.0;
    }
    let inside = &REGIONS.inside;
    let rank = rank_of(NOISE_RANK, inside.len());
    let cell = |(seen, expected): (&Patch, &Patch)| {
        let strays: Vec<f32> = inside
            .iter()
            .map(|&index| distance(seen.0[index], expected.0[index]))
            .collect();
        quantile(&strays, NOISE_RANK)
    };
    // Whether so many samples stray as far that the cell's noise is no less.
    let is_loud = |(seen, expected): (&Patch, &Patch), least: f32| {
        let below = Bound::at_most(least.next_down());
        let far = |index: &&usize| !below.holds(minus(seen.0[**index], expected.0[**index]));
        let most = inside.len() - rank;
        inside.iter().filter(far).take(most).count() == most
    };
    // The quietest so far, in order: how loud a louder cell is does not matter.
    let wanted = rank_of(QUIET, expected.len()) + 1;
    let mut quietest: Vec<f32> = Vec::with_capacity(wanted + 1);
    for pair in pairs() {
        if quietest.len() == wanted && is_loud(pair, quietest[wanted - 1]) {
            continue;
        }
        let noise = cell(pair);
        let place = quietest.partition_point(|other| *other <= noise);
        quietest.insert(place, noise);
        quietest.truncate(wanted);
    }
    quietest.last().copied().unwrap_or(0.0)
}

/// Looks for the empty board where signs are drawn into the middles of points, whatever of the lines they leave free: what
/// most cells share is the board. `None` if too few cells look empty.
pub(super) fn estimate_beneath_signs(canvas: &Canvas, grid: Kind, stars: &[usize]) -> Option<Background> {
    let measured = |kind: Kind| -> Vec<Trait> {
        let cells = 0..canvas.patches().len();
        cells.map(|cell| measure(canvas, cell, kind)).collect()
    };
    let traits = measured(Kind::Cells);
    let columns = usize::from(canvas.columns());
    let line = Some(())
        .filter(|()| grid == Kind::Points)
        .and_then(|()| common_line(&measured(grid), grid));
    let arms = if line.is_some() {
        Arms::EndGuessed
    } else {
        Arms::None
    };
    let roughness: Vec<f32> = traits.iter().map(|seen| seen.roughness).collect();
    let plain = quantile(&roughness, PLAIN_RANK);
    let bare = unhidden(canvas, grid, line);
    let mut empty: Vec<bool> = traits.iter().map(|seen| seen.roughness <= plain).collect();
    empty
        .iter_mut()
        .zip(&bare)
        .for_each(|(empty, bare)| *empty &= bare);
    for _ in 0..3 {
        let grain = Grain::new(&traits, &empty, columns, grid);
        let background = complete(canvas, arms, &traits, empty.clone(), &grain, None);
        let visible =
            Bound::at_most((NOISE_TIMES * quiet_noise(canvas, &background.expected)).max(VISIBLE_MIN));
        let pairs = canvas.patches().iter().zip(&background.expected);
        empty = pairs
            .zip(&bare)
            .map(|((seen, expected), bare)| *bare && strays(seen, expected, visible) <= STRAYS_MAX)
            .collect();
        drop_strangers(&mut empty, &traits, &grain, columns);
        let count = empty.iter().filter(|&&is| is).count();
        if (count as f32) < (traits.len() as f32 * EMPTY_PART_MIN).max(EMPTY_CELLS_MIN) {
            return None;
        }
    }
    let grain = Grain::new(&traits, &empty, columns, grid);
    let mut background = complete(canvas, arms, &traits, empty, &grain, None);
    background.find_marks(canvas, grid, line);
    background.lay_stars(canvas, stars);
    keep_own_look(&mut background, canvas, f32::INFINITY);
    Some(background)
}

/// Which points do not hide every grid line that runs through them, as a stone does: more stones than empty points are no board.
fn unhidden(canvas: &Canvas, grid: Kind, line: Option<Rgb>) -> Vec<bool> {
    let cells = 0..canvas.patches().len();
    let Some(line) = line else {
        return vec![true; cells.len()];
    };
    let shows = |arm: &Rgb| visibility(*arm, line) > LINE_HIDDEN;
    cells
        .map(|cell| lines(canvas, cell, grid).iter().flatten().any(shows))
        .collect()
}

/// The same where it is known which cells are empty.
pub(super) fn known_beneath_signs(canvas: &Canvas, grid: Kind, empty: Vec<bool>) -> Option<Background> {
    if !empty.contains(&true) {
        return None;
    }
    let measured = |kind: Kind| -> Vec<Trait> {
        let cells = 0..canvas.patches().len();
        cells.map(|cell| measure(canvas, cell, kind)).collect()
    };
    let lined = grid == Kind::Points && common_line(&measured(grid), grid).is_some();
    let arms = if lined { Arms::End } else { Arms::None };
    let traits = measured(Kind::Cells);
    let grain = Grain::new(&traits, &empty, usize::from(canvas.columns()), grid);
    let mut background = complete(canvas, arms, &traits, empty, &grain, None);
    keep_own_look(&mut background, canvas, f32::INFINITY);
    Some(background)
}

/// What becomes of lines through points at the board's border.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arms {
    /// They end there.
    End,
    /// They do, and which cells are empty is a guess from what most of them share.
    EndGuessed,
    /// There are none.
    None,
}

impl Arms {
    fn of(kind: Kind) -> Arms {
        match kind {
            Kind::Points => Arms::End,
            Kind::Cells => Arms::None,
        }
    }
}

/// Expects of each empty cell what it looks like, if all but a quarter of its samples are no farther than `near` levels
/// from the pattern.
fn keep_own_look(background: &mut Background, canvas: &Canvas, near: f32) {
    let cells = background
        .expected
        .iter_mut()
        .zip(&background.empty)
        .zip(canvas.patches());
    let near = Bound::at_most(near);
    for ((expected, _), seen) in cells.filter(|((_, empty), _)| **empty) {
        let strays = expected
            .0
            .iter()
            .zip(&seen.0)
            .filter(|(a, b)| !near.holds(minus(**a, **b)));
        if strays.count() * 4 < SAMPLES {
            expected.clone_from(seen);
        }
    }
}

/// The empty board where it is known which cells are empty: those are as they look, the others as their neighbours.
/// `None` if there is no empty cell.
pub(super) fn known(
    canvas: &Canvas,
    kind: Kind,
    empty: Vec<bool>,
    measured: &mut Measured,
) -> Option<Background> {
    if !empty.contains(&true) {
        return None;
    }
    let traits = measured.of(canvas, kind);
    let line = common_line(traits, kind);
    let grain = Grain::new(traits, &empty, usize::from(canvas.columns()), kind);
    let mut background = complete(canvas, Arms::of(kind), traits, empty, &grain, line);
    keep_own_look(&mut background, canvas, f32::INFINITY);
    Some(background)
}

fn complete(
    canvas: &Canvas,
    arms: Arms,
    traits: &[Trait],
    empty: Vec<bool>,
    grain: &Grain,
    line: Option<Rgb>,
) -> Background {
    let (columns, rows) = (usize::from(canvas.columns()), usize::from(canvas.rows()));
    let pattern = pattern(canvas, traits, &empty);
    let color = |cell: usize| match empty[cell] {
        true => traits[cell].body,
        false => nearby(cell, traits, &empty, grain, columns, rows),
    };
    let mut expected: Vec<Patch> = (0..traits.len())
        .map(|cell| {
            let inner = inner_arms(cell % columns, cell / columns, columns, rows);
            shifted(&pattern, color(cell), arms, inner)
        })
        .collect();
    match arms {
        Arms::End => add_borders(canvas, &mut expected, &empty, Bare::Known),
        Arms::EndGuessed => add_borders(canvas, &mut expected, &empty, Bare::Guessed),
        Arms::None => add_sides(canvas, &mut expected, traits, color),
    }
    let noise = stray(canvas, &expected, &empty);
    Background {
        expected,
        empty,
        line,
        noise,
        quiet: noise,
        stars: Stars::default(),
        doubted: Vec::new(),
        marks: Vec::new(),
    }
}

/// The strip along each side where cells meet a frame.
fn add_sides(canvas: &Canvas, expected: &mut [Patch], traits: &[Trait], color: impl Fn(usize) -> Rgb) {
    let (columns, rows) = (usize::from(canvas.columns()), usize::from(canvas.rows()));
    let sides = sides(canvas, traits);
    for (cell, patch) in expected.iter_mut().enumerate() {
        let mut laid = [false; SAMPLES];
        let color = color(cell);
        for ((side, strip), _) in sides
            .iter()
            .zip(&REGIONS.sides)
            .zip(inner_arms(cell % columns, cell / columns, columns, rows))
            .filter(|(_, inner)| !inner)
        {
            for (&index, &stray) in strip.iter().zip(side) {
                // In a corner two strips meet: whatever stands out more is to be seen.
                let other = std::mem::replace(&mut laid[index], true);
                if !other || size(stray) >= size(minus(patch.0[index], color)) {
                    patch.0[index] = plus(stray, color);
                }
            }
        }
    }
}

/// What was measured on the cells of the last picture: of the next one, only cells that changed are measured.
#[derive(Clone, Debug, Default)]
pub(super) struct Measured {
    kind: Option<Kind>,
    patches: Vec<Patch>,
    traits: Vec<Trait>,
}

impl Measured {
    /// The traits of this canvas' cells.
    fn of(&mut self, canvas: &Canvas, kind: Kind) -> &[Trait] {
        let cells = canvas.patches().len();
        if self.kind != Some(kind) || self.traits.len() != cells {
            self.kind = Some(kind);
            self.patches = canvas.patches().to_vec();
            self.traits = (0..cells).map(|cell| measure(canvas, cell, kind)).collect();
            return &self.traits;
        }
        for cell in changed(&mut self.patches, canvas, kind) {
            self.traits[cell] = measure(canvas, cell, kind);
        }
        &self.traits
    }
}

fn measure(canvas: &Canvas, cell: usize, kind: Kind) -> Trait {
    let (columns, rows) = (usize::from(canvas.columns()), usize::from(canvas.rows()));
    let patch = &canvas.patches()[cell];
    let body = ground(
        patch,
        kind,
        inner_arms(cell % columns, cell / columns, columns, rows),
    );
    let region = match kind {
        Kind::Points => &REGIONS.body,
        Kind::Cells => &REGIONS.inside,
    };
    let strays: Vec<f32> = region
        .iter()
        .map(|&index| distance(patch.0[index], body))
        .collect();
    Trait {
        body,
        lines: lines(canvas, cell, kind),
        continuous: kind == Kind::Cells || is_continuous(canvas, cell),
        roughness: quantile(&strays, ROUGHNESS_RANK),
    }
}

/// The repeated part: how each sample of an empty cell differs from the cell's body.
fn pattern(canvas: &Canvas, traits: &[Trait], empty: &[bool]) -> Patch {
    let all: Vec<usize> = (0..traits.len()).filter(|&cell| empty[cell]).collect();
    // Forty cells, spread over the board, are as good as all of them.
    let step = all.len().div_ceil(40).max(1);
    let some: Vec<usize> = all.iter().copied().step_by(step).collect();
    let apart = |&cell: &usize| {
        let seen = &canvas.patches()[cell];
        Patch(seen.0.map(|sample| minus(sample, traits[cell].body)))
    };
    median_patch(&some.iter().map(apart).collect::<Vec<Patch>>())
}

/// The border's own look, left, right, up and down: how the strip of samples along the border differs from the
/// body, over all cells there. Frames and thick outer lines reach into the outermost cells.
fn sides(canvas: &Canvas, traits: &[Trait]) -> [Vec<Rgb>; 4] {
    let (columns, rows) = (usize::from(canvas.columns()), usize::from(canvas.rows()));
    let mut sides = [const { Vec::new() }; 4];
    for (side, (strays, strip)) in sides.iter_mut().zip(&REGIONS.sides).enumerate() {
        let cells: Vec<usize> = (0..traits.len())
            .filter(|cell| !inner_arms(cell % columns, cell / columns, columns, rows)[side])
            .collect();
        for &index in strip {
            strays.push(median_color(
                cells
                    .iter()
                    .map(|&cell| minus(canvas.patches()[cell].0[index], traits[cell].body)),
            ));
        }
    }
    sides
}

/// The pattern on a given ground; arms that leave the board are left out.
fn shifted(pattern: &Patch, ground: Rgb, arms: Arms, inner: [bool; 4]) -> Patch {
    let mut patch = pattern.clone();
    lighten(&mut patch, ground);
    if arms != Arms::None {
        for (arm, _) in REGIONS.arms.iter().zip(inner).filter(|(_, inner)| !inner) {
            for &index in arm {
                patch.0[index] = ground;
            }
        }
    }
    patch
}

/// What the ground would be at an occupied cell: the median of the nearest empty ones'.
fn nearby(cell: usize, traits: &[Trait], empty: &[bool], grain: &Grain, columns: usize, rows: usize) -> Rgb {
    let (column, row) = ((cell % columns) as isize, (cell / columns) as isize);
    let mut found: Vec<Rgb> = Vec::new();
    for ring in 1..columns.max(rows) as isize {
        for y in row - ring..=row + ring {
            for x in column - ring..=column + ring {
                let on_ring = (x - column).abs().max((y - row).abs()) == ring;
                let on_board = x >= 0 && y >= 0 && x < columns as isize && y < rows as isize;
                if !on_ring || !on_board {
                    continue;
                }
                let other = y as usize * columns + x as usize;
                if empty[other] && (!grain.chequered || parity(other, columns) == parity(cell, columns)) {
                    found.push(traits[other].body);
                }
            }
        }
        if found.len() >= 5 {
            break;
        }
    }
    if found.is_empty() {
        grain.color[parity(cell, columns)]
    } else {
        median_color(found.into_iter())
    }
}

/// Nine in ten of the empty cells' samples are nearer to what is expected.
fn stray(canvas: &Canvas, expected: &[Patch], empty: &[bool]) -> f32 {
    let stray = |region: &[usize]| {
        let mut strays = Vec::with_capacity(SAMPLES * 40);
        let cells = (0..expected.len()).filter(|&cell| empty[cell]);
        for cell in cells.step_by(1 + expected.len() / 60) {
            let (seen, expected) = (&canvas.patches()[cell], &expected[cell]);
            strays.extend(
                region
                    .iter()
                    .map(|&index| distance(seen.0[index], expected.0[index])),
            );
        }
        quantile(&strays, NOISE_RANK)
    };
    // Lines that are rounded to whole pixels stray more than anything else, but only on themselves.
    stray(&REGIONS.body).max(ON_LINES_PART * stray(&REGIONS.core))
}

#[cfg(test)]
mod tests;
