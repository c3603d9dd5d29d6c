//! Levels in order, quickly: whole numbers in their place, the value at a rank, a colour's medians.

use crate::template::{Patch, SAMPLES};

/// A whole number in the place of a level: it sorts as `f32::total_cmp` does, and is quicker to compare.
pub(crate) fn order(value: f32) -> i32 {
    let bits = value.to_bits() as i32;
    bits ^ (((bits >> 31) as u32) >> 1) as i32
}

/// The level that has that place.
pub(crate) fn unorder(place: i32) -> f32 {
    f32::from_bits((place ^ (((place >> 31) as u32) >> 1) as i32) as u32)
}

/// The level at a rank among those in these places. Reorders.
///
/// # Panics
/// There are not so many.
pub(crate) fn at(places: &mut [i32], rank: usize) -> f32 {
    unorder(*places.select_nth_unstable(rank).1)
}

/// A few places, at most eight times `ROWS`, of which one rank is wanted.
pub(crate) struct Few<const ROWS: usize> {
    /// What no place was put into sorts after everything.
    rows: [[i32; LANES]; ROWS],
    count: usize,
}

/// Rows for [`FEW`] places.
pub(crate) const MANY_ROWS: usize = FEW.div_ceil(LANES);

/// Rows for so few places that it would take longer to clear room for more.
pub(crate) const SOME_ROWS: usize = 4;

/// As many places have room in [`SOME_ROWS`].
pub(crate) const SOME: usize = SOME_ROWS * LANES;

/// Places that are compared side by side.
const LANES: usize = 8;

impl<const ROWS: usize> Few<ROWS> {
    pub(crate) const fn new() -> Few<ROWS> {
        Few {
            rows: [[i32::MAX; LANES]; ROWS],
            count: 0,
        }
    }

    /// Takes one more level, unless there is no room for it.
    pub(crate) fn push(&mut self, level: f32) -> bool {
        let Some(slot) = self.rows.as_flattened_mut().get_mut(self.count) else {
            return false;
        };
        *slot = order(level);
        self.count += 1;
        true
    }

    /// The level at a rank.
    ///
    /// # Panics
    /// There are not so many.
    pub(crate) fn at(&self, rank: usize) -> f32 {
        assert!(rank < self.count, "{rank} of {}", self.count);
        let rows = &self.rows[..self.count.div_ceil(LANES)];
        unorder(nth(rows, self.count, rank))
    }

    fn places(&self) -> &[i32] {
        &self.rows.as_flattened()[..self.count]
    }
}

/// The place at a rank among the first `count`; what comes after them in the last row sorts after everything. Two of the
/// places close in on it from either side: to look at all of them once more is quicker, side by side, than to put them in
/// order one by one.
#[multiversion::multiversion(targets("x86_64+avx+avx2"))]
fn nth(rows: &[[i32; LANES]], count: usize, rank: usize) -> i32 {
    let (mut low, mut high) = ends(rows, count);
    // So many places are less than `low`, and so many are no more than `high`.
    let (mut before, mut within) = (0, count);
    for step in 0.. {
        if low >= high {
            break;
        }
        let span = i64::from(high) - i64::from(low);
        // Levels are strewn evenly enough for a guess by their numbers (interpolation search); where they are not, every third
        // step halves what is left.
        let ahead = match step % HALVED_EVERY {
            HALVED_LAST => span / 2,
            _ => (span as f64 * ((rank - before) as f64 + 0.5) / (within - before) as f64) as i64,
        };
        let middle = (i64::from(low) + ahead.clamp(0, span - 1)) as i32;
        let split = split(rows, middle);
        // Between the two there is no other place.
        if split.count == rank + 1 {
            return split.below;
        }
        if split.count == rank {
            return split.above;
        }
        if split.count > rank {
            (high, within) = (split.below, split.count);
        } else {
            (low, before) = (split.above, split.count);
        }
    }
    low
}

/// One step in so many halves what is left.
const HALVED_EVERY: usize = 3;
const HALVED_LAST: usize = HALVED_EVERY - 1;

/// The least and the greatest of the first `count` places.
#[inline(always)]
fn ends(rows: &[[i32; LANES]], count: usize) -> (i32, i32) {
    let (mut least, mut most) = ([i32::MAX; LANES], [i32::MIN; LANES]);
    let (whole, rest) = rows.split_at(count / LANES);
    for row in whole {
        for lane in 0..LANES {
            least[lane] = least[lane].min(row[lane]);
            most[lane] = most[lane].max(row[lane]);
        }
    }
    let few = rest.as_flattened().iter().take(count % LANES);
    for ((least, most), place) in least.iter_mut().zip(&mut most).zip(few) {
        (*least, *most) = ((*least).min(*place), (*most).max(*place));
    }
    (
        least.into_iter().fold(i32::MAX, i32::min),
        most.into_iter().fold(i32::MIN, i32::max),
    )
}

/// The places on either side of a middle.
struct Split {
    /// How many are no more than it.
    count: usize,
    /// The greatest of those.
    below: i32,
    /// The least of the others.
    above: i32,
}

#[inline(always)]
fn split(rows: &[[i32; LANES]], middle: i32) -> Split {
    let (mut count, mut below, mut above) = ([0i32; LANES], [i32::MIN; LANES], [i32::MAX; LANES]);
    for row in rows {
        for lane in 0..LANES {
            let place = row[lane];
            let is_low = place <= middle;
            count[lane] += i32::from(is_low);
            below[lane] = below[lane].max(if is_low { place } else { i32::MIN });
            above[lane] = above[lane].min(if is_low { i32::MAX } else { place });
        }
    }
    Split {
        count: count.iter().sum::<i32>() as usize,
        below: below.into_iter().fold(i32::MIN, i32::max),
        above: above.into_iter().fold(i32::MAX, i32::min),
    }
}

