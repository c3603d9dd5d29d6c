//! Windows that pop up over the board, a client that is moved, and a mouse that is pushed, each at some moment of a
//! click: no press falls outside the client, none on a wrong point, and none is taken for what it was not. `TORMENT=N`
//! asks for so many presses.

mod press_log;
mod tormentor;

use std::{
    collections::BTreeMap,
    process::Stdio,
    sync::{Arc, Mutex, atomic::AtomicUsize},
};

use actuator::{
    gesture::Gesture,
    ground::Ground,
    guard::{Broken, Guard, GuardLimits, Refusal},
    pointer::enigo::EnigoPointer,
    rectangle::Rectangle,
    stop::NoStopKey,
};
use base::clock::Stopwatch;
use bot::{
    board_reader::BoardReader,
    interceptor::Interceptor,
    mouse::GuardedMouse,
    pilot::{Pilot, Ports},
    recorder::{Names, Recorder},
};
use dice::Dice;
use engines::{registry, worker::EngineWorker};
use practice::{ledger::PracticeEntry, trace, window::CLASS};
use profile::{bounds::Bounds, launch, library};
use referee::{gomoku::Move, point::Point};
use session::event::Action;
use vision::{
    source::{self, Backend},
    window::{self, SoughtWindow},
};
use watch::observer::Nobody;
use x11rb::{
    connection::Connection as _,
    protocol::{
        Event,
        xproto::{ConfigureWindowAux, ConnectionExt as _, InputFocus, StackMode},
    },
    wrapper::ConnectionExt as _,
};

use self::{
    press_log::PressLog,
    tormentor::{Tormentor, Torn},
};
use crate::support::{
    x_window::{Style, XWindow},
    xvfb::{Desk, Manager, Process, eventually, on_a_display, on_a_screen, pause, settled},
};

/// Presses of the short run.
const PRESSES: usize = 60;

fn presses() -> usize {
    std::env::var("TORMENT").map_or(PRESSES, |number| number.parse().unwrap())
}

#[test]
fn no_press_misses_its_window() {
    let test = "torment::no_press_misses_its_window";
    on_a_display(test, Manager::Openbox, || torment_a_window("under a manager"));
}

#[test]
fn no_press_misses_its_window_without_a_manager() {
    let test = "torment::no_press_misses_its_window_without_a_manager";
    on_a_display(test, Manager::None, || torment_a_window("without a manager"));
}

/// What befalls gestures.
const DEEDS: [&str; 4] = ["pop-up", "window", "move", "push"];

/// Where the pointer waits.
const REST: (i32, i32) = (5, 700);

/// What became of the gestures at a window that hears each press with its pixel.
#[derive(Debug, Default)]
struct Tally {
    whole: usize,
    before: BTreeMap<&'static str, usize>,
    after: usize,
    elsewhere: usize,
    /// On another pixel than was meant.
    wrong: Vec<String>,
    /// Heard and not told, or told and not heard.
    misjudged: Vec<String>,
    /// Heard after it was judged.
    late: usize,
}

