//! The bare board's own colour: from cell to cell on a chequered board, and what is too far from it to be bare. A part of the
//! background.

use super::{
    super::measure::{distance, median_color},
    Trait,
};
use crate::read::thresholds::background::{CHEQUERED_APART, GAP, STRANGER};
use crate::{calibration::Kind, template::Rgb};

/// Whether and how the bare board's colour changes from cell to cell.
pub(super) struct Grain {
    /// Typical colour of empty cells, apart by the parity of column + row.
    pub color: [Rgb; 2],
    /// Whether the two differ: a chequered board.
    pub chequered: bool,
    /// Points or cells.
    kind: Kind,
}

impl Grain {
    pub(super) fn new(traits: &[Trait], empty: &[bool], columns: usize, kind: Kind) -> Grain {
        let of = |wanted: Option<usize>| {
            let cells = traits.iter().enumerate().filter(|(cell, _)| {
                empty[*cell] && wanted.is_none_or(|wanted| parity(*cell, columns) == wanted)
            });
            median_color(cells.map(|(_, seen)| seen.body))
        };
        let apart = [of(Some(0)), of(Some(1))];
        if kind == Kind::Cells && distance(apart[0], apart[1]) > CHEQUERED_APART {
            return Grain {
                color: apart,
                chequered: true,
                kind,
            };
        }
        Grain {
            color: [of(None); 2],
            chequered: false,
            kind,
        }
    }
}

pub(super) fn parity(cell: usize, columns: usize) -> usize {
    (cell % columns + cell / columns) % 2
}

/// Takes back cells whose colour is far from that of the other empty ones: they are tinted or covered. What is nearer and yet
/// apart from all the others, beyond a gap that no grain leaves, are flat stones.
pub(super) fn drop_strangers(empty: &mut [bool], traits: &[Trait], grain: &Grain, columns: usize) {
    let far = |cell: usize| distance(traits[cell].body, grain.color[parity(cell, columns)]);
    let mut all: Vec<f32> = (0..traits.len()).filter(|cell| empty[*cell]).map(far).collect();
    all.sort_by(f32::total_cmp);
    let usual = all.get(all.len() / 2).copied().unwrap_or(0.0);
    let apart = |pair: &&[f32]| pair[1] - pair[0] > GAP && pair[0] >= usual;
    let gap = all.windows(2).find(apart).filter(|_| grain.kind == Kind::Cells);
    let limit = gap.map_or(STRANGER, |pair| pair[0].min(STRANGER));
    for (cell, is) in empty.iter_mut().enumerate() {
        *is &= far(cell) <= limit;
    }
}
