//! Who wins a position of Paper Soccer, and how: the best-first search with ever more turns of each position, as a loss is
//! proven only where every turn was looked at. What it says is held against the rules by [`proof`](super::proof).

use std::collections::HashMap;

use referee::{
    player::Limits,
    seat::Seat,
    soccer::{Direction, Lines, Position},
};

use super::{
    best_first::BestFirst,
    ground::Ground,
    judge::Judge,
    options::BestFirstOptions,
    proof::Answers,
    score::{PROVEN, WIN, is_proven},
    tree::Tree,
    turns::Turns,
};

/// Positions valued for one question, if nobody says otherwise: some seconds.
pub const NODES_DEFAULT: u64 = 1_000_000;

/// The most turns of one position that each round looks at.
const ROUNDS: [usize; 3] = [500, 4_000, 20_000];

/// An answer.
#[derive(Debug)]
pub struct SoccerSolution {
    /// Who wins, and how; `None` if that was not found out.
    pub win: Option<SoccerWin>,
    /// The turn that looks best for the side to move, and what follows it: the winning one where there is one.
    pub line: Vec<Vec<Direction>>,
    /// Positions valued.
    pub nodes: u64,
}

/// A decided position: the winner's answer to everything.
#[derive(Debug)]
pub struct SoccerWin {
    winner: Seat,
    turns: u32,
    answers: HashMap<u64, Vec<Direction>>,
    ground: Ground,
    generator: Turns,
}

impl SoccerWin {
    /// Turns of both sides to the end by the line that was found, the one in hand included; there may be a shorter way.
    pub fn turns(&self) -> u32 {
        self.turns
    }
}

impl Answers for SoccerWin {
    fn winner(&self) -> Seat {
        self.winner
    }

    fn turn(&mut self, lines: &Lines) -> Option<Vec<Direction>> {
        let key = self.ground.key(lines, self.winner);
        if let Some(turn) = self.answers.get(&key) {
            return Some(turn.clone());
        }
        // Where there is a goal at once the search has gone no further.
        self.generator.generate(&self.ground, lines, self.winner, 1);
        let turn = self.generator.turns.first()?;
        let ways = &self.generator.ways[turn.start as usize..][..usize::from(turn.length)];
        Some(ways.to_vec())
    }
}

/// Looks for the answer within the limits on nodes and time; the rounds share them. `position` may be in the middle of a
/// turn, and is not over.
pub fn solve(position: &Position, limits: &Limits) -> SoccerSolution {
    let (mut nodes, mut line) = (0, Vec::new());
    for (round, turns) in ROUNDS.into_iter().enumerate() {
        let left = (ROUNDS.len() - round) as u64;
        let mut engine = BestFirst::new(BestFirstOptions {
            turns,
            ..BestFirstOptions::default()
        });
        let (tree, looked) = engine.search(
            position,
            &Limits {
                turn_ms: limits.turn_ms.map(|ms| (ms / ROUNDS.len() as u64).max(1)),
                nodes: limits
                    .nodes
                    .map(|most| (most.saturating_sub(nodes) / left).max(1)),
                ..limits.clone()
            },
        );
        nodes += looked;
        line = tree.line();
        let score = tree.best().score;
        if is_proven(score) {
            return SoccerSolution {
                win: Some(win(position, &tree, score)),
                line,
                nodes,
            };
        }
        if limits.stop.is_raised() {
            break;
        }
    }
    SoccerSolution {
        win: None,
        line,
        nodes,
    }
}

fn win(position: &Position, tree: &Tree, score: i32) -> SoccerWin {
    use referee::position::Position as _;
    let pitch = position.rules().pitch;
    let ground = Ground::new(pitch);
    let is_own = score >= PROVEN;
    let winner = if is_own { position.turn() } else { !position.turn() };
    let mut answers = HashMap::new();
    let mut is_root = true;
    tree.for_each_answer(is_own, &mut |key, turn| {
        // The root's key is the position's own.
        let key = match std::mem::take(&mut is_root) && is_own {
            true => ground.key(position.lines(), winner),
            false => key,
        };
        answers.insert(key, turn.to_vec());
    });
    SoccerWin {
        winner,
        turns: (WIN - score.abs()).unsigned_abs(),
        answers,
        generator: Turns::new(Judge::new(pitch, None), position.rules().blocked),
        ground,
    }
}

#[cfg(test)]
mod tests {
    use dice::Dice;
    use referee::soccer::{Blocked, Rules};

    use super::*;
    use crate::soccer::{
        positions,
        proof::{Judged, STEPS_DEFAULT, check},
    };

    /// Every answer is verified by the judge, won and lost, in the middle of turns, too.
    #[test]
    fn what_is_solved_holds() {
        let mut seen = [0; 3];
        let mut held = 0;
        for seed in 0..60 {
            let mut dice = Dice::new(seed);
            let rules = match seed % 3 {
                0 => Rules::default(),
                1 => positions::small(Blocked::Loses),
                _ => positions::small(Blocked::Draws),
            };
            let lines = if seed % 3 == 0 { 90 } else { 30 } + dice.below(20usize);
            let position = positions::by_dice(rules, lines, &mut dice);
            let limits = Limits {
                nodes: Some(20_000),
                ..Limits::default()
            };
            let solution = solve(&position, &limits);
            let Some(mut win) = solution.win else {
                seen[2] += 1;
                continue;
            };
            use referee::position::Position as _;
            seen[usize::from(win.winner() != position.turn())] += 1;
            match check(&position, &mut win, STEPS_DEFAULT) {
                Judged::Holds { turns, .. } => {
                    held += 1;
                    assert!(turns >= 1 && !solution.line.is_empty(), "seed {seed}");
                }
                Judged::TooLong => {}
                Judged::Broken(flaw) => panic!("seed {seed}: {flaw}"),
            }
        }
        assert!(seen[0] > 10 && seen[1] > 2 && held > 15, "{seen:?} {held}");
    }

    /// An answer that is not the search's is found out.
    #[test]
    fn a_wrong_claim_is_refuted() {
        for seed in 0..40 {
            let position = positions::by_dice(positions::small(Blocked::Loses), 30, &mut Dice::new(seed));
            let solution = solve(
                &position,
                &Limits {
                    nodes: Some(20_000),
                    ..Limits::default()
                },
            );
            let Some(mut win) = solution.win else { continue };
            win.winner = !win.winner;
            let judged = check(&position, &mut win, STEPS_DEFAULT);
            assert!(!matches!(judged, Judged::Holds { .. }), "seed {seed}");
        }
    }
}
