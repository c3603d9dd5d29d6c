//! Stones, signs and the marks upon them, one at a time. Which of them stand where is paint's business.

use dice::Dice;
use referee::color::Color;

use crate::{
    ink::Ink,
    paint::{
        canvas::{Bend, Canvas},
        lettering::{self, Align, Pen},
        shape::{Filled, Spot},
        texture::mix,
    },
    theme::{Hover, MarkShape, Stone, Theme},
};

/// One stone to draw.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    /// Its centre.
    pub(crate) at: Spot,
    /// Whose it is.
    pub(crate) color: Color,
    /// Chooses among hand-drawn variants.
    pub(crate) hand: u64,
    /// 1 when it is wholly there.
    pub(crate) alpha: f32,
}

/// A soft shadow towards the lower right.
pub(super) fn shadow(theme: &Theme, pitch: f64, stone: Placed) -> Option<Filled> {
    let solid = matches!(
        theme.stones[stone.color.index()],
        Stone::Glossy { .. } | Stone::Flat { .. } | Stone::Ball { .. }
    );
    if theme.shadow <= 0.0 || !solid {
        return None;
    }
    let radius = theme.radius * pitch;
    let at = (stone.at.0 + 0.13 * radius, stone.at.1 + 0.2 * radius);
    let dark = |alpha: f32| Ink::new([0, 0, 0], alpha * theme.shadow * stone.alpha);
    Filled::shaded_disc(
        at,
        radius * 1.15,
        at,
        &[(0.0, dark(0.9)), (0.78, dark(0.8)), (1.0, dark(0.0))],
    )
}

/// The stone or sign itself.
pub(crate) fn stone(canvas: &mut Canvas, theme: &Theme, pitch: f64, placed: Placed) {
    if let Some(body) = body(theme, pitch, placed) {
        canvas.put(&body);
    }
    lines(canvas, theme, pitch, placed);
}

/// The stone's body; a sign has none.
pub(super) fn body(theme: &Theme, pitch: f64, placed: Placed) -> Option<Filled> {
    let (at, radius) = (placed.at, theme.radius * pitch);
    let ink = |color| Ink::new(color, placed.alpha);
    match &theme.stones[placed.color.index()] {
        Stone::Glossy { body, shine } => {
            let focus = (at.0 - radius * 0.35, at.1 - radius * 0.42);
            let between = mix(*shine, *body, 0.62);
            let rim = mix(*body, [0, 0, 0], 0.28);
            let stops = [
                (0.0, ink(*shine)),
                (0.32, ink(between)),
                (0.72, ink(*body)),
                (1.0, ink(rim)),
            ];
            Filled::shaded_disc(at, radius, focus, &stops)
        }
        Stone::Flat { fill, .. } => Filled::disc(at, radius, ink(*fill)),
        Stone::Ball { heart, rim } => {
            let stops = [
                (0.0, ink(*heart)),
                (0.45, ink(mix(*heart, *rim, 0.7))),
                (1.0, ink(*rim)),
            ];
            Filled::shaded_disc(at, radius, at, &stops)
        }
        Stone::Cross { .. } | Stone::Ring { .. } => None,
    }
}

/// What is drawn with a pen: a stone's rim, or the whole sign.
pub(super) fn lines(canvas: &mut Canvas, theme: &Theme, pitch: f64, placed: Placed) {
    let (at, radius) = (placed.at, theme.radius * pitch);
    match &theme.stones[placed.color.index()] {
        Stone::Glossy { .. } | Stone::Ball { .. } => {}
        Stone::Flat { fill, rim } => {
            if rim != fill {
                let width = (0.045 * pitch).max(1.0);
                canvas.ring(at, radius - width / 2.0, width, Ink::new(*rim, placed.alpha));
            }
        }
        Stone::Cross { line, hands } => {
            let width = (line.width * pitch).max(1.0);
            for stroke in cross(at, radius, *hands, placed.hand) {
                canvas.pen(&stroke, Bend::Smooth, width, line.ink.faded(placed.alpha));
            }
        }
        Stone::Ring { line, hands } => {
            let width = (line.width * pitch).max(1.0);
            let ink = line.ink.faded(placed.alpha);
            if *hands <= 1 {
                canvas.ring(at, radius, width, ink);
            } else {
                canvas.pen(
                    &loop_of(at, radius, *hands, placed.hand),
                    Bend::Smooth,
                    width,
                    ink,
                );
            }
        }
    }
}

