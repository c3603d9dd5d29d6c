//! Boards that fill a window: where the client leaves no margin, half of an outermost line or all of it is cut off, and
//! the picture's own edge stands for it. To be asked for whole contents of windows only: any other picture is cut out of
//! a larger one, and so may be the grid in it.

use image::{Rgb, RgbImage, imageops};

use super::{
    Calibration, Found, Frame, Kind, LocateOptions, NoBoard, NotFoundReason, Rim, SIDE_LEAST, SMALLEST,
    large, locate, search,
};
use crate::locate::thresholds::board::{EDGE_NEAR, SHOWN, TIGHT};

/// Pixels of margin that are laid around the picture.
const MARGIN: u32 = 40;
/// Unlike any ground that a client has been seen to paint its board on.
const MARGIN_COLOR: Rgb<u8> = Rgb([128, 128, 128]);
/// Points a side that boards have most often.
const USUAL: [u8; 8] = [9, 10, 13, 15, 19, 20, 22, 23];

/// As [`locate`], in the whole content of a window, whose edge may be the board's.
///
/// # Errors
/// As [`locate`].
pub fn locate_in_window(frame: &Frame, options: &LocateOptions) -> Result<Calibration, NoBoard> {
    let one = |frame: &Frame, options: &LocateOptions| Ok(vec![as_shown(frame, options)?]);
    Ok(large::or_halved(frame, options, one)?[0])
}

/// The same of a board in cells of usual size.
fn as_shown(frame: &Frame, options: &LocateOptions) -> Result<Calibration, NoBoard> {
    if options.area.is_some() || frame.image.width().min(frame.image.height()) < SMALLEST {
        return locate(frame, options);
    }
    let least = options.side_min();
    let none = match search(&frame.image, options, Rim::Picture, least) {
        Err(none) => none,
        Ok(found) => return clear(found[0]),
    };
    // The rest of a margin goes on as it is, and lines that run up to the edge run on.
    let size = frame.image.dimensions();
    let margin = f64::from(MARGIN);
    let in_margin = |image: &RgbImage, rim: Rim| {
        let found = search(image, options, rim, least)?[0];
        let board = found.board.shifted(margin, margin);
        Ok((Found { board, ..found }, rooms(&board, size)))
    };
    if let Ok((found, rooms)) = in_margin(&continued(&frame.image), Rim::Continued(margin))
        && rooms.iter().all(|room| *room > SHOWN)
    {
        return clear(found);
    }
    match in_margin(&framed(&frame.image), Rim::Padded(margin)) {
        Ok((found, rooms)) if fills(&found.board, rooms, options) => clear(found),
        Err(NoBoard {
            reason: reason @ NotFoundReason::CutOff { .. },
        }) if none.reason == NotFoundReason::NoGrid => Err(NoBoard { reason }),
        _ if matches!(none.reason, NotFoundReason::NoGrid | NotFoundReason::NoLines) => {
            Err(small(frame, options).unwrap_or(none))
        }
        _ => Err(none),
    }
}

/// A click beside the point that was meant is worse than none: what a grid means must be clear.
fn clear(found: Found) -> Result<Calibration, NoBoard> {
    let board = found.board;
    if found.is_clear {
        return Ok(board);
    }
    let more = u8::from(board.kind == Kind::Cells);
    Err(NoBoard {
        reason: NotFoundReason::Unclear {
            columns: board.columns + more,
            rows: board.rows + more,
        },
    })
}

/// Tables and keyboards are small grids, too: one is named and not taken.
fn small(frame: &Frame, options: &LocateOptions) -> Option<NoBoard> {
    let boards = search(&frame.image, options, Rim::Picture, SIDE_LEAST).ok()?;
    let Calibration { columns, rows, .. } = boards[0].board;
    Some(NoBoard {
        reason: NotFoundReason::Small { columns, rows },
    })
}

/// In a margin of pixels like those at the edge.
fn continued(image: &RgbImage) -> RgbImage {
    let (width, height) = image.dimensions();
    let inside = |at: u32, length: u32| at.saturating_sub(MARGIN).min(length - 1);
    let mut wide = RgbImage::new(width + 2 * MARGIN, height + 2 * MARGIN);
    for (x, y, pixel) in wide.enumerate_pixels_mut() {
        *pixel = *image.get_pixel(inside(x, width), inside(y, height));
    }
    wide
}

/// In a margin unlike any board.
fn framed(image: &RgbImage) -> RgbImage {
    let (width, height) = image.dimensions();
    let mut wide = RgbImage::from_pixel(width + 2 * MARGIN, height + 2 * MARGIN, MARGIN_COLOR);
    imageops::replace(&mut wide, image, i64::from(MARGIN), i64::from(MARGIN));
    wide
}

/// Pixels between the outermost lines and the edge of a picture of that size: left, top, right, bottom.
fn rooms(board: &Calibration, (width, height): (u32, u32)) -> [f64; 4] {
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
    [
        left,
        top,
        f64::from(width) - 1.0 - right,
        f64::from(height) - 1.0 - bottom,
    ]
}

/// Whether a board with those rooms may be whole. A line at the very edge may be the last one or any other: a window that
/// happens to cut a board just there seldom leaves it square, and seldom on three sides.
fn fills(board: &Calibration, rooms: [f64; 4], options: &LocateOptions) -> bool {
    let reaching = rooms
        .iter()
        .filter(|room| **room < EDGE_NEAR * board.pitch.0)
        .count();
    let is_known = options.columns.is_some() && options.rows.is_some();
    let square = board.columns == board.rows;
    let likely = match (reaching, board.kind) {
        (0, _) => false,
        (1, _) => square,
        (2, _) => square && USUAL.contains(&board.columns),
        (_, kind) => kind == Kind::Cells,
    };
    rooms.iter().all(|room| *room > -TIGHT) && reaching > 0 && (is_known || likely)
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
        assert!(locate(&frame, &LocateOptions::default()).is_err());
        let board = locate_in_window(&frame, &LocateOptions::default()).unwrap();
        assert_eq!((board.kind, board.columns, board.rows), (Kind::Cells, 9, 9));
        assert!((board.origin.0 - 25.0).abs() < 1.0 && (board.origin.1 - 25.0).abs() < 1.0);
        let eight = LocateOptions {
            columns: Some(8),
            ..LocateOptions::default()
        };
        assert!(locate_in_window(&frame, &eight).is_err());
    }

    #[test]
    fn an_empty_window_has_no_board() {
        let blank = Frame::from_image(RgbImage::from_pixel(400, 400, Rgb([240, 240, 240])));
        assert!(locate_in_window(&blank, &LocateOptions::default()).is_err());
    }
}
