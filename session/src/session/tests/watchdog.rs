//! Sessions whose every look is well and of which nothing comes: each must end, in words, by one escalation.

use referee::{gomoku::Move, player::Thought, point::Point, position::Position as _};

use super::{Bounds, Event, Remedy, Session, empty, finish, observation};
use crate::event::Action;

/// Coarse looks: hours go by in these tests.
const LOOK_MS: u64 = 500;
const MINUTE_MS: u64 = 60_000;

/// What a session said, and when it was over.
#[derive(Default)]
struct Night {
    faults: Vec<(&'static str, u64)>,
    remedies: Vec<Remedy>,
    begun: u32,
    ended: u32,
    asked: u32,
    finished: Option<(String, u64)>,
}

impl Night {
    /// The engine answers at once, remedies always work, clicks have to wait for ever, and `look` is seen.
    fn live(session: &mut Session, minutes: u64, mut look: impl FnMut(u64) -> Event) -> Night {
        let mut night = Night::default();
        let mut now_ms = 0;
        while night.finished.is_none() && now_ms < minutes * MINUTE_MS {
            now_ms += LOOK_MS;
            let mut events = vec![look(now_ms)];
            while let Some(event) = events.pop() {
                let said = session.step(event, now_ms);
                night.finished = finish(&said).map(|why| (why, now_ms)).or(night.finished);
                for action in said {
                    events.extend(night.perform(action, now_ms));
                }
            }
        }
        night
    }

    fn perform(&mut self, action: Action, now_ms: u64) -> Option<Event> {
        match action {
            Action::Think { request, .. } => {
                return Some(Event::Thought {
                    request,
                    thought: Thought::bare(Move::Place(Point::new(4, 4))),
                    spent_ms: 1,
                });
            }
            Action::Click(_) => return Some(Event::NotYet),
            Action::Remedy(remedy) => {
                self.remedies.push(remedy);
                return Some(Event::Remedied(Ok(())));
            }
            Action::Fault { kind, .. } => self.faults.push((kind, now_ms)),
            Action::Begin { .. } => self.begun += 1,
            Action::End(_) => self.ended += 1,
            Action::NewGame(_) => self.asked += 1,
            _ => {}
        }
        None
    }

    fn kinds(&self) -> Vec<&'static str> {
        self.faults.iter().map(|(kind, _)| *kind).collect()
    }
}

fn session(bounds: Bounds) -> Session {
    Session::new(bounds, empty(), None)
}

fn empty_board(_: u64) -> Event {
    Event::Read(observation(&empty()))
}

#[test]
fn clicks_that_have_to_wait_for_ever_walk_the_escalation_to_its_end() {
    let mut session = session(Bounds::default());
    let night = Night::live(&mut session, 600, empty_board);
    assert_eq!(night.kinds(), ["no_progress"; 4]);
    assert_eq!(night.remedies, [Remedy::RestartClient, Remedy::StartOver]);
    // The game in hand is given up once, and the one after it is left to the next session.
    assert_eq!((night.begun, night.ended), (2, 1));
    let (why, at_ms) = night.finished.expect("it stops");
    assert!(why.starts_with("no progress: ply 1, "), "{why}");
    assert!(
        (59..62).contains(&(at_ms / MINUTE_MS)),
        "stopped after {at_ms} ms"
    );
}

#[test]
fn the_time_of_a_person_at_the_mouse_does_not_count() {
    let mut session = session(Bounds::default());
    let person = 5 * MINUTE_MS..300 * MINUTE_MS;
    let mut here = false;
    let night = Night::live(&mut session, 320, |now_ms| {
        match (person.contains(&now_ms), here) {
            (true, false) => {
                here = true;
                Event::PersonAtMouse
            }
            (false, true) => {
                here = false;
                Event::PersonLeft
            }
            _ => empty_board(now_ms),
        }
    });
    let first = night
        .faults
        .first()
        .expect("the escalation goes on after the person left");
    assert_eq!((first.0, (first.1 + LOOK_MS) / MINUTE_MS), ("no_progress", 315));
}

#[test]
fn a_lobby_is_not_sat_in_for_ever() {
    let mut session = session(Bounds::default());
    let night = Night::live(&mut session, 600, |_| Event::Away);
    assert_eq!(night.kinds(), ["no_new_game"; 4]);
    let (why, at_ms) = night.finished.expect("it stops");
    assert_eq!(why, "no new game came");
    assert!(at_ms < 5 * MINUTE_MS, "{at_ms}");
}

#[test]
fn opponents_are_sought_for_as_long_as_the_profile_says() {
    let bounds = Bounds {
        seek_ms: Some(120 * MINUTE_MS),
        ..Bounds::default()
    };
    let night = Night::live(&mut session(bounds), 600, |_| Event::Away);
    let (first, at_ms) = night.faults[0];
    assert_eq!(first, "no_new_game");
    assert!((120..121).contains(&(at_ms / MINUTE_MS)), "{at_ms}");
    assert!(night.asked > 1_000, "asked {} times", night.asked);
    assert!(night.finished.is_some_and(|(_, at_ms)| at_ms < 125 * MINUTE_MS));
}

#[test]
fn a_slow_opponent_is_no_stall() {
    let bounds = Bounds {
        opponent_ms: 60 * MINUTE_MS,
        progress_ms: MINUTE_MS,
        ..Bounds::default()
    };
    let mut board = empty();
    let mut session = session(bounds);
    let mut waited = None;
    let mut night = Night::default();
    let mut now_ms = 0;
    while now_ms < 100 * MINUTE_MS && night.ended == 0 {
        now_ms += LOOK_MS;
        let mut events = vec![Event::Read(observation(&board))];
        while let Some(event) = events.pop() {
            for action in session.step(event, now_ms) {
                if let Action::Click(point) = action {
                    board.play(Move::Place(point)).unwrap();
                    waited.get_or_insert(now_ms);
                } else {
                    events.extend(night.perform(action, now_ms));
                }
            }
        }
    }
    assert_eq!(night.kinds(), ["opponent_silent"]);
    assert!(now_ms >= waited.expect("we moved") + 60 * MINUTE_MS);
}

#[test]
fn a_session_tells_how_it_stands() {
    let mut session = session(Bounds::default());
    assert_eq!(session.standing(0).doing, "looking for the board");
    Night::live(&mut session, 1, empty_board);
    let standing = session.standing(MINUTE_MS);
    assert_eq!(standing.doing, "ply 1, about to click");
    assert!(standing.progressed_ms > 0 && standing.progressed_ms < MINUTE_MS);
    assert_eq!(standing.patience_ms, 15 * MINUTE_MS);
    session.step(Event::PersonAtMouse, MINUTE_MS);
    assert_eq!(
        session.standing(MINUTE_MS).doing,
        "ply 1, about to click, while a person has the mouse"
    );
}
