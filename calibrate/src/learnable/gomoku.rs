//! Clients of Gomoku, learned: stones.

use recordings::film::{ReaderChange, Remark};
use referee::{color::Color, gomoku::Position, player::Player, point::Point};
use vision::{
    area::Area,
    calibration::Calibration,
    observation::{Content, Observation},
};

use super::{BoardContent, Learnable};
use crate::{board_place::BoardPlace, generous::Generous};

impl Learnable for Position {
    const GAME: usize = 5;
    const FRESH: usize = 2;
    const HIDDEN: usize = 2;
    const STEP: usize = 6;
    const COMPARES: bool = true;

    fn board_place(place: &Calibration) -> BoardPlace {
        BoardPlace::Board(*place)
    }

    fn place_in(remark: &Remark) -> Option<(Calibration, bool)> {
        match remark {
            Remark::Calibration { calibration, looks } => {
                Some((*calibration, *looks != ReaderChange::Unchanged))
            }
            _ => None,
        }
    }

    /// The middle of each point, row by row.
    fn cells(place: &Calibration) -> Vec<Area> {
        let side = (place.pitch.0.min(place.pitch.1) * 0.6) as u32;
        let rows = 0..place.rows;
        rows.flat_map(|y| (0..place.columns).map(move |x| Point::new(x, y)))
            .map(|point| {
                let (x, y) = place.pixel_of(point);
                Area::new(x - side as i32 / 2, y - side as i32 / 2, side, side)
            })
            .collect()
    }

    fn standing(seen: &Observation) -> BoardContent {
        let (black, white) = (seen.stones(Color::Black), seen.stones(Color::White));
        let is_stone = |point| matches!(seen.content(point), Content::Stone(_));
        BoardContent {
            things: seen.points().map(is_stone).collect(),
            clean: seen.uncertain() == 0 && black.abs_diff(white) <= 2,
            scored: None,
        }
    }

    fn found(seen: &Observation) -> String {
        let count = |color| seen.stones(color);
        let mark = seen
            .last_move
            .map_or("no last-move mark seen".to_owned(), |point| {
                format!("last-move mark at {}", point.name_on(seen.rows))
            });
        match (count(Color::Black), count(Color::White), seen.uncertain()) {
            (0, 0, 0) => {
                "stones:  none on the board; after a few moves --moves N tells whether they are told apart"
                    .to_owned()
            }
            (black, white, 0) => format!("stones:  {black} of one kind, {white} of the other, {mark}"),
            (black, white, unclear) => {
                format!(
                    "stones:  {black} of one kind, {white} of the other, {unclear} points that cannot be told, {mark}"
                )
            }
        }
    }

    fn generous() -> Box<dyn Player<Position>> {
        Box::new(Generous)
    }
}
