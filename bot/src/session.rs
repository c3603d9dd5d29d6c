//! The bot's mind: hears events, answers with actions. Pure: the same session runs against the real
//! screen and in a simulated world. It never sees a pixel, a process, a file or a clock.

mod covered;
mod dismissal;
mod ending;
mod mending;
mod opening;
pub mod progress;
mod requests;
mod result;
#[cfg(test)]
mod tests;

use referee::{gomoku, seat::Seat};
use vision::{observation::Observation, settle::Settle};

use self::{
    covered::Covered,
    dismissal::Dismissal,
    opening::{Missed, SeatShown},
    progress::Progress,
    requests::Requests,
    result::Results,
};
use crate::{
    event::{Action, Blindness, Event},
    live_game::{LiveGame, Standing},
    trouble::{Escalation, Trouble},
};
use profile::{bounds::Bounds, screen::Meaning};
use watch::health::Tally;

/// A game that an earlier session left unfinished.
#[derive(Clone, Debug)]
pub struct Unfinished {
    /// Its confirmed plies.
    pub position: gomoku::Position,
    /// Our seat in it.
    pub own_seat: Seat,
}

/// After the client told the result of a game that was left, its board is gone within so many milliseconds.
const LEFT_MS: u64 = 2_000;
/// A screen that is up is told at least once in so many milliseconds.
const EXPLAINED_MS: u64 = 5_000;
/// Readings in a row that must agree.
const READINGS: u32 = 2;

#[derive(Clone, Debug)]
enum State {
    /// Nothing was seen yet.
    Arriving { unfinished: Option<Box<LiveGame>> },
    /// A new game was asked for.
    Opening {
        attempt: u32,
        asked_ms: u64,
        before: Option<Observation>,
        fresh_since_ms: Option<u64>,
    },
    /// A game is in hand.
    Playing(Box<LiveGame>),
    /// Between two games.
    Resting { until_ms: u64 },
    /// The session ended.
    Over,
}

/// One unattended session at one client.
#[derive(Debug)]
pub struct Session {
    bounds: Bounds,
    /// The empty board of the client's size and rule.
    empty: gomoku::Position,
    state: State,
    settle: Settle,
    ladder: Escalation,
    /// A remedy is being carried out since then; readings mean nothing until it is done.
    mending_since_ms: Option<u64>,
    blind: Option<(Blindness, u64)>,
    last_settled_ms: u64,
    last_seen: Option<Observation>,
    /// The seat that the client shows for the game to come.
    seat_shown: Option<SeatShown>,
    /// Since when the board of the game in hand is not up.
    away_since_ms: Option<u64>,
    /// Until when a screen that was answered may still lie over the board.
    veiled_until_ms: u64,
    /// Until when what lies over the board is a screen that tells no result.
    explained_until_ms: u64,
    /// Since when an opponent is looked for.
    waiting_since_ms: Option<u64>,
    missed: Missed,
    /// Our seat in the last game that began.
    last_seat: Option<Seat>,
    losses_in_a_row: u32,
    person_at_mouse: bool,
    stop_soon: bool,
    stopping: Option<(String, u64)>,
    games_done: u32,
    aborted_in_a_row: u32,
    crashes_in_a_row: u32,
    /// The opponent of the last game is not wanted; of so many in a row.
    unwanted_in_a_row: u32,
    /// Until when the board may still be that of such a game, be it empty.
    left_until_ms: u64,
    progress: Progress,
    tally: Tally,
    requests: Requests,
    covered: Covered,
    dismissal: Dismissal,
    results: Results,
}

