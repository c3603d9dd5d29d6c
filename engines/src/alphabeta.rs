//! The flagship engine: alpha-beta of docs/sources.md `S3` with what the field has learned since. Here it meets the
//! referee's positions, the limits of a game and its own threads; patterns, search and table are in its folder.

mod cell;
mod line_pattern;
mod point_pattern;
mod weights;
mod position;
mod score;
mod table;
mod history;
mod moves;
mod root_move;
mod shared_search;
mod search;
mod time_manager;
mod experience;
mod swap2_choice;
mod book_move;
pub mod options;
pub mod params;
pub mod solve;
pub mod tune;
pub mod bench;

use std::{
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    thread,
};

use referee::{
    gomoku::{self, Move, Rule, swap2::Stage},
    player::{Limits, Player, PlayerError, Stop, Thought},
    point::Point,
    position::Position as _,
    verdict::Verdict,
};

pub use self::weights::{OWN_WEIGHTS, WeightsError};
use self::{
    cell::Cell,
    history::History,
    moves::GenerationMode,
    options::{AlphaBetaOptions, DEPTHS, TABLE_MB, THREADS},
    point_pattern::PointPattern,
    position::Position,
    root_move::RootMove,
    score::is_proven,
    search::{Report, Search},
    shared_search::SharedSearch,
    table::TranspositionTable,
    time_manager::TimeManager,
    weights::{Tables, Weights},
};
use crate::{budget, experience::Experience};

/// How much worse than the best a move of variety may be.
const VARIETY_RANGE: i32 = 20;
/// What the program holds in memory besides the table, in megabytes.
const BESIDE_TABLE_MB: u64 = 24;
/// Nodes searched when nothing limits the search: about a second.
const NODES_FREE: u64 = 1_500_000;

/// An evaluation made of other weights.
#[derive(Clone, Copy, Debug)]
struct Evaluation {
    /// By rule.
    tables: [&'static Tables; 3],
    /// Of its weights.
    fingerprint: u64,
}

/// The engine. Between moves it keeps its table and what it learned of moves.
#[derive(Debug)]
pub struct Alphabeta {
    options: AlphaBetaOptions,
    table: TranspositionTable,
    histories: Vec<History>,
    /// Numbers drawn for variety.
    drawn: u64,
    /// If it is not the engine's own.
    evaluation: Option<Evaluation>,
    experience: Option<Experience>,
    /// The three stones with which the game in hand was opened, and the two that left the choice to the other side.
    opening: [Point; 3],
    pair: Option<[Point; 2]>,
}

impl Alphabeta {
    /// An engine with these options, clamped into their ranges. A file of weights is not read here, but by
    /// [`with_weights`](Alphabeta::with_weights).
    pub fn new(options: AlphaBetaOptions) -> Alphabeta {
        let options = AlphaBetaOptions {
            depth: options
                .depth
                .map(|depth| depth.clamp(*DEPTHS.start(), *DEPTHS.end())),
            threads: options.threads.clamp(*THREADS.start(), *THREADS.end()),
            table_mb: options.table_mb.clamp(*TABLE_MB.start(), *TABLE_MB.end()),
            ..options
        };
        Alphabeta {
            table: TranspositionTable::new(options.table_mb),
            histories: vec![History::new(); options.threads],
            options,
            drawn: 0,
            evaluation: None,
            experience: None,
            opening: [Point::new(0, 0); 3],
            pair: None,
        }
    }

    /// The same with the evaluation of another set of weights, in the form of the engine's `weights.txt`. The tables
    /// made of them stay in memory for good.
    ///
    /// # Errors
    /// The text is no set of weights.
    pub fn with_weights(mut self, weights: &str) -> Result<Alphabeta, WeightsError> {
        let weights = Weights::read(weights)?;
        self.evaluation = Some(Evaluation {
            tables: Rule::ALL.map(|rule| &*Box::leak(Box::new(Tables::new(rule, &weights)))),
            fingerprint: weights.fingerprint(),
        });
        Ok(self)
    }

    fn tables(&self, rule: Rule) -> &'static Tables {
        match self.evaluation {
            Some(evaluation) => evaluation.tables[rule as usize],
            None => Tables::of(rule),
        }
    }

    /// Searches `position`, in which `roots` may be played.
    fn search(&mut self, position: &gomoku::Position, roots: &[Point], limits: &Limits) -> Report {
        match position.rule() {
            Rule::Freestyle => self.search_with::<4>(position, roots, limits),
            Rule::Standard | Rule::Renju => self.search_with::<5>(position, roots, limits),
        }
    }