fn torment_a_window(how: &str) {
    let seed = 1;
    let client = XWindow::open("client", Style::Program, (200, 150, 500, 400), 0xff_ff_ff);
    settled("client");
    let mut guard = Guard::new(
        EnigoPointer::open().unwrap(),
        Box::new(NoStopKey),
        GuardLimits {
            clicks_per_minute: u32::MAX,
            rest_ms: 60,
            ..GuardLimits::default()
        },
    );
    let press_log = PressLog::open();
    let tormentor = Tormentor::start(client.id, REST, seed);
    let mut dice = Dice::new(seed);
    let mut tally = Tally::default();
    let clock = Stopwatch::start();
    let wanted = presses();
    let mut made = 0;
    for number in 0.. {
        // Which moments are met depends on the machine: it goes on until each kind was.
        if made >= wanted && tally.has_all() {
            break;
        }
        assert!(number < 10 * wanted, "{made} presses of {number} gestures");
        raise(&client);
        tally.late += presses_in(&client).len();
        let place = place_of(&client);
        let at = (20 + dice.below(460), 20 + dice.below(360));
        guard.allow(Ground::window(client.id.into(), place), Some(REST));
        let gesture = Gesture::click(place.x + at.0, place.y + at.1, 10);
        let result = guard.perform(&gesture, clock.now_ms(), &mut Desk);
        pause(15);
        let heard = presses_in(&client);
        made += heard.len();
        tally.take(number, &result, at, &heard);
        eventually("a mouse that lies still", || guard.check(clock.now_ms()).ok());
        let _ = guard.perform(&Gesture::park(REST.0, REST.1), clock.now_ms(), &mut Desk);
        pause(15);
    }
    tally.late += presses_in(&client).len();
    let Torn { outside, done } = tormentor.end();
    let all = press_log.presses();
    println!("{how}, seed {seed}: {made} presses of {all}, {outside} outside; {done:?}; {tally:?}");
    let untrue = (tally.wrong.len(), tally.misjudged.len(), tally.late);
    assert_eq!((outside, untrue), (0, (0, 0, 0)));
    // What is told to have been pressed, what the window heard, and what was pressed on the whole display.
    assert_eq!((tally.whole + tally.after, made), (made, all));
    assert!(tally.has_all(), "all of it happened");
    assert!(DEEDS.iter().all(|deed| done.contains_key(deed)), "{done:?}");
}

/// The pixel of every press that the window heard since it was last asked.
fn presses_in(client: &XWindow) -> Vec<(i32, i32)> {
    client.events().iter().filter_map(pressed_at).collect()
}

impl Tally {
    /// Gestures that were whole, that were broken off after their press, and before it for three reasons.
    fn has_all(&self) -> bool {
        self.whole > 0 && self.after > 0 && self.before.len() >= 3
    }

    fn take(&mut self, number: usize, result: &Result<(), Broken>, at: (i32, i32), heard: &[(i32, i32)]) {
        if heard.iter().any(|&pixel| pixel != at) {
            self.wrong.push(format!("{number}: {heard:?} for {at:?}"));
        }
        let told = match result {
            Ok(()) => {
                self.whole += 1;
                1
            }
            Err(Broken::Before(why)) => {
                *self.before.entry(kind_of(why)).or_default() += 1;
                0
            }
            Err(Broken::After(_)) => {
                self.after += 1;
                1
            }
            // It is told that it fell elsewhere: nothing may have come here.
            Err(Broken::Elsewhere(_)) => {
                self.elsewhere += 1;
                0
            }
        };
        if told != heard.len() {
            self.misjudged
                .push(format!("{number}: {result:?}, heard {heard:?}"));
        }
    }
}

fn kind_of(why: &Refusal) -> &'static str {
    match why {
        Refusal::PersonAtMouse { .. } => "person",
        Refusal::Unpressed(why) => match why {
            actuator::ground::Unpressed::Moved { .. } => "moved",
            actuator::ground::Unpressed::Covered(_) => "covered",
            _ => "other",
        },
        _ => "other",
    }
}

/// The window on top, with the keyboard.
fn raise(client: &XWindow) {
    let above = ConfigureWindowAux::new().stack_mode(StackMode::ABOVE);
    client.connection.configure_window(client.id, &above).unwrap();
    client
        .connection
        .set_input_focus(InputFocus::PARENT, client.id, x11rb::CURRENT_TIME)
        .unwrap();
    client.connection.sync().unwrap();
    pause(30);
}

fn place_of(client: &XWindow) -> Rectangle {
    let root = client.connection.setup().roots[0].root;
    let size = client
        .connection
        .get_geometry(client.id)
        .unwrap()
        .reply()
        .unwrap();
    let corner = client
        .connection
        .translate_coordinates(client.id, root, 0, 0)
        .unwrap();
    let corner = corner.reply().unwrap();
    Rectangle::new(
        corner.dst_x.into(),
        corner.dst_y.into(),
        size.width.into(),
        size.height.into(),
    )
}

