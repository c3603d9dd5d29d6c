//! Guesses at fields: two upright pieces may be the sides, a level one the end of the field or of a goal. Of all fields that
//! such pieces allow those come first whose whole wall shows the strongest change where it is weakest.

use image::RgbImage;
use referee::soccer::Pitch;

use super::{
    lying,
    pieces::{Change, Piece},
};
use crate::{
    orientation::ScreenDirection,
    pitch::{calibration::Calibration, wall},
};

/// Pieces of each direction that are tried.
const PIECES_MAX: usize = 100;

/// Guesses that are looked at closely.
const GUESSES_MAX: usize = 20;

/// Least change of a piece of the wall, in levels. By trial.
const CHANGE_LEAST: f32 = 5.0;

/// Pieces of the wall that may be weaker than the rest, as a share: something may lie over them. By trial.
const WEAK: f64 = 0.08;

/// So much of a side must be seen in one piece, as a share. By trial.
const SIDE_SEEN: f64 = 0.45;

/// Nearer guesses are the same, in squares. By trial.
const SAME: f64 = 0.3;

/// So much of a piece of the wall is looked at, around its middle. By trial.
const PART: (f64, f64) = (0.15, 0.85);

/// Guesses in the picture for squares of so many pixels, the best first.
pub(super) fn guesses(image: &RgbImage, squares: (f64, f64)) -> Vec<Calibration> {
    if image.width() < 40 || image.height() < 40 {
        return Vec::new();
    }
    let upright = Change::upright(image);
    // Mirrored at the diagonal, level lines are upright.
    let level = Change::upright(&transposed(image));
    let mut found = Best::default();
    for run in [ScreenDirection::Across, ScreenDirection::Down] {
        let (sides, ends) = if run == ScreenDirection::Across {
            (&upright, &level)
        } else {
            (&level, &upright)
        };
        Search {
            run,
            sides,
            ends,
            squares,
        }
        .into_best(&mut found);
    }
    found.guesses.into_iter().map(|(_, guess)| guess).collect()
}

fn transposed(image: &RgbImage) -> RgbImage {
    RgbImage::from_fn(image.height(), image.width(), |x, y| *image.get_pixel(y, x))
}

/// The best guesses so far.
#[derive(Default)]
struct Best {
    guesses: Vec<(f32, Calibration)>,
}

impl Best {
    /// What a guess must be worth to be among them.
    fn least(&self) -> f32 {
        if self.guesses.len() < GUESSES_MAX {
            CHANGE_LEAST
        } else {
            self.guesses.last().map_or(CHANGE_LEAST, |last| last.0)
        }
    }

    fn put(&mut self, worth: f32, guess: Calibration) {
        let same = |other: &Calibration| {
            let near = |a: f64, b: f64| (a - b).abs() < SAME * guess.square();
            (other.pitch, other.orientation) == (guess.pitch, guess.orientation)
                && near(other.grid.origin.0, guess.grid.origin.0)
                && near(other.grid.origin.1, guess.grid.origin.1)
        };
        if let Some(index) = self.guesses.iter().position(|(_, other)| same(other)) {
            if self.guesses[index].0 >= worth {
                return;
            }
            self.guesses.remove(index);
        }
        let place = self.guesses.partition_point(|(other, _)| *other >= worth);
        self.guesses.insert(place, (worth, guess));
        self.guesses.truncate(GUESSES_MAX);
    }
}

/// One way of lying: places across are those of the sides.
struct Search<'a> {
    run: ScreenDirection,
    /// Change across the field, where its sides are.
    sides: &'a Change,
    /// Change along it, where its ends are.
    ends: &'a Change,
    squares: (f64, f64),
}

