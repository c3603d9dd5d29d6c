//! Odd desktops as real windows: frames of several window managers, two monitors, a window partly off the screen, scaled
//! clients, a board that does not fit. Where a package is missing, a test says so and is passed over; `make desktops`
//! installs them all. Each game is compared, stone by stone, with what the client itself wrote down.

use std::{
    env,
    path::Path,
    process::{Command, Stdio},
};

use practice::{ledger::PracticeEntry, window::TITLE};
use recordings::sgf;
use referee::{gomoku::Move, point::Point};
use vision::{
    area::Area,
    orientation::{Corner, Orientation, ScreenDirection},
    window::{self, Window},
};

use crate::{
    strangers::game_on_bovo,
    support::xvfb::{Manager, Process, eventually, on_a_screen, settled},
};

const SCREEN: &str = "1600x1000x24";

/// Whether the long form was asked for.
fn all() -> bool {
    env::var_os("DESKTOPS").is_some()
}

fn is_installed(program: &str) -> bool {
    let folders = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&folders)
        .chain([Path::new("/usr/games").to_owned()])
        .any(|folder| folder.join(program).is_file());
    if !found {
        println!("{program} is not installed: passed over (`make desktops` installs it)");
    }
    found
}

/// A practice client that writes down its games.
struct Client {
    process: Process,
    folder: tempfile::TempDir,
}

impl Client {
    fn start(more: &[&str]) -> Client {
        let folder = tempfile::tempdir().unwrap();
        let mut program = crate::support::program::program();
        program
            .args([
                "practice",
                "--opponent",
                "random:seed=5",
                "--seat",
                "second",
                "--size",
                "10",
            ])
            .args(["--reply-after", "0", "--fade", "0", "--ledger"])
            .arg(folder.path().join("ledger.jsonl"))
            .args(more);
        let process = Process(program.stdout(Stdio::null()).spawn().unwrap());
        Client { process, folder }
    }

    /// Plays one game there with these arguments; answers what was told and where the window was afterwards.
    fn play(&mut self, arguments: &[&str]) -> (bool, String) {
        // A bot may wait for its client for as long as it likes; a test may not.
        let mut bot = Command::new("timeout");
        crate::support::program::without_settings(&mut bot);
        bot.args([
            "120",
            env!("CARGO_BIN_EXE_tengen"),
            "play",
            "--engine",
            "classic:depth=2",
            "--clicks-a-minute",
            "600",
            "--no-film",
        ])
        .args(arguments)
        .env("TENGEN_HOME", self.folder.path());
        let output = bot.output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        println!("{told}");
        (output.status.success(), told)
    }

    /// The stones of the one game, as the client and as the bot wrote them down.
    fn stones(&mut self) -> (Vec<Point>, Vec<Point>) {
        let mut export = crate::support::program::program();
        let exported = export
            .args(["export", "--format", "sgf"])
            .env("TENGEN_HOME", self.folder.path())
            .output()
            .unwrap();
        let records = sgf::read(&exported.stdout, recordings::assume::Assume::default()).unwrap();
        assert_eq!(records.len(), 1);
        let ours = records[0].plies.iter().filter_map(|ply| match ply.play {
            Move::Place(point) => Some(point),
            _ => None,
        });
        let ledger = self.folder.path().join("ledger.jsonl");
        let entry = eventually("the client's ledger", || {
            let text = std::fs::read_to_string(&ledger).ok()?;
            serde_json::from_str::<PracticeEntry>(text.lines().next()?).ok()
        });
        let theirs = entry
            .played
            .stones
            .iter()
            .map(|stone| Point::new(stone.x, stone.y))
            .collect();
        (theirs, ours.collect())
    }

    fn plays_alike(&mut self, arguments: &[&str]) -> String {
        let (done, told) = self.play(arguments);
        assert!(done, "{told}");
        let (theirs, ours) = self.stones();
        assert_eq!(theirs, ours);
        assert!(
            self.process.0.try_wait().unwrap().is_none(),
            "the client still runs"
        );
        told
    }
}

fn place(window: &Window, content: Area) {
    window::open().unwrap().place(window.id, content).unwrap();
}

fn where_it_is() -> Area {
    settled(TITLE).content
}

/// Window managers unlike each other are met in every run, the rest in the long form.
fn a_game_under(test: &str, command: &'static [&'static str]) {
    if !(all() || ["i3", "twm"].contains(&command[0])) || !is_installed(command[0]) {
        return;
    }
    on_a_screen(test, Manager::Other(command), SCREEN, &[], || {
        let mut client = Client::start(&["--theme", "night"]);
        settled(TITLE);
        client.plays_alike(&["--window", TITLE]);
    });
}

#[test]
fn under_fluxbox() {
    a_game_under("desktops::under_fluxbox", &["fluxbox"]);
}

