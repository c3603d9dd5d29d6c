//! What stands between a gesture and the mouse. A [`Guard`] performs a gesture only inside the client's window, at
//! most so many clicks a minute, only while nobody touches the mouse or strikes the stop key, and keys only into
//! the client's own window. Each press is made only if the window still lies under the pointer as it did. It knows nothing of
//! what a click means, and it reads no clock: time is passed in.

use std::collections::VecDeque;

use crate::{
    combination::{Combination, Key},
    error::PointerError,
    gesture::{Button, Gesture, Step},
    ground::{Ground, Landing, Unpressed},
    pointer::Pointer,
    rectangle::Rectangle,
    stop::StopWatch,
};

#[cfg(test)]
mod tests;

/// The window in which clicks are counted, in milliseconds.
const MINUTE_MS: u64 = 60_000;

/// Waits are cut into pieces of this many milliseconds, with a look at the stop key, the corner and the mouse
/// between them.
const LOOK_EVERY_MS: u64 = 20;

/// Gestures remembered in a dry run; older ones are dropped.
const WRITTEN_MAX: usize = 1_000;

/// Whether gestures reach the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// They do.
    Live,
    /// They are checked in every way and written down.
    DryRun,
}

/// The bounds of one guard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuardLimits {
    /// Button presses in any 60 seconds.
    pub clicks_per_minute: u32,
    /// How long the mouse must lie still after a person moved it, in milliseconds.
    pub rest_ms: u64,
    /// The part of the screen that stops everything when the pointer is pushed there; no gesture may enter it.
    pub corner: Option<Rectangle>,
    /// The combination that the stop watch waits for, so that no gesture strikes it.
    pub stop_key: Option<String>,
    /// Live or dry run.
    pub mode: Mode,
}

impl Default for GuardLimits {
    /// 60 clicks a minute, 5 s of rest, the top left 3 x 3 pixels, no stop key, live.
    fn default() -> GuardLimits {
        GuardLimits {
            clicks_per_minute: 60,
            rest_ms: 5_000,
            corner: Some(Rectangle::new(0, 0, 3, 3)),
            stop_key: None,
            mode: Mode::Live,
        }
    }
}

/// Why a gesture was not performed, or not to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Nobody has said yet where the client is.
    #[error("no window to act in is known")]
    NoWindow,
    /// A pixel outside the client's window (and not the parking place), or in the corner that stops everything.
    #[error("pixel {x},{y} is outside {bounds}")]
    OutOfBounds {
        /// The offending column.
        x: i32,
        /// The offending row.
        y: i32,
        /// Where clicks may go.
        bounds: Rectangle,
    },
    /// More clicks than the limit in the last minute.
    #[error("{limit} clicks a minute are the limit, room for {wanted} more in {free_in_ms} ms")]
    TooManyClicks {
        /// Clicks a minute.
        limit: u32,
        /// Clicks in the refused gesture.
        wanted: usize,
        /// When to try again; `u64::MAX` if the gesture alone exceeds the limit.
        free_in_ms: u64,
    },
    /// The stop key was struck. Nothing is done any more until [`Guard::resume`].
    #[error("the stop key was struck")]
    StopKey,
    /// The pointer was pushed into the stop corner. Nothing is done any more until [`Guard::resume`].
    #[error("the pointer was pushed into the stop corner")]
    StopCorner,
    /// The pointer is not where it was left.
    #[error(
        "a person is at the mouse: left at {left_at:?}, found at {found_at:?}, {rest_left_ms} ms of rest to go"
    )]
    PersonAtMouse {
        /// Where it was left, or last seen.
        left_at: (i32, i32),
        /// Where it is.
        found_at: (i32, i32),
        /// How much longer it must lie still, in milliseconds.
        rest_left_ms: u64,
    },
    /// The window does not lie under the pointer as it did when the gesture was made up.
    #[error(transparent)]
    Unpressed(Unpressed),
    /// Keys would go to another window.
    #[error("the client's window has no focus for {0:?}")]
    NotFocused(String),
    /// A gesture may not strike the stop key.
    #[error("{0:?} is the stop key")]
    OwnStopKey(String),
    /// The mouse or the display failed.
    #[error(transparent)]
    Pointer(#[from] PointerError),
}

impl Refusal {
    /// Whether a person wants it to end, so that trying again is wrong.
    pub fn is_stop(&self) -> bool {
        matches!(self, Refusal::StopKey | Refusal::StopCorner)
    }

    /// Whether a person is behind it: one who takes the mouse, or stops everything.
    pub fn is_a_persons_will(&self) -> bool {
        self.is_stop() || matches!(self, Refusal::PersonAtMouse { .. })
    }
}

