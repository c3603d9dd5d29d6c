//! Rounds of games and learning: the network that the last rounds made plays the next games, and learns from them and from
//! those just before.

use std::thread;

use super::{
    fit::Fit,
    games::{self, Samples},
};
use crate::soccer::{best_first::BestFirst, options::BestFirstOptions};

/// Megabytes for the tree of each search.
const TREE_MB: usize = 16;

/// How the network is made.
#[derive(Clone, Debug, PartialEq)]
pub struct Rounds {
    /// How many.
    pub rounds: u32,
    /// Games of each.
    pub games: u64,
    /// Positions that the engine values for each turn of these games.
    pub nodes: u64,
    /// Samples of either kind that are remembered, the newest ones.
    pub window: usize,
    /// Samples that are learned from, for each new one.
    pub reuse: usize,
    /// The rate of the first round and of the last; between them it falls by equal shares.
    pub rates: [f32; 2],
    /// Decides the games.
    pub seed: u64,
    /// Threads that play them, at least one. What is learned does not depend on how many.
    pub threads: usize,
}

/// What a round came to.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundReport {
    /// Its number, from 0.
    pub round: u32,
    /// Samples of its games.
    pub samples: usize,
    /// The mean square of the errors over the positions that were played, before anything was learned from them.
    pub error_before: f32,
    /// The same over what was learned from, on the way.
    pub error: f32,
}

impl Rounds {
    /// Goes through all of them. `weights` plays the first games, the engine without a network if there are none; `fit`
    /// learns. `done` gets the report of each round and its weights.
    ///
    /// # Errors
    /// What `done` says.
    pub fn run<E>(
        &self,
        mut weights: Option<Vec<u8>>,
        fit: &mut Fit,
        mut done: impl FnMut(&RoundReport, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut samples = Samples::default();
        for round in 0..self.rounds {
            let [played, seen] = [samples.played.len(), samples.seen.len()];
            for mut part in self.play(round, weights.as_deref()) {
                samples.played.append(&mut part.played);
                samples.seen.append(&mut part.seen);
            }
            let new = samples.played.len() - played + samples.seen.len() - seen;
            let error_before = fit.error(&samples.played[played..]);
            for kind in [&mut samples.played, &mut samples.seen] {
                kind.drain(..kind.len().saturating_sub(self.window));
            }
            let parts = [samples.played.as_slice(), samples.seen.as_slice()];
            let error = fit.learn_from(parts, new * self.reuse, self.rate(round));
            let report = RoundReport {
                round,
                samples: new,
                error_before,
                error,
            };
            let made = fit.to_bytes();
            done(&report, &made)?;
            weights = Some(made);
        }
        Ok(())
    }

    /// The games of a round, in order, a thread's after another's.
    fn play(&self, round: u32, weights: Option<&[u8]>) -> Vec<Samples> {
        let threads = self.threads.max(1) as u64;
        let first = self.seed.wrapping_add(u64::from(round) * self.games);
        let play = |thread: u64| {
            let (mut engine, mut samples) = (engine(weights), Samples::default());
            for game in self.games * thread / threads..self.games * (thread + 1) / threads {
                games::play(&mut engine, self.nodes, first.wrapping_add(game), &mut samples);
            }
            samples
        };
        thread::scope(|scope| {
            let play = &play;
            let others: Vec<_> = (1..threads)
                .map(|thread| scope.spawn(move || play(thread)))
                .collect();
            let own = play(0);
            let joined = others.into_iter().map(|other| {
                other
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            });
            std::iter::once(own).chain(joined).collect()
        })
    }

    fn rate(&self, round: u32) -> f32 {
        let [first, last] = self.rates;
        let part = round as f32 / self.rounds.saturating_sub(1).max(1) as f32;
        first * (last / first).powf(part)
    }
}

fn engine(weights: Option<&[u8]>) -> BestFirst {
    let plain = BestFirst::new(BestFirstOptions {
        tree_mb: TREE_MB,
        network: false,
        ..BestFirstOptions::default()
    });
    let with = weights.and_then(|weights| plain.clone().with_weights(weights));
    with.unwrap_or(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounds(seed: u64, rounds: u32, threads: usize) -> (Vec<u8>, Vec<RoundReport>) {
        let plan = Rounds {
            rounds,
            games: 4,
            nodes: 60,
            window: 2_000,
            reuse: 4,
            rates: [1e-3, 1e-4],
            seed,
            threads,
        };
        let (mut weights, mut reports) = (Vec::new(), Vec::new());
        let mut done = |report: &RoundReport, made: &[u8]| {
            reports.push(report.clone());
            weights = made.to_vec();
            Ok::<(), ()>(())
        };
        plan.run(None, &mut Fit::new(seed), &mut done).unwrap();
        (weights, reports)
    }

    #[test]
    fn equal_seeds_make_equal_weights_and_later_rounds_know_more() {
        let (weights, reports) = rounds(1, 4, 1);
        assert_eq!(rounds(1, 4, 3), (weights.clone(), reports.clone()));
        assert_ne!(rounds(2, 4, 1).0, weights);
        assert!(reports.iter().all(|report| report.samples > 0));
        let (first, last) = (&reports[0], &reports[3]);
        assert!(last.error_before < first.error_before, "{first:?} {last:?}");
        // What a file holds can be gone on from.
        assert_eq!(Fit::of(&weights, 1).unwrap().to_bytes(), weights);
        assert!(Fit::of(&weights[1..], 1).is_none());
    }
}
