//! Paper Soccer in the practice client: clicked on by pixels, looked at by pixels, and whole evenings in memory.

mod laws;
mod world;

use ::profile::library;
use image::RgbImage;
use referee::{
    point::Point,
    position::Position as _,
    seat::Seat,
    soccer::{Direction, Pitch, Position, turn},
    verdict::{Reason, Verdict},
};
use vision::{
    frame::Frame,
    pitch::{read::Reader, theme},
};

use super::profile::{known_everywhere, shown_everywhere};
use crate::{
    client::Input,
    cut,
    desk::Desk,
    exercise::Exercise as _,
    layout,
    ledger::LedgerEntry as _,
    model::{ClientKey, Dialog, Phase, Seating, Target},
    service_event::ServiceEvent,
    setup::{DialogPlace, FieldDisplay, PracticeOpponent, Service, SoccerSetup, Undo},
    taking::{Touch, Way},
    tour::Venue,
};
use actuator::gesture::Button;

type Soccer = Desk<Position>;

const REPLY_MS: u64 = 300;
const FADE_MS: u64 = 100;
const SEEK_MS: u64 = 1_000;

/// A service with one opponent.
fn setup(seating: Seating) -> SoccerSetup {
    SoccerSetup {
        seating,
        result_ms: 700,
        service: Some(Service {
            opponents: vec![PracticeOpponent {
                name: "Ines".to_owned(),
                strength: 720,
                player: 0,
                reply_ms: (REPLY_MS, REPLY_MS),
                rematch: 1.0,
            }],
            seed: 5,
            seek_ms: (SEEK_MS, SEEK_MS),
            game_ms: Some(60_000),
            increment_ms: 1_000,
            reconnect_ms: 500,
        }),
        ..SoccerSetup::default()
    }
}

fn desk(setup: SoccerSetup, theme: &str, square: f64) -> Soccer {
    let theme = theme::by_name(theme).unwrap();
    Desk::new(setup, theme, (square, layout::natural_scale(square)))
}

/// In a game, the person in the first seat.
fn playing(change: impl FnOnce(&mut SoccerSetup)) -> Soccer {
    let mut setup = setup(Seating::First);
    change(&mut setup);
    let at_home = setup.service.is_none();
    let mut desk = desk(setup, "plain", 20.0);
    if !at_home {
        desk.press(Target::Seek);
        desk.pass(SEEK_MS);
    }
    desk
}

