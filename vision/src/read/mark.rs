//! The last-move mark: the one stone that does not look like the others of its kind. It does not know which
//! marks clients use, and names none if several stones stand out (move numbers, a winning line).

use referee::{color::Color, point::Point};

use super::{
    feature::Feature,
    kinds::StoneKind,
    measure::{REGIONS, distance, size},
};
use crate::{
    observation::{Cell, Content},
    template::{Canvas, zncc},
};

/// Standing out by less is chance.
const OUTSTANDING_MIN: f32 = 0.06;
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
    (first >= OUTSTANDING_MIN && second <= 0.5 * first).then_some(point)
}

/// Part of the stone's samples that are not as on other stones, or not as around them.
fn odd_stone(canvas: &Canvas, index: usize, kind: &StoneKind, visible: f32) -> f32 {
    let seen = &canvas.patches()[index];
    let odd = REGIONS
        .core
        .iter()
        .filter(|&&at| distance(seen.0[at], kind.typical.0[at]) > visible * 1.5);
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
    tinted * 2.0 + if framed > 0.5 { framed } else { 0.0 } + (0.6 - extra).max(0.0) * 0.1
}
