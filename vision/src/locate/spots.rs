//! Small spots on an even ground: dots, pegs, small crosses, letters. Each is a patch of pixels unlike the ground around it,
//! about as wide as high. It does not know what they are.

use image::RgbImage;

use crate::locate::thresholds::dots::{APART, GROUNDS_APART, UNREST, UNREST_MAX};
use crate::{
    area::Area,
    frame::rows_of,
    locate::level::{Level, apart, median},
};

/// Pixels a side of the blocks in which the ground is learned.
const BLOCK: u32 = 32;
/// Every so many pixels each way are looked at for that.
const STEP: usize = 4;
/// Grounds that may meet in a block, and how many blocks around must have one.
const COLORS: usize = 3;
const SUPPORT: usize = 3;
/// Pixels a side.
const SIDE_MIN: u32 = 2;
const SIDE_MAX: u32 = 40;
/// More are a texture.
const SPOTS_MAX: usize = 20_000;

/// One patch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    /// Where its middle is.
    pub(crate) at: (f64, f64),
    /// Its width and height in pixels.
    pub(crate) size: (u32, u32),
}

/// What a picture's pixels differ from.
pub(crate) struct Ground {
    wide: usize,
    blocks: Vec<Block>,
}

/// What is ground in one block.
struct Block {
    /// At a board's edge its own and the page's; the first one counts for all.
    colors: [Level; COLORS],
    /// So far from all of them a pixel is no ground.
    limit: f32,
}

impl Ground {
    pub(crate) fn of(image: &RgbImage) -> Ground {
        let (width, height) = image.dimensions();
        let (wide, high) = (width.div_ceil(BLOCK) as usize, height.div_ceil(BLOCK) as usize);
        let mut own = Vec::with_capacity(wide * high);
        for row in 0..high as u32 {
            for column in 0..wide as u32 {
                let (x, y) = (column * BLOCK, row * BLOCK);
                let size = (BLOCK.min(width - x), BLOCK.min(height - y));
                let area = Area::new(x as i32, y as i32, size.0, size.1);
                let levels: Vec<Level> = rows_of(image, area)
                    .step_by(STEP)
                    .flat_map(|row| row.iter().step_by(STEP).map(|pixel| pixel.map(f32::from)))
                    .collect();
                let usual = median(&levels);
                let mut off: Vec<f32> = levels.iter().map(|level| apart(*level, usual)).collect();
                off.sort_by(f32::total_cmp);
                own.push((usual, off[off.len() / 2]));
            }
        }
        let near = |at: usize, most: usize| at.saturating_sub(1)..(at + 2).min(most);
        let mut blocks = Vec::with_capacity(own.len());
        for row in 0..high {
            for column in 0..wide {
                let around =
                    near(row, high).flat_map(|row| near(column, wide).map(move |column| row * wide + column));
                let around: Vec<(Level, f32)> = around.map(|index| own[index]).collect();
                blocks.push(Block::among(&around));
            }
        }
        Ground { wide, blocks }
    }

    /// By how much a pixel differs from the ground, 0 for the ground itself.
    fn off(&self, x: usize, y: usize, pixel: [u8; 3]) -> f32 {
        let block = &self.blocks[(y / BLOCK as usize) * self.wide + x / BLOCK as usize];
        let level = pixel.map(f32::from);
        let off = block
            .colors
            .iter()
            .map(|color| apart(level, *color))
            .fold(f32::INFINITY, f32::min);
        if off > block.limit { off } else { 0.0 }
    }

    /// Whether a pixel shows the ground; `None` off the picture.
    pub(crate) fn is_bare(&self, image: &RgbImage, at: (f64, f64)) -> Option<bool> {
        let (x, y) = (at.0.round(), at.1.round());
        let inside = x >= 0.0 && y >= 0.0 && x < f64::from(image.width()) && y < f64::from(image.height());
        inside.then(|| self.off(x as usize, y as usize, image.get_pixel(x as u32, y as u32).0) == 0.0)
    }
}

