//! A network as what a tree search asks (docs/sources.md `S1.4`), with a solver before it that tells what threats decide. A position is turned to the same one of its eight likenesses
//! before it is shown, so that what is known of one is known of all, and what is remembered changes no answer.

use std::sync::Arc;

use referee::{
    gomoku::{Move, Position},
    point::Point,
    symmetry::Symmetry,
};

use super::{PolicyValueNetwork, pass::Pass, snapshot::Snapshot};
use crate::{
    alphabeta::solve::{Outlook, Solver},
    mcts::{Certainty, Evaluator},
    proof::Field,
};

/// What a network said of a position, before moves are chosen from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Opinion {
    /// By point, row by row: the logarithm of its share.
    pub shares: Vec<f32>,
    /// For the side to move, from -1 to 1.
    pub value: f32,
}

/// Asks a network, and remembers what it said.
pub struct NetworkEvaluator {
    network: Arc<PolicyValueNetwork>,
    pass: Pass<f32>,
    remembered: Vec<Option<Remembered>>,
    asked: u64,
    known: u64,
    /// Who sees threats, if that is asked for, and with how many nodes.
    solver: Option<(Solver, u64)>,
}

struct Remembered {
    key: u64,
    opinion: Opinion,
}

impl NetworkEvaluator {
    /// With room to remember so many positions. Before the network is asked, so many nodes look for wins by threats; none if 0.
    pub fn new(network: Arc<PolicyValueNetwork>, positions: usize, solver_nodes: u64) -> NetworkEvaluator {
        let mut remembered = Vec::new();
        remembered.resize_with(positions.max(1), || None);
        NetworkEvaluator {
            pass: network.pass(1),
            network,
            remembered,
            asked: 0,
            known: 0,
            solver: (solver_nodes > 0).then(|| (Solver::new(), solver_nodes)),
        }
    }

    /// How often it was asked, and how often it knew the answer.
    pub fn counts(&self) -> (u64, u64) {
        (self.asked, self.known)
    }

    /// What the network says of who wins, from -1 to 1 for the side to move.
    pub(crate) fn value(&mut self, position: &Position) -> f32 {
        self.opinion(position).0.value
    }

    /// What the network says of a position in which a stone is to be put, and how that was turned.
    fn opinion(&mut self, position: &Position) -> (&Opinion, Symmetry) {
        let (key, symmetry) = position.canonical_key();
        // The last stone is seen, too, and the same stones may have been put in another order.
        let last = position.last_stone().map_or(usize::MAX, |point| {
            Snapshot::index(point, position.size(), symmetry)
        });
        let key = key ^ dice::nth(last as u64);
        self.asked += 1;
        let at = (key % self.remembered.len() as u64) as usize;
        let slot = &mut self.remembered[at];
        if slot.as_ref().is_some_and(|known| known.key == key) {
            self.known += 1;
        } else {
            Snapshot::of(position).show(symmetry, &mut self.pass, 0);
            self.network.forward(&mut self.pass);
            let opinion = Opinion {
                shares: self.pass.shares.clone(),
                value: self.pass.values[0],
            };
            *slot = Some(Remembered { key, opinion });
        }
        let known = slot.as_ref().expect("it was written if it was not there");
        (&known.opinion, symmetry)
    }
}

impl Evaluator<Position> for NetworkEvaluator {
    fn tell(&mut self, position: &Position, moves: &mut Vec<Move>) -> Certainty<Move> {
        let Some((solver, nodes)) = &mut self.solver else {
            return Certainty::Nothing;
        };
        match solver.outlook(&Field::of(position), *nodes) {
            Outlook::Open => Certainty::Nothing,
            Outlook::Win(proof) => Certainty::Win {
                play: Move::Place(proof.line()[0]),
                plies: proof.plies() as u32,
            },
            // One of its own, and the five that it did not prevent.
            Outlook::Replies(replies) if replies.is_empty() => Certainty::Loss { plies: 2 },
            Outlook::Replies(replies) => {
                moves.retain(|played| matches!(played, Move::Place(point) if replies.contains(point)));
                Certainty::Nothing
            }
        }
    }

    fn new_game(&mut self) {
        if let Some((solver, _)) = &mut self.solver {
            *solver = Solver::new();
        }
    }

    fn evaluate(&mut self, position: &Position, moves: &mut [Move], priors: &mut Vec<f32>) -> f32 {
        let size = position.size();
        let (opinion, symmetry) = self.opinion(position);
        let share = |point: Point| opinion.shares[Snapshot::index(point, size, symmetry)];
        let log = |played: &Move| match played {
            Move::Place(point) => share(*point),
            Move::Choose(_) | Move::PutTwo => {
                unreachable!("boards with choices are refused when a game begins")
            }
        };
        let most = moves.iter().map(log).fold(f32::NEG_INFINITY, f32::max);
        priors.extend(moves.iter().map(|played| (log(played) - most).exp()));
        let sum: f32 = priors.iter().sum();
        priors.iter_mut().for_each(|prior| *prior /= sum);
        opinion.value
    }
}
