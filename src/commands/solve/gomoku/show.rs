//! What was found, for people and for scripts.

use std::fmt::Write as _;

use engines::{
    alphabeta::solve::{Means, SolverVerdict},
    proof::{Attack, check::Checked},
};
use recordings::{replay::Replay, text::name_of};
use referee::{color::Color, point::Point};
use serde_json::{Value, json};

use super::Solution;

/// Moves a row that a long line is broken into.
const MOVES_A_ROW: usize = 20;

pub(super) fn json(
    replay: &Replay,
    number: Option<usize>,
    own: &Solution,
    other: Option<&Solution>,
) -> Value {
    let position = replay.position();
    let mut value = json!({
        "rule": position.rule().name(),
        "size": position.size(),
        "ply": replay.at(),
        "to_move": name(own.field.turn),
        "win": answer_json(own),
    });
    if let Some(number) = number {
        value["line"] = json!(number);
    }
    if let Some(other) = other {
        value["threat"] = answer_json(other);
    }
    value
}

fn answer_json(answer: &Solution) -> Value {
    let mut value = json!({
        "side": name(answer.field.turn),
        "verdict": match answer.verdict {
            SolverVerdict::Win(_) => "win",
            SolverVerdict::NoFours => "no_win_by_fours",
            SolverVerdict::NotWithin => "none_found",
            SolverVerdict::Stopped => "not_decided",
        },
        "nodes": answer.nodes,
    });
    if let Some(proof) = answer.proof() {
        let size = answer.field.board.size();
        let line: Vec<String> = proof.line().iter().map(|&point| name_of(point, size)).collect();
        value["means"] = json!(means(&proof.attack));
        value["plies"] = json!(proof.plies());
        value["line"] = json!(line);
        value["replies"] = json!(proof.replies());
        value["verified"] = json!(answer.checked == Some(Checked::Holds));
    }
    value
}

pub(super) fn text(
    replay: &Replay,
    number: Option<usize>,
    own: &Solution,
    other: Option<&Solution>,
    board: bool,
) -> String {
    let position = replay.position();
    let line = number.map_or(String::new(), |number| format!("line {number}: "));
    let mut text = format!(
        "{line}{}, {size} x {size}, ply {}, {} to move\n",
        position.rule().name(),
        replay.at(),
        name(own.field.turn),
        size = position.size(),
    );
    text += &answer_text(own, "wins", "has");
    if let Some(other) = other {
        text += &answer_text(other, "threatens to win", "threatens");
    }
    let shown = [Some(own), other].into_iter().flatten().find_map(|answer| {
        let proof = answer.proof()?;
        Some(picture(answer, &proof.line()))
    });
    if let Some(shown) = shown.filter(|_| board) {
        text = text + "\n" + &shown;
    }
    text
}

fn answer_text(answer: &Solution, wins: &str, has: &str) -> String {
    let side = name(answer.field.turn);
    let nodes = answer.nodes;
    let proof = match &answer.verdict {
        SolverVerdict::Win(proof) => proof,
        SolverVerdict::NoFours => return format!("{side} {has} no win by fours ({nodes} nodes)\n"),
        SolverVerdict::NotWithin => {
            let means = match answer.means {
                Means::Fours => "fours",
                Means::Threats => "threats",
            };
            return format!(
                "{side}: no win by {means} found within the bounds, which is no proof ({nodes} nodes)\n"
            );
        }
        SolverVerdict::Stopped => return format!("{side}: not decided within {nodes} nodes\n"),
    };
    let size = answer.field.board.size();
    let mut text = format!(
        "{side} {wins} by {} in {}:\n",
        means(&proof.attack),
        plies(proof.plies())
    );
    for row in proof.line().chunks(MOVES_A_ROW) {
        let names: Vec<String> = row.iter().map(|&point| name_of(point, size)).collect();
        let _ = writeln!(text, "  {}", names.join(" "));
    }
    let verified = match &answer.checked {
        Some(Checked::Holds) => "verified by the rules".to_owned(),
        Some(Checked::TooLong) | None => "not verified: the proof is too large to check".to_owned(),
        Some(Checked::Broken(flaw)) => format!("refuted: {flaw}"),
    };
    let replies = match proof.attack {
        Attack::Fours(_) => String::new(),
        Attack::Threat(_) => format!("; {} replies answered", proof.replies()),
    };
    let _ = writeln!(text, "  {verified}{replies}; {nodes} nodes");
    text
}

fn plies(count: usize) -> String {
    match count {
        1 => "1 ply".to_owned(),
        count => format!("{count} plies"),
    }
}

fn means(attack: &Attack) -> &'static str {
    match attack {
        Attack::Fours(line) if line.len() == 1 => "five",
        Attack::Fours(_) => "fours",
        Attack::Threat(_) => "threats",
    }
}

fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// The board with the moves of a line as numbers.
fn picture(answer: &Solution, line: &[Point]) -> String {
    let board = &answer.field.board;
    let mut text = String::new();
    for y in 0..board.size() {
        let _ = write!(text, "{:>2} ", board.size() - y);
        for x in 0..board.size() {
            let point = Point::new(x, y);
            let number = line.iter().position(|&played| played == point);
            match (board.stone(point), number) {
                (Some(color), _) => {
                    let _ = write!(text, "  {}", color.letter());
                }
                (None, Some(index)) => {
                    let _ = write!(text, "{:>3}", index + 1);
                }
                (None, None) => text += "  .",
            }
        }
        text.push('\n');
    }
    text += "   ";
    for x in 0..board.size() {
        let _ = write!(text, "  {}", char::from(b'a' + x));
    }
    text.push('\n');
    text
}
