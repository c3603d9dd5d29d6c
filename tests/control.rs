//! A running session is acted on from another terminal and from the page: on a real window, by the real program.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    path::Path,
    process::{Output, Stdio},
};

use serde_json::Value;

use crate::support::{
    bot::{ends_within, tengen},
    xvfb::{Manager, Process, eventually, on_a_screen, pause},
};

/// High enough for the whole window of the service.
const SCREEN: &str = "1280x1000x24";

/// A session on the practice client, in its first game.
fn play(home: &Path) -> Process {
    let mut play = tengen(home);
    play.args(["play", "--client", "practice", "--engine", "classic:depth=2"]);
    play.args(["--games", "1000", "--no-film"]);
    play.stdout(Stdio::null());
    let play = Process(play.spawn().unwrap());
    eventually("a game that runs", || {
        (journals(home) && games(home).0 > 0).then_some(())
    });
    play
}

fn control(home: &Path, words: &[&str]) -> Output {
    tengen(home).arg("control").args(words).output().unwrap()
}

/// The newest session's state, and its card.
fn status(home: &Path) -> Option<(String, Value)> {
    let output = tengen(home).args(["status", "--json"]).output().unwrap();
    let told: Value = serde_json::from_slice(&output.stdout).ok()?;
    let session = &told["sessions"][0];
    Some((session["state"].as_str()?.to_owned(), session["card"].clone()))
}

fn asked(home: &Path) -> Option<String> {
    Some(status(home)?.1["health"]["asked"].as_str()?.to_owned())
}

/// Games that began and games that ended.
fn games(home: &Path) -> (usize, usize) {
    let mut told = String::new();
    for file in std::fs::read_dir(home.join("journals")).unwrap().flatten() {
        if file.path().extension().is_some_and(|end| end == "jsonl") {
            told += &std::fs::read_to_string(file.path()).unwrap();
        }
    }
    let count = |event: &str| told.matches(&format!("\"event\":\"{event}\"")).count();
    (count("game_started"), count("game_ended"))
}

#[test]
fn a_session_is_paused_goes_on_and_ends_by_the_verb_and_by_the_page() {
    on_a_screen(
        "control::a_session_is_paused_goes_on_and_ends_by_the_verb_and_by_the_page",
        Manager::Openbox,
        SCREEN,
        &[],
        || {
            let folder = tempfile::tempdir().unwrap();
            let home = folder.path();
            let mut play = play(home);

            let paused = control(home, &["pause"]);
            assert!(paused.status.success(), "{paused:?}");
            let words = String::from_utf8(paused.stdout).unwrap();
            assert!(words.starts_with("practice pauses after this game: "), "{words}");
            eventually("a card that tells it", || asked(home));
            eventually("a pause between two games", || {
                (asked(home)? == "paused").then_some(())
            });
            assert_eq!(status(home).unwrap().0, "paused");
            let before = games(home);
            assert!(
                before.0 == before.1 && before.1 > 0,
                "the game was played to its end: {before:?}"
            );
            pause(8_000);
            assert_eq!(games(home), before, "a game began in the pause");

            let page = Page::open(home);
            let now = page.get("/now");
            assert!(
                now.contains(">Go on<") && now.contains("paused, no game begins"),
                "{now}"
            );
            page.send(&now, "resume");
            eventually("another game", || (games(home).0 > before.0).then_some(()));
            eventually("a card without a wish", || {
                status(home)?.1["health"]["asked"].is_null().then_some(())
            });
            page.send(&page.get("/now"), "finish");
            assert!(ends_within(&mut play.0, 1_200, 100), "it did not end");
            assert_eq!(play.0.wait().unwrap().code(), Some(0));
            let (began, ended) = games(home);
            assert_eq!(began, ended, "a game was left");
            assert_eq!(status(home).unwrap().0, "ended");

            let late = control(home, &["pause"]);
            assert_eq!(late.status.code(), Some(2));
            let words = String::from_utf8(late.stderr).unwrap();
            assert!(
                words.contains("no session runs in") && words.contains("hint: "),
                "{words}"
            );
        },
    );
}

#[test]
fn a_session_is_stopped_at_once() {
    on_a_screen(
        "control::a_session_is_stopped_at_once",
        Manager::Openbox,
        SCREEN,
        &[],
        || {
            let folder = tempfile::tempdir().unwrap();
            let home = folder.path();
            let mut play = play(home);
            let other = control(home, &["stop", "nobody"]);
            assert_eq!(other.status.code(), Some(2), "{other:?}");
            assert!(control(home, &["stop", "practice"]).status.success());
            assert!(ends_within(&mut play.0, 300, 100), "it did not end");
            assert_eq!(play.0.wait().unwrap().code(), Some(130));
            assert!(
                !home.join("journals/control").read_dir().unwrap().any(|_| true),
                "its socket is left"
            );
        },
    );
}

fn journals(home: &Path) -> bool {
    home.join("journals").is_dir()
}

/// `tengen web`, and what a browser would do there.
struct Page {
    port: u16,
    token: String,
    _process: Process,
}

impl Page {
    fn open(home: &Path) -> Page {
        let mut web = tengen(home);
        let mut web = web
            .arg("web")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(web.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let (host, token) = line.trim_end().split_once("/?token=").unwrap();
        Page {
            port: host.rsplit(':').next().unwrap().parse().unwrap(),
            token: token.to_owned(),
            _process: Process(web),
        }
    }

    fn ask(&self, request: &str, heads: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let (port, token) = (self.port, &self.token);
        let head = format!(
            "{request} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: tengen-{port}={token}\r\nConnection: close\r\n{heads}\r\n{body}"
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn get(&self, path: &str) -> String {
        self.ask(&format!("GET {path}"), "", "")
    }

    /// Sends the form of a running session.
    fn send(&self, page: &str, verb: &str) {
        let after = |start: &str| {
            page.split(start)
                .nth(1)
                .unwrap()
                .split('"')
                .next()
                .unwrap()
                .to_owned()
        };
        let body = format!("token={}&verb={verb}", after("name=\"token\" value=\""));
        let path = after("method=\"post\" action=\"");
        let heads = format!(
            "Origin: http://127.0.0.1:{}\r\nContent-Length: {}\r\n",
            self.port,
            body.len()
        );
        let answer = self.ask(&format!("POST {path}"), &heads, &body);
        assert!(answer.starts_with("HTTP/1.1 303 "), "{answer}");
    }
}
