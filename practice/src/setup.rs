//! What stays the same in a practice client from game to game: board, rule, times, looks, and the service behind it if
//! there is one. Plain data; nothing happens here.

use referee::{gomoku, soccer};

pub use crate::exercise::{gomoku::BoardDisplay, soccer::FieldDisplay};
use crate::{exercise::Exercise, taking::Way};

/// Where the person sits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seating {
    /// The person always moves first.
    First,
    /// The opponent always moves first.
    Second,
    /// By turns, the person first in the first game.
    Alternate,
    /// Drawn by lot; a rematch swaps.
    Drawn,
}

/// One practice client of Gomoku.
pub type PracticeSetup = ClientSetup<gomoku::Position>;

/// One practice client of Paper Soccer.
pub type SoccerSetup = ClientSetup<soccer::Position>;

/// One practice client.
#[derive(Clone, Debug, PartialEq)]
pub struct ClientSetup<P: Exercise> {
    /// Lines a side, within [`gomoku::SIZES`], or the field's squares.
    pub size: P::Size,
    /// The rule in force.
    pub rule: P::Rule,
    /// Where the person sits.
    pub seating: Seating,
    /// The opponent's name, to be shown. A service shows its own opponents' names.
    pub opponent: String,
    /// The opponent's stone is not placed sooner than this after the person's, in milliseconds. A service's opponents
    /// have times of their own.
    pub reply_ms: u64,
    /// How long a stone, or each line of a turn, takes to appear, in milliseconds.
    pub fade_ms: u64,
    /// How long the end of a game is seen before the dialog covers it, in milliseconds.
    pub result_ms: u64,
    /// What is shown on the board besides the game.
    pub looks: P::Display,
    /// How its dialogs behave.
    pub manners: Manners,
    /// What puts a stone, or draws a line.
    pub takes: Way,
    /// What of a turn can be undone before it is over.
    pub undo: Undo,
    /// The service, if games are played in one. Without it there is one opponent and no lobby.
    pub service: Option<Service>,
}

impl<P: Exercise> ClientSetup<P> {
    /// The position before the first move.
    ///
    /// # Panics
    /// The size is out of range.
    pub(crate) fn beginning(&self) -> P {
        P::begin(&P::start(self.size, self.rule)).expect("the size is within the rules")
    }
}

impl<P: Exercise> Default for ClientSetup<P> {
    /// A client without a lobby, without waiting and without animations.
    fn default() -> ClientSetup<P> {
        ClientSetup {
            size: P::SIZE,
            rule: P::RULE,
            seating: Seating::Alternate,
            opponent: "Opponent".to_owned(),
            reply_ms: 0,
            fade_ms: 0,
            result_ms: 0,
            looks: P::Display::default(),
            manners: Manners::default(),
            takes: Way::default(),
            undo: Undo::default(),
            service: None,
        }
    }
}

/// What a person may undo of a turn of several moves before it is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Undo {
    /// Nothing.
    #[default]
    Nothing,
    /// The last move, again and again.
    UnfinishedTurn,
}

/// How the client behaves about the end of a game and the beginning of the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Manners {
    /// Where its dialogs lie.
    pub place: DialogPlace,
    /// What comes after the result was confirmed.
    pub after: After,
    /// How long the board stays as it is after the result was confirmed, in milliseconds.
    pub linger_ms: u64,
    /// Shortest and longest time for the opponent's first stone in a game that it opens, in milliseconds; `None` is as for
    /// any other stone.
    pub first_ms: Option<(u64, u64)>,
    /// How likely a question of which no profile knows comes in place of the result, 0 to 1; the result follows when it
    /// went.
    pub survey: f64,
    /// How that question goes.
    pub goes: Goes,
}

impl Default for Manners {
    fn default() -> Manners {
        Manners {
            place: DialogPlace::MIDDLE,
            after: After::Lobby,
            linger_ms: 0,
            first_ms: None,
            survey: 0.0,
            goes: Goes::ByItself,
        }
    }
}

/// How a question of which no profile knows goes from over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goes {
    /// After some seconds.
    ByItself,
    /// When it is answered or closed.
    WhenClosed,
}

/// Where over the board a dialog lies: the part of the free room that is left of it and above it, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DialogPlace {
    /// Left of it.
    pub left: f64,
    /// Above it.
    pub above: f64,
}

impl DialogPlace {
    /// In the middle of the board.
    pub const MIDDLE: DialogPlace = DialogPlace {
        left: 0.5,
        above: 0.5,
    };
}

/// What comes after the result was confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// The lobby, or the question for a rematch.
    Lobby,
    /// Another game with the same opponent, at once, unless somebody gave up or had enough.
    NextGame,
}

/// A pretended online service.
#[derive(Clone, Debug, PartialEq)]
pub struct Service {
    /// Who may be met there; at least one.
    pub opponents: Vec<PracticeOpponent>,
    /// Decides who is online, who is met, in which seat, how fast they play and who wants a rematch.
    pub seed: u64,
    /// Shortest and longest search for an opponent, in milliseconds.
    pub seek_ms: (u64, u64),
    /// Each side's time for a game in milliseconds; `None` plays without clocks.
    pub game_ms: Option<u64>,
    /// What a side's clock gains with each move, in milliseconds.
    pub increment_ms: u64,
    /// How long a lost connection takes to come back once it is asked for, in milliseconds.
    pub reconnect_ms: u64,
}

/// Somebody who may be met.
#[derive(Clone, Debug, PartialEq)]
pub struct PracticeOpponent {
    /// Shown beside the board.
    pub name: String,
    /// Shown beside the name; what the rating says, not what is so.
    pub strength: u32,
    /// Which of the owner's players plays for this one, counted from 0.
    pub player: usize,
    /// Shortest and longest time for a move, in milliseconds.
    pub reply_ms: (u64, u64),
    /// How likely a rematch is asked for, 0 to 1.
    pub rematch: f64,
}

impl Service {
    /// The usual search for an opponent.
    pub const SEEK_MS: (u64, u64) = (800, 3_000);

    /// Five usual opponents, ten minutes a side.
    pub fn usual(seed: u64) -> Service {
        let opponent = |name: &str, strength, player, reply_ms, rematch| PracticeOpponent {
            name: name.to_owned(),
            strength,
            player,
            reply_ms,
            rematch,
        };
        Service {
            opponents: vec![
                opponent("Ines", 720, 0, (200, 900), 0.6),
                opponent("Brook", 1110, 1, (300, 1_500), 0.3),
                opponent("Tadeo", 1340, 2, (1_000, 4_000), 0.2),
                opponent("Aino", 1385, 2, (150, 600), 0.5),
                opponent("Mori", 1650, 3, (600, 2_500), 0.1),
            ],
            seed,
            seek_ms: Service::SEEK_MS,
            game_ms: Some(600_000),
            increment_ms: 0,
            reconnect_ms: 700,
        }
    }
}
