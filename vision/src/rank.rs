//! Levels in order, quickly: whole numbers in their place, and the value at a rank.

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
