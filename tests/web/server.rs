//! Serves the page on loopback and keeps what it tells: every game that began, ply by ply, how it ended, every press.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, Sender, channel},
    },
    time::Duration,
};

use serde::Deserialize;

const PAGE: &str = include_str!("page/index.html");
const FILES: [(&str, &str, &str); 8] = [
    ("/style.css", "text/css", include_str!("page/style.css")),
    ("/settings.js", SCRIPT, include_str!("page/settings.js")),
    ("/rules.js", SCRIPT, include_str!("page/rules.js")),
    ("/opponent.js", SCRIPT, include_str!("page/opponent.js")),
    ("/board.js", SCRIPT, include_str!("page/board.js")),
    ("/dialogs.js", SCRIPT, include_str!("page/dialogs.js")),
    ("/ledger.js", SCRIPT, include_str!("page/ledger.js")),
    ("/page.js", SCRIPT, include_str!("page/page.js")),
];
const SCRIPT: &str = "text/javascript";

/// A game as the page tells of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Game {
    /// The page's number.
    pub(crate) number: u32,
    /// The seat of who plays at the page: 1 or 2.
    pub(crate) seat: u8,
    /// Column and row of each stone.
    pub(crate) stones: Vec<(u8, u8)>,
    /// Who won (1 or 2, 0 for nobody) and why; `None` while it is being played or if the page was left.
    pub(crate) end: Option<(u8, String)>,
    /// Unix milliseconds.
    pub(crate) began_ms: i64,
}

/// A press on the page.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Press {
    /// What was under the pointer: "board", "dialog-again", "dialog" …
    pub(crate) target: String,
    /// The point of the board, if it was one.
    pub(crate) point: Option<(u8, u8)>,
}

/// Something that the page shows, so that pictures can be cut: rectangles in the screen's pixels from the page's corner.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Stage {
    /// "won", "lost" …
    pub(crate) name: String,
    /// Left, top, width, height by what is there.
    pub(crate) places: std::collections::BTreeMap<String, [f64; 4]>,
}

#[derive(Deserialize)]
struct Begin {
    game: u32,
    seat: u8,
    at: i64,
}

#[derive(Deserialize)]
struct PlyTold {
    game: u32,
    ply: usize,
    x: u8,
    y: u8,
}

#[derive(Deserialize)]
struct GameTold {
    game: u32,
    stones: Vec<(u8, u8)>,
    winner: u8,
    reason: String,
}

#[derive(Default)]
struct Told {
    games: Vec<Game>,
    presses: Vec<Press>,
    /// What could not be understood.
    garbled: Vec<String>,
}

/// A server that lives as long as the process.
pub(crate) struct Server {
    address: SocketAddr,
    told: Arc<Mutex<Told>>,
    stages: Receiver<(Stage, Sender<()>)>,
}

impl Server {
    /// Starts one on a free port.
    pub(crate) fn start() -> Server {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("loopback has a free port");
        let address = listener.local_addr().expect("a bound listener has an address");
        let told = Arc::new(Mutex::new(Told::default()));
        let (shows, stages) = channel();
        let shared = Arc::clone(&told);
        std::thread::spawn(move || {
            for connection in listener.incoming().flatten() {
                let (told, shows) = (Arc::clone(&shared), shows.clone());
                // A browser that goes away in mid-sentence is no matter.
                std::thread::spawn(move || serve(connection, &told, &shows));
            }
        });
        Server {
            address,
            told,
            stages,
        }
    }

    /// The page with these settings.
    pub(crate) fn url(&self, settings: &[(String, String)]) -> String {
        let pairs: Vec<String> = settings
            .iter()
            .map(|(name, value)| format!("{name}={}", value.replace(' ', "%20")))
            .collect();
        format!("http://{}/?{}", self.address, pairs.join("&"))
    }

    /// All games that began, oldest first.
    pub(crate) fn games(&self) -> Vec<Game> {
        self.told.lock().unwrap().games.clone()
    }

    /// All presses, oldest first.
    pub(crate) fn presses(&self) -> Vec<Press> {
        self.told.lock().unwrap().presses.clone()
    }

