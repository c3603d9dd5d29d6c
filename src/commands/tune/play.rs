//! `tengen tune play`: games of the engine against itself, one a line. The number of lines is where to go on, so that a
//! run may be killed at any moment.

use std::{
    collections::BTreeMap,
    fs::{File, OpenOptions},
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    sync::{
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread,
};

use anyhow::Context;
use engines::alphabeta::{Alphabeta, options::AlphaBetaOptions, tune::games::SelfPlayGame};
use referee::gomoku::Rule;

use crate::output;
use base::{exit::Exit, user_error::UserError};

/// Games between two words of how far it is.
const TOLD_EVERY: u64 = 1_000;

/// Arguments.
#[derive(clap::Args)]
pub(super) struct Args {
    /// File of games, one a line; games that it holds already count
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Games that it is to hold in the end
    #[arg(long, default_value_t = 1_000)]
    games: u64,
    /// Nodes for a move
    #[arg(long, default_value_t = 8_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Lines a side
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u8).range(5..=22))]
    size: u8,
    /// Rule: freestyle, standard or renju
    #[arg(long, default_value = "freestyle", value_parser = crate::arguments::rule)]
    rule: Rule,
    /// Decides the openings; files of different seeds hold different games
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// Games at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
}

/// Runs the command.
///
/// # Errors
/// The file holds something else, or cannot be written.
pub(super) fn run(args: &Args) -> anyhow::Result<Exit> {
    let (mut file, held) = open(&args.out)?;
    let next = AtomicU64::new(held);
    let (tell, told) = mpsc::sync_channel(64);
    thread::scope(|scope| {
        for _ in 0..args.threads {
            let (tell, next) = (tell.clone(), &next);
            scope.spawn(move || {
                let mut engine = Alphabeta::new(AlphaBetaOptions {
                    table_mb: 8,
                    ..AlphaBetaOptions::default()
                });
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= args.games {
                        return;
                    }
                    let number = u64::from(args.seed) << 32 | index;
                    let game = SelfPlayGame::play(&mut engine, args.size, args.rule, args.nodes, number);
                    if tell.send((index, game)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(tell);
        keep(&mut file, held, told)
    })?;
    output::line(&format!(
        "{} games in {}",
        held.max(args.games),
        args.out.display()
    ))?;
    Ok(Exit::Done)
}

/// Writes games in the order of their numbers, whoever is ready first.
fn keep(
    file: &mut File,
    held: u64,
    told: mpsc::Receiver<(u64, Result<SelfPlayGame, referee::player::PlayerError>)>,
) -> anyhow::Result<()> {
    let (mut next, mut early) = (held, BTreeMap::new());
    for (index, game) in told {
        early.insert(index, game.context("the engine gave no move")?);
        while let Some(game) = early.remove(&next) {
            file.write_all(format!("{game}\n").as_bytes())
                .context("cannot write the games")?;
            next += 1;
            if next.is_multiple_of(TOLD_EVERY) {
                tracing::info!("{next} games");
            }
        }
    }
    Ok(())
}

/// Opens a file of games for more of them, without a last line that was cut short; and how many it holds.
fn open(path: &Path) -> anyhow::Result<(File, u64)> {
    let problem = || format!("cannot open {}", path.display());
    let mut file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .read(true)
        .write(true)
        .open(path)
        .with_context(problem)?;
    let (mut games, mut whole) = (0, 0);
    let mut reader = BufReader::new(&file);
    let mut line = String::new();
    while reader.read_line(&mut line).with_context(problem)? > 0 && line.ends_with('\n') {
        if let Err(error) = line.parse::<SelfPlayGame>() {
            return Err(UserError::new(
                format!("{}, line {}: {error}", path.display(), games + 1),
                "give a file that `tengen tune play` wrote, or a new one",
            )
            .into());
        }
        games += 1;
        whole += line.len() as u64;
        line.clear();
    }
    file.set_len(whole).with_context(problem)?;
    std::io::Seek::seek(&mut file, std::io::SeekFrom::End(0)).with_context(problem)?;
    Ok((file, games))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(clippy::disallowed_methods, reason = "the command writes a file")]
    fn a_run_that_was_cut_off_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let args = |name: &str, games: u64, threads: u16| Args {
            out: folder.path().join(name),
            games,
            nodes: 100,
            size: 9,
            rule: Rule::Freestyle,
            seed: 3,
            threads,
        };
        let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
        run(&args("whole", 6, 1)).unwrap();
        run(&args("cut", 4, 3)).unwrap();
        let cut = read("cut");
        std::fs::write(folder.path().join("cut"), &cut[..cut.len() - 5]).unwrap();
        run(&args("cut", 6, 2)).unwrap();
        assert_eq!(read("cut"), read("whole"));
        std::fs::write(folder.path().join("other"), "something else\n").unwrap();
        let error = run(&args("other", 6, 1)).unwrap_err().to_string();
        assert!(error.contains("other, line 1: `something`"), "{error}");
        assert_eq!(read("other"), "something else\n");
    }
}
