//! Swap2 in this engine: how three stones are put so that nobody gains,
//! which colour is taken, and when the choice is left to the other side. Positions are searched as usual; the next
//! stone is White's whenever there is something to choose, so that no point is forbidden.

use referee::{
    color::Color,
    gomoku::{self, Move, swap2::Stage},
    player::{Limits, Thought},
    point::Point,
    position::Position as _,
};

use super::{Alphabeta, score::is_proven, told};
use crate::swap2;

/// Nearer to 0 than this, a score does not tell which side is better.
const UNCLEAR: i32 = 12;
/// Two stones that leave the score this near to 0 are worth being put.
const BALANCED: i32 = 25;
/// Pairs of stones that are looked at.
const PAIRS: usize = 40;
/// White stones that a search puts first, which half of the pairs begin with.
const BEST: usize = 4;
/// Those that are looked at again.
const PAIRS_AGAIN: usize = 4;
/// A move may take this part of what is left of a game.
const OF_GAME: u64 = 10;

/// `part` of `of` of what may be spent.
fn share(limits: &Limits, part: u64, of: u64) -> Limits {
    let cut = |amount: u64| (amount / of * part).max(1);
    let turn_ms = match (limits.turn_ms, limits.game_left_ms.map(|left| left / OF_GAME)) {
        (Some(turn), Some(game)) => Some(turn.min(game)),
        (turn, game) => turn.or(game),
    };
    Limits {
        turn_ms: turn_ms.map(cut),
        game_left_ms: None,
        nodes: limits.nodes.map(cut),
        ..limits.clone()
    }
}

impl Alphabeta {
    /// What a move may spend, with the engine's own bounds and the usual one if there is no other.
    fn spendable(&self, limits: &Limits) -> Limits {
        let nodes = super::least(limits.nodes, self.options.nodes);
        let bounded = [limits.turn_ms, limits.game_left_ms].iter().any(Option::is_some)
            || limits.depth.or(self.options.depth).is_some();
        Limits {
            nodes: nodes.or((!bounded).then_some(super::NODES_FREE)),
            ..limits.clone()
        }
    }

    /// A number for a choice among many: by the seed, and another one each time if variety is wanted.
    fn number(&mut self) -> u64 {
        if self.options.variety.moves > 1 {
            self.drawn += 1;
        }
        dice::nth(
            self.options
                .variety
                .seed
                .wrapping_mul(0x1_0000)
                .wrapping_add(self.drawn),
        )
    }

    /// The next of the three stones that begin a game; `None` if the stones that are there begin no opening of ours.
    pub(super) fn opening_stone(&mut self, position: &gomoku::Position, placed: u8) -> Option<Thought<Move>> {
        if placed == 0 {
            let number = self.number();
            self.opening = swap2::drawn(position.rule(), position.size(), number);
        }
        let (before, rest) = self.opening.split_at(usize::from(placed));
        let stands = position.history().iter().eq(before
            .iter()
            .map(|&point| Move::Place(point))
            .collect::<Vec<_>>()
            .iter());
        let point = rest.first().copied().filter(|_| stands)?;
        position.check(Move::Place(point)).ok()?;
        Some(Thought::bare(Move::Place(point)))
    }

    /// Three stones stand: takes the colour that looks better. If two searches cannot tell which it is, the choice is
    /// left to the other side, with two stones that keep it as hard.
    ///
    /// Whoever sees an advantage takes it: after two more stones the other side would choose, which is never worth
    /// more than nothing.
    pub(super) fn answer(&mut self, position: &gomoku::Position, limits: &Limits) -> Thought<Move> {
        let limits = self.spendable(limits);
        let empty: Vec<Point> = position.board().empties().collect();
        let short = self.search(position, &empty, &share(&limits, 1, 5)).score();
        let report = self.search(position, &empty, &share(&limits, 2, 5));
        let score = report.score();
        let unclear = !is_proven(score) && (score.abs() < UNCLEAR || (score < 0) != (short < 0));
        if unclear
            && let Some((pair, found)) = self.pair(position, None, &share(&limits, 2, 5))
            && found.abs() <= BALANCED
        {
            self.pair = Some(pair);
            return told(&report, Move::PutTwo, -found.abs(), Vec::new());
        }
        let stone = report.moves.first().map(|best| Move::Place(best.cell.point()));
        match stone.filter(|_| score >= 0) {
            Some(stone) => told(&report, stone, score, vec![stone]),
            None => told(&report, Move::Choose(Color::Black), -score, Vec::new()),
        }
    }

