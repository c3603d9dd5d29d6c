//! What goes wrong on a line, drawn from a seed.

/// How often each fault happens, in a million bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rates {
    /// A byte is lost.
    pub drop: u32,
    /// A byte comes twice.
    pub double: u32,
    /// A bit of a byte is the other one.
    pub flip: u32,
    /// The line pauses.
    pub delay: u32,
    /// The device is reset a little later.
    pub reset: u32,
    /// The device is unplugged a little later, for a while.
    pub unplug: u32,
}

impl Rates {
    /// A line without faults.
    pub const NONE: Rates = Rates {
        drop: 0,
        double: 0,
        flip: 0,
        delay: 0,
        reset: 0,
        unplug: 0,
    };
    /// A bad line: about one message in thirty is damaged, about one game in three meets a reset or loses its port.
    pub const BAD: Rates = Rates {
        drop: 500,
        double: 500,
        flip: 500,
        delay: 500,
        reset: 1_000,
        unplug: 500,
    };
}

/// The longest pause of a line that is delayed.
const DELAY_US_MAX: u64 = 60_000;
/// Within this after its cause a reset or an unplugging comes.
const SOON_US: u64 = 30_000;
/// How long a device is unplugged.
const UNPLUGGED_US: std::ops::Range<u64> = 100_000..4_000_000;

/// A stream of faults.
#[derive(Clone, Debug)]
pub struct Faults {
    rates: Rates,
    dice: Dice,
}

/// What becomes of one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fate {
    /// What arrives: nothing, once, or twice.
    pub(super) copies: u8,
    pub(super) byte: u8,
    pub(super) delay_us: u64,
}

/// What happens to the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mishap {
    Reset { after_us: u64 },
    Unplugged { after_us: u64, for_us: u64 },
}

impl Faults {
    /// The same seed, the same faults for the same bytes.
    pub fn new(seed: u64, rates: Rates) -> Faults {
        Faults {
            rates,
            dice: Dice(seed),
        }
    }

    pub(super) fn fate(&mut self, byte: u8) -> Fate {
        let mut fate = Fate {
            copies: 1,
            byte,
            delay_us: 0,
        };
        if self.dice.happens(self.rates.drop) {
            fate.copies = 0;
        } else if self.dice.happens(self.rates.double) {
            fate.copies = 2;
        }
        if self.dice.happens(self.rates.flip) {
            fate.byte ^= 1 << self.dice.below(8);
        }
        if self.dice.happens(self.rates.delay) {
            fate.delay_us = self.dice.below(DELAY_US_MAX);
        }
        fate
    }

    pub(super) fn mishap(&mut self) -> Option<Mishap> {
        if self.dice.happens(self.rates.reset) {
            let after_us = self.dice.below(SOON_US);
            return Some(Mishap::Reset { after_us });
        }
        self.dice.happens(self.rates.unplug).then(|| Mishap::Unplugged {
            after_us: self.dice.below(SOON_US),
            for_us: UNPLUGGED_US.start + self.dice.below(UNPLUGGED_US.end - UNPLUGGED_US.start),
        })
    }

    /// A byte as a listener at the wrong speed takes it.
    pub(super) fn garbled(&mut self, byte: u8) -> u8 {
        byte.rotate_left(3) ^ (self.dice.below(256) as u8) | 0x80
    }
}

/// A stream of numbers (SplitMix64; Steele, Lea and Flood 2014).
#[derive(Clone, Debug)]
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }

    fn happens(&mut self, in_a_million: u32) -> bool {
        in_a_million > 0 && self.below(1_000_000) < in_a_million.into()
    }
}
