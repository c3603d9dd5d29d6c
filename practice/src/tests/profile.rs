//! The built-in profile of the service: its templates are cut from the client's own face, and every page, dialog and
//! pop-up is known by it. Set `PRACTICE_TEMPLATES=write` to cut them anew.
#![allow(
    clippy::disallowed_methods,
    reason = "templates are files that the tests compare, and write when asked to"
)]

use std::path::{Path, PathBuf};

use image::RgbImage;
use referee::{gomoku, soccer};
use vision::{area::Area, calibration::Calibration, frame::Frame, screen_state, theme};

use super::desk::{Desk, setup};
use crate::{
    client::Input,
    cut,
    face::Pictured,
    model::{ClientKey, Seating},
    setup::DialogPlace,
    shipped::Shipped,
    tour::{TourStage, Venue},
};
use profile::{
    client::{BoardProfile, Client},
    library,
    screen::{ClientStep, During, Screen},
};

fn folder<P: Shipped>() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../clients")
        .join(P::CLIENT)
}

fn small(size: u8, theme: &str, pitch: f64) -> Venue {
    Venue {
        size,
        theme: theme::by_name(theme).unwrap(),
        pitch,
        scale: 0.5,
        place: DialogPlace {
            left: 0.3,
            above: 0.8,
        },
    }
}

fn picture<P: Pictured>(stages: &mut [TourStage<P>], name: &str) -> RgbImage {
    let stage = stages.iter_mut().find(|stage| stage.name == name).expect(name);
    let now_ms = stage.desk.now_ms;
    stage.desk.practice.picture(now_ms).clone()
}

/// Set `PRACTICE_SHEETS=FOLDER` to see them.
#[test]
fn every_stage_has_a_face_of_its_own() {
    let mut faces = Vec::new();
    for mut stage in gomoku::Position::usual().stages() {
        let now_ms = stage.desk.now_ms;
        let image = stage.desk.practice.picture(now_ms).clone();
        if let Ok(folder) = std::env::var("PRACTICE_SHEETS") {
            image
                .save(format!("{folder}/{}.png", stage.name.replace(' ', "-")))
                .unwrap();
        }
        assert!(!faces.contains(&image), "{} looks like another stage", stage.name);
        faces.push(image);
    }
    let mut desk = Desk::natural(setup(Seating::First), "plain", 20.0);
    desk.step(Input::Key(ClientKey::Quit));
    assert!(desk.quit);
}

#[test]
fn templates_are_cut_from_the_face() {
    templates_are_cut::<gomoku::Position>();
    templates_are_cut::<soccer::Position>();
}

fn templates_are_cut<P: Shipped>() {
    let write = std::env::var_os("PRACTICE_TEMPLATES").is_some_and(|value| value == "write");
    for cut in cut::pictures(&P::usual()) {
        let path = folder::<P>().join(cut.file);
        if write {
            std::fs::create_dir_all(folder::<P>()).unwrap();
            cut.picture.save(&path).unwrap();
            eprintln!("{}: {:?}", cut.file, cut.area);
        }
        let kept = image::open(&path).expect(cut.file).to_rgb8();
        assert!(
            kept == cut.picture,
            "{} is not what the client shows: cut it anew with PRACTICE_TEMPLATES=write",
            cut.file
        );
    }
}

/// The profile as it is written says what is cut at the usual size.
#[test]
fn the_built_in_profile_is_the_one_of_the_usual_size() {
    profile_is_cut::<gomoku::Position>(|board| {
        let Calibration { origin, .. } = board.calibration.as_mut().unwrap();
        std::mem::take(origin)
    });
    profile_is_cut::<soccer::Position>(|board| {
        let field = board.field.calibration.as_mut().unwrap();
        std::mem::take(&mut field.grid.origin)
    });
}

fn profile_is_cut<P: Shipped>(take_origin: fn(&mut BoardProfile) -> (f64, f64)) {
    let mut written = library::from_folder(&folder::<P>()).unwrap();
    let mut cut = cut::client(&P::usual()).unwrap();
    let (told, truth) = (
        take_origin(&mut written.profile.board),
        take_origin(&mut cut.profile.board),
    );
    assert!((told.0 - truth.0).abs() < 0.01 && (told.1 - truth.1).abs() < 0.01);
    // Where the folder lies is no part of what is written.
    written.profile.launch.as_mut().unwrap().home = None;
    // Any free place will do.
    written.profile.mouse.park = cut.profile.mouse.park;
    assert_eq!(written.profile, cut.profile);
}

/// Screens that are looked for between games; the same signs may mean something else in a game.
fn screens(client: &Client) -> impl Iterator<Item = &Screen> {
    client
        .profile
        .screens
        .iter()
        .filter(|screen| screen.during == During::Any || screen.name == "lobby")
}

/// Names of the profile's screens that are seen, the first of which counts.
fn seen(client: &Client, image: &RgbImage) -> Vec<String> {
    let frame = Frame::from_image(image.clone());
    let screens = screens(client).filter(|screen| {
        let signs = client.signs(&screen.when);
        assert_eq!(signs.len(), screen.when.len());
        signs.iter().all(|sign| screen_state::see(sign, &frame).is_some())
    });
    screens.map(|screen| screen.name.clone()).collect()
}

