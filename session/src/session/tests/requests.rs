//! Requests of opponents: moves taken back, draws, rematches.

use referee::{
    gomoku::{self, Move},
    player::Thought,
    point::Point,
    position::Position as _,
    seat::Seat,
    verdict::{Reason, Verdict},
};

use super::{
    super::{Session, Unfinished},
    world::{Faults, LOOK_MS, World, empty, observation},
};
use crate::event::{Action, Event};
use profile::{
    bounds::Bounds,
    request::{DrawRule, DrawScore, Grant, Request, RequestAnswer},
    screen::Meaning,
};

#[test]
fn games_with_take_backs_are_logged_as_the_client_knows_them() {
    let mut taken_back = 0;
    for (take_back, most) in [
        (Grant::Always, u32::MAX),
        (Grant::AtMost(2), 2),
        (Grant::Never, 0),
    ] {
        for seed in 0..8 {
            let faults = Faults {
                take_back: 40,
                lost_click: 8,
                torn_look: 12,
                late_answer: 40,
                ..Faults::default()
            };
            let mut world = World::new(seed, faults);
            let bounds = Bounds {
                games: 3,
                take_back,
                ..Bounds::default()
            };
            world.run(&mut Session::new(bounds, empty(), None), 600);
            let finished = ("all games are played".to_owned(), true);
            assert_eq!(
                world.finished,
                Some(finished),
                "seed {seed}: {:?}",
                world.faults_told
            );
            assert!(world.taken_back.iter().all(|count| *count <= most), "seed {seed}");
            taken_back += world.taken_back.iter().sum::<u32>();
            world.assert_true(seed);
        }
    }
    assert!(taken_back > 100, "{taken_back} take-backs");
}

/// A game at a table where everything is done by hand. We move first, down the left column.
struct Table {
    session: Session,
    board: gomoku::Position,
    now_ms: u64,
    score: i32,
    said: Vec<Action>,
    clicked: Option<Point>,
}

impl Table {
    fn new(bounds: Bounds) -> Table {
        Table {
            session: Session::new(bounds, empty(), None),
            board: empty(),
            now_ms: 0,
            score: 0,
            said: Vec::new(),
            clicked: None,
        }
    }

    fn tell(&mut self, event: Event) {
        let mut events = vec![event];
        while let Some(event) = events.pop() {
            for action in self.session.step(event, self.now_ms) {
                match &action {
                    Action::Think {
                        request, position, ..
                    } => {
                        let play = position
                            .legal_moves()
                            .into_iter()
                            .find(
                                |play| matches!(play, Move::Place(point) if point.x == 0 && point.y % 2 == 0),
                            )
                            .unwrap();
                        let mut thought = Thought::bare(play);
                        thought.score = Some(self.score);
                        events.push(Event::Thought {
                            request: *request,
                            thought,
                            spent_ms: 1,
                        });
                    }
                    Action::Click(point) => self.clicked = Some(*point),
                    Action::Remedy(_) => events.push(Event::Remedied(Ok(()))),
                    _ => {}
                }
                self.said.push(action);
            }
        }
    }

    /// Looks for so long; clicks put no stone.
    fn look(&mut self, ms: u64) {
        for _ in 0..ms / LOOK_MS {
            self.now_ms += LOOK_MS;
            self.tell(Event::Read(observation(&self.board)));
        }
    }

    /// Our next stone is clicked, put and confirmed.
    fn ours(&mut self) {
        self.clicked = None;
        for _ in 0..200 {
            self.look(LOOK_MS);
            if let Some(point) = self.clicked {
                self.board.play(Move::Place(point)).unwrap();
                self.look(200);
                return;
            }
        }
        panic!("no click: {:?}", self.said);
    }

    fn theirs(&mut self, x: u8) {
        self.board.play(Move::Place(Point::new(x, 8))).unwrap();
        self.look(200);
    }

    fn ask(&mut self, number: u64, request: Request) -> Option<RequestAnswer> {
        let before = self.said.len();
        self.tell(Event::Request { number, request });
        self.said[before..].iter().find_map(|action| match action {
            Action::Answer {
                number: known,
                request: what,
                answer,
            } => {
                assert_eq!((*known, *what), (number, request));
                Some(*answer)
            }
            _ => None,
        })
    }

    fn undo(&mut self, plies: usize) {
        for _ in 0..plies {
            self.board.undo().unwrap();
        }
    }

    fn taken_back(&self) -> Vec<u32> {
        let plies = |action: &Action| match action {
            Action::TakenBack { plies } => Some(*plies),
            _ => None,
        };
        self.said.iter().filter_map(plies).collect()
    }