#[test]
fn under_icewm() {
    a_game_under("desktops::under_icewm", &["icewm"]);
}

#[test]
fn under_jwm() {
    a_game_under("desktops::under_jwm", &["jwm"]);
}

#[test]
fn under_metacity() {
    a_game_under("desktops::under_metacity", &["metacity", "--no-composite"]);
}

#[test]
fn under_xfwm4() {
    a_game_under("desktops::under_xfwm4", &["xfwm4", "--compositor=off"]);
}

/// It tiles: a window has the size and place that it is given.
#[test]
fn under_i3() {
    a_game_under("desktops::under_i3", &["i3", "-c", "/etc/i3/config"]);
}

/// It knows nothing of the conventions of later ones.
#[test]
fn under_twm() {
    const TWM: &[&str] = &[
        "twm",
        "-f",
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/twmrc"),
    ];
    a_game_under("desktops::under_twm", TWM);
}

/// Half of the window is to the left of the screen, where its pixels have negative coordinates: it is brought back.
#[test]
fn a_window_partly_off_the_screen_is_brought_back() {
    let test = "desktops::a_window_partly_off_the_screen_is_brought_back";
    on_a_screen(test, Manager::Openbox, SCREEN, &[], || {
        let mut client = Client::start(&["--theme", "slate"]);
        let window = settled(TITLE);
        let off = Area {
            x: -300,
            y: 200,
            ..window.content
        };
        // A request that meets the window manager's own placing of the window is lost.
        eventually("half of it off the screen", || {
            place(&window, off);
            (where_it_is().x < -200).then_some(())
        });
        client.plays_alike(&["--window", TITLE]);
        assert!(where_it_is().x >= 0);
    });
}

/// A client that counts rows from the bottom and columns down the screen: our records count as it does.
#[test]
fn records_count_as_the_client_does() {
    let test = "desktops::records_count_as_the_client_does";
    on_a_screen(test, Manager::Openbox, SCREEN, &[], || {
        let mut client = Client::start(&["--theme", "plain"]);
        settled(TITLE);
        let profile = client.folder.path().join("turned");
        std::fs::create_dir(&profile).unwrap();
        let text = format!(
            "title = \"Turned\"\n[window]\ntitle = {TITLE:?}\n[board]\n\
             orientation = {{ origin = \"bottom left\", columns = \"down\" }}\n"
        );
        std::fs::write(profile.join("profile.toml"), text).unwrap();
        let (done, told) = client.play(&["--client", &profile.to_string_lossy(), "--no-launch"]);
        assert!(done, "{told}");
        let (shown, counted) = client.stones();
        let orientation = Orientation {
            origin: Corner::BottomLeft,
            columns: ScreenDirection::Down,
        };
        let places: Vec<Point> = counted
            .iter()
            .map(|point| orientation.shown().apply(*point, 10))
            .collect();
        assert_eq!(places, shown);
        assert_ne!(counted, shown);
    });
}

/// The window is larger than the screen and does not shrink its board: nothing is clicked, and it is said why.
#[test]
fn a_board_larger_than_its_window_is_refused() {
    let test = "desktops::a_board_larger_than_its_window_is_refused";
    on_a_screen(test, Manager::None, "800x600x24", &[], || {
        let mut client = Client::start(&["--theme", "kaya", "--cell", "70"]);
        settled(TITLE);
        let (done, told) = client.play(&["--window", TITLE]);
        assert!(!done, "{told}");
        assert!(
            told.contains("cannot find the board") && told.contains("hint:"),
            "{told}"
        );
        assert!(
            !client
                .folder
                .path()
                .join("ledger.jsonl")
                .metadata()
                .is_ok_and(|file| file.len() > 0)
        );
    });
}

#[test]
fn the_practice_client_scaled() {
    let scales: &[&str] = if all() {
        &["1", "1.25", "1.5", "2"]
    } else {
        &["1.25"]
    };
    let test = "desktops::the_practice_client_scaled";
    on_a_screen(test, Manager::Openbox, "1920x1200x24", &[], || {
        for scale in scales {
            let mut client = Client::start(&["--theme", "discs", "--scale", scale]);
            settled(TITLE);
            client.plays_alike(&["--window", TITLE]);
        }
    });
}

/// Qt scales all that Bovo draws by a factor, whole or not.
fn bovo_scaled(test: &str, factor: &str) {
    if !all() || !is_installed("bovo") {
        return;
    }
    game_on_bovo(test, "2560x1600x24", &[("QT_SCALE_FACTOR", factor)], |_| {});
}

#[test]
fn bovo_at_125() {
    bovo_scaled("desktops::bovo_at_125", "1.25");
}

#[test]
fn bovo_at_150() {
    bovo_scaled("desktops::bovo_at_150", "1.5");
}

#[test]
fn bovo_at_200() {
    bovo_scaled("desktops::bovo_at_200", "2");
}
