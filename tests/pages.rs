//! `tengen web` as it is run: every page in a browser, and many callers at a time.

mod devtools;
#[path = "../web/examples/made/games.rs"]
mod made;

use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::OnceLock,
};

use archive::home::Home;
use devtools::Browser;
use referee::{
    gomoku::{Move, Rule},
    point::Point,
    record::{Ply, Record},
    seat::Seat,
    verdict::{Reason, Verdict},
};
use stats::store::{OpenMode, Store};

use crate::{support::xvfb::Process, web::browser};

/// Callers that say nothing.
const CALLERS: usize = 500;
const WIDTHS: [u32; 2] = [1_280, 390];
const SCHEMES: [&str; 2] = ["light", "dark"];

/// A made home, and the server of its pages.
struct Served {
    address: String,
    port: u16,
    token: String,
    folder: tempfile::TempDir,
    _process: Process,
}

impl Served {
    fn start(games: usize) -> Served {
        let folder = tempfile::tempdir().unwrap();
        let home = made::make(folder.path(), games, games);
        invite_strangers(&home);
        let mut command = tengen(folder.path());
        let mut process = command
            .arg("web")
            .arg("--db")
            .arg(&home.database)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let address = line.trim_end().to_owned();
        let (host, token) = address.split_once("/?token=").unwrap();
        Served {
            port: host.rsplit(':').next().unwrap().parse().unwrap(),
            token: token.to_owned(),
            address,
            folder,
            _process: Process(process),
        }
    }