/// A gesture that was not performed, or not to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Broken {
    /// Before any button went down or any key was struck: nobody has heard of it.
    #[error(transparent)]
    Before(Refusal),
    /// After that: whatever the gesture was for may have come of it. No button is left down.
    #[error("half way: {0}")]
    After(Refusal),
    /// A press fell into another window.
    #[error("the click went elsewhere: {0} lay under the pointer")]
    Elsewhere(String),
}

impl Broken {
    /// The rule that was broken, if it was one.
    pub fn refusal(&self) -> Option<&Refusal> {
        match self {
            Broken::Before(refusal) | Broken::After(refusal) => Some(refusal),
            Broken::Elsewhere(_) => None,
        }
    }
}

/// What the guard asks of the world around it while it performs.
pub trait Surroundings {
    /// Lets so many milliseconds pass.
    fn wait_ms(&mut self, ms: u64);
    /// Whether keys go to the client's window at this moment.
    fn client_has_focus(&mut self) -> bool;
    /// Whether the client shows still what the gesture's pixels were computed from, asked when the pointer is there and the
    /// button is about to go down.
    fn shows_the_same(&mut self) -> bool {
        true
    }
}

/// A person's hand on the mouse.
#[derive(Clone, Copy, Debug)]
struct Person {
    at: (i32, i32),
    moved_ms: u64,
}

/// How far a gesture came.
#[derive(Debug, Default)]
struct Reach {
    /// A button that is down.
    held: Option<Button>,
    /// Whether a button went down or a key was struck.
    touched: bool,
    /// Into whose window a press fell instead.
    elsewhere: Option<String>,
}

/// A pointer with rules. Every way to the wrapped pointer leads through [`Guard::perform`].
pub struct Guard<P> {
    pointer: P,
    stop: Box<dyn StopWatch>,
    limits: GuardLimits,
    ground: Option<Ground>,
    parking: Option<(i32, i32)>,
    /// When the clicks of the last minute were made, oldest first.
    clicks_ms: VecDeque<u64>,
    left_at: Option<(i32, i32)>,
    person: Option<Person>,
    stopped: Option<Refusal>,
    written: VecDeque<Gesture>,
}

impl<P: Pointer> Guard<P> {
    /// Guards `pointer`; it may go nowhere until [`Guard::allow`].
    pub fn new(pointer: P, stop: Box<dyn StopWatch>, limits: GuardLimits) -> Guard<P> {
        Guard {
            pointer,
            stop,
            limits,
            ground: None,
            parking: None,
            clicks_ms: VecDeque::new(),
            left_at: None,
            person: None,
            stopped: None,
            written: VecDeque::new(),
        }
    }

    /// Says where the client is: clicks may go to that ground only, and the pointer may also wait, but not click, on
    /// `parking`.
    pub fn allow(&mut self, ground: impl Into<Ground>, parking: Option<(i32, i32)>) {
        self.ground = Some(ground.into());
        self.parking = parking;
    }

    /// Says that the client is gone: nothing may be done until the next [`Guard::allow`].
    pub fn forbid(&mut self) {
        self.ground = None;
        self.parking = None;
    }

    /// The bounds in force.
    pub fn limits(&self) -> &GuardLimits {
        &self.limits
    }

    /// What a dry run would have done, oldest first; the last 1,000 gestures.
    pub fn written(&self) -> impl Iterator<Item = &Gesture> {
        self.written.iter()
    }

    /// Goes on after a stop: a person asked for it.
    pub fn resume(&mut self) {
        self.stopped = None;
        self.left_at = None;
        self.person = None;
    }

    /// Looks at the stop key, the corner and the mouse, and does nothing. To be called at every look at the screen,
    /// so that a person is noticed between gestures too.
    ///
    /// # Errors
    /// [`Refusal::StopKey`], [`Refusal::StopCorner`], [`Refusal::PersonAtMouse`] or [`Refusal::Pointer`].
    pub fn check(&mut self, now_ms: u64) -> Result<(), Refusal> {
        if let Some(stopped) = &self.stopped {
            return Err(stopped.clone());
        }
        if self.stop.struck()? {
            return Err(self.stopped.insert(Refusal::StopKey).clone());
        }
        let found = self.pointer.location()?;
        if self.is_corner(found) {
            return Err(self.stopped.insert(Refusal::StopCorner).clone());
        }
        self.check_person(found, now_ms)
    }

