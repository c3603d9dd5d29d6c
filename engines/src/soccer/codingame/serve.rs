//! The bot's side of CodinGame's protocol: lets its referee, and whatever speaks like it, play against one of our players.

use std::io::{self, BufRead, Write};

use referee::{
    player::{Limits, Player},
    position::Position as _,
    seat::Seat,
    soccer::{Direction, Position, Rules},
};

use crate::process::lines::{Lines, ProgramLine};

/// What the player may use, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnTimes {
    /// For its first turn.
    pub first_ms: u64,
    /// For each other.
    pub turn_ms: u64,
}

/// CodinGame waits 1000 and 200 ms; a part is kept back for the way of the answer.
impl Default for TurnTimes {
    fn default() -> TurnTimes {
        TurnTimes {
            first_ms: 900,
            turn_ms: 170,
        }
    }
}

/// Plays one game as the referee tells it, until the streams or the game end.
///
/// # Errors
/// The streams broke, the referee said what is not in the protocol or against the rules, or the player has no turn.
pub fn serve(
    player: &mut dyn Player<Position>,
    times: TurnTimes,
    input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    let mut lines = Lines::new(input);
    let mut position = Position::new(Rules::default());
    let Some(number) = next(&mut lines)? else {
        return Ok(());
    };
    let seat = match number.trim() {
        "0" => Seat::First,
        "1" => Seat::Second,
        _ => return Err(wrong(format!("`{number}` is no player's number"))),
    };
    player
        .new_game(&position)
        .map_err(|error| wrong(error.to_string()))?;
    let mut turn_ms = times.first_ms;
    while let (Some(_length), Some(told)) = (next(&mut lines)?, next(&mut lines)?) {
        hear(&mut position, told.trim())?;
        if position.outcome().is_some() {
            break;
        }
        if position.turn() != seat {
            return Err(wrong("it is the other player's turn".to_owned()));
        }
        let limits = Limits {
            turn_ms: Some(turn_ms),
            ..Limits::default()
        };
        let turn = whole_turn(player, &mut position, &limits)?;
        writeln!(output, "{turn}")?;
        output.flush()?;
        turn_ms = times.turn_ms;
    }
    Ok(())
}

/// Draws what was told: `-` is nothing. Lines of several turns are taken as they come.
fn hear(position: &mut Position, told: &str) -> io::Result<()> {
    if told == "-" {
        return Ok(());
    }
    for digit in told.chars() {
        let direction = Direction::from_digit(digit);
        let direction = direction.ok_or_else(|| wrong(format!("`{digit}` is no digit from 0 to 7")))?;
        position
            .play(direction)
            .map_err(|error| wrong(error.to_string()))?;
    }
    Ok(())
}

/// Asks for lines until the ball rests.
fn whole_turn(
    player: &mut dyn Player<Position>,
    position: &mut Position,
    limits: &Limits,
) -> io::Result<String> {
    let seat = position.turn();
    let mut turn = String::new();
    while position.turn() == seat && position.outcome().is_none() {
        let thought = player.think(position, limits);
        let play = thought.map_err(|error| wrong(error.to_string()))?.play;
        position.play(play).map_err(|error| wrong(error.to_string()))?;
        turn.push(play.digit());
    }
    Ok(turn)
}

fn next(lines: &mut Lines<impl BufRead>) -> io::Result<Option<String>> {
    match lines.next().transpose()? {
        None => Ok(None),
        Some(ProgramLine::Text(line)) => Ok(Some(line)),
        Some(ProgramLine::Overlong) => Err(wrong("a line without an end".to_owned())),
    }
}

fn wrong(why: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn served(input: &str) -> Result<String, String> {
        let mut output = Vec::new();
        serve(
            &mut Random::new(1),
            TurnTimes::default(),
            input.as_bytes(),
            &mut output,
        )
        .map_err(|error| error.to_string())?;
        Ok(String::from_utf8(output).unwrap())
    }

    #[test]
    fn each_turn_is_answered_by_one() {
        let first = served("0\n1\n-\n").unwrap();
        assert_eq!(first.trim().len(), 1, "nothing bounces at first: {first}");
        assert_eq!(served("1\n1\n0\n").unwrap().lines().count(), 1);
        assert_eq!(served("0\n").unwrap(), "");
        assert_eq!(served("").unwrap(), "");
    }

    #[test]
    fn what_is_not_in_the_protocol_ends_it() {
        let error = |input| served(input).unwrap_err();
        assert_eq!(error("2\n"), "`2` is no player's number");
        assert_eq!(error("1\n1\n9\n"), "`9` is no digit from 0 to 7");
        assert_eq!(error("0\n1\n0\n"), "it is the other player's turn");
        assert_eq!(error("1\n3\n044\n"), "illegal move 4: drawn already");
    }
}
