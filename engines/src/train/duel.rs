//! One game of a network against somebody else, played as well as it can.

use std::sync::Arc;

use referee::{
    clock::TimeControl,
    game::Game,
    gomoku::Position,
    play::{PlayOptions, play_game},
    player::Player,
    seat::Seat,
};

use super::settings::TrainSettings;
use crate::{
    mcts::player::TreePlayer,
    network::{PolicyValueNetwork, evaluator::NetworkEvaluator},
};

/// Positions that the network's player remembers.
const REMEMBERED: usize = 1 << 14;

/// Plays on from a position, in which the network has this seat; the winner.
pub(super) fn duel(
    position: Position,
    network: &Arc<PolicyValueNetwork>,
    settings: &TrainSettings,
    own: Seat,
    rival: &mut dyn Player<Position>,
) -> Option<Seat> {
    let mut learned = player(network, settings);
    let game = Game::new(position, TimeControl::default());
    let mut players: [&mut dyn Player<Position>; 2] = [&mut learned, rival];
    if own == Seat::Second {
        players.swap(0, 1);
    }
    let played = play_game(game, players, &PlayOptions::default(), &mut || 0);
    played.game.verdict().and_then(|verdict| verdict.winner)
}

/// The network as a player that tries nothing out.
pub(super) fn player(
    network: &Arc<PolicyValueNetwork>,
    settings: &TrainSettings,
) -> TreePlayer<Position, NetworkEvaluator> {
    let evaluator = NetworkEvaluator::new(Arc::clone(network), REMEMBERED, settings.solver_nodes);
    TreePlayer::new("learned".to_owned(), settings.earnest(), vec![evaluator])
}
