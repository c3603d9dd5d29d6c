//! Repeatable chance for tests: the same seed rolls the same numbers.

/// SplitMix64.
pub(crate) struct Dice(u64);

impl Dice {
    /// Dice that roll what the seed says.
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// A number from 0 to `limit` - 1.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut value = self.0;
        value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (value ^ (value >> 31)) % limit
    }
}
