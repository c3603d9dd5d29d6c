//! The registry of games: every kind side by side, and one more that is any of them, for whoever keeps, counts or shows
//! games and need not know which. A further kind is a variant of each enum here. In files and in the store a game says
//! its kind, except Gomoku.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use crate::{
    gomoku,
    kind::Kind,
    position::{IllegalMove, Position},
    record::{Ply, Record},
    seat::Seat,
    soccer,
    verdict::Outcome,
};

/// A game of any kind.
pub type AnyRecord = Record<AnyPosition>;

/// The kinds by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GameKind {
    /// Five in a row.
    Gomoku,
    /// Paper Soccer.
    Soccer,
}

impl GameKind {
    /// Every one.
    pub const ALL: [GameKind; 2] = [GameKind::Gomoku, GameKind::Soccer];

    /// The name on command lines, in files and in the store.
    pub fn name(self) -> &'static str {
        match self {
            GameKind::Gomoku => "gomoku",
            GameKind::Soccer => "soccer",
        }
    }

    /// What people call it, at the beginning of a line.
    pub fn title(self) -> &'static str {
        match self {
            GameKind::Gomoku => "Gomoku",
            GameKind::Soccer => "Paper Soccer",
        }
    }

    /// What its length is counted in.
    pub fn unit(self) -> &'static str {
        match self {
            GameKind::Gomoku => "stones",
            GameKind::Soccer => "turns",
        }
    }

    /// What it is counted in, in lists and reports where no more than that matters.
    pub fn moves(self) -> &'static str {
        match self {
            GameKind::Gomoku => "moves",
            GameKind::Soccer => "turns",
        }
    }

    /// The least length with which a game tells something about who plays it. Reports on online games of Gomoku leave out
    /// ten moves or fewer; a goal in the first turns is one all the same.
    pub fn min_length(self) -> u32 {
        match self {
            GameKind::Gomoku => 11,
            GameKind::Soccer => 1,
        }
    }

    /// The kind with this [`name`](GameKind::name).
    pub fn from_name(name: &str) -> Option<GameKind> {
        GameKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a game of any kind begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "game", rename_all = "snake_case")]
pub enum AnyStart {
    /// Paper Soccer.
    Soccer(soccer::Rules),
    /// Gomoku.
    #[serde(untagged)]
    Gomoku(gomoku::Start),
}

impl AnyStart {
    /// Which kind it is.
    pub fn kind(&self) -> GameKind {
        match self {
            AnyStart::Gomoku(_) => GameKind::Gomoku,
            AnyStart::Soccer(_) => GameKind::Soccer,
        }
    }

    /// What people call a decision in a game that begins so.
    pub fn name_of(&self, played: AnyMove) -> String {
        match (self, played) {
            (AnyStart::Gomoku(start), AnyMove::Gomoku(played)) => played.name_on(start.size),
            (_, played) => played.to_string(),
        }
    }
}

/// Board and rule: `15 x 15 freestyle`, `Paper Soccer 8 x 10`.
impl fmt::Display for AnyStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyStart::Gomoku(gomoku::Start { size, rule, .. }) => {
                write!(f, "{size} x {size} {}", rule.name())
            }
            AnyStart::Soccer(rules) => rules.fmt(f),
        }
    }
}

impl<'de> Deserialize<'de> for AnyStart {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<AnyStart, D::Error> {
        Ok(match Told::deserialize(deserializer)? {
            Told::Marked(Marked::Gomoku(start)) | Told::Unmarked(Unmarked { start, .. }) => start.into(),
            Told::Marked(Marked::Soccer(start)) => start.into(),
        })
    }
}

/// A beginning as files tell it.
#[derive(Deserialize)]
#[serde(untagged)]
enum Told {
    Marked(Marked),
    Unmarked(Unmarked),
}

#[derive(Deserialize)]
#[serde(tag = "game", rename_all = "snake_case")]
enum Marked {
    Gomoku(gomoku::Start),
    Soccer(soccer::Rules),
}

