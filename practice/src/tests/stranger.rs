//! A client of which the bot knows nothing but a window's title: whole sessions in memory, by pixels.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use actuator::{
    error::PointerError,
    gesture::Button,
    ground::{Ground, Landing, Unpressed},
    guard::{GuardLimits as HandLimits, Mode},
    pointer::Pointer,
    stop::NoStopKey,
};
use referee::{
    gomoku::Position,
    player::{Limits, Player},
};
use vision::{
    frame::Frame,
    source::{CaptureError, FrameSource},
};

use super::*;
use crate::{
    face::board::{copy, part_of},
    setup::Service,
    taking::Way,
    window::TITLE,
    world::fault::InjectedFault,
};
use ::profile::{
    bounds::Bounds,
    client::{Client as Stranger, Launch},
    launch,
    mouse::Mouse,
};
use base::{
    clock::{Stopwatch, Time},
    user_error::UserError,
};
use bot::{
    board_reader::BoardReader,
    mouse::GuardedMouse,
    pilot::{Pilot, Ports, SessionOutcome},
    recorder::{Names, Recorder},
};
use engines::worker::{Answer, Thinker};
use watch::observer::Nobody;

/// What is done to the world whenever time passes.
type Meddle = Box<dyn FnMut(&World) + Send>;

struct WorldTime(World, Mutex<Meddle>);

impl Time for WorldTime {
    fn now_ms(&self) -> u64 {
        self.0.now_ms()
    }

    fn wall_ms(&self) -> i64 {
        1_790_000_000_000 + self.0.now_ms() as i64
    }

    fn wait_ms(&self, ms: u64) {
        self.0.pass(ms);
        (self.1.lock().unwrap())(&self.0);
    }
}

/// An engine that thinks in no time.
struct Quick(Box<dyn Player<Position>>, Option<(Answer, u64)>);

impl Thinker for Quick {
    fn spec(&self) -> &'static str {
        "quick"
    }

    fn ask(&mut self, request: u64, position: Position, _: Limits, _: u64) {
        let result = self
            .0
            .new_game(&position)
            .and_then(|()| self.0.think(&position, &Limits::default()));
        self.1 = Some((Answer { request, result }, 1));
    }

    fn forget(&mut self) {
        self.1 = None;
    }

    fn poll(&mut self, _: u64) -> Option<(Answer, u64)> {
        self.1.take()
    }
}

struct NoLauncher;

impl launch::Launcher for NoLauncher {
    fn start(&mut self, _: &Launch) -> Result<Box<dyn launch::Running>, UserError> {
        Err(UserError::new("a stranger is never started", "none"))
    }
}

/// The mouse, counted. At some of its moves the page slides under it: which of them, and how far then.
struct Counted {
    world: World,
    clicks: Arc<AtomicUsize>,
    moves: usize,
    slides: Vec<(usize, (i32, i32))>,
}

impl Pointer for Counted {
    fn location(&mut self) -> Result<(i32, i32), PointerError> {
        self.world.location()
    }

    fn move_to(&mut self, x: i32, y: i32) -> Result<(), PointerError> {
        self.moves += 1;
        if let Some((_, (right, down))) = self.slides.iter().find(|(at, _)| *at == self.moves) {
            self.world.slide(*right, *down);
        }
        self.world.move_to(x, y)
    }

    fn press(&mut self, button: Button) -> Result<(), PointerError> {
        self.clicks.fetch_add(1, Ordering::SeqCst);
        self.world.press(button)
    }

    fn press_on(&mut self, button: Button, at: (i32, i32), ground: &Ground) -> Result<Landing, Unpressed> {
        self.world.weigh(at, ground)?;
        self.press(button)?;
        Ok(Landing::There)
    }

    fn release(&mut self, button: Button) -> Result<(), PointerError> {
        self.world.release(button)
    }

    fn key(&mut self, combination: &str) -> Result<(), PointerError> {
        self.world.key(combination)
    }

    fn text(&mut self, text: &str) -> Result<(), PointerError> {
        self.world.text(text)
    }
}

/// A screen on which the stone of the game's first ply vanishes once there are so many plies.
struct Capturing(World, usize);

impl FrameSource for Capturing {
    fn screen(&mut self) -> Result<Area, CaptureError> {
        self.0.screen()
    }

