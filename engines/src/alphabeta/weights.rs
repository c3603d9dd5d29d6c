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
    /// What a threat is worth to the side to move, by [`threats`]' bits.
    pub(super) threats: [i16; THREATS],
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
pub(super) struct Tables {
    pub(super) shapes: &'static ShapeTable,
    /// By colour and code.
    pub(super) points: [Box<[Worth]>; 2],
    pub(super) threats: [i32; THREATS],
}

impl Tables {
    /// The tables of a rule with the engine's weights.
    pub(super) fn of(rule: Rule) -> &'static Tables {
        static TABLES: [LazyLock<Tables>; 3] = [
            LazyLock::new(|| Tables::new(Rule::Freestyle, &Weights::by_hand())),
            LazyLock::new(|| Tables::new(Rule::Standard, &Weights::by_hand())),
            LazyLock::new(|| Tables::new(Rule::Renju, &Weights::by_hand())),
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
            threats: weights.threats.map(i32::from),
        }
    }
}

impl Weights {
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

    fn by_hand() -> Weights {
        const VALUES: [i16; SHAPES] = [0, 1, 2, 3, 6, 7, 8, 8, 14, 16, 14, 30, 30, 0, 0];
        let pairs = std::array::from_fn(|best| {
            std::array::from_fn(|second| {
                let both = if second >= Shape::OpenTwo as usize {
                    VALUES[second]
                } else {
                    0
                };
                VALUES[best] + VALUES[second] + both
            })
        });
        Weights {
            pairs,
            rest: VALUES,
            threats: [0, -150, 60, 20, 70, 30, -50, -10, -20, -5],
            attack: [0, 1, 3, 5, 12, 14, 16, 18, 55, 60, 50, 200, 400, 0, 0],
            defence: [0, 1, 2, 4, 9, 10, 12, 12, 40, 45, 35, 150, 300, 0, 0],
        }
    }
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
