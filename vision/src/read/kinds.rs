//! The two kinds of stone: what they look like, and how to tell them apart in a picture where nobody has said
//! what stands where. It does not decide cells.

use super::{
    feature::Feature,
    measure::{
        REGIONS, brightness, core, distance, dot, mean, median, median_color, minus, quantile, size, times,
    },
};
use crate::read::thresholds::feature::SOLID;
use crate::read::thresholds::kinds::{
    ALIKE_CONTRAST_MIN, ALIKE_PART, ALIKE_PART_FEW, ALIKE_RANK, APART_MIN, APART_PART, APART_SPREADS, DARKER,
    LINES_HIDDEN_MAX, ONE_SIZE, PENS_NEAR, ROUND_WEIGHT, ROUNDER, SAME, SAMPLED, SHINES_MAX, SHINES_MIN,
    SHINES_REST, SHOWS, SPREAD_RANK, UNLIKE,
};
use crate::{
    calibration::Kind,
    rank::median_patch,
    template::{Patch, Rgb, zncc},
};

/// Exemplars kept of one kind at most.
pub(super) const EXEMPLARS_MAX: usize = 10;

/// What is known about one kind of stone.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct StoneKind {
    /// Different drawings of it, as they differ from the empty board.
    pub exemplars: Vec<Patch>,
    /// The typical stone, as it looks itself, whatever is below.
    pub typical: Patch,
    /// Typical [`Feature::fill`].
    pub fill: Rgb,
    /// Typical colour of the cell's middle.
    pub color: Rgb,
    /// Typical [`Feature::ink`].
    pub ink: Rgb,
    /// Typical [`Feature::pen`].
    pub pen: Rgb,
    /// Typical [`Feature::round`].
    pub round: f32,
    /// Typical [`Feature::filled`].
    pub filled: f32,
    /// Stones that the typical values come from.
    pub members: u32,
}

impl StoneKind {
    /// Learns from cells known to hold this kind, each with its measurements. `None` without any.
    pub(super) fn learn(members: &[(&Patch, &Feature)]) -> Option<StoneKind> {
        if members.is_empty() {
            return None;
        }
        let seen: Vec<Patch> = members.iter().map(|(seen, _)| (*seen).clone()).collect();
        let typical = median_patch(&seen);
        let of = |part: fn(&Feature) -> f32| {
            median(
                &members
                    .iter()
                    .map(|(_, feature)| part(feature))
                    .collect::<Vec<_>>(),
            )
        };
        let mut kind = StoneKind {
            exemplars: Vec::new(),
            typical,
            fill: median_color(members.iter().map(|(_, feature)| feature.fill)),
            color: median_color(members.iter().map(|(seen, _)| core(seen))),
            pen: median_color(members.iter().map(|(_, feature)| feature.pen)),
            ink: median_color(members.iter().map(|(_, feature)| feature.ink)),
            round: of(|feature| feature.round),
            filled: of(|feature| {
                if feature.is_solid() {
                    feature.filled.max(SOLID)
                } else {
                    feature.filled
                }
            }),
            members: members.len() as u32,
        };
        for (_, feature) in members {
            kind.add_exemplar(&feature.difference);
        }
        Some(kind)
    }

    /// Keeps a drawing that differs from those already there, up to [`EXEMPLARS_MAX`].
    pub(super) fn add_exemplar(&mut self, difference: &Patch) {
        let known = |exemplar: &Patch| zncc(exemplar, difference, &REGIONS.inside) >= SAME;
        if self.exemplars.len() < EXEMPLARS_MAX && !self.exemplars.iter().any(known) {
            self.exemplars.push(difference.clone());
        }
    }

    /// Joins what two pictures taught: typical values from the one with more stones, drawings from both.
    pub(super) fn joined(self, other: StoneKind) -> StoneKind {
        let (mut more, fewer) = if self.members >= other.members {
            (self, other)
        } else {
            (other, self)
        };
        for exemplar in &fewer.exemplars {
            more.add_exemplar(exemplar);
        }
        more
    }

    /// Whether it hides what lies below it: a stone, not a sign drawn with a pen.
    pub(super) fn is_solid(&self) -> bool {
        self.filled >= SOLID
    }

    /// How far another kind's look is from this one's, in levels. Where one of them is drawn with a pen, pens are
    /// compared: the middle of a ring is the paper's colour, which is everybody's.
    pub(super) fn unlike(&self, other: &StoneKind) -> f32 {
        let solid = self.is_solid() && other.is_solid();
        Vector::of_kind(self, solid).distance(&Vector::of_kind(other, solid))
    }