    fn grab(&mut self, area: Area) -> Result<Frame, CaptureError> {
        let mut frame = self.0.grab(area)?;
        let position = self.0.position();
        if position.history().len() < self.1 {
            return Ok(frame);
        }
        let content = self.0.content();
        let calibration = self.0.look(Practice::calibration);
        let half = (calibration.pitch.0 / 2.0) as i32;
        let patch = |point: Point| {
            let (x, y) = calibration.pixel_of(point);
            let (x, y) = (content.x + x - half - area.x, content.y + y - half - area.y);
            (x >= 0 && y >= 0).then_some((x as u32, y as u32))
        };
        let Some(Move::Place(first)) = position.history().first().copied() else {
            return Ok(frame);
        };
        if let (Some(from), Some(to)) = (patch(Point::new(1, 1)), patch(first)) {
            let side = 2 * half as u32;
            let bare = part_of(&frame.image, Area::new(from.0 as i32, from.1 as i32, side, side));
            let mut image = (*frame.image).clone();
            copy(&mut image, to, &bare, (0, 0, side, side));
            frame.image = Arc::new(image);
        }
        Ok(frame)
    }
}

/// One monitor.
const SCREEN: Area = Area::new(0, 0, 1_280, 1_000);

struct Scene {
    world: World,
    meddle: Meddle,
    /// Plies from which on the first stone is gone.
    captures: usize,
    /// How points are played.
    mouse: Mouse,
    /// The pictures that it names.
    pictures: Vec<(String, RgbImage)>,
    /// At which moves of the mouse the page slides, and how far.
    slides: Vec<(usize, (i32, i32))>,
    /// Whether the profile says where the board lies.
    is_calibrated: bool,
}

impl Scene {
    fn new(setup: PracticeSetup, theme: &str) -> Scene {
        let look = theme::by_name(theme).unwrap();
        let (practice, begun) = Practice::new(setup, look, 36.0, 0);
        let opponent = registry::build("classic:depth=1").unwrap();
        Scene {
            world: World::new(practice, begun, vec![opponent], SCREEN, (60, 80)),
            meddle: Box::new(|_| {}),
            captures: usize::MAX,
            mouse: Mouse::default(),
            pictures: Vec::new(),
            slides: Vec::new(),
            is_calibrated: false,
        }
    }

    fn game(theme: &str, seating: Seating) -> Scene {
        Scene::new(setup(seating, Rule::Freestyle), theme)
    }

    /// How a session without a profile ends, and after how many clicks.
    fn play(self) -> (Result<SessionOutcome, String>, usize) {
        let mut stranger = Stranger::of_window(TITLE);
        stranger.profile.mouse = self.mouse;
        if self.is_calibrated {
            stranger.profile.board.calibration = Some(self.world.look(Practice::calibration));
        }
        stranger.templates = self.pictures;
        let clicks = Arc::new(AtomicUsize::new(0));
        let clock = Stopwatch::of(Arc::new(WorldTime(self.world.clone(), Mutex::new(self.meddle))));
        let names = Names {
            own: String::new(),
            opponent: String::new(),
            client: String::new(),
            engine: String::new(),
        };
        let limits = HandLimits {
            clicks_per_minute: 600,
            stop_key: None,
            mode: Mode::Live,
            ..HandLimits::default()
        };
        let pointer = Counted {
            world: self.world.clone(),
            clicks: Arc::clone(&clicks),
            moves: 0,
            slides: self.slides,
        };
        let ports = Ports {
            reader: BoardReader::new(
                Box::new(self.world.clone()),
                Box::new(Capturing(self.world.clone(), self.captures)),
                stranger.profile.window.clone(),
                stranger.profile.board.clone(),
            ),
            mouse: GuardedMouse::new(Box::new(pointer), Box::new(NoStopKey), limits),
            engine: Box::new(Quick(registry::build("classic:depth=2").unwrap(), None)),
            recorder: Recorder::new(None, names, Vec::new(), clock.clone()).silent(),
            observer: Box::new(Nobody),
            launcher: Box::new(NoLauncher),
            clock,
            interrupts: Arc::new(AtomicUsize::new(0)),
            pause: Arc::default(),
            may_launch: false,
            faults: None,
            client: stranger.clone(),
        };
        let bounds = Bounds {
            games: 1,
            ..stranger.bounds()
        };
        let ending = Pilot::new(ports, bounds).run().map_err(|error| error.to_string());
        (ending, clicks.load(Ordering::SeqCst))
    }
}

#[test]
fn a_whole_game_is_played_from_either_seat() {
    for (theme, seating) in [
        ("kaya", Seating::First),
        ("scribble", Seating::Second),
        ("checkers", Seating::First),
    ] {
        let scene = Scene::game(theme, seating);
        let world = scene.world.clone();
        let (ending, clicks) = scene.play();
        let ending = ending.expect(theme);
        assert!(ending.done && ending.games == 1, "{theme}: {}", ending.why);
        assert!(world.position().outcome().is_some(), "{theme}");
        assert!(
            clicks <= world.position().history().len(),
            "{theme}: {clicks} clicks"
        );
    }
}

