//! `tengen openings make`: dice throw openings, an engine weighs them, the balanced ones are kept as they are found. The
//! same settings give the same openings, so that a file that was broken off is gone on with.

use std::{
    fs::OpenOptions,
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use engines::balance::Weight;
use recordings::openings;
use referee::{
    gomoku::{
        Move, Position,
        openings::{Recipe, Stream},
    },
    position::Position as _,
};

use super::{Weighing, unweighed};
use crate::output;
use base::{exit::Exit, user_error::UserError};

/// Arguments.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Openings to make
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Stones of an opening: a number, or a range such as 4..8, all of which come equally often before they are weighed
    #[arg(long, value_name = "N..M", default_value = "4..8", value_parser = plies)]
    plies: Plies,
    /// Decides which openings are thrown
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// File to write to, one opening a line; one that was broken off is gone on with [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    weighing: Weighing,
}

/// Stones of an opening, the least and the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Plies(u32, u32);

fn plies(text: &str) -> Result<Plies, String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let number = |word: &str| word.trim_start_matches('=').parse().ok();
    match (number(least), number(most)) {
        (Some(least @ 1..), Some(most @ ..=12)) if least <= most => Ok(Plies(least, most)),
        _ => Err("give a number from 1 to 12, or two such as 4..8".to_owned()),
    }
}

/// Openings between two words about how it goes.
const TOLD_EVERY: usize = 50;

pub(super) fn run(args: &Args) -> anyhow::Result<Exit> {
    let weighing = &args.weighing;
    let mut player = weighing.player()?;
    let head = head(args, &player.name());
    let kept = match &args.out {
        Some(path) => kept(path, &head, weighing)?,
        None => Vec::new(),
    };
    let mut sink = Sink::open(args.out.as_deref())?;
    if kept.is_empty() {
        sink.write(&head)?;
    } else {
        tracing::info!("{} openings are there already", kept.len());
    }
    let mut thrown = throws(args)?;
    if let Some(last) = kept.last() {
        let found = thrown.by_ref().any(|opening| opening == *last);
        debug_assert!(found, "equal heads make equal openings");
    }
    let empty = Position::new(weighing.size, weighing.rule)?;
    let (scales, mut count, mut weighed) = (weighing.scales(), kept.len(), 0);
    while count < args.count as usize {
        let Some(opening) = thrown.next() else {
            let message = format!("there are no more openings of so many stones: {count} were found");
            return Err(
                UserError::new(message, "give more --plies, a wider --range or a larger --size").into(),
            );
        };
        let mut position = empty.clone();
        for &played in &opening {
            position.play(played)?;
        }
        weighed += 1;
        let weight = scales
            .weigh(&mut *player, &position)
            .map_err(|error| unweighed(&error))?;
        if let Weight::Balanced(_) = weight {
            sink.write(&format!("{}\n", openings::write(&opening, weighing.size)))?;
            count += 1;
            if count.is_multiple_of(TOLD_EVERY) || count == args.count as usize {
                tracing::info!("{count} openings are balanced, {weighed} were weighed");
            }
        }
    }
    Ok(Exit::Done)
}

/// What a book begins with: the settings that made it.
fn head(args: &Args, engine: &str) -> String {
    let Plies(least, most) = args.plies;
    let Weighing { size, rule, .. } = args.weighing;
    let scales = args.weighing.scales();
    format!(
        "# balanced openings of {least} to {most} stones for {size} lines by {} rules, seed {}\n\
         # within {} of 0 for {engine} after {} and {} nodes\n",
        rule.name(),
        args.seed,
        scales.range,
        scales.nodes,
        scales.nodes_deeper
    )
}

/// The openings in a file that an earlier run with the same settings began; a line that was cut off is taken away.
fn kept(path: &Path, head: &str, weighing: &Weighing) -> anyhow::Result<Vec<Vec<Move>>> {
    let name = path.display();
    #[expect(clippy::disallowed_methods, reason = "the command goes on with its own file")]
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error).with_context(|| format!("cannot read {name}")),
    };
    if !bytes.starts_with(head.as_bytes()) && !head.as_bytes().starts_with(&bytes) {
        return Err(UserError::new(
            format!("{name} was made with other settings, or is another file"),
            "give it the same settings again, or name another --out",
        )
        .into());
    }
    let last = bytes
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |at| at + 1);
    let whole = if last > head.len() { last } else { 0 };
    let file = OpenOptions::new().write(true).open(path);
    file.and_then(|file| file.set_len(whole as u64))
        .with_context(|| format!("cannot write {name}"))?;
    if whole == 0 {
        return Ok(Vec::new());
    }
    openings::read(&bytes[..whole], weighing.size, weighing.rule)
        .map_err(|error| UserError::new(format!("{name}, {error}"), error.hint).into())
}

