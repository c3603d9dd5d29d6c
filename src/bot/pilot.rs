//! Carries out what the session decides, on the real ports, and tells it what came of it. The only loop
//! of the bot, and the only place where it waits. It decides nothing about games.

use std::{
    collections::VecDeque,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use actuator::{
    gesture::Gesture,
    guard::{Refusal, Surroundings},
};
use referee::{gomoku, point::Point};
use vision::{calibration::Calibration, screen_state};

use super::{
    bounds::Bounds,
    bundle,
    clock::{Clock, Focus},
    event::{Action, Blindness, Event, Remedy},
    eye::Eye,
    hand::{Hand, resting_place},
    mind::Mind,
    scribe::{Scribe, wall_ms},
    session::{Session, Unfinished},
};
use crate::{
    client::{Client, Step, launch},
    complaint::Complaint,
};

/// How a session ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// In words.
    pub why: String,
    /// Whether all was done that was asked for.
    pub done: bool,
    /// Whether a person stopped it at once.
    pub interrupted: bool,
    /// Games finished with a result.
    pub games: u32,
}

/// Everything that a session works on.
pub struct Ports {
    /// The client's profile.
    pub client: Client,
    /// Its window and board.
    pub eye: Eye,
    /// The mouse.
    pub hand: Hand,
    /// The engine.
    pub mind: Mind,
    /// Journal and store.
    pub scribe: Scribe,
    /// Counts Ctrl-C: one finishes the game in hand, two stop at once.
    pub interrupts: Arc<AtomicUsize>,
    /// Whether the client's program may be started and ended.
    pub may_launch: bool,
    /// Where faults are kept; `None` keeps none.
    pub faults: Option<bundle::Bundles>,
}

/// The bot at work.
pub struct Pilot {
    ports: Ports,
    clock: Clock,
    bounds: Bounds,
    running: Option<launch::Running>,
    events: VecDeque<Event>,
    person: bool,
    interrupts_heard: usize,
    screens_ms: u64,
    /// Since when every look differed from the one before.
    moving_since_ms: Option<u64>,
    ending: Option<Ending>,
}

/// Between two looks for the profile's screens.
const SCREENS_MS: u64 = 400;
/// Longest animation that is waited for.
const MOVING_MS: u64 = 1_500;
/// For a window manager to obey.
const MANAGER_MS: u64 = 300;
/// Between two looks for a window that is being started.
const START_POLL_MS: u64 = 250;
/// For a client to end when it is asked to.
const CLOSE_MS: u64 = 5_000;

impl Pilot {
    /// A pilot that has not looked at anything yet.
    pub fn new(ports: Ports, bounds: Bounds) -> Pilot {
        Pilot {
            ports,
            clock: Clock::start(),
            bounds,
            running: None,
            events: VecDeque::new(),
            person: false,
            interrupts_heard: 0,
            screens_ms: 0,
            moving_since_ms: None,
            ending: None,
        }
    }

    /// Finds or starts the client, plays, and ends what it started.
    ///
    /// # Errors
    /// The client cannot be found or started, its board cannot be found, or nothing can be written down any more.
    pub fn run(&mut self) -> anyhow::Result<Ending> {
        let calibration = self.arrive()?;
        let empty = empty_board(&self.ports.client, &calibration)?;
        let unfinished = self.ports.scribe.unfinished(&empty)?;
        let result = self.play(empty, unfinished);
        self.leave();
        result
    }

    fn arrive(&mut self) -> Result<Calibration, Complaint> {
        let title = self.ports.client.profile.title.clone();
        if self.ports.eye.find_window() == Err(Blindness::WindowGone) {
            if !self.ports.may_launch {
                return Err(Complaint::new(
                    format!("window not found: {}", self.sought()),
                    "start the client first, or let the profile's [launch] start it",
                ));
            }
            eprintln!("starting {title}");
            self.start_client()
                .map_err(|why| Complaint::new(why, "start the client by hand and try again"))?;
        }
        self.find_board().map_err(|why| {
            Complaint::new(
                format!("cannot find the board of {title}: {why}"),
                "make sure that the board is wholly visible; `tengen calibrate` shows what is found",
            )
        })
    }

    fn sought(&self) -> String {
        let window = &self.ports.client.profile.window;
        let class = window.class.iter().map(|class| format!("class {class:?}"));
        let title = window.title.iter().map(|title| format!("title {title:?}"));
        class.chain(title).collect::<Vec<_>>().join(" and ")
    }

