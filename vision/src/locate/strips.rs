//! Evidence of straight lines: the frame is averaged over short strips along a direction, and each strip
//! says where the picture changes across it. Text and icons fade in the mean; a board's lines stay.
//! It does not know what a board is.

use image::RgbImage;

/// Pixels averaged along the direction of the lines sought.
pub(crate) const STRIP: usize = 4;

/// Least change that counts, in levels summed over the three channels of the averaged pixels.
const CHANGE_MIN: u32 = 8;
/// Changes above this say nothing more about how lively the surroundings are.
const CLIP: u32 = 20;
/// Half the length of the surroundings, in pixels.
const AROUND: usize = 32;

/// Evidence for lines in one direction. `position` runs across the lines, `strip` along them.
pub(crate) struct Strips {
    /// Positions in a strip (the frame's width for upright lines, its height for level ones).
    pub(crate) length: usize,
    /// Number of strips.
    pub(crate) count: usize,
    /// Size of the change at each place, levels summed over channels; strip after strip.
    strength: Vec<u16>,
    /// 1 where the change stands out from its surroundings.
    flags: Vec<u8>,
}

impl Strips {
    /// Evidence for upright lines: positions are x, strips are bands of rows.
    pub(crate) fn upright(image: &RgbImage) -> Strips {
        let length = image.width() as usize;
        let rows: Vec<&[u8]> = image.as_raw().chunks_exact(length * 3).collect();
        let mut sums = vec![0u16; length * 3];
        Strips::collect(length, image.height() as usize / STRIP, |strip| {
            sums.fill(0);
            for row in &rows[strip * STRIP..(strip + 1) * STRIP] {
                sums.iter_mut()
                    .zip(row.iter())
                    .for_each(|(sum, level)| *sum += u16::from(*level));
            }
            sums.clone()
        })
    }

    /// Evidence for level lines: positions are y, strips are bands of columns.
    pub(crate) fn level(image: &RgbImage) -> Strips {
        let (width, height) = (image.width() as usize, image.height() as usize);
        let count = width / STRIP;
        let mut sums = vec![0u16; count * height * 3];
        for (y, row) in image.as_raw().chunks_exact(width * 3).enumerate() {
            for (strip, block) in row.chunks_exact(3 * STRIP).enumerate() {
                let mut sum = [0u16; 3];
                for pixel in block.chunks_exact(3) {
                    sum[0] += u16::from(pixel[0]);
                    sum[1] += u16::from(pixel[1]);
                    sum[2] += u16::from(pixel[2]);
                }
                let at = (strip * height + y) * 3;
                sums[at..at + 3].copy_from_slice(&sum);
            }
        }
        Strips::collect(height, count, |strip| {
            sums[strip * height * 3..(strip + 1) * height * 3].to_vec()
        })
    }

    fn collect(length: usize, count: usize, mut sums_of: impl FnMut(usize) -> Vec<u16>) -> Strips {
        let mut strength = vec![0u16; length * count];
        let mut flags = vec![0u8; length * count];
        let mut running = vec![0u32; length + 1];
        let mut change = vec![0u16; length * 3];
        for strip in 0..count {
            let sums = sums_of(strip);
            let here = strip * length..(strip + 1) * length;
            measure(&sums, &mut change, &mut strength[here.clone()]);
            flag(&strength[here.clone()], &mut running, &mut flags[here]);
        }
        Strips {
            length,
            count,
            strength,
            flags,
        }
    }

    /// The flags of one strip, one for each position.
    pub(crate) fn flags(&self, strip: usize) -> &[u8] {
        &self.flags[strip * self.length..(strip + 1) * self.length]
    }

    /// The changes in one strip, one for each position.
    pub(crate) fn strength(&self, strip: usize) -> &[u16] {
        &self.strength[strip * self.length..(strip + 1) * self.length]
    }

    /// The strips whose middle lies in `from..to` pixels.
    pub(crate) fn between(&self, from: f64, to: f64) -> std::ops::Range<usize> {
        let index = |pixel: f64| {
            ((pixel - (STRIP as f64 - 1.0) / 2.0) / STRIP as f64)
                .ceil()
                .max(0.0) as usize
        };
        let end = index(to).min(self.count);
        index(from).min(end)..end
    }
}

/// Central differences of the strip's mean, summed over the channels.
fn measure(sums: &[u16], change: &mut [u16], strength: &mut [u16]) {
    let end = sums.len();
    for (slot, (after, before)) in change[3..end - 3]
        .iter_mut()
        .zip(sums[6..].iter().zip(&sums[..end - 6]))
    {
        *slot = after.abs_diff(*before);
    }
    for (slot, channels) in strength.iter_mut().zip(change.chunks_exact(3)) {
        *slot = (channels[0] + channels[1] + channels[2]) / STRIP as u16;
    }
}

fn flag(strength: &[u16], running: &mut [u32], flags: &mut [u8]) {
    for (index, change) in strength.iter().enumerate() {
        running[index + 1] = running[index] + u32::from(*change).min(CLIP);
    }
    for (index, flag) in flags.iter_mut().enumerate() {
        let (low, high) = (index.saturating_sub(AROUND), (index + AROUND).min(strength.len()));
        let around = running[high] - running[low];
        let size = (high - low) as u32;
        // change > CHANGE_MIN + 1.25 * mean, in whole numbers.
        let excess = u32::from(strength[index]).saturating_sub(CHANGE_MIN);
        *flag = u8::from(excess * 4 * size > 5 * around);
    }
}
