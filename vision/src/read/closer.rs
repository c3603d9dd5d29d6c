//! A closer look, where the ordinary one finds no stones: small marks in the middle of their points, and how near to go
//! so that they fill their cells as other clients' signs do. It does not decide what the marks are.

use super::measure::{Bound, REGIONS, distance, dot, minus, quantile, size};
use crate::read::thresholds::closer::{
    ALONE_LARGER, ALONG_LINES, ASIDE_MAX, BESIDE_MARKS_LARGER, BESIDE_MARKS_STRONGER, CENTRED, COLORED,
    COLORLESS, DOT_INK_TIMES, DOT_MAX, DOT_RADIUS_LIKE, FAINT_PART, GRAIN, INK_LIKE_NEAR, INK_LIKE_PART,
    PEAK, RADII_RANK, RADIUS_LIKE, RADIUS_RANK, REACH_MIN, STRONG, TWIN_RADIUS_LIKE, WANTED, WIDER,
};
use crate::{
    calibration::Kind,
    rank::rank_of,
    template::{Patch, Rgb, SAMPLES, SIDE},
};

/// Something small that stands apart in the middle of a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    /// Where.
    pub cell: usize,
    /// How far it reaches from the centre, in samples.
    pub radius: f32,
    /// Its colour as a difference from the empty cell.
    pub ink: Rgb,
}

impl Mark {
    /// Whether another one is as large and of the same colour.
    pub(super) fn is_like(&self, other: &Mark) -> bool {
        let near = distance(self.ink, other.ink) < INK_LIKE_PART * size(self.ink) + INK_LIKE_NEAR;
        near && (self.radius - other.radius).abs() <= RADIUS_LIKE
    }
}

/// Fewer samples than this are noise; between lines, where signs are large, twice as many.
const SAMPLES_MIN: usize = 3;
/// Samples on the cell's edge that may differ by chance; what goes on there goes on in the next cell.
const EDGE_MAX: usize = 2;

/// The mark on a cell that differs so from the empty one, if it is one: a few samples around the middle, and nothing
/// on the edge, where watermarks and grain go on.
pub(super) fn mark(cell: usize, seen: &Patch, expected: &Patch, visible: f32, grid: Kind) -> Option<Mark> {
    if !stands_out(seen, expected, visible) || goes_on(seen, expected, visible) {
        return None;
    }
    // Beside what stands out most, grain that runs through the cell is nothing.
    let mut sizes = [0.0f32; SAMPLES];
    for (slot, (seen, expected)) in sizes.iter_mut().zip(seen.0.iter().zip(&expected.0)) {
        *slot = size(minus(*seen, *expected));
    }
    let peak = quantile(&sizes, PEAK);
    let whole = around(cell, seen, expected, visible, grid);
    if peak < STRONG * visible {
        return whole;
    }
    let strong = around(cell, seen, expected, GRAIN * peak, grid);
    match (whole, strong) {
        // Grain beside a dot makes no larger one of it.
        (Some(whole), Some(strong)) if strong.radius * WIDER <= whole.radius => Some(strong),
        (whole, strong) => whole.or(strong),
    }
}

/// Whether the strongest samples differ by more than `visible`.
fn stands_out(seen: &Patch, expected: &Patch, visible: f32) -> bool {
    let bound = Bound::at_most(visible);
    let strong = |(seen, expected): &(&Rgb, &Rgb)| !bound.holds(minus(**seen, **expected));
    let most = SAMPLES - rank_of(PEAK, SAMPLES);
    let pairs = seen.0.iter().zip(&expected.0);
    pairs.filter(strong).take(most).count() == most
}

/// Whether what is there goes on in the next cell, however much of it is grain: as much of the edge stands out beside the
/// strongest sample of all.
fn goes_on(seen: &Patch, expected: &Patch, visible: f32) -> bool {
    let stray = |index: usize| minus(seen.0[index], expected.0[index]);
    let most = (0..SAMPLES)
        .map(stray)
        .fold(0.0f32, |most, stray| most.max(dot(stray, stray)));
    let grain = Bound::at_most(visible.max(GRAIN * (most / 3.0).sqrt()));
    let ends = (0..SIDE).flat_map(|step| [step, SAMPLES - SIDE + step]);
    let sides = (1..SIDE - 1).flat_map(|step| [step * SIDE, step * SIDE + SIDE - 1]);
    let strong = ends.chain(sides).filter(|index| !grain.holds(stray(*index)));
    strong.take(EDGE_MAX + 1).count() > EDGE_MAX
}

