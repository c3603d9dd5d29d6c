//! A person at the board at home: undo, choices, windows of any size, games that were kept, in either game. The engine is the
//! test.

use engines::games::AnySpec;
use proptest::prelude::*;
use referee::{
    games::GameKind,
    gomoku,
    point::Point,
    position::Position as _,
    seat::Seat,
    soccer,
    verdict::{Reason, Verdict},
};

use super::{
    hosted::Hosted,
    kept::{KeptGame, KeptLine},
    sitting::{
        Deed, PanelTarget, Sheet, Sitting, SittingAction, SittingEvent, SittingKey, SittingPhase,
        SittingSetup,
    },
    wishes::{Knob, Twist, Wishes},
};
use crate::{exercise::Exercise, setup::Seating};

mod plan;

/// A sitting, and what it asked for.
struct Board<P: Hosted> {
    sitting: Sitting<P>,
    asked: Vec<(u64, String)>,
    forgotten: usize,
    /// Every time the game was kept: its record, its plies, whether it was over.
    kept: Vec<(u32, usize, bool)>,
    last: Option<KeptGame<P>>,
    wanted: Vec<SittingAction<P>>,
}

impl<P: Hosted> Board<P> {
    fn new(seating: Seating) -> Board<P> {
        let wishes = Wishes::new(seating, P::SIZE, P::RULE, "random:seed=7");
        let (sitting, actions) = Sitting::new(SittingSetup {
            wishes,
            display: P::Display::default(),
            seed: 1,
        });
        let mut board = Board {
            sitting,
            asked: Vec::new(),
            forgotten: 0,
            kept: Vec::new(),
            last: None,
            wanted: Vec::new(),
        };
        board.note(actions);
        board
    }

    fn note(&mut self, actions: Vec<SittingAction<P>>) {
        for action in actions {
            match action {
                SittingAction::Think { request, spec, .. } => self.asked.push((request, spec)),
                SittingAction::Forget => self.forgotten += 1,
                SittingAction::Keep(game) => {
                    let is_over = game.verdict.is_some();
                    self.kept.push((self.sitting.record(), game.plies.len(), is_over));
                    self.last = Some(*game);
                }
                other => self.wanted.push(other),
            }
        }
    }

    fn step(&mut self, event: SittingEvent<P>) {
        let actions = self.sitting.step(event);
        self.note(actions);
    }

    fn key(&mut self, key: SittingKey) {
        self.step(SittingEvent::Key(key));
    }

    fn press(&mut self, target: PanelTarget) {
        self.step(SittingEvent::Press(target));
    }

    fn turn(&mut self, knob: Knob, twist: Twist) {
        self.press(PanelTarget::Knob(knob, twist));
    }

    fn reply(&mut self, play: P::Move) {
        let request = self.asked.last().expect("somebody was asked").0;
        self.step(SittingEvent::Reply {
            request,
            result: Ok(play),
        });
    }

    /// Plays on, whoever is next.
    fn play(&mut self, plies: impl IntoIterator<Item = P::Move>) {
        for play in plies {
            if self.sitting.position().turn() == self.sitting.person() {
                let point = self.sitting.position().point_of(play).expect("it is a point");
                self.press(PanelTarget::Point(point));
            } else {
                self.reply(play);
            }
        }
    }

    fn plies(&self) -> usize {
        self.sitting.position().plies()
    }
}

type Gomoku = Board<gomoku::Position>;
type Soccer = Board<soccer::Position>;

const UNDO: SittingKey = SittingKey::Deed(Deed::Undo);

#[test]
fn undo_goes_back_to_the_persons_last_move() {
    let mut board = Gomoku::new(Seating::First);
    let moves = gomoku::Position::example(15);
    board.play(moves[..4].iter().copied());
    board.key(UNDO);
    assert_eq!((board.plies(), board.sitting.status()), (2, "Your turn"));
    // While the engine thinks, its answer is not wanted any more.
    board.play([moves[4]]);
    let request = board.asked.last().unwrap().0;
    board.key(UNDO);
    assert_eq!((board.plies(), board.forgotten), (2, 1));
    let result = Ok(moves[5]);
    board.step(SittingEvent::Reply { request, result });
    assert_eq!(board.plies(), 2, "a late answer");
    board.key(UNDO);
    board.key(UNDO);
    assert_eq!(board.plies(), 0);
    assert_eq!(board.sitting.detail(), "There is nothing to take back");
}