    fn faults(&self) -> Vec<&'static str> {
        let kind = |action: &Action| match action {
            Action::Fault { kind, .. } => Some(*kind),
            _ => None,
        };
        self.said.iter().filter_map(kind).collect()
    }

    fn games_asked_for(&self) -> usize {
        let asked = |action: &&Action| matches!(action, Action::NewGame(_));
        self.said.iter().filter(asked).count()
    }
}

fn granting(take_back: Grant) -> Bounds {
    Bounds {
        games: 9,
        take_back,
        ..Bounds::default()
    }
}

#[test]
fn a_granted_take_back_is_seen_and_the_game_goes_on_from_there() {
    // The opponent's stone alone, seen at once or with the next one in its place; then ours on top of it.
    for (plies, again) in [(1, None), (1, Some(5)), (2, None), (2, Some(5))] {
        let mut table = Table::new(granting(Grant::Always));
        table.ours();
        table.theirs(2);
        table.ours();
        table.theirs(4);
        if plies == 2 {
            table.ours();
        }
        assert_eq!(table.ask(1, Request::TakeBack), Some(RequestAnswer::Accept));
        table.undo(plies);
        if let Some(x) = again {
            table.board.play(Move::Place(Point::new(x, 8))).unwrap();
        }
        table.look(500);
        assert_eq!(table.taken_back(), [3], "{plies} plies, {again:?}");
        if again.is_none() {
            table.theirs(6);
        }
        table.ours();
        table.theirs(7);
        let Some(Action::Ply { index: 5, .. }) = table
            .said
            .iter()
            .rfind(|action| matches!(action, Action::Ply { .. }))
        else {
            panic!("{:?}", table.said);
        };
        assert_eq!(table.faults(), Vec::<&str>::new());
    }
}

#[test]
fn of_two_stones_one_may_vanish_before_the_other() {
    let mut table = Table::new(granting(Grant::AtMost(1)));
    table.ours();
    table.theirs(2);
    table.ours();
    assert_eq!(table.ask(1, Request::TakeBack), Some(RequestAnswer::Accept));
    for left in [2, 1] {
        table.undo(1);
        table.clicked = None;
        table.look(500);
        assert_eq!(table.clicked, None, "nothing is clicked half way");
        assert_eq!(table.taken_back().last(), Some(&left));
    }
    table.theirs(3);
    table.ours();
    assert_eq!(table.faults(), Vec::<&str>::new());
    assert_eq!(
        table.ask(2, Request::TakeBack),
        Some(RequestAnswer::Decline),
        "both were one take-back"
    );
}

#[test]
fn a_take_back_that_nobody_granted_is_a_fault() {
    for (take_back, asked) in [(Grant::Never, true), (Grant::Always, false)] {
        let mut table = Table::new(granting(take_back));
        for x in [2, 4] {
            table.ours();
            table.theirs(x);
        }
        table.ours();
        if asked {
            assert_eq!(table.ask(1, Request::TakeBack), Some(RequestAnswer::Decline));
        }
        table.undo(2);
        table.look(4_000);
        assert_eq!(table.taken_back(), Vec::<u32>::new());
        assert_eq!(table.faults(), ["mismatch"]);
    }
}

#[test]
fn a_granted_take_back_that_never_shows_is_no_fault_and_one_that_comes_too_late_is() {
    let mut table = Table::new(granting(Grant::Always));
    let bounds = granting(Grant::Always);
    table.ours();
    table.theirs(2);
    table.clicked = None;
    assert_eq!(table.ask(1, Request::TakeBack), Some(RequestAnswer::Accept));
    table.look(bounds.take_back_ms - LOOK_MS);
    assert_eq!(table.clicked, None, "it may still come");
    for x in [3, 5] {
        table.ours();
        table.theirs(x);
    }
    assert_eq!((table.taken_back(), table.faults()), (vec![], vec![]));
    table.undo(1);
    table.look(bounds.mismatch_ms + 500);
    assert_eq!((table.taken_back(), table.faults()), (vec![], vec!["mismatch"]));
}

