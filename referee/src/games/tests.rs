//! Laws of records of any kind.

use dice::Dice;

use super::*;
use crate::{
    gomoku::Rule,
    point::Point,
    verdict::{Reason, Verdict},
};

/// A game by random moves, and how it ended.
fn random_game<P: Kind>(start: P::Start, dice: &mut Dice) -> Record<P> {
    let mut position = P::begin(&start).unwrap();
    let mut record = Record::started(start);
    loop {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let played = *dice.pick(&moves);
        position.play(played).unwrap();
        record.plies.push(Ply::bare(played));
    }
    record.verdict = position.outcome().map(|end| Verdict {
        winner: end.winner,
        reason: end.reason,
    });
    record
}

/// A record of one kind and the same record of any kind tell the same, in memory and in files.
fn check<P: Registered>(record: Record<P>) -> String {
    let any = record.clone().into_any();
    assert_eq!(any.clone().into_kind(), Ok(record.clone()));
    assert_eq!((any.length(), any.seats()), (record.length(), record.seats()));
    let (end, any_end) = (record.replay().unwrap(), any.replay().unwrap());
    assert_eq!((end.key(), end.outcome()), (any_end.key(), any_end.outcome()));
    assert_eq!(any_end.beginning(), any.start);
    let written = serde_json::to_string(&any).unwrap();
    assert_eq!(
        serde_json::from_str::<AnyRecord>(&written).unwrap(),
        any,
        "{written}"
    );
    written
}

#[test]
fn a_record_of_any_kind_is_the_record_of_its_kind() {
    let seed = 14;
    println!("seed {seed}");
    let mut dice = Dice::new(seed);
    let start = gomoku::Start::free(7, Rule::Renju);
    let gomoku: Record = random_game(start, &mut dice);
    let own = serde_json::to_string(&gomoku).unwrap();
    assert_eq!(check(gomoku.clone()), own, "Gomoku bears no mark");
    let soccer: Record<soccer::Position> = random_game(soccer::Rules::default(), &mut dice);
    let turns = soccer::turn::turns(&soccer.replay().unwrap()).len();
    assert_eq!(soccer.length(), turns);
    check(soccer.clone());
    let refused = soccer.into_any().into_kind::<gomoku::Position>().unwrap_err();
    assert_eq!(refused.to_string(), "it is a game of soccer");
    let mut mixed = gomoku.into_any();
    mixed
        .plies
        .insert(0, Ply::bare(soccer::Direction::ALL[3]).into_any());
    assert_eq!(
        mixed.replay().unwrap_err().to_string(),
        "illegal move 3: a move of another game"
    );
    assert!(mixed.into_kind::<gomoku::Position>().is_err());
}

#[test]
fn a_game_says_its_kind_in_files() {
    let mut record = Record::<soccer::Position>::started(soccer::Rules::default());
    record.plies = vec![Ply::bare(soccer::Direction::ALL[4])];
    record.verdict = Some(Verdict {
        winner: Some(Seat::First),
        reason: Reason::Resign,
    });
    assert_eq!(
        serde_json::to_string(&record.into_any()).unwrap(),
        concat!(
            r#"{"id":"","game":"soccer","pitch":[8,10],"blocked":"loses","names":["",""],"own_seat":null,"#,
            r#""source":null,"engine":null,"started_ms":null,"ended_ms":null,"plies":[{"play":{"soccer":4}}],"#,
            r#""verdict":{"winner":"first","reason":"resign"}}"#
        )
    );
    for unknown in [
        r#"{"game":"chess","size":8,"rule":"freestyle"}"#,
        r#"{"game":1,"size":8,"rule":"freestyle"}"#,
    ] {
        assert!(serde_json::from_str::<AnyStart>(unknown).is_err(), "{unknown}");
    }
}

#[test]
fn people_hear_of_points_by_their_names() {
    let played = gomoku::Move::Place(Point::new(0, 14));
    for (size, expected) in [(15, "a1"), (19, "a5")] {
        let start = AnyStart::from(Record::blank(size, Rule::Freestyle).start);
        assert_eq!(start.name_of(played.into()), expected);
        let position = AnyPosition::begin(&start).unwrap();
        assert_eq!(position.name_of(played.into()), expected);
    }
    let start = AnyStart::Soccer(soccer::Rules::default());
    let line = soccer::Direction::from_digit('3').unwrap();
    assert_eq!(start.name_of(line.into()), "3");
}
