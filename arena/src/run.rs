//! Matches between engines: the shell of `tengen match`. Workers play, one game each; every finished game goes into the
//! ledger before it counts; the pure `schedule` says what comes next and when it is enough.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc::{RecvTimeoutError, channel},
    },
    time::Duration,
};

use crate::{
    entry::MatchEntry,
    figures::{Figures, MatchSummary},
    folder::MatchFolder,
    progress::Progress,
    schedule::{MatchSchedule, Remaining},
    settings::MatchSettings,
    worker::{EngineLost, Pool, Setup, Told},
};
use base::clock::Stopwatch;
use watch::watchdog::leash::Leash;

/// Between two looks for Ctrl-C and at the clock.
const POLL: Duration = Duration::from_millis(100);

/// How a match ended for now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchEnd {
    /// All games are played, or the test has its answer.
    Over,
    /// All games are played but those of engines that cannot be started any more.
    Deserted,
    /// By Ctrl-C, with every game in hand finished.
    Interrupted,
    /// By a second Ctrl-C: games in hand are lost and will be played again.
    Dropped,
}

/// Plays what is missing in `folder`, and sums up all that is there. `interrupts` counts Ctrl-C; the leash is told of every turn.
///
/// # Errors
/// An engine cannot play this game, or cannot be started and the others have nobody to play against, or the disk refuses to write. What was played stays.
pub fn play(
    folder: &mut MatchFolder,
    concurrency: usize,
    interrupts: &AtomicUsize,
    leash: &Leash,
) -> anyhow::Result<(MatchEnd, MatchSummary)> {
    let settings = folder.settings().clone();
    let mut schedule = MatchSchedule::of(&settings);
    let mut figures = Figures::of(&settings);
    for entry in folder.take_entries() {
        if schedule.finish(&entry.fixture, entry.verdict()?) {
            figures.add(&entry);
        }
    }
    let mut progress = Progress::start(Stopwatch::start(), figures.games());
    let end = go_on(
        folder,
        &settings,
        concurrency,
        (interrupts, leash),
        (&mut schedule, &mut figures, &mut progress),
    );
    progress.clear();
    let summary = MatchSummary::of(folder.id(), &settings, &schedule, &figures);
    Ok((end?, summary))
}

fn go_on(
    folder: &mut MatchFolder,
    settings: &MatchSettings,
    concurrency: usize,
    (interrupts, leash): (&AtomicUsize, &Leash),
    (schedule, figures, progress): (&mut MatchSchedule, &mut Figures, &mut Progress),
) -> anyhow::Result<MatchEnd> {
    let (tell, told) = channel();
    let setup = Arc::new(Setup::of(settings, folder.id())?);
    let mut pool = Pool::start(&setup, concurrency, &tell);
    let mut playing = 0;
    let mut trouble = None;
    leash.turns_begin(POLL.as_secs());
    loop {
        leash.turned();
        let stopped = trouble.is_some() || interrupts.load(Ordering::SeqCst) > 0;
        while !stopped
            && pool.has_rest()
            && let Some(fixture) = schedule.hand_out()
        {
            pool.give(fixture);
            playing += 1;
        }
        if playing == 0 {
            break;
        }
        match told.recv_timeout(POLL) {
            Ok(Told { worker, result }) => {
                playing -= 1;
                pool.is_free(worker);
                match result {
                    Ok(entry) => count(folder, &entry, schedule, figures)?,
                    Err(error) => trouble = trouble.or(go_without(error, settings, schedule)),
                }
            }
            Err(RecvTimeoutError::Timeout) if interrupts.load(Ordering::SeqCst) > 1 => {
                return Ok(MatchEnd::Dropped);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => unreachable!("we hold a sender ourselves"),
        }
        progress.show(settings, schedule, figures);
    }
    leash.leaves();
    pool.end();
    if let Some(error) = trouble {
        return Err(error);
    }
    Ok(match schedule.is_over() {
        true => MatchEnd::Over,
        false if schedule.is_deserted() => MatchEnd::Deserted,
        false => MatchEnd::Interrupted,
    })
}

/// Leaves out an engine that is gone for good, if others still meet; everything else is trouble.
fn go_without(
    error: anyhow::Error,
    settings: &MatchSettings,
    schedule: &mut MatchSchedule,
) -> Option<anyhow::Error> {
    let EngineLost { engine, why } = match error.downcast::<EngineLost>() {
        Ok(lost) => lost,
        Err(error) => return Some(error),
    };
    if schedule.leave_out(engine) == Remaining::None {
        return Some(why.into());
    }
    let name = &settings.engines[engine].name;
    tracing::warn!("{name} is gone for good, and the rest of its games is left out: {why}");
    None
}

/// The ledger first; what is not on the disk was not played.
fn count(
    folder: &mut MatchFolder,
    entry: &MatchEntry,
    schedule: &mut MatchSchedule,
    figures: &mut Figures,
) -> anyhow::Result<()> {
    folder.keep(entry)?;
    if schedule.finish(&entry.fixture, entry.verdict()?) {
        figures.add(entry);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
