//! The course of games: from the lobby to an opponent, from stone to stone, to the end and into the ledger.

use referee::{
    color::Color,
    gomoku::{Move, Position},
    point::Point,
    position::Position as _,
    seat::Seat,
    verdict::{Reason, Verdict},
};

use super::{Action, Dialog, End, Game, Model, Page, Phase, Seating, between};
use crate::{countdown::Countdown, setup::Goes};

/// Shortest and longest time that the service's question stays, in milliseconds.
const SURVEY_MS: (u64, u64) = (300, 8_000);

impl Model {
    /// Opens the service's question.
    pub(super) fn ask_something(&mut self, until_ms: u64) {
        self.survey_until_ms = Some(until_ms);
        self.open(Dialog::Survey);
    }

    /// The service's question is not up any more.
    pub(super) fn survey_went(&mut self, now_ms: u64) {
        if std::mem::take(&mut self.result_waits) {
            self.result_due_ms = Some(now_ms);
        }
    }

    /// The first page, or the one after a login.
    pub(super) fn enter(&mut self, now_ms: u64) -> Vec<Action> {
        if self.setup.service.is_none() {
            let seat = self.next_seat();
            return self.begin(0, seat, now_ms);
        }
        self.show_lobby();
        Vec::new()
    }

    pub(super) fn show_lobby(&mut self) {
        let count = self
            .setup
            .service
            .as_ref()
            .map_or(0, |service| service.opponents.len());
        self.page = Page::Lobby;
        self.popups.chat = None;
        self.dialogs.retain(|dialog| *dialog == Dialog::Maintenance);
        self.survey_until_ms = None;
        self.result_waits = false;
        self.leaving_ms = None;
        self.result_due_ms = None;
        self.notice = None;
        let sure = self.dice.below(count.max(1));
        let mut online = Vec::new();
        for index in 0..count {
            if self.dice.chance(0.7) || index == sure {
                online.push(index);
            }
        }
        self.online = online;
        self.revision += 1;
    }

    /// An opponent is found.
    pub(super) fn meet(&mut self, now_ms: u64) -> Vec<Action> {
        let opponent = if self.online.is_empty() {
            0
        } else {
            *self.dice.pick(&self.online)
        };
        let seat = self.next_seat();
        self.begin(opponent, seat, now_ms)
    }

    pub(super) fn next_seat(&mut self) -> Seat {
        match self.setup.seating {
            Seating::Drawn if self.dice.chance(0.5) => Seat::Second,
            Seating::Drawn => Seat::First,
            _ => self.expected_seat(),
        }
    }

    /// The seat of the next game where it is not drawn by lot.
    pub(super) fn expected_seat(&self) -> Seat {
        match self.setup.seating {
            Seating::First | Seating::Drawn => Seat::First,
            Seating::Second => Seat::Second,
            Seating::Alternate if self.games.is_multiple_of(2) => Seat::First,
            Seating::Alternate => Seat::Second,
        }
    }

    pub(super) fn begin(&mut self, opponent: usize, person: Seat, now_ms: u64) -> Vec<Action> {
        let mut actions = self.abort("another game was begun", now_ms);
        self.games += 1;
        let position = Position::new(self.setup.size, self.setup.rule).expect("the size was good before");
        let service = self.setup.service.as_ref();
        let name = service.map_or(&self.setup.opponent, |service| &service.opponents[opponent].name);
        let game_ms = service.and_then(|service| service.game_ms);
        self.game = Game {
            number: self.games,
            person,
            opponent,
            name: name.clone(),
            countdown: game_ms.map(|game_ms| Countdown::new(game_ms, now_ms)),
            began_ms: now_ms,
            ..Game::none(position)
        };
        self.page = Page::Game;
        self.dialogs.retain(|dialog| *dialog == Dialog::Maintenance);
        self.survey_until_ms = None;
        self.result_waits = false;
        self.leaving_ms = None;
        self.popups.chat = None;
        self.result_due_ms = None;
        self.notice = None;
        actions.extend(self.pass_turn(now_ms));
        actions
    }

    /// Says who is next after a stone or at the start.
    pub(super) fn pass_turn(&mut self, now_ms: u64) -> Vec<Action> {
        self.revision += 1;
        if let Some(outcome) = self.game.position.outcome() {
            return self.end(End::plain(outcome.winner, outcome.reason), now_ms);
        }
        if self.game.position.turn() == self.game.person {
            self.game.phase = Phase::Person;
            return Vec::new();
        }
        vec![self.ask(now_ms)]
    }

    pub(super) fn ask(&mut self, now_ms: u64) -> Action {
        self.requests += 1;
        let usual = (self.setup.reply_ms, self.setup.reply_ms);
        let opponent = self
            .setup
            .service
            .as_ref()
            .map(|service| &service.opponents[self.game.opponent]);
        let (range, player) = opponent.map_or((usual, 0), |opponent| (opponent.reply_ms, opponent.player));
        let opens = self.game.position.history().is_empty();
        let range = self.setup.manners.first_ms.filter(|_| opens).unwrap_or(range);
        self.game.phase = Phase::Opponent {
            request: self.requests,
            due_ms: now_ms + between(&mut self.dice, range),
            reply: None,
        };
        Action::Think {
            player,
            request: self.requests,
            position: Box::new(self.game.position.clone()),
        }
    }

