//! Both seats' time as arithmetic on milliseconds. Nothing here knows what time it is: whoever does, says how long
//! a move took.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{player::Limits, seat::Seat};

/// What each seat is given. `None` means no such limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct TimeControl {
    /// Milliseconds for one move, which is a whole turn where a turn has several plies.
    pub turn_ms: Option<u64>,
    /// Milliseconds for the whole game.
    pub game_ms: Option<u64>,
    /// Milliseconds put on the game's time after each move in time.
    pub increment_ms: u64,
    /// Milliseconds by which a move may be late without losing, for delays that are not the player's.
    pub grace_ms: u64,
}

/// What became of a seat's time after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Flag {
    /// Time is left.
    Standing,
    /// The move took longer than allowed.
    Fallen,
}

/// The time of both seats in one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    left_ms: [Option<u64>; 2],
    /// What each seat has spent on the move that it is in the middle of.
    begun_ms: [u64; 2],
}

impl Clock {
    /// Full clocks.
    pub fn new(control: TimeControl) -> Clock {
        Clock {
            control,
            left_ms: [control.game_ms; 2],
            begun_ms: [0; 2],
        }
    }

    /// What the seats were given.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Milliseconds left of the game's time; `None` without such a limit.
    pub fn left_ms(&self, seat: Seat) -> Option<u64> {
        self.left_ms[seat.index()]
    }

    /// What is left of the time for one move.
    fn turn_ms(&self, seat: Seat) -> Option<u64> {
        let begun_ms = self.begun_ms[seat.index()];
        self.control
            .turn_ms
            .map(|turn_ms| turn_ms.saturating_sub(begun_ms))
    }

    /// The longest that a move of this seat, or the rest of it, may take before its flag falls, grace included.
    pub fn deadline_ms(&self, seat: Seat) -> Option<u64> {
        let shortest = [self.turn_ms(seat), self.left_ms(seat)]
            .into_iter()
            .flatten()
            .min();
        shortest.map(|limit| limit.saturating_add(self.control.grace_ms))
    }

    /// What to tell a player before its move: time only, no depth and no nodes.
    pub fn limits(&self, seat: Seat) -> Limits {
        Limits {
            turn_ms: self.turn_ms(seat),
            game_left_ms: self.left_ms(seat),
            ..Limits::default()
        }
    }

    /// Charges a move of `spent_ms`. The increment is given if the flag stands; a move late by no more than the
    /// grace leaves no time but the increment.
    pub fn charge(&mut self, seat: Seat, spent_ms: u64) -> Flag {
        let flag = self.charge_part(seat, spent_ms);
        self.begun_ms[seat.index()] = 0;
        if let (Some(left), Flag::Standing) = (&mut self.left_ms[seat.index()], flag) {
            *left = left.saturating_add(self.control.increment_ms);
        }
        flag
    }

    /// Charges a part of a move: the time for one move goes on with the next part, and there is no increment.
    pub fn charge_part(&mut self, seat: Seat, spent_ms: u64) -> Flag {
        let late = self.deadline_ms(seat).is_some_and(|deadline| spent_ms > deadline);
        let begun = &mut self.begun_ms[seat.index()];
        *begun = begun.saturating_add(spent_ms);
        if let Some(left) = &mut self.left_ms[seat.index()] {
            *left = left.saturating_sub(spent_ms);
        }
        if late { Flag::Fallen } else { Flag::Standing }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Charges the first seat with `moves` and tells what is left after each, `!` when the flag falls.
    #[track_caller]
    fn check(control: TimeControl, moves: &[u64], expected: &str) {
        let mut clock = Clock::new(control);
        let mut told = Vec::new();
        for &spent_ms in moves {
            let mark = if clock.charge(Seat::First, spent_ms) == Flag::Fallen {
                "!"
            } else {
                ""
            };
            let left = clock
                .left_ms(Seat::First)
                .map_or("-".to_owned(), |left| left.to_string());
            told.push(left + mark);
        }
        assert_eq!(told.join(" "), expected);
        assert_eq!(
            clock.left_ms(Seat::Second),
            control.game_ms,
            "only the mover is charged"
        );
    }

    #[test]
    fn per_move_per_game_and_increment() {
        let none = TimeControl::default();
        check(none, &[0, u64::MAX], "- -");
        check(
            TimeControl {
                turn_ms: Some(100),
                ..none
            },
            &[100, 101, 5],
            "- -! -",
        );
        check(
            TimeControl {
                game_ms: Some(100),
                ..none
            },
            &[60, 40, 0, 1],
            "40 0 0 0!",
        );
        check(
            TimeControl {
                game_ms: Some(100),
                increment_ms: 10,
                ..none
            },
            &[60, 50, 10, 11],
            "50 10 10 0!",
        );
        check(
            TimeControl {
                turn_ms: Some(30),
                game_ms: Some(100),
                ..none
            },
            &[30, 31],
            "70 39!",
        );
        check(
            TimeControl {
                game_ms: Some(100),
                grace_ms: 5,
                increment_ms: 1,
                ..none
            },
            &[105, 6, 7],
            "1 1 0!",
        );
    }

    #[test]
    fn limits_are_what_is_left() {
        let mut clock = Clock::new(TimeControl {
            turn_ms: Some(50),
            game_ms: Some(80),
            ..TimeControl::default()
        });
        assert_eq!(clock.charge(Seat::Second, 45), Flag::Standing);
        let second = clock.limits(Seat::Second);
        assert_eq!(
            (second.turn_ms, second.game_left_ms, second.depth, second.nodes),
            (Some(50), Some(35), None, None)
        );
        assert_eq!(clock.limits(Seat::First).game_left_ms, Some(80));
        assert_eq!(
            (clock.deadline_ms(Seat::First), clock.deadline_ms(Seat::Second)),
            (Some(50), Some(35))
        );
    }

    proptest! {
        #[test]
        fn time_is_neither_made_nor_lost(game in 0u64..10_000, increment in 0u64..100, spent in prop::collection::vec(0u64..500, 0..50)) {
            let control = TimeControl { game_ms: Some(game), increment_ms: increment, ..TimeControl::default() };
            let mut clock = Clock::new(control);
            let (mut given, mut used) = (game, 0);
            for ms in spent {
                if clock.charge(Seat::First, ms) == Flag::Fallen {
                    prop_assert!(ms > given - used);
                    prop_assert_eq!(clock.left_ms(Seat::First), Some(0));
                    break;
                }
                given += increment;
                used += ms;
                prop_assert_eq!(clock.left_ms(Seat::First), Some(given - used));
            }
        }
    }

    #[test]
    fn a_turn_of_several_plies_has_the_time_of_one_move() {
        let mut clock = Clock::new(TimeControl {
            turn_ms: Some(100),
            game_ms: Some(1_000),
            increment_ms: 10,
            grace_ms: 5,
        });
        let seat = Seat::Second;
        assert_eq!(clock.charge_part(seat, 60), Flag::Standing);
        assert_eq!(
            (clock.limits(seat).turn_ms, clock.left_ms(seat)),
            (Some(40), Some(940))
        );
        assert_eq!(clock.deadline_ms(seat), Some(45));
        assert_eq!(clock.limits(!seat).turn_ms, Some(100));
        let mut late = clock;
        assert_eq!(late.charge_part(seat, 46), Flag::Fallen);
        assert_eq!(clock.charge(seat, 45), Flag::Standing);
        assert_eq!(
            (clock.limits(seat).turn_ms, clock.left_ms(seat)),
            (Some(100), Some(905))
        );
    }
}
