//! The engine in a thread of its own, so that thinking never stops the looking. Answers carry the number
//! of their request; a thread that does not answer in time is left behind and another one is started.

use std::{
    sync::mpsc::{Receiver, Sender, TryRecvError, channel},
    thread,
    time::Duration,
};

use engines::registry;
use referee::{
    gomoku::{self, Move},
    player::{Limits, Player, PlayerError, Thought},
    position::Position as _,
    verdict::Verdict,
};

use crate::talk;

/// What the engine's thread is told.
enum Request {
    Think {
        number: u64,
        position: gomoku::Position,
        limits: Limits,
    },
    GameOver {
        position: gomoku::Position,
        verdict: Verdict,
    },
}

/// What an engine said to one request.
#[derive(Debug)]
pub struct Answer {
    /// The request's number.
    pub request: u64,
    /// Its move, or why there is none.
    pub result: Result<Thought<Move>, PlayerError>,
}

/// Whoever chooses our moves, asked in the background.
pub trait Thinker: Send {
    /// The engine's spec.
    fn spec(&self) -> &str;

    /// Asks for a move; the answer comes with `number`.
    fn ask(&mut self, number: u64, position: gomoku::Position, limits: Limits, now_ms: u64);

    /// The answer to the last request is not wanted any more.
    fn forget(&mut self);

    /// A game ended: who learns does so before the next question, within bounds of its own.
    fn game_over(&mut self, position: gomoku::Position, verdict: Verdict) {
        let _ = (position, verdict);
    }

    /// The answer and the milliseconds it took, if there is one.
    fn poll(&mut self, now_ms: u64) -> Option<(Answer, u64)>;
}

/// Makes an engine, again and again.
pub type Builder = Box<dyn Fn() -> Result<Box<dyn Player<gomoku::Position>>, registry::SpecError> + Send>;

/// One engine, asked in a thread of its own.
pub struct Mind {
    spec: String,
    build: Builder,
    requests: Sender<Request>,
    answers: Receiver<Answer>,
    /// Comes when a lesson is over.
    learned: Receiver<()>,
    /// Lessons that were not heard of again.
    lessons: u32,
    waiting: Option<(u64, u64)>,
    silence_ms_max: u64,
}

/// Silence of an engine that was given no time limit.
const SILENCE_MS: u64 = 120_000;
/// Beyond the given time, before an engine counts as hung.
const GRACE_MS: u64 = 5_000;
/// How long the end of a session waits for what an engine learns from its last game.
const LESSON_MS: u64 = 10_000;

impl Mind {
    /// An engine as `spec` says.
    ///
    /// # Errors
    /// The spec is wrong or the engine cannot be started.
    pub fn start(spec: &str) -> Result<Mind, registry::SpecError> {
        let known = spec.to_owned();
        Mind::of(spec, Box::new(move || registry::build(&known)))
    }

    /// An engine that `build` makes, which goes by the name of `spec`.
    ///
    /// # Errors
    /// As `build`.
    pub fn of(spec: &str, build: Builder) -> Result<Mind, registry::SpecError> {
        let (requests, answers, learned) = spawn(build()?);
        Ok(Mind {
            spec: spec.to_owned(),
            build,
            requests,
            answers,
            learned,
            lessons: 0,
            waiting: None,
            silence_ms_max: SILENCE_MS,
        })
    }

    fn replace(&mut self) {
        if let Ok(player) = (self.build)() {
            (self.requests, self.answers, self.learned) = spawn(player);
            self.lessons = 0;
        }
    }
}

impl Drop for Mind {
    /// The last game's lesson is not cut off by the end of the program.
    fn drop(&mut self) {
        let patience = Duration::from_millis(LESSON_MS);
        for _ in 0..self.lessons {
            if self.learned.recv_timeout(patience).is_err() {
                break;
            }
        }
    }
}

type Lines = (Sender<Request>, Receiver<Answer>, Receiver<()>);

fn spawn(player: Box<dyn Player<gomoku::Position>>) -> Lines {
    let (request_sender, requests) = channel::<Request>();
    let (answer_sender, answers) = channel();
    let (learned_sender, learned) = channel();
    thread::spawn(move || serve(player, &requests, &answer_sender, &learned_sender));
    (request_sender, answers, learned)
}

