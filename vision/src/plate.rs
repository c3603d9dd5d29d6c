//! Name plates: told apart and known again by their picture. It knows neither who sits there nor where plates are.
//!
//! Hashes of whole pictures (8 x 8 brightness, DCT) see a name as one blur: `Ines27` and `Ines28` are alike in all but one
//! eighth of it, which is what noise changes, too. So a plate keeps its letters' shape, scaled to a fixed height, and two
//! plates are as different as the letter in which they differ most.

pub mod text;

use image::RgbImage;

/// Rows to which the ink of every plate is scaled.
const ROWS: usize = 16;
/// Columns at most: a plate forty times as wide as high.
const COLUMNS_MAX: usize = 40 * ROWS;
/// Levels of ink.
const LEVELS: f32 = 15.0;
/// Plates of one height that differ no more show one name. Measured (`tests`): noise, light, colours and whole pixels of
/// shift make 0.022 at most, one round letter in place of another 0.04 and more, names drawn by lot 0.43 and more.
const SAME: f32 = 0.03;
/// The same for plates of different heights, as a client paints them in a window of another size: 0.17 at most.
const SAME_SCALED: f32 = 0.22;
/// Pixels by which plates of one height may differ in it.
const HEIGHTS: f32 = 0.4;

/// The sum of differences over three channels from which on ink is told from ground.
const CONTRAST_MIN: u16 = 60;
/// Specks that may be stronger than the ink.
const SPECKS: usize = 12;
/// Cover that counts as ink where its edges are looked for.
const EDGE: f32 = 0.25;
/// Least height and width of ink in pixels.
const INK_MIN: f32 = 4.0;
/// Plates whose widths differ by more than this share have different names.
const WIDTHS: f32 = 0.12;
/// But by no fewer columns than this: edges fall between pixels.
const WIDTHS_MIN: f32 = 2.0;
/// A letter's place on which the levels vary less than this, squared, is a blank: a step of one level is rounding.
const BLANK_MAX: f32 = 0.5;
/// Columns of about one letter, which are compared at once, and from one such comparison to the next.
const LETTER: usize = 10;
const STEP: usize = 2;
/// By so much a letter may have moved.
const AROUND: i32 = 2;

/// The shape of the ink on a plate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    /// Height of the ink, in sixteenths of a pixel.
    height: u16,
    /// From the left, each from the top; levels 0 (ground) to 15 (ink).
    columns: Vec<[u8; ROWS]>,
}

impl Fingerprint {
    /// Of a captured plate; `None` if there is no ink on it.
    pub fn of(picture: &RgbImage) -> Option<Fingerprint> {
        Cover::of(picture)?.to_fingerprint()
    }

    /// How different two plates look: 0 for equal ones to 1.
    pub fn distance(&self, other: &Fingerprint) -> f32 {
        self.distance_up_to(other, 1.0)
    }

    /// Whether both show one name.
    pub fn is_same(&self, other: &Fingerprint) -> bool {
        let off = f32::from(self.height.abs_diff(other.height)) / 16.0;
        let most = if off <= HEIGHTS { SAME } else { SAME_SCALED };
        self.distance_up_to(other, most) <= most
    }

    /// As [`Fingerprint::distance`], but no more exact than that it is above `enough`.
    fn distance_up_to(&self, other: &Fingerprint, enough: f32) -> f32 {
        let (narrow, wide) = (self.columns.len(), other.columns.len());
        let width = narrow.max(wide);
        if (width - narrow.min(wide)) as f32 > (WIDTHS * width as f32).max(WIDTHS_MIN) {
            return 1.0;
        }
        let (a, b) = (Field::of(self, width), Field::of(other, width));
        let letter = LETTER.min(width);
        let mut worst: f32 = 0.0;
        let last = width - letter;
        for start in (0..last).step_by(STEP).chain([last]) {
            worst = worst.max(a.difference(&b, start, letter));
            if worst > enough {
                break;
            }
        }
        worst
    }

    /// Bytes for keeping it, from which [`Fingerprint::from_bytes`] makes it again: the height, then two levels a byte.
    pub fn to_bytes(&self) -> Vec<u8> {
        let levels: Vec<u8> = self.columns.iter().flatten().copied().collect();
        let pairs = levels.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]);
        self.height.to_be_bytes().into_iter().chain(pairs).collect()
    }

    /// `None` if these bytes are of no fingerprint.
    pub fn from_bytes(bytes: &[u8]) -> Option<Fingerprint> {
        let (height, bytes) = bytes.split_first_chunk()?;
        let levels: Vec<u8> = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]).collect();
        let (columns, rest) = levels.as_chunks::<ROWS>();
        let fits = rest.is_empty() && (1..=COLUMNS_MAX).contains(&columns.len());
        fits.then(|| Fingerprint {
            height: u16::from_be_bytes(*height),
            columns: columns.to_vec(),
        })
    }
}

