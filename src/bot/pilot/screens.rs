//! The client's screens as the pilot meets them: which are up, what is done there, whether the board is up at all, and
//! what is shown of seat and turn. A part of the pilot.

use actuator::{gesture::Gesture, guard::Surroundings};
use referee::seat::Seat;
use vision::{
    frame::Frame,
    screen_state::{self, Sign},
};

use super::{MANAGER_MS, Pilot};
use crate::{
    bot::{
        clock::Focus,
        event::{Event, Remedy},
        hand::SETTLE_MS,
    },
    client::{
        Client,
        pipeline::Decision,
        screen::{OnTimeout, Step},
    },
};

/// Between two looks for screens, seats and the board's signs while the board stays as it is.
const SCREENS_MS: u64 = 250;
/// Between two looks at a content that must become still.
const STILL_MS: u64 = 100;

/// A profile's signs that are not those of screens, ready to be looked for.
pub(super) struct Signs {
    board: Vec<Sign>,
    first: Vec<Sign>,
    second: Vec<Sign>,
    our_turn: Vec<Sign>,
    /// One list a screen.
    screens: Vec<Vec<Sign>>,
}

impl Signs {
    pub(super) fn new(client: &Client) -> Signs {
        let profile = &client.profile;
        Signs {
            board: client.signs(&profile.board.when),
            first: client.signs(&profile.seat.first),
            second: client.signs(&profile.seat.second),
            our_turn: client.signs(&profile.seat.our_turn),
            screens: profile
                .screens
                .iter()
                .map(|screen| client.signs(&screen.when))
                .collect(),
        }
    }

    fn any(&self) -> bool {
        let screens = self.screens.iter().any(|signs| !signs.is_empty());
        screens || !self.board.is_empty() || !self.first.is_empty()
    }
}

fn all_seen(signs: &[Sign], frame: &Frame) -> bool {
    signs.iter().all(|sign| screen_state::see(sign, frame).is_some())
}

impl Pilot {
    /// Looks for all that is no board: when the board changed, and from time to time. Says whether the board is up.
    pub(super) fn look_around(&mut self, board_changed: bool) -> bool {
        let now_ms = self.clock.now_ms();
        if !self.signs.any() || (!board_changed && now_ms < self.screens_ms) {
            return self.board_is_up;
        }
        self.screens_ms = now_ms + SCREENS_MS;
        let Ok(frame) = self.ports.eye.content() else {
            return self.board_is_up;
        };
        self.board_is_up = all_seen(&self.signs.board, &frame);
        if self.board_is_up {
            let seats = [
                (Seat::First, &self.signs.first),
                (Seat::Second, &self.signs.second),
            ];
            let shown = seats
                .into_iter()
                .find(|(_, signs)| !signs.is_empty() && all_seen(signs, &frame));
            if let Some((seat, _)) = shown {
                self.events.push_back(Event::Seat(seat));
            }
        }
        self.answer_screens(&frame, now_ms);
        self.board_is_up
    }

