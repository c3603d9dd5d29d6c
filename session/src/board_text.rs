//! The reading of a board of stones for people and for scripts: as text, as JSON.

use serde_json::{Value, json};
use vision::{calibration::Calibration, observation::Observation};

/// The contract that scripts rely on: columns, rows, kind, board, last move, confidence, why it is not to be believed.
pub fn to_json(calibration: &Calibration, seen: &Observation) -> Value {
    json!({
        "columns": seen.columns,
        "rows": seen.rows,
        "kind": calibration.kind,
        "board": seen.to_rows(),
        "last_move": seen.last_move.map(|point| [point.x, point.y]),
        "confidence": (f64::from(seen.confidence) * 1e4).round() / 1e4,
        "refused": seen.refused.map(|why| why.to_string()),
    })
}

/// The board with coordinates, and what is known of it.
pub fn to_text(calibration: &Calibration, seen: &Observation) -> String {
    let kind = match calibration.kind {
        vision::calibration::Kind::Points => "points",
        vision::calibration::Kind::Cells => "cells",
    };
    let mut text = format!(
        "{} x {} {kind}, pitch {:.2} x {:.2} pixels, confidence {:.3}\n   ",
        seen.columns, seen.rows, calibration.pitch.0, calibration.pitch.1, seen.confidence
    );
    for x in 0..seen.columns {
        text.push_str(&format!(" {}", x % 10));
    }
    for (y, row) in seen.to_rows().iter().enumerate() {
        text.push_str(&format!("\n{y:>3}"));
        for letter in row.chars() {
            text.push(' ');
            text.push(letter);
        }
    }
    if let Some(why) = seen.refused {
        text.push_str(&format!("\nnot to be believed: {why}"));
    }
    if let Some(last) = seen.last_move {
        text.push_str(&format!("\nlast move at {last}"));
    }
    text
}

/// Which board was found, and where.
pub fn place_in_words(calibration: &Calibration) -> String {
    let (columns, rows, (x, y)) = (calibration.columns, calibration.rows, calibration.origin);
    let pitch = calibration.pitch.0;
    format!("a board of {columns} x {rows} points at {x:.0},{y:.0}, {pitch:.1} pixels apart, is not read")
}
