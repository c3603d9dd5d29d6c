//! The whole published device: firmware in an emulated processor drives the simulated core (docs/sources.md `S0.3` and `S0.4`), and a
//! host plays with both over one line. Runs with `SLOW_TESTS=1` only.

use std::{
    io::{Read, Write},
    os::unix::net::{UnixListener, UnixStream},
    path::Path,
    process::{Child, Command, Stdio},
    sync::LazyLock,
    time::Duration,
};

use engines::{
    device::{
        Device,
        check::{Bench, CheckState, check},
        cost::Troubles,
        options::DeviceOptions,
        profile::DeviceProfile,
        serial::Serial,
    },
    registry,
};
use referee::{
    clock::TimeControl,
    game::Game,
    gomoku::{Position, Rule},
    play::{PlayOptions, play_game},
    player::Player,
    seat::Seat,
    verdict::Reason,
};

use crate::{
    firmware::{
        machine::{are_wanted, derail, reset},
        script::Script,
    },
    rtl::{DEVICE, Host},
};

/// Whether it can be had; the first who asks builds both halves.
fn is_wanted(test: &str) -> bool {
    let wanted = are_wanted(test);
    if wanted {
        LazyLock::force(&DEVICE);
    }
    wanted
}

#[track_caller]
fn check_bench(host: &mut Host) {
    host.send(99, 99);
    let mut answers = Vec::new();
    for (x, y) in [(7, 7), (7, 8), (8, 6), (8, 7)] {
        host.send(x, y);
        answers.push(host.answer());
    }
    assert_eq!(answers, [(6, 6), (7, 6), (6, 8), (6, 7)]);
}

#[test]
fn the_published_bench_is_answered_by_processor_and_core() {
    if !is_wanted("the_published_bench_is_answered_by_processor_and_core") {
        return;
    }
    let board = Script::start("soc");
    let mut host = Host::open(&board.link);
    check_bench(&mut host);
    // After a game a new one begins, in which the device may have the first stone.
    check_bench(&mut host);
    host.send(99, 99);
    host.send(15, 15);
    assert_eq!(host.answer(), (7, 7));
    // Stones on a stone, off the board and far off it have no answer.
    for (x, y) in [(7, 7), (7, 15), (-1, 3), (256, 0)] {
        host.send(x, y);
    }
    host.send(99, 99);
    host.send(7, 7);
    assert_eq!(host.answer(), (6, 6));
}

/// A pause that a busy machine makes too short for the board is made again, longer.
#[test]
fn a_half_message_is_dropped_after_a_pause() {
    if !is_wanted("a_half_message_is_dropped_after_a_pause") {
        return;
    }
    let board = Script::start("soc");
    let mut host = Host::open(&board.link);
    let answer = [200, 1_000, 5_000].into_iter().find_map(|pause_ms| {
        let pause = Duration::from_millis(pause_ms);
        host.send(99, 99);
        // Three bytes: kept, they would shift all that follows in every round.
        host.send_bytes(&[99, 0, 0]);
        std::thread::sleep(pause);
        host.send(7, 7);
        host.answer_within(10 * pause)
    });
    assert_eq!(answer, Some((6, 6)));
}

#[test]
fn resets_and_faults_of_the_processor_are_resets_of_the_core() {
    if !is_wanted("resets_and_faults_of_the_processor_are_resets_of_the_core") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let [monitor, debugger] = ["qmp", "gdb"].map(|name| folder.path().join(name));
    let options = [("-qmp", &monitor), ("-gdb", &debugger)].map(|(option, path)| {
        [
            option.to_owned(),
            format!("unix:{},server=on,wait=off", path.display()),
        ]
    });
    let board = Script::with("soc", options.as_flattened());
    let mut host = Host::open(&board.link);
    host.send(7, 7);
    assert_eq!(host.answer(), (6, 6));
    reset(&monitor);
    check_begins_anew(&mut host);
    derail(&debugger, "20");
    check_begins_anew(&mut host);
    check_bench(&mut host);
}

