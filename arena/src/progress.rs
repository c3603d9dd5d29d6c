//! How a match goes, on standard error: one line that is drawn over on a terminal, and a line now and then elsewhere.

use std::io::{self, IsTerminal, Write as _};

use referee::seat::Seat;
use stats::rating::pentanomial::Pentanomial;

use crate::{
    figures::{self, Figures, Meeting},
    schedule::MatchSchedule,
    settings::MatchSettings,
    table,
};
use base::{clock::Stopwatch, legible};

/// Milliseconds between two lines where they stay.
const LINE_MS: u64 = 10_000;
/// Milliseconds between two looks of the line that is drawn over.
const DRAW_MS: u64 = 200;
/// Characters of the bar.
const BAR: u64 = 20;

pub(super) struct Progress {
    clock: Stopwatch,
    /// Games that were played before this start, and cost no time now.
    before: u64,
    shown: u64,
    last_ms: u64,
    draws_over: bool,
}

impl Progress {
    pub(super) fn start(clock: Stopwatch, before: u64) -> Progress {
        Progress {
            clock,
            before,
            shown: before,
            last_ms: 0,
            draws_over: io::stderr().is_terminal(),
        }
    }

    /// Shows how things stand, unless that was just done.
    pub(super) fn show(&mut self, settings: &MatchSettings, schedule: &MatchSchedule, figures: &Figures) {
        let now_ms = self.clock.now_ms();
        let every_ms = if self.draws_over { DRAW_MS } else { LINE_MS };
        if figures.games() == self.shown || now_ms < self.last_ms + every_ms {
            return;
        }
        self.shown = figures.games();
        self.last_ms = now_ms;
        let played = figures.games() - self.before;
        let left = schedule.games().saturating_sub(figures.games());
        let left_ms = now_ms * left / played.max(1);
        let line = line(settings, schedule, figures, left_ms);
        if self.draws_over {
            let bar = figures.games() * BAR / schedule.games().max(1);
            let bar: String = (0..BAR).map(|at| if at < bar { '#' } else { '.' }).collect();
            // A terminal that is gone is no reason to stop.
            let _ = write!(io::stderr(), "\r\x1b[K[{bar}] {}", legible::line(&line));
            let _ = io::stderr().flush();
        } else {
            tracing::info!("{line}");
        }
    }

    /// Makes room for other lines.
    pub(super) fn clear(&self) {
        if self.draws_over {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// `12 of 40 games, +7 =1 -4, Elo +88.7 ± 120.3, LLR 0.31 (-2.94, 2.94), 3 min left`.
fn line(settings: &MatchSettings, schedule: &MatchSchedule, figures: &Figures, left_ms: u64) -> String {
    let mut words = vec![format!("{} of {} games", figures.games(), schedule.games())];
    if settings.engines.len() == 2 {
        for (_, tally) in schedule.encounters() {
            let score = tally.both();
            words.push(format!("+{} ={} -{}", score.wins, score.draws, score.losses));
            let seats = Seat::BOTH.map(|seat| tally.seat(seat).wins);
            words.push(format!("won {} as first and {} as second", seats[0], seats[1]));
            let elo = Pentanomial(tally.pentanomial()).elo();
            words.extend(elo.map(|elo| format!("Elo {}", table::plus_minus(&elo))));
        }
    } else {
        let meetings: Vec<Meeting> = schedule
            .encounters()
            .map(|(engines, tally)| Meeting::of(engines, tally))
            .collect();
        let (ladder, _) = figures::ladder_of(settings.engines.len(), &meetings);
        words.extend(ladder.first().map(|(engine, rating)| {
            format!(
                "{} leads with {:+.0} Elo",
                settings.engines[*engine].name, rating.elo
            )
        }));
    }
    if let Some(sprt) = settings.sprt {
        let [low, high] = sprt.bounds();
        words.push(format!("LLR {:.2} ({low:.2}, {high:.2})", schedule.llr()));
    }
    words.push(format!("{} left at most", duration(left_ms)));
    words.join(", ")
}

fn duration(ms: u64) -> String {
    match ms / 1_000 {
        seconds if seconds < 100 => format!("{seconds} s"),
        seconds if seconds < 6_000 => format!("{} min", seconds / 60),
        seconds => format!("{} h {:02} min", seconds / 3_600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::duration;

    #[test]
    fn durations() {
        let check = |ms, expected: &str| assert_eq!(duration(ms), expected);
        check(0, "0 s");
        check(99_999, "99 s");
        check(100_000, "1 min");
        check(5_999_999, "99 min");
        check(6_000_000, "1 h 40 min");
        check(36_060_000, "10 h 01 min");
    }
}
