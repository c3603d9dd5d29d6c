//! Which cells may hold stones in a picture of which nothing is known: what stands out, without what is likely something else.
//! It does not tell the two kinds apart.

use super::{
    feature::Feature,
    judge,
    measure::{quantile, size},
    model::Model,
};
use crate::calibration::Kind;
use crate::read::thresholds::feature::LOPSIDED;
use crate::read::thresholds::kinds::{FAINT_BESIDE, FILLS_STRONG, LOPSIDED_BY_HAND, MIRRORED, STRENGTH_RANK};

impl Model {
    /// The cells that the kinds are learned from; cells that are known to be empty have no feature.
    pub(super) fn candidates(&self, features: &[Option<&Feature>]) -> Vec<usize> {
        let kind = self.kind();
        let of = |cell: usize| features[cell].expect("what is not empty was measured");
        let mut candidates: Vec<usize> = (0..features.len())
            .filter(|&cell| features[cell].is_some_and(|feature| self.is_candidate(feature)))
            .filter(|&cell| kind == Kind::Points || !judge::leaves_cell(of(cell)))
            .collect();
        // Beside stones that stand out, something faint and unfilled is a cloud or a star.
        let strengths: Vec<f32> = candidates.iter().map(|&cell| size(of(cell).ink)).collect();
        let faint = FAINT_BESIDE * quantile(&strengths, STRENGTH_RANK);
        candidates.retain(|&cell| of(cell).is_solid() || size(of(cell).ink) >= faint);
        // Where the stones that stand out most leave their corners free, what fills them is a tint.
        let fills = |cell: &usize| kind == Kind::Points && of(*cell).fills_corners();
        let strength = |cell: &usize| size(of(*cell).fill);
        let most = candidates.iter().map(strength).fold(0.0f32, f32::max);
        if !candidates
            .iter()
            .any(|cell| fills(cell) && strength(cell) > FILLS_STRONG * most)
        {
            candidates.retain(|cell| !fills(cell));
        }
        // Of a few, one that is something else would be a kind of its own.
        if candidates.len() <= FEW_STONES {
            let symmetry = |cell: &usize| of(*cell).symmetry();
            let most = candidates.iter().map(symmetry).fold(0.0f32, f32::max);
            let lopsided = if kind == Kind::Points {
                LOPSIDED
            } else {
                LOPSIDED_BY_HAND
            };
            candidates.retain(|cell| symmetry(cell) > MIRRORED.max(most - lopsided));
        }
        candidates
    }
}

/// So few stones show a kind by one or two of it.
const FEW_STONES: usize = 8;