impl Session {
    /// A session that will play on boards like `empty`, first of all `unfinished` if it is still on the screen.
    pub fn new(bounds: Bounds, empty: gomoku::Position, unfinished: Option<Unfinished>) -> Session {
        let unfinished = unfinished.map(|game| Box::new(LiveGame::new(game.position, game.own_seat, 0)));
        Session {
            settle: Settle::new(READINGS, bounds.settle_ms),
            bounds,
            empty,
            state: State::Arriving { unfinished },
            ladder: Escalation::default(),
            mending_since_ms: None,
            blind: None,
            last_settled_ms: 0,
            last_seen: None,
            seat_shown: None,
            away_since_ms: None,
            veiled_until_ms: 0,
            explained_until_ms: 0,
            waiting_since_ms: None,
            missed: Missed::default(),
            last_seat: None,
            losses_in_a_row: 0,
            person_at_mouse: false,
            stop_soon: false,
            stopping: None,
            games_done: 0,
            aborted_in_a_row: 0,
            crashes_in_a_row: 0,
            unwanted_in_a_row: 0,
            left_until_ms: 0,
            progress: Progress::default(),
            tally: Tally::default(),
            requests: Requests::default(),
            covered: Covered::default(),
            dismissal: Dismissal::default(),
            results: Results::default(),
        }
    }

    /// Whether the session ended.
    pub fn is_over(&self) -> bool {
        matches!(self.state, State::Over)
    }

    /// Whether a game is in hand, begun here or taken up again.
    pub fn is_playing(&self) -> bool {
        matches!(self.state, State::Playing(_))
    }

    /// Our seat in the game in hand.
    pub fn own_seat(&self) -> Option<Seat> {
        match &self.state {
            State::Playing(course) => Some(course.own_seat()),
            _ => None,
        }
    }

    /// Games finished with a result.
    pub fn games_done(&self) -> u32 {
        self.games_done
    }

    /// Hears one event at `now_ms` (milliseconds that never go back) and says what to do, in order.
    pub fn step(&mut self, event: Event, now_ms: u64) -> Vec<Action> {
        let mut out = Vec::new();
        if self.is_over() {
            return out;
        }
        self.hear(event, now_ms, &mut out);
        self.conclude(now_ms, &mut out);
        self.pass_time(now_ms, &mut out);
        self.watch_progress(now_ms, &mut out);
        self.tell_waiting(now_ms, &mut out);
        if let State::Playing(course) = &mut self.state
            && !course.is_told_over()
            && self.stopping.is_none()
            && self.mending_since_ms.is_none()
        {
            course.prompt(&self.bounds, &mut out);
        }
        out
    }

    fn hear(&mut self, event: Event, now_ms: u64, out: &mut Vec<Action>) {
        match event {
            Event::Read(_) | Event::Stirred(_) | Event::Blind(_) | Event::Away
                if self.mending_since_ms.is_some() => {}
            Event::Read(reading) => self.read(reading, now_ms, out),
            Event::Stirred(reading) => self.begin_reading(reading, now_ms),
            Event::Blind(blindness) => {
                self.settle.reset();
                if self.blind.as_ref().is_none_or(|(known, _)| *known != blindness) {
                    let since_ms = self.blind.as_ref().map_or(now_ms, |(_, since_ms)| *since_ms);
                    self.blind = Some((blindness, since_ms));
                }
            }
            Event::Away => self.away(now_ms, out),
            Event::Seat(seat) => {
                if let State::Opening { .. } = self.state {
                    self.seat_shown = Some(SeatShown::then(self.seat_shown, seat, now_ms));
                }
            }
            Event::Request { number, request } => self.asked(number, request, now_ms, out),
            Event::Result {
                number,
                name,
                meaning,
            } => self.told_result(number, &name, meaning, now_ms, out),
            Event::Unwanted(why) => self.leave_unwanted(&why, now_ms, out),
            Event::ScreenWornOut(name) => out.push(Action::Fault {
                kind: "screen_worn_out",
                detail: format!("screen {name:?} comes again and again: left alone until the next game"),
            }),
            Event::ScreenStuck(name) => self.trouble(&Trouble::ScreenStuck(name), now_ms, out),
            Event::Screen {
                name,
                meaning,
                answered,
            } => {
                if answered {
                    out.push(Action::Say(format!("screen {name:?} answered")));
                    self.veiled_until_ms = now_ms + self.bounds.screen_ms;
                    self.results.answered |= meaning.is_result();
                }
                if meaning == Meaning::Nothing {
                    self.explained_until_ms = now_ms + EXPLAINED_MS;
                }
                if meaning.is_result() || meaning == Meaning::Aborted {
                    self.left_until_ms = self.left_until_ms.min(now_ms + LEFT_MS);
                }
                self.screen(meaning, now_ms, out);
            }
            Event::Thought {
                request,
                thought,
                spent_ms,
            } => {
                let State::Playing(course) = &mut self.state else {
                    return;
                };
                let awaited = course.awaits(request);
                match course.answered(request, thought, spent_ms) {
                    Ok(()) if awaited => course.judge(&self.bounds, now_ms, out),
                    Ok(()) => {}
                    Err(why) => {
                        out.push(Action::Fault {
                            kind: "engine_illegal",
                            detail: why,
                        });
                        self.engine_failed(request, now_ms, out);
                    }
                }
            }
            Event::EngineFailed { request, error } => {
                out.push(Action::Fault {
                    kind: "engine_failed",
                    detail: error.to_string(),
                });
                self.engine_failed(request, now_ms, out);
            }
            Event::Refused(why) => self.trouble(&Trouble::Refused(why), now_ms, out),
            Event::NotYet => {
                if let State::Playing(course) = &mut self.state {
                    course.unclick();
                }
            }
            Event::Doubtful(why) => {
                if let State::Playing(course) = &mut self.state {
                    course.doubt_click();
                }
                out.push(Action::Fault {
                    kind: "click_doubtful",
                    detail: why,
                });
            }
            Event::Asked => {
                if let State::Opening { asked_ms, .. } = &mut self.state {
                    *asked_ms = now_ms;
                    self.last_settled_ms = now_ms;
                }
            }
            Event::Remedied(result) => self.remedied(result, now_ms, out),
            Event::Dismissed { key, is_struck } => self.dismissed(&key, is_struck, out),
            Event::PersonAtMouse => self.yield_to_person(out),
            Event::PersonLeft => self.person_at_mouse = false,
            Event::StopSoon => self.stop_soon(out),
            Event::StopNow(why) => {
                out.push(Action::CancelThink);
                self.stopping = Some((why, now_ms));
            }
            Event::Tick => {}
        }
    }

