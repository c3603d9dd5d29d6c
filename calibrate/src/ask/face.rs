//! How a question looks: its text, its buttons, the picture as large as there is room, boxes and a cross on it. Arithmetic between
//! the window's pixels and the picture's is here and nowhere else.

use image::{RgbImage, imageops};
use vision::{
    area::Area,
    ink::Rgb,
    paint::{
        canvas::Canvas,
        lettering::{self, Align, Pen},
    },
};

use super::model::{Question, Stage};

const DESK: Rgb = [38, 41, 46];
const BRIGHT: Rgb = [240, 238, 232];
const SOFT: Rgb = [178, 182, 188];
const BUTTON: Rgb = [70, 76, 86];
const LIKELY: Rgb = [222, 165, 72];
const DARK: Rgb = [30, 30, 32];
const MARK: Rgb = [230, 30, 140];

/// Rows of pixels above the picture.
const HEAD: u32 = 128;
/// Free pixels around everything.
pub(super) const EDGE: u32 = 12;
/// The largest picture that is shown.
const ROOM: (u32, u32) = (1_200, 820);
/// The narrowest window: all buttons fit.
pub(super) const WIDTH_MIN: u32 = 1_080;

/// Where things are.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layout {
    pub(super) size: (u32, u32),
    /// The picture, as it is shown.
    pub(super) picture: Area,
    /// Pixels of the window for one of the picture.
    scale: f64,
}

impl Layout {
    /// For a picture of that size on a screen with so much room.
    pub(super) fn new(picture: (u32, u32), screen: (u32, u32)) -> Layout {
        let room = (
            ROOM.0.min(screen.0.saturating_sub(2 * EDGE)).max(200),
            ROOM.1.min(screen.1.saturating_sub(HEAD + EDGE)).max(200),
        );
        let fits = (f64::from(room.0) / f64::from(picture.0)).min(f64::from(room.1) / f64::from(picture.1));
        let scale = fits.min(2.0);
        let shown = |pixels: u32| (f64::from(pixels) * scale).round().max(1.0) as u32;
        let (width, height) = (shown(picture.0), shown(picture.1));
        let whole = (width + 2 * EDGE).max(WIDTH_MIN.min(screen.0));
        Layout {
            size: (whole, height + HEAD + EDGE),
            picture: Area::new(((whole - width) / 2) as i32, HEAD as i32, width, height),
            scale,
        }
    }

    /// The pixel of the picture at this place of the window.
    pub(super) fn to_picture(&self, at: (f64, f64)) -> Option<(i32, i32)> {
        self.picture
            .contains(at.0 as i32, at.1 as i32)
            .then(|| self.nearest(at))
    }

    /// The same for places beside it.
    fn nearest(&self, at: (f64, f64)) -> (i32, i32) {
        let x = (at.0 - f64::from(self.picture.x)).clamp(0.0, f64::from(self.picture.width - 1));
        let y = (at.1 - f64::from(self.picture.y)).clamp(0.0, f64::from(self.picture.height - 1));
        ((x / self.scale) as i32, (y / self.scale) as i32)
    }

    /// The box between two places of the window.
    pub(super) fn box_between(&self, from: (f64, f64), to: (f64, f64)) -> Area {
        let (a, b) = (self.nearest(from), self.nearest(to));
        let (left, top) = (a.0.min(b.0), a.1.min(b.1));
        Area::new(left, top, a.0.abs_diff(b.0) + 1, a.1.abs_diff(b.1) + 1)
    }

    fn on_window(&self, area: Area) -> ((f64, f64), (f64, f64)) {
        let x = |pixels: f64| f64::from(self.picture.x) + pixels * self.scale;
        let y = |pixels: f64| f64::from(self.picture.y) + pixels * self.scale;
        (
            (x(f64::from(area.x)), y(f64::from(area.y))),
            (x(area.right() as f64), y(area.bottom() as f64)),
        )
    }

    /// The question's buttons.
    pub(super) fn buttons(&self, question: &Question) -> Vec<Area> {
        let mut left = EDGE as i32;
        let choices = question.choices();
        let width = |text: &str| lettering::width_of(text, 11.0) as u32 + 26;
        choices
            .iter()
            .map(|choice| {
                let area = Area::new(left, 78, width(&choice.text), 36);
                left += area.width as i32 + 8;
                area
            })
            .collect()
    }
}

/// The whole window; `picture` has been brought to its size there.
pub(super) fn draw(
    layout: &Layout,
    question: &Question,
    picture: &RgbImage,
    dragged: Option<Area>,
) -> RgbImage {
    let mut canvas = Canvas::new(layout.size.0, layout.size.1, DESK);
    let [one, two] = question.text();
    let left = f64::from(EDGE);
    lettering::write(
        &mut canvas,
        &one,
        (left, 26.0),
        Align::Left,
        Pen::new(14.0, BRIGHT),
    );
    lettering::write(&mut canvas, &two, (left, 54.0), Align::Left, Pen::new(10.0, SOFT));
    for (choice, area) in question.choices().iter().zip(layout.buttons(question)) {
        let (face, ink) = if choice.likely {
            (LIKELY, DARK)
        } else {
            (BUTTON, BRIGHT)
        };
        let corner = (f64::from(area.x), f64::from(area.y));
        let end = (area.right() as f64, area.bottom() as f64);
        canvas.tile(corner, end, 6.0, face.into());
        let middle = ((corner.0 + end.0) / 2.0, (corner.1 + end.1) / 2.0);
        lettering::write(
            &mut canvas,
            &choice.text,
            middle,
            Align::Centre,
            Pen::new(11.0, ink),
        );
    }
    canvas.paste(picture, layout.picture.x, layout.picture.y);
    if question.stage == Stage::Words {
        for area in question.boxes.iter().copied().chain(dragged) {
            let (from, to) = layout.on_window(area);
            canvas.frame(
                (from.0 - 2.0, from.1 - 2.0),
                (to.0 + 2.0, to.1 + 2.0),
                2.0,
                MARK.into(),
            );
        }
    }
    if let (Stage::Press, Some((x, y))) = (question.stage, question.spot) {
        let ((x, y), _) = layout.on_window(Area::new(x, y, 1, 1));
        canvas.line((x - 12.0, y), (x + 12.0, y), 2.0, MARK.into());
        canvas.line((x, y - 12.0), (x, y + 12.0), 2.0, MARK.into());
        canvas.ring((x, y), 16.0, 2.0, MARK.into());
    }
    canvas.to_image()
}

/// The picture in the size in which it is shown.
pub(super) fn scaled(layout: &Layout, picture: &RgbImage) -> RgbImage {
    let Area { width, height, .. } = layout.picture;
    if (width, height) == picture.dimensions() {
        return picture.clone();
    }
    imageops::resize(picture, width, height, imageops::FilterType::Triangle)
}
