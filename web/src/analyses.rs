//! Games that were looked at again by an engine because somebody asked for it: one at a time, in a thread that works only where
//! nobody else wants to, each position within a bound of nodes. What came of it is kept in memory; the database is read only.

use std::{
    ops::ControlFlow,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
};

use analysis::{game::AssessedGame, usual};
use base::priority;
use referee::games::AnyRecord;

/// Assessed games that are kept, each of some ten kilobytes; the oldest go.
const KEPT: usize = 1_000;

/// Which game was assessed, as it was then.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Assessment {
    id: String,
    plies: usize,
}

impl Assessment {
    fn of(record: &AnyRecord) -> Assessment {
        Assessment {
            id: record.id.clone(),
            plies: record.plies.len(),
        }
    }
}

/// How it stands with a game.
#[derive(Clone)]
pub(crate) enum Progress {
    /// Nobody asked.
    None,
    /// Positions that were looked at, and how many there are.
    Running([usize; 2]),
    /// It is done.
    Done(Arc<AssessedGame>),
    /// It failed, in words.
    Failed(String),
}

/// Somebody else's game is being looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Busy {
    /// Its number.
    pub(crate) number: i64,
}

#[derive(Default)]
struct State {
    kept: Vec<(Assessment, Result<Arc<AssessedGame>, String>)>,
    running: Option<Running>,
}

struct Running {
    what: Assessment,
    number: i64,
    positions: [usize; 2],
    is_cancelled: bool,
}

/// All of them. Clones are one.
#[derive(Clone, Default)]
pub(crate) struct Analyses(Arc<Mutex<State>>);

impl Analyses {
    /// How it stands with this game.
    pub(crate) fn progress(&self, record: &AnyRecord) -> Progress {
        let what = Assessment::of(record);
        let state = self.lock();
        if let Some(running) = &state.running
            && running.what == what
        {
            return Progress::Running(running.positions);
        }
        let kept = state.kept.iter().find(|(known, _)| *known == what);
        match kept.map(|(_, result)| result.clone()) {
            None => Progress::None,
            Some(Ok(game)) => Progress::Done(game),
            Some(Err(why)) => Progress::Failed(why),
        }
    }

    /// Whose game is being looked at.
    pub(crate) fn busy(&self) -> Option<Busy> {
        let state = self.lock();
        let running = state.running.as_ref();
        running.map(|running| Busy {
            number: running.number,
        })
    }

    /// Begins with this game, unless that was done or is under way.
    ///
    /// # Errors
    /// Another one is under way.
    pub(crate) fn start(&self, number: i64, record: AnyRecord) -> Result<(), Busy> {
        if !self.enter(number, &record)? {
            return Ok(());
        }
        let analyses = self.clone();
        let begun = thread::Builder::new().name("analysis".to_owned()).spawn(move || {
            priority::yield_to_others();
            analyses.work(&record, &mut |_, _| ());
        });
        if let Err(error) = begun {
            tracing::warn!("warning: no analysis: {error}");
            self.lock().running = None;
        }
        Ok(())
    }

    /// The same here and now; tells each position.
    pub(crate) fn run(&self, number: i64, record: &AnyRecord, told: &mut dyn FnMut(usize, usize)) {
        if self.enter(number, record) == Ok(true) {
            self.work(record, told);
        }
    }

    /// Breaks off what is under way with this game; nothing of it is kept.
    pub(crate) fn cancel(&self, record: &AnyRecord) {
        let what = Assessment::of(record);
        if let Some(running) = &mut self.lock().running
            && running.what == what
        {
            running.is_cancelled = true;
        }
    }

    /// Whether there is something to do.
    fn enter(&self, number: i64, record: &AnyRecord) -> Result<bool, Busy> {
        let what = Assessment::of(record);
        let mut state = self.lock();
        if state
            .kept
            .iter()
            .any(|(known, result)| *known == what && result.is_ok())
        {
            return Ok(false);
        }
        match &state.running {
            Some(running) if running.what == what => Ok(false),
            Some(running) => Err(Busy {
                number: running.number,
            }),
            None => {
                state.running = Some(Running {
                    what,
                    number,
                    positions: [0, record.plies.len().max(1)],
                    is_cancelled: false,
                });
                Ok(true)
            }
        }
    }

