//! The eight ways in which a line leaves a node, and the digits that records spell them with.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One ply: the line from the ball in this direction. Digit 0 points up, towards the goal that the first player attacks;
/// the others follow clockwise.
///
/// ```text
/// 7 0 1
/// 6 o 2
/// 5 4 3
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "u8", into = "u8")]
pub struct Direction(u8);

impl Direction {
    /// All eight, by their digits.
    pub const ALL: [Direction; 8] = [
        Direction(0),
        Direction(1),
        Direction(2),
        Direction(3),
        Direction(4),
        Direction(5),
        Direction(6),
        Direction(7),
    ];

    /// The direction with this number, `None` from 8 on.
    pub const fn new(number: u8) -> Option<Direction> {
        if number < 8 { Some(Direction(number)) } else { None }
    }

    /// 0 to 7.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The direction that a digit of a record spells.
    pub fn from_digit(digit: char) -> Option<Direction> {
        let number = digit.to_digit(8)?;
        Direction::new(u8::try_from(number).ok()?)
    }

    /// Its digit in records.
    pub fn digit(self) -> char {
        char::from(b'0' + self.0)
    }

    /// The way back.
    pub const fn reverse(self) -> Direction {
        Direction((self.0 + 4) & 7)
    }

    /// The direction as a mirror along the length of the field shows it.
    pub const fn mirrored(self) -> Direction {
        Direction((8 - self.0) & 7)
    }

    /// Columns to the right and rows down.
    pub const fn step(self) -> (i8, i8) {
        const STEPS: [(i8, i8); 8] = [
            (0, -1),
            (1, -1),
            (1, 0),
            (1, 1),
            (0, 1),
            (-1, 1),
            (-1, 0),
            (-1, -1),
        ];
        STEPS[self.0 as usize]
    }
}

impl TryFrom<u8> for Direction {
    type Error = String;

    fn try_from(number: u8) -> Result<Direction, String> {
        Direction::new(number).ok_or_else(|| format!("{number} is no direction from 0 to 7"))
    }
}

impl From<Direction> for u8 {
    fn from(direction: Direction) -> u8 {
        direction.0
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Debug for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_turn_clockwise_and_cancel() {
        for direction in Direction::ALL {
            let ((dx, dy), (back_x, back_y)) = (direction.step(), direction.reverse().step());
            assert_eq!((dx + back_x, dy + back_y), (0, 0), "{direction}");
            assert_eq!(direction.mirrored().step(), (-dx, dy), "{direction}");
            assert_eq!(Direction::from_digit(direction.digit()), Some(direction));
        }
        assert_eq!(Direction::from_digit('8'), None);
        assert_eq!(Direction::new(8), None);
        assert_eq!(Direction::ALL[2].step(), (1, 0));
    }

    #[test]
    fn a_direction_is_a_number_in_files() {
        let written = serde_json::to_string(&Direction::ALL).unwrap();
        assert_eq!(written, "[0,1,2,3,4,5,6,7]");
        assert_eq!(
            serde_json::from_str::<[Direction; 8]>(&written).unwrap(),
            Direction::ALL
        );
        let error = serde_json::from_str::<Direction>("8").unwrap_err();
        assert_eq!(error.to_string(), "8 is no direction from 0 to 7");
    }
}
