//! The last-move mark: the one stone that does not look like the others of its kind. It does not know which
//! marks clients use, and names none if several stones stand out (move numbers, a winning line).

use referee::{color::Color, point::Point};

use super::{
    feature::Feature,
    kinds::StoneKind,
    measure::{REGIONS, distance, size},
};
use crate::read::thresholds::signs::{
    EXTRA_MAX, EXTRA_WEIGHT, FRAMED_SIGN_MIN, ODD_VISIBLE, OUTSTANDING_MIN, SECOND_MAX, TINT_WEIGHT,
};
use crate::{
    observation::{Cell, Content},
    template::{Canvas, zncc},
};

/// A kind of which fewer stones were seen has no typical look for one of them to stand out from.
const MEMBERS_MIN: u32 = 3;

/// The marked stone, if exactly one stone is.
pub(super) fn find(
    canvas: &Canvas,
    cells: &[Cell],
    stones: &[(usize, &Feature)],
    kinds: [Option<&StoneKind>; 2],
    visible: f32,
) -> Option<Point> {
    let mut strangest: Vec<(f32, usize)> = Vec::new();
    for (index, feature) in stones {
        let (index, cell) = (*index, cells[*index]);
        let Content::Stone(color) = cell.content else {
            continue;
        };
        let Some(kind) = kinds[Color::index(color)] else {
            continue;
        };
        let oddness = if kind.is_solid() && kind.members < MEMBERS_MIN {
            0.0
        } else if kind.is_solid() {
            odd_stone(canvas, index, kind, visible)
        } else {
            odd_sign(feature, kind, visible)
        };
        strangest.push((oddness, index));
    }
    strangest.sort_by(|a, b| b.0.total_cmp(&a.0));
    let &(first, index) = strangest.first()?;
    let second = strangest.get(1).map_or(0.0, |&(second, _)| second);
    let columns = usize::from(canvas.columns());
    let point = Point::new((index % columns) as u8, (index / columns) as u8);
    (first >= OUTSTANDING_MIN && second <= SECOND_MAX * first).then_some(point)
}

/// Part of the stone's samples that are not as on other stones, or not as around them.
fn odd_stone(canvas: &Canvas, index: usize, kind: &StoneKind, visible: f32) -> f32 {
    let seen = &canvas.patches()[index];
    let odd = REGIONS
        .core
        .iter()
        .filter(|&&at| distance(seen.0[at], kind.typical.0[at]) > visible * ODD_VISIBLE);
    odd.count() as f32 / REGIONS.core.len() as f32
}

/// How far the ground around a sign is tinted, or its cell framed.
fn odd_sign(feature: &Feature, kind: &StoneKind, visible: f32) -> f32 {
    let tinted = (feature.tint - visible).max(0.0) / 255.0;
    let framed = REGIONS
        .frame
        .iter()
        .filter(|&&at| size(feature.difference.0[at]) > visible)
        .count();
    let extra = kind
        .exemplars
        .iter()
        .map(|exemplar| zncc(exemplar, &feature.difference, &REGIONS.inside))
        .fold(0.0f32, f32::max);
    let framed = framed as f32 / REGIONS.frame.len() as f32;
    tinted * TINT_WEIGHT
        + if framed > FRAMED_SIGN_MIN { framed } else { 0.0 }
        + (EXTRA_MAX - extra).max(0.0) * EXTRA_WEIGHT
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::template::{Patch, SIDE};

    fn oddness(change: impl Fn(&mut Feature)) -> f32 {
        let mut feature = Feature::bare();
        change(&mut feature);
        let exemplar = Patch(std::array::from_fn(|index| {
            [if index % SIDE == 6 { -100.0 } else { 0.0 }; 3]
        }));
        let kind = StoneKind {
            exemplars: vec![exemplar],
            typical: Patch::flat([0.0; 3]),
            fill: [0.0; 3],
            color: [0.0; 3],
            ink: [-100.0; 3],
            pen: [0.0; 3],
            round: 0.0,
            filled: 0.4,
            members: 5,
        };
        odd_sign(&feature, &kind, 12.0)
    }

    #[test]
    fn a_sign_is_odd_by_its_tint_its_frame_and_what_is_drawn_besides() {
        // Nothing of the drawing is there.
        assert!((oddness(|_| {}) - 0.06).abs() < 0.005);
        assert!((oddness(|feature| feature.tint = 63.0) - 0.46).abs() < 0.01);
        let framed = |count: usize| {
            oddness(|feature| {
                for &index in REGIONS.frame.iter().take(count) {
                    feature.difference.0[index] = [20.0; 3];
                }
            })
        };
        assert!(framed(REGIONS.frame.len() * 55 / 100) > 0.5);
        assert!(framed(REGIONS.frame.len() * 45 / 100) < 0.2);
    }
}
