//! Anti-aliased drawing in this project's pixel convention: pixel centres have whole coordinates.
//! It knows shapes and inks, and nothing of boards.

use image::RgbImage;
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, PremultipliedColorU8, Rect, Stroke,
    Transform,
};

use super::{
    shape::{Filled, Spot, circle, skia_point},
    sprite::Sprite,
};
use crate::{
    area::Area,
    frame::rows_of,
    ink::{Ink, Rgb},
};

/// A picture being drawn.
#[derive(Clone)]
pub struct Canvas {
    pixmap: Pixmap,
}

impl Canvas {
    /// A canvas of one colour.
    ///
    /// # Panics
    /// A side is zero.
    pub fn new(width: u32, height: u32, color: Rgb) -> Canvas {
        let mut pixmap = Pixmap::new(width, height).expect("a canvas has at least one pixel");
        pixmap.fill(Ink::from(color).to_skia());
        Canvas { pixmap }
    }

    /// A canvas whose every pixel is computed, row by row: `shade(x, y)`.
    ///
    /// # Panics
    /// A side is zero.
    pub fn from_fn(width: u32, height: u32, mut shade: impl FnMut(u32, u32) -> Rgb) -> Canvas {
        let mut canvas = Canvas::new(width, height, [0, 0, 0]);
        let rows = canvas.pixmap.pixels_mut().chunks_exact_mut(width as usize);
        for (y, row) in (0..).zip(rows) {
            for (x, pixel) in (0..).zip(row) {
                let [red, green, blue] = shade(x, y);
                *pixel = opaque(red, green, blue);
            }
        }
        canvas
    }

    /// Pixels in a row.
    pub fn width(&self) -> u32 {
        self.pixmap.width()
    }

    /// Pixels in a column.
    pub fn height(&self) -> u32 {
        self.pixmap.height()
    }

    /// The picture as it is.
    pub fn to_image(&self) -> RgbImage {
        self.cut(Area::new(0, 0, self.width(), self.height()))
    }

    /// A part of the picture.
    ///
    /// # Panics
    /// It is not wholly in the picture.
    pub fn cut(&self, area: Area) -> RgbImage {
        let whole = Area::new(0, 0, self.width(), self.height());
        assert_eq!(
            area.intersection(&whole),
            Some(area),
            "{area:?} is not in {whole:?}"
        );
        let mut image = RgbImage::new(area.width, area.height);
        let across = area.x as usize..area.x as usize + area.width as usize;
        let rows = self.pixmap.pixels().chunks_exact(self.width() as usize);
        let onto = image.chunks_exact_mut(area.width as usize * 3);
        for (onto, row) in onto.zip(rows.skip(area.y as usize)) {
            for (onto, pixel) in onto.as_chunks_mut::<3>().0.iter_mut().zip(&row[across.clone()]) {
                *onto = [pixel.red(), pixel.green(), pixel.blue()];
            }
        }
        image
    }

    /// Lays a finished picture on the canvas, its top left pixel at (`left`, `top`); what hangs over is cut off.
    pub fn paste(&mut self, picture: &RgbImage, left: i32, top: i32) {
        let whole = Area::new(0, 0, self.width(), self.height());
        let Some(shown) = whole.intersection(&Area::new(left, top, picture.width(), picture.height())) else {
            return;
        };
        let part = Area::new(shown.x - left, shown.y - top, shown.width, shown.height);
        for (onto, row) in self.rows_mut(shown).zip(rows_of(picture, part)) {
            for (onto, [red, green, blue]) in onto.iter_mut().zip(row) {
                *onto = opaque(*red, *green, *blue);
            }
        }
    }

    /// Copies a part of another canvas of the same size to the same place.
    ///
    /// # Panics
    /// It is not wholly on both.
    pub fn copy(&mut self, from: &Canvas, part: Area) {
        let stride = from.width() as usize;
        let left = part.x as usize;
        let rows = from.pixmap.pixels().chunks_exact(stride).skip(part.y as usize);
        for (onto, row) in self.rows_mut(part).zip(rows) {
            onto.copy_from_slice(&row[left..left + part.width as usize]);
        }
    }

