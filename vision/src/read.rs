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

use crate::{calibration::Calibration, frame::Frame, observation::Observation, template::Canvas};
use model::Model;

/// Reads one client's board, frame after frame. It keeps what it learns, so that a kind of stone keeps its name.
#[derive(Clone, Debug)]
pub struct Reader {
    calibration: Calibration,
    model: Option<Model>,
}

impl Reader {
    /// A reader that knows only where the board is.
    pub fn unaided(calibration: Calibration) -> Reader {
        Reader {
            calibration,
            model: None,
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
        if let Some(model) = &self.model {
            let seen = model.read(&canvas);
            let complete = model.kinds.iter().all(Option::is_some);
            if complete && seen.uncertain() == 0 {
                return seen;
            }
            let Some(fresh) = Model::unaided(&canvas, self.calibration.kind) else {
                return seen;
            };
            let fresh = fresh.named_like(model);
            let again = fresh.read(&canvas);
            if again.uncertain() < seen.uncertain() {
                self.model = Some(fresh);
                return again;
            }
            return seen;
        }
        self.model = Model::unaided(&canvas, self.calibration.kind);
        match &self.model {
            Some(model) => model.read(&canvas),
            None => Observation::unknown(canvas.columns(), canvas.rows()),
        }
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod bovo_probe;
