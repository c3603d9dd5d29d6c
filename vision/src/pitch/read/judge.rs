//! Which lines are drawn. Lines that are not look alike: as the paper's, or as nothing. How far the others are from that falls
//! into two groups with a gap between, but a pen may be fainter than the field's markings; so every gap is tried, and the
//! lines beyond it must be one way from the centre to where the ball lies.

use referee::soccer::{Node, Pitch};

use super::{
    Measured, WallInk,
    ball::{elsewhere, lies, only},
    bare::{are_pens, is_drawn_on, untouched},
    blank::{self, Blank, HALF, NOISE, blanks, gaps},
    goal_color::leads_into_own_color,
    is_covered,
    marks::{self, Marks},
    others_tell::{Choice, InDoubt},
    parts::{BULGE, PARTS_LEAST, is_even, least, most},
    verdict::{MARKING, Verdict},
    widths::Widths,
};
use crate::pitch::{
    edge::Edge,
    observation::{Content, FieldRefusal},
    place::place,
    probe::{Amount, Ink, Probe, SAME_GROUND, apart, middle},
    trail,
};

/// So many times the distance to the gap makes a line wholly sure. By trial.
const SURE: f32 = 3.0;

/// A line that is less sure could as well be told otherwise. By trial.
const NARROW: f32 = 0.62;

/// The same along a goal, whose ground may be as coloured as the pen. By trial.
const NARROW_AT_GOAL: f32 = 0.8;

/// The same where a part of the field is covered. By trial.
const NARROW_COVERED: f32 = 0.8;

