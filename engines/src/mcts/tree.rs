//! The tree: where to look next, what was found there, what is proven. Knows no clock: whoever searches says when it is enough.

use referee::{position::Position, seat::Seat};

use super::{
    Evaluator,
    evaluator::Certainty,
    node::{Node, Proven, value_of},
};

/// How the next line to look at is chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SelectionFormula {
    /// Mean and c * sqrt(ln N / n); what was never looked at comes first (Kocsis and Szepesvari, 2006).
    Uct {
        /// c.
        curiosity: f64,
    },
    /// Mean and c * prior * sqrt(N) / (1 + n) (Silver and others, 2017).
    Puct {
        /// c.
        curiosity: f64,
        /// What a move counts that was never looked at.
        unseen: Unseen,
    },
}

/// What a move counts that was never looked at, besides its prior.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Unseen {
    /// A draw, as in the published program.
    Draw,
    /// What its parent counts, less so much times the root of the share of priors that were looked at (after KataGo).
    LessThanParent(f64),
}

/// All that one search knows.
#[derive(Clone, Debug)]
pub struct Tree<P: Position> {
    selection: SelectionFormula,
    /// The root first.
    nodes: Vec<Node<P::Move>>,
    room: usize,
    root: P,
}

/// What is known of one move of the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Examined<M> {
    /// The move.
    pub played: M,
    /// How often it was looked at.
    pub visits: u32,
    /// Its prior, with noise if there was any.
    pub prior: f32,
    /// Its mean value for the side to move, 0 if it was never looked at.
    pub value: f64,
    /// Whether its end is certain.
    pub proven: Option<Proven>,
}

impl<P: Position> Tree<P> {
    /// Bytes of a node.
    pub(crate) const NODE_BYTES: usize = size_of::<Node<P::Move>>();

    /// At a position, with room for so many nodes.
    pub fn new(root: P, selection: SelectionFormula, room: usize) -> Tree<P> {
        Tree {
            selection,
            nodes: vec![Node::leaf(None, 1.0, root.turn())],
            room,
            root,
        }
    }

    /// Bounds it to so many nodes from here on. What is there stays.
    pub(crate) fn set_room(&mut self, room: usize) {
        self.room = room;
    }

    /// Nodes that it has.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// Where it is.
    pub fn root(&self) -> &P {
        &self.root
    }

    /// How often the search came by the root, what was kept of an earlier tree included.
    pub fn visits(&self) -> u32 {
        self.nodes[0].visits
    }

    /// Whether looking on changes nothing.
    pub fn is_proven(&self) -> bool {
        self.nodes[0].proven.is_some()
    }

    /// The value of the root for the side to move there, from -1 to 1.
    pub fn value(&self) -> f64 {
        self.nodes[0].mean(self.root.turn()).unwrap_or(0.0)
    }

    /// What is known of the root's end.
    pub fn proven(&self) -> Option<Proven> {
        self.nodes[0].proven
    }

