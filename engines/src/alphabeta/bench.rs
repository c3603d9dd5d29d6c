//! The engine measured: fixed positions searched to a fixed depth. The number of nodes is a signature: it changes
//! only when the search does. Time is the caller's.

use std::time::Duration;

use referee::{
    gomoku::{self, Move, Rule},
    player::{Limits, Player, PlayerError},
    point::Point,
    position::Position as _,
};

use super::{
    Alphabeta,
    cell::Cell,
    line_pattern::half,
    options::{AlphaBetaOptions, Reach},
    position::Position,
    weights::Tables,
};

/// Depth of a usual bench, in plies.
pub const DEPTH_DEFAULT: u32 = 10;

/// Nodes of the [bench](run) at depth 8, with which a search is told from another one: a test holds it.
pub(super) const SIGNATURE: u64 = 75_924;

/// What a bench found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bench {
    /// Nodes of each position.
    pub nodes: Vec<u64>,
    /// Time of all of them, by the clock that was given.
    pub spent: Duration,
}

impl Bench {
    /// The signature: nodes of all positions.
    pub fn signature(&self) -> u64 {
        self.nodes.iter().sum()
    }

    /// Nodes a second, 0 if no time passed.
    pub fn nodes_a_second(&self) -> f64 {
        if self.spent.is_zero() {
            return 0.0;
        }
        self.signature() as f64 / self.spent.as_secs_f64()
    }
}

/// Searches every position, each from an empty table. `clock` tells a time that goes on: with one thread that of the
/// processor, so that other programs do not count.
///
/// # Errors
/// The engine gave no move.
pub fn run(depth: u32, clock: &mut dyn FnMut() -> Duration) -> Result<Bench, PlayerError> {
    let mut bench = Bench {
        nodes: Vec::new(),
        spent: Duration::ZERO,
    };
    for position in positions() {
        let (nodes, spent) = search(&position, depth, 1, clock)?;
        bench.nodes.push(nodes);
        bench.spent += spent;
    }
    Ok(bench)
}

/// Nodes of one thread below which a search is too short to be measured.
const SHORT: u64 = 20_000;

/// How much sooner several threads come to the same depth than one does: time of one over time of several, for each search of
/// every position, so many times, in turns, by a `clock` on the wall.
///
/// # Errors
/// The engine gave no move.
pub fn speed_up(
    depth: u32,
    threads: usize,
    runs: u32,
    clock: &mut dyn FnMut() -> Duration,
) -> Result<Vec<f64>, PlayerError> {
    let mut ratios = Vec::new();
    for position in (0..runs).flat_map(|_| positions()) {
        let [one, many] = [
            search(&position, depth, 1, clock)?,
            search(&position, depth, threads, clock)?,
        ];
        if one.0 >= SHORT && !many.1.is_zero() {
            ratios.push(one.1.as_secs_f64() / many.1.as_secs_f64());
        }
    }
    Ok(ratios)
}

/// One search from an empty table: its nodes and its time.
fn search(
    position: &gomoku::Position,
    depth: u32,
    threads: usize,
    clock: &mut dyn FnMut() -> Duration,
) -> Result<(u64, Duration), PlayerError> {
    let mut player = Alphabeta::new(AlphaBetaOptions {
        depth: Some(depth),
        threads,
        table_mb: 16,
        ..AlphaBetaOptions::default()
    });
    player.new_game(position)?;
    let begun = clock();
    let thought = player.think(position, &Limits::default())?;
    Ok((thought.nodes.unwrap_or(0), clock().saturating_sub(begun)))
}

/// The first answer to a stone on the centre (the table of docs/sources.md `S3.8`): its nodes, and its time by `clock`.
///
/// # Errors
/// The engine gave no move.
pub fn first_answer(depth: u32, clock: &mut dyn FnMut() -> Duration) -> Result<(u64, Duration), PlayerError> {
    search(&position(15, Rule::Freestyle, "7,7"), depth, 1, clock)
}

/// Neighbours that a shape of freestyle depends on: see [`half`].
const HALF: usize = 4;

/// What the search knows of a position, to be kept up without a search.
pub struct Evaluation {
    position: Position<HALF>,
    free: Vec<Cell>,
}

impl Evaluation {
    /// Of a position of freestyle.
    ///
    /// # Panics
    /// It has another rule.
    pub fn of(position: &gomoku::Position) -> Evaluation {
        let rule = position.rule();
        assert_eq!(
            half(rule),
            HALF,
            "a position of freestyle, not of {}",
            rule.name()
        );
        let position = Position::new(position, Reach::DEFAULT, Tables::of(rule));
        let mut free = Vec::new();
        position.empty_points(|cell| free.push(cell));
        Evaluation { position, free }
    }

    /// Puts a stone on every free point, each alone, and takes it back. The sum of their values.
    pub fn put_everywhere(&mut self) -> i32 {
        let mut sum = 0;
        for &cell in &self.free {
            self.position.play(cell);
            sum += self.position.value();
            self.position.undo();
        }
        sum
    }
}

