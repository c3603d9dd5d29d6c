//! Stones that a manager lists, until they are a legal position. Managers need not list them in play order.

use referee::{
    color::Color,
    gomoku::{self, BadSize, Move, Position, Rule, board::Board, setup::SetupError},
    player::PlayerError,
    point::Point,
    position::{IllegalMove, Position as _},
};

use super::{Field, WrittenPoint};

/// Why a request cannot be met. The texts are what managers are told.
#[derive(Debug, thiserror::Error)]
pub(super) enum ServeError {
    #[error("no game was started")]
    NoGame,
    #[error("the game is over")]
    Over,
    #[error("{0} is not on the board")]
    OffBoard(WrittenPoint),
    #[error("{0} has no colour")]
    Colourless(WrittenPoint),
    #[error("{own} own and {other} other stones make no position")]
    Count { own: usize, other: usize },
    #[error("{0} is listed twice")]
    Twice(Point),
    #[error("there is nothing to take back")]
    NothingToTakeBack,
    #[error("the last move is {last}, not {asked}")]
    OtherMove { last: Point, asked: WrittenPoint },
    #[error("swap2 decides on 0, 3 or 5 stones, not on {0}")]
    Swap2(usize),
    #[error(transparent)]
    Player(#[from] PlayerError),
    #[error(transparent)]
    Size(#[from] BadSize),
    /// The manager knows points by column and row only.
    #[error("illegal move {0}: {1}")]
    Illegal(Move, String),
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// More stones than the largest board has points are not kept.
const STONES_MAX: usize = 22 * 22 + 1;

/// A list of stones, nothing of it checked.
#[derive(Default)]
pub(super) struct Setup {
    stones: Vec<(WrittenPoint, Option<Field>)>,
}

impl Setup {
    pub(super) fn add(&mut self, place: WrittenPoint, field: Option<Field>) {
        if self.stones.len() < STONES_MAX {
            self.stones.push((place, field));
        }
    }

    /// The position in which the owner of the `1` stones is to move. Each colour's stones are played as listed
    /// where that makes a legal game, in another order where it does not.
    pub(super) fn board(&self, size: u8, rule: Rule) -> Result<Position, ServeError> {
        let (mut own, mut other) = (Vec::new(), Vec::new());
        for &(place, field) in &self.stones {
            let point = on_board(place, size)?;
            match field {
                Some(Field::Own) => own.push(point),
                Some(Field::Opponent) => other.push(point),
                // A forbidden point or part of a finished line: no stone of this game.
                Some(Field::Special) => {}
                None => return Err(ServeError::Colourless(place)),
            }
        }
        // The side to move has as many stones as the other, or, moving second, one less.
        let (black, white) = match other.len().checked_sub(own.len()) {
            Some(0) => (own, other),
            Some(1) => (other, own),
            _ => {
                return Err(ServeError::Count {
                    own: own.len(),
                    other: other.len(),
                });
            }
        };
        interleave(size, rule, &black, &white)
    }

    /// The position with the stones played as listed.
    pub(super) fn in_order(&self, size: u8, rule: Rule) -> Result<Position, ServeError> {
        let mut played = Vec::new();
        for &(place, _) in &self.stones {
            played.push(Move::Place(on_board(place, size)?));
        }
        replay(size, rule, &played)
    }
}

/// Plays `history` on an empty board.
pub(super) fn replay(size: u8, rule: Rule, history: &[Move]) -> Result<Position, ServeError> {
    let mut position = Position::new(size, rule)?;
    for &played in history {
        if position.outcome().is_some() {
            return Err(ServeError::Over);
        }
        play(&mut position, played)?;
    }
    Ok(position)
}

/// Plays a move that the rules may refuse.
pub(super) fn play(position: &mut Position, played: Move) -> Result<(), ServeError> {
    let refused = |illegal: IllegalMove| ServeError::Illegal(played, illegal.reason);
    position.play(played).map_err(refused)
}

fn on_board(place: WrittenPoint, size: u8) -> Result<Point, ServeError> {
    place.on_board(size).ok_or(ServeError::OffBoard(place))
}

/// As listed if that makes a game, so that stones can be taken back; else the stones as they stand.
fn interleave(size: u8, rule: Rule, black: &[Point], white: &[Point]) -> Result<Position, ServeError> {
    let mut played = Vec::new();
    for (number, &point) in black.iter().enumerate() {
        played.push(Move::Place(point));
        played.extend(white.get(number).copied().map(Move::Place));
    }
    replay(size, rule, &played).or_else(|_| {
        let mut board = Board::new(size)?;
        let stones = black.iter().map(|point| (point, Color::Black));
        for (&point, color) in stones.chain(white.iter().map(|point| (point, Color::White))) {
            if board.stone(point).is_some() {
                return Err(ServeError::Twice(point));
            }
            board.put(point, color);
        }
        let setup = gomoku::setup::Setup { board };
        Ok(setup.position(rule)?)
    })
}
