//! Does the engine answer in time?

use std::{
    sync::mpsc::{RecvTimeoutError, channel},
    thread,
    time::{Duration, Instant},
};

use engines::registry;
use referee::{
    gomoku::{self, Move, Rule},
    player::Limits,
    point::Point,
    position::Position as _,
};

use super::Finding;

/// Lines a side of the board that the engine is tried on.
const SIZE: u8 = 15;

/// Starts the engine and asks for a move, in a thread that is left behind when it says nothing for `within_s` seconds.
pub fn check(spec: &str, within_s: u64) -> Finding {
    let (answers, answer) = channel();
    let asked = spec.to_owned();
    // Most of the time is the engine's; the rest is for its start.
    let limits = Limits {
        turn_ms: Some(within_s.saturating_mul(500)),
        ..Limits::default()
    };
    thread::spawn(move || answers.send(ask(&asked, &limits)));
    match answer.recv_timeout(Duration::from_secs(within_s)) {
        Ok(finding) => finding,
        Err(RecvTimeoutError::Timeout) => failed(spec, &format!("no answer within {within_s} s")),
        Err(RecvTimeoutError::Disconnected) => failed(spec, "it panicked"),
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the doctor is the shell: it looks at the clock"
)]
fn ask(spec: &str, limits: &Limits) -> Finding {
    let began = Instant::now();
    let mut engine = match registry::build(spec) {
        Ok(engine) => engine,
        Err(error) => return Finding::failed("engine", error.to_string(), error.hint()),
    };
    let mut position = gomoku::Position::new(SIZE, Rule::Freestyle).expect("there are such boards");
    // On an empty board some engines need not think.
    let centre = Move::Place(Point::new(SIZE / 2, SIZE / 2));
    position.play(centre).expect("the board is empty");
    let thought = engine
        .new_game(&position)
        .and_then(|()| engine.think(&position, limits));
    let spent_ms = began.elapsed().as_millis();
    match thought {
        Ok(thought) if position.clone().play(thought.play).is_ok() => {
            Finding::ok("engine", format!("{spec} answered after {spent_ms} ms"))
        }
        Ok(thought) => failed(spec, &format!("an illegal move: {}", thought.play)),
        Err(error) => failed(spec, &error.to_string()),
    }
}

fn failed(spec: &str, why: &str) -> Finding {
    let remedy = "try it by hand, or choose another with --engine, such as classic:depth=4";
    Finding::failed("engine", format!("{spec}: {why}"), remedy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use watch::finding::FindingState;

    #[test]
    fn engines_answer_or_fail_in_words() {
        let check = |spec: &str, state: FindingState, words: &str| {
            let finding = check(spec, 20);
            assert_eq!(finding.state, state, "{finding:?}");
            assert!(finding.detail.contains(words), "{finding:?}");
        };
        check(
            "classic:depth=1",
            FindingState::Ok,
            "classic:depth=1 answered after",
        );
        check("nonsense", FindingState::Failed, "unknown engine");
        check(
            "pbrain:/nowhere/pbrain-x",
            FindingState::Failed,
            "no engine program",
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_silent_engine_is_not_waited_for() {
        let finding = check("pbrain:/bin/cat,timeout_start=60000", 1);
        assert_eq!(finding.state, FindingState::Failed, "{finding:?}");
    }
}
