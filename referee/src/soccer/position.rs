//! One legal position with its history: lines, ball, whose turn it is, end.

use dice::nth;

use super::{Blocked, Direction, Lines, Node, Rules};
use crate::{
    position::{self, IllegalMove},
    seat::Seat,
    verdict::{Outcome, Reason},
};

/// A game of Paper Soccer as far as it has come. The first player attacks the goal in row 0.
///
/// Invariant: drawing `history` from the beginning gives `lines`; an entry's seat drew its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    rules: Rules,
    lines: Lines,
    turn: Seat,
    history: Vec<Drawn>,
    end: Option<End>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Drawn {
    direction: Direction,
    by: Seat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Goal(Seat),
    Blocked,
}

impl Position {
    /// The beginning: nothing drawn, the ball in the middle.
    pub fn new(rules: Rules) -> Position {
        Position {
            rules,
            lines: Lines::new(rules.pitch),
            turn: Seat::First,
            history: Vec::new(),
            end: None,
        }
    }

    /// Measures and the rule for blocked players.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Which lines are left, and where the ball lies.
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// Where the ball lies.
    pub fn ball(&self) -> Node {
        self.lines.ball()
    }

    /// Every line, in the order in which they were drawn.
    pub fn history(&self) -> impl ExactSizeIterator<Item = Direction> + DoubleEndedIterator {
        self.history.iter().map(|drawn| drawn.direction)
    }

    /// Every line with the seat that drew it.
    pub fn drawn(&self) -> impl ExactSizeIterator<Item = (Seat, Direction)> + DoubleEndedIterator {
        self.history.iter().map(|drawn| (drawn.by, drawn.direction))
    }

    /// Lines that the player whose turn it is has drawn since the ball rested last. 0 for a game that is over.
    pub fn drawn_in_turn(&self) -> usize {
        if self.end.is_some() {
            return 0;
        }
        let own = |drawn: &&Drawn| drawn.by == self.turn;
        self.history.iter().rev().take_while(own).count()
    }

    /// What the rules have against a line; `None` for a legal one.
    fn objection(&self, direction: Direction) -> Option<&'static str> {
        if self.end.is_some() {
            return Some("the game is over");
        }
        let ball = self.ball();
        if self.lines.free(ball) & 1 << direction.number() != 0 {
            return None;
        }
        Some(match self.rules.pitch.neighbor(ball, direction) {
            None => "off the field, or along its wall",
            Some(_) => "drawn already",
        })
    }

    fn end_after(&self, bounces: bool) -> Option<End> {
        let ball = self.ball();
        match self.rules.pitch.scorer(ball) {
            Some(seat) => Some(End::Goal(seat)),
            None => (bounces && self.lines.free(ball) == 0).then_some(End::Blocked),
        }
    }
}

impl position::Position for Position {
    type Move = Direction;

    fn turn(&self) -> Seat {
        self.turn
    }

    fn plies(&self) -> usize {
        self.history.len()
    }

    fn legal_moves(&self) -> Vec<Direction> {
        match self.end {
            Some(_) => Vec::new(),
            None => self.lines.ways().collect(),
        }
    }

    fn play(&mut self, played: Direction) -> Result<(), IllegalMove> {
        if let Some(reason) = self.objection(played) {
            return Err(IllegalMove {
                played: played.to_string(),
                reason: reason.to_owned(),
            });
        }
        let bounces = self.lines.draw(played);
        self.history.push(Drawn {
            direction: played,
            by: self.turn,
        });
        self.end = self.end_after(bounces);
        if !bounces && self.end.is_none() {
            self.turn = !self.turn;
        }
        Ok(())
    }

    fn undo(&mut self) -> Option<Direction> {
        let Drawn { direction, by } = self.history.pop()?;
        self.lines.take_back(direction);
        self.turn = by;
        self.end = None;
        Some(direction)
    }

    fn is_within_turn(&self) -> bool {
        self.drawn_in_turn() > 0
    }

    fn outcome(&self) -> Option<Outcome> {
        let (winner, reason) = match self.end? {
            End::Goal(seat) => (Some(seat), Reason::Goal),
            End::Blocked => {
                let other = (self.rules.blocked == Blocked::Loses).then_some(!self.turn);
                (other, Reason::Blocked)
            }
        };
        Some(Outcome {
            winner,
            reason,
            line: Vec::new(),
        })
    }

    fn key(&self) -> u64 {
        const KIND: u64 = 0x7069_7463_6800_0000;
        let (width, length): (u8, u8) = self.rules.pitch.into();
        let rules = u64::from(width) << 16 | u64::from(length) << 8 | self.rules.blocked as u64;
        let ball = nth(0x6261_6c6c_0000_0000 | u64::from(self.ball().0));
        let turn = self.turn.index() as u64 * nth(0x7475_726e_0000_0000);
        self.lines.drawn() ^ ball ^ turn ^ nth(KIND | rules)
    }
}

#[cfg(test)]
mod tests;
