//! Whole conversations. `>` is the manager, `<` the engine.

mod stopping;
mod swap2;
mod yixin;

use expect_test::{Expect, expect};
use proptest::prelude::*;
use referee::{
    player::{PlayerError, Thought},
    point::Point,
};

use super::*;
use crate::{classic::Classic, random::Random};

fn answers(player: &mut dyn Player<Position>, input: &[u8]) -> Vec<String> {
    let mut output = Vec::new();
    serve(player, input, &mut output).unwrap();
    String::from_utf8(output)
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect()
}

/// Feeds line by line, so that each answer stands under what it answers.
fn talk(lines: &[&str], expected: Expect) {
    let mut player = Classic::new(2);
    let mut shown = String::new();
    let mut told = 0;
    for count in 1..=lines.len() {
        shown += &format!("> {}\n", lines[count - 1]);
        let all = answers(&mut player, lines[..count].join("\r\n").as_bytes());
        for answer in &all[told..] {
            shown += &format!("< {answer}\n");
        }
        told = all.len();
    }
    expected.assert_eq(&shown);
}

#[test]
fn a_match_tool_plays_a_game() {
    talk(
        &[
            "ABOUT",
            "START 15",
            "INFO timeout_turn 600000",
            "INFO timeout_match 0",
            "INFO time_left 2147483647",
            "INFO max_memory 83886080",
            "INFO rule 0",
            "INFO folder /tmp",
            "BEGIN",
            "TURN 8,8",
            "TURN 0,0",
            "TAKEBACK 6,6",
            "RESTART",
            "TURN 7,7",
            "END",
            "ABOUT",
        ],
        expect![[r#"
            > ABOUT
            < name="Tengen classic:depth=2 0.2.0", version="0.2.0", author="the Tengen contributors", country="-"
            > START 15
            < OK
            > INFO timeout_turn 600000
            > INFO timeout_match 0
            > INFO time_left 2147483647
            > INFO max_memory 83886080
            > INFO rule 0
            > INFO folder /tmp
            > BEGIN
            < 7,7
            > TURN 8,8
            < 8,6
            > TURN 0,0
            < 6,8
            > TAKEBACK 6,6
            < ERROR the last move is 6,8, not 6,6
            > RESTART
            < OK
            > TURN 7,7
            < 6,6
            > END
            > ABOUT
        "#]],
    );
}

#[test]
fn boards_are_listed() {
    talk(
        &[
            "START 9", "BOARD", "DONE", "BOARD", "4,4,2", "DONE", "BOARD", "4,4,1", "3,4,2", "DONE", "BOARD",
            "4,4,1", "DONE", "BOARD", "4,4,1", "4,4,2", "DONE", "BOARD", "4,9,2", "DONE", "BOARD", "4,4,2",
            "BEGIN", "DONE", "3,3,1",
        ],
        expect![[r#"
            > START 9
            < OK
            > BOARD
            > DONE
            < 4,4
            > BOARD
            > 4,4,2
            > DONE
            < 4,3
            > BOARD
            > 4,4,1
            > 3,4,2
            > DONE
            < 3,3
            > BOARD
            > 4,4,1
            > DONE
            < ERROR 1 own and 0 other stones make no position
            > BOARD
            > 4,4,1
            > 4,4,2
            > DONE
            < ERROR 4,4 is listed twice
            > BOARD
            > 4,9,2
            > DONE
            < ERROR 4,9 is not on the board
            > BOARD
            > 4,4,2
            > BEGIN
            < ERROR the list of stones ended without DONE
            < 5,5
            > DONE
            < ERROR no list of stones was begun
            > 3,3,1
            < ERROR no list of stones was begun
        "#]],
    );
}

/// A six cannot be listed so that a five comes first under the standard rule, whatever the order of the lines.
#[test]
fn a_board_in_another_order_is_understood() {
    talk(
        &[
            "START 9",
            "INFO rule 1",
            "BOARD",
            "1,1,1",
            "2,1,1",
            "3,1,1",
            "4,1,1",
            "5,1,1",
            "6,1,1",
            "1,5,2",
            "3,5,2",
            "5,5,2",
            "7,5,2",
            "2,7,2",
            "6,7,2",
            "DONE",
        ],
        expect![[r#"
            > START 9
            < OK
            > INFO rule 1
            > BOARD
            > 1,1,1
            > 2,1,1
            > 3,1,1
            > 4,1,1
            > 5,1,1
            > 6,1,1
            > 1,5,2
            > 3,5,2
            > 5,5,2
            > 7,5,2
            > 2,7,2
            > 6,7,2
            > DONE
            < 4,5
        "#]],
    );
}

#[test]
fn nonsense_is_answered() {
    talk(
        &[
            "TURN 1,1",
            "BEGIN",
            "START 4",
            "START 23",
            "START 99999999999999999999999",
            "START -1",
            "START x",
            "RECTSTART 20,15",
            "RECTSTART 10,10",
            "TURN 10,0",
            "TURN -1,0",
            "TURN 99999999999,0",
            "TURN",
            "PLAY 5,5",
            "TURN 5,5",
            "TAKEBACK 1,1",
            "TAKEBACK 5,5",
            "TAKEBACK 5,5",
            "DONE",
            "MAKE COFFEE",
            "INFO rule 8",
            "TURN 5,5",
            "INFO rule 0",
            "SWAP2BOARD",
            "1,1",
            "DONE",
        ],
        expect![[r#"
            > TURN 1,1
            < ERROR no game was started
            > BEGIN
            < ERROR no game was started
            > START 4
            < ERROR board size is not between 5 and 22
            > START 23
            < ERROR board size is not between 5 and 22
            > START 99999999999999999999999
            < ERROR bad arguments for START
            > START -1
            < ERROR board size is not between 5 and 22
            > START x
            < ERROR bad arguments for START
            > RECTSTART 20,15
            < ERROR only square boards are supported
            > RECTSTART 10,10
            < OK
            > TURN 10,0
            < ERROR 10,0 is not on the board
            > TURN -1,0
            < ERROR -1,0 is not on the board
            > TURN 99999999999,0
            < ERROR 99999999999,0 is not on the board
            > TURN
            < ERROR bad arguments for TURN
            > PLAY 5,5
            < 5,5
            > TURN 5,5
            < ERROR illegal move 5,5: occupied
            > TAKEBACK 1,1
            < ERROR the last move is 5,5, not 1,1
            > TAKEBACK 5,5
            < OK
            > TAKEBACK 5,5
            < ERROR there is nothing to take back
            > DONE
            < ERROR no list of stones was begun
            > MAKE COFFEE
            < UNKNOWN command
            > INFO rule 8
            < MESSAGE rule 8 (caro) is not supported
            > TURN 5,5
            < ERROR rule 8 (caro) is not supported
            > INFO rule 0
            > SWAP2BOARD
            > 1,1
            > DONE
            < ERROR swap2 decides on 0, 3 or 5 stones, not on 1
        "#]],
    );
}

#[test]
fn swap2_is_decided() {
    talk(
        &[
            "START 15",
            "SWAP2BOARD",
            "DONE",
            "SWAP2BOARD",
            "7,7",
            "8,7",
            "0,0",
            "DONE",
            "SWAP2BOARD",
            "7,7",
            "0,14",
            "7,8",
            "DONE",
            "SWAP2BOARD",
            "7,7",
            "8,7",
            "7,8",
            "8,8",
            "0,0",
            "DONE",
        ],
        expect![[r#"
            > START 15
            < OK
            > SWAP2BOARD
            > DONE
            < 7,7 8,6 8,9
            > SWAP2BOARD
            > 7,7
            > 8,7
            > 0,0
            > DONE
            < SWAP
            > SWAP2BOARD
            > 7,7
            > 0,14
            > 7,8
            > DONE
            < SWAP
            > SWAP2BOARD
            > 7,7
            > 8,7
            > 7,8
            > 8,8
            > 0,0
            > DONE
            < SWAP
        "#]],
    );
}

#[test]
fn a_finished_game_is_told() {
    let four = [
        "0,0,1", "0,1,2", "1,0,1", "1,1,2", "2,0,1", "2,1,2", "3,0,1", "3,1,2",
    ];
    let lines: Vec<&str> = ["START 5", "BOARD"]
        .into_iter()
        .chain(four)
        .chain(["DONE", "TURN 4,1", "BEGIN"])
        .collect();
    talk(
        &lines,
        expect![[r#"
        > START 5
        < OK
        > BOARD
        > 0,0,1
        > 0,1,2
        > 1,0,1
        > 1,1,2
        > 2,0,1
        > 2,1,2
        > 3,0,1
        > 3,1,2
        > DONE
        < 4,0
        > TURN 4,1
        < ERROR the game is over
        > BEGIN
        < ERROR the game is over
    "#]],
    );
}

/// White's four can only be stopped where Black may not play.
#[test]
fn a_forbidden_block_still_gets_a_move() {
    talk(
        &[
            "START 15",
            "INFO rule 4",
            "BOARD",
            "4,5,1",
            "0,7,2",
            "4,6,1",
            "1,7,2",
            "5,6,1",
            "2,7,2",
            "6,5,1",
            "3,7,2",
            "DONE",
            "yxshowforbid",
        ],
        expect![[r#"
            > START 15
            < OK
            > INFO rule 4
            > BOARD
            > 4,5,1
            > 0,7,2
            > 4,6,1
            > 1,7,2
            > 5,6,1
            > 2,7,2
            > 6,5,1
            > 3,7,2
            > DONE
            < 6,6
            > yxshowforbid
            < FORBID 04070607.
        "#]],
    );
    talk(
        &[
            "START 15",
            "INFO rule 4",
            "yxboard",
            "4,5,1",
            "0,7,2",
            "4,6,1",
            "1,7,2",
            "5,6,1",
            "2,7,2",
            "6,5,1",
            "3,7,2",
            "DONE",
            "yxshowforbid",
            "PLAY 4,7",
            "BEGIN",
        ],
        expect![[r#"
            > START 15
            < OK
            > INFO rule 4
            > yxboard
            > 4,5,1
            > 0,7,2
            > 4,6,1
            > 1,7,2
            > 5,6,1
            > 2,7,2
            > 6,5,1
            > 3,7,2
            > DONE
            > yxshowforbid
            < FORBID 0407.
            > PLAY 4,7
            < ERROR illegal move 4,7: forbidden: double-three
            > BEGIN
            < 6,6
        "#]],
    );
}

#[test]
fn endless_lines_are_refused_and_line_ends_mix() {
    let mut player = Random::new(1);
    let mut input = vec![b'x'; 1 << 20];
    input.extend_from_slice(b"\rSTART 7\n\rBEGIN\r\n\xff\xfe\n");
    let told = answers(&mut player, &input);
    assert_eq!(told.len(), 4, "{told:?}");
    assert_eq!(told[..2], ["ERROR line too long", "OK"]);
    assert_eq!(told[3], "UNKNOWN command");
}

/// A player that is no help: it fails, or names a point that is taken.
struct Useless(Option<Point>);

impl Player<Position> for Useless {
    fn name(&self) -> String {
        "useless \"quoted\"".to_owned()
    }

    fn new_game(&mut self, _: &Position) -> Result<(), PlayerError> {
        Ok(())
    }

    fn think(&mut self, _: &Position, _: &Limits) -> Result<Thought<Move>, PlayerError> {
        let point = self.0.ok_or(PlayerError::Resigns)?;
        Ok(Thought::bare(Move::Place(point)))
    }
}

#[test]
fn a_move_goes_out_whatever_the_player_does() {
    for answer in [None, Some(Point::new(3, 3)), Some(Point::new(200, 3))] {
        let told = answers(&mut Useless(answer), b"START 7\nTURN 3,3\nABOUT\n");
        let Reply::Moves(places) = Reply::parse(&told[1]) else {
            panic!("{told:?}")
        };
        assert!(
            places[0]
                .on_board(7)
                .is_some_and(|point| point != Point::new(3, 3))
        );
        assert!(
            told[2].starts_with("name=\"Tengen useless quoted\", version="),
            "{}",
            told[2]
        );
    }
}

/// Lines that managers send, right and wrong, in any order.
fn any_line() -> impl Strategy<Value = String> {
    let place = || (-1i64..8, -1i64..8).prop_map(|(x, y)| format!("{x},{y}"));
    prop_oneof![
        4 => place().prop_map(|place| format!("TURN {place}")),
        1 => place().prop_map(|place| format!("PLAY {place}")),
        1 => place().prop_map(|place| format!("TAKEBACK {place}")),
        4 => (place(), 0u8..5).prop_map(|(place, field)| format!("{place},{field}")),
        1 => (-1i64..25).prop_map(|size| format!("START {size}")),
        1 => (5u8..8).prop_map(|size| format!("START {size}")),
        1 => (0i64..16).prop_map(|mask| format!("INFO rule {mask}")),
        3 => prop::sample::select(vec![
            "RESTART", "BEGIN", "BEGIN", "BOARD", "DONE", "DONE", "ABOUT", "SWAP2BOARD", "yxboard", "yxstop",
            "yxshowforbid", "RECTSTART 7,7", "RECTSTART 7,8", "INFO timeout_turn 0", "INFO time_left -1",
        ]).prop_map(str::to_owned),
        1 => "\\PC{0,20}",
    ]
}

/// Must this line, outside a list of stones, be answered?
fn wants_answer(line: &str) -> bool {
    match line.parse::<ManagerCommand>() {
        Ok(
            ManagerCommand::Info(_)
            | ManagerCommand::YxStop
            | ManagerCommand::YxHashClear
            | ManagerCommand::End,
        ) => false,
        Ok(ManagerCommand::Board | ManagerCommand::YxBoard | ManagerCommand::Swap2Board) => false,
        _ => !line.trim().is_empty(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_request_is_answered(lines in prop::collection::vec(any_line(), 1..60), seed in any::<u64>()) {
        let mut player = Random::new(seed);
        let mut brain = Brain::new(&mut player);
        for line in &lines {
            let Ok(command) = line.parse::<ManagerCommand>() else { continue };
            let listing = brain.listing.is_some();
            let before = brain.position.clone();
            let replies = brain.answer(command.clone(), Stop::default());
            if wants_answer(line) && !listing {
                prop_assert!(!replies.is_empty(), "{} was not answered", line);
            }
            if let (ManagerCommand::Turn(place), Some([Reply::Moves(places)]), Some(mut before)) =
                (&command, replies.get(..1), before)
            {
                let point = place.on_board(before.size()).unwrap();
                before.play(Move::Place(point)).unwrap();
                let answer = places[0].on_board(before.size()).unwrap();
                prop_assert!(before.legal_moves().contains(&Move::Place(answer)));
            }
        }
    }

    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        answers(&mut Random::new(1), &bytes);
    }
}
