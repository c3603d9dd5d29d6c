//! Seeded chance for pictures: equal seeds give equal pictures on every machine and in every version.
//! It is not for play, and not for anything that must be unguessable.

/// A stream of pseudo-random numbers (splitmix64, Steele and others 2014).
#[derive(Clone, Debug)]
pub struct Dice {
    state: u64,
}

impl Dice {
    /// The stream that belongs to `seed`.
    pub fn new(seed: u64) -> Dice {
        Dice { state: seed }
    }

    /// Sixty-four random bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Evenly spread over `0.0..1.0`.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Evenly spread over `low..high`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// A whole number of `0..count`.
    ///
    /// # Panics
    /// `count` is zero.
    pub fn below(&mut self, count: usize) -> usize {
        assert!(count > 0, "nothing to choose from");
        (self.bits() % count as u64) as usize
    }

    /// A whole number of `low..=high`.
    pub fn within(&mut self, low: i32, high: i32) -> i32 {
        low + self.below((high - low + 1).max(1) as usize) as i32
    }

    /// True with the given probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
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
}

/// A number in `0.0..1.0` that belongs to a lattice point: the raw material of textures.
pub(crate) fn lattice(x: i64, y: i64, seed: u64) -> f32 {
    let mixed = (x as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ (y as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f)
        ^ seed;
    (Dice::new(mixed).bits() >> 40) as f32 / (1u64 << 24) as f32
}
