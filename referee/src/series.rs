//! Many games between two contestants, in pairs: every opening is played twice, with seats changed. Says
//! which games they are and keeps the score; what the score means (Elo, SPRT) is arithmetic that lives elsewhere.

use std::collections::BTreeMap;

use dice::Dice;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    seat::Seat,
    verdict::{Reason, Verdict},
};

/// One of the two sides of a series, whatever seat it has in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Contestant {
    /// The one whose score is told.
    A,
    /// The other one.
    B,
}

/// Which games a series consists of. The `n`-th game is the same however often it is asked for, so that a broken
/// series goes on where it stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeriesSchedule {
    /// Openings in the book, at least 1.
    pub openings: usize,
    /// In which order.
    pub order: OpeningOrder,
    /// Decides the order where it is shuffled.
    pub seed: u64,
    /// Games at most, two a pair.
    pub pairs_max: u64,
}

/// In which order the openings of a book are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OpeningOrder {
    /// As the book has them, from the first again after the last.
    Sequential,
    /// Each round through the book has an order of its own.
    #[default]
    Shuffled,
}

/// One game of a [`SeriesSchedule`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// Number of the game, from 0.
    pub game: u64,
    /// Which opening of the book.
    pub opening: usize,
    /// Who has the first seat. A in the first game of a pair, B in the second.
    pub first: Contestant,
}

impl SeriesSchedule {
    /// The `game`-th pairing, from 0; `None` after the last.
    pub fn pairing(&self, game: u64) -> Option<Pairing> {
        let pair = game / 2;
        if pair >= self.pairs_max || self.openings == 0 {
            return None;
        }
        let book = self.openings as u64;
        let opening = match self.order {
            OpeningOrder::Sequential => (pair % book) as usize,
            OpeningOrder::Shuffled => self.shuffled(pair / book)[(pair % book) as usize],
        };
        let first = if game.is_multiple_of(2) {
            Contestant::A
        } else {
            Contestant::B
        };
        Some(Pairing { game, opening, first })
    }

    /// The order of the openings in one round through the book: a shuffle by Fisher and Yates.
    fn shuffled(&self, round: u64) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.openings).collect();
        Dice::new(self.seed ^ round.wrapping_mul(0xd134_2543_de82_ef95)).shuffle(&mut order);
        order
    }
}

impl Pairing {
    /// The pair to which the game belongs, from 0.
    pub fn pair(&self) -> u64 {
        self.game / 2
    }

    /// Where A sits.
    pub(crate) fn seat_of_a(&self) -> Seat {
        match self.first {
            Contestant::A => Seat::First,
            Contestant::B => Seat::Second,
        }
    }
}

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Score {
    /// Games with a result.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Twice the points: a win is 2, a draw 1.
    pub fn half_points(&self) -> u64 {
        2 * self.wins + self.draws
    }

    /// Counts one more game.
    pub fn add(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }
}

/// The score of a series from A's side. Games may be added in any order.
///
/// It adds up: `both().games() == 2 * pentanomial + unpaired() + waiting()`, and with `aborted()` these are all games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    by_seat: [Score; 2],
    pentanomial: [u64; 5],
    unpaired: u64,
    aborted: u64,
    /// Pairs of which one game is in: its half points for A, `None` if it was aborted.
    halves: BTreeMap<u64, Option<u8>>,
}

impl Tally {
    /// Counts a finished game. An aborted game is counted apart, and its partner does not make a pair.
    pub fn add(&mut self, pairing: &Pairing, verdict: Verdict) {
        let seat = pairing.seat_of_a();
        let half_points = match verdict {
            Verdict {
                reason: Reason::Aborted,
                ..
            } => None,
            Verdict { winner: None, .. } => Some(1),
            Verdict {
                winner: Some(winner), ..
            } => Some(if winner == seat { 2 } else { 0 }),
        };
        match half_points {
            Some(points) => self.by_seat[seat.index()].add(points),
            None => self.aborted += 1,
        }
        match self.halves.remove(&pairing.pair()) {
            None => {
                self.halves.insert(pairing.pair(), half_points);
            }
            Some(partner) => match (half_points, partner) {
                (Some(one), Some(other)) => self.pentanomial[usize::from(one + other)] += 1,
                (Some(_), None) | (None, Some(_)) => self.unpaired += 1,
                (None, None) => {}
            },
        }
    }

    /// A's games on this seat.
    pub fn seat(&self, seat: Seat) -> Score {
        self.by_seat[seat.index()]
    }

    /// All of A's games.
    pub fn both(&self) -> Score {
        let [first, second] = self.by_seat;
        Score {
            wins: first.wins + second.wins,
            draws: first.draws + second.draws,
            losses: first.losses + second.losses,
        }
    }

    /// Complete pairs by A's half points, 0 to 4.
    pub fn pentanomial(&self) -> [u64; 5] {
        self.pentanomial
    }

    /// Games with a result whose partner was aborted.
    pub fn unpaired(&self) -> u64 {
        self.unpaired
    }

    /// Games with a result whose partner is still to come.
    pub fn waiting(&self) -> u64 {
        self.halves.values().flatten().count() as u64
    }

    /// Games without a result.
    pub fn aborted(&self) -> u64 {
        self.aborted
    }

    /// All games, with and without a result.
    pub fn games(&self) -> u64 {
        self.both().games() + self.aborted
    }
}

#[cfg(test)]
mod tests;
