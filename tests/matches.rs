//! `tengen match` from outside: engines that misbehave, a match that is killed again and again, and one that is stopped.
#![expect(clippy::unwrap_used, reason = "a test's helpers fail by panicking")]

use std::{
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::Value;

mod soccer;

use crate::report::{Run, tengen};

/// How long a test waits for what must come.
const PATIENCE: Duration = Duration::from_secs(60);

fn start(words: &[&str]) -> Child {
    crate::support::program::program()
        .arg("match")
        .args(words)
        .env("TENGEN_HOME", "/nonexistent/tengen-test")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn json(run: &Run) -> Value {
    serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{error}: {} {}", run.out, run.err))
}

/// Whole lines of a match's ledger, its head among them.
fn lines(folder: &Path) -> usize {
    let bytes = std::fs::read(folder.join("games.jsonl")).unwrap_or_default();
    bytes.iter().filter(|&&byte| byte == b'\n').count()
}

/// Waits until a running match has kept so many lines; answers whether it still runs.
fn wait_for(child: &mut Child, folder: &Path, count: usize) -> bool {
    let begun = Instant::now();
    while lines(folder) < count {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        assert!(begun.elapsed() < PATIENCE, "a match makes no headway");
        std::thread::sleep(Duration::from_millis(2));
    }
    child.try_wait().unwrap().is_none()
}

/// The games of a match in order, without ids and times.
fn games(folder: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(folder.join("games.jsonl")).unwrap();
    let mut games: Vec<Value> = text
        .lines()
        .skip(1)
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for game in &mut games {
        let record = game["record"].as_object_mut().unwrap();
        for key in ["id", "started_ms", "ended_ms"] {
            record.remove(key);
        }
        for ply in record["plies"].as_array_mut().unwrap() {
            ply.as_object_mut().unwrap().remove("spent_ms");
        }
    }
    games.sort_by_key(|game| game["game"].as_u64());
    games
}

#[test]
fn a_match_that_is_killed_again_and_again_is_the_same_match() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (whole, killed) = (path("whole"), path("killed"));
    let words = |out: &Path| {
        let out = out.to_str().unwrap().to_owned();
        [
            "--engine",
            "classic:depth=2",
            "--engine",
            "random:seed=9",
            "--games",
            "200",
            "--size",
            "9",
            "--out",
        ]
        .map(str::to_owned)
        .into_iter()
        .chain([out])
        .collect::<Vec<String>>()
    };
    let run = |words: &[String]| start(&words.iter().map(String::as_str).collect::<Vec<_>>());
    let straight = Run::of(run(&words(&whole)).wait_with_output().unwrap());
    assert_eq!(straight.code, 0, "{}", straight.err);
    let mut child = run(&words(&killed));
    let mut kills = 0;
    for count in [5, 30, 70] {
        if wait_for(&mut child, &killed, count) {
            // Not even a chance to say goodbye.
            child.kill().unwrap();
            kills += 1;
        }
        child.wait_with_output().unwrap();
        child = run(&[
            "--resume".to_owned(),
            killed.to_str().unwrap().to_owned(),
            "--concurrency".to_owned(),
            "2".to_owned(),
        ]);
    }
    let resumed = Run::of(child.wait_with_output().unwrap());
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    assert!(kills > 0, "the match was over before it could be killed");
    assert_eq!(games(&killed), games(&whole));
    let block = |run: &Run| run.out[run.out.find("----").unwrap()..].to_owned();
    assert_eq!(block(&resumed), block(&straight));
    let db = killed.join("games.db");
    let listed = tengen(&[
        "export",
        "--list",
        "--client",
        "match",
        "--db",
        db.to_str().unwrap(),
    ])
    .out;
    assert_eq!(listed.lines().count(), 200);
    let report = tengen(&["report", "--format", "json", "--db", db.to_str().unwrap()]);
    assert_eq!(json(&report)["games"]["all"], 0, "they are nobody's online games");
}

#[cfg(unix)]
#[test]
fn a_match_that_is_stopped_keeps_everything_and_says_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("match");
    let place = out.to_str().unwrap();
    let engines = [
        "--engine",
        "classic:depth=1",
        "--engine",
        "random:seed=2",
        "--games",
        "100000",
    ];
    let mut child = start(&[&engines[..], &["--opening-plies", "2", "--out", place]].concat());
    assert!(wait_for(&mut child, &out, 4));
    let interrupt = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(interrupt.unwrap().success());
    let Run {
        out: table,
        err,
        code,
    } = Run::of(child.wait_with_output().unwrap());
    assert_eq!(code, 130, "{err}");
    assert!(
        err.contains(&format!("interrupted; go on with: tengen match --resume {place}")),
        "{err}"
    );
    let played = lines(&out) - 1;
    assert!(table.contains(&format!("{played} of 100000 games")), "{table}");
    let sgf = std::fs::read_to_string(out.join("games.sgf")).unwrap();
    assert_eq!(sgf.matches("(;FF[4]").count(), played);
    // Another match is refused in words, and a folder that holds one is not written over.
    let other = tengen(&[
        "match",
        "--engine",
        "classic:depth=2",
        "--engine",
        "random:seed=2",
        "--opening-plies",
        "2",
        "--resume",
        place,
    ]);
    assert_eq!(other.code, 2);
    assert!(
        other.err.contains("engines[0].about was \"classic:depth=1"),
        "{}",
        other.err
    );
    let over = tengen(&[&["match"][..], &engines, &["--out", place]].concat());
    assert_eq!(over.code, 2);
    assert!(
        over.err
            .contains("holds a match already\nhint: go on with the match there by --resume"),
        "{}",
        over.err
    );
}

