//! The slow judge of proofs, by which the quick one is judged: it plays every legal reply, after fours as after any other
//! move, and knows of the game only what a [`gomoku::Position`] tells: `legal_moves`, `play`, `undo`, `outcome`.

use referee::{
    gomoku::{self, Move},
    point::Point,
    position::Position as _,
    seat::Seat,
};

use super::{Attack, Proof};

/// Whether the side to move wins by `proof`, whatever is replied.
///
/// # Errors
/// The moves after which it does not.
pub fn check(position: &gomoku::Position, proof: &Proof) -> Result<(), Vec<Move>> {
    let mut judge = Judge {
        position: position.clone(),
        winner: position.turn(),
        won_with: None,
    };
    if position.to_place() == proof.winner && judge.attack(&proof.attack) {
        return Ok(());
    }
    Err(judge.position.history().to_vec())
}

struct Judge {
    position: gomoku::Position,
    winner: Seat,
    /// The five that was found last: most often it is there after the next reply, too.
    won_with: Option<Move>,
}

/// Answers leave the position as it was when they are true, and where the trouble is when they are false.
impl Judge {
    fn attack(&mut self, attack: &Attack) -> bool {
        match attack {
            Attack::Fours(line) => self.fours(line),
            Attack::Threat(threat) => self.after(threat.play, |judge, reply| {
                match threat.replies.iter().find(|(point, _)| *point == reply) {
                    Some((_, attack)) => judge.attack(attack),
                    None => judge.wins_at_once() || judge.fours(&threat.otherwise),
                }
            }),
        }
    }

    fn fours(&mut self, line: &[Point]) -> bool {
        let Some((&play, rest)) = line.split_first() else {
            return false;
        };
        self.after(play, |judge, reply| match rest.split_first() {
            Some((&block, rest)) if block == reply => judge.wins_at_once() || judge.fours(rest),
            _ => judge.wins_at_once(),
        })
    }

    /// Plays the winner's move: it wins, or every reply is answered.
    fn after(&mut self, play: Point, answer: impl Fn(&mut Judge, Point) -> bool) -> bool {
        if self.position.play(Move::Place(play)).is_err() {
            return false;
        }
        let proven = match self.position.outcome() {
            Some(outcome) => outcome.winner == Some(self.winner),
            None => self.position.legal_moves().into_iter().all(|reply| {
                let Move::Place(point) = reply else { return false };
                let played = self.position.play(reply).is_ok();
                let lost = played && self.position.outcome().is_none() && answer(self, point);
                if lost {
                    self.position.undo();
                }
                lost
            }),
        };
        if proven {
            self.position.undo();
        }
        proven
    }

    fn wins_at_once(&mut self) -> bool {
        if self.won_with.is_some_and(|played| self.wins_with(played)) {
            return true;
        }
        let mut moves = self.position.legal_moves().into_iter();
        self.won_with = moves.find(|&played| self.wins_with(played));
        self.won_with.is_some()
    }

    fn wins_with(&mut self, played: Move) -> bool {
        if self.position.play(played).is_err() {
            return false;
        }
        let wins = (self.position.outcome()).is_some_and(|outcome| outcome.winner == Some(self.winner));
        self.position.undo();
        wins
    }
}
