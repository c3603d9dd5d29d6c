//! The board at home as its window has it: an engine that answers, games on a shelf, and pictures in any size.

use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

use engines::worker::EngineWorker;
use referee::{gomoku, player::Limits, point::Point, seat::Seat, soccer};
use vision::theme;

use crate::{
    exercise::Exercise,
    face::Pictured,
    host::{Host, HostAction, HostInput, HostSetup, Hosting},
    parlor::{
        hosted::Hosted,
        kept::{KeptGame, KeptLine, Shelf},
        plan::Pane,
        sitting::{Deed, SittingKey, SittingPhase, SittingSetup},
        wishes::Wishes,
    },
    setup::Seating,
};

/// A shelf in memory; it refuses everything when it is full.
struct Memory<P: Hosted> {
    games: Rc<RefCell<BTreeMap<String, KeptGame<P>>>>,
    is_full: bool,
}

impl<P: Hosted> Shelf<P> for Memory<P> {
    fn keep(&mut self, name: Option<&str>, game: &KeptGame<P>) -> Result<String, String> {
        if self.is_full {
            return Err("the disk is full".to_owned());
        }
        let mut games = self.games.borrow_mut();
        let name = name.map_or_else(|| format!("game {}", games.len() + 1), str::to_owned);
        games.insert(name.clone(), game.clone());
        Ok(name)
    }

    fn list(&mut self) -> Result<Vec<KeptLine>, String> {
        let line = |name: &String| KeptLine {
            name: name.clone(),
            told: name.clone(),
        };
        Ok(self.games.borrow().keys().rev().map(line).collect())
    }

    fn open(&mut self, name: &str) -> Result<KeptGame<P>, String> {
        let game = self.games.borrow().get(name).cloned();
        game.ok_or_else(|| "there is no such game".to_owned())
    }
}

type Games<P> = Rc<RefCell<BTreeMap<String, KeptGame<P>>>>;

fn host<P: Pictured + Hosted>(theme: &'static P::Theme, is_full: bool) -> (Host<P>, Games<P>) {
    let games = Games::<P>::default();
    let spec = "random:seed=7";
    let host = Host::new(
        HostSetup {
            sitting: SittingSetup {
                wishes: Wishes::new(Seating::First, P::SIZE, P::RULE, spec),
                display: P::Display::default(),
                seed: 1,
            },
            theme,
            pitch: 40.0,
            limits: Limits::default(),
            reply_ms: 300,
            line_ms: 0,
            engine: EngineWorker::start(spec).unwrap(),
            shelf: Box::new(Memory {
                games: Rc::clone(&games),
                is_full,
            }),
            opened: None,
        },
        0,
    );
    (host, games)
}

fn gomoku(is_full: bool) -> (Host<gomoku::Position>, Games<gomoku::Position>) {
    let (mut host, games) = host(theme::by_name("plain").unwrap(), is_full);
    host.resize(pane(800, 600));
    (host, games)
}

fn pane(width: u32, height: u32) -> Pane {
    Pane {
        width,
        height,
        factor: 1.0,
    }
}

fn click<P: Pictured + Hosted>(host: &mut Host<P>, point: Point, now_ms: u64) {
    let grid = host.face().plan().calibration.unwrap();
    let (x, y) = grid.centre_of(point);
    host.take(HostInput::Pointer(x, y), now_ms);
    host.take(HostInput::Press, now_ms);
}