/// The same of all that differs by more than `visible`.
pub(super) fn around(cell: usize, seen: &Patch, expected: &Patch, visible: f32, grid: Kind) -> Option<Mark> {
    let bound = Bound::at_most(visible);
    let middle = (SIDE / 2) as f32;
    let (mut count, mut edge, mut sum, mut weight, mut square) = (0, 0, [0.0f32; 2], 0.0f32, 0.0f32);
    let mut reaches = [0.0f32; SAMPLES];
    let mut ink = [0.0f32; 3];
    for index in 0..SAMPLES {
        let stray = minus(seen.0[index], expected.0[index]);
        if bound.holds(stray) {
            continue;
        }
        let (x, y) = ((index % SIDE) as f32 - middle, (index / SIDE) as f32 - middle);
        let strength = size(stray);
        reaches[count] = x.abs().max(y.abs());
        edge += usize::from(reaches[count] >= middle);
        count += 1;
        sum = [sum[0] + strength * x, sum[1] + strength * y];
        weight += strength;
        square += strength * strength;
        for (total, level) in ink.iter_mut().zip(stray) {
            *total += strength * level;
        }
    }
    let least = match grid {
        Kind::Points => SAMPLES_MIN,
        Kind::Cells => 2 * SAMPLES_MIN,
    };
    if count < least || edge > EDGE_MAX {
        return None;
    }
    let aside = sum.map(|sum| (sum / weight).abs());
    if aside[0].max(aside[1]) > ASIDE_MAX {
        return None;
    }
    // Noise just above the bound is spread over the cell; a mark stands out. A bright ring around a dark disc has no colour
    // on the whole, and is strong all the same.
    let ink = ink.map(|total| total / weight);
    let radius = quantile(&reaches[..count], RADIUS_RANK);
    let is_centred = aside[0].max(aside[1]) < CENTRED;
    let stands_out = size(ink) > COLORED * visible || (is_centred && square > COLORLESS * visible * weight);
    stands_out.then_some(Mark { cell, radius, ink })
}

/// The cell without what stands apart from the drawing in its middle: a client's mark of the last move may lie beside a small
/// stone. `None` if nothing does.
pub(super) fn without_marks_beside(seen: &Patch, expected: &Patch, visible: f32) -> Option<Patch> {
    let mut sizes = [0.0f32; SAMPLES];
    for (slot, (seen, expected)) in sizes.iter_mut().zip(seen.0.iter().zip(&expected.0)) {
        *slot = size(minus(*seen, *expected));
    }
    let peak = quantile(&sizes, PEAK);
    let least = visible.max(GRAIN * peak);
    let is_drawn = |index: usize| sizes[index] > least;
    // However hollow a drawing in the middle is, it begins there.
    let heart = REGIONS.heart.iter().copied();
    let mut open: Vec<usize> = heart.filter(|&index| is_drawn(index)).collect();
    let mut whole = [false; SAMPLES];
    while let Some(index) = open.pop() {
        if !std::mem::replace(&mut whole[index], true) {
            open.extend(around_sample(index).filter(|&next| is_drawn(next) && !whole[next]));
        }
    }
    let is_rest = |index: usize| is_drawn(index) && !whole[index];
    if !whole.contains(&true) || !(0..SAMPLES).any(is_rest) {
        return None;
    }
    let mut alone = expected.clone();
    for index in 0..SAMPLES {
        let is_of_it = whole[index] || around_sample(index).any(|beside| whole[beside]);
        if is_of_it && !is_rest(index) {
            alone.0[index] = seen.0[index];
        }
    }
    Some(alone)
}

/// The samples around one.
fn around_sample(index: usize) -> impl Iterator<Item = usize> {
    let (x, y) = (index % SIDE, index / SIDE);
    let near = |at: usize| at.saturating_sub(1)..(at + 2).min(SIDE);
    let all = near(y).flat_map(move |y| near(x).map(move |x| y * SIDE + x));
    all.filter(move |&beside| beside != index)
}

