//! What lines look like that are not drawn: as the paper's, or as nothing; and how far beyond that a line may be drawn.

use referee::{seat::Seat, soccer::Pitch};

use super::Measured;
use crate::pitch::{
    edge::Edge,
    probe::{Amount, Ink, distance, middle_ink, size},
};

/// Lines with so much of the wall's ink are drawn, where none are there to compare with. By trial.
pub(super) const DRAWN_PART: f32 = 0.25;

/// Where markings are nearly as strong as pens, a line has this part of the usual pen's ink at least. By trial.
const MOST: f32 = 0.7;

/// Gaps that are tried.
const GAPS_MAX: usize = 8;

/// Inks that differ by less than this part of the wall's are alike. By trial.
const ALIKE: f32 = 0.1;

/// Ink that noise leaves, in levels times squares. By trial.
pub(super) const NOISE: f32 = 0.25;

/// The same as a part of the wall's. By trial.
const NOISE_PART: f32 = 0.03;

/// What noise leaves on a field whose wall has so much ink.
pub(super) fn noise(wall: f32) -> f32 {
    NOISE + NOISE_PART * wall
}

/// So many times as far as the one before is the first beyond a gap. By trial.
pub(super) const GAP: f32 = 1.5;

/// A line with this part of the faintest pen's ink is half a line. Half.
pub(super) const HALF: f32 = 0.5;

/// What lines look like that are not drawn.
#[derive(Clone, Copy)]
pub(super) struct Blank {
    pub(super) pitch: Pitch,
    upright: Amount,
    /// The same part by part: a line of squared paper may be dashed.
    parts: [Amount; 8],
    diagonal: Amount,
    /// Along the halfway line, which many fields show.
    halfway: Amount,
    /// Into goals, in which nets may hang: most diagonals, and both uprights, of which one at most is drawn.
    goals: (Amount, [Option<Amount>; 2]),
}

impl Blank {
    /// How far the ink along a line is from that of one that is not drawn.
    pub(super) fn far(&self, edge: Edge, ink: Amount) -> f32 {
        let blank = if edge.is_diagonal() {
            self.diagonal
        } else if is_halfway(self.pitch, edge) {
            self.halfway
        } else {
            self.upright
        };
        let Some(scorer) = edge.scorer() else {
            return distance(ink, blank);
        };
        // The paper's squares may end at the goal, or go on in it.
        let blanks = [Some(blank), Some(self.diagonal), self.alike(edge, scorer)];
        let far = blanks.into_iter().flatten().map(|blank| distance(ink, blank));
        far.fold(f32::MAX, f32::min)
    }

    /// What a line into the goal of a seat looks like if that goal has a net and it is not drawn; `None` if nothing tells.
    fn alike(&self, edge: Edge, scorer: Seat) -> Option<Amount> {
        let (diagonals, uprights) = self.goals;
        if edge.is_diagonal() {
            Some(diagonals)
        } else {
            uprights[1 - scorer.index()]
        }
    }

    /// Whether a line may be of a net: it leads into a goal, and what it would look like there cannot be seen in the other one.
    pub(super) fn may_be_net(&self, edge: Edge) -> bool {
        edge.scorer()
            .is_some_and(|scorer| self.alike(edge, scorer).is_none())
    }

    /// The same of one part of it.
    pub(super) fn far_part(&self, edge: Edge, index: usize, ink: Amount) -> f32 {
        let far = self.far(edge, ink);
        if edge.is_diagonal() {
            far
        } else {
            far.min(distance(ink, self.parts[index]))
        }
    }
}

/// How the parts look of upright lines that have about this ink.
fn parts_of(lines: &[Measured], upright: Amount, near: f32) -> [Amount; 8] {
    let is_upright = |edge: Edge| !edge.is_diagonal() && edge.scorer().is_none();
    let inks = lines.iter().filter(|line| is_upright(line.edge));
    let alike: Vec<Ink> = inks
        .filter_map(|line| line.ink)
        .filter(|ink| distance(ink.whole, upright) < near)
        .collect();
    std::array::from_fn(|part| {
        let of_part: Vec<Amount> = alike.iter().map(|ink| ink.parts[part]).collect();
        middle_ink(&of_part)
    })
}

/// What the lines into goals look like, by the most of them.
fn in_goals(lines: &[Measured]) -> (Amount, [Option<Amount>; 2]) {
    let into = lines
        .iter()
        .filter_map(|line| Some((line.edge, line.edge.scorer()?, line.ink?.whole)));
    let into: Vec<(Edge, Seat, Amount)> = into.collect();
    let diagonals = into.iter().filter(|line| line.0.is_diagonal());
    let diagonals: Vec<Amount> = diagonals.map(|line| line.2).collect();
    let upright = |seat: Seat| into.iter().find(|line| !line.0.is_diagonal() && line.1 == seat);
    (
        middle_ink(&diagonals),
        Seat::BOTH.map(|seat| Some(upright(seat)?.2)),
    )
}

/// Whether a line is a part of that from side to side through the centre.
fn is_halfway(pitch: Pitch, edge: Edge) -> bool {
    let middle = pitch.point(pitch.centre()).y;
    pitch.point(edge.from()).y == middle && pitch.point(edge.to()).y == middle
}