    /// The moves of the root, in the order of their nodes.
    pub(crate) fn examined(&self) -> impl Iterator<Item = Examined<P::Move>> + '_ {
        let seat = self.root.turn();
        self.nodes[self.nodes[0].children()]
            .iter()
            .map(move |node| Examined {
                played: node.played.expect("only the root has no move"),
                visits: node.visits,
                prior: node.prior,
                value: node.mean(seat).unwrap_or(0.0),
                proven: node.proven,
            })
    }

    /// The best move of the root and what follows: proven wins first, proven losses last, between them by visits. Empty before
    /// the first simulation and where the game is over.
    pub fn line(&self) -> Vec<P::Move> {
        let mut line = Vec::new();
        let mut at = 0;
        while let Some(best) = self.best_child(at) {
            line.extend(self.nodes[best].played);
            at = best;
        }
        line
    }

    fn best_child(&self, at: usize) -> Option<usize> {
        let seat = self.nodes[at].turn;
        let rank = |node: &Node<P::Move>| {
            let rank = node.proven.map_or(0, |proven| proven.rank(seat));
            // A draw that is certain is as good as it was found to be.
            (rank, node.visits)
        };
        let children = self.nodes[at].children();
        let seen = children.filter(|&child| self.nodes[child].visits > 0 || at == 0);
        // Of equals the one with the greater prior, then the first.
        seen.reduce(|best, child| {
            let (old, new) = (&self.nodes[best], &self.nodes[child]);
            let is_better = match rank(new).cmp(&rank(old)) {
                std::cmp::Ordering::Equal => new.prior > old.prior,
                order => order.is_gt(),
            };
            if is_better { child } else { best }
        })
    }

    /// Mixes shares into the priors of the root's moves, in their order: `part` of noise, the rest of what was there.
    pub(crate) fn mix_in(&mut self, shares: &[f64], part: f64) {
        let children = self.nodes[0].children();
        for (node, share) in self.nodes[children].iter_mut().zip(shares) {
            node.prior = ((1.0 - part) * f64::from(node.prior) + part * share) as f32;
        }
    }

    /// One look: down to where the tree ends, one more node, and its value back up.
    pub fn simulate(&mut self, evaluator: &mut impl Evaluator<P>, depth_most: usize) {
        let mut position = self.root.clone();
        let mut way = vec![0];
        let mut at = 0;
        let value = loop {
            if let Some(proven) = self.nodes[at].proven {
                break proven.value();
            }
            let is_deep = way.len() > depth_most;
            if self.nodes[at].count == 0 || is_deep {
                break self.open(at, &position, evaluator, is_deep);
            }
            at = self.select(at);
            let played = self.nodes[at].played.expect("only the root has no move");
            position.play(played).expect("children are legal moves");
            way.push(at);
        };
        for &at in way.iter().rev() {
            self.nodes[at].visits += 1;
            self.nodes[at].sum += value;
            self.prove(at);
        }
    }

    /// Looks at a position where the tree ends; its value for the first seat. Its moves become nodes if there is room.
    fn open(&mut self, at: usize, position: &P, evaluator: &mut impl Evaluator<P>, is_deep: bool) -> f64 {
        let mut moves = position.legal_moves();
        if moves.is_empty() {
            let winner = position.outcome().and_then(|outcome| outcome.winner);
            let proven = Proven { winner, plies: 0 };
            self.nodes[at].proven = Some(proven);
            return proven.value();
        }
        let (turn, mut priors) = (position.turn(), Vec::with_capacity(moves.len()));
        let told = evaluator.tell(position, &mut moves);
        let proven = told.proven(turn);
        // The root needs its moves all the same.
        if let Some(proven) = proven
            && at != 0
        {
            self.nodes[at].proven = Some(proven);
            return proven.value();
        }
        let value = evaluator.evaluate(position, &mut moves, &mut priors);
        debug_assert_eq!(moves.len(), priors.len(), "a share for each move");
        self.nodes[at].turn = turn;
        // A root without moves could not be answered.
        if !is_deep && self.nodes[at].count == 0 && (at == 0 || self.nodes.len() + moves.len() <= self.room) {
            self.nodes[at].first = u32::try_from(self.nodes.len()).expect("the tree is bounded");
            self.nodes[at].count = moves.len() as u32;
            let children = moves.into_iter().zip(priors);
            self.nodes
                .extend(children.map(|(played, prior)| Node::leaf(Some(played), prior, turn)));
            self.take_win(at, told, turn);
        }
        value_of(f64::from(value), turn)
    }

    /// Where a move is told to win, that is known of the position after it.
    fn take_win(&mut self, at: usize, told: Certainty<P::Move>, turn: Seat) {
        let Certainty::Win { play, plies } = told else {
            return;
        };
        let children = self.nodes[at].children();
        let winning = self.nodes[children]
            .iter_mut()
            .find(|node| node.played == Some(play));
        let winning = winning.expect("a winning move is a legal one");
        winning.visits = 1;
        winning.sum = value_of(1.0, turn);
        winning.proven = Some(Proven {
            winner: Some(turn),
            plies: plies - 1,
        });
    }

    /// The child to look at next.
    fn select(&self, at: usize) -> usize {
        let parent = &self.nodes[at];
        let children = &self.nodes[parent.children()];
        let seat = parent.turn;
        let visits = f64::from(parent.visits);
        let (log, root) = (visits.max(1.0).ln(), visits.sqrt());
        let unseen = self.unseen_value(parent, children);
        let promise = |node: &Node<P::Move>| {
            // Nothing is to be learned from a loss that is certain, as long as anything else is left.
            if node.proven.is_some_and(|proven| proven.winner == Some(!seat)) {
                return f64::NEG_INFINITY;
            }
            let seen = f64::from(node.visits);
            match self.selection {
                SelectionFormula::Uct { .. } if node.visits == 0 => f64::INFINITY,
                SelectionFormula::Uct { curiosity } => {
                    node.mean(seat).unwrap_or(0.0) + curiosity * (log / seen).sqrt()
                }
                SelectionFormula::Puct { curiosity, .. } => {
                    let exploration = curiosity * f64::from(node.prior) * root / (1.0 + seen);
                    node.mean(seat).unwrap_or(unseen) + exploration
                }
            }
        };
        let mut best = (f64::NEG_INFINITY, 0);
        for (index, node) in children.iter().enumerate() {
            let promise = promise(node);
            if promise > best.0 {
                best = (promise, index);
            }
        }
        parent.first as usize + best.1
    }

    fn unseen_value(&self, parent: &Node<P::Move>, children: &[Node<P::Move>]) -> f64 {
        let SelectionFormula::Puct {
            unseen: Unseen::LessThanParent(less),
            ..
        } = self.selection
        else {
            return 0.0;
        };
        let seen = children.iter().filter(|node| node.visits > 0);
        let share: f32 = seen.map(|node| node.prior).sum();
        parent.mean(parent.turn).unwrap_or(0.0) - less * f64::from(share).sqrt()
    }

    /// A node is proven by one child that its mover wins by, or by all of them.
    fn prove(&mut self, at: usize) {
        let node = &self.nodes[at];
        if node.proven.is_some() || node.count == 0 {
            return;
        }
        let (seat, mut best, mut is_all) = (node.turn, None::<Proven>, true);
        for child in &self.nodes[node.children()] {
            match child.proven {
                None => is_all = false,
                Some(proven) => {
                    if best.is_none_or(|best| proven.rank(seat) > best.rank(seat)) {
                        best = Some(proven);
                    }
                }
            }
        }
        let Some(best) = best else { return };
        if is_all || best.winner == Some(seat) {
            self.nodes[at].proven = Some(Proven {
                plies: best.plies + 1,
                ..best
            });
        }
    }

    /// Moves the root to a position that the game has come to, and keeps what is known of it. `false` if nothing was: then the
    /// tree begins anew.
    pub fn advance(&mut self, position: &P) -> bool {
        let kept = self.way_to(position);
        self.root = position.clone();
        let Some(at) = kept.filter(|&at| self.nodes[at].count > 0) else {
            self.nodes.clear();
            self.nodes.push(Node::leaf(None, 1.0, position.turn()));
            return false;
        };
        self.nodes = self.subtree(at);
        true
    }

    /// The node of a position that follows the root by moves in the tree.
    fn way_to(&self, position: &P) -> Option<usize> {
        let mut earlier = position.clone();
        let mut moves = Vec::new();
        while earlier.plies() > self.root.plies() {
            moves.push(earlier.undo()?);
        }
        if earlier.plies() != self.root.plies() || earlier.key() != self.root.key() {
            return None;
        }
        let mut at = 0;
        for played in moves.into_iter().rev() {
            let mut children = self.nodes[at].children();
            at = children.find(|&child| self.nodes[child].played == Some(played))?;
        }
        Some(at)
    }

    /// The nodes at and below one, as a tree of their own.
    fn subtree(&self, root: usize) -> Vec<Node<P::Move>> {
        let mut kept = vec![Node {
            played: None,
            ..self.nodes[root].clone()
        }];
        let mut next = 0;
        while next < kept.len() {
            // Children lie where they lay in the old tree until their parent's turn comes.
            let children = kept[next].children();
            kept[next].first = u32::try_from(kept.len()).expect("the tree is bounded");
            kept.extend_from_slice(&self.nodes[children]);
            next += 1;
        }
        kept
    }

    /// Whose turn it is at the root.
    pub fn turn(&self) -> Seat {
        self.root.turn()
    }
}
