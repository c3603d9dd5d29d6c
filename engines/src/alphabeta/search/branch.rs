//! The moves of a node: their order, which are searched how deep, and what is learned from it.

use referee::color::Color;

use super::{Node, PLY, Search, Window};
use crate::alphabeta::{
    moves::{Offer, Pick, bring_forward},
    point::Class,
    score::{INFINITE, PROVEN, Score, is_proven, loss_in},
    site::Site,
    table::{Bound, Entry},
};

/// From so many plies on, threads tell each other which moves they search.
const SHARED: i32 = 3;

/// How far the search of a node's moves has come.
struct Course {
    offer: Offer,
    /// The table's move.
    first: Site,
    /// Whether the static value is better than two plies ago.
    improving: bool,
    depth: i32,
    alpha: Score,
    best: Score,
    best_play: Site,
    tried: i32,
}

impl<const HALF: usize> Search<'_, HALF> {
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
        let [sites, follow] = [self.params.order_history, self.params.order_follow];
        for pick in &mut self.picks[start..] {
            let site = pick.site();
            let threat = self.position.class(own, site) >= Class::Three as u8;
            let mut more = self.position.nearness(site, last) + self.history.of(own, threat, site) / sites;
            if follow > 0 {
                more += self.history.follow(own, before, site) / follow;
            }
            if site == reply {
                more += self.params.order_reply;
            }
            if killers.contains(&site) {
                more += self.params.order_killer;
            }
            if site == first {
                more += Pick::FIRST;
            }
            *pick = pick.raised(more);
        }
        start
    }

    /// Searches the moves of a node, one after the other.
    pub(super) fn search_moves(&mut self, node: &Node, improving: bool) -> Score {
        let offer = Offer::of(&self.position);
        let first = node.found.map_or(Site::NONE, |entry| entry.play);
        let mut depth = node.depth;
        if first == Site::NONE && depth >= 4 * PLY && offer == Offer::All {
            depth -= self.params.unknown;
        }
        let start = self.list(offer, node.ply, first);
        let mut course = Course {
            offer,
            first,
            improving,
            depth,
            alpha: node.alpha,
            best: -INFINITE,
            best_play: Site::NONE,
            tried: 0,
        };
        let score = self.try_moves(node, &mut course, start);
        self.picks.truncate(start);
        score
    }

    fn try_moves(&mut self, node: &Node, course: &mut Course, start: usize) -> Score {
        let left_out = self.frame(node.ply).left_out;
        let own = self.position.turn();
        // Those that another thread is at, and their numbers.
        let mut later: Vec<(Site, i32)> = Vec::new();
        let mut at = start;
        let mut cut = false;
        while let Some(pick) = bring_forward(&mut self.picks, at).filter(|_| !cut) {
            let site = pick.site();
            if course.best > -PROVEN && self.are_enough(course) {
                break;
            }
            at += 1;
            if site == left_out || !self.position.is_legal(site) {
                continue;
            }
            let classes = [self.position.class(own, site), self.position.class(!own, site)];
            let trivial = classes.iter().all(|&class| class <= Class::Nothing as u8);
            if trivial && course.best > -PROVEN && course.depth < self.params.trivial_plies * PLY {
                continue;
            }
            course.tried += 1;
            if self.is_shared(course) && self.crew.is_some_and(|crew| crew.is_at(node.key, site)) {
                later.push((site, course.tried));
                continue;
            }
            cut = match self.try_one(node, course, site) {
                Ok(cut) => cut,
                Err(score) => return score,
            };
        }
        if !later.is_empty()
            && !cut
            && let Err(score) = self.try_later(node, course, &later)
        {
            return score;
        }
        if course.tried == 0 {
            return self.without_moves(node, course.offer);
        }
        if course.best_play != Site::NONE && course.offer != Offer::Block {
            self.learn(node, start, at, course.best_play);
        }
        if left_out == Site::NONE {
            self.remember(node, course.best, course.best_play);
        }
        course.best
    }

    /// Whether this move is one of those that threads tell each other of. All search the first one, together.
    #[inline(always)]
    fn is_shared(&self, course: &Course) -> bool {
        self.crew.is_some() && course.tried > 1 && course.depth >= SHARED * PLY
    }

    /// The moves that another thread was at when it was their turn. Often the table knows by now what they are worth, or
    /// what the node is.
    fn try_later(&mut self, node: &Node, course: &mut Course, later: &[(Site, i32)]) -> Result<(), Score> {
        let tried = course.tried;
        for &(site, number) in later {
            if node.window != Window::Open
                && self.frame(node.ply).left_out == Site::NONE
                && let Some(entry) = self.table.probe(node.key, node.ply)
                && entry.depth * PLY > node.depth - PLY
                && entry.bound.decides(entry.score, node.beta)
            {
                return Err(entry.score);
            }
            course.tried = number;
            let cut = self.try_one(node, course, site)?;
            course.tried = tried;
            if cut {
                break;
            }
        }
        Ok(())
    }

    /// Searches a move and takes its score; true if it is a cut. An error is what the whole node is worth.
    fn try_one(&mut self, node: &Node, course: &mut Course, site: Site) -> Result<bool, Score> {
        let own = self.position.turn();
        let classes = [self.position.class(own, site), self.position.class(!own, site)];
        let extension = self.extension(node, course, site)?;
        let crew = self.crew.filter(|_| self.is_shared(course));
        if let Some(crew) = crew {
            crew.begin(node.key, site);
        }
        let score = self.try_move(node, course, site, classes, extension);
        if let Some(crew) = crew {
            crew.end(node.key, site);
        }
        if self.stopped {
            return Err(0);
        }
        Ok(self.takes(node, course, site, score))
    }

    fn try_move(
        &mut self,
        node: &Node,
        course: &Course,
        site: Site,
        classes: [u8; 2],
        extension: i32,
    ) -> Score {
        let frame = self.frame_mut(node.ply);
        (frame.play, frame.classes) = (site, classes);
        let reduction = if course.tried > 1 && course.depth >= 2 * PLY {
            self.reduction(node, course, site, classes)
        } else {
            0
        };
        self.position.play(site);
        let depth = course.depth - PLY + extension;
        let score = self.search_one(node, course.alpha, depth, reduction, course.tried);
        self.position.undo();
        score
    }

    /// Takes a move's score; true if it is a cut.
    fn takes(&mut self, node: &Node, course: &mut Course, site: Site, score: Score) -> bool {
        if score <= course.best {
            return false;
        }
        course.best = score;
        if score <= course.alpha {
            return false;
        }
        course.best_play = site;
        if node.window == Window::Open {
            self.keep_line(node.ply, site);
        }
        if score >= node.beta {
            return true;
        }
        course.alpha = score;
        if course.depth > 2 * PLY && course.depth < 12 * PLY && !is_proven(score) {
            course.depth -= self.params.raised;
        }
        false
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

    /// Whether so many moves were tried that, at this depth, no other is worth a look.
    #[inline(always)]
    fn are_enough(&self, course: &Course) -> bool {
        let most = self.tries[((course.depth * 2 / PLY).max(0) as usize).min(63)];
        course.tried >= (if course.improving { most } else { most / 2 }).max(2)
    }

    /// How much less deep a late move is searched, in sixteenths of a ply.
    #[inline(always)]
    fn reduction(&self, node: &Node, course: &Course, site: Site, classes: [u8; 2]) -> i32 {
        let own = self.position.turn();
        let (plies, number) = ((course.depth / PLY) as usize, course.tried as usize);
        let mut reduction = i32::from(self.late[plies.min(63)][number.min(63)]);
        if !course.improving && reduction > PLY {
            reduction += PLY;
        }
        if self.frame(node.ply).principal {
            reduction -= self.params.late_principal;
        }
        if node.window == (Window::Null { cut: true }) {
            reduction += self.params.late_cut;
        }
        let threat = classes[0] >= Class::Three as u8;
        if classes[0] >= Class::Four as u8 {
            reduction -= self.params.late_four;
        } else if threat {
            reduction -= self.params.late_three;
        }
        if classes[1] >= Class::Three as u8 {
            reduction -= self.params.late_stop;
        }
        reduction - self.history.of(own, threat, site) * PLY / self.params.late_history
    }

    /// How much deeper a move is searched, in sixteenths of a ply: the answer to a four, and a move that alone is
    /// good. An error is a cut.
    fn extension(&mut self, node: &Node, course: &Course, site: Site) -> Result<i32, Score> {
        if course.offer == Offer::Block {
            Ok(self.params.answer)
        } else if site == course.first {
            self.singular(node, course.depth, site)
        } else if course.offer == Offer::Defence {
            Ok(self.params.defence)
        } else {
            Ok(0)
        }
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
    pub(super) fn search_one(
        &mut self,
        node: &Node,
        alpha: Score,
        depth: i32,
        reduction: i32,
        tried: i32,
    ) -> Score {
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

    pub(super) fn keep_line(&mut self, ply: usize, site: Site) {
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
            let site = self.picks[index].site();
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
