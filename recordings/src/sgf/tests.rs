//! Examples of SGF, good, foreign and bad.

use expect_test::{Expect, expect};
use referee::{
    gomoku::{Opening, Rule, Start},
    point::Point,
    record::{Ply, Record},
    verdict::{Reason, Verdict},
};

use super::*;
use crate::assume::Assume;

fn one(text: &str) -> Record {
    read(text.as_bytes(), Assume::default()).unwrap().remove(0)
}

#[test]
fn as_written() {
    let mut record = Record {
        id: "0190a0b0-0000-7000-8000-000000000001".to_owned(),
        names: ["Tengen".to_owned(), "a]b\\c".to_owned()],
        own_seat: Some(Seat::First),
        source: Some("bovo".to_owned()),
        engine: Some("classic:depth=4".to_owned()),
        started_ms: Some(1_700_000_000_123),
        ..Record::blank(15, Rule::Freestyle)
    };
    for (x, y, score) in [(7, 7, Some(20)), (8, 7, None), (7, 8, Some(-400))] {
        let ply = Ply {
            score,
            spent_ms: score.map(|_| 1250),
            ..Ply::bare(Move::Place(Point::new(x, y)))
        };
        record.plies.push(ply);
    }
    record.verdict = Some(Verdict {
        winner: Some(Seat::First),
        reason: Reason::Stall,
    });
    expect![[r#"
        (;FF[4]GM[4]CA[UTF-8]AP[Tengen:0.2.0]SZ[15]RU[freestyle]PB[Tengen]PW[a\]b\\c]DT[2023-11-14]RE[B+T]GC[first seat: classic:depth=4
        played on: bovo
        first wins (stall)]TENGEN[id:0190a0b0-0000-7000-8000-000000000001][started:1700000000123][own:first][source:bovo][engine:classic\:depth=4][reason:stall]
        ;B[hh]SBKV[52.50]C[1.25 s, score +20]TENGEN[ms:1250][score:20]
        ;W[ih]
        ;B[hi]SBKV[11.92]C[1.25 s, score -400]TENGEN[ms:1250][score:-400])
    "#]]
    .assert_eq(&write(&record));
}

#[test]
fn foreign_files() {
    let game = one(
        "mail header\n(;GM[4]SZ[15:15]PB[A\nB]PW[C]RE[W+T]DT[2024-02,03]TM[60]RU[Renju];B[hh]BL[58.5];W[ii]WL[60](;B[hi]BL[50])(;B[aa];W[bb]))",
    );
    assert_eq!(game.start.size, 15);
    assert_eq!(game.start.rule, Rule::Renju);
    assert_eq!(game.names, ["A B", "C"]);
    assert_eq!(game.started_ms, Some(1_706_745_600_000));
    assert_eq!(
        game.verdict,
        Some(Verdict {
            winner: Some(Seat::Second),
            reason: Reason::Time
        })
    );
    let times: Vec<Option<u64>> = game.plies.iter().map(|ply| ply.spent_ms).collect();
    assert_eq!(times, [Some(1500), Some(0), Some(8500)]);
    assert_eq!(game.source.as_deref(), Some("sgf"));
    assert_eq!(
        one("(;GaMe[4]SiZe[15];B[hh])").plies.len(),
        1,
        "lower case in names is passed over"
    );
    assert_eq!(
        read(b"(;GM[4];B[hh])\n(;GM[4];B[ii])", Assume::default())
            .unwrap()
            .len(),
        2
    );
    assert_eq!(one("(;GM[4])").id, one("(;GM[4])").id);
    assert_ne!(one("(;GM[4])").id, one("(;GM[4]PB[x])").id);
}

#[test]
fn charsets() {
    let check = |bytes: &[u8], expected: &str| {
        assert_eq!(read(bytes, Assume::default()).unwrap()[0].names[0], expected);
    };
    check(b"(;GM[4]CA[GB2312]PB[\xCC\xEC\xD4\xAA];B[hh])", "天元");
    check(b"(;GM[4]CA[Shift_JIS]PB[\x83\x5C\x5C]\x5C\x5C];B[hh])", "ソ]\\");
    check(b"(;GM[4]PB[Ren\xE9];B[hh])", "René");
    check("(;GM[4]CA[ISO-8859-1]PB[天元];B[hh])".as_bytes(), "天元");
    check(b"\xEF\xBB\xBF(;GM[4]PB[x];B[hh])", "x");
    check(b"(;GM[4]CA[no such charset]PB[\xFF];B[hh])", "ÿ");
}

#[test]
fn set_up_stones_are_an_opening() {
    let game = one("(;GM[4]SZ[15]AB[aa][cc:dc]AW[ee][ff];W[gg];B[hh])");
    let Opening::Diagram(setup) = &game.start.opening else {
        panic!("{:?}", game.start.opening)
    };
    assert_eq!(setup.board.stones(), 5);
    assert_eq!(game.plies.len(), 2);
}

#[test]
fn swap2_is_written_as_stones_and_choices() {
    use referee::color::Color;
    let place = |x: u8, y: u8| Ply::bare(Move::Place(Point::new(x, y)));
    let mut record = Record {
        id: "0190a0b0-0000-7000-8000-000000000002".to_owned(),
        start: Start {
            opening: Opening::Swap2,
            ..Start::free(15, Rule::Freestyle)
        },
        names: ["first".to_owned(), "second".to_owned()],
        verdict: Some(Verdict {
            winner: Some(Seat::Second),
            reason: Reason::Resign,
        }),
        ..Record::blank(15, Rule::Freestyle)
    };
    record.plies = vec![
        place(0, 0),
        place(4, 9),
        place(9, 2),
        Ply::bare(Move::Choose(Color::Black)),
        place(7, 7),
    ];
    let file = write(&record);
    assert!(
        file.contains("PB[second]PW[first]") && file.contains("RE[B+R]"),
        "{file}"
    );
    assert!(
        file.contains(";W[hh]"),
        "the stone after the choice is white: {file}"
    );
    assert_eq!(one(&file), record);
}

#[test]
fn refusals() {
    let check = |text: &str, expected: Expect| {
        let error = read(text.as_bytes(), Assume::default()).unwrap_err();
        expected.assert_eq(&format!("{error}\n{}", error.hint));
    };
    check(
        "",
        expect![[r#"
        line 1, byte 0: no game
        an SGF file has a game in brackets: (;GM[4]SZ[15] …)"#]],
    );
    check(
        "(;GM[1]SZ[19];B[aa])",
        expect![[r#"
        line 1, byte 2: this is game "1" and not Gomoku
        a Gomoku file says GM[4] in its first node"#]],
    );
    check(
        "(;GM[4]SZ[23])",
        expect![[r#"
        line 1, byte 7: no such board: SZ[23]
        boards are square and have 5 to 22 lines: SZ[15]"#]],
    );
    check(
        "(;GM[4]SZ[15]\n;B[hh]\n;B[ii])",
        expect![[r#"
        line 3, byte 22: B[ii] is out of turn
        black and white must alternate from black"#]],
    );
    check(
        "(;GM[4]SZ[15];B[hh];W[hh])",
        expect![[r#"
        line 1, byte 20: move 2: illegal move h8: occupied
        the moves contradict the board size or the rule: correct the file"#]],
    );
    check(
        "(;GM[4]SZ[15];B[pp])",
        expect![[r#"
        line 1, byte 14: B[pp] is no point on a board of 15 lines
        points are two letters from aa, the top left; Gomoku has no passes; SZ gives the size"#]],
    );
    check(
        "(;GM[4]SZ[15];B[hh]C[never closed",
        expect![[r#"
        line 1, byte 21: a value is not closed
        is the file cut off?"#]],
    );
    check(
        "(;GM[4](;B[hh]",
        expect![[r#"
        line 1, byte 14: the file ends inside 2 open brackets
        is the file cut off?"#]],
    );
    let won = "(;GM[4]SZ[15]RE[W+];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea]";
    check(
        &format!("{won})"),
        expect![[r#"
        line 1, byte 13: the result says second wins (adjudicated), the board first wins (five)
        correct RE, or name another rule"#]],
    );
    check(
        &format!("{won};W[oo])").replace("RE[W+]", ""),
        expect![[r#"
        line 1, byte 68: move 10: illegal move o1: the game is over
        if only exactly five stones win in this game, read it with another rule"#]],
    );
    check(
        "(;GM[4]SZ[15];B[hh];AB[aa])",
        expect![[r#"
        line 1, byte 20: stones are set up after the first move
        only an opening can be set up"#]],
    );
}

#[test]
fn depth_and_length_do_no_harm() {
    assert!(read(&b"(;".repeat(300_000), Assume::default()).is_err());
    assert!(read(&b")".repeat(300_000), Assume::default()).is_err());
    let variations = format!(
        "(;GM[4];B[hh](;W[ii]){})",
        "(;W[aa](;B[bb])(;B[cc]))".repeat(20_000)
    );
    assert_eq!(one(&variations).plies.len(), 2);
}

/// What is read of a collection: the first names of its good games, and the numbers of the bad ones.
fn survivors(text: &str) -> (String, Vec<usize>) {
    let mut good = String::new();
    let mut bad = Vec::new();
    for game in Games::new(text, Assume::default()) {
        match game {
            Ok(record) => good += &record.names[0],
            Err(error) => bad.push(error.game.unwrap_or(0)),
        }
    }
    (good, bad)
}

#[test]
fn a_bad_game_costs_itself_alone() {
    let game = |name: &str| format!("(;GM[4]SZ[15]PB[{name}];B[hh];W[ii];B[hi])");
    let check = |bad: &str, good: &str, numbers: &[usize]| {
        for between in ["\n", "", "\n\nSubject: another game\n"] {
            let text = [game("a").as_str(), bad, &game("b"), &game("c")].join(between);
            assert_eq!(survivors(&text), (good.to_owned(), numbers.to_vec()), "{text}");
        }
    };
    check("(;GM[4]PB[d])", "adbc", &[]);
    check("(;GM[4];B[hh];W[hh])", "abc", &[2]);
    check("(;GM[1];B[hh])", "abc", &[2]);
    check("(;GM[4];B[zz])", "abc", &[2]);
    check("(;GM[4];B[hh][ii])", "abc", &[2]);
    check("(;GM[4];B[hh];W)", "abc", &[2]);
    check("(;GM[4];B[hh];9W[ii](;B[aa])(;B[bb]))", "abc", &[2]);
    check("()", "abc", &[2]);
    check("(GM[4];B[hh])", "abc", &[2]);
    check(";GM[4];B[hh])", "abc", &[2]);
    check("x;GM[4];B[hh])", "abc", &[2]);
    // Neither bracket nor value may swallow what follows.
    check("(;GM[4];B[hh];W[ii]", "abc", &[2]);
    check("(;GM[4];B[hh](;W[ii]", "abc", &[2]);
    check("(;GM[4];B[hh]C[oops;W[ii])", "abc", &[2]);
    check("(;GM[4];B[hh];W[ii]C[", "abc", &[2]);
    check("(;GM[4];B[hh];W[i", "abc", &[2]);
    // A bracket too many would make a shorter game of it.
    check("(;GM[4];B[hh]);W[ii])", "abc", &[2]);
    check("(;GM[4];B[hh])[ii])", "abc", &[2]);
    check("(;GM[4];B[hh];)W[ii];B[aa])", "abc", &[2]);
    check("(;GM[4];B[hh]))", "abc", &[2]);
    check("((;GM[4]PB[d])", "adbc", &[2]);
    check("[(;GM[4]PB[d])", "adbc", &[]);
    check("(;GM[4]PB[d])];", "abc", &[2]);
    // A comment may speak of games.
    check("(;GM[4]PB[d]C[see (;GM[4\\])];B[hh])", "adbc", &[]);
    check("(;GM[4]PB[d]C[(;a) or\n(;b)];B[hh])", "adbc", &[]);
}

#[test]
fn one_bad_game_of_a_thousand_is_named() {
    let good = "(;GM[4]SZ[15];B[hh];W[ii])\n";
    let text = good.repeat(616) + "(;GM[4]SZ[15];B[hh];W[hh])\n" + &good.repeat(383);
    let games: Vec<_> = Games::new(&text, Assume::default()).collect();
    let errors: Vec<String> = games
        .iter()
        .filter_map(|game| game.as_ref().err())
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        (games.len(), &errors[..]),
        (
            1_000,
            &["game 617, line 617, byte 16652: move 2: illegal move h8: occupied".to_owned()][..]
        )
    );
}

/// The file is as long as what somebody may hand over; what is held of it is a game at a time.
#[test]
fn hostile_files_take_no_time_and_no_memory() {
    for piece in [
        "(;GM[",
        "(;GM[4]",
        "(",
        ")",
        "(;",
        "(;GM[4];B[hh]C[\\",
        "(;GM[4]AB[aa]",
        ";GM[4]",
        "((;AP[x]C[(;GM[",
    ] {
        let text = piece.repeat(400_000);
        let bad = Games::new(&text, Assume::default())
            .filter(Result::is_err)
            .count();
        assert!(bad > 0, "{piece}");
    }
    for long in ["(;GM[4]", "(;GM[4]AB", "(;GM[4]PB[x]TENGEN"] {
        let text = long.to_owned() + &"[aa]".repeat(400_000) + ")";
        let text = text.replace("(;GM[4][aa]", "(;GM[4];B[aa]");
        assert!(read(text.as_bytes(), Assume::default()).is_err(), "{long}");
    }
    let moves = format!("(;GM[4]{})", ";B[aa]".repeat(400_000));
    assert!(read(moves.as_bytes(), Assume::default()).is_err());
}
