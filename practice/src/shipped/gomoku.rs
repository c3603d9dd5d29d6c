//! Gomoku at the pretended service.

use profile::client::BoardProfile;
use referee::gomoku::Position;
use vision::{calibration::Calibration, theme};

use super::Shipped;
use crate::{exercise::Exercise as _, setup::DialogPlace, tour::Venue};

impl Shipped for Position {
    const CLIENT: &str = "practice";

    fn usual() -> Venue<Position> {
        Venue {
            size: Position::SIZE,
            theme: theme::by_name("kaya").expect("the usual look is one"),
            pitch: 40.0,
            scale: 1.0,
            place: DialogPlace::MIDDLE,
        }
    }

    fn tell(board: &mut BoardProfile, size: u8, place: Calibration) {
        board.kind = Some(place.kind);
        board.columns = Some(size);
        board.rows = Some(size);
        board.calibration = Some(place);
    }
}
