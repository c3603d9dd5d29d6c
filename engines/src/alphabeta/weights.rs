//! The numbers of the evaluation and of the ordering, and the tables made of them. What is good is measured
//! elsewhere; here it is written down.

use std::{fmt, sync::LazyLock};

use referee::{color::Color, gomoku::Rule};

use super::{
    line_pattern::{LinePattern, LinePatternTable},
    point_pattern::{PointPattern, line_patterns_of},
};

const SHAPES: usize = LinePattern::ALL.len();
/// Shapes that points of an undecided position have.
pub(super) const KINDS: usize = LinePattern::Five as usize;
/// Choices of four of these, in no order.
pub(super) const SETS: usize = KINDS * (KINDS + 1) * (KINDS + 2) * (KINDS + 3) / 24;

/// The engine's own weights, in the form that all weights are written in.
pub const OWN_WEIGHTS: &str = include_str!("weights.txt");

/// Every number that a tuner may change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Weights {
    /// A point's worth by the [number](set_of) of its four shapes.
    pub(super) sets: Vec<i16>,
    /// What a set of [`threats`] is worth to the side to move.
    pub(super) threats: Vec<i16>,
    /// How early a move is tried, by what it makes for the side that moves: pairs, and the rest.
    pub(super) attack: Pairs,
    /// The same by what it takes from the other side.
    pub(super) defence: Pairs,
    /// What is added by the distance from the other side's last stone, and from our own.
    pub(super) near: [[i16; DISTANCES]; 2],
}

/// Distances that are told apart: from 1 to this, which is "or more".
pub(super) const DISTANCES: usize = 8;

/// Threats that the evaluation knows.
pub(super) const THREATS: usize = 10;

/// What a point is worth to a colour: [`PointPattern`], value and ordering scores in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PatternScore(u32);

impl PatternScore {
    /// Orders are kept with this added.
    const ORDER_BIAS: i32 = 160;

    fn new(pattern: PointPattern, value: i32, attack: i32, defence: i32) -> PatternScore {
        let value = value.clamp(-512, 511);
        let [attack, defence] =
            [attack, defence].map(|order| (order + PatternScore::ORDER_BIAS).clamp(0, 511) as u32);
        PatternScore(pattern as u32 | (value as u32 & 0x3FF) << 4 | attack << 14 | defence << 23)
    }

    #[inline(always)]
    pub(super) fn pattern(self) -> u8 {
        self.0 as u8 & 15
    }

    #[inline(always)]
    pub(super) fn value(self) -> i32 {
        (self.0 << 18) as i32 >> 22
    }

    #[inline(always)]
    pub(super) fn attack(self) -> i32 {
        (self.0 >> 14 & 0x1FF) as i32 - PatternScore::ORDER_BIAS
    }

    #[inline(always)]
    pub(super) fn defence(self) -> i32 {
        (self.0 >> 23) as i32 - PatternScore::ORDER_BIAS
    }
}

/// All that a position looks up.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) shapes: &'static LinePatternTable,
    /// By colour and code.
    pub(super) points: [Box<[PatternScore]>; 2],
    /// By set of threats.
    pub(super) threats: Box<[i32]>,
    /// By whose last stone and distance.
    pub(super) near: [[i32; DISTANCES]; 2],
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
            shapes: LinePatternTable::of(rule),
            points,
            threats: weights.threats.iter().copied().map(i32::from).collect(),
            near: weights.near.map(|row| row.map(i32::from)),
        }
    }
}

impl Weights {
    /// The engine's own.
    pub(super) fn own() -> Weights {
        Weights::read(OWN_WEIGHTS).expect("the engine's own weights are read by a test")
    }