/// Engines of the protocol that go wrong in one way each, as shell scripts: `BAD` stands for what they do for a move.
#[cfg(unix)]
fn script(folder: &Path, name: &str, bad: &str) -> String {
    let text = format!(
        "#!/bin/sh\nwhile read -r line; do case \"$line\" in\nSTART*) echo OK ;;\nABOUT*) echo 'name=\"{name}\"' ;;\nBEGIN*|DONE*|TURN*) {bad} ;;\nEND*) exit 0 ;;\nesac; done\n"
    );
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    let status = Command::new("chmod").arg("+x").arg(&path).status();
    assert!(status.unwrap().success());
    format!("pbrain:{}", path.display())
}

#[cfg(unix)]
#[test]
fn every_way_to_lose_has_its_reason() {
    let folder = tempfile::tempdir().unwrap();
    for (name, bad, limits, reason, fault) in [
        (
            "dying",
            "echo ouch >&2; exit 3",
            &["--turn-ms", "5000"][..],
            "crash",
            "exit status: 3",
        ),
        (
            "absurd",
            "echo 99,99",
            &["--turn-ms", "5000"],
            "illegal",
            "off the board",
        ),
        (
            "closing",
            "exec >&-; sleep 60",
            &["--turn-ms", "300", "--margin-ms", "20"],
            "crash",
            "closed its output",
        ),
        (
            "mute",
            ":",
            &["--turn-ms", "50", "--margin-ms", "20"],
            "time",
            "no answer",
        ),
        ("asleep", ":", &["--patience-ms", "50"], "stall", "no answer"),
    ] {
        let spec = script(folder.path(), name, bad);
        let out = folder.path().join(format!("{name}.match"));
        let words = [
            "match",
            "--engine",
            &spec,
            "--engine",
            "classic:depth=1",
            "--games",
            "2",
            "--json",
            "--out",
            out.to_str().unwrap(),
        ];
        let run = tengen(&[&words[..], limits].concat());
        assert_eq!(run.code, 0, "{name}: {}", run.err);
        let result = json(&run);
        let [bad, good] = [0, 1].map(|engine| &result["engines"][engine]);
        assert_eq!(bad["losses"], serde_json::json!({ reason: 2 }), "{name}");
        assert_eq!(bad["seats"][0]["losses"], 1, "{name}");
        assert_eq!(good["wins"], serde_json::json!({ reason: 2 }), "{name}");
        let late = if matches!(reason, "time" | "stall") { 2 } else { 0 };
        assert_eq!(bad["time_losses"], late, "{name}");
        assert_eq!(
            result["meetings"][0]["pentanomial"],
            serde_json::json!([1, 0, 0, 0, 0])
        );
        assert!(
            result["faults"][0].as_str().unwrap().contains(fault),
            "{name}: {}",
            result["faults"]
        );
    }
}

