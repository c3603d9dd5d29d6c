//! A game that was taken up again on a board whose reader never learns to tell its stones: what shows where is enough to go on by.
//! A part of the live game; pure as the rest of it.

use referee::{gomoku::Position, position::Position as _};
use vision::{observation::Content, reconcile};

use super::{
    super::{LiveGame, Standing},
    recognition::Recognition,
};
use crate::{event::Action, trouble::Trouble};
use profile::bounds::Bounds;

/// The reader is taught anew after so long: a lesson of before may have been lost, or was of stones that were still being drawn.
const TEACH_MS: u64 = 1_000;

/// The board cannot be told, and was known by where something stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unread {
    since_ms: u64,
    taught_ms: u64,
}

impl LiveGame<Position> {
    /// Weighs such a board; `None` under a dialog. The reader has some time to learn its stones first.
    ///
    /// # Errors
    /// As [`LiveGame::saw`].
    pub(super) fn saw_unread(
        &mut self,
        recognition: &Recognition,
        now_ms: u64,
        bounds: &Bounds,
        may_click: bool,
        out: &mut Vec<Action>,
    ) -> Result<Option<Standing>, Trouble> {
        if !recognition.dialogs.is_empty() {
            return Ok(None);
        }
        let unread = self.notes.unread.get_or_insert(Unread {
            since_ms: now_ms,
            taught_ms: now_ms,
        });
        let is_hopeless = now_ms >= unread.since_ms + bounds.mismatch_ms;
        if now_ms >= unread.taught_ms + TEACH_MS {
            unread.taught_ms = now_ms;
            out.push(Action::Learn(Some(Box::new(recognition.clone().lesson()))));
        }
        if !is_hopeless {
            return Ok(Some(Standing::GoingOn));
        }
        // A line that is drawn hangs over into the points beside it.
        let mut seen = recognition.truth.clone();
        if !recognition.lines.is_empty() {
            let is_beside =
                |point| !recognition.lines.contains(&point) && self.position.stone(point).is_none();
            let unclear = |point| seen.content(point) == Content::Uncertain;
            let beside: Vec<_> = seen
                .points()
                .filter(|&point| unclear(point) && is_beside(point))
                .collect();
            for point in beside {
                seen.put(point, Content::Empty);
            }
        }
        let before = self.position.plies();
        let standing = self.guess(&seen, now_ms, out);
        if self.position.plies() > before {
            return Ok(Some(standing));
        }
        let filled = reconcile::fill(&self.position, &seen);
        self.weigh(&filled, &[], now_ms, bounds, may_click, out).map(Some)
    }
}
