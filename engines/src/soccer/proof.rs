//! A decided game of Paper Soccer that needs no trust: the winner's turn in every position that the loser can bring about,
//! and the judge who tries all of the loser's turns. The judge knows the rules, and nothing of how a win is found.

use std::collections::{HashMap, HashSet};

use referee::{
    position::Position as _,
    seat::Seat,
    soccer::{Blocked, Direction, Lines, Node, Position, keys::Keys},
};

/// Lines that a check may draw, if nobody says otherwise: some seconds.
pub const STEPS_DEFAULT: u64 = 30_000_000;

/// Who wins, and how.
pub trait Answers {
    /// The side that is said to win.
    fn winner(&self) -> Seat;
    /// The winner's turn where the ball lies; what the judge makes of it is its own business.
    fn turn(&mut self, lines: &Lines) -> Option<Vec<Direction>>;
}

/// What became of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judged {
    /// The win is proven by the rules.
    Holds {
        /// Turns of both sides, the one in hand included, after which the game is over at the latest.
        turns: u32,
        /// Turns of the loser that were tried.
        replies: u64,
    },
    /// It is not: what is wrong, with the turns that lead there.
    Broken(String),
    /// The check would draw more lines than were allowed.
    TooLong,
}

/// Whether these answers win from this position, the turn in hand included.
pub fn check(position: &Position, answers: &mut dyn Answers, steps_max: u64) -> Judged {
    if position.outcome().is_some() {
        return Judged::Broken("the game is over".to_owned());
    }
    let mut walk = Walk {
        winner: answers.winner(),
        answers,
        lines: *position.lines(),
        blocked: position.rules().blocked,
        known: HashMap::new(),
        path: Vec::new(),
        replies: 0,
        steps: steps_max,
    };
    match walk.turns_to_end(position.turn()) {
        Ok(turns) => Judged::Holds {
            turns,
            replies: walk.replies,
        },
        Err(Halt::TooLong) => Judged::TooLong,
        Err(Halt::Flaw(flaw)) => {
            let path: String = walk.path.iter().map(|way| way.digit()).collect();
            Judged::Broken(format!("{flaw} after {path}"))
        }
    }
}

enum Halt {
    Flaw(&'static str),
    TooLong,
}

/// How a line leaves the ball.
enum Arrival {
    Bounces,
    Rests,
    Over(Option<Seat>),
}

struct Walk<'a> {
    winner: Seat,
    answers: &'a mut dyn Answers,
    lines: Lines,
    blocked: Blocked,
    /// Turns to the end, by drawn lines, ball, and who goes on.
    known: HashMap<(u64, Node, Seat), u32>,
    /// Lines drawn; after a flaw, the way to it.
    path: Vec<Direction>,
    replies: u64,
    steps: u64,
}

