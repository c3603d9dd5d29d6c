//! Checks of a touch-screen board, at which somebody has to tap.

use referee::{
    gomoku::{Move, Position, Rule},
    player::{Limits, Player as _},
    point::Point,
    position::Position as _,
};
use wires::s1::{BoardPoint, SIZE, Touches};

use super::{
    super::{error::DeviceError, port::Port, profile::Wire},
    Check,
};
use crate::random::Random;

/// How long a person may take.
const PATIENCE_US: u64 = 20_000_000;
/// Taps that are looked at.
const TAPS: usize = 4;

/// Waits for taps and answers them with dice.
pub(super) fn check(port: &mut dyn Port) -> Result<Vec<Check>, DeviceError> {
    let mut position = Position::new(SIZE, Rule::Freestyle).expect("there is a board of 8 lines");
    let mut dice = Random::new(1);
    let mut checks = Vec::new();
    for tap in 0..TAPS {
        let name = if tap == 0 { "first tap" } else { "next tap" };
        let Some(place) = touch(port, &position) else {
            if tap == 0 {
                return Err(DeviceError::Silent {
                    port: port.name(),
                    wire: Wire::S1,
                    baud: port.baud(),
                });
            }
            checks.push(Check::of(name, Err("nobody tapped on an empty point".to_owned())));
            return Ok(checks);
        };
        let point = Point::new(place.x(), place.y());
        let played = position.play(Move::Place(point)).map(|()| format!("{point}"));
        let is_legal = played.is_ok();
        checks.push(Check::of(name, played.map_err(|error| error.to_string())));
        if !is_legal || position.outcome().is_some() {
            break;
        }
        let Ok(thought) = dice.think(&position, &Limits::default()) else {
            break;
        };
        let sent = position
            .play(thought.play)
            .ok()
            .and_then(|()| position.last_stone());
        let answer = sent.and_then(|point| BoardPoint::new(point.x, point.y));
        if answer.is_none_or(|answer| port.write(&answer.to_reply()).is_err()) {
            checks.push(Check::of("answer", Err("cannot be sent".to_owned())));
            break;
        }
    }
    Ok(checks)
}

/// The next tap on a point that is empty: a person without an answer taps on the same one again.
fn touch(port: &mut dyn Port, position: &Position) -> Option<BoardPoint> {
    let mut touches = Touches::default();
    let mut buffer = [0; 1];
    let until_us = port.now_us() + PATIENCE_US;
    while port.now_us() < until_us {
        let count = port.read(&mut buffer, until_us).ok()?;
        if count == 0 {
            continue;
        }
        if let Some(place) = touches.push(buffer[0])
            && position.stone(Point::new(place.x(), place.y())).is_none()
        {
            return Some(place);
        }
    }
    None
}
