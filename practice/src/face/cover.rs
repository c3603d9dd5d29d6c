//! What lies over the board: an absent opponent, news, a chat message, an advertisement, a dialog, a lost connection.

use image::RgbImage;
use vision::{
    area::Area,
    ink::{Ink, Rgb},
    paint::{
        canvas::Canvas,
        lettering::{self, Align},
    },
};

use super::ink::{BRIGHT, Button, DARK, SOFT, Tone, centre, edges, fit, headline, pen, raised, tile, wrap};
use crate::{
    exercise::Exercise,
    layout::Layout,
    model::{Dialog, Link, Model, Target},
};

const CHAT: Rgb = [44, 82, 130];
const PAPER: Rgb = [250, 244, 214];
const BARGAIN: Rgb = [196, 52, 40];
const NEWS: Rgb = [34, 110, 92];

/// Everything over the board, as data: equal covers look equal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Cover {
    away: Option<String>,
    notification: Option<String>,
    chat: Option<Chat>,
    /// Whether the pointer is on its cross.
    advertisement: Option<bool>,
    dialog: Option<Open>,
    lost: Option<Lost>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Chat {
    name: String,
    text: String,
    lit: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Open {
    headline: String,
    text: String,
    tone: Tone,
    buttons: Vec<Button>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Lost {
    Down(Button),
    Reconnecting,
}

impl Cover {
    /// What the model shows over its board.
    pub(super) fn of<P: Exercise>(model: &Model<P>) -> Cover {
        let (popups, hover) = (model.popups(), model.hover());
        let absent = model.game().away.filter(|_| model.game().is_going_on());
        Cover {
            away: absent.map(|_| model.opponent().to_owned()),
            notification: popups.notification.as_ref().map(|(text, _)| text.clone()),
            chat: popups.chat.as_ref().map(|text| Chat {
                name: model.opponent().to_owned(),
                text: text.clone(),
                lit: hover == Some(Target::CloseChat),
            }),
            advertisement: popups
                .advertisement_ms
                .map(|_| hover == Some(Target::CloseAdvertisement)),
            dialog: dialog(model),
            lost: match model.link() {
                Link::Up => None,
                Link::Reconnecting { .. } => Some(Lost::Reconnecting),
                Link::Lost => Some(Lost::Down(Button {
                    text: "Reconnect".to_owned(),
                    lit: hover == Some(Target::Reconnect),
                    accent: true,
                })),
            },
        }
    }

    /// Whether there is nothing over the board.
    pub(super) fn is_nothing(&self) -> bool {
        *self == Cover::default()
    }

    /// The board's picture with all this over it.
    pub(super) fn over(&self, board: &RgbImage, layout: &Layout) -> RgbImage {
        let mut canvas = Canvas::new(board.width(), board.height(), DARK);
        canvas.paste(board, 0, 0);
        let scale = layout.scale;
        let within = |area: Area| Area {
            x: area.x - layout.board.x,
            y: area.y - layout.board.y,
            ..area
        };
        let card = within(layout.dialog);
        if let Some(name) = &self.away {
            raised(&mut canvas, card, scale);
            let below = format!("Waiting for {name} to come back");
            headline(
                &mut canvas,
                card,
                scale,
                ("Opponent disconnected", Tone::Plain),
                &below,
            );
        }
        if let Some(text) = &self.notification {
            notification(&mut canvas, within(layout.notification), text, scale);
        }
        if let Some(message) = &self.chat {
            let areas = (within(layout.chat), within(layout.close_chat));
            chat(&mut canvas, areas, message, scale);
        }
        if let Some(lit) = self.advertisement {
            let areas = (within(layout.advertisement), within(layout.close_advertisement));
            advertisement(&mut canvas, areas, lit, scale);
        }
        let whole = edges(Area::new(0, 0, board.width(), board.height()));
        if let Some(open) = &self.dialog {
            canvas.rectangle(whole.0, whole.1, Ink::new([0, 0, 0], 0.28));
            raised(&mut canvas, card, scale);
            headline(&mut canvas, card, scale, (&open.headline, open.tone), &open.text);
            for (button, place) in open.buttons.iter().zip(layout.choices(open.buttons.len())) {
                button.draw(&mut canvas, within(place), scale);
            }
        }
        if let Some(lost) = &self.lost {
            canvas.rectangle(whole.0, whole.1, Ink::new([120, 122, 126], 0.72));
            let card = within(layout.card);
            raised(&mut canvas, card, scale);
            let below = match lost {
                Lost::Down(_) => "The service does not answer",
                Lost::Reconnecting => "Reconnecting...",
            };
            headline(&mut canvas, card, scale, ("Connection lost", Tone::Bad), below);
            if let Lost::Down(button) = lost {
                button.draw(&mut canvas, within(layout.middle), scale);
            }
        }
        canvas.to_image()
    }
}

fn dialog<P: Exercise>(model: &Model<P>) -> Option<Open> {
    let (headline, text) = model.dialog_text()?;
    let won = model.verdict().and_then(|verdict| verdict.winner) == Some(model.person());
    let tone = match (model.dialog()?, headline.as_str()) {
        (Dialog::Result, "Draw") => Tone::Plain,
        (Dialog::Result, _) if won => Tone::Good,
        (Dialog::Result, _) => Tone::Bad,
        _ => Tone::Plain,
    };
    let buttons = model.choices().iter().enumerate().map(|(index, text)| Button {
        text: (*text).to_owned(),
        lit: model.hover() == Some(Target::Choice(index)),
        accent: index == model.default_choice(),
    });
    Some(Open {
        headline,
        text,
        tone,
        buttons: buttons.collect(),
    })
}

fn notification(canvas: &mut Canvas, area: Area, text: &str, scale: f64) {
    tile(canvas, area, 6.0 * scale, NEWS.into());
    let (_, middle) = centre(area);
    // A mark by which any news is known.
    let mark = (f64::from(area.x) + 18.0 * scale, middle);
    canvas.disc(mark, 10.0 * scale, BRIGHT.into());
    lettering::write(canvas, "i", mark, Align::Centre, pen(11.0, scale, NEWS).bold());
    let left = f64::from(area.x) + 38.0 * scale;
    let text = fit(text, 11.0 * scale, area.right() as f64 - left - 8.0 * scale);
    lettering::write(
        canvas,
        &text,
        (left, middle),
        Align::Left,
        pen(11.0, scale, BRIGHT),
    );
}

/// White cross in a ring on blue.
fn chat(canvas: &mut Canvas, (area, close): (Area, Area), chat: &Chat, scale: f64) {
    tile(canvas, area, 8.0 * scale, CHAT.into());
    let left = f64::from(area.x) + 12.0 * scale;
    let top = f64::from(area.y);
    let title = pen(11.0, scale, BRIGHT).bold();
    lettering::write(canvas, "Message", (left, top + 18.0 * scale), Align::Left, title);
    let (room, height) = (f64::from(area.width) - 24.0 * scale, 10.0 * scale);
    let text = format!("{}: {}", chat.name, chat.text);
    for (index, line) in wrap(&text, height, room, 3).iter().enumerate() {
        let spot = (left, top + (44.0 + 22.0 * index as f64) * scale);
        lettering::write(canvas, line, spot, Align::Left, pen(10.0, scale, BRIGHT));
    }
    let (middle, radius) = (centre(close), f64::from(close.width) / 2.0 - 1.5);
    canvas.ring(middle, radius, 1.6, if chat.lit { BRIGHT } else { SOFT }.into());
    cross(canvas, close, 0.2, BRIGHT);
}

/// Dark cross on a white square.
fn advertisement(canvas: &mut Canvas, (area, close): (Area, Area), lit: bool, scale: f64) {
    tile(canvas, area, 4.0 * scale, PAPER.into());
    let (from, to) = edges(area);
    canvas.frame(
        (from.0 + 1.5, from.1 + 1.5),
        (to.0 - 1.5, to.1 - 1.5),
        3.0,
        BARGAIN.into(),
    );
    let (middle, _) = centre(area);
    let top = f64::from(area.y);
    let room = f64::from(area.width) - 2.0 * f64::from(close.width) - 12.0;
    let title = fit("Advertisement", 11.0 * scale, room);
    let small = pen(11.0, scale, DARK);
    lettering::write(canvas, &title, (middle, top + 18.0 * scale), Align::Centre, small);
    let loud = fit("Stones, half price!", 15.0 * scale, f64::from(area.width) - 16.0);
    let bold = pen(15.0, scale, BARGAIN).bold();
    lettering::write(canvas, &loud, centre(area), Align::Centre, bold);
    tile(
        canvas,
        close,
        0.0,
        if lit { BRIGHT } else { [255, 255, 255] }.into(),
    );
    let (from, to) = edges(close);
    canvas.frame(
        (from.0 + 0.5, from.1 + 0.5),
        (to.0 - 0.5, to.1 - 0.5),
        1.0,
        DARK.into(),
    );
    cross(canvas, close, 0.28, DARK);
}

fn cross(canvas: &mut Canvas, area: Area, share: f64, color: Rgb) {
    let ((x, y), arm) = (centre(area), share * f64::from(area.width));
    canvas.line((x - arm, y - arm), (x + arm, y + arm), 2.0, color.into());
    canvas.line((x - arm, y + arm), (x + arm, y - arm), 2.0, color.into());
}
