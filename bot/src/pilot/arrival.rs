//! How the pilot comes to its client: finds its window or starts its program, gives it its place and finds the board. A
//! part of the pilot.

use vision::window::WindowId;

use super::{MANAGER_MS, Pilot, SessionOutcome};
use base::user_error::UserError;
use profile::familiarity::Familiarity;
use session::blindness::Blindness;
use session::live_game::playable::Playable;
use watch::observer::SessionEnd;

/// Between two looks for a window that is being started.
const START_POLL_MS: u64 = 250;
/// A started client's window that is nearly the sought one must have been there for so long before it is taken: until then it
/// may be a splash screen, or a window that gets its title last.
const NEARLY_MS: u64 = 8_000;
/// Looks in vain after which a stranger's window is made larger.
const ENLARGE_AFTER: usize = 3;
/// Looks in vain after which a screen that tells a result is answered, though the game that it ended may be behind it.
const UNCOVER_AFTER: usize = 6;
/// Pixels from point to point below which a stranger's window is made larger, too: writing and pictures on the board
/// drown such thin lines.
const LEGIBLE: f64 = 20.0;

impl<P: Playable> Pilot<P> {
    /// Finds or starts the client and answers with its empty board.
    pub(super) fn arrive(&mut self) -> Result<P, UserError> {
        let title = self.ports.client.profile.title.clone();
        if self.ports.reader.find_window() == Err(Blindness::WindowGone) {
            if !self.ports.may_launch && self.ports.reader.is_taken() {
                return Err(UserError::new(
                    format!("another bot plays in the window: {}", self.ports.reader.sought()),
                    "start the client once more, or end the other bot; `tengen status` lists them",
                ));
            }
            if !self.ports.may_launch {
                return Err(UserError::new(
                    self.ports.reader.not_found(),
                    "start the client first, or let the profile's [launch] start it",
                ));
            }
            self.ports.recorder.say(&format!("starting {title}"));
            self.start_client()
                .map_err(|why| UserError::new(why, "start the client by hand and try again"))?;
        }
        self.screens.holds_results = self.ports.recorder.has_left();
        // A client with a lobby shows its board only in a game; its profile says how large it is.
        if let (false, Ok(empty)) = (self.look_around(true), P::empty(None, &self.ports.client)) {
            let _ = self.ports.reader.fit_window();
            return Ok(empty);
        }
        self.find_board().map_err(|why| {
            UserError::new(
                format!("cannot find the board of {title}: {why}"),
                "make sure that the board is wholly visible (a larger window, scrolled so that it fits); `tengen calibrate` shows what is found",
            )
        })?;
        P::empty(self.ports.reader.place().as_ref(), &self.ports.client)
    }

    /// Whether a person wants it to end, before there is a session that could be told.
    pub(super) fn hears_stop(&mut self) -> bool {
        let found = self.ports.mouse.check(self.ports.clock.now_ms());
        self.person.has_stopped |= found.is_err_and(|refusal| refusal.is_stop());
        self.person.has_stopped || self.interrupts() > 0
    }

    /// Whether a person wants it to end at once, and not after the game in hand.
    fn hears_stop_at_once(&mut self) -> bool {
        self.hears_stop() && (self.person.has_stopped || self.interrupts() > 1)
    }

    /// A person ended it before anything was played.
    pub(super) fn stop_at_the_door(&mut self) -> anyhow::Result<SessionOutcome> {
        let why = "stopped before a game began";
        self.leave();
        self.ports.observer.hears_end(SessionEnd { why, in_order: true });
        self.ports.recorder.close(why)?;
        Ok(SessionOutcome {
            why: why.to_owned(),
            done: false,
            interrupted: true,
            games: 0,
        })
    }

