//! One game of the practice client: position, clocks, whom it waits for and how it ended. It knows no dialogs, no
//! lobby and no pixels.

use referee::{
    gomoku::{Move, Position},
    position::Position as _,
    seat::Seat,
    verdict::{Reason, Verdict},
};

use crate::{
    countdown::Countdown,
    ledger::{Entry, Stone},
    service_event::Return,
};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// Winner and reason. A game won by abandonment ends with [`Reason::Stall`], a draw by agreement with
    /// [`Reason::Adjudicated`], a broken one with [`Reason::Aborted`].
    pub verdict: Verdict,
    /// More in words; may be empty.
    pub note: String,
}

impl End {
    /// An end that needs no words.
    pub fn plain(winner: Option<Seat>, reason: Reason) -> End {
        End {
            verdict: Verdict { winner, reason },
            note: String::new(),
        }
    }

    /// No result, and why.
    pub fn aborted(note: &str) -> End {
        End {
            note: note.to_owned(),
            ..End::plain(None, Reason::Aborted)
        }
    }
}

/// Whom the game waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
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
        reply: Option<Result<Move, String>>,
    },
    /// Nobody.
    Over(End),
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
pub struct Game {
    /// Counted from 1; 0 before the first game.
    pub number: u32,
    /// The board.
    pub position: Position,
    /// The person's seat.
    pub person: Seat,
    /// Which of the service's opponents it is; 0 without a service.
    pub opponent: usize,
    /// The opponent's name.
    pub name: String,
    /// Whom the game waits for.
    pub phase: Phase,
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
    /// The stones that were taken back, the last one of each request first.
    pub taken_back: Vec<Stone>,
}

impl Game {
    /// What there is before the first game.
    pub fn none(position: Position) -> Game {
        Game {
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
    pub fn awaits_reply(&self) -> bool {
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

    /// Plays a move of whoever's turn it is, and gives the mover its increment.
    ///
    /// # Errors
    /// The rules refuse it, in words; nothing has changed.
    pub fn play(&mut self, play: Move, increment_ms: u64, now_ms: u64) -> Result<(), String> {
        let mover = self.position.turn();
        self.position.play(play).map_err(|error| error.to_string())?;
        self.placed_ms = now_ms;
        if let Some(clock) = &mut self.countdown {
            clock.add(mover, increment_ms);
        }
        Ok(())
    }

    /// Whether the opponent has a stone on the board that it could take back.
    pub fn can_take_back(&self) -> bool {
        let mine = usize::from(self.person == Seat::First && self.position.turn() != self.person);
        let stones = self.position.history().len();
        self.is_going_on() && stones > mine
    }

    /// Takes the opponent's last stone back, and the person's if it came after it. Then the opponent is to move.
    pub fn take_back(&mut self) {
        let count = if self.position.turn() == self.person { 1 } else { 2 };
        let stones = self.stones().unwrap_or_default();
        for stone in stones.into_iter().rev().take(count) {
            self.position.undo();
            self.taken_back.push(stone);
        }
    }

    /// The stones on the board, in order of play.
    pub fn stones(&self) -> Option<Vec<Stone>> {
        let mut board = Position::new(self.position.size(), self.position.rule()).ok()?;
        let mut stones = Vec::new();
        for play in self.position.history() {
            let seat = board.turn();
            if let Move::Place(point) = play {
                stones.push(Stone {
                    seat,
                    x: point.x,
                    y: point.y,
                });
            }
            board.play(*play).ok()?;
        }
        Some(stones)
    }

    /// What the ledger says of it; `None` while it is not over.
    pub fn entry(&self) -> Option<Entry> {
        let Phase::Over(end) = &self.phase else {
            return None;
        };
        let stones = self.stones()?;
        Some(Entry {
            number: self.number,
            began_ms: self.began_ms,
            ended_ms: self.ended_ms,
            size: self.position.size(),
            rule: self.position.rule(),
            person: self.person,
            opponent: self.name.clone(),
            stones,
            taken_back: self.taken_back.clone(),
            verdict: end.verdict,
            note: end.note.clone(),
        })
    }
}
