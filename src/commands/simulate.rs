//! `tengen simulate`: whole nights in memory, with everything going wrong, and every game checked.

use std::{
    path::PathBuf,
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::Instant,
};

use anyhow::Context;
use referee::games::GameKind;

use crate::{output, progress_line::ProgressLine};
use base::{exit::Exit, memory};
use nights::{
    mutation::Mutation,
    night::{self, Night, Plan},
    unattended::Unattended,
    venue::ProfiledVenue,
};

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    /// What is played: gomoku or soccer
    #[arg(long, value_name = "GAME", default_value = "gomoku", value_parser = crate::arguments::game)]
    game: GameKind,
    /// Games to play, in nights of --night games
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// The first night's seed; each night has the next one
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games in one night
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    night: u32,
    /// How much goes wrong: 1 is a bad night, 0 a calm one
    #[arg(long, default_value_t = 1.0, value_parser = strength)]
    strength: f64,
    /// One engine answer in so many goes wrong; 0 for none
    #[arg(long, default_value_t = 300)]
    engine_faults: usize,
    /// Nights that go on side by side [default: as many as the machine has cores]. Each is the same whatever runs beside it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Let every port call of one game fail once, each in a night of its own
    #[arg(long, conflicts_with_all = ["games", "night", "strength", "engine_faults"])]
    every_call: bool,
    /// Break the session on purpose: a checker must notice
    #[arg(long = "break", value_name = "WAY", value_enum)]
    mutation: Option<Mutation>,
    /// Tell what the bot does
    #[arg(long)]
    aloud: bool,
    /// Folder for films of what the bot sees, for tengen replay --frames
    #[arg(long, value_name = "DIR")]
    film: Option<PathBuf>,
}

/// How bad a night is, on the command line.
fn strength(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok();
    number
        .filter(|number| (0.0..=STRENGTH_MAX).contains(number))
        .ok_or_else(|| format!("it is a number from 0 to {STRENGTH_MAX}, such as 0.5"))
}

/// In a worse night nothing but trouble happens.
const STRENGTH_MAX: f64 = 10.0;

/// Runs the command. A night with a complaint makes the answer no; its seed replays it.
///
/// # Errors
/// Nothing can be written to the system's folder for temporary files.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    match args.game {
        GameKind::Gomoku => simulate::<referee::gomoku::Position>(args),
        GameKind::Soccer => simulate::<referee::soccer::Position>(args),
    }
}

fn simulate<P: Unattended>(args: Args) -> anyhow::Result<Exit> {
    let plan = Plan {
        seed: args.seed,
        games: args.night.min(args.games),
        strength: args.strength,
        engine_faults: args.engine_faults,
        failpoint: 0,
        mutation: args.mutation,
        aloud: args.aloud,
        film: args.film,
    };
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or_else(cores, usize::from);
    if args.every_call {
        return every_call::<P>(&plan, threads);
    }
    let nights = u64::from(args.games.div_ceil(args.night));
    let plans = (0..nights).map(|index| {
        let left = u64::from(args.games) - index * u64::from(args.night);
        Plan {
            seed: args.seed + index,
            games: left.min(u64::from(args.night)) as u32,
            ..plan.clone()
        }
    });
    live_all::<P>(plans.collect(), threads, "")
}

/// The N-th call fails, for every N of one calm game.
fn every_call<P: Unattended>(plan: &Plan, threads: usize) -> anyhow::Result<Exit> {
    let calm = Plan {
        games: 1,
        strength: 0.0,
        engine_faults: 0,
        ..plan.clone()
    };
    let whole = live::<P>(&calm)?;
    let plans = (1..=whole.calls).map(|failpoint| Plan {
        failpoint,
        ..calm.clone()
    });
    live_all::<P>(
        plans.collect(),
        threads,
        &format!("{} calls in one game; ", whole.calls),
    )
}

fn live<P: Unattended>(plan: &Plan) -> anyhow::Result<Night> {
    let venue = ProfiledVenue::<P>::of(plan.seed)?;
    let folder = scratch()?;
    night::live(plan, &venue, folder.path())
}

