//! The engine in a thread of its own, so that thinking never stops the looking. Answers carry the number
//! of their request; a thread that does not answer in time is left behind and another one is started.

use std::{
    sync::mpsc::{Receiver, Sender, TryRecvError, channel},
    thread,
    time::Duration,
};

use crate::{games::EngineKind, registry};
use referee::{
    gomoku,
    player::{Limits, Player, PlayerError, Stop, Thought},
    position::Position,
    verdict::Verdict,
};

/// What the engine's thread is told.
enum Request<P> {
    Think {
        number: u64,
        position: P,
        limits: Limits,
        /// What is done after the answer: nothing, or thinking on the other side's time until this is raised.
        ponder: Option<Stop>,
    },
    GameOver {
        position: P,
        verdict: Verdict,
    },
}

/// What an engine said to one request.
#[derive(Debug)]
pub struct Answer<P: Position = gomoku::Position> {
    /// The request's number.
    pub request: u64,
    /// Its move, or why there is none.
    pub result: Result<Thought<P::Move>, PlayerError>,
}

/// Whoever chooses our moves, asked in the background.
pub trait Thinker<P: Position = gomoku::Position>: Send {
    /// The engine's spec.
    fn spec(&self) -> &str;

    /// Asks for a move; the answer comes with `number`.
    fn ask(&mut self, number: u64, position: P, limits: Limits, now_ms: u64);

    /// The answer to the last request is not wanted any more.
    fn forget(&mut self);

    /// A game ended: who learns does so before the next question, within bounds of its own.
    fn game_over(&mut self, position: P, verdict: Verdict) {
        let _ = (position, verdict);
    }

    /// The answer and the milliseconds it took, if there is one.
    fn poll(&mut self, now_ms: u64) -> Option<(Answer<P>, u64)>;
}

/// Makes an engine, again and again.
pub type Builder<P = gomoku::Position> =
    Box<dyn Fn() -> Result<Box<dyn Player<P>>, registry::SpecError> + Send>;

/// One engine, asked in a thread of its own.
pub struct EngineWorker<P: Position = gomoku::Position> {
    spec: String,
    build: Builder<P>,
    requests: Sender<Request<P>>,
    answers: Receiver<Answer<P>>,
    /// Comes when a lesson is over.
    learned: Receiver<()>,
    /// Lessons that were not heard of again.
    lessons: u32,
    waiting: Option<(u64, u64)>,
    silence_ms_max: u64,
    ponders: bool,
    /// Ends the search that was last asked for, and the thinking after it.
    stops: [Stop; 2],
}

/// Silence of an engine that was given no time limit.
const SILENCE_MS: u64 = 120_000;
/// Beyond the given time, before an engine counts as hung.
const GRACE_MS: u64 = 5_000;
/// How long the end of a session waits for what an engine learns from its last game.
const LESSON_MS: u64 = 10_000;

impl<P: EngineKind> EngineWorker<P> {
    /// An engine as `spec` says.
    ///
    /// # Errors
    /// The spec is wrong or the engine cannot be started.
    pub fn start(spec: &str) -> Result<EngineWorker<P>, registry::SpecError> {
        let known = spec.to_owned();
        EngineWorker::of(spec, Box::new(move || P::build(&known)))
    }
}

impl<P: Position + 'static> EngineWorker<P> {
    /// An engine that `build` makes, which goes by the name of `spec`.
    ///
    /// # Errors
    /// As `build`.
    pub fn of(spec: &str, build: Builder<P>) -> Result<EngineWorker<P>, registry::SpecError> {
        let (requests, answers, learned) = spawn(build()?);
        Ok(EngineWorker {
            spec: spec.to_owned(),
            build,
            requests,
            answers,
            learned,
            lessons: 0,
            waiting: None,
            silence_ms_max: SILENCE_MS,
            ponders: false,
            stops: [Stop::default(), Stop::default()],
        })
    }

    /// Whether the engine thinks on the other side's time as well.
    pub fn set_ponders(&mut self, ponders: bool) {
        self.ponders = ponders;
    }

    fn stop(&self) {
        self.stops.iter().for_each(Stop::raise);
    }

    fn replace(&mut self) {
        self.stop();
        if let Ok(player) = (self.build)() {
            (self.requests, self.answers, self.learned) = spawn(player);
            self.lessons = 0;
        }
    }
}

