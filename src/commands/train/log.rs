//! How a training goes, game by game, rung by rung and measurement by measurement: what its curves are drawn of, and what is said of it in a line.

use engines::train::{exam::Marks, ladder::Rung, learner::Lesson, yardsticks::YardstickResult};
use referee::seat::Seat;
use serde::{Deserialize, Serialize};

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Entry {
    /// After a game.
    Game(GameEntry),
    /// After a rung of the ladder.
    Rung(Rung),
    /// After a measurement.
    Measured(Measured),
}

/// How a network stood.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Measured {
    /// Games that it had learned from.
    pub(super) games: u64,
    pub(super) standings: Vec<YardstickResult>,
    pub(super) marks: Marks,
}

/// What a game came to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct GameEntry {
    /// Games learned from, this one included.
    pub(super) games: u64,
    pub(super) plies: usize,
    pub(super) winner: Option<Seat>,
    /// 0 if it was played before the training was resumed.
    pub(super) simulations: u64,
    pub(super) multiplier: f64,
    pub(super) spent_ms: u64,
    /// Missing while there was too little to learn from.
    pub(super) learned: Option<Losses>,
}

/// Parts of the loss and what else is watched, in the mean over a batch.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Losses {
    pub(super) loss: f64,
    pub(super) value: f64,
    pub(super) policy: f64,
    pub(super) entropy: f64,
    pub(super) kl: f64,
}

impl From<Lesson> for Losses {
    fn from(learned: Lesson) -> Losses {
        Losses {
            loss: learned.loss(),
            value: learned.parts.value,
            policy: learned.parts.policy,
            entropy: learned.parts.entropy,
            kl: learned.kl,
        }
    }
}

/// All that is known of how it went.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Log {
    pub(super) games: Vec<GameEntry>,
    pub(super) rungs: Vec<Rung>,
    pub(super) measured: Vec<Measured>,
}

/// Games over which a line takes its means.
const MEAN_OF: usize = 50;

impl Log {
    /// Of these entries, as far as so many games: what a killed training logged and did not keep comes again.
    pub(super) fn of(entries: impl IntoIterator<Item = Entry>, games: u64) -> Log {
        let mut log = Log::default();
        for entry in entries {
            match entry {
                Entry::Game(game) if game.games <= games => {
                    log.games.retain(|known| known.games < game.games);
                    log.games.push(game);
                }
                Entry::Rung(rung) if rung.games <= games => {
                    log.rungs.retain(|known| known.games < rung.games);
                    log.rungs.push(rung);
                }
                Entry::Measured(measured) if measured.games <= games => {
                    log.measured.retain(|known| known.games < measured.games);
                    log.measured.push(measured);
                }
                Entry::Game(_) | Entry::Rung(_) | Entry::Measured(_) => {}
            }
        }
        log
    }

    /// How it goes, in a line; empty before the first game.
    pub(super) fn line(&self) -> String {
        let last = &self.games[self.games.len().saturating_sub(MEAN_OF)..];
        let Some(newest) = last.last() else {
            return String::new();
        };
        let mean = |of: &dyn Fn(&GameEntry) -> f64| last.iter().map(of).sum::<f64>() / last.len() as f64;
        let mut line = format!(
            "{} games: {:.0} plies, {:.0} games an hour",
            newest.games,
            mean(&|game| game.plies as f64),
            3_600_000.0 / mean(&|game| game.spent_ms as f64).max(1.0)
        );
        if let Some(losses) = newest.learned {
            line += &format!(
                "; loss {:.3} (value {:.3}, policy {:.3}), entropy {:.3}, KL {:.4}, rate x {:.2}",
                losses.loss, losses.value, losses.policy, losses.entropy, losses.kl, newest.multiplier
            );
        }
        line
    }
}

/// A rung, in a line.
pub(super) fn rung_line(rung: &Rung) -> String {
    format!(
        "after {} games against mcts:sims={}: {} won, {} drawn, {} lost",
        rung.games, rung.sims, rung.won, rung.drawn, rung.lost
    )
}
