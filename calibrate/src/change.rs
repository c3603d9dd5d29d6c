//! Where two pictures of a window show different things. Light does not count: a page that is dimmed behind a dialog is still
//! the same page. Knows nothing of boards and dialogs.

use image::RgbImage;
use vision::area::Area;

/// A part that shows something else than before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Part {
    /// Its bounds, in pixels of the picture.
    pub area: Area,
    /// Which share of it differs, 0 to 1: a dialog fills its bounds, a line drawn across the board does not.
    pub filled: f32,
}

/// Side of the squares that are compared, in pixels.
const BLOCK: u32 = 8;
/// Root mean square difference of levels from which a square counts as another one.
const UNLIKE: f32 = 7.0;
/// Deviation of levels from which a square has something to be recognised by.
const RICH: f32 = 4.0;
/// Correlation of two squares that show the same in another light.
const SAME: f32 = 0.95;
/// Share of its deviation that a square keeps in the faintest light: what is plain after has been covered.
const FAINT: f32 = 0.12;
/// Recognised squares from which their common light is known.
const LIT_MIN: usize = 6;
/// The same as a share of those that could be recognised.
const LIT_SHARE: f32 = 0.3;
/// Squares of a part from which it is looked at in a light of its own.
const LARGE: usize = 24;

/// The parts of `after` that show something else than `before`, the largest first. Pictures of two sizes differ everywhere.
pub(crate) fn parts(before: &RgbImage, after: &RgbImage) -> Vec<Part> {
    let whole = Area::new(0, 0, after.width(), after.height());
    if before.dimensions() != after.dimensions() {
        return vec![Part {
            area: whole,
            filled: 1.0,
        }];
    }
    let squares = Squares::of(before, after);
    let all: Vec<usize> = (0..squares.each.len()).collect();
    let unlike = squares.unlike(&all);
    let mut found: Vec<Part> = Vec::new();
    for cluster in squares.clusters(&unlike) {
        if cluster.len() < LARGE {
            found.push(squares.part(&cluster));
            continue;
        }
        // A shade over one part only: what lies on it is found in the part's own light.
        let within = squares.unlike(&cluster);
        if within.len() * 5 < cluster.len() * 4 {
            found.extend(squares.clusters(&within).iter().map(|part| squares.part(part)));
        } else {
            found.push(squares.part(&cluster));
        }
    }
    found.sort_by_key(|part| std::cmp::Reverse(u64::from(part.area.width) * u64::from(part.area.height)));
    found
}

/// Which share of each of these areas shows something else, 0 to 1, in the light that the whole picture is in.
pub(crate) fn shares(before: &RgbImage, after: &RgbImage, areas: &[Area]) -> Vec<f32> {
    if before.dimensions() != after.dimensions() {
        return vec![1.0; areas.len()];
    }
    let squares = Squares::of(before, after);
    let all: Vec<usize> = (0..squares.each.len()).collect();
    let mut differs = vec![false; squares.each.len()];
    squares
        .unlike(&all)
        .into_iter()
        .for_each(|index| differs[index] = true);
    let share = |area: &Area| {
        let (mut of, mut unlike) = (0, 0);
        for index in squares.within(area) {
            of += 1;
            unlike += u32::from(differs[index]);
        }
        unlike as f32 / of.max(1) as f32
    };
    areas.iter().map(share).collect()
}

/// Which share of `area` shows something else, 0 to 1, light aside.
pub(crate) fn share(before: &RgbImage, after: &RgbImage, area: Area) -> f32 {
    if before.dimensions() != after.dimensions() {
        return 1.0;
    }
    let squares = Squares::of(before, after);
    let all: Vec<usize> = squares.within(&area).collect();
    squares.unlike(&all).len() as f32 / all.len().max(1) as f32
}

/// What two pictures show in one square: sums over its levels.
#[derive(Clone, Copy)]
struct Square {
    before: f32,
    after: f32,
    /// Variances and covariance.
    var_before: f32,
    var_after: f32,
    cov: f32,
}

struct Squares {
    columns: u32,
    size: (u32, u32),
    each: Vec<Square>,
}

impl Squares {
    fn of(before: &RgbImage, after: &RgbImage) -> Squares {
        let size = before.dimensions();
        let columns = size.0.div_ceil(BLOCK);
        let rows = size.1.div_ceil(BLOCK);
        let each = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let each = each
            .map(|(column, row)| square(before, after, column * BLOCK, row * BLOCK))
            .collect();
        Squares { columns, size, each }
    }

