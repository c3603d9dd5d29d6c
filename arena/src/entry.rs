//! One finished game as a line of a match's ledger.

use anyhow::Context;
use referee::{games::AnyRecord, player::Cost, tournament::Fixture, verdict::Verdict};
use serde::{Deserialize, Serialize};

/// A game, its place in the match, and what was odd about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchEntry {
    /// Which game of the match.
    #[serde(flatten)]
    pub fixture: Fixture,
    /// Plies of the opening, which nobody chose.
    pub given: usize,
    /// What the loser did, in its own words, when the verdict is not by the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// What the moves cost, by seat: of both where at least one is a device, else of none.
    #[serde(default, skip_serializing_if = "are_untold")]
    pub costs: [Vec<Cost>; 2],
    /// The game itself.
    pub record: AnyRecord,
}

fn are_untold(costs: &[Vec<Cost>; 2]) -> bool {
    costs.iter().all(Vec::is_empty)
}

impl MatchEntry {
    /// How the game ended.
    ///
    /// # Errors
    /// Somebody changed the ledger: games without an end are not written.
    pub fn verdict(&self) -> anyhow::Result<Verdict> {
        self.record
            .verdict
            .with_context(|| format!("game {} of the ledger has no verdict", self.fixture.game))
    }
}