#[test]
fn every_stage_is_known_by_the_profile() {
    known_as_shipped::<gomoku::Position>();
    known_as_shipped::<soccer::Position>();
}

fn known_as_shipped<P: Shipped>() {
    known_everywhere(&library::from_folder(&folder::<P>()).unwrap(), &P::usual());
}

/// A profile cut at another size and look knows every stage there.
#[test]
fn every_stage_is_known_by_a_profile_of_another_size() {
    for venue in [
        small(7, "plain", 20.0),
        small(12, "slate", 26.0),
        small(9, "discs", 23.0),
    ] {
        let client = cut::client(&venue).unwrap();
        known_everywhere(&client, &venue);
        shown_everywhere(&client, &venue);
    }
}

pub(super) fn known_everywhere<P: Pictured>(client: &Client, venue: &Venue<P>) {
    let mut known = Vec::new();
    for mut stage in venue.stages() {
        let layout = stage.desk.practice.layout();
        let is_hidden = layout.notification.y < layout.board.y + (44.0 * venue.scale) as i32;
        if (venue.scale < 1.0 || is_hidden) && stage.name == "lobby with news" {
            // There the news hide the lobby's name.
            continue;
        }
        let now_ms = stage.desk.now_ms;
        let image = stage.desk.practice.picture(now_ms).clone();
        let seen = seen(client, &image);
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
    for screen in screens(client) {
        assert!(
            known.contains(&screen.name.as_str()),
            "no stage shows {:?}",
            screen.name
        );
    }
}

#[test]
fn steps_click_on_what_they_mean() {
    steps_mean_it::<gomoku::Position>();
    steps_mean_it::<soccer::Position>();
}

fn steps_mean_it<P: Shipped>() {
    let client = library::from_folder(&folder::<P>()).unwrap();
    let answers: [fn(&Screen) -> &[ClientStep]; 3] = [
        |screen| &screen.steps,
        |screen| &screen.accept,
        |screen| &screen.decline,
    ];
    for (index, steps) in answers.into_iter().enumerate() {
        for stage in P::usual().stages() {
            let known = |screen: &&Screen| Some(screen.name.as_str()) == stage.screen;
            let screen = client.profile.screens.iter().find(known);
            // A request has no steps of its own, and only a request has the others.
            if let Some(screen) = screen.filter(|screen| screen.request.is_some() == (index > 0)) {
                clicks_mean_it(&client, stage, screen, steps(screen));
            }
        }
    }
}

fn clicks_mean_it<P: Pictured>(
    client: &Client,
    mut stage: TourStage<P>,
    screen: &Screen,
    steps: &[ClientStep],
) {
    let before = (stage.name, stage.desk.practice.revision());
    for step in steps {
        let ClientStep::ClickTemplate(sought) = step else {
            continue;
        };
        let now_ms = stage.desk.now_ms;
        let frame = Frame::from_image(stage.desk.practice.picture(now_ms).clone());
        let template = client.template(sought.template()).unwrap();
        let (x, y, width, height) = sought.area(&screen.when).expect("all places are told");
        let found = screen_state::find(template, &frame, Area::new(x, y, width, height)).unwrap();
        assert!(found.score >= 0.95, "{}: {sought:?} {found:?}", stage.name);
        let (x, y) = (f64::from(found.at.0), f64::from(found.at.1));
        stage.desk.step(Input::Pointer(x, y));
        stage.desk.step(Input::Click(x, y));
    }
    let now_ms = stage.desk.now_ms;
    let image = stage.desk.practice.picture(now_ms).clone();
    let still = seen(client, &image);
    let waits = !screen.is_answered();
    assert_eq!(
        still.first().map(String::as_str) == stage.screen,
        waits,
        "{before:?} became {still:?}"
    );
}

/// The seat, the turn and the board's presence are read from the panel.
#[test]
fn seat_turn_and_board_are_shown() {
    shown_as_shipped::<gomoku::Position>();
    shown_as_shipped::<soccer::Position>();
}

fn shown_as_shipped<P: Shipped>() {
    shown_everywhere(&library::from_folder(&folder::<P>()).unwrap(), &P::usual());
}

pub(super) fn shown_everywhere<P: Pictured>(client: &Client, venue: &Venue<P>) {
    let up = |signs: &[profile::screen::SignProfile], image: &RgbImage| {
        let frame = Frame::from_image(image.clone());
        client
            .signs(signs)
            .iter()
            .all(|sign| screen_state::see(sign, &frame).is_some())
    };
    let (profile, mut stages) = (&client.profile, venue.stages());
    for (name, board, first, our_turn) in [
        ("game", true, true, true),
        ("game with stones", true, true, false),
        ("lobby", false, false, false),
        ("seeking", false, false, false),
        ("login", false, false, false),
    ] {
        let image = picture(&mut stages, name);
        let seen = (
            up(&profile.board.when, &image),
            up(&profile.seat.first, &image),
            up(&profile.seat.our_turn, &image),
        );
        assert_eq!(seen, (board, first, our_turn), "{name}");
        assert!(!up(&profile.seat.second, &image), "{name}");
    }
}
