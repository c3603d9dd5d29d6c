//! Clients of Paper Soccer, learned: lines.

use recordings::film::Remark;
use referee::{player::Player, soccer::Position};
use vision::{
    area::Area,
    pitch::{
        calibration::Calibration,
        edge::Edge,
        observation::{Content, Observation},
    },
};

use super::{BoardContent, Learnable};
use crate::{board_place::BoardPlace, generous::Generous};

/// Share of a square from a line's middle in which it is seen.
const CELL: f64 = 0.4;

impl Learnable for Position {
    const GAME: usize = 5;
    const FRESH: usize = 2;
    /// Two turns of a few lines each; of longer ones the last may count as the game's going on.
    const HIDDEN: usize = 12;
    /// A turn has rarely more than twenty lines, and two may come between two looks.
    const STEP: usize = 40;
    const COMPARES: bool = false;

    fn board_place(place: &Calibration) -> BoardPlace {
        BoardPlace::Field(*place)
    }

    /// A film says each time anew where its field lies.
    fn place_in(remark: &Remark) -> Option<(Calibration, bool)> {
        match remark {
            Remark::Field { field } => Some((*field, true)),
            _ => None,
        }
    }

    /// The middle of each line.
    fn cells(place: &Calibration) -> Vec<Area> {
        let side = (place.square() * CELL) as u32;
        let middle = |edge: Edge| {
            let ends = [edge.from(), edge.to()].map(|node| place.centre_of(node));
            let [x, y] = [ends[0].0 + ends[1].0, ends[0].1 + ends[1].1].map(|sum| (sum / 2.0).round() as i32);
            Area::new(x - side as i32 / 2, y - side as i32 / 2, side, side)
        };
        Edge::all(place.pitch).into_iter().map(middle).collect()
    }

    fn standing(seen: &Observation) -> BoardContent {
        BoardContent {
            things: seen
                .lines
                .iter()
                .map(|line| line.content == Content::Drawn)
                .collect(),
            clean: seen.refused.is_none() && seen.uncertain() == 0 && seen.ball.is_some(),
            scored: seen.ball.and_then(|ball| seen.pitch.scorer(ball)),
        }
    }

    fn found(seen: &Observation) -> String {
        let drawn = seen.edges(Content::Drawn).count();
        match (&seen.refused, seen.ball, seen.uncertain()) {
            (Some(why), ..) => format!("lines:   not to be believed: {why}"),
            (None, None, _) => format!("lines:   {drawn} drawn, the ball is not seen"),
            (None, Some(ball), 0) => {
                format!("lines:   {drawn} drawn, the ball at {}", seen.pitch.name_of(ball))
            }
            (None, Some(_), unclear) => format!("lines:   {drawn} drawn, {unclear} that cannot be told"),
        }
    }

    fn generous() -> Box<dyn Player<Position>> {
        Box::new(Generous)
    }
}
