//! Times of the parts of each of our answers, from the client's trace and the bot's stamps. Arithmetic only, but for the
//! reading of the trace.

use std::path::Path;

use anyhow::Context as _;
use serde_json::{Value, json};

use super::stamps::{Moment, Stamps};
use crate::rounded;
use practice::trace::{TraceEvent, TraceLine};

/// The parts, in their order; all but the engine's make up the whole.
const PARTS: [&str; 5] = [
    "drawn to seen",
    "seen to believed",
    "engine",
    "chosen to click",
    "click to received",
];
/// Where among them the engine is.
const ENGINE: usize = 2;
/// Where among them what happens after our click begins.
const AFTER: usize = 4;

/// What was measured.
#[derive(Debug, Default, PartialEq)]
pub(super) struct LatencyTally {
    /// Microseconds by part, one row for each of the opponent's stones that we answered.
    rows: Vec<[u64; 5]>,
}

impl LatencyTally {
    /// Reads the trace.
    ///
    /// # Errors
    /// It cannot be read.
    #[expect(
        clippy::disallowed_methods,
        reason = "the shell: here the client's own words come in"
    )]
    pub(super) fn of(trace: &Path, stamps: &Stamps) -> anyhow::Result<LatencyTally> {
        let text = std::fs::read_to_string(trace).context("the client's trace")?;
        let lines = text
            .lines()
            .map(serde_json::from_str)
            .collect::<Result<Vec<TraceLine>, _>>()
            .context("the client's trace")?;
        Ok(LatencyTally::join(&lines, |moment| stamps.of(moment)))
    }

    /// Each of the opponent's stones is followed through the bot to the press that the client heard.
    fn join(lines: &[TraceLine], of: impl Fn(Moment) -> Vec<u64>) -> LatencyTally {
        let drawn = lines.iter().filter_map(|line| match &line.what {
            TraceEvent::Shown { person, stones, .. } => {
                let theirs = stones.last().is_some_and(|last| last.seat != *person);
                theirs.then_some(line.at_us)
            }
            TraceEvent::Drawn { .. } | TraceEvent::Pressed => None,
        });
        let heard: Vec<u64> = lines
            .iter()
            .filter(|line| line.what == TraceEvent::Pressed)
            .map(|line| line.at_us)
            .collect();
        let moments = [Moment::Changed, Moment::Asked, Moment::Chosen, Moment::Pressed].map(of);
        let mut drawn: Vec<u64> = drawn.collect();
        drawn.push(u64::MAX);
        let rows = drawn.windows(2).filter_map(|pair| {
            let mut times = [pair[0]; 6];
            for (step, moments) in moments.iter().chain([&heard]).enumerate() {
                let next = moments.partition_point(|&at_us| at_us < times[step]);
                times[step + 1] = *moments.get(next).filter(|&&at_us| at_us < pair[1])?;
            }
            Some(std::array::from_fn(|part| times[part + 1] - times[part]))
        });
        LatencyTally { rows: rows.collect() }
    }

    /// From the stone to our click without the engine's time, in the middle; `None` if nothing was measured.
    pub(super) fn median_ms(&self) -> Option<f64> {
        let totals = self.column(|row| row[..AFTER].iter().sum::<u64>() - row[ENGINE]);
        (!totals.is_empty()).then(|| quantile_ms(&totals, 0.5))
    }

    /// All parts and the whole: median, nine in ten, greatest.
    pub(super) fn to_json(&self) -> Value {
        let mut figures = json!({ "moves": self.rows.len() });
        if self.rows.is_empty() {
            return figures;
        }
        for (part, name) in PARTS.iter().enumerate() {
            figures[name] = summary(&self.column(|row| row[part]));
        }
        figures["drawn to click, no engine"] =
            summary(&self.column(|row| row[..AFTER].iter().sum::<u64>() - row[ENGINE]));
        figures
    }

    /// Sorted.
    fn column(&self, value: impl Fn(&[u64; 5]) -> u64) -> Vec<u64> {
        let mut column: Vec<u64> = self.rows.iter().map(value).collect();
        column.sort_unstable();
        column
    }
}

fn summary(sorted: &[u64]) -> Value {
    json!({
        "median_ms": rounded(quantile_ms(sorted, 0.5)),
        "p90_ms": rounded(quantile_ms(sorted, 0.9)),
        "max_ms": rounded(quantile_ms(sorted, 1.0)),
    })
}

/// The least value that so much of the values do not exceed.
fn quantile_ms(sorted: &[u64], share: f64) -> f64 {
    let rank = (share * sorted.len() as f64).ceil() as usize;
    sorted[rank.clamp(1, sorted.len()) - 1] as f64 / 1e3
}

#[cfg(test)]
mod tests {
    use referee::seat::Seat;

    use super::*;
    use practice::ledger::PracticeStone;

    fn shown(at_us: u64, count: usize) -> TraceLine {
        let stone = |index: usize| PracticeStone {
            seat: if index.is_multiple_of(2) {
                Seat::First
            } else {
                Seat::Second
            },
            x: 0,
            y: index as u8,
        };
        TraceLine {
            at_us,
            what: TraceEvent::Shown {
                game: 1,
                person: Seat::Second,
                stones: (0..count).map(stone).collect(),
            },
        }
    }

    fn check(lines: &[TraceLine], moments: [&[u64]; 4], expected: &[[u64; 5]]) {
        let of = |moment| match moment {
            Moment::Changed => moments[0].to_vec(),
            Moment::Asked => moments[1].to_vec(),
            Moment::Chosen => moments[2].to_vec(),
            Moment::Pressed => moments[3].to_vec(),
        };
        assert_eq!(LatencyTally::join(lines, of).rows, expected);
    }

    #[test]
    fn a_stone_is_followed_to_the_press_that_was_heard() {
        let heard = |at_us| TraceLine {
            at_us,
            what: TraceEvent::Pressed,
        };
        let lines = [shown(100, 1), heard(170), shown(180, 2), shown(300, 3)];
        let moments: [&[u64]; 4] = [&[90, 105, 185, 310], &[30, 130, 330], &[150, 350], &[165]];
        check(&lines, moments, &[[5, 25, 20, 15, 5]]);
        // The game ends with the opponent's stone, or is not answered before the next one.
        check(&lines[2..], moments, &[]);
    }

    #[test]
    fn the_engine_and_what_comes_after_the_click_are_left_out_of_the_whole() {
        let tally = LatencyTally {
            rows: vec![
                [1_000, 2_000, 50_000, 4_000, 9_000],
                [3_000, 2_000, 10, 4_000, 9_000],
            ],
        };
        assert_eq!(tally.median_ms(), Some(7.0));
        assert_eq!(tally.to_json()["drawn to click, no engine"]["max_ms"], 9.0);
        assert_eq!(LatencyTally::default().median_ms(), None);
    }
}