/// All openings of these settings, a number of stones after the other, and again, as long as there are any.
fn throws(args: &Args) -> anyhow::Result<impl Iterator<Item = Vec<Move>>> {
    let Plies(least, most) = args.plies;
    let Weighing { size, rule, .. } = args.weighing;
    let streams = (least..=most).map(|plies| {
        Stream::new(Recipe {
            size,
            rule,
            plies,
            seed: args.seed.wrapping_add(u64::from(plies) << 32),
        })
    });
    let mut streams = streams.collect::<Result<Vec<_>, _>>()?;
    let mut at = 0;
    Ok(std::iter::from_fn(move || {
        while !streams.is_empty() {
            at %= streams.len();
            if let Some(opening) = streams[at].next() {
                at += 1;
                return Some(opening);
            }
            streams.remove(at);
        }
        None
    }))
}

/// Where the openings go.
enum Sink {
    Out,
    File(std::fs::File),
}

impl Sink {
    fn open(path: Option<&Path>) -> anyhow::Result<Sink> {
        let Some(path) = path else { return Ok(Sink::Out) };
        let file = OpenOptions::new().create(true).append(true).open(path);
        let refused = |error: std::io::Error| {
            UserError::new(
                format!("cannot write {}: {error}", path.display()),
                "name an --out in a folder that is there and may be written to",
            )
        };
        Ok(Sink::File(file.map_err(refused)?))
    }

    fn write(&mut self, text: &str) -> anyhow::Result<()> {
        match self {
            Sink::Out => Ok(output::print(text.as_bytes())?),
            Sink::File(file) => file
                .write_all(text.as_bytes())
                .context("cannot write the openings"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[derive(clap::Parser)]
    struct CommandLine {
        #[command(flatten)]
        args: Args,
    }

    fn args(words: &[&str]) -> Args {
        let words = ["make"].iter().chain(words);
        <CommandLine as clap::Parser>::try_parse_from(words).unwrap().args
    }

    #[expect(clippy::disallowed_methods, reason = "a test looks at its own file")]
    fn text(path: &Path) -> String {
        std::fs::read_to_string(path).unwrap()
    }

    #[test]
    fn stones_are_a_number_or_a_range() {
        assert_eq!(plies("4..8"), Ok(Plies(4, 8)));
        assert_eq!(plies("4..=8"), Ok(Plies(4, 8)));
        assert_eq!(plies("3"), Ok(Plies(3, 3)));
        for bad in ["", "0", "13", "8..4", "a..b", "4.."] {
            assert!(plies(bad).is_err(), "{bad}");
        }
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "a test cuts its own file")]
    fn a_file_that_was_cut_off_becomes_the_same_book() {
        let folder = tempfile::tempdir().unwrap();
        let (whole, cut) = (folder.path().join("whole.txt"), folder.path().join("cut.txt"));
        let make = |out: &Path, count: &str| {
            let out = out.to_str().unwrap();
            let words = [
                "--nodes",
                "100",
                "--range",
                "100",
                "--engine",
                "alphabeta:table_mb=1",
            ];
            let more = ["--size", "11", "--count", count, "--out", out];
            run(&args(&[&words[..], &more[..]].concat()))
        };
        make(&whole, "12").unwrap();
        let book = text(&whole);
        let openings = openings::read(book.as_bytes(), 11, referee::gomoku::Rule::Freestyle).unwrap();
        assert_eq!(openings.len(), 12);
        let lengths: BTreeSet<usize> = openings.iter().map(Vec::len).collect();
        assert!(lengths.len() > 2 && lengths.iter().all(|length| (4..=8).contains(length)));
        for length in [0, 10, book.len() / 2, book.len() - 1, book.len()] {
            std::fs::write(&cut, &book[..length]).unwrap();
            make(&cut, "12").unwrap();
            assert_eq!(text(&cut), book, "cut after {length} bytes");
        }
        std::fs::write(&cut, "h8 i9\n").unwrap();
        assert!(make(&cut, "12").is_err());
        assert_eq!(text(&cut), "h8 i9\n", "another file is left alone");
    }
}
