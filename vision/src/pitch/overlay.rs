//! A picture that shows what was read of a field: for people only; nothing reads it back.

use image::{Rgb, RgbImage};
use imageproc::drawing::{draw_hollow_circle_mut, draw_line_segment_mut};

use crate::pitch::{
    calibration::Calibration,
    observation::{Content, Observation},
};

const NODE: Rgb<u8> = Rgb([0, 170, 60]);
const DRAWN: Rgb<u8> = Rgb([255, 0, 220]);
const UNCERTAIN: Rgb<u8> = Rgb([255, 170, 0]);
const BALL: Rgb<u8> = Rgb([230, 20, 20]);
/// So much of a line is drawn over, around its middle.
const PART: (f64, f64) = (0.2, 0.8);
/// Radius of the signs on nodes, in squares.
const NODE_REACH: f64 = 0.08;
const BALL_REACH: f64 = 0.36;

/// Draws over a copy of `image`: a small ring on every node, a pink line on every line that is drawn, an orange one where that
/// cannot be told, a red ring around the ball.
pub fn draw(image: &RgbImage, calibration: &Calibration, seen: Option<&Observation>) -> RgbImage {
    let mut picture = image.clone();
    let ring = |picture: &mut RgbImage, node, reach: f64, ink| {
        let radius = (calibration.square() * reach).max(2.0) as i32;
        draw_hollow_circle_mut(picture, calibration.pixel_of(node), radius, ink);
    };
    for node in calibration.pitch.nodes() {
        ring(&mut picture, node, NODE_REACH, NODE);
    }
    let Some(seen) = seen else { return picture };
    for line in &seen.lines {
        let ink = match line.content {
            Content::Drawn => DRAWN,
            Content::Uncertain => UNCERTAIN,
            Content::Blank => continue,
        };
        let (a, b) = (
            calibration.centre_of(line.edge.from()),
            calibration.centre_of(line.edge.to()),
        );
        let at = |part: f64| {
            (
                (a.0 + part * (b.0 - a.0)) as f32,
                (a.1 + part * (b.1 - a.1)) as f32,
            )
        };
        draw_line_segment_mut(&mut picture, at(PART.0), at(PART.1), ink);
    }
    if let Some(ball) = seen.ball {
        ring(&mut picture, ball, BALL_REACH, BALL);
    }
    picture
}
