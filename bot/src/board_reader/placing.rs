//! Where the board lies in the client's window: found, found again elsewhere, put aside and forgotten. A part of the board
//! reader.

use std::collections::VecDeque;

use vision::{area::Area, calibration::Calibration, frame::Frame, window::Window};

use super::{BoardReader, FoundBoard, blind, on_screen};
use crate::last_whole::LastWhole;
use profile::client::BoardProfile;
use recordings::film::ReaderChange;
use session::{
    blindness::Blindness,
    live_game::playable::Playable,
    readable::{BoardReading as _, BoardSeen as _, Place as _},
};

/// Pixels of the content by which a board that was found again has moved, at least: it is found anew a fraction of a pixel off.
const MOVED_PIXELS: f64 = 2.0;
/// A page has slid if its board is found so far from its place: an unmoved one was found up to half a pixel off (20,000 looks of
/// simulated nights), and pages slide by whole pixels.
const SLID_PIXELS: f64 = 0.75;
/// A page is scaled by no more than this at once.
const SCALED_MOST: f64 = 1.6;
/// So many times more of it could not be told where it lay.
const LEGIBLE_TIMES: usize = 4;

/// Which board is looked for elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Elsewhere {
    /// That of the game in hand.
    TheSame,
    /// Any: the next game may be played on a smaller or a larger one.
    Any,
}

impl<P: Playable> BoardReader<P> {
    /// Whether a calibration of the profile's holds for a content: it has the size that the profile names, if it names one, and the whole
    /// board is in it.
    fn check_made_for(&self, calibration: &Calibration, content: Area) -> Result<(), Blindness> {
        let (width, height) = (content.width, content.height);
        if let Some(size) = self.window_profile.size
            && size != (width, height)
        {
            return Err(Blindness::Misfit(format!(
                "the window's content has {width} x {height} pixels, and the profile's calibration holds for {} x {}",
                size.0, size.1
            )));
        }
        let last = |origin: f64, pitch: f64, count: u8| origin + pitch * f64::from(count - 1);
        let right = last(calibration.origin.0, calibration.pitch.0, calibration.columns);
        let bottom = last(calibration.origin.1, calibration.pitch.1, calibration.rows);
        let is_in = calibration.origin.0 >= 0.0
            && calibration.origin.1 >= 0.0
            && right < f64::from(width)
            && bottom < f64::from(height);
        if !is_in {
            return Err(Blindness::Misfit(format!(
                "the profile's calibration has points as far as {right:.0},{bottom:.0}, and the window's content is {width} x {height}"
            )));
        }
        Ok(())
    }

    /// Finds the board in the window, and answers where its points are shown. What was learned of the stones is kept.
    ///
    /// # Errors
    /// The window cannot be seen, no board is in it, or it is not such as the profile's calibration was made for.
    pub fn locate(&mut self) -> Result<Calibration, Blindness> {
        let window = self.find_window()?;
        self.has_dialogs_only(&window, window.content)?;
        let frame = self.content()?;
        let place = match P::fixed(&self.board_profile) {
            Some(place) => {
                self.check_made_for(&place.grid(), frame.area())?;
                place
            }
            None => match P::locate(&frame, &self.board_profile) {
                Ok(place) => place,
                Err(blindness) => {
                    self.turn_to_another();
                    return Err(blindness);
                }
            },
        };
        Ok(self.settle_on(place, &window, &frame))
    }

    /// Whether it is known where the board lies in the window as large as that is: a client may change it with its pages.
    pub(crate) fn is_placed(&self) -> bool {
        let size = |window: &Window| (window.content.width, window.content.height);
        let board = self.board.as_ref().map(|board| board.content);
        board.is_some() && board == self.window.as_ref().map(size)
    }

    /// Forgets where the board is, as its client is started anew. Most often it comes back as it looked: what was learned of its
    /// stones is asked again where nothing else tells them.
    pub fn put_board_aside(&mut self) {
        if let Some(board) = self.board.take().filter(|board| board.lessons > 0) {
            self.former = Some((board.reader, board.lessons));
        }
    }

    /// Forgets the board and all that was ever learned of its stones.
    pub(crate) fn forget_board(&mut self) {
        self.board = None;
        self.former = None;
    }

