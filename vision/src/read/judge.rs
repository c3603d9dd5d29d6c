//! The verdict on one cell: empty, one of two kinds of stone, or not to be told. It is given what the empty cell
//! and the kinds look like, and does not know where that knowledge comes from.

mod few;
mod likeness;
mod pens;

use referee::color::Color;

pub(super) use self::pens::nearest_pen;
use self::{likeness::Match, pens::Pens};
use super::{
    feature::{Feature, Ruler},
    kinds::StoneKind,
    measure::{REGIONS, distance, dot, median, median_color, minus, quantile, size, times},
};
use crate::read::thresholds::feature::SOLID;
use crate::read::thresholds::judge::{
    ASIDE_MAX, BARE_CELL_COVERED_MAX, BARE_COVERED_MAX, BARE_LINED_MIN, BARE_STRUCTURE_MAX, BETWEEN,
    BETWEEN_STRANGE, CONFIDENCE_MIN, CONFIDENCE_PALE, CORNER_FREE, CROWDED_LINE_MAX, CROWDED_LINE_MIN,
    CROWDED_LINED, CROWDED_VISIBLE, EMPTY_CELL_COVERED, EMPTY_CELL_STRUCTURE, EMPTY_COVERED,
    EMPTY_COVERED_MUCH, EMPTY_DRAWN_MIN, EMPTY_KNOWN_MIN, FILLED_LEAST, FILLED_MOST, GHOST_MAX,
    GHOST_SEEN_MIN, HATCHED, KNOWN_MIN, LINE_WEIGHT, LINED_MIN, PALE, PALE_STRUCTURE_MAX, PATCHY,
    RIM_ALIKE_LONE_MIN, RIM_ALIKE_MIN, RIM_BARE_PART, RIM_DISC_PART, RIM_OTHER_MAX, RIM_STRANGE_PART,
    RIM_WHOLE, SHADOW, STRANGE, STRANGE_LINED_VOTE, STRANGE_PART, STRANGE_VISIBLE, STRAYING_MAX, SURE_BARE,
    SURE_CROWDED, SURE_GHOST_MIN, SURE_GHOST_PART, SURE_OF_NONE, SURE_RIM_MIN, SURE_SIGN_TIMES, SURE_TINTED,
    SURE_UNDRAWN, TINT_SHARE_MAX, TINT_STRUCTURE_MAX, UNSURE, UNSURE_A_SAMPLE, VEIL, VEIL_COVERED_MAX,
    VEIL_LINE_HIDDEN, VEIL_LINE_MAX, VEIL_LINE_MIN, VEIL_LINE_TIMES, VEIL_LINED_MAX, VEIL_STRUCTURE_MAX,
    VEIL_VISIBLE, VOTE_LEVELS, WHOLE_LINE_MAX, WHOLE_LINE_VISIBLE, WHOLE_LINED_MAX, WHOLE_MIN,
    WRITTEN_STRUCTURE_MIN,
};
use crate::read::thresholds::signs::{
    DRAWN_MIN, HALF_SIGN_MIN, INKS_APART, LINE_DIRECTION, LINE_INK_MIN, LIT_DRAWN_LEAD, LIT_DRAWN_MIN,
    LIT_PART_MIN, NONE_DRAWN_MAX, NONE_PART_MAX, PEN_COVERED_MIN, PEN_INK_MIN, PEN_NEAR, PENS_ALIKE,
    PENS_APART, SCORE_MIN,
};
use crate::{
    calibration::Kind,
    observation::{Cell, Content},
    template::{Patch, Rgb, SAMPLES, SIDE},
};

/// What the cells are judged by.
pub(super) struct Judge<'a> {
    pub ruler: Ruler,
    /// Black's and White's kind, where known.
    pub kinds: [Option<&'a StoneKind>; 2],
    /// Whether somebody said which stones they are.
    pub is_taught: bool,
}

