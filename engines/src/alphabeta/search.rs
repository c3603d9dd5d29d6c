//! One thread's search: principal variation search (docs/sources.md `S3.1`) with what has been learned since: table,
//! reductions, pruning, extensions. What happens at the leaves is in `quiescence`, what happens at the root in
//! `root`. Knows no clock: it asks its [`Watch`] whether to stop.

mod branch;
mod quiescence;
mod root;

use super::{
    crew::Crew,
    history::History,
    moves::{Offer, Pick, Proof, proof},
    params::Params,
    position::Position,
    score::{PROVEN, Score, VALUE_MAX, loss_in, win_in},
    site::Site,
    table::{Entry, Table},
    watch::Watch,
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
    play: Site,
    /// What the move makes, for its own side and for the other one.
    classes: [u8; 2],
    /// Not to be searched here: the move that is tried for being the only good one.
    left_out: Site,
    killers: [Site; 2],
    /// Whether this is or was on a principal variation.
    principal: bool,
}

impl Frame {
    const NEW: Frame = Frame {
        value: 0,
        play: Site::NONE,
        classes: [0; 2],
        left_out: Site::NONE,
        killers: [Site::NONE; 2],
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
    table: &'a Table,
    watch: &'a Watch<'a>,
    params: Params,
    /// Reductions by depth and number of the move.
    late: Box<[[u8; 64]; 64]>,
    /// Moves that are tried, by depth in half plies.
    tries: [i32; 64],
    frames: Box<[Frame; PLIES_MAX + 8]>,
    /// Principal variations by ply.
    lines: Vec<Vec<Site>>,
    picks: Vec<Pick>,
    nodes: u64,
    stopped: bool,
    /// The other threads of this search, if there are any.
    crew: Option<&'a Crew>,
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
        table: &'a Table,
        watch: &'a Watch<'a>,
        params: &Params,
    ) -> Search<'a, HALF> {
        let mut late = Box::new([[0; 64]; 64]);
        let logarithms: [f64; 64] = std::array::from_fn(|number| (number.max(1) as f64).ln());
        for (row, depth) in late.iter_mut().zip(logarithms) {
            for (reduction, number) in row.iter_mut().zip(logarithms) {
                let sixteenths =
                    f64::from(params.late_base) + depth * number * f64::from(params.late) / 100.0 * 16.0;
                *reduction = sixteenths.clamp(0.0, 255.0) as u8;
            }
        }
        let power = f64::from(params.count_power) / 100.0;
        let tries = std::array::from_fn(|depth| params.count_base + (depth as f64 / 2.0).powf(power) as i32);
        Search {
            position,
            history,
            table,
            watch,
            params: params.clone(),
            late,
            tries,
            frames: Box::new([Frame::NEW; PLIES_MAX + 8]),
            lines: vec![Vec::new(); PLIES_MAX + 2],
            picks: Vec::with_capacity(8_192),
            nodes: 0,
            stopped: false,
            crew: None,
            depth: 0,
            overtaken: false,
        }
    }

    /// The same as one of several threads.
    pub(super) fn with(self, crew: Option<&'a Crew>) -> Search<'a, HALF> {
        Search { crew, ..self }
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
        if self.watch.ends(self.nodes) {
            self.stopped = true;
        } else if self.nodes.is_multiple_of(64) && self.crew.is_some_and(|crew| crew.reached() >= self.depth)
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
        alpha = alpha.max(loss_in(ply + 2));
        beta = beta.min(win_in(ply + 3));
        if alpha >= beta {
            return alpha;
        }
        let left_out = self.frame(ply).left_out;
        let key = self.position.key()
            ^ if left_out == Site::NONE {
                0
            } else {
                (left_out.index() as u64) << 32 | 1
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
        let left_out = self.frame(ply).left_out;
        if left_out == Site::NONE {
            self.frame_mut(ply).principal = open || found.is_some_and(|entry| entry.principal);
        }
        self.frame_mut(ply + 2).killers = [Site::NONE; 2];
        self.frame_mut(ply + 1).left_out = Site::NONE;
        let offer = Offer::of(&self.position);
        if offer != Offer::All {
            // A threat stands: the sums say nothing about this moment.
            let value = -self.before(ply, 1).value;
            self.frame_mut(ply).value = value;
            if offer == Offer::Block {
                return (false, None);
            }
        }
        let value = match found {
            Some(entry) => entry.value,
            None => self.static_value(),
        };
        if offer == Offer::All {
            self.frame_mut(ply).value = value;
        }
        let improving = offer == Offer::All && value > self.before(ply, 2).value;
        if open || left_out != Site::NONE || offer != Offer::All {
            return (improving, None);
        }
        let better = match found {
            Some(entry) if entry.bound.decides(entry.score, value + 1) => entry.score,
            _ => value,
        };
        let plies = depth / PLY;
        if plies <= self.params.razor_plies
            && alpha < PROVEN
            && better + self.params.razor_base + self.params.razor * depth / PLY < alpha
        {
            return (improving, Some(self.quiescence(window, alpha, beta, ply, 0)));
        }
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
