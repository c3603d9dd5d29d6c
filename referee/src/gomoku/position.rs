//! One legal position with its history: stones, rule, opening, end. What a clock or a player does is not known here.

use super::{
    BadSize, Move, Opening, Rule,
    board::Board,
    line::{self, Run},
    renju::{self, Forbidden},
    setup::{Setup, SetupError},
    swap2::Stage,
    zobrist,
};
use crate::{
    color::Color,
    point::Point,
    position::{self, IllegalMove},
    seat::Seat,
    symmetry::Symmetry,
    verdict::{Outcome, Reason},
};

/// How a position ended, without the words of an [`Outcome`]: cheap enough to ask at every node of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The row that won.
    Five(Run),
    /// Renju: Black is to move and every empty point is forbidden, so that any stone would lose. White wins.
    OnlyForbidden,
    /// No empty point is left.
    Full,
}

/// Why a game cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// No such board.
    #[error(transparent)]
    Size(#[from] BadSize),
    /// The opening's stones are no position.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The opening's stones stand on another board.
    #[error("the opening is on a board of {found} lines, the game on one of {expected}")]
    OtherSize {
        /// Lines of the opening.
        found: u8,
        /// Lines of the game.
        expected: u8,
    },
}

/// A legal Gomoku position: stones, rule, history.
///
/// Forbidden points are as in online clients that do not let Black play there: such a move is illegal and
/// [`play`](position::Position::play) refuses it with a reason like `forbidden: double-three`. Whoever judges a
/// match decides what the attempt costs ([`Reason::Forbidden`]).
///
/// Invariants: `stage` follows from opening and history; `end` follows from the stones and the last move, and is
/// `None` in every earlier position, because nothing can be played after the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    rule: Rule,
    stage: Stage,
    end: Option<End>,
    board: Board,
    history: Vec<Move>,
    opening: Opening,
}

impl Position {
    /// The empty board; the first seat is Black.
    ///
    /// # Errors
    /// `size` is outside [`SIZES`](super::SIZES).
    pub fn new(size: u8, rule: Rule) -> Result<Position, BadSize> {
        Ok(Position::given(Board::new(size)?, rule, Opening::Free, None))
    }

    /// The empty board before the first stone of [`swap2`](super::swap2).
    ///
    /// # Errors
    /// `size` is outside [`SIZES`](super::SIZES).
    pub fn with_swap2(size: u8, rule: Rule) -> Result<Position, BadSize> {
        let plain = Position::new(size, rule)?;
        Ok(Position {
            opening: Opening::Swap2,
            stage: Stage::START,
            ..plain
        })
    }

    /// The beginning of a game with this opening.
    ///
    /// # Errors
    /// `size` is outside [`SIZES`](super::SIZES), or the stones of the opening are impossible.
    pub fn start(size: u8, rule: Rule, opening: &Opening) -> Result<Position, StartError> {
        match opening {
            Opening::Free => Ok(Position::new(size, rule)?),
            Opening::Swap2 => Ok(Position::with_swap2(size, rule)?),
            Opening::Diagram(setup) if setup.board.size() != size => Err(StartError::OtherSize {
                found: setup.board.size(),
                expected: size,
            }),
            Opening::Diagram(setup) => Ok(setup.position(rule)?),
        }
    }

    /// The position of these stones, which are legal and have `five` as their winning row.
    pub(super) fn given(board: Board, rule: Rule, opening: Opening, five: Option<Run>) -> Position {
        let stage = Stage::Settled { black: Seat::First };
        let mut position = Position {
            rule,
            stage,
            end: None,
            board,
            history: Vec::new(),
            opening,
        };
        position.end = five.map(End::Five).or_else(|| position.end_without_five());
        position
    }

    /// Lines a side.
    pub fn size(&self) -> u8 {
        self.board.size()
    }

    /// The rule in force.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// How the game began.
    pub fn opening(&self) -> &Opening {
        &self.opening
    }

