//! Boards with larger cells than are looked for: on a screen of many pixels, few points may fill a window. Where nothing is
//! found, the picture is tried again at half its size.

use std::sync::Arc;

use image::imageops::{self, FilterType};

use super::{LocateOptions, NoBoard, NotFoundReason, PITCH, SMALLEST};
use crate::{area::Area, calibration::Calibration, frame::Frame};

/// What a search finds in the picture, or else in the halved one.
pub(super) fn or_halved(
    frame: &Frame,
    options: &LocateOptions,
    search: impl Fn(&Frame, &LocateOptions) -> Result<Vec<Calibration>, NoBoard>,
) -> Result<Vec<Calibration>, NoBoard> {
    let none = match search(frame, options) {
        Err(none) if may_be_large(&none) => none,
        answer => return answer,
    };
    let boards = halved(frame, options).and_then(|(half, options)| search(&half, &options).ok());
    let boards: Vec<Calibration> = boards.into_iter().flatten().filter_map(doubled).collect();
    if boards.is_empty() { Err(none) } else { Ok(boards) }
}

/// A part of something larger may have been seen as a small grid.
fn may_be_large(none: &NoBoard) -> bool {
    matches!(
        none.reason,
        NotFoundReason::NoLines | NotFoundReason::NoGrid | NotFoundReason::Small { .. }
    )
}

/// The picture at half its size, and what is known of it beforehand. `None` if no board would be seen in that.
fn halved(frame: &Frame, options: &LocateOptions) -> Option<(Frame, LocateOptions)> {
    let (width, height) = (frame.image.width() / 2, frame.image.height() / 2);
    if width.min(height) < SMALLEST {
        return None;
    }
    let image = imageops::resize(&*frame.image, width, height, FilterType::Triangle);
    let half = |area: Area| Area::new(area.x / 2, area.y / 2, area.width / 2, area.height / 2);
    let options = LocateOptions {
        area: options.area.map(half),
        ..*options
    };
    let frame = Frame {
        image: Arc::new(image),
        origin: frame.origin,
    };
    Some((frame, options))
}

/// A board of the halved picture as it lies in the whole one; `None` if it should have been found there.
fn doubled(board: Calibration) -> Option<Calibration> {
    // Twice as far from the picture's corner, which lies half a pixel before the first pixel's middle.
    let place = |at: f64| 2.0 * at + 0.5;
    let is_large = board.pitch.0.max(board.pitch.1) * 2.0 > PITCH.max;
    is_large.then_some(Calibration {
        origin: (place(board.origin.0), place(board.origin.1)),
        pitch: (2.0 * board.pitch.0, 2.0 * board.pitch.1),
        ..board
    })
}