/// How much of each pixel is ink, 0 to 1.
struct Cover {
    width: usize,
    height: usize,
    values: Vec<f32>,
}

impl Cover {
    /// Most of a plate is ground.
    fn of(picture: &RgbImage) -> Option<Cover> {
        let (width, height) = (picture.width() as usize, picture.height() as usize);
        let (pixels, _) = picture.as_raw().as_chunks::<3>();
        let middle = |mut levels: Vec<u16>| {
            let half = levels.len() / 2;
            Some(*levels.select_nth_unstable(half).1).filter(|_| width * height > 0)
        };
        if pixels.len() <= SPECKS {
            return None;
        }
        let mut ground = [0; 3];
        for (channel, level) in ground.iter_mut().enumerate() {
            *level = middle(pixels.iter().map(|pixel| u16::from(pixel[channel])).collect())?;
        }
        let strength = |pixel: &[u8; 3]| -> u16 {
            let channels = pixel.iter().zip(ground);
            channels
                .map(|(&level, ground)| u16::from(level).abs_diff(ground))
                .sum()
        };
        let strengths: Vec<u16> = pixels.iter().map(strength).collect();
        let noise = middle(strengths.clone())?;
        let mut sorted = strengths.clone();
        let place = sorted.len() - SPECKS;
        let full = *sorted.select_nth_unstable(place).1;
        let floor = (full / 6).max(2 * noise);
        if full < CONTRAST_MIN || full < 2 * floor {
            return None;
        }
        let cover =
            |&strength: &u16| (f32::from(strength.saturating_sub(floor)) / f32::from(full - floor)).min(1.0);
        Some(Cover {
            width,
            height,
            values: strengths.iter().map(cover).collect(),
        })
    }

    fn at(&self, x: i32, y: i32) -> f32 {
        let inside = (0..self.width as i32).contains(&x) && (0..self.height as i32).contains(&y);
        if inside {
            self.values[y as usize * self.width + x as usize]
        } else {
            0.0
        }
    }

    /// Ink with ink beside it: a speck is none.
    fn is_ink(&self, x: i32, y: i32) -> bool {
        let around = [
            (-1, 0),
            (1, 0),
            (0, -1),
            (0, 1),
            (-1, -1),
            (1, 1),
            (-1, 1),
            (1, -1),
        ];
        self.at(x, y) >= EDGE && around.iter().any(|(dx, dy)| self.at(x + dx, y + dy) >= EDGE)
    }

    fn to_fingerprint(&self) -> Option<Fingerprint> {
        let (width, height) = (self.width as i32, self.height as i32);
        let row = |y: i32| (0..width).any(|x| self.is_ink(x, y));
        let column = |x: i32| (0..height).any(|y| self.is_ink(x, y));
        let (top, bottom) = ((0..height).find(|y| row(*y))?, (0..height).rfind(|y| row(*y))?);
        let (left, right) = (
            (0..width).find(|x| column(*x))?,
            (0..width).rfind(|x| column(*x))?,
        );
        // An edge lies as far inside its pixel as that is covered.
        let most = |cells: &mut dyn Iterator<Item = (i32, i32)>| {
            cells.map(|(x, y)| self.at(x, y)).fold(0.0, f32::max)
        };
        let in_row = |y: i32| most(&mut (left..=right).map(|x| (x, y)));
        let in_column = |x: i32| most(&mut (top..=bottom).map(|y| (x, y)));
        let edges = (
            (left + 1) as f32 - in_column(left) - in_column(left - 1),
            (top + 1) as f32 - in_row(top) - in_row(top - 1),
            right as f32 + in_column(right) + in_column(right + 1),
            bottom as f32 + in_row(bottom) + in_row(bottom + 1),
        );
        let (across, down) = (edges.2 - edges.0, edges.3 - edges.1);
        if across < INK_MIN || down < INK_MIN {
            return None;
        }
        let columns = (across * ROWS as f32 / down).round() as usize;
        if columns > COLUMNS_MAX {
            return None;
        }
        let cell = (across / columns as f32, down / ROWS as f32);
        let level = |column: usize, row: usize| {
            let mut sum = 0.0;
            for (part_x, part_y) in (0..9).map(|part| (part % 3, part / 3)) {
                let x = edges.0 + (column as f32 + (part_x as f32 + 0.5) / 3.0) * cell.0;
                let y = edges.1 + (row as f32 + (part_y as f32 + 0.5) / 3.0) * cell.1;
                sum += self.between(x - 0.5, y - 0.5);
            }
            (sum / 9.0 * LEVELS).round() as u8
        };
        Some(Fingerprint {
            height: (down * 16.0).round() as u16,
            columns: (0..columns)
                .map(|column| std::array::from_fn(|row| level(column, row)))
                .collect(),
        })
    }

