//! One game of a network against itself (docs/sources.md `S1.4`): noise and dice see to it that games differ, quick searches
//! that there are more of them (playout cap randomisation, after KataGo).

use std::sync::Arc;

use ::dice::Dice;
use referee::{
    gomoku::{Move, Position},
    player::Stop,
    position::Position as _,
    symmetry::Symmetry,
};

use super::{
    Throw, dice,
    game_record::{GameRecord, Searched},
    opening,
    settings::TrainSettings,
};
use crate::{
    mcts::{
        noise::dirichlet,
        tree::{Examined, Tree},
    },
    network::{PolicyValueNetwork, evaluator::NetworkEvaluator, snapshot::Snapshot},
};

/// Positions that are remembered while a game is played.
const REMEMBERED: usize = 1 << 14;
/// Nodes of a tree: more than the simulations of a game can make on any board.
const NODES: usize = 8 << 20;

/// A game and what it cost.
#[derive(Clone, Debug, PartialEq)]
pub struct SelfPlayed {
    /// The game.
    pub record: GameRecord,
    /// Simulations made.
    pub simulations: u64,
    /// Positions asked for, and those of them that were remembered.
    pub asked: (u64, u64),
}

/// Plays the game of this number; `None` if it was stopped.
pub fn play(
    network: &Arc<PolicyValueNetwork>,
    settings: &TrainSettings,
    game: u64,
    stop: &Stop,
) -> Option<SelfPlayed> {
    let mut dice = dice(settings.seed, Throw::SelfPlay, game);
    let mut evaluator = NetworkEvaluator::new(Arc::clone(network), REMEMBERED, settings.solver_nodes);
    let empty = Position::new(settings.size, settings.rule).expect("a training has a board");
    let mut position = opening::beginning(empty, settings, game, &mut evaluator, &mut dice);
    let mut tree = Tree::new(position.clone(), settings.selection(), NODES);
    let (mut searched, mut simulations) = (Vec::new(), 0);
    while position.outcome().is_none() {
        if stop.is_raised() {
            return None;
        }
        let is_full = dice.chance(settings.full_share);
        tree.advance(&position);
        simulations += search(&mut tree, &mut evaluator, settings, is_full, &mut dice);
        let examined: Vec<_> = tree.examined().collect();
        let best = tree.line()[0];
        let visits = learned_visits(&tree, &examined, best);
        if is_full {
            searched.push(Searched {
                ply: position.plies(),
                visits: by_point(settings.size, &examined, &visits),
                value: (settings.searched_share > 0.0).then(|| (tree.value() * 1_000.0).round() as i32),
            });
        }
        let is_thrown = position.plies() < settings.thrown_plies as usize;
        let played = if is_thrown {
            thrown(&examined, &visits, &mut dice)
        } else {
            best
        };
        position.play(played).expect("a searched move is legal");
    }
    let record = GameRecord {
        game,
        moves: position.history().to_vec(),
        winner: position.outcome().and_then(|outcome| outcome.winner),
        searched,
    };
    Some(SelfPlayed {
        record,
        simulations,
        asked: evaluator.counts(),
    })
}

/// Searches from the root; how many simulations that took.
fn search(
    tree: &mut Tree<Position>,
    evaluator: &mut NetworkEvaluator,
    settings: &TrainSettings,
    is_full: bool,
    dice: &mut Dice,
) -> u64 {
    let sims = if is_full {
        settings.sims
    } else {
        settings.quick_sims
    };
    let before = if settings.kept_count {
        0
    } else {
        u64::from(tree.visits())
    };
    let mut looks = 0;
    while looks == 0 || u64::from(tree.visits()) - before < sims && !tree.is_proven() {
        tree.simulate(evaluator, usize::MAX);
        looks += 1;
        // The root has moves to mix noise into after its first look.
        if is_full && looks == 1 {
            let shares = dirichlet(tree.examined().count(), settings.noise, dice);
            tree.mix_in(&shares, settings.noise_part);
        }
    }
    looks
}

/// How often each move was looked at, as far as that is to be learned: a move that wins for certain is all there is to learn.
fn learned_visits(tree: &Tree<Position>, examined: &[Examined<Move>], best: Move) -> Vec<u32> {
    let wins = |examined: &Examined<Move>| {
        let winner = examined.proven.and_then(|proven| proven.winner);
        winner == Some(tree.turn())
    };
    let is_won = examined
        .iter()
        .any(|examined| examined.played == best && wins(examined));
    let is_unseen = examined.iter().all(|examined| examined.visits == 0);
    let visits = |examined: &Examined<Move>| match is_won || is_unseen {
        true => u32::from(examined.played == best),
        false => examined.visits,
    };
    examined.iter().map(visits).collect()
}

fn by_point(size: u8, examined: &[Examined<Move>], visits: &[u32]) -> Vec<u32> {
    let mut by_point = vec![0; usize::from(size).pow(2)];
    for (examined, &visits) in examined.iter().zip(visits) {
        if let Move::Place(point) = examined.played {
            by_point[Snapshot::index(point, size, Symmetry::IDENTITY)] = visits;
        }
    }
    by_point
}

/// A move, as often as it was looked at.
fn thrown(examined: &[Examined<Move>], visits: &[u32], dice: &mut Dice) -> Move {
    let sum: u32 = visits.iter().sum();
    let shares: Vec<f64> = visits
        .iter()
        .map(|&visits| f64::from(visits) / f64::from(sum))
        .collect();
    let mut chosen = dice.weighted(&shares);
    // The rest of a rounded sum belongs to nobody.
    while visits[chosen] == 0 {
        chosen -= 1;
    }
    examined[chosen].played
}
