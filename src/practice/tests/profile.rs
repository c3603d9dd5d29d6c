//! The built-in profile of the service: its templates are cut from the client's own face, and every page, dialog and
//! pop-up is known by it. Set `PRACTICE_TEMPLATES=write` to cut them anew.
#![allow(
    clippy::disallowed_methods,
    reason = "templates are files that the tests compare, and write when asked to"
)]

use std::path::{Path, PathBuf};

use image::{RgbImage, imageops};
use vision::{area::Area, frame::Frame, screen_state};

use super::stages::{self, Stage};
use crate::{
    client::{Client, library},
    practice::layout::Layout,
};

/// Free pixels around a template's letters.
const MARGIN: u32 = 4;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("clients/practice")
}

/// File name, stage, and where in the window the letters are, with nothing else around them.
fn templates(layout: &Layout) -> Vec<(&'static str, &'static str, Area)> {
    let card = layout.dialog;
    let headline = |card: Area| Area::new(card.x + 12, card.y + 18, card.width - 24, 36);
    let below = Area::new(card.x + 12, card.y + 56, card.width - 24, 22);
    let page = Area {
        y: layout.middle.y - 95,
        ..card
    };
    let face = |area: Area| Area::new(area.x + 10, area.y + 6, area.width - 20, area.height - 12);
    let (one, two) = (layout.choices(1), layout.choices(2));
    let board = layout.board;
    let title = |area: Area, width: u32| Area::new(area.x + 8, area.y + 5, width, 26);
    let inner = |area: Area| Area::new(area.x + 2, area.y + 2, area.width - 4, area.height - 4);
    let news = layout.notification;
    let advertisement = layout.advertisement;
    vec![
        ("lobby.png", "lobby", Area::new(board.x, board.y, board.width, 44)),
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
        ("connection-lost.png", "connection lost", headline(card)),
        ("reconnect.png", "connection lost", face(layout.middle)),
        ("reconnecting.png", "reconnecting", below),
        ("chat.png", "chat", title(layout.chat, 120)),
        ("close-chat.png", "chat", inner(layout.close_chat)),
        (
            "advertisement.png",
            "advertisement",
            title(advertisement, advertisement.width - 60),
        ),
        (
            "close-advertisement.png",
            "advertisement",
            inner(layout.close_advertisement),
        ),
        (
            "news.png",
            "news",
            Area::new(news.x + 6, news.y + 4, 28, news.height - 8),
        ),
    ]
}

/// The part of `area` that differs from its corner, and a little around it.
fn tight(image: &RgbImage, area: Area) -> Area {
    let ground = image.get_pixel(area.x as u32, area.y as u32);
    let columns = area.x as u32..area.right() as u32;
    let rows = area.y as u32..area.bottom() as u32;
    let differs = |x: u32, y: u32| image.get_pixel(x, y) != ground;
    let used_columns: Vec<u32> = columns
        .clone()
        .filter(|x| rows.clone().any(|y| differs(*x, y)))
        .collect();
    let used_rows: Vec<u32> = rows.filter(|y| columns.clone().any(|x| differs(x, *y))).collect();
    let (left, right) = (
        used_columns[0] - MARGIN,
        used_columns[used_columns.len() - 1] + MARGIN,
    );
    let (top, bottom) = (used_rows[0] - MARGIN, used_rows[used_rows.len() - 1] + MARGIN);
    Area::new(left as i32, top as i32, right - left + 1, bottom - top + 1)
}

fn picture(stages: &mut [Stage], name: &str) -> RgbImage {
    let stage = stages.iter_mut().find(|stage| stage.name == name).expect(name);
    let now_ms = stage.desk.now_ms;
    stage.desk.practice.picture(now_ms).clone()
}

