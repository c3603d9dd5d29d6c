//! Positions of Gomoku: wins by fours and by threats, with their proofs.

mod show;

use engines::{
    alphabeta::solve::{Means, Solver, SolverBounds, SolverVerdict},
    proof::{
        Field, Proof,
        check::{self, Checked},
    },
};
use recordings::replay::Replay;
use referee::player::Limits;

use super::Args;
use crate::{output, progress_line::PatienceLine};

/// The answer to one question.
struct Solution {
    field: Field,
    means: Means,
    verdict: SolverVerdict,
    nodes: u64,
    /// What the judge says of a win.
    checked: Option<Checked>,
}

impl Solution {
    fn proof(&self) -> Option<&Proof> {
        match &self.verdict {
            SolverVerdict::Win(proof) => Some(proof),
            _ => None,
        }
    }
}

/// Solves one position and prints what was found; true if the side to move wins.
pub(super) fn solve(
    args: &Args,
    replay: &Replay,
    number: Option<usize>,
    solver: &mut Solver,
) -> anyhow::Result<bool> {
    let position = replay.position();
    let field = Field::of(position);
    let own = ask(args, field.clone(), solver);
    let other = args.threats.then(|| ask(args, field.passed(), solver));
    if args.json {
        output::line(&show::json(replay, number, &own, other.as_ref()))?;
    } else {
        output::print(show::text(replay, number, &own, other.as_ref(), args.board).as_bytes())?;
    }
    let answers = [Some(&own), other.as_ref()];
    for answer in answers.into_iter().flatten() {
        if let Some(Checked::Broken(flaw)) = &answer.checked {
            anyhow::bail!("the solver's proof is wrong: {flaw}");
        }
    }
    Ok(own.proof().is_some())
}

fn ask(args: &Args, field: Field, solver: &mut Solver) -> Solution {
    let means = if args.vcf { Means::Fours } else { Means::Threats };
    let nodes = args.nodes.or(args.ms.is_none().then_some(SolverBounds::NODES));
    let bounds = SolverBounds {
        fours: args.fours.unwrap_or(SolverBounds::FOURS),
        limits: Limits {
            nodes,
            turn_ms: args.ms,
            ..Limits::default()
        },
        ..SolverBounds::default()
    };
    let told = PatienceLine::begin("looking for a win");
    let solution = solver.solve(&field, means, &bounds);
    drop(told);
    let checked = match &solution.verdict {
        SolverVerdict::Win(proof) => Some(check::check(&field, proof, check::STEPS_DEFAULT)),
        _ => None,
    };
    Solution {
        field,
        means,
        verdict: solution.verdict,
        nodes: solution.nodes,
        checked,
    }
}