/// On the board from before, this would be a stone on a stone. What is said while the processor starts is lost, perhaps in part,
/// so it is said again after a pause.
#[track_caller]
fn check_begins_anew(host: &mut Host) {
    let answer = (0..100).find_map(|_| {
        host.send(7, 7);
        host.answer_within(Duration::from_millis(500))
    });
    assert_eq!(answer, Some((6, 6)));
}

/// Nothing stays behind, whoever ends first.
#[test]
fn processor_and_core_end_together() {
    if !is_wanted("processor_and_core_end_together") {
        return;
    }
    let started = || {
        let board = Script::start("soc");
        let children = board.children();
        assert_eq!(children.len(), 3, "emulator, simulation and bridge: {children:?}");
        (board, children)
    };
    let check_ended = |board: &Script, children: &[String]| {
        assert!(!board.link.is_symlink());
        for child in children {
            let process = Path::new("/proc").join(child);
            assert!(!process.exists(), "process {child} was left behind");
        }
    };
    let (mut board, children) = started();
    assert!(board.end());
    check_ended(&board, &children);
    for index in 0..3 {
        let (mut board, children) = started();
        let process = rustix::process::Pid::from_raw(children[index].parse().unwrap()).unwrap();
        rustix::process::kill_process(process, rustix::process::Signal::KILL).unwrap();
        assert!(board.wait());
        check_ended(&board, &children);
    }
}

/// The driver's own checks of a device.
#[test]
fn the_driver_finds_nothing_wrong_with_processor_and_core() {
    if !is_wanted("the_driver_finds_nothing_wrong_with_processor_and_core") {
        return;
    }
    let board = Script::start("soc");
    let profile = DeviceProfile::of(&options(&board)).unwrap();
    let port = Serial::of(&profile).unwrap();
    let checks = check(profile, Box::new(port), Bench::Published).unwrap();
    for check in &checks {
        println!("{} {}: {}", check.state.name(), check.name, check.detail);
    }
    assert!(
        checks.iter().all(|check| check.state != CheckState::Failed),
        "{checks:?}"
    );
}

fn options(board: &Script) -> DeviceOptions {
    DeviceOptions {
        port: Some(board.link.display().to_string()),
        ..DeviceOptions::new("wujian100")
    }
}

/// A game in each seat, whole with `SOC_GAMES=whole`, else its first plies: the simulation takes a minute for a middle game. Ply by
/// ply they are the same: so every move of the device, in one of them, is what the host's engine played there in the other.
#[test]
fn games_of_processor_and_core_are_those_of_the_host() {
    if !is_wanted("games_of_processor_and_core_are_those_of_the_host") {
        return;
    }
    let board = Script::start("soc");
    let mut device = Device::open(&options(&board)).unwrap();
    let is_whole = std::env::var("SOC_GAMES").is_ok_and(|word| word == "whole");
    let options = PlayOptions {
        plies_max: (!is_whole).then_some(PLIES),
        ..PlayOptions::default()
    };
    let games = Seat::BOTH.map(|seat| {
        let mut classic = registry::build("classic").unwrap();
        let players: [&mut dyn Player<Position>; 2] = match seat {
            Seat::First => [&mut device, &mut *classic],
            Seat::Second => [&mut *classic, &mut device],
        };
        let start = Position::new(15, Rule::Freestyle).unwrap();
        let game = Game::new(start, TimeControl::default());
        let played = play_game(game, players, &options, &mut || 0);
        assert_eq!(played.fault, None);
        let verdict = played.game.verdict().unwrap();
        let is_whole_end = matches!(verdict.reason, Reason::Five | Reason::BoardFull);
        assert!(
            is_whole_end || !is_whole && verdict.reason == Reason::Adjudicated,
            "{verdict:?}"
        );
        let moves: Vec<_> = played.game.plies().iter().map(|ply| ply.play).collect();
        println!("device {}: {} plies, {verdict:?}", seat.name(), moves.len());
        moves
    });
    assert_eq!(games[0], games[1]);
    assert_eq!(device.costs().troubles(), Troubles::default());
}

