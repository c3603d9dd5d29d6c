//! The numbers of the search, tuned all at once: simultaneous perturbation (SPSA). Two settings on either side of the
//! present one play a pair of games, and all numbers move a little towards the better one. Knows no clock and no files.

use referee::{
    color::Color,
    gomoku::{Move, Position, Rule},
    player::{Limits, Player, PlayerError},
    position::Position as _,
};

use super::games::{opening, winner};
use crate::alphabeta::{Alphabeta, options::AlphaBetaOptions, params::Params};

/// How fast steps and distances shrink, as usual for this method.
const STEPS_SHRINK: f64 = 0.602;
const DISTANCES_SHRINK: f64 = 0.101;
/// Pairs after which steps begin to shrink, as a share of all.
const STEADY: f64 = 0.1;
/// At the last pair the two settings differ from the middle by this share of a number's range.
const LAST_DISTANCE: f64 = 0.06;
/// A whole pair won moves a number at the end by this share of its distance.
const LAST_STEP: f64 = 0.004;

/// A number being tuned.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// One of [`Params::NAMES`].
    pub name: String,
    /// Where it stands.
    pub value: f64,
    /// Least and greatest.
    pub range: (f64, f64),
}

impl Number {
    /// A number of the search where it stands now, to be moved between nothing and about twice that; `None` if there
    /// is none of this name.
    pub fn new(name: &str) -> Option<Number> {
        let value = f64::from(Params::DEFAULT.get(name)?);
        Some(Number {
            name: name.to_owned(),
            value,
            range: (0.0, (2.0 * value).max(32.0)),
        })
    }

    fn span(&self) -> f64 {
        self.range.1 - self.range.0
    }
}

/// How the games are played.
#[derive(Clone, Debug, PartialEq)]
pub struct NumbersSettings {
    /// Pairs of games in all.
    pub pairs: u64,
    /// Nodes for a move.
    pub nodes: u64,
    /// Lines a side.
    pub size: u8,
    /// The rule.
    pub rule: Rule,
    /// Decides openings and directions.
    pub seed: u64,
}

/// A pair to be played: which setting is tried against which.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// Counted from 0.
    pub pair: u64,
    signs: Vec<f64>,
    /// The two settings.
    pub sides: [Params; 2],
}

/// The trial of this number around these values.
pub fn trial(numbers: &[Number], settings: &NumbersSettings, pair: u64) -> Trial {
    let drawn = dice::nth(settings.seed ^ dice::nth(pair));
    let signs: Vec<f64> = (0..numbers.len() as u64)
        .map(|index| {
            if dice::nth(drawn ^ index) & 1 == 0 {
                1.0
            } else {
                -1.0
            }
        })
        .collect();
    let distance = distance(settings, pair);
    let sides = [1.0, -1.0].map(|side| {
        let mut params = Params::DEFAULT;
        for (index, (number, sign)) in numbers.iter().zip(&signs).enumerate() {
            let value =
                (number.value + side * sign * distance * number.span()).clamp(number.range.0, number.range.1);
            // Rounded by lot, so that small distances count as well.
            let lot = dice::unit(dice::nth(drawn ^ (index as u64 + 1) << 32));
            params.set(&number.name, (value + lot).floor() as i32);
        }
        params
    });
    Trial { pair, signs, sides }
}

/// Moves the numbers by a trial's score for its first side, from -1 (lost both games) to 1.
pub fn learn(numbers: &mut [Number], settings: &NumbersSettings, trial: &Trial, score: f64) {
    let pairs = settings.pairs.max(1) as f64;
    let steady = STEADY * pairs;
    let shrunk = ((steady + pairs) / (steady + trial.pair as f64 + 1.0)).powf(STEPS_SHRINK);
    let step = LAST_STEP * shrunk * score;
    for (number, sign) in numbers.iter_mut().zip(&trial.signs) {
        let moved = number.value + step * sign * number.span();
        number.value = moved.clamp(number.range.0, number.range.1);
    }
}

/// What the two settings are apart from the middle, as a share of a number's range.
fn distance(settings: &NumbersSettings, pair: u64) -> f64 {
    LAST_DISTANCE * (settings.pairs.max(1) as f64 / (pair as f64 + 1.0)).powf(DISTANCES_SHRINK)
}

/// Plays a trial's pair of games; the score is its first side's.
///
/// # Errors
/// An engine gave no move.
pub fn play(trial: &Trial, settings: &NumbersSettings) -> Result<f64, PlayerError> {
    let mut engines = trial.sides.clone().map(|params| {
        Alphabeta::new(AlphaBetaOptions {
            table_mb: 4,
            params,
            ..AlphaBetaOptions::default()
        })
    });
    let (start, _) = opening(
        settings.size,
        settings.rule,
        settings.seed ^ dice::nth(trial.pair),
    );
    let mut score = 0.0;
    for black in 0..2 {
        let winner = game(&mut engines, black, start.clone(), settings.nodes)?;
        score += match winner {
            None => 0.0,
            Some(Color::Black) if black == 0 => 0.5,
            Some(Color::White) if black == 1 => 0.5,
            Some(_) => -0.5,
        };
    }
    Ok(score)
}

fn game(
    engines: &mut [Alphabeta; 2],
    black: usize,
    mut position: Position,
    nodes: u64,
) -> Result<Option<Color>, PlayerError> {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    for engine in &mut *engines {
        engine.new_game(&position)?;
    }
    while position.end().is_none() {
        let mover = if position.to_place() == Color::Black {
            black
        } else {
            1 - black
        };
        let play: Move = engines[mover].think(&position, &limits)?.play;
        position
            .play(play)
            .map_err(|error| PlayerError::Nonsense(error.to_string()))?;
    }
    Ok(winner(&position))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(pairs: u64) -> NumbersSettings {
        NumbersSettings {
            pairs,
            nodes: 100,
            size: 9,
            rule: Rule::Freestyle,
            seed: 5,
        }
    }

    /// Against a made-up game in which the nearer to 90 is the better setting.
    #[test]
    fn a_number_goes_where_games_are_won() {
        let mut numbers = vec![Number::new("futility").unwrap(), Number::new("lmr").unwrap()];
        let settings = settings(4_000);
        let off = |params: &Params| f64::from((params.get("futility").unwrap() - 90).abs());
        for pair in 0..settings.pairs {
            let trial = trial(&numbers, &settings, pair);
            let score = (off(&trial.sides[1]) - off(&trial.sides[0])).clamp(-1.0, 1.0);
            learn(&mut numbers, &settings, &trial, score);
        }
        assert!((numbers[0].value - 90.0).abs() < 6.0, "{numbers:?}");
        let lmr = f64::from(Params::DEFAULT.lmr);
        assert!(
            (numbers[1].value - lmr).abs() < 0.6 * lmr,
            "what makes no difference wanders little: {numbers:?}"
        );
    }

    #[test]
    fn the_same_trial_gives_the_same_score() {
        let numbers = vec![Number::new("futility").unwrap()];
        let settings = settings(10);
        let trial = trial(&numbers, &settings, 3);
        assert_ne!(trial.sides[0], trial.sides[1]);
        let score = play(&trial, &settings).unwrap();
        assert_eq!(play(&trial, &settings), Ok(score));
        assert!([-1.0, -0.5, 0.0, 0.5, 1.0].contains(&score));
        assert_eq!(Number::new("nonsense"), None);
    }
}
