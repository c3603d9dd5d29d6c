//! What stands around a board in a page: headings, buttons, chats, tables, scroll bars, other boards, dialogs. Nothing
//! here knows where a board's points are.

use dice::Dice;
use image::{Rgb as Pixel, RgbImage};

use crate::{
    area::Area,
    desktop::{block, furniture::sentence},
    ink::{Ink, Rgb},
    paint::{
        canvas::Canvas,
        lettering::{self, Align, Pen},
    },
};

/// The style of one page.
pub(super) struct Page {
    /// Pixels of a length of 1.
    scale: f64,
    back: Rgb,
    ink: Rgb,
    accent: Rgb,
    /// Radius of the board's corners, in pixels.
    pub(super) corner: f64,
}

impl Page {
    pub(super) fn new(dice: &mut Dice, scale: f64) -> Page {
        let (back, ink) = *dice.pick(&[
            ([255, 255, 255], [34, 34, 40]),
            ([244, 244, 240], [60, 56, 50]),
            ([24, 26, 30], [220, 222, 226]),
            ([48, 52, 62], [200, 204, 214]),
            ([222, 228, 220], [30, 60, 40]),
        ]);
        let accent = *dice.pick(&[[40, 110, 210], [200, 70, 40], [40, 150, 90], [130, 130, 136]]);
        Page {
            scale,
            back,
            ink,
            accent,
            corner: 0.0,
        }
    }

    fn px(&self, length: f64) -> i32 {
        (length * self.scale).round() as i32
    }

    /// The board alone, or with captions at one side and a line of state below.
    pub(super) fn around(&self, dice: &mut Dice, board: &RgbImage) -> (RgbImage, (i32, i32)) {
        if dice.chance(0.4) {
            return self.furnished(dice, board);
        }
        let pads = [0; 4].map(|_: i32| dice.within(0, 40) as u32);
        let size = (
            board.width() + pads[0] + pads[1],
            board.height() + pads[2] + pads[3],
        );
        let mut canvas = Canvas::new(size.0, size.1, self.back);
        let at = (pads[0] as i32, pads[2] as i32);
        self.lay(&mut canvas, board, at);
        (canvas.to_image(), at)
    }

    /// The board amid all that pages have.
    pub(super) fn furnished(&self, dice: &mut Dice, board: &RgbImage) -> (RgbImage, (i32, i32)) {
        let (left, top) = (
            self.px(dice.between(8.0, 60.0)),
            self.px(dice.between(50.0, 110.0)),
        );
        let panel = self.px(dice.between(140.0, 260.0));
        let foot = self.px(dice.between(20.0, 130.0));
        let bar = self.px(15.0);
        let (wide, high) = (board.width() as i32, board.height() as i32);
        let size = (left + wide + panel + bar, top + high + foot);
        let mut canvas = Canvas::new(size.0 as u32, size.1 as u32, self.back);
        self.head(&mut canvas, dice, top);
        self.lay(&mut canvas, board, (left, top));
        let beside = Area::new(
            left + wide + self.px(12.0),
            top,
            (panel - self.px(20.0)) as u32,
            high as u32,
        );
        if dice.chance(0.5) {
            self.chat(&mut canvas, dice, beside);
        } else {
            self.table(&mut canvas, dice, beside);
        }
        self.foot(
            &mut canvas,
            dice,
            Area::new(left, top + high, wide as u32, foot as u32),
        );
        self.scroll_bar(&mut canvas, dice, bar);
        (canvas.to_image(), (left, top))
    }

    /// With another, smaller picture at the right, the lower right, or below.
    pub(super) fn beside(
        &self,
        dice: &mut Dice,
        board: &RgbImage,
        other: &RgbImage,
    ) -> (RgbImage, (i32, i32)) {
        let gap = dice.within(8, 40);
        let (left, top) = (dice.within(0, 40), dice.within(0, 60));
        let width = left as u32 + board.width() + gap as u32 + other.width() + 10;
        let height = top as u32 + board.height().max(other.height()) + 20;
        let mut canvas = Canvas::new(width, height, self.back);
        let first = dice.chance(0.4);
        let low = top
            + if dice.chance(0.5) {
                0
            } else {
                (board.height().saturating_sub(other.height())) as i32
            };
        let (at, aside) = if first {
            ((left + other.width() as i32 + gap, top), (left, low))
        } else {
            ((left, top), (left + board.width() as i32 + gap, low))
        };
        self.lay(&mut canvas, board, at);
        canvas.paste(other, aside.0, aside.1);
        (canvas.to_image(), at)
    }

