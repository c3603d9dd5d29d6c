//! The course of games: from the lobby to an opponent, from stone to stone, to the end and into the ledger.

use referee::{
    point::Point,
    seat::Seat,
    verdict::{Reason, Verdict},
};

use super::{ClientAction, Dialog, Model, Page, Phase, PracticeEnd, PracticeGame, Seating, between};
use crate::{countdown::Countdown, exercise::Exercise, setup::Goes};

/// Shortest and longest time that the service's question stays, in milliseconds.
const SURVEY_MS: (u64, u64) = (300, 8_000);

impl<P: Exercise> Model<P> {
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
    pub(super) fn enter(&mut self, now_ms: u64) -> Vec<ClientAction<P>> {
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
    pub(super) fn meet(&mut self, now_ms: u64) -> Vec<ClientAction<P>> {
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

    pub(super) fn begin(&mut self, opponent: usize, person: Seat, now_ms: u64) -> Vec<ClientAction<P>> {
        let mut actions = self.abort("another game was begun", now_ms);
        self.games += 1;
        let position = self.setup.beginning();
        let service = self.setup.service.as_ref();
        let name = service.map_or(&self.setup.opponent, |service| &service.opponents[opponent].name);
        let game_ms = service.and_then(|service| service.game_ms);
        self.game = PracticeGame {
            number: self.games,
            person,
            opponent,
            name: name.clone(),
            countdown: game_ms.map(|game_ms| Countdown::new(game_ms, now_ms)),
            began_ms: now_ms,
            ..PracticeGame::none(position)
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

    /// Says who is next after a move or at the start.
    pub(super) fn pass_turn(&mut self, now_ms: u64) -> Vec<ClientAction<P>> {
        self.revision += 1;
        if let Some(outcome) = self.game.position.outcome() {
            return self.end(PracticeEnd::plain(outcome.winner, outcome.reason), now_ms);
        }
        if self.game.position.turn() == self.game.person {
            self.game.phase = Phase::Person;
            return Vec::new();
        }
        vec![self.ask(now_ms)]
    }

    pub(super) fn ask(&mut self, now_ms: u64) -> ClientAction<P> {
        self.requests += 1;
        let usual = (self.setup.reply_ms, self.setup.reply_ms);
        let opponent = self
            .setup
            .service
            .as_ref()
            .map(|service| &service.opponents[self.game.opponent]);
        let (range, player) = opponent.map_or((usual, 0), |opponent| (opponent.reply_ms, opponent.player));
        let opens = self.game.position.plies() == 0;
        let range = self.setup.manners.first_ms.filter(|_| opens).unwrap_or(range);
        // A turn goes on as soon as its last line is there.
        let fade_ms = self.setup.fade_ms;
        let goes_on = self.game.position.is_mid_turn();
        let range = if goes_on { (fade_ms, fade_ms) } else { range };
        self.game.phase = Phase::Opponent {
            request: self.requests,
            due_ms: now_ms + between(&mut self.dice, range),
            reply: None,
        };
        ClientAction::Think {
            player,
            request: self.requests,
            position: Box::new(self.game.position.clone()),
        }
    }

    /// The game in hand is over; the ledger has it from here on.
    pub(super) fn finish(&mut self, end: PracticeEnd, now_ms: u64) -> Vec<ClientAction<P>> {
        let unanswered = self.game.awaits_reply();
        self.game.phase = Phase::Over(end);
        self.game.away = None;
        self.game.ended_ms = now_ms;
        self.ledger.extend(self.game.entry());
        self.dialogs.retain(|dialog| !dialog.ends_with_the_game());
        self.revision += 1;
        if unanswered {
            vec![ClientAction::Forget]
        } else {
            Vec::new()
        }
    }

    pub(super) fn end(&mut self, end: PracticeEnd, now_ms: u64) -> Vec<ClientAction<P>> {
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
    pub(super) fn abort(&mut self, why: &str, now_ms: u64) -> Vec<ClientAction<P>> {
        if self.game.is_going_on() {
            self.finish(PracticeEnd::aborted(why), now_ms)
        } else {
            Vec::new()
        }
    }

    pub(super) fn rematch(&mut self, now_ms: u64) -> Vec<ClientAction<P>> {
        let seat = match self.setup.seating {
            Seating::First => Seat::First,
            Seating::Second => Seat::Second,
            Seating::Alternate | Seating::Drawn => !self.game.person,
        };
        self.begin(self.game.opponent, seat, now_ms)
    }

    pub(super) fn take_back(&mut self, now_ms: u64) -> Vec<ClientAction<P>> {
        if !self.game.can_take_back() {
            return Vec::new();
        }
        let mut actions = Vec::new();
        if self.game.awaits_reply() {
            actions.push(ClientAction::Forget);
        }
        self.game.take_back();
        actions.extend(self.pass_turn(now_ms));
        actions
    }

    /// What the rules refuse is ignored in silence, as most clients do, but for what the game explains.
    pub(super) fn place(&mut self, point: Point, now_ms: u64) -> Vec<ClientAction<P>> {
        if self.game.phase != Phase::Person || self.game.away.is_some() {
            return Vec::new();
        }
        self.wind(now_ms);
        let increment_ms = self.increment_ms();
        if let Some(play) = self.game.position.move_at(point)
            && self.game.play(play, increment_ms, now_ms).is_ok()
        {
            self.notice = None;
            return self.pass_turn(now_ms);
        }
        self.notice = self.game.position.objection(point);
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
    pub(super) fn note_reply(&mut self, answered: u64, result: Result<P::Move, String>) {
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

    /// The opponent's move, if it has chosen one and nothing keeps it waiting.
    pub(super) fn place_reply(&mut self, now_ms: u64) -> Vec<ClientAction<P>> {
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
            Ok(play) => self
                .game
                .play(play, self.increment_ms(), now_ms)
                .map_err(|illegal| illegal.to_string()),
            Err(trouble) => Err(trouble),
        };
        match played {
            Ok(()) => self.pass_turn(now_ms),
            Err(trouble) => self.end(PracticeEnd::aborted(&trouble), now_ms),
        }
    }
}
