//! What can be chosen about the engine, and its text form.

use std::{fmt, ops::RangeInclusive, path::PathBuf};

use super::params::Params;

/// What can be chosen about the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlphaBetaOptions {
    /// Plies to search at most, within [`DEPTHS`].
    pub depth: Option<u32>,
    /// Nodes to search at most, for each move.
    pub nodes: Option<u64>,
    /// Threads, within [`THREADS`]. With one, the same limits on depth or nodes give the same moves.
    pub threads: usize,
    /// Size of the transposition table in megabytes, within [`TABLE_MB`].
    pub table_mb: usize,
    /// How far from the nearest stone moves are looked for (the search box, docs/sources.md `S3.2`).
    pub reach: Reach,
    /// Choice among near-equal moves (docs/sources.md `S3.6`).
    pub variety: Variety,
    /// A file of weights to evaluate with instead of the engine's own.
    pub weights: Option<PathBuf>,
    /// The numbers of the search.
    pub params: Params,
    /// Whether the first plies come from the engine's own book.
    pub book: bool,
    /// File of what was learned from decided games (docs/sources.md `S3.7`); made if missing.
    pub experience: Option<PathBuf>,
}

/// Choice among near-equal moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Variety {
    /// Among how many, within [`VARIETY`]; below 2 the best is always played.
    pub moves: usize,
    /// Start of the stream of choices.
    pub seed: u64,
}

/// Plies that can be asked for.
pub const DEPTHS: RangeInclusive<u32> = 1..=100;
/// Threads that can be asked for.
pub const THREADS: RangeInclusive<usize> = 1..=256;
/// Sizes of the table that can be asked for, in megabytes.
pub const TABLE_MB: RangeInclusive<usize> = 1..=65_536;
/// Moves to choose among that can be asked for.
pub const VARIETY: RangeInclusive<usize> = 0..=4;
impl Default for AlphaBetaOptions {
    fn default() -> AlphaBetaOptions {
        AlphaBetaOptions {
            depth: None,
            nodes: None,
            threads: 1,
            table_mb: 64,
            reach: Reach::DEFAULT,
            variety: Variety::default(),
            weights: None,
            params: Params::DEFAULT,
            book: false,
            experience: None,
        }
    }
}

/// The engine's name and what is not as usual: the normal form of its spec.
impl fmt::Display for AlphaBetaOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = AlphaBetaOptions::default();
        let changed = |is_changed: bool, number: u64| is_changed.then_some(number);
        let given = [
            ("depth", self.depth.map(u64::from)),
            ("nodes", self.nodes),
            (
                "threads",
                changed(self.threads != usual.threads, self.threads as u64),
            ),
            (
                "table_mb",
                changed(self.table_mb != usual.table_mb, self.table_mb as u64),
            ),
            (
                "reach",
                changed(self.reach != usual.reach, self.reach.number().into()),
            ),
            (
                "variety",
                changed(self.variety.moves != 0, self.variety.moves as u64),
            ),
            ("seed", changed(self.variety.seed != 0, self.variety.seed)),
        ];
        let weights = self
            .weights
            .iter()
            .map(|file| format!("weights={}", file.display()));
        let params = self.params.changed().into_iter();
        let experience = self.experience.as_ref();
        let book = self.book.then(|| "book=true".to_owned());
        let given: Vec<String> = given
            .into_iter()
            .filter_map(|(name, number)| Some(format!("{name}={}", number?)))
            .chain(book)
            .chain(experience.map(|path| format!("experience={}", path.display())))
            .chain(weights)
            .chain(params.map(|(name, number)| format!("{name}={number}")))
            .collect();
        match given.as_slice() {
            [] => f.write_str("alphabeta"),
            given => write!(f, "alphabeta:{}", given.join(",")),
        }
    }
}

/// How far a candidate may be from the nearest stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach(u8);

impl Reach {
    /// What can be asked for.
    pub const RANGE: RangeInclusive<u8> = 1..=4;
    /// Two steps any way, three along a line.
    pub const DEFAULT: Reach = Reach(3);

    /// 1 and 2: so many steps any way; 3: two steps any way and three along a line; 4: three and four. Clamped into
    /// [`RANGE`](Reach::RANGE).
    pub fn new(reach: u8) -> Reach {
        Reach(reach.clamp(*Reach::RANGE.start(), *Reach::RANGE.end()))
    }

    /// The number it was made of.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Nine bits for each of the nine rows around a stone, which is in the middle.
    pub(super) fn rows(self) -> [u32; 9] {
        let (square, line): (i32, i32) = match self.0 {
            1 => (1, 1),
            2 => (2, 2),
            3 => (2, 3),
            _ => (3, 4),
        };
        std::array::from_fn(|row| {
            let dy = row as i32 - 4;
            let near = |dx: i32| {
                let distance = dx.abs().max(dy.abs());
                let on_line = dx == 0 || dy == 0 || dx.abs() == dy.abs();
                distance <= square || distance <= line && on_line
            };
            (0..9)
                .filter(|&bit| near(bit - 4))
                .fold(0, |bits, bit| bits | 1 << bit)
        })
    }
}
