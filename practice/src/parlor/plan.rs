//! Where everything at the board at home is, in a window of any size: the board as large as it can be at the left, a panel of
//! legible size at the right. Pure arithmetic between pixels and targets.

use vision::{area::Area, calibration::Calibration};

use super::{
    sitting::{Deed, PanelTarget, Sheet},
    wishes::{Knob, Twist},
};
use crate::parlor::sitting::KEYS;

/// A window of this size in logical pixels has a panel of natural size.
const NATURAL: (f64, f64) = (1040.0, 700.0);

/// How much smaller and larger than natural a panel is at most: letters stay legible, and leave the room to the board.
const SCALES: (f64, f64) = (0.8, 1.6);

/// The least and the greatest distance from point to point, in pixels.
const PITCHES: (f64, f64) = (8.0, 400.0);

/// Width of the panel at its natural size.
const PANEL: f64 = 236.0;

/// What a window is like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pane {
    /// Columns of pixels.
    pub width: u32,
    /// Rows of pixels.
    pub height: u32,
    /// Pixels for each logical pixel, as the system wants it.
    pub factor: f64,
}

/// The panel's parts, in pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct PanelPlan {
    /// The two players: first seat above second.
    pub cards: [Area; 2],
    /// What is going on.
    pub status: Area,
    /// The list of moves; it may have no room for a line.
    pub moves: Area,
    /// Every knob, in the order of [`Knob::ALL`].
    pub knobs: Vec<Area>,
    /// Every button, in the order of [`Deed::ALL`].
    pub deeds: Vec<Area>,
}

/// The parts' places in a window, in pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct FloorPlan {
    /// The window.
    pub pane: Pane,
    /// Pixels for each natural pixel of letters and buttons.
    pub scale: f64,
    /// Where the board may be.
    pub room: Area,
    /// The board's picture, in the middle of that; empty before there is one.
    pub board: Area,
    /// Where the board's points are in the window.
    pub calibration: Option<Calibration>,
    /// The panel, if there is room for one beside the board.
    pub panel: Option<PanelPlan>,
}

/// What lies over the board, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetPlan {
    /// All of it.
    pub area: Area,
    /// The first line that is shown, counted from 0.
    pub first: usize,
    /// The lines that are shown.
    pub lines: Vec<Area>,
}

impl FloorPlan {
    /// The plan of a window, before there is a board in it. `has_edges`: something stands along the board's edges.
    pub fn new(pane: Pane, has_edges: bool) -> FloorPlan {
        let (width, height) = (
            f64::from(pane.width) / pane.factor,
            f64::from(pane.height) / pane.factor,
        );
        let fit = (width / NATURAL.0).min(height / NATURAL.1);
        let scale = pane.factor * fit.clamp(SCALES.0, SCALES.1);
        let px = |natural: f64| (natural * scale).round() as i32;
        let (gap, all) = (px(14.0), (pane.width as i32, pane.height as i32));
        let panel_left = all.0 - gap - px(PANEL);
        // A window that leaves it less room than the panel has shows the board alone.
        let has_panel = panel_left > px(1.3 * PANEL);
        let edge = if has_edges { px(16.0) } else { 0 };
        let right = if has_panel { panel_left - gap } else { all.0 - gap };
        let length = |from: i32, to: i32| (to - from).max(1) as u32;
        let room = Area::new(
            gap + edge,
            gap,
            length(gap + edge, right),
            length(gap, all.1 - gap - edge),
        );
        let column = Area::new(panel_left, gap, px(PANEL).max(1) as u32, length(gap, all.1 - gap));
        FloorPlan {
            pane,
            scale,
            room,
            board: Area::new(room.x, room.y, 0, 0),
            calibration: None,
            panel: has_panel.then(|| PanelPlan::new(column, scale)),
        }
    }

    /// The distance from point to point with which the board fills its room: whole pixels, so that every line is as sharp
    /// as the next. A board with this `pitch` has a picture of this `size`.
    pub fn pitch(&self, pitch: f64, size: (u32, u32)) -> f64 {
        let across = f64::from(self.room.width) / f64::from(size.0);
        let along = f64::from(self.room.height) / f64::from(size.1);
        (pitch * across.min(along)).floor().clamp(PITCHES.0, PITCHES.1)
    }

    /// Whether a board's picture of this size fits into its room, or cannot be smaller.
    pub fn fits(&self, pitch: f64, size: (u32, u32)) -> bool {
        (size.0 <= self.room.width && size.1 <= self.room.height) || pitch <= PITCHES.0
    }

    /// Puts a board with a picture of this size into the middle of its room. `calibration` is where its points are in that
    /// picture.
    pub fn seat(&mut self, size: (u32, u32), calibration: &Calibration) {
        let middle = |from: i32, room: u32, size: u32| from + (room as i32 - size as i32) / 2;
        self.board = Area::new(
            middle(self.room.x, self.room.width, size.0),
            middle(self.room.y, self.room.height, size.1),
            size.0,
            size.1,
        );
        self.calibration = Some(calibration.shifted(-f64::from(self.board.x), -f64::from(self.board.y)));
    }

