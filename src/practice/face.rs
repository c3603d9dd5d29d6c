//! How the practice client looks: its model drawn into memory. It decides nothing and remembers no game.

use image::RgbImage;
use referee::{color::Color, seat::Seat};
use vision::{
    area::Area,
    calibration::Calibration,
    paint::{
        Painter,
        canvas::{Bend, Canvas, Ink, Rgb, Spot},
        lettering::{self, Align, Pen},
    },
    theme::{Stone, Theme},
};

use crate::practice::{
    layout::Layout,
    model::{Dialog, End, Model, Phase, Target},
};

const DESK: Rgb = [38, 41, 46];
const CARD: Rgb = [52, 56, 63];
const BUTTON: Rgb = [70, 76, 86];
const BUTTON_LIT: Rgb = [88, 96, 108];
const ACCENT: Rgb = [222, 165, 72];
const ACCENT_LIT: Rgb = [238, 186, 98];
const BRIGHT: Rgb = [240, 238, 232];
const SOFT: Rgb = [168, 172, 178];
const DARK: Rgb = [30, 30, 32];
const GOOD: Rgb = [122, 196, 120];
const BAD: Rgb = [232, 110, 96];

/// Where a drawing's random grain begins; the same board every time.
const GRAIN: u64 = 1;

/// Draws one board in one look.
pub(super) struct Face {
    theme: &'static Theme,
    painter: Painter,
    board_size: (u32, u32),
}

impl Face {
    /// A face with a board of `size` x `size` points, `pitch` pixels apart.
    pub(super) fn new(theme: &'static Theme, size: u8, pitch: f64) -> Face {
        let painter = Painter::new(theme, size, size, pitch, GRAIN);
        let board = painter.canvas(&vision::paint::Scene::empty(size, size));
        Face {
            theme,
            painter,
            board_size: (board.width(), board.height()),
        }
    }

    /// The board's picture in pixels.
    pub(super) fn board_size(&self) -> (u32, u32) {
        self.board_size
    }

    /// Where the points are in the board's picture.
    pub(super) fn calibration(&self) -> Calibration {
        self.painter.calibration()
    }

    /// The whole content of the window.
    pub(super) fn draw(&self, model: &Model, layout: &Layout, now_ms: u64) -> RgbImage {
        let mut canvas = Canvas::new(layout.width, layout.height, DESK);
        let board = self.painter.paint(&model.scene(now_ms));
        canvas.paste(&board.image, layout.board.x, layout.board.y);
        for seat in Seat::BOTH {
            self.card(&mut canvas, model, layout, seat);
        }
        status(&mut canvas, model, layout);
        let hovered = model.hover().filter(|_| model.dialog().is_none());
        let lit = |target| hovered == Some(target);
        button(
            &mut canvas,
            layout,
            layout.new_game,
            "New game",
            plain(lit(Target::NewGame)),
        );
        button(&mut canvas, layout, layout.quit, "Quit", plain(lit(Target::Quit)));
        if model.dialog().is_some() {
            dialog(&mut canvas, model, layout);
        }
        canvas.to_image()
    }

    /// One player: stone, name, and a bar when it is their turn.
    fn card(&self, canvas: &mut Canvas, model: &Model, layout: &Layout, seat: Seat) {
        let area = layout.cards[seat.index()];
        let scale = layout.scale;
        tile(canvas, area, 8.0 * scale, CARD.into());
        let turn = match model.phase() {
            Phase::Person => model.person() == seat,
            Phase::Opponent { .. } => model.person() != seat,
            Phase::Over(End::Winner(winner)) => *winner == Some(seat),
            Phase::Over(End::Broken(_)) => false,
        };
        if turn {
            let bar = Area {
                width: (5.0 * scale).round() as u32,
                ..area
            };
            tile(canvas, bar, 2.0 * scale, ACCENT.into());
        }
        let (x, y) = (f64::from(area.x), f64::from(area.y));
        let middle = y + f64::from(area.height) / 2.0 - 0.5;
        let stone = &self.theme.stones[Color::BOTH[seat.index()].index()];
        draw_stone(canvas, stone, (x + 38.0 * scale, middle), 17.0 * scale);
        let (name, wins) = if seat == model.person() {
            ("You", model.score().wins)
        } else {
            (model.opponent(), model.score().losses)
        };
        let left = x + 68.0 * scale;
        let right = x + f64::from(area.width) - 16.0 * scale;
        let wins = wins.to_string();
        let height = 13.0 * scale;
        let room = right - left - lettering::width_of(&wins, height) - 10.0 * scale;
        let name = fit(name, 11.0 * scale, room);
        lettering::write(
            canvas,
            &name,
            (left, middle - 9.0 * scale),
            Align::Left,
            pen(11.0, scale, BRIGHT),
        );
        let seat_name = if seat == Seat::First {
            "moves first"
        } else {
            "moves second"
        };
        let below = (left, middle + 13.0 * scale);
        lettering::write(canvas, seat_name, below, Align::Left, pen(8.0, scale, SOFT));
        lettering::write(
            canvas,
            &wins,
            (right, middle),
            Align::Right,
            pen(13.0, scale, ACCENT).bold(),
        );
    }
}

