//! Shapes to be filled, as tiny-skia wants them.

use tiny_skia::{GradientStop, Paint, Path, PathBuilder, RadialGradient, SpreadMode, Transform};

use crate::ink::Ink;

/// A place on the canvas in pixels; pixel centres are whole numbers.
pub type Spot = (f64, f64);

/// One shape and what it is filled with.
pub(super) struct Filled {
    pub(super) path: Path,
    pub(super) paint: Paint<'static>,
}

impl Filled {
    /// A disc.
    pub(super) fn disc(centre: Spot, radius: f64, ink: Ink) -> Option<Filled> {
        Some(Filled {
            path: circle(centre, radius)?,
            paint: ink.to_paint(),
        })
    }

    /// A disc whose ink changes from `focus` (inside the disc) to the rim; stops run from 0 to 1.
    pub(super) fn shaded_disc(
        centre: Spot,
        radius: f64,
        focus: Spot,
        stops: &[(f32, Ink)],
    ) -> Option<Filled> {
        let colors = stops
            .iter()
            .map(|(at, ink)| GradientStop::new(*at, ink.to_skia()))
            .collect();
        let reach = radius + (focus.0 - centre.0).hypot(focus.1 - centre.1);
        let shader = RadialGradient::new(
            skia_point(focus),
            0.0,
            skia_point(focus),
            reach as f32,
            colors,
            SpreadMode::Pad,
            Transform::identity(),
        )?;
        Some(Filled {
            path: circle(centre, radius)?,
            paint: Paint {
                shader,
                anti_alias: true,
                ..Paint::default()
            },
        })
    }
}

/// tiny-skia puts pixel centres at halves.
pub(super) fn skia_point(spot: Spot) -> tiny_skia::Point {
    tiny_skia::Point::from_xy(spot.0 as f32 + 0.5, spot.1 as f32 + 0.5)
}

pub(super) fn circle(centre: Spot, radius: f64) -> Option<Path> {
    let centre = skia_point(centre);
    PathBuilder::from_circle(centre.x, centre.y, radius as f32)
}
