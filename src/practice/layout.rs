//! Where everything in the practice client's window is: the board at the left, a panel at the right, dialogs over the
//! board. Pure arithmetic between pixels and targets.

use vision::{area::Area, calibration::Calibration};

use crate::practice::model::Target;

/// Point distance at which the panel has its natural size, in pixels.
const NATURAL_PITCH: f64 = 40.0;

/// The parts' places in the window's content, in pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// Size of everything but the board; 1 is natural.
    pub scale: f64,
    /// Columns of pixels.
    pub width: u32,
    /// Rows of pixels.
    pub height: u32,
    /// The board with its margin.
    pub board: Area,
    /// Where the board's points are.
    pub calibration: Calibration,
    /// The two players: first seat above second.
    pub cards: [Area; 2],
    /// The status line.
    pub status: Area,
    /// The button for a new game.
    pub new_game: Area,
    /// The button that ends the program.
    pub quit: Area,
    /// The dialog, if one is open.
    pub dialog: Area,
}

impl Layout {
    /// The layout around a board of that size in pixels, with points `pitch` pixels apart.
    pub fn new(board: (u32, u32), calibration: &Calibration, pitch: f64) -> Layout {
        let scale = (pitch / NATURAL_PITCH).clamp(0.8, 2.0);
        let px = |natural: f64| (natural * scale).round() as i32;
        let long = |natural: f64| px(natural) as u32;
        let gap = px(18.0);
        let height = board.1.max(long(400.0)) + 2 * gap as u32;
        let board_area = Area::new(gap, (height as i32 - board.1 as i32) / 2, board.0, board.1);
        let left = 2 * gap + board.0 as i32;
        let panel = long(250.0);
        let part = |y: i32, height: f64| Area::new(left, y, panel, long(height));
        let bottom = height as i32 - gap;
        let (width, dialog_height) = (long(380.0).min(board.0), long(150.0));
        let middle = |from: i32, room: u32, size: u32| from + (room as i32 - size as i32) / 2;
        let dialog = Area::new(
            middle(board_area.x, board.0, width),
            middle(board_area.y, board.1, dialog_height),
            width,
            dialog_height,
        );
        Layout {
            scale,
            width: (left + gap) as u32 + panel,
            height,
            board: board_area,
            calibration: calibration.shifted(-f64::from(board_area.x), -f64::from(board_area.y)),
            cards: [part(gap, 74.0), part(gap + px(84.0), 74.0)],
            status: part(gap + px(174.0), 44.0),
            new_game: part(bottom - px(98.0), 44.0),
            quit: part(bottom - px(44.0), 44.0),
            dialog,
        }
    }

    /// The dialog's buttons, side by side along its lower edge.
    pub fn choices(&self, count: usize) -> Vec<Area> {
        let px = |natural: f64| (natural * self.scale).round() as i32;
        let (pad, gap, height) = (px(20.0), px(10.0), px(40.0));
        let room = self.dialog.width as i32 - 2 * pad;
        // One button alone is not stretched over the whole dialog.
        let width = ((room + gap) / count.max(2) as i32 - gap).max(1);
        let all = width * count as i32 + gap * (count as i32 - 1);
        let left = self.dialog.x + (self.dialog.width as i32 - all) / 2;
        let top = self.dialog.bottom() as i32 - pad - height;
        let button = |index: i32| Area::new(left + index * (width + gap), top, width as u32, height as u32);
        (0..count as i32).map(button).collect()
    }

    /// What lies at this pixel, with a dialog of so many buttons open (0: none).
    pub fn target(&self, x: f64, y: f64, choices: usize) -> Option<Target> {
        let (column, row) = (x.floor() as i32, y.floor() as i32);
        let hit = |area: &Area| area.contains(column, row);
        if choices > 0 {
            return self.choices(choices).iter().position(hit).map(Target::Choice);
        }
        if hit(&self.new_game) {
            return Some(Target::NewGame);
        }
        if hit(&self.quit) {
            return Some(Target::Quit);
        }
        // Pixel centres are whole numbers on the board, and pointers report the pixel's corner.
        self.calibration.point_at(x.floor(), y.floor()).map(Target::Point)
    }
}