    /// Dots all over the ground, as many pages have them; the board, if any, lies on it.
    pub(super) fn dotted(&self, dice: &mut Dice, board: Option<&RgbImage>) -> (RgbImage, (i32, i32)) {
        let (wide, high) = board.map_or((700, 560), |board| board.dimensions());
        let pads = [0; 4].map(|_: i32| dice.within(20, 160) as u32);
        let mut canvas = Canvas::new(wide + pads[0] + pads[1], high + pads[2] + pads[3], self.back);
        let step = f64::from(dice.within(15, 32)) * self.scale;
        let radius = dice.between(0.8, 2.2) * self.scale;
        let ink = Ink::new(self.ink, dice.between(0.2, 0.7) as f32);
        let start = (dice.between(0.0, step), dice.between(0.0, step));
        for row in 0..=(f64::from(canvas.height()) / step) as i32 {
            for column in 0..=(f64::from(canvas.width()) / step) as i32 {
                let at = (
                    start.0 + f64::from(column) * step,
                    start.1 + f64::from(row) * step,
                );
                canvas.disc(at, radius, ink);
            }
        }
        let at = (pads[0] as i32, pads[2] as i32);
        if let Some(board) = board {
            self.lay(&mut canvas, board, at);
        } else {
            let area = Area::new(at.0, at.1, wide / 3, high / 2);
            block(&mut canvas, area, self.back);
            self.chat(&mut canvas, dice, area);
        }
        (canvas.to_image(), at)
    }

    /// A page without a board.
    pub(super) fn bare(&self, dice: &mut Dice) -> RgbImage {
        let size = (self.px(900.0), self.px(640.0));
        let mut canvas = Canvas::new(size.0 as u32, size.1 as u32, self.back);
        let top = self.px(70.0);
        self.head(&mut canvas, dice, top);
        let half = (size.0 / 2 - self.px(20.0)) as u32;
        let high = (size.1 - top - self.px(20.0)) as u32;
        self.table(&mut canvas, dice, Area::new(self.px(10.0), top, half, high));
        let right = Area::new(size.0 / 2 + self.px(10.0), top, half, high);
        match dice.below(3) {
            0 => self.calendar(&mut canvas, dice, right),
            1 => self.keys(&mut canvas, dice, right),
            _ => self.chat(&mut canvas, dice, right),
        }
        canvas.to_image()
    }

    /// The board's picture, its corners as round as the page's style is.
    fn lay(&self, canvas: &mut Canvas, board: &RgbImage, at: (i32, i32)) {
        let (width, height) = board.dimensions();
        let under = canvas.to_image();
        let radius = self.corner;
        let rounded = RgbImage::from_fn(width, height, |x, y| {
            let inset = |at: u32, length: u32| {
                let at = f64::from(at) + 0.5;
                (radius - at).max(at - (f64::from(length) - radius)).max(0.0)
            };
            let away = inset(x, width).hypot(inset(y, height));
            let cover = (radius - away + 0.5).clamp(0.0, 1.0) as f32;
            let own = board.get_pixel(x, y).0;
            let behind = under
                .get_pixel_checked((at.0 + x as i32) as u32, (at.1 + y as i32) as u32)
                .map_or(own, |pixel| pixel.0);
            let blend = |channel: usize| {
                (f32::from(own[channel]) * cover + f32::from(behind[channel]) * (1.0 - cover)).round() as u8
            };
            if radius <= 0.0 {
                Pixel(own)
            } else {
                Pixel([blend(0), blend(1), blend(2)])
            }
        });
        canvas.paste(&rounded, at.0, at.1);
    }

    fn words(
        &self,
        canvas: &mut Canvas,
        dice: &mut Dice,
        at: (i32, i32),
        count: usize,
        height: f64,
        ink: Rgb,
    ) {
        let words = sentence(dice, count);
        let pen = Pen::new(height * self.scale, ink);
        lettering::write(
            canvas,
            &words,
            (f64::from(at.0), f64::from(at.1)),
            Align::Left,
            pen,
        );
    }

