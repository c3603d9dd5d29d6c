//! The last picture of a board in which everything could be told. Later ones are told by it as well: what shows still what it
//! showed then is known whatever lies over it, and what came since may be a thing that was never seen before.

use session::readable::{BoardReading, BoardSeen as _};
use vision::frame::Frame;

/// That picture and what was read in it, once there was one.
pub(crate) struct LastWhole<R: BoardReading>(Option<(Frame, R::Seen)>);

impl<R: BoardReading> LastWhole<R> {
    /// None yet.
    pub(crate) fn none() -> LastWhole<R> {
        LastWhole(None)
    }

    /// Corrects what was read in a picture; if nothing in it is uncertain, and nothing lies `over` the board, it is the last
    /// whole one from here on.
    pub(crate) fn compare(&mut self, reader: &R, frame: &Frame, over: bool, seen: &mut R::Seen) {
        if let Some((plain, before)) = &self.0 {
            reader.doubt_news((plain, before), frame, seen);
        }
        if seen.uncertain() == 0 && !over {
            self.0 = Some((frame.clone(), seen.clone()));
            return;
        }
        if let Some((plain, before)) = &self.0 {
            reader.compare((plain, before), frame, seen);
        }
    }

    /// How much of the board is under something that was not there then, and of how much.
    pub(crate) fn covered(&self, reader: &mut R, now: &Frame) -> Option<(usize, usize)> {
        self.0.as_ref().map(|(plain, _)| reader.covered(plain, now))
    }
}
