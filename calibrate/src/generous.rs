//! A player that wants to lose: it builds no lines and stands in nobody's way, so that a client shows how it says that a game is
//! lost.

use referee::{
    gomoku::{Move, Position},
    player::{Limits, Player, PlayerError, Thought},
    point::Point,
    position::Position as _,
};

/// Its name.
pub const SPEC: &str = "generous";

/// Plays far from everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Generous;

impl Player<Position> for Generous {
    fn name(&self) -> String {
        format!("{SPEC} {}", env!("CARGO_PKG_VERSION"))
    }

    fn new_game(&mut self, _position: &Position) -> Result<(), PlayerError> {
        Ok(())
    }

    fn think(&mut self, position: &Position, _limits: &Limits) -> Result<Thought<Move>, PlayerError> {
        let board = position.board();
        let size = position.size();
        let stones: Vec<Point> = board.points().filter(|point| !board.is_empty(*point)).collect();
        let apart = |point: Point| {
            let distance = |stone: &Point| stone.x.abs_diff(point.x).max(stone.y.abs_diff(point.y));
            stones.iter().map(distance).min().unwrap_or(0)
        };
        let legal = position.legal_moves();
        let best = legal.into_iter().max_by_key(|play| match play {
            // Of equals the outermost: the opponent builds in the middle.
            Move::Place(point) => {
                let rim = [point.x, point.y, size - 1 - point.x, size - 1 - point.y];
                let rim = rim.into_iter().min().unwrap_or(0);
                (apart(*point).min(3), u8::MAX - rim)
            }
            _ => (0, 0),
        });
        best.map(Thought::bare).ok_or(PlayerError::Resigns)
    }
}
