//! What a board is made of: wood, felt, paper, the night sky. Textures are smooth noise computed from
//! a seed; nothing here knows where the grid lies.

use dice::Dice;

use crate::{
    ink::{Ink, Rgb},
    paint::{canvas::Canvas, lattice::lattice},
    theme::BoardMaterial,
};

/// A canvas covered with `ground`.
pub(crate) fn lay(ground: &BoardMaterial, width: u32, height: u32, seed: u64) -> Canvas {
    match *ground {
        BoardMaterial::Plain(color) => Canvas::new(width, height, color),
        BoardMaterial::Shaded { top, bottom } => {
            Canvas::from_fn(width, height, |_, y| mix(top, bottom, y as f32 / height as f32))
        }
        BoardMaterial::Wood { light, dark } => {
            let mut grain = Grain::new(width, seed);
            Canvas::from_fn(width, height, |x, y| mix(light, dark, grain.at(x, y)))
        }
        BoardMaterial::Planks { light, dark } => {
            let mut grain = Grain::new(height, seed);
            let turned = Canvas::from_fn(height, width, |x, y| mix(light, dark, grain.at(x, y))).to_image();
            let mut canvas = Canvas::new(width, height, light);
            canvas.paste(&image::imageops::rotate90(&turned), 0, 0);
            canvas
        }
        BoardMaterial::Lit { light, dark } => {
            let far = (width as f32).hypot(height as f32);
            Canvas::from_fn(width, height, |x, y| {
                mix(light, dark, (x as f32).hypot(y as f32) / far)
            })
        }
        BoardMaterial::Felt(color) => {
            let mut clouds = Noise::new(width, (90.0, 90.0), seed ^ 1);
            Canvas::from_fn(width, height, |x, y| {
                let fibre = lattice(i64::from(x), i64::from(y), seed) - 0.5;
                let cloud = clouds.at(x, y) - 0.5;
                lighten(color, fibre * 16.0 + cloud * 14.0)
            })
        }
        BoardMaterial::Paper(color) => {
            let mut pulp = Noise::new(width, (3.0, 3.0), seed);
            Canvas::from_fn(width, height, |x, y| lighten(color, (pulp.at(x, y) - 0.5) * 7.0))
        }
        BoardMaterial::Sky { deep, glow } => sky(deep, glow, width, height, seed),
    }
}

/// Long streaks along the board with a slow wave across: 0 light, 1 dark.
struct Grain {
    bend: Noise,
    ripple: Noise,
    wave: Noise,
    streaks: Noise,
}

impl Grain {
    fn new(width: u32, seed: u64) -> Grain {
        Grain {
            bend: Noise::new(width, (260.0, 120.0), seed),
            ripple: Noise::new(width, (60.0, 40.0), seed ^ 2),
            wave: Noise::new(width, (700.0, 70.0), seed ^ 3),
            streaks: Noise::new(width, (70.0, 1.3), seed ^ 4),
        }
    }

    fn at(&mut self, x: u32, y: u32) -> f32 {
        let bent = y as f32 + 22.0 * self.bend.at(x, y) + 5.0 * self.ripple.at(x, y);
        let rings = 0.5 + 0.5 * (bent / 11.0 + 3.0 * self.wave.at(x, y)).sin();
        (0.15 + 0.4 * rings + 0.45 * self.streaks.at(x, y)).clamp(0.0, 1.0)
    }
}

fn sky(deep: Rgb, glow: Rgb, width: u32, height: u32, seed: u64) -> Canvas {
    let mut large = Noise::new(width, (170.0, 170.0), seed);
    let mut small = Noise::new(width, (50.0, 50.0), seed ^ 5);
    let mut canvas = Canvas::from_fn(width, height, |x, y| {
        let cloud = large.at(x, y) * small.at(x, y);
        let dust = lattice(i64::from(x), i64::from(y), seed ^ 6) - 0.5;
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

/// Value noise over the pixels of a picture, to be asked row by row: what [`smooth`] says, but the lattice values around a
/// pixel are those around its neighbour.
struct Noise {
    wave: (f32, f32),
    seed: u64,
    /// For each column the lattice point at its left, and how far it is on the way to the next one.
    columns: Vec<(i64, f32)>,
    /// The row that was asked for last, the lattice point above it, and how far it is on the way to the next one.
    row: (u32, i64, f32),
    /// Left and top of the lattice values below.
    place: (i64, i64),
    /// Top left, top right, bottom left, bottom right.
    corners: [f32; 4],
}

impl Noise {
    fn new(width: u32, wave: (f32, f32), seed: u64) -> Noise {
        Noise {
            wave,
            seed,
            columns: (0..width).map(|x| on_lattice(x as f32 / wave.0)).collect(),
            row: (u32::MAX, 0, 0.0),
            place: (i64::MIN, i64::MIN),
            corners: [0.0; 4],
        }
    }

    fn at(&mut self, x: u32, y: u32) -> f32 {
        if self.row.0 != y {
            let (top, low_part) = on_lattice(y as f32 / self.wave.1);
            self.row = (y, top, low_part);
        }
        let ((left, right_part), (_, top, low_part)) = (self.columns[x as usize], self.row);
        if self.place != (left, top) {
            self.place = (left, top);
            let corner = |dx: i64, dy: i64| lattice(left + dx, top + dy, self.seed);
            self.corners = [corner(0, 0), corner(1, 0), corner(0, 1), corner(1, 1)];
        }
        blend(self.corners, right_part, low_part)
    }
}

/// The lattice point before a place, and how far the place is on the way to the next one, eased.
fn on_lattice(at: f32) -> (i64, f32) {
    let before = at.floor();
    let part = at - before;
    (before as i64, part * part * (3.0 - 2.0 * part))
}

fn blend([top_left, top_right, bottom_left, bottom_right]: [f32; 4], right_part: f32, low_part: f32) -> f32 {
    let upper = top_left + (top_right - top_left) * right_part;
    let lower = bottom_left + (bottom_right - bottom_left) * right_part;
    upper + (lower - upper) * low_part
}

/// Value noise: lattice values blended smoothly, 0 to 1, one wave a unit.
pub(crate) fn smooth(x: f32, y: f32, seed: u64) -> f32 {
    let ((left, right_part), (top, low_part)) = (on_lattice(x), on_lattice(y));
    let corner = |dx: i64, dy: i64| lattice(left + dx, top + dy, seed);
    blend(
        [corner(0, 0), corner(1, 0), corner(0, 1), corner(1, 1)],
        right_part,
        low_part,
    )
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
