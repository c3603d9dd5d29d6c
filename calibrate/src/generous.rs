//! A player that wants to lose, so that a client shows how it says that a game is lost: it builds no rows of stones and stands in
//! nobody's way, and leads a ball into its own goal.

use referee::{
    gomoku::{Move, Position},
    player::{Limits, Player, PlayerError, Thought},
    point::Point,
    position::Position as _,
    soccer,
};

/// Its name.
pub const SPEC: &str = "generous";

/// Plays so.
#[derive(Clone, Copy, Debug, Default)]
pub struct Generous;

/// Plays far from everything.
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

/// Leads the ball towards its own goal.
impl Player<soccer::Position> for Generous {
    fn name(&self) -> String {
        format!("{SPEC} {}", env!("CARGO_PKG_VERSION"))
    }

    fn new_game(&mut self, _position: &soccer::Position) -> Result<(), PlayerError> {
        Ok(())
    }

    fn think(
        &mut self,
        position: &soccer::Position,
        _limits: &Limits,
    ) -> Result<Thought<soccer::Direction>, PlayerError> {
        let pitch = position.rules().pitch;
        let own_goal = pitch.goal_row(!position.turn());
        let away = |line: &soccer::Direction| {
            let to = pitch
                .neighbor(position.ball(), *line)
                .map(|node| pitch.point(node));
            to.map_or((u8::MAX, u8::MAX), |to| {
                (to.y.abs_diff(own_goal), to.x.abs_diff(pitch.width() / 2))
            })
        };
        let nearest = position.legal_moves().into_iter().min_by_key(away);
        nearest.map(Thought::bare).ok_or(PlayerError::Resigns)
    }
}
