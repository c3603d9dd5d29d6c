//! The strong engine: best-first search over whole turns, each of which is valued when it is generated. A line of play is
//! followed as long as it looks best, or has been looked at rarely; wins and losses are proven on the way, and a proven one
//! is never looked at again. A loss is proven only where every turn was generated.
//!
//! Scores up to 10,000 are judgement, 5,000 about three games of four. A win in n turns of both sides, the one in hand
//! included, is `WIN - n`, a loss the negative: the end is certain, and comes by the line that was found; a shorter way to
//! win may have been overlooked.

use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
};

use referee::{
    player::{Limits, Player, PlayerError, Thought},
    position::Position as _,
    seat::Seat,
    soccer::{Direction, Lines, Position, Rules},
};

use super::{
    ground::Ground,
    judge::Judge,
    network::Network,
    options::{BestFirstOptions, CURIOSITY, DEPTHS, THREADS, TREE_MB, TURNS},
    plan::Plan,
    score::Score,
    tree::{Best, Task, Tree},
    turns::Turns,
};
use crate::deadline::Deadline;

/// Positions valued when nothing limits the search: about a second.
const NODES_FREE: u64 = 500_000;
/// What is held in memory besides the tree, in bytes: mostly what each thread generates turns and looks through them in.
const BESIDE_TREE: u64 = 64 << 20;
const MEGABYTE: usize = 1 << 20;
/// Places looked through for a trap that cost as much as valuing a position.
const PLACES_A_NODE: usize = 2;

/// The engine. Between moves it keeps the rest of its turn and, where time is what limits it, what it has seen: equal limits
/// on nodes or depth give equal turns, whatever was searched before.
#[derive(Clone, Debug)]
pub struct BestFirst {
    options: BestFirstOptions,
    network: Option<Arc<Network>>,
    ground: Option<Ground>,
    plan: Plan,
    kept: Option<(Rules, Tree)>,
}

impl BestFirst {
    /// An engine with these options, clamped into their ranges.
    pub fn new(options: BestFirstOptions) -> BestFirst {
        BestFirst {
            network: options.network.then(Network::own),
            options: BestFirstOptions {
                depth: options
                    .depth
                    .map(|depth| depth.clamp(*DEPTHS.start(), *DEPTHS.end())),
                nodes: options.nodes,
                threads: options.threads.clamp(*THREADS.start(), *THREADS.end()),
                tree_mb: options.tree_mb.clamp(*TREE_MB.start(), *TREE_MB.end()),
                turns: options.turns.clamp(*TURNS.start(), *TURNS.end()),
                curiosity: options.curiosity.clamp(*CURIOSITY.start(), *CURIOSITY.end()),
                ..options
            },
            ground: None,
            plan: Plan::default(),
            kept: None,
        }
    }

    /// The same with the weights of another network, in the form of the engine's own file. `None` if these are not such
    /// weights.
    pub(crate) fn with_weights(mut self, weights: &[u8]) -> Option<BestFirst> {
        self.network = Some(Arc::new(Network::read(weights)?));
        Some(self)
    }

    /// Searches, and tells what became of the turns in hand, and of positions that were looked at so often.
    pub(super) fn look(&mut self, position: &Position, limits: &Limits, looks: u32) -> Found {
        let (tree, _) = self.search(position, limits);
        let mut seen = Vec::new();
        tree.for_each_seen(position.lines(), looks, &mut |lines, is_own, value| {
            let seat = if is_own { position.turn() } else { !position.turn() };
            seen.push((*lines, seat, value));
        });
        Found {
            best: tree.best(),
            open: tree.open_turns(),
            seen,
        }
    }

    /// Searches within the limits; the tree, and how many positions were valued.
    pub(super) fn search(&mut self, position: &Position, limits: &Limits) -> (Tree, u64) {
        let pitch = position.rules().pitch;
        let tree_bytes = self.tree_bytes(limits);
        let ground = self.ground.take().filter(|ground| ground.pitch == pitch);
        let ground = self.ground.insert(ground.unwrap_or_else(|| Ground::new(pitch)));
        let nodes = [limits.nodes, self.options.nodes].into_iter().flatten().min();
        let deadline = Deadline::of(limits);
        let is_bounded = deadline.is_set() || nodes.is_some() || limits.depth.is_some();
        let depths = [limits.depth, self.options.depth].into_iter().flatten();
        let depth_most = depths.min().unwrap_or(u32::MAX).max(1);
        let kept = self.kept.take().filter(|(rules, _)| *rules == position.rules());
        let is_by_time = deadline.is_set() && nodes.is_none() && depth_most == u32::MAX;
        let key = ground.key(position.lines(), position.turn());
        let kept = kept
            .filter(|_| is_by_time)
            .and_then(|(_, tree)| tree.below(key, tree_bytes));
        let fresh = || Tree::new(position.key(), tree_bytes, depth_most, self.options.curiosity);
        let search = Search {
            ground,
            lines: position.lines(),
            seat: position.turn(),
            turns: Turns::new(Judge::new(pitch, self.network.as_ref()), position.rules().blocked),
            turns_most: self.options.turns,
            nodes: nodes.unwrap_or(if is_bounded { u64::MAX } else { NODES_FREE }),
            deadline,
            limits,
            threads: self.options.threads,
            tree: Mutex::new(kept.unwrap_or_else(fresh)),
            valued: AtomicU64::new(0),
        };
        search.run();
        let valued = search.valued.into_inner();
        let tree = search.tree.into_inner().unwrap_or_else(PoisonError::into_inner);
        (tree, valued)
    }

