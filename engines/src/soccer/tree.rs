//! The tree of the best-first search: positions after turns, how good they look by now, how often the search came by, and
//! what is proven. Positions that two ways lead to share what is below them. Knows no clock and no threads.

use std::collections::{HashMap, HashSet};

use referee::soccer::{Direction, Lines, keys::Keys};

use super::{
    score::{PROVEN, Score, VALUE_MAX, before, is_proven},
    turns::{Turn, Turns},
};

/// How much the best line below a turn counts beside the mean of all that was seen below it.
const BEST_SHARE: f32 = 0.35;
/// How much is added to the promise of a turn that was never looked at.
const FIRST_LOOK: f32 = 0.5;
const FIRST_LOOK_AT_ROOT: f32 = 1.0;

/// A position after a turn.
#[derive(Clone, Copy, Debug)]
struct Node {
    key: u64,
    /// Of all values that were backed up to here, for the side that goes on.
    sum: i64,
    value: Score,
    visits: u32,
    first: u32,
    count: u32,
    start: u32,
    length: u16,
    /// Threads that are below it.
    busy: u16,
    state: State,
    is_complete: bool,
    /// How often turns that were left out were looked through for one that wins.
    probes: u8,
    /// Nothing is to be learned from it any more.
    is_closed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Leaf,
    /// A thread is generating its turns.
    Opening,
    Open,
}

/// Turns that were left out where a position was opened are looked through when the search has come by so often, each time further.
const PROBED_AT: [u32; 3] = [8, 64, 512];
const PLACES: [usize; 3] = [4_000, 32_000, 64_000];

/// What is to be done at the end of a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// To generate its turns.
    Open,
    /// To look through so many places for a turn that wins.
    Probe(usize),
}

/// Where the search has gone to, and the way there.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    way: Vec<u32>,
    /// What is to be done.
    pub(super) task: Task,
    /// The field there.
    pub(super) lines: Lines,
    /// Whether the side to move at the root moves there.
    pub(super) is_own: bool,
}

/// All positions of one search.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    ways: Vec<Direction>,
    opened: HashMap<u64, u32, Keys>,
    /// Nodes that it may hold.
    room: usize,
    depth_most: u32,
    depth: u32,
    /// How strongly the search is drawn to turns that it rarely looked at.
    curiosity: f32,
}

/// What the search ends with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Best {
    pub(super) turn: Vec<Direction>,
    pub(super) score: Score,
    /// The most turns in a row that were looked at.
    pub(super) depth: u32,
}

impl Tree {
    /// The position to move in, for at most so many bytes and turns in a row, with a curiosity in hundredths.
    pub(super) fn new(key: u64, bytes: usize, depth_most: u32, curiosity: u32) -> Tree {
        let root = Node {
            key,
            sum: 0,
            value: 0,
            visits: 0,
            first: 0,
            count: 0,
            start: 0,
            length: 0,
            busy: 0,
            state: State::Leaf,
            is_complete: false,
            probes: 0,
            is_closed: false,
        };
        Tree {
            nodes: vec![root],
            ways: Vec::new(),
            opened: HashMap::with_hasher(Keys),
            room: room(bytes),
            depth_most,
            depth: 0,
            curiosity: curiosity as f32 / 100.0,
        }
    }

    /// Whether looking on changes nothing, or cannot be afforded.
    pub(super) fn is_done(&self) -> bool {
        self.nodes[0].is_closed || self.nodes.len() >= self.room
    }

    /// Goes down to the leaf that promises most. `None` if there was none on the way that looked best, which the tree knows
    /// from then on, or if other threads are at all of them.
    pub(super) fn descend(&mut self, lines: &Lines) -> Option<Leaf> {
        let mut leaf = Leaf {
            way: vec![0],
            task: Task::Open,
            lines: *lines,
            is_own: true,
        };
        let mut at = 0;
        while self.is_open(at) {
            if let Some(places) = self.probe(at) {
                leaf.task = Task::Probe(places);
                return Some(leaf);
            }
            let Some(next) = self.choose(at, leaf.way.len() == 1) else {
                // Nothing is open below, as is known from another way here; or others are at all of it.
                leaf.way.iter().rev().for_each(|&at| self.weigh(at));
                self.release(&leaf.way);
                return None;
            };
            for way in self.ways_of(next) {
                leaf.lines.draw(*way);
            }
            leaf.is_own = !leaf.is_own;
            self.nodes[next as usize].busy += 1;
            leaf.way.push(next);
            at = next;
        }
        self.depth = self.depth.max(leaf.way.len() as u32);
        self.nodes[at as usize].state = State::Opening;
        Some(leaf)
    }

