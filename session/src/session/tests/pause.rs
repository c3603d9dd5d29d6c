//! A person asks for pauses: no game is asked for in one, and none is left because of it.

use super::{
    Bounds, Event, LOOK_MS, Session, at_first_click_in, empty, finish, observation, session,
    world::{Faults, World},
};
use crate::event::Action;
use profile::{
    request::{Grant, Request, RequestAnswer},
    screen::Meaning,
};
use referee::gomoku::Move;
use watch::health::AskedState;

const HOUR_MS: u64 = 3_600_000;

fn asks(said: &[Action]) -> bool {
    said.iter().any(|action| matches!(action, Action::NewGame(_)))
}

/// Looks at an empty board; what the session says to it.
fn look_on(session: &mut Session, from_ms: u64, ms: u64) -> Vec<Action> {
    let mut said = Vec::new();
    for now_ms in (from_ms..from_ms + ms).step_by(500) {
        said.extend(session.step(Event::Read(observation(&empty())), now_ms));
    }
    said
}

#[test]
fn a_paused_session_asks_for_no_game_and_is_patient() {
    let mut session = session(2);
    assert_eq!(session.step(Event::Pause, 0).len(), 1);
    assert_eq!(session.step(Event::Pause, 0), [], "once is enough");
    let said = look_on(&mut session, 500, 3 * HOUR_MS);
    assert_eq!(said, [], "nothing is done in a pause");
    let standing = session.standing(3 * HOUR_MS);
    assert_eq!(
        (standing.asked, &*standing.doing),
        (Some(AskedState::Paused), "paused between two games")
    );
    let now_ms = 3 * HOUR_MS + 500;
    assert!(asks(&session.step(Event::Resume, now_ms)));
    assert_eq!(session.standing(now_ms).asked, None);
    let said = look_on(&mut session, now_ms + 1, 10_000);
    assert!(
        said.iter().any(|action| matches!(action, Action::Begin { .. })),
        "{said:?}"
    );
}

/// A window that is gone between two games is nobody's business in a pause, and somebody's after it.
#[test]
fn a_paused_session_leaves_the_client_alone() {
    let mut session = session(2);
    session.step(Event::Pause, 0);
    let blind = |session: &mut Session, from_ms: u64| {
        let looks = (0..400).map(|look| from_ms + look * 500);
        let said = looks
            .flat_map(|now_ms| session.step(Event::Blind(crate::blindness::Blindness::WindowGone), now_ms));
        said.collect::<Vec<_>>()
    };
    // It arrives, and sees nothing but an empty board first.
    look_on(&mut session, 1, 1_000);
    assert_eq!(blind(&mut session, 2_000), []);
    session.step(Event::Resume, 300_000);
    let said = blind(&mut session, 300_500);
    assert!(
        said.iter().any(|action| matches!(action, Action::Remedy(_))),
        "{said:?}"
    );
}

#[test]
fn the_game_in_hand_is_played_to_its_end() {
    let (mut session, point, now_ms) = at_first_click_in(session(2));
    assert_eq!(
        session.step(Event::Pause, now_ms),
        [Action::Say("pausing after the game in hand".to_owned())]
    );
    assert_eq!(session.standing(now_ms).asked, Some(AskedState::Pausing));
    let mut board = empty();
    for play in [point, referee::point::Point::new(0, 0)] {
        referee::position::Position::play(&mut board, Move::Place(play)).unwrap();
    }
    let looks = (1..10).map(|look| now_ms + look * LOOK_MS);
    let said: Vec<Action> = looks
        .flat_map(|now_ms| session.step(Event::Read(observation(&board)), now_ms))
        .collect();
    assert!(
        said.iter().any(|action| matches!(action, Action::Think { .. })),
        "{said:?}"
    );
    let told = Event::Result {
        number: 1,
        name: "lost".to_owned(),
        meaning: Meaning::Lost,
        by: None,
    };
    let looks = (0..200).map(|look| now_ms + 1_000 + look * LOOK_MS);
    let said: Vec<Action> = looks
        .flat_map(|now_ms| session.step(told.clone(), now_ms))
        .collect();
    // What the screen hides is looked at; once the game is over, its answer might begin another one.
    let end = said.iter().position(|action| matches!(action, Action::End(_)));
    let after = &said[end.expect("the game ends")..];
    assert!(
        !after
            .iter()
            .any(|action| matches!(action, Action::AnswerScreen { .. }))
            && !asks(after)
    );
    assert_eq!(session.standing(now_ms + 20_000).asked, Some(AskedState::Paused));
    assert!(asks(&session.step(Event::Resume, now_ms + 20_000)));
}

#[test]
fn an_end_that_is_asked_for_in_a_pause_comes_at_once() {
    let mut session = session(2);
    session.step(Event::Pause, 0);
    look_on(&mut session, 1, 2_000);
    let said = session.step(Event::StopSoon, 3_000);
    assert_eq!(finish(&said).as_deref(), Some("stopped between two games"));
}

#[test]
fn another_game_is_declined_in_a_pause() {
    let bounds = Bounds {
        rematch: Grant::Always,
        ..Bounds::default()
    };
    let mut session = Session::new(bounds, empty(), None);
    session.step(Event::Pause, 0);
    look_on(&mut session, 1, 2_000);
    let request = Event::Request {
        number: 1,
        request: Request::Rematch,
    };
    let said = session.step(request, 3_000);
    let answer = said.iter().find_map(|action| match action {
        Action::Answer { answer, .. } => Some(*answer),
        _ => None,
    });
    assert_eq!(answer, Some(RequestAnswer::Decline));
}

#[test]
fn pauses_at_any_time_break_no_game() {
    let mut pauses = 0;
    for seed in 0..40 {
        let faults = Faults {
            lost_click: 6,
            blind_look: 20,
            late_answer: 30,
            lost_new_game: 3,
            pause: 200,
            ..Faults::default()
        };
        let mut world = World::new(seed, faults);
        world.run(&mut session(3), 600);
        let finished = ("all games are played".to_owned(), true);
        assert_eq!(
            world.finished,
            Some(finished),
            "seed {seed}: {:?}",
            world.faults_told
        );
        world.assert_true(seed);
        pauses += world.pauses;
    }
    assert!(pauses > 100, "{pauses} pauses");
}
