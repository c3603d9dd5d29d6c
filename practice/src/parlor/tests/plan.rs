//! Windows of any size: the board is as large as it can be and in the middle of its room, nothing lies over anything else, and
//! what is pressed is what is seen.

use proptest::prelude::*;
use vision::{area::Area, theme};

use super::{
    super::plan::{FloorPlan, Pane, value_of},
    *,
};
use crate::face::{Pictured, parlor::ParlorFace};

fn pane(width: u32, height: u32, factor: f64) -> Pane {
    Pane {
        width,
        height,
        factor,
    }
}

/// All parts that must not lie over each other.
fn parts(plan: &FloorPlan) -> Vec<Area> {
    let mut parts = vec![plan.room];
    if let Some(panel) = &plan.panel {
        parts.extend(panel.cards);
        parts.push(panel.status);
        parts.extend(Some(panel.moves).filter(|moves| moves.height > 0));
        parts.extend(&panel.knobs);
        parts.extend(&panel.deeds);
    }
    parts
}

proptest! {
    #[test]
    fn nothing_lies_over_anything_else(width in 500u32..4000, height in 440u32..2600, tenths in 10u32..31) {
        let factor = f64::from(tenths) / 10.0;
        let (width, height) = ((f64::from(width) * factor) as u32, (f64::from(height) * factor) as u32);
        let plan = FloorPlan::new(pane(width, height, factor), true);
        let window = Area::new(0, 0, width, height);
        let parts = parts(&plan);
        for (index, part) in parts.iter().enumerate() {
            prop_assert_eq!(part.intersection(&window), Some(*part), "{:?}", plan);
            for other in &parts[..index] {
                prop_assert_eq!(part.intersection(other), None, "{:?}", plan);
            }
        }
        for sheet in [Sheet::Keys, Sheet::Games { lines: lines(40), chosen: 39 }] {
            let over = plan.sheet(&sheet);
            for line in &over.lines {
                prop_assert_eq!(line.intersection(&over.area), Some(*line));
            }
            prop_assert_eq!(over.area.intersection(&window), Some(over.area), "{:?}", plan);
        }
    }
}

fn lines(count: usize) -> Vec<KeptLine> {
    let line = |index: usize| KeptLine {
        name: index.to_string(),
        told: index.to_string(),
    };
    (0..count).map(line).collect()
}

/// The board fills its room but for less than one more pixel from point to point, and its middle is the room's.
#[track_caller]
fn check<P: Pictured + Hosted>(theme: &'static P::Theme, size: P::Size, pane: Pane) {
    let mut face = ParlorFace::<P>::new(theme);
    face.fit(size, pane);
    let plan = face.plan();
    let (board, room) = (plan.board, plan.room);
    assert_eq!(board.intersection(&room), Some(board), "{pane:?}");
    let middle = |from: i32, length: u32| 2 * from + length as i32;
    assert!((middle(board.x, board.width) - middle(room.x, room.width)).abs() <= 1);
    assert!((middle(board.y, board.height) - middle(room.y, room.height)).abs() <= 1);
    let grid = plan.calibration.expect("there is a board");
    let across = f64::from(board.width) + 2.0 * f64::from(board.width) / grid.pitch.0;
    let along = f64::from(board.height) + 2.0 * f64::from(board.height) / grid.pitch.1;
    assert!(
        across >= f64::from(room.width) || along >= f64::from(room.height),
        "{pane:?}: {board:?} could be larger in {room:?}"
    );
    for x in 0..grid.columns {
        for y in 0..grid.rows {
            let point = Point::new(x, y);
            if !P::is_point(size, point) {
                continue;
            }
            let (left, top) = grid.centre_of(point);
            let pressed = plan.target(left, top, None);
            assert_eq!(pressed, PanelTarget::Point(point), "{pane:?}");
        }
    }
    for (index, area) in plan.panel.iter().flat_map(|panel| panel.knobs.iter()).enumerate() {
        let value = value_of(*area);
        let (left, top) = (f64::from(value.x), f64::from(value.y));
        let pressed = |right: f64| plan.target(left + right, top + 3.0, None);
        let knob = Knob::ALL[index];
        assert_eq!(pressed(3.0), PanelTarget::Knob(knob, Twist::Back));
        assert_eq!(
            pressed(f64::from(value.width) - 3.0),
            PanelTarget::Knob(knob, Twist::On)
        );
    }
}

#[test]
fn boards_grow_with_their_windows() {
    for pane in [
        pane(420, 440, 1.0),
        pane(500, 440, 1.0),
        pane(640, 480, 1.0),
        pane(1280, 800, 1.0),
        pane(1281, 803, 1.25),
        pane(2560, 1440, 2.0),
        pane(800, 1400, 1.0),
    ] {
        for size in [5, 15, 22] {
            check::<gomoku::Position>(theme::by_name("kaya").unwrap(), size, pane);
        }
        for (width, length) in [(4, 6), (8, 10), (12, 16)] {
            let pitch = soccer::Pitch::new(width, length).unwrap();
            let mobile = vision::pitch::theme::by_name("mobile").unwrap();
            check::<soccer::Position>(mobile, pitch, pane);
        }
    }
}

#[test]
fn a_line_of_the_list_is_pressed_where_it_is_seen() {
    let plan = FloorPlan::new(pane(640, 480, 1.0), true);
    for chosen in [0, 39] {
        let sheet = Sheet::Games {
            lines: lines(40),
            chosen,
        };
        let over = plan.sheet(&sheet);
        assert!(over.lines.len() < 40 && over.lines.len() > 5);
        assert!((over.first..over.first + over.lines.len()).contains(&chosen));
        for (index, line) in over.lines.iter().enumerate() {
            let (x, y) = (f64::from(line.x) + 5.0, f64::from(line.y) + 5.0);
            let pressed = plan.target(x, y, Some(&sheet));
            assert_eq!(pressed, PanelTarget::Kept(over.first + index));
        }
        assert_eq!(plan.target(1.0, 1.0, Some(&sheet)), PanelTarget::Beside);
    }
}
