//! The engine's book in this engine: the first plies are read and not searched, if that is wanted.

use referee::{
    gomoku::{self, Move, swap2::Stage},
    player::{Limits, Thought},
    point::Point,
    position::Position as _,
};

use super::{Alphabeta, VARIETY_RANGE};
use crate::book::Book;

impl Alphabeta {
    /// The book's move, if there is one among those that may be played; with variety, one of its near-equal moves.
    pub(super) fn read_book(
        &mut self,
        position: &gomoku::Position,
        points: &[Point],
    ) -> Option<Thought<Move>> {
        if !self.options.book || !matches!(position.stage(), Stage::Settled { .. }) {
            return None;
        }
        let advice = Book::own().advice(position)?;
        let plays: Vec<Point> = advice
            .plays
            .into_iter()
            .filter(|point| points.contains(point))
            .take(self.options.variety.moves.max(1))
            .collect();
        let chosen = if plays.len() > 1 {
            self.draw(plays.len())
        } else {
            0
        };
        let play = Move::Place(*plays.get(chosen)?);
        Some(Thought {
            score: Some(advice.score),
            depth: Some(0),
            nodes: Some(0),
            line: vec![play],
            ..Thought::bare(play)
        })
    }

    /// The value of a position after a search of so many nodes, and at most `most` moves that are as good, the best
    /// first; `None` if the search finds no move.
    pub fn near_equal(
        &mut self,
        position: &gomoku::Position,
        nodes: u64,
        most: usize,
    ) -> Option<(i32, Vec<Point>)> {
        let mut rest: Vec<Point> = position.board().empties().collect();
        rest.retain(|&point| position.check(Move::Place(point)).is_ok());
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let (mut plays, mut score) = (Vec::new(), 0);
        while plays.len() < most {
            let report = self.search(position, &rest, &limits);
            let Some(best) = report.moves.first() else { break };
            let point = best.cell.point();
            if plays.is_empty() {
                score = report.score();
            } else if report.score() < score - VARIETY_RANGE {
                break;
            }
            // What is the same when the board is turned is no other move.
            let same = |other: &Point| {
                let after = |point: Point| {
                    let mut after = position.clone();
                    after
                        .play(Move::Place(point))
                        .ok()
                        .map(|()| after.canonical_key().0)
                };
                after(*other) == after(point)
            };
            if !plays.iter().any(same) {
                plays.push(point);
            }
            rest.retain(|&other| other != point);
            if rest.is_empty() {
                break;
            }
        }
        (!plays.is_empty()).then_some((score, plays))
    }
}

#[cfg(test)]
mod tests {
    use referee::{gomoku::Rule, player::Player as _};

    use super::{super::options::AlphaBetaOptions, *};

    fn played(book: bool, variety: usize, seed: u64) -> Move {
        let mut options = AlphaBetaOptions {
            book,
            nodes: Some(300),
            table_mb: 1,
            ..AlphaBetaOptions::default()
        };
        (options.variety.moves, options.variety.seed) = (variety, seed);
        let mut position = gomoku::Position::new(15, Rule::Freestyle).unwrap();
        position.play(Move::Place(Point::new(7, 7))).unwrap();
        let thought = Alphabeta::new(options)
            .think(&position, &Limits::default())
            .unwrap();
        assert_eq!(thought.nodes == Some(0), book);
        thought.play
    }

    #[test]
    fn the_book_is_read_if_wanted_and_varied_if_wanted() {
        played(false, 0, 0);
        assert!((0..10).all(|seed| played(true, 0, seed) == played(true, 0, 0)));
        let mut position = gomoku::Position::new(15, Rule::Freestyle).unwrap();
        position.play(Move::Place(Point::new(7, 7))).unwrap();
        let known = Book::own().advice(&position).unwrap().plays;
        let varied: std::collections::HashSet<Move> = (0..30).map(|seed| played(true, 4, seed)).collect();
        assert_eq!(varied.len(), known.len());
    }

    #[test]
    fn near_equal_moves_differ_however_the_board_is_turned() {
        let mut player = Alphabeta::new(AlphaBetaOptions {
            table_mb: 1,
            ..AlphaBetaOptions::default()
        });
        let mut position = gomoku::Position::new(15, Rule::Freestyle).unwrap();
        position.play(Move::Place(Point::new(7, 7))).unwrap();
        let (_, plays) = player.near_equal(&position, 2_000, 3).unwrap();
        let keys: std::collections::HashSet<u64> = plays
            .iter()
            .map(|&point| {
                let mut after = position.clone();
                after.play(Move::Place(point)).unwrap();
                after.canonical_key().0
            })
            .collect();
        assert_eq!(keys.len(), plays.len());
    }
}
