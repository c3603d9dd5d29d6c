//! A picture that shows what was found: the grid, each point, what was read there. For people only;
//! nothing reads it back.

use image::{Rgb, RgbImage};
use imageproc::{
    drawing::{draw_cross_mut, draw_hollow_circle_mut, draw_hollow_rect_mut, draw_line_segment_mut},
    rect::Rect,
};
use referee::{color::Color, point::Point};

use crate::{
    calibration::Calibration,
    observation::{Content, Observation},
};

const GRID: Rgb<u8> = Rgb([0, 170, 60]);
const FIRST: Rgb<u8> = Rgb([230, 20, 20]);
const SECOND: Rgb<u8> = Rgb([30, 80, 255]);
const UNCERTAIN: Rgb<u8> = Rgb([255, 170, 0]);
const MARK: Rgb<u8> = Rgb([255, 0, 220]);
/// How far the signs reach to each side of a point, in pitches: within its cell, and apart from each other.
const STONE_REACH: f64 = 0.4;
const UNCERTAIN_REACH: f64 = 0.42;
const MARK_REACH: f64 = 0.48;

/// Draws over a copy of `image`: the board's outline, a cross on every empty point, a red ring around every
/// `x`, a blue one around every `o`, an orange box around every uncertain point, a pink box around the last move.
pub fn draw(image: &RgbImage, calibration: &Calibration, seen: Option<&Observation>) -> RgbImage {
    let mut picture = image.clone();
    outline(&mut picture, calibration);
    for y in 0..calibration.rows {
        for x in 0..calibration.columns {
            let point = Point::new(x, y);
            let content = seen.map_or(Content::Empty, |seen| seen.content(point));
            draw_point(&mut picture, calibration, point, content);
        }
    }
    if let Some(last) = seen.and_then(|seen| seen.last_move) {
        square(&mut picture, calibration, last, MARK_REACH, MARK);
    }
    picture
}

fn draw_point(picture: &mut RgbImage, calibration: &Calibration, point: Point, content: Content) {
    let (x, y) = calibration.pixel_of(point);
    let radius = (calibration.pitch.0 * STONE_REACH) as i32;
    match content {
        Content::Empty => draw_cross_mut(picture, GRID, x, y),
        Content::Stone(color) => {
            let ink = if color == Color::Black { FIRST } else { SECOND };
            draw_hollow_circle_mut(picture, (x, y), radius, ink);
            draw_hollow_circle_mut(picture, (x, y), radius - 1, ink);
        }
        Content::Uncertain => square(picture, calibration, point, UNCERTAIN_REACH, UNCERTAIN),
    }
}

/// A box around a point, `share` of the pitch to each side.
fn square(picture: &mut RgbImage, calibration: &Calibration, point: Point, share: f64, ink: Rgb<u8>) {
    let (x, y) = calibration.centre_of(point);
    let (half_x, half_y) = (calibration.pitch.0 * share, calibration.pitch.1 * share);
    let side = |half: f64| (2.0 * half).max(1.0) as u32;
    for grow in 0..2 {
        let at = Rect::at((x - half_x) as i32 - grow, (y - half_y) as i32 - grow);
        let grown = 2 * grow as u32;
        draw_hollow_rect_mut(
            picture,
            at.of_size(side(half_x) + grown, side(half_y) + grown),
            ink,
        );
    }
}

/// The board's edge, half a pitch outside its outermost points.
fn outline(picture: &mut RgbImage, calibration: &Calibration) {
    let far = |origin: f64, pitch: f64, count: u8| origin + pitch * f64::from(count - 1);
    let (left, top) = calibration.origin;
    let right = far(left, calibration.pitch.0, calibration.columns);
    let bottom = far(top, calibration.pitch.1, calibration.rows);
    let (half_x, half_y) = (calibration.pitch.0 / 2.0, calibration.pitch.1 / 2.0);
    let (left, top) = ((left - half_x) as f32, (top - half_y) as f32);
    let (right, bottom) = ((right + half_x) as f32, (bottom + half_y) as f32);
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
    for (index, &corner) in corners.iter().enumerate() {
        draw_line_segment_mut(picture, corner, corners[(index + 1) % 4], GRID);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{calibration::Kind, observation::Cell};

    #[test]
    fn every_kind_of_content_has_its_ink() {
        let calibration = Calibration {
            columns: 2,
            rows: 2,
            kind: Kind::Cells,
            origin: (20.0, 20.0),
            pitch: (30.0, 30.0),
            confidence: 1.0,
            orientation: crate::orientation::Orientation::default(),
        };
        let contents = [
            Content::Empty,
            Content::Stone(Color::Black),
            Content::Stone(Color::White),
            Content::Uncertain,
        ];
        let cells = contents
            .map(|content| Cell {
                content,
                confidence: 1.0,
            })
            .to_vec();
        let seen = Observation {
            columns: 2,
            rows: 2,
            cells,
            last_move: Some(Point::new(1, 0)),
            confidence: 1.0,
            refused: None,
            bare: Vec::new(),
        };
        let picture = draw(&RgbImage::new(70, 70), &calibration, Some(&seen));
        for ink in [GRID, FIRST, SECOND, UNCERTAIN, MARK] {
            assert!(picture.pixels().any(|&pixel| pixel == ink), "{ink:?} is missing");
        }
    }
}