    /// Takes in the turns of a leaf, and what they are worth, up to the root.
    pub(super) fn attach(&mut self, leaf: &Leaf, turns: &Turns) {
        let at = leaf.way[leaf.way.len() - 1] as usize;
        let (first, ways) = (self.nodes.len() as u32, self.ways.len() as u32);
        self.ways.extend_from_slice(&turns.ways);
        let is_last = leaf.way.len() as u32 >= self.depth_most;
        self.nodes
            .extend(turns.turns.iter().map(|turn| child(turn, ways, is_last)));
        let node = &mut self.nodes[at];
        node.first = first;
        node.count = turns.turns.len() as u32;
        node.is_complete = turns.is_complete;
        node.state = State::Open;
        self.opened.insert(node.key, at as u32);
        self.back_up(&leaf.way);
        self.release(&leaf.way);
    }

    /// Whether a position is to be probed now, and how far.
    fn probe(&mut self, at: u32) -> Option<usize> {
        let node = &mut self.nodes[at as usize];
        let level = usize::from(node.probes);
        let is_due = node.state == State::Open
            && !node.is_complete
            && PROBED_AT.get(level).is_some_and(|&visits| node.visits >= visits);
        is_due.then(|| {
            node.probes += 1;
            PLACES[level]
        })
    }

    /// Takes in what a probe found, if it found something.
    pub(super) fn attach_trap(&mut self, leaf: &Leaf, turns: &Turns) {
        if let Some(trap) = turns.turns.first() {
            let parent = self.nodes[leaf.way[leaf.way.len() - 1] as usize];
            // It takes the place of a turn that nobody has looked at.
            let children = parent.first as usize..(parent.first + parent.count) as usize;
            let unseen = children.rev().find(|&child| {
                let child = &self.nodes[child];
                child.state == State::Leaf && child.visits == 0 && child.busy == 0
            });
            if let Some(unseen) = unseen {
                let ways = self.ways.len() as u32;
                self.ways.extend_from_slice(&turns.ways);
                self.nodes[unseen] = child(trap, ways, true);
            }
        }
        leaf.way.iter().rev().for_each(|&at| self.weigh(at));
        self.release(&leaf.way);
    }

    /// What to play.
    pub(super) fn best(&self) -> Best {
        let root = &self.nodes[0];
        let most = self.children(root).iter().map(|child| child.visits).max();
        let rank_of = |node: &Node| {
            if is_proven(node.value) {
                return -(node.value as f32);
            }
            // What is closed needs no more looks to be believed.
            let looks = if node.is_closed {
                most.unwrap_or(0)
            } else {
                node.visits
            };
            rank(node, looks)
        };
        let mut best: Option<&Node> = None;
        for child in self.children(root) {
            if best.is_none_or(|best| rank_of(child) > rank_of(best)) {
                best = Some(child);
            }
        }
        Best {
            turn: best.map_or(Vec::new(), |child| self.ways_at(child).to_vec()),
            score: best.map_or(root.value, |child| before(child.value)),
            depth: self.depth,
        }
    }

    /// The root's turns of which nothing is proven, each with its rank.
    pub(super) fn open_turns(&self) -> Vec<(Vec<Direction>, f32)> {
        let children = self.children(&self.nodes[0]).iter();
        let open = children.filter(|child| !is_proven(child.value));
        open.map(|child| (self.ways_at(child).to_vec(), rank(child, child.visits)))
            .collect()
    }

    /// Where the root is proven: calls `visit` with the key of each position in which the winner goes on, whatever the loser
    /// does, and the turn that wins there. Positions in which the winner has a goal at once may be missing.
    pub(super) fn for_each_answer(&self, is_own: bool, visit: &mut dyn FnMut(u64, &[Direction])) {
        self.answer(&self.nodes[0], is_own, &mut HashSet::with_hasher(Keys), visit);
    }

    /// `wins`: whether the winner goes on at this node.
    fn answer(
        &self,
        node: &Node,
        wins: bool,
        met: &mut HashSet<u64, Keys>,
        visit: &mut dyn FnMut(u64, &[Direction]),
    ) {
        if !met.insert(node.key) {
            return;
        }
        if !wins {
            for child in self.children(node) {
                self.answer(child, true, met, visit);
            }
        } else if let Some(child) = self.children(node).iter().min_by_key(|child| child.value) {
            visit(node.key, self.ways_at(child));
            self.answer(child, false, met, visit);
        }
    }

    /// The turns of both sides that look best, from the root as far as they are known.
    pub(super) fn line(&self) -> Vec<Vec<Direction>> {
        let (mut line, mut node) = (Vec::new(), &self.nodes[0]);
        while let Some(child) = self.children(node).iter().min_by_key(|child| child.value) {
            line.push(self.ways_at(child).to_vec());
            node = child;
        }
        line
    }

    /// Calls `visit` with positions below the root that were looked at so often, or were opened and proven: the field, whether the root's side goes on, the value.
    pub(super) fn for_each_seen(
        &self,
        lines: &Lines,
        looks: u32,
        visit: &mut dyn FnMut(&Lines, bool, Score),
    ) {
        self.see(&self.nodes[0], &mut { *lines }, true, looks, visit);
    }

