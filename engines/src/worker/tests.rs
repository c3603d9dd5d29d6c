//! The engine's thread: what it hears, in which order, and what ends its thinking.

use std::sync::{Arc, Mutex};

use referee::{
    gomoku::{Move, Position, Rule},
    position::Position as _,
    seat::Seat,
    verdict::Reason,
};

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

fn worker() -> (EngineWorker, Receiver<&'static str>) {
    let (heard, said) = channel();
    let build = move || Ok(Box::new(Slow { heard: heard.clone() }) as Box<dyn Player<Position>>);
    (EngineWorker::of("slow", Box::new(build)).unwrap(), said)
}

#[test]
fn what_is_not_wanted_any_more_ends() {
    let (mut worker, said) = worker();
    let start = Position::new(15, Rule::Freestyle).unwrap();
    worker.ask(1, start.clone(), Limits::default(), 0);
    assert_eq!(said.recv(), Ok("think"));
    worker.forget();
    assert_eq!(said.recv(), Ok("stopped"));
    worker.ask(2, start, Limits::default(), 0);
    assert_eq!(said.recv(), Ok("think"));
    drop(worker);
    assert_eq!(said.recv(), Ok("stopped"));
}

#[test]
fn it_thinks_on_the_other_sides_time_until_the_next_question() {
    let (mut worker, said) = worker();
    worker.set_ponders(true);
    let start = Position::new(15, Rule::Freestyle).unwrap();
    let limits = Limits {
        turn_ms: Some(1_000),
        ..Limits::default()
    };
    worker.ask(1, start.clone(), limits.clone(), 0);
    assert_eq!((said.recv(), said.recv()), (Ok("think"), Ok("ponder")));
    worker.ask(2, start.clone(), limits.clone(), 0);
    assert_eq!((said.recv(), said.recv()), (Ok("pondered"), Ok("think")));
    worker.set_ponders(false);
    worker.ask(3, start, limits, 0);
    let rest: Vec<_> = (0..3).map(|_| said.recv().unwrap()).collect();
    assert_eq!(rest, ["ponder", "pondered", "think"]);
    drop(worker);
    assert!(said.recv().is_err(), "nothing more");
}

/// Notes what it is told, and takes its time to learn.
struct Pupil(Arc<Mutex<Vec<String>>>);

impl Player<Position> for Pupil {
    fn name(&self) -> String {
        "pupil".to_owned()
    }

    fn new_game(&mut self, _position: &Position) -> Result<(), PlayerError> {
        self.0.lock().unwrap().push("new game".to_owned());
        Ok(())
    }

    fn think(&mut self, position: &Position, _limits: &Limits) -> Result<Thought<Move>, PlayerError> {
        self.0.lock().unwrap().push("think".to_owned());
        Ok(Thought::bare(position.legal_moves()[0]))
    }

    fn game_over(&mut self, _position: &Position, verdict: Verdict) -> Option<String> {
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
    let mut worker = EngineWorker::of("pupil", build).unwrap();
    let position = Position::new(15, Rule::Freestyle).unwrap();
    let verdict = |winner| Verdict {
        winner: Some(winner),
        reason: Reason::Resign,
    };
    worker.ask(1, position.clone(), Limits::default(), 0);
    worker.game_over(position.clone(), verdict(Seat::First));
    worker.ask(2, position.clone(), Limits::default(), 0);
    while worker.poll(0).is_none() {
        thread::yield_now();
    }
    worker.game_over(position, verdict(Seat::Second));
    drop(worker);
    let first = ["new game", "think", "first wins (resign)", "new game", "think"];
    let expected = [&first[..], &["second wins (resign)"]].concat();
    assert_eq!(*heard.lock().unwrap(), expected);
}
