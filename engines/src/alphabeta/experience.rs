//! Experience in this engine: at the root a move into a position that is known to be lost is avoided and a proven win
//! is played; proofs near the root go into the table; after a decided game the way back through it is studied.

use referee::{
    gomoku::{self, Move},
    player::{Limits, Player as _, Thought},
    point::Point,
    verdict::Verdict,
};

use super::{
    Alphabeta, bench,
    cell::Cell,
    options::{AlphaBetaOptions, Reach, Variety},
    params::Params,
    position::{Position, key_after},
    score::{self, PROVEN, Score},
    search::Report,
    table::{Bound, Entry, TranspositionTable},
    weights::Weights,
};
use crate::experience::{
    Experience, ExperienceError, ExperienceMark, Worth,
    walk::{self, SearchFinding, Student},
};

/// Nodes for each position that is studied after a game.
const STUDY_NODES: u64 = 100_000;
/// Nodes for a whole game: about two seconds, so that the next game need not wait.
const LESSON_NODES: u64 = 1_500_000;
/// Stones from the root within which proofs go into the table.
const SEED_PLIES: usize = 3;
/// The table's depth of what is proven: deeper than any search.
const PROVEN_DEPTH: i32 = 127;

/// What experience says about the moves of one position.
#[derive(Debug, Default)]
pub(super) struct Advice {
    /// The best that is known to be good or bad, if it wins for sure or everything else is worse: the move and its
    /// value for the side that plays it.
    known: Option<(Point, Score)>,
    /// Moves that lead where the other side is better.
    bad: Vec<Point>,
}

impl Advice {
    /// A proven win.
    pub(super) fn win(&self) -> Option<Thought<Move>> {
        let (point, score) = self.known.filter(|&(_, score)| score >= PROVEN)?;
        Some(thought(point, score, None))
    }

    /// The moves that are worth a search.
    pub(super) fn rest(&self, points: Vec<Point>) -> Vec<Point> {
        if self.bad.is_empty() {
            return points;
        }
        points
            .into_iter()
            .filter(|point| !self.bad.contains(point))
            .collect()
    }

    /// The bad move that resists longest, if the search of the others found nothing better.
    pub(super) fn resistance(&self, report: &Report) -> Option<Thought<Move>> {
        let (point, score) = self.known?;
        // A search that was cut off in its first depth says nothing about the moves it did not come to.
        let is_worse = report.depth > 0 && report.score() < score;
        (report.moves.is_empty() || is_worse).then(|| thought(point, score, Some(report)))
    }
}

fn thought(point: Point, score: Score, report: Option<&Report>) -> Thought<Move> {
    Thought {
        score: Some(score),
        depth: Some(report.map_or(0, |report| report.depth.max(0) as u32)),
        nodes: Some(report.map_or(0, |report| report.nodes)),
        line: vec![Move::Place(point)],
        ..Thought::bare(Move::Place(point))
    }
}

/// The value of a position for the side to move, `ply` plies below the root.
fn value(worth: Worth, ply: usize) -> Score {
    match worth {
        Worth::Win(plies) => score::win_in(ply + usize::from(plies)),
        Worth::Loss(plies) => score::loss_in(ply + usize::from(plies)),
        Worth::Score(score) => score,
    }
}

/// The reverse of [`value`] at the root.
fn worth(score: Score) -> Worth {
    if score >= PROVEN {
        Worth::Win((score::WIN - score) as u16)
    } else if score <= -PROVEN {
        Worth::Loss((score::WIN + score) as u16)
    } else {
        Worth::Score(score)
    }
}

impl Alphabeta {
    /// The same engine with what was learned, and learning further.
    #[must_use]
    pub fn with_experience(mut self, experience: Experience) -> Alphabeta {
        self.experience = Some(experience);
        self
    }

    /// Which engine believes what this one believes: another search, other weights, other numbers or another search box make
    /// another one.
    pub fn believer(&self) -> String {
        let AlphaBetaOptions { params, reach, .. } = &self.options;
        let weights = match self.evaluation {
            Some(evaluation) => evaluation.fingerprint,
            None => Weights::own_fingerprint(),
        };
        let chosen = match (*params == Params::DEFAULT, *reach == Reach::DEFAULT) {
            (true, true) => String::new(),
            _ => {
                let chosen = AlphaBetaOptions {
                    params: params.clone(),
                    reach: *reach,
                    ..AlphaBetaOptions::default()
                };
                format!(" {chosen}")
            }
        };
        format!(
            "alphabeta search {} weights {weights:016x}{chosen}",
            bench::SIGNATURE
        )
    }

