//! What can be chosen about a training. The defaults are ours; the published settings stand beside them.

use referee::gomoku::Rule;
use serde::{Deserialize, Serialize};

use crate::{
    mcts::{
        player::TreeSettings,
        tree::{SelectionFormula, Unseen},
    },
    network::{NetworkKind, player::SOLVER_NODES_DEFAULT, shape::Layers},
};

/// Everything that decides what a training comes to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainSettings {
    /// Lines a side.
    pub size: u8,
    /// The rule.
    pub rule: Rule,
    /// The network's layers, as text.
    pub layers: String,
    /// Decides everything that is thrown.
    pub seed: u64,
    /// Games that are played at a time with one network, each in a thread of its own.
    pub threads: usize,
    /// Simulations of a full search.
    pub sims: u64,
    /// Simulations of a quick one, whose moves are played and not learned from.
    pub quick_sims: u64,
    /// The share of moves that a full search chooses.
    pub full_share: f64,
    /// Nodes of the solver that looks for wins by threats before the network is asked; none in trainings of before.
    #[serde(default)]
    pub solver_nodes: u64,
    /// The share of games that begin with stones thrown by dice; none in trainings of before.
    #[serde(default)]
    pub opened_share: f64,
    /// Of the others, the share of games that begin where the network came to at sight and by blind moves; none in trainings of
    /// before.
    #[serde(default)]
    pub strayed_share: f64,
    /// Games before the first of them.
    #[serde(default)]
    pub strayed_after: u64,
    /// How much of what a position is taught to be worth is what its search found; the rest is how the game ended. Nothing in
    /// trainings of before.
    #[serde(default)]
    pub searched_share: f64,
    /// How the search chooses where to look: c of PUCT.
    pub curiosity: f64,
    /// What a move that was never looked at counts less than its parent; a draw if there is no number.
    pub unseen_less: Option<f64>,
    /// Whether simulations of an earlier move count among those of the next.
    pub kept_count: bool,
    /// Concentration of the noise at the root.
    pub noise: f64,
    /// Its part of the priors there.
    pub noise_part: f64,
    /// Plies that are thrown by their visits; after these the most visited move is played.
    pub thrown_plies: u32,
    /// Positions to learn from, each turned and mirrored counted.
    pub buffer: usize,
    /// Positions of a step.
    pub batch: usize,
    /// Steps after each game.
    pub epochs: u32,
    /// Whether each step has positions of its own.
    pub fresh_batches: bool,
    /// The length of a step, before its multiplier.
    pub rate: f64,
    /// Steps over which the rate grows to its length: the first ones of Adam all go one way, and long ones leave filters behind that
    /// nothing comes through ever again. None in trainings of before.
    #[serde(default)]
    pub warm_up: u32,
    /// How far the moves' shares should change with a game (Kullback and Leibler): the multiplier sees to it.
    pub kl_target: f64,
    /// Over how many games the network that plays is a mean of those that learned; 0 for the last one, as in trainings of before.
    #[serde(default)]
    pub mean_games: u32,
    /// c of c * ||theta||^2.
    pub decay: f64,
    /// Games between two rungs of the ladder.
    pub ladder_every: u64,
    /// Games of a rung.
    pub ladder_games: u64,
    /// Games between two measurements against yardsticks and by the exam; never in trainings of before.
    #[serde(default)]
    pub measure_every: u64,
}

impl TrainSettings {
    /// Ours: more games for the same time, by quick searches, trees that are kept, and fewer steps on more positions; and games
    /// of which more is learned than who won, played by a mean of networks.
    pub fn own(size: u8, rule: Rule) -> TrainSettings {
        TrainSettings {
            quick_sims: 80,
            full_share: 0.25,
            solver_nodes: SOLVER_NODES_DEFAULT,
            searched_share: 0.5,
            curiosity: 2.0,
            unseen_less: Some(0.2),
            kept_count: true,
            thrown_plies: u32::from(size),
            buffer: 40_000,
            batch: 256,
            epochs: 2,
            fresh_batches: true,
            warm_up: 100,
            kl_target: 0.008,
            mean_games: 50,
            ..TrainSettings::published(size, rule)
        }
    }

    /// Those of the published program (docs/sources.md `S1.6`), as far as they are known of it.
    pub fn published(size: u8, rule: Rule) -> TrainSettings {
        TrainSettings {
            size,
            rule,
            layers: Layers::published().to_string(),
            seed: 1,
            threads: 1,
            sims: 400,
            quick_sims: 400,
            full_share: 1.0,
            solver_nodes: 0,
            opened_share: 0.0,
            strayed_share: 0.0,
            strayed_after: 0,
            searched_share: 0.0,
            curiosity: 5.0,
            unseen_less: None,
            kept_count: false,
            noise: 0.3,
            noise_part: 0.25,
            thrown_plies: u32::MAX,
            buffer: 10_000,
            batch: 512,
            epochs: 5,
            fresh_batches: false,
            rate: 2e-3,
            warm_up: 0,
            kl_target: 0.02,
            mean_games: 0,
            decay: 1e-4,
            ladder_every: 50,
            ladder_games: 10,
            measure_every: 250,
        }
    }

    /// The kind of network that is taught.
    ///
    /// # Errors
    /// The text of its layers names none.
    pub fn kind(&self) -> Result<NetworkKind, crate::network::shape::BadLayers> {
        Ok(NetworkKind {
            size: self.size,
            rule: self.rule,
            body: self.layers.parse()?,
        })
    }

    /// How the search chooses where to look.
    pub fn selection(&self) -> SelectionFormula {
        SelectionFormula::Puct {
            curiosity: self.curiosity,
            unseen: self.unseen_less.map_or(Unseen::Draw, Unseen::LessThanParent),
        }
    }

    /// The same without the solver.
    pub(crate) fn alone(&self) -> TrainSettings {
        TrainSettings {
            solver_nodes: 0,
            ..self.clone()
        }
    }

    /// How the network plays when nothing is tried out.
    pub(crate) fn earnest(&self) -> TreeSettings {
        TreeSettings {
            selection: self.selection(),
            sims: Some(self.sims),
            sims_free: self.sims,
            tree_mb: TREE_MB,
        }
    }
}

/// Memory for a tree, in megabytes.
const TREE_MB: usize = 64;
