//! Zobrist keys: random numbers by colour and cell, always the same.

use dice::nth;
use referee::color::Color;

use crate::alphabeta::cell::{AREA, Cell};

/// The part of a key that tells whose turn it is.
pub(super) const TURN: u64 = nth(0);

/// The part of a key that a stone makes.
#[inline(always)]
pub(super) fn key_of(color: Color, cell: Cell) -> u64 {
    static KEYS: [[u64; AREA]; 2] = keys();
    KEYS[color.index()][cell.index()]
}

/// The key after more stones, one ply each.
pub(in crate::alphabeta) fn key_after(key: u64, stones: impl Iterator<Item = (Color, Cell)>) -> u64 {
    stones.fold(key, |key, (color, cell)| key ^ key_of(color, cell) ^ TURN)
}

const fn keys() -> [[u64; AREA]; 2] {
    let mut keys = [[0; AREA]; 2];
    let mut index = 0;
    while index < 2 * AREA {
        keys[index / AREA][index % AREA] = nth(index as u64 + 1);
        index += 1;
    }
    keys
}
