//! A profile's signs on a page that may have slid under them: looked for where the profile has them, and as far off as the board
//! lies from where it lay. A part of the pilot.

use std::sync::Arc;

use image::{RgbImage, imageops};
use referee::seat::Seat;
use vision::{area::Area, frame::Frame};

use super::signs::Signs;
use profile::client::Client;

/// Pixels across and down.
type Offset = (i32, i32);

/// The signs, and the same on the page as it would lie if it had not slid.
pub(super) struct PageSigns {
    here: Signs,
    /// Only while the page has slid, and so far.
    slid: Option<(Offset, Signs)>,
}

impl PageSigns {
    pub(super) fn new(client: &Client) -> PageSigns {
        PageSigns {
            here: Signs::new(client),
            slid: None,
        }
    }

    /// Takes the content as it looks now, with the page slid so far.
    pub(super) fn show(&mut self, client: &Client, content: Frame, offset: Offset) {
        if offset == (0, 0) {
            self.slid = None;
        } else {
            let known = self.slid.take().filter(|(known, _)| *known == offset);
            let mut signs = known.map_or_else(|| Signs::new(client), |(_, signs)| signs);
            signs.show(slid_back(&content, offset));
            self.slid = Some((offset, signs));
        }
        self.here.show(content);
    }

    /// How far off its screen's places steps are to be taken: nought unless the screen is up on the slid page alone.
    pub(super) fn offset_of(&self, screen: usize) -> Offset {
        match &self.slid {
            Some((offset, signs)) if !self.here.show_screen(screen) && signs.show_screen(screen) => *offset,
            _ => (0, 0),
        }
    }

    /// See [`Signs::any`].
    pub(super) fn any(&self) -> bool {
        self.here.any()
    }

    /// Whether the board has signs at all.
    pub(super) fn tells_board(&self) -> bool {
        self.here.tells_board()
    }

    /// How far off their places pictures of screens are found in the content.
    pub(super) fn offsets_elsewhere(&self, content: &Frame) -> Vec<Offset> {
        self.here.offsets_elsewhere(content)
    }

    /// See [`Signs::show_board`].
    pub(super) fn show_board(&self) -> bool {
        self.either().any(|(_, signs)| signs.show_board())
    }

    /// See [`Signs::seat_shown`].
    pub(super) fn seat_shown(&self) -> Option<Seat> {
        self.either().find_map(|(_, signs)| signs.seat_shown())
    }

    /// See [`Signs::show_screen`].
    pub(super) fn show_screen(&self, index: usize) -> bool {
        self.either().any(|(_, signs)| signs.show_screen(index))
    }

    /// See [`Signs::show_screen_in`].
    pub(super) fn show_screen_in(&self, part: Area) -> bool {
        let (width, height) = (part.width, part.height);
        self.either()
            .any(|((x, y), signs)| signs.show_screen_in(Area::new(part.x - x, part.y - y, width, height)))
    }

    /// See [`Signs::tell_turn`].
    pub(super) fn tell_turn(&self, own_seat: Option<Seat>) -> bool {
        self.here.tell_turn(own_seat)
    }

    /// See [`Signs::show_our_turn`].
    pub(super) fn show_our_turn(&self, own_seat: Option<Seat>) -> bool {
        self.either().any(|(_, signs)| signs.show_our_turn(own_seat))
    }

    fn either(&self) -> impl Iterator<Item = (Offset, &Signs)> {
        let slid = self.slid.as_ref().map(|(offset, signs)| (*offset, signs));
        std::iter::once(((0, 0), &self.here)).chain(slid)
    }
}

/// The content with what has slid so far where it was before; black where nothing is known of it.
fn slid_back(content: &Frame, offset: Offset) -> Frame {
    let mut image = RgbImage::new(content.image.width(), content.image.height());
    imageops::replace(
        &mut image,
        &*content.image,
        i64::from(-offset.0),
        i64::from(-offset.1),
    );
    Frame {
        image: Arc::new(image),
        origin: content.origin,
    }
}