/// Whatever way a client takes its moves, a profile can say it, and every stone stands where it was meant.
#[test]
fn a_game_is_played_in_every_way_that_clients_take_moves() {
    let check = |takes: Way, mouse: &str| {
        for seating in [Seating::First, Seating::Second] {
            let setup = PracticeSetup {
                takes,
                ..setup(seating, Rule::Freestyle)
            };
            let mut scene = Scene::new(setup, "felt");
            scene.mouse = toml::from_str(mouse).unwrap();
            scene.mouse.check(Some(15), "test").unwrap();
            scene.pictures = vec![("cursor.png".to_owned(), cursor_picture())];
            let world = scene.world.clone();
            let (ending, _) = scene.play();
            let ending = ending.expect(mouse);
            assert!(ending.done && ending.games == 1, "{mouse}: {}", ending.why);
            assert!(world.position().outcome().is_some(), "{mouse}");
        }
    };
    check(Way::Middle, "button = \"middle\"");
    check(Way::Right, "button = \"right\"");
    check(Way::Double, "play = \"double_click\"");
    check(Way::Drag, "play = { drag_from = [5, 200] }");
    check(
        Way::Drag,
        "play = { drag_from = { first = [5, 200], second = [5, 260] } }",
    );
    check(Way::Drag, "play = { drag_by = [30, 0] }");
    check(Way::Confirm, "confirm = \"again\"");
    check(Way::Key, "confirm = { key = \"Return\" }");
    check(
        Way::Key,
        "play = \"hover\"\nconfirm = { key = \"Return\" }\nconfirm_after_ms = 0",
    );
    let cursor = |more: &str| format!("play = {{ cursor = {{ place = \"Return\", {more} }} }}");
    check(Way::Cursor, &cursor("home = \"edges\""));
    check(Way::Cursor, &cursor("home = \"edges\", seen = \"cursor.png\""));
    check(Way::Cursor, &cursor("home = \"seen\", seen = \"cursor.png\""));
    let corner = vec!["\"Left\", \"Up\""; 14].join(", ");
    check(
        Way::Cursor,
        &cursor(&format!("home = {{ keys = [{corner}], at = [0, 0] }}")),
    );
}

/// The keyboard's cursor as it looks on an empty point inside the board.
fn cursor_picture() -> RgbImage {
    let setup = PracticeSetup {
        takes: Way::Cursor,
        ..setup(Seating::First, Rule::Freestyle)
    };
    let (mut practice, _) = Practice::new(setup, theme::by_name("felt").unwrap(), 36.0, 0);
    practice.step(Input::Pointer(0.0, 0.0), 0);
    let calibration = practice.calibration();
    let content = practice.image(0);
    let at = calibration.centre_of(Point::new(1, 1));
    let half = calibration.pitch.0 * 0.45;
    let corner = ((at.0 - half).round() as i32, (at.1 - half).round() as i32);
    let side = (2.0 * half) as u32;
    part_of(&content, Area::new(corner.0, corner.1, side, side))
}

/// The client's window is on a second monitor, to the left of the first and higher up.
#[test]
fn a_game_is_played_at_negative_coordinates() {
    let look = theme::by_name("felt").unwrap();
    let (practice, begun) = Practice::new(setup(Seating::Second, Rule::Freestyle), look, 36.0, 0);
    let opponent = registry::build("classic:depth=1").unwrap();
    let screen = Area::new(-1_440, -150, 3_040, 1_350);
    let world = World::new(practice, begun, vec![opponent], screen, (-1_300, -100));
    let scene = Scene {
        world: world.clone(),
        meddle: Box::new(|_| {}),
        captures: usize::MAX,
        mouse: Mouse::default(),
        pictures: Vec::new(),
        slides: Vec::new(),
        is_calibrated: false,
    };
    let (ending, clicks) = scene.play();
    let ending = ending.unwrap();
    assert!(ending.done && ending.games == 1, "{}", ending.why);
    assert!(clicks > 4 && clicks <= world.position().history().len());
}