    /// A number that other weights do not have: of what they are, not of the text that told them.
    pub(super) fn fingerprint(&self) -> u64 {
        // Fowler, Noll and Vo's hash, FNV-1a: the same in every version of this program's parts.
        format!("{self:?}")
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            })
    }

    /// The [fingerprint](Weights::fingerprint) of the engine's own.
    pub(super) fn own_fingerprint() -> u64 {
        static OWN: LazyLock<u64> = LazyLock::new(|| Weights::own().fingerprint());
        *OWN
    }

    fn worth(&self, code: u16, forbids: bool) -> PatternScore {
        let mut shapes = line_patterns_of(code);
        let pattern = PointPattern::of(shapes, forbids);
        if pattern == PointPattern::Forbidden {
            return PatternScore::new(pattern, 0, 0, 0);
        }
        for shape in &mut shapes {
            if *shape >= LinePattern::Overline {
                *shape = LinePattern::Dead;
            }
        }
        shapes.sort_unstable();
        let shapes = shapes.map(|shape| shape as usize);
        let [fourth, third, second, best] = shapes;
        let sum = |pairs: &[[i16; SHAPES]; SHAPES], rest: &[i16; SHAPES]| {
            i32::from(pairs[best][second] + rest[third] + rest[fourth])
        };
        PatternScore::new(
            pattern,
            self.value(shapes).into(),
            sum(&self.attack.0, &self.attack.1),
            sum(&self.defence.0, &self.defence.1),
        )
    }

    /// What a point with these shapes, which rise, is worth. Where one of them makes five, no sum is asked for.
    fn value(&self, shapes: [usize; 4]) -> i16 {
        if shapes[3] < KINDS {
            self.sets[set_of(shapes)]
        } else {
            0
        }
    }

    /// Reads the form of `weights.txt`: what follows a `#` is a comment, everything else numbers in the order of the
    /// fields.
    ///
    /// # Errors
    /// A word is no number, or there are too few or too many.
    pub(super) fn read(text: &str) -> Result<Weights, WeightsError> {
        let mut words = text
            .lines()
            .flat_map(|line| line.split('#').next().unwrap_or("").split_whitespace());
        let mut number = || {
            let word = words.next().ok_or(WeightsError::TooFew)?;
            word.parse::<i16>()
                .map_err(|_| WeightsError::NoNumber(word.to_owned()))
        };
        let sets = (0..SETS).map(|_| number()).collect::<Result<_, _>>()?;
        let (attack, defence) = (pairs(&mut number)?, pairs(&mut number)?);
        let mut weights = Weights {
            sets,
            threats: vec![0; 1 << THREATS],
            attack,
            defence,
            near: [[0; DISTANCES]; 2],
        };
        for weight in weights
            .threats
            .iter_mut()
            .chain(weights.near.iter_mut().flatten())
        {
            *weight = number()?;
        }
        match words.next() {
            None => Ok(weights),
            Some(word) => Err(WeightsError::TooMany(word.to_owned())),
        }
    }
}

/// Weights by best and second shape, and of the others.
type Pairs = ([[i16; SHAPES]; SHAPES], [i16; SHAPES]);

fn pairs(number: &mut impl FnMut() -> Result<i16, WeightsError>) -> Result<Pairs, WeightsError> {
    let mut pairs = [[0; SHAPES]; SHAPES];
    for (best, row) in pairs.iter_mut().enumerate().take(KINDS + 1) {
        for weight in &mut row[..=best] {
            *weight = number()?;
        }
    }
    let mut rest = [0; SHAPES];
    for weight in &mut rest[..=KINDS] {
        *weight = number()?;
    }
    Ok((pairs, rest))
}

/// The number of a choice of shapes, which rise, below [`SETS`].
pub(super) fn set_of([a, b, c, d]: [usize; 4]) -> usize {
    a + b * (b + 1) / 2 + c * (c + 1) * (c + 2) / 6 + d * (d + 1) * (d + 2) * (d + 3) / 24
}

