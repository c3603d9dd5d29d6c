//! Which turns explain what is seen? Compares a position with a reading by the rules; never looks at pixels and never decides
//! what is to be done about a mismatch.

use referee::{
    position::Position as _,
    seat::Seat,
    soccer::{Direction, Pitch, Position, Rules, turn::Turn},
};

use crate::pitch::{
    edge::Edge,
    observation::{Content, FieldRefusal, Observation},
    trail::{self, NoTrail},
};

/// Why no legal turns lead from a position to a reading.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// The reading is of another field.
    #[error("the field seen has {seen} squares, the position {known}")]
    Size {
        /// Of the reading.
        seen: Pitch,
        /// Of the position.
        known: Pitch,
    },
    /// The reading itself is not to be believed.
    #[error("{0}")]
    Refused(FieldRefusal),
    /// A line cannot be told.
    #[error("the line from {0} is uncertain")]
    Uncertain(Edge),
    /// A line of the position is not there any more.
    #[error("the line from {0} vanished")]
    Vanished(Edge),
    /// The ball cannot be told.
    #[error("where the ball lies is uncertain")]
    NoBall,
    /// The ball lies elsewhere than where the lines that were drawn lead.
    #[error("the ball lies at {seen}, and the lines that were drawn lead to {led}")]
    Ball {
        /// The name of the node where it lies.
        seen: String,
        /// The name of that where the lines lead.
        led: String,
    },
    /// What was drawn is no way from where the ball lay.
    #[error("from where the ball lay: {0}")]
    NoTrail(NoTrail),
    /// More than a turn of each side.
    #[error("{0} turns at once")]
    TooMany(usize),
    /// The rules forbid it.
    #[error("{0}")]
    Illegal(String),
}

/// Lines that lead from a position to what is seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnTurns {
    /// The lines, in one of the orders in which they can have been drawn: all orders lead to one position.
    pub lines: Vec<Direction>,
    /// The turns that they make up, by whom; the first may go on with a turn that the position has begun, the last may be
    /// unfinished.
    pub turns: Vec<(Seat, Turn)>,
    /// Whether the last turn is over.
    pub rest: BallRest,
}

/// How the lines leave the ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BallRest {
    /// Between two turns, or the game is over.
    Finished,
    /// The turn goes on, and its next line is not begun.
    Bouncing,
    /// Another line is being drawn.
    Moving,
}

/// The lines, at most one turn of each side, that lead from `position` to what is seen; none if nothing changed.
///
/// # Errors
/// No such lines exist, and what stands in the way.
pub fn explain(position: &Position, seen: &Observation) -> Result<DrawnTurns, Mismatch> {
    let found = lead(position, seen)?;
    match found.turns.len() {
        0..=2 => Ok(found),
        count => Err(Mismatch::TooMany(count)),
    }
}

/// A whole game that leads to what is seen, in one of the orders in which it can have been drawn.
///
/// # Errors
/// There is none, and what stands in the way.
pub fn game(rules: Rules, seen: &Observation) -> Result<Position, Mismatch> {
    let mut position = Position::new(rules);
    let found = lead(&position, seen)?;
    play(&mut position, &found.lines)?;
    Ok(position)
}

/// The reading with what the position has wherever a line cannot be told. It is only to be believed where the lines that were
/// told already account for every turn that can have been made.
pub fn fill(position: &Position, seen: &Observation) -> Observation {
    let mut filled = seen.clone();
    for edge in seen.edges(Content::Uncertain) {
        let is_drawn = edge.is_drawn(position.lines());
        filled.put(edge, if is_drawn { Content::Drawn } else { Content::Blank });
    }
    filled
}

fn lead(position: &Position, seen: &Observation) -> Result<DrawnTurns, Mismatch> {
    let pitch = position.rules().pitch;
    if seen.pitch != pitch {
        return Err(Mismatch::Size {
            seen: seen.pitch,
            known: pitch,
        });
    }
    if let Some(why) = seen.refused {
        return Err(Mismatch::Refused(why));
    }
    let (added, unclear) = added(position, seen)?;
    let moving = match unclear.as_slice() {
        [] => None,
        // Of a line that is being drawn a part is there, and the ball lies on no node or at one of its ends.
        [edge] if seen.ball.is_none_or(|ball| edge.leaving(ball).is_some()) => Some(*edge),
        [edge, ..] => return Err(Mismatch::Uncertain(*edge)),
    };
    let end = trail::end(pitch, position.ball(), &added, &[]).map_err(Mismatch::NoTrail)?;
    let end = end.expect("with no loose line a way has an end");
    match (moving, seen.ball) {
        (Some(edge), _) if edge.leaving(end).is_none() => return Err(Mismatch::Uncertain(edge)),
        (None, None) => return Err(Mismatch::NoBall),
        (None, Some(ball)) if ball != end => {
            return Err(Mismatch::Ball {
                seen: pitch.name_of(ball),
                led: pitch.name_of(end),
            });
        }
        _ => {}
    }
    let lines = trail::order(pitch, position.ball(), &added).map_err(Mismatch::NoTrail)?;
    told(position, lines, moving)
}

/// Lines that the reading has and the position has not, and those that cannot be told.
fn added(position: &Position, seen: &Observation) -> Result<(Vec<Edge>, Vec<Edge>), Mismatch> {
    let (mut added, mut unclear) = (Vec::new(), Vec::new());
    for line in &seen.lines {
        match (line.edge.is_drawn(position.lines()), line.content) {
            (true, Content::Uncertain) => return Err(Mismatch::Uncertain(line.edge)),
            (true, Content::Blank) => return Err(Mismatch::Vanished(line.edge)),
            (false, Content::Drawn) => added.push(line.edge),
            (false, Content::Uncertain) => unclear.push(line.edge),
            (true, Content::Drawn) | (false, Content::Blank) => {}
        }
    }
    Ok((added, unclear))
}

fn play(position: &mut Position, lines: &[Direction]) -> Result<(), Mismatch> {
    for &line in lines {
        position
            .play(line)
            .map_err(|illegal| Mismatch::Illegal(illegal.to_string()))?;
    }
    Ok(())
}

/// The lines as turns, as far as the rules allow them.
fn told(position: &Position, lines: Vec<Direction>, moving: Option<Edge>) -> Result<DrawnTurns, Mismatch> {
    let mut trial = position.clone();
    play(&mut trial, &lines)?;
    if moving.is_some() && trial.outcome().is_some() {
        return Err(Mismatch::Illegal(
            "a line is drawn after the end of the game".to_owned(),
        ));
    }
    let mut turns: Vec<(Seat, Vec<Direction>)> = Vec::new();
    for (seat, line) in trial.drawn().skip(position.history().len()) {
        match turns.last_mut() {
            Some((last, turn)) if *last == seat => turn.push(line),
            _ => turns.push((seat, vec![line])),
        }
    }
    let rest = if moving.is_some() {
        BallRest::Moving
    } else if trial.drawn_in_turn() > 0 {
        BallRest::Bouncing
    } else {
        BallRest::Finished
    };
    let spelt = turns
        .into_iter()
        .filter_map(|(seat, lines)| Some((seat, Turn::new(lines)?)));
    Ok(DrawnTurns {
        lines,
        turns: spelt.collect(),
        rest,
    })
}

#[cfg(test)]
mod tests;