    /// Performs a gesture whole, or refuses it before anything is done. Only what happens meanwhile (the stop key, a
    /// person, a window in the way, a failure) ends it half way, and then no button stays down. In a dry run the checks are
    /// the same, and the gesture is written down.
    ///
    /// # Errors
    /// The rule that it would break, with the offending value, and how far it came.
    pub fn perform(
        &mut self,
        gesture: &Gesture,
        now_ms: u64,
        around: &mut dyn Surroundings,
    ) -> Result<(), Broken> {
        self.check_all(gesture, now_ms, around).map_err(Broken::Before)?;
        if self.limits.mode == Mode::DryRun {
            self.write_down(gesture, now_ms);
            return Ok(());
        }
        let mut reach = Reach::default();
        let result = self.perform_steps(gesture, now_ms, around, &mut reach);
        // The reason for breaking off is worth more than a second failure here.
        let released = match reach.held {
            Some(button) => self.pointer.release(button).map_err(Refusal::from),
            None => Ok(()),
        };
        if let Some(by) = reach.elsewhere {
            return Err(Broken::Elsewhere(by));
        }
        result.and(released).map_err(match reach.touched {
            true => Broken::After,
            false => Broken::Before,
        })
    }

    fn check_all(
        &mut self,
        gesture: &Gesture,
        now_ms: u64,
        around: &mut dyn Surroundings,
    ) -> Result<(), Refusal> {
        self.check(now_ms)?;
        self.check_bounds(gesture)?;
        self.check_keys(gesture, around)?;
        self.check_rate(gesture, now_ms)
    }

    fn perform_steps(
        &mut self,
        gesture: &Gesture,
        start_ms: u64,
        around: &mut dyn Surroundings,
        reach: &mut Reach,
    ) -> Result<(), Refusal> {
        let mut now_ms = start_ms;
        for step in &gesture.steps {
            self.check(now_ms)?;
            match step {
                Step::MoveTo { x, y } => {
                    self.pointer.move_to(*x, *y)?;
                    self.left_at = Some((*x, *y));
                }
                Step::Press(button) => {
                    self.press(*button, now_ms, around, reach)?;
                    if reach.elsewhere.is_some() {
                        return Ok(());
                    }
                }
                Step::Release(button) => {
                    self.pointer.release(*button)?;
                    reach.held = None;
                }
                Step::Key(combination) => {
                    focused(around, combination)?;
                    reach.touched = true;
                    self.pointer.key(combination)?;
                }
                Step::Text(text) => {
                    focused(around, text)?;
                    reach.touched = true;
                    self.pointer.text(text)?;
                }
                Step::WaitMs(ms) => now_ms = self.wait(*ms, now_ms, around)?,
            }
        }
        Ok(())
    }

    /// Presses where the pointer was left, if the ground under it is what it was.
    fn press(
        &mut self,
        button: Button,
        now_ms: u64,
        around: &mut dyn Surroundings,
        reach: &mut Reach,
    ) -> Result<(), Refusal> {
        let ground = self.ground.ok_or(Refusal::NoWindow)?;
        if !around.shows_the_same() {
            return Err(Refusal::Unpressed(Unpressed::Changed));
        }
        let at = match self.left_at {
            Some(at) => at,
            None => self.pointer.location()?,
        };
        match self.pointer.press_on(button, at, &ground) {
            Ok(landing) => {
                self.clicks_ms.push_back(now_ms);
                reach.held = Some(button);
                reach.touched = true;
                if let Landing::Elsewhere(by) = landing {
                    reach.elsewhere = Some(by);
                }
                Ok(())
            }
            Err(Unpressed::Pushed { wanted, found }) => {
                self.check_person(found, now_ms)?;
                Err(Refusal::Unpressed(Unpressed::Pushed { wanted, found }))
            }
            Err(Unpressed::Pointer(error)) => {
                // Nobody knows whether the button went down.
                reach.held = Some(button);
                Err(error.into())
            }
            Err(other) => Err(Refusal::Unpressed(other)),
        }
    }

    /// Waits in small pieces and returns the time afterwards.
    fn wait(&mut self, ms: u64, now_ms: u64, around: &mut dyn Surroundings) -> Result<u64, Refusal> {
        let end_ms = now_ms.saturating_add(ms);
        let mut now_ms = now_ms;
        while now_ms < end_ms {
            let piece_ms = LOOK_EVERY_MS.min(end_ms - now_ms);
            around.wait_ms(piece_ms);
            now_ms += piece_ms;
            self.check(now_ms)?;
        }
        Ok(now_ms)
    }

    fn write_down(&mut self, gesture: &Gesture, now_ms: u64) {
        self.clicks_ms
            .extend(std::iter::repeat_n(now_ms, gesture.presses()));
        if self.written.len() == WRITTEN_MAX {
            self.written.pop_front();
        }
        self.written.push_back(gesture.clone());
    }

    fn is_corner(&self, (x, y): (i32, i32)) -> bool {
        self.limits.corner.is_some_and(|corner| corner.contains(x, y))
    }