impl Block {
    /// From the colours and the unrest of the blocks around. One that a stone covers has few like it.
    fn among(around: &[(Level, f32)]) -> Block {
        let like = |color: Level| {
            around
                .iter()
                .filter(|(other, _)| apart(*other, color) < GROUNDS_APART)
                .count()
        };
        let mut common: Vec<Level> = around.iter().map(|(color, _)| *color).collect();
        common.sort_by_key(|color| std::cmp::Reverse(like(*color)));
        let mut colors = [common[0]; COLORS];
        let mut count = 1;
        for color in common {
            let differs = colors[..count]
                .iter()
                .all(|other| apart(*other, color) >= GROUNDS_APART);
            if count < COLORS && differs && like(color) >= SUPPORT {
                colors[count] = color;
                count += 1;
            }
        }
        let mut unrests: Vec<f32> = around.iter().map(|(_, unrest)| *unrest).collect();
        unrests.sort_by(f32::total_cmp);
        let unrest = unrests[unrests.len() / 2].min(UNREST_MAX);
        Block {
            colors,
            limit: APART + UNREST * unrest,
        }
    }
}

/// All spots, from top to bottom.
pub(crate) fn spots(image: &RgbImage, ground: &Ground) -> Vec<Spot> {
    let (width, height) = (image.width() as usize, image.height() as usize);
    let mut off = vec![0f32; width * height];
    for (y, (row, line)) in off
        .chunks_exact_mut(width)
        .zip(image.as_raw().chunks_exact(width * 3))
        .enumerate()
    {
        for (x, (slot, pixel)) in row.iter_mut().zip(line.as_chunks::<3>().0).enumerate() {
            *slot = ground.off(x, y, *pixel);
        }
    }
    let mut found = Vec::new();
    let mut open = Vec::new();
    for start in 0..off.len() {
        if off[start] == 0.0 {
            continue;
        }
        // Everything that hangs together is taken off the picture, whether or not it is a spot.
        let mut patch = Patch::new(width);
        open.push((start, off[start]));
        off[start] = 0.0;
        while let Some((index, weight)) = open.pop() {
            patch.add(index, weight);
            let (x, y) = (index % width, index / width);
            for ny in y.saturating_sub(1)..(y + 2).min(height) {
                for nx in x.saturating_sub(1)..(x + 2).min(width) {
                    let next = ny * width + nx;
                    if off[next] > 0.0 {
                        open.push((next, off[next]));
                        off[next] = 0.0;
                    }
                }
            }
        }
        found.extend(patch.spot());
        if found.len() > SPOTS_MAX {
            return Vec::new();
        }
    }
    found
}

/// Pixels that hang together.
struct Patch {
    width: usize,
    from: (usize, usize),
    to: (usize, usize),
    weight: f64,
    moment: (f64, f64),
}

impl Patch {
    fn new(width: usize) -> Patch {
        Patch {
            width,
            from: (usize::MAX, usize::MAX),
            to: (0, 0),
            weight: 0.0,
            moment: (0.0, 0.0),
        }
    }

    fn add(&mut self, index: usize, weight: f32) {
        let (x, y) = (index % self.width, index / self.width);
        self.from = (self.from.0.min(x), self.from.1.min(y));
        self.to = (self.to.0.max(x), self.to.1.max(y));
        self.weight += f64::from(weight);
        self.moment.0 += f64::from(weight) * x as f64;
        self.moment.1 += f64::from(weight) * y as f64;
    }

    fn spot(&self) -> Option<Spot> {
        let size = (
            (self.to.0 - self.from.0 + 1) as u32,
            (self.to.1 - self.from.1 + 1) as u32,
        );
        let (short, long) = (size.0.min(size.1), size.0.max(size.1));
        let even = long - short <= (long * 7 / 20).max(2);
        (short >= SIDE_MIN && long <= SIDE_MAX && even).then(|| Spot {
            at: (self.moment.0 / self.weight, self.moment.1 / self.weight),
            size,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spot_differs_from_the_grounds_unrest() {
        let limit = |unrest: f32| Block::among(&[([100.0; 3], unrest); 9]).limit;
        assert_eq!((limit(0.0), limit(2.0), limit(30.0)), (14.0, 22.0, 70.0));
    }

    #[test]
    fn grounds_that_are_near_are_one() {
        let differ = |apart: f32| {
            let mut around = [([100.0; 3], 0.0); 9];
            around[5..].fill(([100.0 + apart; 3], 0.0));
            let colors = Block::among(&around).colors;
            colors.iter().any(|color| *color != colors[0])
        };
        assert!(differ(15.0) && !differ(13.0));
    }
}