    /// Starts the client's program and waits for its window.
    pub(super) fn start_client(&mut self) -> Result<(), String> {
        let Some(launch) = self.ports.client.profile.launch.clone() else {
            return Err("the profile does not say how to start the client".to_owned());
        };
        let before = self.ports.reader.window_numbers();
        self.running = Some(
            self.ports
                .launcher
                .start(&launch)
                .map_err(|mistake| mistake.message)?,
        );
        let until_ms = self.ports.clock.now_ms() + u64::from(launch.wait_s) * 1_000;
        let mut nearly: Option<(WindowId, u64)> = None;
        while self.ports.clock.now_ms() < until_ms && !self.hears_stop() {
            if self.ports.reader.find_window().is_ok() || self.takes_nearly(&before, &mut nearly) {
                return Ok(());
            }
            self.ports.clock.wait_ms(START_POLL_MS);
        }
        let mut why = format!(
            "the client showed no window within {} s ({})",
            launch.wait_s,
            self.ports.reader.sought()
        );
        if let Some(there) = self.ports.reader.windows_there() {
            why.push_str(&format!("; {there}"));
        }
        if self.running.as_mut().is_some_and(|running| running.has_ended()) {
            why.push_str("; its program has ended");
        }
        Err(why)
    }

    /// A window that came with the start and is the sought one by half of what the profile says is taken once it has stayed for
    /// a while, and told. Answers whether it was.
    fn takes_nearly(&mut self, before: &[WindowId], nearly: &mut Option<(WindowId, u64)>) -> bool {
        let Some(window) = self.ports.reader.nearly_found(before) else {
            *nearly = None;
            return false;
        };
        let now_ms = self.ports.clock.now_ms();
        let (id, since_ms) = *nearly.get_or_insert((window.id, now_ms));
        if id != window.id {
            *nearly = Some((window.id, now_ms));
            return false;
        }
        if now_ms < since_ms + NEARLY_MS {
            return false;
        }
        self.ports.recorder.say(&format!(
            "the window that came has class {:?} and title {:?}: taken for the client's; its profile says {}",
            window.class,
            window.title,
            self.ports.reader.sought()
        ));
        self.ports.reader.take_as_well(&window);
        self.ports.reader.find_window().is_ok()
    }

    /// The board may be drawn too small to be read; what has a profile has the size that it is given there. Answers
    /// whether the window is to be larger from here on.
    fn enlarge_for_a_stranger(&mut self, why: &str) -> bool {
        let stranger = self.bounds.familiarity == Familiarity::Stranger;
        let enlarges =
            stranger && !self.ports.mouse.is_dry() && self.ports.reader.enlarge_window() == Ok(true);
        if enlarges {
            self.ports
                .recorder
                .say(&format!("{why} in the window as it is: making it larger"));
        }
        enlarges
    }

    /// Gives the window its size and finds the board, as often as a client that is still drawing needs.
    pub(super) fn find_board(&mut self) -> Result<(), String> {
        let mut last = Blindness::NoBoard;
        for attempt in 0..12 {
            if attempt > 0 {
                self.ports.clock.wait_ms(MANAGER_MS);
                if self.hears_stop_at_once() {
                    return Err("stopped".to_owned());
                }
            }
            if attempt == UNCOVER_AFTER {
                self.screens.holds_results = false;
            }
            if attempt == ENLARGE_AFTER && matches!(last, Blindness::NoBoard | Blindness::Refused(_)) {
                self.enlarge_for_a_stranger("no whole board");
            }
            let found = match self.ports.reader.fit_window() {
                Ok(asked) => {
                    if asked {
                        self.ports.clock.wait_ms(2 * MANAGER_MS);
                    }
                    self.ports.reader.locate()
                }
                Err(blindness) => Err(blindness),
            };
            match found {
                Ok(grid) if grid.pitch.0.min(grid.pitch.1) >= LEGIBLE => return Ok(()),
                Ok(_) if !self.enlarge_for_a_stranger("a tiny board") => return Ok(()),
                Ok(_) => self.ports.reader.put_board_aside(),
                Err(_) if !self.look_around(true) => return Ok(()),
                Err(blindness) => {
                    if let (Blindness::Hidden | Blindness::Covered(_), Some(window)) =
                        (&blindness, self.ports.reader.window())
                    {
                        let id = window.id;
                        // If the window manager does not obey, the next attempt says so.
                        let _ = self.ports.reader.desktop().activate(id);
                    }
                    last = blindness;
                }
            }
        }
        Err(last.words())
    }
}