    fn area_of(&self, index: usize) -> Area {
        let (column, row) = (index as u32 % self.columns, index as u32 / self.columns);
        let (x, y) = (column * BLOCK, row * BLOCK);
        let (width, height) = (BLOCK.min(self.size.0 - x), BLOCK.min(self.size.1 - y));
        Area::new(x as i32, y as i32, width, height)
    }

    /// The squares that this area touches.
    fn within(&self, area: &Area) -> impl Iterator<Item = usize> {
        let block = BLOCK as i32;
        let end = |last: i64, size: u32| (last.clamp(0, i64::from(size)) as u32).div_ceil(BLOCK);
        let columns = (area.x.max(0) / block) as u32..end(area.right(), self.size.0);
        let rows = (area.y.max(0) / block) as u32..end(area.bottom(), self.size.1);
        let across = self.columns;
        rows.flat_map(move |row| {
            columns
                .clone()
                .map(move |column| (row * across + column) as usize)
        })
    }

    /// Those of `among` that show something else, in the light that most of them are in.
    fn unlike(&self, among: &[usize]) -> Vec<usize> {
        let (gain, shift) = self.light(among);
        let differs = |index: &usize| self.each[*index].distance(gain, shift) > UNLIKE;
        among.iter().copied().filter(differs).collect()
    }

    /// How levels became others where the same is shown: factor and shift.
    fn light(&self, among: &[usize]) -> (f32, f32) {
        let rich: Vec<&Square> = among
            .iter()
            .map(|&index| &self.each[index])
            .filter(|square| square.var_before.sqrt() > RICH)
            .collect();
        let mut lights: Vec<(f32, f32)> = rich
            .iter()
            .filter(|square| square.var_after.sqrt() > FAINT * square.var_before.sqrt())
            .filter(|square| square.cov > SAME * (square.var_before * square.var_after).sqrt())
            .map(|square| {
                let gain = square.cov / square.var_before;
                (gain, square.after - gain * square.before)
            })
            .collect();
        if lights.len() < LIT_MIN || (lights.len() as f32) < LIT_SHARE * rich.len() as f32 {
            return (1.0, 0.0);
        }
        let middle = lights.len() / 2;
        lights.sort_by(|a, b| a.0.total_cmp(&b.0));
        let gain = lights[middle].0;
        lights.sort_by(|a, b| a.1.total_cmp(&b.1));
        let shift = lights[middle].1;
        match (gain - 1.0).abs() < 0.02 && shift.abs() < 3.0 {
            true => (1.0, 0.0),
            false => (gain, shift),
        }
    }

    /// Squares that touch each other, or nearly.
    fn clusters(&self, squares: &[usize]) -> Vec<Vec<usize>> {
        let mut free = vec![false; self.each.len()];
        squares.iter().for_each(|&index| free[index] = true);
        let rows = self.each.len() as i64 / i64::from(self.columns);
        let mut clusters = Vec::new();
        for &start in squares {
            if !std::mem::take(&mut free[start]) {
                continue;
            }
            let mut cluster = vec![start];
            let mut next = 0;
            while let Some(&index) = cluster.get(next) {
                next += 1;
                let (column, row) = (
                    index as i64 % i64::from(self.columns),
                    index as i64 / i64::from(self.columns),
                );
                for y in (row - 2).max(0)..=(row + 2).min(rows - 1) {
                    for x in (column - 2).max(0)..=(column + 2).min(i64::from(self.columns) - 1) {
                        let other = (y * i64::from(self.columns) + x) as usize;
                        if std::mem::take(&mut free[other]) {
                            cluster.push(other);
                        }
                    }
                }
            }
            clusters.push(cluster);
        }
        clusters
    }

    fn part(&self, cluster: &[usize]) -> Part {
        let areas = || cluster.iter().map(|&index| self.area_of(index));
        let left = areas().map(|area| area.x).min().unwrap_or(0);
        let top = areas().map(|area| area.y).min().unwrap_or(0);
        let right = areas().map(|area| area.right()).max().unwrap_or(0);
        let bottom = areas().map(|area| area.bottom()).max().unwrap_or(0);
        let area = Area::new(
            left,
            top,
            (right - i64::from(left)) as u32,
            (bottom - i64::from(top)) as u32,
        );
        let pixels: u32 = areas().map(|area| area.width * area.height).sum();
        let filled = pixels as f32 / (area.width * area.height).max(1) as f32;
        Part { area, filled }
    }
}

