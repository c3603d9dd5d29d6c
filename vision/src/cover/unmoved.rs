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
/// Samples from the middle to the side, and for a first look.
const STEPS: i32 = 8;
const FEW_STEPS: i32 = 2;
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

    /// Whether a point's cell shows now what it showed before.
    pub fn is_same(&self, point: Point) -> bool {
        self.is_unmoved(point, (0.0, 0.0))
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
        let share = |reach: f64, to_side: i32| {
            let steps = 0..=2 * to_side;
            let along = |step: i32| f64::from(step - to_side) / f64::from(to_side) * reach;
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
        // Most cells are as they were: a few samples tell that.
        share(HEART, FEW_STEPS) > 0.0
            && share(HEART, STEPS) >= HEART_MARKED
            && share(CELL, STEPS) <= CELL_MARKED
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
        let rows = || self.rows.clone().map(|y| (self.row(before, y), self.row(now, y)));
        let is_same =
            |(old, new): (&[u8], &[u8])| old.iter().zip(new).all(|(old, new)| old.abs_diff(*new) <= SAME);
        if rows().all(is_same) {
            return true;
        }
        let mut sums = [Sums::default(); 3];
        for ((old, new), down) in rows().zip(offsets(self.rows.len())) {
            let pixels = old.as_chunks::<3>().0.iter().zip(new.as_chunks::<3>().0);
            for ((old, new), across) in pixels.zip(offsets(self.columns.len())) {
                for (sums, (old, new)) in sums.iter_mut().zip(old.iter().zip(new)) {
                    sums.add(i64::from(*old), i64::from(*new), across, down);
                }
            }
        }
        let (wide, high) = (self.columns.len(), self.rows.len());
        let squares = |count: usize| offsets(count).map(|off| off * off).sum::<i64>() as f64;
        let spread = Spread {
            count: (wide * high) as f64,
            across: squares(wide) * high as f64,
            down: squares(high) * wide as f64,
        };
        // A veil lets as much through of one colour as of another.
        let (mut old, mut both, mut new) = (0.0, 0.0, 0.0);
        for sums in sums {
            let relief = sums.relief(&spread);
            old += relief.old;
            both += relief.both;
            new += relief.new;
        }
        let clear = both / old.max(f64::EPSILON);
        let count = 3.0 * spread.count;
        let shown = clear * (old.max(0.0) / count).sqrt();
        let unlike = ((new - clear * both).max(0.0) / count).sqrt();
        (CLEAR_MIN..CLEAR_MAX).contains(&clear)
            && shown >= CONTRAST_MIN
            && unlike <= UNLIKE_MAX * shown + ROUNDED
    }

    fn row<'a>(&self, image: &'a RgbImage, y: u32) -> &'a [u8] {
        let start = (y * image.width() + self.columns.start) as usize * 3;
        &image.as_raw()[start..start + self.columns.len() * 3]
    }
}

/// Twice the places of so many pixels from their middle.
fn offsets(count: usize) -> impl Iterator<Item = i64> {
    let last = count as i64 - 1;
    (0..=last).map(move |at| 2 * at - last)
}

/// One channel of a cell in two pictures, added up.
#[derive(Clone, Copy, Default)]
struct Sums {
    old: i64,
    new: i64,
    old_old: i64,
    old_new: i64,
    new_new: i64,
    /// Along the rows and the columns.
    old_across: i64,
    new_across: i64,
    old_down: i64,
    new_down: i64,
}

/// How many pixels there are, and the sums of their places' squares.
struct Spread {
    count: f64,
    across: f64,
    down: f64,
}

/// Products of what is left of the levels when a plane is taken off them: the light may fall off evenly.
struct Relief {
    old: f64,
    both: f64,
    new: f64,
}

impl Sums {
    fn add(&mut self, old: i64, new: i64, across: i64, down: i64) {
        self.old += old;
        self.new += new;
        self.old_old += old * old;
        self.old_new += old * new;
        self.new_new += new * new;
        self.old_across += old * across;
        self.new_across += new * across;
        self.old_down += old * down;
        self.new_down += new * down;
    }

    fn relief(&self, spread: &Spread) -> Relief {
        // Mean, slope along the rows and slope along the columns are at right angles to each other.
        let plane = |one: [i64; 3], other: [i64; 3]| {
            let parts = one
                .into_iter()
                .zip(other)
                .zip([spread.count, spread.across, spread.down]);
            parts
                .map(|((one, other), square)| one as f64 * other as f64 / square.max(1.0))
                .sum::<f64>()
        };
        let old = [self.old, self.old_across, self.old_down];
        let new = [self.new, self.new_across, self.new_down];
        Relief {
            old: self.old_old as f64 - plane(old, old),
            both: self.old_new as f64 - plane(old, new),
            new: self.new_new as f64 - plane(new, new),
        }
    }
}
