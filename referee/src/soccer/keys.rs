//! Hashing of what is random already: the number of a set of lines, and the place of the ball. Tables of millions of
//! positions spend their time here otherwise.

use std::hash::{BuildHasher, Hasher};

/// Makes [`KeyHasher`]s: for sets and maps by drawn lines and ball.
#[derive(Clone, Copy, Debug, Default)]
pub struct Keys;

/// Takes the lines' number as it is, and spreads the ball's over all bits.
#[derive(Clone, Copy, Debug, Default)]
pub struct KeyHasher(u64);

impl BuildHasher for Keys {
    type Hasher = KeyHasher;

    fn build_hasher(&self) -> KeyHasher {
        KeyHasher(0)
    }
}

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u8(byte));
    }

    fn write_u8(&mut self, number: u8) {
        self.0 = self.0.rotate_left(8) ^ u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_u64(&mut self, number: u64) {
        self.0 ^= number;
    }
}
