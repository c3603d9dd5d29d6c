//! Which cells show still what they showed in an earlier picture: as it was, or through an even veil (a dimmed page, a
//! dialog's shadow, a pane of glass). What a cell shows are its lines, dots, stones and grain, whatever light falls on them;
//! a flat colour tells nothing.

use image::RgbImage;
use referee::point::Point;

use crate::{calibration::Calibration, frame::Frame};

/// Half the side of what is compared, in pitches. More than a stone: one that shines through is no veil.
const REACH: f64 = 0.55;
/// The sides of a stone are looked at so many pitches from its middle: neither the stone nor its shadow reaches into that.
const BESIDE: f64 = 1.2;
/// A veil lets so much of the light through at least, and adds no contrast.
const CLEAR_MIN: f64 = 0.08;
const CLEAR_MAX: f64 = 1.1;
/// Contrast that must be left to be compared, in levels. Half a level is lost by whole numbers alone.
const CONTRAST_MIN: f64 = 1.5;
/// What may be unlike, as a share of the contrast that is left. A fifth of a stone more is more than that.
const UNLIKE_MAX: f64 = 0.1;
/// And so many levels more, which whole numbers make.
const ROUNDED: f64 = 0.35;
/// Half the side of a cell's middle, in pitches, and of a cell.
const HEART: f64 = 0.15;
const CELL: f64 = 0.48;
/// Samples from the middle to the side.
const STEPS: i32 = 8;
/// A channel's levels from which a pixel changed: twice the noise of a scaled picture.
const CHANGED: u8 = 24;
/// What is small changes so much of a cell's middle, and no more of the whole.
const HEART_MARKED: f64 = 0.3;
const CELL_MARKED: f64 = 0.35;
/// No pixel differs by more than this: the same picture.
const SAME: u8 = 2;

/// Two pictures of one board.
pub struct Comparison<'a> {
    before: &'a RgbImage,
    now: &'a RgbImage,
    calibration: &'a Calibration,
}

impl<'a> Comparison<'a> {
    /// `None` for pictures of different sizes: nothing can be compared.
    pub fn of(before: &'a Frame, now: &'a Frame, calibration: &'a Calibration) -> Option<Comparison<'a>> {
        let is_same_size = before.image.dimensions() == now.image.dimensions();
        is_same_size.then_some(Comparison {
            before: &before.image,
            now: &now.image,
            calibration,
        })
    }

    /// The points whose cells show now what they showed before.
    pub fn unmoved(&self) -> Vec<Point> {
        let board = self.calibration;
        let points = (0..board.rows).flat_map(|y| (0..board.columns).map(move |x| Point::new(x, y)));
        points
            .filter(|point| self.is_unmoved(*point, (0.0, 0.0)))
            .collect()
    }

    /// Whether the board shows as before around a point: on all of its sides that are in the picture, or all but one.
    pub fn shows_around(&self, point: Point) -> bool {
        let sides = [(-BESIDE, 0.0), (BESIDE, 0.0), (0.0, -BESIDE), (0.0, BESIDE)];
        let (wide, high) = (f64::from(self.now.width()), f64::from(self.now.height()));
        let is_in = |(dx, dy): &(f64, f64)| {
            let (x, y) = self.calibration.centre_of(point);
            let (x, y) = (
                x + dx * self.calibration.pitch.0,
                y + dy * self.calibration.pitch.1,
            );
            (0.0..wide).contains(&x) && (0.0..high).contains(&y)
        };
        let sides: Vec<(f64, f64)> = sides.into_iter().filter(is_in).collect();
        let free = sides.iter().filter(|off| self.is_unmoved(point, **off)).count();
        free >= SIDES_MIN && free + 1 >= sides.len()
    }

    /// Whether something small came in the middle of a cell, where a stone would be, and the cell around it is as it was. A
    /// translucent stone under the pointer is not small.
    pub fn is_marked_anew(&self, point: Point) -> bool {
        let (x, y) = self.calibration.centre_of(point);
        let (across, down) = self.calibration.pitch;
        let changed = |dx: f64, dy: f64| {
            let (x, y) = ((x + dx * across).round(), (y + dy * down).round());
            let is_in =
                x >= 0.0 && y >= 0.0 && x < f64::from(self.now.width()) && y < f64::from(self.now.height());
            is_in.then(|| {
                let at = |image: &RgbImage| image.get_pixel(x as u32, y as u32).0;
                let pairs = at(self.before).into_iter().zip(at(self.now));
                pairs.map(|(old, new)| old.abs_diff(new)).max() > Some(CHANGED)
            })
        };
        let share = |reach: f64| {
            let steps = 0..=2 * STEPS;
            let along = |step: i32| f64::from(step - STEPS) / f64::from(STEPS) * reach;
            let all: Vec<bool> = steps
                .clone()
                .flat_map(|row| {
                    steps
                        .clone()
                        .filter_map(move |column| changed(along(column), along(row)))
                })
                .collect();
            all.iter().filter(|changed| **changed).count() as f64 / all.len().max(1) as f64
        };
        share(HEART) >= HEART_MARKED && share(CELL) <= CELL_MARKED
    }

    fn is_unmoved(&self, point: Point, off: (f64, f64)) -> bool {
        let cell = Cell::of(self.now, point, off, self.calibration);
        cell.is_unmoved(self.before, self.now)
    }
}

/// So many sides of a point are looked at, at least.
const SIDES_MIN: usize = 2;

/// A cell's pixels.
struct Cell {
    columns: std::ops::Range<u32>,
    rows: std::ops::Range<u32>,
}

/// What is left of a channel's levels when a plane is taken off them: the light may fall off evenly.
struct Relief(Vec<f64>);

impl Cell {
    /// Around the point, or so many pitches off it.
    fn of(image: &RgbImage, point: Point, off: (f64, f64), calibration: &Calibration) -> Cell {
        let range = |middle: f64, pitch: f64, size: u32| {
            let low = (middle - REACH * pitch).round().max(0.0) as u32;
            let high = ((middle + REACH * pitch).round() + 1.0).clamp(0.0, f64::from(size)) as u32;
            low.min(high)..high
        };
        let (x, y) = calibration.centre_of(point);
        let (across, down) = calibration.pitch;
        Cell {
            columns: range(x + off.0 * across, across, image.width()),
            rows: range(y + off.1 * down, down, image.height()),
        }
    }

