//! `tengen read`: what stands on the board in one picture, for people or for scripts.

use std::path::PathBuf;

use vision::{locate, read::Reader};

use crate::{client::library, complaint::Complaint, exit::Exit, output, reading};

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    /// A picture of the board: PNG, JPEG or BMP
    image: PathBuf,
    /// The client it shows: its profile says what kind of board to look for
    #[arg(long)]
    client: Option<String>,
    /// Print JSON instead of a board
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// The picture cannot be read or shows no board, or there is no such client.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let options = match &args.client {
        Some(name) => hints(name)?,
        None => locate::Options::default(),
    };
    let frame = reading::frame_from_file(&args.image)?;
    let calibration = locate::locate(&frame, &options).map_err(|reason| {
        Complaint::new(
            format!("{}: {reason}", args.image.display()),
            "the whole board must be visible, with 8 to 22 points a side, 14 to 80 pixels apart",
        )
    })?;
    let seen = Reader::unaided(calibration).read(&frame);
    if args.json {
        output::line(&reading::to_json(&calibration, &seen))?;
    } else {
        output::line(&reading::to_text(&calibration, &seen))?;
    }
    Ok(Exit::Done)
}

/// What a client's profile knows of its board. A fixed place is that of a window, not of any picture: it is not used.
fn hints(name: &str) -> Result<locate::Options, Complaint> {
    let board = library::load(name)?.profile.board;
    Ok(locate::Options {
        kind: board.kind,
        columns: board.columns,
        rows: board.rows,
        ..locate::Options::default()
    })
}
