//! Levels in order, quickly: whole numbers in their place, the value at a rank, a colour's medians.

/// A whole number in the place of a level: it sorts as `f32::total_cmp` does, and is quicker to compare.
pub(crate) fn order(value: f32) -> i32 {
    let bits = value.to_bits() as i32;
    bits ^ (((bits >> 31) as u32) >> 1) as i32
}

/// The level that has that place.
pub(crate) fn unorder(place: i32) -> f32 {
    f32::from_bits((place ^ (((place >> 31) as u32) >> 1) as i32) as u32)
}

/// The level at a rank among those in these places.
///
/// # Panics
/// There are not so many.
pub(crate) fn at(places: &[i32], rank: usize) -> f32 {
    assert!(rank < places.len(), "no rank {rank} among {}", places.len());
    unorder(place_at(places, rank))
}

/// The place at a rank, between bounds that come closer: each time all places are counted that lie in the lower half, which
/// is done for many at once, and the bounds move to places that are there. Cells mostly have few colours.
#[multiversion::multiversion(targets("x86_64+avx+avx2"))]
fn place_at(places: &[i32], rank: usize) -> i32 {
    let mut low = places.iter().copied().fold(i32::MAX, i32::min);
    let mut high = places.iter().copied().fold(i32::MIN, i32::max);
    while low < high {
        // Never the upper one.
        let middle = low.wrapping_add((high.wrapping_sub(low) as u32 / 2) as i32);
        let (mut count, mut below, mut above) = (0u32, low, high);
        for &place in places {
            let is_below = place <= middle;
            count += u32::from(is_below);
            below = below.max(if is_below { place } else { i32::MIN });
            above = above.min(if is_below { i32::MAX } else { place });
        }
        if rank < count as usize {
            high = below;
        } else {
            low = above;
        }
    }
    low
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
            return at(&few[channel][..count], rank);
        }
        many[channel].extend(few[channel]);
        at(&many[channel], rank)
    })
}

/// The rank at that part of so many in order.
pub(crate) fn rank_of(part: f32, count: usize) -> usize {
    ((count as f32 * part) as usize).min(count - 1)
}

/// As many values are put in order without a place of their own on the heap: all samples inside a cell.
pub(crate) const FEW: usize = 128;

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop, prop_assert_eq, prop_oneof, proptest};

    use super::*;

    proptest! {
        #[test]
        fn places_sort_like_levels(a in any::<f32>(), b in any::<f32>()) {
            prop_assert_eq!(order(a).cmp(&order(b)), a.total_cmp(&b));
            prop_assert_eq!(unorder(order(a)).to_bits(), a.to_bits());
        }

        #[test]
        fn ranks_are_those_of_the_sorted_places(
            mut places in prop::collection::vec(prop_oneof![any::<i32>(), -3i32..3], 1..200),
            part in 0.0f32..=1.0,
        ) {
            let rank = rank_of(part, places.len());
            let found = place_at(&places, rank);
            places.sort_unstable();
            prop_assert_eq!(found, places[rank]);
        }
    }
}
