//! `tengen calibrate`: finds a board or a field in a window or a picture, writes a profile and a picture of what was found.

mod gathered;
mod live;
mod whole_games;

use std::path::PathBuf;

use actuator::combination::Combination;
use referee::{games::GameKind, gomoku, soccer};
use vision::{frame::Frame, locate, pitch, window::Window};

use self::whole_games::Watching;
use super::play::{Capture, open_board_reader};
use crate::output;
use base::{clock::Stopwatch, exit::Exit, user_error::UserError};
use bot::{board_reader::BoardReader, picture_file};
use calibrate::{board_place::BoardPlace, draft::Draft, folder, learnable::Learnable};
use profile::{
    attacks::Attacks,
    client::{Client, Launch, Profile, WindowProfile},
    screen::ClientStep,
};
use session::readable::{BoardReading as _, BoardSeen as _};

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    /// A picture of the client; without it, a window is looked at
    #[arg(required_unless_present_any = ["window", "from_film"])]
    image: Option<PathBuf>,
    /// Part of the window's title
    #[arg(long)]
    window: Option<String>,
    /// Name of the profile: a folder of this name is written
    #[arg(long, default_value = "calibrated")]
    name: String,
    /// Folder to write the profile's folder into
    #[arg(long, default_value = "clients")]
    out: PathBuf,
    /// What is played there: gomoku or soccer [default: what is found]
    #[arg(long, value_name = "GAME", value_parser = crate::arguments::game)]
    game: Option<GameKind>,
    /// Points in a row, if it is known
    #[arg(long, value_parser = clap::value_parser!(u8).range(5..=22))]
    size: Option<u8>,
    /// A field's squares from side to side and from goal to goal, if they are known
    #[arg(long, value_name = "WIDTHxLENGTH", value_parser = crate::arguments::pitch, conflicts_with = "size")]
    pitch: Option<soccer::Pitch>,
    /// Who attacks the goal at the top of a field: first, second, we or they [default: what goals and the client's word on them
    /// tell, else first]
    #[arg(long, value_name = "WHO", value_parser = crate::arguments::attacks)]
    attacks: Option<Attacks>,
    /// How the client's program is started: program and arguments, no shell [default: as the running one was, if that can be
    /// told]
    #[arg(long, value_name = "COMMAND")]
    command: Option<String>,
    /// Key that begins a new game, such as ctrl+n; without it the client is started again for each game
    #[arg(long, value_name = "KEY")]
    new_game: Option<String>,
    /// Wait until so many stones, or lines, are on the board, put there by you and the client's opponent, to see whether they
    /// can be told
    #[arg(long, value_name = "N", requires = "window", value_parser = clap::value_parser!(u8).range(2..=100))]
    moves: Option<u8>,
    /// How the screen is captured
    #[arg(long, value_enum, default_value_t = Capture::Fastest)]
    capture: Capture,
    #[command(flatten)]
    watching: Watching,
}

/// Runs the command.
///
/// # Errors
/// A missing window, picture, board or display, or a folder that cannot be written.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    if args.watching.is_wanted() {
        return whole_games::run(&args);
    }
    let looked = look(&args)?;
    match locate(&args, &looked)? {
        BoardPlace::Board(place) => at_first_sight::<gomoku::Position>(&args, looked, place),
        BoardPlace::Field(place) => at_first_sight::<soccer::Position>(&args, looked, place),
    }
}

/// A profile of what one look tells.
fn at_first_sight<P: Learnable>(args: &Args, mut looked: Looked, place: P::Place) -> anyhow::Result<Exit> {
    let mut reader = P::Reader::unaided(place);
    let (frame, seen) = match (args.moves, &mut looked.board_reader) {
        (Some(moves), Some(board_reader)) => await_moves::<P>(board_reader, &mut reader, usize::from(moves))?,
        _ => {
            let seen = reader.read(&looked.frame);
            (looked.frame, seen)
        }
    };
    let folder = args.out.join(&args.name);
    let draft = Draft {
        profile: basis(args, &P::board_place(&place), looked.window.as_ref())?,
        pictures: Vec::new(),
        learned: Vec::new(),
        missing: Vec::new(),
    };
    let overlay = P::Reader::overlay(&place, &frame, &seen);
    folder::write(&folder, &draft, &overlay, args.watching.existing())?;
    output::line(&P::to_text(&place, &seen))?;
    output::line(&P::found(&seen))?;
    if draft.profile.launch.is_none() {
        output::line(&UNKNOWN_LAUNCH)?;
    }
    output::line(&format!("profile: {}", folder.join("profile.toml").display()))?;
    output::line(&format!(
        "overlay: {} (open it: every cross must lie on a point)",
        folder.join("overlay.png").display()
    ))?;
    Ok(Exit::Done)
}

