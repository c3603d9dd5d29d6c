//! Zobrist keys: random numbers by colour and site, always the same.

use referee::color::Color;

use crate::alphabeta::site::{AREA, Site};

/// The part of a key that tells whose turn it is.
pub(super) const TURN: u64 = mixed(0);

/// The part of a key that a stone makes.
#[inline(always)]
pub(super) fn key_of(color: Color, site: Site) -> u64 {
    static KEYS: [[u64; AREA]; 2] = keys();
    KEYS[color.index()][site.index()]
}

/// The key after more stones, one ply each.
pub(in crate::alphabeta) fn key_after(key: u64, stones: impl Iterator<Item = (Color, Site)>) -> u64 {
    stones.fold(key, |key, (color, site)| key ^ key_of(color, site) ^ TURN)
}

const fn keys() -> [[u64; AREA]; 2] {
    let mut keys = [[0; AREA]; 2];
    let mut index = 0;
    while index < 2 * AREA {
        keys[index / AREA][index % AREA] = mixed(index as u64 + 1);
        index += 1;
    }
    keys
}

/// The `index`-th number of SplitMix64's stream.
pub(in crate::alphabeta) const fn mixed(index: u64) -> u64 {
    let mut mixed = (index + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}
