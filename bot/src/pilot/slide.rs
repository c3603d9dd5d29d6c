//! A page that slides in its window, as browsers' pages do: its screens and the board's signs are looked for where they have gone. A
//! part of the pilot.

use vision::frame::Frame;

use super::Pilot;
use profile::bounds::COVERED_CELLS;
use session::live_game::playable::Playable;

/// Between two looks for a page that has slid: at first, and at most.
const FIRST_MS: u64 = 500;
const MOST_MS: u64 = 16_000;

/// When a page that may have slid is looked for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SlideSearch {
    /// When next, and how long it was waited for that.
    due: Option<(u64, u64)>,
}

impl SlideSearch {
    /// Nothing has to be looked for.
    fn rest(&mut self) {
        self.due = None;
    }

    /// Whether it is time, as something is to be looked for.
    fn is_due(&mut self, now_ms: u64) -> bool {
        let (due_ms, pause_ms) = *self.due.get_or_insert((now_ms + FIRST_MS, FIRST_MS));
        let is_due = now_ms >= due_ms;
        if is_due {
            let pause_ms = (pause_ms * 2).min(MOST_MS);
            self.due = Some((now_ms + pause_ms, pause_ms));
        }
        is_due
    }
}

impl<P: Playable> Pilot<P> {
    /// Where neither the board nor any screen is where it belongs, the page may have slid: that is taken to be so if one of them then is,
    /// and the board can be told there.
    pub(super) fn find_slide(&mut self, content: &Frame, now_ms: u64) {
        let screens = &mut self.screens;
        let is_told = screens.signs.show_board() && self.ports.reader.last_untold() <= COVERED_CELLS;
        if is_told || screens.up().next().is_some() {
            return screens.slide_search.rest();
        }
        if !screens.slide_search.is_due(now_ms) {
            return;
        }
        let before = self.ports.reader.slid();
        let by_board = self.ports.reader.slid_in(content);
        let mut found = by_board.filter(|&slid| slid != before && self.is_slid(content, slid));
        if found.is_none() {
            let by_signs = self.screens.signs.offsets_elsewhere(content);
            found = by_signs.into_iter().find(|&slid| {
                slid != before && self.is_slid(content, slid) && self.is_told_better(content, slid)
            });
        }
        match found {
            Some(slid) => {
                self.screens.slide_search.rest();
                self.ports.reader.take_slide(slid, content);
                let words = format!("the page has slid by {},{} pixels", slid.0, slid.1);
                self.ports.recorder.say(&words);
            }
            None => self.show_signs(content.clone()),
        }
    }

    /// Whether, had the page slid so far, the board or a screen would be up.
    fn is_slid(&mut self, content: &Frame, slid: (i32, i32)) -> bool {
        self.screens.signs.show(&self.ports.client, content.clone(), slid);
        self.screens.signs.tells_board() && self.screens.signs.show_board()
            || self.screens.up().next().is_some()
    }

    fn is_told_better(&self, content: &Frame, slid: (i32, i32)) -> bool {
        let untold = self.ports.reader.untold_if_slid(content, slid);
        untold.is_some_and(|(here, there)| there * 2 <= here)
    }
}