/// The form that [`Weights::read`] reads.
impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |f: &mut fmt::Formatter<'_>, weights: &[i16]| {
            let words: Vec<String> = weights.iter().map(|weight| format!("{weight:5}")).collect();
            writeln!(f, "{}", words.join(" "))
        };
        writeln!(
            f,
            "# What a point is worth by its four shapes: all choices of four, the best shape rising slowest."
        )?;
        for weights in self.sets.chunks(20) {
            line(f, weights)?;
        }
        for (title, (pairs, rest)) in [
            (
                "what it makes, by its best shape (the line) and its second one (the place); then what a third or fourth adds",
                &self.attack,
            ),
            ("what it takes from the other side: the same form", &self.defence),
        ] {
            writeln!(f, "# How early a point is tried for {title}.")?;
            for (best, weights) in pairs.iter().enumerate().take(KINDS + 1) {
                line(f, &weights[..=best])?;
            }
            line(f, &rest[..=KINDS])?;
        }
        writeln!(f, "# What a set of threats is worth, 16 sets a line.")?;
        for weights in self.threats.chunks(16) {
            line(f, weights)?;
        }
        writeln!(
            f,
            "# How much earlier near the other side's last stone, and near our own, at distances 1 to 7 and more."
        )?;
        self.near.iter().try_for_each(|weights| line(f, weights))
    }
}

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
    let any = |counts: &[u8; 16], patterns: &[PointPattern]| {
        u32::from(patterns.iter().any(|&pattern| counts[pattern as usize] != 0))
    };
    const FOURS: &[PointPattern] = &[PointPattern::FourPlus, PointPattern::FourThree];
    const THREES: &[PointPattern] = &[PointPattern::ThreePlus, PointPattern::TwoThrees];
    any(other, &[PointPattern::Five])
        | any(other, &[PointPattern::OpenFour]) << 1
        | any(own, FOURS) << 2
        | any(own, &[PointPattern::Four]) << 3
        | any(own, THREES) << 4
        | any(own, &[PointPattern::Three]) << 5
        | any(other, FOURS) << 6
        | any(other, &[PointPattern::Four]) << 7
        | any(other, THREES) << 8
        | any(other, &[PointPattern::Three]) << 9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engines_own_weights_are_read() {
        let own = Weights::own();
        assert_eq!(own.sets[0], 0, "nothing is worth nothing");
        assert_eq!(Weights::read(&own.to_string()), Ok(own));
    }

    #[test]
    fn what_is_no_set_of_weights_is_refused() {
        let own = include_str!("weights.txt");
        assert_eq!(Weights::read("1 2 # 3"), Err(WeightsError::TooFew));
        assert_eq!(
            Weights::read("1 two"),
            Err(WeightsError::NoNumber("two".to_owned()))
        );
        assert_eq!(
            Weights::read(&format!("{own} 7")),
            Err(WeightsError::TooMany("7".to_owned()))
        );
    }

    #[test]
    fn a_worth_keeps_its_parts() {
        for (value, attack, defence) in [(0, 0, 0), (-512, -160, 351), (511, 351, -160), (-1, 5, -5)] {
            let worth = PatternScore::new(PointPattern::FourThree, value, attack, defence);
            assert_eq!(worth.pattern(), PointPattern::FourThree as u8);
            assert_eq!(
                (worth.value(), worth.attack(), worth.defence()),
                (value, attack, defence)
            );
        }
        let far = PatternScore::new(PointPattern::Five, 9_999, 9_999, -9_999);
        assert_eq!((far.value(), far.attack(), far.defence()), (511, 351, -160));
    }

    #[test]
    fn each_choice_of_shapes_has_its_number() {
        let mut number = 0;
        for d in 0..KINDS {
            for c in 0..=d {
                for b in 0..=c {
                    for a in 0..=b {
                        assert_eq!(set_of([a, b, c, d]), number);
                        number += 1;
                    }
                }
            }
        }
        assert_eq!(number, SETS);
    }

    #[test]
    fn each_threat_has_its_bit() {
        let none = [0; 16];
        let with = |pattern: PointPattern| {
            let mut counts = none;
            counts[pattern as usize] = 1;
            counts
        };
        assert_eq!(threats(&none, &none), 0);
        assert_eq!(threats(&none, &with(PointPattern::Five)), 1);
        assert_eq!(threats(&none, &with(PointPattern::OpenFour)), 2);
        assert_eq!(threats(&with(PointPattern::FourThree), &none), 4);
        assert_eq!(
            threats(&with(PointPattern::Four), &with(PointPattern::Four)),
            8 | 128
        );
        assert_eq!(
            threats(&with(PointPattern::TwoThrees), &with(PointPattern::ThreePlus)),
            16 | 256
        );
        assert_eq!(
            threats(&with(PointPattern::Three), &with(PointPattern::Three)),
            32 | 512
        );
    }
}