/// Handicap dots as far as one picture shows them.
#[derive(Clone, Debug, Default)]
pub(super) struct Stars {
    /// Cells with dots.
    pub cells: Vec<usize>,
    /// Where the same dots may be that grain half hides.
    places: Vec<usize>,
    /// How far they reach, in samples.
    reach: f32,
    /// How far they stand out, in levels.
    ink: f32,
    /// Whether there are other small things on the board: stones may be hardly larger than dots.
    beside_marks: bool,
}

impl Stars {
    /// The dots among small marks, and the marks that are no part of the empty board: dots lie where boards have them, alike
    /// on more than one side.
    pub(super) fn part(all: &[Mark], line: Option<Rgb>, columns: usize, rows: usize) -> (Stars, Vec<Mark>) {
        let (dots, marks) = part_stars(all, line, columns, rows);
        let cells: Vec<usize> = dots.iter().map(|dot| dot.cell).collect();
        let places = star_places(&cells, columns, rows);
        let stars = Stars {
            reach: dots.iter().map(|dot| dot.radius).fold(0.0, f32::max),
            ink: dots.iter().map(|dot| size(dot.ink)).fold(0.0, f32::max),
            beside_marks: !marks.iter().all(|mark| places.contains(&mark.cell)),
            places,
            cells,
        };
        (stars, marks)
    }

    /// Whether a mark is one more dot: where the others want one, darker or lighter as the lines are, and no larger than they;
    /// or so with grain that runs through it, which is larger and fainter than any line.
    pub(super) fn completes(&self, mark: &Mark, line: Option<Rgb>) -> bool {
        // Grain turns the ink's colour, not its shade.
        let like_lines = line.is_none_or(|line| dot(mark.ink, line) > 0.0);
        if !like_lines || !self.places.contains(&mark.cell) {
            return false;
        }
        if self.beside_marks {
            return mark.radius <= self.reach + BESIDE_MARKS_LARGER
                && size(mark.ink) <= BESIDE_MARKS_STRONGER * self.ink;
        }
        let faint = line.is_none_or(|line| size(mark.ink) < FAINT_PART * size(line));
        let grained = faint && self.cells.len() >= 3;
        mark.radius <= self.reach + ALONE_LARGER || grained
    }
}