    /// Five stones stand: takes the colour that looks better.
    pub(super) fn decide(&mut self, position: &gomoku::Position, limits: &Limits) -> Thought<Move> {
        let empty: Vec<Point> = position.board().empties().collect();
        let report = self.search(position, &empty, limits);
        let score = report.score();
        let color = if score < 0 { Color::Black } else { Color::White };
        told(&report, Move::Choose(color), score.abs(), Vec::new())
    }

    /// One of the two stones that leave the choice to the other side.
    pub(super) fn pair_stone(
        &mut self,
        position: &gomoku::Position,
        placed: u8,
        limits: &Limits,
    ) -> Option<Thought<Move>> {
        let white = position.last_stone().filter(|_| placed == 1);
        let kept = self
            .pair
            .filter(|pair| white.is_none_or(|white| white == pair[0]));
        let (pair, score) = match kept {
            Some(pair) => (pair, None),
            None => {
                let limits = self.spendable(limits);
                let (pair, score) = self.pair(position, white, &limits)?;
                (pair, Some(-score.abs()))
            }
        };
        self.pair = Some(pair);
        let play = Move::Place(pair[usize::from(placed)]);
        position.check(play).ok()?;
        Some(Thought {
            score,
            ..Thought::bare(play)
        })
    }

    /// A white and a black stone after which the score is as near to 0 as can be found, and that score for White. A
    /// white stone that stands already is taken as it is.
    fn pair(
        &mut self,
        position: &gomoku::Position,
        white: Option<Point>,
        limits: &Limits,
    ) -> Option<([Point; 2], i32)> {
        let mut start = position.clone();
        if position.stage() == Stage::Answer {
            start.play(Move::PutTwo).ok()?;
        }
        let number = self.number();
        let draw = |points: &[Point], index: u64| -> Option<Point> {
            let number = dice::nth(number.wrapping_add(index));
            points
                .get((number % points.len().max(1) as u64) as usize)
                .copied()
        };
        // A good white stone is what balances a black advantage, any other one a white advantage.
        let best = self.best_of(&start, &share(limits, 1, 10));
        let whites = swap2::near(&start);
        let mut pairs: Vec<([Point; 2], i32)> = Vec::new();
        for index in 0..PAIRS as u64 {
            let mut after = start.clone();
            let drawn = if index % 2 == 0 {
                draw(&best, 3 * index)
            } else {
                draw(&whites, 3 * index)
            };
            let Some(first) = white.or(drawn) else { continue };
            if white.is_none() && after.play(Move::Place(first)).is_err() {
                continue;
            }
            let Some(second) = draw(&swap2::near(&after), 3 * index + 1) else {
                continue;
            };
            if pairs.iter().any(|(pair, _)| *pair == [first, second])
                || after.play(Move::Place(second)).is_err()
            {
                continue;
            }
            let score = self.score_of(&after, &share(limits, 2, 5 * PAIRS as u64));
            pairs.push(([first, second], score));
        }
        pairs.sort_by_key(|(_, score)| score.abs());
        pairs.truncate(PAIRS_AGAIN);
        for (pair, score) in &mut pairs {
            let mut after = start.clone();
            for point in pair.iter().skip(usize::from(white.is_some())) {
                after.play(Move::Place(*point)).ok()?;
            }
            *score = self.score_of(&after, &share(limits, 1, 2 * PAIRS_AGAIN as u64));
        }
        pairs.into_iter().min_by_key(|(_, score)| score.abs())
    }

    /// The moves that a search puts first.
    fn best_of(&mut self, position: &gomoku::Position, limits: &Limits) -> Vec<Point> {
        let empty: Vec<Point> = position.board().empties().collect();
        let report = self.search(position, &empty, limits);
        report
            .moves
            .iter()
            .take(BEST)
            .map(|best| best.cell.point())
            .collect()
    }

    /// What a position is worth for White, who is to move.
    fn score_of(&mut self, position: &gomoku::Position, limits: &Limits) -> i32 {
        let empty: Vec<Point> = position.board().empties().collect();
        self.search(position, &empty, limits).score()
    }
}

#[cfg(test)]
mod tests;
