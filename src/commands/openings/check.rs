//! `tengen openings check`: what an engine thinks of each opening of a book, and which are there twice.

use std::{collections::HashMap, path::PathBuf};

use engines::balance::Weight;
use recordings::openings;
use referee::{gomoku::Position, position::Position as _};

use super::{Weighing, unweighed};
use crate::output;
use base::{exit::Exit, user_error::UserError};

/// Arguments.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Book of openings, one a line, or the word balanced for the one that comes with the program
    #[arg(value_name = "FILE")]
    file: String,
    #[command(flatten)]
    weighing: Weighing,
}

pub(super) fn run(args: &Args) -> anyhow::Result<Exit> {
    let weighing = &args.weighing;
    let (size, rule) = (weighing.size, weighing.rule);
    let bytes = bytes(args)?;
    let book = openings::read(&bytes, size, rule)
        .map_err(|error| UserError::new(format!("{}, {error}", args.file), error.hint))?;
    let mut player = weighing.player()?;
    let scales = weighing.scales();
    let empty = Position::new(size, rule)?;
    let (mut seen, mut tilted, mut twins) = (HashMap::new(), 0, 0);
    for (number, opening) in (1..).zip(&book) {
        let mut position = empty.clone();
        for &played in opening {
            position.play(played)?;
        }
        let weight = scales
            .weigh(&mut *player, &position)
            .map_err(|error| unweighed(&error))?;
        let (score, mut told) = match weight {
            Weight::Balanced(score) => (score, "balanced".to_owned()),
            Weight::Tilted(score) => {
                tilted += 1;
                (score, "tilted".to_owned())
            }
        };
        let first = *seen.entry(position.canonical_key().0).or_insert(number);
        if first != number {
            twins += 1;
            told = format!("{told}, the same as {first}");
        }
        output::line(&format!(
            "{number:5} {score:7} {told:10} {}",
            openings::write(opening, size)
        ))?;
    }
    tracing::info!(
        "{} openings: {tilted} tilted by more than {}, {twins} that are there twice",
        book.len(),
        scales.range
    );
    Ok(if tilted + twins == 0 { Exit::Done } else { Exit::No })
}

fn bytes(args: &Args) -> Result<Vec<u8>, UserError> {
    let Weighing { size, rule, .. } = args.weighing;
    if args.file == "balanced"
        && let Some(text) = engines::book::balanced(size, rule)
    {
        return Ok(text.as_bytes().to_vec());
    }
    #[expect(
        clippy::disallowed_methods,
        reason = "the command reads the file it was given"
    )]
    let bytes = std::fs::read(PathBuf::from(&args.file));
    bytes.map_err(|error| {
        UserError::new(
            format!("cannot read the book {}: {error}", args.file),
            "give a file with one opening a line, such as h8 i9 g10",
        )
    })
}
