//! An analysis for scripts. Moves are written as on the board (`h8`) or as turns (`754`), results as fractions from 0 to 1.

use referee::{games::Registered, seat::Seat};
use serde_json::{Map, Value, json};

use crate::{
    analyst::Analyst,
    assessed::Assessed,
    findings::{BestLine, Forced, Weighed},
    game::AssessedGame,
    position::AssessedPosition,
    summary::{stretches, summary},
};

/// A whole game.
pub fn game(game: &AssessedGame) -> Value {
    let winning: Vec<Value> = stretches(&game.moves)
        .into_iter()
        .map(|(side, from, to)| json!({ "side": game.sides[side], "from": from, "to": to }))
        .collect();
    let mut value = json!({
        "game": game.id,
        "engine": game.engine,
    });
    put(&mut value, &game.rules_json, "kind");
    put(
        &mut value,
        &Map::from_iter([
            ("names".to_owned(), json!(game.names)),
            ("verdict".to_owned(), json!(game.verdict)),
            (
                "moves".to_owned(),
                game.moves.iter().map(|assessed| step(game, assessed)).collect(),
            ),
            ("winning".to_owned(), json!(winning)),
            (
                "summary".to_owned(),
                json!({
                    "first": summary(&game.moves, Seat::First),
                    "second": summary(&game.moves, Seat::Second),
                }),
            ),
        ]),
        "kind",
    );
    value
}

/// Adds these; a `game` among them is told as `kind`, where the other name means the game's id.
fn put(value: &mut Value, more: &Map<String, Value>, kind: &str) {
    for (name, told) in more {
        let name = if name == "game" { kind } else { name };
        value[name] = told.clone();
    }
}

fn step(game: &AssessedGame, assessed: &Assessed) -> Value {
    let mut value = json!({
        game.step: assessed.step,
        "seat": assessed.seat,
        "side": game.sides[assessed.side],
        "move": assessed.played,
        "score_before": assessed.scores[0],
        "score_after": assessed.scores[1],
        "result_before": rounded(assessed.results[0]),
        "result_after": rounded(assessed.results[1]),
        "loss": rounded(assessed.loss),
        "mark": assessed.mark,
        "best": assessed.best,
    });
    if let Some(win) = &assessed.missed {
        value["missed"] = forced(win, game.steps_word);
    }
    if let Some(allowed) = &assessed.allowed {
        value["allowed"] = forced(&allowed.win, game.steps_word);
        value["overlooked"] = json!(allowed.threatened);
    }
    value
}

/// One position: the best lines, and what is forced.
pub fn position<A: Analyst<Game: Registered>>(seen: &AssessedPosition<A>, engine: &str) -> Value {
    let line = |line: &BestLine| {
        json!({
            "move": line.moves.first(),
            "score": line.score,
            "result": line.score.map(|score| rounded(A::expected(score))),
            "depth": line.depth,
            "nodes": line.nodes,
            "line": line.moves,
        })
    };
    let mut value = json!({ "engine": engine });
    put(&mut value, &A::rules_json(seen.position), "game");
    value[A::STEP] = json!(seen.step);
    value["to_move"] = json!(A::SIDES[A::side(seen.position)]);
    value["lines"] = seen.look.lines.iter().map(line).collect();
    if !seen.look.weighed.is_empty() {
        value["moves"] = seen.look.weighed.iter().map(weighed).collect();
    }
    value["win"] = json!(seen.look.win.as_ref().map(|win| forced(win, A::STEPS)));
    value["threat"] = json!(seen.threat.as_ref().map(|win| forced(win, A::STEPS)));
    value
}

fn weighed<M>(of: &Weighed<M>) -> Value {
    json!({
        "move": of.spelled,
        "prior": rounded(f64::from(of.prior)),
        "visits": of.visits,
        "share": rounded(of.share),
        "result": of.result.map(rounded),
    })
}

fn forced(win: &Forced, steps: &str) -> Value {
    let mut value = json!({ steps: win.length, "line": win.line });
    if let Some(means) = win.means {
        value["means"] = json!(means);
    }
    value
}

fn rounded(result: f64) -> f64 {
    (result * 1e4).round() / 1e4
}
