//! One game of the practice client: position, clocks, whom it waits for and how it ended. It knows no dialogs, no
//! lobby and no pixels.

use referee::{
    gomoku,
    position::IllegalMove,
    seat::Seat,
    verdict::{Reason, Verdict},
};

use crate::{
    countdown::Countdown,
    exercise::Exercise,
    ledger::{FinishedGame, LedgerEntry as _, SidePlies},
    service_event::Return,
};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PracticeEnd {
    /// Winner and reason. A game won by abandonment ends with [`Reason::Stall`], a draw by agreement with
    /// [`Reason::Adjudicated`], a broken one with [`Reason::Aborted`].
    pub verdict: Verdict,
    /// More in words; may be empty.
    pub note: String,
}

impl PracticeEnd {
    /// An end that needs no words.
    pub fn plain(winner: Option<Seat>, reason: Reason) -> PracticeEnd {
        PracticeEnd {
            verdict: Verdict { winner, reason },
            note: String::new(),
        }
    }

    /// No result, and why.
    pub fn aborted(note: &str) -> PracticeEnd {
        PracticeEnd {
            note: note.to_owned(),
            ..PracticeEnd::plain(None, Reason::Aborted)
        }
    }
}

/// Whom the game waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase<P: Exercise = gomoku::Position> {
    /// No game has begun.
    Unbegun,
    /// The person.
    Person,
    /// The opponent.
    Opponent {
        /// The number of the request.
        request: u64,
        /// When its stone may be placed at the earliest.
        due_ms: u64,
        /// The move that it has chosen, if it has, or how it failed.
        reply: Option<Result<P::Move, String>>,
    },
    /// Nobody.
    Over(PracticeEnd),
}

/// An opponent's absence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Away {
    /// Until when.
    pub until_ms: u64,
    /// What comes then.
    pub then: Return,
}

/// One game and everything that belongs to it.
#[derive(Clone, Debug)]
pub struct PracticeGame<P: Exercise = gomoku::Position> {
    /// Counted from 1; 0 before the first game.
    pub number: u32,
    /// The board.
    pub position: P,
    /// The person's seat.
    pub person: Seat,
    /// Which of the service's opponents it is; 0 without a service.
    pub opponent: usize,
    /// The opponent's name.
    pub name: String,
    /// Whom the game waits for.
    pub phase: Phase<P>,
    /// Both clocks, if there are any.
    pub countdown: Option<Countdown>,
    /// The opponent's absence.
    pub away: Option<Away>,
    /// When it began.
    pub began_ms: u64,
    /// When the last stone was placed.
    pub placed_ms: u64,
    /// When it ended.
    pub ended_ms: u64,
    /// What was taken back, the last turn of each request first.
    pub taken_back: Vec<SidePlies<P::Move>>,
}

impl<P: Exercise> PracticeGame<P> {
    /// What there is before the first game.
    pub fn none(position: P) -> PracticeGame<P> {
        PracticeGame {
            number: 0,
            position,
            person: Seat::First,
            opponent: 0,
            name: String::new(),
            phase: Phase::Unbegun,
            countdown: None,
            away: None,
            began_ms: 0,
            placed_ms: 0,
            ended_ms: 0,
            taken_back: Vec::new(),
        }
    }

    /// Whether it has begun and is not over.
    pub fn is_going_on(&self) -> bool {
        matches!(self.phase, Phase::Person | Phase::Opponent { .. })
    }

    /// Whether the opponent's answer is still awaited.
    pub(crate) fn awaits_reply(&self) -> bool {
        matches!(self.phase, Phase::Opponent { reply: None, .. })
    }

    /// Charges the clocks until `now_ms`, and lets run whose it is from there. `question`: the opponent waits for the
    /// person's answer to something else.
    pub fn charge(&mut self, question: bool, now_ms: u64) {
        let (person, next) = (self.person, self.runs(question, now_ms));
        let Some(clock) = &mut self.countdown else {
            return;
        };
        // An opponent's stone that was held back by us ended the opponent's time all the same.
        if let Phase::Opponent {
            due_ms,
            reply: Some(Ok(_)),
            ..
        } = self.phase
            && clock.running() == Some(!person)
            && (clock.since_ms()..now_ms).contains(&due_ms)
        {
            clock.run(Some(person), due_ms);
        }
        clock.run(next, now_ms);
    }

    /// Whose clock runs.
    fn runs(&self, question: bool, now_ms: u64) -> Option<Seat> {
        let person = match &self.phase {
            Phase::Unbegun | Phase::Over(_) => return None,
            _ if self.away.is_some() => return None,
            Phase::Person => true,
            Phase::Opponent {
                due_ms,
                reply: Some(Ok(_)),
                ..
            } => question || *due_ms <= now_ms,
            Phase::Opponent { .. } => question,
        };
        Some(if person { self.person } else { !self.person })
    }

    /// Whose flag has fallen. The clocks have been charged.
    pub fn flag(&self, now_ms: u64) -> Option<Seat> {
        let clock = self.countdown.filter(|_| self.is_going_on())?;
        clock.running().filter(|seat| clock.left_ms(*seat, now_ms) == 0)
    }

    /// Plays a move of whoever's turn it is, and gives the mover its increment when its turn is over.
    ///
    /// # Errors
    /// The rules refuse it; nothing has changed.
    pub fn play(&mut self, play: P::Move, increment_ms: u64, now_ms: u64) -> Result<(), IllegalMove> {
        let mover = self.position.turn();
        self.position.play(play)?;
        self.placed_ms = now_ms;
        if let Some(clock) = &mut self.countdown
            && !self.position.is_mid_turn()
        {
            clock.add(mover, increment_ms);
        }
        Ok(())
    }

    /// Whether the opponent has made a move that it could take back.
    pub(crate) fn can_take_back(&self) -> bool {
        let person = self.person;
        self.is_going_on() && self.position.played().iter().any(|(seat, _)| *seat != person)
    }

    /// Takes the opponent's last turn back, and what the person played after it. Then the opponent is to move.
    pub fn take_back(&mut self) {
        let plies = self.position.played();
        let sides: Vec<_> = plies.chunk_by(|one, other| one.0 == other.0).collect();
        let theirs = sides.iter().rposition(|side| side[0].0 != self.person);
        for side in sides.iter().skip(theirs.unwrap_or(sides.len())).rev() {
            for _ in *side {
                self.position.undo();
            }
            self.taken_back.push(SidePlies {
                seat: side[0].0,
                plies: side.iter().map(|(_, play)| *play).collect(),
            });
        }
    }

    /// Whether the person has begun a turn whose last move can be undone.
    pub(crate) fn can_undo(&self) -> bool {
        self.phase == Phase::Person && self.position.is_mid_turn()
    }

    /// Undoes the last move of the person's unfinished turn. It has never been a move: no list has it.
    pub fn undo(&mut self) {
        if self.can_undo() {
            self.position.undo();
            // What is on the board now has been there for long.
            self.placed_ms = 0;
        }
    }

    /// What the ledger says of it; `None` while it is not over.
    pub fn entry(&self) -> Option<P::Entry> {
        let Phase::Over(end) = &self.phase else {
            return None;
        };
        Some(P::Entry::of(&FinishedGame {
            number: self.number,
            began_ms: self.began_ms,
            ended_ms: self.ended_ms,
            position: &self.position,
            plies: &self.position.played(),
            person: self.person,
            opponent: &self.name,
            taken_back: &self.taken_back,
            verdict: end.verdict,
            note: &end.note,
        }))
    }
}
