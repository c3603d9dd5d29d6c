//! `tengen calibrate`: finds a board in a window or a picture, writes a profile and a picture of what was found.

use std::path::{Path, PathBuf};

use anyhow::Context;
use vision::{calibration::Calibration, frame::Frame, locate, overlay, read::Reader, window::Window};

use super::play::{Capture, open_eye};
use crate::{
    client::{Client, Profile, WindowProfile},
    complaint::Complaint,
    exit::Exit,
    output, reading,
};

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    /// A picture of the client; without it, a window is looked at
    #[arg(required_unless_present = "window")]
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
    /// Points in a row, if it is known
    #[arg(long, value_parser = clap::value_parser!(u8).range(5..=22))]
    size: Option<u8>,
    /// How the screen is captured
    #[arg(long, value_enum, default_value_t = Capture::Fastest)]
    capture: Capture,
}

/// Runs the command.
///
/// # Errors
/// A missing window, picture, board or display, or a folder that cannot be written.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let (frame, window) = look(&args)?;
    let hints = locate::Options {
        columns: args.size,
        rows: args.size,
        ..locate::Options::default()
    };
    let calibration = locate::locate_in_window(&frame, &hints).map_err(|reason| {
        Complaint::new(
            reason.to_string(),
            "the board must be wholly visible; --size N helps with an unusual one",
        )
    })?;
    let seen = Reader::unaided(calibration).read(&frame);
    let folder = args.out.join(&args.name);
    let profile = profile(&args, &calibration, window.as_ref());
    let overlay = overlay::draw(&frame.image, &calibration, Some(&seen));
    write(&folder, &profile, &overlay)?;
    output::line(&reading::to_text(&calibration, &seen))?;
    output::line(&format!("profile: {}", folder.join("profile.toml").display()))?;
    output::line(&format!(
        "overlay: {} (open it: every cross must lie on a point)",
        folder.join("overlay.png").display()
    ))?;
    Ok(Exit::Done)
}

fn look(args: &Args) -> anyhow::Result<(Frame, Option<Window>)> {
    if let Some(path) = &args.image {
        return Ok((reading::frame_from_file(path)?, None));
    }
    let title = args.window.as_deref().unwrap_or_default();
    let mut eye = open_eye(&Client::of_window(title), args.capture)?;
    let window = eye.find_window().map_err(|blindness| {
        Complaint::new(
            format!("window not found: {title:?} ({})", blindness.words()),
            "give a part of the title as it stands in the title bar",
        )
    })?;
    let frame = eye
        .content()
        .map_err(|blindness| Complaint::new(blindness.words(), "move the window wholly onto the screen"))?;
    Ok((frame, Some(window)))
}

fn profile(args: &Args, calibration: &Calibration, window: Option<&Window>) -> Profile {
    let mut profile = Client::of_window(args.window.as_deref().unwrap_or(&args.name)).profile;
    profile.title.clone_from(&args.name);
    profile.board.kind = Some(calibration.kind);
    profile.board.columns = Some(calibration.columns);
    profile.board.rows = Some(calibration.rows);
    if let Some(window) = window {
        profile.window = WindowProfile {
            class: (!window.class.is_empty()).then(|| window.class.clone()),
            title: args.window.clone(),
            size: Some((window.content.width, window.content.height)),
        };
    }
    profile
}

#[expect(
    clippy::disallowed_methods,
    reason = "the command is the shell: it writes the profile"
)]
fn write(folder: &Path, profile: &Profile, overlay: &image::RgbImage) -> anyhow::Result<()> {
    let file = folder.join("profile.toml");
    if file.exists() {
        return Err(Complaint::new(
            format!("{} exists already", file.display()),
            "give another --name or --out; a profile is never overwritten",
        )
        .into());
    }
    let refused = |error: std::io::Error| {
        Complaint::new(
            format!("cannot write {}: {error}", folder.display()),
            "give a folder that can be written with --out",
        )
    };
    std::fs::create_dir_all(folder).map_err(refused)?;
    let text = toml::to_string_pretty(profile).context("cannot spell the profile")?;
    std::fs::write(&file, text).map_err(refused)?;
    overlay
        .save(folder.join("overlay.png"))
        .context("cannot write overlay.png")?;
    Ok(())
}