/// What undrawn lines may look like: what most look like, or what those look like that have the least ink.
pub(super) fn blanks(pitch: Pitch, lines: &[Measured], wall: f32) -> Vec<Blank> {
    let near = ALIKE * wall + NOISE;
    let of = |is_wanted: &dyn Fn(Edge) -> bool| -> [Option<Amount>; 2] {
        let some = lines.iter().filter(|line| is_wanted(line.edge));
        let inks: Vec<Amount> = some.filter_map(|line| Some(line.ink?.whole)).collect();
        let (faintest, common) = (faintest(&inks, near), common(&inks, near));
        let is_known = faintest
            .zip(common)
            .is_some_and(|(a, b)| distance(a, b) < near / 2.0);
        [faintest, common.filter(|_| !is_known)]
    };
    let is_inside = |edge: Edge| edge.scorer().is_none();
    let diagonals = of(&|edge| edge.is_diagonal() && is_inside(edge));
    let uprights = of(&|edge| !edge.is_diagonal() && is_inside(edge) && !is_halfway(pitch, edge));
    let marked = of(&|edge| is_halfway(pitch, edge));
    let goals = in_goals(lines);
    let mut blanks: Vec<Blank> = Vec::new();
    for upright in uprights.into_iter().flatten() {
        let parts = parts_of(lines, upright, near);
        for diagonal in diagonals.into_iter().flatten() {
            let others = marked.into_iter().flatten();
            let others = others.filter(|other| distance(*other, upright) > near / 2.0);
            let halfways = [upright].into_iter().chain(others);
            blanks.extend(halfways.map(|halfway| Blank {
                pitch,
                upright,
                parts,
                diagonal,
                halfway,
                goals,
            }));
        }
    }
    blanks
}

/// The ink that most have about.
fn common(inks: &[Amount], near: f32) -> Option<Amount> {
    let fellows = |ink: &&Amount| {
        inks.iter()
            .filter(|other| distance(**ink, **other) < near)
            .count()
    };
    let centre = *inks.iter().max_by_key(fellows)?;
    Some(mean_around(inks, centre, near))
}

/// The ink of those that have the least.
fn faintest(inks: &[Amount], near: f32) -> Option<Amount> {
    let mut sorted = inks.to_vec();
    sorted.sort_by(|a, b| size(*a).total_cmp(&size(*b)));
    let few = &sorted[..sorted.len().min(sorted.len() / 10 + 3)];
    (!few.is_empty()).then(|| mean_around(inks, middle_ink(few), near))
}

fn mean_around(inks: &[Amount], centre: Amount, near: f32) -> Amount {
    let fellows = inks.iter().filter(|ink| distance(**ink, centre) < near);
    let (mut sum, mut count) = ([0.0; 4], 0.0f32);
    for ink in fellows {
        count += 1.0;
        (0..4).for_each(|channel| sum[channel] += ink[channel]);
    }
    if count == 0.0 {
        centre
    } else {
        sum.map(|part| part / count)
    }
}

/// Distances from the blank beyond which a line may be drawn, and what speaks for each: how wide the gap around it is.
pub(super) fn gaps(lines: &[Measured], blank: &Blank, wall: f32, noise: f32) -> Vec<(f32, f32)> {
    let distances = distances(lines, blank, noise);
    let drawn = DRAWN_PART * wall + noise;
    let farthest = distances.last().copied().unwrap_or(noise);
    let mut gaps: Vec<(f32, f32)> = distances
        .windows(2)
        .filter(|pair| pair[1] > GAP * pair[0])
        .map(|pair| (beyond(pair[0], pair[1]) - noise, (pair[1] / pair[0]).ln()))
        .collect();
    gaps.sort_by(|a, b| b.1.total_cmp(&a.1));
    gaps.truncate(GAPS_MAX);
    // Nothing is drawn where nothing has a pen's ink.
    if drawn > farthest {
        gaps.push((beyond(farthest, drawn) - noise, (drawn / farthest).ln()));
    }
    // Markings may fill every gap: what has half a pen's ink or most of it is asked part by part.
    let pens = &distances[distances.partition_point(|far| *far < drawn)..];
    if let Some(pen) = pens.get(pens.len() / 2) {
        gaps.extend([HALF, MOST].map(|part| (part * pen - noise, 0.0)));
    }
    gaps
}

/// How far the lines are from the blank, the nearest first; those at goals left out, which may have nets and other grounds.
pub(super) fn distances(lines: &[Measured], blank: &Blank, noise: f32) -> Vec<f32> {
    let is_inside = |edge: Edge| edge.scorer().is_none() && !edge.is_along_goal();
    let inside = lines.iter().filter(|line| is_inside(line.edge));
    let far = |line: &Measured| Some(blank.far(line.edge, line.ink?.whole) + noise);
    let mut distances: Vec<f32> = inside.filter_map(far).collect();
    distances.sort_by(f32::total_cmp);
    distances
}

/// Where in a gap a line begins to be drawn: a marking may be as faint as half a pen.
fn beyond(blank: f32, drawn: f32) -> f32 {
    (blank * drawn).sqrt().max(HALF * drawn)
}
