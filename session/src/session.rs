//! What the bot decides: hears events, answers with actions. Pure: the same session runs against the real
//! screen and in a simulated world. It never sees a pixel, a process, a file or a clock.

mod games;
mod covered;
mod dismissal;
mod due;
mod ending;
mod last_game;
mod looking;
mod mending;
mod missed;
mod opening;
mod person;
pub(crate) mod progress;
mod requests;
mod result;
mod screens;
mod seat_shown;
mod sight;
mod state;
mod taking_up;
#[cfg(test)]
mod tests;

use referee::{gomoku, player::Thought, seat::Seat};

use self::{
    covered::Covered, dismissal::Dismissal, games::SessionGames, last_game::LastGame, person::Person,
    progress::Progress, requests::Requests, seat_shown::SeatShown, sight::Sight, state::State,
};
use crate::{
    event::{Action, Event},
    live_game::playable::Playable,
    live_game::{LiveGame, Standing},
    trouble::{Escalation, Trouble},
};
use profile::bounds::Bounds;

/// A game that an earlier session left unfinished.
#[derive(Clone, Debug)]
pub struct Unfinished<P = gomoku::Position> {
    /// Its confirmed plies.
    pub position: P,
    /// Our seat in it.
    pub own_seat: Seat,
}

/// One unattended session at one client.
#[derive(Debug)]
pub struct Session<P: Playable = gomoku::Position> {
    bounds: Bounds,
    /// The beginning of a game on the client's board.
    empty: P,
    state: State<P>,
    sight: Sight<P>,
    covered: Covered,
    dismissal: Dismissal,
    escalation: Escalation,
    person: Person,
    games: SessionGames,
    last_game: LastGame<P>,
    progress: Progress,
    requests: Requests,
}

impl<P: Playable> Session<P> {
    /// A session that will play on boards like `empty`, first of all `unfinished` if it is still on the screen.
    pub fn new(bounds: Bounds, empty: P, unfinished: Option<Unfinished<P>>) -> Session<P> {
        let unfinished = unfinished.map(|game| {
            let mut game = LiveGame::new(game.position, game.own_seat, &bounds, 0);
            game.resume(0);
            game
        });
        Session {
            sight: Sight::new(&bounds),
            bounds,
            empty,
            state: State::arriving(unfinished),
            covered: Covered::default(),
            dismissal: Dismissal::default(),
            escalation: Escalation::default(),
            person: Person::default(),
            games: SessionGames::default(),
            last_game: LastGame::default(),
            progress: Progress::default(),
            requests: Requests::default(),
        }
    }

    /// Whether the session ended.
    pub fn is_over(&self) -> bool {
        matches!(self.state, State::Over)
    }

    /// Whether a game is in hand, begun here or taken up again.
    pub fn is_playing(&self) -> bool {
        self.state.game().is_some()
    }

    /// Whether a game is in hand, or one that was left may be.
    pub fn may_be_playing(&mut self) -> bool {
        self.is_playing() || self.state.unfinished_mut().is_some()
    }

    /// Our seat in the game in hand.
    pub fn own_seat(&self) -> Option<Seat> {
        self.state.game().map(LiveGame::own_seat)
    }

    /// Games finished with a result.
    pub fn games_done(&self) -> u32 {
        self.games.games_done()
    }

    /// Hears one event at `now_ms` (milliseconds that never go back) and says what to do, in order.
    pub fn step(&mut self, event: Event<P>, now_ms: u64) -> Vec<Action<P>> {
        let mut out = Vec::new();
        if self.is_over() {
            return out;
        }
        self.end_unfinished(now_ms, &mut out);
        self.hear(event, now_ms, &mut out);
        self.conclude(now_ms, &mut out);
        self.pass_time(now_ms, &mut out);
        self.watch_progress(now_ms, &mut out);
        self.tell_waiting(now_ms, &mut out);
        if self.person.wants_end_now.is_none()
            && !self.sight.is_mending()
            && let Some(game) = self.state.game_mut()
            && !game.is_told_over()
        {
            game.prompt(&self.bounds, &mut out);
        }
        out
    }