pub(super) fn judge(probe: &Probe<'_>, lines: &[Measured], of_wall: WallInk) -> Verdict {
    let wall = of_wall.ink;
    let marks = marks::marks(probe, of_wall.width);
    let farthest = marks::farthest(&marks);
    let noise = blank::noise(wall);
    let mut best: Option<(f32, Verdict)> = None;
    let mut ends = Vec::new();
    let on_way = on_way_into_goals(lines, wall);
    for blank in blanks(probe.pitch(), lines, wall) {
        for (threshold, worth) in gaps(lines, &blank, wall, noise) {
            let told: Vec<(Content, f32)> = lines
                .iter()
                .map(|line| match tell(line, &blank, threshold, noise) {
                    (Content::Blank, _) if on_way.contains(&line.edge) => (Content::Uncertain, 0.0),
                    told => told,
                })
                .collect();
            let is_bare = told.iter().all(|told| told.0 != Content::Drawn);
            if is_bare && is_drawn_on(lines, &blank, wall) {
                continue;
            }
            let part = |line: &Measured| parts_drawn(line, &blank, threshold);
            let verdict = confirm(probe, lines, told.clone(), &marks);
            // Whatever is a way comes before what is none.
            let (verdict, better) = if verdict.refused.is_none() && !verdict.is_in_parts(lines) {
                (verdict, 1000.0)
            } else {
                let in_doubt = InDoubt::of(probe.pitch(), lines, &told, part);
                let by_others = in_doubt.and_then(|doubt| by_others(probe, lines, &told, &marks, &doubt));
                by_others.map_or((verdict, 0.0), |verdict| (verdict, 500.0))
            };
            if is_bare && are_pens(lines, &blank, wall, verdict.is_seen()) {
                continue;
            }
            if verdict.is_trail() {
                ends.push(verdict.way(lines));
            }
            // What reaches farthest, if anything does, is the ball: more than any other way a mark speaks for that which ends there.
            let lies_there = verdict.ball.0.is_some() && verdict.ball.0 == farthest;
            let worth = worth + better + if lies_there { 600.0 } else { 0.0 };
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
    let mut verdict = best.map_or_else(nothing, |(_, verdict)| verdict);
    // Under a cover the way may go on; where the ball is not seen either, nothing speaks for what is told narrowly.
    if is_covered(lines) && !verdict.is_seen() {
        for told in &mut verdict.lines {
            if told.1 < NARROW_COVERED && told.0 != Content::Uncertain {
                *told = (Content::Uncertain, 0.0);
                verdict.ball = (None, 0.0);
            }
        }
    }
    // Without a ball nothing speaks for what is told narrowly at a goal.
    if verdict.ball.0.is_none() {
        for (line, told) in lines.iter().zip(&mut verdict.lines) {
            if told.1 < NARROW && line.edge.is_along_goal() {
                *told = (Content::Uncertain, 0.0);
            }
        }
    }
    // Where lines are a way with a fainter one and without it, the ball must be seen to tell which, and nothing must
    // reach farther elsewhere.
    let way = verdict.way(lines);
    if let Some(ball) = verdict.ball.0
        && !(verdict.is_seen()
            && farthest.is_none_or(|farthest| farthest == ball)
            && marks::is_plain(&marks, ball))
        && ends
            .iter()
            .any(|other| other.end != Some(ball) && way.may_go_on(other, ball))
    {
        verdict.ball = (None, 0.0);
        verdict.refused = Some(elsewhere(probe.pitch(), ball));
    }
    verdict
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
    let is_netted = line.edge.scorer().is_some();
    if is_netted && far > 1.0 && blank.may_be_net(line.edge) {
        return (Content::Uncertain, 0.0);
    }
    let content = if is_netted {
        if far > 1.0 { Content::Drawn } else { Content::Blank }
    } else if drawn >= PARTS_LEAST && far > 1.0 && is_even(ink) {
        Content::Drawn
    } else if drawn + PARTS_LEAST <= ink.parts.len() && far < 1.0 {
        Content::Blank
    } else {
        return (Content::Uncertain, 0.0);
    };
    let sure = 0.5 + 0.5 * far.ln().abs() / SURE.ln();
    (content, sure.min(1.0))
}

/// The diagonals into goals on which the ball lies: a part of them has much more ink than any has of most others.
fn on_way_into_goals(lines: &[Measured], wall: f32) -> Vec<Edge> {
    let into = lines
        .iter()
        .filter(|line| line.edge.scorer().is_some() && line.edge.is_diagonal())
        .filter_map(|line| Some((line.edge, most(line.ink.as_ref()?))));
    let into: Vec<(Edge, f32)> = into.collect();
    let usual = middle(&mut into.iter().map(|(_, most)| *most).collect::<Vec<f32>>());
    let least = (BULGE * usual).max(HALF * wall);
    into.iter()
        .filter(|(_, most)| *most > least)
        .map(|(edge, _)| *edge)
        .collect()
}

/// How much of a line is drawn, as a share of its parts. One along a goal or into it has less ink where the goal is as coloured as
/// the pen: of such a one, how near it is to twice what it must have.
fn parts_drawn(line: &Measured, blank: &Blank, threshold: f32) -> f32 {
    let Some(ink) = &line.ink else { return 0.0 };
    if line.edge.scorer().is_some() || line.edge.is_along_goal() {
        return (HALF * blank.far(line.edge, ink.whole) / threshold.max(NOISE)).min(1.0);
    }
    let is_drawn = |(index, part): &(usize, &Amount)| blank.far_part(line.edge, *index, **part) > threshold;
    ink.parts.iter().enumerate().filter(is_drawn).count() as f32 / ink.parts.len() as f32
}

/// Whether the drawn lines are a way to where the ball lies.
fn confirm(probe: &Probe<'_>, lines: &[Measured], told: Vec<(Content, f32)>, marks: &Marks) -> Verdict {
    let pitch = probe.pitch();
    let of = |content: Content| -> Vec<Edge> {
        let some = lines.iter().zip(&told).filter(|(_, told)| told.0 == content);
        some.map(|(line, _)| line.edge).collect()
    };
    let (drawn, unclear) = (of(Content::Drawn), of(Content::Uncertain));
    let whole_way = trail::end(pitch, pitch.centre(), &drawn, &[]).ok().flatten();
    let widths = Widths::of(pitch, lines, &told, marks.wall);
    let marked = &match whole_way {
        Some(end) => marked(probe, marks, &widths, end),
        None => marks::beside_lines(probe, marks, |node| widths.at(node)),
    };
    if let Some(end) = whole_way.filter(|_| !is_covered(lines)) {
        let nowhere = |told: Vec<(Content, f32)>| Verdict {
            lines: told,
            ball: (None, 0.0),
            refused: Some(elsewhere(pitch, end)),
        };
        if lies_beyond(probe, lines, &told, &widths, end) {
            return nowhere(told);
        }
        if !marked.contains(&end) {
            let arriving = arriving(lines, &drawn, end);
            if !arriving.is_empty() {
                return on_the_way(lines, told, &arriving);
            }
            // Were a line there told otherwise, the way would end at its other end.
            let may_go_on = |(line, told): (&Measured, &(Content, f32))| {
                let other_end = line.edge.leaving(end).map(|(node, _)| node);
                is_narrow(line.edge, told.1)
                    && !stands_out(probe, line.edge, told)
                    && other_end.is_some_and(|other| !marks::lies_rather(marks, end, other))
            };
            let is_told_narrowly = lines.iter().zip(&told).any(may_go_on);
            // The ball at the other end of a line that leads here tells that the line may be none.
            let nearly = marks::nearly_beside_lines(probe, marks, |node| widths.at(node));
            let lies_at = |node: Node| {
                nearly.contains(&node)
                    || marks::lies_free(probe, marks, node, |step| widths.leaving(node, step))
            };
            let other_end = |edge: &Edge| edge.leaving(end).is_some_and(|(node, _)| lies_at(node));
            if is_told_narrowly
                || leads_into_own_color(probe, lines, &drawn, end)
                || drawn.iter().any(other_end)
            {
                return nowhere(told);
            }
        }
        return complete(pitch, lines, told, (&drawn, &unclear), end, marked);
    }
    let (ball, refused) = match trail::end(pitch, pitch.centre(), &drawn, &unclear) {
        // A net may look like a line into a goal: where lines before it cannot be told, only the ball tells that it is drawn.
        Ok(Some(end)) if whole_way.is_none() && is_scored(&drawn, end) && !marked.contains(&end) => {
            ((None, 0.0), None)
        }
        Ok(Some(end)) if !marked.contains(&end) && leads_into_own_color(probe, lines, &drawn, end) => {
            ((None, 0.0), Some(elsewhere(pitch, end)))
        }
        Ok(Some(end)) => lies(pitch, &drawn, end, marked),
        // A sign that says where the ball can go may be larger than the ball: of two ends of a line that cannot be told, one
        // has the ball only if nothing at all lies on the other.
        Ok(None) => {
            let at_loose = |node: &Node| unclear.iter().any(|edge| edge.leaving(*node).is_some());
            let lain_on = marks.all.iter().map(|mark| mark.node);
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

/// Whether a node is where a drawn line leads into a goal.
fn is_scored(drawn: &[Edge], node: Node) -> bool {
    drawn
        .iter()
        .any(|edge| edge.scorer().is_some() && edge.to() == node)
}

/// Whether a line could as well be told otherwise.
fn is_narrow(edge: Edge, sure: f32) -> bool {
    sure < if edge.is_along_goal() {
        NARROW_AT_GOAL
    } else {
        NARROW
    }
}

/// Whether a line along a goal is told as drawn as surely as other lines must be, and its ground is the same at both sides: no end of
/// the goal's ground is taken for it.
fn stands_out(probe: &Probe<'_>, edge: Edge, told: &(Content, f32)) -> bool {
    let [from, to] = [edge.from(), edge.to()].map(|node| place(probe.pitch(), node));
    let [Some(left), Some(right)] = Probe::sides(from, to)[0].map(|side| probe.ground(side)) else {
        return false;
    };
    let is_pen = told.0 == Content::Drawn && told.1 >= NARROW;
    is_pen && edge.is_along_goal() && apart(left, right) < SAME_GROUND
}

/// Whether the ball is seen at the far end of a line that is told narrowly as not drawn, and not where the others end: what is seen
/// there may be lines that meet, and a net.
fn lies_beyond(
    probe: &Probe<'_>,
    lines: &[Measured],
    told: &[(Content, f32)],
    widths: &Widths<'_>,
    end: Node,
) -> bool {
    let is_seen = |node: Node| marks::lies_in_the_open(probe, node, |step| widths.around(node, step));
    let narrow = lines
        .iter()
        .zip(told)
        .filter(|(line, told)| told.0 == Content::Blank && is_narrow(line.edge, told.1));
    let mut far_ends = narrow.filter_map(|(line, _)| line.edge.leaving(end));
    far_ends.any(|(node, _)| is_seen(node)) && !is_seen(end)
}

/// What is told where the lines that the ink does not tell are told by the others, and the ball is seen to lie where the way ends or
/// it can end nowhere else.
fn by_others(
    probe: &Probe<'_>,
    lines: &[Measured],
    told: &[(Content, f32)],
    marks: &Marks,
    in_doubt: &InDoubt,
) -> Option<Verdict> {
    let pitch = probe.pitch();
    let with = |choice: &Choice| {
        let told = in_doubt.told(lines, told, choice);
        let widths = Widths::of(pitch, lines, &told, marks.wall);
        let marked = marked(probe, marks, &widths, choice.end);
        (told, marked)
    };
    let is_seen = |choice: &Choice| with(choice).1.contains(&choice.end);
    let choice = in_doubt.choice(is_seen)?;
    // The ball on its way may lie over lines beside its own.
    let at_end = |edge: Edge| edge.leaving(choice.end).is_some();
    let is_beside = |edge: Edge| in_doubt.is_between(edge) && !at_end(edge);
    if !lain_on(lines, choice.drawn(), is_beside).is_empty() {
        return None;
    }
    let (told, marked) = with(&choice);
    if !marked.contains(&choice.end)
        && (!choice.is_only || !arriving(lines, choice.drawn(), choice.end).is_empty())
    {
        return None;
    }
    let (ball, refused) = lies(pitch, choice.drawn(), choice.end, &marked);
    refused.is_none().then_some(Verdict {
        lines: told,
        ball,
        refused,
    })
}

/// The nodes on which something lies that is no line, that at which the lines end among them.
fn marked(probe: &Probe<'_>, marks: &Marks, widths: &Widths<'_>, end: Node) -> Vec<Node> {
    let mut marked = if widths.are_none() {
        marks::beside_no_lines(probe, marks, |node| widths.at(node))
    } else {
        marks::beside_lines(probe, marks, |node| widths.at(node))
    };
    // A ball that is smaller than where highlighted lines meet is seen where none of them is near; and so is one that lies
    // elsewhere, farther than anything else.
    let lies_free = |node: Node| marks::lies_free(probe, marks, node, |step| widths.leaving(node, step));
    let farthest = marks::farthest(marks).filter(|node| *node != end);
    for node in [Some(end), farthest].into_iter().flatten() {
        if !marked.contains(&node) && lies_free(node) {
            marked.push(node);
        }
    }
    if !marked.contains(&end) && marks::lies_in_the_open(probe, end, |step| widths.around(end, step)) {
        marked.push(end);
    }
    marked
}

/// The drawn lines to a node on whose way the ball lies. That a line stops short of its end does not tell that it grows: a hollow
/// ball hides as much.
fn arriving(lines: &[Measured], drawn: &[Edge], end: Node) -> Vec<Edge> {
    lain_on(lines, drawn, |edge| {
        drawn.contains(&edge) && edge.leaving(end).is_some()
    })
}

/// Those of the asked lines on which something lies.
fn lain_on(lines: &[Measured], drawn: &[Edge], is_asked: impl Fn(Edge) -> bool) -> Vec<Edge> {
    let there = || lines.iter().filter(|line| drawn.contains(&line.edge));
    // Whatever the ground has at the same place of every line is no ball.
    let usual = |is_diagonal: bool| -> Option<[f32; 8]> {
        let alike = there().filter(|line| line.edge.is_diagonal() == is_diagonal);
        let inks: Vec<Ink> = alike.filter_map(|line| line.ink).collect();
        let part =
            |index: usize| middle(&mut inks.iter().map(|ink| ink.parts[index][3]).collect::<Vec<f32>>());
        (inks.len() >= ALIKE_LEAST).then(|| std::array::from_fn(part))
    };
    let usual = [false, true].map(usual);
    let lain_on = |line: &Measured| {
        let ink = line.ink?;
        let beside = |mut ink: Ink| {
            if let Some(usual) = usual[usize::from(line.edge.is_diagonal())] {
                (0..8).for_each(|part| ink.parts[part][3] /= usual[part].max(NOISE));
            }
            ink
        };
        let is_bulged = |ink: &Ink| most(ink) > BULGE * least(ink);
        (is_bulged(&ink) && is_bulged(&beside(ink))).then_some(line.edge)
    };
    lines
        .iter()
        .filter(|line| is_asked(line.edge))
        .filter_map(lain_on)
        .collect()
}

/// Of so many drawn lines at least is told what every line has.
const ALIKE_LEAST: usize = 5;

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

/// What is told where the lines that are wholly drawn are a way: a line of which a part is there is a marking if none goes on from
/// its end, and the ball is seen to rest there or it is the only one; else it may be growing or half hidden.
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
    // Were the only one drawn, the others would be no way.
    if !go_on && (rests || parts.len() == 1) {
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
