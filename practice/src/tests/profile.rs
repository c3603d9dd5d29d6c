//! The built-in profile of the service: its templates are cut from the client's own face, and every page, dialog and
//! pop-up is known by it. Set `PRACTICE_TEMPLATES=write` to cut them anew.
#![allow(
    clippy::disallowed_methods,
    reason = "templates are files that the tests compare, and write when asked to"
)]

use std::path::{Path, PathBuf};

use image::RgbImage;
use vision::{area::Area, frame::Frame, screen_state, theme};

use super::desk::{Desk, setup};
use crate::{
    client::Input,
    cut,
    model::{Key, Seating},
    setup::Place,
    tour::{Stage, Venue},
};
use profile::{
    client::Client,
    library,
    screen::{During, Screen, Step},
};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../clients/practice")
}

/// How `tengen practice --service` looks.
fn usual() -> Venue {
    Venue {
        size: 15,
        theme: theme::by_name("kaya").unwrap(),
        pitch: 40.0,
        scale: 1.0,
        place: Place::MIDDLE,
    }
}

fn small(size: u8, theme: &str, pitch: f64) -> Venue {
    Venue {
        size,
        theme: theme::by_name(theme).unwrap(),
        pitch,
        scale: 0.5,
        place: Place {
            left: 0.3,
            above: 0.8,
        },
    }
}

fn picture(stages: &mut [Stage], name: &str) -> RgbImage {
    let stage = stages.iter_mut().find(|stage| stage.name == name).expect(name);
    let now_ms = stage.desk.now_ms;
    stage.desk.practice.picture(now_ms).clone()
}

/// Set `PRACTICE_SHEETS=FOLDER` to see them.
#[test]
fn every_stage_has_a_face_of_its_own() {
    let mut faces = Vec::new();
    for mut stage in usual().stages() {
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
    desk.step(Input::Key(Key::Quit));
    assert!(desk.quit);
}

#[test]
fn templates_are_cut_from_the_face() {
    let write = std::env::var_os("PRACTICE_TEMPLATES").is_some_and(|value| value == "write");
    for cut in cut::pictures(&usual()) {
        let path = folder().join(cut.file);
        if write {
            std::fs::create_dir_all(folder()).unwrap();
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
    let mut written = library::from_folder(&folder()).unwrap();
    let mut cut = cut::client(&usual()).unwrap();
    let calibration = |client: &mut Client| client.profile.board.calibration.take().unwrap();
    let (told, truth) = (calibration(&mut written), calibration(&mut cut));
    assert!((told.origin.0 - truth.origin.0).abs() < 0.01 && (told.origin.1 - truth.origin.1).abs() < 0.01);
    assert_eq!(
        (told.pitch, told.kind, told.columns, told.rows),
        (truth.pitch, truth.kind, truth.columns, truth.rows)
    );
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
    known_everywhere(&library::from_folder(&folder()).unwrap(), &usual());
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

fn known_everywhere(client: &Client, venue: &Venue) {
    let mut known = Vec::new();
    for mut stage in venue.stages() {
        if venue.scale < 1.0 && stage.name == "lobby with news" {
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
    let client = library::from_folder(&folder()).unwrap();
    let answers: [fn(&Screen) -> &[Step]; 3] = [
        |screen| &screen.steps,
        |screen| &screen.accept,
        |screen| &screen.decline,
    ];
    for (index, steps) in answers.into_iter().enumerate() {
        for stage in usual().stages() {
            let known = |screen: &&Screen| Some(screen.name.as_str()) == stage.screen;
            let screen = client.profile.screens.iter().find(known);
            // A request has no steps of its own, and only a request has the others.
            if let Some(screen) = screen.filter(|screen| screen.request.is_some() == (index > 0)) {
                clicks_mean_it(&client, stage, screen, steps(screen));
            }
        }
    }
}

fn clicks_mean_it(client: &Client, mut stage: Stage, screen: &Screen, steps: &[Step]) {
    let before = (stage.name, stage.desk.practice.revision());
    for step in steps {
        let Step::ClickTemplate(sought) = step else {
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
    shown_everywhere(&library::from_folder(&folder()).unwrap(), &usual());
}

fn shown_everywhere(client: &Client, venue: &Venue) {
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
