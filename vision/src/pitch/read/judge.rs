//! Which lines are drawn. Lines that are not look alike: as the paper's, or as nothing. How far the others are from that falls
//! into two groups with a gap between, but a pen may be fainter than the field's markings; so every gap is tried, and the
//! lines beyond it must be one way from the centre to where the ball lies.

use referee::{
    seat::Seat,
    soccer::{Direction, Node, Pitch},
};

use super::{
    Measured,
    goal_color::leads_into_own_color,
    marks::{self, Mark},
};
use crate::pitch::{
    edge::Edge,
    observation::{Content, FieldRefusal},
    probe::{Amount, Ink, Probe, distance, middle_ink, size},
    trail,
};

/// Ink that noise leaves, in levels times squares. By trial.
pub(super) const NOISE: f32 = 0.25;

/// The same as a part of the wall's. By trial.
const NOISE_PART: f32 = 0.03;

/// Lines with so much of the wall's ink are drawn, where none are there to compare with. By trial.
const DRAWN_PART: f32 = 0.25;

/// So many times as far as the one before is the first beyond a gap. By trial.
const GAP: f32 = 1.5;

/// A line with this part of the faintest pen's ink is half a line. Half.
const HALF: f32 = 0.5;

/// Gaps that are tried.
const GAPS_MAX: usize = 8;

/// Inks that differ by less than this part of the wall's are alike. By trial.
const ALIKE: f32 = 0.1;

/// Of a line's parts so many at least must be drawn, and as many blank, for either. Six of eight.
const PARTS_LEAST: usize = 6;

/// So many times the distance to the gap makes a line wholly sure. By trial.
const SURE: f32 = 3.0;

/// How sure a line is not drawn of which a part is there.
const MARKING: f32 = 0.5;

/// How sure the ball's place is where the lines alone tell it. By trial.
const BALL_BY_LINES: f32 = 0.85;

/// What was made out.
pub(super) struct Verdict {
    /// For each line.
    pub(super) lines: Vec<(Content, f32)>,
    /// Where the ball lies, and how sure that is.
    pub(super) ball: (Option<Node>, f32),
    pub(super) refused: Option<FieldRefusal>,
}

/// What lines look like that are not drawn.
#[derive(Clone, Copy)]
struct Blank {
    pitch: Pitch,
    upright: Amount,
    /// The same part by part: a line of squared paper may be dashed.
    parts: [Amount; 8],
    diagonal: Amount,
    /// Along the halfway line, which many fields show.
    halfway: Amount,
    /// Into goals, in which nets may hang: most diagonals, and both uprights, of which one at most is drawn.
    goals: (Amount, [Amount; 2]),
}

impl Blank {
    /// How far the ink along a line is from that of one that is not drawn.
    fn far(&self, edge: Edge, ink: Amount) -> f32 {
        let blank = if edge.is_diagonal() {
            self.diagonal
        } else if is_halfway(self.pitch, edge) {
            self.halfway
        } else {
            self.upright
        };
        let Some(scorer) = self.pitch.scorer(edge.to()) else {
            return distance(ink, blank);
        };
        let (diagonals, uprights) = self.goals;
        let alike = if edge.is_diagonal() {
            diagonals
        } else {
            uprights[1 - scorer.index()]
        };
        // The paper's squares may end at the goal, or go on in it.
        let blanks = [blank, self.diagonal, alike];
        blanks
            .map(|blank| distance(ink, blank))
            .into_iter()
            .fold(f32::MAX, f32::min)
    }

    /// The same of one part of it.
    fn far_part(&self, edge: Edge, index: usize, ink: Amount) -> f32 {
        let far = self.far(edge, ink);
        if edge.is_diagonal() {
            far
        } else {
            far.min(distance(ink, self.parts[index]))
        }
    }
}

