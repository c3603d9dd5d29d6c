//! What strangers draw on their boards besides stones: letters, dots, frames, crosses, numbers, the pointer.

use referee::{color::Color, point::Point};

use crate::{
    calibration::Calibration,
    paint::{
        canvas::{Canvas, Ink, Rgb, Spot},
        dice::Dice,
        lettering::{self, Align, Pen},
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
            let number = number + 10 * dice.below(3) as u16;
            let pen = Pen::new(height.min(0.4 * pitch).max(6.0), self.color);
            lettering::write(canvas, &number.to_string(), at, Align::Centre, pen);
        }
    }
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
