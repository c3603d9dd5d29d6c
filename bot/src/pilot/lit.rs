//! Buttons that look otherwise with the pointer on them, so that the screen they belong to is not recognised just when it is to be
//! pressed: how they look then is learned, and only what looks so is pressed. A part of the pilot.

use std::collections::HashMap;

use image::RgbImage;
use vision::area::Area;

use super::Pilot;
use actuator::gesture::{Gesture, Step};
use session::live_game::playable::Playable;

/// Pixels to the left and right of the pointer, and above and below it, that are compared.
const REACH: (i32, i32) = (24, 12);
/// Two looks are the same if hardly a pixel differs by more levels: a button may shine a little brighter from one moment to the next.
const SAME_LEVELS: u8 = 20;
/// At most one pixel in so many does: a little cross on a sheet of the board's own colour is more.
const OFF_IN: usize = 100;
/// After so many presses that were put off in a row, a button that never looks the same is pressed as it was last seen without the
/// pointer.
const PUT_OFF_MAX: u32 = 2;
/// For a button to look as before after the pointer has left it.
pub(super) const UNLIT_MS: u64 = 150;

/// How the buttons of screens look with the pointer on them, where that hides the screen's signs.
#[derive(Default)]
pub(super) struct LitButtons {
    looks: HashMap<usize, RgbImage>,
    /// Presses on a screen that were put off since the last one that was made.
    put_off: HashMap<usize, u32>,
}

impl LitButtons {
    /// Whether a screen's button is known to look so.
    fn knows(&self, screen: usize, look: &RgbImage) -> bool {
        self.looks.get(&screen).is_some_and(|known| is_same(known, look))
    }

    /// The screen was seen up before and between these looks, with the pointer away, and in neither of them. Answers whether its
    /// button is to be pressed.
    fn compare(&mut self, screen: usize, first: &RgbImage, second: RgbImage) -> bool {
        if is_same(first, &second) {
            self.looks.insert(screen, second);
            return true;
        }
        self.put_off(screen)
    }

    /// A press is put off, unless that was so too often.
    fn put_off(&mut self, screen: usize) -> bool {
        let times = self.put_off.entry(screen).or_default();
        *times += 1;
        *times > PUT_OFF_MAX
    }

    /// A press is made.
    fn pressed(&mut self, screen: usize) {
        self.put_off.remove(&screen);
    }
}

/// Whether two looks at a button are the same up to a little light.
fn is_same(one: &RgbImage, other: &RgbImage) -> bool {
    if one.dimensions() != other.dimensions() || one.is_empty() {
        return false;
    }
    let pairs = one.pixels().zip(other.pixels());
    let is_off = |one: &[u8; 3], other: &[u8; 3]| {
        let mut levels = one.iter().zip(other);
        levels.any(|(one, other)| one.abs_diff(*other) > SAME_LEVELS)
    };
    let off = pairs.filter(|(one, other)| is_off(&one.0, &other.0)).count();
    off * OFF_IN <= one.pixels().len()
}

impl<P: Playable> Pilot<P> {
    /// Whether the screen is up still, now that the pointer was brought by `approach` to what is to be clicked there. A button may
    /// light up under it.
    pub(super) fn stays_up(&mut self, screen: usize, approach: &Gesture, park: Option<(i32, i32)>) -> bool {
        let stays = self.is_up(screen) || self.is_lit(screen, approach, park);
        if stays {
            self.screens.lit.pressed(screen);
        }
        stays
    }

    /// Whether what is under the pointer is a button of that screen that looks otherwise under a pointer: as it is known to look,
    /// or twice the same while the screen is seen in between, without the pointer.
    fn is_lit(&mut self, screen: usize, approach: &Gesture, park: Option<(i32, i32)>) -> bool {
        let Some(first) = self.look_under(approach) else {
            return false;
        };
        if self.screens.lit.knows(screen, &first) {
            return true;
        }
        let Some((x, y)) = park else {
            return self.screens.lit.put_off(screen);
        };
        let away = Gesture::park(x, y).then(Gesture::wait(UNLIT_MS));
        if !self.carry_out(&away) || !self.is_up(screen) || !self.carry_out(approach) {
            return false;
        }
        if self.is_up(screen) {
            return true;
        }
        let second = self.look_under(approach);
        second.is_some_and(|second| self.screens.lit.compare(screen, &first, second))
    }

    /// What the content shows around where a gesture has brought the pointer.
    fn look_under(&mut self, approach: &Gesture) -> Option<RgbImage> {
        let (x, y) = approach.steps.iter().rev().find_map(|step| match step {
            Step::MoveTo { x, y } => Some((*x, *y)),
            _ => None,
        })?;
        let corner = self.ports.reader.window()?.content;
        let content = self.ports.reader.content().ok()?;
        let (left, top) = (x - corner.x - REACH.0, y - corner.y - REACH.1);
        let around = Area::new(left, top, 2 * REACH.0 as u32 + 1, 2 * REACH.1 as u32 + 1);
        content.part(around.intersection(&content.area())?)
    }
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    fn look(level: u8) -> RgbImage {
        RgbImage::from_pixel(49, 25, Rgb([level; 3]))
    }

    #[test]
    fn what_looks_twice_the_same_is_known_and_nothing_else() {
        let mut lit = LitButtons::default();
        assert!(!lit.knows(1, &look(200)));
        assert!(lit.compare(1, &look(200), look(203)));
        assert!(lit.knows(1, &look(200)));
        assert!(!lit.knows(1, &look(120)), "the board that is there in its place");
        assert!(!lit.knows(2, &look(200)), "another screen's");
        assert!(!lit.knows(1, &RgbImage::from_pixel(49, 20, Rgb([200; 3]))));
        let mut crossed = look(200);
        for at in 0..15 {
            crossed.put_pixel(17 + at, 5 + at, Rgb([90; 3]));
        }
        assert!(!lit.knows(1, &crossed), "a sheet without its little cross");
    }

    #[test]
    fn a_button_that_never_looks_the_same_is_pressed_at_last() {
        let mut lit = LitButtons::default();
        let pressed: Vec<bool> = (0..3).map(|_| lit.compare(1, &look(200), look(40))).collect();
        assert_eq!(pressed, [false, false, true]);
        assert!(!lit.knows(1, &look(40)));
        lit.pressed(1);
        assert!(!lit.compare(1, &look(200), look(40)));
    }
}
