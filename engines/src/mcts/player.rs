//! A search as a player: within its limits, in so many threads, with its trees kept from move to move. This is where it meets
//! the clock.

use std::{cmp::Ordering, thread};

use dice::Dice;
use referee::{
    player::{Candidate, Limits, Player, PlayerError, Thought},
    position::Position,
};

use super::{
    Evaluator,
    options::{MctsOptions, SIMS},
    rollout::Rollout,
    tree::{Examined, SelectionFormula, Tree},
};
use crate::deadline::Deadline;

/// What a certain win is told as, less the plies that it takes; a value from -1 to 1 is told in thousandths.
pub const WIN: i32 = 10_000;
/// Simulations for a move when nothing limits a search by rollouts.
const SIMS_FREE: u64 = 1_000;
/// c of UCT: what its proof has for values from 0 to 1, and so half of what it would have for those from -1 to 1; searches of
/// a few thousand looks would else hardly go deeper than two plies.
const CURIOSITY: f64 = std::f64::consts::SQRT_2;
const MEGABYTE: usize = 1 << 20;

/// How a search goes about it.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeSettings {
    /// How the next line to look at is chosen.
    pub selection: SelectionFormula,
    /// Simulations for each move, if their number is bounded.
    pub sims: Option<u64>,
    /// Simulations when nothing else limits it.
    pub sims_free: u64,
    /// Memory for all trees in megabytes.
    pub tree_mb: usize,
}

/// A player that searches with a tree for each of its evaluators.
pub struct TreePlayer<P: Position, E> {
    name: String,
    settings: TreeSettings,
    searchers: Vec<Searcher<P, E>>,
}

struct Searcher<P: Position, E> {
    evaluator: E,
    tree: Option<Tree<P>>,
}

/// The pure search: rollouts by dice (docs/sources.md `S1.3`).
pub fn mcts<P: Position>(options: &MctsOptions) -> TreePlayer<P, Rollout> {
    let mut dice = Dice::new(options.seed);
    let tree = options.tree.clamped();
    let settings = TreeSettings {
        selection: SelectionFormula::Uct { curiosity: CURIOSITY },
        sims: tree.sims,
        sims_free: SIMS_FREE,
        tree_mb: tree.tree_mb,
    };
    let evaluators = (0..tree.threads).map(|_| Rollout::new(Dice::new(dice.bits())));
    TreePlayer::new(options.to_string(), settings, evaluators.collect())
}

impl<P: Position, E: Evaluator<P>> TreePlayer<P, E> {
    /// A player of this name, which has a thread for each evaluator.
    ///
    /// # Panics
    /// There is none.
    pub fn new(name: String, settings: TreeSettings, evaluators: Vec<E>) -> TreePlayer<P, E> {
        assert!(!evaluators.is_empty(), "a search without an evaluator");
        let searcher = |evaluator| Searcher {
            evaluator,
            tree: None,
        };
        TreePlayer {
            name,
            settings,
            searchers: evaluators.into_iter().map(searcher).collect(),
        }
    }

    /// Nodes for each of the trees.
    fn room(&self, limits: &Limits) -> usize {
        let own = self.settings.tree_mb * MEGABYTE;
        let allowed = limits
            .memory_bytes
            .map_or(own, |bytes| usize::try_from(bytes).unwrap_or(usize::MAX).min(own));
        // While a tree is cut down to what is kept of it, both are there.
        allowed / Tree::<P>::NODE_BYTES / 2 / self.searchers.len()
    }

    fn search(&mut self, position: &P, limits: &Limits) -> u64 {
        let deadline = Deadline::of(limits);
        let sims = [limits.nodes, self.settings.sims].into_iter().flatten().min();
        let is_bounded = deadline.is_set() || sims.is_some();
        let sims = sims.unwrap_or(if is_bounded {
            *SIMS.end()
        } else {
            self.settings.sims_free
        });
        let (room, selection) = (self.room(limits), self.settings.selection);
        let count = self.searchers.len() as u64;
        let depth = limits.depth.map_or(usize::MAX, |depth| depth.max(1) as usize);
        let stop = &limits.stop;
        let is_over = || stop.is_raised() || deadline.is_over();
        for searcher in &mut self.searchers {
            searcher.come_to(position, selection, room);
        }
        let jobs = self.searchers.iter_mut().enumerate().map(|(index, searcher)| {
            // At least one each, so that every tree has moves to tell.
            let share = (sims / count + u64::from((index as u64) < sims % count)).max(1);
            move || searcher.look(depth, share, &is_over)
        });
        match jobs.len() {
            1 => jobs.map(|mut job| job()).sum(),
            _ => thread::scope(|scope| {
                let jobs: Vec<_> = jobs.map(|job| scope.spawn(job)).collect();
                let looks = jobs
                    .into_iter()
                    .map(|job| job.join().expect("a search does not panic"));
                looks.sum()
            }),
        }
    }

