//! All that a reader knows of one client's board: the empty cells, the stones, the noise. Built from one picture
//! alone, or from pictures whose truth is known. It does not keep pictures or files.

use referee::color::Color;

use super::{
    background::{self, Background},
    feature::{Feature, Ruler},
    judge::Judge,
    kinds::{self, StoneKind},
    mark,
    measure::size,
};
use crate::{
    calibration::Kind,
    observation::{Cell, Content, Observation},
    template::{Canvas, Patch},
};

/// The empty board and the stones.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub kind: Kind,
    pub background: Background,
    /// Black's (`x`) and White's (`o`), where seen.
    pub kinds: [Option<StoneKind>; 2],
}

impl Model {
    /// Learns from a picture of which nothing is known. `None` if no empty cell can be made out in it.
    pub(super) fn unaided(canvas: &Canvas, kind: Kind) -> Option<Model> {
        let background = background::estimate(canvas, kind)?;
        let mut model = Model {
            kind,
            background,
            kinds: [None, None],
        };
        let features = model.features(canvas);
        let candidates: Vec<usize> = (0..features.len())
            .filter(|&cell| !model.background.empty[cell] && model.is_candidate(&features[cell]))
            .collect();
        let (larger, smaller) = kinds::split(
            &candidates.iter().map(|&cell| &features[cell]).collect::<Vec<_>>(),
            kind,
        );
        let learn = |group: &[usize]| {
            let members: Vec<_> = group
                .iter()
                .map(|&member| {
                    (
                        &canvas.patches()[candidates[member]],
                        &features[candidates[member]],
                    )
                })
                .collect();
            StoneKind::learn(&members)
        };
        model.kinds = match (learn(&larger), learn(&smaller)) {
            (Some(a), Some(b)) => kinds::in_order((a, larger.len()), (b, smaller.len())).map(Some),
            (Some(only), None) => {
                // One stone is the first of the game; several of one kind alone are told by their brightness.
                if larger.len() > 1 && only.is_solid() && super::measure::brightness(only.fill) > 0.0 {
                    [None, Some(only)]
                } else {
                    [Some(only), None]
                }
            }
            _ => [None, None],
        };
        Some(model)
    }

    /// Whether a cell of unknown content may hold a stone.
    pub(super) fn is_candidate(&self, feature: &Feature) -> bool {
        match self.kind {
            Kind::Points if let Some(line) = self.background.line => {
                let hidden = feature.lined <= 0.5
                    && feature
                        .line
                        .is_some_and(|part| part < 0.45 || feature.coverage > 0.6);
                // Shading on a glossy stone can look like faint lines; its colour cannot.
                hidden || (feature.coverage > 0.8 && size(feature.fill) > (2.0 * size(line) + 30.0).min(90.0))
            }
            Kind::Points => feature.coverage > 0.5,
            Kind::Cells => {
                let faint = self
                    .background
                    .line
                    .map_or(20.0, |line| (0.3 * size(line)).max(20.0));
                feature.structure >= 0.07
                    && feature.coverage >= 0.07
                    && size(feature.ink) >= faint
                    && (size(feature.ink) > 80.0 || feature.is_drawn())
            }
        }
    }

    /// Measures every cell against the empty board.
    pub(super) fn features(&self, canvas: &Canvas) -> Vec<Feature> {
        let ruler = self.ruler();
        let expected = self.background.expected.iter().enumerate();
        expected
            .map(|(cell, expected)| ruler.measure(canvas, cell, expected))
            .collect()
    }

    fn ruler(&self) -> Ruler {
        Ruler::new(self.kind, self.background.line, self.background.noise)
    }

    /// Reads every cell.
    pub(super) fn read(&self, canvas: &Canvas) -> Observation {
        let features = self.features(canvas);
        let kinds = self.kinds.each_ref().map(Option::as_ref);
        let judge = Judge {
            ruler: self.ruler(),
            kinds,
        };
        let mut cells: Vec<Cell> = Vec::with_capacity(features.len());
        for (index, feature) in features.iter().enumerate() {
            let (seen, expected) = (&canvas.patches()[index], &self.background.expected[index]);
            cells.push(judge.judge(seen, expected, feature));
        }
        doubt_covered(canvas, &mut cells);
        let last_move = mark::find(canvas, &cells, &features, kinds, self.ruler().visible);
        Observation::from_cells(canvas.columns(), canvas.rows(), cells, last_move)
    }
}