fn cross(at: Spot, radius: f64, hands: u8, hand: u64) -> [Vec<Spot>; 2] {
    let wobble = if hands > 1 { 0.2 * radius } else { 0.0 };
    let mut dice = Dice::new(11 + hand % u64::from(hands.max(1)));
    let reach = if hands > 1 { radius } else { radius * 0.8 };
    let mut place = |x: f64, y: f64| {
        let (dx, dy) = (dice.between(-wobble, wobble), dice.between(-wobble, wobble));
        (at.0 + x * reach + dx, at.1 + y * reach + dy)
    };
    [
        vec![place(-1.0, -1.0), place(0.0, 0.0), place(1.0, 1.0)],
        vec![place(1.0, -1.0), place(0.0, 0.0), place(-1.0, 1.0)],
    ]
}

fn loop_of(at: Spot, radius: f64, hands: u8, hand: u64) -> Vec<Spot> {
    let mut dice = Dice::new(97 + hand % u64::from(hands));
    let turn = dice.between(0.0, 6.0);
    let mut spots: Vec<Spot> = (0..7)
        .map(|step| {
            let angle = turn + f64::from(step) * std::f64::consts::TAU / 7.0;
            let reach = radius * dice.between(0.95, 1.22);
            (at.0 + reach * angle.cos(), at.1 + reach * angle.sin())
        })
        .collect();
    spots.push(spots[0]);
    spots
}

/// The part of a last-move mark that lies under the stone.
pub(crate) fn under_last(canvas: &mut Canvas, theme: &Theme, pitch: f64, placed: Placed) {
    let ink = Ink::from(theme.last_move.inks[placed.color.index()]);
    let (from, to) = cell(placed.at, pitch * 0.96);
    match theme.last_move.shape {
        MarkShape::Tint => canvas.rectangle(from, to, ink),
        MarkShape::Box => {
            let (from, to) = cell(placed.at, pitch * 0.9);
            canvas.frame(from, to, (0.07 * pitch).max(1.0), ink);
        }
        _ => {}
    }
}

/// The part of a last-move mark that lies on the stone.
pub(crate) fn over_last(canvas: &mut Canvas, theme: &Theme, pitch: f64, placed: Placed) {
    let ink = Ink::from(theme.last_move.inks[placed.color.index()]);
    let size = theme.radius.min(0.5) * pitch;
    let width = (0.16 * size).max(1.0);
    let (x, y) = placed.at;
    match theme.last_move.shape {
        MarkShape::Dot => canvas.disc(placed.at, size * 0.3, ink),
        MarkShape::Circle => canvas.ring(placed.at, size * 0.55, width, ink),
        MarkShape::Triangle => {
            let (wide, low) = (size * 0.52, size * 0.3);
            canvas.polygon(
                &[(x, y - size * 0.6), (x + wide, y + low), (x - wide, y + low)],
                ink,
            );
        }
        MarkShape::Plus => {
            let arm = size * 0.6;
            canvas.line((x - arm, y), (x + arm, y), width * 1.6, ink);
            canvas.line((x, y - arm), (x, y + arm), width * 1.6, ink);
        }
        MarkShape::Missing | MarkShape::Box | MarkShape::Tint => {}
    }
}

/// A move number in the middle of a stone.
pub(crate) fn number(canvas: &mut Canvas, theme: &Theme, pitch: f64, placed: Placed, number: u16) {
    let text = number.to_string();
    let height = pitch * if text.len() > 2 { 0.27 } else { 0.36 };
    let pen = Pen::new(height, theme.numbers[placed.color.index()]);
    lettering::write(canvas, &text, placed.at, Align::Centre, pen);
}

/// The point under the pointer.
pub(crate) fn hover(canvas: &mut Canvas, theme: &Theme, pitch: f64, at: Spot) {
    match theme.hover {
        Hover::Tint(ink) => {
            let (from, to) = cell(at, pitch * 0.94);
            canvas.rectangle(from, to, ink);
        }
        Hover::Box(ink) => {
            let (from, to) = cell(at, pitch * 0.86);
            canvas.frame(from, to, (0.05 * pitch).max(1.0), ink);
        }
        Hover::Dot(ink) => canvas.disc(at, pitch * 0.16, ink),
    }
}

fn cell(at: Spot, side: f64) -> (Spot, Spot) {
    let half = side / 2.0;
    ((at.0 - half, at.1 - half), (at.0 + half, at.1 + half))
}
