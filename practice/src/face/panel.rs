//! The parts of the panel beside the board, each a small picture of its own: player cards, the status, buttons.

use std::collections::HashMap;

use image::RgbImage;
use referee::{seat::Seat, verdict::Reason};
use vision::{
    area::Area,
    paint::{
        canvas::Canvas,
        lettering::{self, Align},
    },
};

use super::{
    Pictured,
    ink::{ACCENT, BAD, BRIGHT, Button, CARD, DESK, SOFT, Tone, centre, fit, pen, tile},
};
use crate::{
    exercise::Exercise,
    layout::Layout,
    model::{Model, Page, Phase, Target},
};

/// One part, as data: equal parts look equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Piece {
    Card(Card),
    Status { text: String, tone: Tone, below: String },
    Button(Button),
}

/// One player: sign, name, and a bar when it is their turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Card {
    seat: Seat,
    turn: bool,
    name: String,
    below: String,
    /// Games won, or the clock.
    right: String,
    /// Whether the clock is nearly down.
    short: bool,
}

/// Cards as they were drawn but for what stands at their right: a clock runs, and all beside it stays. Equal keys look equal.
#[derive(Default)]
pub(super) struct Cards(HashMap<CardKey, Canvas>);

/// All that such a card's picture depends on; the name is as long as there is room for.
#[derive(PartialEq, Eq, Hash)]
struct CardKey {
    size: (u32, u32),
    seat: Seat,
    turn: bool,
    name: String,
    below: String,
}

/// Remembered cards; when there are more, all are forgotten.
const CARDS_MAX: usize = 100;

/// The panel's parts and where they are.
pub(super) fn pieces<P: Exercise>(model: &Model<P>, layout: &Layout, now_ms: u64) -> Vec<(Area, Piece)> {
    let hovered = model.hover().filter(|_| model.dialog().is_none());
    let button = |target: Target, text: &str, accent: bool| {
        Piece::Button(Button {
            text: text.to_owned(),
            lit: hovered == Some(target),
            accent,
        })
    };
    let mut pieces = Vec::new();
    if model.page() == Page::Game {
        for seat in Seat::BOTH {
            pieces.push((layout.cards[seat.index()], Piece::Card(card(model, seat, now_ms))));
        }
        pieces.push((status_area(layout), status(model)));
        if model.stage().service {
            pieces.push((layout.new_game, button(Target::Undo, "Undo", false)));
            pieces.push((layout.resign, button(Target::Resign, "Resign", false)));
        } else {
            pieces.push((layout.new_game, button(Target::NewGame, "New game", false)));
            if model.stage().undo {
                pieces.push((layout.resign, button(Target::Undo, "Undo", false)));
            }
        }
    }
    if model.page() == Page::Lobby {
        pieces.push((layout.new_game, button(Target::Seek, "Seek game", true)));
    }
    pieces.push((layout.quit, button(Target::Quit, "Quit", false)));
    pieces
}

fn card<P: Exercise>(model: &Model<P>, seat: Seat, now_ms: u64) -> Card {
    let own = seat == model.person();
    let turn = match model.phase() {
        Phase::Person => own,
        Phase::Opponent { .. } => !own,
        Phase::Over(end) => end.verdict.winner == Some(seat),
        Phase::Unbegun => false,
    };
    let (name, wins) = if own {
        ("You", model.score().wins)
    } else {
        (model.opponent(), model.score().losses)
    };
    let role = P::role(seat);
    let below = match model.strength().filter(|_| !own) {
        Some(strength) => format!("{strength}, {role}"),
        None => role.to_owned(),
    };
    let clock = model.clock_text(seat, now_ms);
    let short = clock.as_ref().is_some_and(|text| text.starts_with("0:0"));
    Card {
        seat,
        turn,
        name: name.to_owned(),
        below,
        right: clock.unwrap_or_else(|| wins.to_string()),
        short,
    }
}

/// The status line and the smaller one below it.
fn status_area(layout: &Layout) -> Area {
    let below = (16.0 * layout.scale) as u32;
    Area {
        height: layout.status.height + below,
        ..layout.status
    }
}