    /// How far the opening has come; settled from the start without swap2.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The stones.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The stone on `point`, `None` if it is empty or off the board.
    pub fn stone(&self, point: Point) -> Option<Color> {
        self.board.stone(point)
    }

    /// Moves played so far. The stones of a [`Opening::Diagram`] are not among them.
    pub fn history(&self) -> &[Move] {
        &self.history
    }

    /// The stone put last, passing over choices; `None` if there was none since the start.
    pub fn last_stone(&self) -> Option<Point> {
        self.history.iter().rev().find_map(|&played| match played {
            Move::Place(point) => Some(point),
            Move::Choose(_) | Move::PutTwo => None,
        })
    }

    /// The colour of the next stone.
    pub fn to_place(&self) -> Color {
        if self.board.count(Color::Black) == self.board.count(Color::White) {
            Color::Black
        } else {
            Color::White
        }
    }

    /// Who has this colour; `None` while swap2 leaves it open.
    pub fn seat_of(&self, color: Color) -> Option<Seat> {
        let black = self.stage.black()?;
        Some(if color == Color::Black { black } else { !black })
    }

    /// Which colour this seat has; `None` while swap2 leaves it open.
    pub fn color_of(&self, seat: Seat) -> Option<Color> {
        let black = self.stage.black()?;
        Some(if seat == black { Color::Black } else { Color::White })
    }

    /// How the position ended, `None` while the game goes on. The same as
    /// [`outcome`](position::Position::outcome), for callers that are in a hurry.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Why `point` is forbidden for Black, whoever is to move. `None` under other rules than renju, and on points
    /// that are allowed, occupied or off the board.
    pub fn forbidden(&self, point: Point) -> Option<Forbidden> {
        if self.rule == Rule::Renju {
            renju::forbidden(&self.board, point)
        } else {
            None
        }
    }

    /// Every point that is [`forbidden`](Position::forbidden), row by row from the top left.
    pub fn forbidden_points(&self) -> Vec<(Point, Forbidden)> {
        if self.rule == Rule::Renju {
            renju::forbidden_points(&self.board)
        } else {
            Vec::new()
        }
    }

    /// Whether `played` could be played, without playing it.
    ///
    /// # Errors
    /// The rules do not allow it.
    pub fn check(&self, played: Move) -> Result<(), IllegalMove> {
        match self.objection(played) {
            None => Ok(()),
            Some(reason) => Err(IllegalMove {
                played: played.name_on(self.size()),
                reason,
            }),
        }
    }

