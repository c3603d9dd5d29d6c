//! Keys at what lies over the board and is on no screen of the profile: when they are tried, and when never.

use referee::gomoku;
use vision::observation::Observation;

use super::*;
use profile::familiarity::Familiarity;

const SECOND: u32 = (1_000 / LOOK_MS) as u32;

/// The end of somebody's game with a box over twelve points of it.
fn hidden() -> Observation {
    let mut board = empty();
    for x in 0..4 {
        board.play(Move::Place(Point::new(x, 8))).unwrap();
    }
    under_box(&observation(&board))
}

fn under_box(free: &Observation) -> Observation {
    let mut seen = free.clone();
    for point in free.points().filter(|point| point.x < 4 && point.y < 3) {
        seen.put(point, Content::Uncertain);
    }
    seen
}

fn with_keys(keys: &[&str]) -> Bounds {
    Bounds {
        dismiss: keys.iter().map(|&key| key.to_owned()).collect(),
        ..Bounds::default()
    }
}

/// A session that looks, and the keys that it tried.
struct Watched {
    session: Session,
    now_ms: u64,
    keys: Vec<(u64, String)>,
    /// Whether the pilot finds nothing that the profile does not know.
    is_known: bool,
}

impl Watched {
    fn new(session: Session, now_ms: u64) -> Watched {
        Watched {
            session,
            now_ms,
            keys: Vec::new(),
            is_known: false,
        }
    }

    /// One that waits for a new game.
    fn idle(bounds: Bounds) -> Watched {
        Watched::new(Session::new(bounds, empty(), None), 0)
    }

    fn hear(&mut self, event: Event) {
        for action in self.session.step(event, self.now_ms) {
            match action {
                Action::Dismiss(key) => {
                    self.keys.push((self.now_ms, key.clone()));
                    let is_struck = !self.is_known;
                    self.hear(Event::Dismissed { key, is_struck });
                }
                Action::Remedy(_) => self.hear(Event::Remedied(Ok(()))),
                _ => {}
            }
        }
    }

    fn look(&mut self, seen: &Observation, seconds: u32) {
        for _ in 0..seconds * SECOND {
            self.now_ms += LOOK_MS;
            self.hear(Event::Read(seen.clone()));
        }
    }

    fn names(&self) -> Vec<&str> {
        self.keys.iter().map(|(_, key)| key.as_str()).collect()
    }
}

#[test]
fn what_stays_over_the_board_between_games_gets_each_key_once() {
    let check = |bounds: Bounds, expected: &[&str]| {
        let mut watched = Watched::idle(bounds);
        watched.look(&hidden(), 9);
        assert_eq!(watched.names(), [""; 0], "what goes by itself may do so");
        watched.look(&hidden(), 50);
        assert_eq!(watched.names(), expected);
        let spaced = watched
            .keys
            .windows(2)
            .all(|pair| pair[1].0 >= pair[0].0 + 10_000);
        assert!(spaced, "{:?}", watched.keys);
    };
    check(Bounds::default(), &["Escape"]);
    check(with_keys(&["Escape", "Return"]), &["Escape", "Return"]);
    check(with_keys(&[]), &[]);
}

#[test]
fn nothing_of_the_kind_is_done_at_a_stranger() {
    let bounds = Bounds::for_a_stranger();
    assert_eq!(
        (bounds.familiarity, bounds.dismiss.len()),
        (Familiarity::Stranger, 0)
    );
}

/// A session at our first move, and then so many plies on.
fn in_game(plies: &[(u8, u8)]) -> (Watched, gomoku::Position) {
    let (session, clicked, now_ms) = at_first_click();
    let mut watched = Watched::new(session, now_ms);
    let mut board = empty();
    let clicked = (clicked.x, clicked.y);
    for &(x, y) in [&clicked].into_iter().chain(plies) {
        board.play(Move::Place(Point::new(x, y))).unwrap();
        watched.look(&observation(&board), 1);
    }
    (watched, board)
}