    /// The client shows no board. Between games that may be; in a game it is waited for.
    fn away(&mut self, now_ms: u64, out: &mut Vec<Action>) {
        self.blind = None;
        self.settle.reset();
        self.last_settled_ms = now_ms;
        // The next board that comes up is another one, whatever it looks like, and seats may have changed.
        self.last_seen = None;
        self.results.last_board = None;
        self.left_until_ms = 0;
        self.seat_shown = None;
        if let State::Opening { before, .. } = &mut self.state {
            *before = None;
        }
        if let State::Arriving { unfinished } = &self.state {
            if unfinished.is_some() {
                self.close_unfinished(out);
            }
            self.ask_for_game(1, now_ms, out);
        }
        self.covered = Covered::default();
        let since_ms = *self.away_since_ms.get_or_insert(now_ms);
        if let State::Playing(course) = &mut self.state {
            if course.is_told_over() {
                course.lose_sight();
            } else if now_ms >= since_ms + self.bounds.away_ms {
                self.away_since_ms = None;
                self.trouble(&Trouble::Away, now_ms, out);
            }
        }
    }

    fn read(&mut self, reading: Observation, now_ms: u64, out: &mut Vec<Action>) {
        self.blind = None;
        self.away_since_ms = None;
        self.covered.see(&reading);
        if let State::Playing(course) = &mut self.state {
            if course.is_told_over() {
                self.last_settled_ms = now_ms;
                return course.weigh_end(&reading, now_ms, out);
            }
            course.glimpse(&reading, now_ms);
        }
        if now_ms < self.veiled_until_ms {
            self.settle.reset();
            return;
        }
        let Some(seen) = self.settle.push(reading, now_ms) else {
            self.look_at_unclear(now_ms, out);
            return;
        };
        self.last_settled_ms = now_ms;
        self.dismissal.rest();
        match &mut self.state {
            State::Arriving { unfinished } => {
                let unfinished = unfinished.take();
                self.arrive(unfinished, &seen, now_ms, out);
            }
            State::Opening { .. } => self.look_for_fresh_board(&seen, now_ms, out),
            State::Playing(_) => self.look_at_game(&seen, now_ms, out),
            State::Resting { .. } => self.look_while_resting(&seen, now_ms, out),
            State::Over => {}
        }
        self.last_seen = Some(seen);
    }

