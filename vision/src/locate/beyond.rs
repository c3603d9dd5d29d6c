//! What lies just beyond the outermost lines. A board ends on all sides alike; where the window ends before the board does, its
//! lines run on to the window's edge on that side, or the stones of its outermost points find no ground to stand on.

use crate::{
    calibration::Kind,
    locate::look::{Look, Mode, Place, Sight, Tally, Way, Window},
};

/// How far the lines may run on farther on one side than on another: pixels, and the same in pitches. Less is rounding.
const UNEVEN_PX: f64 = 2.5;
const UNEVEN: f64 = 0.1;
/// How far the lines of a board with marks in cells may run on beyond its outermost ones, in pitches.
const CELLS_OVERRUN: f64 = 0.22;
/// Least ground beyond the outermost points that stones on them need, in pitches.
const STONE_ROOM: f64 = 0.3;
/// Ground beyond an outermost point where a whole stone has room, in pitches.
const FULL_ROOM: f64 = 0.4;
/// The outermost line itself may be so wide beyond its middle, in pitches.
const EDGE_WIDTH: f64 = 0.14;
/// Stones on the outermost points may reach so far, in pitches, and leave no more than this part of the crossing lines to be seen.
const STONE_REACH: f64 = 0.5;
const CROWDED_SEEN: f32 = 0.25;
/// Part of the places between the lines that must show the ground; shadows and hands may hide the rest.
const GROUND_SEEN: f64 = 0.4;
/// Least part of the crossing lines that arrives at an outermost one, and where that is seen, in pitches.
const ARRIVING: f32 = 0.03;
const ARRIVAL: [f64; 5] = [0.08, 0.16, 0.25, 0.35, 0.45];
/// How far is looked, in pitches.
const REACH: f64 = 1.0;

/// What lies beyond the outermost line of one side, in pitches from its middle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beyond {
    /// For how long the crossing lines run on.
    lines: f64,
    /// How far the ground goes on between them.
    ground: f64,
    /// Where the picture ends, if that is in reach.
    picture: Option<f64>,
    /// Part of the crossing lines that is seen just inside the outermost one. A scroll bar's edge may be taken for a line, but
    /// none runs up to it.
    arriving: f32,
    /// Whether the lines are steps between the fields of a chequered board.
    stepped: bool,
}

/// Whether the lines run on farther on one side than on another because they end with the window. Where they run on nearly
/// everywhere, that is how the board is drawn, unless the ground ends with them. Chequered boards have nothing that could run on.
pub(crate) fn is_uneven(sides: &[Beyond; 4], pitch: f64) -> bool {
    let least = sides.iter().map(|side| side.lines).fold(f64::INFINITY, f64::min);
    let most = least + UNEVEN.max(UNEVEN_PX / pitch);
    let long = || sides.iter().filter(|side| side.lines > most);
    let steps_on = sides
        .iter()
        .any(|side| side.stepped && side.lines > UNEVEN.max(UNEVEN_PX / pitch));
    steps_on || (1..=2).contains(&long().count()) || long().any(|side| side.ground < side.lines + UNEVEN)
}

/// On how many sides the ground ends where stones on the outermost points would not find room. Marks in cells need none.
/// That a window ends there says something only if it does so on three sides.
pub(super) fn without_room(sides: &[Beyond; 4]) -> usize {
    let cut = |side: &&Beyond| side.picture.is_some_and(|end| end < STONE_ROOM);
    let by_window = sides.iter().filter(cut).count();
    let by_ground = sides
        .iter()
        .filter(|side| !cut(side) && side.ground < STONE_ROOM)
        .count();
    by_ground + if by_window >= 3 { by_window } else { 0 }
}

impl Beyond {
    /// The same where the picture ends so many pitches beyond the outermost line.
    pub(super) fn ending(self, room: f64) -> Beyond {
        let picture = (room < REACH).then_some(room);
        Beyond {
            ground: self.ground.min(room),
            picture,
            ..self
        }
    }
}