    /// What lies over the board.
    pub fn sheet(&self, sheet: &Sheet) -> SheetPlan {
        let px = |natural: f64| (natural * self.scale).round() as i32;
        let (width, row, head) = match sheet {
            Sheet::Keys => (380.0, 25.0, 52.0),
            Sheet::Games { .. } => (520.0, 30.0, 52.0),
        };
        let wanted = match sheet {
            Sheet::Keys => KEYS.len(),
            Sheet::Games { lines, .. } => lines.len().max(1),
        };
        let (row, head, foot) = (px(row).max(1), px(head), px(14.0));
        let most = ((self.room.height as i32 - head - foot) / row).max(1) as usize;
        let shown = wanted.min(most);
        let first = match sheet {
            Sheet::Keys => 0,
            Sheet::Games { chosen, .. } => (chosen + 1).saturating_sub(shown),
        };
        // Some of the board stays to be seen at either side.
        let widest = (self.room.width as i32 - 2 * px(16.0)).max(1);
        let size = (
            px(width).clamp(1, widest) as u32,
            (head + foot + row * shown as i32) as u32,
        );
        let left = self.room.x + (self.room.width as i32 - size.0 as i32) / 2;
        let top = self.room.y + (self.room.height as i32 - size.1 as i32).max(0) / 2;
        let inset = px(14.0);
        let line = |index: i32| {
            let inner = (size.0 as i32 - 2 * inset).max(1) as u32;
            Area::new(left + inset, top + head + index * row, inner, row as u32)
        };
        SheetPlan {
            area: Area::new(left, top, size.0, size.1),
            first,
            lines: (0..shown as i32).map(line).collect(),
        }
    }

    /// What lies at this pixel.
    pub fn target(&self, x: f64, y: f64, sheet: Option<&Sheet>) -> PanelTarget {
        let (column, row) = (x.floor() as i32, y.floor() as i32);
        let hit = |area: &Area| area.contains(column, row);
        if let Some(sheet) = sheet {
            let plan = self.sheet(sheet);
            let line = plan.lines.iter().position(hit);
            return match (line, sheet) {
                (Some(line), Sheet::Games { lines, .. }) if plan.first + line < lines.len() => {
                    PanelTarget::Kept(plan.first + line)
                }
                _ if hit(&plan.area) => PanelTarget::Sheet,
                _ => PanelTarget::Beside,
            };
        }
        if let Some(panel) = &self.panel
            && let Some(target) = panel.target(column, row)
        {
            return target;
        }
        let point = self.calibration.as_ref().filter(|_| hit(&self.board));
        let point = point.and_then(|board| board.point_at(x.floor(), y.floor()));
        point.map_or(PanelTarget::Beside, PanelTarget::Point)
    }
}

impl PanelPlan {
    fn new(column: Area, scale: f64) -> PanelPlan {
        let px = |natural: f64| (natural * scale).round() as i32;
        let part = |y: i32, height: i32| Area::new(column.x, y, column.width, height.max(0) as u32);
        let (card, knob, deed) = (px(52.0), px(25.0), px(32.0));
        let second = column.y + card + px(6.0);
        let status = second + card + px(8.0);
        let moves = status + px(46.0) + px(6.0);
        let deeds_top = column.bottom() as i32 - 2 * deed - px(8.0);
        let knobs_top = deeds_top - px(8.0) - Knob::ALL.len() as i32 * knob;
        let half = (column.width as i32 - px(8.0)) / 2;
        let deeds = (0..Deed::ALL.len() as i32).map(|index| {
            let left = column.x + (index % 2) * (half + px(8.0));
            let top = deeds_top + (index / 2) * (deed + px(8.0));
            Area::new(left, top, half.max(1) as u32, deed.max(1) as u32)
        });
        PanelPlan {
            cards: [part(column.y, card), part(second, card)],
            status: part(status, px(46.0)),
            moves: part(moves, knobs_top - px(8.0) - moves),
            knobs: (0..Knob::ALL.len() as i32)
                .map(|index| part(knobs_top + index * knob, knob))
                .collect(),
            deeds: deeds.collect(),
        }
    }

    fn target(&self, column: i32, row: i32) -> Option<PanelTarget> {
        let deed = self.deeds.iter().position(|area| area.contains(column, row));
        if let Some(index) = deed {
            return Some(PanelTarget::Deed(Deed::ALL[index]));
        }
        let index = self
            .knobs
            .iter()
            .position(|area| value_of(*area).contains(column, row))?;
        let value = value_of(self.knobs[index]);
        let twist = if column < value.x + value.width as i32 / 2 {
            Twist::Back
        } else {
            Twist::On
        };
        Some(PanelTarget::Knob(Knob::ALL[index], twist))
    }
}

/// The part of a knob's line where it is turned: left of its middle back, right of it on.
pub fn value_of(knob: Area) -> Area {
    let label = knob.width * 2 / 5;
    Area::new(
        knob.x + label as i32,
        knob.y + 1,
        knob.width - label,
        knob.height.saturating_sub(2),
    )
}
