//! One client, looked at: finds its window, finds the board in it, reads the board. It decides nothing.
//!
//! All positions inside are in pixels of the window's content, so that a window may be moved at any time.

mod cover;
pub(crate) mod placing;
mod search;

use std::collections::VecDeque;

use referee::gomoku;
use vision::{
    area::Area,
    frame::Frame,
    observation::Observation,
    source::{CaptureError, FrameSource},
    window::{Desktop, Drawing, Window, WindowError, WindowId},
};

use crate::last_whole::LastWhole;
use archive::camera::Camera;
use profile::client::{BoardProfile, WindowProfile};
use recordings::film::ReaderChange;
use session::{
    blindness::Blindness,
    live_game::playable::Playable,
    readable::{BoardReading as _, BoardSeen as _, Place as _},
};

/// What a look gave.
pub struct Look<S = Observation> {
    /// The reading.
    pub observation: S,
    /// Whether any pixel of the board differs from the look before.
    pub changed: bool,
}

/// Window, board and reader of one client.
pub struct BoardReader<P: Playable = gomoku::Position> {
    desktop: Box<dyn Desktop>,
    source: Box<dyn FrameSource>,
    window_profile: WindowProfile,
    board_profile: BoardProfile,
    window: Option<Window>,
    board: Option<FoundBoard<P>>,
    /// A reader that learned before the client was started anew, and how often.
    former: Option<(P::Reader, u32)>,
    /// Where the board lay at first in a content of this size, as whoever wrote the profile will have seen it.
    home: Option<((u32, u32), P::Place)>,
    camera: Option<Camera>,
    /// Whether a window has to be claimed.
    claims: bool,
    /// Whether another bot played in a window that was found.
    others: bool,
    /// Windows that fit and showed no board when they were looked at.
    without_board: Vec<WindowId>,
}

/// A board that was found.
struct FoundBoard<P: Playable> {
    /// In the window's content.
    place: P::Place,
    /// The part of the content that is captured at each look.
    roi: Area,
    /// The content's size when the board was found; another size means another board.
    content: (u32, u32),
    reader: P::Reader,
    /// How often it has learned.
    lessons: u32,
    last: Option<(Frame, P::Seen)>,
    /// What was captured and not read yet.
    captured: Option<Frame>,
    whole: LastWhole<P::Reader>,
    /// The pictures before the last one, oldest first.
    before: VecDeque<Frame>,
}

impl<P: Playable> FoundBoard<P> {
    /// Goes on with the former reader where the one that knows nothing leaves something untold and the former tells all of it,
    /// without a contradiction; where the one tells less than half of the picture, nothing it says counts. What that tells.
    fn recall(
        &mut self,
        former: &mut Option<(P::Reader, u32)>,
        frame: &Frame,
        seen: &P::Seen,
    ) -> Option<P::Seen> {
        if self.lessons > 0 || seen.uncertain() == 0 {
            return None;
        }
        let told = former.as_mut()?.0.read(frame);
        let tells_most = 2 * seen.uncertain() <= seen.parts();
        if told.uncertain() > 0 || (tells_most && told.contradictions(seen) > 0) {
            return None;
        }
        (self.reader, self.lessons) = former.take()?;
        Some(told)
    }
}

/// Pictures before the last one that are remembered.
const BEFORE_MAX: usize = 2;

impl<P: Playable> BoardReader<P> {
    /// A reader that has not found anything yet.
    pub fn new(
        desktop: Box<dyn Desktop>,
        source: Box<dyn FrameSource>,
        window_profile: WindowProfile,
        board_profile: BoardProfile,
    ) -> BoardReader<P> {
        BoardReader {
            desktop,
            source,
            window_profile,
            board_profile,
            window: None,
            board: None,
            former: None,
            home: None,
            camera: None,
            claims: false,
            others: false,
            without_board: Vec::new(),
        }
    }

    /// From here on, windows in which other bots play are none of ours.
    pub fn claim_windows(&mut self) {
        self.claims = true;
    }

    /// Whether the only windows that were found last are other bots'.
    pub fn is_taken(&self) -> bool {
        self.others && self.window.is_none()
    }

    /// From here on, every change of the board is filmed.
    pub fn film_with(&mut self, camera: Camera) {
        self.camera = Some(camera);
    }

    /// The client's window as last seen.
    pub fn window(&self) -> Option<&Window> {
        self.window.as_ref()
    }

