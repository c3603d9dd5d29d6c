//! `tengen watch`: reads a client's board and prints it whenever it changes. Never clicks.

use std::{
    io,
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use anyhow::Context;
use referee::games::GameKind;
use vision::settle::Settle;

use super::play::{Capture, open_board_reader};
use crate::{arguments, output};
use base::{exit::Exit, interrupt, user_error::UserError};
use bot::board_reader::BoardReader;
use profile::{client::Client, library};
use session::{
    blindness::Blindness,
    live_game::playable::{self, ForKind, Playable},
    readable::BoardSeen as _,
};

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
    /// What is played in that window; a profile says it itself
    #[arg(long, value_parser = arguments::game, default_value = GameKind::Gomoku.name(), conflicts_with = "client")]
    game: GameKind,
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
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let client = wanted(&args)?;
    let game = client.profile.board.game;
    playable::for_kind(game, Watching { args, client })
}

/// A client that is about to be watched.
struct Watching {
    args: Args,
    client: Client,
}

impl ForKind for Watching {
    type Output = anyhow::Result<Exit>;

    fn with<P: Playable>(self) -> anyhow::Result<Exit> {
        watch::<P>(&self.args, &self.client)
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the command is the shell: it keeps time and waits"
)]
fn watch<P: Playable>(args: &Args, client: &Client) -> anyhow::Result<Exit> {
    let mut reader = open_board_reader::<P>(client, args.capture)?;
    let mut board = find(&mut reader)?;
    let interrupts = interrupt::count(|_| ()).context("cannot listen for Ctrl-C")?;

    let start = Instant::now();
    let mut settle: Settle<P::Seen> = Settle::default();
    let mut shown: Option<Vec<String>> = None;
    let mut told = Instant::now();
    while interrupts.load(Ordering::SeqCst) == 0 {
        let began = Instant::now();
        match reader.look() {
            Ok(look) => match settle.push(look.observation, start.elapsed().as_millis() as u64) {
                Some(seen) => {
                    told = Instant::now();
                    if shown.as_ref() != Some(&seen.to_rows()) {
                        show::<P>(args, &board, &seen)?;
                        shown = Some(seen.to_rows());
                        if args.once {
                            return Ok(Exit::Done);
                        }
                    }
                }
                None if told.elapsed() >= TELL_EVERY => {
                    tracing::info!("{}: {}", P::place_in_words(&board), settle.unrest());
                    told = Instant::now();
                }
                None => {}
            },
            Err(blindness) => {
                if told.elapsed() >= TELL_EVERY {
                    tracing::info!("{}", blindness.words());
                    told = Instant::now();
                }
                settle.reset();
                std::thread::sleep(Duration::from_secs(1));
                // A board that moved or was resized is found again; until then there is nothing to show.
                if let Ok(found) = place(&mut reader) {
                    board = found;
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
        // A profile that is set for every call gives way to a window that is named in this one.
        (_, Some(title)) => {
            let mut client = Client::of_window(title);
            client.profile.board.game = args.game;
            Ok(client)
        }
        (Some(name), None) => library::load(name),
        (None, None) => Err(UserError::new(
            "nothing to watch",
            "name a profile with --client, or a window with --window TITLE",
        )),
    }
}

fn find<P: Playable>(reader: &mut BoardReader<P>) -> Result<P::Place, UserError> {
    reader
        .find_window()
        .map_err(|blindness| UserError::new(reader.unseen(&blindness), "is the client running and open?"))?;
    place(reader).map_err(|blindness| {
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
fn place<P: Playable>(reader: &mut BoardReader<P>) -> Result<P::Place, Blindness> {
    if reader.has_size() && reader.fit_window()? {
        std::thread::sleep(MANAGER);
    }
    reader.locate()?;
    reader.place().ok_or(Blindness::NoBoard)
}

fn show<P: Playable>(args: &Args, board: &P::Place, seen: &P::Seen) -> io::Result<()> {
    if args.json {
        output::line(&P::to_json(board, seen))
    } else {
        output::line(&P::to_text(board, seen))
    }
}