/// Whether the sides tell that a board of that kind goes on where it cannot be seen.
/// Sides that are `excused` end with the window because the client leaves no margin there.
pub(crate) fn is_cut_off(sides: &[Beyond; 4], kind: Kind, pitch: f64, excused: [bool; 4]) -> bool {
    let judged: Vec<&Beyond> = sides
        .iter()
        .zip(excused)
        .filter(|(_, excused)| !excused)
        .map(|(side, _)| side)
        .collect();
    let least = |of: fn(&Beyond) -> f64| judged.iter().map(|side| of(side)).fold(f64::INFINITY, f64::min);
    let most = |of: fn(&Beyond) -> f64| judged.iter().map(|side| of(side)).fold(0.0, f64::max);
    let cramped = match kind {
        Kind::Cells => !judged.is_empty() && least(|side| side.lines) > CELLS_OVERRUN,
        Kind::Points => {
            let at_edge = |side: &&Beyond| side.picture.is_some_and(|end| end < STONE_ROOM);
            let lacks = least(|side| side.ground) < STONE_ROOM && most(|side| side.ground) > FULL_ROOM;
            lacks || judged.iter().any(at_edge)
        }
    };
    is_uneven(sides, pitch) || cramped || sides.iter().any(|side| side.arriving < ARRIVING)
}

/// Looks beyond the four outermost lines: left, right, top, bottom.
pub(super) fn beyond(look: &Look<'_>, window: Window) -> [Beyond; 4] {
    [
        beyond_side(look, window, Way::Level, f64::from(window.columns.0), -1.0),
        beyond_side(look, window, Way::Level, f64::from(window.columns.1), 1.0),
        beyond_side(look, window, Way::Upright, f64::from(window.rows.0), -1.0),
        beyond_side(look, window, Way::Upright, f64::from(window.rows.1), 1.0),
    ]
}

/// `way` is that of the lines that cross the outermost one, which lies at `edge`; `out` points away from the board.
fn beyond_side(look: &Look<'_>, window: Window, way: Way, edge: f64, out: f64) -> Beyond {
    let (lines, pitch) = match way {
        Way::Level => (window.rows, look.upright.pitch),
        Way::Upright => (window.columns, look.level.pitch),
    };
    let mut side = Beyond {
        lines: 0.0,
        ground: 0.0,
        picture: None,
        arriving: 0.0,
        stepped: look.mode == Mode::Step,
    };
    let mut arriving = Tally::default();
    for line in lines.0 + 1..lines.1 {
        for inside in ARRIVAL {
            arriving.add(look.thin_sight(Place {
                way,
                line: f64::from(line),
                along: edge - out * inside,
            }));
        }
    }
    side.arriving = arriving.seen / arriving.places.max(1.0);
    for step in 1..=(REACH * pitch) as i32 {
        let away = f64::from(step) / pitch;
        let along = edge + out * away;
        let mut crossing = Tally::default();
        let mut off_picture = 0;
        for line in lines.0 + 1..lines.1 {
            let line = f64::from(line);
            match look.thin_sight(Place { way, line, along }) {
                Sight::OffPicture => off_picture += 1,
                sight => crossing.add(sight),
            }
        }
        if off_picture * 2 > lines.1 - lines.0 - 1 {
            side.picture = Some(away);
            break;
        }
        let enough = if away < STONE_REACH { CROWDED_SEEN } else { 0.5 };
        let runs_on = crossing.seen > enough * crossing.places && crossing.seen > crossing.bare;
        // A wide outermost line hides the others where they cross it.
        if runs_on && away - side.lines < EDGE_WIDTH + 1.0 / pitch {
            side.lines = away;
        }
        let bare = (lines.0..lines.1).filter(|line| {
            let line = f64::from(*line) + 0.5;
            look.is_ground(Place { way, line, along })
        });
        if bare.count() as f64 >= GROUND_SEEN * f64::from(lines.1 - lines.0) {
            side.ground = away;
        }
    }
    side
}