    fn is_unmoved(&self, before: &RgbImage, now: &RgbImage) -> bool {
        if self.columns.is_empty() || self.rows.is_empty() {
            return false;
        }
        let pixels = || {
            self.rows
                .clone()
                .flat_map(|y| self.columns.clone().map(move |x| (x, y)))
        };
        let is_same = |(x, y): (u32, u32)| {
            let pairs = before.get_pixel(x, y).0.into_iter().zip(now.get_pixel(x, y).0);
            pairs.into_iter().all(|(old, new)| old.abs_diff(new) <= SAME)
        };
        if pixels().all(is_same) {
            return true;
        }
        // A veil lets as much through of one colour as of another.
        let (mut old, mut both, mut new) = (0.0, 0.0, 0.0);
        for channel in 0..3 {
            let (before, now) = (self.relief(before, channel), self.relief(now, channel));
            old += before.along(&before);
            both += before.along(&now);
            new += now.along(&now);
        }
        let clear = both / old.max(f64::EPSILON);
        let count = 3.0 * (self.columns.len() * self.rows.len()) as f64;
        let shown = clear * (old / count).sqrt();
        let unlike = ((new - clear * both).max(0.0) / count).sqrt();
        (CLEAR_MIN..CLEAR_MAX).contains(&clear)
            && shown >= CONTRAST_MIN
            && unlike <= UNLIKE_MAX * shown + ROUNDED
    }

    fn relief(&self, image: &RgbImage, channel: usize) -> Relief {
        let (wide, high) = (self.columns.len(), self.rows.len());
        let across = |index: usize| (index % wide) as f64 - (wide - 1) as f64 / 2.0;
        let down = |index: usize| (index / wide) as f64 - (high - 1) as f64 / 2.0;
        let mut levels: Vec<f64> = Vec::with_capacity(wide * high);
        for y in self.rows.clone() {
            let row = self.columns.clone();
            levels.extend(row.map(|x| f64::from(image.get_pixel(x, y).0[channel])));
        }
        let count = levels.len() as f64;
        let mean = levels.iter().sum::<f64>() / count;
        // The two slopes of the plane; rows and columns are at right angles to each other.
        let slope = |at: &dyn Fn(usize) -> f64| {
            let (mut along, mut square) = (0.0, 0.0);
            for (index, level) in levels.iter().enumerate() {
                along += at(index) * level;
                square += at(index) * at(index);
            }
            along / square.max(f64::EPSILON)
        };
        let (right, low) = (slope(&across), slope(&down));
        for (index, level) in levels.iter_mut().enumerate() {
            *level -= mean + right * across(index) + low * down(index);
        }
        Relief(levels)
    }
}

impl Relief {
    /// How much of the one there is in the other.
    fn along(&self, other: &Relief) -> f64 {
        self.0.iter().zip(&other.0).map(|(a, b)| a * b).sum()
    }
}
