//! Examples of PSQ, good, foreign and bad.

use expect_test::{Expect, expect};

use super::*;

fn game(text: &str) -> Record {
    read(text.as_bytes(), Assume::default()).unwrap()
}

const FIVE: &str = "1,1,10\n1,2,5\n2,1,10\n2,2,5\n3,1,10\n3,2,5\n4,1,10\n4,2,5\n5,1,7\n";

#[test]
fn as_written() {
    let mut record = game(&format!("Piskvorky 15x15, 0:0, 0\n{FIVE}"));
    record.names = ["Tengen".to_owned(), "Bovo".to_owned()];
    record.engine = Some("classic".to_owned());
    record.own_seat = Some(Seat::First);
    let written = write(&record).unwrap().replace('\r', "");
    assert_eq!(
        written,
        format!("Piskvorky 15x15, 11:0, 0\n{FIVE}Tengen\nBovo\n0\n1,Freestyle\n")
    );
}

#[test]
fn foreign_files() {
    let check = |text: &str, names: [&str; 2], rule: Rule, verdict: Option<(Option<Seat>, Reason)>| {
        let game = game(text);
        assert_eq!(game.names, names, "{text}");
        assert_eq!(game.start.rule, rule, "{text}");
        assert_eq!(
            game.verdict,
            verdict.map(|(winner, reason)| Verdict { winner, reason }),
            "{text}"
        );
    };
    let five = Some((Some(Seat::First), Reason::Five));
    check(
        &format!("Piskvorky 15x15, 0:0, 0\r\n{FIVE}"),
        ["", ""],
        Rule::Freestyle,
        five,
    );
    check(
        &format!("Piskvorky 20x20, 11:11, 1\n{FIVE}a.exe\nb.exe\n0\n"),
        ["b.exe", "a.exe"],
        Rule::Freestyle,
        five,
    );
    check(
        &format!("Piskvorky 20x20, 11:11, 0\n{FIVE}a\nb\n-1\n1,Standard"),
        ["a", "b"],
        Rule::Standard,
        five,
    );
    let time = Some((Some(Seat::First), Reason::Time));
    check(
        "Piskvorky 20x20, 11:11, 0\n8,8,3\na\nb\n15\n",
        ["a", "b"],
        Rule::Freestyle,
        time,
    );
    let crash = Some((Some(Seat::Second), Reason::Crash));
    check(
        "Piskvorky 20x20, 11:11, 0\n8,8\n9,9\na\nb\n3\n",
        ["a", "b"],
        Rule::Freestyle,
        crash,
    );
    check(
        "Piskvorky 20x20, 0:4, 1\n8,8,3\n-1\n",
        ["", ""],
        Rule::Freestyle,
        None,
    );
    let drawn = Some((None, Reason::Adjudicated));
    check(
        "Piskvorky 20x20, 0:4, 0\n8,8,3\na\nb\n0\n3,Renju\n",
        ["a", "b"],
        Rule::Renju,
        drawn,
    );
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
        line 1, byte 0: no header: ""
        a PSQ file begins with a line like: Piskvorky 15x15, 0:0, 0"#]],
    );
    check(
        "Piskvorky 15x20, 0:0, 0",
        expect![[r#"
        line 1, byte 0: the board is "15x20", not square
        a PSQ file begins with a line like: Piskvorky 15x15, 0:0, 0"#]],
    );
    check(
        "Piskvorky 99x99, 0:0, 0\n8,8",
        expect![[r#"
        line 1, byte 0: board size 99 is not between 5 and 22
        the moves contradict the board size or the rule: correct the file"#]],
    );
    check(
        "Piskvorky 15x15, 0:0, 0\n8,8,1\n0,9,1\n",
        expect![[r#"
        line 3, byte 30: stone 0,9 is off a board of 15 lines
        rows and columns are counted from 1"#]],
    );
    check(
        "Piskvorky 15x15, 0:0, 0\r\n8,8,1\r\n8,8,1\r\n",
        expect![[r#"
        line 3, byte 32: move 2: illegal move h8: occupied
        the moves contradict the board size or the rule: correct the file"#]],
    );
}

#[test]
fn rubbish_is_no_shorter_game() {
    let whole = format!("Piskvorky 15x15, 11:11, 0\n{FIVE}Tengen\nBovo\n0\n1,Freestyle\n");
    let check = |file: &str, line: usize| {
        let error = read(file.as_bytes(), Assume::default()).expect_err(file);
        assert_eq!(error.line, line, "{file}{error}");
    };
    // A damaged move, with moves behind it and as the last one.
    for rubbish in [
        "4,@,10",
        "4,",
        "x4,1,10",
        "4 1 10",
        "4,1,10,3",
        "\u{1}\u{2}",
        "4.5,1",
        "4,1,1e9",
    ] {
        check(&whole.replace("4,1,10", rubbish), 9);
    }
    for rubbish in ["5,@,7", "5,", "5;1;7", "5,1,7,9", "\u{0}\u{0}\u{0}", "5,1x"] {
        let file = whole.replace("5,1,7", rubbish);
        assert!(read(file.as_bytes(), Assume::default()).is_err(), "{file}");
        let bare = format!("Piskvorky 15x15, 11:11, 0\n{FIVE}").replace("5,1,7", rubbish);
        check(&bare, 10);
    }
    check(&whole.replace("Tengen", "Ten\u{7}gen"), 11);
    check(&whole.replace("Bovo\n", ""), 13);
    check(&whole.replace("\n0\n", "\nnought\n"), 13);
    check(&whole.replace("1,Freestyle", "1,2,3"), 14);
    check(&whole.replace("1,Freestyle", "9,Freestyle"), 14);
    check(&(whole.clone() + "one line more\n"), 15);
    check(&whole.replace("11:11, 0", "11:11, x"), 1);
    // Half a move must not be taken for a time-out.
    check("Piskvorky 15x15, 0:0, 0\n8,8,3\n15", 3);
    let crowd = format!("Piskvorky 15x15, 0:0, 0\n{}", "8,8\n".repeat(1_000));
    check(&crowd, 227);
}

#[test]
fn names_that_look_like_lines_come_back() {
    let mut record = game(&format!("Piskvorky 15x15, 0:0, 0\n{FIVE}"));
    for (name, expected) in [
        ("8,8", "8;8"),
        ("15", "15"),
        ("1,Freestyle", "1;Freestyle"),
        ("a\u{0}b", "a b"),
        ("", "-"),
        ("-1, 2", "-1; 2"),
    ] {
        record.names = [name.to_owned(), name.to_owned()];
        let read = game(&write(&record).unwrap());
        assert_eq!(
            (read.names, read.plies),
            ([expected.to_owned(), expected.to_owned()], record.plies.clone()),
            "{name}"
        );
    }
}

proptest::proptest! {
    /// A line of the moves that is cut, doubled or gone, and whatever a byte becomes, leaves no game with fewer moves than it
    /// had: only what still looks like a move in every way passes.
    #[test]
    fn a_damaged_byte_never_shortens_a_game(at in proptest::prelude::any::<proptest::sample::Index>(), byte in proptest::prelude::any::<u8>()) {
        let whole = format!("Piskvorky 15x15, 11:11, 0\n{FIVE}Tengen\nBovo\n0\n1,Freestyle\n");
        let mut file = whole.clone().into_bytes();
        let at = at.index(file.len());
        file[at] = byte;
        if let Ok(read) = read(&file, Assume::default()) {
            let lines = file.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).count();
            proptest::prop_assert_eq!(read.plies.len(), 9 + lines - 14, "{}", String::from_utf8_lossy(&file));
        }
    }
}
