//! Sits down at a client and plays, while everything that the session decides is overheard: what began, how it ended, what had
//! to be mended. Keeps no games: a client that is being learned is not yet one whose games count.

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use referee::{gomoku, record::Record, seat::Seat, verdict::Verdict};

use crate::{
    filming::{Watch, locked},
    learnable::Learnable,
};
use base::clock::Stopwatch;
use bot::{
    board_reader::BoardReader,
    interceptor::Interceptor,
    mouse::GuardedMouse,
    pilot::{Pilot, Ports, SessionOutcome},
    recorder::{Names, Recorder},
};
use engines::worker::Thinker;
use profile::{bounds::Bounds, client::Client, launch};
use session::event::{Action, Remedy};
use watch::observer::Nobody;

/// When it has played enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// One game is over.
    GameOver,
    /// The game after it has begun.
    NextBegins,
}

/// What was overheard.
#[derive(Clone, Debug, Default)]
pub struct Overheard {
    /// Our seats in the games that began.
    pub began: Vec<Seat>,
    /// How games ended.
    pub ends: Vec<Verdict>,
    /// How often the client was started again.
    pub restarts: u32,
    /// What went wrong, in words.
    pub faults: Vec<String>,
    /// How the session ended, in words.
    pub why: String,
    /// Whether a person stopped it.
    pub interrupted: bool,
}

/// What it plays with.
pub struct Tools<P: Learnable = gomoku::Position> {
    /// A board reader on the client.
    pub reader: BoardReader<P>,
    /// The mouse.
    pub mouse: GuardedMouse,
    /// Chooses the moves.
    pub engine: Box<dyn Thinker<P>>,
    /// Counts Ctrl-C.
    pub interrupts: Arc<AtomicUsize>,
    /// Milliseconds for a move.
    pub turn_ms: Option<u64>,
}

/// Plays on that client; the watch is told of games.
///
/// # Errors
/// The client or its board is not found.
pub fn play<P: Learnable>(
    client: Client,
    tools: Tools<P>,
    until: Until,
    watch: &Arc<Mutex<Watch<P>>>,
) -> anyhow::Result<Overheard> {
    let heard = Arc::new(Mutex::new(Overheard::default()));
    let enough = Arc::new(AtomicBool::new(false));
    let names = Names {
        own: "Tengen".to_owned(),
        opponent: client.profile.title.clone(),
        client: client.name.clone(),
        engine: tools.engine.spec().to_owned(),
    };
    let games = match until {
        Until::GameOver => 1,
        Until::NextBegins => 2,
    };
    let bounds = Bounds {
        games,
        turn_ms: tools.turn_ms,
        ..client.bounds()
    };
    let clock = Stopwatch::start();
    let may_launch = client.profile.launch.is_some() && until == Until::NextBegins;
    let mut spy = Spy {
        heard: Arc::clone(&heard),
        enough: Arc::clone(&enough),
        interrupts: Arc::clone(&tools.interrupts),
        watch: Arc::clone(watch),
        until,
    };
    let ports = Ports {
        recorder: Recorder::new(None, names, Vec::new(), clock.clone()),
        observer: Box::new(Nobody),
        launcher: Box::new(launch::System),
        clock,
        interrupts: Arc::clone(&tools.interrupts),
        pause: Arc::default(),
        client,
        reader: tools.reader,
        mouse: tools.mouse,
        engine: tools.engine,
        may_launch,
        faults: None,
    };
    let ending: SessionOutcome = Pilot::new(ports, bounds).run_through(&mut spy)?;
    let mut heard = heard.lock().unwrap_or_else(PoisonError::into_inner).clone();
    if enough.load(Ordering::SeqCst) {
        tools.interrupts.store(0, Ordering::SeqCst);
    } else {
        heard.interrupted = tools.interrupts.load(Ordering::SeqCst) > 0 || ending.interrupted;
    }
    heard.why = ending.why;
    Ok(heard)
}

/// Overhears what a session decides.
struct Spy<P: Learnable> {
    heard: Arc<Mutex<Overheard>>,
    enough: Arc<AtomicBool>,
    interrupts: Arc<AtomicUsize>,
    watch: Arc<Mutex<Watch<P>>>,
    until: Until,
}

impl<P: Learnable> Interceptor<P> for Spy<P> {
    fn intercept(&mut self, action: Action<P>) -> Vec<Action<P>> {
        self.hear(&action);
        vec![action]
    }
}

impl<P: Learnable> Spy<P> {
    fn hear(&self, action: &Action<P>) {
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        match action {
            Action::Begin { own_seat, position } => {
                heard.began.push(*own_seat);
                let game = Record {
                    own_seat: Some(*own_seat),
                    ..Record::started(position.beginning())
                };
                locked(&self.watch).began(&game);
                if self.until == Until::NextBegins && !heard.ends.is_empty() {
                    self.stop();
                }
            }
            Action::End(verdict) => {
                heard.ends.push(*verdict);
                locked(&self.watch).ended(*verdict);
            }
            Action::Remedy(Remedy::RestartClient) => {
                heard.restarts += 1;
                if !heard.ends.is_empty() {
                    // What is tried has failed; the rest would be another session.
                    self.stop();
                }
            }
            Action::Fault { kind, detail } => heard.faults.push(format!("{kind}: {detail}")),
            _ => {}
        }
    }

    fn stop(&self) {
        self.enough.store(true, Ordering::SeqCst);
        self.interrupts.store(2, Ordering::SeqCst);
    }
}
