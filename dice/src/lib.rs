//! Seeded chance, in one place: the same seed throws the same numbers on every machine and in every version.
//!
//! Whatever is drawn by lot here (painted boards, simulated nights, openings, faults on a line) is named by its seed, so
//! the stream belongs to what is kept: SplitMix64 of `rand_xoshiro`, whose numbers are part of that crate's contract.
//! None of it is for what nobody may guess.
//!
//! ```
//! let mut dice = dice::Dice::new(7);
//! let face = 1 + dice.below(6);
//! assert!((1..=6).contains(&face));
//! assert_eq!(dice::Dice::new(7).below(6) + 1, face);
//! ```

use rand_xoshiro::{
    SplitMix64,
    rand_core::{Rng, SeedableRng},
};

/// A stream of numbers that belongs to a seed.
#[derive(Clone, Debug)]
pub struct Dice {
    stream: SplitMix64,
}

impl Dice {
    /// The stream of `seed`, from its beginning.
    pub fn new(seed: u64) -> Dice {
        Dice {
            stream: SplitMix64::from_seed(seed.to_le_bytes()),
        }
    }

    /// Sixty-four random bits.
    pub fn bits(&mut self) -> u64 {
        self.stream.next_u64()
    }

    /// Evenly spread over `0.0..1.0`.
    pub fn unit(&mut self) -> f64 {
        unit(self.bits())
    }

    /// Evenly spread over `low..high`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// A whole number of `0..count`. The remainder that it takes favours no number by more than one part in 2^64 / `count`.
    ///
    /// # Panics
    /// `count` is zero or negative.
    pub fn below<N: Whole>(&mut self, count: N) -> N {
        let count = count.to_u64();
        assert!(count > 0, "nothing to choose from");
        N::from_u64(self.bits() % count)
    }

    /// A whole number of `low..=high`; `low` where that is empty.
    pub fn within(&mut self, low: i32, high: i32) -> i32 {
        low + self.below((high - low + 1).max(1))
    }

    /// True with the given probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// True once in so many throws; never, where that is 0.
    pub fn once_in(&mut self, throws: u64) -> bool {
        throws > 0 && self.below(throws) == 0
    }

    /// Normally distributed with mean 0 and deviation 1 (sum of twelve evens: tails end at 6).
    pub fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.unit()).sum::<f64>() - 6.0
    }

    /// One of the items.
    ///
    /// # Panics
    /// There are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// An index, as often as its share says; the shares add up to 1.
    ///
    /// # Panics
    /// There are none.
    pub fn weighted(&mut self, shares: &[f64]) -> usize {
        assert!(!shares.is_empty(), "nothing to choose from");
        let mut left = self.unit();
        let is_passed = |share: &&f64| {
            left -= **share;
            left >= 0.0
        };
        shares.iter().take_while(is_passed).count().min(shares.len() - 1)
    }

    /// Puts the items into any order, each equally likely (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// Whole numbers that can be thrown.
pub trait Whole: Copy {
    /// The number as a count; 0 for a negative one.
    fn to_u64(self) -> u64;
    /// The number thrown, which is smaller than a count of this type was.
    fn from_u64(thrown: u64) -> Self;
}

macro_rules! whole {
    ($($number:ty)*) => {$(
        impl Whole for $number {
            fn to_u64(self) -> u64 {
                u64::try_from(self).unwrap_or(0)
            }

            fn from_u64(thrown: u64) -> $number {
                thrown as $number
            }
        }
    )*};
}

whole!(u8 u16 u32 u64 usize i32);

/// Bits as a number of `0.0..1.0`.
pub fn unit(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

/// The number at `index` (from 0) of the stream of seed 0, for tables that are made while compiling and for what wants bits
/// of its own for each of many names.
pub const fn nth(index: u64) -> u64 {
    // SplitMix64's step and output (Steele, Lea and Flood, 2014), as no generator of a crate can be asked while compiling.
    let mut bits = index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_stream_is_the_published_one() {
        let mut dice = Dice::new(1_234_567);
        assert_eq!(
            [dice.bits(), dice.bits(), dice.bits()],
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn numbers_by_name_are_those_of_the_stream() {
        let mut dice = Dice::new(0);
        for index in 0..1000 {
            assert_eq!(nth(index), dice.bits());
        }
    }

    #[test]
    fn every_order_is_equally_likely() {
        let mut dice = Dice::new(5);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..24_000 {
            let mut items = [0, 1, 2, 3];
            dice.shuffle(&mut items);
            *counts.entry(items).or_insert(0_u32) += 1;
        }
        assert_eq!(counts.len(), 24);
        // Chi-squared with 23 degrees of freedom stays under 50 in all but one case of a thousand.
        let chi: f64 = counts
            .values()
            .map(|&count| (f64::from(count) - 1000.0).powi(2) / 1000.0)
            .sum();
        assert!(chi < 50.0, "chi-squared {chi}");
    }

    #[test]
    #[should_panic(expected = "nothing to choose from")]
    fn nothing_cannot_be_chosen_from() {
        Dice::new(1).below(-3);
    }

    proptest! {
        #[test]
        fn throws_stay_in_their_bounds(seed: u64, count in 1_u64.., low in -1000..1000_i32, more in 0..1000_i32) {
            let mut dice = Dice::new(seed);
            prop_assert!(dice.below(count) < count);
            prop_assert!((low..=low + more).contains(&dice.within(low, low + more)));
            prop_assert!((0.0..1.0).contains(&dice.unit()));
            prop_assert!(!dice.once_in(0));
            prop_assert!(dice.once_in(1));
        }
    }
}
