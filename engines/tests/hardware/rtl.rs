//! The simulated logic against the host's fixed-depth engine: the published bench over its serial line, and move by move and
//! node by node on positions made by dice. Built by `scripts/rtl`; runs with `SLOW_TESTS=1` only.

use std::{
    env,
    ffi::OsStr,
    fs::{File, OpenOptions},
    io::{BufRead, BufReader, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{LazyLock, mpsc},
    thread,
    time::Duration,
};

use dice::Dice;
use engines::classic::Classic;
use referee::{
    gomoku::{Move, Position, Rule},
    player::{Limits, Player, Thought},
    point::Point,
    position::Position as _,
};

/// Far more than an answer takes on a machine with other work.
const PATIENCE: Duration = Duration::from_secs(120);
/// Linux: a terminal that is opened does not become that of this process.
const O_NOCTTY: i32 = 0o400;

fn slow(test: &str) -> bool {
    let wanted = env::var_os("SLOW_TESTS").is_some_and(|value| value == "1");
    if !wanted {
        eprintln!("{test} simulates the logic: skipped without SLOW_TESTS=1");
    }
    wanted
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn script(arguments: &[&str]) -> String {
    let output = Command::new(root().join("scripts/rtl"))
        .args(arguments)
        .stderr(Stdio::inherit())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "scripts/rtl {arguments:?}: {}",
        output.status
    );
    String::from_utf8(output.stdout).unwrap()
}

/// The simulated device, built once.
pub(super) static DEVICE: LazyLock<PathBuf> = LazyLock::new(|| {
    script(&[]);
    root().join("target/rtl/device")
});

/// A running simulation; it ends when its stdin is closed.
struct Simulation(Child);

impl Simulation {
    fn start<S: AsRef<OsStr>>(argument: S) -> Simulation {
        let child = Command::new(&*DEVICE)
            .arg(argument)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        Simulation(child.unwrap())
    }

    fn lines(&mut self) -> impl Iterator<Item = String> + use<> {
        BufReader::new(self.0.stdout.take().unwrap())
            .lines()
            .map(Result::unwrap)
    }
}

impl Drop for Simulation {
    fn drop(&mut self) {
        self.0.stdin.take();
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The far end of the device's line, in the words of docs/sources.md `S0.5`.
pub(super) struct Host {
    port: File,
    lines: mpsc::Receiver<String>,
}

impl Host {
    pub(super) fn open(path: &Path) -> Host {
        let open = || {
            OpenOptions::new()
                .read(true)
                .write(true)
                .custom_flags(O_NOCTTY)
                .open(path)
                .unwrap()
        };
        let (sender, lines) = mpsc::channel();
        let reader = BufReader::new(open());
        // The thread ends with the line, or when nobody listens any more.
        thread::spawn(move || {
            for line in reader.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Host { port: open(), lines }
    }

    pub(super) fn send(&mut self, x: i32, y: i32) {
        self.send_bytes(&[x.to_le_bytes(), y.to_le_bytes()].concat());
    }

    pub(super) fn send_bytes(&mut self, bytes: &[u8]) {
        self.port.write_all(bytes).unwrap();
    }

    /// The device's stone as (x, y): y comes first.
    pub(super) fn answer(&self) -> (u8, u8) {
        self.answer_within(PATIENCE).expect("an answer")
    }

    /// None if nothing comes for so long.
    pub(super) fn answer_within(&self, patience: Duration) -> Option<(u8, u8)> {
        let number = |patience| self.lines.recv_timeout(patience).ok()?.parse().ok();
        let y = number(patience)?;
        Some((number(PATIENCE)?, y))
    }
}

#[test]
fn the_published_bench_is_answered_over_the_serial_line() {
    if !slow("the_published_bench_is_answered_over_the_serial_line") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("device");
    let mut simulation = Simulation::start(&link);
    assert_eq!(simulation.lines().next(), Some(link.display().to_string()));
    let mut host = Host::open(&link);
    // Twice: after the first game a new one begins.
    for _ in 0..2 {
        host.send(99, 99);
        let mut answers = Vec::new();
        for (x, y) in [(7, 7), (7, 8), (8, 6), (8, 7)] {
            host.send(x, y);
            answers.push(host.answer());
        }
        assert_eq!(answers, [(6, 6), (7, 6), (6, 8), (6, 7)]);
    }
    host.send(99, 99);
    host.send(15, 15);
    assert_eq!(host.answer(), (7, 7));
    // Its stdin is closed: it ends by itself, and its link goes with it.
    simulation.0.stdin.take();
    assert!(simulation.0.wait().unwrap().success());
    assert!(!link.is_symlink());
}

#[test]
fn the_test_benches_pass_under_icarus() {
    if !slow("the_test_benches_pass_under_icarus") {
        return;
    }
    let said = script(&["bench"]);
    assert!(said.contains("bench: passed"), "{said}");
    assert!(said.contains("device: passed"), "{said}");
}

#[test]
fn what_is_no_position_is_refused() {
    if !slow("what_is_no_position_is_refused") {
        return;
    }
    for line in ["0 7,7", "9 7,7", "4 15,0", "4 7;7", "4 7,7x", "x"] {
        let mut simulation = Simulation::start("--positions");
        writeln!(simulation.0.stdin.as_ref().unwrap(), "{line}").unwrap();
        assert_eq!(simulation.lines().next(), None, "{line}");
        assert_eq!(simulation.0.wait().unwrap().code(), Some(2), "{line}");
    }
}

/// A position in which the game goes on, of up to 24 stones in a square anywhere on the board, and its moves as text.
fn by_dice(dice: &mut Dice) -> (Position, String) {
    let mut position = Position::new(15, Rule::Freestyle).unwrap();
    let mut moves = String::new();
    let side = 3 + 2 * dice.below(3);
    let corner = (dice.below(16 - side), dice.below(16 - side));
    for _ in 0..=dice.below(24) {
        let point = Point::new(
            (corner.0 + dice.below(side)) as u8,
            (corner.1 + dice.below(side)) as u8,
        );
        if position.play(Move::Place(point)).is_err() {
            continue;
        }
        if position.outcome().is_some() {
            position.undo();
            continue;
        }
        moves += &format!(" {},{}", point.x, point.y);
    }
    (position, moves)
}

/// What this thread has used: other work on the machine does not count.
fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// The host's search, and how long it took: the quickest of three, since other work slows a core down, too.
fn think(position: &Position, depth: u32) -> (Thought<Move>, f64) {
    let timed = || {
        let before = cpu_seconds();
        let thought = Classic::new(depth).think(position, &Limits::default());
        (thought.unwrap(), cpu_seconds() - before)
    };
    let runs = [timed(), timed(), timed()];
    let quickest = runs.iter().map(|run| run.1).fold(f64::INFINITY, f64::min);
    let [(thought, _), ..] = runs;
    (thought, quickest)
}

/// `RTL_POSITIONS` of them (40), from `RTL_SEED` (1).
#[test]
fn moves_scores_and_node_counts_are_the_hosts() {
    if !slow("moves_scores_and_node_counts_are_the_hosts") {
        return;
    }
    let number = |name: &str, default: u64| env::var(name).map_or(default, |text| text.parse().unwrap());
    let (count, seed) = (number("RTL_POSITIONS", 40), number("RTL_SEED", 1));
    println!("{count} positions from seed {seed}");
    let mut dice = Dice::new(seed);
    let mut simulation = Simulation::start("--positions");
    let mut answers = simulation.lines();
    let (mut nodes, mut cycles, mut seconds) = (0, 0, 0.0);
    for index in 0..count {
        let (position, moves) = by_dice(&mut dice);
        let depth = 2 + index % 3;
        writeln!(simulation.0.stdin.as_ref().unwrap(), "{depth}{moves}").unwrap();
        let answer = answers.next().unwrap();
        let (told, its_cycles) = answer.rsplit_once(' ').unwrap();
        let (thought, its_seconds) = think(&position, depth as u32);
        seconds += its_seconds;
        let its_nodes = thought.nodes.unwrap();
        let expected = format!("{} {} {its_nodes}", thought.play, thought.score.unwrap());
        assert_eq!(
            told, expected,
            "position {index} from seed {seed}: {depth}{moves}"
        );
        nodes += its_nodes;
        cycles += its_cycles.parse::<u64>().unwrap();
    }
    println!(
        "{nodes} nodes in {cycles} cycles: {:.3} a node",
        cycles as f64 / nodes as f64
    );
    println!(
        "host: {:.3} million nodes a second on one core",
        nodes as f64 / seconds / 1e6
    );
    assert!(cycles < 3 * nodes, "{cycles} cycles for {nodes} nodes");
}
