//! An examination: positions that the solver has won by two fours or more, out of quick games on the training's own board. A network
//! answers them at sight, by the move that it would look at first, and by a search without the solver; right is every
//! move after which the win is still there.

use std::sync::Arc;

use dice::Dice;
use referee::{
    gomoku::{Move, Position, Rule},
    player::{Limits, Player as _},
    position::Position as _,
};
use serde::{Deserialize, Serialize};

use super::{duel::player, settings::TrainSettings};
use crate::{
    alphabeta::solve::{Means, Solver, SolverBounds, SolverVerdict, bench},
    network::PolicyValueNetwork,
    proof::Field,
};

/// The same questions are asked of everybody.
const SEED: u64 = 15;
/// Questions asked.
const QUESTIONS: usize = 60;
/// Games from which they are taken, at most.
const GAMES: u64 = 800;
/// Fours of the shortest win, at least.
const FOURS: usize = 2;

/// The questions for a board.
#[derive(Clone, Debug)]
pub struct Exam {
    questions: Vec<Question>,
}

#[derive(Clone, Debug)]
struct Question {
    position: Position,
    right: Vec<Move>,
}

/// How it was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marks {
    /// Questions asked.
    pub asked: u64,
    /// Right by the move with the greatest prior.
    pub at_sight: u64,
    /// Right after a search.
    pub by_search: u64,
}

impl Exam {
    /// Makes the questions for a board and rule.
    pub fn new(size: u8, rule: Rule) -> Exam {
        let (mut dice, mut solver, mut questions) = (Dice::new(SEED), Solver::new(), Vec::new());
        for _ in 0..GAMES {
            let mut positions = bench::played_on(size, rule, &mut dice).into_iter();
            // One of each game, or they would be much alike.
            questions.extend(positions.find_map(|position| question(position, &mut solver)));
            if questions.len() == QUESTIONS {
                break;
            }
        }
        Exam { questions }
    }

    /// Asks a network, which plays with these settings but without the solver.
    pub fn marks(&self, network: &Arc<PolicyValueNetwork>, settings: &TrainSettings) -> Marks {
        self.answered(network, &settings.alone())
    }

    /// The same with these very settings.
    pub(super) fn answered(&self, network: &Arc<PolicyValueNetwork>, settings: &TrainSettings) -> Marks {
        let mut marks = Marks {
            asked: self.questions.len() as u64,
            at_sight: 0,
            by_search: 0,
        };
        for question in &self.questions {
            let mut pupil = player(network, settings);
            let Ok(thought) = pupil.think(&question.position, &Limits::default()) else {
                continue;
            };
            marks.by_search += u64::from(question.right.contains(&thought.play));
            let liked = pupil
                .candidates()
                .into_iter()
                .max_by(|one, other| one.prior.total_cmp(&other.prior));
            let is_right = liked.is_some_and(|liked| question.right.contains(&liked.play));
            marks.at_sight += u64::from(is_right);
        }
        marks
    }
}

/// The position as a question, if it is one: some moves win, and others do not.
fn question(position: Position, solver: &mut Solver) -> Option<Question> {
    let bounds = SolverBounds::default();
    let SolverVerdict::Win(proof) = solver.solve(&Field::of(&position), Means::Fours, &bounds).verdict else {
        return None;
    };
    if bench::fours_of(&proof) < FOURS {
        return None;
    }
    let legal = position.legal_moves();
    let right: Vec<Move> = legal
        .iter()
        .copied()
        .filter(|&play| still_wins(&position, play, solver))
        .collect();
    (right.len() < legal.len()).then_some(Question { position, right })
}

/// Whether the win is there after a move: by fours whatever the reply, or by fours after the reply that the move forces.
fn still_wins(position: &Position, play: Move, solver: &mut Solver) -> bool {
    let mut after = position.clone();
    if after.play(play).is_err() {
        return false;
    }
    if let Some(outcome) = after.outcome() {
        return outcome.winner == Some(position.turn());
    }
    let own = position.to_place();
    let field = Field::of(&after);
    let [block] = field.fives(own)[..] else {
        // Two fives cannot be blocked; no four is no win by fours.
        return field.fives(own).len() > 1 && field.fives(!own).is_empty();
    };
    if after.play(Move::Place(block)).is_err() {
        return true;
    }
    if after.outcome().is_some() {
        return false;
    }
    let answer = solver.solve(&Field::of(&after), Means::Fours, &SolverBounds::default());
    matches!(answer.verdict, SolverVerdict::Win(_))
}
