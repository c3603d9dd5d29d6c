//! The session against a client in memory: virtual time, seeded faults, and what must never happen.

use referee::{
    color::Color,
    gomoku::{self, Move, Rule},
    player::{PlayerError, Thought},
    point::Point,
    position::Position as _,
    record::Ply,
    seat::Seat,
    verdict::{Reason, Verdict},
};
use vision::observation::{Cell, Content, Observation};

use super::{Session, Unfinished};
use crate::bot::{
    bounds::Bounds,
    event::{Action, Blindness, Event, Remedy},
};

const SIZE: u8 = 9;
const LOOK_MS: u64 = 50;

/// What goes wrong in a world, each once in so many chances; 0 is never.
#[derive(Clone, Copy, Default)]
struct Faults {
    lost_click: u64,
    torn_look: u64,
    blind_look: u64,
    late_answer: u64,
    engine_failure: u64,
    lost_new_game: u64,
    /// A corner of the board that can never be told.
    blind_corner: bool,
}

/// A client in memory, an opponent and an engine that play at random, and what the session said.
struct World {
    dice: u64,
    faults: Faults,
    board: gomoku::Position,
    /// The person at the client: whose stones we are to put.
    own_seat: Seat,
    games_started: u32,
    reply_at_ms: Option<u64>,
    /// Answers on their way: due time, request, position.
    thinking: Vec<(u64, u64, gomoku::Position)>,
    plies: Vec<Move>,
    /// Each game as logged: its plies, its verdict, and the client's own moves at that moment.
    ended: Vec<(Vec<Move>, Verdict, Vec<Move>)>,
    finished: Option<(String, bool)>,
    faults_told: Vec<&'static str>,
    clicks: u32,
}

impl World {
    fn new(seed: u64, faults: Faults) -> World {
        World {
            dice: seed,
            faults,
            board: empty(),
            own_seat: Seat::First,
            games_started: 0,
            reply_at_ms: None,
            thinking: Vec::new(),
            plies: Vec::new(),
            ended: Vec::new(),
            finished: None,
            faults_told: Vec::new(),
            clicks: 0,
        }
    }

    fn roll(&mut self, limit: u64) -> u64 {
        self.dice = self
            .dice
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.dice >> 33) % limit
    }

    fn happens(&mut self, one_in: u64) -> bool {
        one_in > 0 && self.roll(one_in) == 0
    }

    fn random_move(&mut self, position: &gomoku::Position) -> Move {
        let moves = position.legal_moves();
        let index = self.roll(moves.len() as u64) as usize;
        moves[index]
    }

    /// Plays until the session is over, at most `minutes` of virtual time.
    fn run(&mut self, session: &mut Session, minutes: u64) {
        let mut now_ms = 0;
        while self.finished.is_none() && now_ms < minutes * 60_000 {
            now_ms += LOOK_MS;
            self.opponent(now_ms);
            let mut events = vec![self.look()];
            let due = self.thinking.iter().position(|(at_ms, ..)| *at_ms <= now_ms);
            if let Some(index) = due {
                events.push(self.answer(index));
            }
            for event in events {
                for action in session.step(event, now_ms) {
                    self.perform(session, action, now_ms);
                }
            }
        }
    }

    fn opponent(&mut self, now_ms: u64) {
        let theirs = self.board.outcome().is_none() && self.board.turn() != self.own_seat;
        if self.games_started > 0 && theirs && self.reply_at_ms.is_none_or(|at_ms| at_ms <= now_ms) {
            if self.reply_at_ms.take().is_none() {
                self.reply_at_ms = Some(now_ms + 100 + self.roll(900));
                return;
            }
            let played = self.random_move(&self.board.clone());
            self.board.play(played).unwrap();
        }
    }

    fn look(&mut self) -> Event {
        if self.happens(self.faults.blind_look) {
            return Event::Blind(Blindness::Covered("a pop-up".to_owned()));
        }
        let mut seen = observation(&self.board);
        if self.faults.blind_corner && self.board.history().len() >= 2 {
            seen.cells[0].content = Content::Uncertain;
        }
        if self.happens(self.faults.torn_look) {
            let cell = self.roll(u64::from(SIZE) * u64::from(SIZE)) as usize;
            seen.cells[cell].content = match self.roll(3) {
                0 => Content::Uncertain,
                1 => Content::Empty,
                _ => Content::Stone(Color::White),
            };
        }
        Event::Read(seen)
    }

    fn answer(&mut self, index: usize) -> Event {
        let (_, request, position) = self.thinking.remove(index);
        if self.happens(self.faults.engine_failure) {
            return Event::EngineFailed {
                request,
                error: PlayerError::Timeout { after_ms: 1 },
            };
        }
        let thought = Thought::bare(self.random_move(&position));
        Event::Thought {
            request,
            thought,
            spent_ms: 5,
        }
    }

    fn perform(&mut self, session: &mut Session, action: Action, now_ms: u64) {
        match action {
            Action::NewGame => {
                if !self.happens(self.faults.lost_new_game) {
                    self.games_started += 1;
                    self.own_seat = if self.games_started % 2 == 1 {
                        Seat::First
                    } else {
                        Seat::Second
                    };
                    self.board = empty();
                    self.reply_at_ms = None;
                }
            }
            Action::Think {
                request, position, ..
            } => {
                assert_eq!(position.turn(), self.own_seat, "the engine is asked off turn");
                let late = if self.happens(self.faults.late_answer) {
                    30_000
                } else {
                    20
                };
                self.thinking.push((now_ms + late, request, position));
            }
            Action::CancelThink => {}
            Action::Click(point) => {
                self.clicks += 1;
                assert!(self.board.outcome().is_none(), "a click after the end");
                assert_eq!(self.board.turn(), self.own_seat, "a click off turn");
                assert_eq!(self.board.stone(point), None, "a click on a stone at {point}");
                if !self.happens(self.faults.lost_click) {
                    self.board.play(Move::Place(point)).unwrap();
                }
            }
            Action::Remedy(_) => {
                for more in session.step(Event::Remedied(Ok(())), now_ms) {
                    self.perform(session, more, now_ms);
                }
            }
            Action::Begin { own_seat, .. } => {
                assert_eq!(own_seat, self.own_seat, "we sit elsewhere");
                self.plies.clear();
            }
            Action::Ply { index, ply, .. } => {
                assert_eq!(index as usize, self.plies.len());
                self.plies.push(ply.play);
            }
            Action::End(verdict) => {
                self.ended.push((
                    std::mem::take(&mut self.plies),
                    verdict,
                    self.board.history().to_vec(),
                ));
            }
            Action::Fault { kind, .. } => self.faults_told.push(kind),
            Action::Finish { why, done } => self.finished = Some((why, done)),
            Action::Learn(_) | Action::Say(_) => {}
        }
    }

    /// Every game that ended on the board is logged as the client knows it.
    fn assert_true(&self, seed: u64) {
        for (logged, verdict, known) in &self.ended {
            if verdict.reason != Reason::Aborted {
                assert_eq!(logged, known, "seed {seed}: the log differs from the client");
            }
        }
    }
}