    /// Starts the client's program and waits for its window.
    fn start_client(&mut self) -> Result<(), String> {
        let Some(launch) = self.ports.client.profile.launch.clone() else {
            return Err("the profile does not say how to start the client".to_owned());
        };
        self.running = Some(launch::start(&launch).map_err(|complaint| complaint.message)?);
        let until_ms = self.clock.now_ms() + u64::from(launch.wait_s) * 1_000;
        while self.clock.now_ms() < until_ms && self.interrupts() == 0 {
            if self.ports.eye.find_window().is_ok() {
                return Ok(());
            }
            self.clock.wait_ms(START_POLL_MS);
        }
        Err(format!(
            "the client showed no window within {} s ({})",
            launch.wait_s,
            self.sought()
        ))
    }

    /// Gives the window its size and finds the board, as often as a client that is still drawing needs.
    fn find_board(&mut self) -> Result<Calibration, String> {
        let mut last = Blindness::NoBoard;
        for attempt in 0..12 {
            if attempt > 0 {
                self.clock.wait_ms(MANAGER_MS);
            }
            let found = match self.ports.eye.fit_window() {
                Ok(asked) => {
                    if asked {
                        self.clock.wait_ms(2 * MANAGER_MS);
                    }
                    self.ports.eye.locate()
                }
                Err(blindness) => Err(blindness),
            };
            match found {
                Ok(calibration) => return Ok(calibration),
                Err(blindness) => {
                    if let (Blindness::Hidden | Blindness::Covered(_), Some(window)) =
                        (&blindness, self.ports.eye.window())
                    {
                        let id = window.id;
                        // If the window manager does not obey, the next attempt says so.
                        let _ = self.ports.eye.desktop().activate(id);
                    }
                    last = blindness;
                }
            }
        }
        Err(last.words())
    }

    fn play(&mut self, empty: gomoku::Position, unfinished: Option<Unfinished>) -> anyhow::Result<Ending> {
        let mut session = Session::new(self.bounds.clone(), empty, unfinished);
        loop {
            let began_ms = self.clock.now_ms();
            self.listen();
            self.look();
            while let Some(event) = self.events.pop_front() {
                for action in session.step(event, self.clock.now_ms()) {
                    self.perform(action)?;
                }
            }
            if let Some(ending) = self.ending.take() {
                self.ports.scribe.close(&ending.why)?;
                return Ok(Ending {
                    games: session.games_done(),
                    ..ending
                });
            }
            let spent_ms = self.clock.now_ms() - began_ms;
            self.clock.wait_ms(self.bounds.look_ms.saturating_sub(spent_ms));
        }
    }

    fn interrupts(&self) -> usize {
        self.ports.interrupts.load(Ordering::SeqCst)
    }

    /// Everything but the board: the person, Ctrl-C, the engine.
    fn listen(&mut self) {
        self.events.push_back(Event::Tick);
        let interrupts = self.interrupts();
        if interrupts > self.interrupts_heard {
            self.interrupts_heard = interrupts;
            self.events.push_back(match interrupts {
                1 => Event::StopSoon,
                _ => Event::StopNow("stopped by a second Ctrl-C".to_owned()),
            });
        }
        match self.ports.hand.check(self.clock.now_ms()) {
            Ok(()) if self.person => {
                self.person = false;
                self.events.push_back(Event::PersonLeft);
            }
            Ok(()) => {}
            Err(refusal) => self.refused(&refusal),
        }
        if let Some((answer, spent_ms)) = self.ports.mind.poll(self.clock.now_ms()) {
            let request = answer.request;
            self.events.push_back(match answer.result {
                Ok(thought) => Event::Thought {
                    request,
                    thought,
                    spent_ms,
                },
                Err(error) => Event::EngineFailed { request, error },
            });
        }
    }

    /// Pixels that change are an animation: a stone that fades in, a pointer that passes. It is waited for, but not
    /// for ever: some clients never rest.
    fn is_animated(&mut self, now_ms: u64) -> bool {
        now_ms < *self.moving_since_ms.get_or_insert(now_ms) + MOVING_MS
    }

    fn look(&mut self) {
        let began_ms = self.clock.now_ms();
        match self.ports.eye.look() {
            Ok(look) if look.changed && self.is_animated(began_ms) => {}
            Ok(look) => {
                self.moving_since_ms = if look.changed { self.moving_since_ms } else { None };
                self.events.push_back(Event::Read(look.observation));
            }
            Err(blindness) => self.events.push_back(Event::Blind(blindness)),
        }
        if let Some(window) = self.ports.eye.window() {
            let window = window.clone();
            let park = self.resting_pixel();
            self.ports.hand.allow(&window, park);
        }
        self.look_for_screens();
    }

