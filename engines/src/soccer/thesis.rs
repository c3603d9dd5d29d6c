//! The published program of docs/sources.md `S2.2`, plain enough to be the golden model of a device: minimax over whole
//! turns, an outer loop over own turns and an inner one over the replies, so that the tree is three deep and never stored.
//! Lines are drawn on the field itself, remembered on a stack and taken back from it; nothing is copied, nothing recurses,
//! only the best turn is kept, and each order of drawing is a turn of its own.
//!
//! What the publication leaves open is read like this:
//! - The distance of a reply is how many lines the ball would need to the nearest point of the goal that the replying side
//!   defends, if nothing were drawn: the larger of columns and rows between them. The inner loop takes the largest, the
//!   outer one the turn whose largest is smallest, the first of equals; lines are tried from 0 to 7.
//! - The ability to block is that a reply can only end where no line is left, or in the goal that the replying side
//!   defends: such a turn is worth more than any distance, and one that ends itself so, or lets the other side score, less.
//!   A blocked ball that draws is worth the distance of the centre.
//! - Late in the game one turn is one of hundreds of thousands, and the publication has no bound. Here each drawn line is
//!   a step, and after so many steps of one move (option `steps`) the best turn of those whose replies were all
//!   looked at is played; if there is none, the one in hand is.

use referee::{
    player::{Limits, Player, PlayerError, Thought},
    position::Position as _,
    seat::Seat,
    soccer::{Blocked, Direction, Position, Rules, field::ThesisField, turn::Rest},
};

use super::plan::Plan;
use crate::deadline::Deadline;

/// Steps of one move unless told otherwise.
pub const STEPS_DEFAULT: u64 = 1_000_000;
/// Steps that can be asked for.
pub const STEPS: std::ops::RangeInclusive<u64> = 1..=1_000_000_000_000;

/// What a turn is worth that wins. Distances are far below it.
const WON: i32 = 100;
/// Steps between two looks at the clock.
const STEPS_A_LOOK: u64 = 1 << 10;

/// The program. Between moves it keeps the rest of its turn.
#[derive(Clone, Debug)]
pub struct Thesis {
    steps: u64,
    plan: Plan,
}

impl Thesis {
    /// One that draws so many lines for a move, clamped into [`STEPS`].
    pub fn new(steps: u64) -> Thesis {
        Thesis {
            steps: steps.clamp(*STEPS.start(), *STEPS.end()),
            plan: Plan::default(),
        }
    }
}

impl Player<Position> for Thesis {
    fn name(&self) -> String {
        format!("soccer:thesis,steps={} {}", self.steps, env!("CARGO_PKG_VERSION"))
    }

    fn new_game(&mut self, _position: &Position) -> Result<(), PlayerError> {
        self.plan.drop();
        Ok(())
    }

    fn think(&mut self, position: &Position, limits: &Limits) -> Result<Thought<Direction>, PlayerError> {
        if let Some(thought) = self.plan.next(position) {
            return Ok(thought);
        }
        if position.outcome().is_some() {
            return Err(PlayerError::Resigns);
        }
        let deadline = Deadline::of(limits);
        let mut steps = Steps {
            taken: 0,
            most: self.steps.min(limits.nodes.unwrap_or(u64::MAX)),
            is_over: &mut || limits.stop.is_raised() || deadline.is_over(),
        };
        let best = best_turn(position, &mut steps);
        let thought = self.plan.begin(position, &best.turn, best.value);
        Ok(Thought {
            depth: Some(2),
            nodes: Some(steps.taken),
            ..thought.ok_or(PlayerError::Resigns)?
        })
    }
}

/// The best turn of those that were looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// Its lines.
    pub turn: Vec<Direction>,
    /// What it is worth to the side that moves: the distance of the best reply, negative; 100 for a win, -100 for a loss.
    /// `None` if not even its replies were all looked at.
    pub value: Option<i32>,
}

/// What one move may cost, and how much of it is spent.
pub struct Steps<'a> {
    /// Lines drawn so far.
    pub taken: u64,
    /// At most so many.
    pub most: u64,
    /// Whether it has to end, whatever is left.
    pub is_over: &'a mut dyn FnMut() -> bool,
}

impl Steps<'_> {
    /// Whether one more line may be drawn, which is counted.
    fn take(&mut self) -> bool {
        if self.taken >= self.most {
            return false;
        }
        self.taken += 1;
        let looks = self.taken.is_multiple_of(STEPS_A_LOOK);
        if looks && (self.is_over)() {
            self.most = self.taken;
        }
        true
    }
}

