//! Gomoku as it is drawn: a board with stones.

use referee::{color::Color, gomoku::Position, seat::Seat};
use vision::{
    calibration::Calibration,
    paint::{canvas::Canvas, shape::Spot},
    theme::Theme,
};

use super::{Pictured, board::BoardFace, stone};

impl Pictured for Position {
    type Theme = Theme;
    type Easel = BoardFace;
    type Place = Calibration;

    fn place(_size: u8, points: Calibration) -> Calibration {
        points
    }

    fn names_points(theme: &Theme) -> bool {
        theme.coordinates.is_some()
    }

    fn sign(canvas: &mut Canvas, theme: &Theme, seat: Seat, centre: Spot, radius: f64) {
        let color = Color::BOTH[seat.index()];
        stone::draw(canvas, &theme.stones[color.index()], centre, radius);
    }
}
