//! Does a position favour a side? An engine's score tells, first after a short search and then after a longer one.
//! Knows neither where positions come from nor what the engine's scores mean: the range is in the engine's own units.

use referee::{
    gomoku::Position,
    player::{Limits, Player, PlayerError},
};

/// How a position is weighed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scales {
    /// Nodes of the first search.
    pub nodes: u64,
    /// Nodes of the second one, which confirms.
    pub nodes_deeper: u64,
    /// A position is balanced if both scores are at most this far from 0. Proven ends are far out of any range.
    pub range: i32,
}

/// What the scales say of a position, by scores for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Neither search sees an advantage; the score of the deeper one.
    Balanced(i32),
    /// One of them does; its score.
    Tilted(i32),
}

/// Why a position cannot be weighed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unweighed {
    /// The engine gave no answer.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// It tells no scores.
    #[error("engine `{0}` tells no scores")]
    Mute(String),
}

impl Scales {
    /// Weighs `position`, which is not over. The same whatever was weighed before, if the engine is.
    ///
    /// # Errors
    /// The engine gives no move, or no score with it.
    pub fn weigh(&self, player: &mut dyn Player<Position>, position: &Position) -> Result<Weight, Unweighed> {
        player.new_game(position)?;
        let mut score = 0;
        for nodes in [self.nodes, self.nodes_deeper] {
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            let thought = player.think(position, &limits)?;
            score = thought.score.ok_or_else(|| Unweighed::Mute(player.name()))?;
            if score.abs() > self.range {
                return Ok(Weight::Tilted(score));
            }
        }
        Ok(Weight::Balanced(score))
    }
}

#[cfg(test)]
mod tests {
    use referee::{
        gomoku::{Move, Rule, setup::Setup},
        player::Thought,
        point::Point,
    };

    use super::*;

    /// Tells these scores, one a search.
    struct Scripted(Vec<Option<i32>>, Vec<u64>);

    impl Player<Position> for Scripted {
        fn name(&self) -> String {
            "scripted".to_owned()
        }

        fn new_game(&mut self, _position: &Position) -> Result<(), PlayerError> {
            Ok(())
        }

        fn think(&mut self, _position: &Position, limits: &Limits) -> Result<Thought<Move>, PlayerError> {
            self.1.extend(limits.nodes);
            Ok(Thought {
                score: self.0.remove(0),
                ..Thought::bare(Move::Place(Point::new(0, 0)))
            })
        }
    }

    #[track_caller]
    fn check(scores: &[Option<i32>], expected: Result<Weight, Unweighed>, asked: &[u64]) {
        let scales = Scales {
            nodes: 10,
            nodes_deeper: 50,
            range: 30,
        };
        let mut player = Scripted(scores.to_vec(), Vec::new());
        let position = Position::new(15, Rule::Freestyle).unwrap();
        assert_eq!(scales.weigh(&mut player, &position), expected);
        assert_eq!(player.1, asked);
    }

    #[test]
    fn both_searches_have_to_agree() {
        check(&[Some(30), Some(-12)], Ok(Weight::Balanced(-12)), &[10, 50]);
        check(&[Some(-31)], Ok(Weight::Tilted(-31)), &[10]);
        check(&[Some(0), Some(31)], Ok(Weight::Tilted(31)), &[10, 50]);
        check(&[None], Err(Unweighed::Mute("scripted".to_owned())), &[10]);
    }

    #[test]
    fn a_forced_win_tilts() {
        let open_three = ".......\n.......\n..xxx..\n.......\n..oo...\n.......\n.....o.";
        let position = open_three
            .parse::<Setup>()
            .unwrap()
            .position(Rule::Freestyle)
            .unwrap();
        let mut player = crate::registry::build("alphabeta:table_mb=1").unwrap();
        let scales = Scales {
            nodes: 500,
            nodes_deeper: 1_000,
            range: 20_000,
        };
        let weight = scales.weigh(&mut *player, &position).unwrap();
        assert!(
            matches!(weight, Weight::Tilted(score) if score > 20_000),
            "{weight:?}"
        );
    }
}
