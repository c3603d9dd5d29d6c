//! The stones that a painter drew before.

use std::collections::HashMap;

use tiny_skia::Pixmap;

use super::{canvas::Canvas, shape::Filled, sprite::Sprite};

/// Bytes of sprites that are kept; when there are more, all are forgotten.
const BYTES_MAX: usize = 16 << 20;

/// What a sprite shows: the point, the colour's number, and whether it is the stone or its shadow.
pub(super) type Key = (u8, u8, usize, bool);

/// The sprites of one painter's stones.
#[derive(Clone, Debug, Default)]
pub struct Sprites {
    drawn: HashMap<Key, Option<Sprite>>,
    bytes: usize,
    /// Where they are drawn: as large as the canvas, and nothing on it.
    nothing: Option<Pixmap>,
}

impl Sprites {
    /// Lays a shape on the canvas, which is drawn if it never was.
    pub(super) fn lay(&mut self, canvas: &mut Canvas, key: Key, shape: impl FnOnce() -> Option<Filled>) {
        if self.bytes > BYTES_MAX {
            self.drawn.clear();
            self.bytes = 0;
        }
        let size = (canvas.width(), canvas.height());
        let (bytes, nothing) = (&mut self.bytes, &mut self.nothing);
        let sprite = self.drawn.entry(key).or_insert_with(|| {
            let sprite = shape().and_then(|shape| {
                let fits = |nothing: &Pixmap| (nothing.width(), nothing.height()) == size;
                if !nothing.as_ref().is_some_and(fits) {
                    *nothing = Pixmap::new(size.0, size.1);
                }
                Sprite::of(&shape, nothing.as_mut()?)
            });
            *bytes += sprite.as_ref().map_or(0, Sprite::bytes);
            sprite
        });
        if let Some(sprite) = sprite {
            canvas.lay(sprite);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert_eq, proptest};

    use tiny_skia::{Paint, Pixmap, Rect, Transform};

    use super::*;
    use crate::{
        ink::{Ink, Rgb},
        paint::{Painter, Scene, texture},
        theme,
    };

    proptest! {
        /// Stones laid as sprites, twice over, are those that are drawn.
        #[test]
        fn sprites_are_what_is_drawn(look in any::<proptest::sample::Index>(), pitch in 14.0f64..44.0, seed in any::<u64>()) {
            let themes = theme::all();
            let painter = Painter::new(&themes[look.index(themes.len())], 7, 6, pitch, seed);
            let mut sprites = Sprites::default();
            for stones in [30, 12] {
                let scene = Scene::strewn(7, 6, stones, seed);
                let mut laid = painter.canvas(&Scene::empty(7, 6));
                painter.draw_with(&mut laid, &scene, &mut sprites);
                let (laid, drawn) = (laid.to_image(), painter.paint(&scene).image);
                let mut pairs = laid.pixels().zip(drawn.pixels());
                prop_assert_eq!(pairs.find(|(laid, drawn)| laid != drawn), None);
            }
        }

        /// A rectangle of whole pixels is the one that tiny-skia fills.
        #[test]
        fn rectangles_are_what_is_filled(color in any::<Rgb>(), alpha in 0.0f32..=1.0, left in 0u8..20, top in 0u8..20, wide in 1u8..20, high in 1u8..20) {
            let ground = &theme::all()[0].ground;
            let mut laid = texture::lay(ground, 40, 40, 3);
            let mut filled = Pixmap::new(40, 40).unwrap();
            for (onto, pixel) in filled.data_mut().chunks_exact_mut(4).zip(laid.to_image().pixels()) {
                onto.copy_from_slice(&[pixel.0[0], pixel.0[1], pixel.0[2], 255]);
            }
            let from = (f64::from(left) - 0.5, f64::from(top) - 0.5);
            let to = (from.0 + f64::from(wide), from.1 + f64::from(high));
            laid.rectangle(from, to, Ink::new(color, alpha));
            let mut paint = Paint { anti_alias: true, ..Paint::default() };
            paint.set_color_rgba8(color[0], color[1], color[2], (alpha * 255.0).round() as u8);
            let rect = Rect::from_xywh(left.into(), top.into(), wide.into(), high.into()).unwrap();
            filled.fill_rect(rect, &paint, Transform::identity(), None);
            let pixels: Vec<u8> = filled.data().chunks_exact(4).flat_map(|pixel| pixel[..3].to_vec()).collect();
            prop_assert_eq!(laid.to_image().into_raw(), pixels);
        }
    }
}