impl<P: Position> Drop for EngineWorker<P> {
    /// Nobody waits for what the thread still thinks about, but the last game's lesson is not cut off by the end of the
    /// program.
    fn drop(&mut self) {
        self.stops.iter().for_each(Stop::raise);
        let patience = Duration::from_millis(LESSON_MS);
        for _ in 0..self.lessons {
            if self.learned.recv_timeout(patience).is_err() {
                break;
            }
        }
    }
}

type Lines<P> = (Sender<Request<P>>, Receiver<Answer<P>>, Receiver<()>);

fn spawn<P: Position + 'static>(player: Box<dyn Player<P>>) -> Lines<P> {
    let (request_sender, requests) = channel::<Request<P>>();
    let (answer_sender, answers) = channel();
    let (learned_sender, learned) = channel();
    thread::spawn(move || serve(player, &requests, &answer_sender, &learned_sender));
    (request_sender, answers, learned)
}

fn serve<P: Position>(
    mut player: Box<dyn Player<P>>,
    requests: &Receiver<Request<P>>,
    answers: &Sender<Answer<P>>,
    learned: &Sender<()>,
) {
    let mut plies_before = usize::MAX;
    while let Ok(request) = requests.recv() {
        let (number, mut position, limits, ponder) = match request {
            Request::Think {
                number,
                position,
                limits,
                ponder,
            } => (number, position, limits, ponder),
            Request::GameOver { position, verdict } => {
                if let Some(said) = player.game_over(&position, verdict) {
                    tracing::info!("{said}");
                }
                // Nobody may be waiting for it.
                let _ = learned.send(());
                // Whatever comes next is another game.
                plies_before = usize::MAX;
                continue;
            }
        };
        let plies = position.plies();
        let fresh = plies < plies_before;
        plies_before = plies;
        let begun = if fresh { player.new_game(&position) } else { Ok(()) };
        let result = begun.and_then(|()| match position.outcome() {
            None => player.think(&position, &limits),
            Some(_) => Err(PlayerError::Unsupported("the game is over".to_owned())),
        });
        let play = result.as_ref().ok().map(|thought| thought.play);
        if answers
            .send(Answer {
                request: number,
                result,
            })
            .is_err()
        {
            return;
        }
        if let (Some(stop), Some(play)) = (ponder, play)
            && position.play(play).is_ok()
        {
            player.ponder(&position, &stop);
        }
    }
}

impl<P: Position + 'static> Thinker<P> for EngineWorker<P> {
    fn spec(&self) -> &str {
        &self.spec
    }

    fn ask(&mut self, number: u64, position: P, limits: Limits, now_ms: u64) {
        self.silence_ms_max = limits.turn_ms.map_or(SILENCE_MS, |turn_ms| turn_ms + GRACE_MS);
        self.waiting = Some((number, now_ms));
        self.stop();
        self.stops = [Stop::default(), Stop::default()];
        let [stop, pondered] = self.stops.clone();
        // A dead thread shows in `poll`.
        let _ = self.requests.send(Request::Think {
            number,
            position,
            limits: Limits { stop, ..limits },
            ponder: self.ponders.then_some(pondered),
        });
    }

    fn game_over(&mut self, position: P, verdict: Verdict) {
        self.stop();
        if self
            .requests
            .send(Request::GameOver { position, verdict })
            .is_ok()
        {
            self.lessons += 1;
        }
    }

    fn forget(&mut self) {
        self.stop();
        self.waiting = None;
    }

    /// An engine that hangs or died is replaced by a fresh one.
    fn poll(&mut self, now_ms: u64) -> Option<(Answer<P>, u64)> {
        let learned = self.learned.try_iter().count() as u32;
        self.lessons = self.lessons.saturating_sub(learned);
        let answer = self.answers.try_recv();
        let (number, asked_ms) = self.waiting?;
        let spent_ms = now_ms.saturating_sub(asked_ms);
        let error = match answer {
            Ok(answer) if answer.request != number => return None,
            Ok(answer) => {
                self.waiting = None;
                if matches!(
                    answer.result,
                    Err(PlayerError::Gone(_) | PlayerError::Timeout { .. })
                ) {
                    self.replace();
                }
                return Some((answer, spent_ms));
            }
            Err(TryRecvError::Empty) if spent_ms < self.silence_ms_max => return None,
            Err(TryRecvError::Empty) => PlayerError::Timeout { after_ms: spent_ms },
            Err(TryRecvError::Disconnected) => PlayerError::Gone("its thread ended".to_owned()),
        };
        self.waiting = None;
        self.replace();
        Some((
            Answer {
                request: number,
                result: Err(error),
            },
            spent_ms,
        ))
    }
}

#[cfg(test)]
mod tests;