/// Three by three cells without the least structure, grid lines included, are another window or its black rest.
fn doubt_covered(canvas: &Canvas, cells: &mut [Cell]) {
    let (columns, rows) = (usize::from(canvas.columns()), usize::from(canvas.rows()));
    let flat: Vec<bool> = canvas
        .patches()
        .iter()
        .zip(cells.iter())
        .map(|(patch, cell)| matches!(cell.content, Content::Stone(_)) && is_flat(patch))
        .collect();
    for row in 1..rows.saturating_sub(1) {
        for column in 1..columns.saturating_sub(1) {
            let block =
                || (row - 1..=row + 1).flat_map(|y| (column - 1..=column + 1).map(move |x| y * columns + x));
            if block().all(|cell| flat[cell]) {
                block().for_each(|cell| {
                    cells[cell] = Cell {
                        content: Content::Uncertain,
                        confidence: 0.0,
                    }
                });
            }
        }
    }
    for (index, cell) in cells.iter_mut().enumerate() {
        let point = referee::point::Point::new((index % columns) as u8, (index / columns) as u8);
        if canvas.is_outside(point) {
            *cell = Cell {
                content: Content::Uncertain,
                confidence: 0.0,
            };
        }
    }
}

fn is_flat(patch: &Patch) -> bool {
    patch
        .0
        .iter()
        .all(|sample| size(super::measure::minus(*sample, patch.0[0])) < 1.0)
}

impl Model {
    /// Gives the kinds the names that another model uses for the same looks.
    pub(super) fn named_like(mut self, other: &Model) -> Model {
        let far = |a: &Option<StoneKind>, b: &Option<StoneKind>| match (a, b) {
            (Some(a), Some(b)) => a.unlike(b),
            _ => 0.0,
        };
        let same = far(&self.kinds[0], &other.kinds[0]) + far(&self.kinds[1], &other.kinds[1]);
        let crossed = far(&self.kinds[0], &other.kinds[1]) + far(&self.kinds[1], &other.kinds[0]);
        let lone = |kinds: &[Option<StoneKind>; 2]| kinds.iter().flatten().count() == 1;
        let swap = if lone(&self.kinds) && lone(&other.kinds) {
            let mine = usize::from(self.kinds[1].is_some());
            let theirs = usize::from(other.kinds[1].is_some());
            let alike = far(&self.kinds[mine], &other.kinds[theirs]) < 60.0;
            (mine == theirs) != alike
        } else if lone(&self.kinds) || lone(&other.kinds) {
            // One distance is a comparison with nothing: only the other one speaks, and 60 levels are far.
            if same == 0.0 { crossed < 60.0 } else { same > 60.0 }
        } else {
            crossed < same
        };
        if swap {
            self.kinds.swap(0, 1);
        }
        self
    }

    /// Whether both kinds of stone have been seen.
    pub(super) fn is_complete(&self) -> bool {
        self.kinds.iter().all(Option::is_some)
    }

    /// Learns both kinds from a picture whose stones are known. Drawings known before are kept beside the ones in the
    /// picture; stones under a mark are left out, unless there are no others.
    pub(super) fn learn(&mut self, canvas: &Canvas, truth: &Observation) {
        let features = self.features(canvas);
        let visible = self.ruler().visible;
        for color in Color::BOTH {
            let members = |marked: bool| -> Vec<(&Patch, &Feature)> {
                let of_kind = truth
                    .cells
                    .iter()
                    .enumerate()
                    .filter(|(_, cell)| cell.content == Content::Stone(color));
                let indices = of_kind.map(|(index, _)| index);
                let wanted = indices.filter(|&index| marked || features[index].tint <= visible);
                wanted
                    .map(|index| (&canvas.patches()[index], &features[index]))
                    .collect()
            };
            let plain = members(false);
            let learned = StoneKind::learn(&plain);
            let kept = self.kinds[color.index()].take();
            let all = if kept.is_none() && learned.is_none() {
                StoneKind::learn(&members(true))
            } else {
                learned
            };
            self.kinds[color.index()] = match (all, kept) {
                (Some(mut kind), Some(kept)) => {
                    kept.exemplars
                        .iter()
                        .for_each(|drawing| kind.add_exemplar(drawing));
                    Some(kind)
                }
                (kind, kept) => kind.or(kept),
            };
        }
    }
}
