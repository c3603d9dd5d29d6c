//! A turn: all that one player draws until the ball rests, and everything that can be drawn. Records spell a turn by one
//! digit a line.

use std::{collections::HashSet, fmt, str::FromStr};

use super::{Direction, Lines, Node, Position, keys::Keys};
use crate::seat::Seat;

/// Lines in their order, at least one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Turn(Vec<Direction>);

/// A text that spells no turn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadTurn {
    /// No digit at all.
    #[error("a turn has at least one digit")]
    Empty,
    /// Something else than a digit from 0 to 7.
    #[error("`{0}` is no digit from 0 to 7")]
    Digit(char),
}

impl Turn {
    /// These lines; `None` if there are none.
    pub fn new(directions: Vec<Direction>) -> Option<Turn> {
        (!directions.is_empty()).then_some(Turn(directions))
    }

    /// The lines in their order.
    pub fn directions(&self) -> &[Direction] {
        &self.0
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|direction| write!(f, "{direction}"))
    }
}

impl FromStr for Turn {
    type Err = BadTurn;

    fn from_str(text: &str) -> Result<Turn, BadTurn> {
        let directions = text
            .chars()
            .map(|digit| Direction::from_digit(digit).ok_or(BadTurn::Digit(digit)));
        let directions = directions.collect::<Result<Vec<Direction>, BadTurn>>()?;
        Turn::new(directions).ok_or(BadTurn::Empty)
    }
}

/// How a turn leaves the ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rest {
    /// On a node that no line had touched: the other player is next.
    Open,
    /// In the goal that this seat attacks.
    Goal(Seat),
    /// Where the player who drew has no line left.
    Blocked,
}

/// The turns of a game so far, each with the seat that drew it; the last one may be unfinished.
pub fn turns(position: &Position) -> Vec<(Seat, Turn)> {
    let mut turns: Vec<(Seat, Turn)> = Vec::new();
    for (seat, direction) in position.drawn() {
        match turns.last_mut() {
            Some((last, turn)) if *last == seat => turn.0.push(direction),
            _ => turns.push((seat, Turn(vec![direction]))),
        }
    }
    turns
}

/// Calls `visit` with every turn that can be drawn from where the ball lies, as often as there are orders to draw it in.
/// `lines` come back as they were; inside `visit` they are those after the turn.
pub fn for_each(lines: &mut Lines, visit: &mut dyn FnMut(&mut Lines, &[Direction], Rest)) {
    Walk {
        lines,
        path: Vec::new(),
        met: None,
        visit,
    }
    .on();
}

/// Like [`for_each`], but turns that draw the same lines and leave the ball at the same place are one: `visit` gets the
/// first of their orders.
pub fn for_each_distinct(lines: &mut Lines, visit: &mut dyn FnMut(&mut Lines, &[Direction], Rest)) {
    Walk {
        lines,
        path: Vec::new(),
        met: Some(HashSet::with_hasher(Keys)),
        visit,
    }
    .on();
}

/// How many turns can be drawn from where the ball lies, in every order; `bound` if there are as many or more.
pub fn count(lines: &mut Lines, bound: u64) -> u64 {
    let mut count = 0;
    for direction in lines.ways() {
        if count >= bound {
            break;
        }
        let bounces = lines.draw(direction);
        let goes_on =
            bounces && lines.pitch().scorer(lines.ball()).is_none() && lines.free(lines.ball()) != 0;
        count += match goes_on {
            true => self::count(lines, bound - count),
            false => 1,
        };
        lines.take_back(direction);
    }
    count
}

/// One walk through all turns.
struct Walk<'a> {
    lines: &'a mut Lines,
    path: Vec<Direction>,
    /// What the walk came to, if it shall come there once only: by the drawn lines and the ball's place.
    met: Option<HashSet<(u64, Node), Keys>>,
    visit: &'a mut dyn FnMut(&mut Lines, &[Direction], Rest),
}

impl Walk<'_> {
    fn on(&mut self) {
        for direction in self.lines.ways() {
            let bounces = self.lines.draw(direction);
            self.path.push(direction);
            let place = (self.lines.drawn(), self.lines.ball());
            if self.met.as_mut().is_none_or(|met| met.insert(place)) {
                self.arrive(bounces);
            }
            self.path.pop();
            self.lines.take_back(direction);
        }
    }

    fn arrive(&mut self, bounces: bool) {
        let ball = self.lines.ball();
        let rest = match self.lines.pitch().scorer(ball) {
            Some(seat) => Rest::Goal(seat),
            None if !bounces => Rest::Open,
            None if self.lines.free(ball) == 0 => Rest::Blocked,
            None => return self.on(),
        };
        (self.visit)(self.lines, &self.path, rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::soccer::{Blocked, Pitch, Rules};

    #[test]
    fn turns_are_spelt_by_digits() {
        let turn: Turn = "16141".parse().unwrap();
        assert_eq!(turn.to_string(), "16141");
        assert_eq!(
            "".parse::<Turn>().unwrap_err().to_string(),
            "a turn has at least one digit"
        );
        let error = "128".parse::<Turn>().unwrap_err();
        assert_eq!(error.to_string(), "`8` is no digit from 0 to 7");
    }

    #[test]
    fn turns_are_counted_up_to_a_bound() {
        let mut lines = Lines::new(Pitch::new(4, 6).unwrap());
        let before = lines;
        for way in ["4", "2", "4"].map(|digits| digits.parse::<Turn>().unwrap()) {
            let mut all = 0;
            for_each(&mut lines, &mut |_, _, _| all += 1);
            for bound in [0, 1, 2, all - 1, all, all + 1, u64::MAX] {
                assert_eq!(count(&mut lines, bound), all.min(bound), "{bound}");
            }
            lines.draw(way.directions()[0]);
        }
        assert_ne!(lines, before);
    }

    #[test]
    fn a_walk_leaves_the_lines_as_they_were() {
        let rules = Rules {
            pitch: Pitch::new(4, 6).unwrap(),
            blocked: Blocked::Draws,
        };
        let mut lines = Lines::new(rules.pitch);
        let before = lines;
        for_each(&mut lines, &mut |_, _, _| {});
        assert_eq!(lines, before);
    }
}