#[test]
fn templates_are_cut_from_the_face() {
    let mut stages = stages::all();
    let layout = stages[0].desk.practice.layout().clone();
    let write = std::env::var_os("PRACTICE_TEMPLATES").is_some_and(|value| value == "write");
    if write {
        eprintln!(
            "size = {:?}, calibration = {:?}",
            (layout.width, layout.height),
            layout.calibration
        );
    }
    for (file, stage, area) in templates(&layout) {
        let image = picture(&mut stages, stage);
        let cut = tight(&image, area);
        let template =
            imageops::crop_imm(&image, cut.x as u32, cut.y as u32, cut.width, cut.height).to_image();
        let path = folder().join(file);
        if write {
            std::fs::create_dir_all(folder()).unwrap();
            template.save(&path).unwrap();
            eprintln!(
                "{file}: area = [{}, {}, {}, {}]",
                cut.x, cut.y, cut.width, cut.height
            );
        }
        let kept = image::open(&path).expect(file).to_rgb8();
        assert!(
            kept == template,
            "{file} is not what the client shows: cut it anew with PRACTICE_TEMPLATES=write"
        );
    }
}

/// Names of the profile's screens that are seen, the first of which counts.
fn seen(client: &Client, image: &RgbImage) -> Vec<String> {
    let frame = Frame::from_image(image.clone());
    let screens = client.profile.screens.iter().filter(|screen| {
        let signs = client.signs(screen);
        assert_eq!(signs.len(), screen.when.len());
        signs.iter().all(|sign| screen_state::see(sign, &frame).is_some())
    });
    screens.map(|screen| screen.name.clone()).collect()
}

#[test]
fn every_stage_is_known_by_the_profile() {
    let client = library::from_folder(&folder()).unwrap();
    let mut known = Vec::new();
    for mut stage in stages::all() {
        let now_ms = stage.desk.now_ms;
        let image = stage.desk.practice.picture(now_ms).clone();
        let seen = seen(&client, &image);
        assert_eq!(
            seen.first().map(String::as_str),
            stage.screen,
            "{}: {seen:?}",
            stage.name
        );
        // Where only one thing is up, nothing else is seen.
        let layers = [" with ", "everything", "over all"];
        if !layers.iter().any(|part| stage.name.contains(part)) || stage.name == "game with stones" {
            assert!(seen.len() <= 1, "{}: {seen:?}", stage.name);
        }
        known.extend(stage.screen);
    }
    for screen in &client.profile.screens {
        assert!(
            known.contains(&screen.name.as_str()),
            "no stage shows {:?}",
            screen.name
        );
    }
}

#[test]
fn steps_click_on_what_they_mean() {
    let client = library::from_folder(&folder()).unwrap();
    for mut stage in stages::all() {
        let Some(screen) = client
            .profile
            .screens
            .iter()
            .find(|screen| Some(screen.name.as_str()) == stage.screen)
        else {
            continue;
        };
        let before = (stage.name, stage.desk.practice.revision());
        for step in &screen.steps {
            let crate::client::Step::ClickTemplate(name) = step else {
                continue;
            };
            let now_ms = stage.desk.now_ms;
            let frame = Frame::from_image(stage.desk.practice.picture(now_ms).clone());
            let template = client.template(name).unwrap();
            let found = screen_state::find(template, &frame, frame.area()).unwrap();
            assert!(found.score >= 0.95, "{}: {name} {found:?}", stage.name);
            let (x, y) = (f64::from(found.at.0), f64::from(found.at.1));
            stage.desk.step(crate::practice::Input::Pointer(x, y));
            stage.desk.step(crate::practice::Input::Click(x, y));
        }
        let now_ms = stage.desk.now_ms;
        let image = stage.desk.practice.picture(now_ms).clone();
        let still = seen(&client, &image);
        let waits = screen.steps.is_empty();
        assert_eq!(
            still.first().map(String::as_str) == stage.screen,
            waits,
            "{before:?} became {still:?}"
        );
    }
}

#[test]
fn the_profile_knows_where_the_board_is() {
    let client = library::from_folder(&folder()).unwrap();
    let stages = stages::all();
    let truth = stages[0].desk.practice.calibration();
    let told = client.profile.board.calibration.unwrap();
    assert!((told.origin.0 - truth.origin.0).abs() < 0.01 && (told.origin.1 - truth.origin.1).abs() < 0.01);
    assert_eq!(
        (told.pitch, told.kind, told.columns, told.rows),
        (truth.pitch, truth.kind, truth.columns, truth.rows)
    );
    assert_eq!(client.profile.window.size, Some(stages[0].desk.practice.size()));
}