    fn check_person(&mut self, found: (i32, i32), now_ms: u64) -> Result<(), Refusal> {
        // Where the mouse lies at the first look is where it was left.
        let left_at = *self.left_at.get_or_insert(found);
        let person = match self.person {
            None if found == left_at => return Ok(()),
            Some(person) if person.at == found => person,
            _ => Person {
                at: found,
                moved_ms: now_ms,
            },
        };
        let rested_ms = now_ms.saturating_sub(person.moved_ms);
        if rested_ms >= self.limits.rest_ms {
            self.person = None;
            self.left_at = Some(found);
            return Ok(());
        }
        self.person = Some(person);
        let rest_left_ms = self.limits.rest_ms - rested_ms;
        Err(Refusal::PersonAtMouse {
            left_at,
            found_at: found,
            rest_left_ms,
        })
    }

    /// Follows the pointer through the gesture: it may stop in the window and on the parking place, and a button
    /// goes down in the window only.
    fn check_bounds(&mut self, gesture: &Gesture) -> Result<(), Refusal> {
        let bounds = self.ground.ok_or(Refusal::NoWindow)?.place;
        let mut at = self.pointer.location()?;
        for step in &gesture.steps {
            let allowed = match *step {
                Step::MoveTo { x, y } => {
                    at = (x, y);
                    let parks = self.parking == Some(at);
                    (bounds.contains(x, y) || parks) && !self.is_corner(at)
                }
                Step::Press(_) => bounds.contains(at.0, at.1),
                Step::Release(_) | Step::Key(_) | Step::Text(_) | Step::WaitMs(_) => true,
            };
            if !allowed {
                return Err(Refusal::OutOfBounds {
                    x: at.0,
                    y: at.1,
                    bounds,
                });
            }
        }
        Ok(())
    }

    fn check_keys(&self, gesture: &Gesture, around: &mut dyn Surroundings) -> Result<(), Refusal> {
        let stop_key = self
            .limits
            .stop_key
            .as_deref()
            .map(str::parse::<Combination>)
            .transpose()?;
        // A click in the same gesture may be what gives the client its focus.
        let mut clicked = false;
        for step in &gesture.steps {
            match step {
                Step::Press(_) => clicked = true,
                Step::Key(text) => {
                    let combination: Combination = text.parse()?;
                    if stop_key.as_ref().is_some_and(|stop| stop.key == combination.key) {
                        return Err(Refusal::OwnStopKey(text.clone()));
                    }
                    if !clicked {
                        focused(around, text)?;
                    }
                }
                Step::Text(text) => {
                    let strikes =
                        |stop: &Combination| matches!(stop.key, Key::Character(key) if text.contains(key));
                    if stop_key.as_ref().is_some_and(strikes) {
                        return Err(Refusal::OwnStopKey(text.clone()));
                    }
                    if !clicked {
                        focused(around, text)?;
                    }
                }
                Step::MoveTo { .. } | Step::Release(_) | Step::WaitMs(_) => {}
            }
        }
        Ok(())
    }

    fn check_rate(&mut self, gesture: &Gesture, now_ms: u64) -> Result<(), Refusal> {
        self.check_room(gesture.presses(), now_ms)
    }

    /// Whether so many presses more are within the limit of clicks a minute: for gestures of which none may be left out.
    ///
    /// # Errors
    /// They are not.
    pub fn check_room(&mut self, wanted: usize, now_ms: u64) -> Result<(), Refusal> {
        let limit = self.limits.clicks_per_minute;
        let room = usize::try_from(limit).unwrap_or(usize::MAX);
        if wanted > room {
            return Err(Refusal::TooManyClicks {
                limit,
                wanted,
                free_in_ms: u64::MAX,
            });
        }
        while self
            .clicks_ms
            .front()
            .is_some_and(|&at_ms| at_ms.saturating_add(MINUTE_MS) <= now_ms)
        {
            self.clicks_ms.pop_front();
        }
        let excess = (self.clicks_ms.len() + wanted).saturating_sub(room);
        if excess == 0 {
            return Ok(());
        }
        // The excess oldest clicks have to grow older than a minute first.
        let blocking_ms = self.clicks_ms.get(excess - 1).copied().unwrap_or(now_ms);
        let free_in_ms = blocking_ms.saturating_add(MINUTE_MS).saturating_sub(now_ms);
        Err(Refusal::TooManyClicks {
            limit,
            wanted,
            free_in_ms,
        })
    }
}

fn focused(around: &mut dyn Surroundings, keys: &str) -> Result<(), Refusal> {
    if around.client_has_focus() {
        Ok(())
    } else {
        Err(Refusal::NotFocused(keys.to_owned()))
    }
}