    /// What is up is answered at once.
    fn answer_screens(&mut self, frame: &Frame, now_ms: u64) {
        let (signs, pipeline) = (&self.signs.screens, &mut self.pipeline);
        let names: Vec<String> = pipeline
            .screens()
            .iter()
            .map(|screen| screen.name.clone())
            .collect();
        let decision = pipeline.next(self.during, now_ms, |screen| {
            let index = names.iter().position(|name| *name == screen.name);
            index.is_some_and(|index| !signs[index].is_empty() && all_seen(&signs[index], frame))
        });
        match decision {
            Decision::Wait => {}
            Decision::Answer(index) => {
                let screen = self.pipeline.screens()[index].clone();
                if self.take_steps(&screen.steps) {
                    self.pipeline.answered(index, self.clock.now_ms());
                    self.events.push_back(Event::Screen {
                        name: screen.name,
                        meaning: screen.means,
                        answered: !screen.steps.is_empty(),
                    });
                }
            }
            Decision::WornOut(name) => self.events.push_back(Event::ScreenWornOut(name)),
            Decision::TimedOut(name, OnTimeout::LookAgain) => {
                let words = format!("what must follow screen {name:?} did not come: looking for all screens");
                self.ports.scribe.say(&words);
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

    /// Whether the client shows that it is our turn, or shows nothing of the kind at all.
    pub(super) fn is_our_turn(&mut self) -> bool {
        if self.signs.our_turn.is_empty() {
            return true;
        }
        let frame = self.ports.eye.content();
        frame.is_ok_and(|frame| all_seen(&self.signs.our_turn, &frame))
    }

    /// Waits until two looks at the content show the same, at most so long.
    fn wait_still(&mut self, ms: u64) {
        let until_ms = self.clock.now_ms() + ms;
        let mut last = None;
        while self.clock.now_ms() < until_ms {
            let seen = self.ports.eye.content().ok().map(|frame| frame.image);
            if seen.is_some() && seen == last {
                return;
            }
            last = seen;
            self.clock.wait_ms(STILL_MS);
        }
    }

    /// Carries out steps in order; answers whether all were.
    pub(super) fn take_steps(&mut self, steps: &[Step]) -> bool {
        let Ok(window) = self.ports.eye.find_window() else {
            return false;
        };
        let park = self.resting_pixel();
        self.ports.hand.allow(&window, park);
        let on_screen = |(x, y): (i32, i32)| (window.content.x + x, window.content.y + y);
        for step in steps {
            let gesture = match step {
                Step::Key(keys) => Gesture::key(keys.clone()),
                Step::Text(text) => Gesture::text(text.clone()),
                Step::Click(at) => {
                    let (x, y) = on_screen(*at);
                    Gesture::click(x, y, SETTLE_MS)
                }
                Step::DoubleClick(at) => {
                    let (x, y) = on_screen(*at);
                    Gesture::double_click(x, y, SETTLE_MS)
                }
                Step::RightClick(at) => {
                    let (x, y) = on_screen(*at);
                    Gesture::right_click(x, y, SETTLE_MS)
                }
                Step::Drag(from, to) => Gesture::drag(on_screen(*from), on_screen(*to), SETTLE_MS),
                Step::ClickTemplate(name) => match self.find_template(name) {
                    Some(at) => {
                        let (x, y) = on_screen(at);
                        Gesture::click(x, y, SETTLE_MS)
                    }
                    None => return false,
                },
                Step::WaitMs(ms) => Gesture::wait(*ms),
                Step::WaitStillMs(ms) => {
                    self.wait_still(*ms);
                    continue;
                }
                Step::RestartClient => match self.mend(Remedy::RestartClient) {
                    Ok(()) => continue,
                    Err(why) => {
                        self.events.push_back(Event::Refused(why));
                        return false;
                    }
                },
            };
            if !self.take_step(gesture, step, park) {
                return false;
            }
        }
        true
    }

    fn take_step(&mut self, mut gesture: Gesture, step: &Step, park: Option<(i32, i32)>) -> bool {
        if self.ports.hand.is_dry() {
            let words = format!("dry run: would take step {step:?}");
            self.ports.scribe.say(&words);
            return true;
        }
        if matches!(step, Step::Key(_) | Step::Text(_)) && !self.focus() {
            self.events.push_back(Event::Refused(
                "the client's window does not take the keyboard".to_owned(),
            ));
            return false;
        }
        if let (Some((x, y)), true) = (park, gesture.presses() > 0) {
            gesture = gesture.then(Gesture::park(x, y));
        }
        let id = self.ports.eye.window().map(|window| window.id);
        let mut around = Focus {
            clock: &mut self.clock,
            desktop: self.ports.eye.desktop(),
            id,
        };
        let now_ms = around.clock.now_ms();
        match self.ports.hand.perform(&gesture, now_ms, &mut around) {
            Ok(()) => true,
            Err(refusal) => {
                self.refused(&refusal);
                false
            }
        }
    }

    fn find_template(&mut self, name: &str) -> Option<(i32, i32)> {
        let frame = self.ports.eye.content().ok()?;
        let picture = self.ports.client.template(name)?;
        screen_state::find(picture, &frame, frame.area())
            .filter(|sighting| sighting.score >= 0.9)
            .map(|found| found.at)
    }

    /// Gives the client's window the keyboard.
    fn focus(&mut self) -> bool {
        let Some(id) = self.ports.eye.window().map(|window| window.id) else {
            return false;
        };
        for _ in 0..5 {
            if self.ports.eye.desktop().focused() == Ok(Some(id)) {
                return true;
            }
            let _ = self.ports.eye.desktop().activate(id);
            self.clock.wait_ms(MANAGER_MS);
        }
        self.ports.eye.desktop().focused() == Ok(Some(id))
    }
}
