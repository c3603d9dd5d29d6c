//! The strokes that lead a keyboard's cursor to a point: plain arithmetic on the board's places. A part of the pilot.

use vision::calibration::Calibration;

use profile::mouse::Cursor;

/// Column and row of a pixel of the content, as they are seen from the top left.
pub(super) fn place_at((x, y): (i32, i32), calibration: &Calibration) -> Option<(u8, u8)> {
    let number = |pixel: i32, origin: f64, pitch: f64, count: u8| {
        let number = ((f64::from(pixel) - origin) / pitch).round();
        (number >= 0.0 && number < f64::from(count)).then_some(number as u8)
    };
    Some((
        number(x, calibration.origin.0, calibration.pitch.0, calibration.columns)?,
        number(y, calibration.origin.1, calibration.pitch.1, calibration.rows)?,
    ))
}

/// The strokes from one place to another.
pub(super) fn between(from: (u8, u8), to: (u8, u8), cursor: &Cursor) -> Vec<&str> {
    let [left, right, up, down] = cursor.moves();
    let along = |from: u8, to: u8, back, forth| {
        let key = if to < from { back } else { forth };
        std::iter::repeat_n(key, usize::from(from.abs_diff(to)))
    };
    along(from.0, to.0, left, right)
        .chain(along(from.1, to.1, up, down))
        .collect()
}

/// The strokes into the nearest corner, wherever the cursor stands, and from there.
pub(super) fn from_the_edges<'a>(
    to: (u8, u8),
    calibration: &Calibration,
    cursor: &'a Cursor,
) -> Vec<&'a str> {
    let [left, right, up, down] = cursor.moves();
    let edge = |to: u8, count: u8, back, forth| {
        let (key, at) = if to < count / 2 {
            (back, 0)
        } else {
            (forth, count - 1)
        };
        (std::iter::repeat_n(key, usize::from(count - 1)), at)
    };
    let (across, x) = edge(to.0, calibration.columns, left, right);
    let (along, y) = edge(to.1, calibration.rows, up, down);
    let mut strokes: Vec<&str> = across.chain(along).collect();
    strokes.extend(between((x, y), to, cursor));
    strokes
}

#[cfg(test)]
mod tests {
    use vision::{calibration::Kind, orientation::Orientation};

    use super::*;
    use profile::mouse::{CursorHome, Known};

    fn cursor() -> Cursor {
        Cursor {
            home: CursorHome::Known(Known::Edges),
            place: "Return".to_owned(),
            moves: Some(["h", "l", "k", "j"].map(str::to_owned)),
            seen: None,
            every_ms: None,
        }
    }

    fn board() -> Calibration {
        Calibration {
            columns: 10,
            rows: 12,
            kind: Kind::Cells,
            origin: (30.0, 40.0),
            pitch: (20.0, 25.0),
            confidence: 1.0,
            orientation: Orientation::default(),
        }
    }

    /// A cursor that stops at the edges ends on the point, wherever it stood.
    #[test]
    fn strokes_lead_to_the_point_from_anywhere() {
        let (cursor, board) = (cursor(), board());
        for target in (0..10).flat_map(|x| (0..12).map(move |y| (x, y))) {
            let strokes = from_the_edges(target, &board, &cursor);
            for start in [(0, 0), (9, 11), (4, 7), (9, 0)] {
                let end = strokes.iter().fold(start, |(x, y): (i32, i32), key| match *key {
                    "h" => ((x - 1).max(0), y),
                    "l" => ((x + 1).min(9), y),
                    "k" => (x, (y - 1).max(0)),
                    _ => (x, (y + 1).min(11)),
                });
                assert_eq!(end, (i32::from(target.0), i32::from(target.1)), "from {start:?}");
            }
        }
        assert_eq!(between((3, 4), (5, 3), &cursor), ["l", "l", "k"]);
        assert_eq!(between((3, 4), (3, 4), &cursor), [""; 0]);
    }

    #[test]
    fn a_pixel_has_a_place_on_the_board_only() {
        assert_eq!(place_at((30, 40), &board()), Some((0, 0)));
        assert_eq!(
            place_at((30 + 9 * 20, 40 + 11 * 25 - 12), &board()),
            Some((9, 11))
        );
        assert_eq!(place_at((15, 40), &board()), None);
        assert_eq!(place_at((30, 40 + 12 * 25), &board()), None);
    }
}