    /// The rows of a part of the picture.
    fn rows_mut(&mut self, part: Area) -> impl Iterator<Item = &mut [PremultipliedColorU8]> {
        let stride = self.width() as usize;
        let (left, width) = (part.x as usize, part.width as usize);
        let rows = self.pixmap.pixels_mut().chunks_exact_mut(stride);
        let rows = rows.skip(part.y as usize).take(part.height as usize);
        rows.map(move |row| &mut row[left..left + width])
    }

    /// A filled disc.
    pub fn disc(&mut self, centre: Spot, radius: f64, ink: Ink) {
        if let Some(shape) = Filled::disc(centre, radius, ink) {
            self.put(&shape);
        }
    }

    /// A circle's line, `radius` being its middle.
    pub fn ring(&mut self, centre: Spot, radius: f64, width: f64, ink: Ink) {
        if let Some(path) = circle(centre, radius) {
            self.stroke(&path, width, ink);
        }
    }

    /// A disc whose ink changes from `focus` (inside the disc) to the rim; stops run from 0 to 1.
    pub fn shaded_disc(&mut self, centre: Spot, radius: f64, focus: Spot, stops: &[(f32, Ink)]) {
        if let Some(shape) = Filled::shaded_disc(centre, radius, focus, stops) {
            self.put(&shape);
        }
    }

    /// A shape that was made ready before.
    pub(super) fn put(&mut self, shape: &Filled) {
        self.fill(&shape.path, &shape.paint);
    }

    /// Lays a shape on the canvas that was drawn before, where it was drawn.
    ///
    /// # Panics
    /// It was drawn for another size.
    pub(super) fn lay(&mut self, sprite: &Sprite) {
        let size = (self.width(), self.height());
        sprite.lay_on(self.pixmap.data_mut(), size);
    }

    /// A filled rectangle between two corners; corners at half coordinates fall on pixel edges.
    pub fn rectangle(&mut self, from: Spot, to: Spot, ink: Ink) {
        let rect = Rect::from_ltrb(
            from.0 as f32 + 0.5,
            from.1 as f32 + 0.5,
            to.0 as f32 + 0.5,
            to.1 as f32 + 0.5,
        );
        let Some(rect) = rect else { return };
        let size = (self.width(), self.height());
        match whole_pixels(rect, size) {
            // Where each pixel is covered wholly or not at all, one look at the ink is enough.
            Some(area) => Sprite::of_ink(ink.to_paint(), area).lay_evenly(self.pixmap.data_mut(), size),
            None => {
                let paint = ink.to_paint();
                self.pixmap.fill_rect(rect, &paint, Transform::identity(), None);
            }
        }
    }

    /// The outline of a rectangle, `from` and `to` being the middle of its line.
    pub fn frame(&mut self, from: Spot, to: Spot, width: f64, ink: Ink) {
        let corners = [from, (to.0, from.1), to, (from.0, to.1), from];
        let mut builder = PathBuilder::new();
        for (index, corner) in corners.iter().enumerate() {
            let corner = skia_point(*corner);
            if index == 0 {
                builder.move_to(corner.x, corner.y)
            } else {
                builder.line_to(corner.x, corner.y)
            }
        }
        builder.close();
        let Some(path) = builder.finish() else { return };
        let stroke = Stroke {
            width: width as f32,
            ..Stroke::default()
        };
        self.pixmap
            .stroke_path(&path, &ink.to_paint(), &stroke, Transform::identity(), None);
    }

    /// A filled rectangle with round corners.
    pub fn tile(&mut self, from: Spot, to: Spot, radius: f64, ink: Ink) {
        let radius = radius.min((to.0 - from.0) / 2.0).min((to.1 - from.1) / 2.0);
        if radius < 0.5 {
            return self.rectangle(from, to, ink);
        }
        let (left, top, right, bottom) = (from.0, from.1, to.0, to.1);
        let mut builder = PathBuilder::new();
        let mut start = true;
        let corners = [
            ((left, top + radius), (left, top), (left + radius, top)),
            ((right - radius, top), (right, top), (right, top + radius)),
            (
                (right, bottom - radius),
                (right, bottom),
                (right - radius, bottom),
            ),
            ((left + radius, bottom), (left, bottom), (left, bottom - radius)),
        ];
        for (enter, corner, leave) in corners {
            let (enter, corner, leave) = (skia_point(enter), skia_point(corner), skia_point(leave));
            if start {
                builder.move_to(enter.x, enter.y)
            } else {
                builder.line_to(enter.x, enter.y)
            }
            builder.quad_to(corner.x, corner.y, leave.x, leave.y);
            start = false;
        }
        builder.close();
        if let Some(path) = builder.finish() {
            self.fill(&path, &ink.to_paint());
        }
    }

