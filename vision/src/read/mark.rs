//! The last-move mark: the one stone that does not look like the others of its kind. It does not know which
//! marks clients use, and names none if several stones stand out (move numbers, a winning line).

use referee::{color::Color, point::Point};

use super::{
    feature::Feature,
    kinds::StoneKind,
    measure::{REGIONS, distance, size},
};
use crate::read::thresholds::signs::{
    EXTRA_MAX, EXTRA_WEIGHT, FRAMED_SIGN_MIN, MARK_ASIDE_MAX, ODD_VISIBLE, OUTSTANDING_MIN, SECOND_MAX,
    TINT_WEIGHT,
};
use crate::{
    observation::{Cell, Content},
    template::{Canvas, Patch, SIDE, zncc},
};

/// A kind of which fewer stones were seen has no typical look for one of them to stand out from.
const MEMBERS_MIN: u32 = 3;

/// Stones in a row that win.
const FIVE: isize = 5;

/// A sign of which more different drawings were seen is drawn by hand: a font's differ by a mark and by where they fall between
/// pixels.
const DRAWINGS_MAX: usize = 3;

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
    let is_marked = match cells[index].content {
        Content::Stone(color) => kinds[Color::index(color)]
            .is_some_and(|kind| !kind.is_solid() || is_mark(&canvas.patches()[index], kind, visible)),
        _ => false,
    };
    let is_named = first >= OUTSTANDING_MIN && second <= SECOND_MAX * first && is_marked;
    (is_named && !is_beside_five(cells, columns, index)).then_some(point)
}

/// Whether five stones of one kind lie in a row and this one is in no such row. The last move made that row: what stands out is
/// rather the one stone of a kind over which no winning line is drawn.
fn is_beside_five(cells: &[Cell], columns: usize, index: usize) -> bool {
    let rows = cells.len() / columns;
    let mut is_any = false;
    for start in 0..cells.len() {
        let Content::Stone(_) = cells[start].content else {
            continue;
        };
        for (right, down) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
            let (x, y) = ((start % columns) as isize, (start / columns) as isize);
            let end = (x + right * (FIVE - 1), y + down * (FIVE - 1));
            if !(0..columns as isize).contains(&end.0) || end.1 >= rows as isize {
                continue;
            }
            let at = |step: isize| ((y + down * step) * columns as isize + x + right * step) as usize;
            if (0..FIVE).all(|step| cells[at(step)].content == cells[start].content) {
                if (0..FIVE).any(|step| at(step) == index) {
                    return false;
                }
                is_any = true;
            }
        }
    }
    is_any
}

/// Part of the stone's samples that are not as on other stones, or not as around them.
fn odd_stone(canvas: &Canvas, index: usize, kind: &StoneKind, visible: f32) -> f32 {
    odd_samples(&canvas.patches()[index], kind, visible).len() as f32 / REGIONS.core.len() as f32
}

fn odd_samples(seen: &Patch, kind: &StoneKind, visible: f32) -> Vec<usize> {
    let is_odd = |at: &usize| distance(seen.0[*at], kind.typical.0[*at]) > visible * ODD_VISIBLE;
    REGIONS.core.iter().copied().filter(is_odd).collect()
}

/// Whether what is odd about a stone lies in its middle, as marks do: a pointer lies anywhere.
fn is_mark(seen: &Patch, kind: &StoneKind, visible: f32) -> bool {
    let odd = odd_samples(seen, kind, visible);
    let aside = |way: fn(usize) -> usize| {
        let sum: usize = odd.iter().map(|at| way(*at)).sum();
        (sum as f32 / odd.len().max(1) as f32 - (SIDE / 2) as f32).abs()
    };
    aside(|at| at % SIDE).max(aside(|at| at / SIDE)) <= MARK_ASIDE_MAX
}

/// How far the ground around a sign is tinted, or its cell framed.
fn odd_sign(feature: &Feature, kind: &StoneKind, visible: f32) -> f32 {
    let tinted = (feature.tint - visible).max(0.0) / 255.0;
    let framed = REGIONS
        .frame
        .iter()
        .filter(|&&at| size(feature.difference.0[at]) > visible)
        .count();
    // Each drawing by hand is another one.
    let is_drawn_by_hand = kind.exemplars.len() > DRAWINGS_MAX;
    let extra = kind
        .exemplars
        .iter()
        .map(|exemplar| zncc(exemplar, &feature.difference, &REGIONS.inside))
        .fold(0.0f32, f32::max);
    let framed = framed as f32 / REGIONS.frame.len() as f32;
    tinted * TINT_WEIGHT
        + if framed > FRAMED_SIGN_MIN { framed } else { 0.0 }
        + if is_drawn_by_hand {
            0.0
        } else {
            (EXTRA_MAX - extra).max(0.0) * EXTRA_WEIGHT
        }
}

#[cfg(test)]
mod tests {
    use super::*;

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
