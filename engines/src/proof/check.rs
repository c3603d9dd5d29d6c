//! The judge of proofs. It walks through a proof with the referee's rules alone: at each of the loser's turns every legal
//! reply is either answered by the proof, or leaves the winner a five at once, or is tried against the fours that the
//! proof names for it.
//!
//! After a four the replies need not be tried one by one: a stone takes at most one of the points where the winner makes
//! five, and does not spoil another. So two such points win, one has to be blocked, and if the loser cannot win at once
//! and may not block, the winner has won. `full_width` tries them all.

use referee::{
    color::Color,
    gomoku::{Rule, line},
    point::Point,
};

use super::{Attack, Field, Proof, Threat};

/// What became of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// The win is proven by the rules.
    Holds,
    /// It is not: what is wrong, with the moves that lead there.
    Broken(String),
    /// The check would take more than the steps that were allowed.
    TooLong,
}

/// Looks at all empty points that a check may take, if nobody says otherwise: a few seconds.
pub const STEPS_DEFAULT: u64 = 400_000;

/// Whether `proof` shows a win of the side to move.
pub fn check(field: &Field, proof: &Proof, steps_max: u64) -> Checked {
    if proof.winner != field.turn {
        return Checked::Broken("the winner is not to move".to_owned());
    }
    let mut judge = Judge {
        field: field.clone(),
        winner: proof.winner,
        path: Vec::new(),
        steps: 0,
        steps_max,
    };
    match judge.attack(&proof.attack) {
        Ok(()) => Checked::Holds,
        Err(Stop::TooLong) => Checked::TooLong,
        Err(Stop::Flaw(flaw)) => {
            let path: Vec<String> = judge.path.iter().map(Point::to_string).collect();
            Checked::Broken(format!("{flaw} after {}", path.join(" ")))
        }
    }
}

enum Stop {
    Flaw(&'static str),
    TooLong,
}

struct Judge {
    field: Field,
    winner: Color,
    /// Stones put, so that they can be taken back; after a flaw, the way to it.
    path: Vec<Point>,
    steps: u64,
    steps_max: u64,
}

impl Judge {
    fn attack(&mut self, attack: &Attack) -> Result<(), Stop> {
        match attack {
            Attack::Fours(line) => self.fours(line),
            Attack::Threat(threat) => self.threat(threat),
        }
    }

    fn threat(&mut self, threat: &Threat) -> Result<(), Stop> {
        if self.put(threat.play, self.winner)? {
            self.take();
            return Ok(());
        }
        if !self.fives(!self.winner)?.is_empty() {
            return Err(Stop::Flaw("the loser makes five"));
        }
        let empties: Vec<Point> = self.field.board.empties().collect();
        let fives = self.fives(self.winner)?;
        let mut legal = 0;
        for reply in empties {
            if !self.field.is_legal(reply, !self.winner) {
                continue;
            }
            legal += 1;
            self.put(reply, !self.winner)?;
            if let Some((_, attack)) = threat.replies.iter().find(|(point, _)| *point == reply) {
                self.attack(attack)?;
            } else if fives.iter().all(|&five| five == reply) {
                self.fours(&threat.otherwise)?;
            }
            self.take();
        }
        self.stuck(legal)?;
        self.take();
        Ok(())
    }

    /// Without a legal reply the game is over: renju's Black has lost, on a full board nobody has.
    fn stuck(&self, legal: usize) -> Result<(), Stop> {
        let lost = self.field.rule == Rule::Renju && self.winner == Color::White;
        match legal {
            0 if self.field.board.is_full() || !lost => Err(Stop::Flaw("the game is a draw")),
            _ => Ok(()),
        }
    }

    fn fours(&mut self, line: &[Point]) -> Result<(), Stop> {
        let before = self.path.len();
        for (index, &play) in line.iter().enumerate().step_by(2) {
            if self.put(play, self.winner)? {
                return self.back(before);
            }
            if !self.fives(!self.winner)?.is_empty() {
                return Err(Stop::Flaw("the loser makes five"));
            }
            let fives = self.fives(self.winner)?;
            let &[block] = fives.as_slice() else {
                return match fives.len() {
                    0 => Err(Stop::Flaw("there is no four")),
                    _ => self.back(before),
                };
            };
            if !self.field.is_legal(block, !self.winner) {
                return self.back(before);
            }
            if line.get(index + 1) != Some(&block) {
                return Err(Stop::Flaw("the four is blocked elsewhere"));
            }
            self.put(block, !self.winner)?;
        }
        Err(Stop::Flaw("there is no five"))
    }

    /// Puts a stone; true if it wins.
    fn put(&mut self, point: Point, color: Color) -> Result<bool, Stop> {
        if !self.field.is_legal(point, color) {
            self.path.push(point);
            return Err(Stop::Flaw("the move is illegal"));
        }
        let wins = line::would_win(&self.field.board, point, color, self.field.rule);
        self.field.board.put(point, color);
        self.path.push(point);
        Ok(wins)
    }

    fn take(&mut self) {
        if let Some(point) = self.path.pop() {
            self.field.board.take(point);
        }
    }

    fn back(&mut self, length: usize) -> Result<(), Stop> {
        while self.path.len() > length {
            self.take();
        }
        Ok(())
    }

    fn fives(&mut self, color: Color) -> Result<Vec<Point>, Stop> {
        self.steps += 1;
        if self.steps > self.steps_max {
            return Err(Stop::TooLong);
        }
        Ok(self.field.fives(color))
    }
}

#[cfg(test)]
mod tests;
