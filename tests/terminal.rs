//! Whatever others wrote (names, comments, an engine's last words, file names, arguments), nothing that the program says moves
//! a terminal's cursor, colours it or turns its reading direction; and JSON stays the same JSON.
#![expect(clippy::unwrap_used, reason = "a test's helpers fail by panicking")]

use std::{
    path::{Path, PathBuf},
    process::Stdio,
};

use recordings::{
    journal::{Journal, JournalEvent, SessionHead},
    sgf,
};
use referee::{
    gomoku::{Move, Rule},
    point::Point,
    record::{Ply, Record},
    seat::Seat,
    verdict::{Reason, Verdict},
};

/// A title is set, the screen cleared, a colour set by one byte of C1, the rest read from right to left.
const HOSTILE: &str = "M\u{1b}]0;x\u{7}\u{1b}[2J\u{9b}31m\u{202e}ori\u{2066}\u{2028}\u{7f}";
/// The same, and more lines of our own kind.
const FORGED: &str = "M\u{1b}[1A\nerror: forged\r\n{\"forged\":1}";

fn is_obeyed(letter: char) -> bool {
    let turns = "\u{61c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}\u{2028}";
    letter.is_control() && !"\n\t".contains(letter) || turns.contains(letter)
}

/// What was said on both streams, which has to be harmless.
#[track_caller]
fn check(words: &[&str], folder: &Path) -> (String, String) {
    let output = crate::support::program::program()
        .args(words)
        .current_dir(folder)
        .env("TENGEN_HOME", folder.join("home"))
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    for text in &said {
        assert!(!text.chars().any(is_obeyed), "{words:?} says {text:?}");
        let forged = |line: &str| line.starts_with("error: forged") || line.starts_with("{\"forged");
        assert!(!text.lines().any(forged), "{words:?} says {text:?}");
    }
    assert!(!said.iter().all(String::is_empty), "{words:?} says nothing");
    said.into()
}

fn record(id: &str, name: &str) -> Record {
    let place = |x, y| Ply::bare(Move::Place(Point::new(x, y)));
    Record {
        id: id.to_owned(),
        names: [name.to_owned(), "Tengen".to_owned()],
        own_seat: Some(Seat::Second),
        engine: Some(format!("random:{name}")),
        source: Some(name.to_owned()),
        started_ms: Some(1_700_000_000_000),
        plies: vec![place(7, 7), place(8, 8)],
        verdict: Some(Verdict {
            winner: Some(Seat::Second),
            reason: Reason::Resign,
        }),
        ..Record::blank(15, Rule::Freestyle)
    }
}

/// A session's journal, in which all that has a name is hostile.
fn journal(folder: &Path, name: &str, opponent: &str) -> PathBuf {
    let session = SessionHead {
        session: opponent.to_owned(),
        program: name.to_owned(),
        client: Some(name.to_owned()),
        engine: Some(name.to_owned()),
    };
    let mut journal = Journal::create(folder, &session, 1_700_000_000_000).unwrap();
    let game = record(&format!("game-{opponent}"), name);
    let id = game.id.clone();
    let verdict = game.verdict.unwrap();
    for event in [
        JournalEvent::GameStarted {
            game: game.into_any(),
        },
        JournalEvent::OpponentMet {
            game: id.clone(),
            opponent: opponent.to_owned(),
            plate: "00ff".to_owned(),
            text: Some(name.to_owned()),
        },
        JournalEvent::OpponentNamed {
            opponent: opponent.to_owned(),
            name: name.to_owned(),
        },
        JournalEvent::Fault {
            game: None,
            kind: name.to_owned(),
            detail: name.to_owned(),
        },
        JournalEvent::GameEnded { game: id, verdict },
        JournalEvent::SessionEnded,
    ] {
        journal.append(event, 1_700_000_000_000).unwrap();
    }
    journal.path().to_owned()
}

#[test]
fn names_in_games_and_journals_are_shown_and_not_obeyed() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let files = [
        at("hostile.sgf"),
        journal(&at("journals"), HOSTILE, "plate-1"),
        journal(&at("journals"), FORGED, "plate-2"),
    ];
    // A writer of ours would not write it so.
    let text = sgf::write(&record("a", "NAME"));
    let text = text
        .replace("NAME", HOSTILE)
        .replacen(";B[", &format!(";C[{HOSTILE}]B["), 1);
    std::fs::write(&files[0], text).unwrap();
    for file in &files {
        check(&["import", file.to_str().unwrap()], folder.path());
    }
    for words in [
        &["report"] as &[&str],
        &["report", "--format", "json"],
        &["opponents"],
        &["opponents", "--json"],
        &["opponents", "join", "plate-1", "plate-2"],
        &["export", "--list"],
        &["replay", "game-plate-1"],
        &["replay", "game-plate-2", "--all"],
        &["replay", "hostile.sgf"],
        &["analyse", "hostile.sgf", "--engine", "classic:depth=1"],
        &["analyse", "hostile.sgf", "--engine", "classic:depth=1", "--json"],
    ] {
        check(words, folder.path());
    }
    let (out, _) = check(&["opponents", "--json"], folder.path());
    let listed: serde_json::Value = serde_json::from_str(&out).unwrap();
    let names: Vec<&str> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    assert!(names.contains(&FORGED) || names.contains(&HOSTILE), "{names:?}");
}

