//! Paper Soccer at the pretended service.

use profile::client::BoardProfile;
use referee::soccer::{Pitch, Position};
use vision::pitch::{calibration::Calibration, theme};

use super::Shipped;
use crate::{exercise::Exercise as _, setup::DialogPlace, tour::Venue};

impl Shipped for Position {
    const CLIENT: &str = "practice-soccer";

    fn usual() -> Venue<Position> {
        Venue {
            size: Position::SIZE,
            theme: theme::by_name("mobile").expect("the usual look is one"),
            pitch: 40.0,
            scale: 1.0,
            place: DialogPlace::MIDDLE,
        }
    }

    fn tell(board: &mut BoardProfile, size: Pitch, place: Calibration) {
        board.field.pitch = Some(size);
        board.field.calibration = Some(place);
    }
}
