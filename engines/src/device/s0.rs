//! The conversation with the published device (docs/sources.md `S0.5`). It can be told nothing but "new game", "you first" and
//! the opponent's stones, so a game is told again by letting it play its own moves once more, each checked against the
//! record. Nothing on this wire is protected: a pause begins each message, and after trouble one byte more is sent each
//! time until the device hears messages where they begin.

use referee::{
    gomoku::{Opening, Position, Rule},
    point::Point,
};
use wires::s0::{Command, CoordinateOrder, DeviceMoves, Heard, SIZE};

use super::{
    conversation::{Conversation, DeviceAnswer, DeviceLine, MoveLimits, points, refused_by_rules},
    profile::DeviceProfile,
    trouble::{Trouble, shown},
};

/// Bytes by which the device can be out of step: none to seven.
const SHIFTS: u32 = 8;
/// Sent to complete half a message. Whatever it completes lies off the board.
const PAD: u8 = 0xFF;
/// A move that is played again takes about as long as it took before; more than this many times that is silence.
const PATIENCE: u64 = 4;

/// The published device.
pub(super) struct S0 {
    order: CoordinateOrder,
    depth: Option<u32>,
    pause_us: u64,
    answer_us: u64,
    turn_us: u64,
    /// The stones on its board, if that is certain.
    known: Option<Vec<Point>>,
    /// The game as it was played with this device, and how long each of its moves took.
    record: Vec<(Point, Option<u64>)>,
    /// What it opens with. A device that is asked to begin and says so hears messages where they begin.
    opening: Option<Point>,
}

impl S0 {
    pub(super) fn new(profile: &DeviceProfile) -> S0 {
        S0 {
            order: profile.order.into(),
            depth: profile.depth,
            pause_us: profile.pause_ms * 1_000,
            answer_us: profile.answer_ms * 1_000,
            turn_us: profile.turn_ms * 1_000,
            known: None,
            record: Vec::new(),
            opening: None,
        }
    }

    /// Sends a message after a pause. What was heard in the pause answers an older question.
    fn say(&mut self, line: &mut DeviceLine<'_>, command: Command) -> Result<(), Trouble> {
        line.quiet(self.pause_us)?;
        line.write(&command.to_bytes())
    }

    /// Two numbers, before `until_us`. Once the first byte is there, the rest has to follow.
    fn hear(&self, line: &mut DeviceLine<'_>, until_us: u64) -> Result<(i32, i32), Trouble> {
        let mut answers = DeviceMoves::new(self.order);
        let mut heard = Vec::new();
        let mut until_us = until_us;
        let mut buffer = [0; 64];
        loop {
            let count = line.read(&mut buffer, until_us)?;
            if count == 0 {
                if line.stop.is_raised() {
                    return Err(Trouble::Stopped);
                }
                return Err(if heard.is_empty() {
                    Trouble::Late
                } else {
                    Trouble::Garbage(shown(&heard))
                });
            }
            if heard.is_empty() {
                until_us = until_us.min(line.now_us().saturating_add(self.answer_us));
            }
            heard.extend_from_slice(&buffer[..count]);
            for &byte in &buffer[..count] {
                match answers.push(byte) {
                    None => {}
                    Some(Heard::Answer(answer)) => return Ok((answer.x, answer.y)),
                    Some(Heard::Garbage) => return Err(Trouble::Garbage(shown(&heard))),
                }
            }
        }
    }

    /// Begins a new game with a device that may be out of step, and makes sure that it is in step.
    fn reset(&mut self, line: &mut DeviceLine<'_>) -> Result<(), Trouble> {
        self.known = None;
        let mut last = Trouble::Late;
        for shift in 0..SHIFTS {
            if shift > 0 {
                line.write(&[PAD])?;
            }
            self.say(line, Command::Reset)?;
            self.say(line, Command::PlayFirst)?;
            let until_us = line.now_us().saturating_add(self.answer_us);
            match self
                .hear(line, until_us)
                .and_then(|answer| self.opening_of(answer))
            {
                Ok(point) => {
                    self.opening = Some(point);
                    self.say(line, Command::Reset)?;
                    self.known = Some(Vec::new());
                    return Ok(());
                }
                Err(gone @ (Trouble::Lost(_) | Trouble::Stopped)) => return Err(gone),
                // Garbage tells more than silence does.
                Err(Trouble::Late) if last != Trouble::Late => {}
                Err(trouble) => last = trouble,
            }
        }
        Err(last)
    }

    /// The first stone of a device in step is on the board, and always the same.
    fn opening_of(&self, (x, y): (i32, i32)) -> Result<Point, Trouble> {
        let point = point_of(x, y).ok_or_else(|| Trouble::Garbage(format!("{x},{y}")))?;
        match self.opening {
            Some(opening) if opening != point => Err(Trouble::OutOfStep(format!(
                "it opened with {opening} before, and with {point} then"
            ))),
            _ => Ok(point),
        }
    }

