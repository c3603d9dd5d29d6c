//! Searches by rollouts: what they find, what they add up to, and that they are what their seed says.

use referee::{
    clock::TimeControl,
    game::Game,
    gomoku::{self, Move, Rule},
    play::{PlayOptions, play_game},
    player::Stop,
    point::Point,
    soccer,
    verdict::Reason,
};

use super::{super::options::TreeOptions, *};

fn position(size: u8, stones: &[(u8, u8)]) -> gomoku::Position {
    let mut position = gomoku::Position::new(size, Rule::Freestyle).unwrap();
    for &(x, y) in stones {
        position.play(Move::Place(Point::new(x, y))).unwrap();
    }
    position
}

fn player<P: Position>(sims: u64, seed: u64, threads: usize) -> TreePlayer<P, Rollout> {
    let tree = TreeOptions {
        sims: Some(sims),
        threads,
        tree_mb: 16,
    };
    mcts(&MctsOptions { seed, tree })
}

fn thought(position: &gomoku::Position, sims: u64) -> Thought<Move> {
    player(sims, 1, 1).think(position, &Limits::default()).unwrap()
}

/// Black has four in a row with one end free and moves; then the same with White to move.
const FOUR: [(u8, u8); 8] = [(1, 3), (0, 3), (2, 3), (0, 5), (3, 3), (2, 6), (4, 3), (6, 6)];

#[test]
fn a_win_in_one_is_found_and_proven() {
    let found = thought(&position(8, &FOUR), 200);
    assert_eq!(found.play, Move::Place(Point::new(5, 3)));
    assert_eq!(found.score, Some(WIN - 1));
    assert!(found.nodes.unwrap() < 200, "it is proven before that: {found:?}");
}

#[test]
fn a_four_is_blocked() {
    let stones: Vec<_> = FOUR.iter().copied().take(7).collect();
    let found = thought(&position(8, &stones), 4_000);
    assert_eq!(found.play, Move::Place(Point::new(5, 3)), "{found:?}");
}

#[test]
fn a_lost_position_is_known_to_be_lost() {
    // An open four of Black's, and White moves without a four.
    let stones = [(2, 3), (0, 0), (3, 3), (7, 7), (4, 3), (0, 7), (5, 3)];
    let found = thought(&position(8, &stones), 100_000);
    assert_eq!(found.score, Some(-(WIN - 2)), "{found:?}");
}

#[test]
fn visits_add_up() {
    let root = position(6, &[(2, 2), (3, 3)]);
    let mut tree = Tree::new(root, SelectionFormula::Uct { curiosity: 1.4 }, 100_000);
    let mut rollout = Rollout::new(Dice::new(4));
    for looks in 1..=500 {
        tree.simulate(&mut rollout, usize::MAX);
        assert_eq!(tree.visits(), looks);
        let visits: u32 = tree.examined().map(|examined| examined.visits).sum();
        // The first look is at the root itself.
        assert_eq!(visits, looks - 1);
    }
}

#[test]
fn what_is_known_of_the_answer_is_kept() {
    let mut game = position(6, &[(2, 2), (3, 3)]);
    let selection = SelectionFormula::Uct { curiosity: 1.4 };
    let mut tree = Tree::new(game.clone(), selection, 100_000);
    let mut rollout = Rollout::new(Dice::new(4));
    for _ in 0..3_000 {
        tree.simulate(&mut rollout, usize::MAX);
    }
    let line = tree.line();
    for &played in &line[..2] {
        game.play(played).unwrap();
    }
    assert!(tree.advance(&game));
    assert_eq!(tree.root(), &game);
    let visits: u32 = tree.examined().map(|examined| examined.visits).sum();
    assert!(visits > 0);
    assert_eq!(visits + 1, tree.visits());
    assert_eq!(tree.line(), line[2..]);
    // Another game has nothing to do with it.
    assert!(!tree.advance(&position(6, &[(0, 0), (1, 1), (2, 2), (3, 3)])));
    assert_eq!(tree.visits(), 0);
}

fn series(sims: u64, seed: u64, threads: usize) -> Vec<Move> {
    let game = Game::new(position(6, &[]), TimeControl::default());
    let (mut one, mut other) = (player(sims, seed, threads), player(sims, seed + 1, threads));
    let played = play_game(game, [&mut one, &mut other], &PlayOptions::default(), &mut || 0);
    assert!(
        played.game.verdict().unwrap().reason.is_by_rules(),
        "{:?}",
        played.fault
    );
    played.game.position().history().to_vec()
}

#[test]
fn one_seed_plays_one_game() {
    assert_eq!(series(60, 5, 1), series(60, 5, 1));
    assert_eq!(series(60, 5, 2), series(60, 5, 2));
    assert_ne!(series(60, 5, 1), series(60, 7, 1));
}

#[test]
fn turns_of_several_lines_are_played_to_a_goal() {
    let rules = soccer::Rules::default();
    let game = Game::new(
        <soccer::Position as referee::kind::Kind>::begin(&rules).unwrap(),
        TimeControl::default(),
    );
    let (mut one, mut other) = (player(40, 1, 1), player(40, 2, 1));
    let played = play_game(game, [&mut one, &mut other], &PlayOptions::default(), &mut || 0);
    let reason = played.game.verdict().unwrap().reason;
    assert!(
        matches!(reason, Reason::Goal | Reason::Blocked),
        "{reason:?} {:?}",
        played.fault
    );
}

#[test]
fn limits_are_kept() {
    let root = position(8, &[]);
    let of = |limits: &Limits, sims: Option<u64>| {
        let mut options = MctsOptions::default();
        options.tree.sims = sims;
        let thought = mcts(&options).think(&root, limits).unwrap();
        (thought.nodes.unwrap(), thought.depth.unwrap())
    };
    let limits = Limits::default();
    assert_eq!(of(&limits, None).0, SIMS_FREE);
    assert_eq!(of(&limits, Some(30)).0, 30);
    let nodes = |nodes| Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    assert_eq!(of(&nodes(20), Some(30)).0, 20);
    let stop = Stop::default();
    stop.raise();
    assert_eq!(
        of(
            &Limits {
                stop,
                ..limits.clone()
            },
            None
        )
        .0,
        1
    );
    let shallow = Limits {
        depth: Some(1),
        ..limits.clone()
    };
    assert_eq!(of(&shallow, Some(500)).1, 1);
    // Half of a megabyte has room for some ten thousand nodes, and each look would make some sixty.
    let small = Limits {
        memory_bytes: Some(1 << 19),
        ..limits
    };
    let mut searcher = player::<gomoku::Position>(2_000, 1, 1);
    searcher.think(&root, &small).unwrap();
    let tree = searcher.searchers[0].tree.as_ref().unwrap();
    assert!(tree.size() * Tree::<gomoku::Position>::NODE_BYTES <= 1 << 18);
}
