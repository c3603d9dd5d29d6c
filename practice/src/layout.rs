//! Where everything in the practice client's window is: the board at the left, a panel at the right, dialogs over the
//! board. Pure arithmetic between pixels and targets.

use vision::{area::Area, calibration::Calibration};

use crate::{
    model::{Page, Pointable, Target},
    setup::DialogPlace,
};

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
    /// The button for a new game; in a service the one that asks for a move back, in its lobby the search.
    pub new_game: Area,
    /// In a service, the button that gives up; elsewhere the one that undoes, if there is one.
    pub resign: Area,
    /// The button that ends the program.
    pub quit: Area,
    /// The dialog, if one is open.
    pub dialog: Area,
    /// The card around the button in the middle: always in the middle of the board.
    pub card: Area,
    /// The one button in the middle of a page: log in, stop seeking, reconnect.
    pub middle: Area,
    /// The chat message, if there is one.
    pub chat: Area,
    /// Its cross.
    pub close_chat: Area,
    /// The advertisement, if there is one.
    pub advertisement: Area,
    /// Its cross.
    pub close_advertisement: Area,
    /// The line of news, if there is one.
    pub notification: Area,
}

/// The scale that goes with points `pitch` pixels apart: letters stay legible.
pub(crate) fn natural_scale(pitch: f64) -> f64 {
    (pitch / NATURAL_PITCH).clamp(0.8, 2.0)
}

impl Layout {
    /// The layout around a board of that size in pixels. At half the natural scale letters are still whole, if not
    /// pleasant to read.
    pub fn new(board: (u32, u32), calibration: &Calibration, scale: f64, place: DialogPlace) -> Layout {
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
        let at = |from: i32, room: u32, size: u32, share: f64| {
            let free = room as i32 - size as i32;
            from + (f64::from(free) * share) as i32
        };
        let dialog = Area::new(
            at(board_area.x, board.0, width, place.left),
            at(board_area.y, board.1, dialog_height, place.above),
            width,
            dialog_height,
        );
        let (board_x, board_y) = (board_area.x, board_area.y);
        let inner = |left: i32, top: i32, width: u32, height: u32| {
            Area::new(
                board_x + left,
                board_y + top,
                width.min(board.0),
                height.min(board.1),
            )
        };
        let third = (board.0 as i32 / 3, board.1 as i32 / 3);
        let chat_height = long(110.0).min(third.1 as u32);
        let chat = inner(
            px(12.0),
            board.1 as i32 - px(12.0) - chat_height as i32,
            (2 * third.0) as u32,
            chat_height,
        );
        let advertisement = inner(
            third.0 + px(20.0),
            px(60.0).min(third.1 / 2),
            (board.0 as i32 - third.0 - px(40.0)).max(1) as u32,
            long(170.0).min(third.1 as u32),
        );
        let cross = long(24.0).min(chat.height).min(advertisement.height);
        let corner = |area: Area| Area::new(area.right() as i32 - cross as i32 - 4, area.y + 4, cross, cross);
        let button = (long(170.0).min(board.0), long(44.0));
        let middle_button = Area::new(
            middle(board_x, board.0, button.0),
            board_y + board.1 as i32 / 2 + px(20.0),
            button.0,
            button.1,
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
            resign: part(bottom - px(152.0), 44.0),
            quit: part(bottom - px(44.0), 44.0),
            dialog,
            card: Area::new(
                middle(board_area.x, board.0, width),
                middle(board_area.y, board.1, dialog_height),
                width,
                dialog_height,
            ),
            middle: middle_button,
            chat,
            close_chat: corner(chat),
            advertisement,
            close_advertisement: corner(advertisement),
            // Over the first row of points.
            notification: inner(
                px(12.0),
                (calibration.origin.1.round() as i32 - px(17.0)).max(0),
                board.0.saturating_sub(2 * long(12.0)),
                long(34.0),
            ),
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

    /// What lies at this pixel, by what is up.
    pub fn target(&self, x: f64, y: f64, stage: &Pointable) -> Option<Target> {
        let (column, row) = (x.floor() as i32, y.floor() as i32);
        let hit = |area: &Area| area.contains(column, row);
        if stage.cut_off {
            let targets = [(&self.middle, Target::Reconnect), (&self.quit, Target::Quit)];
            return targets
                .into_iter()
                .find(|(area, _)| hit(area))
                .map(|(_, target)| target);
        }
        if stage.choices > 0 {
            return self
                .choices(stage.choices)
                .iter()
                .position(hit)
                .map(Target::Choice);
        }
        // What lies over the page keeps clicks from it.
        let over = [
            (stage.notification, &self.notification, None),
            (stage.chat, &self.close_chat, Some(Target::CloseChat)),
            (stage.chat, &self.chat, None),
            (
                stage.advertisement,
                &self.close_advertisement,
                Some(Target::CloseAdvertisement),
            ),
            (stage.advertisement, &self.advertisement, None),
        ];
        if let Some((_, _, target)) = over.into_iter().find(|(up, area, _)| *up && hit(area)) {
            return target;
        }
        if hit(&self.quit) {
            return Some(Target::Quit);
        }
        match stage.page {
            Page::Lobby => hit(&self.new_game).then_some(Target::Seek),
            Page::Seeking { .. } => hit(&self.middle).then_some(Target::StopSeeking),
            Page::Login => hit(&self.middle).then_some(Target::LogIn),
            Page::Game if hit(&self.new_game) => Some(if stage.service {
                Target::Undo
            } else {
                Target::NewGame
            }),
            Page::Game if stage.service && hit(&self.resign) => Some(Target::Resign),
            Page::Game if stage.undo && !stage.service && hit(&self.resign) => Some(Target::Undo),
            // Pixel centres are whole numbers on the board, and pointers report the pixel's corner.
            Page::Game => self.calibration.point_at(x.floor(), y.floor()).map(Target::Point),
        }
    }
}
