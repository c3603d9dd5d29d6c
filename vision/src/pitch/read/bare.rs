//! Whether a field is one on which nobody has drawn: it has markings, and grounds with grain, and a ball at its centre.

use referee::soccer::{Node, Pitch};

use super::{
    Measured,
    ball::lies,
    blank::{self, Blank, DRAWN_PART, GAP, HALF, blanks, distances},
    marks::{self, Marks},
    parts::{PARTS_LEAST, is_even},
    verdict::{MARKING, Verdict},
};
use crate::pitch::{
    edge::Edge,
    observation::Content,
    probe::{Amount, Ink, Probe},
};

/// Nothing is drawn where no line at the centre is, for every way begins there; whatever else is to be seen are markings.
pub(super) fn untouched(probe: &Probe<'_>, lines: &[Measured], wall: f32, marks: &Marks) -> Option<Verdict> {
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
    // Where nothing lies on the centre, what is taken for the wall may be the ball.
    let mut marked = marks::beside_lines(probe, marks, |_| 0.0);
    if !marked.contains(&centre) {
        marked = marks::beside_no_lines(probe, marks, |_| 0.0);
    }
    let farthest = marks::farthest(marks).filter(|node| !marked.contains(node));
    marked.extend(farthest.filter(|node| marks::lies_free(probe, marks, *node, |_| Some(0.0))));
    let is_there = marked.contains(&centre);
    let is_clean = |blank: &Blank| {
        is_blank(blank) || is_there && (is_rough(lines, blank, wall) || is_star(lines, blank, wall))
    };
    blanks(pitch, lines, wall).iter().any(is_clean).then_some(())?;
    let told = lines.iter().map(|line| match line.ink {
        Some(_) => (Content::Blank, MARKING),
        None => (Content::Uncertain, 0.0),
    });
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
pub(super) fn is_drawn_on(lines: &[Measured], blank: &Blank, wall: f32) -> bool {
    let has_ink = |line: &&Measured| {
        let is_inside = line.edge.scorer().is_none() && !is_central(blank.pitch, line.edge);
        let far = line.ink.map_or(0.0, |ink| blank.far(line.edge, ink.whole));
        is_inside && far > BARE * wall
    };
    lines.iter().filter(has_ink).count() > MARKED_MOST
}

/// Whether lines are wholly inked as those of pens are, with nothing on them, where none is told. Where the ball is seen to lie at the
/// centre they are markings, but for those that meet there: they look like a ball themselves.
pub(super) fn are_pens(lines: &[Measured], blank: &Blank, wall: f32, is_seen: bool) -> bool {
    let is_whole = |line: &&Measured| {
        let is_inside = line.edge.scorer().is_none() && !line.edge.is_along_goal();
        let is_inked = |ink: &Ink| {
            let far = |(index, part): (usize, &Amount)| blank.far_part(line.edge, index, *part);
            let parts = ink.parts.iter().enumerate().map(far);
            parts.filter(|far| *far > DRAWN_PART * wall).count() >= PARTS_LEAST && is_even(ink)
        };
        is_inside && line.ink.as_ref().is_some_and(is_inked)
    };
    let centre = blank.pitch.centre();
    let mut whole = lines.iter().filter(is_whole);
    whole.any(|line| !is_seen || line.edge.leaving(centre).is_some())
}

/// Whether lines leave the centre and there are no others: they show where the ball can go, for a way goes on from where it came to.
fn is_star(lines: &[Measured], blank: &Blank, wall: f32) -> bool {
    let centre = blank.pitch.centre();
    let has_ink = |line: &&Measured| {
        line.ink
            .is_none_or(|ink| blank.far(line.edge, ink.whole) > BARE * wall)
    };
    let (at_centre, others): (Vec<&Measured>, Vec<&Measured>) =
        lines.iter().partition(|line| line.edge.leaving(centre).is_some());
    at_centre.into_iter().filter(has_ink).count() > 1 && !others.iter().any(has_ink)
}

/// Whether all ink may be of the ground, which has grain: from line to line it is a little more, and nowhere as much as a pen's.
fn is_rough(lines: &[Measured], blank: &Blank, wall: f32) -> bool {
    let noise = blank::noise(wall);
    let distances = distances(lines, blank, noise);
    let is_even = distances.windows(2).all(|pair| pair[1] <= GAP * pair[0]);
    is_even && distances.last().is_some_and(|most| *most < HALF * wall)
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