    /// Where the board lies in the window's content, once it was found.
    pub fn place(&self) -> Option<P::Place> {
        self.board.as_ref().map(|board| board.place)
    }

    /// The part of the window's content that is captured at each look, once the board was found.
    pub fn board_area(&self) -> Option<Area> {
        self.board.as_ref().map(|board| board.roi)
    }

    /// The desktop, for raising and closing windows.
    pub fn desktop(&mut self) -> &mut dyn Desktop {
        self.desktop.as_mut()
    }

    /// Finds the client's window, or sees that it is still there and where.
    ///
    /// # Errors
    /// It is gone or minimised.
    pub fn find_window(&mut self) -> Result<Window, Blindness> {
        let capture = |error: WindowError| Blindness::Capture(error.to_string());
        let known: Option<WindowId> = self.window.as_ref().map(|window| window.id);
        let mut found = None;
        if let Some(id) = known {
            found = self.desktop.window(id).map_err(capture)?;
        }
        if found.is_none() {
            self.put_board_aside();
            let windows = self.fitting_windows().map_err(capture)?;
            found = self.choose(windows).map_err(capture)?;
        }
        self.window = found;
        match &self.window {
            None => Err(Blindness::WindowGone),
            Some(window) if window.minimised || !window.viewable => Err(Blindness::Hidden),
            Some(window) => Ok(window.clone()),
        }
    }

    /// The best of these windows in which no other bot plays.
    fn choose(&mut self, mut windows: Vec<Window>) -> Result<Option<Window>, WindowError> {
        self.others = false;
        while let Some(best) = best_match(windows.clone(), self.window_profile.title.as_deref()) {
            if !self.claims || self.desktop.claim(best.id)? {
                return Ok(Some(best));
            }
            self.others = true;
            windows.retain(|window| window.id != best.id);
        }
        Ok(None)
    }

    /// Whether the profile asks for a size of the window.
    pub fn has_size(&self) -> bool {
        self.window_profile.size.is_some()
    }

    /// Gives the window the size that the profile asks for, wholly on the screen. Answers whether anything
    /// had to be asked of the window manager.
    ///
    /// # Errors
    /// The window is gone.
    pub fn fit_window(&mut self) -> Result<bool, Blindness> {
        let window = self.find_window()?;
        let capture = |error: WindowError| Blindness::Capture(error.to_string());
        let screen = self.source.screen().map_err(blind)?;
        let Some(content) = fitted(window.content, screen, self.window_profile.size) else {
            return Ok(false);
        };
        self.desktop.place(window.id, content).map_err(capture)?;
        Ok(true)
    }

    /// From here on, the window is to be about as large as the screen is high: a board that is too small to be read grows
    /// with it. Answers whether it was to be smaller before.
    ///
    /// # Errors
    /// The screen or the window cannot be seen.
    pub fn enlarge_window(&mut self) -> Result<bool, Blindness> {
        let window = self.find_window()?.content;
        let screen = self.source.screen().map_err(blind)?;
        let side = screen.height.min(screen.width).saturating_sub(SCREEN_MARGIN);
        let larger = (side.max(window.width), side.max(window.height));
        let before = self.window_profile.size.replace(larger);
        Ok(before != Some(larger) && larger != (window.width, window.height))
    }

    /// Waits until something is drawn in the client's window, at most so long.
    pub fn await_drawing(&mut self, ms: u64) -> Drawing {
        let Some(window) = &self.window else {
            return Drawing::Unknown;
        };
        self.desktop.await_drawing(window.id, ms)
    }

    /// The whole content of the window.
    ///
    /// # Errors
    /// The window cannot be seen.
    pub fn content(&mut self) -> Result<Frame, Blindness> {
        let window = self.find_window()?;
        self.source.grab(window.content).map_err(blind)
    }

    /// The whole content of the window, which in that part shows what a person sees there: the windows of its own program that
    /// lie over it, such as a dialog that tells how a game ended, are a part of the client.
    ///
    /// # Errors
    /// The window cannot be seen, or one of another program lies over that part.
    pub fn content_with_dialogs(&mut self, part: Area) -> Result<Frame, Blindness> {
        let window = self.find_window()?;
        let part = on_screen(&window, part);
        self.uncovered_by_others(&window, part)?;
        let frame = self.source.grab(window.content).map_err(blind)?;
        self.uncovered_by_others(&window, part)?;
        Ok(frame)
    }

