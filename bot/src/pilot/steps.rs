//! The steps of a profile as the pilot takes them: clicks, keys and waits in order, on a screen or between two games. A part
//! of the pilot.

use actuator::gesture::Gesture;
use vision::window;

use super::{MANAGER_MS, Pilot, lit::UNLIT_MS};
use profile::{
    mouse::SETTLE_MS,
    screen::{ClientStep, SoughtTemplate},
};
use session::event::{Event, Remedy};
use session::live_game::playable::Playable;

/// What must still be there when a button is pressed.
#[derive(Clone, Copy)]
enum Pressed<'a> {
    /// The screen that it belongs to.
    Screen(usize),
    /// The button itself, where it was found.
    Button {
        sought: &'a SoughtTemplate,
        at: (i32, i32),
        slid: (i32, i32),
    },
}

/// Pixels that a button may be found elsewhere.
const BUTTON_OFF: u32 = 2;
/// Between two looks at a content that must become still.
const STILL_MS: u64 = 100;

impl<P: Playable> Pilot<P> {
    /// Waits until two looks at the content show the same, at most so long.
    fn wait_still(&mut self, ms: u64) {
        let until_ms = self.ports.clock.now_ms() + ms;
        let mut last = None;
        while self.ports.clock.now_ms() < until_ms {
            let seen = self.ports.reader.content().ok().map(|frame| frame.image);
            if seen.is_some() && seen == last {
                return;
            }
            last = seen;
            self.ports.clock.wait_ms(STILL_MS);
        }
    }

    /// Carries out steps in order, on a screen if they belong to one; answers whether all were. The screen must still be up
    /// when the first button is pressed; a button of no screen must still be where it was found.
    pub(super) fn take_steps(&mut self, steps: &[ClientStep], screen: Option<usize>) -> bool {
        let Ok(window) = self.ports.reader.find_window() else {
            return false;
        };
        let park = self.resting_pixel();
        self.ports.mouse.allow_program(&window, park);
        // What is no screen's lies on the page beside the board.
        let slid = match screen {
            Some(index) => self.screens.signs.offset_of(index),
            None => self.ports.reader.slid(),
        };
        let on_screen = |(x, y): (i32, i32)| (window.content.x + x, window.content.y + y);
        let on_page = |(x, y): (i32, i32)| on_screen((x + slid.0, y + slid.1));
        let mut unpressed_on = screen.map(Pressed::Screen);
        for step in steps {
            let mut button = None;
            let gesture = match step {
                ClientStep::Key(keys) => Gesture::key(keys.clone()),
                ClientStep::Text(text) => Gesture::text(text.clone()),
                ClientStep::Click(at) => {
                    let (x, y) = on_page(*at);
                    Gesture::click(x, y, SETTLE_MS)
                }
                ClientStep::DoubleClick(at) => {
                    let (x, y) = on_page(*at);
                    Gesture::double_click(x, y, SETTLE_MS)
                }
                ClientStep::RightClick(at) => {
                    let (x, y) = on_page(*at);
                    Gesture::right_click(x, y, SETTLE_MS)
                }
                ClientStep::Drag(from, to) => Gesture::drag(on_page(*from), on_page(*to), SETTLE_MS),
                ClientStep::ClickTemplate(sought) => {
                    let signs = screen.map(|index| self.screens.screen(index).when.clone());
                    let Some(at) = self.find_template(sought, &signs.unwrap_or_default(), slid) else {
                        return false;
                    };
                    if screen.is_none() {
                        button = Some(Pressed::Button { sought, at, slid });
                    }
                    let (x, y) = on_screen(at);
                    Gesture::click(x, y, SETTLE_MS)
                }
                ClientStep::ClickBeside(template) => {
                    let gesture = self.gesture_beside(template);
                    let is_made = gesture.is_some_and(|gesture| self.take_step(gesture, step, None, None));
                    self.come_back();
                    match is_made {
                        true => continue,
                        false => return false,
                    }
                }
                ClientStep::WaitMs(ms) => Gesture::wait(*ms),
                ClientStep::WaitStillMs(ms) => {
                    self.wait_still(*ms);
                    continue;
                }
                ClientStep::CloseWindow(title) => {
                    self.close_window(title);
                    continue;
                }
                ClientStep::RestartClient => match self.mend(Remedy::RestartClient) {
                    Ok(()) => continue,
                    Err(why) => {
                        self.events.push_back(Event::Refused(why));
                        return false;
                    }
                },
            };
            let checked = if gesture.presses() > 0 {
                button.or(unpressed_on.take())
            } else {
                None
            };
            if !self.take_step(gesture, step, park, checked) {
                return false;
            }
        }
        true
    }

