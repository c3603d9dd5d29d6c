//! `tengen bench engine`: fixed positions searched to a fixed depth. The nodes are a signature that changes only when the
//! search does; CPU time of this thread is counted beside them. Only what more threads are worth is told by the clock on
//! the wall, and needs an idle machine.

use std::time::Duration;

use cpu_time::ThreadTime;
use engines::alphabeta::{
    bench,
    options::{DEPTHS, THREADS},
};
use serde_json::json;
use stats::rating::geometric;

use crate::{Measured, rounded};
use base::clock::Stopwatch;

/// Arguments.
#[derive(clap::Args)]
pub struct EngineArgs {
    /// Print JSON instead of lines
    #[arg(long)]
    json: bool,
    /// Plies to which the fixed positions are searched
    #[arg(long, default_value_t = bench::DEPTH_DEFAULT, value_parser = depths())]
    depth: u32,
    /// Plies to which the first answer to a stone on the centre is searched, from 2 on
    #[arg(long, default_value_t = 12, value_parser = depths())]
    answers: u32,
    /// How much sooner so many threads reach the same depth
    #[arg(long, value_parser = clap::value_parser!(u16).range(*THREADS.start() as i64..=*THREADS.end() as i64))]
    threads: Option<u16>,
    /// How many times each position is searched for that
    #[arg(long, default_value_t = 3, requires = "threads", value_parser = clap::value_parser!(u32).range(1..=1000))]
    runs: u32,
}

fn depths() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(i64::from(*DEPTHS.start())..=i64::from(*DEPTHS.end()))
}

/// Runs the command.
///
/// # Errors
/// The engine gave no move.
pub(super) fn run(args: &EngineArgs) -> anyhow::Result<Measured> {
    let begun = ThreadTime::now();
    let mut cpu = || begun.elapsed();
    let found = bench::run(args.depth, &mut cpu)?;
    let mut figures = json!({
        "signature": found.signature(),
        "positions": found.nodes.len(),
        "depth": args.depth,
        "cpu_ms": millis(found.spent),
        "nodes_per_cpu_second": found.nodes_a_second().round(),
    });
    for depth in 2..=args.answers {
        let (nodes, spent) = bench::first_answer(depth, &mut cpu)?;
        figures[format!("first_answer_depth_{depth:02}")] =
            json!(format!("{nodes} nodes, {} ms", millis(spent)));
    }
    if let Some(threads) = args.threads {
        let clock = Stopwatch::start();
        let mut wall = || Duration::from_millis(clock.now_ms());
        let measured = bench::speed_up(args.depth, usize::from(threads), args.runs, &mut wall)?;
        figures["threads"] = json!(threads);
        figures["threads_searches"] = json!(measured.len());
        if let Some([mean, low, high]) = geometric::mean(&measured) {
            figures["threads_speed_up"] = json!(rounded(mean));
            figures["threads_speed_up_95"] = json!([rounded(low), rounded(high)]);
        }
    }
    Ok(Measured::new(figures, args.json))
}

fn millis(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e5).round() / 1e2
}
