//! What was found in one position, spelled, whatever game it is.

use referee::player::Candidate;

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

/// A move that the engine weighed.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed<M> {
    pub(crate) play: M,
    pub(crate) spelled: String,
    /// Its share before the search, 0 to 1.
    pub(crate) prior: f32,
    /// How often it was looked at, and which share of all looks that is.
    pub(crate) visits: u64,
    pub(crate) share: f64,
    /// The expected result for the mover; `None` where it was never looked at.
    pub(crate) result: Option<f64>,
}

impl<M: Copy> Weighed<M> {
    /// What a player tells of the moves it knows.
    pub(crate) fn all(candidates: &[Candidate<M>], spell: impl Fn(M) -> String) -> Vec<Weighed<M>> {
        let looks: u64 = candidates.iter().map(|candidate| candidate.visits).sum();
        let weighed = |candidate: &Candidate<M>| Weighed {
            play: candidate.play,
            spelled: spell(candidate.play),
            prior: candidate.prior,
            visits: candidate.visits,
            share: candidate.visits as f64 / looks.max(1) as f64,
            result: (candidate.visits > 0).then(|| 0.5 + 0.5 * candidate.value.clamp(-1.0, 1.0)),
        };
        candidates.iter().map(weighed).collect()
    }
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
    /// What the engine thought of each move, the one it would play first; none where it does not weigh them one by one.
    pub(crate) weighed: Vec<Weighed<M>>,
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
            weighed: Vec::new(),
        }
    }
}
