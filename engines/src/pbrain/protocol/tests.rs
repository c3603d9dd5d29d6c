//! What managers and engines write, read and written again; a table of lines and a law that no line makes it panic.

use proptest::prelude::*;

use super::*;

#[track_caller]
fn check(line: &str, expected: Result<ManagerCommand, BadCommand>) {
    assert_eq!(line.parse::<ManagerCommand>(), expected, "{line:?}");
    if let Ok(command) = expected {
        assert_eq!(
            command.to_string().parse(),
            Ok(command),
            "{line:?} does not survive being written"
        );
    }
}

#[track_caller]
fn check_reply(line: &str, expected: Reply) {
    assert_eq!(Reply::parse(line), expected, "{line:?}");
    assert_eq!(
        Reply::parse(&expected.to_string()),
        expected,
        "{line:?} does not survive being written"
    );
}

fn at(x: i64, y: i64) -> WrittenPoint {
    WrittenPoint { x, y }
}

#[test]
fn commands() {
    check("START 15", Ok(ManagerCommand::Start(15)));
    check("  start\t20 ", Ok(ManagerCommand::Start(20)));
    check("START 15 15", Ok(ManagerCommand::RectStart(15, 15)));
    check("START", Err(BadCommand::Arguments("START")));
    check("START -3", Ok(ManagerCommand::Start(-3)));
    check("START 99999999999999999999", Err(BadCommand::Arguments("START")));
    check("RECTSTART 20,15", Ok(ManagerCommand::RectStart(20, 15)));
    check("RESTART", Ok(ManagerCommand::Restart));
    check("BEGIN", Ok(ManagerCommand::Begin));
    check("TURN 7,8", Ok(ManagerCommand::Turn(at(7, 8))));
    check("turn 7 , 8", Ok(ManagerCommand::Turn(at(7, 8))));
    check("TURN -1,300", Ok(ManagerCommand::Turn(at(-1, 300))));
    check("TURN 7", Err(BadCommand::Arguments("TURN")));
    check("TURN 7,8,1", Err(BadCommand::Arguments("TURN")));
    check("PLAY 0,0", Ok(ManagerCommand::Play(at(0, 0))));
    check("TAKEBACK 9,9", Ok(ManagerCommand::TakeBack(at(9, 9))));
    check("BOARD", Ok(ManagerCommand::Board));
    check("SWAP2BOARD", Ok(ManagerCommand::Swap2Board));
    check("yxboard", Ok(ManagerCommand::YxBoard));
    check("7,8,1", Ok(ManagerCommand::Stone(at(7, 8), Some(Field::Own))));
    check(
        "7,8,2",
        Ok(ManagerCommand::Stone(at(7, 8), Some(Field::Opponent))),
    );
    check("7,8,3", Ok(ManagerCommand::Stone(at(7, 8), Some(Field::Special))));
    check("7,8", Ok(ManagerCommand::Stone(at(7, 8), None)));
    check("7,8,4", Err(BadCommand::Unknown));
    check("7,8,1,1", Err(BadCommand::Unknown));
    check("DONE", Ok(ManagerCommand::Done));
    check("ABOUT", Ok(ManagerCommand::About));
    check("END", Ok(ManagerCommand::End));
    check("yxstop", Ok(ManagerCommand::YxStop));
    check("yxshowforbid", Ok(ManagerCommand::YxShowForbid));
    check("yxhashclear", Ok(ManagerCommand::YxHashClear));
    check("", Err(BadCommand::Unknown));
    check("MAKE COFFEE", Err(BadCommand::Unknown));
}