fn status<P: Exercise>(model: &Model<P>) -> Piece {
    let tone = match model.phase() {
        Phase::Person => Tone::Plain,
        Phase::Opponent { .. } | Phase::Unbegun => Tone::Soft,
        Phase::Over(end) => match end.verdict.winner {
            Some(seat) if seat == model.person() => Tone::Good,
            None if end.verdict.reason != Reason::Aborted => Tone::Soft,
            _ => Tone::Bad,
        },
    };
    let draws = match model.score().draws {
        0 => String::new(),
        1 => ", 1 draw".to_owned(),
        draws => format!(", {draws} draws"),
    };
    Piece::Status {
        text: model.status(),
        tone,
        below: format!("{}{draws}", model.position().caption()),
    }
}

/// The part's picture, of that size. Every `cards` are of one scale and theme.
pub(super) fn draw<P: Pictured>(
    piece: &Piece,
    (width, height): (u32, u32),
    scale: f64,
    theme: &P::Theme,
    cards: &mut Cards,
) -> RgbImage {
    let mut canvas = Canvas::new(width, height, DESK);
    let area = Area::new(0, 0, width, height);
    match piece {
        Piece::Button(button) => button.draw(&mut canvas, area, scale),
        Piece::Card(card) => canvas = draw_card::<P>(canvas, card, scale, theme, cards),
        Piece::Status { text, tone, below } => {
            let left = 4.0 * scale;
            let room = f64::from(width) - 8.0 * scale;
            let bold = pen(15.0, scale, tone.color()).bold();
            let text = fit(text, 15.0 * scale, room);
            lettering::write(&mut canvas, &text, (left, 22.0 * scale - 0.5), Align::Left, bold);
            let spot = (left, f64::from(height) - 8.0 * scale);
            lettering::write(&mut canvas, below, spot, Align::Left, pen(9.0, scale, SOFT));
        }
    }
    canvas.to_image()
}

/// A card on an empty canvas.
fn draw_card<P: Pictured>(
    empty: Canvas,
    card: &Card,
    scale: f64,
    theme: &P::Theme,
    cards: &mut Cards,
) -> Canvas {
    let size = (empty.width(), empty.height());
    let (_, middle) = centre(Area::new(0, 0, size.0, size.1));
    let left = 68.0 * scale;
    let right = f64::from(size.0) - 16.0 * scale;
    let room = right - left - lettering::width_of(&card.right, 13.0 * scale) - 10.0 * scale;
    let key = CardKey {
        size,
        seat: card.seat,
        turn: card.turn,
        name: fit(&card.name, 11.0 * scale, room),
        below: fit(&card.below, 8.0 * scale, right - left),
    };
    if cards.0.len() > CARDS_MAX {
        cards.0.clear();
    }
    let mut canvas = match cards.0.get(&key) {
        Some(known) => known.clone(),
        None => {
            let mut canvas = empty;
            draw_player::<P>(&mut canvas, &key, scale, theme);
            cards.0.insert(key, canvas.clone());
            canvas
        }
    };
    let color = if card.short { BAD } else { ACCENT };
    let spot = (right, middle - 9.0 * scale);
    lettering::write(
        &mut canvas,
        &card.right,
        spot,
        Align::Right,
        pen(13.0, scale, color).bold(),
    );
    canvas
}

/// All of a card but what stands at its right.
fn draw_player<P: Pictured>(canvas: &mut Canvas, card: &CardKey, scale: f64, theme: &P::Theme) {
    let area = Area::new(0, 0, card.size.0, card.size.1);
    tile(canvas, area, 8.0 * scale, CARD.into());
    if card.turn {
        let bar = Area {
            width: (5.0 * scale).round() as u32,
            ..area
        };
        tile(canvas, bar, 2.0 * scale, ACCENT.into());
    }
    let (_, middle) = centre(area);
    P::sign(canvas, theme, card.seat, (38.0 * scale, middle), 17.0 * scale);
    let left = 68.0 * scale;
    let above = (left, middle - 9.0 * scale);
    lettering::write(canvas, &card.name, above, Align::Left, pen(11.0, scale, BRIGHT));
    let below = (left, middle + 13.0 * scale);
    lettering::write(canvas, &card.below, below, Align::Left, pen(8.0, scale, SOFT));
}
