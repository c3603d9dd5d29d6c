//! Finds a field in a frame without being told anything: any colours, any size, any place, goals at the top or at the sides.
//! What tells it is its wall, which stands out from whatever else is ruled or drawn; what is drawn on it is `read`'s business.

mod pieces;
mod search;
mod wall_check;

use image::RgbImage;
use referee::soccer::Pitch;

use crate::{
    area::Area,
    frame::Frame,
    orientation::{Corner, Orientation, ScreenDirection},
    pitch::{calibration::Calibration, observation::Observation, read::Reader},
};

/// What is known beforehand. The default knows nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Options {
    /// The field's measures.
    pub pitch: Option<Pitch>,
    /// How it lies. Which of the two goals is which cannot be seen: unless it is said, the first player attacks upwards, or to
    /// the right.
    pub orientation: Option<Orientation>,
    /// Where in the frame to look, in frame pixels.
    pub area: Option<Area>,
    /// How wide its squares are across, least and most, in frame pixels.
    pub squares: Option<(f64, f64)>,
}

/// There is no field of 4 x 6 to 12 x 16 squares, 13 to 170 pixels wide, in the frame.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("no field found: {reason}")]
pub struct NoField {
    /// How far the search came.
    pub reason: NoFieldReason,
}

/// How far a search in vain came.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum NoFieldReason {
    /// The frame is smaller than any field.
    #[error("the picture is too small")]
    TooSmall,
    /// Nothing like a wall with goals.
    #[error("no wall with goals on two sides")]
    NoWall,
    /// Lines where a wall would be, but such as are everywhere, as on a board or on squared paper.
    #[error("lines, but no wall that stands out from them")]
    Ruled,
    /// A field, but not of the expected size or not lying as expected.
    #[error("a field of {0}, which is not what was expected")]
    Unexpected(Pitch),
}

/// Pixels of the smallest picture that is searched.
const SMALLEST: u32 = 60;

/// A field with this confidence is one, whether its lines are a way or not, if more than one line in so many can be told. By
/// trial, and as in a reading.
const PLAIN: f64 = 0.97;
const UNTOLD_MOST: usize = 4;

/// How much smaller the picture is looked at, and which squares are looked for there, in pixels of the smaller picture: lines
/// that a hand drew, and thick ones, are narrow there.
const SCALES: [(u32, (f64, f64)); 3] = [(1, (12.5, 36.0)), (2, (16.0, 44.0)), (4, (20.0, 43.0))];

/// The field in the frame. If there are several, the one whose wall is seen best.
///
/// # Errors
/// No field, or none that agrees with `options`.
pub fn locate(frame: &Frame, options: &Options) -> Result<Calibration, NoField> {
    let whole = frame.area();
    let area = options.area.unwrap_or(whole).intersection(&whole);
    let area = area.ok_or(NoField {
        reason: NoFieldReason::TooSmall,
    })?;
    in_area(&frame.image, area, options)
}

/// The field in a part of a picture, which must lie in it.
pub(crate) fn in_area(image: &RgbImage, area: Area, options: &Options) -> Result<Calibration, NoField> {
    let refuse = |reason| NoField { reason };
    if area.width < SMALLEST || area.height < SMALLEST {
        return Err(refuse(NoFieldReason::TooSmall));
    }
    let part;
    let image = if area == Area::new(0, 0, image.width(), image.height()) {
        image
    } else {
        part = image::imageops::crop_imm(image, area.x as u32, area.y as u32, area.width, area.height)
            .to_image();
        &part
    };
    let found = in_picture(image, options).map_err(refuse)?;
    Ok(found.shifted(-f64::from(area.x), -f64::from(area.y)))
}

fn in_picture(image: &RgbImage, options: &Options) -> Result<Calibration, NoFieldReason> {
    let mut reason = NoFieldReason::NoWall;
    let mut best: Option<(Standing, Calibration)> = None;
    let mut plain = Vec::new();
    for (times, squares) in SCALES {
        let Some(squares) = narrowed(squares, times, options) else {
            continue;
        };
        let smaller = shrunk(image, times);
        for guess in search::guesses(&smaller, squares) {
            let found = match wall_check::confirmed(image, &enlarged(&guess, times)) {
                Ok(found) if agrees(&found, options) => found,
                Ok(found) => {
                    reason = NoFieldReason::Unexpected(found.pitch);
                    continue;
                }
                Err(wall_check::Unconfirmed::Ruled) if reason == NoFieldReason::NoWall => {
                    reason = NoFieldReason::Ruled;
                    continue;
                }
                Err(_) => continue,
            };
            let (found, seen) = Reader::new(found).settled(image);
            let standing = Standing::of(&found, &seen);
            if standing.seen >= PLAIN {
                plain.push(found);
            }
            let is_better = best.as_ref().is_none_or(|(other, _)| standing.is_better(other));
            if is_better && standing.is_field() {
                best = Some((standing, found));
            }
        }
        // A field whose squares are larger may have squared paper that is a smaller one's, nearly.
        if best
            .as_ref()
            .is_some_and(|(standing, _)| standing.is_read && standing.seen >= PLAIN)
        {
            break;
        }
    }
    let (_, found) = best.ok_or(reason)?;
    if plain.iter().any(|field| lies_in(&found, field)) {
        return Err(NoFieldReason::Ruled);
    }
    Ok(Calibration {
        orientation: options.orientation.unwrap_or(found.orientation),
        ..found
    })
}

