//! One thread's search: principal variation search (write-up part `S3.1`) with what has been learned since: table,
//! reductions, pruning, extensions. What happens at the leaves is in `quiescence`, what happens at the root in
//! `root`. Knows no clock: it asks its [`Watch`] whether to stop.

mod quiescence;
mod root;

use referee::color::Color;

use super::{
    history::History,
    moves::{Offer, Pick, Proof, bring_forward, proof},
    params::Params,
    point::Class,
    position::Position,
    score::{INFINITE, PROVEN, Score, VALUE_MAX, is_proven, loss_in, win_in},
    site::{Site, Sites},
    table::{Bound, Entry, Table},
    watch::Watch,
};

pub(super) use self::root::{Report, RootMove};

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
        if self.watch.ends(self.nodes) {
            self.stopped = true;
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
            && entry.depth * PLY >= depth - PLY + 1
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

    /// Lists this node's moves at the end of `picks`, in what order they are to be tried.
    fn list(&mut self, offer: Offer, ply: usize, first: Site) -> usize {
        let start = self.picks.len();
        offer.list(&self.position, &mut self.picks);
        if offer == Offer::Block {
            return start;
        }
        let own = self.position.turn();
        let before = self.position.played(1);
        let reply = self.history.reply(own, before);
        let killers = self.frame(ply).killers;
        let last = [before, self.position.played(2)];
        for pick in &mut self.picks[start..] {
            let site = pick.site;
            let threat = self.position.class(own, site) >= Class::Three as u8;
            pick.promise += self.position.nearness(site, last);
            pick.order = pick.promise
                + self.history.of(own, threat, site) / self.params.order_history
                + self.history.follow(own, before, site) / self.params.order_follow;
            if site == reply {
                pick.order += self.params.order_reply;
            }
            if killers.contains(&site) {
                pick.order += self.params.order_killer;
            }
            if site == first {
                pick.order += 1 << 20;
            }
        }
        start
    }

    fn search_moves(&mut self, node: &Node, improving: bool) -> Score {
        let Node {
            window,
            beta,
            ply,
            found,
            ..
        } = *node;
        let mut alpha = node.alpha;
        let mut depth = node.depth;
        let open = window == Window::Open;
        let left_out = self.frame(ply).left_out;
        let offer = Offer::of(&self.position);
        let first = found.map_or(Site::NONE, |entry| entry.play);
        if first == Site::NONE && depth >= 4 * PLY && offer == Offer::All {
            depth -= self.params.unknown;
        }
        let start = self.list(offer, ply, first);
        let mut at = start;
        let mut best = -INFINITE;
        let mut best_play = Site::NONE;
        let mut tried = 0;
        let own = self.position.turn();
        while let Some(pick) = bring_forward(&mut self.picks, at) {
            at += 1;
            let site = pick.site;
            if site == left_out || !self.position.is_legal(site) {
                continue;
            }
            tried += 1;
            let classes = [self.position.class(own, site), self.position.class(!own, site)];
            if best > -PROVEN && self.is_hopeless(depth, tried, classes, improving) {
                continue;
            }
            let extension = if offer == Offer::Block {
                self.params.answer
            } else if site == first {
                match self.singular(node, depth, site) {
                    Ok(extension) => extension,
                    Err(score) => {
                        self.picks.truncate(start);
                        return score;
                    }
                }
            } else {
                0
            };
            let frame = self.frame_mut(ply);
            frame.play = site;
            frame.classes = classes;
            let reduction = if tried > 1 && depth >= 2 * PLY {
                self.reduction(node, depth, tried, &pick, classes, improving)
            } else {
                0
            };
            self.position.play(site);
            let score = self.search_one(node, alpha, depth - PLY + extension, reduction, tried);
            self.position.undo();
            if self.stopped {
                self.picks.truncate(start);
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_play = site;
                    if open {
                        self.keep_line(ply, site);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                    if depth > 2 * PLY && depth < 12 * PLY && !is_proven(score) {
                        depth -= self.params.raised;
                    }
                }
            }
        }
        if tried == 0 {
            self.picks.truncate(start);
            return self.without_moves(node, offer);
        }
        if best_play != Site::NONE && offer != Offer::Block {
            self.learn(node, start, at, best_play);
        }
        self.picks.truncate(start);
        if left_out == Site::NONE {
            self.remember(node, best, best_play);
        }
        best
    }

    /// No move was legal, or none was left.
    fn without_moves(&self, node: &Node, offer: Offer) -> Score {
        if self.frame(node.ply).left_out != Site::NONE {
            return node.alpha;
        }
        match offer {
            // Renju: the block is forbidden.
            Offer::Block => loss_in(node.ply + 2),
            Offer::Defence => loss_in(node.ply + 4),
            Offer::All if self.position.turn() == Color::Black => self.static_value(),
            Offer::All => 0,
        }
    }

    /// Whether a move at little depth is not worth a look after `tried` better ones.
    #[inline(always)]
    fn is_hopeless(&self, depth: i32, tried: i32, classes: [u8; 2], improving: bool) -> bool {
        let most = self.tries[((depth * 2 / PLY) as usize).min(63)];
        if tried > (if improving { most } else { most / 2 }).max(2) {
            return true;
        }
        let trivial = classes.iter().all(|&class| class <= Class::Nothing as u8);
        trivial && depth < self.params.trivial_plies * PLY
    }

    /// How much less deep a late move is searched, in sixteenths of a ply.
    #[inline(always)]
    fn reduction(
        &self,
        node: &Node,
        depth: i32,
        tried: i32,
        pick: &Pick,
        classes: [u8; 2],
        improving: bool,
    ) -> i32 {
        let own = self.position.turn();
        let mut reduction = i32::from(self.late[((depth / PLY) as usize).min(63)][(tried as usize).min(63)]);
        if !improving && reduction > PLY {
            reduction += PLY;
        }
        if self.frame(node.ply).principal {
            reduction -= self.params.late_principal;
        }
        if node.window == (Window::Null { cut: true }) {
            reduction += self.params.late_cut;
        }
        let threat = classes[0] >= Class::Three as u8;
        reduction -= self.history.of(own, threat, pick.site) * PLY / self.params.late_history;
        reduction
    }

    /// Extension of the table's move, in sixteenths of a ply: it is longer if every other move is clearly worse.
    /// An error is a cut: even without that move the value is too good.
    fn singular(&mut self, node: &Node, depth: i32, site: Site) -> Result<i32, Score> {
        let Some(entry) = node.found else { return Ok(0) };
        let least = self.params.singular;
        if least == 0
            || node.ply == 0
            || depth < least * PLY
            || self.frame(node.ply).left_out != Site::NONE
            || is_proven(entry.score)
            || entry.bound as u8 & Bound::Lower as u8 == 0
            || entry.depth < depth / PLY - 3
        {
            return Ok(0);
        }
        let limit = entry.score - self.params.singular_margin * (depth / PLY) / 16;
        let kept = *self.frame(node.ply);
        self.frame_mut(node.ply).left_out = site;
        let window = Window::Null {
            cut: matches!(node.window, Window::Null { cut: true }),
        };
        let score = self.search(window, limit - 1, limit, depth / 2, node.ply);
        *self.frame_mut(node.ply) = kept;
        if self.stopped {
            return Err(0);
        }
        Ok(if score < limit {
            PLY
        } else if limit >= node.beta && node.window != Window::Open {
            return Err(limit);
        } else if entry.score >= node.beta {
            -PLY
        } else {
            0
        })
    }

    /// Searches the position after a move: first with the narrow window, and again as often as it proves better.
    fn search_one(&mut self, node: &Node, alpha: Score, depth: i32, reduction: i32, tried: i32) -> Score {
        let (beta, ply) = (node.beta, node.ply + 1);
        let open = node.window == Window::Open;
        let cut = match node.window {
            Window::Open => true,
            Window::Null { cut } => !cut,
        };
        if tried == 1 {
            let window = if open { Window::Open } else { Window::Null { cut } };
            return -self.search(window, -beta, -alpha, depth, ply);
        }
        let mut score = alpha + 1;
        let less = (depth - reduction).clamp(PLY.min(depth), depth + PLY);
        if reduction > 0 && less < depth {
            score = -self.search(Window::Null { cut: true }, -alpha - 1, -alpha, less, ply);
            if score <= alpha || self.stopped {
                return score;
            }
        }
        if score > alpha {
            score = -self.search(Window::Null { cut }, -alpha - 1, -alpha, depth, ply);
        }
        if open && score > alpha && score < beta && !self.stopped {
            score = -self.search(Window::Open, -beta, -alpha, depth, ply);
        }
        score
    }

    fn keep_line(&mut self, ply: usize, site: Site) {
        let (here, below) = self.lines.split_at_mut(ply + 1);
        if let (Some(line), Some(rest)) = (here.last_mut(), below.first()) {
            line.clear();
            line.push(site);
            line.extend_from_slice(rest);
        }
    }

    /// The best move did well, and those tried before it did not.
    fn learn(&mut self, node: &Node, start: usize, end: usize, best: Site) {
        let own = self.position.turn();
        let before = self.position.played(1);
        let plies = node.depth / PLY;
        let bonus = (plies * plies + 8 * plies).min(1_200);
        for index in start..end {
            let site = self.picks[index].site;
            let threat = self.position.class(own, site) >= Class::Three as u8;
            let gain = if site == best { bonus } else { -bonus };
            self.history.learn(own, threat, before, site, gain);
        }
        self.history.answer(own, before, best);
        let killers = &mut self.frame_mut(node.ply).killers;
        if killers[0] != best {
            killers[1] = killers[0];
            killers[0] = best;
        }
    }

    fn remember(&self, node: &Node, best: Score, best_play: Site) {
        let bound = if best >= node.beta {
            Bound::Lower
        } else if node.window == Window::Open && best_play != Site::NONE {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let frame = self.frame(node.ply);
        let entry = Entry {
            score: best,
            value: frame.value,
            play: best_play,
            depth: (node.depth + PLY - 1) / PLY,
            bound,
            principal: frame.principal,
        };
        self.table.store(node.key, node.ply, &entry);
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
