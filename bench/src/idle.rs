//! `tengen bench idle`: the bot in a lobby into which nobody comes. Its memory and CPU time are read from the system, and
//! the client's beside them.

use std::{
    path::Path,
    process::{Child, Command, Stdio},
};

use anyhow::Context as _;
use serde_json::{Value, json};

use crate::{
    Measured, rounded,
    shown::{Shown, wait_ms},
};
use base::{memory, monotonic, user_error::UserError};

/// Arguments.
#[derive(clap::Args)]
pub struct IdleArgs {
    /// Print JSON instead of lines
    #[arg(long)]
    json: bool,
    /// How long to wait in the lobby
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    minutes: u64,
    /// Seconds between two samples
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=600))]
    every: u64,
}

/// Kernel ticks a second in /proc; the same on all systems in use.
const TICKS_A_SECOND: f64 = 100.0;
/// What starting up costs is not counted.
const WARM_UP_MS: u64 = 15_000;
/// An opponent is looked for so long: for ever.
const SEEK_S: &str = "10000000";

/// Runs the command.
///
/// # Errors
/// There is no display, a practice client is open already, or this system keeps no /proc.
pub(super) fn run(args: &IdleArgs) -> anyhow::Result<Measured> {
    if sample(std::process::id()).is_none() {
        let message = "this system does not tell CPU time and memory in /proc";
        return Err(UserError::new(message, "measure on Linux").into());
    }
    let folder = tempfile::tempdir().context("a folder for the measurement")?;
    let shown = Shown::start(["--seek", SEEK_S])?;
    let mut bot = Bot(play(folder.path())?);
    wait_ms(WARM_UP_MS);
    let mut bots = Vec::new();
    let mut clients = Vec::new();
    let start_us = monotonic::now_us();
    while monotonic::now_us() - start_us <= args.minutes * 60_000_000 {
        if let Some(status) = bot.0.try_wait()? {
            anyhow::bail!("the bot ended with {status} instead of waiting");
        }
        bots.extend(sample(bot.0.id()));
        clients.extend(sample(shown.id()));
        wait_ms(args.every * 1_000);
    }
    let minutes = (monotonic::now_us() - start_us) as f64 / 6e7;
    let mut figures = json!({ "minutes": rounded(minutes), "samples": bots.len() });
    for (name, samples) in [("bot", &bots), ("client", &clients)] {
        for (figure, value) in summary(samples) {
            figures[format!("{name}_{figure}")] = value;
        }
    }
    Ok(Measured::new(figures, args.json))
}

/// A bot that ends with this value.
struct Bot(Child);

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn play(home: &Path) -> anyhow::Result<Child> {
    let program = std::env::current_exe().context("the path of this program")?;
    Command::new(program)
        .args([
            "play",
            "--client",
            "practice",
            "--no-launch",
            "--stop-key",
            "none",
        ])
        .env(archive::home::VARIABLE, home)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .context("the bot cannot be started")
}

/// What a process used up to a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Sample {
    at_us: u64,
    /// CPU time of all its threads.
    cpu_s: f64,
    /// Memory in use.
    resident_kb: u64,
}

#[expect(
    clippy::disallowed_methods,
    reason = "the shell: the system tells it in files"
)]
fn sample(process: u32) -> Option<Sample> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    Some(Sample {
        at_us: monotonic::now_us(),
        cpu_s: cpu_s(&stat)?,
        resident_kb: memory::resident_bytes_of(process)? >> 10,
    })
}

/// User and system time: fields 14 and 15, counted after the name, which may hold anything (proc(5)).
fn cpu_s(stat: &str) -> Option<f64> {
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<f64>().ok();
    Some((ticks()? + ticks()?) / TICKS_A_SECOND)
}

/// CPU time of one core in percent; memory at first, at last, at most, and how it grows by the least squares.
fn summary(samples: &[Sample]) -> Vec<(&'static str, Value)> {
    let (Some(first), Some(last)) = (samples.first(), samples.last()) else {
        return Vec::new();
    };
    let seconds = (last.at_us - first.at_us) as f64 / 1e6;
    let most = samples.iter().map(|sample| sample.resident_kb).max();
    vec![
        (
            "core_percent",
            json!(rounded(100.0 * (last.cpu_s - first.cpu_s) / seconds.max(1e-6))),
        ),
        ("resident_kb_first", json!(first.resident_kb)),
        ("resident_kb_last", json!(last.resident_kb)),
        ("resident_kb_max", json!(most)),
        ("resident_kb_an_hour", json!(rounded(slope(samples) * 3_600.0))),
    ]
}

/// Kilobytes a second.
fn slope(samples: &[Sample]) -> f64 {
    let count = samples.len() as f64;
    let time = |sample: &Sample| sample.at_us as f64 / 1e6;
    let memory = |sample: &Sample| sample.resident_kb as f64;
    let mean = |value: &dyn Fn(&Sample) -> f64| samples.iter().map(value).sum::<f64>() / count;
    let (mean_time, mean_memory) = (mean(&time), mean(&memory));
    let spread: f64 = samples
        .iter()
        .map(|sample| (time(sample) - mean_time).powi(2))
        .sum();
    let common: f64 = samples
        .iter()
        .map(|sample| (time(sample) - mean_time) * (memory(sample) - mean_memory))
        .sum();
    if spread > 0.0 { common / spread } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_systems_words_are_read() {
        let stat = "42 (a name) with) S 1 42 42 0 -1 4194304 9 0 0 0 150 50 0 0 20 0 3 0 7 8 9";
        assert_eq!(cpu_s(stat), Some(2.0));
        assert_eq!(cpu_s("nothing"), None);
    }

    #[test]
    fn a_leak_shows_as_a_slope() {
        let samples: Vec<Sample> = (0..10u32)
            .map(|step| Sample {
                at_us: u64::from(step) * 10_000_000,
                cpu_s: f64::from(step) * 0.5,
                resident_kb: 1_000 + u64::from(step) * 10,
            })
            .collect();
        let summary = summary(&samples);
        assert_eq!(summary[0], ("core_percent", json!(5.0)));
        assert_eq!(summary[4], ("resident_kb_an_hour", json!(3_600.0)));
    }
}
