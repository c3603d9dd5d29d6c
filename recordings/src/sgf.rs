//! SGF (`FF[4]`, `GM[4]`): a game with everything its record holds, in a form that other programs read as well.
//!
//! What SGF has no property for stands in `TENGEN[key:value]`, which others pass over: the id, exact times and
//! reason, and for each move its evaluation. Others see names, result, date, rule, engine, a comment a move and, for
//! Sabaki's graph, a win rate (`SBKV`). Stones go out in the order they were placed; swap2's choices are in
//! `TENGEN` only, and the names are those of the colours at the end.
//!
//! Written without `sgf-parse`: it spells the size `SZ[15:15]`, which SGF forbids for square boards, and tells
//! neither line nor place of an error.

mod read;
mod tree;
mod write;

use referee::{
    gomoku::{Move, Opening, swap2::Stage},
    record::Record,
    seat::Seat,
};

pub(crate) use self::read::{Games, decode};
pub use self::{read::read, write::write};

/// Evaluation at which the side that sees it wins 73 % of the games, for engines that count hundreds a move.
const SCORE_SCALE: f64 = 200.0;

/// Who plays the black stones; the first seat as long as swap2 has not settled it.
pub(crate) fn black_seat(record: &Record) -> Seat {
    if record.start.opening != Opening::Swap2 {
        return Seat::First;
    }
    let mut stage = Stage::START;
    for ply in &record.plies {
        match stage.next(ply.play) {
            Some(next) => stage = next,
            None => break,
        }
    }
    stage.black().unwrap_or(Seat::First)
}

/// The name of a swap2 choice in `TENGEN`.
fn choice_name(play: Move) -> Option<&'static str> {
    use referee::color::Color;
    match play {
        Move::Place(_) => None,
        Move::Choose(Color::Black) => Some("black"),
        Move::Choose(Color::White) => Some("white"),
        Move::PutTwo => Some("put_two"),
    }
}

#[cfg(test)]
mod tests;