/// Plies of a game that is not played to its end.
const PLIES: usize = 24;

/// The simulated core with this test as its processor.
struct Core {
    line: UnixStream,
    child: Child,
    _folder: tempfile::TempDir,
}

/// The streams' numbers on the line.
const CONTROL: u8 = 0;
const DATA: u8 = 1;
const ANSWER: u8 = 2;
const RESET: u8 = 7;

fn word(stream: u8, value: u32) -> Vec<u8> {
    let low = [21, 14, 7, 0].map(|shift| (value >> shift) as u8 & 0x7F);
    [&[0x80 | stream << 4 | (value >> 28) as u8], &low[..]].concat()
}

impl Core {
    fn start() -> Core {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("core");
        let listener = UnixListener::bind(&path).unwrap();
        let child = Command::new(&*DEVICE)
            .arg("--core")
            .arg(&path)
            .stdin(Stdio::null())
            .spawn()
            .unwrap();
        let (line, _) = listener.accept().unwrap();
        line.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        Core {
            line,
            child,
            _folder: folder,
        }
    }

    fn say(&mut self, stream: u8, values: &[u32]) {
        for &value in values {
            self.line.write_all(&word(stream, value)).unwrap();
        }
    }

    #[track_caller]
    fn hears(&mut self, stream: u8, values: &[u32]) {
        for &value in values {
            let mut heard = [0; 5];
            self.line.read_exact(&mut heard).unwrap();
            assert_eq!(heard[..], word(stream, value), "{value} on stream {stream}");
        }
    }
}

impl Drop for Core {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_cores_streams_are_had_on_a_line_of_bytes() {
    if !is_wanted("the_cores_streams_are_had_on_a_line_of_bytes") {
        return;
    }
    let mut core = Core::start();
    core.say(DATA, &[1, 7, 7, 1, 7, 8]);
    core.hears(ANSWER, &[6, 6, 7, 6]);
    // Nodes and score of the last search: a number of many bits, and one that may have a sign.
    core.say(CONTROL, &[6]);
    core.hears(ANSWER, &[2077]);
    // A torn word, and bytes of none, cost nothing.
    core.line.write_all(&word(CONTROL, 0xFFFF_FFFF)[..3]).unwrap();
    core.say(CONTROL, &[0]);
    core.line.write_all(&[1, 2, 3]).unwrap();
    core.say(CONTROL, &[2]);
    core.hears(ANSWER, &[7, 7]);
    // A reset in the middle of a search of depth 8: no answer to that, and none to what waited; the board is empty.
    core.say(CONTROL, &[0, 3 + 256 * 8, 5]);
    core.say(DATA, &[7, 7]);
    core.say(CONTROL, &[2, 2]);
    core.say(RESET, &[0]);
    core.hears(RESET, &[0]);
    core.say(DATA, &[1, 7, 7]);
    core.hears(ANSWER, &[6, 6]);
    core.say(CONTROL, &[6]);
    core.hears(ANSWER, &[1522]);
    // It ends with its line.
    core.line.shutdown(std::net::Shutdown::Both).unwrap();
    assert!(core.child.wait().unwrap().success());
}

#[test]
fn a_core_without_a_socket_is_refused() {
    if !is_wanted("a_core_without_a_socket_is_refused") {
        return;
    }
    for (arguments, words) in [
        (&["--core"][..], "--core needs a socket"),
        (
            &["--core", "/nowhere/core"],
            "/nowhere/core: No such file or directory",
        ),
    ] {
        let output = Command::new(&*DEVICE).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(words), "{said}");
    }
}