/// Handicap dots and other marks.
fn part_stars(marks: &[Mark], line: Option<Rgb>, columns: usize, rows: usize) -> (Vec<Mark>, Vec<Mark>) {
    let inset = |at: usize, count: usize| at.min(count - 1 - at);
    let is_middle = |at: usize, count: usize| 2 * at + 1 == count;
    let drawn_like_lines = |mark: &Mark| line.is_none_or(|line| lies_along(mark.ink, line));
    let handicap: Vec<&Mark> = marks
        .iter()
        .filter(|mark| {
            let (x, y) = (mark.cell % columns, mark.cell / columns);
            let (across, down) = (inset(x, columns), inset(y, rows));
            let usual = |inset: usize| INSETS.contains(&inset);
            let corner = across == down && usual(across);
            let side = (usual(across) && is_middle(y, rows)) || (usual(down) && is_middle(x, columns));
            let centre = is_middle(x, columns) && is_middle(y, rows);
            (corner || side || centre) && mark.radius <= DOT_MAX && drawn_like_lines(mark)
        })
        .collect();
    let is_handicap = |mark: &Mark| handicap.iter().any(|dot| dot.cell == mark.cell);
    let is_star = |mark: &Mark| {
        let (x, y) = (mark.cell % columns, mark.cell / columns);
        let centre = is_middle(x, columns) && is_middle(y, rows);
        let mirrored = [
            (columns - 1 - x, y),
            (x, rows - 1 - y),
            (columns - 1 - x, rows - 1 - y),
        ];
        let faces = |other: &Mark| mirrored.contains(&(other.cell % columns, other.cell / columns));
        // A board is the same from every side.
        let turned = |other: &Mark| {
            let (x, y) = (other.cell % columns, other.cell / columns);
            faces(other) || mirrored.contains(&(y, x))
        };
        // Grain may run through one of two dots, and half hide it.
        let (weak, strong) = (size(mark.ink) / DOT_INK_TIMES, size(mark.ink) * DOT_INK_TIMES);
        let alike = |other: &&&Mark| {
            let like_dots = line.is_some() && (weak..strong).contains(&size(other.ink));
            let near = (other.radius - mark.radius).abs() <= DOT_RADIUS_LIKE;
            other.cell != mark.cell && (centre || faces(other)) && near && (like_dots || other.is_like(mark))
        };
        // One in the very middle is the board's own if it is drawn with the lines' ink.
        let dots = handicap.iter().filter(alike).count();
        // Where more of the same stands elsewhere, these are no handicap dots.
        let is_elsewhere = |other: &&Mark| !is_handicap(other) && other.is_like(mark);
        let elsewhere = marks.iter().filter(is_elsewhere).count();
        let is_one_of_many = centre
            || handicap
                .iter()
                .any(|other| other.cell != mark.cell && turned(other));
        let all = line.is_some() && marks.iter().all(is_handicap) && is_one_of_many;
        let few = elsewhere == 0 || (line.is_some() && dots >= 3 && elsewhere == 1);
        all || (few && (dots > 0 || (centre && line.is_some())))
    };
    let (stars, others): (Vec<Mark>, Vec<Mark>) = marks
        .iter()
        .copied()
        .partition(|mark| is_handicap(mark) && is_star(mark));
    // Where there are small things besides, stones may be as small as dots, and stand where dots are.
    let cells: Vec<usize> = stars.iter().map(|star| star.cell).collect();
    let places = star_places(&cells, columns, rows);
    let is_dot = |mark: &Mark| places.contains(&mark.cell);
    let twin = |mark: &Mark| {
        let same = |other: &&Mark| {
            other.cell != mark.cell
                && (other.radius - mark.radius).abs() <= TWIN_RADIUS_LIKE
                && other.is_like(mark)
        };
        let elsewhere = others.iter().filter(|other| other.is_like(mark)).count();
        let dots = stars.iter().filter(same).count();
        dots > 0 && (elsewhere == 0 || (elsewhere == 1 && dots >= 3))
    };
    let is_plain = |mark: &Mark| others.iter().all(is_dot) || twin(mark);
    marks
        .iter()
        .copied()
        .partition(|mark| stars.iter().any(|star| star.cell == mark.cell) && is_plain(mark))
}

/// Where a board with these handicap dots has more of them: mirrored on the other sides, and in the middle.
fn star_places(stars: &[usize], columns: usize, rows: usize) -> Vec<usize> {
    if stars.len() < 2 {
        return Vec::new();
    }
    let middle = (columns % 2 == 1 && rows % 2 == 1).then_some(rows / 2 * columns + columns / 2);
    mirrored(stars, columns, rows).into_iter().chain(middle).collect()
}

/// These cells, and those that they have for counterparts on the other sides.
pub(super) fn mirrored(cells: &[usize], columns: usize, rows: usize) -> Vec<usize> {
    let counterparts = cells.iter().flat_map(|&cell| {
        let (x, y) = (cell % columns, cell / columns);
        let (across, down) = (columns - 1 - x, rows - 1 - y);
        [(x, y), (across, y), (x, down), (across, down)]
    });
    counterparts.map(|(x, y)| y * columns + x).collect()
}

/// How many lines from the border handicap dots lie.
const INSETS: std::ops::RangeInclusive<usize> = 2..=4;

/// Whether two colour differences point the same way, as far as grain lets them.
fn lies_along(a: Rgb, b: Rgb) -> bool {
    dot(a, b) > ALONG_LINES * (dot(a, a) * dot(b, b)).sqrt()
}

/// How much of a pitch around each point is to be looked at, so that such marks fill it.
pub(super) fn reach(marks: &[Mark]) -> f64 {
    let radii: Vec<f32> = marks.iter().map(|mark| mark.radius + 0.5).collect();
    f64::from(quantile(&radii, RADII_RANK) / WANTED).clamp(REACH_MIN, 1.0)
}

#[cfg(test)]
mod tests;
