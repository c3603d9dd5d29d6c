//! The numbers of the evaluation and of the ordering, and the tables made of them. What is good is measured
//! elsewhere; here it is written down.

use std::sync::LazyLock;

use referee::{color::Color, gomoku::Rule};

use super::{
    line::{Shape, ShapeTable},
    point::{Class, shapes_of},
};

const SHAPES: usize = Shape::ALL.len();

/// Every number that a tuner may change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Weights {
    /// A point's worth by its best and its second shape.
    pub(super) pairs: [[i16; SHAPES]; SHAPES],
    /// What its third and fourth shape add.
    pub(super) rest: [i16; SHAPES],
    /// What a set of [`threats`] is worth to the side to move.
    pub(super) threats: Vec<i16>,
    /// How early a move is tried, by each of its shapes, for the side that moves.
    pub(super) attack: [i16; SHAPES],
    /// The same for the shapes that it takes from the other side.
    pub(super) defence: [i16; SHAPES],
}

/// Threats that the evaluation knows.
pub(super) const THREATS: usize = 10;

/// What a point is worth to a colour: [`Class`], value and ordering scores in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Worth(u32);

impl Worth {
    fn new(class: Class, value: i32, attack: i32, defence: i32) -> Worth {
        debug_assert!((-512..512).contains(&value), "{value}");
        debug_assert!((0..512).contains(&attack) && (0..512).contains(&defence));
        Worth(class as u32 | (value as u32 & 0x3FF) << 4 | (attack as u32) << 14 | (defence as u32) << 23)
    }

    #[inline(always)]
    pub(super) fn class(self) -> u8 {
        self.0 as u8 & 15
    }

    #[inline(always)]
    pub(super) fn value(self) -> i32 {
        (self.0 << 18) as i32 >> 22
    }

    #[inline(always)]
    pub(super) fn attack(self) -> i32 {
        (self.0 >> 14 & 0x1FF) as i32
    }

    #[inline(always)]
    pub(super) fn defence(self) -> i32 {
        (self.0 >> 23) as i32
    }
}

/// All that a position looks up.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) shapes: &'static ShapeTable,
    /// By colour and code.
    pub(super) points: [Box<[Worth]>; 2],
    /// By set of threats.
    pub(super) threats: Box<[i32]>,
}

impl Tables {
    /// The tables of a rule with the engine's weights.
    pub(super) fn of(rule: Rule) -> &'static Tables {
        static TABLES: [LazyLock<Tables>; 3] = [
            LazyLock::new(|| Tables::new(Rule::Freestyle, &Weights::own())),
            LazyLock::new(|| Tables::new(Rule::Standard, &Weights::own())),
            LazyLock::new(|| Tables::new(Rule::Renju, &Weights::own())),
        ];
        &TABLES[rule as usize]
    }

    pub(super) fn new(rule: Rule, weights: &Weights) -> Tables {
        let points = Color::BOTH.map(|color| {
            let forbids = rule == Rule::Renju && color == Color::Black;
            (0..=u16::MAX).map(|code| weights.worth(code, forbids)).collect()
        });
        Tables {
            shapes: ShapeTable::of(rule),
            points,
            threats: weights.threats.iter().copied().map(i32::from).collect(),
        }
    }
}

impl Weights {
    /// The engine's own.
    fn own() -> Weights {
        Weights::read(include_str!("weights.txt")).expect("the engine's own weights are read by a test")
    }