#[test]
fn undo_in_soccer_takes_the_engines_turn_and_one_line() {
    let mut board = Soccer::new(Seating::First);
    // Over nodes without lines, one line a turn: then the next bounces.
    let plies = soccer::Position::example(soccer::Position::SIZE);
    board.play(plies[..6].iter().copied());
    let turn = board.sitting.position().turn();
    board.key(UNDO);
    assert_eq!(board.sitting.position().turn(), Seat::First);
    assert!(
        board.plies() < 6 && board.plies() >= 4,
        "{turn:?} {}",
        board.plies()
    );
}

/// A finished game stays in its record; what comes after undo is another one.
#[test]
fn a_finished_game_outlives_undo() {
    let mut board = Gomoku::new(Seating::First);
    board.play(gomoku::Position::victory(15));
    let end = board.sitting.verdict().unwrap();
    assert_eq!((end.winner, end.reason), (Some(Seat::First), Reason::Five));
    assert_eq!(board.sitting.score().wins, 1);
    assert_eq!(board.kept.last(), Some(&(1, 9, true)));
    board.key(UNDO);
    assert_eq!((board.plies(), board.sitting.record()), (8, 2));
    board.play([gomoku::Move::Place(Point::new(14, 3))]);
    assert_eq!(board.kept.last(), Some(&(2, 9, false)));
    assert!(
        board
            .kept
            .iter()
            .filter(|(record, ..)| *record == 1)
            .all(|(_, plies, over)| (*plies == 9) == *over),
        "{:?}",
        board.kept
    );
}

#[test]
fn every_move_is_kept_from_the_first_one_on() {
    let mut board = Gomoku::new(Seating::Second);
    let moves = gomoku::Position::example(15);
    board.play([moves[0]]);
    assert!(board.kept.is_empty(), "nobody has played yet but the engine");
    board.play(moves[1..5].iter().copied());
    let kept: Vec<usize> = board.kept.iter().map(|(_, plies, _)| *plies).collect();
    assert_eq!(kept, [2, 3, 4, 5]);
    let last = board.last.unwrap();
    assert_eq!(
        (last.person, last.engine.as_deref()),
        (Seat::Second, Some("random:seed=7"))
    );
}

#[test]
fn a_side_is_chosen() {
    let mut board = Gomoku::new(Seating::First);
    assert_eq!(board.sitting.person(), Seat::First);
    // Nobody has moved: the game begins anew.
    board.turn(Knob::Side, Twist::On);
    assert_eq!((board.sitting.person(), board.asked.len()), (Seat::Second, 1));
    let moves = gomoku::Position::example(15);
    board.play(moves[..3].iter().copied());
    board.turn(Knob::Side, Twist::Back);
    assert_eq!((board.plies(), board.sitting.person()), (3, Seat::Second));
    assert_eq!(board.sitting.detail(), "From the next game on");
    board.key(SittingKey::Deed(Deed::New));
    assert_eq!((board.plies(), board.sitting.person()), (0, Seat::First));
    assert_eq!(
        board.kept.last(),
        Some(&(2, 3, false)),
        "the open game stays kept"
    );
    // By turns.
    let mut board = Gomoku::new(Seating::Alternate);
    for person in [Seat::First, Seat::Second, Seat::First] {
        assert_eq!(board.sitting.person(), person);
        board.play(moves[..2].iter().copied());
        board.key(SittingKey::Deed(Deed::New));
    }
}

#[test]
fn an_engine_is_changed_at_once() {
    let mut board = Gomoku::new(Seating::Second);
    assert_eq!(board.asked, [(1, "random:seed=7".to_owned())]);
    board.turn(Knob::Engine, Twist::On);
    assert_eq!(board.asked.last(), Some(&(2, "classic:depth=4".to_owned())));
    assert_eq!(board.forgotten, 1);
    board.turn(Knob::Strength, Twist::Back);
    assert_eq!(board.asked.last(), Some(&(3, "classic:depth=3".to_owned())));
    // An engine that fails stops nothing but itself.
    board.step(SittingEvent::Reply {
        request: 3,
        result: Err("it is gone".to_owned()),
    });
    assert_eq!(
        (board.sitting.status(), &*board.sitting.detail()),
        ("No move", "it is gone")
    );
    board.turn(Knob::Engine, Twist::Back);
    assert_eq!(board.asked.len(), 4);
    board.reply(gomoku::Move::Place(Point::new(7, 7)));
    assert_eq!(board.sitting.phase(), &SittingPhase::Person);
    // Where it is the person's turn nobody is asked.
    board.turn(Knob::Engine, Twist::On);
    assert_eq!(board.asked.len(), 4);
}

