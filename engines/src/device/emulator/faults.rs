//! What goes wrong on a line, drawn from a seed.

use dice::Dice;

/// How often each fault happens, in a million bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineFaultRates {
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

impl LineFaultRates {
    /// A line without faults.
    pub const NONE: LineFaultRates = LineFaultRates {
        drop: 0,
        double: 0,
        flip: 0,
        delay: 0,
        reset: 0,
        unplug: 0,
    };
    /// A bad line: about one message in thirty is damaged, about one game in three meets a reset or loses its port.
    pub const BAD: LineFaultRates = LineFaultRates {
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
    rates: LineFaultRates,
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
    pub fn new(seed: u64, rates: LineFaultRates) -> Faults {
        Faults {
            rates,
            dice: Dice::new(seed),
        }
    }

    pub(super) fn fate(&mut self, byte: u8) -> Fate {
        let mut fate = Fate {
            copies: 1,
            byte,
            delay_us: 0,
        };
        if happens(&mut self.dice, self.rates.drop) {
            fate.copies = 0;
        } else if happens(&mut self.dice, self.rates.double) {
            fate.copies = 2;
        }
        if happens(&mut self.dice, self.rates.flip) {
            fate.byte ^= 1 << self.dice.below(8);
        }
        if happens(&mut self.dice, self.rates.delay) {
            fate.delay_us = self.dice.below(DELAY_US_MAX);
        }
        fate
    }

    pub(super) fn mishap(&mut self) -> Option<Mishap> {
        if happens(&mut self.dice, self.rates.reset) {
            let after_us = self.dice.below(SOON_US);
            return Some(Mishap::Reset { after_us });
        }
        happens(&mut self.dice, self.rates.unplug).then(|| Mishap::Unplugged {
            after_us: self.dice.below(SOON_US),
            for_us: UNPLUGGED_US.start + self.dice.below(UNPLUGGED_US.end - UNPLUGGED_US.start),
        })
    }

    /// A byte as a listener at the wrong speed takes it.
    pub(super) fn garbled(&mut self, byte: u8) -> u8 {
        byte.rotate_left(3) ^ (self.dice.below(256) as u8) | 0x80
    }
}

fn happens(dice: &mut Dice, in_a_million: u32) -> bool {
    dice.below(1_000_000) < in_a_million
}