impl Walk<'_> {
    fn turns_to_end(&mut self, seat: Seat) -> Result<u32, Halt> {
        let place = (self.lines.drawn(), self.lines.ball(), seat);
        if let Some(&turns) = self.known.get(&place) {
            return Ok(turns);
        }
        let turns = match seat == self.winner {
            true => self.own_turn()?,
            false => self.every_turn(&mut HashSet::with_hasher(Keys))?,
        };
        self.known.insert(place, turns);
        Ok(turns)
    }

    /// The winner draws what the answers say.
    fn own_turn(&mut self) -> Result<u32, Halt> {
        let turn = self
            .answers
            .turn(&self.lines)
            .ok_or(Halt::Flaw("there is no answer"))?;
        let mut arrival = Arrival::Bounces;
        for &way in &turn {
            if !matches!(arrival, Arrival::Bounces)
                || self.lines.free(self.lines.ball()) & 1 << way.number() == 0
            {
                return Err(Halt::Flaw("the answer is against the rules"));
            }
            arrival = self.draw(way, self.winner)?;
        }
        let turns = match arrival {
            Arrival::Over(Some(seat)) if seat == self.winner => 1,
            Arrival::Over(_) => return Err(Halt::Flaw("the answer ends the game and does not win it")),
            Arrival::Rests => 1 + self.turns_to_end(!self.winner)?,
            Arrival::Bounces => return Err(Halt::Flaw("the answer ends while the ball bounces")),
        };
        turn.iter().for_each(|_| self.take_back());
        Ok(turns)
    }

    /// The loser tries everything from where the ball lies; `met` is where it came to in this turn.
    fn every_turn(&mut self, met: &mut HashSet<(u64, Node), Keys>) -> Result<u32, Halt> {
        let mut most = 0;
        for way in self.lines.ways() {
            let arrival = self.draw(way, !self.winner)?;
            if met.insert((self.lines.drawn(), self.lines.ball())) {
                most = most.max(match arrival {
                    Arrival::Bounces => self.every_turn(met)?,
                    Arrival::Rests => {
                        self.replies += 1;
                        1 + self.turns_to_end(self.winner)?
                    }
                    Arrival::Over(Some(seat)) if seat == self.winner => {
                        self.replies += 1;
                        1
                    }
                    Arrival::Over(_) => return Err(Halt::Flaw("the loser does not lose")),
                });
            }
            self.take_back();
        }
        Ok(most)
    }

    fn draw(&mut self, way: Direction, seat: Seat) -> Result<Arrival, Halt> {
        self.steps = self.steps.checked_sub(1).ok_or(Halt::TooLong)?;
        self.path.push(way);
        let bounces = self.lines.draw(way);
        let ball = self.lines.ball();
        Ok(match self.lines.pitch().scorer(ball) {
            Some(scorer) => Arrival::Over(Some(scorer)),
            None if !bounces => Arrival::Rests,
            None if self.lines.free(ball) == 0 => Arrival::Over(match self.blocked {
                Blocked::Loses => Some(!seat),
                Blocked::Draws => None,
            }),
            None => Arrival::Bounces,
        })
    }

    fn take_back(&mut self) {
        if let Some(way) = self.path.pop() {
            self.lines.take_back(way);
        }
    }
}

#[cfg(test)]
mod tests {
    use dice::Dice;
    use referee::soccer::Rules;

    use super::*;
    use crate::soccer::positions;

    /// One turn for every position.
    struct Always(Seat, &'static str);

    impl Answers for Always {
        fn winner(&self) -> Seat {
            self.0
        }

        fn turn(&mut self, _lines: &Lines) -> Option<Vec<Direction>> {
            let turn = self.1.chars().map(Direction::from_digit);
            turn.collect::<Option<Vec<Direction>>>()
                .filter(|turn| !turn.is_empty())
        }
    }

    fn position(digits: &str) -> Position {
        let mut position = Position::new(Rules::default());
        for digit in digits.chars().filter_map(Direction::from_digit) {
            position.play(digit).unwrap();
        }
        position
    }

    #[track_caller]
    fn check_always(digits: &str, winner: Seat, turn: &'static str, expected: &str) {
        let judged = match check(&position(digits), &mut Always(winner, turn), 100_000) {
            Judged::Holds { turns, .. } => format!("holds in {turns}"),
            Judged::Broken(flaw) => flaw,
            Judged::TooLong => "too long".to_owned(),
        };
        assert_eq!(judged, expected, "{digits} {turn}");
    }

    #[test]
    fn answers_are_held_against_the_rules() {
        // The ball was in the mouth and lies beside it: the first player has a goal by way of the post.
        let game = "0 0 0 0 0 3";
        check_always(game, Seat::First, "07", "holds in 1");
        check_always(
            game,
            Seat::First,
            "0",
            "the answer ends while the ball bounces after 0",
        );
        check_always(
            game,
            Seat::First,
            "070",
            "the answer is against the rules after 07",
        );
        check_always(game, Seat::First, "7", "the answer is against the rules after ");
        check_always(game, Seat::First, "", "there is no answer after ");
        // The loser rests beside the post, and the mouth bounces.
        check_always(
            game,
            Seat::Second,
            "0",
            "the answer ends while the ball bounces after 030",
        );
        check_always("0 0 0 0 0 0", Seat::First, "0", "the game is over");
    }

    #[test]
    fn a_check_is_bounded() {
        for seed in 0..20 {
            let position = positions::by_dice(Rules::default(), 30, &mut Dice::new(seed));
            let judged = check(&position, &mut Always(!position.turn(), ""), 0);
            assert_eq!(judged, Judged::TooLong, "seed {seed}");
        }
    }
}
