//! A profile's signs, and which of them the client shows: a sign whose part of the content did not change is not looked for
//! again. A part of the pilot; it decides nothing.

use std::{
    cell::{Cell, LazyCell},
    collections::VecDeque,
    sync::Arc,
};

use image::RgbImage;
use referee::seat::Seat;
use vision::{
    area::Area,
    frame::{Frame, rows_of},
    screen_state::Seeker,
};

use profile::{client::Client, screen::SignProfile};

/// A sign, and whether it was seen in the last picture; `None` if nobody has looked.
struct Known {
    seeker: Seeker,
    seen: Cell<Option<bool>>,
    looks: Looks,
}

/// How a sign's area looked before, the last look first, and whether the sign was seen there.
#[derive(Default)]
struct Looks(VecDeque<(Vec<[u8; 3]>, bool)>);

/// Looks that are kept of an area: a client shows whose turn it is in two ways, again and again.
const LOOKS_MAX: usize = 4;
/// Pixels of the largest area of which looks are kept.
const LOOK_PIXELS_MAX: usize = 40_000;

impl Looks {
    /// Whether the sign is seen in an area of this picture, if it is known to look so.
    fn recall(&self, image: &RgbImage, area: Area) -> Option<bool> {
        let width = (area.width as usize).max(1);
        let is_so = |pixels: &[[u8; 3]]| pixels.chunks_exact(width).eq(rows_of(image, area));
        let known = self.0.iter().find(|(pixels, _)| is_so(pixels));
        known.map(|(_, seen)| *seen)
    }

    fn keep(&mut self, image: &RgbImage, area: Area, seen: bool) {
        if area.width as usize * area.height as usize > LOOK_PIXELS_MAX || self.recall(image, area).is_some()
        {
            return;
        }
        self.0.truncate(LOOKS_MAX - 1);
        let pixels = rows_of(image, area).flatten().copied().collect();
        self.0.push_front((pixels, seen));
    }
}

/// A profile's signs, and what is known of them. A sign whose area did not change is not looked for again.
pub(super) struct Signs {
    board: Vec<Known>,
    first: Vec<Known>,
    second: Vec<Known>,
    our_turn: Vec<Known>,
    our_turn_first: Vec<Known>,
    our_turn_second: Vec<Known>,
    /// One list a screen.
    screens: Vec<Vec<Known>>,
    /// The content in which they were looked for.
    content: Option<Frame>,
}

impl Signs {
    pub(super) fn new(client: &Client) -> Signs {
        let profile = &client.profile;
        let known = |signs: &[SignProfile]| -> Vec<Known> {
            let signs = client.signs(signs).into_iter();
            signs
                .map(|sign| Known {
                    seeker: Seeker::new(sign),
                    seen: Cell::new(None),
                    looks: Looks::default(),
                })
                .collect()
        };
        Signs {
            board: known(&profile.board.when),
            first: known(&profile.seat.first),
            second: known(&profile.seat.second),
            our_turn: known(&profile.seat.our_turn),
            our_turn_first: known(&profile.seat.our_turn_first),
            our_turn_second: known(&profile.seat.our_turn_second),
            screens: profile.screens.iter().map(|screen| known(&screen.when)).collect(),
            content: None,
        }
    }

    /// Whether there are any that tell screens, seats or the board.
    pub(super) fn any(&self) -> bool {
        let screens = self.screens.iter().any(|signs| !signs.is_empty());
        screens || !self.board.is_empty() || !self.first.is_empty()
    }

