//! What hostile and clumsy callers get, from a server that really listens.

use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
    sync::Mutex,
    thread::JoinHandle,
};

use archive::home::Home;
use referee::{
    gomoku::Rule,
    record::Record,
    seat::Seat,
    verdict::{Reason, Verdict},
};
use stats::store::{OpenMode, Store};

use super::*;

mod acts;
mod api;
mod analyses;
mod plates;
mod timeline;
#[path = "../../examples/made/games.rs"]
mod made;

/// A name that would be a script, turn the reading direction, and end a line.
const HOSTILE: &str = "<script>alert(1)</script>\u{202e}\u{1b}[2J\r\n\"'&\0x";

/// A server with some games, and who ends it.
struct Served {
    port: u16,
    token: String,
    interrupts: Arc<AtomicUsize>,
    thread: Mutex<Option<JoinHandle<io::Result<()>>>>,
    home: Home,
    _folder: tempfile::TempDir,
}

impl Drop for Served {
    fn drop(&mut self) {
        self.interrupts.store(1, Ordering::SeqCst);
        let thread = self.thread.get_mut().unwrap().take();
        thread.unwrap().join().unwrap().unwrap();
    }
}

impl Served {
    fn start() -> Served {
        Served::start_with(|_| ())
    }

    /// With what is put in before it begins.
    fn start_with(prepare: impl FnOnce(&Home)) -> Served {
        let folder = tempfile::tempdir().unwrap();
        let home = made::make(folder.path(), 40, 40);
        let mut store = Store::open(&home.database, OpenMode::Write).unwrap();
        for (index, name) in [
            HOSTILE.to_owned(),
            "long ".repeat(2_000),
            "../../etc/passwd".to_owned(),
        ]
        .into_iter()
        .enumerate()
        {
            let mut record = Record {
                id: format!("hostile-{index}"),
                own_seat: Some(Seat::First),
                engine: Some(name.clone()),
                source: Some(name.clone()),
                started_ms: Some(1_800_000_000_000),
                verdict: Some(Verdict {
                    winner: Some(Seat::First),
                    reason: Reason::Resign,
                }),
                ..Record::blank(15, Rule::Freestyle)
            };
            record.names = [name.clone(), name];
            store.begin_game(None, &record).unwrap();
        }
        drop(store);
        prepare(&home);
        let site = Site::open(home.clone(), Vec::new).unwrap();
        let server = Server::bind(0).unwrap();
        let address = server.address();
        let (host, token) = address
            .trim_start_matches("http://127.0.0.1:")
            .split_once("/?token=")
            .unwrap();
        let interrupts = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&interrupts);
        Served {
            port: host.parse().unwrap(),
            token: token.to_owned(),
            interrupts,
            thread: Mutex::new(Some(std::thread::spawn(move || server.serve(site, &counter)))),
            home,
            _folder: folder,
        }
    }

    /// Sends these bytes and reads what comes until the end.
    fn raw(&self, bytes: &[u8]) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        // Who is refused early may not be read to the end.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn with(&self, request: &str, heads: &str) -> String {
        self.raw(
            format!(
                "{request} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n{heads}\r\n",
                self.port
            )
            .as_bytes(),
        )
    }

    fn get(&self, path: &str) -> String {
        self.with(
            &format!("GET {path}"),
            &format!("Cookie: tengen-{}={}\r\n", self.port, self.token),
        )
    }

    /// Numbers of the games, by name.
    fn number_of(&self, id: &str) -> i64 {
        let list = self.get(&format!("/api/v1/games?q={id}"));
        let number = list.split("\"number\": ").nth(1).unwrap();
        number.split(',').next().unwrap().parse().unwrap()
    }
}

fn status(answer: &str) -> u16 {
    answer
        .split(' ')
        .nth(1)
        .and_then(|word| word.parse().ok())
        .unwrap_or(0)
}

