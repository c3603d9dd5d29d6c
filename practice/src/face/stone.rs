//! A player's stone beside its name: the board's stone, upright and exact.

use vision::{
    paint::{
        canvas::{Bend, Canvas},
        shape::Spot,
    },
    theme::Stone,
};

use super::ink::BRIGHT;

/// Draws a stone of that radius around that spot.
pub(super) fn draw(canvas: &mut Canvas, stone: &Stone, centre: Spot, radius: f64) {
    match stone {
        Stone::Glossy { body, shine } => {
            let focus = (centre.0 - 0.35 * radius, centre.1 - 0.35 * radius);
            canvas.shaded_disc(
                centre,
                radius,
                focus,
                &[(0.0, (*shine).into()), (1.0, (*body).into())],
            );
        }
        Stone::Ball { heart, rim } => {
            canvas.shaded_disc(
                centre,
                radius,
                centre,
                &[(0.0, (*heart).into()), (1.0, (*rim).into())],
            );
        }
        Stone::Flat { fill, rim } => {
            canvas.disc(centre, radius, (*rim).into());
            canvas.disc(centre, 0.92 * radius, (*fill).into());
        }
        // Signs can be as dark as the card: they get the board's paper below them.
        Stone::Cross { line, .. } => {
            canvas.disc(centre, 1.15 * radius, BRIGHT.into());
            let arm = 0.6 * radius;
            for side in [-1.0, 1.0] {
                let ends = [
                    (centre.0 - arm, centre.1 - side * arm),
                    (centre.0 + arm, centre.1 + side * arm),
                ];
                canvas.pen(&ends, Bend::Straight, 0.2 * radius, line.ink);
            }
        }
        Stone::Ring { line, .. } => {
            canvas.disc(centre, 1.15 * radius, BRIGHT.into());
            canvas.ring(centre, 0.65 * radius, 0.2 * radius, line.ink);
        }
    }
}
