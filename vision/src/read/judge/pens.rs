//! Kinds that are told by the pen they are drawn with: how a drawing lies to two kinds' pens. A part of the verdict.

use super::super::{
    feature::Feature,
    kinds::StoneKind,
    measure::{dot, minus},
};
use crate::read::thresholds::signs::INKS_APART;
use crate::template::Rgb;

/// How a drawing lies to two kinds' pens.
pub(super) struct Pens {
    /// From this cell's own ground to either pen.
    pub toward: [Rgb; 2],
    /// Between those two directions, in radians.
    pub apart: f32,
    /// From each of them to the drawing's ink, likewise.
    pub off: [f32; 2],
    /// Which one it lies nearer to.
    pub nearest: usize,
}

impl Pens {
    pub(super) fn of(feature: &Feature, kinds: [&StoneKind; 2]) -> Pens {
        let ground = minus(feature.pen, feature.ink);
        let toward = kinds.map(|kind| minus(kind.pen, ground));
        let off = toward.map(|pen| angle(feature.ink, pen));
        Pens {
            toward,
            apart: angle(toward[0], toward[1]),
            off,
            nearest: usize::from(off[1] < off[0]),
        }
    }
}

/// In whose pen's direction a drawing lies: 0 for the first kind, 1 for the second. `None` where the two pens are not told
/// apart like that.
pub(in crate::read) fn nearest_pen(feature: &Feature, kinds: [&StoneKind; 2]) -> Option<usize> {
    let pens = Pens::of(feature, kinds);
    (pens.apart > INKS_APART).then_some(pens.nearest)
}

/// Between two directions, in radians.
fn angle(a: Rgb, b: Rgb) -> f32 {
    let lengths = (dot(a, a) * dot(b, b)).sqrt();
    (dot(a, b) / lengths.max(1e-6)).clamp(-1.0, 1.0).acos()
}
