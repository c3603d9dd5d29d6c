//! Positions of Paper Soccer: who wins, by which turn, and how long it takes at most, verified by the rules.

use std::fmt::Write as _;

use engines::soccer::{
    proof::{self, Answers as _, Judged},
    solve::{self, NODES_DEFAULT, SoccerSolution},
};
use recordings::replay::Replay;
use referee::{
    player::Limits,
    position::Position as _,
    seat::Seat,
    soccer::{Direction, Position},
};
use serde_json::{Value, json};

use super::Args;
use crate::{output, progress_line::PatienceLine};

/// Turns a row that a long line is broken into.
const TURNS_A_ROW: usize = 12;

/// What was found out, and what the judge says of it.
struct Solved {
    seat: Seat,
    winner: Option<Seat>,
    /// Turns to the end at the latest where that was verified, else by the line that was found.
    turns: u32,
    line: Vec<String>,
    nodes: u64,
    judged: Option<Judged>,
}

/// Solves one position and prints what was found; true if the side to move wins.
pub(super) fn solve(args: &Args, replay: &Replay<Position>, number: Option<usize>) -> anyhow::Result<bool> {
    let limits = Limits {
        nodes: args.nodes.or(args.ms.is_none().then_some(NODES_DEFAULT)),
        turn_ms: args.ms,
        ..Limits::default()
    };
    let told = PatienceLine::begin("looking for a win");
    let solved = judged(replay.position(), solve::solve(replay.position(), &limits));
    drop(told);
    if args.json {
        output::line(&spelt(replay, number, &solved))?;
    } else {
        output::print(text(replay, number, &solved).as_bytes())?;
    }
    if let Some(Judged::Broken(flaw)) = &solved.judged {
        anyhow::bail!("the solver's proof is wrong: {flaw}");
    }
    Ok(solved.winner == Some(solved.seat))
}

fn judged(position: &Position, solution: SoccerSolution) -> Solved {
    let digits = |turn: &Vec<Direction>| turn.iter().map(|way| way.digit()).collect();
    let mut solved = Solved {
        seat: position.turn(),
        winner: None,
        turns: 0,
        line: solution.line.iter().map(digits).collect(),
        nodes: solution.nodes,
        judged: None,
    };
    if let Some(mut win) = solution.win {
        let judged = proof::check(position, &mut win, proof::STEPS_DEFAULT);
        solved.winner = Some(win.winner());
        solved.turns = match judged {
            Judged::Holds { turns, .. } => turns,
            _ => win.turns(),
        };
        solved.judged = Some(judged);
    }
    solved
}

fn spelt(replay: &Replay<Position>, number: Option<usize>, solved: &Solved) -> Value {
    let rules = replay.position().rules();
    let mut win = json!({
        "side": solved.seat,
        "verdict": match solved.winner {
            Some(winner) if winner == solved.seat => "win",
            Some(_) => "loss",
            None => "not_decided",
        },
        "nodes": solved.nodes,
        "line": solved.line,
    });
    if let Some(judged) = &solved.judged {
        win["turns"] = json!(solved.turns);
        win["verified"] = json!(matches!(judged, Judged::Holds { .. }));
    }
    if let Some(Judged::Holds { replies, .. }) = solved.judged {
        win["replies"] = json!(replies);
    }
    let mut value = json!({
        "game": "soccer",
        "pitch": rules.pitch,
        "blocked": rules.blocked,
        "ply": replay.at(),
        "turn": turns_before(replay),
        "to_move": solved.seat,
        "win": win,
    });
    if let Some(number) = number {
        value["line"] = json!(number);
    }
    value
}

/// Turns that were begun before this place.
fn turns_before(replay: &Replay<Position>) -> usize {
    replay.turns().filter(|&begins| begins < replay.at()).count()
}

fn text(replay: &Replay<Position>, number: Option<usize>, solved: &Solved) -> String {
    let line = number.map_or(String::new(), |number| format!("line {number}: "));
    let side = solved.seat.name();
    let mut text = format!(
        "{line}{}, turn {}, ply {}, {side} to move\n",
        replay.position().rules(),
        turns_before(replay),
        replay.at()
    );
    let Some(winner) = solved.winner else {
        let _ = writeln!(text, "{side}: not decided within {} nodes", solved.nodes);
        return text;
    };
    let turns = match solved.turns {
        1 => "1 turn".to_owned(),
        turns => format!("{turns} turns"),
    };
    let _ = match winner == solved.seat {
        true => writeln!(text, "{side} wins in {turns} at most:"),
        false => writeln!(text, "{side} loses in {turns} at most, whatever it draws:"),
    };
    for row in solved.line.chunks(TURNS_A_ROW) {
        let _ = writeln!(text, "  {}", row.join(" "));
    }
    let _ = match &solved.judged {
        Some(Judged::Holds { replies, .. }) => {
            writeln!(
                text,
                "  verified by the rules; {replies} replies answered; {} nodes",
                solved.nodes
            )
        }
        Some(Judged::Broken(flaw)) => writeln!(text, "  refuted: {flaw}"),
        Some(Judged::TooLong) | None => {
            writeln!(
                text,
                "  not verified: the proof is too large to check; {} nodes",
                solved.nodes
            )
        }
    };
    text
}
