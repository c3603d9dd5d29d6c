//! Where something lies over the field: its ground is neither most of the field's nor found in several places of it, as the
//! stripes and the squares of a lawn are.

use crate::{
    pitch::{
        place::Place,
        probe::{Color, Probe, SAME_GROUND, apart},
    },
    rank::median_color,
};

/// A patch with more than this part of the field is the field's ground. By trial.
const LARGE: f32 = 0.4;

/// So is one of a colour of which other patches have this part of the field. By trial.
const ELSEWHERE: f32 = 0.08;

/// A patch of no more quarters is a marking, or something on a node. By trial.
const SMALL: usize = 3;

/// Which quarters of the field's squares are covered.
pub(super) struct Cover {
    columns: usize,
    rows: usize,
    is_ground: Vec<bool>,
}

impl Cover {
    pub(super) fn of(probe: &Probe<'_>) -> Cover {
        let (columns, rows) = (
            usize::from(probe.pitch().width()),
            usize::from(probe.pitch().length()),
        );
        // Goals have grounds of their own, and nothing is large enough in them to compare it with.
        let mut colors = vec![None; columns * rows * 4];
        for (place, color) in probe.quarters() {
            if let Some(index) = index_of(columns, rows, place) {
                colors[index] = color;
            }
        }
        let patches = patches(columns, rows, &colors);
        let count = colors.len() as f32;
        let is_ground = |patch: &Patch| {
            let elsewhere = patches.iter().filter(|other| !std::ptr::eq(*other, patch));
            let alike = elsewhere.filter(|other| apart(other.color, patch.color) < SAME_GROUND);
            let alike: usize = alike.map(|other| other.quarters.len()).sum();
            patch.quarters.len() <= SMALL
                || patch.quarters.len() as f32 > LARGE * count
                || alike as f32 > ELSEWHERE * count
        };
        let mut ground = vec![false; colors.len()];
        for patch in patches.iter().filter(|patch| is_ground(patch)) {
            patch.quarters.iter().for_each(|index| ground[*index] = true);
        }
        Cover {
            columns,
            rows,
            is_ground: ground,
        }
    }

    /// Whether something lies at either side of a line, as far as the field goes.
    pub(super) fn lies_beside(&self, from: Place, to: Place) -> bool {
        let places = Probe::sides(from, to);
        let indices = places
            .iter()
            .flatten()
            .filter_map(|place| index_of(self.columns, self.rows, *place));
        indices.into_iter().any(|index| !self.is_ground[index])
    }
}

/// One patch of ground, and the median of its quarters' colours.
struct Patch {
    color: Color,
    quarters: Vec<usize>,
}

/// The number of the quarter of a place in the field, goals left out.
fn index_of(columns: usize, rows: usize, place: Place) -> Option<usize> {
    let (column, row) = (place.0.floor(), place.1.floor() - 1.0);
    if column < 0.0 || row < 0.0 || column >= columns as f64 || row >= rows as f64 {
        return None;
    }
    let (x, y) = (place.0.fract() - 0.5, place.1.fract() - 0.5);
    let quarter = match (x.abs() > y.abs(), x > 0.0, y > 0.0) {
        (true, true, _) => 1,
        (true, false, _) => 3,
        (false, _, true) => 2,
        (false, _, false) => 0,
    };
    Some((row as usize * columns + column as usize) * 4 + quarter)
}

/// Quarters that hang together and change their colour little from one to the next.
fn patches(columns: usize, rows: usize, colors: &[Option<Color>]) -> Vec<Patch> {
    let mut met = vec![false; colors.len()];
    let mut patches = Vec::new();
    for start in 0..colors.len() {
        if met[start] || colors[start].is_none() {
            continue;
        }
        let mut quarters = vec![start];
        met[start] = true;
        let mut next = 0;
        while let Some(&index) = quarters.get(next) {
            next += 1;
            let Some(here) = colors[index] else { continue };
            for beside in beside(columns, rows, index) {
                if !met[beside] && colors[beside].is_some_and(|color| apart(color, here) < SAME_GROUND) {
                    met[beside] = true;
                    quarters.push(beside);
                }
            }
        }
        let color = median_color(quarters.iter().filter_map(|index| colors[*index]));
        patches.push(Patch { color, quarters });
    }
    patches
}

/// The quarters that a quarter shares a side with.
fn beside(columns: usize, rows: usize, index: usize) -> impl Iterator<Item = usize> {
    let (square, quarter) = (index / 4, index % 4);
    let (column, row) = (square % columns, square / columns);
    let within = [(quarter + 1) % 4, (quarter + 3) % 4].map(|other| Some(square * 4 + other));
    let across = match quarter {
        0 => (row > 0).then(|| (square - columns) * 4 + 2),
        1 => (column + 1 < columns).then(|| (square + 1) * 4 + 3),
        2 => (row + 1 < rows).then(|| (square + columns) * 4),
        _ => (column > 0).then(|| (square - 1) * 4 + 1),
    };
    within.into_iter().chain([across]).flatten()
}