    /// Takes the content as it looks now, and forgets what was known of its parts that changed, unless they look as they did
    /// before.
    pub(super) fn show(&mut self, content: Frame) {
        let lists = [
            &mut self.board,
            &mut self.first,
            &mut self.second,
            &mut self.our_turn,
            &mut self.our_turn_first,
            &mut self.our_turn_second,
        ];
        let before = self.content.as_ref();
        if before.is_some_and(|before| Arc::ptr_eq(&before.image, &content.image)) {
            self.content = Some(content);
            return;
        }
        // Several signs are sought everywhere: the whole is compared once.
        let whole = LazyCell::new(|| {
            before.is_some_and(|before| is_same(&before.image, &content.image, content.area()))
        });
        for known in lists.into_iter().chain(&mut self.screens).flatten() {
            let own = known.seeker.sign().area();
            let area = own.unwrap_or(content.area());
            let is_as_before = match own {
                Some(area) => before.is_some_and(|before| is_same(&before.image, &content.image, area)),
                None => *whole,
            };
            if is_as_before {
                continue;
            }
            let is_in = |frame: &Frame| own.is_some() && area.intersection(&frame.area()) == Some(area);
            if let (Some(before), Some(seen)) = (before.filter(|before| is_in(before)), known.seen.get()) {
                known.looks.keep(&before.image, area, seen);
            }
            let recalled = is_in(&content).then(|| known.looks.recall(&content.image, area));
            known.seen.set(recalled.flatten());
        }
        self.content = Some(content);
    }

    /// Whether the board is up.
    pub(super) fn show_board(&self) -> bool {
        self.all_seen(&self.board)
    }

    /// Whether the board has signs at all.
    pub(super) fn tells_board(&self) -> bool {
        !self.board.is_empty()
    }

    /// How far off their places pictures of screens are found in the content, each offset once.
    pub(super) fn offsets_elsewhere(&self, content: &Frame) -> Vec<(i32, i32)> {
        let mut offsets = Vec::new();
        for known in self.screens.iter().flatten() {
            let Some(offset) = known.seeker.offset_elsewhere(content) else {
                continue;
            };
            if offset != (0, 0) && !offsets.contains(&offset) {
                offsets.push(offset);
            }
        }
        offsets
    }

    /// The seat that is shown for the game to come.
    pub(super) fn seat_shown(&self) -> Option<Seat> {
        let seats = [(Seat::First, &self.first), (Seat::Second, &self.second)];
        let shown = seats
            .into_iter()
            .find(|(_, signs)| !signs.is_empty() && self.all_seen(signs));
        shown.map(|(seat, _)| seat)
    }

    /// Whether the screen with this index is up. One without signs is not known when it is.
    pub(super) fn show_screen(&self, index: usize) -> bool {
        let signs = &self.screens[index];
        !signs.is_empty() && self.all_seen(signs)
    }

    /// Whether any screen is up with a sign in that part of the content.
    pub(super) fn show_screen_in(&self, part: Area) -> bool {
        let Some(content) = &self.content else {
            return false;
        };
        let is_there = |known: &Known| {
            let seen = known.seeker.see(content);
            seen.is_some_and(|sighting| part.contains(sighting.at.0, sighting.at.1))
        };
        let mut up = (0..self.screens.len()).filter(|index| self.show_screen(*index));
        up.any(|index| self.screens[index].iter().any(is_there))
    }

    /// Whether anything tells that it is our turn in that seat.
    pub(super) fn tell_turn(&self, own_seat: Option<Seat>) -> bool {
        !self.our_turn_in(own_seat).all(<[Known]>::is_empty)
    }

    /// Whether all of that is seen.
    pub(super) fn show_our_turn(&self, own_seat: Option<Seat>) -> bool {
        self.our_turn_in(own_seat).all(|signs| self.all_seen(signs))
    }

    /// The lists of signs that all must be seen before a click in that seat.
    fn our_turn_in(&self, own_seat: Option<Seat>) -> impl Iterator<Item = &[Known]> {
        let in_seat: &[Known] = match own_seat {
            Some(Seat::First) => &self.our_turn_first,
            Some(Seat::Second) => &self.our_turn_second,
            None => &[],
        };
        [&*self.our_turn, in_seat].into_iter()
    }