impl Judge<'_> {
    /// Judges one cell.
    pub(super) fn judge(&self, seen: &Patch, expected: &Patch, feature: &Feature) -> Cell {
        if self.is_veiled(feature) {
            return uncertain(SURE_OF_NONE);
        }
        if self.kinds.iter().all(Option::is_none) {
            return self.without_kinds(feature);
        }
        let cell = if self.are_solid() {
            self.by_votes(seen, expected, feature)
        } else {
            self.by_sign(feature)
        };
        // Stones and signs stand in the middle, and in their cells.
        let is_aside = feature.aside > ASIDE_MAX && feature.coverage < STRAYING_MAX;
        let leaves = self.ruler.kind == Kind::Cells && leaves_cell(feature);
        match cell.content {
            Content::Stone(_) if is_aside || leaves => uncertain(UNSURE),
            Content::Stone(color) if self.is_small(expected, feature, color) => uncertain(UNSURE),
            Content::Stone(color) if self.may_be_the_others(feature, color) => uncertain(UNSURE),
            Content::Stone(color) if self.is_lopsided(expected, feature, color, cell.confidence) => {
                uncertain(UNSURE)
            }
            Content::Empty if self.has_stones_color(seen, expected) => uncertain(UNSURE),
            _ => cell,
        }
    }

    /// From so far on, in levels, a sample is none of this kind's. What differs from a kind as much as the empty cell does is
    /// another thing, be it near in colour.
    fn strange(&self, typical: Rgb, expected: Rgb) -> f32 {
        (STRANGE_PART * distance(typical, expected))
            .max(STRANGE_VISIBLE * self.ruler.visible)
            .min(STRANGE)
    }

    /// Another window's flat colour between grid lines: nothing is drawn there, not even the lines. A tint under the
    /// pointer leaves them.
    fn is_veiled(&self, feature: &Feature) -> bool {
        let flat = self.ruler.kind == Kind::Cells
            && feature.structure < VEIL_STRUCTURE_MAX
            && feature.coverage < VEIL_COVERED_MAX;
        let lineless = match feature.line {
            Some(part) => {
                let shown = (VEIL_LINE_MIN..VEIL_LINE_MAX).contains(&part);
                feature.lined < VEIL_LINED_MAX
                    && (part.abs() < VEIL_LINE_HIDDEN
                        || feature.tint > if shown { VEIL_LINE_TIMES * VEIL } else { VEIL })
            }
            None => feature.tint > VEIL,
        };
        flat && lineless && feature.tint > VEIL_VISIBLE * self.ruler.visible
    }

    /// Whether stones rather than thin signs are played. Glossy ones may hide it on a ground of their own colour.
    fn are_solid(&self) -> bool {
        let filled = || self.kinds.iter().flatten().map(|kind| kind.filled);
        let (least, most) = (
            filled().fold(f32::INFINITY, f32::min),
            filled().fold(0.0, f32::max),
        );
        least >= SOLID || (most >= FILLED_MOST && least >= FILLED_LEAST)
    }

    /// No stone has ever been seen: whatever stands out clearly is not to be told.
    fn without_kinds(&self, feature: &Feature) -> Cell {
        let bare = match self.ruler.kind {
            // What is hatched looks as if it left some lines.
            Kind::Points => {
                (feature.lined >= BARE_LINED_MIN && feature.structure < HATCHED)
                    || feature.coverage < BARE_COVERED_MAX
            }
            Kind::Cells => feature.structure < BARE_STRUCTURE_MAX || feature.coverage < BARE_CELL_COVERED_MAX,
        };
        if bare {
            certain(Content::Empty, SURE_BARE)
        } else {
            uncertain(UNSURE)
        }
    }

    /// Each sample votes for what it resembles most: marks and numbers are outvoted.
    fn by_votes(&self, seen: &Patch, expected: &Patch, feature: &Feature) -> Cell {
        let lined = self.ruler.kind == Kind::Points && feature.lined >= LINED_MIN;
        let Ballot {
            best,
            share,
            lead,
            known,
        } = self.ballot(seen, feature, lined);
        let confidence = lead * if lined { 1.0 } else { known };
        // Marks can hide most of a stone's middle, or look like the ground; its outer parts still show.
        let doubtful = match (best, self.ruler.kind) {
            (0, Kind::Points) => {
                let drawn_upon = feature.structure > EMPTY_DRAWN_MIN;
                (feature.coverage > EMPTY_COVERED && (!lined || self.may_be_first(feature)))
                    || (feature.coverage > EMPTY_COVERED_MUCH && (drawn_upon || known < EMPTY_KNOWN_MIN))
            }
            (0, Kind::Cells) => {
                feature.structure > EMPTY_CELL_STRUCTURE && feature.coverage > EMPTY_CELL_COVERED
            }
            _ => known < KNOWN_MIN,
        };
        if doubtful && best == 0 && self.is_crowded(feature) {
            return certain(Content::Empty, SURE_CROWDED);
        }
        if doubtful {
            let rim = self.by_rim(seen, expected, feature);
            let tinted = lined && feature.structure < TINT_STRUCTURE_MAX && rim.content == Content::Uncertain;
            return if tinted {
                certain(Content::Empty, SURE_TINTED)
            } else {
                rim
            };
        }
        if best == 0 {
            return told(Content::Empty, confidence);
        }
        if lined && feature.structure < TINT_STRUCTURE_MAX && share < TINT_SHARE_MAX {
            // A tint half way to a stone's colour, through which the grid shows.
            return certain(Content::Empty, SURE_TINTED);
        }
        let Some(kind) = self.kinds[best - 1] else {
            return uncertain(SURE_OF_NONE);
        };
        if self.is_cover(feature, kind) || self.is_between(best - 1, seen) {
            return uncertain(UNSURE);
        }
        let parts = self.parts(expected, feature, kind);
        let part = median(&parts);
        if (GHOST_SEEN_MIN..GHOST_MAX).contains(&part) && self.is_off(expected, feature, kind, part) {
            return uncertain(UNSURE);
        }
        if part < WHOLE_MIN && feature.structure > WRITTEN_STRUCTURE_MIN {
            // A ghost shows what is below it evenly; this is rather a stone under writing.
            return self.by_rim(seen, expected, feature);
        }
        if part < GHOST_MAX && quantile(&parts, PATCHY) >= WHOLE_MIN {
            return uncertain(UNSURE);
        }
        if size(kind.fill) < PALE && feature.structure < PALE_STRUCTURE_MAX && confidence < CONFIDENCE_PALE {
            return uncertain(confidence);
        }
        self.by_part(best - 1, part, confidence)
    }

    /// A colour between both kinds': a translucent stone of one lies over one of the other.
    fn is_between(&self, best: usize, seen: &Patch) -> bool {
        let [Some(kind), Some(other)] = [self.kinds[best], self.kinds[1 - best]] else {
            return false;
        };
        let far = |kind: &StoneKind| {
            let far = |&index: &usize| distance(seen.0[index], kind.typical.0[index]);
            median(&REGIONS.core.iter().map(far).collect::<Vec<f32>>())
        };
        let own = far(kind);
        own > BETWEEN_STRANGE * STRANGE && own > BETWEEN * far(other)
    }

    /// An empty point into which large stones on its neighbours reach: every line shows, and its heart is bare.
    fn is_crowded(&self, feature: &Feature) -> bool {
        let whole = feature
            .line
            .is_some_and(|part| (CROWDED_LINE_MIN..CROWDED_LINE_MAX).contains(&part))
            && feature.lined > CROWDED_LINED;
        let bare = REGIONS
            .heart
            .iter()
            .filter(|&&index| size(feature.difference.0[index]) <= CROWDED_VISIBLE * self.ruler.visible);
        self.ruler.kind == Kind::Points && whole && bare.count() * 5 >= REGIONS.heart.len() * 3
    }

    /// Counts the samples' votes.
    fn ballot(&self, seen: &Patch, feature: &Feature, lined: bool) -> Ballot {
        let (mut votes, mut strange) = ([0.0f32; 3], 0.0f32);
        for &index in &REGIONS.core {
            let expected = minus(seen.0[index], feature.difference.0[index]);
            let (mut far, mut most) = ([f32::INFINITY; 3], [STRANGE; 3]);
            far[0] = size(feature.difference.0[index]);
            for ((far, most), kind) in far[1..].iter_mut().zip(&mut most[1..]).zip(&self.kinds) {
                if let Some(kind) = kind {
                    *far = distance(seen.0[index], kind.typical.0[index]);
                    *most = self.strange(kind.typical.0[index], expected);
                }
            }
            let [first, second] = lowest(far);
            if far[first] > most[first] {
                // What lies over visible grid lines is a tint or a small mark.
                votes[0] += if lined { STRANGE_LINED_VOTE } else { 0.0 };
                strange += 1.0;
            } else {
                votes[first] += ((far[second] - far[first]) / VOTE_LEVELS).min(1.0);
            }
        }
        let cast = votes.iter().sum::<f32>().max(1e-6);
        let mut shares = votes.map(|vote| vote / cast);
        // Between cells the lines show beside every stone; through points a stone hides them.
        if feature.line.is_some() && self.ruler.kind == Kind::Points {
            shares[0] += LINE_WEIGHT * (2.0 * feature.lined - 1.0);
        }
        let [best, second] = lowest(shares.map(|share| -share));
        Ballot {
            best,
            share: votes[best] / cast,
            lead: (shares[best] - shares[second]).clamp(0.0, 1.0),
            known: 1.0 - strange / REGIONS.core.len() as f32,
        }
    }

    /// Tells a stone by the samples of its whole disc, most of which must look like one kind and like nothing else.
    fn by_rim(&self, seen: &Patch, expected: &Patch, feature: &Feature) -> Cell {
        for (color, kind) in Color::BOTH.into_iter().zip(&self.kinds) {
            let Some(kind) = kind else { continue };
            let (mut alike, mut bare, mut other, mut count) = (0.0f32, 0.0f32, 0.0f32, 0.0f32);
            let opposite = self.kinds[(!color).index()];
            let mut parts: Vec<f32> = Vec::with_capacity(SAMPLES);
            let bare_most = (RIM_STRANGE_PART * STRANGE)
                .min(RIM_BARE_PART * size(kind.fill))
                .max(self.ruler.visible);
            for index in 0..SAMPLES {
                let typical = kind.typical.0[index];
                if distance(typical, expected.0[index]) > RIM_DISC_PART * size(kind.fill) {
                    count += 1.0;
                    let near = |color, most: f32| f32::from(u8::from(distance(seen.0[index], color) < most));
                    let is_alike = near(
                        typical,
                        self.strange(typical, expected.0[index])
                            .min(RIM_STRANGE_PART * STRANGE),
                    );
                    alike += is_alike;
                    if is_alike > 0.0 {
                        let whole = minus(typical, expected.0[index]);
                        parts.push(dot(feature.difference.0[index], whole) / dot(whole, whole));
                    }
                    bare += near(expected.0[index], bare_most);
                    other += opposite.map_or(0.0, |kind| {
                        near(kind.typical.0[index], RIM_STRANGE_PART * STRANGE)
                    });
                }
            }
            // What is alike and yet not wholly there is a ghost.
            let is_whole = median(&parts) >= RIM_WHOLE;
            // A mark may have the colour of the only kind that was seen, and lie on the first stone of the other.
            let least = if opposite.is_some() {
                RIM_ALIKE_MIN
            } else {
                RIM_ALIKE_LONE_MIN
            };
            let only = is_whole
                && alike >= least * count
                && bare <= RIM_OTHER_MAX * alike
                && other <= RIM_OTHER_MAX * alike;
            if count > 0.0 && only && !self.is_cover(feature, kind) {
                return told(Content::Stone(color), (alike / count).max(SURE_RIM_MIN));
            }
        }
        uncertain(UNSURE)
    }

    /// How much of a stone is there, sample by sample: 1 for all of it, less for one that shines through.
    fn parts(&self, expected: &Patch, feature: &Feature, kind: &StoneKind) -> Vec<f32> {
        let mut parts: Vec<f32> = Vec::with_capacity(REGIONS.core.len());
        for &index in &REGIONS.core {
            let whole = minus(kind.typical.0[index], expected.0[index]);
            if size(whole) > self.ruler.visible {
                parts.push(dot(feature.difference.0[index], whole) / dot(whole, whole));
            }
        }
        let hidden = self.ruler.kind == Kind::Points
            && feature.lined < WHOLE_LINED_MAX
            && feature.line.is_some_and(|visible| visible < WHOLE_LINE_MAX)
            && self
                .ruler
                .line
                .is_some_and(|line| size(line) > WHOLE_LINE_VISIBLE * self.ruler.visible);
        if parts.is_empty() || hidden {
            vec![1.0]
        } else {
            parts
        }
    }

    /// Whether what is there is no part of such a stone on bare ground: a ghost of the other kind lies over a stone.
    fn is_off(&self, expected: &Patch, feature: &Feature, kind: &StoneKind, part: f32) -> bool {
        let mut rests: Vec<f32> = Vec::with_capacity(REGIONS.core.len());
        for &index in &REGIONS.core {
            let whole = minus(kind.typical.0[index], expected.0[index]);
            rests.push(distance(feature.difference.0[index], times(whole, part)));
        }
        median(&rests) > self.ruler.visible
    }

    /// Another window's flat rest: the stone's colour also where a stone of this kind leaves the ground free.
    fn is_cover(&self, feature: &Feature, kind: &StoneKind) -> bool {
        let corner = |patch: &Patch| median_color(REGIONS.corners.iter().map(|&index| patch.0[index]));
        if !feature.fills_corners() {
            return false;
        }
        kind.exemplars
            .iter()
            .all(|exemplar| size(corner(exemplar)) < CORNER_FREE * size(kind.fill))
    }

    fn by_part(&self, kind: usize, part: f32, confidence: f32) -> Cell {
        if part < GHOST_MAX {
            // Certain enough that no stone stands there, less so that none is about to.
            return told(Content::Empty, confidence.max(SURE_GHOST_MIN) * SURE_GHOST_PART);
        }
        if part < WHOLE_MIN {
            return uncertain(UNSURE);
        }
        told(Content::Stone(Color::BOTH[kind]), confidence)
    }

    /// A drawing that was never seen before is still drawn with one of the two pens.
    fn by_pen(&self, feature: &Feature) -> Option<Cell> {
        let [Some(black), Some(white)] = self.kinds else {
            return None;
        };
        let apart = distance(black.pen, white.pen);
        let far = [distance(feature.pen, black.pen), distance(feature.pen, white.pen)];
        let best = usize::from(far[1] < far[0]);
        let kind = [black, white][best];
        let drawn = size(feature.ink) > PEN_INK_MIN * size(kind.ink) && feature.coverage > PEN_COVERED_MIN;
        let clear = apart > PENS_APART && far[best] < PEN_NEAR * apart && drawn;
        if clear {
            return Some(certain(
                Content::Stone(Color::BOTH[best]),
                1.0 - far[best] / apart,
            ));
        }
        self.by_ink(feature, [black, white])
    }

    /// A thin line is a blend of its pen and the ground: it may be as pale as you like, but from this cell's ground,
    /// highlighted or not, it lies in the pen's direction.
    fn by_ink(&self, feature: &Feature, kinds: [&StoneKind; 2]) -> Option<Cell> {
        let Pens {
            toward,
            apart,
            off,
            nearest,
        } = Pens::of(feature, kinds);
        let drawn =
            size(feature.ink) > LINE_INK_MIN * size(toward[nearest]) && feature.coverage > PEN_COVERED_MIN;
        let clear = apart > INKS_APART && off[nearest] < LINE_DIRECTION * off[1 - nearest];
        (drawn && clear).then(|| certain(Content::Stone(Color::BOTH[nearest]), 1.0 - off[nearest] / apart))
    }

    /// Signs drawn with a pen cover little of their cell: they are told by their ink and by known drawings.
    fn by_sign(&self, feature: &Feature) -> Cell {
        let difference = &feature.difference;
        let marked = REGIONS
            .core
            .iter()
            .filter(|&&index| size(difference.0[index]) > self.ruler.visible)
            .count();
        if marked < 4 {
            return certain(Content::Empty, 1.0 - marked as f32 * UNSURE_A_SAMPLE);
        }
        let mut matches = [Match::default(); 2];
        for (found, kind) in matches.iter_mut().zip(&self.kinds) {
            if let Some(kind) = kind {
                *found = Match::of(feature, kind);
            }
        }
        let best = usize::from(matches[1].score() > matches[0].score());
        let (found, other) = (matches[best], matches[1 - best]);
        let part = found.part;
        if part < NONE_PART_MAX && found.drawn < NONE_DRAWN_MAX && marked * 8 < REGIONS.core.len() {
            return told(Content::Empty, SURE_UNDRAWN);
        }
        if found.score() < SCORE_MIN {
            let is_sign = !spills(feature) && is_balanced(feature);
            let drawn = self.by_pen(feature).filter(|_| is_sign);
            return drawn.unwrap_or(uncertain(UNSURE));
        }
        if found.drawn < DRAWN_MIN && (self.are_told_by_shape() || !is_balanced(feature)) {
            return uncertain(UNSURE);
        }
        let confidence = ((found.score() - other.score()) * SURE_SIGN_TIMES).clamp(0.0, 1.0);
        if (HALF_SIGN_MIN..GHOST_MAX).contains(&part) && feature.tint <= self.ruler.visible {
            // A thin sign loses strength by mere blur: half a sign is not called none.
            return uncertain(UNSURE);
        }
        if part < WHOLE_MIN && feature.tint > self.ruler.visible {
            // A highlight may lie over a sign and weaken it; its shape remains.
            let clear = part > LIT_PART_MIN
                && found.drawn > LIT_DRAWN_MIN
                && found.drawn > other.drawn + LIT_DRAWN_LEAD;
            return if clear {
                told(Content::Stone(Color::BOTH[best]), confidence)
            } else {
                uncertain(UNSURE)
            };
        }
        self.by_part(best, part, confidence)
    }
}