    fn hear(&mut self, event: Event<P>, now_ms: u64, out: &mut Vec<Action<P>>) {
        match event {
            Event::Taken(taken_ms) => self.sight.taken_ms = Some(taken_ms),
            Event::Read(_) | Event::Stirred(_) | Event::Blind(_) | Event::Away if self.sight.is_mending() => {
            }
            Event::Read(reading) => self.read(reading, now_ms, out),
            Event::Stirred(reading) => self.begin_reading(reading, now_ms),
            Event::Blind(blindness) => self.sight.lose(blindness, now_ms),
            Event::Board(empty) => self.change_board(empty),
            Event::Away => self.away(now_ms, out),
            Event::Seat(seat) => {
                if let Some(opening) = self.state.opening_mut() {
                    opening.seat_shown = Some(SeatShown::then(opening.seat_shown, seat, now_ms));
                }
            }
            Event::Request { number, request } => self.asked(number, request, now_ms, out),
            Event::Result {
                number,
                name,
                meaning,
                by,
            } => self.told_result(number, &name, (meaning, by), now_ms, out),
            Event::Unwanted(why) => self.leave_unwanted(&why, now_ms, out),
            Event::ScreenWornOut(name) => {
                let detail = format!("screen {name:?} comes again and again: left alone until the next game");
                out.push(fault("screen_worn_out", detail));
            }
            Event::ScreenStuck(name) => self.trouble(&Trouble::ScreenStuck(name), now_ms, out),
            Event::Screen {
                name,
                meaning,
                answered,
            } => self.see_screen(&name, meaning, answered, now_ms, out),
            Event::Thought {
                request,
                thought,
                spent_ms,
            } => self.think(request, thought, spent_ms, now_ms, out),
            Event::EngineFailed { request, error } => {
                out.push(fault("engine_failed", error.to_string()));
                self.engine_failed(request, now_ms, out);
            }
            Event::Refused(why) => self.trouble(&Trouble::Refused(why), now_ms, out),
            Event::NotYet => {
                if let Some(game) = self.state.game_mut() {
                    game.unclick();
                }
            }
            Event::Doubtful(why) => {
                if let Some(game) = self.state.game_mut() {
                    game.doubt_click();
                }
                out.push(fault("click_doubtful", why));
            }
            Event::Asked => {
                if let Some(opening) = self.state.opening_mut() {
                    opening.asked_ms = now_ms;
                    self.sight.settled_ms = now_ms;
                }
            }
            Event::Remedied(result) => self.remedied(result, now_ms, out),
            Event::Dismissed { key, is_struck } => self.dismissed(&key, is_struck, out),
            Event::PersonAtMouse => self.yield_to_person(out),
            Event::PersonLeft => self.person.is_at_mouse = false,
            Event::Pause => self.pause(out),
            Event::Resume => self.resume(now_ms, out),
            Event::StopSoon => self.stop_soon(out),
            Event::StopNow(why) => {
                out.push(Action::CancelThink);
                self.person.wants_end_now = Some((why, now_ms));
            }
            Event::Tick => {}
        }
    }

    /// The engine's answer.
    fn think(
        &mut self,
        request: u64,
        thought: Thought<P::Move>,
        spent_ms: u64,
        now_ms: u64,
        out: &mut Vec<Action<P>>,
    ) {
        let Some(game) = self.state.game_mut() else {
            return;
        };
        let awaited = game.awaits(request);
        match game.answered(request, thought, spent_ms) {
            Ok(()) if awaited => game.judge(&self.bounds, now_ms, out),
            Ok(()) => {}
            Err(why) => {
                out.push(fault("engine_illegal", why.to_string()));
                self.engine_failed(request, now_ms, out);
            }
        }
    }

    fn engine_failed(&mut self, request: u64, now_ms: u64, out: &mut Vec<Action<P>>) {
        let Some(game) = self.state.game_mut() else {
            return;
        };
        if let Standing::Over(verdict) = game.engine_failed(request, &self.bounds) {
            self.end(verdict, now_ms, out);
        }
    }

    fn yield_to_person(&mut self, out: &mut Vec<Action<P>>) {
        if !self.person.is_at_mouse {
            out.push(Action::Say("a person has the mouse: waiting".to_owned()));
        }
        self.person.is_at_mouse = true;
    }

    fn stop_soon(&mut self, out: &mut Vec<Action<P>>) {
        self.person.wants_end = true;
        if self.may_be_playing() {
            out.push(Action::Say("stopping after the game in hand".to_owned()));
        } else {
            self.finish("stopped between two games", true, out);
        }
    }
}

/// Something went wrong; for the journal.
fn fault<P: Playable>(kind: &'static str, detail: String) -> Action<P> {
    Action::Fault { kind, detail }
}
