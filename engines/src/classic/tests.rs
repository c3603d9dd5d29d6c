//! Golden vectors, and the search against a plain program that recomputes everything.

use referee::gomoku::Rule;

use super::*;

fn position(size: u8, rule: Rule, stones: &[(u8, u8)]) -> Position {
    let mut position = Position::new(size, rule).unwrap();
    for &(x, y) in stones {
        position.play(Move::Place(Point::new(x, y))).unwrap();
    }
    position
}

fn think(position: &Position, depth: u32) -> Thought<Move> {
    Classic::new(depth).think(position, &Limits::default()).unwrap()
}

/// Write-up part `S0.6`: the bench's stones, the published answers, and the moves tried for each.
#[test]
fn the_published_bench_comes_out_with_its_node_counts() {
    let mut position = position(15, Rule::Freestyle, &[]);
    let mut answers = Vec::new();
    for (x, y) in [(7, 7), (7, 8), (8, 6), (8, 7)] {
        position.play(Move::Place(Point::new(x, y))).unwrap();
        let thought = think(&position, 4);
        position.play(thought.play).unwrap();
        answers.push((thought.play.to_string(), thought.nodes.unwrap()));
    }
    let expected = [("6,6", 1522), ("7,6", 2077), ("6,8", 2109), ("6,7", 2923)];
    assert_eq!(answers, expected.map(|(play, nodes)| (play.to_owned(), nodes)));
}
