//! An analysis for scripts. Points are written as on the board (`h8`), results as fractions from 0 to 1.

use recordings::{replay::Replay, text::name_of};
use referee::{gomoku::Move, seat::Seat};
use serde_json::{Value, json};

use super::{
    Game,
    analyst::{Forced, Look},
    course::{Assessed, stretches, summary},
    expectation::expected,
    text::{player, spell},
};
use crate::commands::solve::name;

pub(super) fn game(game: &Game) -> Value {
    let size = game.record.size;
    let winning: Vec<Value> = stretches(&game.moves)
        .into_iter()
        .map(|(color, from, to)| json!({ "side": name(color), "from": from, "to": to }))
        .collect();
    json!({
        "game": game.record.id,
        "engine": game.engine,
        "rule": game.record.rule.name(),
        "size": size,
        "names": Seat::BOTH.map(|seat| player(&game.record, seat)),
        "verdict": game.record.verdict,
        "moves": game.moves.iter().map(|assessed| ply(assessed, size)).collect::<Vec<Value>>(),
        "winning": winning,
        "summary": {
            "first": summary(&game.moves, Seat::First),
            "second": summary(&game.moves, Seat::Second),
        },
    })
}

fn ply(assessed: &Assessed, size: u8) -> Value {
    let mut value = json!({
        "ply": assessed.ply,
        "seat": assessed.seat,
        "side": name(assessed.color),
        "move": spell(assessed.played, size),
        "score_before": assessed.scores[0],
        "score_after": assessed.scores[1],
        "result_before": rounded(assessed.results[0]),
        "result_after": rounded(assessed.results[1]),
        "loss": rounded(assessed.loss),
        "mark": assessed.mark,
        "best": moves(&assessed.best, size),
    });
    if let Some(win) = &assessed.missed {
        value["missed"] = forced(win, size);
    }
    if let Some(allowed) = &assessed.allowed {
        value["allowed"] = forced(&allowed.win, size);
        value["overlooked"] = json!(allowed.threatened);
    }
    value
}

pub(super) fn position(replay: &Replay, look: &Look, threat: Option<&Forced>, engine: &str) -> Value {
    let place = replay.position();
    let size = place.size();
    let lines: Vec<Value> = look
        .thoughts
        .iter()
        .map(|thought| {
            json!({
                "move": spell(thought.play, size),
                "score": thought.score,
                "result": thought.score.map(|score| rounded(expected(score))),
                "depth": thought.depth,
                "nodes": thought.nodes,
                "line": moves(&thought.line, size),
            })
        })
        .collect();
    json!({
        "engine": engine,
        "rule": place.rule().name(),
        "size": size,
        "ply": replay.at(),
        "to_move": name(place.to_place()),
        "lines": lines,
        "win": look.win.as_ref().map(|win| forced(win, size)),
        "threat": threat.map(|threat| forced(threat, size)),
    })
}

fn forced(win: &Forced, size: u8) -> Value {
    let line: Vec<String> = win.line.iter().map(|&point| name_of(point, size)).collect();
    json!({ "means": win.means, "plies": win.plies, "line": line })
}

fn moves(line: &[Move], size: u8) -> Vec<String> {
    line.iter().map(|&play| spell(play, size)).collect()
}

fn rounded(result: f64) -> f64 {
    (result * 1e4).round() / 1e4
}