fn empty() -> gomoku::Position {
    gomoku::Position::new(SIZE, Rule::Freestyle).unwrap()
}

fn observation(board: &gomoku::Position) -> Observation {
    let points = (0..SIZE).flat_map(|y| (0..SIZE).map(move |x| Point::new(x, y)));
    let content = |point| board.stone(point).map_or(Content::Empty, Content::Stone);
    let last_move = match board.history().last() {
        Some(Move::Place(point)) => Some(*point),
        _ => None,
    };
    Observation {
        columns: SIZE,
        rows: SIZE,
        cells: points
            .map(|point| Cell {
                content: content(point),
                confidence: 1.0,
            })
            .collect(),
        last_move,
        confidence: 1.0,
    }
}

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
        world.run(&mut session(4), 60);
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
        blind_corner: false,
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

#[test]
fn a_client_that_starts_no_game_stops_the_session_in_words() {
    let mut world = World::new(
        1,
        Faults {
            lost_new_game: 1,
            ..Faults::default()
        },
    );
    // Stones of somebody else's game, so that the board is not taken for a fresh one.
    for x in 0..4 {
        world.board.play(Move::Place(Point::new(x, 0))).unwrap();
    }
    world.run(&mut session(1), 60);
    assert_eq!(world.finished, Some(("no new game came".to_owned(), false)));
    assert_eq!(world.clicks, 0);
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
    let mut session = session(1);
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

#[test]
fn a_stone_beside_the_one_we_clicked_is_a_fault_and_is_not_clicked_on() {
    let (mut session, clicked, mut now_ms) = at_first_click();
    assert_eq!(clicked, Point::new(4, 4));
    let mut board = empty();
    board.play(Move::Place(Point::new(4, 5))).unwrap();
    let mut said = Vec::new();
    for _ in 0..10 {
        now_ms += LOOK_MS;
        said.extend(session.step(Event::Read(observation(&board)), now_ms));
    }
    assert!(
        said.iter()
            .any(|action| matches!(action, Action::Fault { kind: "misclick", .. }))
    );
    assert!(
        !said
            .iter()
            .any(|action| matches!(action, Action::Click(_) | Action::Ply { .. }))
    );
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