/// Beginnings and middles of games, under every rule, on several boards, none of them decided.
pub fn positions() -> Vec<gomoku::Position> {
    COURSES
        .iter()
        .map(|&(size, rule, moves)| position(size, rule, moves))
        .collect()
}

fn position(size: u8, rule: Rule, moves: &str) -> gomoku::Position {
    let mut position = gomoku::Position::new(size, rule).expect("a size of a board");
    for word in moves.split_whitespace() {
        let (x, y) = word.split_once(',').expect("a column and a row");
        let [x, y] = [x, y].map(|number| number.parse().expect("a number"));
        position
            .play(Move::Place(Point::new(x, y)))
            .expect("these moves are legal");
    }
    position
}

/// Board, rule and the moves, as columns and rows from 0.
const COURSES: &[(u8, Rule, &str)] = &[
    (15, Rule::Freestyle, "7,7"),
    (15, Rule::Freestyle, "9,6 5,7 5,9 10,7 9,7 10,6 10,8"),
    (
        15,
        Rule::Freestyle,
        "9,6 5,7 5,9 10,7 9,7 10,6 10,8 9,5 9,9 11,9 9,8 9,10 7,8 8,8",
    ),
    (20, Rule::Freestyle, "6,7 9,9 9,10 8,7 9,6 8,8 8,9 7,8 6,8"),
    (
        20,
        Rule::Freestyle,
        "6,7 9,9 9,10 8,7 9,6 8,8 8,9 7,8 6,8 6,9 7,6 5,8 5,7 8,6 4,7 7,7 6,6 7,9 6,5 6,4 5,6 \
         10,10",
    ),
    (15, Rule::Standard, "9,6 5,7 5,9 10,7 9,7 8,8 8,6 9,8"),
    (
        15,
        Rule::Standard,
        "9,6 5,7 5,9 10,7 9,7 8,8 8,6 9,8 6,9 7,6 3,9 4,9 10,8 7,5 7,7 6,8 8,7 7,8 5,8 4,6",
    ),
    (15, Rule::Renju, "5,8 8,7 10,6 7,7 8,4 10,10 6,6 7,6 7,5"),
    (
        15,
        Rule::Renju,
        "5,8 8,7 10,6 7,7 8,4 10,10 6,6 7,6 7,5 5,7 6,7 6,5 5,4 9,5 6,8 9,8 10,9 9,7 9,3 10,2",
    ),
    (
        10,
        Rule::Freestyle,
        "1,2 4,4 4,5 3,2 4,1 3,3 3,4 2,3 5,5 5,3 4,3 2,5",
    ),
    (
        10,
        Rule::Freestyle,
        "1,2 4,4 4,5 3,2 4,1 3,3 3,4 2,3 5,5 5,3 4,3 2,5 2,4 6,2 3,5 5,2 4,2 4,6 6,5 7,5 5,4 \
         5,7 3,6 2,7 5,6 4,7 6,7 7,8 7,6 8,7",
    ),
    (
        22,
        Rule::Renju,
        "8,13 9,7 12,7 12,8 8,15 10,8 8,14 8,12 8,16 8,17",
    ),
    (
        22,
        Rule::Renju,
        "8,13 9,7 12,7 12,8 8,15 10,8 8,14 8,12 8,16 8,17 11,9 9,9 9,8 11,7 8,10 10,6 9,5 \
         10,7",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// A search that needs more nodes for the same depth is a slower one; a change of either number is to be meant, and
    /// told in its commit.
    #[test]
    fn the_same_depth_takes_the_same_nodes() {
        let mut clock = || Duration::ZERO;
        let nodes: Vec<u64> = [2, 3, 4, 5, 8]
            .map(|depth| first_answer(depth, &mut clock).unwrap().0)
            .to_vec();
        assert_eq!(
            (run(8, &mut clock).unwrap().signature(), nodes),
            (SIGNATURE, FIRST_ANSWERS.to_vec())
        );
    }

    /// At depths 2, 3, 4, 5 and 8.
    const FIRST_ANSWERS: [u64; 5] = [125, 234, 792, 1_272, 7_011];

    #[test]
    fn the_signature_is_repeatable() {
        let mut ticks = 0;
        let mut clock = || {
            ticks += 1;
            Duration::from_secs(ticks)
        };
        let once = run(4, &mut clock).unwrap();
        assert_eq!(once.spent, Duration::from_secs(once.nodes.len() as u64));
        assert_eq!(run(4, &mut clock).unwrap(), once);
        assert!(positions().iter().all(|position| position.end().is_none()));
        assert_eq!(
            once.nodes_a_second(),
            once.signature() as f64 / once.nodes.len() as f64
        );
        assert!(first_answer(3, &mut clock).unwrap().0 > 0);
    }

    #[test]
    fn threads_are_measured_search_by_search() {
        // A clock that goes on by one at each look: every search takes as long as any other.
        let mut ticks = 0;
        let mut clock = || {
            ticks += 1;
            Duration::from_secs(ticks)
        };
        let measured = speed_up(10, 2, 1, &mut clock).unwrap();
        assert!(!measured.is_empty() && measured.iter().all(|&ratio| ratio == 1.0));
    }
}
