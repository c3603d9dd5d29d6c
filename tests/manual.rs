//! Every command line in the documentation, as it is printed there: those in blocks are run with stand-ins for their files, or the
//! reason why not is in the list below; those within sentences are taken by the command line at least.

use std::{
    collections::BTreeSet,
    fs,
    os::unix::{
        fs::PermissionsExt as _,
        process::{CommandExt as _, ExitStatusExt as _},
    },
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
    thread,
};

use archive::{home::Home, keeper::Keeper};
use recordings::journal;
use referee::{gomoku::Rule, record::Record, seat::Seat};
use vision::{
    paint::{Painter, Scene},
    theme,
};
use watch::status::{self, Card};

use crate::{
    calibrate, records,
    support::{
        bot::ends_within,
        xvfb::{Process, eventually, pause},
    },
};

/// Blocks' lines that begin so are not run, and why. Whether the command line takes them is seen all the same.
const NOT_RUN: [(&str, &str); 9] = [
    (
        "tengen play ",
        "needs a client's window or a board: tests/bovo.rs, gridlock.rs, launches.rs, strangers.rs",
    ),
    (
        "tengen watch ",
        "needs a client's window: tests/bovo.rs, launches.rs",
    ),
    ("tengen control ", "needs a session that plays: tests/control.rs"),
    (
        "tengen practice ",
        "opens a window: tests/practice.rs, parlor.rs, ways.rs",
    ),
    (
        "tengen calibrate --window ",
        "needs a client's window: tests/web/calibrated.rs",
    ),
    (
        "tengen client picture ",
        "needs a client's window: tests/web/calibrated.rs, mistakes.rs",
    ),
    ("tengen doctor", "is well on a screen only: tests/doctor.rs"),
    (
        "tengen match --engine device:stm32",
        "needs a device on a cable: engines/src/device/tests.rs",
    ),
    (
        "tengen service ",
        "needs no stand-in, and prints where this test runs: src/commands/service.rs",
    ),
];

/// What is printed in place of something else, and what stands there when it is run.
const STAND_INS: [(&str, &str); 5] = [
    (" …\"", "\""),
    (
        "--engine A --engine B --engine C",
        "--engine random:seed=1 --engine random:seed=2 --engine random:seed=3",
    ),
    ("/tmp/device", "./device"),
    // Another page tells how it is made.
    ("--openings book.txt", "--openings random"),
    ("VERB", "report"),
];

/// Pages are worked through at so many places at once: most of their time is waiting.
const DESKS: usize = 4;

/// Tenths of a second that a line may take before it is interrupted, as a person would who has seen that it works.
const LINE: u32 = 40;
/// The same for one that is only to be taken by the command line.
const WORDS: u32 = 8;
/// What the command line says last when it takes no such words.
const NOT_TAKEN: &str = "For more information, try '--help'";

/// The pages of documentation, by name.
fn pages() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["docs", "docs/guide/src"].map(|folder| fs::read_dir(root.join(folder)).unwrap());
    let mut files: Vec<PathBuf> = folders
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        // What the command line says of itself is held by tests/guide.rs.
        .filter(|path| !path.ends_with("commands.md"))
        .collect();
    files.sort();
    files.extend(
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root.join(name)),
    );
    let page = |path: PathBuf| {
        let name = path.strip_prefix(root).unwrap().display().to_string();
        (name, fs::read_to_string(path).unwrap())
    };
    files.into_iter().map(page).collect()
}

/// The lines of a page's blocks that begin with our name, in their order.
fn lines(page: &str) -> Vec<&str> {
    let blocks = page.split("```").skip(1).step_by(2);
    blocks
        .flat_map(str::lines)
        .filter(|line| line.starts_with("tengen "))
        .collect()
}

/// A line as it is run.
fn runnable(printed: &str) -> String {
    let stand_in = |line: String, (from, to): &(&str, &str)| line.replace(from, to);
    STAND_INS.iter().fold(printed.to_owned(), stand_in)
}

/// How a line begins that is not run.
fn not_run(line: &str) -> Option<&'static str> {
    let starts = NOT_RUN.iter().map(|(start, _)| *start);
    starts.into_iter().find(|start| line.starts_with(start))
}

/// The commands within sentences.
fn spans(page: &str) -> BTreeSet<String> {
    let prose = page.split("```").step_by(2);
    let spans = prose.flat_map(|text| text.split('`').skip(1).step_by(2));
    let words = spans.map(|span| span.split_whitespace().collect::<Vec<_>>().join(" "));
    words.filter(|span| span.starts_with("tengen ")).collect()
}

/// A folder with everything that the lines name.
struct Desk {
    folder: tempfile::TempDir,
}

