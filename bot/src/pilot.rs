//! Carries out what the session decides, on the real ports, and tells it what came of it. The only loop
//! of the bot, and the only place where it waits. It decides nothing about games.

mod arrival;
mod attention;
mod beside;
mod dismissal;
mod lesson;
mod lit;
mod looking;
mod mending;
mod missed_gestures;
mod opponent;
mod page_signs;
mod performing;
mod person;
mod playing;
mod requests;
mod rhythm;
mod screens;
mod signs;
mod slide;
mod steps;
mod strokes;
mod telling;
mod transcript;
mod unplayed;

use std::{
    collections::VecDeque,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use referee::{gomoku, seat::Seat};
use vision::window::Drawing;

use self::{
    attention::RepeatedClick, lesson::Lesson, missed_gestures::MissedGestures, opponent::Opposite,
    person::Person, rhythm::Rhythm, screens::Screens, telling::Telling, transcript::Transcript,
};
use crate::{
    board_reader::BoardReader,
    fault_bundle,
    interceptor::{Interceptor, PassThrough},
    mouse::GuardedMouse,
    recorder::Recorder,
};
use base::clock::Stopwatch;
use engines::worker::Thinker;
use profile::{bounds::Bounds, client::Client, launch, screen::During};
use session::{Session, Unfinished, event::Event, live_game::playable::Playable};
use watch::observer::{Observer, SessionEnd};

/// How a session ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionOutcome {
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
pub struct Ports<P: Playable = gomoku::Position> {
    /// The client's profile.
    pub client: Client,
    /// Its window and board.
    pub reader: BoardReader<P>,
    /// The mouse.
    pub mouse: GuardedMouse,
    /// The engine.
    pub engine: Box<dyn Thinker<P>>,
    /// Journal and store.
    pub recorder: Recorder,
    /// Who is told how it goes.
    pub observer: Box<dyn Observer>,
    /// Starts the client's program.
    pub launcher: Box<dyn launch::Launcher>,
    /// Time.
    pub clock: Stopwatch,
    /// Counts Ctrl-C and what is as good: one finishes the game in hand, two stop at once.
    pub interrupts: Arc<AtomicUsize>,
    /// Whether a person wants no other game to begin for the time being.
    pub pause: Arc<AtomicBool>,
    /// Whether the client's program may be started and ended.
    pub may_launch: bool,
    /// Where faults are kept; `None` keeps none.
    pub faults: Option<fault_bundle::Bundles>,
}

/// The bot at work.
pub struct Pilot<P: Playable = gomoku::Position> {
    ports: Ports<P>,
    bounds: Bounds,
    /// The client's program, if it was started here.
    running: Option<Box<dyn launch::Running>>,
    /// What the session has not heard yet.
    events: VecDeque<Event<P>>,
    person: Person,
    missed_gestures: MissedGestures,
    repeated: RepeatedClick,
    screens: Screens,
    /// The opponent of the last game that began.
    opposite: Option<Opposite>,
    /// Our seat in the game in hand.
    own_seat: Option<Seat>,
    rhythm: Rhythm,
    /// What is to be learned once the picture rests.
    lesson: Option<Lesson<P>>,
    /// Whether the engine was asked and has not answered.
    is_thinking: bool,
    /// Columns and rows of the board that the session knows of.
    board_size: Option<(u8, u8)>,
    /// Whether it was told that the board is not as large as the profile says.
    has_told_size: bool,
    telling: Telling<P>,
}

/// For a window manager to obey.
const MANAGER_MS: u64 = 300;

impl<P: Playable> Pilot<P> {
    /// A pilot that has not looked at anything yet.
    pub fn new(ports: Ports<P>, bounds: Bounds) -> Pilot<P> {
        Pilot {
            screens: Screens::new(&ports.client),
            ports,
            telling: Telling::new(&bounds),
            bounds,
            running: None,
            events: VecDeque::new(),
            person: Person::default(),
            missed_gestures: MissedGestures::default(),
            repeated: RepeatedClick::default(),
            opposite: None,
            own_seat: None,
            rhythm: Rhythm::default(),
            lesson: None,
            is_thinking: false,
            board_size: None,
            has_told_size: false,
        }
    }

    /// Finds or starts the client, plays, and ends what it started.
    ///
    /// # Errors
    /// The client cannot be found or started, its board cannot be found, or nothing can be written down any more.
    pub fn run(&mut self) -> anyhow::Result<SessionOutcome> {
        self.run_through(&mut PassThrough)
    }

    /// The same, with somebody between what the session decides and what is done.
    ///
    /// # Errors
    /// As [`Pilot::run`].
    pub fn run_through(&mut self, interceptor: &mut dyn Interceptor<P>) -> anyhow::Result<SessionOutcome> {
        let result = self.run_to_end(interceptor);
        if let Err(error) = &result {
            let (why, in_order) = (&*format!("{error:#}"), false);
            self.ports.observer.hears_end(SessionEnd { why, in_order });
        }
        result
    }

    fn run_to_end(&mut self, interceptor: &mut dyn Interceptor<P>) -> anyhow::Result<SessionOutcome> {
        let empty = match self.arrive() {
            Err(_) if self.hears_stop() => return self.stop_at_the_door(),
            arrived => arrived?,
        };
        if let Some(window) = self.ports.reader.window() {
            self.ports.recorder.arrives(window, &self.ports.client);
        }
        let unfinished = self.ports.recorder.unfinished(&empty)?;
        let result = self.play(empty, unfinished, interceptor);
        self.leave();
        result
    }

    fn play(
        &mut self,
        empty: P,
        unfinished: Option<Unfinished<P>>,
        interceptor: &mut dyn Interceptor<P>,
    ) -> anyhow::Result<SessionOutcome> {
        self.opposite = unfinished.as_ref().map(|game| Opposite::of_game(game.own_seat));
        if unfinished.is_some() {
            // Where the pointer was left, a client may show the shadow of a stone.
            self.park();
        }
        let mut session = Session::new(self.bounds.clone(), empty, unfinished);
        self.screens.holds_results = false;
        loop {
            let began_ms = self.ports.clock.now_ms();
            // A game that was taken up again never began here, and its screens are those of a game all the same.
            if session.may_be_playing() {
                self.screens.during = During::Game;
            }
            self.listen();
            self.look();
            if session.is_playing() {
                self.look_opposite()?;
            }
            let ending = self.perform_all(&mut session, interceptor)?;
            self.tell_disk()?;
            self.telling.pulse.looked();
            self.tell_health(&session)?;
            if let Some(ending) = ending {
                self.tell_end(&session, &ending)?;
                self.ports.recorder.close(&ending.why)?;
                return Ok(SessionOutcome {
                    games: session.games_done(),
                    ..ending
                });
            }
            self.rest(began_ms);
        }
    }

    /// Tells the session what happened, and does what it decides. Answers how the session ended, if it did.
    fn perform_all(
        &mut self,
        session: &mut Session<P>,
        interceptor: &mut dyn Interceptor<P>,
    ) -> anyhow::Result<Option<SessionOutcome>> {
        let mut ending = None;
        while let Some(event) = self.events.pop_front() {
            self.telling.transcript.hears(&event);
            interceptor.hears(&event);
            let actions = session.step(event, self.ports.clock.now_ms());
            self.own_seat = session.own_seat();
            for action in actions {
                Transcript::<P>::asks(&action);
                for action in interceptor.intercept(action) {
                    ending = self.perform(action)?.or(ending);
                }
            }
        }
        Ok(ending)
    }

    /// Waits for the next look: until it is due, something is drawn in the window, or the engine answers.
    fn rest(&mut self, began_ms: u64) {
        let now_ms = self.ports.clock.now_ms();
        let due_ms = self.rhythm.due_ms(began_ms, &self.bounds);
        let mut left_ms = due_ms.saturating_sub(now_ms);
        while left_ms > 0 {
            let piece_ms = if self.is_thinking {
                left_ms.min(self.bounds.answer_ms)
            } else {
                left_ms
            };
            let drawing = match self.rhythm.may_be_woken() {
                true => self.ports.reader.await_drawing(piece_ms),
                false => Drawing::Unknown,
            };
            match drawing {
                Drawing::Drawn => return self.rhythm.wake(),
                Drawing::Still => {}
                Drawing::Unknown => self.ports.clock.wait_ms(piece_ms),
            }
            if self.is_thinking && self.hear_engine() {
                return;
            }
            left_ms = due_ms.saturating_sub(self.ports.clock.now_ms());
        }
    }

    fn interrupts(&self) -> usize {
        self.ports.interrupts.load(Ordering::SeqCst)
    }

    /// Everything but the board: the person, Ctrl-C, the engine.
    fn listen(&mut self) {
        self.events.push_back(Event::Tick);
        self.events.extend(self.person.interrupt(self.interrupts()));
        if let Some(event) = self.person.pause(self.ports.pause.load(Ordering::SeqCst)) {
            self.telling.pulse.turned();
            self.events.push_back(event);
        }
        match self.ports.mouse.check(self.ports.clock.now_ms()) {
            Ok(()) => self.events.extend(self.person.leave_mouse()),
            Err(refusal) => self.refused(&refusal),
        }
        self.hear_engine();
    }

    /// Whether the engine has answered.
    fn hear_engine(&mut self) -> bool {
        let Some((answer, spent_ms)) = self.ports.engine.poll(self.ports.clock.now_ms()) else {
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
}
