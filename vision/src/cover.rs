//! Where something lies over the board: a dialog, a picture, a line of news. Compares a picture with an earlier one of the
//! same board that was read whole. It knows nothing of stones and of games.
//!
//! Stones, their marks and what fades in with them stay within their cells and never reach the corners between four
//! cells; what lies over a board does. A point is covered if one of its four corners looks otherwise than before and
//! belongs to a patch of such corners that takes in two by two cells. A cell that is tinted as the last move is smaller,
//! and the line that a client draws through five stones touches two corners of a cell at the most.

mod unmoved;

use image::RgbImage;
use referee::point::Point;

use crate::{calibration::Calibration, frame::Frame};

pub use self::unmoved::Comparison;

/// Half the side of the patch that is compared at a corner, in pitches. A stone's picture may fill its cell but for a
/// twentieth on each side.
const REACH: f64 = 0.06;
/// Mean change of a colour channel, of 255, from which a corner looks otherwise: a shade of a twentieth over the board
/// shows, the noise of a scaled picture does not.
const DIFFERENT: f64 = 12.0;

/// A shade is as good as even: this part of the corners may look as before, or otherwise than the shade.
const SHADE_SPARES: f64 = 0.1;

/// What lies over a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cover {
    /// The points under something.
    pub points: Vec<Point>,
    /// Whether there is a shade over the whole board: what lies on that is told all the same.
    pub shaded: bool,
}

/// The points of the board that something lies over in `now` and that were free in `before`. Pictures of different
/// sizes tell nothing.
pub fn covered(before: &Frame, now: &Frame, calibration: &Calibration) -> Cover {
    if before.image.dimensions() != now.image.dimensions() {
        return Cover::default();
    }
    let (corners, shaded) = Corners::compare(&before.image, &now.image, calibration);
    let hidden = corners.hidden();
    let points = (0..calibration.rows).flat_map(|y| (0..calibration.columns).map(move |x| (x, y)));
    // Cells are counted as they are shown; the points are the client's.
    let back = calibration.shown().inverse();
    let points = points
        .filter(|&(x, y)| corners.of(x, y).into_iter().any(|corner| hidden[corner]))
        .map(|(x, y)| match calibration.columns == calibration.rows {
            true => back.apply(Point::new(x, y), calibration.columns),
            false => Point::new(x, y),
        });
    Cover {
        points: points.collect(),
        shaded,
    }
}

/// The corners between the cells, row by row, one more than there are cells each way; whether each looks otherwise.
struct Corners {
    columns: usize,
    rows: usize,
    differs: Vec<bool>,
}

impl Corners {
    /// The corners that look otherwise, and whether a shade over all of them was left out of account.
    fn compare(before: &RgbImage, now: &RgbImage, calibration: &Calibration) -> (Corners, bool) {
        let (columns, rows) = (usize::from(calibration.columns), usize::from(calibration.rows));
        let change = |index: usize| {
            let (x, y) = (index % (columns + 1), index / (columns + 1));
            let centre = (
                calibration.origin.0 + (x as f64 - 0.5) * calibration.pitch.0,
                calibration.origin.1 + (y as f64 - 0.5) * calibration.pitch.1,
            );
            let reach = (REACH * calibration.pitch.0.min(calibration.pitch.1)).max(1.0);
            change(before, now, centre, reach)
        };
        let changes: Vec<Option<[f64; 3]>> = (0..(columns + 1) * (rows + 1)).map(change).collect();
        let shade = shade(&changes);
        let from = shade.unwrap_or_default();
        let differs = |change: &Option<[f64; 3]>| change.is_some_and(|change| is_off(change, from));
        let corners = Corners {
            columns,
            rows,
            differs: changes.iter().map(differs).collect(),
        };
        (corners, shade.is_some())
    }

    /// The four corners of a cell.
    fn of(&self, x: u8, y: u8) -> [usize; 4] {
        let top = usize::from(y) * (self.columns + 1) + usize::from(x);
        let bottom = top + self.columns + 1;
        [top, top + 1, bottom, bottom + 1]
    }

    /// Of the corners that look otherwise, those that hang together with three by three of them.
    fn hidden(&self) -> Vec<bool> {
        let mut hidden = vec![false; self.differs.len()];
        let mut open: Vec<usize> = Vec::new();
        let width = self.columns + 1;
        for y in 0..self.rows.saturating_sub(1) {
            for x in 0..self.columns.saturating_sub(1) {
                let block = (0..9).map(|index| (y + index / 3) * width + x + index % 3);
                if block.clone().all(|corner| self.differs[corner]) {
                    open.extend(block);
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

/// Whether a change is another one than `expected`.
fn is_off(change: [f64; 3], expected: [f64; 3]) -> bool {
    let sum: f64 = change.into_iter().zip(expected).map(|(a, b)| (a - b).abs()).sum();
    sum / 3.0 > DIFFERENT
}

/// What a backdrop makes of every corner, if there is one: no corner looks as before, and most changed alike. A box that
/// hides most of the board leaves some as they were.
fn shade(changes: &[Option<[f64; 3]>]) -> Option<[f64; 3]> {
    let known: Vec<[f64; 3]> = changes.iter().flatten().copied().collect();
    let few = |count: usize| count as f64 <= SHADE_SPARES * known.len() as f64;
    let same = known.iter().filter(|change| !is_off(**change, [0.0; 3])).count();
    if known.is_empty() || !few(same) {
        return None;
    }
    let median = |channel: usize| {
        let mut values: Vec<f64> = known.iter().map(|change| change[channel]).collect();
        let middle = values.len() / 2;
        *values.select_nth_unstable_by(middle, f64::total_cmp).1
    };
    Some([median(0), median(1), median(2)])
}

/// How the mean colour of a square patch changed; `None` where none of it is in the picture.
fn change(before: &RgbImage, now: &RgbImage, centre: (f64, f64), reach: f64) -> Option<[f64; 3]> {
    let range = |middle: f64, size: u32| {
        let low = (middle - reach).round().max(0.0) as u32;
        let high = ((middle + reach).round() + 1.0).clamp(0.0, f64::from(size)) as u32;
        low..high
    };
    let (mut sums, mut pixels) = ([0i64; 3], 0u32);
    for y in range(centre.1, now.height()) {
        for x in range(centre.0, now.width()) {
            let (old, new) = (before.get_pixel(x, y).0, now.get_pixel(x, y).0);
            for (sum, (old, new)) in sums.iter_mut().zip(old.into_iter().zip(new)) {
                *sum += i64::from(new) - i64::from(old);
            }
            pixels += 1;
        }
    }
    (pixels > 0).then(|| sums.map(|sum| sum as f64 / f64::from(pixels)))
}

#[cfg(test)]
mod tests;