/// Of a client that nobody can start but a person.
const UNKNOWN_LAUNCH: &str =
    "launch:  not known; --command COMMAND tells it, or start the client and each game by hand";
/// Between two looks while a person plays.
const LOOK_MS: u64 = 200;
/// So long a person's moves are waited for.
const MOVES_MS: u64 = 300_000;

/// Reads the board again and again until that much is told apart on it.
fn await_moves<P: Learnable>(
    board_reader: &mut BoardReader,
    reader: &mut P::Reader,
    moves: usize,
) -> anyhow::Result<(Frame, P::Seen)> {
    let things = P::Seen::THINGS;
    tracing::info!("play in the client until {moves} {things} are on the board…");
    let clock = Stopwatch::start();
    let mut last = None;
    while clock.now_ms() < MOVES_MS {
        let frame = board_reader.content().map_err(|blindness| {
            UserError::new(blindness.words(), "move the window wholly onto the screen")
        })?;
        let seen = reader.read(&frame);
        let is_still = last.as_ref() == Some(&seen);
        if is_still && seen.uncertain() == 0 && seen.placed() >= moves {
            return Ok((frame, seen));
        }
        last = Some(seen);
        clock.wait_ms(LOOK_MS);
    }
    Err(UserError::new(
        format!("no {moves} {things} that can be told within five minutes"),
        "look at what is read with `tengen watch --window TITLE`; highlights and animations may be switched off in the client",
    )
    .into())
}

/// What a look at the client gave.
struct Looked {
    frame: Frame,
    /// `None` for a picture from a file.
    window: Option<Window>,
    board_reader: Option<BoardReader>,
}

fn look(args: &Args) -> anyhow::Result<Looked> {
    if let Some(path) = &args.image {
        return Ok(Looked {
            frame: picture_file::frame_from_file(path)?,
            window: None,
            board_reader: None,
        });
    }
    let title = args.window.as_deref().unwrap_or_default();
    let mut board_reader = open_board_reader(&Client::of_window(title), args.capture)?;
    let window = board_reader.find_window().map_err(|blindness| {
        UserError::new(
            board_reader.unseen(&blindness),
            "give a part of the title as it stands in the title bar",
        )
    })?;
    let frame = board_reader
        .content()
        .map_err(|blindness| UserError::new(blindness.words(), "move the window wholly onto the screen"))?;
    Ok(Looked {
        frame,
        window: Some(window),
        board_reader: Some(board_reader),
    })
}

/// Pixels from point to point below which a window is made larger: writing on the board drowns such thin lines.
const LEGIBLE: f64 = 20.0;
/// For a window manager to obey, and a client to draw itself.
const MANAGER_MS: u64 = 1_500;

/// A look at the client's window, made larger first if its board is too small to be read.
fn look_legibly(args: &Args) -> anyhow::Result<Looked> {
    let mut looked = look(args)?;
    let legible = |looked: &Looked| {
        locate(args, looked).is_ok_and(|place| {
            let (across, down) = place.grid().pitch;
            across.min(down) >= LEGIBLE
        })
    };
    if !legible(&looked)
        && let Some(board_reader) = &mut looked.board_reader
        && board_reader.enlarge_window() == Ok(true)
    {
        tracing::info!("no board that can be read in the window as it is: making it larger");
        // Whether the window manager obeys is seen in the next look.
        let _ = board_reader.fit_window();
        Stopwatch::start().wait_ms(MANAGER_MS);
        looked = look(args)?;
    }
    Ok(looked)
}

