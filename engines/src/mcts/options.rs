//! What can be chosen about a tree search, and its text form.

use std::{fmt, ops::RangeInclusive};

/// What can be chosen about any tree search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeOptions {
    /// Simulations for each move, within [`SIMS`].
    pub sims: Option<u64>,
    /// Trees that grow side by side, each in a thread of its own, within [`THREADS`]; the simulations are dealt to them.
    pub threads: usize,
    /// Memory for the trees in megabytes, within [`TREE_MB`].
    pub tree_mb: usize,
}

/// What can be chosen about a search by rollouts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MctsOptions {
    /// Start of the stream of choices.
    pub seed: u64,
    /// Of the tree.
    pub tree: TreeOptions,
}

/// Threads that can be asked for.
pub const THREADS: RangeInclusive<usize> = 1..=256;
/// Sizes of the trees that can be asked for, in megabytes.
pub const TREE_MB: RangeInclusive<usize> = 1..=65_536;
/// Simulations that can be asked for: the counts of a tree go as far.
pub const SIMS: RangeInclusive<u64> = 1..=1_000_000_000;
/// Size of the trees where nobody says.
pub(crate) const TREE_MB_DEFAULT: usize = 256;

impl Default for TreeOptions {
    fn default() -> TreeOptions {
        TreeOptions {
            sims: None,
            threads: 1,
            tree_mb: TREE_MB_DEFAULT,
        }
    }
}

impl TreeOptions {
    /// The same within their ranges.
    #[must_use]
    pub(crate) fn clamped(&self) -> TreeOptions {
        TreeOptions {
            sims: self.sims.map(|sims| sims.clamp(*SIMS.start(), *SIMS.end())),
            threads: self.threads.clamp(*THREADS.start(), *THREADS.end()),
            tree_mb: self.tree_mb.clamp(*TREE_MB.start(), *TREE_MB.end()),
        }
    }

    /// What is not as usual, as options of a spec.
    pub(crate) fn changed(&self) -> impl Iterator<Item = String> {
        let usual = TreeOptions::default();
        let changed = |is_changed: bool, number: usize| is_changed.then_some(number as u64);
        let given = [
            ("sims", self.sims),
            ("threads", changed(self.threads != usual.threads, self.threads)),
            ("tree_mb", changed(self.tree_mb != usual.tree_mb, self.tree_mb)),
        ];
        given
            .into_iter()
            .filter_map(|(name, number)| Some(format!("{name}={}", number?)))
    }
}

impl MctsOptions {
    /// Their names, as a mistake is answered.
    pub(crate) const KNOWN: &str = "sims, seed, threads, tree_mb";
}

/// The engine's name and what is not as usual: the normal form of its spec.
impl fmt::Display for MctsOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seed = (self.seed != 0).then(|| format!("seed={}", self.seed));
        spec(f, "mcts", self.tree.changed().chain(seed))
    }
}

/// An engine's name and its options.
pub(crate) fn spec(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    options: impl Iterator<Item = String>,
) -> fmt::Result {
    let options: Vec<String> = options.collect();
    match options.as_slice() {
        [] => f.write_str(name),
        options => write!(f, "{name}:{}", options.join(",")),
    }
}
