//! `tengen read`: what stands on the board in one picture, for people or for scripts.

mod field;

use std::path::PathBuf;

use vision::{calibration::Calibration, frame::Frame, locate, read::Reader};

use crate::output;
use base::{exit::Exit, user_error::UserError};
use bot::picture_file;
use profile::{client::Client, library};
use session::board_text;

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    /// A picture of the board: PNG, JPEG or BMP
    image: PathBuf,
    /// The game that it shows
    #[arg(long, value_enum, default_value_t = Game::Gomoku)]
    game: Game,
    /// The client it shows: its profile says where the board lies, or what kind of board to look for
    #[arg(long, conflicts_with = "game")]
    client: Option<String>,
    /// Print JSON instead of a board
    #[arg(long)]
    json: bool,
}

/// What is looked for in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Game {
    /// Stones on a board
    Gomoku,
    /// Lines on a field of Paper Soccer
    Soccer,
}

/// Runs the command. A reading that is not to be believed is printed with its reason, and the result is no.
///
/// # Errors
/// The picture cannot be read or shows no board, or there is no such client.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let client = args.client.as_deref().map(library::load).transpose()?;
    let frame = picture_file::frame_from_file(&args.image)?;
    if args.game == Game::Soccer {
        return field::run(&frame, &args.image, args.json);
    }
    let calibration = place(&frame, client.as_ref()).map_err(|why| {
        UserError::new(
            format!("{}: {why}", args.image.display()),
            "the whole board must be visible, with 8 to 22 points a side, 14 to 160 pixels apart",
        )
    })?;
    let seen = Reader::unaided(calibration).read(&frame);
    if args.json {
        output::line(&board_text::to_json(&calibration, &seen))?;
    } else {
        output::line(&board_text::to_text(&calibration, &seen))?;
    }
    let Some(why) = seen.refused else {
        return Ok(Exit::Done);
    };
    tracing::info!(
        "{}: {}: {why}",
        args.image.display(),
        board_text::place_in_words(&calibration)
    );
    Ok(Exit::No)
}

/// Where the board lies: as the client's profile says, if the picture is of the window's content, otherwise where it is
/// found.
fn place(frame: &Frame, client: Option<&Client>) -> Result<Calibration, String> {
    let Some(Client { profile, .. }) = client else {
        let found = locate::locate(frame, &locate::LocateOptions::default());
        return found.map_err(|reason| reason.to_string());
    };
    let board = &profile.board;
    let picture = frame.image.dimensions();
    let is_content = profile.window.size.is_none_or(|size| size == picture);
    let known = board
        .calibration
        .filter(|known| is_content && is_inside(known, picture));
    let calibration = match known {
        Some(known) => known,
        None => {
            let hints = locate::LocateOptions {
                kind: board.kind,
                columns: board.columns,
                rows: board.rows,
                ..locate::LocateOptions::default()
            };
            locate::locate(frame, &hints).map_err(|reason| match profile.window.size {
                Some((width, height)) if board.calibration.is_some() => format!(
                    "{reason}; the profile's calibration is of {width} x {height} pixels, the picture has {} x {}",
                    picture.0, picture.1
                ),
                _ => reason.to_string(),
            })?
        }
    };
    Ok(Calibration {
        orientation: board.orientation,
        ..calibration
    })
}

/// Whether the outermost points lie in a picture of that size.
fn is_inside(board: &Calibration, (width, height): (u32, u32)) -> bool {
    let far = |origin: f64, pitch: f64, count: u8| origin + pitch * f64::from(count.saturating_sub(1));
    let (right, bottom) = (
        far(board.origin.0, board.pitch.0, board.columns),
        far(board.origin.1, board.pitch.1, board.rows),
    );
    board.origin.0 >= 0.0 && board.origin.1 >= 0.0 && right < f64::from(width) && bottom < f64::from(height)
}

#[cfg(test)]
mod tests {
    use vision::{orientation::Orientation, paint, theme};

    use super::*;

    /// A profile's board lies where its calibration says, in a picture of the window; in any other it is found.
    #[test]
    fn a_profiles_calibration_is_obeyed() {
        let look = theme::by_name("kaya").expect("a known look");
        let painted = paint::paint(&paint::Scene::strewn(15, 15, 20, 4), look, 30.0, 4);
        let size = painted.image.dimensions();
        let frame = Frame::from_image(painted.image);
        let check = |size: Option<(u32, u32)>, shift: f64, expected: f64| {
            let mut client = Client::of_window("any");
            client.profile.window.size = size;
            client.profile.board.orientation = Orientation::all().nth(3).expect("eight of them");
            client.profile.board.calibration = Some(painted.calibration.shifted(shift, 0.0));
            let found = place(&frame, Some(&client)).expect("a board");
            assert!(
                (found.origin.0 - painted.calibration.origin.0 - expected).abs() < 0.5,
                "{size:?}: {found:?}"
            );
            assert_eq!(found.orientation, client.profile.board.orientation);
        };
        check(Some(size), -7.0, 7.0);
        check(None, -7.0, 7.0);
        check(Some((size.0 + 1, size.1)), -7.0, 0.0);
        check(None, -700.0, 0.0);
    }
}
