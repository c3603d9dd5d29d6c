//! A film of a field of Paper Soccer read again: every confirmed line must be read as drawn in the picture in which it was
//! confirmed, and no picture may show a line that the game knows to be drawn as missing. A part of the film's replay.

use referee::{
    position::Position as _,
    soccer::{Direction, Position},
};
use vision::{
    frame::Frame,
    pitch::{
        calibration::Calibration,
        edge::Edge,
        observation::{Content, Observation, opposite},
        read::Reader,
    },
};

/// A field, what is seen on it, and the game that is played there.
pub(super) struct FilmedField {
    reader: Reader,
    look: Option<(Frame, Observation)>,
    game: Option<Position>,
    /// The game that began last.
    id: String,
    /// Whether the field is shown the other way round than the rules have it; told by the first line.
    is_turned: Option<bool>,
}

impl FilmedField {
    pub(super) fn new(calibration: Calibration) -> FilmedField {
        FilmedField {
            reader: Reader::new(calibration),
            look: None,
            game: None,
            id: String::new(),
            is_turned: None,
        }
    }

    /// Answers whether the picture is another one than before.
    pub(super) fn see(&mut self, frame: Frame) -> bool {
        if self
            .look
            .as_ref()
            .is_some_and(|(last, _)| last.image == frame.image)
        {
            return false;
        }
        let seen = self.reader.read(&frame);
        self.look = Some((frame, seen));
        true
    }

    /// The last picture, where the field lies in it, and what is read.
    pub(super) fn look(&self) -> Option<(&Frame, &Calibration, &Observation)> {
        let (frame, seen) = self.look.as_ref()?;
        Some((frame, self.reader.calibration(), seen))
    }

    /// Answers whether it is another game than the one that is known: each file of a film says it again.
    pub(super) fn begin(&mut self, id: &str, position: Position) -> bool {
        if self.id == id {
            return false;
        }
        self.id = id.to_owned();
        (self.game, self.is_turned) = (Some(position), None);
        true
    }

    pub(super) fn take_back(&mut self, plies: usize) {
        if let Some(game) = &mut self.game {
            while game.plies() > plies && game.undo().is_some() {}
        }
    }

    pub(super) fn end(&mut self) {
        self.game = None;
    }

    /// The line was confirmed as ply `index`. Answers what is read in its place, if that is something else.
    pub(super) fn ply(&mut self, index: usize, line: Direction) -> Option<String> {
        self.take_back(index);
        let game = self.game.as_mut().filter(|game| game.plies() == index)?;
        let (pitch, from) = (game.rules().pitch, game.ball());
        game.play(line).ok()?;
        let (_, seen) = self.look.as_ref()?;
        if seen.refused.is_some() || seen.pitch != pitch {
            return None;
        }
        let shown = |is_turned: bool| {
            let edge = match is_turned {
                true => Edge::new(pitch, opposite(pitch, from), line.reverse())?,
                false => Edge::new(pitch, from, line)?,
            };
            seen.content(edge)
        };
        let is_turned = match self.is_turned {
            Some(is_turned) => is_turned,
            None => {
                let is_turned = shown(false) != Some(Content::Drawn) && shown(true) == Some(Content::Drawn);
                *self.is_turned.insert(is_turned)
            }
        };
        (shown(is_turned) == Some(Content::Blank)).then(|| "no line".to_owned())
    }
}