    /// From here on the board lies there. What was learned of its stones is kept.
    fn settle_on(&mut self, place: P::Place, window: &Window, content: &Frame) -> Calibration {
        let roi = roi_of(&place.grid(), content.area());
        let in_roi = place.shifted(f64::from(roi.x), f64::from(roi.y));
        let (reader, lessons, change) = match self.board.take() {
            Some(board) => (
                board.reader.recalibrated(in_roi),
                board.lessons,
                ReaderChange::Kept,
            ),
            None => (P::Reader::unaided(in_roi), 0, ReaderChange::Fresh),
        };
        let size = (window.content.width, window.content.height);
        if self.home.is_none_or(|(known, _)| known != size) {
            self.home = Some((size, P::fixed(&self.board_profile).unwrap_or(place)));
        }
        let former = self.former.take();
        self.former = former.map(|(reader, lessons)| (reader.recalibrated(in_roi), lessons));
        if let Some(camera) = &self.camera {
            camera.remark(&in_roi.remark(change));
        }
        self.without_board.clear();
        self.board = Some(FoundBoard {
            place,
            roi,
            content: size,
            reader,
            lessons,
            last: None,
            captured: None,
            whole: LastWhole::none(),
            before: VecDeque::new(),
        });
        place.grid()
    }

    /// How many pixels the page has slid since the board was found first, or from where the profile says that it lies; (0, 0) also
    /// where it is shown larger or smaller.
    pub(crate) fn slid(&self) -> (i32, i32) {
        let board = self.board.as_ref();
        board
            .and_then(|board| self.slid_to(&board.place.grid(), board.content))
            .unwrap_or((0, 0))
    }

    /// How far a board that lies there has slid; `None` if it is not as large as it was.
    fn slid_to(&self, now: &Calibration, content: (u32, u32)) -> Option<(i32, i32)> {
        let home = self.home.as_ref().filter(|(size, _)| *size == content)?.1.grid();
        let last = f64::from(now.columns.max(now.rows));
        let is_scaled = ((now.pitch.0 - home.pitch.0) * last).abs() >= MOVED_PIXELS;
        let off = (now.origin.0 - home.origin.0, now.origin.1 - home.origin.1);
        let has_slid = off.0.abs().max(off.1.abs()) >= SLID_PIXELS;
        let (x, y) = if has_slid {
            (off.0.round() as i32, off.1.round() as i32)
        } else {
            (0, 0)
        };
        ((now.columns, now.rows) == (home.columns, home.rows) && !is_scaled).then_some((x, y))
    }

    /// How far the page has slid by where the board is found in this picture of the content; `None` if it is not, or not as large as it
    /// was.
    pub(crate) fn slid_in(&self, content: &Frame) -> Option<(i32, i32)> {
        let place = P::locate(content, &self.board_profile).ok()?;
        self.slid_to(&place.grid(), content.image.dimensions())
    }

    /// How much of the board can be told no more where it is thought to lie, and how much if its page had slid so far. `None` if no
    /// board is known.
    pub(crate) fn untold_if_slid(&self, content: &Frame, slid: (i32, i32)) -> Option<(usize, usize)> {
        let board = self.board.as_ref()?;
        let untold = |place: P::Place| P::Reader::unaided(place).read(content).uncertain();
        Some((untold(board.place), untold(self.slid_place(slid)?)))
    }

    /// How much of the board could not be told when it was read last.
    pub(crate) fn last_untold(&self) -> usize {
        let last = self.board.as_ref().and_then(|board| board.last.as_ref());
        last.map_or(0, |(_, seen)| seen.uncertain())
    }

    fn slid_place(&self, (x, y): (i32, i32)) -> Option<P::Place> {
        let (_, home) = self.home.as_ref()?;
        Some(home.shifted(f64::from(-x), f64::from(-y)))
    }

    /// From here on the board lies so far from where it lay first, in this picture of the content.
    pub(crate) fn take_slide(&mut self, slid: (i32, i32), content: &Frame) {
        if let (Some(place), Some(window)) = (self.slid_place(slid), self.window.clone()) {
            self.settle_on(place, &window, content);
        }
    }

