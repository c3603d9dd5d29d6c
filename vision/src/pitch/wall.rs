//! The wall of a field in pieces of a square's side. It is drawn always, whatever else is.

use referee::soccer::{Node, Pitch};

use crate::pitch::{place::Place, probe::Probe};

/// A piece of a goal has this part of the wall's usual ink at least: goals may have lines of their own. By trial.
pub(super) const GOAL_LEAST: f32 = 0.3;

/// Which part of the wall a piece is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Around a goal.
    Goal,
    /// Beside a goal, or along a side.
    Field,
}

/// One piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Piece {
    pub(super) from: Place,
    pub(super) to: Place,
    pub(super) part: Part,
}

/// How far from its place a piece is seen, in squares: towards the higher columns, or towards the higher rows.
pub(super) enum Aside {
    Across(f64),
    Down(f64),
}

impl Piece {
    /// How far from its place it is seen; `None` if it is not.
    pub(super) fn aside(&self, probe: &Probe<'_>) -> Option<Aside> {
        let aside = probe.middle_of(self.from, self.to)?;
        let (dx, dy) = (self.to.0 - self.from.0, self.to.1 - self.from.1);
        Some(if dx == 0.0 {
            Aside::Across(-dy * aside)
        } else {
            Aside::Down(dx * aside)
        })
    }
}

/// Every piece of the wall: those of the goals first, for nothing else tells a field so well.
pub(super) fn pieces(pitch: Pitch) -> Vec<Piece> {
    let (width, length) = (f64::from(pitch.width()), f64::from(pitch.length()));
    let (left, right) = (width / 2.0 - 1.0, width / 2.0 + 1.0);
    let mut pieces = Vec::new();
    let mut put = |from: Place, to: Place, part: Part| pieces.push(Piece { from, to, part });
    for (far, near) in [(0.0, 1.0), (length + 2.0, length + 1.0)] {
        put((left, far), (left + 1.0, far), Part::Goal);
        put((left + 1.0, far), (right, far), Part::Goal);
        put((left, far), (left, near), Part::Goal);
        put((right, far), (right, near), Part::Goal);
    }
    for near in [1.0, length + 1.0] {
        for column in 0..pitch.width() {
            let from = f64::from(column);
            if from < left || from >= right {
                put((from, near), (from + 1.0, near), Part::Field);
            }
        }
    }
    for row in 1..=pitch.length() {
        let from = f64::from(row);
        put((0.0, from), (0.0, from + 1.0), Part::Field);
        put((width, from), (width, from + 1.0), Part::Field);
    }
    pieces
}

/// Whether a node is an end of a piece.
pub(super) fn touches(pitch: Pitch, node: Node) -> bool {
    pitch.is_wall(node) || pitch.scorer(node).is_some()
}

/// Pieces of no wall that stick out from the sides: where squared paper goes on, its lines are there, and nothing else is.
pub(super) fn stubs(pitch: Pitch) -> Vec<(Place, Place)> {
    let width = f64::from(pitch.width());
    let rows = (2..=pitch.length()).map(f64::from);
    rows.flat_map(|row| [((-1.0, row), (0.0, row)), ((width, row), (width + 1.0, row))])
        .collect()
}

/// Halves of pieces of no wall that lead on outwards where the wall turns: from its corners, and from those of the goals. Lines
/// of a table or of a board run on there; farther out a field's own window may end.
pub(super) fn runs_on(pitch: Pitch) -> [(Place, Place); 8] {
    let (width, length) = (f64::from(pitch.width()), f64::from(pitch.length()));
    let (left, right) = (width / 2.0 - 1.0, width / 2.0 + 1.0);
    let (top, bottom) = (1.0, length + 1.0);
    [
        ((-0.5, top), (0.0, top)),
        ((width, top), (width + 0.5, top)),
        ((-0.5, bottom), (0.0, bottom)),
        ((width, bottom), (width + 0.5, bottom)),
        ((left, -0.5), (left, 0.0)),
        ((right, -0.5), (right, 0.0)),
        ((left, bottom + 1.0), (left, bottom + 1.5)),
        ((right, bottom + 1.0), (right, bottom + 1.5)),
    ]
}

/// Pieces that lie between the wall and the goals' ends: beside the goals all of them are drawn, as where that is crossed out,
/// or none.
pub(super) fn beside_goals(pitch: Pitch) -> [(Place, Place); 8] {
    let (width, length) = (f64::from(pitch.width()), f64::from(pitch.length()));
    let (left, right) = (width / 2.0 - 1.0, width / 2.0 + 1.0);
    let (top, bottom) = (1.0, length + 1.0);
    [
        ((0.0, top - 1.0), (0.0, top)),
        ((width, top - 1.0), (width, top)),
        ((0.0, bottom), (0.0, bottom + 1.0)),
        ((width, bottom), (width, bottom + 1.0)),
        ((left - 1.0, 0.0), (left, 0.0)),
        ((right, 0.0), (right + 1.0, 0.0)),
        ((left - 1.0, bottom + 1.0), (left, bottom + 1.0)),
        ((right, bottom + 1.0), (right + 1.0, bottom + 1.0)),
    ]
}