    /// What experience says about the moves that may be played.
    pub(super) fn advice(&self, position: &gomoku::Position, points: &[Point]) -> Advice {
        let mut advice = Advice::default();
        let Some(experience) = self
            .experience
            .as_ref()
            .filter(|experience| !experience.is_empty())
        else {
            return advice;
        };
        for known in experience.continuations(position, 1, &self.believer()) {
            let [(point, _)] = known.stones[..] else { continue };
            let score = -value(known.worth, 1);
            // Of good moves only proven ones are believed; of bad ones all, as there are others.
            if !points.contains(&point) || score > 0 && score < PROVEN {
                continue;
            }
            if score <= 0 {
                advice.bad.push(point);
            }
            if advice.known.is_none_or(|(_, best)| score > best) {
                advice.known = Some((point, score));
            }
        }
        advice
    }

    /// Puts what is proven near the root into the table. Beliefs stay outside.
    pub(super) fn seed<const HALF: usize>(
        &self,
        position: &gomoku::Position,
        root: &Position<HALF>,
        table: &TranspositionTable,
    ) {
        let Some(experience) = self
            .experience
            .as_ref()
            .filter(|experience| !experience.is_empty())
        else {
            return;
        };
        for plies in 1..=SEED_PLIES {
            for known in experience.continuations(position, plies, "") {
                let stones = known
                    .stones
                    .iter()
                    .map(|&(point, color)| (color, Cell::of(point)));
                let score = value(known.worth, plies);
                let entry = Entry {
                    score,
                    value: score.clamp(-score::VALUE_MAX, score::VALUE_MAX),
                    play: Cell::NONE,
                    depth: PROVEN_DEPTH,
                    // The end may be nearer than it is known to be.
                    bound: if score > 0 { Bound::Lower } else { Bound::Upper },
                    principal: false,
                };
                table.store(key_after(root.key(), stones), plies, &entry);
            }
        }
    }

    /// Takes in what other programs learned meanwhile.
    pub(super) fn recall(&mut self) {
        if let Some(experience) = &mut self.experience {
            // What cannot be read again is as it was.
            let _ = experience.refresh();
        }
    }

    /// Studies a decided game with the nodes of a usual lesson; says what came of it if that was anything.
    pub(super) fn remember_game(&mut self, end: &gomoku::Position, verdict: Verdict) -> Option<String> {
        let learned = self.study_game(end, verdict, STUDY_NODES, LESSON_NODES)?;
        match learned {
            Ok(0) => None,
            Ok(marks) => Some(format!("experience: {marks} positions learned")),
            Err(error) => Some(format!(
                "experience: {error}; this game is remembered until the program ends"
            )),
        }
    }

    /// Goes back through a decided game and keeps which positions of it were lost and won: `nodes` for each position,
    /// `nodes_max` for all. Answers how many marks that made, and nothing without experience.
    ///
    /// # Errors
    /// The file of experience cannot be written.
    pub fn study_game(
        &mut self,
        end: &gomoku::Position,
        verdict: Verdict,
        nodes: u64,
        nodes_max: u64,
    ) -> Option<Result<usize, ExperienceError>> {
        self.recall();
        let experience = self.experience.take()?;
        let options = AlphaBetaOptions {
            table_mb: 16,
            variety: Variety::default(),
            book: false,
            threads: 1,
            depth: None,
            nodes: None,
            ..self.options.clone()
        };
        let mut pupil = Alphabeta::new(options);
        pupil.evaluation = self.evaluation;
        let believer = self.believer();
        let mut lesson = Lesson {
            pupil: pupil.with_experience(experience),
            believer,
            nodes,
            left: nodes_max,
        };
        walk::walk(end, verdict, &mut lesson);
        self.experience = lesson.pupil.experience.take();
        Some(self.experience.as_mut()?.keep(end, verdict))
    }
}

/// One game being studied.
struct Lesson {
    pupil: Alphabeta,
    believer: String,
    /// For a position, and for all that are still to come.
    nodes: u64,
    left: u64,
}

impl Student for Lesson {
    fn study(&mut self, position: &gomoku::Position) -> Option<SearchFinding> {
        let limits = Limits {
            nodes: Some(self.nodes.min(self.left)).filter(|&nodes| nodes > 0),
            ..Limits::default()
        };
        limits.nodes?;
        let thought = self.pupil.think(position, &limits).ok()?;
        let nodes = thought.nodes.unwrap_or(0);
        self.left -= nodes.clamp(1, self.left);
        Some(SearchFinding {
            play: thought.play,
            worth: worth(thought.score?),
            depth: thought.depth.unwrap_or(0),
            nodes,
        })
    }

    fn known(&self, position: &gomoku::Position) -> Option<Worth> {
        let mark = self.pupil.experience.as_ref()?.of(position, &self.believer)?;
        Some(mark.worth)
    }

    fn remember(&mut self, position: &gomoku::Position, worth: Worth, found: &SearchFinding) {
        if let Some(experience) = &mut self.pupil.experience {
            experience.learn(
                position,
                ExperienceMark {
                    worth,
                    depth: found.depth,
                    nodes: found.nodes,
                    engine: self.believer.clone(),
                },
            );
        }
    }
}

#[cfg(test)]
mod tests;
