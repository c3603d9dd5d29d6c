//! The course of a game at home: its beginning, moves, replies, undo, its end and its record.

use referee::{point::Point, seat::Seat, verdict::Verdict};

use super::{Sitting, SittingAction, SittingPhase};
use crate::{
    model::PracticeEnd,
    parlor::{hosted::Hosted, kept::KeptGame},
    setup::Seating,
};

impl<P: Hosted> Sitting<P> {
    /// Another game, as it is wanted. One in hand stays open in its record.
    pub(super) fn begin(&mut self) -> Vec<SittingAction<P>> {
        let mut actions = self.forget();
        if self.has_moved() {
            self.games += 1;
        }
        self.person = match self.wishes.seating {
            Seating::First => Seat::First,
            Seating::Second => Seat::Second,
            Seating::Alternate if self.games.is_multiple_of(2) => Seat::First,
            Seating::Alternate => Seat::Second,
            Seating::Drawn if self.dice.chance(0.5) => Seat::First,
            Seating::Drawn => Seat::Second,
        };
        self.start = P::start(self.wishes.size, self.wishes.rule);
        self.position = P::begin(&self.start).expect("the size is within the rules");
        self.turn_page();
        actions.extend(self.pass_turn());
        actions
    }

    /// What follows goes to another record.
    fn turn_page(&mut self) {
        self.record += 1;
        self.is_kept = false;
        self.notice = None;
        self.scrolled = 0;
        self.cursor = self.resting_place();
        self.marked = None;
    }

    /// Goes on with a game that was kept.
    pub(super) fn resume(&mut self, game: KeptGame<P>) -> Vec<SittingAction<P>> {
        let Ok(mut position) = P::begin(&game.start) else {
            self.notice = Some("No game begins like this".to_owned());
            return Vec::new();
        };
        let refused = game.plies.iter().find_map(|play| position.play(*play).err());
        if let Some(illegal) = refused {
            self.notice = Some(illegal.to_string());
            return Vec::new();
        }
        let moves = position.legal_moves();
        if moves.iter().any(|play| position.point_of(*play).is_none()) {
            self.notice = Some("Its opening is not settled".to_owned());
            return Vec::new();
        }
        let mut actions = self.forget();
        if self.has_moved() {
            self.games += 1;
        }
        (self.wishes.size, self.wishes.rule) = P::chosen(&game.start);
        if let Some(spec) = &game.engine {
            self.wishes.want(spec);
        }
        self.start = game.start;
        self.position = position;
        self.person = game.person;
        self.sheet = None;
        self.turn_page();
        self.is_kept = true;
        match game.verdict {
            // Given up, or out of time: the board alone does not tell.
            Some(verdict) => self.phase = SittingPhase::Over(end(verdict)),
            None => actions.extend(self.pass_turn()),
        }
        actions
    }

    /// Says who is next.
    fn pass_turn(&mut self) -> Vec<SittingAction<P>> {
        if let Some(outcome) = self.position.outcome() {
            self.phase = SittingPhase::Over(PracticeEnd::plain(outcome.winner, outcome.reason));
            return Vec::new();
        }
        if self.position.turn() == self.person {
            self.phase = SittingPhase::Person;
            return Vec::new();
        }
        self.requests += 1;
        self.phase = SittingPhase::Engine(self.requests);
        vec![SittingAction::Think {
            request: self.requests,
            spec: self.wishes.spec().to_owned(),
            position: Box::new(self.position.clone()),
        }]
    }

    /// No answer is awaited any more.
    fn forget(&mut self) -> Vec<SittingAction<P>> {
        match self.phase {
            SittingPhase::Engine(_) => {
                self.phase = SittingPhase::Stuck(String::new());
                vec![SittingAction::Forget]
            }
            _ => Vec::new(),
        }
    }

    /// The engine is another one: whoever thinks, or could not, is asked anew.
    pub(super) fn change_engine(&mut self) -> Vec<SittingAction<P>> {
        let mut actions = self.forget();
        if let SittingPhase::Stuck(_) = self.phase {
            actions.extend(self.pass_turn());
        }
        actions
    }

    /// The person's move to a point.
    pub(super) fn place(&mut self, point: Point) -> Vec<SittingAction<P>> {
        if self.phase != SittingPhase::Person {
            return Vec::new();
        }
        let played = self.position.move_at(point);
        let played = played.is_some_and(|play| self.position.play(play).is_ok());
        if !played {
            self.notice = self.position.objection(point);
            return Vec::new();
        }
        self.go_on()
    }

    /// An answer to an earlier position is worth nothing.
    pub(super) fn take_reply(
        &mut self,
        answered: u64,
        result: Result<P::Move, String>,
    ) -> Vec<SittingAction<P>> {
        if self.phase != SittingPhase::Engine(answered) {
            return Vec::new();
        }
        let played = result.and_then(|play| self.position.play(play).map_err(|illegal| illegal.to_string()));
        match played {
            Ok(()) => self.go_on(),
            Err(trouble) => {
                self.phase = SittingPhase::Stuck(trouble);
                Vec::new()
            }
        }
    }

    /// After a ply.
    fn go_on(&mut self) -> Vec<SittingAction<P>> {
        self.notice = None;
        self.scrolled = 0;
        if self.position.held().is_some() {
            self.cursor = self.resting_place();
        }
        let next = self.pass_turn();
        if let SittingPhase::Over(end) = &self.phase {
            match end.verdict.winner {
                Some(seat) if seat == self.person => self.score.wins += 1,
                Some(_) => self.score.losses += 1,
                None => self.score.draws += 1,
            }
        }
        let mut actions = self.keep();
        actions.extend(next);
        actions
    }

    /// Takes back the person's last ply and all that followed it. A finished game stays as it is in its record, and what comes
    /// now is another one.
    pub(super) fn undo(&mut self) -> Vec<SittingAction<P>> {
        if !self.has_moved() {
            self.notice = Some("There is nothing to take back".to_owned());
            return Vec::new();
        }
        let mut actions = self.forget();
        let was_over = matches!(self.phase, SittingPhase::Over(_));
        while self.position.undo().is_some() && self.position.turn() != self.person {}
        if was_over {
            self.record += 1;
            self.is_kept = false;
        }
        self.notice = None;
        self.scrolled = 0;
        if self.position.held().is_some() {
            self.cursor = self.resting_place();
        }
        actions.extend(self.pass_turn());
        if self.is_kept {
            actions.extend(self.keep());
        }
        actions
    }

    /// Keeps the game, from the person's first move on.
    fn keep(&mut self) -> Vec<SittingAction<P>> {
        if !self.has_moved() && !self.is_kept {
            return Vec::new();
        }
        self.is_kept = true;
        let played = self.position.played().into_iter();
        vec![SittingAction::Keep(Box::new(KeptGame {
            start: self.start.clone(),
            plies: played.map(|(_, play)| play).collect(),
            person: self.person,
            engine: Some(self.wishes.spec().to_owned()),
            verdict: self.verdict(),
        }))]
    }

    /// Whether the person has moved in this game.
    pub(super) fn has_moved(&self) -> bool {
        let played = self.position.played();
        played.iter().any(|(seat, _)| *seat == self.person)
    }

    /// Where the cursor rests: on the ball, if there is one.
    fn resting_place(&self) -> Point {
        let (size, _) = P::chosen(&self.start);
        self.position.held().unwrap_or_else(|| P::middle(size))
    }
}

fn end(verdict: Verdict) -> PracticeEnd {
    PracticeEnd {
        verdict,
        note: String::new(),
    }
}
