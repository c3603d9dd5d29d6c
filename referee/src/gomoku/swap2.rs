//! Swap2: how the seats agree on colours. Knows stones by number only, not where they stand.
//!
//! The first seat puts three stones, black, white, black. The second seat answers: it takes Black (swaps), or
//! stays White and puts the fourth stone at once, or puts two more stones, white then black, after which the
//! first seat takes the colour it likes. The next stone is White's in every case.

use crate::{color::Color, gomoku::Move, seat::Seat};

/// How far the opening has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The first seat puts three stones, of which `placed` (0 to 2) are there.
    Three {
        /// Stones put so far.
        placed: u8,
    },
    /// The second seat takes Black, or puts a white stone and stays White, or decides to put two.
    Answer,
    /// The second seat puts two stones, of which `placed` (0 or 1) are there.
    Two {
        /// Stones of the two put so far.
        placed: u8,
    },
    /// The first seat takes a colour.
    Decide,
    /// Colours are dealt; from here on the seats alternate.
    Settled {
        /// Who has the black stones.
        black: Seat,
    },
}

impl Stage {
    /// Before the first stone of swap2.
    pub const START: Stage = Stage::Three { placed: 0 };
    /// The most moves that an opening takes: three stones, "put two", two stones, a choice.
    pub(crate) const MOVES_MAX: usize = 7;

    /// The stage after these moves from [`Stage::START`].
    ///
    /// # Panics
    /// A move does not fit its stage.
    pub fn after(moves: &[Move]) -> Stage {
        moves
            .iter()
            .take(Stage::MOVES_MAX)
            .fold(Stage::START, |stage, &played| {
                stage.next(played).expect("the history holds legal moves only")
            })
    }

    /// The stage after `played`; `None` if no such move is open.
    pub fn next(self, played: Move) -> Option<Stage> {
        Some(match (self, played) {
            (Stage::Three { placed: 2 }, Move::Place(_)) => Stage::Answer,
            (Stage::Three { placed }, Move::Place(_)) => Stage::Three { placed: placed + 1 },
            (Stage::Answer, Move::Place(_)) => Stage::Settled { black: Seat::First },
            (Stage::Answer, Move::Choose(Color::Black)) => Stage::Settled { black: Seat::Second },
            (Stage::Answer, Move::PutTwo) => Stage::Two { placed: 0 },
            (Stage::Two { placed: 0 }, Move::Place(_)) => Stage::Two { placed: 1 },
            (Stage::Two { .. }, Move::Place(_)) => Stage::Decide,
            (Stage::Decide, Move::Choose(Color::Black)) => Stage::Settled { black: Seat::First },
            (Stage::Decide, Move::Choose(Color::White)) => Stage::Settled { black: Seat::Second },
            (Stage::Settled { .. }, Move::Place(_)) => self,
            _ => return None,
        })
    }

    /// Who decides next, when the next stone is of colour `to_place`.
    pub fn turn(self, to_place: Color) -> Seat {
        match self {
            Stage::Three { .. } | Stage::Decide => Seat::First,
            Stage::Answer | Stage::Two { .. } => Seat::Second,
            Stage::Settled { black } => match to_place {
                Color::Black => black,
                Color::White => !black,
            },
        }
    }

    /// Whether a stone may be put.
    pub(crate) fn takes_stone(self) -> bool {
        self != Stage::Decide
    }

    /// The decisions that are open besides putting a stone.
    pub fn choices(self) -> &'static [Move] {
        match self {
            Stage::Answer => &[Move::Choose(Color::Black), Move::PutTwo],
            Stage::Decide => &[Move::Choose(Color::Black), Move::Choose(Color::White)],
            Stage::Three { .. } | Stage::Two { .. } | Stage::Settled { .. } => &[],
        }
    }

    /// Who has the black stones, once that is settled.
    pub fn black(self) -> Option<Seat> {
        match self {
            Stage::Settled { black } => Some(black),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        gomoku::{Position, Rule},
        point::Point,
        position::Position as _,
    };

    /// Plays `moves` (`p` = put a stone on the next free point, `b`/`w` = choose, `2` = put two) and tells, before
    /// each move and at the end, whose turn it is (1 or 2) and the colour of the next stone.
    fn play_out(moves: &str) -> String {
        let mut position = Position::with_swap2(15, Rule::Freestyle).unwrap();
        let tell =
            |position: &Position| format!("{}{}", position.turn().index() + 1, position.to_place().letter());
        let mut told = vec![tell(&position)];
        for (index, letter) in moves.chars().enumerate() {
            let played = match letter {
                // Spread so that no row comes about.
                'p' => Move::Place(Point::new((index as u8 * 4) % 15, index as u8)),
                'b' => Move::Choose(Color::Black),
                'w' => Move::Choose(Color::White),
                _ => Move::PutTwo,
            };
            if let Err(error) = position.play(played) {
                return format!("{} {}", told.join(" "), error.reason);
            }
            told.push(tell(&position));
        }
        told.join(" ")
    }

    #[test]
    fn turns_and_colours() {
        let check = |moves, expected: &str| assert_eq!(play_out(moves), expected, "{moves}");
        check("pppppp", "1x 1o 1x 2o 1x 2o 1x");
        check("pppbppp", "1x 1o 1x 2o 1o 2x 1o 2x");
        check("ppp2ppbpp", "1x 1o 1x 2o 2o 2x 1o 2o 1x 2o");
        check("ppp2ppwpp", "1x 1o 1x 2o 2o 2x 1o 1o 2x 1o");
    }

    #[test]
    fn what_is_not_open_is_refused() {
        let refused = |moves: &str, reason: &str| {
            let told = play_out(moves);
            assert!(told.ends_with(reason), "{moves}: {told}");
        };
        refused("b", "no choice is open");
        refused("ppb", "no choice is open");
        refused("pppw", "to stay white, put a stone");
        refused("ppp2b", "no choice is open");
        refused("ppp2pp2", "a colour must be chosen");
        refused("ppp2ppp", "a colour must be chosen");
        refused("pppbb", "no choice is open");
        refused("ppppb", "no choice is open");
        refused("pppp2", "no choice is open");
    }
}