    fn work(&self, record: &AnyRecord, told: &mut dyn FnMut(usize, usize)) {
        let going = Going(self);
        let result = usual::assess(record, &mut |done, of| {
            told(done, of);
            going.0.tell([done, of])
        });
        let result = match result {
            Ok(Some(game)) => Some(Ok(Arc::new(game))),
            Ok(None) if self.is_cancelled() => None,
            Ok(None) => Some(Err("the game has no moves".to_owned())),
            Err(error) => Some(Err(format!("{error:#}"))),
        };
        let mut state = self.lock();
        let what = Assessment::of(record);
        state.kept.retain(|(known, _)| *known != what);
        if state.kept.len() >= KEPT {
            drop(state.kept.remove(0));
        }
        state.kept.extend(result.map(|result| (what, result)));
    }

    fn tell(&self, positions: [usize; 2]) -> ControlFlow<()> {
        match &mut self.lock().running {
            Some(running) if !running.is_cancelled => {
                running.positions = positions;
                ControlFlow::Continue(())
            }
            _ => ControlFlow::Break(()),
        }
    }

    fn is_cancelled(&self) -> bool {
        let state = self.lock();
        state.running.as_ref().is_none_or(|running| running.is_cancelled)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whoever is under way leaves the place free for others, however that ends.
struct Going<'a>(&'a Analyses);

impl Drop for Going<'_> {
    fn drop(&mut self) {
        self.0.lock().running = None;
    }
}

#[cfg(test)]
mod tests {
    use referee::{
        gomoku::{Move, Rule},
        point::Point,
        record::{Ply, Record},
    };

    use super::*;

    fn game(id: &str, plies: u8) -> AnyRecord {
        let ply = |at: u8| Ply::bare(Move::Place(Point::new(at % 15, at / 15 * 2)));
        Record {
            id: id.to_owned(),
            plies: (0..plies).map(ply).collect(),
            ..Record::blank(15, Rule::Freestyle)
        }
        .into_any()
    }

    #[test]
    fn one_game_at_a_time_and_each_once() {
        let analyses = Analyses::default();
        let (one, other) = (game("one", 4), game("other", 4));
        assert!(matches!(analyses.progress(&one), Progress::None));
        assert_eq!(analyses.enter(7, &one), Ok(true));
        assert!(matches!(analyses.progress(&one), Progress::Running([0, 4])));
        assert_eq!(analyses.enter(7, &one), Ok(false));
        assert_eq!(analyses.start(8, other.clone()), Err(Busy { number: 7 }));
        analyses.work(&one, &mut |_, _| ());
        assert!(analyses.busy().is_none() && matches!(analyses.progress(&one), Progress::Done(_)));
        assert_eq!(analyses.enter(7, &one), Ok(false), "it is done");
        // A game that went on is another one.
        assert!(matches!(analyses.progress(&game("one", 3)), Progress::None));
        analyses.run(8, &other, &mut |_, _| ());
        assert!(matches!(analyses.progress(&other), Progress::Done(_)));
        analyses.run(9, &game("empty", 0), &mut |_, _| ());
        assert!(matches!(
            analyses.progress(&game("empty", 0)),
            Progress::Failed(_)
        ));
    }

    #[test]
    fn what_was_cancelled_leaves_nothing() {
        let analyses = Analyses::default();
        let long = game("long", 8);
        let mut asked = 0;
        analyses.run(1, &long, &mut |done, _| {
            asked += 1;
            if done == 1 {
                analyses.cancel(&long);
            }
        });
        assert_eq!(asked, 2);
        assert!(analyses.busy().is_none() && matches!(analyses.progress(&long), Progress::None));
    }
}