    /// How dark it looks, 0 to 255; means little for thin signs.
    fn darkness(&self) -> f32 {
        let color = if self.is_solid() {
            mean(&self.typical, &REGIONS.core)
        } else {
            self.pen
        };
        darkness_of(color)
    }

    /// Whether its very middle is not of the ground's colour: a ring's is.
    pub(super) fn is_filled_inside(&self) -> bool {
        self.exemplars
            .iter()
            .all(|exemplar| size(middle_of(exemplar)) > SHOWS)
    }

    /// The colour of its very middle.
    fn middle(&self) -> Rgb {
        middle_of(&self.typical)
    }
}

/// The colour of a patch's very middle.
pub(super) fn middle_of(patch: &Patch) -> Rgb {
    median_color(REGIONS.middle.iter().map(|&index| patch.0[index]))
}

/// Luma alone calls pure blue black; the plain mean alone calls green as dark as red.
fn darkness_of(color: Rgb) -> f32 {
    255.0 - (brightness(color) + (color[0] + color[1] + color[2]) / 3.0) / 2.0
}

/// Which is printed `x`: the first of the pair if `Ordering` is not `Greater`.
pub(super) fn in_order(a: (StoneKind, usize), b: (StoneKind, usize)) -> [StoneKind; 2] {
    let ((a, count_a), (b, count_b)) = (a, b);
    let both_solid = a.is_solid() && b.is_solid();
    let darker = a.darkness() - b.darkness();
    let rounder = a.round - b.round;
    let a_first = if !both_solid && a.is_filled_inside() && b.is_filled_inside() {
        // Small discs may be drawn with rims of one colour.
        darkness_of(a.middle()) >= darkness_of(b.middle())
    } else if !both_solid && darker.abs() < PENS_NEAR && rounder.abs() > ROUNDER {
        // A cross beside a ring is the sign that people call x, whatever the pens' colours.
        rounder < 0.0
    } else if darker.abs() < DARKER && count_a != count_b {
        count_a > count_b
    } else {
        darker >= 0.0
    };
    if a_first { [a, b] } else { [b, a] }
}

/// Splits cells into two kinds by look, or says that all are of one kind. Returns the members of each; some
/// cells may be in neither.
pub(super) fn split(cells: &[(&Patch, &Feature)], kind: Kind) -> (Vec<usize>, Vec<usize>) {
    let points = kind == Kind::Points;
    let vectors = Vector::all(cells);
    let mut left: Vec<usize> = (0..vectors.len()).collect();
    let whole = two_means(&vectors, &left, points);
    // Alternating moves make two kinds of equal number. A small group beside a large one is rather something
    // odd (a ghost under the pointer, an arrow), so it is put aside and the large one is tried again.
    for _ in 0..3 {
        let Some((larger, smaller)) = two_means(&vectors, &left, points) else {
            break;
        };
        if smaller.len() * 4 >= left.len() || left.len() < 5 {
            return (larger, smaller);
        }
        left = larger;
    }
    whole.unwrap_or_else(|| ((0..vectors.len()).collect(), Vec::new()))
}

/// Whether cells look enough alike to be one kind.
pub(super) fn are_alike(cells: &[(&Patch, &Feature)]) -> bool {
    let vectors = Vector::all(cells);
    let all: Vec<usize> = (0..vectors.len()).collect();
    let middle = Vector::middle(&vectors, &all);
    let strays: Vec<f32> = vectors.iter().map(|vector| middle.distance(vector)).collect();
    // Two or three stones of one kind alone are rare, and two kinds that look nearly the same are not.
    let part = if cells.len() < 4 {
        ALIKE_PART_FEW
    } else {
        ALIKE_PART
    };
    quantile(&strays, ALIKE_RANK) < (part * size(middle.contrast)).max(ALIKE_CONTRAST_MIN * part)
}

/// Whether stones that were taken for one kind do not look like it: hatched ones and bare ones may have one colour on the whole.
pub(super) fn are_mixed(members: &[(&Patch, &Feature)]) -> bool {
    if members.len() < MIXED_MIN || !members.iter().all(|(_, feature)| feature.is_solid()) {
        return false;
    }
    let typical: Vec<Rgb> = REGIONS
        .core
        .iter()
        .map(|&index| median_color(members.iter().map(|(seen, _)| seen.0[index])))
        .collect();
    let strays = |(seen, _): &&(&Patch, &Feature)| {
        let pairs = REGIONS.core.iter().zip(&typical);
        let far = pairs.filter(|(index, typical)| distance(seen.0[**index], **typical) > UNLIKE);
        far.count() * 5 > 2 * typical.len()
    };
    members.iter().filter(strays).count() * 4 > members.len()
}