    fn button(&self, canvas: &mut Canvas, dice: &mut Dice, at: (i32, i32)) -> i32 {
        let width = self.px(dice.between(54.0, 110.0));
        let from = (f64::from(at.0) - 0.5, f64::from(at.1) - 0.5);
        let to = (from.0 + f64::from(width), from.1 + f64::from(self.px(24.0)));
        canvas.tile(from, to, 5.0 * self.scale, self.accent.into());
        self.words(
            canvas,
            dice,
            (at.0 + self.px(8.0), at.1 + self.px(12.0)),
            1,
            8.0,
            [255, 255, 255],
        );
        width
    }

    fn head(&self, canvas: &mut Canvas, dice: &mut Dice, top: i32) {
        self.words(canvas, dice, (self.px(12.0), self.px(18.0)), 4, 15.0, self.ink);
        let mut x = self.px(12.0);
        while top > self.px(60.0) && x < canvas.width() as i32 - self.px(120.0) && dice.chance(0.8) {
            x += self.button(canvas, dice, (x, self.px(32.0))) + self.px(8.0);
        }
    }

    fn foot(&self, canvas: &mut Canvas, dice: &mut Dice, area: Area) {
        if (area.height as i32) < self.px(40.0) {
            return;
        }
        let mut x = area.x;
        while x < area.right() as i32 - self.px(120.0) && dice.chance(0.7) {
            x += self.button(canvas, dice, (x, area.y + self.px(8.0))) + self.px(10.0);
        }
    }

    fn chat(&self, canvas: &mut Canvas, dice: &mut Dice, area: Area) {
        let line = self.px(f64::from(dice.within(18, 30)));
        let ruled = dice.chance(0.5);
        for row in 0..(area.height as i32 / line).max(0) {
            let y = area.y + row * line;
            if ruled {
                let to = (area.right() as f64, f64::from(y));
                canvas.line(
                    (f64::from(area.x), f64::from(y)),
                    to,
                    self.scale,
                    Ink::new(self.ink, 0.25),
                );
            }
            let count = dice.within(1, 3) as usize;
            self.words(
                canvas,
                dice,
                (area.x + self.px(4.0), y + line / 2),
                count,
                8.0,
                self.ink,
            );
        }
    }

    /// Rows a few times as wide as high, with figures.
    fn table(&self, canvas: &mut Canvas, dice: &mut Dice, area: Area) {
        let row = self.px(f64::from(dice.within(18, 30)));
        let column = self.px(f64::from(dice.within(34, 90)));
        let ink = Ink::new(self.ink, dice.between(0.2, 0.6) as f32);
        let (rows, columns) = ((area.height as i32 / row).min(18), area.width as i32 / column);
        self.ruled(canvas, (area.x, area.y), (columns, rows), (column, row), ink);
        for y in 0..rows {
            for x in 0..columns {
                let at = (area.x + x * column + self.px(4.0), area.y + y * row + row / 2);
                let figure = dice.within(0, 999).to_string();
                let pen = Pen::new(7.0 * self.scale, self.ink);
                lettering::write(
                    canvas,
                    &figure,
                    (f64::from(at.0), f64::from(at.1)),
                    Align::Left,
                    pen,
                );
            }
        }
    }

    fn ruled(&self, canvas: &mut Canvas, at: (i32, i32), count: (i32, i32), step: (i32, i32), ink: Ink) {
        let far = (at.0 + count.0 * step.0, at.1 + count.1 * step.1);
        for x in 0..=count.0 {
            let x = f64::from(at.0 + x * step.0);
            canvas.line((x, f64::from(at.1)), (x, f64::from(far.1)), self.scale, ink);
        }
        for y in 0..=count.1 {
            let y = f64::from(at.1 + y * step.1);
            canvas.line((f64::from(at.0), y), (f64::from(far.0), y), self.scale, ink);
        }
    }

