//! How the ground's colour changes over a board: lamps, gradients and shadows. What is left without it can be compared from
//! one end of the board to the other.

use crate::locate::level::{Level, apart, median};
use crate::locate::thresholds::trend::{BEYOND, CHANGE_MIN, GAIN_MIN, NEAR, OFF_MAX};

/// Regions a side that the board is divided into; the ground is what is commonest in each.
const REGIONS: usize = 5;
/// Regions that must agree with the curve.
const REGIONS_MIN: usize = 12;
/// 1, across, down, and their products.
const TERMS: usize = 6;

/// A curved surface for each channel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trend {
    middle: (f64, f64),
    half: (f64, f64),
    terms: [[f32; TERMS]; 3],
}

impl Trend {
    /// The trend of colours at their places, `None` if there is none to speak of.
    pub(crate) fn of(samples: &[((f64, f64), Level)]) -> Option<Trend> {
        let ends = |part: fn(&(f64, f64)) -> f64| {
            let all = || samples.iter().map(|(place, _)| part(place));
            (
                all().fold(f64::INFINITY, f64::min),
                all().fold(f64::NEG_INFINITY, f64::max),
            )
        };
        let ((left, right), (top, bottom)) = (ends(|place| place.0), ends(|place| place.1));
        if samples.len() < 4 * REGIONS * REGIONS || right <= left || bottom <= top {
            return None;
        }
        let mut trend = Trend {
            middle: ((left + right) / 2.0, (top + bottom) / 2.0),
            half: ((right - left) / 2.0, (bottom - top) / 2.0),
            terms: [[0.0; TERMS]; 3],
        };
        let mut regions: Vec<Vec<Level>> = vec![Vec::new(); REGIONS * REGIONS];
        for (place, level) in samples {
            let (across, down) = trend.within(*place);
            let index = |part: f64| (((part + 1.0) / 2.0 * REGIONS as f64) as usize).min(REGIONS - 1);
            regions[index(down) * REGIONS + index(across)].push(*level);
        }
        let step = 2.0 / REGIONS as f64;
        let centre = |index: usize| -1.0 + (index as f64 + 0.5) * step;
        let mut grounds: Vec<((f64, f64), Level)> = regions
            .iter()
            .enumerate()
            .filter(|(_, levels)| !levels.is_empty())
            .map(|(index, levels)| ((centre(index % REGIONS), centre(index / REGIONS)), median(levels)))
            .collect();
        for _ in 0..3 {
            for channel in 0..3 {
                let values = grounds.iter().map(|(place, level)| (*place, level[channel]));
                trend.terms[channel] = surface(values)?;
            }
            let off = |place: (f64, f64), level: Level| apart(trend.shape(place), level);
            let near: Vec<_> = grounds
                .iter()
                .copied()
                .filter(|(place, level)| off(*place, *level) < OFF_MAX)
                .collect();
            if near.len() < REGIONS_MIN {
                return None;
            }
            grounds = near;
        }
        trend.is_worth(samples).then_some(trend)
    }

    /// By how much the ground differs here from the middle's.
    pub(crate) fn at(&self, place: (f64, f64)) -> Level {
        let shape = self.shape(self.within(place));
        std::array::from_fn(|channel| shape[channel] - self.terms[channel][0])
    }

    /// From -1 to 1 on the board.
    fn within(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let part = |at: f64, middle: f64, half: f64| ((at - middle) / half).clamp(-BEYOND, BEYOND);
        (
            part(x, self.middle.0, self.half.0),
            part(y, self.middle.1, self.half.1),
        )
    }

    fn shape(&self, place: (f64, f64)) -> Level {
        let basis = basis(place);
        self.terms.map(|terms| {
            terms
                .iter()
                .zip(&basis)
                .map(|(term, part)| term * *part as f32)
                .sum()
        })
    }

