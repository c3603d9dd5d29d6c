//! `tengen bench vcf`: positions that are won by fours, solved; and positions of every kind, in which each win that the
//! solver claims is played out to the full width, and each short one that it misses is found by an oracle.

use std::time::Duration;

use cpu_time::ThreadTime;
use dice::Dice;
use engines::{
    alphabeta::solve::{
        Means, Solver, SolverBounds, SolverVerdict,
        bench::{self, Won},
    },
    proof::{Field, check, full_width},
};
use referee::{gomoku::Position, player::Limits};
use serde_json::{Value, json};

use crate::{Measured, rounded};
use base::user_error::UserError;

/// Fours of the longest wins that are looked for.
const FOURS_MAX: usize = 15;
/// A claim is compared with the oracle up to so many fours.
const ORACLE_FOURS: u32 = 3;

/// Arguments.
#[derive(clap::Args)]
pub struct VcfArgs {
    /// Print JSON instead of lines
    #[arg(long)]
    json: bool,
    /// Positions with a win, as evenly from 1 to 15 fours as they are found
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    wins: u32,
    /// Positions thrown by dice to find them, or to make them of
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    throws: u64,
    /// Positions in which every claim is checked: half by dice, half from quick games
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    positions: u32,
    /// Decides all positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Runs the command.
///
/// # Errors
/// The output cannot be written.
pub(super) fn run(args: &VcfArgs) -> anyhow::Result<Measured> {
    let made = bench::won(args.seed, args.wins as usize, FOURS_MAX, args.throws);
    if made.wins.is_empty() {
        let message = format!("no win by fours among {} positions", args.throws);
        return Err(UserError::new(message, "give a larger number with --throws").into());
    }
    let speed = solve(&made.wins);
    let claims = judge(args);
    let mut figures = speed.figures();
    figures["wins_left_out_for_their_nodes"] = json!(made.left_out);
    for (name, value) in claims.figures().as_object().into_iter().flatten() {
        figures[name] = value.clone();
    }
    Ok(Measured::new(figures, args.json).unless(speed.unproven + claims.wrong() > 0))
}

/// What solving the won positions took, each by a solver that knew none of the others.
#[derive(Default)]
struct Speed {
    spent: Vec<Duration>,
    nodes: Vec<u64>,
    by_fours: [usize; FOURS_MAX + 1],
    unproven: usize,
}

fn solve(wins: &[Won]) -> Speed {
    let mut speed = Speed::default();
    for won in wins {
        let field = Field::of(&won.position);
        let mut solver = Solver::new();
        let begun = ThreadTime::now();
        let solution = solver.solve(&field, Means::Fours, &SolverBounds::default());
        speed.spent.push(begun.elapsed());
        speed.nodes.push(solution.nodes);
        let proven = match solution.verdict {
            SolverVerdict::Win(proof) => {
                speed.by_fours[bench::fours_of(&proof).min(FOURS_MAX)] += 1;
                check::check(&field, &proof, u64::MAX) == check::Checked::Holds
                    && full_width::check(&won.position, &proof).is_ok()
            }
            _ => false,
        };
        speed.unproven += usize::from(!proven);
    }
    speed
}

impl Speed {
    fn figures(&self) -> Value {
        let count = self.spent.len().max(1) as f64;
        let ms: Vec<f64> = self.spent.iter().map(|spent| spent.as_secs_f64() * 1e3).collect();
        let histogram: Vec<String> = (1..=FOURS_MAX)
            .map(|fours| format!("{fours}:{}", self.by_fours[fours]))
            .collect();
        json!({
            "wins": self.spent.len(),
            "wins_by_fours": histogram.join(" "),
            "wins_unproven": self.unproven,
            "cpu_ms_mean": rounded(ms.iter().sum::<f64>() / count),
            "cpu_ms_worst": rounded(ms.iter().copied().fold(0.0, f64::max)),
            "nodes_mean": (self.nodes.iter().sum::<u64>() as f64 / count).round(),
            "nodes_worst": self.nodes.iter().max(),
        })
    }
}

/// What became of the claims about positions of every kind.
#[derive(Default)]
struct Claims {
    positions: usize,
    fours: usize,
    threats: usize,
    undecided: usize,
    /// Wins that are none.
    false_wins: usize,
    /// Shorter or other wins than the oracle's.
    missed: usize,
}

fn judge(args: &VcfArgs) -> Claims {
    let mut dice = Dice::new(args.seed ^ 0x7E57);
    let mut solver = Solver::new();
    let mut claims = Claims::default();
    let half = args.positions as usize / 2;
    while claims.positions < half {
        claims.take(&bench::thrown(&mut dice), &mut solver);
    }
    while claims.positions < args.positions as usize {
        for position in bench::played(&mut dice) {
            if claims.positions < args.positions as usize {
                claims.take(&position, &mut solver);
            }
        }
    }
    claims
}

impl Claims {
    fn wrong(&self) -> usize {
        self.false_wins + self.missed
    }

    fn take(&mut self, position: &Position, solver: &mut Solver) {
        self.positions += 1;
        let field = Field::of(position);
        let bounds = |nodes| SolverBounds {
            threats: 3,
            limits: Limits {
                nodes: Some(nodes),
                ..Limits::default()
            },
            ..SolverBounds::default()
        };
        let expected = bench::fewest_fours(&field, ORACLE_FOURS).map(|fours| fours as usize);
        match solver.solve(&field, Means::Fours, &bounds(1_000_000)).verdict {
            SolverVerdict::Win(proof) => {
                self.fours += 1;
                let fours = bench::fours_of(&proof);
                self.missed +=
                    usize::from(expected.map_or(fours <= ORACLE_FOURS as usize, |least| fours != least));
                self.false_wins += usize::from(full_width::check(position, &proof).is_err());
                return;
            }
            SolverVerdict::Stopped => self.undecided += 1,
            SolverVerdict::NoFours | SolverVerdict::NotWithin => {}
        }
        self.missed += usize::from(expected.is_some());
        if let SolverVerdict::Win(proof) = solver.solve(&field, Means::Threats, &bounds(10_000)).verdict {
            self.threats += 1;
            self.false_wins += usize::from(full_width::check(position, &proof).is_err());
        }
    }

    fn figures(&self) -> Value {
        json!({
            "positions": self.positions,
            "positions_won_by_fours": self.fours,
            "positions_won_by_threats": self.threats,
            "positions_undecided_by_fours": self.undecided,
            "false_wins": self.false_wins,
            "missed_up_to_3_fours": self.missed,
        })
    }
}
