//! Swap2 as a manager asks for it: the player chooses stage by stage, as in a match of ours, and all that it chooses for
//! one request is one answer. The game in hand stays one of stones in turn, whichever way it goes on.

use std::time::{Duration, Instant};

use referee::{
    color::Color,
    gomoku::{Move, Position, swap2::Stage},
    player::{Limits, PlayerError},
    position::Position as _,
};

use super::{Brain, Reply, ServeError, WrittenPoint, setup};
use crate::process::now;

impl Brain<'_> {
    /// Decides on the stones that stand: three to open with, a colour after three or five.
    pub(super) fn swap2(&mut self) -> Result<Reply, ServeError> {
        let begun = now();
        let mut asked = staged(self.position.as_ref().ok_or(ServeError::NoGame)?)?;
        self.player.new_game(&asked)?;
        let (seat, mut stones) = (asked.turn(), Vec::new());
        while asked.turn() == seat {
            let limits = part(&self.limits, asked.stage(), begun);
            let chosen = self.choice(&asked, &limits)?;
            match chosen {
                Move::Choose(Color::Black) => return Ok(Reply::Swap),
                // That is what stones tell.
                Move::Choose(Color::White) | Move::PutTwo => {}
                Move::Place(point) => stones.push(point),
            }
            setup::play(&mut asked, chosen)?;
        }
        let position = self.position.as_mut().ok_or(ServeError::NoGame)?;
        for &point in &stones {
            setup::play(position, Move::Place(point))?;
        }
        self.has_moved = stones.len() == 1;
        Ok(Reply::Moves(stones.into_iter().map(WrittenPoint::from).collect()))
    }

    /// What the player does next, something legal in any case; an error if it does not know swap2.
    fn choice(&mut self, asked: &Position, limits: &Limits) -> Result<Move, ServeError> {
        let legal = asked.legal_moves();
        match self.player.think(asked, limits) {
            Ok(thought) if legal.contains(&thought.play) => Ok(thought.play),
            Err(error @ PlayerError::Unsupported(_)) => Err(error.into()),
            _ => legal.get(legal.len() / 2).copied().ok_or(ServeError::Over),
        }
    }
}

/// The stage of swap2 at which these stones stand.
fn staged(plain: &Position) -> Result<Position, ServeError> {
    let mut moves = plain.history().to_vec();
    match moves.len() {
        0 | 3 => {}
        5 => moves.insert(3, Move::PutTwo),
        count => return Err(ServeError::Swap2(count)),
    }
    let mut position = Position::with_swap2(plain.size(), plain.rule())?;
    for played in moves {
        setup::play(&mut position, played)?;
    }
    Ok(position)
}

/// The part of a request's time that this choice may take: half of what is left, all of it where none follows.
pub(super) fn part(limits: &Limits, stage: Stage, begun: Instant) -> Limits {
    let spent = now().saturating_duration_since(begun);
    let left = |ms: u64| Duration::from_millis(ms).saturating_sub(spent).as_millis() as u64;
    let is_last = matches!(
        stage,
        Stage::Three { placed: 2 } | Stage::Two { placed: 1 } | Stage::Settled { .. }
    );
    let share = |ms: u64| if is_last { ms } else { ms / 2 };
    Limits {
        turn_ms: limits.turn_ms.map(|ms| share(left(ms)).max(1)),
        game_left_ms: limits.game_left_ms.map(left),
        ..limits.clone()
    }
}
