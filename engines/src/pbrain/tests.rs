//! Fake engines, most of them hostile, as small shell scripts.
#![allow(
    clippy::disallowed_methods,
    reason = "the fakes are files, and their deaths take real time"
)]

use std::{fs, os::unix::fs::PermissionsExt as _, process::Stdio};

use expect_test::{Expect, expect};
use referee::gomoku::Rule;
use tempfile::TempDir;

use super::*;

/// Answers everything sensibly and writes what it hears to the file `heard`. The n-th move is `n,0`, unless a
/// line of `extra` takes the command first.
fn engine(extra: &str) -> String {
    format!(
        r#"cd "$(dirname "$0")"
n=0
while read -r line; do
  line=${{line%?}}
  echo "$line" >> heard
  case "$line" in
    {extra}
    ABOUT) echo 'name="Fake", version="2.1"' ;;
    START*) echo OK ;;
    TURN*|BEGIN|DONE) n=$((n + 1)); echo "$n,0" ;;
    END) exit 0 ;;
  esac
done"#
    )
}

struct Fake {
    folder: TempDir,
}

impl Fake {
    fn new(script: &str) -> Fake {
        let fake = Fake {
            folder: tempfile::tempdir().unwrap(),
        };
        fs::write(fake.program(), format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(fake.program(), fs::Permissions::from_mode(0o755)).unwrap();
        fake
    }

    fn program(&self) -> PathBuf {
        self.folder.path().join("pbrain-fake")
    }

    fn file(&self, name: &str) -> String {
        fs::read_to_string(self.folder.path().join(name)).unwrap_or_default()
    }

    /// Waits for a file that a script writes.
    fn wait_for(&self, name: &str) -> String {
        for _ in 0..500 {
            let text = self.file(name);
            if text.ends_with('\n') {
                return text;
            }
            thread::sleep(Duration::from_millis(20));
        }
        panic!("{name} was not written");
    }

    fn start(&self) -> Result<Pbrain, PbrainStartError> {
        Pbrain::start(PbrainOptions::new(self.program()))
    }

    /// Starts a program that is expected to say nothing more.
    fn start_within(&self, ms: u64) -> Result<Pbrain, PbrainStartError> {
        Pbrain::start(PbrainOptions {
            timeout_start_ms: ms,
            ..PbrainOptions::new(self.program())
        })
    }

    fn heard(&self) -> String {
        self.file("heard")
    }
}

fn board(stones: &[(u8, u8)]) -> Position {
    let mut position = Position::new(15, Rule::Freestyle).unwrap();
    for &(x, y) in stones {
        position.play(Move::Place(Point::new(x, y))).unwrap();
    }
    position
}

fn think(player: &mut Pbrain, position: &Position) -> Result<String, String> {
    let thought = player.think(position, &Limits::default());
    thought
        .map(|thought| thought.play.to_string())
        .map_err(|error| error.to_string())
}

/// Neither running nor waiting for its death to be noticed.
fn is_gone(pid: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
    stat.rsplit(") ")
        .next()
        .is_none_or(|rest| rest.is_empty() || rest.starts_with(['Z', 'X']))
}

fn assert_goes(pid: &str) {
    for _ in 0..500 {
        if is_gone(pid) {
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
    panic!("process {pid} lives on");
}

#[track_caller]
fn check_start(script: &str, ms: u64, expected: Expect) {
    let fake = Fake::new(script);
    let told = fake
        .start_within(ms)
        .map(|player| player.name())
        .map_err(|error| error.to_string());
    let folder = fake.folder.path().to_string_lossy().into_owned();
    expected.assert_eq(&format!("{told:?}").replace(&folder, "DIR"));
}

#[test]
fn silence_is_told() {
    check_start(
        "cat > /dev/null",
        300,
        expect![[r#"Err("the engine program `DIR/pbrain-fake` did not answer START within 300 ms")"#]],
    );
}

#[test]
fn a_greeting_without_an_answer_is_told() {
    check_start(
        "echo hello; cat > /dev/null",
        3_000,
        expect![[r#"Err("the engine program `DIR/pbrain-fake` answered START with nonsense: hello")"#]],
    );
}

#[test]
fn bytes_that_are_no_text_are_told() {
    check_start(
        r"printf '\001\002\377\376\n\033[31mred\n'; cat > /dev/null",
        3_000,
        expect![[r#"Err("the engine program `DIR/pbrain-fake` answered START with nonsense: ����")"#]],
    );
}

#[test]
fn programs_that_are_no_engines() {
    let ms = START_MS_DEFAULT;
    check_start(
        "while :; do echo blah; done",
        ms,
        expect![[r#"Err("the engine program `DIR/pbrain-fake` answered START with nonsense: blah")"#]],
    );
    check_start(
        "while :; do printf xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done",
        ms,
        expect![[
            r#"Err("the engine program `DIR/pbrain-fake` answered START with nonsense: a line without an end")"#
        ]],
    );
    check_start(
        "echo cannot find my weights >&2; exit 3",
        ms,
        expect![[
            r#"Err("the engine program `DIR/pbrain-fake` ended with exit status: 3, saying `cannot find my weights` before it answered START")"#
        ]],
    );
    check_start(
        "kill -9 $$",
        ms,
        expect![[
            r#"Err("the engine program `DIR/pbrain-fake` ended with signal: 9 (SIGKILL) before it answered START")"#
        ]],
    );
    check_start(
        "exec < /dev/null > /dev/null; sleep 100",
        ms,
        expect![[
            r#"Err("the engine program `DIR/pbrain-fake` closed its output before it answered START")"#
        ]],
    );
}

#[test]
fn a_flood_of_messages_ends_in_an_error() {
    let fake = Fake::new("yes MESSAGE thinking");
    assert!(fake.start_within(300).is_err());
}

#[test]
fn programs_that_cannot_be_run() {
    let fake = Fake::new("");
    let start = |path: PathBuf| Pbrain::start(PbrainOptions::new(path)).err().unwrap();
    let missing = fake.folder.path().join("nowhere");
    assert_eq!(start(missing.clone()), PbrainStartError::Missing(missing));
    assert!(matches!(
        start(fake.folder.path().to_owned()),
        PbrainStartError::Refused { .. }
    ));
    fs::set_permissions(fake.program(), fs::Permissions::from_mode(0o644)).unwrap();
    assert!(matches!(start(fake.program()), PbrainStartError::Refused { .. }));
}

#[test]
fn a_game_is_told_move_by_move() {
    let fake = Fake::new(&engine(""));
    let mut player = fake.start().unwrap();
    assert_eq!(player.name(), "Fake 2.1");
    let mut position = board(&[]);
    player.new_game(&position).unwrap();
    let limits = Limits {
        turn_ms: Some(30_000),
        game_left_ms: Some(60_000),
        ..Limits::default()
    };
    for reply in [(7, 7), (8, 8)] {
        let play = player.think(&position, &limits).unwrap().play;
        position.play(play).unwrap();
        position.play(Move::Place(Point::new(reply.0, reply.1))).unwrap();
    }
    // Another game, begun in the middle and by the other side; then a move is taken back.
    let mut other = board(&[(7, 7), (7, 8), (9, 9)]);
    player.new_game(&other).unwrap();
    think(&mut player, &other).unwrap();
    other.undo();
    think(&mut player, &other).unwrap();
    drop(player);
    expect![[r#"
        ABOUT
        START 15
        START 15
        INFO rule 0
        INFO game_type 1
        INFO max_memory 0
        INFO timeout_match 0
        INFO timeout_turn 30000
        INFO time_left 60000
        INFO timeout_match 60000
        BEGIN
        INFO timeout_turn 30000
        INFO time_left 60000
        INFO timeout_match 60000
        TURN 7,7
        START 15
        INFO rule 0
        INFO game_type 1
        INFO max_memory 0
        INFO timeout_match 0
        INFO timeout_turn 5000
        INFO time_left 2147483647
        BOARD
        7,7,2
        7,8,1
        9,9,2
        DONE
        START 15
        INFO rule 0
        INFO game_type 1
        INFO max_memory 0
        INFO timeout_match 0
        INFO timeout_turn 5000
        INFO time_left 2147483647
        BOARD
        7,7,1
        7,8,2
        DONE
        END
    "#]]
    .assert_eq(&fake.heard());
}

#[test]
fn the_first_stone_of_the_other_side_is_a_turn() {
    let fake = Fake::new(&engine(""));
    let mut player = fake.start().unwrap();
    player.new_game(&board(&[])).unwrap();
    think(&mut player, &board(&[(7, 7)])).unwrap();
    assert!(fake.heard().ends_with("TURN 7,7\n"), "{}", fake.heard());
}

#[test]
fn an_engine_for_other_boards_is_unsupported() {
    let fake = Fake::new(&engine("START*) echo ERROR only 20 lines a side ;;"));
    let mut player = fake.start().unwrap();
    let told = player.new_game(&board(&[])).unwrap_err();
    assert_eq!(told, PlayerError::Unsupported("only 20 lines a side".to_owned()));
}

#[track_caller]
fn check_move(extra: &str, expected: Result<&str, &str>) {
    let fake = Fake::new(&engine(extra));
    let mut player = fake.start().unwrap();
    let told = think(&mut player, &board(&[(7, 7)]));
    assert_eq!(told.as_deref().map_err(String::as_str), expected);
}

#[test]
fn moves_are_checked() {
    check_move("TURN*) echo 3,4 ;;", Ok("3,4"));
    check_move(
        "TURN*) echo MESSAGE hm; echo DEBUG hm; echo noise; echo 3,4 ;;",
        Ok("3,4"),
    );
    check_move(
        "TURN*) echo SUGGEST 3,4 ;; PLAY*) echo ${line#PLAY } ;;",
        Ok("3,4"),
    );
    check_move(
        "TURN*) echo 7,7 ;;",
        Err("engine played against the rules: move 7,7 is occupied"),
    );
    check_move(
        "TURN*) echo 15,0 ;;",
        Err("engine played against the rules: move 15,0 is off the board"),
    );
    check_move(
        "TURN*) echo -1,0 ;;",
        Err("engine played against the rules: move -1,0 is off the board"),
    );
    check_move(
        "TURN*) echo 1,1 2,2 ;;",
        Err("engine answered nonsense: 2 moves at once"),
    );
    check_move("TURN*) echo ' 3 , 4 ' ;;", Ok("3,4"));
    check_move(
        "TURN*) echo ERROR cannot take TURN now ;;",
        Err("engine answered nonsense: ERROR cannot take TURN now"),
    );
    check_move(
        "TURN*) while :; do echo zzz; done ;;",
        Err("engine answered nonsense: zzz"),
    );
}

#[test]
fn keys_that_an_engine_does_not_know_are_no_answer_to_the_request() {
    let keys = [
        "INFO\\ max_node*) echo UNKNOWN ;;",
        "INFO\\ time_left*) echo ERROR no such key ;;",
        "INFO*) echo UNKNOWN command ;;",
    ];
    for key in keys {
        let fake = Fake::new(&engine(key));
        let mut player = fake.start().unwrap();
        let mut position = board(&[]);
        player.new_game(&position).unwrap();
        let limits = Limits {
            nodes: Some(1_000),
            ..Limits::default()
        };
        for number in 0..3 {
            let play = player.think(&position, &limits).unwrap().play;
            assert_eq!(play.to_string(), format!("{},0", number + 1), "{key}");
            position.play(play).unwrap();
            position.play(Move::Place(Point::new(number, 9))).unwrap();
        }
    }
}

/// An engine may refuse each `INFO` line once; then it is the request that it refuses, at once or when the time is out.
#[test]
fn a_refusal_of_the_request_ends_it() {
    let told = |extra: &str, turn_ms: u64| {
        let fake = Fake::new(&engine(extra));
        let mut player = fake.start().unwrap();
        player.options.grace_ms = 0;
        player.new_game(&board(&[])).unwrap();
        let limits = Limits {
            turn_ms: Some(turn_ms),
            ..Limits::default()
        };
        player.think(&board(&[(7, 7)]), &limits).unwrap_err()
    };
    let nonsense = |said: &str| PlayerError::Nonsense(said.to_owned());
    assert_eq!(told("TURN*) echo ERROR broken ;;", 500), nonsense("ERROR broken"));
    assert_eq!(told("TURN*) echo UNKNOWN ;;", 500), nonsense("UNKNOWN"));
    let all = "INFO*) echo UNKNOWN ;; TURN*) echo UNKNOWN ;;";
    assert_eq!(told(all, 3_600_000), nonsense("UNKNOWN"));
    let named = "TURN*) echo ERROR turn: no ;;";
    assert_eq!(told(named, 3_600_000), nonsense("ERROR turn: no"));
}

#[test]
fn a_late_answer_is_no_answer_to_the_next_question() {
    let fake = Fake::new(&engine("TURN\\ 7,7) sleep 1000; echo 1,1 ;;"));
    let mut player = fake.start().unwrap();
    player.new_game(&board(&[])).unwrap();
    let hurry = Limits {
        turn_ms: Some(0),
        ..Limits::default()
    };
    assert_eq!(
        player.think(&board(&[(7, 7)]), &hurry),
        Err(PlayerError::Timeout { after_ms: 0 })
    );
    let next = board(&[(7, 7), (7, 8), (9, 9)]);
    assert_eq!(think(&mut player, &next), Ok("1,0".to_owned()));
    assert!(
        fake.heard().ends_with("BOARD\n7,7,2\n7,8,1\n9,9,2\nDONE\n"),
        "{}",
        fake.heard()
    );
}

#[test]
fn a_dead_engine_is_started_again_and_told_the_position() {
    let fake = Fake::new(&engine("TURN\\ 8,8) exit 1 ;;"));
    let mut player = fake.start().unwrap();
    let mut position = board(&[(7, 7)]);
    player.new_game(&position).unwrap();
    assert_eq!(think(&mut player, &position), Ok("1,0".to_owned()));
    position.play(Move::Place(Point::new(1, 0))).unwrap();
    position.play(Move::Place(Point::new(8, 8))).unwrap();
    // The second program counts its moves from the start, so that its answer is an occupied point.
    let told = think(&mut player, &position);
    assert_eq!(
        told,
        Err("engine played against the rules: move 1,0 is occupied".to_owned())
    );
    let heard = fake.heard();
    assert_eq!(heard.matches("ABOUT").count(), 2);
    assert!(
        heard.contains("TURN 8,8\nABOUT\nSTART 15\nINFO rule 0\n"),
        "{heard}"
    );
    assert!(heard.ends_with("BOARD\n7,7,2\n1,0,1\n8,8,2\nDONE\n"), "{heard}");
}

#[test]
fn an_engine_that_always_dies_is_given_up() {
    let fake = Fake::new(&engine("TURN*) echo ouch >&2; exit 1 ;;"));
    let mut player = fake.start().unwrap();
    player.new_game(&board(&[])).unwrap();
    let told = think(&mut player, &board(&[(7, 7)]));
    assert_eq!(
        told,
        Err("engine is gone: ended with exit status: 1, saying `ouch`".to_owned())
    );
    assert_eq!(fake.heard().matches("TURN").count() as u32, TRIES_DEFAULT);
    // Restarts are bounded over a whole game as well.
    for _ in 0..RESTARTS_MAX {
        let _ = think(&mut player, &board(&[(7, 7)]));
    }
    assert_eq!(fake.heard().matches("TURN").count() as u32, 1 + RESTARTS_MAX);
}

#[test]
fn a_referee_asks_a_dead_engine_once() {
    let fake = Fake::new(&engine("TURN*) exit 1 ;;"));
    let mut player = fake.start().unwrap();
    player.options.tries = 1;
    player.new_game(&board(&[])).unwrap();
    assert!(think(&mut player, &board(&[(7, 7)])).is_err());
    assert_eq!(fake.heard().matches("TURN").count(), 1);
    // The next game finds it alive.
    assert_eq!(player.new_game(&board(&[])), Ok(()));
}

#[test]
fn an_engine_that_will_not_go_is_ended_with_its_children() {
    let script = format!(
        "trap '' HUP TERM INT\nsleep 1000 & echo $! > {0}/child\n{1}",
        "\"$(dirname \"$0\")\"",
        engine("END) echo still here ;;")
    );
    let fake = Fake::new(&format!("{script}\nwhile :; do sleep 1000; done"));
    let player = fake.start().unwrap();
    let child = fake.wait_for("child");
    assert!(!is_gone(&child));
    drop(player);
    assert_goes(&child);
}

#[test]
fn a_grandchild_does_not_outlive_an_engine_that_dies() {
    let fake = Fake::new("sleep 1000 & echo $! > \"$(dirname \"$0\")/child\"; exit 1");
    assert!(fake.start().is_err());
    assert_goes(&fake.wait_for("child"));
}

/// This test runs its own binary a second time; there it holds an engine until it is killed.
#[test]
fn an_engine_dies_with_a_killed_parent() {
    const PROGRAM: &str = "TENGEN_TEST_ENGINE";
    if let Some(program) = std::env::var_os(PROGRAM) {
        let _player = Pbrain::start(PbrainOptions::new(program)).unwrap();
        loop {
            thread::sleep(Duration::from_secs(1));
        }
    }
    let fake = Fake::new(&format!(
        "echo $$ > \"$(dirname \"$0\")/self\"\n{}\nsleep 1000",
        engine("")
    ));
    let mut parent = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "pbrain::tests::an_engine_dies_with_a_killed_parent"])
        .env(PROGRAM, fake.program())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let engine = fake.wait_for("self");
    fake.wait_for("heard");
    assert!(!is_gone(&engine));
    parent.kill().unwrap();
    parent.wait().unwrap();
    assert_goes(&engine);
}

#[test]
fn swap2_is_asked_for() {
    let extra = "DONE) k=$((k + 1)); case $k in 1) echo '7,7 8,8 9,5' ;; 2) echo 1,1 2,2 ;; 3) echo SWAP ;; 4) echo 3,3 ;; esac ;;";
    let fake = Fake::new(&engine(extra));
    let mut player = fake.start().unwrap();
    let mut position = Position::with_swap2(15, Rule::Freestyle).unwrap();
    player.new_game(&position).unwrap();
    let mut told = Vec::new();
    for _ in 0..8 {
        let play = player.think(&position, &Limits::default()).unwrap().play;
        told.push(play.to_string());
        position.play(play).unwrap();
    }
    assert_eq!(
        told,
        [
            "7,7",
            "8,8",
            "9,5",
            "put two",
            "1,1",
            "2,2",
            "choose black",
            "3,3"
        ]
    );
}
