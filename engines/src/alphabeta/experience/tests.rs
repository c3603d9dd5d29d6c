//! A lost line is not played twice, a known win is played, and beliefs do not get into the tree.

use referee::{
    clock::TimeControl,
    game::Game,
    gomoku::{
        Rule,
        openings::{Recipe, Stream},
    },
    play::{Effort, PlayOptions, play_game},
    player::Player,
    seat::Seat,
    verdict::Reason,
};

use referee::position::Position as _;

use super::*;

fn engine(nodes: u64) -> Alphabeta {
    Alphabeta::new(AlphaBetaOptions {
        nodes: Some(nodes),
        table_mb: 1,
        ..AlphaBetaOptions::default()
    })
}

fn played(opening: &[Move], players: [&mut dyn Player<gomoku::Position>; 2]) -> (Vec<Move>, Verdict) {
    let start = gomoku::Position::new(15, Rule::Freestyle).unwrap();
    let game = Game::with_opening(start, opening, TimeControl::default()).unwrap();
    let options = PlayOptions {
        effort: [Effort::default(); 2],
        ..PlayOptions::default()
    };
    let done = play_game(game, players, &options, &mut || 0);
    let verdict = done.game.verdict().unwrap();
    (done.game.position().history().to_vec(), verdict)
}

/// Openings from which the weaker engine, as the first seat, loses against the stronger one.
fn lost_openings(count: usize) -> Vec<Vec<Move>> {
    let recipe = Recipe {
        size: 15,
        rule: Rule::Freestyle,
        plies: 4,
        seed: 3,
    };
    let is_lost = |opening: &Vec<Move>| {
        let (_, verdict) = played(opening, [&mut engine(60), &mut engine(3_000)]);
        verdict.winner == Some(Seat::Second) && verdict.reason == Reason::Five
    };
    Stream::new(recipe).unwrap().filter(is_lost).take(count).collect()
}

#[test]
fn a_lost_game_is_not_played_twice() {
    let folder = tempfile::tempdir().unwrap();
    for (number, opening) in lost_openings(2).into_iter().enumerate() {
        let path = folder.path().join(format!("{number}.db"));
        let mut pupil = engine(60).with_experience(Experience::open(&path).unwrap());
        let mut games: Vec<Vec<Move>> = Vec::new();
        for _ in 0..4 {
            let (game, verdict) = played(&opening, [&mut pupil, &mut engine(3_000)]);
            assert!(!games.contains(&game), "the same game again: {game:?}");
            games.push(game);
            if verdict.winner != Some(Seat::Second) {
                break;
            }
        }
        // Without experience it is the same game for ever.
        let again = || played(&opening, [&mut engine(60), &mut engine(3_000)]).0;
        assert_eq!(again(), games[0]);
        assert_eq!(again(), games[0]);
        // Another program with the same file knows it, too.
        let mut other = engine(60).with_experience(Experience::open(&path).unwrap());
        let (game, _) = played(&opening, [&mut other, &mut engine(3_000)]);
        assert!(games.len() < 4 || !games.contains(&game));
    }
}

fn marked(path: &std::path::Path, position: &gomoku::Position, worth: Worth) -> Alphabeta {
    let player = engine(2_000);
    let mut experience = Experience::open(path).unwrap();
    let engine = player.believer();
    let mark = ExperienceMark {
        worth,
        depth: 1,
        nodes: 1,
        engine,
    };
    experience.learn(position, mark);
    player.with_experience(experience)
}

fn after(moves: &[(u8, u8)]) -> gomoku::Position {
    let mut position = gomoku::Position::new(15, Rule::Freestyle).unwrap();
    for &(x, y) in moves {
        position.play(Move::Place(Point::new(x, y))).unwrap();
    }
    position
}

const START: [(u8, u8); 3] = [(7, 7), (8, 8), (6, 9)];