#[test]
fn settings() {
    check(
        "INFO timeout_turn 5000",
        Ok(ManagerCommand::Info(Info::TimeoutTurn(5000))),
    );
    check(
        "INFO timeout_match 0",
        Ok(ManagerCommand::Info(Info::TimeoutMatch(0))),
    );
    check("INFO time_left -5", Ok(ManagerCommand::Info(Info::TimeLeft(-5))));
    check(
        "info TIME_LEFT 2147483647",
        Ok(ManagerCommand::Info(Info::TimeLeft(TIME_UNLIMITED))),
    );
    check(
        "INFO max_memory 83886080",
        Ok(ManagerCommand::Info(Info::MaxMemory(83_886_080))),
    );
    check("INFO game_type 1", Ok(ManagerCommand::Info(Info::GameType(1))));
    check("INFO rule 4", Ok(ManagerCommand::Info(Info::Rule(RULE_RENJU))));
    check("INFO max_depth 6", Ok(ManagerCommand::Info(Info::MaxDepth(6))));
    check(
        "INFO max_node 1000",
        Ok(ManagerCommand::Info(Info::MaxNode(1000))),
    );
    check(
        "INFO folder /tmp/x y",
        Ok(ManagerCommand::Info(Info::Other("folder /tmp/x y".into()))),
    );
    check(
        "INFO rule x",
        Ok(ManagerCommand::Info(Info::Other("rule x".into()))),
    );
    check("INFO", Ok(ManagerCommand::Info(Info::Other(String::new()))));
}

#[test]
fn replies() {
    check_reply("OK", Reply::Ok);
    check_reply("ok everything is fine", Reply::Ok);
    check_reply("ERROR unsupported size", Reply::Error("unsupported size".into()));
    check_reply("UNKNOWN", Reply::Unknown(String::new()));
    check_reply("MESSAGE depth 4 ev 12", Reply::Message("depth 4 ev 12".into()));
    check_reply("DEBUG x", Reply::Debug("x".into()));
    check_reply("SUGGEST 1,2", Reply::Suggest(at(1, 2)));
    check_reply("SUGGEST me", Reply::Other("SUGGEST me".into()));
    check_reply("7,8", Reply::Moves(vec![at(7, 8)]));
    check_reply("7,8 9,9", Reply::Moves(vec![at(7, 8), at(9, 9)]));
    check_reply("7,8 9,9 1,1 2,2", Reply::Other("7,8 9,9 1,1 2,2".into()));
    check_reply("swap", Reply::Swap);
    check_reply(
        "FORBID 07081402.",
        Reply::Forbid(vec![Point::new(7, 8), Point::new(14, 2)]),
    );
    check_reply("FORBID .", Reply::Forbid(vec![]));
    check_reply("FORBID 0x08.", Reply::Other("FORBID 0x08.".into()));
    check_reply(
        "name=\"A\", version=\"1\"",
        Reply::About("name=\"A\", version=\"1\"".into()),
    );
    check_reply("", Reply::Other(String::new()));
    check_reply("Segmentation fault", Reply::Other("Segmentation fault".into()));
}

#[test]
fn about_pairs() {
    let about = r#"name="SomeBrain", version="1.0", author="N", country="CZ""#;
    assert_eq!(about_value(about, "name"), Some("SomeBrain"));
    assert_eq!(about_value(about, "version"), Some("1.0"));
    assert_eq!(about_value(about, "www"), None);
    assert_eq!(about_value("name=\"half", "name"), None);
}

proptest! {
    #[test]
    fn any_line_is_read_without_panic(line in "\\PC{0,60}") {
        let _ = line.parse::<ManagerCommand>();
        let _ = Reply::parse(&line);
        let _ = about_value(&line, "name");
    }

    #[test]
    fn what_is_read_is_what_was_written(x in any::<i64>(), y in any::<i64>(), key in "[a-z_]{1,12}", value in any::<i64>()) {
        let line = format!("INFO {key} {value}");
        for line in [format!("TURN {x},{y}"), format!("{x},{y},1"), format!("START {x}"), line] {
            let command: ManagerCommand = line.parse().unwrap();
            prop_assert_eq!(command.to_string(), line);
        }
        let reply = format!("{x},{y}");
        prop_assert_eq!(Reply::parse(&reply).to_string(), reply);
    }
}
