//! What lies just beyond the outermost lines. A board ends on all sides alike; where the window ends before the board does, its
//! lines run on to the window's edge on that side, or the stones of its outermost points find no ground to stand on.

use crate::locate::thresholds::look::{
    ARRIVAL, ARRIVING, BEYOND_REACH, CELLS_OVERRUN, CROWDED_SEEN, EDGE_WIDTH, FULL_ROOM, GROUND_SEEN,
    OPEN_CELL, PAST_CELL, RUNS_ON_SEEN, STONE_REACH, STONE_ROOM, UNEVEN, UNEVEN_PX,
};
use crate::{
    calibration::Kind,
    locate::look::{Look, Mode, Place, Sight, SightTally, Way, Window},
};

/// What lies beyond the outermost line of one side, in pitches from its middle.
#[derive(Clone, Copy, Debug, Default)]
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
    /// Whether the lines are still seen more than a cell beyond the outermost one.
    goes_on: bool,
}

/// Whether the crossing lines run on for a whole cell on every side and end there, as those of a board of cells do around which
/// no frame is drawn: its outermost cells lie outside the outermost lines.
pub(crate) fn is_open(sides: &[Beyond; 4]) -> bool {
    sides
        .iter()
        .all(|side| side.lines >= OPEN_CELL && !side.goes_on && !side.stepped)
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
        let picture = (room < BEYOND_REACH).then_some(room);
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
        Kind::Cells if is_open(sides) => false,
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
        goes_on: false,
    };
    let mut arriving = SightTally::default();
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
    let mut farther = SightTally::default();
    for line in lines.0 + 1..lines.1 {
        let line = f64::from(line);
        let along = edge + out * PAST_CELL;
        farther.add(look.thin_sight(Place { way, line, along }));
    }
    side.goes_on = farther.seen > RUNS_ON_SEEN * farther.places;
    for step in 1..=(BEYOND_REACH * pitch) as i32 {
        let away = f64::from(step) / pitch;
        let along = edge + out * away;
        let mut crossing = SightTally::default();
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
        let enough = if away < STONE_REACH {
            CROWDED_SEEN
        } else {
            RUNS_ON_SEEN
        };
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A side where the lines run on so far, and the ground.
    fn side(lines: f64, ground: f64) -> Beyond {
        Beyond {
            lines,
            ground,
            picture: None,
            arriving: 1.0,
            stepped: false,
            goes_on: false,
        }
    }

    fn is_cut(sides: [Beyond; 4], kind: Kind) -> bool {
        is_cut_off(&sides, kind, 50.0, [false; 4])
    }

    #[test]
    fn lines_that_run_on_farther_on_one_side_are_cut_off() {
        let uneven = |lines: f64, pitch: f64| {
            let [a, b, c] = [side(0.0, 1.0); 3];
            is_uneven(&[a, b, c, side(lines, 1.0)], pitch)
        };
        assert!(uneven(0.11, 50.0) && !uneven(0.09, 50.0));
        // Where a pitch has few pixels, two of them are rounding.
        assert!(uneven(0.26, 10.0) && !uneven(0.24, 10.0));
    }

    #[test]
    fn stones_on_the_outermost_points_need_room() {
        let without =
            |ground: f64| without_room(&[side(0.0, ground), side(0.0, 1.0), side(0.0, 1.0), side(0.0, 1.0)]);
        assert_eq!((without(0.29), without(0.31)), (1, 0));
        // On one side only, if there is room for a whole one elsewhere.
        let lacks = |most: f64| {
            is_cut(
                [side(0.0, 0.25), side(0.0, most), side(0.0, 0.25), side(0.0, 0.25)],
                Kind::Points,
            )
        };
        assert!(lacks(0.42) && !lacks(0.38));
    }

    #[test]
    fn lines_that_run_on_everywhere_are_a_boards_own_or_cut_off() {
        let cut = |lines: f64| is_cut([side(lines, 1.0); 4], Kind::Cells);
        assert!(cut(0.23) && !cut(0.21));
    }

    #[test]
    fn lines_that_run_on_for_a_cell_and_end_are_those_of_open_cells() {
        let open = |lines: f64, goes_on: bool| {
            is_open(&[
                side(1.0, 1.0),
                side(1.0, 1.0),
                side(1.0, 1.0),
                Beyond {
                    goes_on,
                    ..side(lines, 1.0)
                },
            ])
        };
        assert!(open(0.87, false) && !open(0.83, false) && !open(1.0, true));
        assert!(!is_cut([side(0.95, 1.0); 4], Kind::Cells));
    }

    #[test]
    fn lines_arrive_at_an_outermost_line() {
        let arriving = |arriving: f32| {
            is_cut(
                [Beyond {
                    arriving,
                    ..side(0.0, 1.0)
                }; 4],
                Kind::Points,
            )
        };
        assert!(arriving(0.029) && !arriving(0.031));
    }

    #[test]
    fn a_picture_ends_in_reach_or_not() {
        let ends = |room: f64| side(0.0, 1.0).ending(room).picture.is_some();
        assert!(ends(0.95) && !ends(1.05));
    }
}
