//! Boards of stones, looked at.

use referee::{
    color::Color,
    gomoku::{Position, Rule},
    point::Point,
};
use vision::{
    calibration::Calibration,
    cover,
    frame::Frame,
    locate,
    observation::{Content, Observation},
    overlay,
    read::Reader,
};

use super::{BoardReading, BoardSeen, Place, Readable};
use crate::{blindness::Blindness, board_text, stones::stones};
use base::user_error::UserError;
use profile::client::{BoardProfile, Client};
use recordings::{
    film::{ReaderChange, Remark},
    rows::rows_of,
};

impl BoardSeen for Observation {
    const THINGS: &str = "stones";

    fn uncertain(&self) -> usize {
        Observation::uncertain(self)
    }

    fn parts(&self) -> usize {
        self.cells.len()
    }

    fn placed(&self) -> usize {
        stones(self).len()
    }

    fn shows_the_same(&self, other: &Observation) -> bool {
        stones(self) == stones(other)
    }

    fn to_rows(&self) -> Vec<String> {
        Observation::to_rows(self)
    }
}

impl Place for Calibration {
    type Target = Point;

    fn grid(&self) -> Calibration {
        *self
    }

    fn shifted(&self, dx: f64, dy: f64) -> Calibration {
        Calibration::shifted(self, dx, dy)
    }

    fn pixel_of(&self, target: Point) -> (i32, i32) {
        Calibration::pixel_of(self, target)
    }

    fn remark(&self, is_fresh: bool) -> Remark {
        Remark::Calibration {
            calibration: *self,
            looks: match is_fresh {
                true => ReaderChange::Fresh,
                false => ReaderChange::Kept,
            },
        }
    }
}

impl BoardReading for Reader {
    type Place = Calibration;
    type Seen = Observation;

    fn unaided(place: Calibration) -> Reader {
        Reader::unaided(place)
    }

    fn recalibrated(self, place: Calibration) -> Reader {
        Reader::recalibrated(self, place)
    }

    fn place(&self) -> Calibration {
        *self.calibration()
    }

    fn read(&mut self, frame: &Frame) -> Observation {
        Reader::read(self, frame)
    }

    fn learn(&mut self, frame: &Frame, truth: &Observation) {
        Reader::learn(self, frame, truth);
    }

    fn covered(&mut self, plain: &Frame, now: &Frame) -> (usize, usize) {
        let board = *self.calibration();
        let points = usize::from(board.columns) * usize::from(board.rows);
        (cover::covered(plain, now, &board).points.len(), points)
    }

    fn hide_covered(&self, plain: &Frame, now: &Frame, seen: &mut Observation) {
        let cover = cover::covered(plain, now, self.calibration());
        // A board of which most cannot be told is no board in the shade.
        if cover.shaded && seen.uncertain() > seen.cells.len() / 2 {
            *seen = Observation::unknown(seen.columns, seen.rows);
        }
        for point in cover.points {
            seen.put(point, Content::Uncertain);
        }
    }

    fn overlay(place: &Calibration, frame: &Frame, seen: &Observation) -> image::RgbImage {
        overlay::draw(&frame.image, place, Some(seen))
    }
}

impl Readable for Position {
    type Place = Calibration;
    type Seen = Observation;
    type Reader = Reader;

    const CLICKS_A_MINUTE: u32 = 60;

    fn locate(frame: &Frame, board: &BoardProfile) -> Result<Calibration, Blindness> {
        let hints = locate::LocateOptions {
            kind: board.kind,
            columns: board.columns,
            rows: board.rows,
            ..locate::LocateOptions::default()
        };
        let found = locate::locate_in_window(frame, &hints).map_err(|none| unfound(none.reason))?;
        Ok(Calibration {
            orientation: board.orientation,
            ..found
        })
    }

    fn fixed(board: &BoardProfile) -> Option<Calibration> {
        board.calibration.map(|calibration| Calibration {
            orientation: board.orientation,
            ..calibration
        })
    }

    fn empty(place: Option<&Calibration>, client: &Client) -> Result<Position, UserError> {
        let board = &client.profile.board;
        let bad = |words: String| {
            UserError::new(
                words,
                "Gomoku is played on square boards of 5 to 22 points a side",
            )
        };
        let columns = match place {
            None => board.columns,
            Some(place) if place.columns == place.rows => Some(place.columns),
            Some(place) => {
                let (columns, rows) = (place.columns, place.rows);
                return Err(bad(format!(
                    "the board found has {columns} columns and {rows} rows"
                )));
            }
        };
        let Some(columns) = columns else {
            return Err(UserError::new(
                "the board is not up and the profile does not say how large it is",
                "give columns and rows under [board]",
            ));
        };
        let rule = board.rule.unwrap_or(Rule::Freestyle);
        Position::new(columns, rule).map_err(|error| bad(error.to_string()))
    }

    fn to_text(place: &Calibration, seen: &Observation) -> String {
        board_text::to_text(place, seen)
    }

    fn to_json(place: &Calibration, seen: &Observation) -> serde_json::Value {
        board_text::to_json(place, seen)
    }

    fn place_in_words(place: &Calibration) -> String {
        board_text::place_in_words(place)
    }

    fn rows(&self) -> Vec<String> {
        rows_of(self)
    }

    fn first_unclear(seen: &Observation) -> Option<Observation> {
        let mut unclear =
            (0..seen.cells.len()).filter(|&index| seen.cells[index].content == Content::Uncertain);
        let (Some(only), None) = (unclear.next(), unclear.next()) else {
            return None;
        };
        if !stones(seen).is_empty() {
            return None;
        }
        let mut truth = seen.clone();
        truth.cells[only].content = Content::Stone(Color::Black);
        Some(truth)
    }
}

/// Why no board was found; of one that was seen and is not taken, what was seen.
fn unfound(reason: locate::NotFoundReason) -> Blindness {
    use locate::NotFoundReason::{CutOff, Field, NoGrid, NoLines, Small, TooSmall, Unclear, Unexpected};
    match reason {
        NoLines | NoGrid => Blindness::NoBoard,
        TooSmall | Field | CutOff { .. } | Small { .. } | Unclear { .. } | Unexpected { .. } => {
            Blindness::Refused(reason.to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_and_refused_is_told_in_the_finders_words() {
        use locate::NotFoundReason::{CutOff, Field, NoGrid, NoLines, Small, TooSmall, Unclear, Unexpected};
        let (columns, rows) = (7, 6);
        for reason in [
            TooSmall,
            Field,
            CutOff { columns, rows },
            Small { columns, rows },
            Unclear { columns, rows },
            Unexpected { columns, rows },
        ] {
            let told = unfound(reason).words();
            assert!(told.ends_with(&reason.to_string()), "{told}");
        }
        for nothing in [NoLines, NoGrid] {
            assert_eq!(unfound(nothing), Blindness::NoBoard);
        }
    }
}
