//! `tengen device console`: a person types messages to a device and sees the bytes both ways.

use std::{
    io::{BufRead as _, stdin},
    sync::mpsc::{Receiver, TryRecvError, channel},
    thread,
};

use engines::device::{console::Console, port::Port, serial::Serial};

use super::{Which, user_error};
use crate::output;
use base::exit::Exit;

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    which: Which,
}

/// How often the two ends are looked after.
const GLANCE_US: u64 = 20_000;
/// After the last line that was typed, how long the device is listened to.
const LAST_WORDS_US: u64 = 1_000_000;
/// A silence after which bytes of no whole message are shown as they are.
const REST_US: u64 = 200_000;

pub(super) fn run(args: &Args) -> anyhow::Result<Exit> {
    let profile = args.which.profile(None)?;
    let mut port = Serial::of(&profile).map_err(|error| user_error(&error))?;
    port.open().map_err(|error| user_error(&error.into()))?;
    tracing::info!(
        "{} at {} baud; type {}; quit ends",
        port.name(),
        port.baud(),
        Console::help(profile.wire)
    );
    converse(
        &mut port,
        &mut Console::new(profile.wire, profile.order),
        &typed(),
    )
}

fn converse(port: &mut dyn Port, console: &mut Console, lines: &Receiver<String>) -> anyhow::Result<Exit> {
    let mut buffer = [0; 256];
    let mut heard_us = port.now_us();
    let mut ends_us = None;
    loop {
        match lines.try_recv() {
            Ok(line) if line.trim() == "quit" => ends_us = Some(port.now_us()),
            Ok(line) if line.trim().is_empty() => {}
            Ok(line) => match console.say(&line) {
                Ok(said) => {
                    output::line(&format!("> {}", said.to_text()))?;
                    port.write(&said.bytes)?;
                    heard_us = port.now_us();
                }
                Err(why) => tracing::info!("{why}"),
            },
            Err(TryRecvError::Disconnected) if ends_us.is_none() => {
                ends_us = Some(port.now_us() + LAST_WORDS_US)
            }
            Err(_) => {}
        }
        let now_us = port.now_us();
        let count = port.read(&mut buffer, now_us + GLANCE_US)?;
        let mut said = console.hear(&buffer[..count]);
        if count > 0 {
            heard_us = port.now_us();
            // Whoever still talks is listened to.
            ends_us = ends_us.map(|ends_us| ends_us.max(heard_us + REST_US));
        } else if port.now_us() > heard_us + REST_US {
            said.extend(console.rest());
        }
        for said in said {
            output::line(&format!("< {}", said.to_text()))?;
        }
        if ends_us.is_some_and(|ends_us| ends_us <= port.now_us()) {
            return Ok(Exit::Done);
        }
    }
}

/// The lines of standard input, as they come.
fn typed() -> Receiver<String> {
    let (tell, lines) = channel();
    thread::spawn(move || {
        for line in stdin().lock().lines().map_while(Result::ok) {
            if tell.send(line).is_err() {
                return;
            }
        }
    });
    lines
}
