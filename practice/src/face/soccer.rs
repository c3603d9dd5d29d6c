//! Paper Soccer as it is drawn: a field with lines and a ball. A player's sign is a piece of the field with an arrow in the
//! player's pen: where it attacks.

use referee::{
    seat::Seat,
    soccer::{Pitch, Position},
};
use vision::{
    calibration::Calibration,
    ink::Rgb,
    orientation::Orientation,
    paint::{
        canvas::{Bend, Canvas},
        shape::Spot,
    },
    pitch::{
        calibration,
        theme::{Theme, Turf},
    },
    theme::BoardMaterial,
};

use super::{Pictured, field::FieldFace};

impl Pictured for Position {
    type Theme = Theme;
    type Easel = FieldFace;
    type Place = calibration::Calibration;

    /// The goal that the first player attacks is always at the top.
    fn place(pitch: Pitch, points: Calibration) -> calibration::Calibration {
        calibration::Calibration::new(pitch, Orientation::default(), points.origin, points.pitch)
    }

    fn names_points(_theme: &Theme) -> bool {
        false
    }

    fn sign(canvas: &mut Canvas, theme: &Theme, seat: Seat, centre: Spot, radius: f64) {
        canvas.disc(centre, 1.15 * radius, ground(theme).into());
        if let Turf::Even(ink) | Turf::Striped(ink) | Turf::Checkered(ink) = theme.turf {
            canvas.disc(centre, 1.15 * radius, ink);
        }
        let towards = match seat {
            Seat::First => -1.0,
            Seat::Second => 1.0,
        };
        let at = |across: f64, along: f64| (centre.0 + across * radius, centre.1 + along * towards * radius);
        let (ink, width) = (theme.lines[seat.index()].ink, 0.17 * radius);
        canvas.pen(&[at(0.0, -0.65), at(0.0, 0.65)], Bend::Straight, width, ink);
        canvas.pen(
            &[at(-0.4, 0.2), at(0.0, 0.65), at(0.4, 0.2)],
            Bend::Straight,
            width,
            ink,
        );
    }
}

/// One colour for what the field lies on.
fn ground(theme: &Theme) -> Rgb {
    let between = |one: Rgb, other: Rgb| {
        let mean = |index: usize| u8::midpoint(one[index], other[index]);
        [mean(0), mean(1), mean(2)]
    };
    match &theme.ground {
        BoardMaterial::Plain(color) | BoardMaterial::Paper(color) | BoardMaterial::Felt(color) => *color,
        BoardMaterial::Wood { light, dark }
        | BoardMaterial::Planks { light, dark }
        | BoardMaterial::Lit { light, dark } => between(*light, *dark),
        BoardMaterial::Shaded { top, bottom } => between(*top, *bottom),
        BoardMaterial::Sky { deep, glow, .. } => between(*deep, *glow),
    }
}
