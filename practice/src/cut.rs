//! A profile for the pretended service at any size and in any look: the screens of the built-in profile, with pictures
//! cut from that client's own face. The built-in profile itself is what comes out at the usual size.

use std::collections::BTreeMap;

use image::{RgbImage, imageops};
use vision::area::Area;

use crate::{
    face::Pictured,
    layout::Layout,
    shipped::Shipped,
    tour::{TourStage, Venue},
};
use base::user_error::UserError;
use profile::{
    client::{Client, OpponentProfile, PlateProfile},
    library,
    screen::{ClientStep, Screen, SignProfile, SoughtTemplate},
};

/// Free pixels around a template's letters, at the natural scale.
const MARGIN: f64 = 4.0;

/// Pixels around the place where a template was cut, in which it is looked for, too.
const SLACK: i32 = 4;

/// One picture of a profile.
pub struct Cut {
    /// Its file.
    pub file: &'static str,
    /// Where in the window it was cut.
    pub area: Area,
    /// What is seen there.
    pub picture: RgbImage,
}

/// The profile's pictures, cut at that venue.
pub fn pictures<P: Pictured>(venue: &Venue<P>) -> Vec<Cut> {
    cut_from(&mut venue.stages(), venue.scale)
}

fn cut_from<P: Pictured>(stages: &mut [TourStage<P>], scale: f64) -> Vec<Cut> {
    let layout = stages[0].desk.practice.layout().clone();
    let margin = (MARGIN * scale).round().max(2.0) as u32;
    let cut = |(file, stage, area)| {
        let image = shown(stages, stage);
        let area = tight(&image, area, margin);
        let part = imageops::crop_imm(&image, area.x as u32, area.y as u32, area.width, area.height);
        let picture = part.to_image();
        Cut { file, area, picture }
    };
    templates(&layout).into_iter().map(cut).collect()
}

/// The built-in profile as it must be at that venue.
///
/// # Errors
/// None but for a broken program: the built-in profile is part of it.
pub fn client<P: Shipped>(venue: &Venue<P>) -> Result<Client, UserError> {
    let (mut client, place) = fitted(library::built_in(P::CLIENT)?, venue);
    P::tell(&mut client.profile.board, venue.size, place);
    Ok(client)
}

/// That profile as it must be at that venue, but for what it says of the board, and where the board lies.
pub fn fitted<P: Pictured>(mut client: Client, venue: &Venue<P>) -> (Client, P::Place) {
    let mut stages = venue.stages();
    let cuts = cut_from(&mut stages, venue.scale);
    let practice = &stages[0].desk.practice;
    let layout = practice.layout();
    let profile = &mut client.profile;
    let place_of_board = practice.place();
    profile.window.size = Some(practice.size());
    let free = (layout.status.bottom() as i32 + layout.resign.y) / 2;
    profile.mouse.park = Some((layout.status.x + layout.status.width as i32 / 2, free));
    profile.opponent = Some(OpponentProfile {
        plate: plates(layout),
        glyphs: BTreeMap::new(),
        at_least: 0.9,
    });
    let seat = &mut profile.seat;
    let resign = profile
        .policy
        .resign
        .iter_mut()
        .flat_map(|resign| &mut resign.steps);
    for step in profile
        .screens
        .iter_mut()
        .flat_map(Screen::all_steps_mut)
        .chain(resign)
    {
        if let ClientStep::ClickTemplate(SoughtTemplate::Within { template, area }) = step {
            place(&cuts, template, area);
        }
    }
    let signs = profile.screens.iter_mut().map(|screen| &mut screen.when);
    for sign in signs
        .chain([
            &mut profile.board.when,
            &mut seat.first,
            &mut seat.second,
            &mut seat.our_turn,
        ])
        .flatten()
    {
        if let SignProfile::Template {
            template,
            area: Some(area),
            ..
        } = sign
        {
            place(&cuts, template, area);
        }
    }
    // The second seat's card has the same picture further down.
    for sign in &mut seat.second {
        if let SignProfile::Template { area: Some(area), .. } = sign {
            area.1 += layout.cards[1].y - layout.cards[0].y;
        }
    }
    client.templates = cuts
        .into_iter()
        .map(|cut| (cut.file.to_owned(), cut.picture))
        .collect();
    (client, place_of_board)
}

/// Where the names are on the two cards: below no letter, beside neither stone nor clock.
fn plates(layout: &Layout) -> PlateProfile {
    let px = |natural: f64| (natural * layout.scale).round() as i32;
    let [first, second] = layout.cards.map(|card| {
        let (x, y) = (card.x + px(64.0), card.y + px(19.0));
        (x, y, px(116.0) as u32, px(22.0) as u32)
    });
    PlateProfile::BySeat { first, second }
}

/// Tells the area around the place where a template was cut.
fn place(cuts: &[Cut], template: &str, area: &mut (i32, i32, u32, u32)) {
    if let Some(cut) = cuts.iter().find(|cut| cut.file == template) {
        let grown = 2 * SLACK as u32;
        *area = (
            cut.area.x - SLACK,
            cut.area.y - SLACK,
            cut.area.width + grown,
            cut.area.height + grown,
        );
    }
}