    /// The position turned or mirrored, with its history.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Position {
        let size = self.size();
        let turned = |&played: &Move| match played {
            Move::Place(point) => Move::Place(symmetry.apply(point, size)),
            Move::Choose(_) | Move::PutTwo => played,
        };
        let board = self.board.transformed(symmetry);
        let end = match self.end {
            Some(End::Five(run)) => {
                let point = symmetry.apply(self.last_stone().unwrap_or(run.start), size);
                line::five_through(&board, point, self.rule).map(End::Five)
            }
            end => end,
        };
        let opening = match &self.opening {
            Opening::Diagram(setup) => Opening::Diagram(Box::new(Setup {
                board: setup.board.transformed(symmetry),
            })),
            other => other.clone(),
        };
        let history = self.history.iter().map(turned).collect();
        Position {
            rule: self.rule,
            stage: self.stage,
            end,
            board,
            history,
            opening,
        }
    }

    /// The least key among the eight symmetric positions, and a symmetry that leads to it.
    pub fn canonical_key(&self) -> (u64, Symmetry) {
        let rest = position::Position::key(self) ^ self.board.key();
        let mut keys = [rest; 8];
        for point in self.board.points() {
            let Some(color) = self.stone(point) else { continue };
            for (key, symmetry) in keys.iter_mut().zip(Symmetry::ALL) {
                *key ^= zobrist::stone(
                    color,
                    super::padding::padded_index(symmetry.apply(point, self.size())),
                );
            }
        }
        let images = keys.into_iter().zip(Symmetry::ALL);
        images
            .min_by_key(|&(key, _)| key)
            .expect("there are eight symmetries")
    }

    /// Why `played` is illegal.
    fn objection(&self, played: Move) -> Option<String> {
        if self.end.is_some() {
            return Some("the game is over".to_owned());
        }
        let Move::Place(point) = played else {
            return (!self.stage.choices().contains(&played)).then(|| self.choice_objection().to_owned());
        };
        if !self.stage.takes_stone() {
            return Some("a colour must be chosen".to_owned());
        }
        if !self.board.contains(point) {
            return Some("off the board".to_owned());
        }
        if !self.board.is_empty(point) {
            return Some("occupied".to_owned());
        }
        let forbidden = if self.to_place() == Color::Black {
            self.forbidden(point)
        } else {
            None
        };
        forbidden.map(|reason| format!("{}{reason}", IllegalMove::FORBIDDEN))
    }

    fn choice_objection(&self) -> &'static str {
        match self.stage {
            Stage::Answer => "to stay white, put a stone",
            Stage::Decide => "a colour must be chosen",
            Stage::Three { .. } | Stage::Two { .. } | Stage::Settled { .. } => "no choice is open",
        }
    }

    /// The end that these stones are, given that nobody has a five.
    fn end_without_five(&self) -> Option<End> {
        if self.board.is_full() {
            return Some(End::Full);
        }
        let stuck = self.rule == Rule::Renju
            && self.to_place() == Color::Black
            && self.board.empties().all(|point| self.forbidden(point).is_some());
        stuck.then_some(End::OnlyForbidden)
    }

    fn winner(&self, color: Color) -> Option<Seat> {
        let seat = self.seat_of(color);
        debug_assert!(seat.is_some(), "nobody can win before the colours are dealt");
        seat
    }
}

impl position::Position for Position {
    type Move = Move;

    fn turn(&self) -> Seat {
        self.stage.turn(self.to_place())
    }

    fn plies(&self) -> usize {
        self.history().len()
    }

    fn name_of(&self, played: Move) -> String {
        played.name_on(self.size())
    }

    fn legal_moves(&self) -> Vec<Move> {
        if self.end.is_some() {
            return Vec::new();
        }
        let forbids = self.rule == Rule::Renju && self.to_place() == Color::Black;
        let allowed = |&point: &Point| !forbids || self.forbidden(point).is_none();
        let mut moves = Vec::new();
        if self.stage.takes_stone() {
            moves.extend(self.board.empties().filter(allowed).map(Move::Place));
        }
        moves.extend_from_slice(self.stage.choices());
        moves
    }

    fn play(&mut self, played: Move) -> Result<(), IllegalMove> {
        self.check(played)?;
        if let Move::Place(point) = played {
            self.board.put(point, self.to_place());
            let five = line::five_through(&self.board, point, self.rule);
            self.end = five.map(End::Five).or_else(|| self.end_without_five());
        }
        self.stage = self.stage.next(played).expect("the stage was asked before");
        self.history.push(played);
        Ok(())
    }

    fn undo(&mut self) -> Option<Move> {
        let last = self.history.pop()?;
        if let Move::Place(point) = last {
            self.board.take(point);
        }
        if self.opening == Opening::Swap2 && self.history.len() < Stage::MOVES_MAX {
            self.stage = Stage::after(&self.history);
        }
        self.end = None;
        Some(last)
    }

    fn outcome(&self) -> Option<Outcome> {
        Some(match self.end? {
            End::Five(run) => Outcome {
                winner: self.stone(run.start).and_then(|color| self.winner(color)),
                reason: Reason::Five,
                line: run.points(),
            },
            End::OnlyForbidden => Outcome {
                winner: self.winner(Color::White),
                reason: Reason::Forbidden,
                line: Vec::new(),
            },
            End::Full => Outcome {
                winner: None,
                reason: Reason::BoardFull,
                line: Vec::new(),
            },
        })
    }

    fn key(&self) -> u64 {
        self.board.key() ^ zobrist::game(self.size(), self.rule) ^ zobrist::stage(self.stage)
    }
}

#[cfg(test)]
mod tests;
