//! Colours as themes name them and painters put them on.

use tiny_skia::Paint;

/// Red, green, blue.
pub type Rgb = [u8; 3];

/// A colour and how much it covers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ink {
    /// The colour.
    pub color: Rgb,
    /// 0 leaves what is below, 1 hides it.
    pub alpha: f32,
}

impl Ink {
    /// The colour with some of what is below shining through.
    pub const fn new(color: Rgb, alpha: f32) -> Ink {
        Ink { color, alpha }
    }

    /// The same colour, weaker.
    pub fn faded(self, factor: f32) -> Ink {
        Ink {
            color: self.color,
            alpha: self.alpha * factor,
        }
    }

    pub(crate) fn to_skia(self) -> tiny_skia::Color {
        let [red, green, blue] = self.color;
        let alpha = (self.alpha.clamp(0.0, 1.0) * 255.0).round() as u8;
        tiny_skia::Color::from_rgba8(red, green, blue, alpha)
    }

    pub(crate) fn to_paint(self) -> Paint<'static> {
        let mut paint = Paint {
            anti_alias: true,
            ..Paint::default()
        };
        paint.set_color(self.to_skia());
        paint
    }
}

impl From<Rgb> for Ink {
    fn from(color: Rgb) -> Ink {
        Ink { color, alpha: 1.0 }
    }
}