/// News come above the board and go again, and push it about in its window: when the pointer is on its way to a point, or while the
/// opponent thinks. No stone is put where none was meant, and the game goes on where the board is then.
#[test]
fn a_board_that_slides_in_its_window_is_followed() {
    for (theme, seating, is_calibrated) in [
        ("kaya", Seating::First, false),
        ("kaya", Seating::Second, true),
        ("scribble", Seating::Second, false),
    ] {
        for far in [(0, 21), (13, -9), (0, 36)] {
            // Every second move goes to the resting place.
            let mut scene = Scene::game(theme, seating);
            scene.is_calibrated = is_calibrated;
            scene.slides = vec![(3, far), (8, (0, 0)), (11, far)];
            let world = scene.world.clone();
            let (ending, clicks) = scene.play();
            let ending = ending.expect(theme);
            assert!(
                ending.done && ending.games == 1,
                "{theme}, {far:?}: {}",
                ending.why
            );
            let stones = world.position().history().len();
            assert!(
                clicks > 4 && clicks <= stones,
                "{theme}, {far:?}: {clicks} clicks, {stones} stones"
            );
        }
    }
}

/// What happens to a client in mid-game, by how many plies were played.
fn is_played_through(theme: &str, what: &str, mut change: impl FnMut(&World, usize) + Send + 'static) {
    let mut scene = Scene::game(theme, Seating::First);
    let world = scene.world.clone();
    scene.meddle = Box::new(move |world| change(world, world.position().history().len()));
    let (ending, clicks) = scene.play();
    let ending = ending.expect(theme);
    assert!(
        ending.done && ending.games == 1,
        "{theme}, {what}: {}",
        ending.why
    );
    assert!(
        clicks <= world.position().history().len(),
        "{theme}, {what}: {clicks} clicks"
    );
}

/// A page is made smaller and larger again. Where a board of plain squares lay, there is nothing to be seen then.
#[test]
fn a_board_is_followed_when_its_page_is_zoomed() {
    for theme in ["kaya", "scribble", "checkers"] {
        for percent in [90, 80, 67] {
            let zoomed =
                move |world: &World, plies: usize| world.zoom(if plies >= 5 { percent } else { 100 });
            is_played_through(theme, &format!("{percent} %"), zoomed);
        }
        let for_a_while = |world: &World, plies: usize| {
            world.zoom(if (4..8).contains(&plies) { 90 } else { 100 });
        };
        is_played_through(theme, "90 % for a while", for_a_while);
    }
}

/// A client shows its board in another look in mid-game: at night, or because somebody chose it. Stones are other stones then, or
/// drawings.
#[test]
fn a_game_goes_on_in_another_look() {
    for (theme, other) in [
        ("kaya", "night"),
        ("kaya", "faint"),
        ("scribble", "kaya"),
        ("ledger", "walnut"),
        ("cards", "faint"),
        ("contrast", "lacquer"),
        ("discs", "checkers"),
        ("meadow", "scribble"),
    ] {
        let mut is_dressed = false;
        let dressed = move |world: &World, plies: usize| {
            if plies >= 6 && !std::mem::replace(&mut is_dressed, true) {
                world.dress(theme::by_name(other).unwrap());
            }
        };
        is_played_through(theme, other, dressed);
    }
}

fn check_stop(scene: Scene, words: &str, clicks_max: usize) {
    let (ending, clicks) = scene.play();
    let why = match ending {
        Ok(ending) => {
            assert!(!ending.done, "{}", ending.why);
            ending.why
        }
        Err(why) => why,
    };
    assert!(why.contains(words), "{why}");
    assert!(clicks <= clicks_max, "{clicks} clicks: {why}");
}

#[test]
fn a_frozen_client_is_given_up_after_three_clicks() {
    let scene = Scene::game("kaya", Seating::First);
    for _ in 0..10 {
        scene.world.spoil(InjectedFault::LostClick);
    }
    check_stop(scene, "clicks have no effect: 3 clicks", 3);
}

#[test]
fn stones_that_vanish_are_another_game() {
    let mut scene = Scene::game("plain", Seating::First);
    scene.captures = 4;
    check_stop(scene, "this game is not gomoku: the stone at", 3);
}

#[test]
fn a_window_without_a_board_is_not_clicked() {
    let scene = Scene::new(
        PracticeSetup {
            service: Some(Service::usual(1)),
            ..setup(Seating::First, Rule::Freestyle)
        },
        "kaya",
    );
    check_stop(scene, "cannot find the board of Tengen practice: no board", 0);
}

#[test]
fn what_covers_the_board_again_and_again_is_named() {
    let mut scene = Scene::game("kaya", Seating::First);
    scene.meddle = Box::new(|world| {
        if world.position().history().len() >= 4 {
            world.cover("Updates", Area::new(200, 200, 300, 200));
        }
    });
    check_stop(scene, "the board is covered by \"Updates\"", 3);
}
