//! The client's screens as the pilot meets them: which are up, what is done there, whether the board is up at all, and
//! what is shown of seat and turn. A part of the pilot.

use std::cell::Cell;

use image::RgbImage;
use referee::seat::Seat;
use vision::{area::Area, frame::Frame, screen_state::Seeker};

use super::Pilot;
use crate::event::Event;
use profile::{
    client::Client,
    pipeline::Decision,
    screen::{During, Meaning, OnTimeout, SignProfile, Step},
};

/// Between two looks for screens, seats and the board's signs while the board stays as it is.
const SCREENS_MS: u64 = 250;

/// A sign, and whether it was seen in the last picture; `None` if nobody has looked.
struct Known {
    seeker: Seeker,
    seen: Cell<Option<bool>>,
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
    /// Screens that look otherwise with the pointer on their buttons.
    lit: Vec<usize>,
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
            lit: Vec::new(),
            content: None,
        }
    }

    /// Whether a screen is known to look otherwise with the pointer on its buttons.
    pub(super) fn lights_up(&self, screen: usize) -> bool {
        self.lit.contains(&screen)
    }

    /// Takes note of such a screen.
    pub(super) fn keep_lit(&mut self, screen: usize) {
        self.lit.push(screen);
    }

    fn any(&self) -> bool {
        let screens = self.screens.iter().any(|signs| !signs.is_empty());
        screens || !self.board.is_empty() || !self.first.is_empty()
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

    /// Takes the content as it looks now, and forgets what was known of its parts that changed.
    fn show(&mut self, content: Frame) {
        let lists = [
            &self.board,
            &self.first,
            &self.second,
            &self.our_turn,
            &self.our_turn_first,
            &self.our_turn_second,
        ];
        for known in lists.into_iter().chain(&self.screens).flatten() {
            let area = known.seeker.sign().area().unwrap_or(content.area());
            let same = self
                .content
                .as_ref()
                .is_some_and(|before| is_same(&before.image, &content.image, area));
            if !same {
                known.seen.set(None);
            }
        }
        self.content = Some(content);
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

impl Pilot {
    /// Looks for all that is no board: when the board changed, and from time to time. Says whether the board is up.
    pub(super) fn look_around(&mut self, board_changed: bool) -> bool {
        let now_ms = self.clock.now_ms();
        if !self.signs.any() || (!board_changed && now_ms < self.screens_ms) {
            return self.board_is_up;
        }
        self.screens_ms = now_ms + SCREENS_MS;
        let frame = match self.ports.eye.content() {
            Ok(frame) => frame,
            Err(blindness) => {
                self.unseen = Some(blindness);
                return self.board_is_up;
            }
        };
        self.unseen = None;
        self.signs.show(frame);
        let signs = &self.signs;
        self.board_is_up = signs.all_seen(&signs.board);
        if self.board_is_up {
            let seats = [(Seat::First, &signs.first), (Seat::Second, &signs.second)];
            let shown = seats
                .into_iter()
                .find(|(_, seat)| !seat.is_empty() && signs.all_seen(seat));
            if let Some((seat, _)) = shown {
                self.events.push_back(Event::Seat(seat));
            }
        }
        self.answer_screens(now_ms);
        self.board_is_up
    }

    /// What is up is answered at once.
    fn answer_screens(&mut self, now_ms: u64) {
        let signs = &self.signs;
        let decision = self.pipeline.next(self.during, now_ms, |index| {
            let screen = &signs.screens[index];
            !screen.is_empty() && signs.all_seen(screen)
        });
        self.asked.keep(|index| signs.all_seen(&signs.screens[index]));
        match decision {
            Decision::Wait => {}
            Decision::Answer(index) if let Some(request) = self.pipeline.screens()[index].request => {
                let number = self.asked.number(index);
                self.events.push_back(Event::Request { number, request });
            }
            // Its steps may take away what still has to be read.
            Decision::Answer(index) if self.during == During::Game && self.tells_end(index) => {
                let number = self.asked.number(index);
                let screen = &self.pipeline.screens()[index];
                self.events.push_back(Event::Result {
                    number,
                    name: screen.name.clone(),
                    meaning: screen.means,
                });
            }
            Decision::Answer(index) => {
                let screen = &self.pipeline.screens()[index];
                let (steps, means) = (screen.steps.clone(), screen.means);
                self.answer_by(index, &steps, means);
            }
            Decision::WornOut(name) => self.events.push_back(Event::ScreenWornOut(name)),
            Decision::TimedOut(name, OnTimeout::LookAgain) => {
                let words = format!("what must follow screen {name:?} did not come: looking for all screens");
                self.ports.recorder.say(&words);
            }
            Decision::TimedOut(name, OnTimeout::RestartClient) => {
                self.events.push_back(Event::ScreenStuck(name));
            }
            Decision::TimedOut(name, OnTimeout::Stop) => {
                let why = format!("what must follow screen {name:?} did not come");
                self.events.push_back(Event::StopNow(why));
            }
        }
    }

    /// Whether the screen says that the game in hand is over.
    fn tells_end(&self, index: usize) -> bool {
        let means = self.pipeline.screens()[index].means;
        means.is_result() || means == Meaning::Aborted
    }

    /// Carries out the steps of a screen that told a result, if it is still up.
    pub(super) fn answer_screen(&mut self, number: u64) {
        let Some((index, _)) = self.asked.up().filter(|(_, known)| *known == number) else {
            return;
        };
        let screen = &self.pipeline.screens()[index];
        let (steps, means) = (screen.steps.clone(), screen.means);
        if steps.is_empty() || self.is_up(index) {
            self.answer_by(index, &steps, means);
        }
    }

    /// Carries out these steps on a screen, and tells the session what it says; answers whether they were.
    pub(super) fn answer_by(&mut self, index: usize, steps: &[Step], meaning: Meaning) -> bool {
        let screen = &self.pipeline.screens()[index];
        let name = screen.name.clone();
        if !steps.is_empty() && !self.take_steps(steps, Some(index)) {
            return false;
        }
        self.pipeline.answered(index, self.clock.now_ms());
        self.events.push_back(Event::Screen {
            name,
            meaning,
            answered: !steps.is_empty(),
        });
        true
    }

    /// Whether any screen that may come up in a game was up at the last look for them.
    pub(super) fn is_screen_up(&self) -> bool {
        let screens = self.pipeline.screens().iter().zip(&self.signs.screens);
        screens
            .filter(|(screen, _)| screen.during != During::Opening)
            .any(|(_, signs)| !signs.is_empty() && self.signs.all_seen(signs))
    }

    /// Whether this screen is up in a look of its own.
    pub(super) fn is_up(&mut self, index: usize) -> bool {
        let Ok(content) = self.ports.eye.content() else {
            return false;
        };
        self.signs.show(content);
        self.signs.all_seen(&self.signs.screens[index])
    }

    /// Whether any screen is up with a sign in that part of the content, in a look of its own. One whose signs are all elsewhere
    /// tells nothing of that part.
    pub(super) fn is_screen_in(&mut self, part: Area) -> bool {
        let Ok(content) = self.ports.eye.content() else {
            return true;
        };
        self.signs.show(content.clone());
        let is_there = |known: &Known| {
            let seen = known.seeker.see(&content);
            seen.is_some_and(|sighting| part.contains(sighting.at.0, sighting.at.1))
        };
        let screens = self.signs.screens.iter();
        screens
            .filter(|signs| !signs.is_empty() && self.signs.all_seen(signs))
            .any(|signs| signs.iter().any(is_there))
    }

    /// Whether the client shows that it is our turn in our seat, or shows nothing of the kind at all.
    pub(super) fn is_our_turn(&mut self) -> bool {
        if self.signs.our_turn_in(self.own_seat).all(<[Known]>::is_empty) {
            return true;
        }
        let Ok(content) = self.ports.eye.content() else {
            return false;
        };
        self.signs.show(content);
        let signs = &self.signs;
        signs.our_turn_in(self.own_seat).all(|list| signs.all_seen(list))
    }
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
        signs.our_turn_in(Some(seat)).all(|list| signs.all_seen(list))
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