#[test]
fn a_game_that_cannot_have_ended_behind_it_is_not_disturbed_for_long() {
    // It is the opponent's turn, then ours.
    for plies in [&[][..], &[(6, 6)]] {
        let (mut watched, board) = in_game(plies);
        watched.look(&observation(&board), 100);
        assert_eq!(watched.names(), [""; 0], "a board that is seen whole gets none");
        let covered = under_box(&observation(&board));
        watched.look(&covered, 44);
        assert_eq!(watched.names(), [""; 0], "after {plies:?}");
        watched.look(&covered, 300);
        assert!(watched.session.is_playing());
        assert_eq!(watched.names(), ["Escape"], "after {plies:?}");
    }
}

#[test]
fn keys_in_a_game_are_few_whatever_comes_up() {
    let (mut watched, board) = in_game(&[(6, 6)]);
    for _ in 0..10 {
        watched.look(&under_box(&observation(&board)), 60);
        watched.look(&observation(&board), 1);
    }
    assert_eq!(watched.names(), ["Escape"; 2]);
}

/// The opponent's fifth stone may be under the box: what is there is to be seen, and soon.
#[test]
fn what_may_hide_the_end_gets_its_key_soon() {
    let mut board = empty();
    for step in 0..4 {
        for (x, y) in [(step * 2, 8), (4 + step, 0)] {
            board.play(Move::Place(Point::new(x, y))).unwrap();
        }
    }
    board.play(Move::Place(Point::new(8, 6))).unwrap();
    let unfinished = Unfinished {
        position: board.clone(),
        own_seat: Seat::First,
    };
    let session = Session::new(Bounds::default(), empty(), Some(unfinished));
    let mut watched = Watched::new(session, 0);
    watched.look(&observation(&board), 2);
    assert!(watched.session.is_playing());
    watched.look(&under_box(&observation(&board)), 9);
    assert_eq!(watched.names(), [""; 0]);
    watched.look(&under_box(&observation(&board)), 2);
    assert_eq!(watched.names(), ["Escape"]);
}

#[test]
fn no_key_is_tried_before_it_is_known_whether_a_game_is_in_hand() {
    let mut position = empty();
    position.play(Move::Place(Point::new(4, 4))).unwrap();
    let unfinished = Unfinished {
        position: position.clone(),
        own_seat: Seat::First,
    };
    let session = Session::new(Bounds::default(), empty(), Some(unfinished));
    let mut watched = Watched::new(session, 0);
    watched.look(&under_box(&observation(&position)), 5);
    assert_eq!(watched.names(), [""; 0]);
}

#[test]
fn a_person_at_the_mouse_closes_dialogs_as_it_likes() {
    let mut watched = Watched::idle(Bounds::default());
    watched.hear(Event::PersonAtMouse);
    watched.look(&hidden(), 60);
    assert_eq!(watched.names(), [""; 0]);
}

/// What the profile knows is answered as it says, however long that takes; what comes after it is still unknown.
#[test]
fn a_key_that_was_not_struck_is_left() {
    let mut watched = Watched::idle(Bounds {
        seek_ms: Some(3_600_000),
        ..Bounds::default()
    });
    watched.is_known = true;
    watched.look(&hidden(), 45);
    assert_eq!(watched.names(), ["Escape"; 4]);
    watched.is_known = false;
    watched.look(&hidden(), 60);
    assert_eq!(watched.names(), ["Escape"; 5]);
}

#[test]
fn whatever_comes_up_the_keys_between_two_games_are_few() {
    let mut watched = Watched::idle(Bounds {
        seek_ms: Some(3_600_000),
        ..Bounds::default()
    });
    let mut free = observation(&empty());
    for point in free.clone().points().filter(|point| point.y == 8) {
        free.put(point, Content::Stone(referee::color::Color::Black));
    }
    for _ in 0..20 {
        watched.look(&under_box(&free), 15);
        watched.look(&free, 1);
    }
    assert_eq!(watched.names(), ["Escape"; 5]);
}