#[test]
fn a_request_is_weighed_once() {
    let mut table = Table::new(granting(Grant::AtMost(1)));
    table.ours();
    assert_eq!(
        table.ask(1, Request::Rematch),
        None,
        "the game goes on: its end may still be read"
    );
    table.theirs(2);
    for _ in 0..3 {
        assert_eq!(
            table.ask(2, Request::TakeBack),
            Some(RequestAnswer::Accept),
            "still up"
        );
    }
    let told = |action: &&Action| matches!(action, Action::Say(words) if words.contains("asks for"));
    assert_eq!(table.said.iter().filter(told).count(), 1);
    table.undo(1);
    table.look(300);
    assert_eq!(
        table.ask(2, Request::TakeBack),
        Some(RequestAnswer::Accept),
        "the client is slow to close it"
    );
    table.theirs(3);
    assert_eq!(table.ask(3, Request::TakeBack), Some(RequestAnswer::Decline));
    assert_eq!(table.said.iter().filter(told).count(), 2);
}

#[test]
fn a_person_at_the_mouse_answers_himself() {
    let mut table = Table::new(granting(Grant::Always));
    table.ours();
    table.theirs(2);
    table.tell(Event::PersonAtMouse);
    assert_eq!(table.ask(1, Request::TakeBack), None);
    table.tell(Event::PersonLeft);
    assert_eq!(table.ask(1, Request::TakeBack), Some(RequestAnswer::Accept));
}

fn drawing(at_most: i32, moves: u32) -> Bounds {
    Bounds {
        games: 9,
        draw: DrawRule::ByScore(DrawScore { at_most, moves }),
        ..Bounds::default()
    }
}

#[test]
fn a_draw_is_agreed_to_when_the_score_was_even_for_long_enough() {
    let mut table = Table::new(drawing(10, 2));
    table.score = 5;
    table.ours();
    assert_eq!(
        table.ask(1, Request::Draw),
        Some(RequestAnswer::Decline),
        "one move only"
    );
    table.score = 11;
    table.theirs(1);
    table.ours();
    table.score = 10;
    table.theirs(2);
    table.ours();
    assert_eq!(
        table.ask(2, Request::Draw),
        Some(RequestAnswer::Decline),
        "not in a row"
    );
    table.theirs(3);
    table.clicked = None;
    table.look(100);
    assert_eq!(table.ask(3, Request::Draw), Some(RequestAnswer::Accept));
    table.look(5_000);
    assert_eq!(table.clicked, None, "the client has to say so first");
    table.tell(Event::Screen {
        name: "drawn".to_owned(),
        meaning: Meaning::Draw,
        answered: true,
    });
    table.look(1_500);
    let agreed = Verdict {
        winner: None,
        reason: Reason::Adjudicated,
    };
    assert!(table.said.contains(&Action::End(agreed)));
    assert_eq!(table.faults(), Vec::<&str>::new());
}

#[test]
fn a_client_that_never_says_that_it_is_drawn_is_played_on() {
    let mut table = Table::new(drawing(10, 1));
    table.ours();
    table.theirs(1);
    assert_eq!(table.ask(1, Request::Draw), Some(RequestAnswer::Accept));
    table.ours();
    assert_eq!(table.faults(), Vec::<&str>::new());
}

/// The client says that we won, and the opponent wants another game: its request comes before the game is over for us.
fn won(table: &mut Table) {
    table.ours();
    table.tell(Event::Screen {
        name: "won".to_owned(),
        meaning: Meaning::Won,
        answered: true,
    });
}

/// Our last stone is in the air: it is looked for behind what is up, and then the client's word counts.
fn conclude(table: &mut Table, number: u64) {
    table.now_ms += 1_500;
    assert_eq!(table.ask(number, Request::Rematch), None, "the end is hidden");
    table.now_ms += 1_500;
}

#[test]
fn rematches_begin_without_a_new_game_and_run_out() {
    let mut table = Table::new(Bounds {
        games: 9,
        rest_ms: 60_000,
        rematch: Grant::AtMost(2),
        ..Bounds::default()
    });
    for number in 1..=2 {
        won(&mut table);
        assert_eq!(
            table.ask(number, Request::Rematch),
            None,
            "the game is not over yet"
        );
        conclude(&mut table, number);
        assert_eq!(table.ask(number, Request::Rematch), Some(RequestAnswer::Accept));
        table.board = empty();
        assert_eq!(table.games_asked_for(), 1, "game {number}");
    }
    won(&mut table);
    conclude(&mut table, 3);
    assert_eq!(
        table.ask(3, Request::Rematch),
        Some(RequestAnswer::Decline),
        "two in a row"
    );
    assert_eq!(table.games_asked_for(), 1);
    table.board = empty();
    table.look(60_100);
    assert_eq!(table.games_asked_for(), 2);
    won(&mut table);
    conclude(&mut table, 4);
    assert_eq!(
        table.ask(4, Request::Rematch),
        Some(RequestAnswer::Accept),
        "another row"
    );
}