impl Judge<'_> {
    /// Whether both kinds are drawn with the same pen.
    fn are_told_by_shape(&self) -> bool {
        let [Some(black), Some(white)] = self.kinds else {
            return false;
        };
        distance(black.pen, white.pen) < PENS_ALIKE
    }
}

/// How a cell's samples voted.
struct Ballot {
    /// 0 for an empty cell, 1 and 2 for the kinds.
    best: usize,
    /// The part of all votes that went to it.
    share: f32,
    /// How far it is ahead of the next, grid lines counted in: 0 to 1.
    lead: f32,
    /// The part of all samples that look like anything known.
    known: f32,
}

/// Where the lowest and the next lowest value are.
fn lowest(values: [f32; 3]) -> [usize; 2] {
    let mut order = [0, 1, 2];
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    [order[0], order[1]]
}

/// How many samples at each end of a row or column of a cell, left, right, top, bottom, differ by more than so much.
fn at_sides(feature: &Feature, least: f32) -> [usize; 4] {
    let inked = |index: usize| size(feature.difference.0[index]) > least;
    let side = |at: fn(usize) -> usize| (0..SIDE).filter(|&step| inked(at(step))).count();
    [
        side(|step| step * SIDE),
        side(|step| step * SIDE + SIDE - 1),
        side(|step| step),
        side(|step| (SIDE - 1) * SIDE + step),
    ]
}

