//! `tengen client`: what a profile sees. `check` reads a profile and tells which of its signs are up, in the client's window
//! or in saved pictures of it; `picture` saves a part of what the window shows, for a profile.

mod picture;

use std::path::PathBuf;

use clap::Subcommand;
use referee::gomoku;
use serde_json::{Value, json};
use vision::{frame::Frame, screen_state};

use super::play::{Capture, open_board_reader};
use crate::output;
use base::{exit::Exit, user_error::UserError};
use bot::picture_file;
use profile::{
    client::Client,
    library,
    screen::{During, SignProfile},
};

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    part: Part,
}

#[derive(Subcommand)]
enum Part {
    /// Read a profile and tell which of its signs are seen
    Check(CheckArgs),
    /// Save what a window shows, or a part of it, as a template picture
    Picture(picture::Args),
}

#[derive(clap::Args)]
struct CheckArgs {
    /// Client profile: a built-in name, a folder under ./clients, or a path
    name: String,
    /// Saved pictures of the window's content; without them the running client is looked at
    #[arg(long = "image", value_name = "FILE")]
    images: Vec<PathBuf>,
    /// Print JSON, one line a picture
    #[arg(long)]
    json: bool,
    /// How the screen is captured
    #[arg(long, value_enum, default_value_t = Capture::Fastest)]
    capture: Capture,
}

/// Runs the command. Without any sign that is seen in any picture the answer is no, if the profile has signs.
///
/// # Errors
/// The profile is wrong, a picture cannot be read, or there is no such window.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let args = match args.part {
        Part::Picture(args) => return picture::run(&args),
        Part::Check(args) => args,
    };
    let client = library::load(&args.name)?;
    let pictures = if args.images.is_empty() {
        vec![("window".to_owned(), window(&client, args.capture)?)]
    } else {
        let read = |path: &PathBuf| {
            let frame = picture_file::frame_from_file(path)?;
            Ok((path.display().to_string(), frame))
        };
        args.images
            .iter()
            .map(read)
            .collect::<Result<Vec<_>, UserError>>()?
    };
    let plays = client.profile.mouse.words();
    if !args.json {
        output::line(&format!("a point is played by {plays}"))?;
    }
    let mut any = false;
    let mut signs = 0;
    for (name, frame) in &pictures {
        let seen = look(&client, frame);
        signs += seen.len();
        any |= seen.iter().any(|sign| sign.up);
        if args.json {
            let list: Vec<Value> = seen.iter().map(Seen::to_json).collect();
            output::line(&json!({ "picture": name, "plays": plays, "signs": list }))?;
        } else {
            output::line(&format!(
                "{name}: {} x {}",
                frame.image.width(),
                frame.image.height()
            ))?;
            for sign in &seen {
                output::line(&format!("  {}", sign.to_text()))?;
            }
        }
    }
    Ok(if any || signs == 0 { Exit::Done } else { Exit::No })
}

fn window(client: &Client, capture: Capture) -> Result<Frame, UserError> {
    let mut reader = open_board_reader::<gomoku::Position>(client, capture)?;
    reader.content().map_err(|blindness| {
        UserError::new(
            reader.unseen(&blindness),
            "start the client, or give saved pictures with --image",
        )
    })
}

/// One group of signs that counts only as a whole.
struct Seen {
    what: String,
    up: bool,
    /// The worst score of its signs; 0 for one that is not seen at all.
    score: f32,
}

impl Seen {
    fn to_text(&self) -> String {
        let up = if self.up { "up " } else { "-  " };
        format!("{up} {:.2}  {}", self.score, self.what)
    }

    fn to_json(&self) -> Value {
        json!({ "what": self.what, "up": self.up, "score": self.score })
    }
}

fn look(client: &Client, frame: &Frame) -> Vec<Seen> {
    let profile = &client.profile;
    let group = |what: String, signs: &[SignProfile]| {
        let scores = client
            .signs(signs)
            .iter()
            .map(|sign| screen_state::see(sign, frame).map_or(0.0, |sighting| sighting.score))
            .collect::<Vec<f32>>();
        Seen {
            what,
            up: scores.iter().all(|score| *score > 0.0),
            score: scores.into_iter().fold(1.0, f32::min),
        }
    };
    let fixed = [
        ("board", &profile.board.when),
        ("seat: we move first", &profile.seat.first),
        ("seat: the opponent moves first", &profile.seat.second),
        ("our turn", &profile.seat.our_turn),
        ("our turn while we are first", &profile.seat.our_turn_first),
        ("our turn while we are second", &profile.seat.our_turn_second),
    ];
    let fixed = fixed
        .into_iter()
        .filter(|(_, signs)| !signs.is_empty())
        .map(|(what, signs)| group(what.to_owned(), signs));
    let screens = profile.screens.iter().map(|screen| {
        let during = match screen.during {
            During::Any => "",
            During::Opening => " (while a game is wanted)",
            During::Game => " (in a game)",
        };
        group(format!("screen {:?}{during}", screen.name), &screen.when)
    });
    fixed.chain(screens).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_that_is_up_is_told_from_one_that_is_not() {
        let client = library::built_in("practice").unwrap();
        // The sign of the board, where its profile looks for it, on an even ground.
        let mut image = image::RgbImage::from_pixel(1_043, 775, image::Rgb([40, 42, 46]));
        let sign = client.template("resign.png").unwrap();
        image::imageops::replace(&mut image, sign, 869, 616);
        let seen = look(&client, &Frame::from_image(image));
        let up: Vec<&str> = seen
            .iter()
            .filter(|sign| sign.up)
            .map(|sign| sign.what.as_str())
            .collect();
        assert_eq!(up, ["board", "screen \"old game\" (while a game is wanted)"]);
    }
}