    fn worth(&self, code: u16, forbids: bool) -> Worth {
        let mut shapes = shapes_of(code);
        let class = Class::of(shapes, forbids);
        if class == Class::Forbidden {
            return Worth::new(class, 0, 0, 0);
        }
        for shape in &mut shapes {
            if *shape >= Shape::Overline {
                *shape = Shape::Dead;
            }
        }
        shapes.sort_unstable();
        let [fourth, third, second, best] = shapes.map(|shape| shape as usize);
        let value = self.pairs[best][second] + self.rest[third] + self.rest[fourth];
        let sum = |by_shape: &[i16; SHAPES]| {
            shapes
                .iter()
                .map(|&shape| i32::from(by_shape[shape as usize]))
                .sum::<i32>()
        };
        let (attack, defence) = (sum(&self.attack), sum(&self.defence));
        let bonus = match class {
            Class::TwoThrees | Class::FourThree => 60,
            Class::OpenFour => 120,
            _ => 0,
        };
        Worth::new(
            class,
            i32::from(value),
            (attack + bonus).min(511),
            (defence + bonus).min(511),
        )
    }

    /// Reads the form of `weights.txt`: what follows a `#` is a comment, everything else numbers in the order of the
    /// fields.
    ///
    /// # Errors
    /// A word is no number, or there are too few or too many.
    pub(super) fn read(text: &str) -> Result<Weights, WeightsError> {
        let mut words = text.lines().flat_map(|line| line.split('#').next().unwrap_or("").split_whitespace());
        let mut number = || {
            let word = words.next().ok_or(WeightsError::TooFew)?;
            word.parse::<i16>().map_err(|_| WeightsError::NoNumber(word.to_owned()))
        };
        let mut weights = Weights {
            pairs: [[0; SHAPES]; SHAPES],
            rest: [0; SHAPES],
            threats: vec![0; 1 << THREATS],
            attack: ATTACK,
            defence: DEFENCE,
        };
        for best in 0..Shape::Five as usize {
            for second in 0..=best {
                weights.pairs[best][second] = number()?;
            }
        }
        for weight in &mut weights.rest[..Shape::Five as usize] {
            *weight = number()?;
        }
        for weight in &mut weights.threats {
            *weight = number()?;
        }
        // A point that nobody has a use for is worth nothing.
        let (nothing, rest) = (weights.pairs[0][0], weights.rest[0]);
        for best in 0..SHAPES {
            weights.rest[best] -= rest;
            for second in 0..=best {
                weights.pairs[best][second] -= nothing;
            }
        }
        match words.next() {
            None => Ok(weights),
            Some(word) => Err(WeightsError::TooMany(word.to_owned())),
        }
    }
}

/// How early a move is tried, by its shapes.
const ATTACK: [i16; SHAPES] = [0, 1, 3, 5, 12, 14, 16, 18, 55, 60, 50, 200, 400, 0, 0];
/// The same for the shapes that it takes from the other side.
const DEFENCE: [i16; SHAPES] = [0, 1, 2, 4, 9, 10, 12, 12, 40, 45, 35, 150, 300, 0, 0];

/// Why a text holds no weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// This word is no number.
    #[error("`{0}` is no number from -32768 to 32767")]
    NoNumber(String),
    /// The text ends too early.
    #[error("there are too few weights")]
    TooFew,
    /// The text goes on with this word.
    #[error("there are too many weights, from `{0}` on")]
    TooMany(String),
}

/// Which threats stand on the board, for the side with the first counts, as bits.
#[inline(always)]
pub(super) fn threats(own: &[u8; 16], other: &[u8; 16]) -> u32 {
    let any = |counts: &[u8; 16], classes: &[Class]| {
        u32::from(classes.iter().any(|&class| counts[class as usize] != 0))
    };
    const FOURS: &[Class] = &[Class::FourPlus, Class::FourThree];
    const THREES: &[Class] = &[Class::ThreePlus, Class::TwoThrees];
    any(other, &[Class::Five])
        | any(other, &[Class::OpenFour]) << 1
        | any(own, FOURS) << 2
        | any(own, &[Class::Four]) << 3
        | any(own, THREES) << 4
        | any(own, &[Class::Three]) << 5
        | any(other, FOURS) << 6
        | any(other, &[Class::Four]) << 7
        | any(other, THREES) << 8
        | any(other, &[Class::Three]) << 9
}