    /// The cover at a place between pixel middles.
    fn between(&self, x: f32, y: f32) -> f32 {
        let (left, top) = (x.floor(), y.floor());
        let (right_share, low_share) = (x - left, y - top);
        let (left, top) = (left as i32, top as i32);
        let across = |y: i32| self.at(left, y) * (1.0 - right_share) + self.at(left + 1, y) * right_share;
        across(top) * (1.0 - low_share) + across(top + 1) * low_share
    }
}

/// A fingerprint made ready to be compared: stretched to a width, and blurred by a pixel, as strokes are drawn now
/// sharper, now softer.
struct Field {
    columns: Vec<[f32; ROWS]>,
}

impl Field {
    fn of(fingerprint: &Fingerprint, width: usize) -> Field {
        let known = &fingerprint.columns;
        let stretched: Vec<[f32; ROWS]> = (0..width)
            .map(|column| {
                let at = (column as f32 + 0.5) * known.len() as f32 / width as f32 - 0.5;
                let left = at.floor().max(0.0) as usize;
                let right = (left + 1).min(known.len() - 1);
                let share = (at - left as f32).clamp(0.0, 1.0);
                let mix = |row: usize| {
                    f32::from(known[left][row]) * (1.0 - share) + f32::from(known[right][row]) * share
                };
                std::array::from_fn(mix)
            })
            .collect();
        let at = |x: usize, y: usize| stretched.get(x).and_then(|column| column.get(y)).copied();
        let blurred = |x: usize, y: usize| {
            let mut sum = 0.0;
            for (dx, dy) in (0..9).map(|part| (part % 3, part / 3)) {
                sum += at((x + dx).wrapping_sub(1), (y + dy).wrapping_sub(1)).unwrap_or(0.0);
            }
            sum / 9.0
        };
        Field {
            columns: (0..width)
                .map(|x| std::array::from_fn(|y| blurred(x, y)))
                .collect(),
        }
    }

    fn level(&self, x: i32, y: i32) -> f32 {
        let column = usize::try_from(x).ok().and_then(|x| self.columns.get(x));
        let level = column
            .zip(usize::try_from(y).ok())
            .and_then(|(column, y)| column.get(y));
        level.copied().unwrap_or(0.0)
    }

    /// How little a letter looks like the other plate's at the same place, or beside it: 1 minus the best correlation.
    fn difference(&self, other: &Field, start: usize, width: usize) -> f32 {
        let mut best: f32 = 0.0;
        for dy in -1..=1 {
            for dx in -AROUND..=AROUND {
                best = best.max(self.correlation(other, start, width, (dx, dy)));
            }
        }
        1.0 - best
    }

    fn correlation(&self, other: &Field, start: usize, width: usize, (dx, dy): (i32, i32)) -> f32 {
        let (mut sum_a, mut sum_b, mut square_a, mut square_b, mut product) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for x in start as i32..(start + width) as i32 {
            for y in 0..ROWS as i32 {
                let (a, b) = (self.level(x, y), other.level(x + dx, y + dy));
                sum_a += a;
                sum_b += b;
                square_a += a * a;
                square_b += b * b;
                product += a * b;
            }
        }
        let count = (width * ROWS) as f32;
        let variance_a = square_a / count - (sum_a / count) * (sum_a / count);
        let variance_b = square_b / count - (sum_b / count) * (sum_b / count);
        // A blank on both plates.
        if variance_a < BLANK_MAX && variance_b < BLANK_MAX {
            return 1.0;
        }
        let covariance = product / count - (sum_a / count) * (sum_b / count);
        covariance / (variance_a * variance_b).sqrt().max(1e-3)
    }
}

#[cfg(test)]
mod tests;
