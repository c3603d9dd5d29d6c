//! `tengen bench soccer`: two engines of Paper Soccer against each other, in pairs of games from openings by dice, so that
//! each engine has each opening from both sides.

use engines::soccer::registry;
use referee::{
    clock::TimeControl,
    game::Game,
    play::{Effort, PlayOptions, play_game},
    player::Player,
    seat::Seat,
    soccer::{
        Direction, Position, Rules,
        openings::{self, TurnRecipe},
    },
    verdict::Verdict,
};
use serde_json::json;
use stats::rating::WinCount;

use crate::{Measured, rounded};
use base::clock::Stopwatch;

/// Milliseconds by which a move may be late: what is measured is not the machine's other work.
const GRACE_MS: u64 = 2_000;

/// Arguments.
#[derive(clap::Args)]
pub struct SoccerArgs {
    /// Print JSON instead of lines
    #[arg(long)]
    json: bool,
    /// Two engines, such as soccer and soccer:thesis
    #[arg(long, value_names = ["SPEC", "SPEC"], num_args = 2, required = true)]
    engines: Vec<String>,
    /// Games, in pairs from one opening
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(2..))]
    games: u64,
    /// Milliseconds for a turn
    #[arg(long, value_name = "MS", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "nodes")]
    turn_ms: u64,
    /// Nodes for a turn instead of time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Turns by dice before a game, at least and at most
    #[arg(long, value_names = ["LEAST", "MOST"], num_args = 2, default_values_t = [2, 6], value_parser = clap::value_parser!(u32).range(0..=20))]
    opening: Vec<u32>,
    /// Decides the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Runs the command.
///
/// # Errors
/// A spec names no engine, or the output cannot be written.
pub(super) fn run(args: &SoccerArgs) -> anyhow::Result<Measured> {
    let mut players = Vec::new();
    for spec in &args.engines {
        players.push(registry::build(spec).map_err(|error| error.to_user_error())?);
    }
    let clock = Stopwatch::start();
    let mut score = Score::default();
    let book = openings::random(&recipe(args), args.games.div_ceil(2) as usize);
    for pair in 0..args.games.div_ceil(2) {
        let opening = &book[pair as usize % book.len()];
        for first in [0, 1] {
            if let [a, b] = players.as_mut_slice() {
                let seats: [&mut dyn Player<Position>; 2] = if first == 0 {
                    [&mut **a, &mut **b]
                } else {
                    [&mut **b, &mut **a]
                };
                score.add(&play(args, opening, seats, &clock)?, first);
            }
        }
    }
    Ok(Measured::new(score.figures(args), args.json))
}

/// A game, and what went wrong in it.
struct Played {
    game: Game<Position>,
    verdict: Option<Verdict>,
    fault: Option<String>,
}

fn play(
    args: &SoccerArgs,
    opening: &[Direction],
    seats: [&mut dyn Player<Position>; 2],
    clock: &Stopwatch,
) -> anyhow::Result<Played> {
    let control = TimeControl {
        turn_ms: args.nodes.is_none().then_some(args.turn_ms),
        grace_ms: GRACE_MS,
        ..TimeControl::default()
    };
    let game = Game::with_opening(Position::new(Rules::default()), opening, control)?;
    let effort = Effort {
        nodes: args.nodes,
        depth: None,
    };
    let options = PlayOptions {
        effort: [effort; 2],
        ..PlayOptions::default()
    };
    let played = play_game(game, seats, &options, &mut || clock.now_ms());
    Ok(Played {
        verdict: played.game.verdict(),
        game: played.game,
        fault: played.fault,
    })
}

fn recipe(args: &SoccerArgs) -> TurnRecipe {
    let (least, most) = (args.opening[0], args.opening[1].max(args.opening[0]));
    TurnRecipe {
        rules: Rules::default(),
        turns: least..=most,
        seed: args.seed,
    }
}

/// All games so far, as the first engine sees them.
#[derive(Default)]
struct Score {
    games: u64,
    wins: u64,
    draws: u64,
    faults: Vec<String>,
    turns: u64,
    /// By engine.
    nodes: [u64; 2],
    thoughts: [u64; 2],
    spent_ms: [u64; 2],
}

impl Score {
    fn add(&mut self, played: &Played, first: usize) {
        self.games += 1;
        self.faults.extend(played.fault.clone());
        match played.verdict.and_then(|verdict| verdict.winner) {
            Some(winner) => self.wins += u64::from(winner.index() == first),
            None => self.draws += 1,
        }
        let drawn = played.game.position().drawn();
        let mut last: Option<Seat> = None;
        for ((seat, _), ply) in drawn.zip(played.game.plies()).skip(played.game.given()) {
            let engine = seat.index() ^ first;
            self.nodes[engine] += ply.nodes.unwrap_or(0);
            self.spent_ms[engine] += ply.spent_ms.unwrap_or(0);
            if last != Some(seat) {
                self.turns += 1;
                self.thoughts[engine] += 1;
            }
            last = Some(seat);
        }
    }

    fn figures(&self, args: &SoccerArgs) -> serde_json::Value {
        let decided = WinCount::new(self.wins, self.games - self.draws);
        let interval = decided.wilson();
        let each = |total: u64, engine: usize| rounded(total as f64 / self.thoughts[engine].max(1) as f64);
        json!({
            "engines": args.engines,
            "games": self.games,
            "won": self.wins,
            "drawn": self.draws,
            "lost": self.games - self.wins - self.draws,
            "won_of_decided": decided.rate().map(rounded),
            "won_of_decided_95": [rounded(interval.low), rounded(interval.high)],
            "turns_a_game": rounded(self.turns as f64 / self.games.max(1) as f64),
            "nodes_a_turn": [each(self.nodes[0], 0), each(self.nodes[1], 1)],
            "ms_a_turn": [each(self.spent_ms[0], 0), each(self.spent_ms[1], 1)],
            "faults": self.faults,
        })
    }
}