    fn is_worth(&self, samples: &[((f64, f64), Level)]) -> bool {
        let corners =
            [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0), (0.0, 0.0)].map(|place| self.shape(place));
        let most = corners
            .iter()
            .flat_map(|a| corners.iter().map(|b| apart(*a, *b)))
            .fold(0.0, f32::max);
        if most < CHANGE_MIN {
            return false;
        }
        let count = |levels: &[Level]| {
            let usual = median(levels);
            levels.iter().filter(|level| apart(**level, usual) < NEAR).count() as f32
        };
        let with: Vec<Level> = samples.iter().map(|(_, level)| *level).collect();
        let without: Vec<Level> = samples
            .iter()
            .map(|(place, level)| less(*level, self.at(*place)))
            .collect();
        count(&without) > GAIN_MIN * count(&with)
    }
}

/// Channel by channel.
pub(crate) fn less(level: Level, by: Level) -> Level {
    std::array::from_fn(|channel| level[channel] - by[channel])
}

fn basis((across, down): (f64, f64)) -> [f64; TERMS] {
    [1.0, across, down, across * down, across * across, down * down]
}

/// Least squares, by Gaussian elimination.
fn surface(values: impl Iterator<Item = ((f64, f64), f32)>) -> Option<[f32; TERMS]> {
    let mut rows = [[0.0f64; TERMS + 1]; TERMS];
    for (place, value) in values {
        let basis = basis(place);
        for (row, own) in rows.iter_mut().zip(basis) {
            (0..TERMS).for_each(|column| row[column] += own * basis[column]);
            row[TERMS] += own * f64::from(value);
        }
    }
    for pivot in 0..TERMS {
        let best = (pivot..TERMS).max_by(|a, b| rows[*a][pivot].abs().total_cmp(&rows[*b][pivot].abs()))?;
        rows.swap(pivot, best);
        if rows[pivot][pivot].abs() < 1e-6 {
            return None;
        }
        for other in (0..TERMS).filter(|other| *other != pivot) {
            let factor = rows[other][pivot] / rows[pivot][pivot];
            (pivot..=TERMS).for_each(|column| rows[other][column] -= factor * rows[pivot][column]);
        }
    }
    Some(std::array::from_fn(|term| {
        (rows[term][TERMS] / rows[term][term]) as f32
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(ground: impl Fn(f64, f64) -> f32, stones: usize) -> Vec<((f64, f64), Level)> {
        let places = (0..40).flat_map(|y| (0..40).map(move |x| (f64::from(x) * 12.0, f64::from(y) * 12.0)));
        let level = |(index, (x, y)): (usize, (f64, f64))| {
            let covered = (index * 7919) % 100 < stones;
            ((x, y), [if covered { 10.0 } else { ground(x, y) }; 3])
        };
        places.enumerate().map(level).collect()
    }

    #[test]
    fn a_slope_is_found_under_stones() {
        let slope = |x: f64, y: f64| (60.0 + 0.2 * x + 0.1 * y) as f32;
        let trend = Trend::of(&field(slope, 30)).unwrap();
        let change = trend.at((468.0, 468.0))[0] - trend.at((0.0, 0.0))[0];
        assert!((change - 140.4).abs() < 6.0, "{change}");
    }

    #[test]
    fn an_even_ground_has_no_trend() {
        assert!(Trend::of(&field(|_, _| 200.0, 45)).is_none());
    }

    #[test]
    fn a_change_that_hardly_shows_is_no_trend() {
        let changes = |most: f64| Trend::of(&field(|x, _| (100.0 + most * x / 468.0) as f32, 0)).is_some();
        // Of 37 levels, the nearest 32 are seven in eight of all.
        assert!(changes(40.0) && !changes(34.0));
    }

    #[test]
    fn a_trend_is_followed_a_little_beyond_the_board() {
        let trend = Trend::of(&field(|x, _| x as f32 / 2.0, 0)).unwrap();
        let [near, far, farther] = [468.0, 495.0, 520.0].map(|x| trend.at((x, 234.0))[0]);
        let (more, most) = (far - near, farther - near);
        assert!(
            (more - 13.5).abs() < 1.0 && (most - 17.5).abs() < 1.0,
            "{more} {most}"
        );
    }
}