/// A second Ctrl-C does not wait for an engine that will never answer, and takes the engine along.
#[cfg(unix)]
#[test]
fn a_second_interrupt_ends_a_match_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let pid = folder.path().join("pid");
    let spec = script(folder.path(), "asleep", &format!("echo $$ > {}", pid.display()));
    let out = folder.path().join("match");
    let words = [
        "--engine",
        &spec,
        "--engine",
        "classic:depth=1",
        "--patience-ms",
        "600000",
        "--out",
    ];
    let mut child = start(&[&words[..], &[out.to_str().unwrap()]].concat());
    let begun = Instant::now();
    let asked = || {
        std::fs::read_to_string(&pid)
            .unwrap_or_default()
            .trim()
            .to_owned()
    };
    let mut interrupts = 0;
    while child.try_wait().unwrap().is_none() {
        assert!(begun.elapsed() < PATIENCE, "the match goes on");
        std::thread::sleep(Duration::from_millis(50));
        // As a person does who sees that nothing comes of the first one.
        if !asked().is_empty() {
            let sent = Command::new("kill")
                .args(["-INT", &child.id().to_string()])
                .status();
            interrupts += u32::from(sent.unwrap().success());
        }
    }
    let Run { err, code, .. } = Run::of(child.wait_with_output().unwrap());
    assert_eq!(code, 130, "{err}");
    assert!(interrupts >= 2, "one interrupt waits for the game in hand");
    let lives = || {
        Command::new("kill")
            .args(["-0", &asked()])
            .stderr(Stdio::null())
            .status()
            .unwrap()
            .success()
    };
    while lives() {
        assert!(begun.elapsed() < PATIENCE, "the engine goes on");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_test_stops_when_it_has_its_answer_and_the_exit_code_tells_it() {
    let folder = tempfile::tempdir().unwrap();
    let run = |engines: [&str; 2], name: &str| {
        let out = folder.path().join(name);
        let words = [
            "match",
            "--engine",
            engines[0],
            "--engine",
            engines[1],
            "--sprt",
            "elo0=0,elo1=200",
            "--out",
        ];
        let run = tengen(&[&words[..], &[out.to_str().unwrap(), "--concurrency", "2"]].concat());
        let again = tengen(&["match", "--resume", out.to_str().unwrap()]);
        assert_eq!(
            (&again.out, again.code),
            (&run.out, run.code),
            "nothing is left to play"
        );
        run
    };
    let better = run(["classic:depth=2", "random:seed=1"], "better");
    assert_eq!(better.code, 0, "{}", better.err);
    assert!(
        better.out.contains("SPRT: H1 was accepted: a gain, after "),
        "{}",
        better.out
    );
    assert!(
        better.out.contains("(-2.94, 2.94) [0.00, 200.00] Elo"),
        "{}",
        better.out
    );
    let worse = run(["random:seed=1", "classic:depth=2"], "worse");
    assert_eq!(worse.code, 1, "{}", worse.err);
    assert!(worse.out.contains("SPRT: H0 was accepted"), "{}", worse.out);
}

#[test]
fn several_engines_make_a_table_of_ratings() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("match");
    let engines = [
        "--engine",
        "random:seed=1",
        "--engine",
        "classic:depth=1",
        "--engine",
        "random:seed=2",
        "--name",
        "dice",
        "--name",
        "thinker",
        "--name",
        "more dice",
    ];
    let run = tengen(
        &[
            &["match"][..],
            &engines,
            &[
                "--games",
                "4",
                "--json",
                "--openings",
                "empty",
                "--out",
                out.to_str().unwrap(),
            ],
        ]
        .concat(),
    );
    assert_eq!(run.code, 0, "{}", run.err);
    let result = json(&run);
    assert_eq!(
        (&result["games"], result["meetings"].as_array().unwrap().len()),
        (&Value::from(12), 3)
    );
    assert_eq!(
        result["engines"][result["ladder"][0][0].as_u64().unwrap() as usize]["name"],
        "thinker"
    );
    let gauntlet = folder.path().join("gauntlet");
    let run = tengen(
        &[
            &["match", "--gauntlet"][..],
            &engines,
            &["--games", "2", "--json", "--out", gauntlet.to_str().unwrap()],
        ]
        .concat(),
    );
    assert_eq!(json(&run)["games"], 4);
}
