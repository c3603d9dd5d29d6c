//! The engine in a thread of its own, so that thinking never stops the looking. Answers carry the number
//! of their request; a thread that does not answer in time is left behind and another one is started.

use std::{
    sync::mpsc::{Receiver, Sender, TryRecvError, channel},
    thread,
};

use engines::registry;
use referee::{
    gomoku::{self, Move},
    player::{Limits, Player, PlayerError, Stop, Thought},
    position::Position as _,
};

struct Request {
    number: u64,
    position: gomoku::Position,
    limits: Limits,
    /// What is done after the answer: nothing, or thinking on the other side's time until this is raised.
    ponder: Option<Stop>,
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
        let (requests, answers) = spawn(build()?);
        Ok(Mind {
            spec: spec.to_owned(),
            build,
            requests,
            answers,
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
            (self.requests, self.answers) = spawn(player);
        }
    }
}

fn spawn(player: Box<dyn Player<gomoku::Position>>) -> (Sender<Request>, Receiver<Answer>) {
    let (request_sender, requests) = channel::<Request>();
    let (answer_sender, answers) = channel();
    thread::spawn(move || serve(player, &requests, &answer_sender));
    (request_sender, answers)
}

fn serve(
    mut player: Box<dyn Player<gomoku::Position>>,
    requests: &Receiver<Request>,
    answers: &Sender<Answer>,
) {
    let mut plies_before = usize::MAX;
    while let Ok(Request {
        number,
        mut position,
        limits,
        ponder,
    }) = requests.recv()
    {
        let plies = position.history().len();
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

impl Thinker for Mind {
    fn spec(&self) -> &str {
        &self.spec
    }

    fn ask(&mut self, number: u64, position: gomoku::Position, limits: Limits, now_ms: u64) {
        self.silence_ms_max = limits.turn_ms.map_or(SILENCE_MS, |turn_ms| turn_ms + GRACE_MS);
        self.waiting = Some((number, now_ms));
        self.stop();
        self.stops = [Stop::default(), Stop::default()];
        let [stop, pondered] = self.stops.clone();
        // A dead thread shows in `poll`.
        let _ = self.requests.send(Request {
            number,
            position,
            limits: Limits { stop, ..limits },
            ponder: self.ponders.then_some(pondered),
        });
    }

    fn forget(&mut self) {
        self.stop();
        self.waiting = None;
    }

    /// An engine that hangs or died is replaced by a fresh one.
    fn poll(&mut self, now_ms: u64) -> Option<(Answer, u64)> {
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

/// Nobody waits for what the thread still thinks about.
impl Drop for Mind {
    fn drop(&mut self) {
        self.stop();
    }
}

#[cfg(test)]
mod tests {
    use referee::gomoku::{Position, Rule};

    use super::*;

    /// Thinks about a move until it is told to stop, and tells of what it is asked.
    struct Slow {
        heard: Sender<&'static str>,
    }

    impl Player<Position> for Slow {
        fn name(&self) -> String {
            "slow".to_owned()
        }

        fn new_game(&mut self, _: &Position) -> Result<(), PlayerError> {
            Ok(())
        }

        fn think(&mut self, position: &Position, limits: &Limits) -> Result<Thought<Move>, PlayerError> {
            self.heard.send("think").unwrap();
            if limits.turn_ms.is_none() {
                wait(&limits.stop);
                self.heard.send("stopped").unwrap();
            }
            Ok(Thought::bare(position.legal_moves()[0]))
        }

        fn ponder(&mut self, position: &Position, stop: &Stop) {
            assert_eq!(position.history().len(), 1, "after our own move");
            self.heard.send("ponder").unwrap();
            wait(stop);
            self.heard.send("pondered").unwrap();
        }
    }

    fn wait(stop: &Stop) {
        while !stop.is_raised() {
            thread::yield_now();
        }
    }

    fn mind() -> (Mind, Receiver<&'static str>) {
        let (heard, said) = channel();
        let build = move || Ok(Box::new(Slow { heard: heard.clone() }) as Box<dyn Player<Position>>);
        (Mind::of("slow", Box::new(build)).unwrap(), said)
    }

    #[test]
    fn what_is_not_wanted_any_more_ends() {
        let (mut mind, said) = mind();
        let start = Position::new(15, Rule::Freestyle).unwrap();
        mind.ask(1, start.clone(), Limits::default(), 0);
        assert_eq!(said.recv(), Ok("think"));
        mind.forget();
        assert_eq!(said.recv(), Ok("stopped"));
        mind.ask(2, start, Limits::default(), 0);
        assert_eq!(said.recv(), Ok("think"));
        drop(mind);
        assert_eq!(said.recv(), Ok("stopped"));
    }

    #[test]
    fn it_thinks_on_the_other_sides_time_until_the_next_question() {
        let (mut mind, said) = mind();
        mind.set_ponders(true);
        let start = Position::new(15, Rule::Freestyle).unwrap();
        let limits = Limits {
            turn_ms: Some(1_000),
            ..Limits::default()
        };
        mind.ask(1, start.clone(), limits.clone(), 0);
        assert_eq!((said.recv(), said.recv()), (Ok("think"), Ok("ponder")));
        mind.ask(2, start.clone(), limits.clone(), 0);
        assert_eq!((said.recv(), said.recv()), (Ok("pondered"), Ok("think")));
        mind.set_ponders(false);
        mind.ask(3, start, limits, 0);
        let rest: Vec<_> = (0..3).map(|_| said.recv().unwrap()).collect();
        assert_eq!(rest, ["ponder", "pondered", "think"]);
        drop(mind);
        assert!(said.recv().is_err(), "nothing more");
    }
}
