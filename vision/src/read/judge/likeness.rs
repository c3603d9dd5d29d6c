//! How a cell compares with one kind of sign: by its drawing and by its ink. A part of the verdict, which it does not give.

use super::super::{
    feature::Feature,
    kinds::StoneKind,
    measure::{REGIONS, distance, dot, median, size, times},
};
use crate::read::thresholds::signs::{
    INK_OFF_WEIGHT, PART_LEAST, PART_MOST, ROUND_OFF_WEIGHT, SAME_PEN, SAME_PEN_PART, SCORE_DRAWN, SCORE_INK,
    SHAPE_MIN, STRONG_SAMPLES, WELL_DRAWN, WELL_DRAWN_MORE,
};
use crate::template::{Patch, zncc};

/// How a cell compares with one kind of sign.
#[derive(Clone, Copy, Default)]
pub(super) struct Match {
    /// Best correlation with a known drawing.
    pub drawn: f32,
    /// 1 for exactly this kind's ink, 0 for nothing like it.
    pub ink: f32,
    /// How much of the sign's strength is there.
    pub part: f32,
}

impl Match {
    pub(super) fn of(feature: &Feature, kind: &StoneKind) -> Match {
        let mut found = Match::default();
        let strength = dot(kind.ink, kind.ink).max(1.0);
        found.part = dot(feature.ink, kind.ink) / strength;
        for exemplar in &kind.exemplars {
            let alike = zncc(exemplar, &feature.difference, &REGIONS.inside);
            if alike > found.drawn {
                found.drawn = alike;
                if alike > SHAPE_MIN {
                    found.part = strength_of(feature, exemplar);
                }
            }
        }
        // Opaque ink keeps its colour on a tinted ground, translucent ink its difference.
        let off = distance(
            feature.ink,
            times(kind.ink, found.part.clamp(PART_LEAST, PART_MOST)),
        );
        let pen = distance(feature.pen, kind.pen);
        if pen < SAME_PEN * size(kind.ink) {
            found.part = found.part.max(SAME_PEN_PART);
        }
        let off = off.min(pen) / size(kind.ink).max(1.0);
        let shape = (feature.round - kind.round).abs();
        found.ink = (1.0 - INK_OFF_WEIGHT * off - ROUND_OFF_WEIGHT * shape).clamp(0.0, 1.0);
        found
    }

    pub(super) fn score(self) -> f32 {
        self.drawn.max(0.0) * SCORE_DRAWN
            + self.ink * SCORE_INK
            + if self.drawn > WELL_DRAWN {
                WELL_DRAWN_MORE
            } else {
                0.0
            }
    }
}

/// How strong a drawing is where the exemplar has ink: 1 for the same, by medians.
fn strength_of(feature: &Feature, exemplar: &Patch) -> f32 {
    let greatest = REGIONS
        .inside
        .iter()
        .map(|&index| size(exemplar.0[index]))
        .fold(0.0f32, f32::max);
    let mut parts: Vec<f32> = Vec::with_capacity(REGIONS.inside.len());
    for &index in &REGIONS.inside {
        let ink = exemplar.0[index];
        if size(ink) > STRONG_SAMPLES * greatest {
            parts.push(dot(feature.difference.0[index], ink) / dot(ink, ink));
        }
    }
    median(&parts)
}
