//! The reading of a field of Paper Soccer for people and for scripts: as text, as JSON.

use referee::{seat::Seat, soccer::Node};
use serde_json::{Value, json};
use vision::pitch::{
    calibration::Calibration,
    edge::Edge,
    observation::{Content, Observation},
};

/// The contract that scripts rely on: width, length, lines, ball, turn, confidence, why it is not to be believed.
pub fn to_json(calibration: &Calibration, seen: &Observation) -> Value {
    let pitch = seen.pitch;
    let place = |node: Node| {
        let point = pitch.point(node);
        [point.x, point.y]
    };
    let line = |edge: Edge| json!([place(edge.from()), place(edge.to())]);
    let lines = |content: Content| seen.edges(content).map(line).collect::<Vec<Value>>();
    json!({
        "game": "soccer",
        "width": pitch.width(),
        "length": pitch.length(),
        "orientation": calibration.orientation,
        "field": seen.to_rows(),
        "lines": lines(Content::Drawn),
        "uncertain": lines(Content::Uncertain),
        "ball": seen.ball.map(place),
        "turn": seen.turn().map(Seat::name),
        "confidence": (f64::from(seen.confidence) * 1e4).round() / 1e4,
        "refused": seen.refused.map(|why| why.to_string()),
    })
}

/// The field as it is drawn, and what is known of it.
pub fn to_text(calibration: &Calibration, seen: &Observation) -> String {
    let (across, down) = calibration.grid.pitch;
    let mut text = format!(
        "{} squares, {across:.2} x {down:.2} pixels, {} of {} lines drawn, confidence {:.3}",
        seen.pitch,
        seen.edges(Content::Drawn).count(),
        seen.lines.len(),
        seen.confidence
    );
    for row in seen.to_rows() {
        text.push('\n');
        text.push_str(&row);
    }
    if let Some(why) = seen.refused {
        text.push_str(&format!("\nnot to be believed: {why}"));
    }
    match seen.ball {
        Some(ball) => text.push_str(&format!("\nball at {}", seen.pitch.name_of(ball))),
        None => text.push_str("\nwhere the ball lies cannot be told"),
    }
    if let Some(turn) = seen.turn() {
        text.push_str(&format!("\n{} to draw", turn.name()));
    }
    text
}

/// Which field was found, and where.
pub fn field_in_words(calibration: &Calibration) -> String {
    let (pitch, (x, y)) = (calibration.pitch, calibration.grid.origin);
    format!("a field of {pitch} at {x:.0},{y:.0} is not read")
}

#[cfg(test)]
mod tests {
    use referee::soccer::Pitch;
    use vision::{
        frame::Frame,
        pitch::{
            paint::{Placing, Scene, paint},
            read::Reader,
            theme,
        },
    };

    use super::*;

    /// What is printed is what was painted.
    #[test]
    fn a_field_is_printed_as_text_and_as_json() {
        let scene = Scene::strewn(Pitch::USUAL, 20, 7);
        let look = theme::by_name("plain").expect("a known look");
        let painted = paint(&scene, look, Placing::usual(30.0), 7);
        let seen = Reader::new(painted.calibration).read(&Frame::from_image(painted.image));
        let text = to_text(&painted.calibration, &seen);
        assert!(
            text.starts_with("8x10 squares, 30.00 x 30.00 pixels, 20 of 316 lines drawn"),
            "{text}"
        );
        let ball = format!("ball at {}", scene.pitch.name_of(scene.ball));
        assert!(text.contains(&ball), "{text}");
        let json = to_json(&painted.calibration, &seen);
        assert_eq!(json["lines"].as_array().map(Vec::len), Some(20));
        let ball = scene.pitch.point(scene.ball);
        assert_eq!(json["ball"], json!([ball.x, ball.y]));
        assert_eq!(json["turn"], json!(scene.turn.name()));
        assert_eq!(json["refused"], Value::Null);
    }
}
