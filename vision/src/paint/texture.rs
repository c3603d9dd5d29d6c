//! What a board is made of: wood, felt, paper, the night sky. Textures are smooth noise computed from
//! a seed; nothing here knows where the grid lies.

use crate::{
    paint::canvas::{Canvas, Ink, Rgb},
    paint::dice::{Dice, lattice},
    theme::Ground,
};

/// A canvas covered with `ground`.
pub(crate) fn lay(ground: &Ground, width: u32, height: u32, seed: u64) -> Canvas {
    match *ground {
        Ground::Plain(color) => Canvas::new(width, height, color),
        Ground::Shaded { top, bottom } => {
            Canvas::from_fn(width, height, |_, y| mix(top, bottom, y as f32 / height as f32))
        }
        Ground::Wood { light, dark } => Canvas::from_fn(width, height, |x, y| {
            mix(light, dark, grain(x as f32, y as f32, seed))
        }),
        Ground::Felt(color) => Canvas::from_fn(width, height, |x, y| {
            let fibre = lattice(i64::from(x), i64::from(y), seed) - 0.5;
            let cloud = smooth(x as f32 / 90.0, y as f32 / 90.0, seed ^ 1) - 0.5;
            lighten(color, fibre * 16.0 + cloud * 14.0)
        }),
        Ground::Paper(color) => Canvas::from_fn(width, height, |x, y| {
            let pulp = smooth(x as f32 / 3.0, y as f32 / 3.0, seed) - 0.5;
            lighten(color, pulp * 7.0)
        }),
        Ground::Sky { deep, glow } => sky(deep, glow, width, height, seed),
    }
}

/// Long streaks along the board with a slow wave across: 0 light, 1 dark.
fn grain(x: f32, y: f32, seed: u64) -> f32 {
    let bent = y + 22.0 * smooth(x / 260.0, y / 120.0, seed) + 5.0 * smooth(x / 60.0, y / 40.0, seed ^ 2);
    let rings = 0.5 + 0.5 * (bent / 11.0 + 3.0 * smooth(x / 700.0, y / 70.0, seed ^ 3)).sin();
    let streaks = smooth(x / 70.0, y / 1.3, seed ^ 4);
    (0.15 + 0.4 * rings + 0.45 * streaks).clamp(0.0, 1.0)
}

fn sky(deep: Rgb, glow: Rgb, width: u32, height: u32, seed: u64) -> Canvas {
    let mut canvas = Canvas::from_fn(width, height, |x, y| {
        let (x, y) = (x as f32, y as f32);
        let cloud = smooth(x / 170.0, y / 170.0, seed) * smooth(x / 50.0, y / 50.0, seed ^ 5);
        let dust = lattice(x as i64, y as i64, seed ^ 6) - 0.5;
        lighten(mix(deep, glow, cloud), dust * 8.0)
    });
    let mut dice = Dice::new(seed ^ 7);
    for _ in 0..(width * height) / 2200 {
        let spot = (
            dice.between(0.0, f64::from(width)),
            dice.between(0.0, f64::from(height)),
        );
        let ink = Ink::new([255, 250, 235], dice.between(0.2, 0.9) as f32);
        canvas.disc(spot, dice.between(0.3, 1.1), ink);
    }
    canvas
}

/// Value noise: lattice values blended smoothly, 0 to 1, one wave a unit.
pub(crate) fn smooth(x: f32, y: f32, seed: u64) -> f32 {
    let (left, top) = (x.floor(), y.floor());
    let ease = |t: f32| t * t * (3.0 - 2.0 * t);
    let (right_part, low_part) = (ease(x - left), ease(y - top));
    let corner = |dx: i64, dy: i64| lattice(left as i64 + dx, top as i64 + dy, seed);
    let upper = corner(0, 0) + (corner(1, 0) - corner(0, 0)) * right_part;
    let lower = corner(0, 1) + (corner(1, 1) - corner(0, 1)) * right_part;
    upper + (lower - upper) * low_part
}

/// `part` of the way from one colour to the other.
pub(crate) fn mix(from: Rgb, to: Rgb, part: f32) -> Rgb {
    std::array::from_fn(|index| {
        let (from, to) = (f32::from(from[index]), f32::from(to[index]));
        (from + (to - from) * part.clamp(0.0, 1.0)).round() as u8
    })
}

fn lighten(color: Rgb, by: f32) -> Rgb {
    color.map(|part| (f32::from(part) + by).round().clamp(0.0, 255.0) as u8)
}
