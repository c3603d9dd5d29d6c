//! Paper Soccer as text. A turn is a string of digits, one a line, bounces included: 0 is up, towards the goal that the
//! first player attacks, and the others follow clockwise. [`table`] has a game a line, [`tags`] a game with all that is
//! known of it.

pub mod table;
pub mod tags;
pub mod openings;

use referee::{
    kind::Kind as _,
    position::Position as _,
    record::{Ply, Record},
    seat::Seat,
    soccer::{Position, turn::Turn},
    verdict::{Reason, Verdict},
};

use crate::{
    finish,
    malformed::{Malformed, Place, excerpt},
};

/// A game of Paper Soccer as a record.
pub type SoccerRecord = Record<Position>;

/// A game as a file tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoccerGame {
    /// With the verdict of the rules where they have one.
    pub record: SoccerRecord,
    /// What the file says of the result, if the rules say something else.
    pub contradiction: Option<Malformed>,
}

/// The turns of a game in order, the last one perhaps unfinished.
pub fn turns(record: &SoccerRecord) -> Vec<String> {
    let mut turns: Vec<String> = Vec::new();
    let mut before = None;
    for (ply, seat) in record.plies.iter().zip(record.seats()) {
        if Position::counts(ply.play, seat, before) {
            turns.push(String::new());
        }
        if let Some(turn) = turns.last_mut() {
            turn.push(ply.play.digit());
        }
        before = Some(seat);
    }
    turns
}

/// A result as a file states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stated {
    /// Where it says so.
    offset: usize,
    /// `None` for a draw.
    winner: Option<Seat>,
    /// Why, as far as it is said.
    reason: Option<Reason>,
}

/// A game on its way from a text into a record.
struct Reading<'a> {
    text: &'a str,
    place: Place,
    /// All but its plies.
    record: SoccerRecord,
    /// Each with the byte where it stands.
    turns: Vec<(usize, &'a str)>,
    stated: Option<Stated>,
}

impl Reading<'_> {
    /// Plays the turns, and lets the rules say who won.
    fn judge(mut self) -> Result<SoccerGame, Malformed> {
        let position = self.play()?;
        let decided = position.outcome().map(|end| Verdict {
            winner: end.winner,
            reason: end.reason,
        });
        let contradicts = |stated: &Stated| decided.is_some_and(|decided| decided.winner != stated.winner);
        let contradiction = self.stated.filter(contradicts).map(|stated| {
            let said = |winner: Option<Seat>| winner.map_or("a draw", Seat::name);
            let rules = decided.and_then(|decided| decided.winner);
            self.trouble(
                stated.offset,
                format!(
                    "the result is {}, by the rules it is {}",
                    said(stated.winner),
                    said(rules)
                ),
                "the game is kept with the result of the rules",
            )
        });
        let by_agreement = |stated: Stated| Verdict {
            winner: stated.winner,
            // Many a file says who won and not whether the other resigned or ran out of time.
            reason: stated
                .reason
                .filter(|reason| !reason.is_by_rules())
                .unwrap_or(Reason::Adjudicated),
        };
        self.record.verdict = decided.or(self.stated.map(by_agreement));
        Ok(SoccerGame {
            record: self.record,
            contradiction,
        })
    }

    fn play(&mut self) -> Result<Position, Malformed> {
        let begun = self.record.start();
        let mut position =
            begun.map_err(|error| self.trouble(self.place.offset, error.reason, "is the field larger?"))?;
        for (index, &(offset, digits)) in self.turns.iter().enumerate() {
            let number = index + 1;
            let turn: Turn = digits.parse().map_err(|error| {
                let message = format!("no turn {}: {error}", excerpt(digits));
                self.trouble(
                    offset,
                    message,
                    "a turn is written with the digits 0 to 7, one a line",
                )
            })?;
            let seat = position.turn();
            for (step, &direction) in turn.directions().iter().enumerate() {
                let has_rested = position.outcome().is_none() && position.turn() != seat;
                let played = match has_rested {
                    true => Err("the ball had come to rest".to_owned()),
                    false => position.play(direction).map_err(|error| error.to_string()),
                };
                played.map_err(|error| {
                    let message = format!("turn {number}, line {}: {error}", step + 1);
                    self.trouble(
                        offset + step,
                        message,
                        "is 0 the direction that the first player attacks in?",
                    )
                })?;
                self.record.plies.push(Ply::bare(direction));
            }
            let is_last = number == self.turns.len();
            if !is_last && position.outcome().is_none() && position.turn() == seat {
                let message = format!("turn {number} ends while the ball bounces");
                return Err(self.trouble(offset, message, "are bounces written as lines of the same turn?"));
            }
        }
        Ok(position)
    }

    fn trouble(&self, offset: usize, message: impl Into<String>, hint: &str) -> Malformed {
        Malformed::after(self.place, self.text.as_bytes(), offset, message, hint)
    }
}

/// A record that came from a file gets an id by its content, of which `others` before it in the file had the same.
fn identify(record: &mut SoccerRecord, others: &mut std::collections::HashMap<String, usize>) {
    let bare = record.clone().into_any();
    let id = finish::content_id(&bare);
    let count = others.entry(id.clone()).or_default();
    record.id = match *count {
        0 => id,
        count => finish::repeated_id(&id, count),
    };
    *count += 1;
}

#[cfg(test)]
mod tests;
