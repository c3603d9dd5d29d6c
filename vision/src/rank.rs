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

/// The rank at that part of so many in order.
pub(crate) fn rank_of(part: f32, count: usize) -> usize {
    ((count as f32 * part) as usize).min(count - 1)
}

/// As many values are put in order without a place of their own on the heap: all samples inside a cell.
pub(crate) const FEW: usize = 128;

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
    }
}