    /// In a game, the first of the readings that must agree may be that of the picture in which a stone came.
    fn begin_reading(&mut self, reading: Observation, now_ms: u64) {
        let State::Playing(course) = &mut self.state else {
            return;
        };
        if course.is_told_over() {
            return;
        }
        course.glimpse(&reading, now_ms);
        if now_ms >= self.veiled_until_ms {
            self.settle.begin(reading, now_ms);
        }
    }

    fn arrive(
        &mut self,
        unfinished: Option<Box<LiveGame>>,
        seen: &Observation,
        now_ms: u64,
        out: &mut Vec<Action>,
    ) {
        if let Some(mut course) = unfinished {
            if course.catch_up(seen, now_ms, &self.bounds, out) {
                let plies = course.position().history().len();
                out.push(Action::Say(format!(
                    "the unfinished game is still on the screen: going on at ply {plies}"
                )));
                let standing = course.standing();
                self.state = State::Playing(course);
                if let Standing::Over(verdict) = standing {
                    self.end(verdict, now_ms, out);
                }
                return;
            }
            self.close_unfinished(out);
        }
        self.last_seen = Some(seen.clone());
        self.ask_for_game(1, now_ms, out);
    }

    fn close_unfinished(&mut self, out: &mut Vec<Action>) {
        let words = "the unfinished game is not on the screen any more: closed as aborted";
        out.push(Action::Say(words.to_owned()));
        self.close_uncounted(out);
    }

    fn look_at_game(&mut self, seen: &Observation, now_ms: u64, out: &mut Vec<Action>) {
        if self.is_outrun(seen) {
            return self.begin_as_second(seen, now_ms, out);
        }
        let State::Playing(course) = &mut self.state else {
            return;
        };
        let may_click = !self.person_at_mouse && self.stopping.is_none();
        let before = course.position().history().len();
        let standing = course.saw(seen, now_ms, &self.bounds, may_click, out);
        if course.position().history().len() > before {
            self.ladder.progress();
        }
        match standing {
            Ok(Standing::GoingOn) => {}
            Ok(Standing::Over(verdict)) => self.end(verdict, now_ms, out),
            Err(trouble) => self.trouble(&trouble, now_ms, out),
        }
    }

    /// A reading that stays unclear: a cell or two that cannot be told, or a winning line drawn over the stones.
    fn look_at_unclear(&mut self, now_ms: u64, out: &mut Vec<Action>) {
        if let State::Opening { .. } = self.state {
            return self.look_for_first_stone(now_ms, out);
        }
        let may_click = !self.person_at_mouse && self.stopping.is_none();
        let State::Playing(course) = &mut self.state else {
            return;
        };
        let Some(seen) = self.settle.stuck(now_ms, self.bounds.unclear_ms) else {
            return;
        };
        let plies = course.position().history().len();
        let standing = match course.saw_unclear(seen, now_ms, &self.bounds, may_click, out) {
            Ok(Some(standing)) => {
                self.last_settled_ms = now_ms;
                Ok(standing)
            }
            Ok(None) => match self.settle.stuck(now_ms, self.bounds.ending_ms) {
                Some(seen) => {
                    let is_stuck = self.settle.stuck(now_ms, self.bounds.unknown_ms).is_some();
                    let clicked_counts = is_stuck && now_ms >= self.explained_until_ms;
                    Ok(course.saw_ending(seen, clicked_counts, now_ms, out))
                }
                None => Ok(Standing::GoingOn),
            },
            Err(trouble) => Err(trouble),
        };
        if course.position().history().len() > plies {
            self.last_settled_ms = now_ms;
            self.ladder.progress();
        }
        match standing {
            Ok(Standing::GoingOn) => {}
            Ok(Standing::Over(verdict)) => self.end(verdict, now_ms, out),
            Err(trouble) => self.trouble(&trouble, now_ms, out),
        }
    }

