//! Carries out what the session decides, on the real ports, and tells it what came of it. The only loop
//! of the bot, and the only place where it waits. It decides nothing about games.

mod arrival;
mod dismissal;
mod lesson;
mod opponent;
mod playing;
mod requests;
mod rhythm;
mod screens;
mod steps;
mod telling;

use std::{
    collections::VecDeque,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use referee::{gomoku, seat::Seat, verdict::Reason};
use vision::window::Drawing;

use self::{
    lesson::Lesson, opponent::Opposite, playing::Misses, requests::Asked, rhythm::Rhythm, screens::Signs,
};
use crate::{
    board_reader::BoardReader,
    event::{Action, Blindness, Event, Remedy},
    fault_bundle,
    mouse::{GuardedMouse, resting_place},
    pulse::Pulse,
    recorder::Recorder,
    session::{Session, Unfinished},
};
use base::clock::Clock;
use engines::worker::Thinker;
use profile::{bounds::Bounds, client::Client, launch, pipeline::Pipeline, screen::During};
use watch::observer::{End, Observer};

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
pub type ActionHook = Box<dyn FnMut(Action) -> Vec<Action> + Send>;

/// Everything that a session works on.
pub struct Ports {
    /// The client's profile.
    pub client: Client,
    /// Its window and board.
    pub eye: BoardReader,
    /// The mouse.
    pub hand: GuardedMouse,
    /// The engine.
    pub mind: Box<dyn Thinker>,
    /// Journal and store.
    pub recorder: Recorder,
    /// Who is told how it goes.
    pub observer: Box<dyn Observer>,
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
    pub bend: Option<ActionHook>,
    /// Where faults are kept; `None` keeps none.
    pub faults: Option<fault_bundle::Bundles>,
}

/// The bot at work.
pub struct Pilot {
    ports: Ports,
    clock: Clock,
    bounds: Bounds,
    running: Option<Box<dyn launch::Running>>,
    events: VecDeque<Event>,
    person: bool,
    misses: Misses,
    /// How often in a row the window did not get the keyboard.
    keys_refused: u32,
    interrupts_heard: usize,
    /// Whether the stop key or the stop corner ended it.
    is_stopped: bool,
    pipeline: Pipeline,
    signs: Signs,
    asked: Asked,
    opposite: Opposite,
    screens_ms: u64,
    /// Whether the board was up at the last look for its signs.
    board_is_up: bool,
    /// Why the content could not be looked at for those signs.
    unseen: Option<Blindness>,
    /// What the session is about.
    during: During,
    /// Our seat in the game in hand.
    own_seat: Option<Seat>,
    /// Since when every look differed from the one before.
    moving_since_ms: Option<u64>,
    rhythm: Rhythm,
    /// What is to be learned once the picture rests.
    lesson: Option<Lesson>,
    /// Whether the engine was asked and has not answered.
    is_thinking: bool,
    ending: Option<Ending>,
    pulse: Pulse,
}

/// Longest animation that is waited for.
const MOVING_MS: u64 = 1_500;
/// For a window manager to obey.
const MANAGER_MS: u64 = 300;
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
            opposite: Opposite::default(),
            board_is_up: true,
            unseen: None,
            during: During::Any,
            own_seat: None,
            ports,
            pulse: Pulse::new(&bounds),
            bounds,
            running: None,
            events: VecDeque::new(),
            person: false,
            misses: Misses::default(),
            keys_refused: 0,
            interrupts_heard: 0,
            is_stopped: false,
            screens_ms: 0,
            moving_since_ms: None,
            rhythm: Rhythm::default(),
            lesson: None,
            is_thinking: false,
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
            self.ports.observer.hears_end(End { why, in_order });
        }
        result
    }

    fn run_to_end(&mut self) -> anyhow::Result<Ending> {
        let empty = match self.arrive() {
            Err(_) if self.hears_stop() => return self.stop_at_the_door(),
            arrived => arrived?,
        };
        if let Some(window) = self.ports.eye.window() {
            self.ports.recorder.arrives(window, &self.ports.client);
        }
        let unfinished = self.ports.recorder.unfinished(&empty)?;
        let result = self.play(empty, unfinished);
        self.leave();
        result
    }

    fn play(&mut self, empty: gomoku::Position, unfinished: Option<Unfinished>) -> anyhow::Result<Ending> {
        if let Some(game) = &unfinished {
            self.opposite = Opposite::of_game(game.own_seat);
        }
        let mut session = Session::new(self.bounds.clone(), empty, unfinished);
        loop {
            let began_ms = self.clock.now_ms();
            self.listen();
            self.look();
            if session.is_playing() {
                self.look_opposite()?;
            }
            while let Some(event) = self.events.pop_front() {
                let actions = session.step(event, self.clock.now_ms());
                self.own_seat = session.own_seat();
                for action in actions {
                    let bent = match &mut self.ports.bend {
                        Some(bend) => bend(action),
                        None => vec![action],
                    };
                    for action in bent {
                        self.perform(action)?;
                    }
                }
            }
            self.tell_disk()?;
            self.pulse.looked();
            self.tell_health(&session)?;
            // A game that was taken up again never began here, and its screens are those of a game all the same.
            if session.is_playing() {
                self.during = During::Game;
            }
            if let Some(ending) = self.ending.take() {
                self.tell_end(&session, &ending)?;
                self.ports.recorder.close(&ending.why)?;
                return Ok(Ending {
                    games: session.games_done(),
                    ..ending
                });
            }
            self.rest(began_ms);
        }
    }

    /// Waits for the next look: until it is due, something is drawn in the window, or the engine answers.
    fn rest(&mut self, began_ms: u64) {
        let now_ms = self.clock.now_ms();
        let due_ms = self.rhythm.due_ms(began_ms, now_ms, &self.bounds);
        let mut left_ms = due_ms.saturating_sub(now_ms);
        while left_ms > 0 {
            let piece_ms = if self.is_thinking {
                left_ms.min(self.bounds.answer_ms)
            } else {
                left_ms
            };
            let drawing = match self.rhythm.may_be_woken() {
                true => self.ports.eye.await_drawing(piece_ms),
                false => Drawing::Unknown,
            };
            match drawing {
                Drawing::Drawn => return self.rhythm.wake(),
                Drawing::Still => {}
                Drawing::Unknown => self.clock.wait_ms(piece_ms),
            }
            if self.is_thinking && self.hear_engine() {
                return;
            }
            left_ms = due_ms.saturating_sub(self.clock.now_ms());
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
        self.hear_engine();
    }

    /// Whether the engine has answered.
    fn hear_engine(&mut self) -> bool {
        let Some((answer, spent_ms)) = self.ports.mind.poll(self.clock.now_ms()) else {
            return false;
        };
        self.is_thinking = false;
        let request = answer.request;
        self.events.push_back(match answer.result {
            Ok(thought) => Event::Thought {
                request,
                thought,
                spent_ms,
            },
            Err(error) => Event::EngineFailed { request, error },
        });
        true
    }

    /// Pixels that change are an animation: a stone that fades in, a pointer that passes. It is waited for, but not
    /// for ever: some clients never rest.
    fn is_animated(&mut self, now_ms: u64) -> bool {
        now_ms < *self.moving_since_ms.get_or_insert(now_ms) + MOVING_MS
    }

    fn look(&mut self) {
        let began_ms = self.clock.now_ms();
        if self.rhythm.may_be_woken() {
            // What was drawn up to here is in the picture that is captured.
            self.ports.eye.await_drawing(0);
        }
        let captured = self.ports.eye.capture();
        self.rhythm.saw(captured == Ok(true), self.clock.now_ms());
        if !self.look_around(captured == Ok(true)) {
            self.events.push_back(match captured {
                // Another screen than the board was up when the content was last seen.
                Ok(_) | Err(Blindness::NoBoard) => match self.unseen.clone() {
                    None => Event::Away,
                    Some(blindness) => Event::Blind(blindness),
                },
                Err(blindness) => Event::Blind(blindness),
            });
            return;
        }
        let over = self.is_screen_up();
        let read = captured.and_then(|_| self.ports.eye.read(over));
        if let Ok(look) = &read {
            self.study(look);
        }
        match read {
            Ok(look) if look.changed && self.is_animated(began_ms) => {
                self.events.push_back(Event::Stirred(look.observation));
            }
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

    fn perform(&mut self, action: Action) -> anyhow::Result<()> {
        let now_ms = self.clock.now_ms();
        match action {
            Action::NewGame(seat) => {
                self.await_disk()?;
                self.during = During::Opening;
                let steps = self.ports.client.profile.new_game.steps_for(seat);
                self.take_steps(&steps, None);
                self.events.push_back(Event::Asked);
            }
            Action::Resign => {
                let resign = self.ports.client.profile.policy.resign.clone();
                self.take_steps(&resign.map(|resign| resign.steps).unwrap_or_default(), None);
            }
            Action::Answer {
                number,
                request,
                answer,
            } => self.answer(number, request, answer),
            Action::AnswerScreen { number } => self.answer_screen(number),
            Action::Think {
                request,
                position,
                limits,
            } => {
                self.is_thinking = true;
                self.ports.mind.ask(request, position, limits, now_ms);
            }
            Action::CancelThink => {
                self.is_thinking = false;
                self.ports.mind.forget();
            }
            Action::Click(point) => self.click(point),
            Action::Dismiss(key) => self.dismiss(key),
            Action::Remedy(remedy) => {
                let result = self.mend(remedy);
                self.events.push_back(Event::Remedied(result));
            }
            Action::Begin { own_seat, position } => {
                self.during = During::Game;
                self.pipeline.refresh();
                self.pulse.turned();
                self.opposite = Opposite::of_game(own_seat);
                self.ports.recorder.begin(own_seat, &position)?;
            }
            Action::Learn(truth) => self.take_lesson(truth),
            Action::Ply { index, seat, ply } => {
                self.opposite.hears_ply(index);
                self.ports.recorder.ply(index, seat, &ply)?;
            }
            Action::TakenBack { plies } => self.ports.recorder.take_back(plies)?,
            Action::End(verdict) => {
                self.during = During::Any;
                self.pipeline.refresh();
                self.pulse.turned();
                // A game that could not be followed may be the fault of what was learned: the next one does without.
                if verdict.reason == Reason::Aborted {
                    self.lesson = None;
                    self.ports.eye.forget_looks();
                }
                self.ports.recorder.end(verdict)?;
            }
            Action::Study { position, verdict } => self.ports.mind.game_over(position, verdict),
            Action::Fault { kind, detail } => {
                let picture = self.keep_picture(kind);
                let shown = picture.map(|path| format!(" [{path}]")).unwrap_or_default();
                let told = format!("{detail}{shown}");
                self.ports.recorder.fault(kind, &told)?;
                self.pulse.fault(kind);
                self.ports.observer.hears_fault(kind, &told);
            }
            Action::Say(words) => self.ports.recorder.note(&words)?,
            Action::Finish { why, done } => {
                let interrupted = self.is_stopped || self.interrupts() > 1;
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
        let fault = fault_bundle::Fault {
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
                    .recorder
                    .say(&format!("nothing kept of the fault: {why}"));
                None
            }
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
        self.lesson = None;
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
