//! Stepping through a game: a record and a place in it. Pure: draws nothing, waits for nobody, takes the time as data.

use referee::{
    color::Color,
    gomoku::{Move, Position},
    point::Point,
    position::{IllegalMove, Position as _},
    record::{Ply, Record},
    seat::Seat,
};

/// A game opened at some ply.
#[derive(Clone, Debug)]
pub struct Replay {
    record: Record,
    /// The position after the first `position.history().len()` plies.
    position: Position,
    /// Plies that the rules allow, at most all.
    playable: usize,
    refused: Option<IllegalMove>,
    autoplay: Option<Autoplay>,
}

#[derive(Clone, Copy, Debug)]
struct Autoplay {
    every_ms: u64,
    last_ms: u64,
}

impl Replay {
    /// Opens a game at its start. Plies from the first illegal one on are not shown; [`Replay::refused`] has it.
    ///
    /// # Errors
    /// The game cannot even begin.
    pub fn new(record: Record) -> Result<Replay, IllegalMove> {
        let start = Record {
            plies: Vec::new(),
            ..record.clone()
        }
        .replay()?;
        let mut position = start.clone();
        let refused = record.plies.iter().find_map(|ply| position.play(ply.play).err());
        let playable = position.history().len();
        Ok(Replay {
            record,
            position: start,
            playable,
            refused,
            autoplay: None,
        })
    }

    /// The whole game.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Plies played at this place: 0 at the start.
    pub fn at(&self) -> usize {
        self.position.history().len()
    }

    /// The last place.
    pub fn end(&self) -> usize {
        self.playable
    }

    /// The position at this place.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Why the record's next ply is not shown at the end, if it has more.
    pub fn refused(&self) -> Option<&IllegalMove> {
        self.refused.as_ref()
    }

    /// The ply that led here, and who played it.
    pub fn last(&self) -> Option<(&Ply, Seat)> {
        let ply = &self.record.plies[self.at().checked_sub(1)?];
        let mut before = self.position.clone();
        before.undo();
        Some((ply, before.turn()))
    }

    /// The colour of the stone that led here; none at the start and after a choice.
    pub fn last_color(&self) -> Option<Color> {
        match self.last()?.0.play {
            Move::Place(point) => self.position.stone(point),
            Move::Choose(_) | Move::PutTwo => None,
        }
    }

    /// The stones that won, if the game is over at this place.
    pub fn winning_line(&self) -> Vec<Point> {
        self.position
            .outcome()
            .map(|outcome| outcome.line)
            .unwrap_or_default()
    }

    /// One ply on; false at the end.
    pub fn forward(&mut self) -> bool {
        let at = self.at();
        self.jump(at + 1);
        self.at() > at
    }

    /// One ply back; false at the start.
    pub fn back(&mut self) -> bool {
        self.position.undo().is_some()
    }

    /// Goes to the place after `ply` plies, or to the end if there are fewer.
    pub fn jump(&mut self, ply: usize) {
        let target = ply.min(self.playable);
        while self.at() > target {
            self.position.undo();
        }
        while self.at() < target {
            let next = self.record.plies[self.at()].play;
            self.position
                .play(next)
                .expect("plies before `playable` were played once");
        }
    }

    /// Goes on by itself, a ply every `every_ms` from `now_ms`; from the start again if it stands at the end.
    pub fn play(&mut self, every_ms: u64, now_ms: u64) {
        if self.at() == self.playable {
            self.jump(0);
        }
        self.autoplay = Some(Autoplay {
            every_ms: every_ms.max(1),
            last_ms: now_ms,
        });
    }

    /// Stays here.
    pub fn pause(&mut self) {
        self.autoplay = None;
    }

    /// Whether it goes on by itself.
    pub fn is_playing(&self) -> bool {
        self.autoplay.is_some()
    }

    /// Takes the plies that are due at `now_ms`; true if the place changed. Stops at the end.
    pub fn tick(&mut self, now_ms: u64) -> bool {
        let Some(autoplay) = self.autoplay else {
            return false;
        };
        let due = now_ms.saturating_sub(autoplay.last_ms) / autoplay.every_ms;
        if due == 0 {
            return false;
        }
        let at = self.at();
        self.jump(at.saturating_add(usize::try_from(due).unwrap_or(usize::MAX)));
        let last_ms = autoplay.last_ms + due * autoplay.every_ms;
        self.autoplay = (self.at() < self.playable).then_some(Autoplay { last_ms, ..autoplay });
        self.at() != at
    }
}

#[cfg(test)]
mod tests;