    /// Its move after `before`, with how long it took; the device then knows all that.
    fn next_move(
        &mut self,
        line: &mut DeviceLine<'_>,
        before: &[Point],
        until_us: u64,
    ) -> Result<((i32, i32), u64), Trouble> {
        self.known = None;
        let command = before.last().map_or(Command::PlayFirst, |point| Command::Stone {
            x: point.x.into(),
            y: point.y.into(),
        });
        line.quiet(self.pause_us)?;
        let asked_us = line.now_us();
        line.write(&command.to_bytes())?;
        let answer = self.hear(line, until_us)?;
        Ok((answer, line.now_us() - asked_us))
    }

    /// Lets it play the game from the start, up to its next move.
    fn replay(&mut self, line: &mut DeviceLine<'_>, game: &[Point]) -> Result<(), Trouble> {
        line.costs.trouble(|troubles| troubles.resynchronisations += 1);
        self.reset(line)?;
        let mut known = Vec::new();
        for ply in (game.len() % 2..game.len()).step_by(2) {
            let took_us = self.took_us(game, ply);
            let patience_us = took_us.map_or(self.turn_us, |us| us * PATIENCE + self.answer_us);
            let until_us = line.now_us().saturating_add(patience_us).min(line.deadline_us);
            let ((x, y), wall_us) = self.next_move(line, &game[..ply], until_us)?;
            if point_of(x, y) != Some(game[ply]) {
                return Err(Trouble::Differs {
                    how: format!(
                        "its move {} is {x},{y}, where the game has {}",
                        ply + 1,
                        game[ply]
                    ),
                    played_before: took_us.is_some(),
                });
            }
            known = game[..=ply].to_vec();
            self.remember(game, ply, wall_us);
        }
        self.known = Some(known);
        Ok(())
    }

    /// How long this move took when it was first played with this device.
    fn took_us(&self, game: &[Point], ply: usize) -> Option<u64> {
        let same = self
            .record
            .iter()
            .zip(&game[..=ply])
            .filter(|((a, _), b)| a == *b)
            .count()
            == ply + 1;
        same.then(|| self.record[ply].1).flatten()
    }

    /// Keeps the time of a move of the game.
    fn remember(&mut self, game: &[Point], ply: usize, wall_us: u64) {
        let same = self
            .record
            .iter()
            .zip(game)
            .take_while(|((a, _), b)| a == *b)
            .count();
        self.record.truncate(same);
        for &point in game.iter().take(ply + 1).skip(same) {
            self.record.push((point, None));
        }
        self.record[ply].1 = Some(wall_us);
    }
}

impl Conversation for S0 {
    fn greet(&mut self, line: &mut DeviceLine<'_>) -> Result<(), Trouble> {
        self.reset(line)
    }

    fn name(&self) -> Option<String> {
        None
    }

    fn objection(&self, position: &Position) -> Option<String> {
        if position.size() != SIZE {
            return Some(format!(
                "wire s0 knows a board of 15 lines only, not one of {}",
                position.size()
            ));
        }
        if position.rule() != Rule::Freestyle {
            return Some(format!(
                "wire s0 knows the rule freestyle only, not {}",
                position.rule().name()
            ));
        }
        match position.opening() {
            Opening::Free => None,
            Opening::Swap2 => Some("wire s0 cannot be told of swap2".to_owned()),
            Opening::Diagram(_) => {
                Some("wire s0 cannot be told of stones that stand there already".to_owned())
            }
        }
    }

    /// Whoever is to move is taken for the device's side. A game with stones of its own is tried at once, so that one which it
    /// would have played otherwise is refused before it begins.
    fn new_game(&mut self, line: &mut DeviceLine<'_>, position: &Position) -> Result<(), Trouble> {
        let game = points(position);
        if self.known.as_ref().is_none_or(|known| !known.is_empty()) {
            self.reset(line)?;
        }
        if game.len() < 2 {
            return Ok(());
        }
        self.replay(line, &game)
    }

    fn ask(
        &mut self,
        line: &mut DeviceLine<'_>,
        position: &Position,
        _limits: &MoveLimits,
    ) -> Result<DeviceAnswer, Trouble> {
        let game = points(position);
        let before = &game[..game.len().saturating_sub(1)];
        if self.known.as_deref() != Some(before) {
            self.replay(line, &game)?;
        }
        let until_us = line.deadline_us.min(line.now_us().saturating_add(self.turn_us));
        let ((x, y), wall_us) = self.next_move(line, &game, until_us)?;
        let point =
            point_of(x, y).ok_or_else(|| Trouble::OutOfStep(format!("move {x},{y} is off the board")))?;
        if let Some(why) = refused_by_rules(position, point) {
            return Err(Trouble::OutOfStep(format!("move {point} is {why}")));
        }
        let ply = game.len();
        let mut known = game;
        known.push(point);
        self.remember(&known, ply, wall_us);
        self.known = Some(known);
        Ok(DeviceAnswer {
            point,
            score: None,
            depth: self.depth,
            nodes: None,
            cycles: None,
            device_us: None,
            wall_us,
        })
    }

    fn forget(&mut self) {
        self.known = None;
    }
}

fn point_of(x: i32, y: i32) -> Option<Point> {
    let line = |number: i32| u8::try_from(number).ok().filter(|&line| line < SIZE);
    Some(Point::new(line(x)?, line(y)?))
}
