//! Carries out what the session decides, on the real ports, and tells it what came of it. The only loop
//! of the bot, and the only place where it waits. It decides nothing about games.

mod requests;
mod screens;
mod telling;

use std::{
    collections::VecDeque,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use actuator::guard::{Refusal, Surroundings};
use referee::{gomoku, point::Point};

use self::{requests::Asked, screens::Signs};
use super::{
    bounds::Bounds,
    bundle,
    clock::Clock,
    event::{Action, Blindness, Event, Remedy},
    eye::Eye,
    hand::{Hand, resting_place},
    health::Pulse,
    mind::Thinker,
    onlooker::{End, Onlooker},
    scribe::Scribe,
    session::{Session, Unfinished},
};
use crate::{
    client::{Client, launch, pipeline::Pipeline, screen::During},
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

/// Puts other actions in an action's place.
pub type Bend = Box<dyn FnMut(Action) -> Vec<Action> + Send>;

/// Everything that a session works on.
pub struct Ports {
    /// The client's profile.
    pub client: Client,
    /// Its window and board.
    pub eye: Eye,
    /// The mouse.
    pub hand: Hand,
    /// The engine.
    pub mind: Box<dyn Thinker>,
    /// Journal and store.
    pub scribe: Scribe,
    /// Who is told how it goes.
    pub onlooker: Box<dyn Onlooker>,
    /// Starts the client's program.
    pub launcher: Box<dyn launch::Launcher>,
    /// Time.
    pub clock: Clock,
    /// Counts Ctrl-C: one finishes the game in hand, two stop at once.
    pub interrupts: Arc<AtomicUsize>,
    /// Whether the client's program may be started and ended.
    pub may_launch: bool,
    /// What is done in place of each action that the session decides; `None` does just that. For those who break a
    /// session on purpose.
    pub bend: Option<Bend>,
    /// Where faults are kept; `None` keeps none.
    pub faults: Option<bundle::Bundles>,
}

/// The bot at work.
pub struct Pilot {
    ports: Ports,
    clock: Clock,
    bounds: Bounds,
    running: Option<Box<dyn launch::Running>>,
    events: VecDeque<Event>,
    person: bool,
    interrupts_heard: usize,
    pipeline: Pipeline,
    signs: Signs,
    asked: Asked,
    screens_ms: u64,
    /// Whether the board was up at the last look for its signs.
    board_is_up: bool,
    /// What the session is about.
    during: During,
    /// Since when every look differed from the one before.
    moving_since_ms: Option<u64>,
    ending: Option<Ending>,
    pulse: Pulse,
}

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
            clock: ports.clock.clone(),
            pipeline: Pipeline::new(ports.client.profile.screens.clone()),
            signs: Signs::new(&ports.client),
            asked: Asked::default(),
            board_is_up: true,
            during: During::Any,
            ports,
            pulse: Pulse::new(&bounds),
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
        let result = self.run_to_end();
        if let Err(error) = &result {
            let (why, in_order) = (&*format!("{error:#}"), false);
            self.ports.onlooker.hears_end(End { why, in_order });
        }
        result
    }

    fn run_to_end(&mut self) -> anyhow::Result<Ending> {
        let empty = self.arrive()?;
        let unfinished = self.ports.scribe.unfinished(&empty)?;
        let result = self.play(empty, unfinished);
        self.leave();
        result
    }

    /// Finds or starts the client and answers with its empty board.
    fn arrive(&mut self) -> Result<gomoku::Position, Complaint> {
        let title = self.ports.client.profile.title.clone();
        if self.ports.eye.find_window() == Err(Blindness::WindowGone) {
            if !self.ports.may_launch {
                return Err(Complaint::new(
                    format!("window not found: {}", self.sought()),
                    "start the client first, or let the profile's [launch] start it",
                ));
            }
            self.ports.scribe.say(&format!("starting {title}"));
            self.start_client()
                .map_err(|why| Complaint::new(why, "start the client by hand and try again"))?;
        }
        // A client with a lobby shows its board only in a game; its profile says how large it is.
        if let (false, Some(empty)) = (self.look_around(true), self.ports.client.empty_board()) {
            let _ = self.ports.eye.fit_window();
            return Ok(empty);
        }
        self.find_board().map_err(|why| {
            Complaint::new(
                format!("cannot find the board of {title}: {why}"),
                "make sure that the board is wholly visible; `tengen calibrate` shows what is found",
            )
        })?;
        empty_board(&self.ports)
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
        self.running = Some(
            self.ports
                .launcher
                .start(&launch)
                .map_err(|complaint| complaint.message)?,
        );
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
    fn find_board(&mut self) -> Result<(), String> {
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
                Ok(_) => return Ok(()),
                Err(_) if !self.look_around(true) => return Ok(()),
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
                    let bent = match &mut self.ports.bend {
                        Some(bend) => bend(action),
                        None => vec![action],
                    };
                    for action in bent {
                        self.perform(action)?;
                    }
                }
            }
            self.pulse.looked();
            self.tell_health(&session)?;
            if let Some(ending) = self.ending.take() {
                self.tell_end(&session, &ending)?;
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
        let captured = self.ports.eye.capture();
        if !self.look_around(captured == Ok(true)) {
            self.events.push_back(match captured {
                Ok(_) | Err(Blindness::NoBoard) => Event::Away,
                Err(blindness) => Event::Blind(blindness),
            });
            return;
        }
        match captured.and_then(|_| self.ports.eye.read()) {
            Ok(look) if look.changed && self.is_animated(began_ms) => {}
            Ok(look) => {
                self.moving_since_ms = if look.changed { self.moving_since_ms } else { None };
                self.events.push_back(Event::Read(look.observation));
            }
            // The board came up for the first time.
            Err(Blindness::NoBoard) if self.ports.eye.calibration().is_none() => {
                if let Err(blindness) = self.ports.eye.locate() {
                    self.events.push_back(Event::Blind(blindness));
                }
            }
            Err(blindness) => self.events.push_back(Event::Blind(blindness)),
        }
        if let Some(window) = self.ports.eye.window() {
            let window = window.clone();
            let park = self.resting_pixel();
            self.ports.hand.allow(&window, park);
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
                self.during = During::Opening;
                let steps = self.ports.client.profile.new_game.steps.clone();
                self.take_steps(&steps, &[]);
            }
            Action::Resign => {
                let resign = self.ports.client.profile.policy.resign.clone();
                self.take_steps(&resign.map(|resign| resign.steps).unwrap_or_default(), &[]);
            }
            Action::Answer {
                number,
                request,
                answer,
            } => self.answer(number, request, answer),
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
            Action::Begin { own_seat, position } => {
                self.during = During::Game;
                self.pipeline.refresh();
                self.pulse.turned();
                self.ports.scribe.begin(own_seat, &position)?;
            }
            Action::Learn(truth) => self.ports.eye.learn(truth.as_deref()),
            Action::Ply { index, seat, ply } => self.ports.scribe.ply(index, seat, &ply)?,
            Action::TakenBack { plies } => self.ports.scribe.take_back(plies)?,
            Action::End(verdict) => {
                self.during = During::Any;
                self.pipeline.refresh();
                self.pulse.turned();
                self.ports.scribe.end(verdict)?;
            }
            Action::Fault { kind, detail } => {
                let picture = self.keep_picture(kind);
                let shown = picture.map(|path| format!(" [{path}]")).unwrap_or_default();
                let told = format!("{detail}{shown}");
                self.ports.scribe.fault(kind, &told)?;
                self.pulse.fault(kind);
                self.ports.onlooker.hears_fault(kind, &told);
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
            at_ms: self.clock.wall_ms(),
            frames: self.ports.eye.looks_before().chain([frame]).collect(),
            calibration,
            seen,
        };
        match bundles.keep(&fault) {
            Ok(path) => Some(path.display().to_string()),
            Err(why) => {
                self.ports
                    .scribe
                    .say(&format!("nothing kept of the fault: {why}"));
                None
            }
        }
    }

    fn click(&mut self, point: Point) {
        if !self.is_our_turn() {
            self.events.push_back(Event::NotYet);
            return;
        }
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
            let words = format!("dry run: would click {point} at pixel {},{}", pixel.0, pixel.1);
            self.ports.scribe.say(&words);
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
            Remedy::Locate => self.find_board(),
            Remedy::RestartClient => {
                if !self.ports.may_launch {
                    return Err("this session may not start the client".to_owned());
                }
                self.end_client();
                self.ports.eye.forget_board();
                self.start_client()?;
                self.find_board()
            }
            Remedy::StartOver => {
                self.pipeline = Pipeline::new(self.ports.client.profile.screens.clone());
                self.signs = Signs::new(&self.ports.client);
                self.during = During::Any;
                self.moving_since_ms = None;
                self.ports.eye.forget_board();
                self.find_board()
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
fn empty_board(ports: &Ports) -> Result<gomoku::Position, Complaint> {
    let bad = |words: String| {
        Complaint::new(
            words,
            "Gomoku is played on square boards of 5 to 22 points a side",
        )
    };
    let Some(calibration) = ports.eye.calibration() else {
        return Err(Complaint::new(
            "the board is not up and the profile does not say how large it is",
            "give columns and rows under [board]",
        ));
    };
    if calibration.columns != calibration.rows {
        return Err(bad(format!(
            "the board found has {} columns and {} rows",
            calibration.columns, calibration.rows
        )));
    }
    gomoku::Position::new(calibration.columns, ports.client.profile.board.rule)
        .map_err(|error| bad(error.to_string()))
}
