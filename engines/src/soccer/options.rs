//! What can be chosen about the strong engine, and its text form.

use std::{fmt, ops::RangeInclusive, path::PathBuf};

/// What can be chosen about the strong engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestFirstOptions {
    /// Turns to look ahead at most, within [`DEPTHS`].
    pub depth: Option<u32>,
    /// Positions to value at most, for each turn.
    pub nodes: Option<u64>,
    /// Threads, within [`THREADS`]. With one, the same limits on depth or nodes give the same turns.
    pub threads: usize,
    /// Megabytes for the tree, within [`TREE_MB`].
    pub tree_mb: usize,
    /// Turns of one position that are looked at, within [`TURNS`].
    pub turns: usize,
    /// How strongly the search is drawn to turns that it rarely looked at, in hundredths, within [`CURIOSITY`].
    pub curiosity: u32,
    /// Whether the network values positions of the usual field; without it they are valued by distances alone.
    pub network: bool,
    /// A file of weights for the network instead of the engine's own.
    pub weights: Option<PathBuf>,
}

/// Depths that can be asked for.
pub const DEPTHS: RangeInclusive<u32> = 1..=300;
/// Threads that can be asked for.
pub const THREADS: RangeInclusive<usize> = 1..=256;
/// Sizes of the tree that can be asked for, in megabytes.
pub const TREE_MB: RangeInclusive<usize> = 1..=65_536;
/// Turns of one position that can be asked for.
pub const TURNS: RangeInclusive<usize> = 8..=1_000_000;

/// Curiosity that can be asked for.
pub const CURIOSITY: RangeInclusive<u32> = 0..=1_000;

impl BestFirstOptions {
    /// The names of all.
    pub(super) const KNOWN: &str = "depth, nodes, threads, tree_mb, turns, curiosity, network, weights";
}

impl Default for BestFirstOptions {
    fn default() -> BestFirstOptions {
        BestFirstOptions {
            depth: None,
            nodes: None,
            threads: 1,
            tree_mb: 256,
            turns: 500,
            curiosity: 95,
            network: true,
            weights: None,
        }
    }
}

/// The engine's name and what is not as usual: the normal form of its spec.
impl fmt::Display for BestFirstOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = BestFirstOptions::default();
        let changed = |name, number: usize, usual: usize| (name, (number != usual).then_some(number as u64));
        let given = [
            ("depth", self.depth.map(u64::from)),
            ("nodes", self.nodes),
            changed("threads", self.threads, usual.threads),
            changed("tree_mb", self.tree_mb, usual.tree_mb),
            changed("turns", self.turns, usual.turns),
            changed("curiosity", self.curiosity as usize, usual.curiosity as usize),
        ];
        let numbers = given
            .into_iter()
            .filter_map(|(name, number)| Some(format!("{name}={}", number?)));
        let network = (!self.network).then(|| "network=false".to_owned());
        let weights = self
            .weights
            .iter()
            .map(|file| format!("weights={}", file.display()));
        let given: Vec<String> = numbers.chain(network).chain(weights).collect();
        match given.as_slice() {
            [] => f.write_str("soccer"),
            given => write!(f, "soccer:{}", given.join(",")),
        }
    }
}
