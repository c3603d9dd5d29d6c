//! The threads that play a match's games, one game each at a time, each with engines of its own.

use std::{
    collections::HashMap,
    error::Error,
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        mpsc::{Receiver, Sender, SyncSender, sync_channel},
    },
    thread::{self, JoinHandle},
    time::Instant,
};

use anyhow::Context;
use engines::{games::AnySpec, registry::SpecError};
use referee::{
    game::Game,
    games::{AnyMove, AnyPosition, AnyRecord},
    play::{PlayOptions, PlayedGame, play_game},
    player::{Cost, Limits, Player, PlayerError, Thought},
    seat::Seat,
    tournament::Fixture,
    verdict::{Reason, Verdict},
};
use stats::store::games::MATCH;

use crate::{entry::MatchEntry, settings::MatchSettings};
use base::{clock::Stopwatch, user_error::UserError};

/// Times that an engine's program is started before it counts as gone for good.
const STARTS: u32 = 3;
/// Wait before the second start; twice as long before the third.
const BACK_OFF_MS: u64 = 200;

/// What all workers need to know.
pub(super) struct Setup {
    settings: MatchSettings,
    specs: Vec<AnySpec>,
    games: Vec<Game<AnyPosition>>,
    id: uuid::Uuid,
}

impl Setup {
    pub(super) fn of(settings: &MatchSettings, id: &str) -> anyhow::Result<Setup> {
        let specs = settings.engines.iter().map(|engine| spec(&engine.spec, settings));
        let start = settings.start()?;
        let games = settings.book()?.into_iter().map(|opening| {
            Game::with_opening(start.clone(), &opening, settings.control).context("an opening of the book")
        });
        Ok(Setup {
            specs: specs
                .collect::<Result<_, _>>()
                .map_err(|error| error.to_user_error())?,
            games: games.collect::<Result<_, _>>()?,
            id: id.parse().context("the match's id")?,
            settings: settings.clone(),
        })
    }

    /// An engine as it plays in this game. Those that make their moves by dice get dice of their own for each game:
    /// then it does not matter which games they played before.
    fn build(&self, engine: usize, fixture: &Fixture, clock: &Stopwatch) -> Result<Guarded, EngineLost> {
        let spec = self.specs[engine].for_game(fixture.game);
        let mut tried = 1;
        loop {
            match spec.build() {
                Ok(player) => return Ok(Guarded::new(player)),
                Err(error) if tried == STARTS => {
                    let why = error.to_user_error();
                    return Err(EngineLost { engine, why });
                }
                Err(_) => clock.clone().wait_ms(BACK_OFF_MS << (tried - 1)),
            }
            tried += 1;
        }
    }
}

/// A spec as the match's referee takes it.
pub fn spec(text: &str, settings: &MatchSettings) -> Result<AnySpec, SpecError> {
    let spec = AnySpec::read(settings.start.kind(), text)?;
    Ok(spec.refereed(settings.control, settings.patience_ms))
}

/// An engine that cannot be started any more.
#[derive(Debug)]
pub(super) struct EngineLost {
    pub(super) engine: usize,
    pub(super) why: UserError,
}

impl fmt::Display for EngineLost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.why.fmt(f)
    }
}

impl Error for EngineLost {}

/// A finished game, or why there is none.
pub(super) struct Told {
    pub(super) worker: usize,
    pub(super) result: anyhow::Result<Box<MatchEntry>>,
}

/// The workers, and which of them have nothing to do.
pub(super) struct Pool {
    orders: Vec<SyncSender<Fixture>>,
    threads: Vec<JoinHandle<()>>,
    free: Vec<usize>,
}

impl Pool {
    pub(super) fn start(setup: &Arc<Setup>, workers: usize, tell: &Sender<Told>) -> Pool {
        let mut pool = Pool {
            orders: Vec::new(),
            threads: Vec::new(),
            free: (0..workers).rev().collect(),
        };
        for worker in 0..workers {
            let (order, ordered) = sync_channel(1);
            let (setup, tell) = (Arc::clone(setup), tell.clone());
            pool.orders.push(order);
            pool.threads
                .push(thread::spawn(move || work(&setup, worker, &ordered, &tell)));
        }
        pool
    }