#[test]
fn names_of_files_and_arguments_are_shown_and_not_obeyed() {
    let folder = tempfile::tempdir().unwrap();
    let name = HOSTILE.replace('/', "");
    std::fs::write(folder.path().join(format!("{name}.png")), "no picture").unwrap();
    std::fs::write(folder.path().join(format!("{name}.sgf")), "(;GM[1]").unwrap();
    std::fs::create_dir(folder.path().join(&name)).unwrap();
    std::fs::write(
        folder.path().join(&name).join("profile.toml"),
        format!("[window]\n\"{name}\" = 1\n"),
    )
    .unwrap();
    let (picture, game) = (format!("{name}.png"), format!("{name}.sgf"));
    let (path, unknown) = (format!("./{name}"), format!("--{name}"));
    for words in [
        &["read", &picture] as &[&str],
        &["import", &game],
        &["replay", &game],
        &["watch", "--client", &path],
        &["play", "--client", &name],
        &["play", "--engine", &name],
        &["play", "--webhook", FORGED],
        &["report", "--db", &game],
        &["status", "--db", &game],
        &["client", "check", &name, "--image", &picture],
        &["match", "--engine", "random", "--engine", &path],
        &["opponents", "name", "x", FORGED],
        &["replay", "--frames", &picture],
        &["read", &unknown],
        &[&name],
        &["read", FORGED],
    ] {
        check(words, folder.path());
    }
}

#[cfg(unix)]
#[test]
fn what_an_engine_says_is_shown_and_not_obeyed() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, script: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        format!("pbrain:{}", path.display())
    };
    let dies = write(
        "dies",
        r"printf 'dead \033[2J\302\23331m\342\200\256txt\n' >&2; exit 3",
    );
    let babbles = write(
        "babbles",
        r"while read -r line; do printf '\033[2Jonce\302\23331m\n'; done",
    );
    let fails = write(
        "fails",
        r#"while read -r line; do
  case "$line" in
    START*) echo OK ;;
    ABOUT*) printf 'name="\033[2J\342\200\256evil"\n' ;;
    *) printf 'ERROR \033[2J\302\23331m\342\200\256no\n' ;;
  esac
done"#,
    );
    for engine in [&dies, &babbles, &fails] {
        check(&["play", "--engine", engine], folder.path());
        check(&["doctor", "--engine", engine], folder.path());
        check(&["doctor", "--json", "--engine", engine], folder.path());
        check(
            &[
                "match",
                "--engine",
                engine,
                "--engine",
                "random:seed=1",
                "--games",
                "2",
            ],
            folder.path(),
        );
    }
}

/// A card is written by a session, and by anybody else who can write there.
#[test]
fn what_a_status_card_says_is_shown_and_not_obeyed() {
    let folder = tempfile::tempdir().unwrap();
    let journals = folder.path().join("home").join("journals");
    std::fs::create_dir_all(&journals).unwrap();
    let card = serde_json::json!({
        "session": HOSTILE, "program": HOSTILE, "client": HOSTILE, "pid": 1, "started_ms": 0, "written_ms": 0,
        "health": null, "end": { "why": FORGED, "in_order": false },
    });
    std::fs::write(journals.join("0.status.json"), card.to_string()).unwrap();
    std::fs::write(journals.join(format!("{HOSTILE}.status.json")), "").unwrap();
    let (_, err) = check(&["status"], folder.path());
    assert!(
        err.starts_with("skipped ") && err.ends_with("it is empty\n"),
        "{err}"
    );
    let (out, _) = check(&["status", "--json"], folder.path());
    let told: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(told["sessions"][0]["card"]["end"]["why"], FORGED);
}

/// What a line shows on a terminal where somebody types this.
#[cfg(target_os = "linux")]
pub(crate) fn on_a_terminal(line: &str, typed: &str, folder: &Path) -> String {
    use std::io::Write as _;
    let mut script = std::process::Command::new("script");
    crate::support::program::without_settings(&mut script);
    script
        .args(["-qec", line, "/dev/null"])
        .current_dir(folder)
        .env("TERM", "xterm")
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut script = script.spawn().unwrap();
    script.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let shown = script.wait_with_output().unwrap().stdout;
    String::from_utf8_lossy(&shown).into_owned()
}

/// The key that goes on a ply, and the one that leaves.
#[cfg(target_os = "linux")]
const ON: &str = "\u{1b}[Cq";

/// Long work says how far it has come, in a line that goes again; stones have colours where a game is stepped through.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_shows_more_than_a_file() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.sgf"), sgf::write(&record("a", "Mori"))).unwrap();
    let program = env!("CARGO_BIN_EXE_tengen");
    let shown = on_a_terminal(&format!("{program} import a.sgf --db x.db"), "", folder.path());
    assert!(
        shown.contains("\r\u{1b}[2Kfiles imported: 0 of 1\r\u{1b}[2K"),
        "{shown:?}"
    );
    let lasting = [
        (
            "solve --game soccer --moves 1 --ms 4500",
            "looking for a win: 3 s",
        ),
        (
            "book make --size 9 --rule renju --nodes 1000 --plies 2 --around 0",
            "9 lines, renju: 1 of 2",
        ),
        ("report --db x.db --site site", "writing pages: 1 of "),
        ("simulate --games 2 --night 1", "nights: 1 of 2"),
    ];
    for (words, told) in lasting {
        let shown = on_a_terminal(&format!("{program} {words}"), "", folder.path());
        assert!(
            shown.contains(&format!("\r\u{1b}[2K{told}")),
            "{words}: {shown:?}"
        );
    }
    let shown = on_a_terminal(&format!("{program} replay a.sgf"), ON, folder.path());
    assert!(
        shown.contains("\u{1b}[48;5;3m") && shown.contains("ply 1 of 2"),
        "{shown:?}"
    );
    let shown = on_a_terminal(&format!("NO_COLOR=1 {program} replay a.sgf"), ON, folder.path());
    assert!(
        !shown.contains("48;5;3") && shown.contains("ply 1 of 2"),
        "{shown:?}"
    );
}