#[test]
fn every_page_is_whole_small_and_says_what_browsers_must_not_do() {
    let served = Served::start();
    let number = served.number_of("9000-000000000004");
    let mut paths: Vec<String> = crate::frame::PAGES
        .iter()
        .map(|(path, _)| (*path).to_owned())
        .collect();
    for by in ["seat", "opening", "hour", "weekday", "end", "client"] {
        paths.push(format!("/insights?by={by}&width=5&over=60&b-seat=first"));
    }
    paths.extend([
        "/games?sort=-length&page=99&q=guest".to_owned(),
        format!("/games/{number}"),
        "/trend?window=5".to_owned(),
    ]);
    for path in paths {
        let page = served.get(&path);
        assert_eq!(status(&page), 200, "{path}: {page}");
        assert!(page.len() < 200_000, "{path}: {} bytes", page.len());
        assert!(
            page.contains("content-security-policy: default-src 'none'")
                && page.contains("x-content-type-options: nosniff")
        );
        assert!(
            page.contains("<main id=\"main\">") && page.contains("</html>"),
            "{path}"
        );
        let body = page.split_once("\r\n\r\n").unwrap().1;
        for outside in ["http://", "https://", "style=\"", "onclick", "<script>"] {
            assert!(!body.contains(outside), "{outside} in {path}");
        }
    }
    let assets = [crate::assets::STYLE.len(), crate::assets::SCRIPT.len()];
    assert!(assets.iter().sum::<usize>() < 40_000, "{assets:?}");
}

#[test]
fn every_move_of_a_filmed_game_has_its_picture_and_the_game_can_be_saved() {
    let served = Served::start();
    let number = served.number_of("9000-000000000007");
    let page = served.get(&format!("/games/{number}"));
    let pictures = page.matches("data-picture=\"/games/").count();
    assert!(
        pictures > 5 && pictures == page.matches("<tr id=\"ply-").count(),
        "{pictures}"
    );
    let picture = served.get(&format!("/games/{number}/pictures/3.png"));
    assert!(
        status(&picture) == 200 && picture.contains("image/png"),
        "{picture}"
    );
    let alone = served.get(&format!("/games/{number}.html"));
    assert!(alone.contains("attachment; filename=\"game-"));
    assert_eq!(alone.matches("data-picture=\"data:image/").count(), pictures);
    let body = alone.split_once("\r\n\r\n").unwrap().1;
    assert!(
        !body.contains("href=\"/") && !body.contains("src=\"/"),
        "a page alone asks for nothing"
    );
    assert!(served.get(&format!("/games/{number}.sgf")).contains("GM[4]"));
    for none in [
        "/games/0",
        "/games/-1",
        "/games/999999",
        "/games/1x",
        "/games/1.psq",
        "/games/1/pictures/0.png",
        "/games/1/pictures/..%2f1.png",
    ] {
        assert_eq!(status(&served.get(none)), 404, "{none}");
    }
}

#[test]
fn names_are_words_and_nothing_else() {
    let served = Served::start();
    for (id, path) in [
        ("hostile-0", "/games"),
        ("hostile-1", "/games"),
        ("hostile-2", "/games"),
    ] {
        let number = served.number_of(id);
        for path in [
            path.to_owned(),
            format!("/games/{number}"),
            format!("/games/{number}.html"),
            "/insights".to_owned(),
            "/opponents".to_owned(),
            "/trend".to_owned(),
            "/".to_owned(),
        ] {
            let page = served.get(&path);
            assert_eq!(status(&page), 200, "{path}");
            let body = page.split_once("\r\n\r\n").unwrap().1;
            for letter in ['\u{202e}', '\u{1b}', '\0'] {
                let shown = body.split('"').step_by(2).any(|text| text.contains(letter));
                assert!(!shown, "{letter:?} in {path}");
            }
            assert!(!body.contains("<script>alert"), "{path}");
            assert!(
                body.len() < 200_000 || path.ends_with("html"),
                "{path}: {} bytes",
                body.len()
            );
        }
    }
    let asked = served.get("/games?opponent=%3Cscript%3Ealert(1)%3C/script%3E%22%27&sort=%3Cb%3E&q=%00%ff");
    assert!(status(&asked) == 200 && !asked.contains("<script>alert") && !asked.contains("<b>\""));
}