/// A folder for a night's books: in memory where the system offers that, as each ply is written through.
fn scratch() -> anyhow::Result<tempfile::TempDir> {
    let memory = std::path::Path::new("/dev/shm");
    let folder = if memory.is_dir() {
        tempfile::tempdir_in(memory)
    } else {
        tempfile::tempdir()
    };
    folder.context("cannot make a folder for the simulation's games")
}

#[expect(clippy::disallowed_methods, reason = "the command says how long it took")]
fn live_all<P: Unattended>(plans: Vec<Plan>, threads: usize, before: &str) -> anyhow::Result<Exit> {
    let begun = Instant::now();
    let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let told = ProgressLine::begin("nights");
    let memory_before_kb = memory_kb();
    let results: Vec<anyhow::Result<Vec<(u64, Night)>>> = thread::scope(|scope| {
        let work = || {
            let mut nights = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(plan) = plans.get(index as usize) else {
                    return Ok(nights);
                };
                nights.push((plan.failpoint, live::<P>(plan)?));
                told.at(done.fetch_add(1, Ordering::Relaxed) as usize + 1, plans.len());
            }
        };
        let handles: Vec<_> = (0..threads.min(plans.len())).map(|_| scope.spawn(work)).collect();
        handles
            .into_iter()
            .map(|handle| {
                handle
                    .join()
                    .unwrap_or_else(|_| Err(anyhow::anyhow!("a night panicked")))
            })
            .collect()
    });
    drop(told);
    let mut nights = Vec::new();
    for result in results {
        nights.extend(result?);
    }
    nights.sort_by_key(|(failpoint, night)| (night.seed, *failpoint));
    for (failpoint, night) in nights.iter().filter(|(_, night)| !night.complaints.is_empty()) {
        let call = if *failpoint > 0 {
            format!(", call {failpoint}")
        } else {
            String::new()
        };
        for complaint in &night.complaints {
            output::line(&format!("seed {}{call}: {complaint}", night.seed))?;
        }
    }
    let sum = |part: fn(&Night) -> u64| nights.iter().map(|(_, night)| part(night)).sum::<u64>();
    let seconds = begun.elapsed().as_secs_f64();
    let kept = sum(|night| night.balance.kept as u64);
    let bad = nights
        .iter()
        .filter(|(_, night)| !night.complaints.is_empty())
        .count();
    output::line(&format!(
        "{before}{} nights: {} games played, {kept} kept with their result ({} with their opponent), {} without; {} starts, {} clicks, {} looks, {} minutes",
        nights.len(),
        sum(|night| night.balance.played as u64),
        sum(|night| night.balance.met as u64),
        sum(|night| night.balance.aborted as u64),
        sum(|night| u64::from(night.starts)),
        sum(|night| night.presses),
        sum(|night| night.looks),
        sum(|night| night.minutes),
    ))?;
    output::line(&format!(
        "of those kept, {} with all their plies, {} by the client's word without a last stone that was hidden, {} without some other; {} last stones clicked and not seen, {} inferred; {} games without a result because their end was hidden",
        kept - sum(|night| night.balance.short as u64),
        sum(|night| night.balance.hidden[0] as u64),
        sum(|night| night.balance.short.saturating_sub(night.balance.hidden[0]) as u64),
        sum(|night| night.balance.unseen[0] as u64),
        sum(|night| night.balance.unseen[1] as u64),
        sum(|night| night.balance.hidden[1] as u64),
    ))?;
    output::line(&format!(
        "{bad} nights with complaints; {:.0} games a minute, {seconds:.0} s; memory {} kB before, {} kB after",
        kept as f64 * 60.0 / seconds.max(1e-3),
        memory_before_kb,
        memory_kb(),
    ))?;
    Ok(if bad == 0 { Exit::Done } else { Exit::No })
}

/// Kilobytes of memory that this process holds; 0 where the system does not say.
fn memory_kb() -> u64 {
    memory::resident_bytes().unwrap_or(0) >> 10
}
