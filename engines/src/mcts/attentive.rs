//! The search by rollouts as a player of Gomoku that has so much time and not so many simulations: it looks for fives before it
//! searches, since a few thousand dice miss every other four. With simulations or nodes to count it is the pure search of
//! docs/sources.md `S1.3`, the yardstick, to which nothing is added.

use referee::{
    gomoku::{Move, Position, swap2::Stage},
    player::{Candidate, Limits, Player, PlayerError, Thought},
    position::Position as _,
};

use super::{
    options::MctsOptions,
    player::{TreePlayer, WIN, mcts},
    rollout::Rollout,
};

/// The pure search, which sees fives where time bounds it.
pub struct AttentiveMcts {
    search: TreePlayer<Position, Rollout>,
    is_yardstick: bool,
    /// What was chosen last, and how.
    chosen: Chosen,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chosen {
    /// Without a search.
    AtOnce,
    BySearch(Move),
}

impl AttentiveMcts {
    /// With these options.
    pub fn new(options: &MctsOptions) -> AttentiveMcts {
        AttentiveMcts {
            search: mcts(options),
            is_yardstick: options.tree.sims.is_some(),
            chosen: Chosen::AtOnce,
        }
    }

    /// What the search likes best of these moves.
    fn best_of(&self, found: Thought<Move>, blocks: &[Move]) -> Thought<Move> {
        if blocks.is_empty() || blocks.contains(&found.play) {
            return found;
        }
        let known = self.search.candidates();
        let best = known.iter().find(|known| blocks.contains(&known.play));
        best.map_or(found.clone(), |best| Thought {
            play: best.play,
            score: Some((best.value * 1_000.0).round() as i32),
            depth: Some(1),
            nodes: found.nodes,
            line: vec![best.play],
        })
    }
}

impl Player<Position> for AttentiveMcts {
    fn name(&self) -> String {
        self.search.name()
    }

    fn new_game(&mut self, position: &Position) -> Result<(), PlayerError> {
        self.search.new_game(position)
    }

    fn think(&mut self, position: &Position, limits: &Limits) -> Result<Thought<Move>, PlayerError> {
        let is_timed = limits.turn_ms.is_some() || limits.game_left_ms.is_some();
        let looks = is_timed && limits.nodes.is_none() && !self.is_yardstick;
        let blocks = match looks && matches!(position.stage(), Stage::Settled { .. }) {
            true => {
                let mut position = position.clone();
                if let Some(&five) = wins(&mut position).first() {
                    self.chosen = Chosen::AtOnce;
                    return Ok(Thought {
                        score: Some(WIN - 1),
                        line: vec![five],
                        ..Thought::bare(five)
                    });
                }
                blocks(&mut position)
            }
            false => Vec::new(),
        };
        if let &[only] = &blocks[..] {
            self.chosen = Chosen::AtOnce;
            return Ok(Thought::bare(only));
        }
        let found = self.search.think(position, limits)?;
        let thought = self.best_of(found, &blocks);
        self.chosen = Chosen::BySearch(thought.play);
        Ok(thought)
    }

    fn candidates(&self) -> Vec<Candidate<Move>> {
        let Chosen::BySearch(chosen) = self.chosen else {
            return Vec::new();
        };
        let mut known = self.search.candidates();
        if let Some(at) = known.iter().position(|known| known.play == chosen) {
            known[..=at].rotate_right(1);
        }
        known
    }
}

/// Moves that win at once for the side to move.
fn wins(position: &mut Position) -> Vec<Move> {
    let seat = position.turn();
    let mut moves = position.legal_moves();
    moves.retain(|&play| {
        let is_won = position.play(play).is_ok()
            && position.end().is_some()
            && position
                .outcome()
                .is_some_and(|outcome| outcome.winner == Some(seat));
        if position.history().last() == Some(&play) {
            position.undo();
        }
        is_won
    });
    moves
}

/// Moves that keep the other side from winning at once, if it would; where none keeps it from all wins, those that take one of
/// them. The side to move wins nowhere at once.
fn blocks(position: &mut Position) -> Vec<Move> {
    let legal = position.legal_moves();
    // Where the other side wins after a move that may be in its way, and after one that may be in another.
    let mut threats: Vec<Move> = Vec::new();
    for &aside in legal.first().iter().chain(&legal.last()) {
        threats.extend(wins_after(position, *aside));
    }
    let taking: Vec<Move> = legal.into_iter().filter(|play| threats.contains(play)).collect();
    let saving: Vec<Move> = taking
        .iter()
        .copied()
        .filter(|&play| wins_after(position, play).is_empty())
        .collect();
    if saving.is_empty() { taking } else { saving }
}

fn wins_after(position: &mut Position, play: Move) -> Vec<Move> {
    if position.play(play).is_err() {
        return Vec::new();
    }
    let found = wins(position);
    position.undo();
    found
}

#[cfg(test)]
mod tests {
    use dice::Dice;
    use referee::{gomoku::Rule, point::Point};