/// Whether ink leaves the cell on one side or two: a pointer's does, a sign's does not, and a frame's does on all.
fn spills(feature: &Feature) -> bool {
    let sides = at_sides(feature, size(feature.ink) / 2.0);
    (1..=2).contains(&sides.into_iter().filter(|ink| *ink >= 2).count())
}

/// Whether much ink leaves a cell on one side and none on the opposite one: something lies there that is no stone of this cell.
/// A stone that is larger than its cell leaves it on all sides, and a line through a stone is thin.
pub(super) fn leaves_cell(feature: &Feature) -> bool {
    let ink = (size(feature.ink) / 2.0).max(SHADOW);
    let (much, some) = (at_sides(feature, ink), at_sides(feature, ink / 2.0));
    let leaves = |side: usize| much[side] > LINE && some[side ^ 1] <= 1;
    (0..4).any(leaves)
}

/// A line through a stone is no wider on the cell's side, in samples.
const LINE: usize = 2;

/// Whether ink lies in all four quarters of a cell: signs and letters reach into each of them, a pointer does not.
fn is_balanced(feature: &Feature) -> bool {
    let half = size(feature.ink) / 2.0;
    let mut quarters = [0usize; 4];
    for &index in &REGIONS.inside {
        let (x, y) = (index % SIDE, index / SIDE);
        if x != SIDE / 2 && y != SIDE / 2 && size(feature.difference.0[index]) > half {
            quarters[usize::from(x > SIDE / 2) + 2 * usize::from(y > SIDE / 2)] += 1;
        }
    }
    let most = quarters.into_iter().max().unwrap_or(0);
    quarters.into_iter().all(|ink| ink * QUARTER >= most)
}

/// No quarter of a sign has more than so many times another one's ink.
const QUARTER: usize = 3;

fn told(content: Content, confidence: f32) -> Cell {
    if confidence < CONFIDENCE_MIN {
        uncertain(confidence)
    } else {
        certain(content, confidence)
    }
}

fn certain(content: Content, confidence: f32) -> Cell {
    Cell { content, confidence }
}

fn uncertain(confidence: f32) -> Cell {
    Cell {
        content: Content::Uncertain,
        confidence,
    }
}

#[cfg(test)]
mod tests;
