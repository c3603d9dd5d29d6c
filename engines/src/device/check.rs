//! Whether a device does what its wire asks of it: the published bench (docs/sources.md `S0.6`), whole moves of a game, and
//! what a bad line would do to it. Each check says what it saw.

mod s0;
mod s1;
mod v2;

use referee::{
    gomoku::{Move, Position, Rule},
    player::{Limits, Player as _},
    point::Point,
    position::Position as _,
};

use super::{
    Device,
    error::DeviceError,
    port::Port,
    profile::{DeviceProfile, Wire},
};
use crate::random::Random;

/// What came of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckState {
    /// As it should be.
    Passed,
    /// Not so.
    Failed,
    /// Worth knowing, and neither right nor wrong.
    Noted,
}

impl CheckState {
    /// `passed`, `failed` or `noted`.
    pub fn name(self) -> &'static str {
        match self {
            CheckState::Passed => "passed",
            CheckState::Failed => "failed",
            CheckState::Noted => "noted",
        }
    }
}

/// One check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What was looked at.
    pub name: &'static str,
    /// What came of it.
    pub state: CheckState,
    /// What was seen.
    pub detail: String,
}

impl Check {
    fn of(name: &'static str, seen: Result<String, String>) -> Check {
        let (state, detail) = match seen {
            Ok(detail) => (CheckState::Passed, detail),
            Err(detail) => (CheckState::Failed, detail),
        };
        Check { name, state, detail }
    }

    fn noted(name: &'static str, detail: impl Into<String>) -> Check {
        Check {
            name,
            state: CheckState::Noted,
            detail: detail.into(),
        }
    }
}

/// What the published bench has to show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bench {
    /// Legal moves: another evaluation may choose others than the published ones.
    #[default]
    Legal,
    /// The published answers.
    Published,
}

/// Opponent's stones of the published bench and what the published device answers.
const STONES: [Point; 4] = [
    Point::new(7, 7),
    Point::new(7, 8),
    Point::new(8, 6),
    Point::new(8, 7),
];
const ANSWERS: [Point; 4] = [
    Point::new(6, 6),
    Point::new(7, 6),
    Point::new(6, 8),
    Point::new(6, 7),
];
/// The depth of the published device.
const DEPTH: u32 = 4;
/// Moves of a game that are looked at.
const MOVES: usize = 10;

/// Checks the device of this kind on this port.
///
/// # Errors
/// The port cannot be opened, or nothing there answers on this wire.
pub fn check(
    profile: DeviceProfile,
    mut port: Box<dyn Port>,
    bench: Bench,
) -> Result<Vec<Check>, DeviceError> {
    if profile.wire == Wire::S1 {
        port.open()?;
        return s1::check(&mut *port);
    }
    let wire = profile.wire;
    let mut device = Device::on(profile, port)?;
    let mut checks = vec![Check::of("answers", Ok(device.name()))];
    match wire {
        Wire::S0 => s0::check(&mut device, &mut checks),
        _ => v2::check(&mut device, &mut checks),
    }
    let size = Position::new(15, Rule::Freestyle).expect("there is such a board");
    match device.conversation.objection(&size) {
        Some(why) => checks.push(Check::noted("bench S0.6", why)),
        None => {
            checks.push(published(&mut device, bench));
            checks.push(game(&mut device));
        }
    }
    Ok(checks)
}

/// The published bench, twice: a fixed search answers alike.
fn published(device: &mut Device, bench: Bench) -> Check {
    const NAME: &str = "bench S0.6";
    let told = |moves: &[Point]| {
        moves
            .iter()
            .map(|point| format!("({point})"))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let (first, second) = match (answers(device), answers(device)) {
        (Ok(first), Ok(second)) => (first, second),
        (Err(why), _) | (_, Err(why)) => return Check::of(NAME, Err(why)),
    };
    if first != second {
        return Check::noted(
            NAME,
            format!("{}, and the second time {}", told(&first), told(&second)),
        );
    }
    match (first == ANSWERS, bench) {
        (true, _) => Check::of(NAME, Ok(format!("{}, as published", told(&first)))),
        (false, Bench::Published) => Check::of(
            NAME,
            Err(format!("{}, where {} is published", told(&first), told(&ANSWERS))),
        ),
        (false, Bench::Legal) => Check::noted(
            NAME,
            format!(
                "{}: legal, but not the published {}",
                told(&first),
                told(&ANSWERS)
            ),
        ),
    }
}

fn answers(device: &mut Device) -> Result<Vec<Point>, String> {
    let mut position = Position::new(15, Rule::Freestyle).map_err(|error| error.to_string())?;
    device.new_game(&position).map_err(|error| error.to_string())?;
    let limits = Limits {
        depth: Some(DEPTH),
        ..Limits::default()
    };
    let mut answers = Vec::new();
    for stone in STONES {
        // A device that chooses otherwise may stand there itself.
        if position.play(Move::Place(stone)).is_err() || position.outcome().is_some() {
            break;
        }
        let thought = device
            .think(&position, &limits)
            .map_err(|error| error.to_string())?;
        position.play(thought.play).map_err(|error| error.to_string())?;
        answers.extend(position.last_stone());
    }
    Ok(answers)
}

/// The beginning of a game, the device first, against dice.
fn game(device: &mut Device) -> Check {
    Check::of("a game", opening(device))
}

fn opening(device: &mut Device) -> Result<String, String> {
    let mut position = Position::new(15, Rule::Freestyle).map_err(|error| error.to_string())?;
    let mut dice = Random::new(1);
    device.new_game(&position).map_err(|error| error.to_string())?;
    while position.outcome().is_none() && position.history().len() < MOVES {
        let is_devices = position.history().len() % 2 == 0;
        let thought = if is_devices {
            device.think(&position, &Limits::default())
        } else {
            dice.think(&position, &Limits::default())
        };
        let play = thought.map_err(|error| error.to_string())?.play;
        position.play(play).map_err(|error| error.to_string())?;
    }
    let costs = device.costs().moves();
    let longest = costs.iter().map(|cost| cost.wall_us).max().unwrap_or(0);
    let mut overheads: Vec<u64> = costs
        .iter()
        .filter_map(super::cost::DeviceCost::overhead_us)
        .collect();
    overheads.sort_unstable();
    let overhead = overheads
        .get(overheads.len() / 2)
        .map(|us| format!(", of which usually {:.1} ms are the line's", *us as f64 / 1_000.0))
        .unwrap_or_default();
    Ok(format!(
        "{} legal moves, the longest took {:.1} ms{overhead}",
        costs.len(),
        longest as f64 / 1_000.0
    ))
}