impl Desk {
    fn new() -> Desk {
        let folder = tempfile::tempdir().unwrap();
        let desk = Desk { folder };
        let at = |name: &str| desk.folder.path().join(name);
        let mut moves = String::new();
        for (index, (x, y)) in (0..24u8)
            .map(|ply| (ply % 6 * 2 + ply / 12, ply / 6 * 3))
            .enumerate()
        {
            let side = if index % 2 == 0 { 'B' } else { 'W' };
            moves.push_str(&format!(
                ";{side}[{}{}]",
                char::from(b'a' + x),
                char::from(b'a' + y)
            ));
        }
        fs::write(at("GAME.sgf"), format!("(;GM[4]SZ[15]PB[x]PW[y]{moves})")).unwrap();
        fs::create_dir(at("games")).unwrap();
        let won = "(;GM[4]SZ[15]PB[x]PW[y]RE[B+R];B[hh];W[aa];B[ih];W[ca];B[jh];W[ea];B[kh];W[ga];B[lh])";
        fs::write(at("games/won.sgf"), won).unwrap();
        let psq = "Piskvorky 15x15, 0:0, 0\n1,1,1\n1,2,1\n2,1,1\n2,2,1\n3,1,1\n3,2,1\n4,1,1\n4,2,1\n5,1,1\nMy name\nBovo\n0\n";
        fs::write(at("games/one.psq"), psq).unwrap();
        fs::write(at("positions.txt"), "h8 h9 i9\nh8 a1 i8 a2 j8 a3\n").unwrap();
        let painter = Painter::new(theme::by_name("kaya").unwrap(), 15, 15, 32.0, 1);
        painter
            .paint(&Scene::empty(15, 15))
            .image
            .save(at("screenshot.png"))
            .unwrap();
        calibrate::film(&at("film"));
        let film = fs::read_dir(at("film"))
            .unwrap()
            .map(|entry| entry.unwrap().path());
        let film = film
            .into_iter()
            .find(|path| path.extension().is_some_and(|end| end == "film"));
        fs::rename(film.unwrap(), at("FILM")).unwrap();
        calibrate::film(&at("clients/five.seen"));
        let window =
            "title = \"five\"\n[window]\ntitle = \"Five in a row\"\n[board]\ncolumns = 13\nrows = 13\n";
        fs::write(at("clients/five.seen/window.toml"), window).unwrap();
        let answers = "[[picture]]\nnumber = 1\nis = \"won\"\npress = [220, 248]\n";
        fs::write(at("clients/five.seen/answers.toml"), answers).unwrap();
        for name in ["PATH", "new", "old"] {
            fs::write(at(name), "#!/bin/sh\nexec tengen engine classic:depth=1\n").unwrap();
            fs::set_permissions(at(name), fs::Permissions::from_mode(0o755)).unwrap();
        }
        desk.play_once();
        // Games of the engine against itself.
        for line in [
            "tengen tune play --games 60 --nodes 50 --threads 1 --out games.txt",
            "tengen tune fit games.txt --out weights.txt",
        ] {
            let (output, _) = desk.run(line, 600);
            assert!(output.status.success(), "{line}: {output:?}");
        }
        desk
    }

    /// A session that is over, with one game of ours.
    fn play_once(&self) {
        let home = Home::in_folder(&self.folder.path().join("home"));
        let session = journal::SessionHead {
            session: "one".to_owned(),
            program: "tengen 0".to_owned(),
            client: Some("bovo".to_owned()),
            engine: Some("random".to_owned()),
        };
        let (mut keeper, _) = Keeper::open(&home, &session, 1).unwrap();
        let mut game = Record {
            id: "game-1".to_owned(),
            own_seat: Some(Seat::First),
            source: Some("bovo".to_owned()),
            ..Record::blank(15, Rule::Freestyle)
        };
        keeper.begin_game(&game, 2).unwrap();
        records::play_on(&mut keeper, &mut game);
        let card = Card {
            session: session.session,
            program: session.program,
            client: "bovo".to_owned(),
            pid: 1,
            started_ms: 1,
            written_ms: 5,
            health: None,
            end: Some(status::CardEnd {
                why: "all games are played".to_owned(),
                in_order: true,
            }),
        };
        status::write(&status::path_of(keeper.journal()), &card).unwrap();
        keeper.close(5).unwrap();
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        let own = Path::new(env!("CARGO_BIN_EXE_tengen")).parent().unwrap();
        let here = self.folder.path();
        let path = format!(
            "{}:{}:{}",
            own.display(),
            here.display(),
            std::env::var("PATH").unwrap()
        );
        command
            .current_dir(here)
            .env("PATH", path)
            .env("HOME", here)
            .env("XDG_CONFIG_HOME", here.join("config"))
            .env("TENGEN_HOME", here.join("home"))
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .stdin(Stdio::null())
            .process_group(0);
        command
    }

