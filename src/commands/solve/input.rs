//! Where a position comes from: moves on the command line or on lines of text, a game file, a game of the database.

use std::path::{Path, PathBuf};

use recordings::{assume::Assume, replay::Replay, text};
use referee::{gomoku::Rule, record::Record};

use crate::commands::replay::Wanted;
use base::user_error::UserError;

/// Arguments that name a game.
#[derive(clap::Args)]
pub(in crate::commands) struct Input {
    /// The moves themselves, as in "h8 i9 g10": the letter is the column, the number the row from the bottom
    #[arg(long, value_name = "MOVES")]
    pub(in crate::commands) moves: Option<String>,
    /// Lines a side, where moves are given
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u8).range(5..=22))]
    pub(in crate::commands) size: u8,
    /// The rule of moves, and of a file that does not name one: freestyle, standard or renju
    #[arg(long, default_value = "freestyle", value_parser = crate::arguments::rule)]
    pub(in crate::commands) rule: Rule,
    /// Which game of a file with several, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(in crate::commands) number: u32,
    /// Database to read
    #[arg(long, value_name = "FILE")]
    pub(in crate::commands) db: Option<PathBuf>,
}

impl Input {
    /// The game of the moves that were given.
    pub(in crate::commands) fn of_moves(&self, moves: &str) -> Result<Replay, UserError> {
        let rule = Assume { rule: self.rule };
        let record = text::read_sized(moves.as_bytes(), self.size, rule).map_err(|error| {
            let hint = match error.hint.as_str() {
                "is the board larger?" => "give the board's lines with --size".to_owned(),
                hint => hint.to_owned(),
            };
            UserError::new(format!("{moves:?}: {}", error.message), hint)
        })?;
        opened(record, "the moves")
    }

    /// The game of this file, or of the database.
    pub(in crate::commands) fn of_game(&self, game: &str) -> anyhow::Result<Replay> {
        let record = crate::commands::replay::find(&Wanted {
            game,
            db: self.db.as_deref().map(Path::new),
            number: self.number,
            rule: self.rule,
        })?;
        Ok(opened(record, game)?)
    }
}

fn opened(record: Record, name: &str) -> Result<Replay, UserError> {
    let replay = Replay::new(record)
        .map_err(|error| UserError::new(format!("{name} cannot begin: {error}"), "the record is damaged"))?;
    match replay.refused() {
        None => Ok(replay),
        Some(refused) => Err(UserError::new(
            format!("{name}: {refused}"),
            "the moves contradict the board size or the rule",
        )),
    }
}

/// Goes to a ply of a game, to its end if none is named.
pub(in crate::commands) fn go_to(replay: &mut Replay, ply: Option<usize>) -> Result<(), UserError> {
    let end = replay.end();
    if let Some(ply) = ply.filter(|&ply| ply > end) {
        let message = format!("ply {ply} is beyond the end");
        return Err(UserError::new(message, format!("the game has {end} plies")));
    }
    replay.jump(ply.unwrap_or(end));
    Ok(())
}
