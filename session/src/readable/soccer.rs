//! Fields of lines, and a ball that is led from node to node, looked at.

use std::fmt;

use referee::soccer::{Node, Pitch, Position, Rules, turn};
use vision::{
    calibration,
    frame::Frame,
    pitch::{
        calibration::Calibration,
        locate,
        observation::{Content, FieldRefusal, Observation},
        overlay,
        read::Reader,
    },
};

use super::{BoardReading, BoardSeen, Place, Readable};
use crate::{blindness::Blindness, field_text};
use base::user_error::UserError;
use profile::client::{BoardProfile, Client};
use recordings::film::{ReaderChange, Remark};

/// A line to draw, as the client shows the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldTarget {
    from: Node,
    to: Node,
    /// Of the field, from which nodes have their names.
    pitch: Pitch,
    ends_turn: bool,
}

impl FieldTarget {
    /// From where the ball lies to a node beside it.
    pub(crate) fn new(pitch: Pitch, from: Node, to: Node, ends_turn: bool) -> FieldTarget {
        FieldTarget {
            from,
            to,
            pitch,
            ends_turn,
        }
    }

    /// The ball itself in place of where it is to go: no client draws a line there.
    pub fn onto_ball(self, pitch: Pitch) -> FieldTarget {
        FieldTarget::new(pitch, self.from, self.from, self.ends_turn)
    }
}

/// Where the line leads, as people call it.
impl fmt::Display for FieldTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.pitch.name_of(self.to))
    }
}

impl BoardSeen for Observation {
    const THINGS: &str = "lines";

    fn uncertain(&self) -> usize {
        match self.refused {
            Some(_) => self.lines.len(),
            None => Observation::uncertain(self),
        }
    }

    fn hidden(&self) -> usize {
        match self.refused {
            Some(FieldRefusal::Unclear { unclear, .. }) => unclear,
            _ => BoardSeen::uncertain(self),
        }
    }

    fn parts(&self) -> usize {
        self.lines.len()
    }

    fn placed(&self) -> usize {
        self.edges(Content::Drawn).count()
    }

    fn shows_the_same(&self, other: &Observation) -> bool {
        self.edges(Content::Drawn).eq(other.edges(Content::Drawn)) && self.ball == other.ball
    }

    fn contradictions(&self, other: &Observation) -> usize {
        let told = |content: Content| content != Content::Uncertain;
        let pairs = self.lines.iter().zip(&other.lines);
        pairs
            .map(|(own, others)| (own.content, others.content))
            .filter(|&(own, others)| own != others && told(own) && told(others))
            .count()
    }

    fn to_rows(&self) -> Vec<String> {
        Observation::to_rows(self)
    }
}

impl Place for Calibration {
    type Target = FieldTarget;

    fn grid(&self) -> calibration::Calibration {
        self.grid
    }

    fn shifted(&self, dx: f64, dy: f64) -> Calibration {
        Calibration::shifted(self, dx, dy)
    }

    fn name_of(&self, target: FieldTarget) -> String {
        target.to_string()
    }

    fn pixel_of(&self, target: FieldTarget) -> (i32, i32) {
        Calibration::pixel_of(self, target.to)
    }

    fn origin_of(&self, target: FieldTarget) -> Option<(i32, i32)> {
        Some(Calibration::pixel_of(self, target.from))
    }

    fn ends_turn(target: FieldTarget) -> bool {
        target.ends_turn
    }

    fn remark(&self, _reader: ReaderChange) -> Remark {
        Remark::Field { field: *self }
    }
}

impl BoardReading for Reader {
    type Place = Calibration;
    type Seen = Observation;

    fn unaided(place: Calibration) -> Reader {
        Reader::new(place)
    }

    fn place(&self) -> Calibration {
        *self.calibration()
    }

    fn read(&mut self, frame: &Frame) -> Observation {
        Reader::read(self, frame)
    }

    /// Of a picture that is refused because too much of it is hidden, some may be free all the same.
    fn covered(&mut self, _plain: &Frame, now: &Frame) -> (usize, usize) {
        let seen = Reader::read(self, now);
        (seen.hidden(), seen.parts())
    }

    fn overlay(place: &Calibration, frame: &Frame, seen: &Observation) -> image::RgbImage {
        overlay::draw(&frame.image, place, Some(seen))
    }
}

impl Readable for Position {
    type Place = Calibration;
    type Seen = Observation;
    type Reader = Reader;

    /// A turn may be ten lines, each with a click, and one that confirms it.
    const CLICKS_A_MINUTE: u32 = 300;

    fn locate(frame: &Frame, board: &BoardProfile) -> Result<Calibration, Blindness> {
        let options = locate::Options {
            pitch: board.field.pitch,
            orientation: (board.orientation != Default::default()).then_some(board.orientation),
            ..locate::Options::default()
        };
        locate::locate(frame, &options).map_err(|none| match none.reason {
            locate::NoFieldReason::Unexpected(_) => Blindness::Refused(none.to_string()),
            _ => Blindness::NoBoard,
        })
    }

    fn fixed(board: &BoardProfile) -> Option<Calibration> {
        board.field.calibration
    }

    fn empty(place: Option<&Calibration>, client: &Client) -> Result<Position, UserError> {
        let field = &client.profile.board.field;
        let Some(pitch) = place.map(|place| place.pitch).or(field.pitch) else {
            return Err(UserError::new(
                "the field is not up and the profile does not say how large it is",
                "give pitch under [board.field]",
            ));
        };
        Ok(Position::new(Rules {
            pitch,
            blocked: field.blocked,
        }))
    }

    fn to_text(place: &Calibration, seen: &Observation) -> String {
        field_text::to_text(place, seen)
    }

    fn to_json(place: &Calibration, seen: &Observation) -> serde_json::Value {
        field_text::to_json(place, seen)
    }

    fn place_in_words(place: &Calibration) -> String {
        field_text::field_in_words(place)
    }

    /// Its turns, a line each.
    fn rows(&self) -> Vec<String> {
        let turns = turn::turns(self).into_iter();
        turns
            .map(|(seat, turn)| format!("{} {turn}", seat.name()))
            .collect()
    }
}
