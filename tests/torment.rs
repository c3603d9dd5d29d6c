//! Windows that pop up over the board, a client that is moved, and a hand that pushes the mouse, each at some moment of a
//! click: no press falls outside the client, none on a wrong point, and none is taken for what it was not. `TORMENT=N`
//! asks for so many presses.

mod hand;

use std::{
    collections::BTreeMap,
    process::{Command, Stdio},
    sync::{Arc, Mutex, atomic::AtomicUsize},
};

use actuator::{
    gesture::Gesture,
    ground::Ground,
    guard::{Broken, Guard, Limits, Refusal},
    pointer::enigo::EnigoPointer,
    rectangle::Rectangle,
    stop::NoStopKey,
};
use engines::registry;
use referee::{gomoku::Move, point::Point};
use tengen::{
    bot::{
        bounds::Bounds,
        clock::Clock,
        event::Action,
        eye::Eye,
        hand::Hand,
        mind::Mind,
        onlooker::Nobody,
        pilot::{Pilot, Ports},
        scribe::{Names, Scribe},
    },
    client::{launch, library},
    practice::{ledger::Entry, window::CLASS},
};
use vision::{
    source::{self, Backend},
    window::{self, Sought},
};
use x11rb::{
    connection::Connection as _,
    protocol::{
        Event,
        xproto::{ConfigureWindowAux, ConnectionExt as _, InputFocus, StackMode},
    },
    wrapper::ConnectionExt as _,
};

use self::hand::{Tormentor, Torn};
use crate::support::{
    dice::Dice,
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
}

fn torment_a_window(how: &str) {
    let seed = 1;
    let client = XWindow::open("client", Style::Program, (200, 150, 500, 400), 0xff_ff_ff);
    settled("client");
    let mut guard = Guard::new(
        EnigoPointer::open().unwrap(),
        Box::new(NoStopKey),
        Limits {
            clicks_per_minute: u32::MAX,
            rest_ms: 60,
            ..Limits::default()
        },
    );
    let tormentor = Tormentor::start(client.id, REST, seed);
    let mut dice = Dice::new(seed);
    let mut tally = Tally::default();
    let clock = Clock::start();
    let wanted = presses();
    let mut made = 0;
    for number in 0.. {
        if made >= wanted {
            break;
        }
        assert!(number < 10 * wanted, "{made} presses of {number} gestures");
        raise(&client);
        let place = place_of(&client);
        let at = (20 + dice.below(460) as i32, 20 + dice.below(360) as i32);
        guard.allow(Ground::window(client.id.into(), place), Some(REST));
        let gesture = Gesture::click(place.x + at.0, place.y + at.1, 10);
        let result = guard.perform(&gesture, clock.now_ms(), &mut Desk);
        pause(15);
        let heard: Vec<(i32, i32)> = client.events().iter().filter_map(pressed_at).collect();
        made += heard.len();
        tally.take(number, &result, at, &heard);
        eventually("a mouse that lies still", || guard.check(clock.now_ms()).ok());
        let _ = guard.perform(&Gesture::park(REST.0, REST.1), clock.now_ms(), &mut Desk);
        pause(15);
    }
    let Torn { outside, done } = tormentor.end();
    println!("{how}, seed {seed}: {made} presses, {outside} outside; {done:?}; {tally:?}");
    assert_eq!((outside, tally.wrong.len(), tally.misjudged.len()), (0, 0, 0));
    assert!(
        tally.whole > 0 && tally.after > 0 && tally.before.len() >= 3,
        "all of it happened"
    );
}

