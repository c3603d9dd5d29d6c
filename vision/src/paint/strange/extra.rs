//! What strangers draw on their boards besides stones: letters, dots, frames, crosses, numbers, the pointer.

use dice::Dice;
use referee::{color::Color, point::Point};

use crate::{
    calibration::Calibration,
    ink::{Ink, Rgb},
    paint::{
        canvas::Canvas,
        lettering::{self, Align, Pen},
        shape::Spot,
    },
    theme::{Stone, Theme},
};

/// A stone written as a letter, twice its radius high.
pub(super) fn letter(canvas: &mut Canvas, theme: &Theme, pitch: f64, at: Spot, color: Color, letter: char) {
    let ink = match &theme.stones[color.index()] {
        Stone::Cross { line, .. } | Stone::Ring { line, .. } => *line,
        _ => return,
    };
    let pen = Pen {
        height: 2.0 * theme.radius * pitch,
        width: (ink.width * pitch).max(1.2),
        ink: ink.ink,
    };
    lettering::write(canvas, &letter.to_string(), at, Align::Centre, pen);
}

/// A dot on each point.
pub(super) fn dots(canvas: &mut Canvas, board: &Calibration, color: Rgb, radius: f64, square: bool) {
    let radius = (radius * board.pitch.0).max(0.8);
    for y in 0..board.rows {
        for x in 0..board.columns {
            let at = board.centre_of(Point::new(x, y));
            if square {
                canvas.rectangle(
                    (at.0 - radius, at.1 - radius),
                    (at.0 + radius, at.1 + radius),
                    color.into(),
                );
            } else {
                canvas.disc(at, radius, color.into());
            }
        }
    }
}

/// A frame around the outermost lines, so many pixels away and wide, and what lies beyond it.
pub(super) fn border(
    canvas: &mut Canvas,
    board: &Calibration,
    distance: f64,
    width: f64,
    ink: Rgb,
    beyond: Option<Rgb>,
) {
    let middle = distance + width / 2.0;
    let from = (board.origin.0 - middle, board.origin.1 - middle);
    let (right, bottom) = board.centre_of(Point::new(board.columns - 1, board.rows - 1));
    let to = (right + middle, bottom + middle);
    if let Some(beyond) = beyond {
        let (width, height) = (f64::from(canvas.width()) - 0.5, f64::from(canvas.height()) - 0.5);
        let ink = Ink::from(beyond);
        canvas.rectangle((-0.5, -0.5), (width, from.1), ink);
        canvas.rectangle((-0.5, to.1), (width, height), ink);
        canvas.rectangle((-0.5, -0.5), (from.0, height), ink);
        canvas.rectangle((to.0, -0.5), (width, height), ink);
    }
    canvas.frame(from, to, width, ink.into());
}

/// How points are marked that hold nothing.
pub(super) struct Style {
    cross: bool,
    color: Rgb,
    height: f64,
}

impl Style {
    /// Red, or the lines' colour, or something bright.
    pub(super) fn any(cross: bool, theme: &Theme, dice: &mut Dice) -> Style {
        let written = theme
            .coordinates
            .map_or([60, 60, 60], |coordinates| coordinates.ink);
        let color = *dice.pick(&[[210, 30, 30], [210, 30, 30], [30, 60, 200], [20, 20, 20], written]);
        Style {
            cross,
            color,
            height: dice.between(0.22, 0.5),
        }
    }

    /// On one point.
    pub(super) fn draw(&self, canvas: &mut Canvas, pitch: f64, at: Spot, number: u16, dice: &mut Dice) {
        let height = (self.height * pitch).max(6.0);
        if self.cross {
            let (half, width) = (height / 2.0, (0.14 * height).max(1.0));
            let (left, top, right, bottom) = (at.0 - half, at.1 - half, at.0 + half, at.1 + half);
            canvas.line((left, top), (right, bottom), width, self.color.into());
            canvas.line((left, bottom), (right, top), width, self.color.into());
        } else {
            let number = number + 10 * dice.below(3);
            let pen = Pen::new(height.min(0.4 * pitch).max(6.0), self.color);
            lettering::write(canvas, &number.to_string(), at, Align::Centre, pen);
        }
    }
}

/// What is drawn for stones.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    /// A square with round corners: their radius in pitches.
    Square(f64),
    /// A pale disc with a rim, hatched for Black: from line to line, and a line's width, in pitches.
    Hatched(f64, f64),
}

impl Shape {
    pub(super) fn square(dice: &mut Dice) -> Shape {
        Shape::Square(dice.between(0.0, 0.2))
    }

    pub(super) fn hatched(dice: &mut Dice) -> Shape {
        Shape::Hatched(dice.between(0.1, 0.2), dice.between(0.04, 0.08))
    }