    /// The game in hand is over; the ledger has it from here on.
    pub(super) fn finish(&mut self, end: End, now_ms: u64) -> Vec<Action> {
        let unanswered = self.game.awaits_reply();
        self.game.phase = Phase::Over(end);
        self.game.away = None;
        self.game.ended_ms = now_ms;
        self.ledger.extend(self.game.entry());
        self.dialogs.retain(|dialog| !dialog.ends_with_the_game());
        self.revision += 1;
        if unanswered {
            vec![Action::Forget]
        } else {
            Vec::new()
        }
    }

    pub(super) fn end(&mut self, end: End, now_ms: u64) -> Vec<Action> {
        match end.verdict {
            Verdict {
                reason: Reason::Aborted,
                ..
            } => {}
            Verdict {
                winner: Some(seat), ..
            } if seat == self.game.person => self.score.wins += 1,
            Verdict { winner: Some(_), .. } => self.score.losses += 1,
            Verdict { winner: None, .. } => self.score.draws += 1,
        }
        let due_ms = now_ms + self.setup.result_ms;
        self.result_due_ms = Some(due_ms);
        let actions = self.finish(end, now_ms);
        let survey = self.setup.manners.survey;
        if survey > 0.0 && self.dice.chance(survey) {
            let for_ms = between(&mut self.dice, SURVEY_MS);
            match self.setup.manners.goes {
                Goes::ByItself => {
                    self.result_due_ms = Some(due_ms + for_ms);
                    self.ask_something(due_ms + for_ms);
                }
                Goes::WhenClosed => {
                    self.result_due_ms = None;
                    self.result_waits = true;
                    self.survey_until_ms = None;
                    self.open(Dialog::Survey);
                }
            }
        }
        actions
    }

    /// Breaks the game in hand off, if there is one.
    pub(super) fn abort(&mut self, why: &str, now_ms: u64) -> Vec<Action> {
        if self.game.is_going_on() {
            self.finish(End::aborted(why), now_ms)
        } else {
            Vec::new()
        }
    }

    pub(super) fn rematch(&mut self, now_ms: u64) -> Vec<Action> {
        let seat = match self.setup.seating {
            Seating::First => Seat::First,
            Seating::Second => Seat::Second,
            Seating::Alternate | Seating::Drawn => !self.game.person,
        };
        self.begin(self.game.opponent, seat, now_ms)
    }

    pub(super) fn take_back(&mut self, now_ms: u64) -> Vec<Action> {
        if !self.game.can_take_back() {
            return Vec::new();
        }
        let mut actions = Vec::new();
        if self.game.awaits_reply() {
            actions.push(Action::Forget);
        }
        self.game.take_back();
        actions.extend(self.pass_turn(now_ms));
        actions
    }

    /// What the rules refuse is ignored in silence, as most clients do; only a forbidden point is explained.
    pub(super) fn place(&mut self, point: Point, now_ms: u64) -> Vec<Action> {
        if self.game.phase != Phase::Person || self.game.away.is_some() {
            return Vec::new();
        }
        self.wind(now_ms);
        if self
            .game
            .play(Move::Place(point), self.increment_ms(), now_ms)
            .is_ok()
        {
            self.notice = None;
            return self.pass_turn(now_ms);
        }
        let position = &self.game.position;
        let forbidden = position
            .forbidden(point)
            .filter(|_| position.to_place() == Color::Black);
        self.notice = forbidden.map(|reason| format!("Forbidden: {reason}"));
        self.revision += 1;
        Vec::new()
    }

    pub(super) fn increment_ms(&self) -> u64 {
        self.setup
            .service
            .as_ref()
            .map_or(0, |service| service.increment_ms)
    }

    /// An answer to an earlier game or position is worth nothing.
    pub(super) fn note_reply(&mut self, answered: u64, result: Result<Move, String>) {
        if let Phase::Opponent {
            request,
            reply: reply @ None,
            ..
        } = &mut self.game.phase
            && *request == answered
        {
            *reply = Some(result);
        }
    }

    /// The opponent's stone, if it has chosen one and nothing keeps it waiting.
    pub(super) fn place_reply(&mut self, now_ms: u64) -> Vec<Action> {
        let held_up = self.is_held_up();
        let Phase::Opponent {
            due_ms,
            reply: Some(reply),
            ..
        } = &self.game.phase
        else {
            return Vec::new();
        };
        let played = match reply.clone() {
            Ok(_) if *due_ms > now_ms || held_up => return Vec::new(),
            Ok(play) => self.game.play(play, self.increment_ms(), now_ms),
            Err(trouble) => Err(trouble),
        };
        match played {
            Ok(()) => self.pass_turn(now_ms),
            Err(trouble) => self.end(End::aborted(&trouble), now_ms),
        }
    }
}
