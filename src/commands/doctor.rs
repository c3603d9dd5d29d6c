//! `tengen doctor`: whether everything that a session needs is there, and what to do if not.

use std::path::PathBuf;

use serde_json::Value;

use crate::{
    doctor::{disk, engine, profile, screen, serial, window},
    output,
};
use archive::home::Home;
use base::{exit::Exit, versions};
use watch::finding::{Finding, FindingState};

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    /// Client profile that is to be played
    #[arg(long, default_value = "bovo")]
    client: String,
    /// Engine that is to play
    #[arg(long, default_value = engines::registry::DEFAULT)]
    engine: String,
    /// Seconds within which the engine must answer
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=600))]
    within: u64,
    /// Database that is to keep the games
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// Print JSON instead of lines
    #[arg(long)]
    json: bool,
}

/// Runs the command. It opens a window for a moment, clicks on it and strikes a key into it; serial ports
/// are opened for a moment as well.
///
/// # Errors
/// The account has no home folder, or the output cannot be written.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let home = Home::find(args.db.as_deref())?;
    let mut findings = Vec::new();
    let mut tell = |found: Vec<Finding>| -> anyhow::Result<()> {
        if !args.json {
            for finding in &found {
                output::line(&finding.to_text())?;
            }
        }
        findings.extend(found);
        Ok(())
    };
    let screen = screen::check();
    let has_display = screen.iter().all(|finding| finding.state != FindingState::Failed);
    tell(screen)?;
    if has_display {
        tell(window::check())?;
    }
    tell(disk::check(&home))?;
    tell(vec![profile::check(&args.client)])?;
    tell(vec![engine::check(&args.engine, args.within)])?;
    tell(serial::check())?;
    let worst = findings
        .iter()
        .map(|finding| finding.state)
        .max()
        .unwrap_or(FindingState::Ok);
    if args.json {
        output::line(&serde_json::json!({
            "program": versions::program(),
            "system": versions::system(),
            "state": worst.name(),
            "findings": findings.iter().map(Finding::to_json).collect::<Vec<Value>>(),
        }))?;
    }
    Ok(match worst {
        FindingState::Failed => Exit::Trouble,
        FindingState::Ok | FindingState::Warning => Exit::Done,
    })
}
