//! The fixed-depth program of docs/sources.md `S0.1` and `S0.2`: alpha-beta over the cells next to stones, valued by
//! five-cell windows. Firmware and RTL are measured against it move by move and node by node, so what it plays
//! never changes; a stronger engine is another room.
//!
//! The search itself is `hardware_core`, the very code that the firmware runs. Here it meets the referee's positions
//! and the limits of a game: with a limit on time it searches 1, 2, … plies in turn and answers with the deepest
//! search that came to its end.

use hardware_core::{
    DEPTH_MAX,
    board::{Candidates, side},
    deepening::{SearchBounds, deepen},
};
use referee::{
    color::Color,
    gomoku::{Move, Position, Rule, swap2::Stage},
    player::{Limits, Player, PlayerError, Thought},
    point::Point,
    position::Position as _,
};

use crate::{deadline::Deadline, swap2};

type ClassicBoard = hardware_core::board::SearchBoard<{ side(22) }>;

/// Plies that can be asked for.
pub const DEPTHS: std::ops::RangeInclusive<u32> = 1..=DEPTH_MAX as u32;
/// Plies of the published program.
pub const DEPTH_DEFAULT: u32 = 4;

/// The fixed-depth engine. It keeps nothing between moves.
#[derive(Clone, Debug)]
pub struct Classic {
    depth: u32,
}

impl Classic {
    /// An engine that searches `depth` plies, clamped into [`DEPTHS`].
    pub fn new(depth: u32) -> Classic {
        Classic {
            depth: depth.clamp(*DEPTHS.start(), *DEPTHS.end()),
        }
    }
}

impl Player<Position> for Classic {
    fn name(&self) -> String {
        format!("classic:depth={} {}", self.depth, env!("CARGO_PKG_VERSION"))
    }

    fn new_game(&mut self, _position: &Position) -> Result<(), PlayerError> {
        Ok(())
    }

    fn think(&mut self, position: &Position, limits: &Limits) -> Result<Thought<Move>, PlayerError> {
        let depth = limits
            .depth
            .map_or(self.depth, |depth| depth.clamp(1, self.depth));
        let legal = position.legal_moves();
        let mut board = board_of(position);
        let color = position.to_place();
        match position.stage() {
            Stage::Three { placed } => {
                let point = swap2::opening(position.size())[usize::from(placed)];
                if legal.contains(&Move::Place(point)) {
                    return Ok(Thought::bare(Move::Place(point)));
                }
            }
            Stage::Answer | Stage::Decide => {
                if let Some(choice) = choice(&mut board, &legal, color, depth, limits) {
                    return Ok(choice);
                }
            }
            Stage::Two { .. } | Stage::Settled { .. } => {}
        }
        let mut places = Candidates::NONE;
        for played in &legal {
            if let Move::Place(point) = played {
                places.insert(board.rank_of(board.cell(core_point(*point))));
            }
        }
        let search = deepest(&mut board, color, depth, places, limits);
        // Without a candidate (on the empty board, or if all of them are forbidden): the first legal point from the centre.
        let nearest = || {
            let first = places.clone().pop();
            first.map(|rank| point_of(board.point(board.cell_at(rank))))
        };
        let Some(play) = search.line.first().copied().or_else(nearest) else {
            return Err(PlayerError::Resigns);
        };
        Ok(Thought {
            play: Move::Place(play),
            score: search.score,
            depth: search.depth,
            nodes: Some(search.nodes),
            line: search.line.into_iter().map(Move::Place).collect(),
        })
    }
}

/// Swap2: takes the colour that looks better, as if every point were free to it; `None` if that is the colour to
/// move and it is taken by putting a stone.
fn choice(
    board: &mut ClassicBoard,
    legal: &[Move],
    to_place: Color,
    depth: u32,
    limits: &Limits,
) -> Option<Thought<Move>> {
    let search = deepest(board, to_place, depth, Candidates::ALL, limits);
    let (chosen, score) = match search.score {
        Some(score) if score < 0 => (!to_place, Some(-score)),
        score => (to_place, score),
    };
    let play = Move::Choose(chosen);
    legal.contains(&play).then(|| Thought {
        play,
        score,
        depth: search.depth,
        nodes: Some(search.nodes),
        line: Vec::new(),
    })
}

/// The deepest search that came to its end; empty if there was no candidate.
#[derive(Default)]
struct Deepest {
    score: Option<i32>,
    depth: Option<u32>,
    /// Over all depths, finished or not.
    nodes: u64,
    line: Vec<Point>,
}

fn deepest(
    board: &mut ClassicBoard,
    color: Color,
    depth: u32,
    roots: Candidates,
    limits: &Limits,
) -> Deepest {
    let deadline = Deadline::of(limits);
    let bounded = deadline.is_set() || limits.nodes.is_some();
    let bounds = SearchBounds {
        depths: if bounded { 1 } else { depth as usize }..=depth as usize,
        nodes_max: limits.nodes,
        stop: &mut |_| deadline.is_over(),
    };
    let found = deepen(board, core_color(color), &roots, bounds);
    let mut deepest = Deepest {
        nodes: found.nodes,
        ..Deepest::default()
    };
    if let Some(answer) = found.answer {
        deepest.score = Some(answer.score);
        deepest.depth = Some(found.depth as u32);
        deepest.line = answer.line().iter().copied().map(point_of).collect();
    }
    deepest
}

fn board_of(position: &Position) -> ClassicBoard {
    let mut board = ClassicBoard::new(position.size(), core_rule(position.rule()));
    for y in 0..position.size() {
        for x in 0..position.size() {
            let point = Point::new(x, y);
            if let Some(color) = position.stone(point) {
                board.place(board.cell(core_point(point)), core_color(color));
            }
        }
    }
    board
}

fn core_rule(rule: Rule) -> hardware_core::rule::Rule {
    match rule {
        Rule::Freestyle => hardware_core::rule::Rule::Freestyle,
        Rule::Standard => hardware_core::rule::Rule::Standard,
        Rule::Renju => hardware_core::rule::Rule::Renju,
    }
}

fn core_color(color: Color) -> hardware_core::color::Color {
    match color {
        Color::Black => hardware_core::color::Color::Black,
        Color::White => hardware_core::color::Color::White,
    }
}

fn core_point(point: Point) -> hardware_core::point::Point {
    hardware_core::point::Point::new(point.x, point.y)
}

fn point_of(point: hardware_core::point::Point) -> Point {
    Point::new(point.x, point.y)
}

#[cfg(test)]
mod tests;
