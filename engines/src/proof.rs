//! A win that needs no trust: the winner's moves with an answer to every reply, and the proof's own judge. Knows the
//! rules, and nothing of how a win is found: `check` asks the referee alone.

pub mod check;
pub mod full_width;

use referee::{
    color::Color,
    gomoku::{self, Rule, board::Board, line},
    point::Point,
};

/// Stones, a rule, and whose turn it is taken to be. A game alternates; here one side may have passed, so that one can
/// ask what a side threatens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The stones.
    pub board: Board,
    /// Which fives win and which points are forbidden.
    pub rule: Rule,
    /// Whose turn it is.
    pub turn: Color,
}

impl Field {
    /// The stones of a position, and its turn.
    pub fn of(position: &gomoku::Position) -> Field {
        Field {
            board: position.board().clone(),
            rule: position.rule(),
            turn: position.to_place(),
        }
    }

    /// The same stones after a pass.
    #[must_use]
    pub fn passed(self) -> Field {
        Field {
            turn: !self.turn,
            ..self
        }
    }

    /// Whether `color` may put a stone on `point`.
    pub(crate) fn is_legal(&self, point: Point, color: Color) -> bool {
        let forbids = self.rule == Rule::Renju && color == Color::Black;
        self.board.is_empty(point) && !(forbids && gomoku::renju::forbidden(&self.board, point).is_some())
    }

    /// Where a stone of `color` wins at once. Such a point is never forbidden.
    pub fn fives(&self, color: Color) -> Vec<Point> {
        let wins = |&point: &Point| line::would_win(&self.board, point, color, self.rule);
        self.board.empties().filter(wins).collect()
    }
}

/// A forced win of the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Who wins.
    pub winner: Color,
    /// How.
    pub attack: Attack,
}

/// What the winner, who is to move, does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attack {
    /// One four after the other (VCF): the winner's stones and the answers to them in turn. Whoever does not answer so
    /// loses to the five that he did not block. The last stone is a five, or a four after which no reply is legal.
    Fours(Vec<Point>),
    /// A move after which every reply loses.
    Threat(Box<Threat>),
}

/// A move that threatens to win, and what follows each reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threat {
    /// The winner's move.
    pub play: Point,
    /// How the winner goes on after every reply that is not listed: by fours, as in [`Attack::Fours`]. Empty if a five
    /// stands open.
    pub otherwise: Vec<Point>,
    /// The replies that need an answer of their own.
    pub replies: Vec<(Point, Attack)>,
}

impl Proof {
    /// The moves of the longest resistance among the replies that the proof lists, the winner's first.
    pub fn line(&self) -> Vec<Point> {
        self.attack.line()
    }

    /// Within how many plies the win is there.
    pub fn plies(&self) -> usize {
        self.attack.plies()
    }

    /// Decisions of the loser that the proof answers one by one.
    pub fn replies(&self) -> usize {
        self.attack.replies()
    }
}

impl Attack {
    fn line(&self) -> Vec<Point> {
        match self {
            Attack::Fours(line) => line.clone(),
            Attack::Threat(threat) => {
                let longest = threat.replies.iter().max_by_key(|(_, attack)| attack.plies());
                let rest = longest.map(|(reply, attack)| [vec![*reply], attack.line()].concat());
                [vec![threat.play], rest.unwrap_or_default()].concat()
            }
        }
    }

    fn plies(&self) -> usize {
        match self {
            Attack::Fours(line) => line.len(),
            Attack::Threat(threat) => {
                let listed = threat.replies.iter().map(|(_, attack)| attack.plies());
                2 + listed.fold(threat.otherwise.len().max(1), usize::max)
            }
        }
    }

    fn replies(&self) -> usize {
        match self {
            Attack::Fours(line) => line.len() / 2,
            Attack::Threat(threat) => {
                let below = threat.replies.iter().map(|(_, attack)| 1 + attack.replies());
                below.sum()
            }
        }
    }
}