    /// Seven days by six weeks, square.
    fn calendar(&self, canvas: &mut Canvas, dice: &mut Dice, area: Area) {
        let side = (area.width as i32 / 8)
            .min(area.height as i32 / 7)
            .min(self.px(dice.between(24.0, 48.0)));
        self.ruled(
            canvas,
            (area.x, area.y + side),
            (7, 6),
            (side, side),
            Ink::new(self.ink, 0.5),
        );
        for day in 0..42 {
            let at = (
                area.x + day % 7 * side + side / 2,
                area.y + side + day / 7 * side + side / 2,
            );
            let pen = Pen::new(8.0 * self.scale, self.ink);
            lettering::write(
                canvas,
                &(day % 31 + 1).to_string(),
                (f64::from(at.0), f64::from(at.1)),
                Align::Centre,
                pen,
            );
        }
    }

    /// A keyboard of square buttons: even rows, but few.
    fn keys(&self, canvas: &mut Canvas, dice: &mut Dice, area: Area) {
        let side = (area.width as i32 / 11).min(self.px(36.0));
        for row in 0..4 {
            for column in 0..10 {
                let from = (
                    f64::from(area.x + column * side) + 1.5,
                    f64::from(area.y + row * side) + 1.5,
                );
                let to = (from.0 + f64::from(side) - 4.0, from.1 + f64::from(side) - 4.0);
                canvas.tile(from, to, 3.0 * self.scale, Ink::new(self.ink, 0.2));
                let letter = char::from(b'A' + dice.below(26)).to_string();
                let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
                lettering::write(
                    canvas,
                    &letter,
                    middle,
                    Align::Centre,
                    Pen::new(8.0 * self.scale, self.ink),
                );
            }
        }
    }

    fn scroll_bar(&self, canvas: &mut Canvas, dice: &mut Dice, bar: i32) {
        let (width, height) = (canvas.width() as i32, canvas.height());
        block(
            canvas,
            Area::new(width - bar, 0, bar as u32, height),
            [228, 228, 228],
        );
        let top = dice.within(0, height as i32 / 3);
        block(
            canvas,
            Area::new(width - bar + 2, top, (bar - 4).max(2) as u32, height / 2),
            [168, 168, 172],
        );
    }
}

/// A dialog over a part of a picture.
pub(super) fn dialog(dice: &mut Dice, picture: &RgbImage, area: Area) -> RgbImage {
    let mut canvas = Canvas::new(picture.width(), picture.height(), [0, 0, 0]);
    canvas.paste(picture, 0, 0);
    let page = Page::new(dice, 1.0);
    block(
        &mut canvas,
        Area::new(area.x - 1, area.y - 1, area.width + 2, area.height + 2),
        [70, 74, 82],
    );
    block(&mut canvas, area, page.back);
    page.words(&mut canvas, dice, (area.x + 12, area.y + 16), 2, 10.0, page.ink);
    page.button(&mut canvas, dice, (area.x + 12, area.bottom() as i32 - 30));
    canvas.to_image()
}

/// An arrow whose tip is at the place.
pub(crate) fn pointer(canvas: &mut Canvas, (x, y): (f64, f64)) {
    let shape = [
        (0.0, 0.0),
        (0.0, 17.0),
        (4.0, 13.5),
        (7.0, 20.0),
        (10.0, 18.5),
        (7.0, 12.5),
        (12.0, 12.0),
    ];
    let larger = shape.map(|(dx, dy)| (x - 1.0 + dx * 1.15, y - 1.5 + dy * 1.15));
    canvas.polygon(&larger, Ink::from([255, 255, 255]));
    canvas.polygon(&shape.map(|(dx, dy)| (x + dx, y + dy)), Ink::from([0, 0, 0]));
}

/// Darkness that reaches so far in from the upper and the left edge, as a raised frame throws it.
pub(super) fn shade(canvas: &mut Canvas, reach: f64) {
    let (width, height) = (f64::from(canvas.width()), f64::from(canvas.height()));
    for step in 0..reach as i32 {
        let at = f64::from(step);
        let ink = Ink::new([0, 0, 0], (0.35 * (1.0 - at / reach)) as f32);
        canvas.rectangle((-0.5, at - 0.5), (width, at + 0.5), ink);
        canvas.rectangle((at - 0.5, -0.5), (at + 0.5, height), ink);
    }
}