/// Each channel's median; black for nothing.
pub(crate) fn median_color(colors: impl Iterator<Item = [f32; 3]>) -> [f32; 3] {
    match colors.size_hint() {
        (_, Some(most)) if most <= SOME => median_in::<SOME_ROWS>(colors),
        _ => median_in::<MANY_ROWS>(colors),
    }
}

fn median_in<const ROWS: usize>(colors: impl Iterator<Item = [f32; 3]>) -> [f32; 3] {
    let mut few = [const { Few::<ROWS>::new() }; 3];
    let mut many = [const { Vec::new() }; 3];
    for color in colors {
        for ((few, many), value) in few.iter_mut().zip(&mut many).zip(color) {
            if !few.push(value) {
                many.push(order(value));
            }
        }
    }
    let count = few[0].count + many[0].len();
    if count == 0 {
        return [0.0; 3];
    }
    let rank = rank_of(0.5, count);
    std::array::from_fn(|channel| {
        if many[channel].is_empty() {
            return few[channel].at(rank);
        }
        many[channel].extend(few[channel].places());
        at(&mut many[channel], rank)
    })
}

/// Each sample's median over several patches, each channel's by itself; black for none.
pub(crate) fn median_patch(patches: &[Patch]) -> Patch {
    let mut medians = Patch([[0.0; 3]; SAMPLES]);
    if patches.is_empty() {
        return medians;
    }
    let rank = rank_of(0.5, patches.len());
    let order_of = network(patches.len());
    let mut block = vec![[0i32; BLOCK]; patches.len()];
    let levels = medians.0.as_flattened_mut();
    for (number, medians) in levels.chunks_mut(BLOCK).enumerate() {
        for (row, patch) in block.iter_mut().zip(patches) {
            let levels = &patch.0.as_flattened()[number * BLOCK..];
            for (place, level) in row.iter_mut().zip(levels) {
                *place = order(*level);
            }
        }
        sort_columns(&mut block, &order_of);
        for (median, place) in medians.iter_mut().zip(&block[rank]) {
            *median = unorder(*place);
        }
    }
    medians
}

/// Levels that are put in order side by side.
const BLOCK: usize = 64;

/// Puts the places of each column in order.
#[multiversion::multiversion(targets("x86_64+avx+avx2"))]
fn sort_columns(rows: &mut [[i32; BLOCK]], network: &[(usize, usize)]) {
    for &(low, high) in network {
        let (before, from) = rows.split_at_mut(high);
        for (a, b) in before[low].iter_mut().zip(&mut from[0]) {
            (*a, *b) = ((*a).min(*b), (*a).max(*b));
        }
    }
}

/// Which of so many are to be compared, and swapped if they are not in order, one pair after the other: Batcher's
/// odd-even merge sort (Knuth, volume 3, 5.2.2 M).
fn network(count: usize) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let top = count.next_power_of_two() / 2;
    let mut part = top;
    while part > 0 {
        let (mut reach, mut rest, mut apart) = (top, 0, part);
        loop {
            let compared = (0..count.saturating_sub(apart)).filter(|low| low & part == rest);
            pairs.extend(compared.map(|low| (low, low + apart)));
            if reach == part {
                break;
            }
            (apart, reach, rest) = (reach - part, reach / 2, part);
        }
        part /= 2;
    }
    pairs
}

/// The rank at that part of so many in order.
pub(crate) fn rank_of(part: f32, count: usize) -> usize {
    ((count as f32 * part) as usize).min(count - 1)
}

/// As many values are put in order without a place of their own on the heap: all samples of a cell.
pub(crate) const FEW: usize = SAMPLES;

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop, prop_assert, prop_assert_eq, proptest};

    use super::*;

    proptest! {
        #[test]
        fn places_sort_like_levels(a in any::<f32>(), b in any::<f32>()) {
            prop_assert_eq!(order(a).cmp(&order(b)), a.total_cmp(&b));
            prop_assert_eq!(unorder(order(a)).to_bits(), a.to_bits());
        }

        #[test]
        fn a_few_levels_are_told_by_rank(levels in prop::collection::vec(any::<f32>(), 1..=FEW), ties in 1usize..20) {
            let levels: Vec<f32> = (0..levels.len()).map(|index| levels[index / ties * ties]).collect();
            let mut few = Few::<MANY_ROWS>::new();
            prop_assert!(levels.iter().all(|level| few.push(*level)));
            let mut sorted = levels.clone();
            sorted.sort_by(f32::total_cmp);
            for (rank, level) in sorted.iter().enumerate() {
                prop_assert_eq!(few.at(rank).to_bits(), level.to_bits());
            }
        }

        #[test]
        fn medians_of_patches_are_those_of_their_samples(count in 0usize..50, seed in any::<u32>()) {
            let level = |cell: usize, sample: usize, channel: usize| {
                let hash = (seed as usize ^ (cell * 1_009 + sample * 31 + channel)).wrapping_mul(0x9e37_79b9);
                (hash >> 7 & 31) as f32 - 7.5
            };
            let patches: Vec<Patch> = (0..count)
                .map(|cell| Patch(std::array::from_fn(|at| std::array::from_fn(|channel| level(cell, at, channel)))))
                .collect();
            let of = |sample: usize| median_color(patches.iter().map(|patch| patch.0[sample]));
            prop_assert_eq!(median_patch(&patches).0, std::array::from_fn(of));
        }
    }
}
