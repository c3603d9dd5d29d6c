//! How `tengen play` tells of itself: the health line, notices, the log. A part of its arguments.

use std::path::PathBuf;

use recordings::journal;

use anyhow::Context as _;
use base::{clock::wall_ms, interrupt, log, user_error::UserError};
use profile::{bounds::Bounds, client::Client};
use watch::{
    notice::{
        notifier::Notifier,
        sink::{Shell, Sink, Webhook},
    },
    status::Card,
    watchdog::{Watchdog, leash::Leash},
};

/// Arguments.
#[derive(clap::Args)]
pub(super) struct Telling {
    /// Minutes between two lines that tell how the session goes, 0 for none; SIGUSR1 asks for one at any time
    #[arg(long, value_name = "N", default_value_t = 5)]
    health_min: u64,
    /// Command for the system's shell, run on faults and at the end: TENGEN_EVENT (fault, end, stop), TENGEN_TEXT and
    /// more in its environment, JSON on its standard input
    #[arg(long, value_name = "COMMAND")]
    notify: Option<String>,
    /// Web address that the same JSON is posted to
    #[arg(long, value_name = "URL")]
    webhook: Option<String>,
    /// File for all that is told, -q or not, with time, level and module; grown to 8 MiB it becomes FILE.1, of which four are kept
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

impl Telling {
    /// Opens the log, if one is wanted.
    ///
    /// # Errors
    /// It cannot be written.
    pub(super) fn open_log(&self) -> Result<(), UserError> {
        self.log.as_deref().map_or(Ok(()), log::log_to)
    }

    /// Puts the wanted pace of health lines in place of the usual one.
    pub(super) fn apply(&self, bounds: &mut Bounds) {
        bounds.health_ms = match self.health_min {
            0 => None,
            minutes => Some(minutes.saturating_mul(60_000)),
        };
    }

    /// Where notices go.
    ///
    /// # Errors
    /// The address is none.
    pub(super) fn sinks(&self) -> Result<Vec<Box<dyn Sink>>, UserError> {
        let mut sinks: Vec<Box<dyn Sink>> = Vec::new();
        if let Some(line) = &self.notify {
            sinks.push(Box::new(Shell::new(line.clone())));
        }
        if let Some(url) = &self.webhook {
            sinks.push(Box::new(Webhook::new(url)?));
        }
        Ok(sinks)
    }
}

/// Who looks on at `session`; it keeps no card yet.
///
/// # Errors
/// The system lets nobody listen for its signal.
pub(super) fn watchdog(
    client: &Client,
    session: &journal::SessionHead,
    sinks: Vec<Box<dyn Sink>>,
    leash: Leash,
) -> anyhow::Result<Watchdog> {
    let card = Card {
        session: session.session.clone(),
        program: session.program.clone(),
        client: client.name.clone(),
        pid: std::process::id(),
        started_ms: wall_ms(),
        written_ms: 0,
        health: None,
        end: None,
    };
    let engine = session.engine.clone().unwrap_or_default();
    let notifier = (!sinks.is_empty()).then(|| Notifier::start(sinks));
    Ok(Watchdog::new(
        card,
        engine,
        notifier,
        interrupt::question().context("cannot listen for SIGUSR1")?,
        leash,
    ))
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    #[derive(clap::Parser)]
    struct Play {
        #[command(flatten)]
        telling: Telling,
    }

    #[test]
    fn lines_come_as_often_as_wanted() {
        let check = |words: &[&str], health_ms: Option<u64>| {
            let words = ["play"].iter().chain(words);
            let mut bounds = Bounds::default();
            Play::try_parse_from(words).unwrap().telling.apply(&mut bounds);
            assert_eq!(bounds.health_ms, health_ms);
        };
        check(&[], Bounds::default().health_ms);
        check(&["--health-min", "2"], Some(120_000));
        check(&["--health-min", "0"], None);
    }

    #[test]
    fn notices_go_where_they_are_wanted() {
        let check = |words: &[&str], sinks: usize| {
            let words = ["play"].iter().chain(words);
            let telling = Play::try_parse_from(words).unwrap().telling;
            assert_eq!(telling.sinks().unwrap().len(), sinks);
        };
        check(&[], 0);
        check(&["--notify", "true"], 1);
        check(&["--notify", "true", "--webhook", "http://localhost/"], 2);
    }
}
