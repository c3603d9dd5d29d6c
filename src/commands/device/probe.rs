//! `tengen device probe`: which wire is spoken on a port, and how fast.

use engines::device::{
    console::identity_words,
    port::{OpenError, Port as _},
    probe::{self, BAUDS, ProbedDevice},
    serial::{self, Serial},
};
use serde_json::{Value, json};

use super::user_error;
use crate::output;
use base::exit::Exit;

#[derive(clap::Args)]
pub(super) struct Args {
    /// Port, such as /dev/ttyUSB0 or COM3; without it, every one that is listed
    #[arg(long)]
    port: Option<String>,
    /// Bits a second; without it, the usual speeds in turn
    #[arg(long, value_parser = clap::value_parser!(u32).range(300..=4_000_000))]
    baud: Option<u32>,
    /// Print JSON instead of lines
    #[arg(long)]
    json: bool,
}

/// Answers no if nobody answers. A port that is named has to be there; of those that are listed, any may be out of reach.
pub(super) fn run(args: &Args) -> anyhow::Result<Exit> {
    let ports = match &args.port {
        Some(port) => vec![port.clone()],
        None => {
            let listed = serial::ports().map_err(|error| user_error(&error))?;
            listed.into_iter().map(|port| port.name).collect()
        }
    };
    if ports.is_empty() {
        tracing::info!("there are no serial ports; name one with --port");
    }
    let mut rows = Vec::new();
    for port in ports {
        match probed(&port, args.baud) {
            Ok(Some((baud, found))) => {
                if !args.json {
                    output::line(&words(&port, baud, &found))?;
                }
                rows.push(row(&port, baud, &found));
            }
            Ok(None) => tracing::info!("{port}: nobody answers"),
            Err(error) if args.port.is_some() => return Err(user_error(&error.into()).into()),
            Err(error) => tracing::info!("{error}"),
        }
    }
    let exit = if rows.is_empty() { Exit::No } else { Exit::Done };
    if args.json {
        output::line(&json!({ "devices": rows }))?;
    }
    Ok(exit)
}

fn probed(port: &str, baud: Option<u32>) -> Result<Option<(u32, ProbedDevice)>, OpenError> {
    let bauds = baud.map_or(BAUDS.to_vec(), |baud| vec![baud]);
    for baud in bauds {
        let mut line = Serial::named(port, baud);
        line.open()?;
        if let Some(found) = probe::probe(&mut line) {
            return Ok(Some((baud, found)));
        }
    }
    Ok(None)
}

fn words(port: &str, baud: u32, found: &ProbedDevice) -> String {
    let who = found
        .identity
        .map(|identity| format!(": {}", identity_words(&identity)));
    format!(
        "{port}: wire {} at {baud} baud{}",
        found.wire,
        who.unwrap_or_default()
    )
}

fn row(port: &str, baud: u32, found: &ProbedDevice) -> Value {
    let identity = found.identity.map(|identity| {
        json!({
            "name": identity.name.as_str(),
            "wire": identity.wire,
            "sizes": [identity.size_min, identity.size_max],
            "rules": identity.rules,
            "abilities": identity.abilities.0,
            "clock_hz": identity.clock_hz,
        })
    });
    json!({"port": port, "baud": baud, "wire": found.wire.name(), "identity": identity})
}