    /// A part of the content, given in its pixels.
    ///
    /// # Errors
    /// The window cannot be seen, or another one lies over that part.
    pub fn part(&mut self, area: Area) -> Result<image::RgbImage, Blindness> {
        let window = self.find_window()?;
        let whole = Area::new(0, 0, window.content.width, window.content.height);
        if area.intersection(&whole) != Some(area) {
            return Err(Blindness::Hidden);
        }
        let area = on_screen(&window, area);
        self.uncovered(&window, area)?;
        let frame = self.source.grab(area).map_err(blind)?;
        self.uncovered(&window, area)?;
        Ok(image::RgbImage::clone(&frame.image))
    }

    /// Captures the board and reads it.
    ///
    /// # Errors
    /// As [`BoardReader::capture`] and [`BoardReader::read`].
    pub fn look(&mut self) -> Result<Look<P::Seen>, Blindness> {
        self.capture()?;
        self.read(false)
    }

    /// Captures the part of the window where the board is, or another screen of the client. Answers whether any pixel
    /// differs from what was captured last; it is read all the same if it was not yet.
    ///
    /// # Errors
    /// The window is gone, hidden or of another size than when the board was found.
    pub fn capture(&mut self) -> Result<bool, Blindness> {
        let window = self.find_window()?;
        let Some(board) = &mut self.board else {
            return Err(Blindness::NoBoard);
        };
        if board.content != (window.content.width, window.content.height) {
            return Err(Blindness::NoBoard);
        }
        let area = on_screen(&window, board.roi);
        let frame = self.source.grab(area).map_err(blind)?;
        let read = board.last.as_ref().map(|(last, _)| last);
        let before = board.captured.as_ref().or(read);
        if before.is_some_and(|before| before.image == frame.image) {
            return Ok(false);
        }
        board.captured = read.is_none_or(|last| last.image != frame.image).then_some(frame);
        Ok(true)
    }

    /// Reads the board as it was captured. To be asked only while the board is up: another screen would be taken for
    /// one, and learned from. `over` says whether a screen of the client is up that may lie over it. Cells under something
    /// that lies over the board cannot be told, whatever they look like.
    ///
    /// # Errors
    /// The board is covered, or was never captured.
    pub fn read(&mut self, over: bool) -> Result<Look<P::Seen>, Blindness> {
        let captured = self.board.as_mut().and_then(|board| board.captured.take());
        let Some(frame) = captured else {
            let last = self.board.as_ref().and_then(|board| board.last.as_ref());
            return last.map_or(Err(Blindness::NoBoard), |(_, observation)| {
                Ok(Look {
                    observation: observation.clone(),
                    changed: false,
                })
            });
        };
        // What lies over the board changes its pixels: it is no stones.
        let over = self.board_is_free_but_for_dialogs()? || over;
        let Some(board) = &mut self.board else {
            return Err(Blindness::NoBoard);
        };
        let mut observation = board.reader.read(&frame);
        if let Some(told) = board.recall(&mut self.former, &frame, &observation) {
            observation = told;
            if let Some(camera) = &self.camera {
                camera.remark(&board.reader.place().remark(ReaderChange::Recalled));
            }
        }
        board.whole.compare(&board.reader, &frame, over, &mut observation);
        if let Some(camera) = &self.camera {
            camera.saw(&frame);
        }
        if let Some((old, _)) = board.last.replace((frame, observation.clone())) {
            board.before.push_back(old);
            let excess = board.before.len().saturating_sub(BEFORE_MAX);
            board.before.drain(..excess);
        }
        Ok(Look {
            observation,
            changed: true,
        })
    }

    /// The last reading, or `truth` in its place, is true: the reader learns from it.
    pub fn learn(&mut self, truth: Option<&P::Seen>) {
        if let Some(board) = &mut self.board
            && let Some((frame, observation)) = &board.last
        {
            board.reader.learn(frame, truth.unwrap_or(observation));
            board.lessons += 1;
            // The same picture may be told by what it taught.
            if truth.is_some() && observation.placed() == 0 {
                board.captured.get_or_insert_with(|| frame.clone());
            }
            if let Some(camera) = &self.camera {
                camera.learned(truth.map(P::Seen::to_rows));
            }
        }
    }

    /// Forgets what was learned of the stones; the board stays where it is.
    pub fn forget_looks(&mut self) {
        let Some(board) = &mut self.board else { return };
        let in_roi = board.reader.place();
        board.reader = P::Reader::unaided(in_roi);
        board.lessons = 0;
        self.former = None;
        if let Some(camera) = &self.camera {
            camera.remark(&in_roi.remark(ReaderChange::Fresh));
        }
    }