#[test]
fn every_engine_on_a_roster_is_there() {
    fn check<P: Hosted>() {
        let contenders = P::roster().contenders().to_vec();
        let specs = contenders.iter().flat_map(|contender| &contender.specs);
        assert!(
            specs.clone().any(|spec| spec == P::OPPONENT),
            "the usual one is among them"
        );
        for spec in specs {
            let read = AnySpec::read(P::GAME, spec).unwrap();
            assert_eq!(AnySpec::read(P::GAME, &read.to_string()), Ok(read), "{spec}");
        }
    }
    check::<gomoku::Position>();
    check::<soccer::Position>();
}

#[test]
fn boards_rules_and_games_are_chosen() {
    let mut board = Gomoku::new(Seating::First);
    board.turn(Knob::Size, Twist::On);
    assert_eq!(board.sitting.size(), 16);
    for _ in 0..30 {
        board.turn(Knob::Size, Twist::Back);
    }
    assert_eq!(board.sitting.size(), 5);
    board.turn(Knob::Rule, Twist::On);
    assert_eq!(board.sitting.position().rule(), gomoku::Rule::Standard);
    board.turn(Knob::Game, Twist::On);
    assert_eq!(board.wanted, [SittingAction::Change(GameKind::Soccer)]);
    let mut board = Soccer::new(Seating::First);
    board.turn(Knob::Size, Twist::Back);
    board.turn(Knob::Rule, Twist::On);
    let rules = board.sitting.position().rules();
    assert_eq!((rules.pitch.width(), rules.blocked), (6, soccer::Blocked::Draws));
}

#[test]
fn a_game_is_played_by_keys() {
    let mut board = Gomoku::new(Seating::First);
    board.key(SittingKey::Enter);
    assert_eq!(board.plies(), 0, "nobody sees where it would go");
    // The first arrow shows the cursor in the middle.
    for (across, down) in [(1, 0), (1, 0), (0, -1)] {
        board.key(SittingKey::Arrow(across, down));
    }
    assert_eq!(board.sitting.cursor(), Some(Point::new(8, 6)));
    board.key(SittingKey::Enter);
    let stone = board.sitting.position().stone(Point::new(8, 6));
    assert!(stone.is_some());
    for _ in 0..40 {
        board.key(SittingKey::Arrow(1, 0));
    }
    assert_eq!(board.sitting.cursor(), Some(Point::new(14, 6)));
    board.key(SittingKey::Escape);
    assert_eq!(board.sitting.cursor(), None);
    assert!(board.wanted.is_empty(), "escape ends nothing");
    // The panel: down to the board's size, and on.
    board.key(SittingKey::Panel);
    board.key(SittingKey::Arrow(0, 1));
    assert_eq!(board.sitting.marked(), Some(Knob::Engine));
    board.key(SittingKey::Arrow(1, 0));
    assert_eq!(board.sitting.wishes().spec(), "classic:depth=4");
    board.key(SittingKey::Enter);
    assert_eq!((board.plies(), board.sitting.marked()), (0, None));
    board.key(SittingKey::Quit);
    assert_eq!(board.wanted, [SittingAction::Quit]);
}

/// On a field the cursor begins at the ball, and goes with it.
#[test]
fn a_line_is_drawn_by_keys() {
    let mut board = Soccer::new(Seating::First);
    board.key(SittingKey::Arrow(0, -1));
    let ball = board.sitting.position().held().unwrap();
    assert_eq!(board.sitting.cursor(), Some(ball));
    board.key(SittingKey::Arrow(0, -1));
    board.key(SittingKey::Arrow(1, 0));
    board.key(SittingKey::Enter);
    assert_eq!(board.plies(), 1);
    assert_eq!(board.sitting.cursor(), board.sitting.position().held());
}

#[test]
fn keys_and_games_lie_over_the_board() {
    let mut board = Gomoku::new(Seating::First);
    board.key(SittingKey::Deed(Deed::Keys));
    assert_eq!(board.sitting.sheet(), Some(&Sheet::Keys));
    board.press(PanelTarget::Sheet);
    assert!(board.sitting.sheet().is_some());
    board.press(PanelTarget::Beside);
    assert_eq!((board.sitting.sheet(), board.plies()), (None, 0));
    board.key(SittingKey::Deed(Deed::Games));
    assert_eq!(board.wanted.pop(), Some(SittingAction::List));
    let line = |name: &str| KeptLine {
        name: name.to_owned(),
        told: String::new(),
    };
    board.step(SittingEvent::Kept(vec![line("b"), line("a")]));
    board.key(SittingKey::Arrow(0, 1));
    board.key(SittingKey::Arrow(0, 1));
    board.key(SittingKey::Enter);
    assert_eq!(board.wanted.pop(), Some(SittingAction::Open("a".to_owned())));
    board.press(PanelTarget::Kept(0));
    assert_eq!(board.wanted.pop(), Some(SittingAction::Open("b".to_owned())));
    board.step(SittingEvent::Trouble("it is gone".to_owned()));
    assert_eq!(board.sitting.detail(), "it is gone");
    board.key(SittingKey::Escape);
    assert_eq!(board.sitting.sheet(), None);
    board.step(SittingEvent::Kept(Vec::new()));
    board.key(SittingKey::Enter);
    assert_eq!(board.sitting.sheet(), None, "there is nothing to open");
}