    /// A filled polygon.
    pub(crate) fn polygon(&mut self, corners: &[Spot], ink: Ink) {
        if let Some(path) = trace(corners, Bend::Straight) {
            self.fill(&path, &ink.to_paint());
        }
    }

    /// A straight line with flat ends.
    pub fn line(&mut self, from: Spot, to: Spot, width: f64, ink: Ink) {
        let Some(path) = trace(&[from, to], Bend::Straight) else {
            return;
        };
        let stroke = Stroke {
            width: width as f32,
            ..Stroke::default()
        };
        self.pixmap
            .stroke_path(&path, &ink.to_paint(), &stroke, Transform::identity(), None);
    }

    /// A pen's way through the spots, with round ends. It closes if the last spot is the first.
    pub fn pen(&mut self, spots: &[Spot], bend: Bend, width: f64, ink: Ink) {
        if let Some(path) = trace(spots, bend) {
            self.stroke(&path, width, ink);
        }
    }

    fn fill(&mut self, path: &Path, paint: &Paint<'_>) {
        self.pixmap
            .fill_path(path, paint, FillRule::Winding, Transform::identity(), None);
    }

    fn stroke(&mut self, path: &Path, width: f64, ink: Ink) {
        let stroke = Stroke {
            width: width as f32,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        self.pixmap
            .stroke_path(path, &ink.to_paint(), &stroke, Transform::identity(), None);
    }
}

/// The pixels of a rectangle that begins and ends between pixels and lies in a picture of that size.
fn whole_pixels(rect: Rect, (width, height): (u32, u32)) -> Option<Area> {
    let edges = [rect.left(), rect.top(), rect.right(), rect.bottom()];
    let whole = edges.iter().all(|edge| edge.fract() == 0.0 && *edge >= 0.0);
    let inside = rect.right() <= width as f32 && rect.bottom() <= height as f32;
    (whole && inside).then(|| {
        let size = (rect.width() as u32, rect.height() as u32);
        Area::new(rect.left() as i32, rect.top() as i32, size.0, size.1)
    })
}

/// How a pen goes from spot to spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bend {
    /// Straight pieces.
    Straight,
    /// Curved: the spots between the ends pull the line towards them.
    Smooth,
}

fn opaque(red: u8, green: u8, blue: u8) -> PremultipliedColorU8 {
    PremultipliedColorU8::from_rgba(red, green, blue, 255).expect("an opaque colour is its own premultiple")
}

fn trace(spots: &[Spot], bend: Bend) -> Option<Path> {
    let points: Vec<tiny_skia::Point> = spots.iter().map(|spot| skia_point(*spot)).collect();
    let (first, last) = (*points.first()?, *points.last()?);
    let closed = points.len() > 2 && first == last;
    let mut builder = PathBuilder::new();
    if bend == Bend::Straight || points.len() < 3 {
        builder.move_to(first.x, first.y);
        points[1..]
            .iter()
            .for_each(|point| builder.line_to(point.x, point.y));
    } else {
        let middle = |a: tiny_skia::Point, b: tiny_skia::Point| ((a.x + b.x) / 2.0, (a.y + b.y) / 2.0);
        let start = if closed {
            middle(first, points[1])
        } else {
            (first.x, first.y)
        };
        builder.move_to(start.0, start.1);
        for pair in points[1..].windows(2) {
            let end = if pair[1] == last && !closed {
                (last.x, last.y)
            } else {
                middle(pair[0], pair[1])
            };
            builder.quad_to(pair[0].x, pair[0].y, end.0, end.1);
        }
        if closed {
            builder.quad_to(first.x, first.y, start.0, start.1);
        }
    }
    if closed {
        builder.close();
    }
    builder.finish()
}
