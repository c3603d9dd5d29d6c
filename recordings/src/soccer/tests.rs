//! Games of Paper Soccer by random play, into both texts and back; and texts that are wrong.

use expect_test::{Expect, expect};
use proptest::prelude::*;
use referee::soccer::{Blocked, Pitch, Rules};

use super::*;
use crate::{assume::Assume, format::Format};

/// A game in which each ply is chosen by one of these numbers, until they are used up or the game is over.
fn game(rules: Rules, choices: &[u8]) -> SoccerRecord {
    let mut position = Position::new(rules);
    let mut record = SoccerRecord::started(rules);
    for &choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let played = moves[usize::from(choice) % moves.len()];
        position.play(played).unwrap();
        record.plies.push(Ply::bare(played));
    }
    record.verdict = position.outcome().map(|end| Verdict {
        winner: end.winner,
        reason: end.reason,
    });
    record
}

fn read(format: Format, bytes: &[u8]) -> Vec<SoccerRecord> {
    let games = format.read(bytes, Assume::default()).unwrap();
    games.into_iter().map(|game| game.into_kind().unwrap()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn a_game_is_the_same_in_every_text(
        choices in proptest::collection::vec(any::<u8>(), 0..300), width in 2u8..=6, length in 3u8..=8, draws in any::<bool>(),
        name in ".*", winner in proptest::option::of(any::<bool>()), own in proptest::option::of(any::<bool>()),
    ) {
        let seat = |first: bool| if first { Seat::First } else { Seat::Second };
        let blocked = if draws { Blocked::Draws } else { Blocked::Loses };
        let rules = Rules { pitch: Pitch::new(2 * width, 2 * length).unwrap(), blocked };
        let mut record = game(rules, &choices);
        record.id = "0190a0b0-0000-7000-8000-000000000002".to_owned();
        record.names = [name.replace(char::is_control, " "), "\"b\\".to_owned()];
        record.own_seat = own.map(seat);
        record.source = Some("client".to_owned());
        let stated = winner.map(|first| Verdict { winner: Some(seat(first)), reason: Reason::Resign });
        record.verdict = record.verdict.or(stated);
        let file = Format::Tags.write(&record).unwrap();
        let twice = [&file[..], &file[..]].concat();
        prop_assert_eq!(read(Format::Tags, &twice), [record.clone(), record.clone()]);
        prop_assert_eq!(turns(&record).concat(), record.plies.iter().map(|ply| ply.play.digit()).collect::<String>());
        prop_assert_eq!(turns(&record).len(), record.length());
        match Format::Table.write(&record) {
            Ok(line) => {
                let again = &read(Format::Table, &line)[0];
                prop_assert_eq!(&again.plies, &record.plies);
                prop_assert_eq!(again.verdict.map(|verdict| verdict.winner), record.verdict.map(|verdict| verdict.winner));
            }
            Err(_) => prop_assert_ne!(record.start, Rules::default()),
        }
    }

    #[test]
    fn every_damage_is_refused_or_read(
        choices in proptest::collection::vec(any::<u8>(), 1..100), at in any::<proptest::sample::Index>(), byte in any::<u8>(),
    ) {
        for format in [Format::Table, Format::Tags] {
            let mut file = format.write(&game(Rules::default(), &choices)).unwrap();
            let at = at.index(file.len());
            file[at] = byte;
            if let Err(error) = format.read(&file, Assume::default()) {
                prop_assert!(error.line >= 1 && !error.hint.is_empty() && !error.message.contains('\n'), "{}", error);
            }
        }
    }
}

/// What becomes of the lines of a table.
fn check(text: &str, expected: Expect) {
    let mut told = Vec::new();
    Format::Table.each(text.as_bytes(), Assume::default(), &mut |game| {
        told.push(match game {
            Ok(told) => {
                let verdict = told
                    .record
                    .verdict
                    .map_or("no result".to_owned(), |verdict| verdict.to_string());
                let contradiction = told.contradiction.map(|said| format!("; {said}"));
                format!(
                    "{verdict} after {} turns{}",
                    told.record.length(),
                    contradiction.unwrap_or_default()
                )
            }
            Err(error) => error.to_string(),
        });
    });
    expected.assert_eq(&told.join("\n"));
}

#[test]
fn the_rules_say_who_won() {
    check(
        "# a remark\n\nfirst\t4 4 4 4 31 47 22 5\nsecond\t0 0 0 0 0 0\nfirst\t0 0 0 0 0 0\nfirst\t0 0 0 0 0\nnone\t0 0\ndraw\t0 0\n",
        expect![[r#"
            first wins (blocked) after 8 turns
            first wins (goal) after 6 turns; line 4, byte 37: the result is second, by the rules it is first
            first wins (goal) after 6 turns
            first wins (adjudicated) after 5 turns
            no result after 2 turns
            draw (adjudicated) after 2 turns"#]],
    );
}

#[test]
fn what_is_wrong_with_a_line() {
    check(
        "first 4\nnobody\t4\nfirst\t48\nfirst\t4 0\nfirst\t44\nfirst\t0 17 5 3\nfirst\t2 0 5 3\nfirst\t0 0 0 0 0 0 0\n",
        expect![[r#"
            game 1, line 1, byte 0: no tab: "first 4"
            game 2, line 2, byte 8: no result: "nobody"
            game 3, line 3, byte 23: no turn "48": `8` is no digit from 0 to 7
            game 4, line 4, byte 34: turn 2, line 1: illegal move 0: drawn already
            game 5, line 5, byte 43: turn 1, line 2: the ball had come to rest
            game 6, line 6, byte 54: turn 2, line 2: the ball had come to rest
            game 7, line 7, byte 70: turn 3 ends while the ball bounces
            game 8, line 8, byte 92: turn 7, line 1: illegal move 0: the game is over"#]],
    );
}

#[test]
fn equal_games_of_a_file_are_two_games() {
    let table = "first\t4 4\nsecond\t4 4\nfirst\t4 4\n";
    let ids = |text: &str| -> Vec<String> {
        let games = read(Format::Table, text.as_bytes());
        games.into_iter().map(|game| game.id).collect()
    };
    let (first, again) = (ids(table), ids(table));
    assert_eq!(first, again, "a file read twice is the same games");
    assert!(first[0] != first[2] && first[0] != first[1], "{first:?}");
}

#[test]
fn numbers_may_be_missing_and_other_tags_are_passed_over() {
    let text = "[Event \"?\"]\n[White \"a\"]\n[Black \"b\"]\n[Date \"2014.09.05\"]\n[Result \"0-1\"]\n\n1. 4 4 2.4 4\n3. 31 47\n22 5 0-1\n";
    let game = &read(Format::Tags, text.as_bytes())[0];
    assert_eq!(turns(game).join(" "), "4 4 4 4 31 47 22 5");
    assert_eq!(
        (game.names[0].as_str(), game.started_ms),
        ("a", Some(1_409_875_200_000))
    );
    assert_eq!(Format::of("game", text.as_bytes()), Some(Format::Tags));
}