    /// Asks another window of the client to close. One that is not there needs no closing, and one that stays is seen again.
    fn close_window(&mut self, title: &str) {
        if self.ports.mouse.is_dry() {
            let words = format!("dry run: would close window {title:?}");
            self.ports.recorder.say(&words);
            return;
        }
        let Some(client) = self.ports.reader.window().cloned() else {
            return;
        };
        let desktop = self.ports.reader.desktop();
        let sought = window::SoughtWindow {
            title: Some(title.to_owned()),
            class: Some(client.class.clone()),
            pid: client.pid,
        };
        let found = desktop.find(&sought).unwrap_or_default();
        for other in found.iter().filter(|other| other.id != client.id) {
            // Gone already is as good as closed.
            let _ = desktop.close(other.id);
        }
    }

    /// Takes a step; one with a click only while the screen is up that it is for, if it is for one.
    fn take_step(
        &mut self,
        gesture: Gesture,
        step: &ClientStep,
        park: Option<(i32, i32)>,
        pressed: Option<Pressed<'_>>,
    ) -> bool {
        if self.ports.mouse.is_dry() {
            let words = format!("dry run: would take step {step:?}");
            self.ports.recorder.say(&words);
            return true;
        }
        if matches!(step, ClientStep::Key(_) | ClientStep::Text(_)) && !self.focus() {
            self.events.push_back(Event::Refused(
                "the client's window does not take the keyboard".to_owned(),
            ));
            return false;
        }
        let (mut approach, mut press) = gesture.at_press();
        if let Some(pressed) = pressed {
            if !self.carry_out(&approach) {
                return false;
            }
            let stays = match pressed {
                Pressed::Screen(screen) => self.stays_up(screen, &approach, park),
                Pressed::Button { sought, at, slid } => {
                    self.is_button_at(sought, at, slid)
                        || (self.is_button_unlit_at(sought, at, slid, park) && self.carry_out(&approach))
                }
            };
            if !stays {
                return false;
            }
            approach = Gesture::default();
        }
        if let (Some((x, y)), true) = (park, press.presses() > 0) {
            press = press.then(Gesture::park(x, y));
        }
        let is_made = self.carry_out(&approach.then(press));
        if is_made {
            self.missed_gestures.made();
        }
        is_made
    }

    /// Whether a button is where it was found: another may have come into its place, as a game that begins brings them.
    fn is_button_at(&mut self, sought: &SoughtTemplate, at: (i32, i32), slid: (i32, i32)) -> bool {
        let found = self.find_template(sought, &[], slid);
        found.is_some_and(|(x, y)| x.abs_diff(at.0).max(y.abs_diff(at.1)) <= BUTTON_OFF)
    }

    /// The same, without the pointer on it, under which it may light up.
    fn is_button_unlit_at(
        &mut self,
        sought: &SoughtTemplate,
        at: (i32, i32),
        slid: (i32, i32),
        park: Option<(i32, i32)>,
    ) -> bool {
        let Some((x, y)) = park else {
            return false;
        };
        self.carry_out(&Gesture::park(x, y).then(Gesture::wait(UNLIT_MS)))
            && self.is_button_at(sought, at, slid)
    }

    pub(super) fn carry_out(&mut self, gesture: &Gesture) -> bool {
        let made = self.make(gesture);
        if let Err(broken) = &made {
            self.broken(broken);
        }
        made.is_ok()
    }

    /// Gives the client's window the keyboard.
    pub(super) fn focus(&mut self) -> bool {
        let Some(id) = self.ports.reader.window().map(|window| window.id) else {
            return false;
        };
        for _ in 0..5 {
            if self.ports.reader.desktop().focused() == Ok(Some(id)) {
                return true;
            }
            let _ = self.ports.reader.desktop().activate(id);
            self.ports.clock.wait_ms(MANAGER_MS);
        }
        self.ports.reader.desktop().focused() == Ok(Some(id))
    }
}