impl Soccer {
    /// The person's lines, by clicks.
    fn draw(&mut self, digits: &str) {
        for digit in digits.chars() {
            let way = Direction::from_digit(digit).unwrap();
            let (dx, dy) = way.step();
            let Point { x, y } = self.position().held().unwrap();
            self.place(x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
        }
    }

    /// The opponent's lines, each as soon as it may be there.
    fn reply(&mut self, digits: &str) {
        for digit in digits.chars() {
            self.answer(Ok(Direction::from_digit(digit).unwrap()));
            self.pass(REPLY_MS.max(FADE_MS));
        }
    }

    fn position(&self) -> &Position {
        self.practice.model().position()
    }

    /// The game so far, turn by turn.
    fn turns(&self) -> String {
        let turns = turn::turns(self.position());
        let told: Vec<String> = turns.iter().map(|(_, turn)| turn.to_string()).collect();
        told.join(" ")
    }

    fn status(&self) -> String {
        self.practice.model().status()
    }

    fn shown(&mut self) -> RgbImage {
        let now_ms = self.now_ms;
        self.practice.picture(now_ms).clone()
    }
}

#[test]
fn each_click_draws_a_line_and_bounces_keep_the_turn() {
    let mut desk = playing(|_| {});
    desk.draw("1");
    assert_eq!(
        (desk.turns().as_str(), desk.status().as_str()),
        ("1", "Thinking...")
    );
    desk.draw("1");
    assert_eq!(desk.turns(), "1", "not the person's turn");
    desk.reply("6");
    desk.draw("4");
    assert_eq!(
        (desk.turns().as_str(), desk.status().as_str()),
        ("1 6 4", "Your turn"),
        "a bounce"
    );
    for (x, y) in [(0, 0), (4, 6), (8, 0), (5, 5), (4, 5), (6, 6)] {
        desk.place(x, y);
    }
    assert_eq!(
        desk.turns(),
        "1 6 4",
        "nothing but a free line next to the ball is drawn"
    );
    desk.draw("2");
    assert_eq!(
        (desk.turns().as_str(), desk.status().as_str()),
        ("1 6 42", "Thinking...")
    );
}

#[test]
fn the_opponents_turn_comes_line_by_line() {
    let mut desk = playing(|setup| setup.fade_ms = FADE_MS);
    desk.draw("1");
    desk.reply("6");
    desk.draw("4");
    let asked = desk.asked.len();
    assert_eq!(
        desk.turns(),
        "1 6 4",
        "the ball bounces at the end of the first line"
    );
    desk.draw("2");
    desk.answer(Ok(Direction::from_digit('0').unwrap()));
    desk.pass(REPLY_MS - 1);
    assert_eq!(desk.turns(), "1 6 42");
    desk.pass(1);
    assert_eq!((desk.turns().as_str(), desk.asked.len()), ("1 6 42 0", asked + 2));
    assert!(matches!(desk.practice.model().phase(), Phase::Opponent { .. }));
    let growing = |desk: &Soccer| desk.practice.model().scene(desk.now_ms).growing;
    desk.pass(FADE_MS / 2);
    assert_eq!(growing(&desk).map(|growing| growing.part), Some(0.5));
    desk.answer(Ok(Direction::from_digit('2').unwrap()));
    assert_eq!(
        desk.turns(),
        "1 6 42 0",
        "a line waits until the one before it is there"
    );
    desk.pass(FADE_MS / 2);
    assert_eq!(desk.turns(), "1 6 42 02");
    desk.pass(FADE_MS);
    assert_eq!((growing(&desk), desk.status().as_str()), (None, "Your turn"));
}

#[test]
fn a_turn_is_undone_line_by_line_until_it_is_over() {
    let mut desk = playing(|setup| setup.undo = Undo::UnfinishedTurn);
    desk.draw("1");
    desk.reply("6");
    desk.draw("4");
    assert_eq!(desk.turns(), "1 6 4");
    desk.press(Target::Undo);
    assert_eq!(
        (desk.turns().as_str(), desk.status().as_str()),
        ("1 6", "Your turn")
    );
    desk.draw("4");
    desk.step(Input::Key(ClientKey::Undo));
    assert_eq!(desk.turns(), "1 6");
    desk.press(Target::Undo);
    assert_eq!(desk.turns(), "1 6", "what is over is asked for, and refused");
    desk.press(Target::Resign);
    desk.press(Target::Choice(0));
    let entry = desk.practice.model().ledger()[0].clone();
    assert_eq!((entry.played.turns.len(), entry.played.taken_back.len()), (2, 0));

    let mut desk = playing(|_| {});
    desk.draw("1");
    desk.reply("6");
    desk.draw("4");
    desk.press(Target::Undo);
    desk.step(Input::Key(ClientKey::Undo));
    assert_eq!(desk.turns(), "1 6 4", "not unless it is set");

    let mut desk = playing(|setup| {
        setup.undo = Undo::UnfinishedTurn;
        setup.service = None;
    });
    desk.draw("1");
    desk.reply("6");
    desk.draw("4");
    desk.press(Target::Undo);
    assert_eq!(desk.turns(), "1 6", "at home there is a button for it");
}

#[test]
fn whole_turns_are_taken_back() {
    let mut desk = playing(|_| {});
    desk.draw("1");
    desk.reply("6");
    desk.draw("42");
    desk.reply("02");
    assert_eq!(desk.turns(), "1 6 42 02");
    desk.happen(ServiceEvent::TakeBack);
    assert_eq!(desk.practice.model().dialog(), Some(Dialog::TakeBack));
    desk.press(Target::Choice(0));
    assert_eq!(
        (desk.turns().as_str(), desk.status().as_str()),
        ("1 6 42", "Thinking...")
    );
    desk.happen(ServiceEvent::TakeBack);
    desk.press(Target::Choice(0));
    assert_eq!(desk.turns(), "1", "what came after it goes, too");
    desk.happen(ServiceEvent::TakeBack);
    assert_eq!(desk.practice.model().dialog(), None, "it has no turn left");
    desk.happen(ServiceEvent::Resign);
    let entry = desk.practice.model().ledger()[0].clone();
    let told: Vec<String> = entry
        .played
        .taken_back
        .iter()
        .map(|turn| turn.lines.to_string())
        .collect();
    assert_eq!(told, ["02", "42", "6"]);
    assert_eq!(entry.plies(), desk.position().played());
}

/// Clicks are worth nothing to the clock until the ball rests.
#[test]
fn a_turn_and_not_a_line_brings_time() {
    let mut desk = playing(|_| {});
    let left = |desk: &Soccer| {
        let clock = desk.practice.model().game().countdown.unwrap();
        clock.left_ms(Seat::First, desk.now_ms)
    };
    desk.draw("1");
    assert_eq!(left(&desk), 61_000);
    desk.reply("6");
    desk.draw("4");
    assert_eq!(left(&desk), 61_000);
    desk.draw("2");
    assert_eq!(left(&desk), 62_000);
}

/// How a game ends on the field: its turns by turns of both sides, and what is said.
#[track_caller]
fn check(game: &[&str], pitch: (u8, u8), winner: Seat, reason: Reason, story: &str) {
    let mut desk = playing(|setup| setup.size = Pitch::new(pitch.0, pitch.1).unwrap());
    for (index, turn) in game.iter().enumerate() {
        if index % 2 == 0 {
            desk.draw(turn);
        } else {
            desk.reply(turn);
        }
    }
    let verdict = Verdict {
        winner: Some(winner),
        reason,
    };
    assert_eq!(desk.practice.model().verdict(), Some(verdict), "{}", desk.turns());
    desk.pass(700);
    let result = if winner == Seat::First {
        "You won"
    } else {
        "You lost"
    };
    let told = desk.practice.model().dialog_text();
    assert_eq!(told, Some((result.to_owned(), story.to_owned())));
}

#[test]
fn games_end_on_the_field() {
    let straight = ["0", "0", "0", "0", "0", "0"];
    check(
        &straight,
        (8, 10),
        Seat::First,
        Reason::Goal,
        "Own goal in turn 6",
    );
    check(
        &["4"; 5],
        (4, 8),
        Seat::Second,
        Reason::Goal,
        "Own goal in turn 5",
    );
    check(&["0"; 5], (4, 8), Seat::First, Reason::Goal, "Goal in turn 5");
    check(
        &["1", "1", "1"],
        (6, 6),
        Seat::Second,
        Reason::Blocked,
        "Blocked after 3 turns",
    );
}

fn touch(desk: &mut Soccer, touch: Touch, at: (f64, f64)) {
    desk.step(Input::Pointer(at.0, at.1));
    if let Some(input) = desk.practice.touch(touch, at, desk.now_ms) {
        desk.step(input);
    }
}

#[test]
fn a_drag_leads_the_ball_along_its_path() {
    let mut desk = playing(|setup| setup.takes = Way::Drag);
    let at = |desk: &Soccer, x: u8, y: u8| desk.practice.calibration().centre_of(Point::new(x, y));
    let drag = |desk: &mut Soccer, path: &[(u8, u8)]| {
        let spots: Vec<(f64, f64)> = path.iter().map(|(x, y)| at(desk, *x, *y)).collect();
        touch(desk, Touch::Press(Button::Left), spots[0]);
        for pair in spots.windows(2) {
            for step in 1..=10 {
                let part = f64::from(step) / 10.0;
                let spot = |one: f64, other: f64| one + part * (other - one);
                let spot = (spot(pair[0].0, pair[1].0), spot(pair[0].1, pair[1].1));
                touch(desk, Touch::Move, spot);
            }
        }
        touch(desk, Touch::Release(Button::Left), *spots.last().unwrap());
    };
    drag(&mut desk, &[(3, 6), (3, 5)]);
    assert_eq!(desk.turns(), "", "a drag begins at the ball");
    drag(&mut desk, &[(4, 6), (5, 5)]);
    assert_eq!(desk.turns(), "1");
    let beside = at(&desk, 6, 5);
    touch(&mut desk, Touch::Move, beside);
    desk.reply("6");
    drag(&mut desk, &[(4, 5), (4, 6), (5, 6)]);
    assert_eq!(desk.turns(), "1 6 42");
    // A pointer that jumps is there when the button comes up.
    desk.reply("02");
    assert_eq!(desk.turns(), "1 6 42 02");
    let (from, to) = (at(&desk, 6, 5), at(&desk, 7, 4));
    touch(&mut desk, Touch::Press(Button::Left), from);
    touch(&mut desk, Touch::Release(Button::Left), to);
    assert_eq!(desk.turns(), "1 6 42 02 1");
}

#[test]
fn a_click_that_selects_waits_for_one_that_confirms() {
    let mut desk = playing(|setup| setup.takes = Way::Confirm);
    let at = desk.practice.calibration().centre_of(Point::new(5, 5));
    touch(&mut desk, Touch::Press(Button::Left), at);
    assert_eq!(desk.turns(), "");
    desk.pass(600);
    touch(&mut desk, Touch::Press(Button::Left), at);
    assert_eq!(desk.turns(), "1");
}

#[test]
fn hints_are_shown_if_they_are_wanted() {
    let hints = |looks: FieldDisplay| {
        let mut desk = playing(|setup| setup.looks = looks);
        let (x, y) = desk.practice.calibration().centre_of(Point::new(5, 5));
        desk.step(Input::Pointer(x, y));
        desk.practice.model().scene(desk.now_ms).hints.len()
    };
    let usual = FieldDisplay::default();
    assert_eq!(hints(usual), 1, "the one under the pointer");
    assert_eq!(
        hints(FieldDisplay {
            hover: false,
            ..usual
        }),
        0
    );
    assert_eq!(hints(FieldDisplay { hints: true, ..usual }), 8);
}

/// In every look the field is read from the window as the game has it, at the place that the client tells.
#[test]
fn what_is_shown_is_read() {
    for look in theme::all() {
        let mut desk = desk(
            SoccerSetup {
                seating: Seating::First,
                ..SoccerSetup::default()
            },
            look.name,
            36.0,
        );
        for play in Position::example(Pitch::USUAL) {
            let point = desk.position().point_of(play).unwrap();
            if desk.position().turn() == Seat::First {
                desk.press(Target::Point(point));
            } else {
                desk.answer(Ok(play));
                desk.pass(0);
            }
        }
        desk.step(Input::PointerLeft);
        let frame = Frame::from_image(desk.shown());
        let seen = Reader::new(desk.practice.place()).read(&frame);
        let expected = vision::pitch::reconcile::explain(desk.position(), &seen);
        assert!(
            expected.is_ok_and(|drawn| drawn.lines.is_empty()),
            "{}",
            look.name
        );
    }
}

fn venue(pitch: (u8, u8), theme: &str, square: f64, scale: f64) -> Venue<Position> {
    Venue {
        size: Pitch::new(pitch.0, pitch.1).unwrap(),
        theme: theme::by_name(theme).unwrap(),
        pitch: square,
        scale,
        place: DialogPlace::MIDDLE,
    }
}

/// Every page, dialog and pop-up has a face of its own, and a profile whose pictures were cut there knows them all. Set
/// `PRACTICE_SHEETS=FOLDER` to see them.
#[test]
#[allow(
    clippy::disallowed_methods,
    reason = "sheets can be written for people to see"
)]
fn every_stage_is_known_by_a_profile_cut_there() {
    for (index, venue) in [
        venue((8, 10), "mobile", 40.0, 1.0),
        venue((4, 6), "night", 24.0, 0.6),
        venue((12, 16), "stadium", 22.0, 0.7),
    ]
    .into_iter()
    .enumerate()
    {
        let mut faces = Vec::new();
        for mut stage in venue.stages() {
            let image = stage.desk.shown();
            if let Ok(folder) = std::env::var("PRACTICE_SHEETS") {
                let name = stage.name.replace(' ', "-");
                image.save(format!("{folder}/soccer-{index}-{name}.png")).unwrap();
            }
            assert!(!faces.contains(&image), "{} looks like another stage", stage.name);
            faces.push(image);
        }
        let (client, points) = cut::fitted(library::built_in("practice").unwrap(), &venue);
        assert_eq!(points.grid.columns, venue.size.width() + 1);
        known_everywhere(&client, &venue);
        shown_everywhere(&client, &venue);
    }
}