    fn see(
        &self,
        node: &Node,
        lines: &mut Lines,
        is_own: bool,
        looks: u32,
        visit: &mut dyn FnMut(&Lines, bool, Score),
    ) {
        for child in self.children(node) {
            if child.state != State::Open || child.visits < looks && !is_proven(child.value) {
                continue;
            }
            let mut lines = *lines;
            self.ways_at(child).iter().for_each(|&way| {
                lines.draw(way);
            });
            visit(&lines, !is_own, child.value);
            self.see(child, &mut lines, !is_own, looks, visit);
        }
    }

    fn children(&self, node: &Node) -> &[Node] {
        &self.nodes[node.first as usize..][..node.count as usize]
    }

    fn ways_of(&self, node: u32) -> &[Direction] {
        self.ways_at(&self.nodes[node as usize])
    }

    fn ways_at(&self, node: &Node) -> &[Direction] {
        &self.ways[node.start as usize..][..usize::from(node.length)]
    }

    /// Whether a node's turns are known, be it from another way to the same position.
    fn is_open(&mut self, at: u32) -> bool {
        let node = self.nodes[at as usize];
        if node.state != State::Leaf {
            return true;
        }
        let Some(&twin) = self.opened.get(&node.key) else {
            return false;
        };
        let twin = self.nodes[twin as usize];
        let node = &mut self.nodes[at as usize];
        node.first = twin.first;
        node.count = twin.count;
        node.is_complete = twin.is_complete;
        node.state = State::Open;
        true
    }

    /// The turn to look at next.
    fn choose(&self, at: u32, is_root: bool) -> Option<u32> {
        let node = &self.nodes[at as usize];
        let log = logarithm(node.visits + 2);
        let mut best = None;
        for (place, child) in self.children(node).iter().enumerate() {
            if child.is_closed || child.state == State::Opening {
                continue;
            }
            let looks = child.visits + u32::from(child.busy);
            let best_line = -(child.value as f32) / VALUE_MAX as f32;
            let promise = if looks == 0 {
                best_line + if is_root { FIRST_LOOK_AT_ROOT } else { FIRST_LOOK }
            } else {
                // Whoever is below it is counted as having found the worst.
                let lost = i64::from(child.busy) * i64::from(VALUE_MAX);
                let mean = -((child.sum + lost) as f32) / (VALUE_MAX as f32 * looks as f32);
                BEST_SHARE * best_line
                    + (1.0 - BEST_SHARE) * mean
                    + self.curiosity * (log / looks as f32).sqrt()
            };
            if best.is_none_or(|(_, most)| promise > most) {
                best = Some((node.first + place as u32, promise));
            }
        }
        best.map(|(child, _)| child)
    }

    fn back_up(&mut self, way: &[u32]) {
        for &at in way.iter().rev() {
            self.weigh(at);
        }
        let leaf = self.nodes[way[way.len() - 1] as usize].value;
        let mut seen = leaf.clamp(-VALUE_MAX, VALUE_MAX);
        for &at in way.iter().rev() {
            let node = &mut self.nodes[at as usize];
            node.visits += 1;
            node.sum += i64::from(seen);
            seen = -seen;
        }
    }

    /// Works a node's value out of those below it.
    fn weigh(&mut self, at: u32) {
        let node = self.nodes[at as usize];
        if node.state != State::Open {
            return;
        }
        let children = self.children(&node);
        let best = children.iter().map(|child| before(child.value)).max();
        let mut value = best.unwrap_or(node.value);
        let is_closed = value >= PROVEN || children.iter().all(|child| child.is_closed);
        if value <= -PROVEN && !node.is_complete {
            // Turns that were left out might do better.
            value = -VALUE_MAX;
        }
        let node = &mut self.nodes[at as usize];
        node.value = value;
        node.is_closed = is_closed;
    }

    fn release(&mut self, way: &[u32]) {
        for &at in &way[1..] {
            let busy = &mut self.nodes[at as usize].busy;
            *busy = busy.saturating_sub(1);
        }
    }
}

/// How good a turn is, as a judgement and by how often it was looked at.
fn rank(child: &Node, looks: u32) -> f32 {
    -(child.value as f32) / VALUE_MAX as f32 + logarithm(looks + 3)
}

fn child(turn: &Turn, ways: u32, is_last: bool) -> Node {
    Node {
        key: turn.key,
        sum: 0,
        value: turn.value,
        visits: 0,
        first: 0,
        count: 0,
        start: ways + turn.start,
        length: turn.length,
        busy: 0,
        state: State::Leaf,
        is_complete: false,
        probes: 0,
        is_closed: turn.is_final || is_last,
    }
}

/// How many nodes so many bytes hold.
fn room(bytes: usize) -> usize {
    // Beside the node itself: its lines, and its share of the table of positions.
    let each = size_of::<Node>() + 32;
    bytes / each
}

/// The natural logarithm, near enough, and the same on every machine.
fn logarithm(number: u32) -> f32 {
    let whole = number.max(1).ilog2();
    let rest = number as f32 / (1u64 << whole) as f32 - 1.0;
    (whole as f32 + rest) * std::f32::consts::LN_2
}

mod kept;
