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

/// Each channel's median; black for nothing.
pub(crate) fn median_color(colors: impl Iterator<Item = [f32; 3]>) -> [f32; 3] {
    let mut few = [[0i32; FEW]; 3];
    let mut many = [const { Vec::new() }; 3];
    let mut count = 0;
    for color in colors {
        for (channel, value) in color.into_iter().enumerate() {
            match few[channel].get_mut(count) {
                Some(slot) => *slot = order(value),
                None => many[channel].push(order(value)),
            }
        }
        count += 1;
    }
    if count == 0 {
        return [0.0; 3];
    }
    let rank = rank_of(0.5, count);
    std::array::from_fn(|channel| {
        if count <= FEW {
            return at(&mut few[channel][..count], rank);
        }
        many[channel].extend(few[channel]);
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
    use proptest::prelude::{any, prop_assert_eq, proptest};

    use super::*;

    proptest! {
        #[test]
        fn places_sort_like_levels(a in any::<f32>(), b in any::<f32>()) {
            prop_assert_eq!(order(a).cmp(&order(b)), a.total_cmp(&b));
            prop_assert_eq!(unorder(order(a)).to_bits(), a.to_bits());
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