    /// The board may have moved in its window, as a page pushes it about or a tool bar comes late: it is taken where it is found, if
    /// far more of it can be told there than where it lay, also where a profile said that it lies there. Answers where its points
    /// are shown then, and `None` if nothing changes.
    ///
    /// # Errors
    /// The window cannot be seen.
    pub(crate) fn follow(&mut self, sought: Elsewhere) -> Result<Option<Calibration>, Blindness> {
        let window = self.find_window()?;
        self.uncovered(&window, window.content)?;
        let Some(board) = &self.board else {
            return Ok(None);
        };
        let (before, last) = (board.place.grid(), board.last.as_ref());
        let untold = last.map_or(usize::MAX, |(_, seen)| seen.uncertain());
        let frame = self.content()?;
        let Ok(place) = P::locate(&frame, &self.board_profile) else {
            return Ok(None);
        };
        let is_another = sought == Elsewhere::Any && size_of(&before) != size_of(&place.grid());
        if !(is_another || has_moved(&before, &place.grid()))
            || self.untold_at(place, &window)? > untold / LEGIBLE_TIMES
        {
            return Ok(None);
        }
        if is_another {
            self.forget_board();
        }
        Ok(Some(self.settle_on(place, &window, &frame)))
    }

    /// The size of a board that is up and is not the one that the profile names, if it names one.
    pub(crate) fn size_against_profile(&mut self) -> Option<(u8, u8)> {
        let named = (self.board_profile.columns, self.board_profile.rows);
        let fixed = P::fixed(&self.board_profile).map(|place| size_of(&place.grid()));
        let (columns, rows) = fixed.or(named.0.zip(named.1))?;
        let any = BoardProfile {
            columns: None,
            rows: None,
            ..self.board_profile.clone()
        };
        let place = P::locate(&self.content().ok()?, &any).ok()?;
        let size = size_of(&place.grid());
        (size != (columns, rows)).then_some(size)
    }

    /// How much of the board cannot be told by somebody who knows nothing, if it lies there.
    fn untold_at(&mut self, place: P::Place, window: &Window) -> Result<usize, Blindness> {
        let whole = Area::new(0, 0, window.content.width, window.content.height);
        let roi = roi_of(&place.grid(), whole);
        let frame = self.source.grab(on_screen(window, roi)).map_err(blind)?;
        let in_roi = place.shifted(f64::from(roi.x), f64::from(roi.y));
        Ok(P::Reader::unaided(in_roi).read(&frame).uncertain())
    }
}

/// Columns and rows of points.
fn size_of(board: &Calibration) -> (u8, u8) {
    (board.columns, board.rows)
}

/// Whether the same board lies elsewhere, or is somewhat larger or smaller than it was. A far smaller one is a picture of it.
fn has_moved(before: &Calibration, now: &Calibration) -> bool {
    let last = |origin: f64, pitch: f64, count: u8| origin + pitch * f64::from(count - 1);
    let far = |board: &Calibration| {
        (
            last(board.origin.0, board.pitch.0, board.columns),
            last(board.origin.1, board.pitch.1, board.rows),
        )
    };
    let is_off = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).abs().max((a.1 - b.1).abs()) >= MOVED_PIXELS;
    let scale = now.pitch.0 / before.pitch.0;
    (before.columns, before.rows) == (now.columns, now.rows)
        && (1.0 / SCALED_MOST..=SCALED_MOST).contains(&scale)
        && (is_off(before.origin, now.origin) || is_off(far(before), far(now)))
}

/// The board and most of a cell around it, inside `whole`.
fn roi_of(calibration: &Calibration, whole: Area) -> Area {
    let margin = (0.75 * calibration.pitch.0, 0.75 * calibration.pitch.1);
    let span = |pitch: f64, count: u8| pitch * f64::from(count - 1);
    let left = (calibration.origin.0 - margin.0).floor() as i32;
    let top = (calibration.origin.1 - margin.1).floor() as i32;
    let width = (span(calibration.pitch.0, calibration.columns) + 2.0 * margin.0).ceil() as u32 + 1;
    let height = (span(calibration.pitch.1, calibration.rows) + 2.0 * margin.1).ceil() as u32 + 1;
    Area::new(left, top, width, height)
        .intersection(&whole)
        .unwrap_or(whole)
}
