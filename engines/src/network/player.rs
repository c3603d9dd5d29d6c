//! A network as a player: a tree search led by what it says of positions and moves (docs/sources.md `S1.4`).

use std::{fmt, ops::RangeInclusive, path::PathBuf, sync::Arc};

use referee::{
    gomoku::{Move, Opening, Position},
    player::{Candidate, Limits, Player, PlayerError, Thought},
};

use super::{PolicyValueNetwork, evaluator::NetworkEvaluator, file::NetworkFileError};
use crate::mcts::{
    options::{TreeOptions, spec},
    player::{TreePlayer, TreeSettings},
    tree::{SelectionFormula, Unseen},
};

/// What can be chosen about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlphazeroOptions {
    /// A file of a network; without one it plays with those that come with the program.
    pub net: Option<PathBuf>,
    /// Nodes that look for wins by threats before the network is asked, within [`SOLVER_NODES`]; with 0 the network is alone.
    pub solver: u64,
    /// Of the tree.
    pub tree: TreeOptions,
}

/// Nodes of the solver that can be asked for.
pub const SOLVER_NODES: RangeInclusive<u64> = 0..=1_000_000;
/// Nodes of the solver where nobody says: as in our trainings.
pub(crate) const SOLVER_NODES_DEFAULT: u64 = 200;

impl AlphazeroOptions {
    /// Their names, as a mistake is answered.
    pub(crate) const KNOWN: &str = "net, solver, sims, threads, tree_mb";
}

impl Default for AlphazeroOptions {
    fn default() -> AlphazeroOptions {
        AlphazeroOptions {
            net: None,
            solver: SOLVER_NODES_DEFAULT,
            tree: TreeOptions::default(),
        }
    }
}

/// The engine's name and what is not as usual: the normal form of its spec.
impl fmt::Display for AlphazeroOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let net = self.net.iter().map(|file| format!("net={}", file.display()));
        let solver = (self.solver != SOLVER_NODES_DEFAULT).then(|| format!("solver={}", self.solver));
        spec(f, "alphazero", net.chain(solver).chain(self.tree.changed()))
    }
}

/// The networks that come with the program, one a board. docs/guide/src/training.md says how each was made.
const OWN: &[&[u8]] = &[include_bytes!("net-8x8.safetensors")];

/// Simulations for a move when nothing limits it: as in the published program.
const SIMS_FREE: u64 = 400;
/// Where the search looks: as in our trainings.
const CURIOSITY: f64 = 2.0;
const UNSEEN_LESS: f64 = 0.2;
/// Positions that each thread remembers.
const REMEMBERED: usize = 1 << 15;

/// Plays with a network.
pub struct Alphazero {
    options: AlphazeroOptions,
    /// One a board.
    networks: Vec<Arc<PolicyValueNetwork>>,
    playing: Option<Playing>,
}

struct Playing {
    size: u8,
    player: TreePlayer<Position, NetworkEvaluator>,
}

impl Alphazero {
    /// With the network of this file.
    ///
    /// # Errors
    /// It is none.
    pub fn new(options: &AlphazeroOptions, file: &[u8]) -> Result<Alphazero, NetworkFileError> {
        Ok(Alphazero {
            options: options.clone(),
            networks: vec![Arc::new(PolicyValueNetwork::from_bytes(file)?)],
            playing: None,
        })
    }

    /// With the networks that come with the program.
    pub fn own(options: &AlphazeroOptions) -> Alphazero {
        let read = |file: &&[u8]| {
            PolicyValueNetwork::from_bytes(file).expect("what comes with the program is read in a test")
        };
        Alphazero {
            options: options.clone(),
            networks: OWN.iter().map(|file| Arc::new(read(file))).collect(),
            playing: None,
        }
    }

    /// The player for this board.
    fn seated(
        &mut self,
        position: &Position,
    ) -> Result<&mut TreePlayer<Position, NetworkEvaluator>, PlayerError> {
        if *position.opening() == Opening::Swap2 {
            let why = "its network knows no swap2";
            return Err(PlayerError::Unsupported(why.to_owned()));
        }
        let size = position.size();
        let playing = match self.playing.take().filter(|playing| playing.size == size) {
            Some(playing) => playing,
            None => Playing {
                size,
                player: self.player(size)?,
            },
        };
        Ok(&mut self.playing.insert(playing).player)
    }