/// Gomoku without a mark. A game of a kind that nobody here knows must not be taken for it, whatever its fields are.
#[derive(Deserialize)]
struct Unmarked {
    #[serde(default, rename = "game")]
    _game: Option<Never>,
    #[serde(flatten)]
    start: gomoku::Start,
}

#[derive(Deserialize)]
enum Never {}

/// A decision in a game of any kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnyMove {
    /// Paper Soccer.
    Soccer(soccer::Direction),
    /// Gomoku.
    #[serde(untagged)]
    Gomoku(gomoku::Move),
}

impl AnyMove {
    /// The kind of game that it is made in.
    pub fn kind(self) -> GameKind {
        match self {
            AnyMove::Gomoku(_) => GameKind::Gomoku,
            AnyMove::Soccer(_) => GameKind::Soccer,
        }
    }
}

impl fmt::Display for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyMove::Gomoku(played) => played.fmt(f),
            AnyMove::Soccer(played) => played.fmt(f),
        }
    }
}

/// A position of any kind, in a box, as their sizes differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyPosition {
    /// Gomoku.
    Gomoku(Box<gomoku::Position>),
    /// Paper Soccer.
    Soccer(Box<soccer::Position>),
}

/// Asks a position of any kind what every kind can be asked.
macro_rules! ask {
    ($any:expr, $position:ident => $answer:expr) => {
        match $any {
            AnyPosition::Gomoku($position) => $answer,
            AnyPosition::Soccer($position) => $answer,
        }
    };
}

impl Position for AnyPosition {
    type Move = AnyMove;

    fn turn(&self) -> Seat {
        ask!(self, position => position.turn())
    }

    fn plies(&self) -> usize {
        ask!(self, position => position.plies())
    }

    fn legal_moves(&self) -> Vec<AnyMove> {
        ask!(self, position => position.legal_moves().into_iter().map(AnyMove::from).collect())
    }

    fn play(&mut self, played: AnyMove) -> Result<(), IllegalMove> {
        ask!(self, position => match played.try_into() {
            Ok(played) => position.play(played),
            Err(OtherKind { .. }) => Err(IllegalMove {
                played: played.to_string(),
                reason: "a move of another game".to_owned(),
            }),
        })
    }

    fn undo(&mut self) -> Option<AnyMove> {
        ask!(self, position => position.undo().map(AnyMove::from))
    }

    fn is_within_turn(&self) -> bool {
        ask!(self, position => position.is_within_turn())
    }

    fn name_of(&self, played: AnyMove) -> String {
        ask!(self, position => match played.try_into() {
            Ok(played) => position.name_of(played),
            Err(OtherKind { .. }) => played.to_string(),
        })
    }

    fn outcome(&self) -> Option<Outcome> {
        ask!(self, position => position.outcome())
    }

    fn key(&self) -> u64 {
        ask!(self, position => position.key())
    }
}

impl Kind for AnyPosition {
    type Start = AnyStart;

    fn begin(start: &AnyStart) -> Result<AnyPosition, IllegalMove> {
        match start {
            AnyStart::Gomoku(start) => gomoku::Position::begin(start)
                .map(Box::new)
                .map(AnyPosition::Gomoku),
            AnyStart::Soccer(start) => soccer::Position::begin(start)
                .map(Box::new)
                .map(AnyPosition::Soccer),
        }
    }

    fn beginning(&self) -> AnyStart {
        ask!(self, position => position.beginning().into())
    }

    fn choices(&self, bound: u64) -> Option<u64> {
        ask!(self, position => position.choices(bound))
    }

    fn counts(played: AnyMove, by: Seat, before: Option<Seat>) -> bool {
        match played {
            AnyMove::Gomoku(played) => gomoku::Position::counts(played, by, before),
            AnyMove::Soccer(played) => soccer::Position::counts(played, by, before),
        }
    }
}

/// Something is of another kind than was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is a game of {found}")]
pub struct OtherKind {
    /// What it is.
    pub found: GameKind,
}

impl AnyPosition {
    /// Which kind it is.
    pub fn kind(&self) -> GameKind {
        match self {
            AnyPosition::Gomoku(_) => GameKind::Gomoku,
            AnyPosition::Soccer(_) => GameKind::Soccer,
        }
    }

