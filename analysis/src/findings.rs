//! What was found in one position, spelled, whatever game it is.

/// A forced win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forced {
    /// By what, as `fours`; `None` where there is but one way.
    pub(crate) means: Option<&'static str>,
    /// How long it takes at most, in the game's steps.
    pub(crate) length: usize,
    /// The moves, spelled.
    pub(crate) line: Vec<String>,
}

/// A line of play, with the engine's word on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestLine {
    pub(crate) score: Option<i32>,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    /// The moves, spelled; at least one.
    pub(crate) moves: Vec<String>,
}

/// What is known of a position.
#[derive(Clone, Debug)]
pub struct Findings<M> {
    /// For the side to move, or who would be if the game were not over; `None` where nothing can be said.
    pub(crate) score: Option<i32>,
    /// The best lines, the best first; none if the game is over.
    pub(crate) lines: Vec<BestLine>,
    /// The plies of the best line's first step.
    pub(crate) first: Vec<M>,
    /// The win that the side to move has.
    pub(crate) win: Option<Forced>,
    /// The plies of its first step.
    pub(crate) win_first: Vec<M>,
}

impl<M> Findings<M> {
    /// At a game that is over.
    pub(crate) fn over(score: i32) -> Findings<M> {
        Findings {
            score: Some(score),
            lines: Vec::new(),
            first: Vec::new(),
            win: None,
            win_first: Vec::new(),
        }
    }
}