/// File name, stage, and where in the window the letters are, with nothing else around them.
fn templates(layout: &Layout) -> Vec<(&'static str, &'static str, Area)> {
    let px = |natural: f64| (natural * layout.scale).round() as i32;
    let long = |natural: f64| px(natural) as u32;
    let card = layout.dialog;
    let headline = |card: Area| {
        Area::new(
            card.x + px(12.0),
            card.y + px(18.0),
            card.width - long(24.0),
            long(36.0),
        )
    };
    let lost = layout.card;
    let below = Area::new(
        lost.x + px(12.0),
        lost.y + px(56.0),
        lost.width - long(24.0),
        long(22.0),
    );
    let page = Area {
        y: layout.middle.y - px(95.0),
        ..lost
    };
    let face = |area: Area| {
        Area::new(
            area.x + px(10.0),
            area.y + px(6.0),
            area.width - long(20.0),
            area.height - long(12.0),
        )
    };
    let (one, two) = (layout.choices(1), layout.choices(2));
    let board = layout.board;
    let title = |area: Area, width: u32| Area::new(area.x + px(8.0), area.y + px(5.0), width, long(26.0));
    let inner = |area: Area| Area::new(area.x + 2, area.y + 2, area.width - 4, area.height - 4);
    let news = layout.notification;
    let advertisement = layout.advertisement;
    let (first, status) = (layout.cards[0], layout.status);
    let you = Area::new(first.x + px(60.0), first.y + px(12.0), long(76.0), long(26.0));
    let turn = Area::new(status.x + 1, status.y + px(4.0), long(200.0), long(36.0));
    let sign = Area::new(
        news.x + px(6.0),
        news.y + px(4.0),
        long(28.0),
        news.height - long(8.0),
    );
    let lobby = Area::new(board.x, board.y, board.width, long(44.0));
    let bargain = title(advertisement, advertisement.width - long(60.0));
    vec![
        ("lobby.png", "lobby", lobby),
        ("seek.png", "lobby", face(layout.new_game)),
        ("seeking.png", "seeking", headline(page)),
        ("signed-out.png", "login", headline(page)),
        ("log-in.png", "login", face(layout.middle)),
        ("take-back.png", "take back", headline(card)),
        ("accept.png", "take back", face(two[0])),
        ("decline.png", "take back", face(two[1])),
        ("draw-offer.png", "draw offer", headline(card)),
        ("give-up.png", "give up", headline(card)),
        ("keep-playing.png", "give up", face(two[1])),
        ("yes.png", "rematch", face(two[0])),
        ("no.png", "rematch", face(two[1])),
        ("maintenance.png", "maintenance", headline(card)),
        ("ok.png", "won", face(one[0])),
        ("won.png", "won", headline(card)),
        ("lost.png", "lost", headline(card)),
        ("drawn.png", "drawn", headline(card)),
        ("no-result.png", "no result", headline(card)),
        ("rematch.png", "rematch", headline(card)),
        ("opponent-away.png", "away", headline(card)),
        ("connection-lost.png", "connection lost", headline(lost)),
        ("reconnect.png", "connection lost", face(layout.middle)),
        ("reconnecting.png", "reconnecting", below),
        ("chat.png", "chat", title(layout.chat, long(120.0))),
        ("close-chat.png", "chat", inner(layout.close_chat)),
        ("advertisement.png", "advertisement", bargain),
        (
            "close-advertisement.png",
            "advertisement",
            inner(layout.close_advertisement),
        ),
        ("leave.png", "give up", face(two[0])),
        ("resign.png", "game", face(layout.resign)),
        ("you.png", "game", you),
        ("your-turn.png", "game", turn),
        ("news.png", "news", sign),
    ]
}

/// What is seen in the stage of that name.
fn shown<P: Pictured>(stages: &mut [TourStage<P>], name: &str) -> RgbImage {
    let stage = stages.iter_mut().find(|stage| stage.name == name);
    let desk = &mut stage.expect("templates name stages of the tour").desk;
    desk.practice.picture(desk.now_ms).clone()
}

/// The part of `area` that differs from its corner, and a little around it.
fn tight(image: &RgbImage, area: Area, margin: u32) -> Area {
    let ground = image.get_pixel(area.x as u32, area.y as u32);
    let columns = area.x as u32..area.right() as u32;
    let rows = area.y as u32..area.bottom() as u32;
    let differs = |x: u32, y: u32| image.get_pixel(x, y) != ground;
    let used_columns: Vec<u32> = columns
        .clone()
        .filter(|x| rows.clone().any(|y| differs(*x, y)))
        .collect();
    let used_rows: Vec<u32> = rows.filter(|y| columns.clone().any(|x| differs(x, *y))).collect();
    let span = |used: &[u32]| Some((used.first()?.saturating_sub(margin), used.last()? + margin));
    match (span(&used_columns), span(&used_rows)) {
        (Some((left, right)), Some((top, bottom))) => {
            Area::new(left as i32, top as i32, right - left + 1, bottom - top + 1)
        }
        _ => area,
    }
}