impl Search<'_> {
    fn into_best(self, best: &mut Best) {
        let longest = |change: &Change, least: f64| -> Vec<Piece> {
            let long = change
                .pieces
                .iter()
                .filter(|piece| piece.to - piece.from >= least);
            long.take(PIECES_MAX).copied().collect()
        };
        let sides = longest(self.sides, 2.5 * self.squares.0);
        let mut ends = longest(self.ends, 0.8 * self.squares.0);
        ends.sort_by(|a, b| a.at.total_cmp(&b.at));
        for left in &sides {
            for right in &sides {
                let wide = right.at - left.at;
                if wide < 4.0 * self.squares.0 || wide > 12.0 * self.squares.1 {
                    continue;
                }
                let (from, to) = (left.from.max(right.from), left.to.min(right.to));
                for width in (4..=12).step_by(2) {
                    let square = wide / f64::from(width);
                    if square >= self.squares.0 && square < self.squares.1 {
                        self.between(left.at, square, width, (from, to), &ends, best);
                    }
                }
            }
        }
    }

    /// Fields of that width whose sides both are seen in a stretch.
    fn between(&self, left: f64, square: f64, width: u8, seen: (f64, f64), ends: &[Piece], best: &mut Best) {
        let right = left + f64::from(width) * square;
        // Sorted by place: those that lie too far before or behind need not be looked at.
        let first = ends.partition_point(|end| end.at < seen.0 - 3.0 * square);
        let within = ends[first..].iter().take_while(|end| end.at <= seen.1);
        for end in within.filter(|end| end.to > left && end.from < right) {
            // It may be the end of the field, or of the goal beyond.
            for near in [end.at, end.at + square] {
                if near < seen.0 - 2.0 * square || near > seen.1 {
                    continue;
                }
                for length in (6..=16).step_by(2) {
                    let far = near + f64::from(length) * square;
                    let shared = (far.min(seen.1) - near.max(seen.0)) / (far - near);
                    if shared >= SIDE_SEEN {
                        let square_long = fitted(end.at, far, square, ends);
                        let near = near + (near - end.at) / square * (square_long - square);
                        self.guess((left, near), (square, square_long), (width, length), best);
                    }
                }
            }
        }
    }

    fn guess(
        &self,
        (left, near): (f64, f64),
        (square, square_long): (f64, f64),
        (width, length): (u8, u8),
        best: &mut Best,
    ) {
        let Ok(pitch) = Pitch::new(width, length) else {
            return;
        };
        let least = best.least();
        let pieces = wall_of(pitch);
        let mut spare = (pieces.len() as f64 * WEAK) as usize;
        let mut changes = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let at = |place: f64| left + place * square;
            let down = |place: f64| near + (place - 1.0) * square_long;
            let (from, to) = (piece.from, piece.to);
            let change = if from.0 == to.0 {
                let (from, to) = (down(from.1.min(to.1)), down(from.1.max(to.1)));
                let long = to - from;
                self.sides
                    .along(at(piece.from.0), from + PART.0 * long, from + PART.1 * long)
            } else {
                let (from, to) = (at(from.0), at(to.0));
                let long = to - from;
                self.ends
                    .along(down(piece.from.1), from + PART.0 * long, from + PART.1 * long)
            };
            if change <= least {
                match spare.checked_sub(1) {
                    Some(left) => spare = left,
                    None => return,
                }
            }
            changes.push(change);
        }
        changes.sort_by(f32::total_cmp);
        let worth = changes[(changes.len() as f64 * WEAK) as usize];
        let turned = |at: (f64, f64)| {
            if self.run == ScreenDirection::Across {
                at
            } else {
                (at.1, at.0)
            }
        };
        let (origin, squares) = (turned((left, near - square_long)), turned((square, square_long)));
        let guess = Calibration::new(pitch, lying(self.run), origin, squares);
        best.put(worth, guess);
    }
}

/// A square's length, if that from a piece to the far end, or to the goal beyond it, is to end at another piece.
fn fitted(from: f64, far: f64, square: f64, ends: &[Piece]) -> f64 {
    let reach = FITTING * square;
    let near = |to: f64| {
        let first = ends.partition_point(|end| end.at < to - reach);
        let near = ends[first..].iter().take_while(move |end| end.at <= to + reach);
        near.map(move |end| ((end.at - to).abs(), (end.at - from) / (to - from) * square))
    };
    let all = near(far).chain(near(far + square));
    all.min_by(|a, b| a.0.total_cmp(&b.0))
        .map_or(square, |(_, square)| square)
}

/// So far from its place the far end is looked for, in squares. By trial.
const FITTING: f64 = 0.25;

/// The pieces of a wall, made once for each size.
fn wall_of(pitch: Pitch) -> &'static [wall::Piece] {
    static WALLS: std::sync::OnceLock<Vec<(Pitch, Vec<wall::Piece>)>> = std::sync::OnceLock::new();
    let walls = WALLS.get_or_init(|| {
        let sizes = (4..=12)
            .step_by(2)
            .flat_map(|width| (6..=16).step_by(2).map(move |length| (width, length)));
        let pitches = sizes.filter_map(|(width, length)| Pitch::new(width, length).ok());
        pitches.map(|pitch| (pitch, wall::pieces(pitch))).collect()
    });
    walls
        .iter()
        .find(|(known, _)| *known == pitch)
        .map_or(&[], |(_, pieces)| pieces)
}