/// How the parts look of upright lines that have about this ink.
fn parts_of(pitch: Pitch, lines: &[Measured], upright: Amount, near: f32) -> [Amount; 8] {
    let is_upright = |edge: Edge| !edge.is_diagonal() && pitch.scorer(edge.to()).is_none();
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
fn in_goals(pitch: Pitch, lines: &[Measured]) -> (Amount, [Amount; 2]) {
    let into = lines
        .iter()
        .filter_map(|line| Some((line.edge, pitch.scorer(line.edge.to())?, line.ink?.whole)));
    let into: Vec<(Edge, Seat, Amount)> = into.collect();
    let diagonals = into.iter().filter(|line| line.0.is_diagonal());
    let diagonals: Vec<Amount> = diagonals.map(|line| line.2).collect();
    let upright = |seat: Seat| into.iter().find(|line| !line.0.is_diagonal() && line.1 == seat);
    let uprights = [Seat::First, Seat::Second].map(|seat| upright(seat).map_or([f32::MAX; 4], |line| line.2));
    (middle_ink(&diagonals), uprights)
}

/// Whether a line is a part of that from side to side through the centre.
fn is_halfway(pitch: Pitch, edge: Edge) -> bool {
    let middle = pitch.point(pitch.centre()).y;
    pitch.point(edge.from()).y == middle && pitch.point(edge.to()).y == middle
}

pub(super) fn judge(probe: &Probe<'_>, lines: &[Measured], wall: f32) -> Verdict {
    let marks = marks::marks(probe);
    let noise = NOISE + NOISE_PART * wall;
    let mut best: Option<(f32, Verdict)> = None;
    for blank in blanks(probe.pitch(), lines, wall) {
        for (threshold, worth) in gaps(lines, &blank, wall, noise) {
            let told: Vec<(Content, f32)> = lines
                .iter()
                .map(|line| tell(line, &blank, threshold, noise))
                .collect();
            let is_bare = told.iter().all(|told| told.0 != Content::Drawn);
            if is_bare && is_drawn_on(lines, &blank, wall) {
                continue;
            }
            let verdict = confirm(probe, lines, told, &marks);
            // Whatever is a way comes before what is none.
            let worth = if verdict.refused.is_none() {
                worth + 1000.0
            } else {
                worth
            };
            if best.as_ref().is_none_or(|(other, _)| worth > *other) {
                best = Some((worth, verdict));
            }
        }
    }
    let is_way = best
        .as_ref()
        .is_some_and(|(_, verdict)| verdict.refused.is_none());
    if !is_way && let Some(verdict) = untouched(probe, lines, wall, &marks) {
        return verdict;
    }
    let nothing = || Verdict {
        lines: vec![(Content::Uncertain, 0.0); lines.len()],
        ball: (None, 0.0),
        refused: Some(FieldRefusal::Unclear {
            unclear: lines.len(),
            lines: lines.len(),
        }),
    };
    best.map_or_else(nothing, |(_, verdict)| verdict)
}

/// Nothing is drawn where no line at the centre is, for every way begins there; whatever else is to be seen are markings.
fn untouched(probe: &Probe<'_>, lines: &[Measured], wall: f32, marks: &[Mark]) -> Option<Verdict> {
    let pitch = probe.pitch();
    let centre = pitch.centre();
    let at_centre = lines.iter().filter(|line| line.edge.leaving(centre).is_some());
    let is_blank = |blank: &Blank| {
        let bare = |line: &Measured| {
            line.ink
                .is_some_and(|ink| blank.far(line.edge, ink.whole) < BARE * wall)
        };
        at_centre.clone().all(bare) && !is_drawn_on(lines, blank, wall)
    };
    blanks(pitch, lines, wall).iter().any(is_blank).then_some(())?;
    let told = lines.iter().map(|line| match line.ink {
        Some(_) => (Content::Blank, MARKING),
        None => (Content::Uncertain, 0.0),
    });
    let marked = marks::beside_lines(probe, marks, 0.0);
    let (ball, refused) = lies(pitch, &[], centre, &marked);
    refused.is_none().then_some(Verdict {
        lines: told.collect(),
        ball,
        refused,
    })
}

/// A line with less than this part of the wall's ink is not drawn where the field is bare: fainter pens are rare. By trial.
const BARE: f32 = 0.1;

/// Whether too many lines have ink for a field on which nobody has drawn: those that the players' pens left there may not be a way
/// because some cannot be seen.
fn is_drawn_on(lines: &[Measured], blank: &Blank, wall: f32) -> bool {
    let has_ink = |line: &&Measured| {
        let is_inside = blank.pitch.scorer(line.edge.to()).is_none() && !is_central(blank.pitch, line.edge);
        let far = line.ink.map_or(0.0, |ink| blank.far(line.edge, ink.whole));
        is_inside && far > BARE * wall
    };
    lines.iter().filter(has_ink).count() > MARKED_MOST
}

/// Whether a line lies where a circle around the centre may be.
fn is_central(pitch: Pitch, edge: Edge) -> bool {
    let centre = pitch.point(pitch.centre());
    let away = |node: Node| {
        let point = pitch.point(node);
        centre.x.abs_diff(point.x).max(centre.y.abs_diff(point.y))
    };
    away(edge.from()).max(away(edge.to())) <= CENTRAL
}

/// So far from the centre, in squares, fields have a circle; and so many lines elsewhere may run along what else is marked there. By
/// trial.
const CENTRAL: u8 = 2;
const MARKED_MOST: usize = 8;

/// What undrawn lines may look like: what most look like, or what those look like that have the least ink.
fn blanks(pitch: Pitch, lines: &[Measured], wall: f32) -> Vec<Blank> {
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
    let is_inside = |edge: Edge| pitch.scorer(edge.to()).is_none();
    let diagonals = of(&|edge| edge.is_diagonal() && is_inside(edge));
    let uprights = of(&|edge| !edge.is_diagonal() && is_inside(edge) && !is_halfway(pitch, edge));
    let marked = of(&|edge| is_halfway(pitch, edge));
    let goals = in_goals(pitch, lines);
    let mut blanks: Vec<Blank> = Vec::new();
    for upright in uprights.into_iter().flatten() {
        let parts = parts_of(pitch, lines, upright, near);
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
fn gaps(lines: &[Measured], blank: &Blank, wall: f32, noise: f32) -> Vec<(f32, f32)> {
    let far = |line: &Measured| Some(blank.far(line.edge, line.ink?.whole) + noise);
    let mut distances: Vec<f32> = lines.iter().filter_map(far).collect();
    distances.sort_by(f32::total_cmp);
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
    gaps
}

/// Where in a gap a line begins to be drawn: a marking may be as faint as half a pen.
fn beyond(blank: f32, drawn: f32) -> f32 {
    (blank * drawn).sqrt().max(HALF * drawn)
}

fn tell(line: &Measured, blank: &Blank, threshold: f32, noise: f32) -> (Content, f32) {
    let Some(ink) = &line.ink else {
        return (Content::Uncertain, 0.0);
    };
    let drawn = ink
        .parts
        .iter()
        .enumerate()
        .filter(|(index, part)| blank.far_part(line.edge, *index, **part) > threshold)
        .count();
    let far = (blank.far(line.edge, ink.whole) + noise) / (threshold + noise);
    // A net's threads are here and there; the ball ends its way in a goal at once.
    let is_netted = blank.pitch.scorer(line.edge.to()).is_some();
    let content = if is_netted {
        if far > 1.0 { Content::Drawn } else { Content::Blank }
    } else if drawn >= PARTS_LEAST && far > 1.0 && most(ink) < LAIN_OVER * least(ink) {
        Content::Drawn
    } else if drawn + PARTS_LEAST <= ink.parts.len() && far < 1.0 {
        Content::Blank
    } else {
        return (Content::Uncertain, 0.0);
    };
    let sure = 0.5 + 0.5 * far.ln().abs() / SURE.ln();
    (content, sure.min(1.0))
}

/// How much ink the part of a line has that has the most.
fn most(ink: &Ink) -> f32 {
    ink.parts.iter().map(|part| part[3]).fold(0.0, f32::max)
}

/// How much the part of a line has that has the least, but for as many as may be blank in a drawn one.
fn least(ink: &Ink) -> f32 {
    let mut parts = ink.parts.map(|part| part[3]);
    parts.sort_by(f32::total_cmp);
    parts[parts.len() - PARTS_LEAST]
}

/// Whether the drawn lines are a way to where the ball lies.
fn confirm(probe: &Probe<'_>, lines: &[Measured], told: Vec<(Content, f32)>, marks: &[Mark]) -> Verdict {
    let pitch = probe.pitch();
    let of = |content: Content, is_wanted: &dyn Fn(&Measured) -> bool| -> Vec<Edge> {
        let some = lines
            .iter()
            .zip(&told)
            .filter(|(line, told)| told.0 == content && is_wanted(line));
        some.map(|(line, _)| line.edge).collect()
    };
    let drawn = of(Content::Drawn, &|_| true);
    let mut marked = marks::beside_lines(probe, marks, width(lines, &told));
    // A ball that is smaller than where highlighted lines meet is seen where none of them is near.
    let lies_at = |node: Node| {
        marks::lies_free(probe, marks, node, |step| {
            width_at(pitch, lines, &told, node, step)
        })
    };
    if let Ok(Some(end)) = trail::end(pitch, pitch.centre(), &drawn, &[])
        && !marked.contains(&end)
        && lies_at(end)
    {
        marked.push(end);
    }
    let marked = &marked;
    let is_covered = lines.iter().any(|line| line.ink.is_none());
    if !is_covered && let Ok(Some(end)) = trail::end(pitch, pitch.centre(), &drawn, &[]) {
        let parts = of(Content::Uncertain, &|_| true);
        if !marked.contains(&end) {
            let arriving = arriving(lines, &drawn, end);
            if !arriving.is_empty() {
                return on_the_way(lines, told, &arriving);
            }
            if leads_into_own_color(probe, lines, &drawn, end) {
                return Verdict {
                    lines: told,
                    ball: (None, 0.0),
                    refused: Some(elsewhere(pitch, end)),
                };
            }
            // The ball at the other end of a line that leads here tells that the line may be none.
            let nearly = marks::nearly_beside_lines(probe, marks, width(lines, &told));
            let other_end = |edge: &Edge| edge.leaving(end).is_some_and(|(node, _)| nearly.contains(&node));
            if drawn.iter().any(other_end) {
                return Verdict {
                    lines: told,
                    ball: (None, 0.0),
                    refused: Some(elsewhere(pitch, end)),
                };
            }
        }
        return complete(pitch, lines, told, (&drawn, &parts), end, marked);
    }
    let unclear = of(Content::Uncertain, &|_| true);
    let (ball, refused) = match trail::end(pitch, pitch.centre(), &drawn, &unclear) {
        Ok(Some(end)) => lies(pitch, &drawn, end, marked),
        // A sign that says where the ball can go may be larger than the ball: of two ends of a line that cannot be told, one
        // has the ball only if nothing at all lies on the other.
        Ok(None) => {
            let at_loose = |node: &Node| unclear.iter().any(|edge| edge.leaving(*node).is_some());
            let lain_on = marks.iter().map(|mark| mark.node);
            let at_loose: Vec<Node> = lain_on.filter(at_loose).collect();
            let is_plain = at_loose.iter().all(|node| marked.contains(node));
            (only(if is_plain { &at_loose } else { &[] }), None)
        }
        Err(why) => (only(marked), Some(FieldRefusal::NoTrail(why))),
    };
    Verdict {
        lines: told,
        ball,
        refused,
    }
}

/// The drawn lines to a node on whose way the ball lies. That a line stops short of its end does not tell that it grows: a hollow
/// ball hides as much.
fn arriving(lines: &[Measured], drawn: &[Edge], end: Node) -> Vec<Edge> {
    let there = lines.iter().filter(|line| drawn.contains(&line.edge));
    let arrives = |line: &Measured| {
        let (_, ink) = (line.edge.leaving(end)?, line.ink?);
        (most(&ink) > BULGE * least(&ink)).then_some(line.edge)
    };
    there.filter_map(arrives).collect()
}

/// What is told while the ball is on its way along one of some lines.
fn on_the_way(lines: &[Measured], mut told: Vec<(Content, f32)>, arriving: &[Edge]) -> Verdict {
    for (line, told) in lines.iter().zip(&mut told) {
        if arriving.contains(&line.edge) {
            *told = (Content::Uncertain, 0.0);
        }
    }
    Verdict {
        lines: told,
        ball: (None, 0.0),
        refused: None,
    }
}

/// A line one part of which has so many times the ink of another has the ball on it, if it leads to where the ball is sought,
/// and something else otherwise. By trial.
const BULGE: f32 = 1.7;
const LAIN_OVER: f32 = 3.0;

/// What is told where the lines that are wholly drawn are a way: a line of which a part is there is a marking if the ball is
/// seen to rest at the end of the way and none goes on from there; else it may be growing or half hidden.
fn complete(
    pitch: Pitch,
    lines: &[Measured],
    mut told: Vec<(Content, f32)>,
    (drawn, parts): (&[Edge], &[Edge]),
    end: Node,
    marked: &[Node],
) -> Verdict {
    let (ball, refused) = lies(pitch, drawn, end, marked);
    let rests = refused.is_none() && marked.contains(&end);
    let go_on = parts.iter().any(|edge| edge.leaving(end).is_some());
    if rests && !go_on {
        for (line, told) in lines.iter().zip(&mut told) {
            if parts.contains(&line.edge) {
                *told = (Content::Blank, MARKING);
            }
        }
    }
    let (ball, refused) = if go_on {
        ((None, 0.0), None)
    } else {
        (ball, refused)
    };
    Verdict {
        lines: told,
        ball,
        refused,
    }
}

/// How wide the line is that leaves a node that way: 0 if it is not drawn, `None` if there is none.
fn width_at(
    pitch: Pitch,
    lines: &[Measured],
    told: &[(Content, f32)],
    node: Node,
    step: (i8, i8),
) -> Option<f64> {
    let way = Direction::ALL.into_iter().find(|way| way.step() == step)?;
    let edge = Edge::new(pitch, node, way)?;
    let index = lines.binary_search_by_key(&edge, |line| line.edge).ok()?;
    match told[index].0 {
        Content::Blank => Some(0.0),
        Content::Drawn | Content::Uncertain => Some(f64::from(lines[index].ink?.width)),
    }
}

/// How wide most of the drawn lines are at most, in squares.
fn width(lines: &[Measured], told: &[(Content, f32)]) -> f64 {
    let drawn = lines
        .iter()
        .zip(told)
        .filter(|(_, told)| told.0 == Content::Drawn);
    let mut widths: Vec<f32> = drawn.filter_map(|(line, _)| Some(line.ink?.width)).collect();
    widths.sort_by(f32::total_cmp);
    widths
        .get(widths.len() * 9 / 10)
        .map_or(0.0, |width| f64::from(*width))
}

/// The one node on which something lies.
fn only(marked: &[Node]) -> (Option<Node>, f32) {
    match marked {
        [node] => (Some(*node), 0.5),
        _ => (None, 0.0),
    }
}

/// The ball's place, if what lies on nodes agrees with where the lines end.
fn lies(
    pitch: Pitch,
    drawn: &[Edge],
    end: Node,
    marked: &[Node],
) -> ((Option<Node>, f32), Option<FieldRefusal>) {
    // Where the ball can go may be marked, too: nodes one line away. A small ball itself is no mark.
    let can_go = |node: &Node| {
        let ways = Direction::ALL
            .into_iter()
            .filter_map(|way| Edge::new(pitch, end, way));
        let mut there = ways.filter(|edge| edge.leaving(end).is_some_and(|(to, _)| to == *node));
        there.any(|edge| !drawn.contains(&edge))
    };
    let is_marked = marked.contains(&end);
    let strange = marked
        .iter()
        .filter(|node| **node != end && !(is_marked && pitch.is_wall(**node)) && !can_go(node))
        .count();
    if strange == 0 && (is_marked || marked.len() != 1) {
        return ((Some(end), if is_marked { 1.0 } else { BALL_BY_LINES }), None);
    }
    // Where lines and ball agree, one sign more is that under the pointer. At the wall its own corners are signs.
    if is_marked && strange == 1 && !pitch.is_wall(end) {
        return ((Some(end), BALL_BY_LINES), None);
    }
    ((None, 0.0), Some(elsewhere(pitch, end)))
}

/// The ball does not lie where the lines end.
fn elsewhere(pitch: Pitch, end: Node) -> FieldRefusal {
    let point = pitch.point(end);
    FieldRefusal::Ball {
        column: point.x,
        row: point.y,
    }
}
