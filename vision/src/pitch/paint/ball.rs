//! What lies on nodes: the ball, and the signs that say where it can go.

use referee::seat::Seat;

use super::{bare::point, pen::Pens, scene::Scene};
use crate::{
    ink::{Ink, Rgb},
    paint::{canvas::Canvas, shape::Spot},
    pitch::theme::{Ball, Hint, Theme},
};

const LEATHER: Rgb = [250, 250, 250];
const PATCH: Rgb = [20, 20, 22];

/// Where the ball can go.
pub(super) fn hints(canvas: &mut Canvas, theme: &Theme, pens: &Pens, scene: &Scene) {
    for &node in &scene.hints {
        let at = pens.calibration.centre_of(node);
        match theme.hint {
            Hint::Missing => {}
            Hint::Way(line) => {
                let ball = pens.calibration.centre_of(scene.ball);
                canvas.line(ball, at, pens.width(line), line.ink);
            }
            Hint::Dot(dot) => canvas.disc(at, pens.length(dot.radius), dot.ink),
            Hint::Ring { line, radius } => canvas.ring(at, pens.length(radius), pens.width(line), line.ink),
        }
    }
}

/// The ball, on its node or on the way to the next one.
pub(super) fn ball(canvas: &mut Canvas, theme: &Theme, pens: &Pens, scene: &Scene) {
    let mut place = point(scene.pitch, scene.ball);
    if let Some(growing) = scene.growing {
        let (dx, dy) = growing.direction.step();
        place = (
            place.0 + f64::from(dx) * growing.part,
            place.1 + f64::from(dy) * growing.part,
        );
    }
    let at = pens.at(place);
    if let Some(halo) = theme.halo {
        canvas.disc(at, pens.length(halo.radius), halo.ink);
    }
    match theme.ball {
        Ball::Disc { fill, rim, radius } => {
            let radius = pens.length(radius).max(1.5);
            canvas.disc(at, radius, rim.into());
            canvas.disc(at, radius - pens.length(0.04).max(1.0), fill.into());
        }
        Ball::Owned { radius } => {
            let ink = owner(theme, scene.turn);
            canvas.disc(at, pens.length(radius).max(1.5), ink);
        }
        Ball::Ring { line, radius } => canvas.ring(at, pens.length(radius), pens.width(line), line.ink),
        Ball::Target { line, radius } => {
            canvas.ring(at, pens.length(radius), pens.width(line), line.ink);
            canvas.disc(at, pens.length(radius * 0.45), line.ink);
        }
        Ball::Glossy { color, radius } => glossy(canvas, at, pens.length(radius), color),
        Ball::Leather { radius } => leather(canvas, at, pens.length(radius)),
    }
}

fn glossy(canvas: &mut Canvas, at: Spot, radius: f64, color: Rgb) {
    let focus = (at.0 - radius * 0.35, at.1 - radius * 0.4);
    let lit = color.map(|level| level + (255 - level) / 4 * 3);
    let dark = color.map(|level| level / 2);
    canvas.shaded_disc(
        at,
        radius,
        focus,
        &[(0.0, lit.into()), (0.45, color.into()), (1.0, dark.into())],
    );
}

fn owner(theme: &Theme, turn: Seat) -> Ink {
    theme.lines[turn.index()].ink
}

/// A ball lit from the upper left, with a dark patch in the middle and five at the rim.
fn leather(canvas: &mut Canvas, at: Spot, radius: f64) {
    let shade = |share: f32| Ink::from(LEATHER.map(|level| (f32::from(level) * share) as u8));
    let focus = (at.0 - radius * 0.3, at.1 - radius * 0.35);
    canvas.disc(at, radius, PATCH.into());
    canvas.shaded_disc(
        at,
        radius * 0.93,
        focus,
        &[(0.0, shade(1.0)), (0.7, shade(0.95)), (1.0, shade(0.72))],
    );
    let around = |angle: f64, reach: f64| (at.0 + reach * angle.sin(), at.1 - reach * angle.cos());
    let corner = |index: u8| std::f64::consts::TAU * f64::from(index) / 5.0;
    let middle: Vec<Spot> = (0..5).map(|index| around(corner(index), radius * 0.36)).collect();
    canvas.polygon(&middle, PATCH.into());
    for index in 0..5 {
        canvas.disc(around(corner(index), radius * 0.78), radius * 0.17, PATCH.into());
    }
}
