//! What a kind of which few stones were seen does not tell: doubts of a verdict, each of which only ever takes it back. A part
//! of the verdict.

use referee::color::Color;

use super::{
    super::{
        feature::{Feature, extent, symmetry},
        kinds::{StoneKind, is_smaller, middle_of},
        measure::{REGIONS, distance, median, minus, size},
    },
    Judge,
};
use crate::read::thresholds::feature::LOPSIDED;
use crate::read::thresholds::judge::STRANGE;
use crate::read::thresholds::signs::{
    FIRST_STRUCTURE_MIN, HALF_SURE, LESS_SYMMETRIC, OTHER_MIDDLE, OWN_COLOR,
};
use crate::{calibration::Kind, template::Patch};

/// So many stones show what is common to a kind; `what_few_stones_do_not_show_is_not_told` notices fewer.
const KNOWN: u32 = 3;

impl Judge<'_> {
    /// Whether what hardly looks like a kind that nobody told looks less like its own mirror image than that, too: a pointer does.
    pub(super) fn is_lopsided(
        &self,
        expected: &Patch,
        feature: &Feature,
        color: Color,
        confidence: f32,
    ) -> bool {
        // Numbers on pale stones do so now and then; where the stones are known that costs more than it saves.
        !self.is_taught
            && confidence < HALF_SURE
            && self.kinds[color.index()].is_some_and(|kind| {
                let own = symmetry(&feature.difference, &REGIONS.bands);
                own < symmetry(&whole(expected, kind), &REGIONS.bands) - LESS_SYMMETRIC
            })
    }

    /// Whether what is drawn there may be the first stone of a kind that was never seen, beside the first of the other: like its
    /// mirror image, and of a colour that is nothing known. Grain is fainter.
    pub(super) fn may_be_first(&self, feature: &Feature) -> bool {
        let known: Vec<u32> = self.kinds.iter().flatten().map(|kind| kind.members).collect();
        let lone = matches!(known[..], [members] if members < KNOWN);
        lone && feature.structure > FIRST_STRUCTURE_MIN
            && size(feature.ink) > STRANGE
            && feature.symmetry() > 1.0 - LOPSIDED
    }

    /// Whether a sign has another middle than those of the only kind that was seen: a cross covers much of a ring, and a dark disc
    /// all of a pale one's outline.
    pub(super) fn may_be_the_others(&self, feature: &Feature, color: Color) -> bool {
        let (own, other) = (self.kinds[color.index()], self.kinds[(!color).index()]);
        let (Some(own), None) = (own, other) else {
            return false;
        };
        // Marks and numbers on discs change their middles.
        if self.are_solid() && own.is_filled_inside() {
            return false;
        }
        let middle = middle_of(&feature.difference);
        let far = |exemplar: &Patch| distance(middle_of(exemplar), middle) > OTHER_MIDDLE * size(own.ink);
        own.exemplars.iter().all(far)
    }

    /// Whether what is there reaches less far than such a stone would, of which few were seen.
    pub(super) fn is_small(&self, expected: &Patch, feature: &Feature, color: Color) -> bool {
        // Pens are thin, and grain beside a sign reaches as far as it may.
        self.are_solid()
            && self.kinds[color.index()].is_some_and(|kind| {
                if kind.members >= KNOWN {
                    return false;
                }
                let visible = self.ruler.visible;
                is_smaller(feature.extent(visible), extent(&whole(expected, kind), visible))
            })
    }

    /// Whether a cell that seems to be tinted has just a stone's colour: a square one may fill it, and be hardly darker or
    /// lighter than the ground.
    pub(super) fn has_stones_color(&self, seen: &Patch, expected: &Patch) -> bool {
        if self.ruler.kind != Kind::Cells || !self.are_solid() {
            return false;
        }
        let off = |other: &Patch| {
            let far = |&index: &usize| distance(seen.0[index], other.0[index]);
            median(&REGIONS.core.iter().map(far).collect::<Vec<f32>>())
        };
        let bare = off(expected);
        let alike = |kind: &&&StoneKind| off(&kind.typical) < OWN_COLOR * bare;
        bare > self.ruler.visible && self.kinds.iter().flatten().any(|kind| alike(&kind))
    }
}

/// A stone of this kind as it would differ from the empty cell.
fn whole(expected: &Patch, kind: &StoneKind) -> Patch {
    Patch(std::array::from_fn(|index| {
        minus(kind.typical.0[index], expected.0[index])
    }))
}
