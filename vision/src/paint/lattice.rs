//! Numbers that belong to places: the raw material of textures.

use dice::Dice;

/// A number in `0.0..1.0` that belongs to a lattice point.
pub(crate) fn lattice(x: i64, y: i64, seed: u64) -> f32 {
    let mixed = (x as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ (y as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f)
        ^ seed;
    (Dice::new(mixed).bits() >> 40) as f32 / (1u64 << 24) as f32
}
