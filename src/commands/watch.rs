//! `tengen watch`: reads a client's board and prints it whenever it changes. Never clicks.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::Context;
use vision::{calibration::Calibration, observation::Observation, settle::Settle};

use super::play::{Capture, open_eye};
use crate::output;
use base::{exit::Exit, log, user_error::UserError};
use bot::{board_reader::BoardReader, event::Blindness, picture_file};
use profile::{client::Client, library};

/// How often it is told why there is nothing to show.
const TELL_EVERY: Duration = Duration::from_secs(3);

/// What a window manager needs to resize a window, and the client to draw it.
const MANAGER: Duration = Duration::from_millis(600);

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    /// Client profile: a built-in name, a folder under ./clients, or a path
    #[arg(long, conflicts_with = "window")]
    client: Option<String>,
    /// Part of the title of any window with a board in it
    #[arg(long)]
    window: Option<String>,
    /// Print one reading and stop
    #[arg(long)]
    once: bool,
    /// Print JSON, one line a reading
    #[arg(long)]
    json: bool,
    /// Stop after so many seconds
    #[arg(long)]
    seconds: Option<u64>,
    /// Looks a second
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=100))]
    looks: u64,
    /// How the screen is captured
    #[arg(long, value_enum, default_value_t = Capture::Fastest)]
    capture: Capture,
}

/// Runs the command.
///
/// # Errors
/// Bad input, a missing display or window, or no board in it.
#[expect(
    clippy::disallowed_methods,
    reason = "the command is the shell: it keeps time and waits"
)]
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let client = wanted(&args)?;
    let mut eye = open_eye(&client, args.capture)?;
    let mut calibration = find(&mut eye)?;
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || flag.store(true, Ordering::SeqCst)).context("cannot listen for Ctrl-C")?;

    let start = Instant::now();
    let mut settle = Settle::default();
    let mut shown: Option<Vec<String>> = None;
    let mut told = Instant::now();
    while !stop.load(Ordering::SeqCst) {
        let began = Instant::now();
        match eye.look() {
            Ok(look) => match settle.push(look.observation, start.elapsed().as_millis() as u64) {
                Some(seen) => {
                    told = Instant::now();
                    if shown.as_ref() != Some(&seen.to_rows()) {
                        show(&args, &calibration, &seen)?;
                        shown = Some(seen.to_rows());
                        if args.once {
                            return Ok(Exit::Done);
                        }
                    }
                }
                None if told.elapsed() >= TELL_EVERY => {
                    log::tell(&format!(
                        "{}: {}",
                        picture_file::place_in_words(&calibration),
                        settle.unrest()
                    ));
                    told = Instant::now();
                }
                None => {}
            },
            Err(blindness) => {
                if told.elapsed() >= TELL_EVERY {
                    log::tell(&blindness.words());
                    told = Instant::now();
                }
                settle.reset();
                std::thread::sleep(Duration::from_secs(1));
                // A board that moved or was resized is found again; until then there is nothing to show.
                if let Ok(found) = place(&mut eye) {
                    calibration = found;
                }
            }
        }
        if args
            .seconds
            .is_some_and(|seconds| start.elapsed().as_secs() >= seconds)
        {
            break;
        }
        std::thread::sleep(Duration::from_millis(1_000 / args.looks).saturating_sub(began.elapsed()));
    }
    Ok(if shown.is_some() { Exit::Done } else { Exit::No })
}

fn wanted(args: &Args) -> Result<Client, UserError> {
    match (&args.client, &args.window) {
        (Some(name), _) => library::load(name),
        (None, Some(title)) => Ok(Client::of_window(title)),
        (None, None) => Err(UserError::new(
            "nothing to watch",
            "name a profile with --client, or a window with --window TITLE",
        )),
    }
}

fn find(eye: &mut BoardReader) -> Result<Calibration, UserError> {
    eye.find_window()
        .map_err(|blindness| UserError::new(eye.unseen(&blindness), "is the client running and open?"))?;
    place(eye).map_err(|blindness| {
        UserError::new(
            blindness.words(),
            "make sure that the board is wholly visible and not covered",
        )
    })
}

/// Finds the board in a window of the size that the profile asks for: its calibration is of no other.
#[expect(
    clippy::disallowed_methods,
    reason = "a window manager needs a while to do what it is asked for"
)]
fn place(eye: &mut BoardReader) -> Result<Calibration, Blindness> {
    if eye.has_size() && eye.fit_window()? {
        std::thread::sleep(MANAGER);
    }
    eye.locate()
}

fn show(args: &Args, calibration: &Calibration, seen: &Observation) -> io::Result<()> {
    if args.json {
        output::line(&picture_file::to_json(calibration, seen))
    } else {
        output::line(&picture_file::to_text(calibration, seen))
    }
}