    /// The profile's screens: what is up is answered at once.
    fn look_for_screens(&mut self) {
        let now_ms = self.clock.now_ms();
        if self.ports.client.profile.screens.is_empty() || now_ms < self.screens_ms {
            return;
        }
        self.screens_ms = now_ms + SCREENS_MS;
        let Ok(frame) = self.ports.eye.content() else {
            return;
        };
        let client = &self.ports.client;
        let up = client.profile.screens.iter().find(|screen| {
            let signs = client.signs(screen);
            !signs.is_empty() && signs.iter().all(|sign| screen_state::see(sign, &frame).is_some())
        });
        let Some(screen) = up.cloned() else { return };
        if self.take_steps(&screen.steps) {
            self.events.push_back(Event::Screen {
                name: screen.name,
                meaning: screen.means,
            });
        }
    }

    /// What the guard refuses is either a person's will or trouble.
    fn refused(&mut self, refusal: &Refusal) {
        let event = match refusal {
            Refusal::PersonAtMouse { .. } => {
                self.person = true;
                Event::PersonAtMouse
            }
            Refusal::TooManyClicks { .. } => Event::NotYet,
            stop if stop.is_stop() => Event::StopNow(stop.to_string()),
            other => Event::Refused(other.to_string()),
        };
        self.events.push_back(event);
    }

    fn perform(&mut self, action: Action) -> anyhow::Result<()> {
        let now_ms = self.clock.now_ms();
        match action {
            Action::NewGame => {
                let steps = self.ports.client.profile.new_game.steps.clone();
                self.take_steps(&steps);
            }
            Action::Think {
                request,
                position,
                limits,
            } => self.ports.mind.ask(request, position, limits, now_ms),
            Action::CancelThink => self.ports.mind.forget(),
            Action::Click(point) => self.click(point),
            Action::Remedy(remedy) => {
                let result = self.mend(remedy);
                self.events.push_back(Event::Remedied(result));
            }
            Action::Begin { own_seat, position } => self.ports.scribe.begin(own_seat, &position)?,
            Action::Learn(truth) => self.ports.eye.learn(truth.as_deref()),
            Action::Ply { index, seat, ply } => self.ports.scribe.ply(index, seat, &ply)?,
            Action::End(verdict) => self.ports.scribe.end(verdict)?,
            Action::Fault { kind, detail } => {
                let picture = self.keep_picture(kind);
                let shown = picture.map(|path| format!(" [{path}]")).unwrap_or_default();
                self.ports.scribe.fault(kind, &format!("{detail}{shown}"))?;
            }
            Action::Say(words) => self.ports.scribe.note(&words)?,
            Action::Finish { why, done } => {
                let interrupted = self.interrupts() > 1;
                self.ending = Some(Ending {
                    why,
                    done,
                    interrupted,
                    games: 0,
                });
            }
        }
        Ok(())
    }

    /// The last looks and what was read from them, for whoever asks what went wrong.
    fn keep_picture(&self, kind: &str) -> Option<String> {
        let bundles = self.ports.faults.as_ref()?;
        let (frame, calibration, seen) = self.ports.eye.last_look()?;
        let fault = bundle::Fault {
            kind,
            at_ms: wall_ms(),
            frames: self.ports.eye.looks_before().chain([frame]).collect(),
            calibration,
            seen,
        };
        match bundles.keep(&fault) {
            Ok(path) => Some(path.display().to_string()),
            Err(why) => {
                eprintln!("nothing kept of the fault: {why}");
                None
            }
        }
    }

    fn click(&mut self, point: Point) {
        if let Err(blindness) = self.ports.eye.board_is_free() {
            self.events.push_back(Event::Refused(blindness.words()));
            return;
        }
        let (Some(window), Some(calibration)) = (self.ports.eye.window(), self.ports.eye.calibration())
        else {
            self.events
                .push_back(Event::Refused(Blindness::WindowGone.words()));
            return;
        };
        let (x, y) = calibration.pixel_of(point);
        let pixel = (window.content.x + x, window.content.y + y);
        let window = window.clone();
        let park = self.resting_pixel();
        self.ports.hand.allow(&window, park);
        if self.ports.hand.is_dry() {
            eprintln!("dry run: would click {point} at pixel {},{}", pixel.0, pixel.1);
        }
        let result = self
            .ports
            .hand
            .click(pixel, park, self.clock.now_ms(), &mut self.clock);
        if let Err(refusal) = result {
            self.refused(&refusal);
        }
    }

    /// Where the pointer rests, on the screen.
    fn resting_pixel(&self) -> Option<(i32, i32)> {
        let window = self.ports.eye.window()?;
        let content = (window.content.width, window.content.height);
        let own = self.ports.client.profile.mouse.park;
        let found = || resting_place(content, self.ports.eye.calibration()?);
        let (x, y) = own.or_else(found)?;
        Some((window.content.x + x, window.content.y + y))
    }

