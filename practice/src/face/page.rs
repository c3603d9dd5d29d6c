//! The pages without a board: the lobby, the search for an opponent, the login. Drawn into the board's place.

use image::RgbImage;
use vision::{
    area::Area,
    paint::{
        canvas::Canvas,
        lettering::{self, Align},
    },
};

use super::ink::{ACCENT, BRIGHT, Button, CARD, DESK, SOFT, Tone, centre, headline, pen, tile};
use crate::{
    exercise::Exercise,
    layout::Layout,
    model::{Model, Page, Target},
};

/// One page, as data: equal pages look equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Leaf {
    /// Names and strengths of those who are online.
    Lobby(Vec<(String, u32)>),
    Seeking(Button),
    Login(Button),
}

/// The page that the model shows; `None` if it is the board.
pub(super) fn leaf<P: Exercise>(model: &Model<P>) -> Option<Leaf> {
    let button = |target: Target, text: &str, accent: bool| Button {
        text: text.to_owned(),
        lit: model.hover() == Some(target) && model.dialog().is_none(),
        accent,
    };
    match model.page() {
        Page::Game => None,
        Page::Lobby => Some(Leaf::Lobby(model.online())),
        Page::Seeking { .. } => Some(Leaf::Seeking(button(Target::StopSeeking, "Cancel", false))),
        Page::Login => Some(Leaf::Login(button(Target::LogIn, "Log in", true))),
    }
}

/// The page's picture, as large as the board.
pub(super) fn draw(leaf: &Leaf, layout: &Layout) -> RgbImage {
    let (width, height) = (layout.board.width, layout.board.height);
    let mut canvas = Canvas::new(width, height, DESK);
    let middle = Area {
        x: layout.middle.x - layout.board.x,
        y: layout.middle.y - layout.board.y,
        ..layout.middle
    };
    let scale = layout.scale;
    // As much above the button as a dialog's text needs.
    let card = Area::new(0, middle.y - (95.0 * scale) as i32, width, (150.0 * scale) as u32);
    match leaf {
        Leaf::Lobby(online) => lobby(&mut canvas, online, Area::new(0, 0, width, height), scale),
        Leaf::Seeking(button) => {
            headline(
                &mut canvas,
                card,
                scale,
                ("Looking for an opponent...", Tone::Plain),
                "",
            );
            button.draw(&mut canvas, middle, scale);
        }
        Leaf::Login(button) => {
            let below = "The service has closed the connection";
            headline(&mut canvas, card, scale, ("Signed out", Tone::Plain), below);
            button.draw(&mut canvas, middle, scale);
        }
    }
    canvas.to_image()
}

fn lobby(canvas: &mut Canvas, online: &[(String, u32)], area: Area, scale: f64) {
    let left = 8.0 * scale;
    let title = pen(20.0, scale, BRIGHT).bold();
    lettering::write(canvas, "Tengen Online", (left, 24.0 * scale), Align::Left, title);
    let count = format!("Players online: {}", online.len());
    lettering::write(
        canvas,
        &count,
        (left, 62.0 * scale),
        Align::Left,
        pen(11.0, scale, SOFT),
    );
    let (row, gap) = ((44.0 * scale) as u32, (8.0 * scale) as i32);
    for (index, (name, strength)) in online.iter().enumerate() {
        let top = (84.0 * scale) as i32 + index as i32 * (row as i32 + gap);
        let place = Area::new(0, top, area.width, row);
        if place.intersection(&area) != Some(place) {
            break;
        }
        tile(canvas, place, 8.0 * scale, CARD.into());
        let (_, middle) = centre(place);
        let name_at = (2.0 * left, middle);
        lettering::write(canvas, name, name_at, Align::Left, pen(11.0, scale, BRIGHT));
        let strength_at = (f64::from(area.width) - 2.0 * left, middle);
        let ink = pen(11.0, scale, ACCENT);
        lettering::write(canvas, &strength.to_string(), strength_at, Align::Right, ink);
    }
}