fn pen(height: f64, scale: f64, color: Rgb) -> Pen {
    Pen::new(height * scale, color)
}

/// The text with as many of its first letters as fit.
fn fit(text: &str, height: f64, room: f64) -> String {
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

/// Corners of an area on its pixels' outer edges.
fn edges(area: Area) -> (Spot, Spot) {
    let from = (f64::from(area.x) - 0.5, f64::from(area.y) - 0.5);
    (from, (area.right() as f64 - 0.5, area.bottom() as f64 - 0.5))
}

fn tile(canvas: &mut Canvas, area: Area, radius: f64, ink: Ink) {
    let (from, to) = edges(area);
    canvas.tile(from, to, radius, ink);
}

fn centre(area: Area) -> Spot {
    let ((left, top), (right, bottom)) = edges(area);
    ((left + right) / 2.0, (top + bottom) / 2.0)
}

fn plain(lit: bool) -> (Rgb, Rgb) {
    (if lit { BUTTON_LIT } else { BUTTON }, BRIGHT)
}

fn accented(lit: bool) -> (Rgb, Rgb) {
    (if lit { ACCENT_LIT } else { ACCENT }, DARK)
}

fn button(canvas: &mut Canvas, layout: &Layout, area: Area, text: &str, (face, letters): (Rgb, Rgb)) {
    let scale = layout.scale;
    tile(canvas, area, 7.0 * scale, face.into());
    let room = f64::from(area.width) - 12.0 * scale;
    let text = fit(text, 11.0 * scale, room);
    lettering::write(
        canvas,
        &text,
        centre(area),
        Align::Centre,
        pen(11.0, scale, letters),
    );
}

fn status(canvas: &mut Canvas, model: &Model, layout: &Layout) {
    let color = match model.phase() {
        Phase::Person => BRIGHT,
        Phase::Opponent { .. } | Phase::Over(End::Winner(None)) => SOFT,
        Phase::Over(End::Winner(Some(seat))) if *seat == model.person() => GOOD,
        Phase::Over(_) => BAD,
    };
    let (scale, area) = (layout.scale, layout.status);
    let left = f64::from(area.x) + 4.0 * scale;
    let text = fit(&model.status(), 15.0 * scale, f64::from(area.width) - 8.0 * scale);
    lettering::write(
        canvas,
        &text,
        (left, centre(area).1),
        Align::Left,
        pen(15.0, scale, color).bold(),
    );
    let moves = model.position().history().len();
    let counted = if moves == 1 {
        "1 move".to_owned()
    } else {
        format!("{moves} moves")
    };
    let draws = match model.score().draws {
        0 => String::new(),
        1 => ", 1 draw".to_owned(),
        draws => format!(", {draws} draws"),
    };
    let text = format!("{}, {counted}{draws}", model.rule().name());
    let below = (left, area.bottom() as f64 + 8.0 * scale);
    lettering::write(canvas, &text, below, Align::Left, pen(9.0, scale, SOFT));
}

fn dialog(canvas: &mut Canvas, model: &Model, layout: &Layout) {
    let Some((headline, text)) = model.dialog_text() else {
        return;
    };
    let (scale, area) = (layout.scale, layout.dialog);
    let (from, to) = edges(layout.board);
    canvas.rectangle(from, to, Ink::new([0, 0, 0], 0.28));
    let shadow = Area {
        y: area.y + (5.0 * scale) as i32,
        ..area
    };
    tile(canvas, shadow, 12.0 * scale, Ink::new([0, 0, 0], 0.35));
    tile(canvas, area, 10.0 * scale, DESK.into());
    let (middle, _) = centre(area);
    let color = match (model.dialog(), model.phase()) {
        (Some(Dialog::Result), Phase::Over(End::Winner(Some(seat)))) if *seat == model.person() => GOOD,
        (Some(Dialog::Result), Phase::Over(End::Winner(Some(_)) | End::Broken(_))) => BAD,
        _ => BRIGHT,
    };
    let at = |y: f64| (middle, f64::from(area.y) + y * scale);
    lettering::write(
        canvas,
        &headline,
        at(34.0),
        Align::Centre,
        pen(17.0, scale, color).bold(),
    );
    let text = fit(&text, 10.0 * scale, f64::from(area.width) - 24.0 * scale);
    lettering::write(canvas, &text, at(66.0), Align::Centre, pen(10.0, scale, SOFT));
    let choices = model.choices();
    for (index, place) in layout.choices(choices.len()).into_iter().enumerate() {
        let lit = model.hover() == Some(Target::Choice(index));
        let colors = if index == model.default_choice() {
            accented(lit)
        } else {
            plain(lit)
        };
        button(canvas, layout, place, choices[index], colors);
    }
}

/// A player's stone in the look of the board, upright and exact.
fn draw_stone(canvas: &mut Canvas, stone: &Stone, centre: Spot, radius: f64) {
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
