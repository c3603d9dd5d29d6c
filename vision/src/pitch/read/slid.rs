//! Where a field lies that has slid a little since it was found: less than its lines would be found again by, and enough that faint
//! ones are missed. Its wall tells.

use crate::pitch::{
    calibration::Calibration,
    probe::{Probe, middle},
    wall::{Aside, Part, Piece},
};

/// A field that lies nearer to where it was is read there, in squares: a hand strays. By trial.
const IN_PLACE: f32 = 0.035;

/// Pieces of the sides must be found so far from where most of them have slid, in squares; or they have not slid together. By trial.
const TOGETHER: f32 = 0.05;

/// So much of the sides must have slid together, as a share. By trial.
const TOGETHER_LEAST: f32 = 0.7;

/// The field where it has slid to; `None` if it lies where it was, or no one can tell.
pub(super) fn slid(probe: &Probe<'_>, field: &Calibration, wall: &[Piece]) -> Option<Calibration> {
    let (mut across, mut down) = (Vec::new(), Vec::new());
    let sides = || wall.iter().filter(|piece| piece.part == Part::Field);
    for piece in sides() {
        match piece.aside(probe) {
            Some(Aside::Across(aside)) => across.push(aside as f32),
            Some(Aside::Down(aside)) => down.push(aside as f32),
            None => {}
        }
    }
    let upright = sides().filter(|piece| piece.from.0 == piece.to.0).count();
    let level = sides().count() - upright;
    let (x, y) = (together(&across, upright)?, together(&down, level)?);
    if x.abs().max(y.abs()) < IN_PLACE {
        return None;
    }
    let (from, to) = (field.place(0.0, 0.0), field.place(f64::from(x), f64::from(y)));
    Some(field.shifted(from.0 - to.0, from.1 - to.1))
}

/// How far most have slid, if enough of `all` have slid so far.
fn together(asides: &[f32], all: usize) -> Option<f32> {
    let usual = middle(&mut asides.to_vec());
    let alike = asides
        .iter()
        .filter(|aside| (**aside - usual).abs() < TOGETHER)
        .count();
    (alike as f32 >= TOGETHER_LEAST * all as f32).then_some(usual)
}