/// Looks until it is the person's turn; the engine is in a thread of its own.
#[expect(clippy::disallowed_methods, reason = "the engine's thread is real")]
fn await_reply<P: Pictured + Hosted>(host: &mut Host<P>, now_ms: u64) {
    for _ in 0..2_000 {
        host.look(now_ms);
        if !matches!(host.sitting().phase(), SittingPhase::Engine(_)) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    panic!("the engine did not answer");
}

#[test]
fn an_engine_answers_in_its_time_and_the_game_is_kept() {
    let (mut host, games) = gomoku(false);
    click(&mut host, Point::new(7, 7), 1_000);
    assert_eq!(games.borrow()["game 1"].plies.len(), 1);
    for _ in 0..50 {
        host.look(1_299);
    }
    assert!(
        matches!(host.sitting().phase(), SittingPhase::Engine(_)),
        "not sooner"
    );
    await_reply(&mut host, 1_300);
    assert_eq!(games.borrow()["game 1"].plies.len(), 2);
    assert_eq!(host.look(1_301), None, "there is nothing to wait for");
    // Another game is another one on the shelf, and the first can be opened again.
    host.take(HostInput::Key(SittingKey::Deed(Deed::New)), 2_000);
    click(&mut host, Point::new(14, 0), 2_000);
    await_reply(&mut host, 9_000);
    assert_eq!(games.borrow().len(), 2);
    for key in [
        SittingKey::Deed(Deed::Games),
        SittingKey::Arrow(0, 1),
        SittingKey::Enter,
        SittingKey::Deed(Deed::Undo),
    ] {
        host.take(HostInput::Key(key), 10_000);
    }
    assert_eq!(games.borrow()["game 1"].plies.len(), 0, "it goes on in its place");
    let actions = host.take(HostInput::Key(SittingKey::Quit), 10_000);
    assert_eq!(actions, [HostAction::Quit]);
}

#[test]
fn a_full_disk_is_told_and_stops_no_game() {
    let (mut host, _) = gomoku(true);
    click(&mut host, Point::new(7, 7), 0);
    assert_eq!(host.sitting().detail(), "the disk is full");
    await_reply(&mut host, 5_000);
    assert_eq!(host.sitting().phase(), &SittingPhase::Person);
}

#[test]
fn an_engine_that_cannot_be_started_says_why() {
    let (mut host, _) = gomoku(false);
    let wishes = KeptGame {
        start: gomoku::Start::free(15, gomoku::Rule::Freestyle),
        plies: Vec::new(),
        person: Seat::Second,
        engine: Some("pbrain:/nowhere/pbrain".to_owned()),
        verdict: None,
    };
    host.open_game(wishes, 0);
    host.look(9_000);
    assert_eq!(host.sitting().status(), "No move");
    assert!(
        host.sitting().detail().contains("/nowhere/pbrain"),
        "{}",
        host.sitting().detail()
    );
}

/// The same picture however the window came to its size, and none is made twice without a reason.
#[test]
fn a_picture_depends_on_its_size_alone() {
    let (mut host, _) = gomoku(false);
    click(&mut host, Point::new(3, 11), 0);
    await_reply(&mut host, 1_000);
    host.take(HostInput::PointerLeft, 1_000);
    let before = host.picture();
    assert_eq!(before.dimensions(), (800, 600));
    assert!(!host.is_stale());
    host.resize(pane(1_300, 900));
    assert!(host.is_stale());
    assert_eq!(host.picture().dimensions(), (1_300, 900));
    host.resize(pane(800, 600));
    assert!(host.picture() == before, "the way there shows");
    // A window that is too small for anything is no reason to end.
    host.resize(pane(1, 1));
    assert_eq!(host.picture().dimensions(), (1, 1));
}

#[test]
fn fields_are_drawn_in_any_size() {
    let theme = vision::pitch::theme::by_name("mobile").unwrap();
    let (mut host, games) = host::<soccer::Position>(theme, false);
    for (width, height) in [(640, 480), (1_280, 800), (60, 900)] {
        host.resize(pane(width, height));
        assert_eq!(host.picture().dimensions(), (width, height));
    }
    host.resize(pane(640, 480));
    let pitch = soccer::Position::SIZE;
    let ball = pitch.point(pitch.centre());
    click(&mut host, Point::new(ball.x, ball.y - 1), 0);
    await_reply(&mut host, 1_000);
    let plies = games.borrow()["game 1"].plies.len();
    assert!(plies >= 2, "a line, and a turn that answers it");
}