    fn search_with<const HALF: usize>(
        &mut self,
        position: &gomoku::Position,
        roots: &[Point],
        limits: &Limits,
    ) -> Report {
        let stop = AtomicBool::new(false);
        let budget = budget::bounds(limits);
        let depth = least(limits.depth, self.options.depth);
        let is_free = budget.is_none() && depth.is_none();
        let nodes = least(limits.nodes, self.options.nodes).or(is_free.then_some(NODES_FREE));
        // Every thread may search its part.
        let threads = self.options.threads as u64;
        let nodes_max = nodes.map(|nodes| (nodes / threads).max(1));
        let time_manager = TimeManager::new(&stop, &limits.stop, budget, nodes_max);
        let start = Position::<HALF>::new(position, self.options.reach, self.tables(position.rule()));
        let moves = root_moves(&start, roots);
        if let Some(report) = Report::at_once(&start, &moves) {
            return report;
        }
        let depth_max = depth.unwrap_or(*DEPTHS.end());
        self.table.grow_older();
        self.seed(position, &start, &self.table);
        let (table, params) = (&self.table, &self.options.params);
        let variety = self.options.variety.moves;
        let shared_search = (threads > 1).then(SharedSearch::new);
        let shared_search = shared_search.as_ref();
        let mut histories = self.histories.iter_mut();
        let Some(history) = histories.next() else {
            unreachable!("there is at least one thread");
        };
        let (mut report, helped) =
            thread::scope(|scope| {
                let helpers: Vec<_> = histories
                    .map(|history| {
                        let (start, moves, time_manager) = (start.clone(), moves.clone(), &time_manager);
                        scope.spawn(move || {
                            Search::new(start, history, table, time_manager, params)
                                .with(shared_search)
                                .deepen(moves, depth_max as i32)
                                .nodes
                        })
                    })
                    .collect();
                let choosy = variety > 1 && GenerationMode::of(&start) == GenerationMode::All;
                let main_watch = if choosy {
                    time_manager.shortened()
                } else {
                    time_manager.clone()
                };
                let mut report = Search::new(start.clone(), history, table, &main_watch, params)
                    .with(shared_search)
                    .deepen(moves.clone(), depth_max as i32);
                if choosy && !is_proven(report.score()) {
                    report.equal = Search::new(start.clone(), history, table, &time_manager, params)
                        .near_equal(&report, variety, VARIETY_RANGE);
                }
                stop.store(true, Relaxed);
                let helped: u64 = helpers.into_iter().filter_map(|helper| helper.join().ok()).sum();
                (report, helped)
            });
        report.nodes += helped;
        report
    }

    /// Which of the near-equal moves is played.
    fn chosen(&mut self, report: &Report) -> usize {
        if report.equal.len() < 2 {
            return 0;
        }
        report.equal[self.draw(report.equal.len())]
    }

    /// The next number of the engine's own stream, below `among`.
    fn draw(&mut self, among: usize) -> usize {
        self.drawn += 1;
        let seed = self.options.variety.seed.wrapping_mul(0x1_0000);
        (dice::nth(seed.wrapping_add(self.drawn)) % among as u64) as usize
    }
}

impl Alphabeta {
    /// The best `count` moves with their lines: the best one, the best of the others, and so on, each searched within
    /// the limits. Fewer where there are no more, or where the first one makes five.
    ///
    /// # Errors
    /// There is no move.
    pub fn lines(
        &mut self,
        position: &gomoku::Position,
        limits: &Limits,
        count: usize,
    ) -> Result<Vec<Thought<Move>>, PlayerError> {
        let place = |played: &Move| match played {
            Move::Place(point) => Some(*point),
            Move::Choose(_) | Move::PutTwo => None,
        };
        let mut points: Vec<Point> = position.legal_moves().iter().filter_map(place).collect();
        let mut thoughts = Vec::new();
        if position.last_stone().is_some() && matches!(position.stage(), Stage::Settled { .. }) {
            while thoughts.len() < count {
                let report = self.search(position, &points, limits);
                let Some(best) = report.moves.first() else { break };
                let before = points.len();
                points.retain(|&point| point != best.cell.point());
                if points.len() == before {
                    break;
                }
                let line = best.line.iter().map(|cell| Move::Place(cell.point()));
                let play = Move::Place(best.cell.point());
                thoughts.push(told(&report, play, best.score, line.collect()));
            }
        }
        if thoughts.is_empty() {
            thoughts.push(self.think(position, limits)?);
        }
        // A search of the others may find a better move than the one of them all did.
        thoughts.sort_by_key(|thought| std::cmp::Reverse(thought.score));
        Ok(thoughts)
    }
}

/// In how many plies a score of this engine wins; negative if it loses in so many. `None` for scores that prove nothing.
pub fn plies_to_end(score: i32) -> Option<i32> {
    is_proven(score).then(|| (score::WIN - score.abs()) * score.signum())
}

/// The score of a win in so many plies.
pub fn score_of_win(plies: usize) -> i32 {
    score::win_in(plies)
}

impl Player<gomoku::Position> for Alphabeta {
    fn name(&self) -> String {
        format!("{} {}", self.options, env!("CARGO_PKG_VERSION"))
    }

    fn new_game(&mut self, position: &gomoku::Position) -> Result<(), PlayerError> {
        // Made here, a rule's tables cost no move's time.
        self.tables(position.rule());
        self.recall();
        self.pair = None;
        self.table.clear();
        self.histories.fill(History::new());
        Ok(())
    }