    use super::{super::options::TreeOptions, *};

    fn hurry() -> Limits {
        Limits {
            turn_ms: Some(1),
            ..Limits::default()
        }
    }

    fn put(position: &mut Position, x: u8, y: u8) {
        position.play(Move::Place(Point::new(x, y))).unwrap();
    }

    /// A row of four of Black's in the row `y` from `x` on, blocked at its left, and White's stones about.
    fn four(rule: Rule, x: u8, y: u8, dice: &mut Dice) -> Position {
        let mut position = Position::new(15, rule).unwrap();
        for number in 0..4 {
            put(&mut position, x + number, y);
            // The row above the last is far from the others.
            match number {
                0 => put(&mut position, x - 1, y),
                _ => put(&mut position, 4 * number + dice.below(2) as u8, 13),
            }
        }
        position
    }

    #[test]
    fn a_five_is_played_and_the_other_sides_is_blocked() {
        let mut dice = Dice::new(5);
        for seed in 0..40 {
            let (x, y) = (1 + dice.below(9) as u8, dice.below(11) as u8);
            for rule in Rule::ALL {
                let mut position = four(rule, x, y, &mut dice);
                let five = Move::Place(Point::new(x + 4, y));
                let mut player = AttentiveMcts::new(&MctsOptions {
                    seed,
                    ..MctsOptions::default()
                });
                let thought = player.think(&position, &hurry()).unwrap();
                assert_eq!((thought.play, thought.score), (five, Some(WIN - 1)));
                // Another stone of Black's, and White is to move.
                put(&mut position, 14, 14);
                let thought = player.think(&position, &hurry()).unwrap();
                assert_eq!(thought.play, five, "{rule:?} {x} {y}");
                assert!(player.candidates().is_empty());
            }
        }
    }

    #[test]
    fn of_two_wins_one_is_taken() {
        let mut position = Position::new(15, Rule::Freestyle).unwrap();
        for (number, x) in [5, 6, 7, 8].into_iter().enumerate() {
            put(&mut position, x, 7);
            if number < 3 {
                put(&mut position, 4 * number as u8, 0);
            }
        }
        for seed in 0..10 {
            let mut player = AttentiveMcts::new(&MctsOptions {
                seed,
                ..MctsOptions::default()
            });
            let play = player.think(&position, &hurry()).unwrap().play;
            let ends = [4, 9].map(|x| Move::Place(Point::new(x, 7)));
            assert!(ends.contains(&play), "{play}");
            assert_eq!(player.candidates()[0].play, play);
        }
    }

    /// White wins at both ends of its four; at one of them Black would make six.
    #[test]
    fn what_the_rule_forbids_is_no_block() {
        let diagram = "xxx.xx.\n...o...\n...o...\n...o...\n...o...\n.......\no......";
        let setup: referee::gomoku::setup::Setup = diagram.parse().unwrap();
        let mut position = setup.position(Rule::Renju).unwrap();
        let forbidden = Point::new(3, 0);
        assert!(position.forbidden(forbidden).is_some());
        assert_eq!(blocks(&mut position), [Move::Place(Point::new(3, 5))]);
    }

    #[test]
    fn the_yardstick_stays_what_it_is() {
        let options = MctsOptions {
            seed: 3,
            tree: TreeOptions {
                sims: Some(30),
                ..TreeOptions::default()
            },
        };
        let mut position = four(Rule::Freestyle, 3, 3, &mut Dice::new(1));
        put(&mut position, 14, 14);
        let an_hour = Limits {
            turn_ms: Some(3_600_000),
            ..Limits::default()
        };
        let pure = mcts(&options).think(&position, &an_hour);
        assert_eq!(AttentiveMcts::new(&options).think(&position, &an_hour), pure);
        let counted = Limits {
            nodes: Some(30),
            turn_ms: Some(3_600_000),
            ..Limits::default()
        };
        let free = MctsOptions {
            seed: 3,
            ..MctsOptions::default()
        };
        assert_eq!(
            AttentiveMcts::new(&free).think(&position, &counted),
            mcts(&free).think(&position, &counted)
        );
    }
}