    fn player(&self, size: u8) -> Result<TreePlayer<Position, NetworkEvaluator>, PlayerError> {
        let network = self.networks.iter().find(|network| network.kind().size == size);
        let network = network.ok_or_else(|| {
            let sizes: Vec<String> = self
                .networks
                .iter()
                .map(|network| network.kind().size.to_string())
                .collect();
            PlayerError::Unsupported(format!(
                "its network is for boards of {} lines, and this one has {size}; `tengen train --size {size}` makes one",
                sizes.join(" or ")
            ))
        })?;
        let tree = self.options.tree.clamped();
        let settings = TreeSettings {
            selection: SelectionFormula::Puct {
                curiosity: CURIOSITY,
                unseen: Unseen::LessThanParent(UNSEEN_LESS),
            },
            sims: tree.sims,
            sims_free: SIMS_FREE,
            tree_mb: tree.tree_mb,
        };
        let nodes = self
            .options
            .solver
            .clamp(*SOLVER_NODES.start(), *SOLVER_NODES.end());
        let evaluator = |_| NetworkEvaluator::new(Arc::clone(network), REMEMBERED, nodes);
        let evaluators = (0..tree.threads).map(evaluator);
        Ok(TreePlayer::new(
            self.options.to_string(),
            settings,
            evaluators.collect(),
        ))
    }
}

impl Player<Position> for Alphazero {
    fn name(&self) -> String {
        format!("{} {}", self.options, env!("CARGO_PKG_VERSION"))
    }

    fn new_game(&mut self, position: &Position) -> Result<(), PlayerError> {
        self.seated(position)?.new_game(position)
    }

    fn think(&mut self, position: &Position, limits: &Limits) -> Result<Thought<Move>, PlayerError> {
        self.seated(position)?.think(position, limits)
    }

    fn candidates(&self) -> Vec<Candidate<Move>> {
        let playing = self.playing.as_ref();
        playing.map_or(Vec::new(), |playing| playing.player.candidates())
    }
}

#[cfg(test)]
mod tests {
    use referee::{gomoku::Rule, point::Point, position::Position as _};

    use super::*;

    #[test]
    fn what_comes_with_the_program_plays_its_boards_and_says_which() {
        let mut own = Alphazero::own(&AlphazeroOptions {
            tree: TreeOptions {
                sims: Some(400),
                ..TreeOptions::default()
            },
            ..AlphazeroOptions::default()
        });
        assert!(own.name().starts_with("alphazero:sims=400 "));
        let mut position = Position::new(8, Rule::Freestyle).unwrap();
        own.new_game(&position).unwrap();
        for (x, y) in [(1, 3), (0, 3), (2, 3), (0, 5), (3, 3), (2, 6), (4, 3), (6, 6)] {
            position.play(Move::Place(Point::new(x, y))).unwrap();
        }
        let thought = own.think(&position, &Limits::default()).unwrap();
        assert_eq!(thought.play, Move::Place(Point::new(5, 3)));
        let refused = own
            .new_game(&Position::new(15, Rule::Freestyle).unwrap())
            .unwrap_err();
        assert_eq!(
            refused.to_string(),
            "engine cannot play this game: its network is for boards of 8 lines, and this one has 15; \
             `tengen train --size 15` makes one"
        );
        let refused = own
            .new_game(&Position::with_swap2(8, Rule::Freestyle).unwrap())
            .unwrap_err();
        assert!(refused.to_string().ends_with("knows no swap2"), "{refused}");
    }

    #[test]
    fn one_thread_plays_one_game() {
        let options = AlphazeroOptions {
            tree: TreeOptions {
                sims: Some(40),
                ..TreeOptions::default()
            },
            ..AlphazeroOptions::default()
        };
        let game = || {
            let (mut own, mut position) = (
                Alphazero::own(&options),
                Position::new(8, Rule::Freestyle).unwrap(),
            );
            own.new_game(&position).unwrap();
            for _ in 0..6 {
                let thought = own.think(&position, &Limits::default()).unwrap();
                position.play(thought.play).unwrap();
            }
            position.history().to_vec()
        };
        assert_eq!(game(), game());
    }
}