    fn at(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let (port, token) = (self.port, &self.token);
        let head = format!(
            "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }
}

/// Games of players whose names are scripts, control characters, and longer than any window.
fn invite_strangers(home: &Home) {
    let mut store = Store::open(&home.database, OpenMode::Write).unwrap();
    let names = [
        "<script>alert(1)</script><img src=x onerror=alert(2)>\u{202e}\u{1b}[2J\r\n\"'&".to_owned(),
        "x".repeat(10_000),
        "long ".repeat(2_000),
    ];
    for (index, name) in names.into_iter().enumerate() {
        let mut record = Record {
            id: format!("stranger-{index}"),
            own_seat: Some(Seat::First),
            engine: Some(name.clone()),
            source: Some(name.clone()),
            started_ms: Some(1_800_000_000_000),
            ..Record::blank(15, Rule::Freestyle)
        };
        record.names = ["Tengen".to_owned(), name];
        for index in 0..12 {
            record
                .plies
                .push(Ply::bare(Move::Place(Point::new(index, index % 2 * 5))));
        }
        record.verdict = Some(Verdict {
            winner: Some(Seat::First),
            reason: Reason::Resign,
        });
        store.begin_game(None, &record).unwrap();
    }
}

fn tengen(home: &Path) -> Command {
    let mut command = crate::support::program::program();
    command.env("TENGEN_HOME", home).current_dir(home);
    command
}

/// `PAGES_FOLDER=DIR` keeps what every page looks like.
#[test]
fn every_page_is_whole_in_a_browser() {
    if std::env::var_os("SLOW_TESTS").is_none_or(|value| value != "1") {
        eprintln!("pages:: needs a browser: skipped without SLOW_TESTS=1");
        return;
    }
    if !browser::is_installed() {
        return;
    }
    let served = Served::start(60);
    let database = served.folder.path().join("games.db");
    let before = fs::read(&database).unwrap();
    let mut browser = Browser::open();
    // The browser keeps the token that the address has.
    browser.go(&served.address);
    let pages = [
        "/",
        "/games",
        "/games?sort=-length&opponent=Level+5",
        "/games/7",
        "/games/8#at-3",
        "/games/61",
        "/games/62",
        "/games/63",
        "/insights",
        "/insights?by=opening&width=5&over=40&b-seat=first",
        "/insights?by=engine&q=long",
        "/trend?window=20",
        "/opponents",
        "/now",
        "/faults",
        "/matches",
        "/setup",
    ];
    for (width, scheme) in WIDTHS
        .iter()
        .flat_map(|width| SCHEMES.map(|scheme| (*width, scheme)))
    {
        browser.look(width, scheme);
        for page in pages {
            browser.go(&served.at(page));
            looks_well(&mut browser, &format!("{page} at {width}, {scheme}"), width);
        }
    }
    steps_show_their_pictures(&mut browser, &served);
    a_game_is_looked_at_because_a_button_asks_for_it(&mut browser, &served);
    three_clicks_from_a_bar_to_a_picture(&mut browser, &served);
    files_need_no_network(&mut browser, &served);
    assert!(before == fs::read(&database).unwrap(), "the database was written");
}

/// Nothing is complained of, nothing is wider than the window, and every picture is there.
fn looks_well(browser: &mut Browser, what: &str, width: u32) {
    assert!(
        browser.complaints().is_empty(),
        "{what}: {:?}",
        browser.complaints()
    );
    let wide = browser.value("document.documentElement.scrollWidth");
    assert!(
        wide.as_u64() <= Some(u64::from(width)),
        "{what}: {wide} pixels wide"
    );
    let unseen = browser.value(
        "[...document.images].filter(one => one.loading !== 'lazy' && !(one.complete && one.naturalWidth)).length",
    );
    assert_eq!(unseen, 0, "{what}: pictures that are not there");
    let heading = browser.value("document.querySelector('main h1').textContent");
    assert!(
        heading.as_str().is_some_and(|heading| !heading.is_empty()),
        "{what}"
    );
    keeps_nobody_out(browser, what);
    if let Some(folder) = std::env::var_os("PAGES_FOLDER") {
        let name: String = what
            .chars()
            .map(|letter| {
                if letter.is_ascii_alphanumeric() {
                    letter
                } else {
                    '-'
                }
            })
            .collect();
        fs::create_dir_all(&folder).unwrap();
        let file = PathBuf::from(folder).join(name).with_extension("png.base64");
        fs::write(file, browser.picture()).unwrap();
    }
}

/// axe-core finds nothing that keeps people from using the page. `scripts/axe` brings it.
fn keeps_nobody_out(browser: &mut Browser, what: &str) {
    static AXE: OnceLock<Option<String>> = OnceLock::new();
    let axe = AXE.get_or_init(|| {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/axe/axe.min.js");
        let axe = fs::read_to_string(file).ok();
        if axe.is_none() {
            eprintln!("pages:: without axe-core: scripts/axe brings it");
        }
        axe
    });
    let Some(axe) = axe else { return };
    browser.value(&format!("{axe};\n''"));
    let found = browser.value(
        "axe.run(document, {resultTypes: ['violations']}).then(told => told.violations.map(one => \
         one.id + ' (' + one.impact + '): ' + one.nodes.slice(0, 3).map(node => node.html.slice(0, 160)).join(' | ')))",
    );
    assert_eq!(found, serde_json::json!([]), "{what}: {found:#}");
}

fn steps_show_their_pictures(browser: &mut Browser, served: &Served) {
    browser.go(&served.at("/games/8"));
    let mut seen = Vec::new();
    for key in ["Home", "ArrowRight", "ArrowRight", "End", "ArrowLeft"] {
        browser.press(key);
        let shown = "document.querySelector('.seen img').getAttribute('src') + ' ' + location.hash";
        seen.push(browser.value(shown).as_str().unwrap().to_owned());
    }
    assert!(seen[0].ends_with("#at-0"), "{seen:?}");
    assert_eq!(seen[1], "/games/8/pictures/1.png #at-1");
    assert_eq!(seen[2], "/games/8/pictures/2.png #at-2");
    let plies = browser.value("document.querySelectorAll('tr[data-picture]').length");
    assert_eq!(seen[3], format!("/games/8/pictures/{plies}.png #at-{plies}"));
    assert!(browser.complaints().is_empty(), "{:?}", browser.complaints());
}

/// The engine's word on a short game: asked for by a button, followed by itself, shown on board, graph and slider.
fn a_game_is_looked_at_because_a_button_asks_for_it(browser: &mut Browser, served: &Served) {
    browser.look(1_280, "light");
    browser.go(&served.at("/games/61"));
    browser.value("setTimeout(() => document.querySelector('button[value=start]').click(), 50)");
    crate::support::xvfb::pause(5_000);
    let heading = "document.querySelector('#analysis')?.textContent ?? ''";
    // The page follows by itself; whoever comes anew sees the same.
    for _ in 0..30 {
        browser.go(&served.at("/games/61?again"));
        if browser.value(heading) == "Mistakes and missed wins" {
            break;
        }
        crate::support::xvfb::pause(3_000);
    }
    assert_eq!(browser.value(heading), "Mistakes and missed wins");
    for (width, scheme) in WIDTHS
        .iter()
        .flat_map(|width| SCHEMES.map(|scheme| (*width, scheme)))
    {
        browser.look(width, scheme);
        // Another address each time: the same one would not be loaded anew.
        browser.go(&served.at(&format!("/games/61?{width}{scheme}#at-4")));
        looks_well(browser, &format!("analysis at {width}, {scheme}"), width);
    }
    let shown = "document.querySelectorAll('.position .line:not(.off)').length + ' ' + \
                 document.querySelectorAll('.cursor').length + ' ' + \
                 [...document.querySelectorAll('.said p:not(.off)')].map(one => one.textContent.split('.')[0])";
    assert_eq!(browser.value(shown), "1 13 4");
    browser.press("ArrowRight");
    assert_eq!(browser.value(shown), "1 13 5");
    let hidden = "document.querySelector('[data-lines]').click(); \
                  getComputedStyle(document.querySelector('.position .line:not(.off)')).display";
    assert_eq!(browser.value(hidden), "none");
    // A link of the list, or of the graph, leads to its step.
    browser.value(
        "document.querySelector('.evaluation a').dispatchEvent(new MouseEvent('click', {bubbles: true}))",
    );
    crate::support::xvfb::pause(200);
    assert_eq!(
        browser.value("document.querySelector('output').textContent"),
        "ply 1 of 12"
    );
    assert!(browser.complaints().is_empty(), "{:?}", browser.complaints());
}

fn three_clicks_from_a_bar_to_a_picture(browser: &mut Browser, served: &Served) {
    browser.go(&served.at("/insights?client=bovo"));
    browser.follow("figure svg a");
    browser.follow(".games tbody a");
    browser.follow("tr[data-picture] td a");
    let kind = browser.value("document.contentType");
    assert_eq!(kind, "image/png");
}

fn files_need_no_network(browser: &mut Browser, served: &Served) {
    let (home, site) = (served.folder.path(), served.folder.path().join("site"));
    let saved = home.join("saved.html");
    for words in [
        vec!["replay", "8", "--html", saved.to_str().unwrap()],
        vec!["report", "--site", site.to_str().unwrap()],
    ] {
        let output = tengen(home).args(&words).output().unwrap();
        assert!(output.status.success(), "{words:?}: {output:?}");
    }
    let files = ["index.html", "games.html", "games/7.html", "insights.html"].map(|name| site.join(name));
    for file in files.iter().chain([&saved]) {
        browser.look(390, "light");
        browser.go(&format!("file://{}", file.display()));
        looks_well(browser, &file.display().to_string(), 390);
        let outside: Vec<&str> = browser
            .requests()
            .into_iter()
            .filter(|address| !address.starts_with("file:") && !address.starts_with("data:"))
            .collect();
        assert!(outside.is_empty(), "{outside:?}");
    }
}

#[test]
fn many_who_say_nothing_keep_nobody_waiting() {
    let served = Served::start(20);
    let silent: Vec<TcpStream> = (0..CALLERS)
        .map(|number| {
            let mut stream = TcpStream::connect(("127.0.0.1", served.port)).unwrap();
            // Some begin to speak.
            if number % 2 == 0 {
                stream.write_all(b"GET / HTTP/1.1\r\nHost: 127.0.").unwrap();
            }
            stream
        })
        .collect();
    for path in ["/", "/games/3", "/insights"] {
        let answer = served.get(path);
        assert!(answer.starts_with("HTTP/1.1 200 "), "{path}: {answer}");
    }
    // Who does not come to an end is not waited for, and was told nothing.
    for mut stream in silent {
        let mut told = String::new();
        let _ = stream.read_to_string(&mut told);
        assert!(!told.contains("200 OK"), "{told}");
    }
}