    /// Plies that were played.
    pub fn plies(&self) -> usize {
        match self {
            AnyPosition::Gomoku(position) => position.history().len(),
            AnyPosition::Soccer(position) => position.history().len(),
        }
    }
}

/// Positions, moves and beginnings of one kind, out of those of any and back.
macro_rules! convert {
    ($kind:ident, $position:ty, $start:ty, $played:ty) => {
        impl<'a> TryFrom<&'a AnyPosition> for &'a $position {
            type Error = OtherKind;

            fn try_from(position: &'a AnyPosition) -> Result<&'a $position, OtherKind> {
                match position {
                    AnyPosition::$kind(position) => Ok(&**position),
                    other => Err(OtherKind {
                        found: other.kind(),
                    }),
                }
            }
        }

        impl From<$start> for AnyStart {
            fn from(start: $start) -> AnyStart {
                AnyStart::$kind(start)
            }
        }

        impl TryFrom<AnyStart> for $start {
            type Error = OtherKind;

            fn try_from(start: AnyStart) -> Result<$start, OtherKind> {
                match start {
                    AnyStart::$kind(start) => Ok(start),
                    other => Err(OtherKind {
                        found: other.kind(),
                    }),
                }
            }
        }

        impl From<$played> for AnyMove {
            fn from(played: $played) -> AnyMove {
                AnyMove::$kind(played)
            }
        }

        impl TryFrom<AnyMove> for $played {
            type Error = OtherKind;

            fn try_from(played: AnyMove) -> Result<$played, OtherKind> {
                match played {
                    AnyMove::$kind(played) => Ok(played),
                    other => Err(OtherKind {
                        found: other.kind(),
                    }),
                }
            }
        }
    };
}

convert!(Gomoku, gomoku::Position, gomoku::Start, gomoku::Move);
convert!(Soccer, soccer::Position, soccer::Rules, soccer::Direction);

/// What stands in the registry: one of the kinds, or any of them.
pub trait Registered:
    Kind<Start: Into<AnyStart> + TryFrom<AnyStart>, Move: Into<AnyMove> + TryFrom<AnyMove>>
{
}

impl<P> Registered for P
where
    P: Kind,
    P::Start: Into<AnyStart> + TryFrom<AnyStart>,
    P::Move: Into<AnyMove> + TryFrom<AnyMove>,
{
}

impl<P: Registered> Record<P> {
    /// The same game, as one of any kind.
    pub fn into_any(self) -> AnyRecord {
        let plies = self.plies.into_iter().map(Ply::into_any).collect();
        Record {
            plies,
            id: self.id,
            start: self.start.into(),
            names: self.names,
            own_seat: self.own_seat,
            source: self.source,
            engine: self.engine,
            started_ms: self.started_ms,
            ended_ms: self.ended_ms,
            verdict: self.verdict,
        }
    }
}

impl AnyRecord {
    /// Which kind it is.
    pub fn kind(&self) -> GameKind {
        self.start.kind()
    }

    /// The same game, as one of this kind.
    ///
    /// # Errors
    /// It is of another, or its moves are.
    pub fn into_kind<P: Registered>(self) -> Result<Record<P>, OtherKind> {
        let other = OtherKind { found: self.kind() };
        let plies = self.plies.into_iter().map(|ply| {
            let played = P::Move::try_from(ply.play).ok()?;
            Some(ply.with(played))
        });
        let (Some(plies), Ok(start)) = (plies.collect(), P::Start::try_from(self.start)) else {
            return Err(other);
        };
        Ok(Record {
            plies,
            start,
            id: self.id,
            names: self.names,
            own_seat: self.own_seat,
            source: self.source,
            engine: self.engine,
            started_ms: self.started_ms,
            ended_ms: self.ended_ms,
            verdict: self.verdict,
        })
    }
}

impl<M: Into<AnyMove>> Ply<M> {
    /// The same ply, as one of a game of any kind.
    pub fn into_any(self) -> Ply<AnyMove>
    where
        M: Copy,
    {
        let played = self.play.into();
        self.with(played)
    }
}

#[cfg(test)]
mod tests;
