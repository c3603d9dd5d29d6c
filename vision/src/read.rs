//! Reading: what stands on each cell of a board whose place in the picture is known. A [`Reader`] teaches itself
//! from the picture, or is given [`Looks`] learned earlier. It finds no boards (that is `locate`), remembers no
//! moves, and knows no rules: a reading may be torn, illegal or uncertain.

mod background;
mod feature;
mod judge;
mod kinds;
mod mark;
mod measure;
mod model;

use crate::{
    calibration::Calibration,
    frame::Frame,
    observation::{Content, Observation},
    template::Canvas,
};
use model::Model;

/// Reads one client's board, frame after frame. It keeps what it learns, so that a kind of stone keeps its name.
#[derive(Clone, Debug)]
pub struct Reader {
    calibration: Calibration,
    model: Option<Model>,
    /// Both kinds come from readings that were told to be true: what contradicts them is not believed.
    taught: bool,
}

impl Reader {
    /// A reader that knows only where the board is.
    pub fn unaided(calibration: Calibration) -> Reader {
        Reader {
            calibration,
            model: None,
            taught: false,
        }
    }

    /// The same reader after the board was found again: what it learned of the stones stays.
    pub fn recalibrated(self, calibration: Calibration) -> Reader {
        Reader { calibration, ..self }
    }

    /// Where it looks.
    pub fn calibration(&self) -> &Calibration {
        &self.calibration
    }

    /// Reads every cell. A board that is wholly covered, or full of stones from the first frame on, is all uncertain.
    pub fn read(&mut self, frame: &Frame) -> Observation {
        let canvas = Canvas::sample(&frame.image, &self.calibration);
        let Some(model) = &self.model else {
            self.model = Model::unaided(&canvas, self.calibration.kind);
            return match &self.model {
                Some(model) => model.read(&canvas),
                None => Observation::unknown(canvas.columns(), canvas.rows()),
            };
        };
        let seen = model.read(&canvas);
        if model.is_complete() && seen.uncertain() == 0 {
            return seen;
        }
        let Some(fresh) = Model::unaided(&canvas, self.calibration.kind) else {
            return seen;
        };
        let fresh = fresh.named_like(model);
        // A model of one kind calls every stone that kind, and is never sure enough to replace one of two.
        if model.is_complete() && !fresh.is_complete() {
            return seen;
        }
        let again = fresh.read(&canvas);
        let completes = !model.is_complete() && fresh.is_complete() && again.uncertain() == 0;
        let agrees = !self.taught || agree(&seen, &again);
        if completes || (agrees && again.uncertain() < seen.uncertain()) {
            self.model = Some(fresh);
            return again;
        }
        seen
    }

    /// Takes a reading of `frame` as the truth, because legal moves explain it: the stones on it are learned, and from
    /// then on no picture alone changes what the kinds look like.
    pub fn learn(&mut self, frame: &Frame, truth: &Observation) {
        let canvas = Canvas::sample(&frame.image, &self.calibration);
        if let Some(model) = &mut self.model {
            model.learn(&canvas, truth);
            self.taught = model.is_complete();
        }
    }
}

/// Whether nothing that one reading is sure of is contradicted by the other.
fn agree(sure: &Observation, other: &Observation) -> bool {
    let pairs = sure.cells.iter().zip(&other.cells);
    pairs
        .into_iter()
        .all(|(a, b)| a.content == Content::Uncertain || a.content == b.content)
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod bovo_probe;