fn serve(
    mut player: Box<dyn Player<gomoku::Position>>,
    requests: &Receiver<Request>,
    answers: &Sender<Answer>,
    learned: &Sender<()>,
) {
    let mut plies_before = usize::MAX;
    while let Ok(request) = requests.recv() {
        let (number, position, limits) = match request {
            Request::Think {
                number,
                position,
                limits,
            } => (number, position, limits),
            Request::GameOver { position, verdict } => {
                if let Some(said) = player.game_over(&position, verdict) {
                    talk::tell(&said);
                }
                // Nobody may be waiting for it.
                let _ = learned.send(());
                // Whatever comes next is another game.
                plies_before = usize::MAX;
                continue;
            }
        };
        let plies = position.history().len();
        let fresh = plies < plies_before;
        plies_before = plies;
        let begun = if fresh { player.new_game(&position) } else { Ok(()) };
        let result = begun.and_then(|()| match position.outcome() {
            None => player.think(&position, &limits),
            Some(_) => Err(PlayerError::Unsupported("the game is over".to_owned())),
        });
        if answers
            .send(Answer {
                request: number,
                result,
            })
            .is_err()
        {
            return;
        }
    }
}

impl Thinker for Mind {
    fn spec(&self) -> &str {
        &self.spec
    }

    fn ask(&mut self, number: u64, position: gomoku::Position, limits: Limits, now_ms: u64) {
        self.silence_ms_max = limits.turn_ms.map_or(SILENCE_MS, |turn_ms| turn_ms + GRACE_MS);
        self.waiting = Some((number, now_ms));
        // A dead thread shows in `poll`.
        let _ = self.requests.send(Request::Think {
            number,
            position,
            limits,
        });
    }

    fn game_over(&mut self, position: gomoku::Position, verdict: Verdict) {
        if self
            .requests
            .send(Request::GameOver { position, verdict })
            .is_ok()
        {
            self.lessons += 1;
        }
    }

    fn forget(&mut self) {
        self.waiting = None;
    }

    /// An engine that hangs or died is replaced by a fresh one.
    fn poll(&mut self, now_ms: u64) -> Option<(Answer, u64)> {
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
mod tests {
    use std::sync::{Arc, Mutex};

    use referee::{gomoku::Rule, seat::Seat, verdict::Reason};

    use super::*;

    /// Notes what it is told, and takes its time to learn.
    struct Pupil(Arc<Mutex<Vec<String>>>);

    impl Player<gomoku::Position> for Pupil {
        fn name(&self) -> String {
            "pupil".to_owned()
        }

        fn new_game(&mut self, _position: &gomoku::Position) -> Result<(), PlayerError> {
            self.0.lock().unwrap().push("new game".to_owned());
            Ok(())
        }

        fn think(
            &mut self,
            position: &gomoku::Position,
            _limits: &Limits,
        ) -> Result<Thought<Move>, PlayerError> {
            self.0.lock().unwrap().push("think".to_owned());
            Ok(Thought::bare(position.legal_moves()[0]))
        }

        fn game_over(&mut self, _position: &gomoku::Position, verdict: Verdict) -> Option<String> {
            thread::yield_now();
            self.0.lock().unwrap().push(verdict.to_string());
            None
        }
    }

    #[test]
    fn the_end_of_a_game_is_heard_before_the_next_question_and_before_the_end() {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let notes = Arc::clone(&heard);
        let build: Builder = Box::new(move || Ok(Box::new(Pupil(Arc::clone(&notes)))));
        let mut mind = Mind::of("pupil", build).unwrap();
        let position = gomoku::Position::new(15, Rule::Freestyle).unwrap();
        let verdict = |winner| Verdict {
            winner: Some(winner),
            reason: Reason::Resign,
        };
        mind.ask(1, position.clone(), Limits::default(), 0);
        mind.game_over(position.clone(), verdict(Seat::First));
        mind.ask(2, position.clone(), Limits::default(), 0);
        while mind.poll(0).is_none() {
            thread::yield_now();
        }
        mind.game_over(position, verdict(Seat::Second));
        drop(mind);
        let first = ["new game", "think", "first wins (resign)", "new game", "think"];
        let expected = [&first[..], &["second wins (resign)"]].concat();
        assert_eq!(*heard.lock().unwrap(), expected);
    }
}
