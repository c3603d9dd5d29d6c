//! The session against a client in memory: virtual time, seeded faults, and what must never happen.

mod clicks;
mod dismissal;
mod field;
mod openings;
mod pause;
mod requests;
mod result;
mod taking_up;
mod unexpected;
mod watchdog;
mod world;

use referee::{
    gomoku::Move,
    player::Thought,
    point::Point,
    position::Position as _,
    record::Ply,
    seat::Seat,
    verdict::{Reason, Verdict},
};
use vision::observation::{Content, Observation};

use self::world::{Faults, LOOK_MS, World, empty, observation};
use super::{Session, Unfinished};
use crate::{
    blindness::Blindness,
    event::{Action, Event, Remedy},
};
use profile::{
    bounds::Bounds,
    screen::{EndedBy, Meaning},
};

fn session(games: u32) -> Session {
    Session::new(
        Bounds {
            games,
            ..Bounds::default()
        },
        empty(),
        None,
    )
}

#[test]
fn games_are_played_from_both_seats_and_logged_as_the_client_knows_them() {
    for seed in 0..20 {
        let mut world = World::new(seed, Faults::default());
        let mut session = session(4);
        world.run(&mut session, 60);
        let tally = session.standing(0).tally;
        assert_eq!(tally.won + tally.lost + tally.drawn, 4, "seed {seed}");
        assert_eq!(
            world.finished,
            Some(("all games are played".to_owned(), true)),
            "seed {seed}"
        );
        assert_eq!(world.ended.len(), 4);
        assert_eq!(world.faults_told, Vec::<&str>::new(), "seed {seed}");
        world.assert_true(seed);
    }
}

#[test]
fn lost_clicks_torn_looks_and_late_answers_are_survived() {
    let faults = Faults {
        lost_click: 6,
        torn_look: 5,
        blind_look: 20,
        late_answer: 30,
        engine_failure: 25,
        lost_new_game: 3,
        ..Faults::default()
    };
    for seed in 0..60 {
        let mut world = World::new(seed, faults);
        world.run(&mut session(3), 600);
        let (why, done) = world
            .finished
            .clone()
            .unwrap_or_else(|| panic!("seed {seed} never ends"));
        assert!(done, "seed {seed}: {why}, {:?}", world.faults_told);
        world.assert_true(seed);
    }
}

#[test]
fn a_cell_that_can_never_be_told_does_not_stop_the_games() {
    let mut plies = 0;
    for seed in 0..10 {
        let faults = Faults {
            blind_corner: true,
            ..Faults::default()
        };
        let mut world = World::new(seed, faults);
        world.run(&mut session(1), 60);
        // A game ends early when somebody plays into the corner, and only then.
        plies += world.ended.first().map_or(0, |(plies, ..)| plies.len());
        world.assert_true(seed);
    }
    assert!(plies > 200, "{plies} plies in ten games");
}