    fn screen(&mut self, meaning: Meaning, now_ms: u64, out: &mut Vec<Action>) {
        self.settle.reset();
        self.last_settled_ms = now_ms;
        match &mut self.state {
            State::Playing(course) => course.hear(meaning, now_ms),
            // An empty lobby is no trouble, however long: only the client's own word says that it is one.
            State::Opening { asked_ms, .. } if meaning == Meaning::Waiting => {
                let since_ms = *self.waiting_since_ms.get_or_insert(now_ms);
                let limit_ms = self.bounds.seek_ms.unwrap_or(self.bounds.waiting_ms);
                if now_ms < since_ms.saturating_add(limit_ms) {
                    *asked_ms = now_ms;
                    self.progress.be_patient(now_ms);
                }
            }
            State::Opening { .. } if meaning.is_result() => self.miss_game(now_ms, out),
            _ => {}
        }
    }

    fn engine_failed(&mut self, request: u64, now_ms: u64, out: &mut Vec<Action>) {
        let State::Playing(course) = &mut self.state else {
            return;
        };
        if let Standing::Over(verdict) = course.engine_failed(request, &self.bounds) {
            self.end(verdict, now_ms, out);
        }
    }

    fn yield_to_person(&mut self, out: &mut Vec<Action>) {
        if !self.person_at_mouse {
            out.push(Action::Say("a person has the mouse: waiting".to_owned()));
        }
        self.person_at_mouse = true;
    }

    fn stop_soon(&mut self, out: &mut Vec<Action>) {
        self.stop_soon = true;
        match self.state {
            State::Playing(_) => out.push(Action::Say("stopping after the game in hand".to_owned())),
            _ => self.finish("stopped between two games", true, out),
        }
    }

    /// What becomes due because time passed.
    fn pass_time(&mut self, now_ms: u64, out: &mut Vec<Action>) {
        if self.is_over() {
            return;
        }
        if let Some((why, since_ms)) = self.stopping.clone() {
            let in_the_air = matches!(&self.state, State::Playing(course) if course.is_pending());
            if !in_the_air || now_ms >= since_ms + self.bounds.last_look_ms {
                self.finish(&why, false, out);
            }
            return;
        }
        if let Some(since_ms) = self.mending_since_ms {
            if now_ms >= since_ms + self.bounds.remedy_ms {
                self.remedied(Err("it took too long".to_owned()), now_ms, out);
            }
            return;
        }
        if let Some((blindness, since_ms)) = self.blind.clone() {
            if now_ms >= since_ms + self.bounds.blind_ms {
                self.blind = None;
                if blindness.is_cover() {
                    return self.wait_uncovered(&blindness, now_ms, out);
                }
                self.trouble(&Trouble::Blind(blindness), now_ms, out);
            }
            return;
        }
        self.pass_time_seeing(now_ms, out);
    }

    fn pass_time_seeing(&mut self, now_ms: u64, out: &mut Vec<Action>) {
        self.dismiss(now_ms, out);
        let unsettled_ms = now_ms.saturating_sub(self.last_settled_ms);
        match &self.state {
            State::Resting { until_ms } if now_ms >= *until_ms => self.ask_for_game(1, now_ms, out),
            State::Opening {
                attempt,
                asked_ms,
                fresh_since_ms,
                ..
            } if now_ms >= fresh_since_ms.unwrap_or(*asked_ms).max(*asked_ms) + self.bounds.new_game_ms => {
                let next = attempt + 1;
                if next > self.bounds.new_game_attempts && !self.may_seek_on(now_ms) {
                    let trouble = self.no_new_game();
                    self.trouble(&trouble, now_ms, out);
                } else {
                    self.ask_for_game(next, now_ms, out);
                }
            }
            // A client that plays by itself before it is asked (a demonstration) never comes to rest.
            State::Arriving { unfinished }
                if unfinished.is_none() || unsettled_ms >= 2 * self.bounds.mismatch_ms =>
            {
                if unfinished.is_some() {
                    self.close_unfinished(out);
                }
                self.ask_for_game(1, now_ms, out);
            }
            State::Playing(_) | State::Opening { .. } if unsettled_ms >= 2 * self.bounds.mismatch_ms => {
                self.last_settled_ms = now_ms;
                if self.covered.is_waited_for(now_ms, &self.bounds) {
                    return self.wait_for_dialog(now_ms, out);
                }
                let why = self.settle.unrest();
                self.trouble(&Trouble::Unsettled(why), now_ms, out);
            }
            _ => {}
        }
    }
}
