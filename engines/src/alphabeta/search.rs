//! One thread's search: principal variation search (docs/sources.md `S3.1`) with what has been learned since: table,
//! reductions, pruning, extensions. What happens at the leaves is in `quiescence`, what happens at the root in
//! `root`. Knows no clock: it asks its [`TimeManager`] whether to stop.

mod branch;
mod quiescence;
mod root;

use super::{
    cell::Cell,
    history::History,
    moves::{GenerationMode, Proof, ScoredMove, proof},
    params::Params,
    position::Position,
    score::{PROVEN, Score, VALUE_MAX, loss_in, win_in},
    shared_search::SharedSearch,
    table::{Entry, TranspositionTable},
    time_manager::TimeManager,
};

pub(super) use self::root::Report;

/// A depth of one ply: depths are counted in sixteenths.
const PLY: i32 = 16;
/// No line is searched farther from the root.
const PLIES_MAX: usize = 240;

/// What the search knows of one ply of the line it is in.
#[derive(Clone, Copy)]
struct Frame {
    /// Static value for the side to move.
    value: Score,
    play: Cell,
    /// What the move makes, for its own side and for the other one.
    patterns: [u8; 2],
    /// Not to be searched here: the move that is tried for being the only good one.
    excluded: Cell,
    killers: [Cell; 2],
    /// Whether this is or was on a principal variation.
    principal: bool,
}

impl Frame {
    const NEW: Frame = Frame {
        value: 0,
        play: Cell::NONE,
        patterns: [0; 2],
        excluded: Cell::NONE,
        killers: [Cell::NONE; 2],
        principal: false,
    };
}

/// Whether a node can be on the principal variation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Window {
    Open,
    /// One wide, expected to end with a cut (or with none).
    Null {
        cut: bool,
    },
}

/// A searching thread.
pub(super) struct Search<'a, const HALF: usize> {
    position: Position<HALF>,
    history: &'a mut History,
    table: &'a TranspositionTable,
    time_manager: &'a TimeManager<'a>,
    params: Params,
    /// Reductions by depth and number of the move.
    lmr: Box<[[u8; 64]; 64]>,
    /// Moves that are tried, by depth in half plies.
    tries: [i32; 64],
    frames: Box<[Frame; PLIES_MAX + 8]>,
    /// Principal variations by ply.
    lines: Vec<Vec<Cell>>,
    scored_moves: Vec<ScoredMove>,
    nodes: u64,
    stopped: bool,
    /// The other threads of this search, if there are any.
    shared_search: Option<&'a SharedSearch>,
    /// The depth being searched at the root, in plies.
    depth: i32,
    /// Whether another thread came to the end of that depth, which is why this one stopped.
    overtaken: bool,
}

/// Frames before the root, so that looking back needs no bounds.
const BEFORE: usize = 4;

