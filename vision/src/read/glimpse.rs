//! What a model made of the cells of a picture, cell by cell: it is remembered, so that only what changed is looked at again.

use super::feature::Feature;
use crate::{
    observation::Cell,
    template::{Patch, Rgb},
};

/// What a model makes of one cell by itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glimpse {
    /// Whether it looks just as it should.
    pub(super) unchanged: bool,
    pub(super) cell: Cell,
    /// Whether it had to be measured.
    pub(super) measured: bool,
}

/// What was made of the cells of one picture so far.
#[derive(Clone, Debug)]
pub(super) struct Glimpses {
    pub(super) glimpses: Vec<Option<Glimpse>>,
    pub(super) features: Vec<Option<Feature>>,
    /// How far each cell's ground is from the expected one.
    pub(super) grounds: Vec<Option<Rgb>>,
}

impl Glimpses {
    /// Nothing but what was measured.
    pub(super) fn measured(features: Vec<Option<Feature>>) -> Glimpses {
        Glimpses {
            glimpses: vec![None; features.len()],
            grounds: vec![None; features.len()],
            features,
        }
    }

    /// Nothing of so many cells.
    pub(super) fn nothing(cells: usize) -> Glimpses {
        Glimpses::measured(vec![None; cells])
    }

    /// What was measured on a cell.
    pub(super) fn feature(&self, cell: usize) -> Option<&Feature> {
        self.features[cell].as_ref()
    }

    /// The cell looks otherwise now, or should.
    pub(super) fn forget(&mut self, cell: usize) {
        self.glimpses[cell] = None;
        self.features[cell] = None;
        self.grounds[cell] = None;
    }

    /// What was measured holds; what it means does not.
    pub(super) fn forget_verdicts(&mut self) {
        self.glimpses.fill(None);
    }
}

/// What a model made of the last picture that it read.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    pub(super) patches: Vec<Patch>,
    pub(super) glimpses: Glimpses,
}