    /// What all trees together know of the moves, the one to play first.
    fn merged(&self) -> Vec<Examined<P::Move>> {
        let mut merged: Vec<Examined<P::Move>> = Vec::new();
        for searcher in &self.searchers {
            for examined in searcher.tree.iter().flat_map(Tree::examined) {
                match merged.iter_mut().find(|known| known.played == examined.played) {
                    Some(known) => join(known, &examined),
                    None => merged.push(examined),
                }
            }
        }
        let Some(seat) = self.searchers[0].tree.as_ref().map(Tree::turn) else {
            return merged;
        };
        let rank = |examined: &Examined<P::Move>| examined.proven.map_or(0, |proven| proven.rank(seat));
        let order = |one: &Examined<P::Move>, other: &Examined<P::Move>| {
            let by_prior = || one.prior.partial_cmp(&other.prior).unwrap_or(Ordering::Equal);
            let by_visits = one.visits.cmp(&other.visits).then_with(by_prior);
            rank(one).cmp(&rank(other)).then(by_visits)
        };
        // Of equals the first stays first.
        merged.sort_by(|one, other| order(other, one));
        merged
    }
}

/// Adds what another tree knows of the same move. What one has proven is so.
fn join<M: Copy>(known: &mut Examined<M>, more: &Examined<M>) {
    let visits = known.visits + more.visits;
    if visits > 0 {
        let of = |examined: &Examined<M>| examined.value * f64::from(examined.visits);
        known.value = (of(known) + of(more)) / f64::from(visits);
    }
    known.visits = visits;
    known.proven = known.proven.or(more.proven);
}

impl<P: Position, E: Evaluator<P>> Searcher<P, E> {
    /// Brings the tree to a position.
    fn come_to(&mut self, position: &P, selection: SelectionFormula, room: usize) {
        let tree = self
            .tree
            .get_or_insert_with(|| Tree::new(position.clone(), selection, room));
        tree.advance(position);
        tree.set_room(room);
    }

    /// Looks so often, or until it is over; how often it did.
    fn look(&mut self, depth: usize, sims: u64, is_over: &impl Fn() -> bool) -> u64 {
        let Some(tree) = &mut self.tree else { return 0 };
        let mut looks = 0;
        // A move is needed, whatever the limits.
        while looks == 0 || looks < sims && !tree.is_proven() && !is_over() {
            tree.simulate(&mut self.evaluator, depth);
            looks += 1;
        }
        looks
    }
}

impl<P: Position, E: Evaluator<P>> Player<P> for TreePlayer<P, E> {
    fn name(&self) -> String {
        format!("{} {}", self.name, env!("CARGO_PKG_VERSION"))
    }

    fn new_game(&mut self, _position: &P) -> Result<(), PlayerError> {
        for searcher in &mut self.searchers {
            searcher.tree = None;
            searcher.evaluator.new_game();
        }
        Ok(())
    }

    fn think(&mut self, position: &P, limits: &Limits) -> Result<Thought<P::Move>, PlayerError> {
        if position.legal_moves().is_empty() {
            return Err(PlayerError::Resigns);
        }
        let nodes = self.search(position, limits);
        let best = self.merged().into_iter().next().ok_or(PlayerError::Resigns)?;
        let lines = self
            .searchers
            .iter()
            .filter_map(|searcher| Some(searcher.tree.as_ref()?.line()));
        let line = lines.into_iter().find(|line| line.first() == Some(&best.played));
        let line = line.unwrap_or_else(|| vec![best.played]);
        let score = match best.proven {
            None => (best.value * 1_000.0).round() as i32,
            Some(proven) => {
                let plies = i32::try_from(proven.plies + 1).unwrap_or(WIN).min(WIN / 2);
                let sign = proven.rank(position.turn()).signum() as i32;
                sign * (WIN - plies)
            }
        };
        Ok(Thought {
            play: best.played,
            score: Some(score),
            depth: Some(line.len() as u32),
            nodes: Some(nodes),
            line,
        })
    }

    fn candidates(&self) -> Vec<Candidate<P::Move>> {
        let candidate = |examined: Examined<P::Move>| Candidate {
            play: examined.played,
            prior: examined.prior,
            visits: u64::from(examined.visits),
            value: examined.value,
        };
        self.merged().into_iter().map(candidate).collect()
    }
}

#[cfg(test)]
mod tests;