#[test]
fn a_proven_win_is_played_and_a_bad_move_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("experience.db");
    let start = after(&START);
    let usual = engine(2_000).think(&start, &Limits::default()).unwrap();
    let Move::Place(best) = usual.play else {
        unreachable!()
    };
    let best = [&START[..], &[(best.x, best.y)]].concat();
    for worth in [Worth::Win(9), Worth::Score(700)] {
        let thought = marked(&path, &after(&best), worth)
            .think(&start, &Limits::default())
            .unwrap();
        assert_ne!(thought.play, usual.play, "{worth:?}");
    }
    // A belief that is good for us is not worth anything: the search decides.
    let good = marked(&path, &after(&best), Worth::Score(-700)).think(&start, &Limits::default());
    assert_eq!(good.unwrap(), usual);
    // Far away from anything, but proven.
    let odd = [&START[..], &[(0, 14)]].concat();
    let thought = marked(&path, &after(&odd), Worth::Loss(8))
        .think(&start, &Limits::default())
        .unwrap();
    assert_eq!(thought.play, Move::Place(Point::new(0, 14)));
    assert_eq!(thought.score, Some(score::win_in(9)));
}

#[test]
fn of_bad_moves_the_one_that_resists_longest() {
    let folder = tempfile::tempdir().unwrap();
    // White has to block one end of a closed four: there is one move, and it is known to lose.
    let four = after(&[(0, 7), (1, 1), (1, 7), (3, 12), (2, 7), (12, 3), (3, 7)]);
    let mut blocked = four.clone();
    blocked.play(Move::Place(Point::new(4, 7))).unwrap();
    let mut player = marked(&folder.path().join("experience.db"), &blocked, Worth::Win(12));
    let thought = player.think(&four, &Limits::default()).unwrap();
    assert_eq!(thought.play, Move::Place(Point::new(4, 7)));
    assert_eq!(thought.score, Some(score::loss_in(13)));
}

#[test]
fn proofs_are_seeded_and_beliefs_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let start = after(&START);
    let deep = after(&[&START[..], &[(5, 5), (9, 9)]].concat());
    for (number, worth, expected) in [
        (0, Worth::Loss(8), Some(score::loss_in(10))),
        (1, Worth::Score(-700), None),
    ] {
        let path = folder.path().join(format!("{number}.db"));
        let player = marked(&path, &deep, worth);
        let tables = player.tables(Rule::Freestyle);
        let root = Position::<4>::new(&start, player.options.reach, tables);
        let below = Position::<4>::new(&deep, player.options.reach, tables);
        player.seed(&start, &root, &player.table);
        let found = player.table.probe(below.key(), 2).map(|entry| entry.score);
        assert_eq!(found, expected, "{worth:?}");
    }
}

#[test]
fn without_experience_nothing_is_studied() {
    let verdict = Verdict {
        winner: Some(Seat::First),
        reason: Reason::Resign,
    };
    assert!(
        engine(100)
            .study_game(&after(&START), verdict, 100, 100)
            .is_none()
    );
}

#[test]
fn another_engine_believes_otherwise() {
    let with = |change: fn(&mut AlphaBetaOptions)| {
        let mut options = AlphaBetaOptions::default();
        change(&mut options);
        Alphabeta::new(options).believer()
    };
    let own = with(|_| {});
    let says_so = format!("search {}", bench::SIGNATURE);
    assert!(
        own.contains(&says_so),
        "a changed search is another engine: {own}"
    );
    assert_eq!(own, with(|options| options.nodes = Some(5)), "only less patient");
    assert_eq!(own, with(|options| options.threads = 2));
    assert_ne!(own, with(|options| options.reach = Reach::new(2)));
    assert_ne!(own, with(|options| options.params.aspiration += 1));
    let of_weights = |text: &str| {
        let engine = Alphabeta::new(AlphaBetaOptions::default());
        engine.with_weights(text).unwrap().believer()
    };
    let text = crate::alphabeta::weights::OWN_WEIGHTS;
    assert_eq!(
        own,
        of_weights(&format!("# A comment.\n{text}")),
        "the same numbers"
    );
    // Two files, each with another number at its end.
    let last = |number: &str| {
        let end = text.trim_end().rfind(char::is_whitespace).unwrap();
        of_weights(&format!("{} {number}", &text[..end]))
    };
    assert_ne!(last("101"), own);
    assert_ne!(last("101"), last("102"));
}