/// The outer loop: own turns, of which the one is kept whose best reply is worst.
pub(crate) fn best_turn(position: &Position, steps: &mut Steps<'_>) -> Best {
    let (rules, seat) = (position.rules(), position.turn());
    let mut field = ThesisField::new(rules.pitch);
    for direction in position.history() {
        field.draw(direction);
    }
    let mut best = Best {
        turn: Vec::new(),
        value: None,
    };
    let mut own = Walk::default();
    while let Next::Turn(rest) = own.next(&mut field, steps) {
        let value = match ended(rest, seat, rules) {
            Some(value) => Some(value),
            None => best_reply(&mut field, seat, rules, steps).map(|reply| -reply),
        };
        if best.turn.is_empty() || value > best.value {
            best.turn = own.ways();
            best.value = value;
        }
    }
    if best.turn.is_empty() {
        best.turn = any_turn(&mut field, &mut own);
    }
    best
}

/// The inner loop: what the best reply is worth to the side that replies. `None` if the steps end before the replies do.
fn best_reply(field: &mut ThesisField, seat: Seat, rules: Rules, steps: &mut Steps<'_>) -> Option<i32> {
    let mut best = -WON;
    let mut reply = Walk::default();
    loop {
        match reply.next(field, steps) {
            Next::Turn(rest) => {
                let value = ended(rest, !seat, rules).unwrap_or_else(|| distance(field, seat));
                best = best.max(value);
            }
            Next::Done => return Some(best),
            Next::OutOfSteps => return None,
        }
    }
}

/// What a turn that ends the game is worth to the side that drew it.
fn ended(rest: Rest, seat: Seat, rules: Rules) -> Option<i32> {
    match rest {
        Rest::Open => None,
        Rest::Goal(winner) => Some(if winner == seat { WON } else { -WON }),
        Rest::Blocked if rules.blocked == Blocked::Draws => Some(i32::from(rules.pitch.length() / 2 + 1)),
        Rest::Blocked => Some(-WON),
    }
}

/// How many lines the ball is from the goal that `seat` attacks, if nothing were drawn.
fn distance(field: &ThesisField, seat: Seat) -> i32 {
    let pitch = field.pitch();
    let ball = pitch.point(field.ball());
    let rows = ball.y.abs_diff(pitch.goal_row(seat));
    let columns = ball.x.abs_diff(pitch.width() / 2).saturating_sub(1);
    i32::from(rows.max(columns))
}

/// What a walk comes to.
enum Next {
    /// A turn: it is on the field.
    Turn(Rest),
    /// There is no other; the field is as it was.
    Done,
    /// There may be others; the field is as it was.
    OutOfSteps,
}

/// A walk through all turns from where the ball lies, by a stack of what was drawn.
#[derive(Clone, Debug, Default)]
struct Walk {
    drawn: Vec<Drawn>,
    /// The direction to try next.
    next: usize,
    /// The turn on the field is at its end.
    rests: bool,
}

#[derive(Clone, Copy, Debug)]
struct Drawn {
    direction: Direction,
    bounced: bool,
}

impl Walk {
    fn next(&mut self, field: &mut ThesisField, steps: &mut Steps<'_>) -> Next {
        loop {
            if self.rests {
                self.take_back(field);
            }
            let mut ways = Direction::ALL[self.next..].iter().copied();
            let Some(direction) = ways.find(|&way| field.target(way).is_some()) else {
                if self.drawn.is_empty() {
                    return Next::Done;
                }
                self.take_back(field);
                continue;
            };
            if !steps.take() {
                while !self.drawn.is_empty() {
                    self.take_back(field);
                }
                return Next::OutOfSteps;
            }
            if let Some(rest) = self.draw(field, direction) {
                return Next::Turn(rest);
            }
        }
    }

    /// Draws a line. How the ball rests, if it does.
    fn draw(&mut self, field: &mut ThesisField, direction: Direction) -> Option<Rest> {
        let bounced = field.draw(direction);
        self.drawn.push(Drawn { direction, bounced });
        self.next = 0;
        let scorer = field.cell(field.ball()).scorer;
        let is_stuck = || Direction::ALL.into_iter().all(|way| field.target(way).is_none());
        let rest = match scorer {
            Some(seat) => Some(Rest::Goal(seat)),
            None if !bounced => Some(Rest::Open),
            None => is_stuck().then_some(Rest::Blocked),
        };
        self.rests = rest.is_some();
        rest
    }

    fn take_back(&mut self, field: &mut ThesisField) {
        if let Some(Drawn { direction, bounced }) = self.drawn.pop() {
            field.take_back(direction, bounced);
            self.next = usize::from(direction.number()) + 1;
        }
        self.rests = false;
    }

    fn ways(&self) -> Vec<Direction> {
        self.drawn.iter().map(|drawn| drawn.direction).collect()
    }
}

/// The first turn of all, for whoever may take too few steps to end one.
fn any_turn(field: &mut ThesisField, walk: &mut Walk) -> Vec<Direction> {
    *walk = Walk::default();
    let mut steps = Steps {
        taken: 0,
        most: u64::MAX,
        is_over: &mut || false,
    };
    match walk.next(field, &mut steps) {
        Next::Turn(_) => walk.ways(),
        Next::Done | Next::OutOfSteps => Vec::new(),
    }
}

#[cfg(test)]
mod tests;
