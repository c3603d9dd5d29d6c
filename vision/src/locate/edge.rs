//! Boards that fill a window: where the client leaves no margin, half of an outermost line or all of it is cut off, and
//! the picture's own edge stands for it. To be asked for whole contents of windows only: any other picture is cut out of
//! a larger one, and so may be the grid in it.

use std::sync::Arc;

use image::{Rgb, RgbImage, imageops};

use super::{Calibration, Frame, Kind, NoBoard, Options, Reason, locate};

/// Pixels of margin that are laid around the picture.
const MARGIN: u32 = 40;
/// Unlike any ground that a client has been seen to paint its board on.
const MARGIN_COLOR: Rgb<u8> = Rgb([128, 128, 128]);
/// Of an outermost line nearer than this to the picture's edge, in cells, not all can be seen that is asked of a line.
const NEAR: f64 = 0.2;
/// Pixels by which the picture may cut off an outermost line.
const CUT_OFF: f64 = 4.0;

/// As [`locate`], in the whole content of a window, whose edge may be the board's.
///
/// # Errors
/// As [`locate`].
pub fn locate_in_window(frame: &Frame, options: &Options) -> Result<Calibration, NoBoard> {
    let none = match locate(frame, options) {
        Err(none) if options.area.is_none() && none.reason != Reason::TooSmall => none,
        answer => return answer,
    };
    let (width, height) = frame.image.dimensions();
    let mut image = RgbImage::from_pixel(width + 2 * MARGIN, height + 2 * MARGIN, MARGIN_COLOR);
    imageops::replace(&mut image, &*frame.image, i64::from(MARGIN), i64::from(MARGIN));
    let padded = Frame {
        image: Arc::new(image),
        ..frame.clone()
    };
    let margin = f64::from(MARGIN);
    match locate(&padded, options).map(|board| board.shifted(margin, margin)) {
        Ok(board) if fills(&board, f64::from(width), f64::from(height)) => Ok(board),
        Err(NoBoard {
            reason: reason @ Reason::CutOff { .. },
        }) if none.reason == Reason::NoGrid => Err(NoBoard { reason }),
        _ => Err(none),
    }
}

/// Whether the board lies in a picture of that size and reaches its edge.
fn fills(board: &Calibration, width: f64, height: f64) -> bool {
    let half = match board.kind {
        Kind::Cells => 0.5,
        Kind::Points => 0.0,
    };
    let ends = |origin: f64, pitch: f64, count: u8| {
        (
            origin - half * pitch,
            origin + (f64::from(count - 1) + half) * pitch,
        )
    };
    let (left, right) = ends(board.origin.0, board.pitch.0, board.columns);
    let (top, bottom) = ends(board.origin.1, board.pitch.1, board.rows);
    let rooms = [left, top, width - right, height - bottom];
    // Half of a stone on an outermost point would be cut off with the line.
    board.kind == Kind::Cells
        && rooms.iter().all(|room| *room > -CUT_OFF)
        && rooms.iter().any(|room| *room < NEAR * board.pitch.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A grid of 9 x 9 cells of 50 pixels with double lines, right up to three edges; a strip of text below.
    fn filled() -> Frame {
        let mut image = RgbImage::from_pixel(450, 490, Rgb([255, 255, 200]));
        for (x, y, pixel) in image.enumerate_pixels_mut() {
            if y >= 450 {
                *pixel = Rgb([220, 220, 220]);
            } else if [0, 49].contains(&(x % 50)) || [0, 49].contains(&(y % 50)) {
                *pixel = Rgb([0, 0, 0]);
            }
        }
        Frame::from_image(image)
    }

    #[test]
    fn a_board_that_fills_its_window_is_found_there_only() {
        let frame = filled();
        assert!(locate(&frame, &Options::default()).is_err());
        let board = locate_in_window(&frame, &Options::default()).unwrap();
        assert_eq!((board.kind, board.columns, board.rows), (Kind::Cells, 9, 9));
        assert!((board.origin.0 - 25.0).abs() < 1.0 && (board.origin.1 - 25.0).abs() < 1.0);
        let eight = Options {
            columns: Some(8),
            ..Options::default()
        };
        assert!(locate_in_window(&frame, &eight).is_err());
    }

    #[test]
    fn an_empty_window_has_no_board() {
        let blank = Frame::from_image(RgbImage::from_pixel(400, 400, Rgb([240, 240, 240])));
        assert!(locate_in_window(&blank, &Options::default()).is_err());
    }
}