fn pressed_at(event: &Event) -> Option<(i32, i32)> {
    match event {
        Event::ButtonPress(press) => Some((i32::from(press.event_x), i32::from(press.event_y))),
        _ => None,
    }
}

/// What the session decided, in order.
type Said = Arc<Mutex<Vec<Action>>>;

/// Whole games in the pretended service, with the real session: every stone of ours stands where it was clicked, the client heard
/// every press that was made, and the games are those of the service's own ledger.
#[test]
fn no_press_is_misjudged_in_a_session() {
    let test = "torment::no_press_is_misjudged_in_a_session";
    on_a_screen(test, Manager::Openbox, "1600x1000x24", &[], || {
        let folder = tempfile::tempdir().unwrap();
        let ledger = folder.path().join("ledger.jsonl");
        let trace = folder.path().join("trace.jsonl");
        let mut client = crate::support::program::program();
        client.args([
            "practice",
            "--service",
            "--seed",
            "3",
            "--clock",
            "0",
            "--seek",
            "0",
        ]);
        client.args(["--fade", "0", "--ledger"]).arg(&ledger);
        client.arg("--trace").arg(&trace);
        let _client = Process(client.stdout(Stdio::null()).spawn().unwrap());
        let window = eventually("the client's window", || {
            let sought = SoughtWindow {
                class: Some(CLASS.to_owned()),
                ..SoughtWindow::default()
            };
            window::open().unwrap().find(&sought).unwrap().pop()
        });
        let said = Said::default();
        let interrupts = Arc::new(AtomicUsize::new(0));
        let press_log = PressLog::open();
        // The pointer's resting place moves with the window: everywhere else a gesture is under way.
        let tormentor = Tormentor::start(window.id.0 as u32, REST, 2);
        play(&said, &interrupts);
        let Torn { outside, done } = tormentor.end();
        let said = std::mem::take(&mut *said.lock().unwrap());
        let judged = judge(&said);
        let made = press_log.presses();
        let heard = eventually("what the client heard", || {
            let lines = lines_of::<trace::TraceLine>(&trace);
            let presses = lines
                .iter()
                .filter(|line| line.what == trace::TraceEvent::Pressed)
                .count();
            (presses >= made).then_some(presses)
        });
        let (clicks, faults) = (judged.clicks, &judged.faults);
        println!("{clicks} clicks, {made} presses, {outside} outside; {done:?}; {faults:?}");
        assert_eq!((outside, faults.get("misclick"), heard), (0, None, made));
        assert!(clicks >= presses(), "{clicks} clicks");
        assert!(DEEDS.iter().all(|deed| done.contains_key(deed)), "{done:?}");
        let truth: Vec<PracticeEntry> = lines_of(&ledger);
        assert!(!truth.is_empty(), "no game was over");
        let (over, known) = (truth.len(), judged.ended);
        // A game may be over for the service, and not yet for us, when we are stopped.
        assert!(over == known || over == known + 1, "{known} games of {over}");
        for (ours, theirs) in judged.games.iter().zip(&truth) {
            ours.compare(theirs);
        }
    });
}

/// What is written there, a line each.
fn lines_of<T: serde::de::DeserializeOwned>(path: &std::path::Path) -> Vec<T> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    lines.collect()
}

/// A game as the session told it.
#[derive(Debug, Default)]
struct Told {
    stones: Vec<Point>,
    /// Points that were to be clicked, in order.
    clicks: Vec<Point>,
}