    fn tree_bytes(&self, limits: &Limits) -> usize {
        let own = self.options.tree_mb * MEGABYTE;
        let allowed = limits.memory_bytes.map(|bytes| bytes.saturating_sub(BESIDE_TREE));
        allowed.map_or(own, |bytes| {
            own.min(usize::try_from(bytes).unwrap_or(usize::MAX).max(MEGABYTE))
        })
    }
}

impl Player<Position> for BestFirst {
    fn name(&self) -> String {
        format!("{} {}", self.options, env!("CARGO_PKG_VERSION"))
    }

    fn new_game(&mut self, _position: &Position) -> Result<(), PlayerError> {
        self.plan.drop();
        self.kept = None;
        Ok(())
    }

    fn think(&mut self, position: &Position, limits: &Limits) -> Result<Thought<Direction>, PlayerError> {
        if let Some(thought) = self.plan.next(position) {
            return Ok(thought);
        }
        if position.outcome().is_some() {
            return Err(PlayerError::Resigns);
        }
        let (tree, nodes) = self.search(position, limits);
        let best = tree.best();
        self.kept = tree.leaves_room().then(|| (position.rules(), tree));
        let thought = self.plan.begin(position, &best.turn, Some(best.score));
        let thought = thought.ok_or(PlayerError::Resigns)?;
        Ok(Thought {
            depth: Some(best.depth),
            nodes: Some(nodes),
            ..thought
        })
    }
}

/// What a search found out.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) best: Best,
    /// Turns in hand of which nothing is proven, each with its rank: the highest is best.
    pub(super) open: Vec<(Vec<Direction>, f32)>,
    /// The field, who goes on, the value.
    pub(super) seen: Vec<(Lines, Seat, Score)>,
}

/// One search, and what its threads share.
struct Search<'a> {
    ground: &'a Ground,
    lines: &'a Lines,
    seat: Seat,
    /// To be cloned.
    turns: Turns,
    turns_most: usize,
    nodes: u64,
    deadline: Deadline,
    limits: &'a Limits,
    threads: usize,
    tree: Mutex<Tree>,
    valued: AtomicU64,
}

impl Search<'_> {
    fn run(&self) {
        // A move is needed, whatever the limits.
        let mut turns = self.turns.clone();
        self.step(&mut turns);
        thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(|| self.go_on(self.turns.clone()));
            }
            self.go_on(turns);
        });
    }

    fn go_on(&self, mut turns: Turns) {
        while !self.is_over() && !self.tree().is_done() {
            if !self.step(&mut turns) && self.threads > 1 {
                thread::yield_now();
            }
        }
    }

    /// Opens one position, if there is one that is free.
    fn step(&self, turns: &mut Turns) -> bool {
        let Some(leaf) = self.tree().descend(self.lines) else {
            return false;
        };
        let seat = if leaf.is_own { self.seat } else { !self.seat };
        match leaf.task {
            Task::Open => {
                turns.generate(self.ground, &leaf.lines, seat, self.turns_most);
                self.valued.fetch_add(turns.turns.len() as u64, Relaxed);
                self.tree().attach(&leaf, turns);
            }
            Task::Probe(most) => {
                let places = turns.find_trap(self.ground, &leaf.lines, seat, most);
                self.valued.fetch_add((places / PLACES_A_NODE) as u64, Relaxed);
                self.tree().attach_trap(&leaf, turns);
            }
        }
        true
    }

    fn tree(&self) -> MutexGuard<'_, Tree> {
        self.tree.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_over(&self) -> bool {
        self.valued.load(Relaxed) >= self.nodes || self.limits.stop.is_raised() || self.deadline.is_over()
    }
}

#[cfg(test)]
mod tests;