#[test]
fn who_has_no_token_or_comes_from_elsewhere_gets_nothing() {
    let served = Served::start();
    let cookie = format!("Cookie: tengen-{}={}\r\n", served.port, served.token);
    let check = |request: &str, heads: &str, expected: u16| {
        let answer = served.with(request, heads);
        assert_eq!(status(&answer), expected, "{request} {heads}: {answer}");
        assert!(expected == 200 || !answer.contains("Guest"), "{answer}");
        assert!(answer.contains("content-security-policy"), "{answer}");
    };
    check("GET /", &cookie, 200);
    check("GET /", "", 401);
    check("GET /api/v1/games", "Cookie: tengen=x\r\n", 401);
    check("GET /?token=wrong", "", 401);
    check("GET /", &format!("{cookie}Origin: http://evil.example\r\n"), 403);
    check(
        "GET /now/events",
        &format!("{cookie}Sec-Fetch-Site: cross-site\r\n"),
        403,
    );
    check("POST /", &cookie, 403);
    check("PUT /", &cookie, 405);
    check("DELETE /games/1", &cookie, 405);
    check("GET /", &format!("{cookie}Host: evil.example\r\n"), 421);
    let foreign = served
        .raw(format!("GET / HTTP/1.1\r\nHost: evil.example\r\n{cookie}Connection: close\r\n\r\n").as_bytes());
    assert_eq!(status(&foreign), 421);
    let greeted = served.with(&format!("GET //evil.example/?token={}&a=1", served.token), "");
    assert!(
        status(&greeted) == 303 && greeted.contains("location: /evil.example/?a=1\r\n"),
        "{greeted}"
    );
    assert!(greeted.contains("HttpOnly; SameSite=Strict"), "{greeted}");
    for path in [
        "/../../etc/passwd",
        "/..%2f..%2fetc/passwd",
        "/faults/..%2f..%2fgames.db/seen.png",
        "/assets/../site.css",
        "/now/..%2f.png",
        "/%00",
        "/faults/2026/seen.txt",
    ] {
        assert_eq!(status(&served.get(path)), 404, "{path}");
    }
}

#[test]
fn slow_large_and_many_requests_cost_others_nothing() {
    let served = Served::start();
    let slow: Vec<TcpStream> = (0..CONNECTIONS / 2)
        .map(|_| {
            let mut stream = TcpStream::connect(("127.0.0.1", served.port)).unwrap();
            stream.write_all(b"GET / HTTP/1.1\r\nHost: ").unwrap();
            stream
        })
        .collect();
    assert_eq!(status(&served.get("/games")), 200);
    let huge = served.with(&format!("GET /{}", "x".repeat(100_000)), "");
    assert!(matches!(status(&huge), 0 | 400 | 414 | 431), "{huge}");
    let heads = served.with("GET /", &"X: y\r\n".repeat(5_000));
    assert!(matches!(status(&heads), 0 | 400 | 431), "{heads}");
    let body = served.with(
        "POST /",
        &format!("Content-Length: 1000000000\r\n\r\n{}", "x".repeat(100_000)),
    );
    assert!(matches!(status(&body), 0 | 403), "{body}");
    for nonsense in [
        &b"\0\xff\r\n\r\n"[..],
        b"GET\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00",
    ] {
        let answer = served.raw(nonsense);
        assert!(matches!(status(&answer), 0 | 400 | 505 | 421), "{answer}");
    }
    assert_eq!(status(&served.get("/insights")), 200);
    drop(slow);
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a test looks at the files")]
fn the_same_pages_are_files() {
    let folder = tempfile::tempdir().unwrap();
    let home = made::make(folder.path(), 24, 24);
    let site = Site::open(home, Vec::new).unwrap();
    let target = folder.path().join("site");
    let files = crate::still::write(&site, &target, &mut |_, _| {}).unwrap();
    assert!(files > 24 * 10, "{files}");
    let index = std::fs::read_to_string(target.join("index.html")).unwrap();
    let game = std::fs::read_to_string(target.join("games/4.html")).unwrap();
    for (page, base) in [(&index, target.clone()), (&game, target.join("games"))] {
        assert!(
            !page.contains("href=\"/") && !page.contains("src=\"/") && page.contains("default-src 'none'")
        );
        for link in page
            .split(" href=\"")
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap())
        {
            let file = link.split('#').next().unwrap();
            assert!(
                file.is_empty() || file.starts_with("data:") || base.join(file).is_file(),
                "{link}"
            );
        }
    }
    assert!(game.contains("../games/4/pictures/1.jpg") && target.join("games/4/pictures/1.jpg").is_file());
}