/// Whether two groups reach equally far from their middles, as the stones of a game do: letters, crosses and numbers on
/// points are smaller than stones.
pub(super) fn are_of_one_size(a: &[(&Patch, &Feature)], b: &[(&Patch, &Feature)], visible: f32) -> bool {
    if a.is_empty() || b.is_empty() {
        return true;
    }
    let [a, b] = [a, b].map(|members| {
        let reaches: Vec<f32> = members
            .iter()
            .map(|(_, feature)| feature.extent(visible))
            .collect();
        median(&reaches)
    });
    !is_smaller(a.min(b), a.max(b))
}

/// Whether two groups of cells stand each on one shade of a chequered board: then it is the ground that differs.
pub(super) fn are_chequered(a: &[usize], b: &[usize], columns: u8) -> bool {
    let columns = usize::from(columns);
    let shade = |cell: &usize| (cell % columns + cell / columns) % 2;
    let only = |cells: &[usize], wanted: usize| cells.iter().all(|cell| shade(cell) == wanted);
    let many = a.len().min(b.len()) >= CHEQUERED_MIN;
    many && ((only(a, 0) && only(b, 1)) || (only(a, 1) && only(b, 0)))
}

/// Fewer stones of either kind may stand on one shade each by chance: so many do in one game of a hundred.
const CHEQUERED_MIN: usize = 4;

/// Whether what reaches so far is too small for a stone that reaches as far as the other.
pub(super) fn is_smaller(reach: f32, stone: f32) -> bool {
    reach < ONE_SIZE * stone && stone - reach > SAMPLED
}

/// Fewer members than this may all be drawn upon.
const MIXED_MIN: usize = 4;

/// What is compared of two cells of unknown kind.
struct Vector {
    /// The stone's or the pen's own colour: it does not change with the ground below.
    color: Rgb,
    /// The same as a difference from the ground.
    contrast: Rgb,
    round: f32,
    /// The grid lines under it cannot be seen.
    hides: bool,
}

impl Vector {
    fn all(cells: &[(&Patch, &Feature)]) -> Vec<Vector> {
        let pairs = cells.iter();
        pairs.map(|(seen, feature)| Vector::new(seen, feature)).collect()
    }

    fn new(seen: &Patch, feature: &Feature) -> Vector {
        let hides = feature.line.is_some() && feature.lined < LINES_HIDDEN_MAX;
        if feature.is_solid() {
            Vector {
                color: core(seen),
                contrast: feature.fill,
                round: 1.0,
                hides,
            }
        } else {
            Vector {
                color: feature.pen,
                contrast: feature.ink,
                round: feature.round,
                hides,
            }
        }
    }

    fn of_kind(kind: &StoneKind, solid: bool) -> Vector {
        let hides = true;
        if solid {
            Vector {
                color: kind.color,
                contrast: kind.fill,
                round: 1.0,
                hides,
            }
        } else {
            Vector {
                color: kind.pen,
                contrast: kind.ink,
                round: kind.round,
                hides,
            }
        }
    }

    fn distance(&self, other: &Vector) -> f32 {
        distance(self.color, other.color) + ROUND_WEIGHT * (self.round - other.round).abs()
    }

    fn middle(vectors: &[Vector], members: &[usize]) -> Vector {
        Vector {
            color: median_color(members.iter().map(|&member| vectors[member].color)),
            contrast: median_color(members.iter().map(|&member| vectors[member].contrast)),
            round: median(
                &members
                    .iter()
                    .map(|&member| vectors[member].round)
                    .collect::<Vec<_>>(),
            ),
            hides: members.iter().all(|&member| vectors[member].hides),
        }
    }
}

