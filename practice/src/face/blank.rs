//! Empty boards, each painted once for all clients that show it: a board's grain is the same whoever paints it, and takes
//! longer to paint than all that is put on it in a game. It knows no stones.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

use image::RgbImage;
use vision::{
    paint::{Painter, Scene},
    theme::Theme,
};

use super::GRAIN;

/// As many boards are kept; of more, the oldest is painted again.
const KEPT_MAX: usize = 16;

/// A board without a stone.
pub(super) struct Blank {
    /// Paints on it.
    pub(super) painter: Painter,
    /// Its picture.
    pub(super) image: RgbImage,
}

/// All that an empty board's picture depends on: look, size, and the pitch as its bits.
#[derive(Clone, Copy)]
struct Look {
    theme: &'static Theme,
    size: u8,
    pitch: u64,
}

impl Look {
    fn is(self, other: Look) -> bool {
        std::ptr::eq(self.theme, other.theme) && (self.size, self.pitch) == (other.size, other.pitch)
    }
}

impl Blank {
    /// A board of `size` x `size` points, `pitch` pixels apart.
    pub(super) fn of(theme: &'static Theme, size: u8, pitch: f64) -> Arc<Blank> {
        static KEPT: Mutex<VecDeque<(Look, Arc<Blank>)>> = Mutex::new(VecDeque::new());
        let kept = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let look = Look {
            theme,
            size,
            pitch: pitch.to_bits(),
        };
        if let Some((_, blank)) = kept().iter().find(|(known, _)| known.is(look)) {
            return Arc::clone(blank);
        }
        // Nobody waits meanwhile: two who paint the same board paint it alike.
        let painter = Painter::new(theme, size, size, pitch, GRAIN);
        let image = painter.paint(&Scene::empty(size, size)).image;
        let blank = Arc::new(Blank { painter, image });
        let mut kept = kept();
        kept.truncate(KEPT_MAX - 1);
        kept.push_front((look, Arc::clone(&blank)));
        blank
    }
}
