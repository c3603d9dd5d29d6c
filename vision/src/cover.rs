//! Where something lies over the board: a dialog, a picture, a line of news. Compares a picture with an earlier one of the
//! same board that was read whole. It knows nothing of stones and of games.
//!
//! Stones, their marks and what fades in with them stay within their cells and never reach the corners between four
//! cells; what lies over a board does. A point is covered if one of its four corners looks otherwise than before and
//! belongs to a patch of such corners that takes in a whole cell. The line that a client draws through five stones
//! touches two corners of a cell at the most and covers nothing.

use image::RgbImage;
use referee::point::Point;

use crate::{calibration::Calibration, frame::Frame};

/// Half the side of the patch that is compared at a corner, in pitches. A stone's picture may fill its cell but for a
/// twentieth on each side.
const REACH: f64 = 0.06;
/// Mean difference of a colour channel, of 255, from which a corner looks otherwise: a shade of a twentieth over the board
/// shows, the noise of a scaled picture does not.
const DIFFERENT: f64 = 12.0;

/// The points of the board that something lies over in `now` and that were free in `before`. Pictures of different
/// sizes tell nothing.
pub fn covered(before: &Frame, now: &Frame, calibration: &Calibration) -> Vec<Point> {
    if before.image.dimensions() != now.image.dimensions() {
        return Vec::new();
    }
    let corners = Corners::compare(&before.image, &now.image, calibration);
    let hidden = corners.hidden();
    let points = (0..calibration.rows).flat_map(|y| (0..calibration.columns).map(move |x| (x, y)));
    // Cells are counted as they are shown; the points are the client's.
    let back = calibration.shown().inverse();
    points
        .filter(|&(x, y)| corners.of(x, y).into_iter().any(|corner| hidden[corner]))
        .map(|(x, y)| match calibration.columns == calibration.rows {
            true => back.apply(Point::new(x, y), calibration.columns),
            false => Point::new(x, y),
        })
        .collect()
}

/// The corners between the cells, row by row, one more than there are cells each way; whether each looks otherwise.
struct Corners {
    columns: usize,
    rows: usize,
    differs: Vec<bool>,
}

impl Corners {
    fn compare(before: &RgbImage, now: &RgbImage, calibration: &Calibration) -> Corners {
        let (columns, rows) = (usize::from(calibration.columns), usize::from(calibration.rows));
        let differs = |index: usize| {
            let (x, y) = (index % (columns + 1), index / (columns + 1));
            let centre = (
                calibration.origin.0 + (x as f64 - 0.5) * calibration.pitch.0,
                calibration.origin.1 + (y as f64 - 0.5) * calibration.pitch.1,
            );
            let reach = (REACH * calibration.pitch.0.min(calibration.pitch.1)).max(1.0);
            difference(before, now, centre, reach).is_some_and(|mean| mean > DIFFERENT)
        };
        Corners {
            columns,
            rows,
            differs: (0..(columns + 1) * (rows + 1)).map(differs).collect(),
        }
    }

    /// The four corners of a cell.
    fn of(&self, x: u8, y: u8) -> [usize; 4] {
        let top = usize::from(y) * (self.columns + 1) + usize::from(x);
        let bottom = top + self.columns + 1;
        [top, top + 1, bottom, bottom + 1]
    }

    /// Of the corners that look otherwise, those that hang together with a cell of which all four do.
    fn hidden(&self) -> Vec<bool> {
        let mut hidden = vec![false; self.differs.len()];
        let mut open: Vec<usize> = Vec::new();
        for y in 0..self.rows {
            for x in 0..self.columns {
                let corners = self.of(x as u8, y as u8);
                if corners.into_iter().all(|corner| self.differs[corner]) {
                    open.extend(corners);
                }
            }
        }
        while let Some(corner) = open.pop() {
            if std::mem::replace(&mut hidden[corner], true) {
                continue;
            }
            let beside = self.beside(corner);
            open.extend(beside.filter(|&next| self.differs[next] && !hidden[next]));
        }
        hidden
    }

    /// The corners left, right, above and below.
    fn beside(&self, corner: usize) -> impl Iterator<Item = usize> + use<> {
        let width = self.columns + 1;
        let (x, y) = (corner % width, corner / width);
        let left = (x > 0).then(|| corner - 1);
        let right = (x < self.columns).then(|| corner + 1);
        let above = (y > 0).then(|| corner - width);
        let below = (y < self.rows).then(|| corner + width);
        [left, right, above, below].into_iter().flatten()
    }
}

/// The mean difference of all channels in a square patch; `None` where none of it is in the picture.
fn difference(before: &RgbImage, now: &RgbImage, centre: (f64, f64), reach: f64) -> Option<f64> {
    let range = |middle: f64, size: u32| {
        let low = (middle - reach).round().max(0.0) as u32;
        let high = ((middle + reach).round() + 1.0).clamp(0.0, f64::from(size)) as u32;
        low..high
    };
    let (mut sum, mut channels) = (0u64, 0u64);
    for y in range(centre.1, now.height()) {
        for x in range(centre.0, now.width()) {
            let pair = before.get_pixel(x, y).0.into_iter().zip(now.get_pixel(x, y).0);
            sum += pair.map(|(a, b)| u64::from(a.abs_diff(b))).sum::<u64>();
            channels += 3;
        }
    }
    (channels > 0).then(|| sum as f64 / channels as f64)
}

#[cfg(test)]
mod tests;