impl<'a, const HALF: usize> Search<'a, HALF> {
    pub(super) fn new(
        position: Position<HALF>,
        history: &'a mut History,
        table: &'a TranspositionTable,
        time_manager: &'a TimeManager<'a>,
        params: &Params,
    ) -> Search<'a, HALF> {
        let mut lmr = Box::new([[0; 64]; 64]);
        let logarithms: [f64; 64] = std::array::from_fn(|number| (number.max(1) as f64).ln());
        for (row, depth) in lmr.iter_mut().zip(logarithms) {
            for (reduction, number) in row.iter_mut().zip(logarithms) {
                let sixteenths =
                    f64::from(params.lmr_base) + depth * number * f64::from(params.lmr) / 100.0 * 16.0;
                *reduction = sixteenths.clamp(0.0, 255.0) as u8;
            }
        }
        let power = f64::from(params.lmp_power) / 100.0;
        let tries = std::array::from_fn(|depth| params.lmp_base + (depth as f64 / 2.0).powf(power) as i32);
        Search {
            position,
            history,
            table,
            time_manager,
            params: params.clone(),
            lmr,
            tries,
            frames: Box::new([Frame::NEW; PLIES_MAX + 8]),
            lines: vec![Vec::new(); PLIES_MAX + 2],
            scored_moves: Vec::with_capacity(8_192),
            nodes: 0,
            stopped: false,
            shared_search: None,
            depth: 0,
            overtaken: false,
        }
    }

    /// The same as one of several threads.
    pub(super) fn with(self, shared_search: Option<&'a SharedSearch>) -> Search<'a, HALF> {
        Search {
            shared_search,
            ..self
        }
    }

    #[inline(always)]
    fn frame(&self, ply: usize) -> &Frame {
        &self.frames[ply + BEFORE]
    }

    #[inline(always)]
    fn frame_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + BEFORE]
    }

    /// The frame `back` plies before.
    #[inline(always)]
    fn before(&self, ply: usize, back: usize) -> &Frame {
        &self.frames[ply + BEFORE - back]
    }

    /// Counts a node; true if the search has to end.
    #[inline(always)]
    fn enter(&mut self) -> bool {
        self.nodes += 1;
        if self.time_manager.ends(self.nodes) {
            self.stopped = true;
        } else if self.nodes.is_multiple_of(64)
            && self
                .shared_search
                .is_some_and(|shared_search| shared_search.reached() >= self.depth)
        {
            (self.stopped, self.overtaken) = (true, true);
        }
        self.stopped
    }

    /// What is certain without a search: a full board, a static proof, too long a line.
    #[inline(always)]
    fn certain(&self, ply: usize) -> Option<Score> {
        if self.position.empties() == 0 {
            return Some(0);
        }
        match proof(&self.position) {
            // A board may fill before the last stone of a longer proof; then there are a few points left to search.
            Some(Proof::Win(plies)) if plies <= self.position.empties() => return Some(win_in(ply + plies)),
            Some(Proof::Loss(plies)) => return Some(loss_in(ply + plies)),
            _ => {}
        }
        (ply >= PLIES_MAX).then(|| self.static_value())
    }

    #[inline(always)]
    fn static_value(&self) -> Score {
        self.position.value().clamp(-VALUE_MAX, VALUE_MAX)
    }

    /// The value of a position that is `ply` plies below the root, searched `depth` deep.
    fn search(&mut self, window: Window, mut alpha: Score, mut beta: Score, depth: i32, ply: usize) -> Score {
        if depth <= 0 {
            return self.quiescence(window, alpha, beta, ply, 0);
        }
        if self.enter() {
            return 0;
        }
        let open = window == Window::Open;
        self.lines[ply].clear();
        if let Some(score) = self.certain(ply) {
            return score;
        }
        // Mate distance pruning: no line from here is sooner decided than this.
        alpha = alpha.max(loss_in(ply + 2));
        beta = beta.min(win_in(ply + 3));
        if alpha >= beta {
            return alpha;
        }
        let excluded = self.frame(ply).excluded;
        let key = self.position.key()
            ^ if excluded == Cell::NONE {
                0
            } else {
                (excluded.index() as u64) << 32 | 1
            };
        let found = self.table.probe(key, ply);
        if let Some(entry) = found
            && !open
            && entry.depth * PLY > depth - PLY
            && entry.bound.decides(entry.score, beta)
        {
            return entry.score;
        }
        let node = Node {
            window,
            alpha,
            beta,
            depth,
            ply,
            key,
            found,
        };
        let (improving, early) = self.look(&node);
        if let Some(score) = early {
            return score;
        }
        self.search_moves(&node, improving)
    }

    /// Static value, and whether that is reason enough to search no moves.
    fn look(&mut self, node: &Node) -> (bool, Option<Score>) {
        let Node {
            window,
            alpha,
            beta,
            depth,
            ply,
            found,
            ..
        } = *node;
        let open = window == Window::Open;
        let excluded = self.frame(ply).excluded;
        if excluded == Cell::NONE {
            self.frame_mut(ply).principal = open || found.is_some_and(|entry| entry.principal);
        }
        self.frame_mut(ply + 2).killers = [Cell::NONE; 2];
        self.frame_mut(ply + 1).excluded = Cell::NONE;
        let mode = GenerationMode::of(&self.position);
        if mode != GenerationMode::All {
            // A threat stands: the sums say nothing about this moment.
            let value = -self.before(ply, 1).value;
            self.frame_mut(ply).value = value;
            if mode == GenerationMode::Block {
                return (false, None);
            }
        }
        let value = match found {
            Some(entry) => entry.value,
            None => self.static_value(),
        };
        if mode == GenerationMode::All {
            self.frame_mut(ply).value = value;
        }
        let improving = mode == GenerationMode::All && value > self.before(ply, 2).value;
        if open || excluded != Cell::NONE || mode != GenerationMode::All {
            return (improving, None);
        }
        let better = match found {
            Some(entry) if entry.bound.decides(entry.score, value + 1) => entry.score,
            _ => value,
        };
        let plies = depth / PLY;
        // Razoring.
        if plies <= self.params.razor_plies
            && alpha < PROVEN
            && better + self.params.razor_base + self.params.razor * depth / PLY < alpha
        {
            return (improving, Some(self.quiescence(window, alpha, beta, ply, 0)));
        }
        // Reverse futility pruning (static null move pruning).
        let margin = self.params.futility * (depth - if improving { PLY } else { 0 }) / PLY;
        if plies <= self.params.futility_plies && beta > -PROVEN && better < PROVEN && better - margin >= beta
        {
            return (improving, Some(better));
        }
        (improving, None)
    }
}

/// What a node was called with, and what the table knows of it.
#[derive(Clone, Copy)]
struct Node {
    window: Window,
    alpha: Score,
    beta: Score,
    depth: i32,
    ply: usize,
    key: u64,
    found: Option<Entry>,
}