impl Square {
    /// Root mean square difference of `after` from `before` in that light.
    fn distance(&self, gain: f32, shift: f32) -> f32 {
        let mean = self.after - gain * self.before - shift;
        let rest = self.var_after - 2.0 * gain * self.cov + gain * gain * self.var_before;
        (mean * mean + rest.max(0.0)).sqrt()
    }
}

fn square(before: &RgbImage, after: &RgbImage, left: u32, top: u32) -> Square {
    let (right, bottom) = (
        (left + BLOCK).min(before.width()),
        (top + BLOCK).min(before.height()),
    );
    let (mut count, mut b, mut a) = (0u32, 0u32, 0u32);
    let (mut bb, mut aa, mut ab) = (0u32, 0u32, 0u32);
    for y in top..bottom {
        for x in left..right {
            // Colours of one brightness are told apart, too.
            for (was, is) in before.get_pixel(x, y).0.into_iter().zip(after.get_pixel(x, y).0) {
                let (was, is) = (u32::from(was), u32::from(is));
                count += 1;
                b += was;
                a += is;
                bb += was * was;
                aa += is * is;
                ab += was * is;
            }
        }
    }
    // Whole numbers up to here: a plain square deviates by nothing at all.
    let mean = |sum: u32| f64::from(sum) / f64::from(count.max(1));
    let (before, after) = (mean(b), mean(a));
    Square {
        before: before as f32,
        after: after as f32,
        var_before: (mean(bb) - before * before).max(0.0) as f32,
        var_after: (mean(aa) - after * after).max(0.0) as f32,
        cov: (mean(ab) - before * after) as f32,
    }
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    /// A page with something to see everywhere.
    fn page() -> RgbImage {
        RgbImage::from_fn(400, 320, |x, y| {
            let line = x % 20 == 0 || y % 20 == 0;
            let grain = ((x * 7 + y * 13) % 5) as u8;
            Rgb(if line {
                [40, 30, 20]
            } else {
                [210 + grain, 180 + grain, 120 + grain]
            })
        })
    }

    fn filled(image: &mut RgbImage, area: Area, color: [u8; 3]) {
        for y in area.y..area.bottom() as i32 {
            for x in area.x..area.right() as i32 {
                image.put_pixel(x as u32, y as u32, Rgb(color));
            }
        }
    }

    fn dimmed(image: &RgbImage, area: Area) -> RgbImage {
        let mut image = image.clone();
        for y in area.y..area.bottom() as i32 {
            for x in area.x..area.right() as i32 {
                let pixel = image.get_pixel_mut(x as u32, y as u32);
                pixel.0 = pixel.0.map(|level| (f32::from(level) * 0.5) as u8);
            }
        }
        image
    }

    /// The parts' bounds are those expected, to a square.
    fn check(after: &RgbImage, expected: &[Area]) {
        let found = parts(&page(), after);
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (part, wanted) in found.iter().zip(expected) {
            let near = |a: i64, b: i64| (a - b).abs() <= i64::from(BLOCK);
            let area = part.area;
            assert!(
                near(area.x.into(), wanted.x.into())
                    && near(area.y.into(), wanted.y.into())
                    && near(area.right(), wanted.right())
                    && near(area.bottom(), wanted.bottom()),
                "{area:?} is not {wanted:?}"
            );
            assert!(part.filled > 0.9, "{part:?}");
        }
    }

    #[test]
    fn what_covers_is_found_in_any_light() {
        let dialog = Area::new(96, 80, 160, 96);
        let mut plain = page();
        filled(&mut plain, dialog, [240, 240, 240]);
        check(&page(), &[]);
        check(&plain, &[dialog]);
        let all = Area::new(0, 0, 400, 320);
        check(&dimmed(&page(), all), &[]);
        let mut on_shade = dimmed(&page(), all);
        filled(&mut on_shade, dialog, [240, 240, 240]);
        check(&on_shade, &[dialog]);
        let mut on_half = dimmed(&page(), Area::new(0, 0, 304, 320));
        filled(&mut on_half, dialog, [240, 240, 240]);
        check(&on_half, &[dialog]);
    }

    #[test]
    fn another_size_is_another_picture() {
        let found = parts(&page(), &RgbImage::new(100, 100));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].area, Area::new(0, 0, 100, 100));
    }

    #[test]
    fn shares_are_of_the_area_alone() {
        let mut after = page();
        filled(&mut after, Area::new(0, 0, 80, 80), [0, 0, 90]);
        assert!(share(&page(), &after, Area::new(0, 0, 80, 80)) > 0.9);
        assert!(share(&page(), &after, Area::new(160, 160, 80, 80)) < 0.1);
    }
}
