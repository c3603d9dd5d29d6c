//! Colours of the practice client's window and the small things drawn with them: tiles, buttons, fitted lines of text.

use vision::{
    area::Area,
    ink::{Ink, Rgb},
    paint::{
        canvas::Canvas,
        lettering::{self, Align, Pen},
        shape::Spot,
    },
};

pub(super) const DESK: Rgb = [38, 41, 46];
pub(super) const CARD: Rgb = [52, 56, 63];
pub(super) const BUTTON: Rgb = [70, 76, 86];
pub(super) const BUTTON_LIT: Rgb = [88, 96, 108];
pub(super) const ACCENT: Rgb = [222, 165, 72];
pub(super) const ACCENT_LIT: Rgb = [238, 186, 98];
pub(super) const BRIGHT: Rgb = [240, 238, 232];
pub(super) const SOFT: Rgb = [168, 172, 178];
pub(super) const DARK: Rgb = [30, 30, 32];
pub(super) const GOOD: Rgb = [122, 196, 120];
pub(super) const BAD: Rgb = [232, 110, 96];

/// What a line of text means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Tone {
    Plain,
    Soft,
    Good,
    Bad,
}

impl Tone {
    pub(super) fn color(self) -> Rgb {
        match self {
            Tone::Plain => BRIGHT,
            Tone::Soft => SOFT,
            Tone::Good => GOOD,
            Tone::Bad => BAD,
        }
    }
}

/// A button's look.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Button {
    pub(super) text: String,
    /// Whether the pointer is over it.
    pub(super) lit: bool,
    /// Whether it is the one that is expected to be pressed.
    pub(super) accent: bool,
}

impl Button {
    pub(super) fn draw(&self, canvas: &mut Canvas, area: Area, scale: f64) {
        let (face, letters) = match (self.accent, self.lit) {
            (false, false) => (BUTTON, BRIGHT),
            (false, true) => (BUTTON_LIT, BRIGHT),
            (true, false) => (ACCENT, DARK),
            (true, true) => (ACCENT_LIT, DARK),
        };
        tile(canvas, area, 7.0 * scale, face.into());
        let room = f64::from(area.width) - 12.0 * scale;
        let text = fit(&self.text, 11.0 * scale, room);
        lettering::write(
            canvas,
            &text,
            centre(area),
            Align::Centre,
            pen(11.0, scale, letters),
        );
    }
}

pub(super) fn pen(height: f64, scale: f64, color: Rgb) -> Pen {
    Pen::new(height * scale, color)
}

/// The text with as many of its first letters as fit.
pub(super) fn fit(text: &str, height: f64, room: f64) -> String {
    if lettering::width_of(text, height) <= room {
        return text.to_owned();
    }
    let mut kept: Vec<char> = text.chars().collect();
    loop {
        kept.pop();
        let shortened = format!("{}..", kept.iter().collect::<String>());
        if kept.is_empty() || lettering::width_of(&shortened, height) <= room {
            return shortened;
        }
    }
}

/// The text broken between words into at most `lines` lines; what is left over is cut off.
pub(super) fn wrap(text: &str, height: f64, room: f64, lines: usize) -> Vec<String> {
    let mut wrapped: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let longer = if line.is_empty() {
            word.to_owned()
        } else {
            format!("{line} {word}")
        };
        if line.is_empty() || lettering::width_of(&longer, height) <= room {
            line = longer;
        } else if wrapped.len() + 1 < lines {
            wrapped.push(std::mem::replace(&mut line, word.to_owned()));
        } else {
            line.push_str(" ..");
            break;
        }
    }
    wrapped.push(line);
    wrapped.iter().map(|line| fit(line, height, room)).collect()
}

/// Corners of an area on its pixels' outer edges.
pub(super) fn edges(area: Area) -> (Spot, Spot) {
    let from = (f64::from(area.x) - 0.5, f64::from(area.y) - 0.5);
    (from, (area.right() as f64 - 0.5, area.bottom() as f64 - 0.5))
}

pub(super) fn tile(canvas: &mut Canvas, area: Area, radius: f64, ink: Ink) {
    let (from, to) = edges(area);
    canvas.tile(from, to, radius, ink);
}

pub(super) fn centre(area: Area) -> Spot {
    let ((left, top), (right, bottom)) = edges(area);
    ((left + right) / 2.0, (top + bottom) / 2.0)
}

/// A headline in the middle of a card, and a softer line below it.
pub(super) fn headline(canvas: &mut Canvas, card: Area, scale: f64, (text, tone): (&str, Tone), below: &str) {
    let (middle, _) = centre(card);
    let at = |y: f64| (middle, f64::from(card.y) + y * scale);
    let room = f64::from(card.width) - 24.0 * scale;
    let text = fit(text, 17.0 * scale, room);
    let bold = pen(17.0, scale, tone.color()).bold();
    lettering::write(canvas, &text, at(34.0), Align::Centre, bold);
    let below = fit(below, 10.0 * scale, room);
    lettering::write(canvas, &below, at(66.0), Align::Centre, pen(10.0, scale, SOFT));
}

/// A card with a shadow, as dialogs have it.
pub(super) fn raised(canvas: &mut Canvas, area: Area, scale: f64) {
    let shadow = Area {
        y: area.y + (5.0 * scale) as i32,
        ..area
    };
    tile(canvas, shadow, 12.0 * scale, Ink::new([0, 0, 0], 0.35));
    tile(canvas, area, 10.0 * scale, DESK.into());
}