#[test]
fn games_are_opened_again() {
    let mut board = Gomoku::new(Seating::Second);
    let moves = gomoku::Position::example(9);
    let mut game: KeptGame<gomoku::Position> = KeptGame {
        start: gomoku::Start::free(9, gomoku::Rule::Renju),
        plies: moves[..3].to_vec(),
        person: Seat::First,
        engine: Some("classic:depth=2".to_owned()),
        verdict: None,
    };
    let before = board.sitting.record();
    board.step(SittingEvent::Opened(Box::new(game.clone())));
    assert_eq!((board.plies(), board.sitting.person()), (3, Seat::First));
    assert_eq!(board.asked.last().unwrap().1, "classic:depth=2");
    assert!(board.sitting.record() > before);
    let wishes = board.sitting.wishes();
    assert_eq!((wishes.size, wishes.rule), (9, gomoku::Rule::Renju));
    board.reply(moves[3]);
    assert_eq!(board.last.as_ref().unwrap().plies.len(), 4);
    // Given up: it is over, though the board does not show it.
    game.verdict = Some(Verdict {
        winner: Some(Seat::Second),
        reason: Reason::Resign,
    });
    let kept = board.kept.len();
    board.step(SittingEvent::Opened(Box::new(game.clone())));
    assert_eq!((board.sitting.status(), board.kept.len()), ("You lost", kept));
    let record = board.sitting.record();
    board.key(UNDO);
    assert_eq!((board.plies(), board.sitting.record()), (2, record + 1));
    // What no rules allow is told, and nothing else happens.
    game.plies = vec![moves[0], moves[0]];
    board.step(SittingEvent::Opened(Box::new(game)));
    assert_eq!((board.plies(), board.sitting.record()), (2, record + 1));
    assert!(
        board.sitting.detail().contains("occupied"),
        "{}",
        board.sitting.detail()
    );
}

fn any_event() -> impl Strategy<Value = (u8, u8, u8)> {
    (0u8..12, any::<u8>(), any::<u8>())
}

proptest! {
    /// Whatever a person does: the board is a legal one, an engine is asked exactly where it is its turn, and a game
    /// once over is never kept as another in the same record.
    #[test]
    fn whatever_is_done_the_board_stays_legal(events in prop::collection::vec(any_event(), 1..60)) {
        let mut board = Gomoku::new(Seating::Alternate);
        for (what, one, other) in events {
            let point = Point::new(one % 9, other % 9);
            match what {
                0..=3 => board.press(PanelTarget::Point(point)),
                4..=6 => {
                    if let SittingPhase::Engine(request) = *board.sitting.phase() {
                        let moves = board.sitting.position().legal_moves();
                        let result = Ok(moves[usize::from(one) % moves.len()]);
                        board.step(SittingEvent::Reply { request, result });
                    }
                }
                7 => board.key(UNDO),
                8 => board.turn(Knob::ALL[1 + usize::from(one) % 5], if other % 2 == 0 { Twist::Back } else { Twist::On }),
                9 => board.key(SittingKey::Arrow(one as i8 % 2, other as i8 % 2)),
                10 => board.key(SittingKey::Enter),
                _ if one % 4 == 0 => board.key(SittingKey::Deed(Deed::New)),
                _ => board.key(SittingKey::Panel),
            }
            let sitting = &board.sitting;
            let turn = sitting.position().turn();
            match sitting.phase() {
                SittingPhase::Person => prop_assert_eq!(turn, sitting.person()),
                SittingPhase::Engine(request) => {
                    prop_assert_eq!(turn, !sitting.person());
                    prop_assert_eq!(*request, board.asked.last().unwrap().0);
                }
                SittingPhase::Over(_) => prop_assert!(sitting.position().outcome().is_some()),
                SittingPhase::Stuck(why) => prop_assert!(false, "{}", why),
            }
        }
        for pair in board.kept.windows(2) {
            let ((one, _, over), (other, ..)) = (pair[0], pair[1]);
            prop_assert!(!over || one != other, "{:?}", board.kept);
        }
    }
}
