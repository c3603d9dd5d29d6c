//! Bots as small scripts: good ones, silent ones, ones that answer nonsense.

#![expect(
    clippy::disallowed_methods,
    reason = "the programs that these tests run are files"
)]

use std::{fs, os::unix::fs::PermissionsExt as _, path::PathBuf};

use referee::soccer::Rules;

use super::*;

/// A bot that answers these lines, whatever it is told, and writes down what it was told.
fn bot(folder: &tempfile::TempDir, answers: &str) -> PathBuf {
    let path = folder.path().join("bot");
    let heard = folder.path().join("heard");
    let text = format!(
        "#!/bin/sh\nread id\necho $id >> '{0}'\nfor answer in {answers}; do\nread length\nread turn\n\
         echo $length $turn >> '{0}'\necho $answer\ndone\nread rest\n",
        heard.display()
    );
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

fn limits() -> Limits {
    Limits {
        turn_ms: Some(5_000),
        ..Limits::default()
    }
}

fn play(position: &mut Position, digits: &str) {
    for digit in digits.chars() {
        position.play(Direction::from_digit(digit).unwrap()).unwrap();
    }
}

#[test]
fn a_bot_is_told_what_was_drawn_and_its_turn_is_handed_out_line_by_line() {
    let folder = tempfile::tempdir().unwrap();
    let mut player = Codingame::new(CodingameOptions::new(bot(&folder, "2 46"))).unwrap();
    let mut position = Position::new(Rules::default());
    player.new_game(&position).unwrap();
    let mut drawn = String::new();
    for reply in ["7", ""] {
        let seat = position.turn();
        while position.turn() == seat && position.outcome().is_none() {
            let thought = player.think(&position, &limits()).unwrap();
            position.play(thought.play).unwrap();
            drawn.push(thought.play.digit());
        }
        play(&mut position, reply);
    }
    assert_eq!(drawn, "246");
    let heard = fs::read_to_string(folder.path().join("heard")).unwrap();
    assert_eq!(heard, "0\n1 -\n1 7\n");
}

#[test]
fn a_game_from_the_middle_is_told_as_one_turn() {
    let folder = tempfile::tempdir().unwrap();
    let mut player = Codingame::new(CodingameOptions::new(bot(&folder, "0"))).unwrap();
    let mut position = Position::new(Rules::default());
    play(&mut position, "217");
    player.new_game(&position).unwrap();
    assert_eq!(player.think(&position, &limits()).unwrap().play.digit(), '0');
    let heard = fs::read_to_string(folder.path().join("heard")).unwrap();
    assert_eq!(heard, "1\n3 217\n");
}

#[track_caller]
fn check(answer: &str, expected: &str) {
    let position = {
        let mut position = Position::new(Rules::default());
        play(&mut position, "27");
        position
    };
    assert_eq!(whole_turn(&position, answer).unwrap_err().to_string(), expected);
}

#[test]
fn turns_are_checked() {
    check("8", "turn `8`: `8` is no digit from 0 to 7");
    check("3", "turn `3`: illegal move 3: drawn already");
    check("00", "turn `00`: it goes on where the ball rests");
    check("4", "turn `4`: it ends where the ball bounces");
    check("", "turn ``: a turn has at least one digit");
}

#[test]
fn a_turn_against_the_rules_is_told_from_nonsense() {
    let told = |answer| {
        let folder = tempfile::tempdir().unwrap();
        let mut player = Codingame::new(CodingameOptions::new(bot(&folder, answer))).unwrap();
        player
            .think(&Position::new(Rules::default()), &limits())
            .unwrap_err()
    };
    assert!(matches!(told("00"), PlayerError::Illegal(_)), "{}", told("00"));
    assert!(
        matches!(told("north"), PlayerError::Nonsense(_)),
        "{}",
        told("north")
    );
}

#[test]
fn a_bot_that_ends_or_is_silent_is_told_of() {
    let folder = tempfile::tempdir().unwrap();
    let position = Position::new(Rules::default());
    let mut player = Codingame::new(CodingameOptions::new(bot(&folder, ""))).unwrap();
    let short = Limits {
        turn_ms: Some(1),
        ..Limits::default()
    };
    let gone = player.think(&position, &short).unwrap_err();
    assert!(matches!(gone, PlayerError::Gone(_)), "{gone}");
    let silent = folder.path().join("silent");
    fs::write(&silent, "#!/bin/sh\nsleep 60\n").unwrap();
    fs::set_permissions(&silent, fs::Permissions::from_mode(0o755)).unwrap();
    let options = CodingameOptions {
        timeout_start_ms: 1,
        ..CodingameOptions::new(silent)
    };
    let mut player = Codingame::new(options).unwrap();
    let late = player.think(&position, &short).unwrap_err();
    assert_eq!(late, PlayerError::Timeout { after_ms: 1 });
    let missing = Codingame::new(CodingameOptions::new("/no/such/bot"))
        .err()
        .unwrap();
    assert_eq!(missing.to_string(), "no engine program at `/no/such/bot`");
}