impl Told {
    fn compare(&self, truth: &PracticeEntry) {
        let stones: Vec<Point> = truth
            .played
            .stones
            .iter()
            .map(|stone| Point::new(stone.x, stone.y))
            .collect();
        // What comes with a dialog over it may not be seen any more.
        let unseen = stones.len().saturating_sub(self.stones.len());
        assert!(
            stones.starts_with(&self.stones) && unseen <= 1,
            "game {}: {:?} for {stones:?}",
            truth.number,
            self.stones
        );
        // No stone of ours stands where we did not mean it to, whatever the session made of it.
        let own = truth
            .played
            .stones
            .iter()
            .filter(|stone| stone.seat == truth.person);
        let mut clicks = self.clicks.iter();
        for stone in own {
            let point = Point::new(stone.x, stone.y);
            assert!(
                clicks.any(|clicked| *clicked == point),
                "game {}: {point} was not clicked: {:?}",
                truth.number,
                self.clicks
            );
        }
    }
}

/// Plays until enough was clicked.
fn play(said: &Said, interrupts: &Arc<AtomicUsize>) {
    let client = library::built_in("practice").unwrap();
    let clock = Stopwatch::start();
    let names = Names {
        own: "Tengen".to_owned(),
        opponent: client.profile.title.clone(),
        client: client.name.clone(),
        engine: "classic:depth=2".to_owned(),
    };
    let limits = GuardLimits {
        clicks_per_minute: 600,
        rest_ms: 200,
        ..GuardLimits::default()
    };
    let build = || Ok(registry::build("classic:depth=2").unwrap());
    let bounds = Bounds {
        games: u32::MAX,
        ..client.bounds()
    };
    let ports = Ports {
        reader: BoardReader::new(
            window::open().unwrap(),
            source::open(Backend::Fastest).unwrap(),
            client.profile.window.clone(),
            client.profile.board.clone(),
        ),
        mouse: GuardedMouse::new(
            Box::new(EnigoPointer::open().unwrap()),
            Box::new(NoStopKey),
            limits,
        ),
        engine: Box::new(EngineWorker::of("classic:depth=2", Box::new(build)).unwrap()),
        recorder: Recorder::new(None, names, Vec::new(), clock.clone()).silent(),
        observer: Box::new(Nobody),
        launcher: Box::new(launch::System),
        clock,
        interrupts: Arc::clone(interrupts),
        pause: Arc::default(),
        may_launch: false,
        faults: None,
        client,
    };
    let mut listener = Listener {
        said: Arc::clone(said),
        wanted: presses(),
        interrupts: Arc::clone(interrupts),
    };
    let ending = Pilot::new(ports, bounds).run_through(&mut listener).unwrap();
    assert!(ending.interrupted, "{}", ending.why);
}

/// Writes down what the session decides, and ends it once enough was clicked.
struct Listener {
    said: Said,
    wanted: usize,
    interrupts: Arc<AtomicUsize>,
}

impl Interceptor for Listener {
    fn intercept(&mut self, action: Action) -> Vec<Action> {
        let mut said = self.said.lock().unwrap();
        said.push(action.clone());
        let clicks = said
            .iter()
            .filter(|said| matches!(said, Action::Click(_)))
            .count();
        if clicks >= self.wanted {
            self.interrupts.store(2, std::sync::atomic::Ordering::SeqCst);
        }
        vec![action]
    }
}

/// What the session decided, put together.
#[derive(Debug, Default)]
struct Judged {
    clicks: usize,
    faults: BTreeMap<&'static str, usize>,
    /// Every game that began; the last one may be open.
    games: Vec<Told>,
    /// Games that ended.
    ended: usize,
}

fn judge(said: &[Action]) -> Judged {
    let mut judged = Judged::default();
    for action in said {
        match action {
            Action::Begin { .. } => judged.games.push(Told::default()),
            Action::End(_) => judged.ended += 1,
            Action::Fault { kind, detail } => {
                println!("{kind}: {detail}");
                *judged.faults.entry(kind).or_default() += 1;
            }
            Action::Click(point) => {
                judged.clicks += 1;
                judged.games.last_mut().unwrap().clicks.push(*point);
            }
            Action::Ply { ply, .. } => {
                if let Move::Place(point) = ply.play {
                    judged.games.last_mut().unwrap().stones.push(point);
                }
            }
            _ => {}
        }
    }
    judged
}