    fn think(&mut self, position: &gomoku::Position, limits: &Limits) -> Result<Thought<Move>, PlayerError> {
        let legal = position.legal_moves();
        let points: Vec<Point> = legal
            .iter()
            .filter_map(|played| match played {
                Move::Place(point) => Some(*point),
                Move::Choose(_) | Move::PutTwo => None,
            })
            .collect();
        match position.stage() {
            Stage::Three { placed } => {
                if let Some(thought) = self.opening_stone(position, placed) {
                    return Ok(thought);
                }
            }
            Stage::Answer => return Ok(self.answer(position, limits)),
            Stage::Two { placed } => {
                if let Some(thought) = self.pair_stone(position, placed, limits) {
                    return Ok(thought);
                }
            }
            Stage::Decide => return Ok(self.decide(position, limits)),
            Stage::Settled { .. } => {}
        }
        let advice = self.advice(position, &points);
        if let Some(win) = advice.win() {
            return Ok(win);
        }
        let points = advice.rest(points);
        if let Some(thought) = self.read_book(position, &points) {
            return Ok(thought);
        }
        self.keep_to(limits.memory_bytes);
        let report = self.search(position, &points, limits);
        if let Some(resistance) = advice.resistance(&report) {
            return Ok(resistance);
        }
        let chosen = self.chosen(&report);
        // Without a candidate (on the empty board, or if all of them are forbidden) the legal point nearest to the
        // centre.
        let Some(best) = report.moves.get(chosen) else {
            let centre = position.size() / 2;
            let nearest = points
                .iter()
                .min_by_key(|point| point.x.abs_diff(centre).max(point.y.abs_diff(centre)));
            return nearest
                .map(|&point| Thought::bare(Move::Place(point)))
                .ok_or(PlayerError::Resigns);
        };
        let line = best.line.iter().map(|cell| Move::Place(cell.point()));
        Ok(told(
            &report,
            Move::Place(best.cell.point()),
            report.score(),
            line.collect(),
        ))
    }

    /// What is found stays in the table.
    fn ponder(&mut self, position: &gomoku::Position, stop: &Stop) {
        self.look_ahead(position, stop, u64::MAX);
    }

    fn game_over(&mut self, position: &gomoku::Position, verdict: Verdict) -> Option<String> {
        self.remember_game(position, verdict)
    }
}

impl Alphabeta {
    /// Searches what the other side thinks about, until `stop` is raised or so many nodes are searched.
    fn look_ahead(&mut self, position: &gomoku::Position, stop: &Stop, nodes_max: u64) {
        if position.outcome().is_some() || !matches!(position.stage(), Stage::Settled { .. }) {
            return;
        }
        let points: Vec<Point> = position.board().empties().collect();
        let limits = Limits {
            nodes: Some(nodes_max),
            stop: stop.clone(),
            ..Limits::default()
        };
        self.search(position, &points, &limits);
    }

    /// Takes a smaller table if the memory allowed asks for it, and the usual one again when it does not.
    fn keep_to(&mut self, memory_bytes: Option<u64>) {
        let allowed = memory_bytes.map_or(u64::MAX, |bytes| (bytes >> 20).saturating_sub(BESIDE_TABLE_MB));
        let wanted = (self.options.table_mb as u64).min(allowed).max(1) as usize;
        if self.table.megabytes() != wanted {
            // The old one goes first.
            self.table = TranspositionTable::new(0);
            self.table = TranspositionTable::new(wanted);
        }
    }
}

fn told(report: &Report, play: Move, score: i32, line: Vec<Move>) -> Thought<Move> {
    Thought {
        play,
        score: Some(score),
        depth: Some(report.depth.max(0) as u32),
        nodes: Some(report.nodes),
        line,
    }
}

/// The moves to search at the root, the most promising first: all that `mode` what the position asks for, or, if
/// none of them is legal, every legal one.
fn root_moves<const HALF: usize>(position: &Position<HALF>, legal: &[Point]) -> Vec<RootMove> {
    let own = position.turn();
    if position.count(own, PointPattern::Five) > 0
        && let Some(five) = position.five(own)
    {
        return vec![RootMove::new(five)];
    }
    let mut scored_moves = Vec::new();
    GenerationMode::of(position).list(position, &mut scored_moves);
    scored_moves.retain(|scored| legal.contains(&scored.cell().point()));
    if scored_moves.is_empty() && position.played(1) != Cell::NONE {
        let scored =
            |&point: &Point| moves::ScoredMove::new(Cell::of(point), position.promise(Cell::of(point)));
        scored_moves.extend(legal.iter().map(scored));
    }
    scored_moves.sort_unstable_by(|one, other| other.cmp(one));
    scored_moves
        .into_iter()
        .map(|scored| RootMove::new(scored.cell()))
        .collect()
}

/// The tighter of two limits.
fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

#[cfg(test)]
mod tests;
