//! What a kind of game adds so that the bot can look at it on a client: how its board is found and read in a picture, and what is
//! pointed at to make a move. What readings say of a game in hand stands above, in `live_game::playable`.

mod gomoku;
mod soccer;

pub use soccer::FieldTarget;

use std::fmt;

use referee::games::Registered;
use serde::Serialize;
use vision::{calibration::Calibration, frame::Frame, settle::Settling};

use crate::blindness::Blindness;
use base::user_error::UserError;
use engines::games::EngineKind;
use profile::client::{BoardProfile, Client};
use recordings::film::{ReaderChange, Remark};

/// One reading of a board.
pub trait BoardSeen: Settling + PartialEq + fmt::Debug + Send + 'static {
    /// What stands on such a board, as people call it.
    const THINGS: &str;

    /// Parts that cannot be told.
    fn uncertain(&self) -> usize;
    /// Parts that something may lie over. Of a reading that is not to be believed they may be fewer than cannot be told.
    fn hidden(&self) -> usize {
        self.uncertain()
    }
    /// All parts.
    fn parts(&self) -> usize;
    /// How much stands on the board.
    fn placed(&self) -> usize;
    /// Whether the same stands on both boards.
    fn shows_the_same(&self, other: &Self) -> bool;
    /// How many parts are told otherwise by the other, of those that both tell.
    fn contradictions(&self, other: &Self) -> usize;
    /// The reading as rows of text.
    fn to_rows(&self) -> Vec<String>;
}

/// Where a board lies in a picture.
pub trait Place: Copy + fmt::Debug + Serialize + Send + 'static {
    /// What is pointed at to make a move.
    type Target: Copy + Eq + fmt::Debug + Send + 'static;

    /// Its points as they are shown, from the top left.
    fn grid(&self) -> Calibration;
    /// The same after the picture's top left moved by so many pixels.
    fn shifted(&self, dx: f64, dy: f64) -> Self;
    /// What people call a target there.
    fn name_of(&self, target: Self::Target) -> String;
    /// The pixel that stands for a target.
    fn pixel_of(&self, target: Self::Target) -> (i32, i32);
    /// The pixel from which something is dragged to that target, where the game has such a thing.
    fn origin_of(&self, _target: Self::Target) -> Option<(i32, i32)> {
        None
    }
    /// Whether that target is the last of a turn: the client may want it confirmed.
    fn ends_turn(_target: Self::Target) -> bool {
        true
    }
    /// For the film: a board is there, and which reader reads it.
    fn remark(&self, reader: ReaderChange) -> Remark;
    /// The place in words that can be read again.
    ///
    /// # Errors
    /// It has none.
    fn to_toml(&self) -> Result<String, toml::ser::Error> {
        toml::to_string(self)
    }
}

/// Reads boards that lie in one place.
pub trait BoardReading: Send + 'static {
    /// Where.
    type Place: Place;
    /// What it reads.
    type Seen: BoardSeen;

    /// One that has learned nothing.
    fn unaided(place: Self::Place) -> Self;
    /// The same reader for a board that lies elsewhere. What it learned is kept where it holds there as well.
    #[must_use]
    fn recalibrated(self, place: Self::Place) -> Self
    where
        Self: Sized,
    {
        Self::unaided(place)
    }
    /// Where the board lies.
    fn place(&self) -> Self::Place;
    /// Reads a picture.
    fn read(&mut self, frame: &Frame) -> Self::Seen;
    /// What was read in a picture is true. A reader that every picture teaches all there is to know has no use for that.
    fn learn(&mut self, _frame: &Frame, _truth: &Self::Seen) {}
    /// Parts of the board under something that was not there in an earlier picture, of which everything could be told: how many,
    /// and of how many.
    fn covered(&mut self, plain: &Frame, now: &Frame) -> (usize, usize);
    /// Parts of the board that look otherwise than in an earlier picture, in another light or not, whatever stands there. None where
    /// the reader sees by itself that a board does not lie where it lay.
    fn changed(&self, _plain: &Frame, _now: &Frame) -> usize {
        0
    }
    /// What came since an earlier picture, of which everything could be told, and may be a thing that was never seen before cannot
    /// be told.
    fn doubt_news(&self, _plain: (&Frame, &Self::Seen), _now: &Frame, _seen: &mut Self::Seen) {}
    /// Parts under a cover are taken from what was read: whatever they look like, they cannot be told. What shows still what it
    /// showed in the earlier picture is told by that. Nothing is changed where the reader sees by itself what lies over a board.
    fn compare(&self, _plain: (&Frame, &Self::Seen), _now: &Frame, _seen: &mut Self::Seen) {}
    /// What was read, drawn over its picture.
    fn overlay(place: &Self::Place, frame: &Frame, seen: &Self::Seen) -> image::RgbImage;
}

/// What may be pointed at in a kind of game.
pub type TargetOf<P> = <<P as Readable>::Place as Place>::Target;

/// A kind of game that can be looked at on a client.
pub trait Readable: Registered + EngineKind {
    /// Where its board lies.
    type Place: Place;
    /// What is read of it.
    type Seen: BoardSeen;
    /// Who reads it.
    type Reader: BoardReading<Place = Self::Place, Seen = Self::Seen>;
    /// Clicks a minute at most where nobody says how many.
    const CLICKS_A_MINUTE: u32;

    /// Finds the board in a window's content, by what the profile says.
    ///
    /// # Errors
    /// None is found, or it is not taken.
    fn locate(frame: &Frame, board: &BoardProfile) -> Result<Self::Place, Blindness>;
    /// Where the profile says that the board lies, if it does.
    fn fixed(board: &BoardProfile) -> Option<Self::Place>;
    /// The beginning of a game there, by what the profile says if the board is not up.
    ///
    /// # Errors
    /// Nothing tells what is played on, or no game can be played there.
    fn empty(place: Option<&Self::Place>, client: &Client) -> Result<Self, UserError>;

    /// A reading for people.
    fn to_text(place: &Self::Place, seen: &Self::Seen) -> String;
    /// A reading for scripts.
    fn to_json(place: &Self::Place, seen: &Self::Seen) -> serde_json::Value;
    /// Which board was found, where it is not read.
    fn place_in_words(place: &Self::Place) -> String;
    /// The position as text, for whoever asks what was believed.
    fn rows(&self) -> Vec<String>;

    /// The first thing on a board that is empty otherwise cannot be told, and can only be the opponent's: the reading with it.
    fn first_unclear(_seen: &Self::Seen) -> Option<Self::Seen> {
        None
    }
}
