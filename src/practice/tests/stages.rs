//! Every page, dialog and pop-up of the service, as the built-in profile's window shows it.

use referee::{gomoku::Move, point::Point};

use super::desk::{Desk, RESULT_MS};
use crate::practice::{
    happening::{Happening, Return},
    model::{Key, Seating, Setup, Target},
    setup::Service,
};

/// How `tengen practice --service` looks.
pub(super) const THEME: &str = "kaya";
pub(super) const PITCH: f64 = 40.0;

const SEEK_MS: u64 = 3_000;
const REPLY_MS: u64 = 4_000;

/// A state of the client, and the name of the profile's screen for it; `None` where the board is to be played on.
pub(super) struct Stage {
    pub(super) name: &'static str,
    pub(super) screen: Option<&'static str>,
    pub(super) desk: Desk,
}

fn lobby() -> Desk {
    let setup = Setup {
        seating: Seating::First,
        result_ms: RESULT_MS,
        service: Some(Service::usual(1)),
        ..Setup::default()
    };
    Desk::new(setup, THEME, PITCH)
}

fn game(stones: usize) -> Desk {
    let mut desk = lobby();
    desk.press(Target::Seek);
    desk.pass(SEEK_MS);
    let moves = [
        (7, 7),
        (8, 8),
        (6, 8),
        (8, 6),
        (7, 8),
        (5, 8),
        (7, 6),
        (7, 5),
        (8, 7),
        (6, 7),
        (9, 8),
        (11, 12),
    ];
    for (index, (x, y)) in moves.into_iter().cycle().take(stones).enumerate() {
        if index % 2 == 0 {
            desk.place(x, y);
        } else {
            desk.answer(Ok(Move::Place(Point::new(x, y))));
            desk.pass(REPLY_MS);
        }
    }
    desk
}

fn with(mut desk: Desk, happening: Happening) -> Desk {
    desk.happen(happening);
    desk
}

fn ended(happening: Happening) -> Desk {
    let mut desk = with(game(4), happening);
    desk.pass(RESULT_MS);
    desk
}

fn lost() -> Desk {
    let mut desk = game(4);
    desk.press(Target::Resign);
    desk.press(Target::Choice(0));
    desk.pass(RESULT_MS);
    desk
}

fn drawn() -> Desk {
    let mut desk = with(game(4), Happening::DrawOffer);
    desk.press(Target::Choice(0));
    desk.pass(RESULT_MS);
    desk
}

/// A game that broke: the opponent's player failed.
fn broken() -> Desk {
    let mut desk = game(5);
    desk.answer(Err("engine is gone".to_owned()));
    desk.pass(RESULT_MS);
    desk
}

fn won_by_five() -> Desk {
    let mut desk = game(0);
    for x in 0..5 {
        desk.place(3 + x, 5);
        if x < 4 {
            desk.answer(Ok(Move::Place(Point::new(2 * x, 14))));
            desk.pass(REPLY_MS);
        }
    }
    desk.pass(RESULT_MS);
    desk
}

fn rematch() -> Desk {
    for _ in 0..64 {
        let mut desk = won_by_five();
        // Another evening, another opponent, until one wants more.
        for _ in 0..20 {
            desk.press(Target::Choice(0));
            if desk.practice.model().choices() == ["Yes", "No"] {
                return desk;
            }
            desk.press(Target::Seek);
            desk.pass(SEEK_MS);
            desk.happen(Happening::Resign);
            desk.pass(RESULT_MS);
        }
    }
    panic!("nobody wants a rematch");
}

fn reconnecting() -> Desk {
    let mut desk = with(game(6), Happening::ConnectionLost);
    desk.press(Target::Reconnect);
    desk
}

fn seeking() -> Desk {
    let mut desk = lobby();
    desk.press(Target::Seek);
    desk
}

fn resigning() -> Desk {
    let mut desk = game(4);
    desk.press(Target::Resign);
    desk
}

/// All of them.
pub(super) fn all() -> Vec<Stage> {
    let stage = |name, screen, desk| Stage { name, screen, desk };
    let chat = || Happening::Chat("please hurry up, I have to leave in a few minutes".to_owned());
    let news = || Happening::Notification("Tournament begins in 15 minutes".to_owned());
    let maintenance = || Happening::Maintenance("The service will be down for ten minutes".to_owned());
    let advertisement = || Happening::Advertisement { for_ms: 9_000 };
    let away = || Happening::OpponentAway {
        for_ms: 9_000,
        then: Return::Back,
    };
    let mut everything = game(6);
    for happening in [
        chat(),
        news(),
        advertisement(),
        maintenance(),
        Happening::DrawOffer,
    ] {
        everything.happen(happening);
    }
    let mut dark = game(6);
    dark.happen(chat());
    dark.happen(Happening::TakeBack);
    dark.happen(Happening::ConnectionLost);
    vec![
        stage("lobby", Some("lobby"), lobby()),
        stage("lobby with news", Some("lobby"), with(lobby(), news())),
        stage(
            "lobby with maintenance",
            Some("maintenance"),
            with(lobby(), maintenance()),
        ),
        stage(
            "lobby with advertisement",
            Some("advertisement"),
            with(lobby(), advertisement()),
        ),
        stage("seeking", Some("seeking"), seeking()),
        stage("login", Some("signed out"), with(game(4), Happening::Kick)),
        stage("game", None, game(0)),
        stage("game with stones", None, game(11)),
        stage("take back", Some("take back"), with(game(4), Happening::TakeBack)),
        stage(
            "draw offer",
            Some("draw offer"),
            with(game(7), Happening::DrawOffer),
        ),
        stage("give up", Some("give up"), resigning()),
        stage("maintenance", Some("maintenance"), with(game(8), maintenance())),
        stage("won", Some("won"), ended(Happening::Resign)),
        stage("won by five", Some("won"), won_by_five()),
        stage("lost", Some("lost"), lost()),
        stage("drawn", Some("drawn"), drawn()),
        stage("no result", Some("no result"), broken()),
        stage("rematch", Some("rematch"), rematch()),
        stage("away", Some("opponent away"), with(game(6), away())),
        stage(
            "connection lost",
            Some("connection lost"),
            with(game(9), Happening::ConnectionLost),
        ),
        stage("reconnecting", Some("reconnecting"), reconnecting()),
        stage("chat", Some("chat"), with(game(10), chat())),
        stage(
            "advertisement",
            Some("advertisement"),
            with(game(10), advertisement()),
        ),
        stage("news", Some("news"), with(game(10), news())),
        stage("everything", Some("draw offer"), everything),
        stage("connection lost over all", Some("connection lost"), dark),
    ]
}

/// Set `PRACTICE_SHEETS=FOLDER` to see them.
#[test]
fn every_stage_has_a_face_of_its_own() {
    let mut faces = Vec::new();
    for mut stage in all() {
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
    let mut desk = game(2);
    desk.step(crate::practice::Input::Key(Key::Quit));
    assert!(desk.quit);
}
