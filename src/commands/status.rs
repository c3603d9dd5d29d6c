//! `tengen status`: how the sessions on this machine go, asked from outside.

use std::path::PathBuf;

use serde_json::json;

use crate::output;
use archive::home::Home;
use base::{clock::wall_ms, exit::Exit, user_error::UserError};
use watch::status::{self, CardsFound};

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    /// Database that the sessions keep their games in
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// Print JSON instead of lines
    #[arg(long)]
    json: bool,
}

/// Runs the command. It answers no if a session died, stopped for trouble, or gets nowhere.
///
/// # Errors
/// No session was ever played there, or its folder cannot be read. A card that tells nothing is named and skipped.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let home = Home::find(args.db.as_deref())?;
    let now_ms = wall_ms();
    let CardsFound {
        sessions: found,
        skipped,
    } = status::read(&home.journals, now_ms)?;
    for words in &skipped {
        tracing::info!("skipped {words}");
    }
    if found.is_empty() {
        let message = format!("no session has told anything in {}", home.journals.display());
        return Err(UserError::new(message, "play with tengen play, or name its database with --db").into());
    }
    if args.json {
        let sessions: Vec<_> = found
            .iter()
            .map(|(card, state)| json!({"state": state.name(), "card": card}))
            .collect();
        output::line(&json!({"now_ms": now_ms, "sessions": sessions, "skipped": skipped}))?;
    } else {
        for (card, state) in &found {
            output::line(&card.to_text(*state, now_ms))?;
        }
    }
    Ok(match found.iter().all(|(_, state)| state.is_well()) {
        true => Exit::Done,
        false => Exit::No,
    })
}
