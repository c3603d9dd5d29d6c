//! `tengen bench network`: how many positions the network that `tengen train` teaches values in a CPU second, one by one, and from how
//! many it learns in batches.

use std::{path::PathBuf, time::Duration};

use cpu_time::ThreadTime;
use dice::Dice;
use engines::{
    network::{PolicyValueNetwork, snapshot::Snapshot},
    train::{
        buffer::Buffer,
        game_record::{GameRecord, Searched},
        learner::Learner,
        settings::TrainSettings,
    },
};
use referee::{
    gomoku::{Position, Rule},
    position::Position as _,
    symmetry::Symmetry,
};
use serde_json::json;

use crate::{Measured, rounded};

/// Arguments.
#[derive(clap::Args)]
pub struct NetworkArgs {
    /// Print JSON instead of lines
    #[arg(long)]
    json: bool,
    /// Positions to value, one by one
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,
    /// Batches to learn from
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    batches: u32,
    /// Positions of a batch
    #[arg(long, value_name = "N", default_value_t = 512, value_parser = clap::value_parser!(u16).range(8..=8_192))]
    batch: u16,
    /// Write the network that is measured to this file, for programs that know ONNX
    #[arg(long, value_name = "FILE")]
    onnx: Option<PathBuf>,
}

/// Games by dice that are learned from.
const GAMES: u64 = 200;

/// Runs the command.
///
/// # Errors
/// The file cannot be written.
pub(super) fn run(args: &NetworkArgs) -> anyhow::Result<Measured> {
    let settings = TrainSettings {
        batch: usize::from(args.batch),
        epochs: 1,
        ..TrainSettings::own(8, Rule::Freestyle)
    };
    let mut learner = Learner::new(&settings)?;
    if let Some(path) = &args.onnx {
        base::atomic_file::save(path, learner.network.to_onnx(), "--onnx")?;
    }
    let valuing = value(&learner.network, args.positions);
    let mut buffer = Buffer::new(settings.buffer);
    for game in 0..GAMES {
        buffer.add(by_dice(game, &settings).samples(&settings)?);
    }
    let begun = ThreadTime::now();
    for _ in 0..args.batches {
        let learned = learner.learn(&buffer, &settings);
        anyhow::ensure!(
            learned.is_some(),
            "a batch is larger than what there is to learn from"
        );
    }
    let learning = begun.elapsed();
    let a_second = |count: u32, spent: Duration| rounded(f64::from(count) / spent.as_secs_f64().max(1e-9));
    Ok(Measured::new(
        json!({
            "layers": settings.layers,
            "size": settings.size,
            "valued_one_by_one_a_cpu_second": a_second(args.positions, valuing),
            "batch": args.batch,
            "learned_from_a_cpu_second": a_second(args.batches * u32::from(args.batch), learning),
        }),
        args.json,
    ))
}

/// Values so many positions of games by dice; the time of that alone.
fn value(network: &PolicyValueNetwork, count: u32) -> Duration {
    let mut dice = Dice::new(1);
    let mut pass = network.pass(1);
    let mut position = Position::new(network.kind().size, network.kind().rule).expect("it has a board");
    let mut spent = Duration::ZERO;
    for _ in 0..count {
        let legal = position.legal_moves();
        if legal.is_empty() {
            while position.undo().is_some() {}
            continue;
        }
        position.play(*dice.pick(&legal)).expect("a legal move");
        let begun = ThreadTime::now();
        Snapshot::of(&position).show(Symmetry::IDENTITY, &mut pass, 0);
        network.forward(&mut pass);
        spent += begun.elapsed();
    }
    spent
}

/// A game by dice, of which each move is to be learned.
fn by_dice(game: u64, settings: &TrainSettings) -> GameRecord {
    let mut dice = Dice::new(game);
    let mut position = Position::new(settings.size, settings.rule).expect("it has a board");
    let mut searched = Vec::new();
    loop {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let visits = (0..usize::from(settings.size).pow(2)).map(|_| dice.below(100));
        searched.push(Searched {
            ply: position.plies(),
            visits: visits.collect(),
            value: None,
        });
        position.play(*dice.pick(&legal)).expect("a legal move");
    }
    GameRecord {
        game,
        moves: position.history().to_vec(),
        winner: position.outcome().and_then(|outcome| outcome.winner),
        searched,
    }
}
