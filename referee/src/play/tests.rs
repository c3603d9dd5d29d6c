//! Every way in which a game between two players can end, each told in one line.

use std::{
    collections::VecDeque,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use expect_test::{Expect, expect};

use super::*;
use crate::{
    clock::TimeControl,
    gomoku::{self, Move, Rule, setup::Setup},
    point::Point,
    soccer,
};

/// What a scripted player does when it is asked, after so many milliseconds.
type Act = (u64, Result<(u8, u8), PlayerError>);

/// Does what is written, then plays the first legal move. Waiting moves the shared clock.
#[derive(Default)]
struct Scripted {
    refuses: Option<PlayerError>,
    acts: VecDeque<Act>,
    clock_ms: Arc<AtomicU64>,
    seen: Vec<Limits>,
}

impl Player<gomoku::Position> for Scripted {
    fn name(&self) -> String {
        "scripted".to_owned()
    }

    fn new_game(&mut self, _position: &gomoku::Position) -> Result<(), PlayerError> {
        self.refuses.clone().map_or(Ok(()), Err)
    }

    fn think(&mut self, position: &gomoku::Position, limits: &Limits) -> Result<Thought<Move>, PlayerError> {
        self.seen.push(limits.clone());
        let (wait_ms, act) = self
            .acts
            .pop_front()
            .unwrap_or_else(|| match position.legal_moves()[0] {
                Move::Place(point) => (1, Ok((point.x, point.y))),
                other => panic!("no script for {other}"),
            });
        self.clock_ms.fetch_add(wait_ms, Relaxed);
        act.map(|(x, y)| Thought {
            score: Some(7),
            ..Thought::bare(Move::Place(Point::new(x, y)))
        })
    }

    fn game_over(&mut self, position: &gomoku::Position, verdict: crate::verdict::Verdict) -> Option<String> {
        Some(format!("{verdict} after {}", position.history().len()))
    }
}

struct Case {
    start: gomoku::Position,
    control: TimeControl,
    options: PlayOptions,
    players: [Scripted; 2],
}

fn case(rule: Rule, diagram: &str) -> Case {
    let start = diagram.parse::<Setup>().unwrap().position(rule).unwrap();
    let clock_ms = Arc::new(AtomicU64::new(1_000));
    let player = || Scripted {
        clock_ms: Arc::clone(&clock_ms),
        ..Scripted::default()
    };
    let players = [player(), player()];
    Case {
        start,
        control: TimeControl::default(),
        options: PlayOptions::default(),
        players,
    }
}

const EMPTY: &str = ".....\n.....\n.....\n.....\n.....";

impl Case {
    fn play(mut self) -> (PlayedGame<gomoku::Position>, [Scripted; 2]) {
        let clock_ms = Arc::clone(&self.players[0].clock_ms);
        let [first, second] = &mut self.players;
        let game = Game::new(self.start, self.control);
        let played = play_game(game, [first, second], &self.options, &mut || {
            clock_ms.load(Relaxed)
        });
        (played, self.players)
    }

    #[track_caller]
    fn check(self, expected: Expect) {
        let (played, _) = self.play();
        let plies = played.game.plies().len();
        let verdict = played.game.verdict().unwrap();
        let fault = played.fault.unwrap_or("no fault".to_owned());
        expected.assert_eq(&format!("{verdict} after {plies}; {fault}"));
    }
}

#[test]
fn both_players_hear_how_every_game_ends() {
    let said = |case: Case| case.play().0.said.map(|said| said.unwrap());
    let usual = "first wins (five) after 21";
    assert_eq!(said(case(Rule::Freestyle, EMPTY)), [usual, usual]);
    let mut resigning = case(Rule::Freestyle, EMPTY);
    resigning.players[1]
        .acts
        .push_back((1, Err(PlayerError::Resigns)));
    let resigned = "first wins (resign) after 1";
    assert_eq!(said(resigning), [resigned, resigned]);
}

#[test]
fn by_the_board() {
    case(Rule::Freestyle, EMPTY).check(expect!["first wins (five) after 21; no fault"]);
    case(Rule::Freestyle, "xxxx.\noooo.\n.....\n.....\n.....")
        .check(expect!["first wins (five) after 1; no fault"]);
    case(Rule::Freestyle, "xoxox\nxoxox\noxoxo\noxoxo\nxoxo.")
        .check(expect!["draw (board_full) after 1; no fault"]);
    case(Rule::Freestyle, "xxxxx\noooo.\n.....\n.....\n.....")
        .check(expect!["first wins (five) after 0; no fault"]);
}

#[test]
fn by_an_illegal_or_forbidden_move() {
    let mut illegal = case(Rule::Freestyle, EMPTY);
    illegal.players[1].acts = [(0, Ok((0, 0)))].into();
    illegal.check(expect![
        "first wins (illegal) after 1; scripted: illegal move a5: occupied"
    ]);
    let mut outside = case(Rule::Freestyle, EMPTY);
    outside.players[0].acts = [(0, Ok((5, 0)))].into();
    outside.check(expect![
        "second wins (illegal) after 0; scripted: illegal move f5: off the board"
    ]);
    let mut forbidden = case(
        Rule::Renju,
        "xxx.xx.\n.......\no.o.o.o\n.......\n.......\n.......\no......",
    );
    forbidden.players[0].acts = [(0, Ok((3, 0)))].into();
    forbidden.check(expect![
        "second wins (forbidden) after 0; scripted: illegal move d7: forbidden: overline"
    ]);
}

#[test]
fn by_the_clock_or_by_silence() {
    let timed = TimeControl {
        turn_ms: Some(100),
        ..TimeControl::default()
    };
    let mut late = case(Rule::Freestyle, "xxxx.\noooo.\n.....\n.....\n.....");
    late.control = timed;
    late.players[0].acts = [(101, Ok((4, 0)))].into();
    late.check(expect![
        "second wins (time) after 0; scripted: e5 came after 101 ms, 100 ms were allowed"
    ]);
    let mut punctual = case(Rule::Freestyle, "xxxx.\noooo.\n.....\n.....\n.....");
    punctual.control = timed;
    punctual.players[0].acts = [(100, Ok((4, 0)))].into();
    punctual.check(expect!["first wins (five) after 1; no fault"]);
    let timeout = || PlayerError::Timeout { after_ms: 150 };
    let mut silent = case(Rule::Freestyle, EMPTY);
    silent.control = timed;
    silent.players[1].acts = [(150, Err(timeout()))].into();
    silent.check(expect![
        "first wins (time) after 1; scripted: no answer within 150 ms"
    ]);
    let mut untimed = case(Rule::Freestyle, EMPTY);
    untimed.players[1].acts = [(150, Err(timeout()))].into();
    untimed.check(expect![
        "first wins (stall) after 1; scripted: no answer within 150 ms"
    ]);
}

#[test]
fn by_what_became_of_the_player() {
    for (error, expected) in [
        (
            PlayerError::Gone("exit 1".to_owned()),
            expect!["first wins (crash) after 1; scripted: engine is gone: exit 1"],
        ),
        (
            PlayerError::Nonsense("9 lives".to_owned()),
            expect!["first wins (crash) after 1; scripted: engine answered nonsense: 9 lives"],
        ),
        (
            PlayerError::Illegal("move 3,3 is occupied".to_owned()),
            expect![
                "first wins (illegal) after 1; scripted: engine played against the rules: move 3,3 is occupied"
            ],
        ),
        (
            PlayerError::Resigns,
            expect!["first wins (resign) after 1; scripted: engine resigns"],
        ),
        (
            PlayerError::Unsupported("rule 4".to_owned()),
            expect!["no result (aborted) after 1; scripted: engine cannot play this game: rule 4"],
        ),
    ] {
        let mut case = case(Rule::Freestyle, EMPTY);
        case.players[1].acts = [(3, Err(error))].into();
        case.check(expected);
    }
    let mut refuses = case(Rule::Freestyle, EMPTY);
    refuses.players[1].refuses = Some(PlayerError::Unsupported("size 5".to_owned()));
    refuses.check(expect![
        "no result (aborted) after 0; scripted: engine cannot play this game: size 5"
    ]);
    let mut dead = case(Rule::Freestyle, EMPTY);
    dead.players[0].refuses = Some(PlayerError::Gone("no such file".to_owned()));
    dead.check(expect![
        "second wins (crash) after 0; scripted: engine is gone: no such file"
    ]);
}

/// The referee hears of an end only when it has waited for it; a move that came too late was never made.
#[test]
fn by_what_became_of_the_player_before_its_time_was_out() {
    for (error, expected) in [
        (PlayerError::Gone("exit 1".to_owned()), "first wins (crash)"),
        (PlayerError::Nonsense("a flood".to_owned()), "first wins (crash)"),
        (PlayerError::Illegal("move 3,3".to_owned()), "first wins (time)"),
    ] {
        let mut case = case(Rule::Freestyle, EMPTY);
        case.control = TimeControl {
            turn_ms: Some(100),
            ..TimeControl::default()
        };
        case.players[1].acts = [(3_000, Err(error))].into();
        let verdict = case.play().0.game.verdict().unwrap();
        assert_eq!(verdict.to_string(), expected);
    }
}

#[test]
fn by_the_ply_limit() {
    let mut long = case(Rule::Freestyle, EMPTY);
    long.options.plies_max = Some(4);
    long.check(expect!["draw (adjudicated) after 4; no fault"]);
}

#[test]
fn players_are_told_their_limits_and_plies_hold_times_and_scores() {
    let mut case = case(Rule::Freestyle, EMPTY);
    case.control = TimeControl {
        turn_ms: Some(50),
        game_ms: Some(90),
        increment_ms: 2,
        grace_ms: 0,
    };
    case.options.effort[1] = Effort {
        depth: Some(4),
        nodes: Some(1_000),
    };
    case.options.plies_max = Some(4);
    case.players[0].acts = [(30, Ok((2, 2))), (20, Ok((3, 2)))].into();
    let (played, [first, second]) = case.play();
    let spent: Vec<_> = played
        .game
        .plies()
        .iter()
        .map(|ply| (ply.spent_ms, ply.score))
        .collect();
    assert_eq!(
        spent,
        [(30, 7), (1, 7), (20, 7), (1, 7)].map(|(ms, score)| (Some(ms), Some(score)))
    );
    let left = |player: &Scripted| {
        player
            .seen
            .iter()
            .map(|limits| limits.game_left_ms)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        (left(&first), left(&second)),
        (vec![Some(90), Some(62)], vec![Some(90), Some(91)])
    );
    assert_eq!(
        (first.seen[0].depth, first.seen[0].nodes, first.seen[0].turn_ms),
        (None, None, Some(50))
    );
    assert_eq!(
        (second.seen[0].depth, second.seen[0].nodes),
        (Some(4), Some(1_000))
    );
}

#[test]
fn by_what_the_players_say() {
    let agreed = |by_score: ByScore| {
        let mut case = case(Rule::Freestyle, EMPTY);
        case.options.by_score = by_score;
        case
    };
    // The scripted players both tell 7 for themselves: they never agree, and nobody gives up.
    let claim = |score, moves| Some(crate::adjudication::Claim { score, moves });
    agreed(ByScore {
        win: claim(7, 1),
        resign: None,
    })
    .check(expect!["first wins (five) after 21; no fault"]);
    agreed(ByScore {
        win: None,
        resign: claim(-7, 3),
    })
    .check(expect!["second wins (resign) after 5; no fault"]);
}

/// Gives up all the time, and draws the first line there is.
struct Hopeless;

impl Player<soccer::Position> for Hopeless {
    fn name(&self) -> String {
        "hopeless".to_owned()
    }

    fn new_game(&mut self, _position: &soccer::Position) -> Result<(), PlayerError> {
        Ok(())
    }

    fn think(
        &mut self,
        position: &soccer::Position,
        _limits: &Limits,
    ) -> Result<Thought<soccer::Direction>, PlayerError> {
        Ok(Thought {
            score: Some(-900),
            ..Thought::bare(position.legal_moves()[0])
        })
    }
}

/// Who says twice that it is lost says so in two turns, and not in two lines of one.
#[test]
fn scores_are_told_once_a_turn() {
    let opening = "2053".chars().filter_map(soccer::Direction::from_digit);
    let start = soccer::Position::new(soccer::Rules::default());
    let opening: Vec<soccer::Direction> = opening.collect();
    let game = Game::with_opening(start, &opening, TimeControl::default()).unwrap();
    let options = PlayOptions {
        by_score: ByScore {
            resign: Some(crate::adjudication::Claim { score: 100, moves: 2 }),
            win: None,
        },
        ..PlayOptions::default()
    };
    let played = play_game(game, [&mut Hopeless, &mut Hopeless], &options, &mut || 0);
    let verdict = played.game.verdict().unwrap().to_string();
    let turns = soccer::turn::turns(played.game.position());
    let lengths: Vec<usize> = turns
        .iter()
        .skip(3)
        .map(|(_, turn)| turn.directions().len())
        .collect();
    assert_eq!(verdict, "first wins (resign)");
    assert_eq!(lengths.len(), 3, "second, first, second again: {lengths:?}");
    assert!(lengths[0] > 1, "its first turn bounces: {lengths:?}");
}
