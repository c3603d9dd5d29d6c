//! Where the board that is watched lies, whatever is played on it: what a profile says of it, and how it is shown to people.
//! It reads nothing.

use image::RgbImage;
use referee::{games::GameKind, gomoku::Rule};
use vision::{calibration::Calibration, overlay, pitch};

use profile::client::BoardProfile;

/// Where it lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BoardPlace {
    /// A board of points or cells.
    Board(Calibration),
    /// A field of Paper Soccer.
    Field(pitch::calibration::Calibration),
}

impl BoardPlace {
    /// What is played there.
    pub fn game(&self) -> GameKind {
        match self {
            BoardPlace::Board(_) => GameKind::Gomoku,
            BoardPlace::Field(_) => GameKind::Soccer,
        }
    }

    /// Its points as they are shown, from the top left.
    pub fn grid(&self) -> Calibration {
        match self {
            BoardPlace::Board(board) => *board,
            BoardPlace::Field(field) => field.grid,
        }
    }

    /// The same after the picture's top left moved by so many pixels.
    #[must_use]
    pub fn shifted(&self, dx: f64, dy: f64) -> BoardPlace {
        match self {
            BoardPlace::Board(board) => BoardPlace::Board(board.shifted(dx, dy)),
            BoardPlace::Field(field) => BoardPlace::Field(field.shifted(dx, dy)),
        }
    }

    /// Whether two places are one, to a few pixels.
    pub fn is_near(&self, other: &BoardPlace) -> bool {
        let near = |a: (f64, f64), b: (f64, f64), by: f64| (a.0 - b.0).abs() <= by && (a.1 - b.1).abs() <= by;
        let (a, b) = (self.grid(), other.grid());
        self.game() == other.game()
            && (a.columns, a.rows) == (b.columns, b.rows)
            && near(a.origin, b.origin, 3.0)
            && near(a.pitch, b.pitch, 0.3)
    }

    /// Says in a profile what is played there and how large the board is.
    pub fn tell(&self, board: &mut BoardProfile) {
        board.game = self.game();
        match self {
            BoardPlace::Board(calibration) => {
                board.kind = Some(calibration.kind);
                board.columns = Some(calibration.columns);
                board.rows = Some(calibration.rows);
                // Nothing on a board tells its rule; whoever knows better finds here what to change.
                board.rule.get_or_insert(Rule::Freestyle);
            }
            BoardPlace::Field(field) => {
                board.field.pitch = Some(field.pitch);
                board.orientation = field.orientation;
            }
        }
    }

    /// Says in a profile that it lies there, and is not to be looked for.
    pub fn fix(&self, board: &mut BoardProfile) {
        match self {
            BoardPlace::Board(calibration) => {
                board.calibration = Some(Calibration {
                    orientation: Default::default(),
                    ..*calibration
                });
            }
            BoardPlace::Field(field) => board.field.calibration = Some(*field),
        }
    }

    /// What was found, drawn over a picture.
    pub fn overlay(&self, picture: &RgbImage) -> RgbImage {
        match self {
            BoardPlace::Board(board) => overlay::draw(picture, board, None),
            BoardPlace::Field(field) => pitch::overlay::draw(picture, field, None),
        }
    }
}