    /// Carries out steps in order; answers whether all were.
    fn take_steps(&mut self, steps: &[Step]) -> bool {
        let Ok(window) = self.ports.eye.find_window() else {
            return false;
        };
        let park = self.resting_pixel();
        self.ports.hand.allow(&window, park);
        for step in steps {
            let gesture = match step {
                Step::Key(keys) => Gesture::key(keys.clone()),
                Step::Text(text) => Gesture::text(text.clone()),
                Step::Click((x, y)) => Gesture::click(window.content.x + x, window.content.y + y, 30),
                Step::ClickTemplate(name) => match self.find_template(name) {
                    Some((x, y)) => Gesture::click(window.content.x + x, window.content.y + y, 30),
                    None => return false,
                },
                Step::WaitMs(ms) => Gesture::wait(*ms),
            };
            if !self.take_step(gesture, step, park) {
                return false;
            }
        }
        true
    }

    fn take_step(&mut self, mut gesture: Gesture, step: &Step, park: Option<(i32, i32)>) -> bool {
        if self.ports.hand.is_dry() {
            eprintln!("dry run: would take step {step:?}");
            return true;
        }
        if matches!(step, Step::Key(_) | Step::Text(_)) && !self.focus() {
            self.events.push_back(Event::Refused(
                "the client's window does not take the keyboard".to_owned(),
            ));
            return false;
        }
        if let (Some((x, y)), true) = (park, gesture.presses() > 0) {
            gesture = gesture.then(Gesture::park(x, y));
        }
        let id = self.ports.eye.window().map(|window| window.id);
        let mut around = Focus {
            clock: &mut self.clock,
            desktop: self.ports.eye.desktop(),
            id,
        };
        let now_ms = around.clock.now_ms();
        match self.ports.hand.perform(&gesture, now_ms, &mut around) {
            Ok(()) => true,
            Err(refusal) => {
                self.refused(&refusal);
                false
            }
        }
    }

    fn find_template(&mut self, name: &str) -> Option<(i32, i32)> {
        let frame = self.ports.eye.content().ok()?;
        let picture = self.ports.client.template(name)?;
        screen_state::find(picture, &frame, frame.area())
            .filter(|sighting| sighting.score >= 0.9)
            .map(|found| found.at)
    }

    /// Gives the client's window the keyboard.
    fn focus(&mut self) -> bool {
        let Some(id) = self.ports.eye.window().map(|window| window.id) else {
            return false;
        };
        for _ in 0..5 {
            if self.ports.eye.desktop().focused() == Ok(Some(id)) {
                return true;
            }
            let _ = self.ports.eye.desktop().activate(id);
            self.clock.wait_ms(MANAGER_MS);
        }
        self.ports.eye.desktop().focused() == Ok(Some(id))
    }

    fn mend(&mut self, remedy: Remedy) -> Result<(), String> {
        if self.ports.hand.is_dry() && remedy == Remedy::RestartClient {
            return Err("a dry run starts and ends no programs".to_owned());
        }
        match remedy {
            Remedy::Raise => {
                let window = match self.ports.eye.find_window() {
                    Ok(window) => window,
                    Err(Blindness::Hidden) => self.ports.eye.window().cloned().ok_or("no window")?,
                    Err(blindness) => return Err(blindness.words()),
                };
                self.ports
                    .eye
                    .desktop()
                    .activate(window.id)
                    .map_err(|error| error.to_string())?;
                self.clock.wait_ms(2 * MANAGER_MS);
                Ok(())
            }
            Remedy::Locate => self.find_board().map(|_| ()),
            Remedy::RestartClient => {
                if !self.ports.may_launch {
                    return Err("this session may not start the client".to_owned());
                }
                self.end_client();
                self.ports.eye.forget_board();
                self.start_client()?;
                self.find_board().map(|_| ())
            }
        }
    }

    /// Asks the client to close, waits, and ends it by force if it does not obey.
    fn end_client(&mut self) {
        if let Ok(window) = self.ports.eye.find_window() {
            let _ = self.ports.eye.desktop().close(window.id);
        }
        let Some(mut running) = self.running.take() else {
            return;
        };
        let until_ms = self.clock.now_ms() + CLOSE_MS;
        while !running.has_ended() && self.clock.now_ms() < until_ms {
            self.clock.wait_ms(50);
        }
        running.kill();
        self.clock.wait_ms(100);
        running.reap();
    }

    fn leave(&mut self) {
        if self.running.is_some() {
            self.end_client();
        }
    }
}

/// The board that games are played on.
fn empty_board(client: &Client, calibration: &Calibration) -> Result<gomoku::Position, Complaint> {
    let size = calibration.columns;
    let bad = |words: String| {
        Complaint::new(
            words,
            "Gomoku is played on square boards of 5 to 22 points a side",
        )
    };
    if calibration.columns != calibration.rows {
        return Err(bad(format!(
            "the board found has {} columns and {} rows",
            size, calibration.rows
        )));
    }
    gomoku::Position::new(size, client.profile.board.rule).map_err(|error| bad(error.to_string()))
}
