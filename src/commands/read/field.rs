//! What is drawn on a field of Paper Soccer in one picture, for people or for scripts.

use std::path::Path;

use vision::{
    frame::Frame,
    pitch::{locate, read::Reader},
};

use crate::output;
use base::{exit::Exit, user_error::UserError};
use session::field_text::{field_in_words, to_json, to_text};

/// Prints the field in a picture. One that is not to be believed is printed with its reason, and the result is no.
///
/// # Errors
/// The picture shows no field, or the result cannot be printed.
pub(super) fn run(frame: &Frame, image: &Path, is_json: bool) -> anyhow::Result<Exit> {
    let calibration = locate::locate(frame, &locate::Options::default()).map_err(|why| {
        UserError::new(
            format!("{}: {why}", image.display()),
            "the whole field must be visible, with its goals, 4 x 6 to 12 x 16 squares of 13 to 170 pixels",
        )
    })?;
    let seen = Reader::new(calibration).read(frame);
    if is_json {
        output::line(&to_json(&calibration, &seen))?;
    } else {
        output::line(&to_text(&calibration, &seen))?;
    }
    let Some(why) = seen.refused else {
        return Ok(Exit::Done);
    };
    tracing::info!("{}: {}: {why}", image.display(), field_in_words(&calibration));
    Ok(Exit::No)
}