/// Two groups around two middles, larger first; `None` if one group explains all about as well.
fn two_means(vectors: &[Vector], members: &[usize], points: bool) -> Option<(Vec<usize>, Vec<usize>)> {
    // A single start can end in a poor split, with one oddity against all the rest; so pairs of some members are
    // tried, and each of them with its farthest.
    let starts: Vec<usize> = members
        .iter()
        .copied()
        .step_by(members.len().div_ceil(STARTS).max(1))
        .collect();
    let farthest = |start: usize| {
        let far = |member: &usize| vectors[start].distance(&vectors[*member]);
        members.iter().copied().max_by(|a, b| far(a).total_cmp(&far(b)))
    };
    let pairs = starts.iter().enumerate().flat_map(|(index, &start)| {
        starts[index + 1..]
            .iter()
            .copied()
            .chain(farthest(start))
            .map(move |other| [start, other])
    });
    // Most pairs part the members as one before them did: no two of these cost less than one.
    let mut tried: Vec<Groups> = Vec::new();
    let mut is_new = |groups: &Groups| {
        let is_new = !tried.contains(groups);
        if is_new {
            tried.push(groups.clone());
        }
        is_new
    };
    let best = pairs
        .map(|pair| {
            part(
                vectors,
                members,
                &pair.map(|member| Vector::middle(vectors, &[member])),
            )
        })
        .filter(|groups| is_new(groups))
        .filter_map(|groups| settled(vectors, members, groups))
        .min_by(|a, b| a.cost.total_cmp(&b.cost))?;
    let (groups, middles) = (best.groups, best.middles);
    let apart = middles[0].distance(&middles[1]);
    let spread = |group: usize| {
        let strays: Vec<f32> = groups[group]
            .iter()
            .map(|&member| middles[group].distance(&vectors[member]))
            .collect();
        quantile(&strays, SPREAD_RANK)
    };
    let strength = |group: usize| size(middles[group].contrast);
    let scale = strength(0).max(strength(1));
    // Fainter by half in the same colour is the same kind shining through.
    let [strong, weak] = if strength(0) >= strength(1) {
        [0, 1]
    } else {
        [1, 0]
    };
    let (whole, faint) = (middles[strong].contrast, middles[weak].contrast);
    let part = dot(faint, whole) / dot(whole, whole).max(1.0);
    let rest = size(minus(faint, times(whole, part)));
    let ghost = groups[weak].len() == 1
        && !(points && middles[weak].hides)
        && (SHINES_MIN..SHINES_MAX).contains(&part)
        && rest < SHINES_REST * scale;
    if ghost {
        // The ghost is of neither kind: it is left out.
        let [a, b] = groups;
        return Some((if strong == 0 { a } else { b }, Vec::new()));
    }
    if apart < (APART_PART * scale).max(APART_MIN) || apart < APART_SPREADS * spread(0).max(spread(1)) {
        return None;
    }
    let [a, b] = groups;
    Some(if a.len() >= b.len() { (a, b) } else { (b, a) })
}

/// Members that are tried in pairs for one split.
const STARTS: usize = 8;
/// Times that the members of one split are parted.
const ROUNDS_MAX: usize = 8;

/// The members of each of two groups.
type Groups = [Vec<usize>; 2];

/// One way to part the members.
struct Parting {
    groups: Groups,
    middles: [Vector; 2],
    /// Sum of the distances to the middles.
    cost: f32,
}

/// Each member goes to the nearer of two middles.
fn part(vectors: &[Vector], members: &[usize], middles: &[Vector; 2]) -> Groups {
    let mut groups = Groups::default();
    for &member in members {
        let nearer = middles[1].distance(&vectors[member]) < middles[0].distance(&vectors[member]);
        groups[usize::from(nearer)].push(member);
    }
    groups
}

/// Parts the members around the groups' middles until they stay as they are. `None` if all end in one group.
fn settled(vectors: &[Vector], members: &[usize], mut groups: Groups) -> Option<Parting> {
    let middles_of = |groups: &Groups| groups.each_ref().map(|group| Vector::middle(vectors, group));
    let is_one = |groups: &Groups| groups.iter().any(Vec::is_empty);
    if is_one(&groups) {
        return None;
    }
    let mut middles = middles_of(&groups);
    for _ in 1..ROUNDS_MAX {
        let before = std::mem::replace(&mut groups, part(vectors, members, &middles));
        // The same groups have the same middles, from here on.
        if groups == before {
            break;
        }
        if is_one(&groups) {
            return None;
        }
        middles = middles_of(&groups);
    }
    let cost = |group: usize| {
        groups[group]
            .iter()
            .map(|&member| middles[group].distance(&vectors[member]))
            .sum::<f32>()
    };
    let cost = cost(0) + cost(1);
    Some(Parting {
        groups,
        middles,
        cost,
    })
}

#[cfg(test)]
mod tests;