    /// What the page told and was not understood: the page or this server is wrong then.
    pub(crate) fn garbled(&self) -> Vec<String> {
        self.told.lock().unwrap().garbled.clone()
    }

    /// Waits for the page to show its next stage, looks at it with `look`, and lets the page go on.
    pub(crate) fn on_stage<T>(&self, look: impl FnOnce(&Stage) -> T) -> T {
        let (stage, go_on) = self
            .stages
            .recv_timeout(Duration::from_secs(60))
            .expect("the page shows its next stage");
        let seen = look(&stage);
        let _ = go_on.send(());
        seen
    }
}

fn serve(connection: TcpStream, told: &Mutex<Told>, shows: &Sender<(Stage, Sender<()>)>) -> Option<()> {
    let mut reader = BufReader::new(connection.try_clone().ok()?);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut words = line.split_whitespace();
    let (method, target) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut length = 0;
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).ok()?;
        if header.trim().is_empty() {
            break;
        }
        let (name, value) = header.split_once(':')?;
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().ok()?;
        }
    }
    let path = target.split('?').next().unwrap_or_default();
    if method == "POST" {
        let mut body = vec![0; length];
        reader.read_exact(&mut body).ok()?;
        hear(path, &String::from_utf8_lossy(&body), told, shows);
        return answer(connection, "204 No Content", "text/plain", "");
    }
    if path == "/" {
        let served = told.lock().unwrap().games.len();
        let page = PAGE.replace("data-served=\"0\"", &format!("data-served=\"{served}\""));
        return answer(connection, "200 OK", "text/html", &page);
    }
    match FILES.iter().find(|(name, ..)| *name == path) {
        Some((_, kind, text)) => answer(connection, "200 OK", kind, text),
        None => answer(connection, "404 Not Found", "text/plain", "no such file"),
    }
}

fn answer(mut connection: TcpStream, status: &str, kind: &str, text: &str) -> Option<()> {
    let length = text.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Length: {length}\r\n\
         Cache-Control: no-store\r\nConnection: close\r\n\r\n"
    );
    connection.write_all(head.as_bytes()).ok()?;
    connection.write_all(text.as_bytes()).ok()
}

/// Keeps what the page tells. Messages overtake each other: each says which game and which ply it is about.
fn hear(path: &str, body: &str, told: &Mutex<Told>, shows: &Sender<(Stage, Sender<()>)>) {
    let understood = match path {
        "/begin" => serde_json::from_str(body).map(|begin: Begin| {
            let mut told = told.lock().unwrap();
            let game = game_of(&mut told, begin.game);
            (game.seat, game.began_ms) = (begin.seat, begin.at);
        }),
        "/ply" => serde_json::from_str(body).map(|ply: PlyTold| {
            let mut told = told.lock().unwrap();
            let game = game_of(&mut told, ply.game);
            if game.end.is_none() && game.stones.len() + 1 == ply.ply {
                game.stones.push((ply.x, ply.y));
            }
        }),
        "/game" => serde_json::from_str(body).map(|end: GameTold| {
            let mut told = told.lock().unwrap();
            let game = game_of(&mut told, end.game);
            game.stones = end.stones;
            game.end = (end.reason != "left").then_some((end.winner, end.reason));
        }),
        "/press" => serde_json::from_str(body).map(|press: Press| told.lock().unwrap().presses.push(press)),
        "/stage" => serde_json::from_str(body).map(|stage: Stage| {
            let (go_on, answered) = channel();
            if shows.send((stage, go_on)).is_ok() {
                let _ = answered.recv_timeout(Duration::from_secs(60));
            }
        }),
        _ => return,
    };
    if let Err(error) = understood {
        let words = format!("{path}: {error}: {body}");
        told.lock().unwrap().garbled.push(words);
    }
}

fn game_of(told: &mut Told, number: u32) -> &mut Game {
    if let Some(index) = told.games.iter().position(|game| game.number == number) {
        return &mut told.games[index];
    }
    told.games.push(Game {
        number,
        ..Game::default()
    });
    told.games.last_mut().expect("one was just put there")
}