/// Of the squares that are looked for in a smaller picture those that are expected, in its pixels. `None` if none are.
fn narrowed((least, most): (f64, f64), times: u32, options: &Options) -> Option<(f64, f64)> {
    let (from, to) = options.squares.unwrap_or((0.0, f64::INFINITY));
    let times = f64::from(times);
    let (least, most) = (least.max(from / times), most.min(to / times));
    (least < most).then_some((least, most))
}

/// What speaks for a field.
struct Standing {
    /// Its lines are one way from the centre to the ball, which those of nothing else are.
    is_read: bool,
    /// Most of its lines are drawn or blank.
    is_told: bool,
    /// How much of its wall is seen.
    seen: f64,
    /// Of two that are seen alike one may lie in the other.
    squares: u32,
}

impl Standing {
    fn of(field: &Calibration, seen: &Observation) -> Standing {
        Standing {
            is_read: seen.refused.is_none(),
            is_told: seen.uncertain() * UNTOLD_MOST <= seen.lines.len(),
            seen: field.grid.confidence,
            squares: squares_of(field.pitch),
        }
    }

    fn is_field(&self) -> bool {
        self.is_read || (self.is_told && self.seen >= PLAIN)
    }

    fn is_better(&self, other: &Standing) -> bool {
        (self.is_read, self.seen, self.squares) > (other.is_read, other.seen, other.squares)
    }
}

/// Whether one field is a part of another with the same squares: ruled as its wall is, a field has many such parts.
fn lies_in(part: &Calibration, whole: &Calibration) -> bool {
    let is_alike = (part.square() / whole.square() - 1.0).abs() < SAME_SQUARES;
    let extent = |field: &Calibration| {
        let grid = &field.grid;
        let (wide, high) = (f64::from(grid.columns) - 1.0, f64::from(grid.rows) - 1.0);
        let (x, y) = grid.origin;
        (x, y, x + wide * grid.pitch.0, y + high * grid.pitch.1)
    };
    let ((left, top, right, low), (from_x, from_y, to_x, to_y)) = (extent(part), extent(whole));
    let slack = whole.square() / 2.0;
    let is_inside =
        left > from_x - slack && top > from_y - slack && right < to_x + slack && low < to_y + slack;
    is_alike && is_inside && squares_of(part.pitch) < squares_of(whole.pitch)
}

fn squares_of(pitch: Pitch) -> u32 {
    u32::from(pitch.width()) * u32::from(pitch.length())
}

/// Squares that differ by less than this share are alike. By trial.
const SAME_SQUARES: f64 = 0.05;

fn agrees(found: &Calibration, options: &Options) -> bool {
    let runs = |known: Orientation| known.columns == found.orientation.columns;
    options.pitch.is_none_or(|pitch| pitch == found.pitch) && options.orientation.is_none_or(runs)
}

/// How a field lies of which only the way from goal to goal is known.
fn lying(columns: ScreenDirection) -> Orientation {
    let origin = match columns {
        ScreenDirection::Across => Corner::TopLeft,
        ScreenDirection::Down => Corner::TopRight,
    };
    Orientation { origin, columns }
}

/// The picture with one pixel for each `times` x `times` of them.
fn shrunk(image: &RgbImage, times: u32) -> std::borrow::Cow<'_, RgbImage> {
    if times == 1 {
        return std::borrow::Cow::Borrowed(image);
    }
    let (width, height) = ((image.width() / times).max(1), (image.height() / times).max(1));
    std::borrow::Cow::Owned(image::imageops::thumbnail(image, width, height))
}

/// What was found in the smaller picture, in the whole one.
fn enlarged(found: &Calibration, times: u32) -> Calibration {
    let times = f64::from(times);
    let mut found = *found;
    let at = |at: f64| (at + 0.5) * times - 0.5;
    found.grid.origin = (at(found.grid.origin.0), at(found.grid.origin.1));
    found.grid.pitch = (found.grid.pitch.0 * times, found.grid.pitch.1 * times);
    found
}