    /// Whether all of these are seen in the content.
    fn all_seen(&self, signs: &[Known]) -> bool {
        let Some(content) = &self.content else {
            return false;
        };
        signs.iter().all(|known| {
            let seen = known
                .seen
                .get()
                .unwrap_or_else(|| known.seeker.see(content).is_some());
            known.seen.set(Some(seen));
            seen
        })
    }
}

/// Whether two pictures of one size show the same in an area of both.
fn is_same(a: &RgbImage, b: &RgbImage, area: Area) -> bool {
    let whole = Area::new(0, 0, a.width(), a.height());
    if a.dimensions() != b.dimensions() || area.intersection(&whole) != Some(area) {
        return false;
    }
    let row = |image: &RgbImage, y: u32| {
        let start = (y * image.width() + area.x as u32) as usize * 3;
        start..start + area.width as usize * 3
    };
    (area.y as u32..area.y as u32 + area.height).all(|y| a.as_raw()[row(a, y)] == b.as_raw()[row(b, y)])
}

#[cfg(test)]
mod tests {
    use image::{Rgb, imageops};

    use super::*;
    use profile::library;

    /// Whether Gridlock's window says that it is our turn in that seat, with these pictures at their places.
    fn check(seat: Seat, shown: &[(&str, (i64, i64))]) -> bool {
        let client = library::built_in("gridlock").unwrap();
        let mut signs = Signs::new(&client);
        let mut image = RgbImage::from_pixel(541, 445, Rgb([170, 170, 170]));
        for (name, (x, y)) in shown {
            imageops::replace(&mut image, client.template(name).unwrap(), *x, *y);
        }
        signs.show(Frame::from_image(image));
        signs.show_our_turn(Some(seat))
    }

    #[test]
    fn what_is_remembered_of_an_area_is_what_is_seen_there() {
        let client = library::built_in("gridlock").unwrap();
        let mut signs = Signs::new(&client);
        let bare = RgbImage::from_pixel(541, 445, Rgb([170, 170, 170]));
        let with = |name: &str| {
            let mut image = bare.clone();
            imageops::replace(&mut image, client.template(name).unwrap(), 445, 231);
            image
        };
        let looks = [bare.clone(), with("red.png"), with("blue.png"), with("human.png")];
        // More looks than are kept, and the same ones again.
        for round in 0..3 {
            for (number, image) in looks.iter().enumerate() {
                let frame = Frame::from_image(image.clone());
                signs.show(frame.clone());
                for known in &signs.our_turn_first {
                    let seen = known.seeker.see(&frame).is_some();
                    assert_eq!(
                        signs.all_seen(std::slice::from_ref(known)),
                        seen,
                        "look {number}, round {round}"
                    );
                }
            }
            let shifted = RgbImage::from_fn(541, 445, |x, _| Rgb([(x + round) as u8; 3]));
            signs.show(Frame::from_image(shifted));
            assert!(!signs.all_seen(&signs.our_turn_first));
        }
    }

    #[test]
    fn nothing_is_clicked_for_a_peer_that_has_gone_nor_in_its_seat() {
        let (upper, lower) = ((417, 308), (417, 419));
        let red = ("red.png", (445, 231));
        let blue = ("blue.png", (445, 342));
        let first = [("human.png", upper), ("network.png", lower)];
        let second = [("network.png", upper), ("human.png", lower)];
        let nobody = [("human.png", upper), ("human.png", lower)];
        assert!(check(Seat::First, &[first[0], first[1], red]));
        assert!(check(Seat::Second, &[second[0], second[1], blue]));
        // The other one is to move.
        assert!(!check(Seat::First, &[first[0], first[1], blue]));
        assert!(!check(Seat::Second, &[second[0], second[1], red]));
        // We sit on the other side of the board.
        assert!(!check(Seat::First, &[second[0], second[1], red]));
        assert!(!check(Seat::Second, &[first[0], first[1], blue]));
        // The peer has gone.
        for (seat, disc) in [(Seat::First, red), (Seat::Second, blue)] {
            assert!(!check(seat, &[nobody[0], nobody[1], disc]));
        }
    }
}