    pub(super) fn has_rest(&self) -> bool {
        !self.free.is_empty()
    }

    pub(super) fn give(&mut self, fixture: Fixture) {
        if let Some(worker) = self.free.pop() {
            // A worker that is gone has told why, or will.
            let _ = self.orders[worker].send(fixture);
        }
    }

    pub(super) fn is_free(&mut self, worker: usize) {
        self.free.push(worker);
    }

    /// Waits until all have put their engines away.
    pub(super) fn end(mut self) {
        self.orders.clear();
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

fn work(setup: &Setup, worker: usize, ordered: &Receiver<Fixture>, tell: &Sender<Told>) {
    let clock = Stopwatch::start();
    let mut engines = HashMap::new();
    for fixture in ordered {
        let played = catch_unwind(AssertUnwindSafe(|| play(setup, &fixture, &mut engines, &clock)));
        let result = played.unwrap_or_else(|_| Err(anyhow::anyhow!("game {} panicked", fixture.game)));
        if tell.send(Told { worker, result }).is_err() {
            return;
        }
    }
}

fn play(
    setup: &Setup,
    fixture: &Fixture,
    engines: &mut HashMap<usize, Guarded>,
    clock: &Stopwatch,
) -> anyhow::Result<Box<MatchEntry>> {
    let mut take = |seat: Seat| -> Result<Guarded, EngineLost> {
        let engine = fixture.seats[seat.index()];
        match engines.remove(&engine) {
            Some(player) => Ok(player),
            None => setup.build(engine, fixture, clock),
        }
    };
    let mut first = take(Seat::First)?;
    let mut second = match take(Seat::Second) {
        Ok(second) => second,
        Err(lost) => {
            engines.insert(fixture.seats[0], first);
            return Err(lost.into());
        }
    };
    let settings = &setup.settings;
    let options = PlayOptions {
        effort: fixture.seats.map(|engine| settings.engines[engine].effort()),
        plies_max: settings.plies_max,
        by_score: settings.by_score,
    };
    let game = setup.games[fixture.opening].clone();
    let started_ms = clock.wall_ms();
    let played = play_game(game, [&mut first, &mut second], &options, &mut || clock.now_ms());
    for said in played.said.iter().flatten() {
        tracing::info!("{said}");
    }
    let is_device = |&engine: &usize| setup.specs[engine].is_device();
    let costs = match fixture.seats.iter().any(is_device) {
        true => [first.move_costs(), second.move_costs()],
        false => Default::default(),
    };
    let verdict = played.game.verdict();
    if verdict.is_some_and(|verdict| verdict.reason == Reason::Aborted) {
        let fault = played.fault.unwrap_or_default();
        return Err(UserError::new(fault, "choose a board and a rule that every engine can play").into());
    }
    for (seat, player) in [(Seat::First, first), (Seat::Second, second)] {
        let engine = fixture.seats[seat.index()];
        // Who died or fell silent is started afresh, and dice are new for each game anyway.
        let lost = verdict.is_some_and(|verdict| {
            matches!(verdict.reason, Reason::Crash | Reason::Stall) && verdict.winner == Some(!seat)
        });
        if !lost && !setup.specs[engine].is_random() {
            engines.insert(engine, player);
        }
    }
    Ok(Box::new(entry(
        setup,
        fixture,
        played,
        costs,
        [started_ms, clock.wall_ms()],
    )))
}

fn entry(
    setup: &Setup,
    fixture: &Fixture,
    played: PlayedGame<AnyPosition>,
    costs: [Vec<Cost>; 2],
    times_ms: [i64; 2],
) -> MatchEntry {
    let settings = &setup.settings;
    let name = |engine: usize| settings.engines[engine].name.clone();
    let frame = AnyRecord {
        // The same game of the same match has the same id, however often it is brought somewhere.
        id: uuid::Uuid::new_v5(&setup.id, &fixture.game.to_be_bytes()).to_string(),
        names: fixture.seats.map(name),
        source: Some(MATCH.to_owned()),
        started_ms: Some(times_ms[0]),
        ended_ms: Some(times_ms[1]),
        ..AnyRecord::started(settings.start.clone())
    };
    MatchEntry {
        fixture: *fixture,
        given: played.game.given(),
        record: played.game.record(frame),
        fault: played.fault,
        costs,
    }
}

/// An engine whose panic is a crash of its own and not the referee's, with a watch beside it.
struct Guarded {
    player: Box<dyn Player<AnyPosition>>,
    /// What its moves of this game cost, as the watch tells it.
    costs: Vec<Cost>,
}

impl Guarded {
    fn new(player: Box<dyn Player<AnyPosition>>) -> Guarded {
        Guarded {
            player,
            costs: Vec::new(),
        }
    }
}

impl Player<AnyPosition> for Guarded {
    fn name(&self) -> String {
        self.player.name()
    }

    fn new_game(&mut self, position: &AnyPosition) -> Result<(), PlayerError> {
        self.costs.clear();
        guard(|| self.player.new_game(position))
    }

    fn think(&mut self, position: &AnyPosition, limits: &Limits) -> Result<Thought<AnyMove>, PlayerError> {
        let asked = now();
        let answer = guard(|| self.player.think(position, limits));
        if let Ok(thought) = &answer {
            self.costs.push(Cost {
                ply: position.plies(),
                wall_us: asked.elapsed().as_micros() as u64,
                nodes: thought.nodes,
                ..Cost::default()
            });
        }
        answer
    }

    /// An engine that panics while it learns loses nothing but what it would have learned.
    fn game_over(&mut self, position: &AnyPosition, verdict: Verdict) -> Option<String> {
        catch_unwind(AssertUnwindSafe(|| self.player.game_over(position, verdict))).unwrap_or(None)
    }

    /// What it tells itself, or else what the watch says.
    fn move_costs(&self) -> Vec<Cost> {
        Some(self.player.move_costs())
            .filter(|costs| !costs.is_empty())
            .unwrap_or_else(|| self.costs.clone())
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "a software's move takes less than the referee's milliseconds"
)]
fn now() -> Instant {
    Instant::now()
}

fn guard<T>(ask: impl FnOnce() -> Result<T, PlayerError>) -> Result<T, PlayerError> {
    catch_unwind(AssertUnwindSafe(ask)).unwrap_or_else(|panic| {
        let said = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied());
        Err(PlayerError::Gone(format!(
            "panicked: {}",
            said.unwrap_or("no words")
        )))
    })
}

#[cfg(test)]
mod tests {
    use referee::{
        games::AnyStart,
        gomoku::{Rule, Start},
        kind::Kind as _,
    };

    use super::*;

    struct Bomb;

    impl Player<AnyPosition> for Bomb {
        fn name(&self) -> String {
            "bomb".to_owned()
        }

        fn new_game(&mut self, _position: &AnyPosition) -> Result<(), PlayerError> {
            Ok(())
        }

        fn think(
            &mut self,
            _position: &AnyPosition,
            _limits: &Limits,
        ) -> Result<Thought<AnyMove>, PlayerError> {
            panic!("boom {}", 7)
        }
    }

    #[test]
    fn an_engine_that_panics_has_crashed_and_lost() {
        let start: AnyStart = Start::free(9, Rule::Freestyle).into();
        let game = Game::new(AnyPosition::begin(&start).unwrap(), Default::default());
        let (mut one, mut other) = (Guarded::new(Box::new(Bomb)), Guarded::new(Box::new(Bomb)));
        let played = play_game(game, [&mut one, &mut other], &PlayOptions::default(), &mut || 0);
        assert_eq!(played.game.verdict().unwrap().to_string(), "second wins (crash)");
        assert_eq!(played.fault.unwrap(), "bomb: engine is gone: panicked: boom 7");
    }
}