#[test]
fn stones_that_look_like_none_before_are_taken_where_they_are_due_and_learned() {
    for seed in 0..40 {
        let faults = Faults {
            strange_stone: 4,
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
        assert_eq!(world.faults_told, Vec::<&str>::new(), "seed {seed}");
        world.assert_true(seed);
    }
}

#[test]
fn a_mark_that_stays_on_an_old_stone_is_overruled() {
    let faults = Faults {
        false_mark: true,
        ..Faults::default()
    };
    let mut world = World::new(5, faults);
    world.run(&mut session(2), 60);
    assert_eq!(world.finished, Some(("all games are played".to_owned(), true)));
    assert_eq!(world.faults_told, Vec::<&str>::new());
    world.assert_true(5);
}

#[test]
fn a_client_that_ignores_every_click_stops_the_session_in_words() {
    let mut world = World::new(
        1,
        Faults {
            lost_click: 1,
            ..Faults::default()
        },
    );
    world.run(&mut session(1), 60);
    let (why, done) = world.finished.clone().expect("it stops");
    assert!(!done);
    assert!(
        world.faults_told.contains(&"clicks_ignored"),
        "{:?}",
        world.faults_told
    );
    assert!(world.clicks < 200, "{} clicks, ended with {why}", world.clicks);
}

/// A client that is started again for each game: the time that takes is not that of the game to come.
#[test]
fn a_new_game_is_waited_for_from_when_it_was_asked_for() {
    let mut session = session(1);
    session.step(Event::Read(observation(&empty())), 0);
    let asks = |said: &[Action]| said.contains(&Action::NewGame(None));
    let mut now_ms = 0;
    while !asks(&session.step(Event::Read(observation(&empty())), now_ms)) {
        now_ms += LOOK_MS;
    }
    now_ms += 20_000;
    let said = session.step(Event::Asked, now_ms);
    let later = session.step(Event::Tick, now_ms + LOOK_MS);
    assert_eq!((said, later), (Vec::new(), Vec::new()));
}

fn stranger() -> Session {
    Session::new(Bounds::for_a_stranger(), empty(), None)
}

#[test]
fn a_stranger_that_takes_no_click_is_clicked_three_times() {
    let faults = Faults {
        lost_click: 1,
        ..Faults::default()
    };
    let mut world = World::new(1, faults);
    world.run(&mut stranger(), 60);
    let (why, done) = world.finished.clone().expect("it stops");
    assert!(!done && why.starts_with("clicks have no effect"), "{why}");
    assert_eq!(world.clicks, 3);
}

#[test]
fn a_game_in_which_stones_vanish_is_told_from_gomoku_and_not_clicked_on() {
    let (mut session, point, now_ms) = at_first_click_in(stranger());
    let mut board = empty();
    board.play(Move::Place(point)).unwrap();
    board.play(Move::Place(Point::new(0, 0))).unwrap();
    let mut now_ms = now_ms;
    let mut show = |seen: Observation| {
        let mut said = Vec::new();
        for _ in 0..200 {
            now_ms += LOOK_MS;
            let more = session.step(Event::Read(seen.clone()), now_ms);
            let located = more.contains(&Action::Remedy(Remedy::Locate));
            said.extend(more);
            if located {
                said.extend(session.step(Event::Remedied(Ok(())), now_ms));
            }
        }
        said
    };
    let played = show(observation(&board));
    assert!(played.iter().any(|action| matches!(action, Action::Think { .. })));
    let mut captured = observation(&board);
    captured.put(point, Content::Empty);
    captured.put(Point::new(0, 1), Content::Stone(referee::color::Color::White));
    let said = show(captured);
    let why = finish(&said).expect("it stops");
    assert!(why.starts_with("this game is not gomoku: the stone at"), "{why}");
    assert!(!said.iter().any(|action| matches!(action, Action::Click(_))));
    assert!(
        said.iter()
            .any(|action| matches!(action, Action::End(verdict) if verdict.reason == Reason::Aborted))
    );
}

#[test]
fn a_stranger_that_moves_first_after_all_has_the_first_seat() {
    let (mut session, point, now_ms) = at_first_click_in(stranger());
    let mut board = empty();
    let theirs = Point::new(point.x - 3, point.y);
    board.play(Move::Place(theirs)).unwrap();
    let mut said = Vec::new();
    for step in 1..10 {
        said.extend(session.step(Event::Read(observation(&board)), now_ms + step * LOOK_MS));
    }
    let begun = said.iter().find_map(|action| match action {
        Action::Begin { own_seat, .. } => Some(*own_seat),
        _ => None,
    });
    assert_eq!(begun, Some(Seat::Second), "{said:?}");
    assert!(said.iter().any(|action| matches!(
        action,
        Action::Ply {
            seat: Seat::First,
            ..
        }
    )));
}

/// A client that starts no game; stones of somebody else's are on its board, so that it is not taken for a fresh one.
fn in_mid_game() -> World {
    let mut world = World::new(
        1,
        Faults {
            lost_new_game: 1,
            ..Faults::default()
        },
    );
    for x in 0..4 {
        world.board.play(Move::Place(Point::new(x, 0))).unwrap();
    }
    world
}

#[test]
fn a_strangers_board_in_mid_game_is_left_alone() {
    let mut world = in_mid_game();
    world.run(&mut stranger(), 60);
    let (why, _) = world.finished.clone().expect("it stops");
    assert!(
        why.starts_with("no game begins: 4 stones are on the board already"),
        "{why}"
    );
    assert_eq!(world.clicks, 0);
}

#[test]
fn a_client_that_starts_no_game_stops_the_session_in_words() {
    let mut world = in_mid_game();
    world.run(&mut session(1), 60);
    assert_eq!(world.finished, Some(("no new game came".to_owned(), false)));
    assert_eq!(world.clicks, 0);
}

#[test]
fn an_empty_lobby_is_waited_in_as_long_as_the_client_says_that_it_looks_for_somebody() {
    let mut session = session(1);
    let waiting_ms = Bounds::default().waiting_ms;
    let mut asked = 0;
    for second in 0..2 * waiting_ms / 1_000 {
        let now_ms = second * 1_000;
        let mut said = session.step(Event::Away, now_ms);
        let seeking = Event::Screen {
            name: "seeking".to_owned(),
            meaning: Meaning::Waiting,
            answered: false,
        };
        said.extend(session.step(seeking, now_ms));
        asked += said
            .iter()
            .filter(|action| matches!(action, Action::NewGame(_)))
            .count();
        if now_ms < waiting_ms {
            assert_eq!(asked, 1, "second {second}");
        }
        if said.iter().any(|action| {
            matches!(
                action,
                Action::Fault {
                    kind: "no_new_game",
                    ..
                }
            )
        }) {
            assert!(now_ms > waiting_ms, "second {second}");
            return;
        }
    }
    panic!("waiting has no bound");
}

/// A chat box that was clicked away is still drawn for a moment, and what lies under it is no stone.
#[test]
fn what_lies_under_a_screen_that_was_just_answered_is_not_believed() {
    let (mut session, clicked, at_ms) = at_first_click();
    let mut board = empty();
    board.play(Move::Place(clicked)).unwrap();
    let answered = Event::Screen {
        name: "chat".to_owned(),
        meaning: Meaning::Nothing,
        answered: true,
    };
    session.step(answered, at_ms);
    let mut confirmed_ms = None;
    for later_ms in (0..500).step_by(10) {
        let said = session.step(Event::Read(observation(&board)), at_ms + later_ms);
        if said.iter().any(|action| matches!(action, Action::Ply { .. })) {
            confirmed_ms.get_or_insert(later_ms);
        }
    }
    let bounds = Bounds::default();
    assert_eq!(confirmed_ms, Some(bounds.screen_ms + bounds.settle_ms));
}

#[test]
fn an_unfinished_game_goes_on_where_the_screen_is() {
    for missing in 0..=1 {
        let mut world = World::new(3, Faults::default());
        world.games_started = 1;
        for point in [(4, 4), (3, 3), (5, 5)] {
            world
                .board
                .play(Move::Place(Point::new(point.0, point.1)))
                .unwrap();
        }
        world.plies = world.board.history()[..3 - missing].to_vec();
        let mut position = empty();
        for &played in &world.plies {
            position.play(played).unwrap();
        }
        let unfinished = Unfinished {
            position,
            own_seat: Seat::First,
        };
        let mut session = Session::new(
            Bounds {
                games: 1,
                ..Bounds::default()
            },
            empty(),
            Some(unfinished),
        );
        world.run(&mut session, 60);
        assert_eq!(world.finished, Some(("all games are played".to_owned(), true)));
        assert_eq!(world.games_started, 1, "the game in hand was not given up");
        world.assert_true(3);
    }
}

#[test]
fn a_game_that_was_taken_up_again_is_in_hand_like_any_other() {
    let mut position = empty();
    position.play(Move::Place(Point::new(4, 4))).unwrap();
    let unfinished = Unfinished {
        position: position.clone(),
        own_seat: Seat::First,
    };
    let mut session = Session::new(Bounds::default(), empty(), Some(unfinished));
    assert!(!session.is_playing());
    for now_ms in [0, 100] {
        let said = session.step(Event::Read(observation(&position)), now_ms);
        assert!(!said.iter().any(|action| matches!(action, Action::Begin { .. })));
    }
    assert!(session.is_playing());
}

#[test]
fn an_unfinished_game_that_is_not_on_the_screen_is_closed() {
    let mut world = World::new(4, Faults::default());
    let mut position = empty();
    position.play(Move::Place(Point::new(0, 0))).unwrap();
    position.play(Move::Place(Point::new(8, 8))).unwrap();
    let unfinished = Unfinished {
        position,
        own_seat: Seat::First,
    };
    let mut session = Session::new(
        Bounds {
            games: 1,
            ..Bounds::default()
        },
        empty(),
        Some(unfinished),
    );
    world.run(&mut session, 60);
    assert_eq!(
        world.ended[0].1,
        Verdict {
            winner: None,
            reason: Reason::Aborted
        }
    );
    assert_eq!(world.ended.len(), 2);
}

#[test]
fn the_first_stone_of_a_look_never_seen_is_the_opponents() {
    let mut session = session(1);
    let mut said = Vec::new();
    let mut board = observation(&empty());
    for step in 0..80 {
        if step == 10 {
            board.cells[40].content = Content::Uncertain;
        }
        said.extend(session.step(Event::Read(board.clone()), step * LOOK_MS));
    }
    assert!(said.iter().any(|action| matches!(
        action,
        Action::Begin {
            own_seat: Seat::Second,
            ..
        }
    )));
    let first = Move::Place(Point::new(4, 4));
    assert!(
        said.iter()
            .any(|action| matches!(action, Action::Ply { ply, .. } if ply.play == first))
    );
    assert!(said.iter().any(|action| matches!(action, Action::Learn(Some(_)))));
}

/// Steps a session by hand to our first move of a game that we open.
fn at_first_click() -> (Session, Point, u64) {
    at_first_click_in(session(1))
}

fn at_first_click_in(mut session: Session) -> (Session, Point, u64) {
    let (mut now_ms, mut request) = (0, None);
    let look = Event::Read(observation(&empty()));
    for _ in 0..200 {
        now_ms += LOOK_MS;
        let event = match request.take() {
            Some(request) => {
                let thought = Thought::bare(Move::Place(Point::new(4, 4)));
                Event::Thought {
                    request,
                    thought,
                    spent_ms: 1,
                }
            }
            None => look.clone(),
        };
        for action in session.step(event, now_ms) {
            match action {
                Action::Think { request: number, .. } => request = Some(number),
                Action::Click(point) => return (session, point, now_ms),
                _ => {}
            }
        }
    }
    panic!("no click came");
}

/// An opponent that answers at once: of neither of the first two stones could be learned what it looks like.
#[test]
fn our_first_stone_and_its_answer_may_both_look_like_nothing_known() {
    let (mut session, point, start_ms) = at_first_click();
    let answer = Point::new(3, 5);
    let mut board = observation(&empty());
    for stone in [point, answer] {
        board.put(stone, Content::Uncertain);
    }
    let mut said = Vec::new();
    for step in 1..60 {
        said.extend(session.step(Event::Read(board.clone()), start_ms + step * LOOK_MS));
    }
    let plies: Vec<Move> = said
        .iter()
        .filter_map(|action| match action {
            Action::Ply { ply, .. } => Some(ply.play),
            _ => None,
        })
        .collect();
    assert_eq!(plies, [Move::Place(point), Move::Place(answer)]);
    assert!(said.iter().any(|action| matches!(action, Action::Learn(Some(_)))));
}

#[test]
fn nothing_is_clicked_while_a_person_has_the_mouse() {
    let (mut session, _, mut now_ms) = at_first_click();
    session.step(Event::PersonAtMouse, now_ms);
    let look = |session: &mut Session, now_ms: u64| session.step(Event::Read(observation(&empty())), now_ms);
    for _ in 0..100 {
        now_ms += LOOK_MS;
        assert!(
            !look(&mut session, now_ms)
                .iter()
                .any(|action| matches!(action, Action::Click(_)))
        );
    }
    session.step(Event::PersonLeft, now_ms);
    let clicked = (1..10).any(|step| {
        look(&mut session, now_ms + step * LOOK_MS)
            .iter()
            .any(|action| matches!(action, Action::Click(_)))
    });
    assert!(clicked, "the click is due again");
}

#[test]
fn a_stop_at_once_waits_for_the_click_in_the_air() {
    let (mut session, clicked, now_ms) = at_first_click();
    assert_eq!(
        finish(&session.step(Event::StopNow("enough".to_owned()), now_ms)),
        None
    );
    let mut board = empty();
    board.play(Move::Place(clicked)).unwrap();
    let mut said = Vec::new();
    for step in 1..10 {
        said.extend(session.step(Event::Read(observation(&board)), now_ms + step * LOOK_MS));
    }
    let logged = Ply {
        spent_ms: Some(1),
        ..Ply::bare(Move::Place(clicked))
    };
    assert!(
        said.iter()
            .any(|action| matches!(action, Action::Ply { ply, .. } if *ply == logged))
    );
    assert_eq!(finish(&said), Some("enough".to_owned()));
}

#[test]
fn a_late_answer_is_dropped() {
    let (mut session, _, now_ms) = at_first_click();
    let thought = Thought::bare(Move::Place(Point::new(0, 0)));
    let said = session.step(
        Event::Thought {
            request: 1,
            thought,
            spent_ms: 1,
        },
        now_ms + 1,
    );
    assert_eq!(said, vec![]);
}

#[test]
fn a_vanished_client_is_restarted_and_its_game_goes_on() {
    let (mut session, _, mut now_ms) = at_first_click();
    let mut said = Vec::new();
    for _ in 0..100 {
        now_ms += LOOK_MS;
        said.extend(session.step(Event::Blind(Blindness::WindowGone), now_ms));
    }
    assert!(said.contains(&Action::Remedy(Remedy::RestartClient)));
    assert!(!said.iter().any(|action| matches!(action, Action::End(_))));
}

fn finish(said: &[Action]) -> Option<String> {
    said.iter().find_map(|action| match action {
        Action::Finish { why, .. } => Some(why.clone()),
        _ => None,
    })
}
