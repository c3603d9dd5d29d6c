//! Shapes that are drawn once and laid on canvases again and again, at the place where they were drawn: to the last bit what
//! drawing them again would give.
//!
//! tiny-skia mixes in whole numbers: a pixel `d` below a shape becomes `(d * free + add) / 256`. Both numbers of each
//! pixel are all that there is to know of a shape, as long as it touches each pixel once.

use tiny_skia::{FillRule, Paint, Pixmap, Rect, Transform};

use super::shape::Filled;
use crate::area::Area;

/// Bytes a pixel.
const DEPTH: usize = 4;

/// One shape as it was drawn.
#[derive(Clone, Debug)]
pub(super) struct Sprite {
    /// The size of the canvases that it belongs on.
    size: (u32, u32),
    place: Area,
    /// What is left of each byte below, of 255.
    free: Vec<u8>,
    /// What comes to it, times 256, rounding included.
    add: Vec<u16>,
}

impl Sprite {
    /// Draws the shape on nothing, and looks at what it left. The canvas is as large as those that it belongs on, has nothing
    /// on it, and is given back so: to clear all of one for each shape takes longer than to draw it.
    pub(super) fn of(shape: &Filled, nothing: &mut Pixmap) -> Option<Sprite> {
        let size = (nothing.width(), nothing.height());
        let place = place_of(shape, size)?;
        let (path, paint) = (&shape.path, &shape.paint);
        nothing.fill_path(path, paint, FillRule::Winding, Transform::identity(), None);
        let drawn = taken_off(nothing, place);
        // Gradients never count as opaque.
        if !paint.shader.is_opaque() {
            return Some(Sprite::over(&drawn, size, place));
        }
        // What is opaque is mixed by how much of a pixel it covers; what with, is to be seen where it covers all.
        let (left, top) = (place.x as f32, place.y as f32);
        let rect = Rect::from_xywh(left, top, place.width as f32, place.height as f32)?;
        nothing.fill_rect(rect, paint, Transform::identity(), None);
        let inks = taken_off(nothing, place);
        let covers = drawn.as_chunks::<DEPTH>().0.iter().map(|pixel| pixel[DEPTH - 1]);
        let covers: Vec<u8> = covers.flat_map(|cover| [cover; DEPTH]).collect();
        let pairs = inks.iter().zip(&covers);
        Some(Sprite {
            size,
            place,
            free: covers.iter().map(|cover| 255 - cover).collect(),
            add: pairs
                .map(|(ink, cover)| u16::from(*ink) * u16::from(*cover) + 255)
                .collect(),
        })
    }

    /// The one pixel that stands for all of an area of one ink.
    pub(super) fn of_ink(paint: Paint<'_>, place: Area) -> Sprite {
        let mut pixel = [0; DEPTH];
        let rect = Rect::from_xywh(0.0, 0.0, 1.0, 1.0);
        if let (Some(mut alone), Some(rect)) = (Pixmap::new(1, 1), rect) {
            alone.fill_rect(rect, &paint, Transform::identity(), None);
            pixel.copy_from_slice(alone.data());
        }
        Sprite::over(&pixel, (1, 1), place)
    }

    /// What shines through, as premultiplied pixels.
    fn over(drawn: &[u8], size: (u32, u32), place: Area) -> Sprite {
        let pixels = drawn.as_chunks::<DEPTH>().0.iter();
        Sprite {
            size,
            place,
            free: pixels.flat_map(|pixel| [255 - pixel[DEPTH - 1]; DEPTH]).collect(),
            add: drawn.iter().map(|byte| u16::from(*byte) * 256 + 255).collect(),
        }
    }

    /// Lays it on the bytes of a canvas.
    ///
    /// # Panics
    /// The canvas has another size.
    pub(super) fn lay_on(&self, canvas: &mut [u8], size: (u32, u32)) {
        assert_eq!(size, self.size, "a sprite belongs to one size");
        let wide = self.place.width as usize * DEPTH;
        let above = self.free.chunks_exact(wide).zip(self.add.chunks_exact(wide));
        for (below, (free, add)) in rows(canvas, size, self.place).zip(above) {
            for ((below, free), add) in below.iter_mut().zip(free).zip(add) {
                *below = mixed(*below, *free, *add);
            }
        }
    }

    /// Lays its only pixel on all of its place.
    pub(super) fn lay_evenly(&self, canvas: &mut [u8], size: (u32, u32)) {
        let (Some(free), Some(add)) = (self.free.first_chunk::<DEPTH>(), self.add.first_chunk::<DEPTH>())
        else {
            return;
        };
        for below in rows(canvas, size, self.place) {
            for pixel in below.as_chunks_mut::<DEPTH>().0 {
                for channel in 0..DEPTH {
                    pixel[channel] = mixed(pixel[channel], free[channel], add[channel]);
                }
            }
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.free.len() * 3
    }
}

fn mixed(below: u8, free: u8, add: u16) -> u8 {
    ((u16::from(below) * u16::from(free)).wrapping_add(add) >> 8) as u8
}

/// The pixels that a shape may touch.
fn place_of(shape: &Filled, size: (u32, u32)) -> Option<Area> {
    let bounds = shape.path.bounds();
    let (left, top) = (bounds.left().floor() as i32 - 1, bounds.top().floor() as i32 - 1);
    let (right, bottom) = (
        bounds.right().ceil() as i32 + 1,
        bounds.bottom().ceil() as i32 + 1,
    );
    let around = Area::new(left, top, (right - left) as u32, (bottom - top) as u32);
    around.intersection(&Area::new(0, 0, size.0, size.1))
}

/// The rows of a part of a canvas' bytes.
fn rows(canvas: &mut [u8], size: (u32, u32), place: Area) -> impl Iterator<Item = &mut [u8]> {
    let (left, wide) = (place.x as usize * DEPTH, place.width as usize * DEPTH);
    let rows = canvas.chunks_exact_mut(size.0 as usize * DEPTH);
    let rows = rows.skip(place.y as usize).take(place.height as usize);
    rows.map(move |row| &mut row[left..left + wide])
}

/// The bytes of a part of a canvas, on which nothing is left there.
fn taken_off(canvas: &mut Pixmap, place: Area) -> Vec<u8> {
    let size = (canvas.width(), canvas.height());
    let mut taken = Vec::with_capacity(place.width as usize * place.height as usize * DEPTH);
    for row in rows(canvas.data_mut(), size, place) {
        taken.extend_from_slice(row);
        row.fill(0);
    }
    taken
}
