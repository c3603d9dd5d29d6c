//! The random numbers behind position keys. They are fixed for good, because keys are kept in files.

use dice::nth;

use crate::{
    color::Color,
    gomoku::{Rule, padding::AREA, swap2::Stage},
    seat::Seat,
};

static STONES: [[u64; AREA]; 2] = stones();

/// The number of a stone on a padded board index.
pub(super) fn stone(color: Color, index: usize) -> u64 {
    STONES[color.index()][index]
}

/// The number of a kind of game, so that equal stones under other rules or on other boards differ.
pub(super) fn game(size: u8, rule: Rule) -> u64 {
    nth(0x6761_6d65_0000_0000 | u64::from(size) << 8 | rule as u64)
}

/// The number of a stage of the opening; 0 for ordinary play with the first seat as Black.
pub(super) fn stage(stage: Stage) -> u64 {
    let ordinal = match stage {
        Stage::Settled { black: Seat::First } => return 0,
        Stage::Settled { black: Seat::Second } => 1,
        Stage::Three { .. } => 2,
        Stage::Answer => 3,
        Stage::Two { .. } => 4,
        Stage::Decide => 5,
    };
    nth(0x7374_6167_6500_0000 | ordinal)
}

const fn stones() -> [[u64; AREA]; 2] {
    let mut table = [[0; AREA]; 2];
    let mut index = 0;
    while index < AREA {
        table[0][index] = nth(2 * index as u64);
        table[1][index] = nth(2 * index as u64 + 1);
        index += 1;
    }
    table
}