impl Tally {
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
            // It is told that nobody knows.
            Err(Broken::Elsewhere(_)) => {
                self.elsewhere += 1;
                heard.len()
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
    client.events();
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

/// Whole games in the pretended service, with the real session: every stone of ours stands where it was clicked, and the
/// games are those of the service's own ledger.
#[test]
fn no_press_is_misjudged_in_a_session() {
    let test = "torment::no_press_is_misjudged_in_a_session";
    on_a_screen(test, Manager::Openbox, "1600x1000x24", &[], || {
        let folder = tempfile::tempdir().unwrap();
        let ledger = folder.path().join("ledger.jsonl");
        let mut client = Command::new(env!("CARGO_BIN_EXE_tengen"));
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
        let _client = Process(client.stdout(Stdio::null()).spawn().unwrap());
        let window = eventually("the client's window", || {
            let sought = Sought {
                class: Some(CLASS.to_owned()),
                ..Sought::default()
            };
            window::open().unwrap().find(&sought).unwrap().pop()
        });
        let said = Said::default();
        let interrupts = Arc::new(AtomicUsize::new(0));
        // The pointer's resting place moves with the window: everywhere else a gesture is under way.
        let tormentor = Tormentor::start(window.id.0 as u32, REST, 2);
        play(&said, &interrupts);
        let Torn { outside, done } = tormentor.end();
        let said = std::mem::take(&mut *said.lock().unwrap());
        let (clicks, faults, games) = judge(&said);
        println!("{clicks} clicks, {outside} outside; {done:?}; {faults:?}");
        assert_eq!((outside, faults.get("misclick")), (0, None));
        let written = std::fs::read_to_string(&ledger).unwrap_or_default();
        let truth: Vec<Entry> = written
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        for (ours, theirs) in games.iter().zip(&truth) {
            let stones: Vec<Point> = theirs
                .stones
                .iter()
                .map(|stone| Point::new(stone.x, stone.y))
                .collect();
            // What comes with a dialog over it may not be seen any more.
            let unseen = stones.len().saturating_sub(ours.len());
            assert!(
                stones.starts_with(ours) && unseen <= 1,
                "game {}: {ours:?} for {stones:?}",
                theirs.number
            );
        }
    });
}

/// Plays until enough was clicked.
fn play(said: &Said, interrupts: &Arc<AtomicUsize>) {
    let client = library::built_in("practice").unwrap();
    let clock = Clock::start();
    let names = Names {
        own: "Tengen".to_owned(),
        opponent: client.profile.title.clone(),
        client: client.name.clone(),
        engine: "classic:depth=2".to_owned(),
    };
    let limits = Limits {
        clicks_per_minute: 600,
        rest_ms: 200,
        ..Limits::default()
    };
    let (kept, wanted, stop) = (Arc::clone(said), presses(), Arc::clone(interrupts));
    let bend = move |action: Action| {
        let mut said = kept.lock().unwrap();
        said.push(action.clone());
        let clicks = said
            .iter()
            .filter(|said| matches!(said, Action::Click(_)))
            .count();
        if clicks >= wanted {
            stop.store(2, std::sync::atomic::Ordering::SeqCst);
        }
        vec![action]
    };
    let build = || Ok(registry::build("classic:depth=2").unwrap());
    let bounds = Bounds {
        games: u32::MAX,
        ..client.bounds()
    };
    let ports = Ports {
        eye: Eye::new(
            window::open().unwrap(),
            source::open(Backend::Fastest).unwrap(),
            client.profile.window.clone(),
            client.profile.board.clone(),
        ),
        hand: Hand::new(
            Box::new(EnigoPointer::open().unwrap()),
            Box::new(NoStopKey),
            limits,
        ),
        mind: Box::new(Mind::of("classic:depth=2", Box::new(build)).unwrap()),
        scribe: Scribe::new(None, names, Vec::new(), clock.clone()).silent(),
        onlooker: Box::new(Nobody),
        launcher: Box::new(launch::System),
        clock,
        interrupts: Arc::clone(interrupts),
        may_launch: false,
        bend: Some(Box::new(bend)),
        faults: None,
        client,
    };
    let ending = Pilot::new(ports, bounds).run().unwrap();
    assert!(ending.interrupted, "{}", ending.why);
}

/// Clicks, faults by kind, and the stones of each game that has a result.
fn judge(said: &[Action]) -> (usize, BTreeMap<&'static str, usize>, Vec<Vec<Point>>) {
    let (mut clicks, mut faults) = (0, BTreeMap::new());
    let (mut games, mut stones) = (Vec::new(), Vec::new());
    for action in said {
        match action {
            Action::Click(_) => clicks += 1,
            Action::Fault { kind, detail } => {
                println!("{kind}: {detail}");
                *faults.entry(*kind).or_default() += 1;
            }
            Action::Begin { .. } => stones.clear(),
            Action::Ply { ply, .. } => {
                if let Move::Place(point) = ply.play {
                    stones.push(point);
                }
            }
            Action::End(_) => games.push(std::mem::take(&mut stones)),
            _ => {}
        }
    }
    (clicks, faults, games)
}