#[test]
fn a_rematch_that_does_not_begin_is_asked_for_as_any_game() {
    let bounds = Bounds {
        games: 9,
        rematch: Grant::Always,
        ..Bounds::default()
    };
    let mut table = Table::new(bounds.clone());
    won(&mut table);
    conclude(&mut table, 1);
    assert_eq!(table.ask(1, Request::Rematch), Some(RequestAnswer::Accept));
    table.look(bounds.new_game_ms - LOOK_MS);
    assert_eq!(table.games_asked_for(), 1);
    table.look(2 * LOOK_MS);
    assert_eq!(table.games_asked_for(), 2);
}

#[test]
fn a_rematch_in_a_game_that_does_not_end_is_declined() {
    let bounds = Bounds {
        games: 9,
        rematch: Grant::Always,
        ..Bounds::default()
    };
    let mut table = Table::new(bounds.clone());
    table.ours();
    assert_eq!(table.ask(1, Request::Rematch), None);
    table.now_ms += bounds.mismatch_ms;
    assert_eq!(table.ask(1, Request::Rematch), Some(RequestAnswer::Decline));
    assert!(!table.said.iter().any(|action| matches!(action, Action::End(_))));
}

#[test]
fn the_last_game_of_a_session_has_no_rematch() {
    let mut table = Table::new(Bounds {
        rematch: Grant::Always,
        ..Bounds::default()
    });
    won(&mut table);
    conclude(&mut table, 1);
    assert_eq!(table.ask(1, Request::Rematch), None);
    assert!(table.session.is_over());
}

/// A bot that was killed between its yes and the board's going back finds its game again.
#[test]
fn after_a_break_the_board_may_have_gone_back() {
    let points = [(0, 0), (1, 8), (0, 2), (3, 8), (0, 4), (5, 8), (0, 6)];
    let played = |count: usize| {
        let mut board = empty();
        for (x, y) in &points[..count] {
            board.play(Move::Place(Point::new(*x, *y))).unwrap();
        }
        board
    };
    let ended = |action: &Action| matches!(action, Action::End(_));
    for (take_back, plies, stays, resumed) in [
        (Grant::Always, 7, 5, true),
        (Grant::Always, 6, 5, true),
        (Grant::Never, 7, 5, false),
        (Grant::Always, 7, 4, false),
        (Grant::Always, 4, 3, false),
    ] {
        let unfinished = Unfinished {
            position: played(plies),
            own_seat: Seat::First,
        };
        let mut table = Table::new(granting(take_back));
        table.session = Session::new(granting(take_back), empty(), Some(unfinished));
        table.board = played(stays);
        table.look(500);
        let expected: &[u32] = if resumed { &[stays as u32] } else { &[] };
        assert_eq!(table.taken_back(), expected, "{take_back:?}, {plies} to {stays}");
        assert_eq!(
            !table.said.iter().any(ended),
            resumed,
            "{take_back:?}, {plies} to {stays}"
        );
    }
}

#[test]
fn an_opponent_who_is_not_wanted_is_left_and_gets_no_rematch() {
    let mut table = Table::new(Bounds {
        rematch: Grant::Always,
        unwanted_games: 2,
        aborted_games: 2,
        ..granting(Grant::Always)
    });
    let why = || Event::Unwanted("the opponent is blocked: Mori".to_owned());
    table.tell(why());
    assert!(!table.said.contains(&Action::Resign), "there is no game to leave");
    table.ours();
    let before = table.said.len();
    table.tell(why());
    let aborted = Action::End(Verdict {
        winner: None,
        reason: Reason::Aborted,
    });
    let said = &table.said[before..];
    let resigned = said.iter().position(|action| *action == Action::Resign);
    assert!(
        resigned < said.iter().position(|action| *action == aborted),
        "{said:?}"
    );
    assert!(!table.session.is_over(), "such a game is no trouble");
    assert_eq!(table.ask(1, Request::Rematch), Some(RequestAnswer::Decline));
    assert!(table.faults().is_empty());
    table.board = empty();
    let begun = |table: &Table| {
        let begins = |action: &&Action| matches!(action, Action::Begin { .. });
        table.said.iter().filter(begins).count()
    };
    table.look(4_000);
    assert_eq!(begun(&table), 1, "that is the board of the game that was left");
    table.tell(Event::Away);
    table.ours();
    assert_eq!(begun(&table), 2);
    table.tell(why());
    assert!(table.session.is_over(), "two in a row are enough here");
}