/// Where the board or the field is that is meant.
fn locate(args: &Args, looked: &Looked) -> Result<BoardPlace, UserError> {
    match (args.game, args.pitch) {
        (Some(GameKind::Gomoku), _) => board(args, looked),
        (Some(GameKind::Soccer), _) | (None, Some(_)) => field(args, looked),
        (None, None) => board(args, looked).or_else(|none| field(args, looked).map_err(|_| none)),
    }
}

fn board(args: &Args, looked: &Looked) -> Result<BoardPlace, UserError> {
    let hints = locate::LocateOptions {
        columns: args.size,
        rows: args.size,
        ..locate::LocateOptions::default()
    };
    let found = locate::locate_in_window(&looked.frame, &hints).map_err(|reason| {
        UserError::new(
            reason.to_string(),
            "the board must be wholly visible; --size N helps with an unusual one, --game soccer says that it is a field",
        )
    });
    found.map(BoardPlace::Board)
}

fn field(args: &Args, looked: &Looked) -> Result<BoardPlace, UserError> {
    let options = pitch::locate::Options {
        pitch: args.pitch,
        ..pitch::locate::Options::default()
    };
    let found = pitch::locate::locate(&looked.frame, &options).map_err(|none| {
        UserError::new(
            none.to_string(),
            "the field must be wholly visible; --pitch WIDTHxLENGTH helps with an unusual one",
        )
    });
    found.map(BoardPlace::Field)
}

/// What is known of a client before a game on it was watched.
fn basis(args: &Args, place: &BoardPlace, window: Option<&Window>) -> Result<Profile, UserError> {
    let mut profile = Client::of_window(args.window.as_deref().unwrap_or(&args.name)).profile;
    profile.title.clone_from(&args.name);
    place.tell(&mut profile.board);
    profile.board.field.attacks = args.attacks.unwrap_or_default();
    if let Some(window) = window {
        profile.window = WindowProfile {
            class: (!window.class.is_empty()).then(|| window.class.clone()),
            title: args.window.clone(),
            size: Some((window.content.width, window.content.height)),
            ..WindowProfile::default()
        };
        profile.launch = window.pid.and_then(launch_of);
    }
    tell_command(args, &mut profile)?;
    Ok(profile)
}

fn launch_by(command: Vec<String>) -> Launch {
    Launch {
        command,
        path: vec!["/usr/games".to_owned()],
        wait_s: 30,
        ..Launch::default()
    }
}

/// How a running program was started, where the system tells. Its folder matters if it was told of a file in it.
fn launch_of(pid: u32) -> Option<Launch> {
    let command = command_of(pid).filter(|command| !command.is_empty())?;
    let folder = PathBuf::from(format!("/proc/{pid}/cwd")).canonicalize().ok();
    let is_in = |folder: &PathBuf| {
        let mut files = command
            .iter()
            .map(PathBuf::from)
            .filter(|word| word.is_relative());
        files.any(|word| folder.join(word).is_file())
    };
    Some(Launch {
        folder: folder.filter(is_in),
        ..launch_by(command)
    })
}

/// How the client and its next game are started, as the command line says.
fn tell_command(args: &Args, profile: &mut Profile) -> Result<(), UserError> {
    let words = args.command.as_deref().unwrap_or_default().split_whitespace();
    let command: Vec<String> = words.map(str::to_owned).collect();
    if !command.is_empty() {
        profile.launch = Some(launch_by(command));
    }
    if let Some(key) = &args.new_game {
        key.parse::<Combination>().map_err(|error| {
            UserError::new(
                format!("--new-game {key}: {error}"),
                "name a key such as ctrl+n or F2",
            )
        })?;
        profile.new_game.steps = vec![ClientStep::Key(key.clone())];
    } else if profile.new_game.steps.is_empty() && profile.launch.is_some() {
        profile.new_game.steps = vec![ClientStep::RestartClient];
    }
    Ok(())
}

/// How a running program was started, where the system tells.
#[expect(
    clippy::disallowed_methods,
    reason = "the command is the shell: it asks the system for a program's command line"
)]
fn command_of(pid: u32) -> Option<Vec<String>> {
    let line = std::fs::read(format!("/proc/{pid}/cmdline")).ok()?;
    let words = line.split(|byte| *byte == 0).filter(|word| !word.is_empty());
    Some(
        words
            .map(|word| String::from_utf8_lossy(word).into_owned())
            .collect(),
    )
}