    /// One stone.
    pub(super) fn draw(self, canvas: &mut Canvas, theme: &Theme, pitch: f64, at: Spot, color: Color) {
        let radius = theme.radius * pitch;
        match self {
            Shape::Square(corner) => {
                let fill = match theme.stones[color.index()] {
                    Stone::Glossy { body, .. } => body,
                    Stone::Flat { fill, .. } => fill,
                    Stone::Ball { rim, .. } => rim,
                    Stone::Cross { line, .. } | Stone::Ring { line, .. } => line.ink.color,
                };
                let (from, to) = ((at.0 - radius, at.1 - radius), (at.0 + radius, at.1 + radius));
                canvas.tile(from, to, corner * pitch, fill.into());
            }
            Shape::Hatched(step, width) => {
                let (paper, ink): (Ink, Ink) = ([244, 240, 230].into(), [24, 22, 20].into());
                canvas.disc(at, radius, paper);
                let (step, width) = ((step * pitch).max(2.5), (width * pitch).max(1.2));
                let lines = if color == Color::Black {
                    (radius / step) as i32
                } else {
                    -1
                };
                for line in -lines..=lines {
                    let aside = f64::from(line) * step;
                    let half = (radius * radius - aside * aside).max(0.0).sqrt();
                    let slant = std::f64::consts::FRAC_1_SQRT_2;
                    let middle = (at.0 + aside * slant, at.1 - aside * slant);
                    let from = (middle.0 - half * slant, middle.1 - half * slant);
                    let to = (middle.0 + half * slant, middle.1 + half * slant);
                    canvas.line(from, to, width, ink);
                }
                canvas.ring(at, radius - 0.5, (0.05 * pitch).max(1.0), ink);
            }
        }
    }
}

/// Shadows as a lamp far to one side throws them.
pub(super) struct Shadow {
    shift: Spot,
    radius: f64,
    dark: f32,
}

impl Shadow {
    /// Lengths in pitches.
    pub(super) fn any(dice: &mut Dice) -> Shadow {
        Shadow {
            shift: (dice.between(0.08, 0.3), dice.between(0.1, 0.35)),
            radius: dice.between(0.45, 0.62),
            dark: dice.between(0.25, 0.6) as f32,
        }
    }

    pub(super) fn draw(&self, canvas: &mut Canvas, pitch: f64, at: Spot) {
        let at = (at.0 + self.shift.0 * pitch, at.1 + self.shift.1 * pitch);
        let dark = |part: f32| Ink::new([0, 0, 0], part * self.dark);
        let stops = [(0.0, dark(1.0)), (0.6, dark(0.8)), (1.0, dark(0.0))];
        canvas.shaded_disc(at, self.radius * pitch, at, &stops);
    }
}

/// The whole row and column of one point lit up, or ruled in its middle.
pub(super) fn cross_hair(canvas: &mut Canvas, board: &Calibration, dice: &mut Dice, told: &mut String) {
    let (x, y) = (dice.below(board.columns), dice.below(board.rows));
    let point = Point::new(x, y);
    let at = board.centre_of(point);
    let pitch = board.pitch.0;
    let color: Rgb = *dice.pick(&[
        [255, 220, 60],
        [80, 160, 255],
        [255, 255, 255],
        [220, 40, 40],
        [0, 0, 0],
    ]);
    let (half, alpha) = if dice.chance(0.6) {
        (0.5 * pitch, dice.between(0.1, 0.35))
    } else {
        ((0.04 * pitch).max(0.6), dice.between(0.5, 1.0))
    };
    *told += &format!(
        ", cross-hair of {:.2} {color:?} at {point}, {:.1} wide",
        alpha,
        2.0 * half
    );
    let ink = Ink::new(color, alpha as f32);
    let first = (board.origin.0 - 0.5 * pitch, board.origin.1 - 0.5 * pitch);
    let last = (
        first.0 + f64::from(board.columns) * pitch,
        first.1 + f64::from(board.rows) * pitch,
    );
    canvas.rectangle((first.0, at.1 - half), (last.0, at.1 + half), ink);
    canvas.rectangle((at.0 - half, first.1), (at.0 + half, last.1), ink);
}

/// A cell's name in its upper left corner.
pub(super) fn label(canvas: &mut Canvas, board: &Calibration, point: Point, height: f64, color: Rgb) {
    let (x, y) = board.centre_of(point);
    let name = format!("{}{}", char::from(b'a' + point.x % 26), point.y + 1);
    let at = (x - 0.46 * board.pitch.0, y - 0.46 * board.pitch.0 + height / 2.0);
    lettering::write(canvas, &name, at, Align::Left, Pen::new(height.max(4.0), color));
}

/// The arrow that most desktops show, its tip at `tip`; white with a dark edge, or the other way round.
pub(super) fn pointer(canvas: &mut Canvas, tip: Spot, scale: f64, bright: bool) {
    let outline = [
        (0.0, 0.0),
        (0.0, 16.0),
        (4.0, 12.5),
        (6.5, 18.5),
        (9.0, 17.5),
        (6.5, 11.5),
        (11.5, 11.5),
    ];
    let place = |(x, y): (f64, f64)| (tip.0 + x * scale, tip.1 + y * scale);
    let corners: Vec<Spot> = outline.into_iter().map(place).collect();
    let (fill, edge): (Rgb, Rgb) = if bright {
        ([255; 3], [0; 3])
    } else {
        ([0; 3], [255; 3])
    };
    canvas.polygon(&corners, fill.into());
    for (index, from) in corners.iter().enumerate() {
        canvas.line(*from, corners[(index + 1) % corners.len()], scale, edge.into());
    }
}

/// How far apart two colours are in the channel where they are farthest.
pub(super) fn contrast(a: Rgb, b: Rgb) -> u32 {
    a.iter()
        .zip(b)
        .map(|(a, b)| u32::from(a.abs_diff(b)))
        .max()
        .unwrap_or(0)
}
