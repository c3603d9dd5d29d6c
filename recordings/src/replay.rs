//! Stepping through a game: a record and a place in it. Pure: draws nothing, waits for nobody, takes the time as data.

use referee::{
    gomoku,
    kind::Kind,
    position::IllegalMove,
    record::{Ply, Record},
    seat::Seat,
};

/// A game opened at some ply.
#[derive(Clone, Debug)]
pub struct Replay<P: Kind = gomoku::Position> {
    record: Record<P>,
    /// Who decided each ply.
    seats: Vec<Seat>,
    /// Plies played.
    at: usize,
    /// The position after so many plies.
    position: P,
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

impl<P: Kind> Replay<P> {
    /// Opens a game at its start. Plies from the first illegal one on are not shown; [`Replay::refused`] has it.
    ///
    /// # Errors
    /// The game cannot even begin.
    pub fn new(record: Record<P>) -> Result<Replay<P>, IllegalMove> {
        let start = record.start()?;
        let mut position = start.clone();
        let mut playable = 0;
        let refused = record.plies.iter().find_map(|ply| {
            let refused = position.play(ply.play).err();
            playable += usize::from(refused.is_none());
            refused
        });
        Ok(Replay {
            seats: record.seats(),
            record,
            at: 0,
            position: start,
            playable,
            refused,
            autoplay: None,
        })
    }

    /// The whole game.
    pub fn record(&self) -> &Record<P> {
        &self.record
    }

    /// Plies played at this place: 0 at the start.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The last place.
    pub fn end(&self) -> usize {
        self.playable
    }

    /// The position at this place.
    pub fn position(&self) -> &P {
        &self.position
    }

    /// Why the record's next ply is not shown at the end, if it has more.
    pub fn refused(&self) -> Option<&IllegalMove> {
        self.refused.as_ref()
    }

    /// The ply that led here, and who played it.
    pub fn last(&self) -> Option<(&Ply<P::Move>, Seat)> {
        let last = self.at.checked_sub(1)?;
        Some((&self.record.plies[last], self.seats[last]))
    }

    /// Where each turn begins: the places before plies of another seat than that of the ply before.
    pub fn turns(&self) -> impl DoubleEndedIterator<Item = usize> {
        let begins = |&place: &usize| place == 0 || self.seats[place] != self.seats[place - 1];
        (0..self.playable).filter(begins)
    }

    /// On to the end of the turn; false at the end.
    pub fn forward_turn(&mut self) -> bool {
        let at = self.at;
        let next = self.turns().find(|&begins| begins > at);
        self.jump(next.unwrap_or(self.playable));
        self.at > at
    }

    /// Back to the beginning of the turn, or to that of the one before; false at the start.
    pub fn back_turn(&mut self) -> bool {
        let at = self.at;
        let before = self.turns().rfind(|&begins| begins < at);
        self.jump(before.unwrap_or(0));
        self.at < at
    }

    /// One ply on; false at the end.
    pub fn forward(&mut self) -> bool {
        let at = self.at();
        self.jump(at + 1);
        self.at() > at
    }

    /// One ply back; false at the start.
    pub fn back(&mut self) -> bool {
        let at = self.at;
        self.jump(at.saturating_sub(1));
        self.at < at
    }

    /// Goes to the place after `ply` plies, or to the end if there are fewer.
    pub fn jump(&mut self, ply: usize) {
        let target = ply.min(self.playable);
        while self.at > target {
            self.position.undo();
            self.at -= 1;
        }
        while self.at < target {
            let next = self.record.plies[self.at].play;
            self.position
                .play(next)
                .expect("plies before `playable` were played once");
            self.at += 1;
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