    /// What was learned of the stones may hold no more, as in another light or look: somebody who knows nothing reads from here on,
    /// and what was learned is asked again where that leaves something open.
    pub(crate) fn doubt_looks(&mut self) {
        let Some(board) = self.board.as_mut().filter(|board| board.lessons > 0) else {
            return;
        };
        let in_roi = board.reader.place();
        let learned = std::mem::replace(&mut board.reader, P::Reader::unaided(in_roi));
        self.former = Some((learned, std::mem::take(&mut board.lessons)));
        if let Some(camera) = &self.camera {
            camera.remark(&in_roi.remark(ReaderChange::Fresh));
        }
    }

    /// How often the reader of this board has learned.
    pub fn lessons(&self) -> u32 {
        self.board.as_ref().map_or(0, |board| board.lessons)
    }

    /// The last picture of the board, where its points lie in it, and what was read.
    pub(crate) fn last_look(&self) -> Option<(&Frame, P::Place, &P::Seen)> {
        let board = self.board.as_ref()?;
        let (frame, observation) = board.last.as_ref()?;
        let in_roi = board
            .place
            .shifted(f64::from(board.roi.x), f64::from(board.roi.y));
        Some((frame, in_roi, observation))
    }

    /// The pictures of the board before the last one, oldest first; they differ from each other.
    pub(crate) fn looks_before(&self) -> impl Iterator<Item = &Frame> {
        self.board.iter().flat_map(|board| &board.before)
    }

    /// Whether the board can be seen whole at this moment; before every click.
    ///
    /// # Errors
    /// Another window lies over it.
    pub(crate) fn board_is_free(&mut self) -> Result<(), Blindness> {
        let window = self.find_window()?;
        let Some(roi) = self.board.as_ref().map(|board| board.roi) else {
            return Err(Blindness::NoBoard);
        };
        self.uncovered(&window, on_screen(&window, roi))
    }
}

/// Of the windows whose titles have the sought part in them, one that could show a board, whose title has nothing else in
/// it, and among those the largest: messages and hidden helpers may carry the client's name, too.
fn best_match(windows: Vec<Window>, title: Option<&str>) -> Option<Window> {
    let worth = |window: &Window| {
        let Area { width, height, .. } = window.content;
        let is_whole = title.is_some_and(|title| window.title.eq_ignore_ascii_case(title));
        (could_show(window), is_whole, u64::from(width) * u64::from(height))
    };
    // From the back: of equals the first is wanted, and `max_by_key` gives the last.
    windows.into_iter().rev().max_by_key(worth)
}

/// Whether there is room for a board in it.
fn could_show(window: &Window) -> bool {
    let Area { width, height, .. } = window.content;
    window.minimised || (window.viewable && width.min(height) >= BOARD_MIN)
}

/// Pixels of the screen's height that a large window leaves to its frame and to panels.
const SCREEN_MARGIN: u32 = 80;

/// Pixels a side that any board needs.
const BOARD_MIN: u32 = 90;

fn blind(error: CaptureError) -> Blindness {
    Blindness::Capture(error.to_string())
}

fn on_screen(window: &Window, area: Area) -> Area {
    Area::new(
        window.content.x + area.x,
        window.content.y + area.y,
        area.width,
        area.height,
    )
}

/// Where the content of a window is to lie that lies there, wholly on the screen and of the size that is asked for, with room for a
/// title bar above and a border around; `None` if it does. One of which no size is asked may be as large as the screen.
fn fitted(content: Area, screen: Area, asked: Option<(u32, u32)>) -> Option<Area> {
    let own = (content.width, content.height);
    let width = asked.unwrap_or(own).0.min(screen.width.saturating_sub(16));
    let height = asked.unwrap_or(own).1.min(screen.height.saturating_sub(40));
    let is_on_screen = content.intersection(&screen) == Some(content);
    if is_on_screen && (asked.is_none() || own == (width, height)) {
        return None;
    }
    let right = screen.right() - i64::from(width) - 8;
    let bottom = screen.bottom() - i64::from(height) - 8;
    let x = content.x.clamp(screen.x + 8, right as i32);
    let y = content.y.clamp(screen.y + 30, bottom as i32);
    Some(Area::new(x, y, width, height))
}

#[cfg(test)]
mod tests;