    /// Runs a line in a shell; answers with what it said, and whether it was interrupted after so many tenths of a second.
    fn run(&self, line: &str, tenths: u32) -> (Output, bool) {
        let said = ["out", "err"].map(|name| self.folder.path().join(format!("said.{name}")));
        let [out, err] = said.each_ref().map(|path| fs::File::create(path).unwrap());
        // Whoever runs the tests in the background has their programs ignore interrupts, which a program without a handler of
        // its own then does to the end of its days.
        let mut shell = self.command("env");
        shell.args(["--default-signal=INT", "sh", "-c", line]);
        let mut shell = shell.stdout(out).stderr(err).spawn().unwrap();
        let mut interrupted = false;
        for _ in 0..tenths {
            if shell.try_wait().unwrap().is_some() {
                break;
            }
            pause(100);
        }
        for _ in 0..3 {
            if shell.try_wait().unwrap().is_none() {
                interrupted = true;
                let all = format!("-{}", shell.id());
                let _ = Command::new("kill").args(["-INT", "--", &all]).status();
                pause(300);
            }
        }
        assert!(ends_within(&mut shell, 1_200, 100), "{line}: it does not end");
        let [stdout, stderr] = said.map(|path| fs::read(path).unwrap());
        let status = shell.wait().unwrap();
        (
            Output {
                status,
                stdout,
                stderr,
            },
            interrupted,
        )
    }

    /// What a command says that is only looked at: killed if it goes on.
    fn words(&self, words: &[&str]) -> String {
        let said = self.folder.path().join("said.err");
        let mut command = self.command(env!("CARGO_BIN_EXE_tengen"));
        command
            .args(words)
            .stdout(Stdio::null())
            .stderr(fs::File::create(&said).unwrap());
        let mut child = command.spawn().unwrap();
        ends_within(&mut child, WORDS, 100);
        fs::read_to_string(said).unwrap()
    }
}

/// Runs a page's lines in their order. What is wrong with them.
fn faults(desk: &Desk, name: &str, page: &str) -> Vec<String> {
    let mut faults = Vec::new();
    // What runs beside the lines that follow it, to the end of the page.
    let mut beside = Vec::new();
    for printed in lines(page) {
        let line = runnable(printed);
        if not_run(&line).is_some() {
            let (output, _) = desk.run(&line, WORDS);
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            if said.contains(NOT_TAKEN) {
                faults.push(format!("{name}: {printed}\n{said}"));
            }
            continue;
        }
        if let Some(line) = line.strip_suffix('&') {
            let program = desk.command("sh").args(["-c", &format!("exec {line}")]).spawn();
            beside.push(Process(program.unwrap()));
            eventually("a device", || {
                desk.folder.path().join("device").exists().then_some(())
            });
            continue;
        }
        // What the lines after it read has to be there.
        let tenths = if line.starts_with("tengen openings make") {
            5 * LINE
        } else {
            LINE
        };
        let (output, interrupted) = desk.run(&line, tenths);
        let code = output.status.code();
        let well = match code {
            Some(0 | 1) => true,
            Some(130) => interrupted,
            Some(_) => false,
            None => interrupted && output.status.signal() == Some(2),
        };
        println!(
            "{name}: {line}: {code:?}{}",
            if interrupted { ", interrupted" } else { "" }
        );
        if !well {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            faults.push(format!("{name}: {printed}: {code:?}\n{said}"));
        }
    }
    faults
}

#[test]
fn every_line_in_a_block_does_what_it_says() {
    let pages = pages();
    let next = AtomicUsize::new(0);
    let desk = || {
        let desk = Desk::new();
        let taken = || pages.get(next.fetch_add(1, Relaxed));
        std::iter::from_fn(taken)
            .flat_map(|(name, page)| faults(&desk, name, page))
            .collect::<Vec<String>>()
    };
    let faults = thread::scope(|scope| {
        let desks = [(); DESKS].map(|()| scope.spawn(desk));
        desks.map(|desk| desk.join().unwrap()).concat()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn what_is_not_run_is_printed() {
    let pages = pages();
    let lines = pages.iter().flat_map(|(_, page)| lines(page));
    let used: BTreeSet<&str> = lines.filter_map(|line| not_run(&runnable(line))).collect();
    for (start, _) in NOT_RUN {
        assert!(used.contains(start), "no line begins with {start:?} any more");
    }
}

#[test]
fn every_command_in_a_sentence_is_one() {
    let desk = Desk::new();
    let mut spans: Vec<String> = pages().iter().flat_map(|(_, page)| spans(page)).collect();
    spans.sort();
    spans.dedup();
    let mut complaints = Vec::new();
    for span in spans {
        let words: Vec<&str> = span
            .split(' ')
            .skip(1)
            .map(|word| match word.trim_matches(['[', ']']) {
                "N" | "S" => "2",
                "P" => "0.5",
                "W" => "v2",
                "VERB" => "report",
                "SHELL" => "bash",
                word => word,
            })
            .collect();
        let said = desk.words(&words);
        // A sentence may name a command without all that it needs.
        let is_short = [
            "required arguments were not provided",
            "a value is required",
            "requires a subcommand",
        ];
        if said.contains(NOT_TAKEN) && !is_short.iter().any(|short| said.contains(short)) {
            complaints.push(format!("{span}\n{said}"));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
