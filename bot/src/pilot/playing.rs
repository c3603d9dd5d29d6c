//! How a point is played: the client's own way to take a move, from the pixel under the pointer to the last confirming key,
//! and what is told when it is broken off. A part of the pilot.

use actuator::{
    gesture::Gesture,
    ground::Unpressed,
    guard::{Broken, Refusal},
};
use referee::{point::Point, seat::Seat};
use vision::{area::Area, calibration::Calibration, screen_state};

use super::Pilot;
use crate::{
    event::{Blindness, Event},
    surroundings::{Focus, Waiting},
};
use profile::{
    mouse::{Confirm, Cursor, Home, Known, Play, SETTLE_MS, Start},
    screen::{SignProfile, Sought},
};

/// What confirms a point, or shows the cursor, is waited for so long.
const SEEN_MS: u64 = 2_000;
/// Between two looks for it.
const POLL_MS: u64 = 40;
/// A manager that is asked for the keyboard gives it within so many milliseconds, or not at all.
const KEYS_MS: u64 = 300;
/// Between two questions whether it has.
const KEYS_POLL_MS: u64 = 10;
/// A manager that never gave the keyboard so often is not asked before a click any more.
const KEYS_REFUSED_MAX: u32 = 3;
/// For so long presses may find another window in the way, the window elsewhere or the mouse held, before it is told as
/// trouble: pop-ups and menus go by themselves.
const MISSING_MS: u64 = 120_000;
/// When a person who watches is told.
const MISSING_TOLD_MS: u64 = 5_000;
/// Points in a row whose confirmation or cursor was not seen, before it is told as trouble.
const UNSEEN_MAX: u32 = 4;
/// Correlation that counts as a template.
const TEMPLATE_AT_LEAST: f32 = 0.9;
/// Correlation that counts as the cursor, where nothing looks more like it: a star point or an edge shows through.
const CURSOR_AT_LEAST: f32 = 0.7;
/// Strokes that may bring a cursor to where it can be seen.
const NUDGES_MAX: usize = 4;

/// A point that was not played, or perhaps not.
#[derive(Debug)]
enum Unplayed {
    /// Nothing was done that could have played it.
    Not(Refusal),
    /// The same, and what was looked for is not there: why, in words.
    Unseen(String),
    /// It may have been played: why it is open, in words; and what broke it off.
    Perhaps(String, Option<Refusal>),
}

impl From<Broken> for Unplayed {
    fn from(broken: Broken) -> Unplayed {
        let words = broken.to_string();
        match broken {
            Broken::Before(refusal) => Unplayed::Not(refusal),
            Broken::After(refusal) => Unplayed::Perhaps(words, Some(refusal)),
            Broken::Elsewhere(_) => Unplayed::Perhaps(words, None),
        }
    }
}

impl Unplayed {
    /// What was broken off after the point had been selected may have played it.
    fn after_selecting(self) -> Unplayed {
        match self {
            Unplayed::Not(refusal) => {
                Unplayed::Perhaps(format!("selected and not confirmed: {refusal}"), Some(refusal))
            }
            Unplayed::Unseen(why) => Unplayed::Perhaps(format!("selected and not confirmed: {why}"), None),
            perhaps @ Unplayed::Perhaps(..) => perhaps,
        }
    }

    /// Moving a cursor about plays nothing.
    fn while_moving(self) -> Unplayed {
        match self {
            Unplayed::Perhaps(_, Some(refusal)) => Unplayed::Not(refusal),
            Unplayed::Perhaps(why, None) => Unplayed::Unseen(why),
            other => other,
        }
    }
}

impl Pilot {
    /// Plays a point, and tells the session if it could not be done, or not for certain.
    pub(super) fn click(&mut self, point: Point) {
        if !self.await_lesson() || !self.is_our_turn() {
            self.events.push_back(Event::NotYet);
            return;
        }
        self.ask_for_keys();
        if let Err(blindness) = self.ports.eye.board_is_free() {
            self.events.push_back(Event::NotYet);
            self.events.push_back(Event::Blind(blindness));
            return;
        }
        let pixel = match self.pixel_to_play(point) {
            Ok(pixel) => pixel,
            Err(why) => {
                self.events.push_back(Event::NotYet);
                self.events.push_back(Event::Refused(why));
                return;
            }
        };
        let park = self.resting_pixel();
        if self.ports.hand.is_dry() {
            let way = self.ports.client.profile.mouse.words();
            let (x, y) = pixel;
            let words = format!("dry run: would click {point} at pixel {x},{y} ({way})");
            self.ports.recorder.say(&words);
        }
        let played = self.play_point(pixel);
        self.ports
            .hand
            .park(park, self.clock.now_ms(), &mut Waiting(&self.clock));
        match played {
            Ok(()) => self.misses = Misses::default(),
            Err(Unplayed::Not(refusal)) => {
                self.events.push_back(Event::NotYet);
                self.refused(&refusal);
            }
            Err(Unplayed::Unseen(why)) => {
                self.events.push_back(Event::NotYet);
                self.unseen(why);
            }
            Err(Unplayed::Perhaps(why, refusal)) => {
                self.events.push_back(Event::Doubtful(why));
                if let Some(refusal) = refusal.filter(Refusal::is_a_persons_will) {
                    self.refused(&refusal);
                }
            }
        }
    }

    /// The pixel of the screen that stands for a point; the hand is told the window that it was computed from.
    fn pixel_to_play(&mut self, point: Point) -> Result<(i32, i32), String> {
        let (Some(window), Some(calibration)) = (self.ports.eye.window(), self.ports.eye.calibration())
        else {
            return Err(Blindness::WindowGone.words());
        };
        let (x, y) = calibration.pixel_of(point);
        let aim = self.ports.client.profile.mouse.aim.unwrap_or_default();
        let (half_x, half_y) = (calibration.pitch.0 / 2.0, calibration.pitch.1 / 2.0);
        if f64::from(aim.0.abs()) >= half_x || f64::from(aim.1.abs()) >= half_y {
            return Err(format!(
                "[mouse] aim {},{} leads to a neighbour of {point}",
                aim.0, aim.1
            ));
        }
        let window = window.clone();
        let pixel = (window.content.x + x + aim.0, window.content.y + y + aim.1);
        let park = self.resting_pixel();
        self.ports.hand.allow(&window, park);
        Ok(pixel)
    }

    /// A click that gives the window the keyboard passes through the window manager, and what lies under it may change
    /// meanwhile: so the keyboard is asked for before.
    fn ask_for_keys(&mut self) {
        let Some(id) = self.ports.eye.window().map(|window| window.id) else {
            return;
        };
        let desktop = self.ports.eye.desktop();
        if self.ports.hand.is_dry()
            || self.keys_refused >= KEYS_REFUSED_MAX
            || desktop.focused() == Ok(Some(id))
            || desktop.is_managed() != Ok(true)
            || desktop.activate(id).is_err()
        {
            return;
        }
        for _ in 0..KEYS_MS / KEYS_POLL_MS {
            if self.ports.eye.desktop().focused() == Ok(Some(id)) {
                self.keys_refused = 0;
                return;
            }
            self.clock.wait_ms(KEYS_POLL_MS);
        }
        self.keys_refused += 1;
    }

    /// Selects and confirms, as the client wants it.
    fn play_point(&mut self, pixel: (i32, i32)) -> Result<(), Unplayed> {
        let mouse = self.ports.client.profile.mouse.clone();
        let rest_ms = self.ports.client.rest_ms();
        let (x, y) = pixel;
        let gesture = match &mouse.play {
            Play::Click => Gesture::click(x, y, rest_ms),
            Play::DoubleClick => Gesture::double_click(x, y, rest_ms),
            Play::Hover => Gesture::hover(x, y, rest_ms),
            Play::DragFrom(start) => Gesture::drag(self.start_of_drag(*start), pixel, rest_ms),
            Play::DragBy((dx, dy)) => Gesture::drag((x + dx, y + dy), pixel, rest_ms),
            Play::Cursor(cursor) => return self.play_by_keys(pixel, cursor),
        };
        let gesture = gesture.with(mouse.button());
        self.make(&gesture)?;
        let Some(confirm) = &mouse.confirm else {
            return Ok(());
        };
        let confirmed = self.confirm(confirm, &gesture, mouse.confirm_after_ms());
        confirmed.map_err(|unplayed| match gesture.presses() {
            0 => unplayed,
            _ => unplayed.after_selecting(),
        })
    }

    fn start_of_drag(&self, start: Start) -> (i32, i32) {
        let (x, y) = match start {
            Start::Anywhere(at) => at,
            Start::BySeat { first, .. } if self.own_seat == Some(Seat::First) => first,
            Start::BySeat { second, .. } => second,
        };
        let corner = self.ports.eye.window().map(|window| window.content);
        corner.map_or((x, y), |content| (content.x + x, content.y + y))
    }

    fn confirm(&mut self, confirm: &Confirm, again: &Gesture, after_ms: u64) -> Result<(), Unplayed> {
        let gesture = match confirm {
            Confirm::ClickTemplate(sought) => {
                let at = self
                    .await_template(sought)
                    .ok_or_else(|| Unplayed::Unseen(format!("{:?} is not seen", sought.template())))?;
                self.click_in_content(at)
            }
            Confirm::Again => Gesture::wait(after_ms).then(again.clone()),
            Confirm::Click(at) => Gesture::wait(after_ms).then(self.click_in_content(*at)),
            Confirm::Key(key) => {
                self.take_keys()?;
                Gesture::wait(after_ms).then(Gesture::key(key.clone()))
            }
        };
        Ok(self.make(&gesture)?)
    }

    fn click_in_content(&self, (x, y): (i32, i32)) -> Gesture {
        let corner = self.ports.eye.window().map(|window| window.content);
        let (left, top) = corner.map_or((0, 0), |content| (content.x, content.y));
        Gesture::click(left + x, top + y, SETTLE_MS)
    }

    fn await_template(&mut self, sought: &Sought) -> Option<(i32, i32)> {
        let until_ms = self.clock.now_ms() + SEEN_MS;
        loop {
            let found = self.find_template(sought, &[]);
            if found.is_some() || self.clock.now_ms() >= until_ms {
                return found;
            }
            self.clock.wait_ms(POLL_MS);
        }
    }

    /// The keyboard, for the client's window.
    fn take_keys(&mut self) -> Result<(), Unplayed> {
        if self.ports.hand.is_dry() || self.focus() {
            return Ok(());
        }
        let why = "the client's window does not take the keyboard";
        Err(Unplayed::Unseen(why.to_owned()))
    }

    /// Moves the keyboard's cursor to the point of that pixel, makes sure that it is there if it can be seen, and plays.
    fn play_by_keys(&mut self, pixel: (i32, i32), cursor: &Cursor) -> Result<(), Unplayed> {
        let calibration = *self
            .ports
            .eye
            .calibration()
            .ok_or_else(|| Unplayed::Unseen(Blindness::NoBoard.words()))?;
        let corner = self.ports.eye.window().map(|window| window.content);
        let (left, top) = corner.map_or((0, 0), |content| (content.x, content.y));
        let target = place_at((pixel.0 - left, pixel.1 - top), &calibration)
            .ok_or_else(|| Unplayed::Unseen("the point is off the board".to_owned()))?;
        self.take_keys()?;
        let strokes = match &cursor.home {
            Home::Known(Known::Edges) => from_the_edges(target, &calibration, cursor),
            Home::Keys { keys, at } => {
                let mut strokes: Vec<&str> = keys.iter().map(String::as_str).collect();
                strokes.extend(between(*at, target, cursor));
                strokes
            }
            Home::Known(Known::Seen) => between(self.cursor_seen(cursor, &calibration)?, target, cursor),
        };
        self.strike(&strokes, cursor.every_ms())
            .map_err(Unplayed::while_moving)?;
        if let Some(seen) = &cursor.seen
            && !self.ports.hand.is_dry()
        {
            self.await_cursor(seen, target, &calibration)?;
        }
        Ok(self.make(&Gesture::key(cursor.place.clone()))?)
    }

    fn strike(&mut self, keys: &[&str], every_ms: u64) -> Result<(), Unplayed> {
        let strokes = keys.iter().fold(Gesture::default(), |strokes, &key| {
            strokes.then(Gesture::key(key)).then(Gesture::wait(every_ms))
        });
        Ok(self.make(&strokes)?)
    }

    /// Where the cursor is seen. On a stone it may look otherwise: then it is moved about a little.
    fn cursor_seen(&mut self, cursor: &Cursor, calibration: &Calibration) -> Result<(u8, u8), Unplayed> {
        let picture = Sought::Anywhere(cursor.seen.clone().unwrap_or_default());
        let [left, right, up, down] = cursor.moves();
        for nudge in [left, up, right, down].into_iter().cycle().take(NUDGES_MAX + 1) {
            let found = self.find_picture(&picture, &[], CURSOR_AT_LEAST);
            if let Some(place) = found.and_then(|at| place_at(at, calibration)) {
                return Ok(place);
            }
            self.strike(&[nudge], cursor.every_ms().max(POLL_MS))
                .map_err(Unplayed::while_moving)?;
        }
        Err(Unplayed::Unseen("the cursor is not seen".to_owned()))
    }

    /// Waits until the cursor is seen on the point that is meant.
    fn await_cursor(
        &mut self,
        picture: &str,
        target: (u8, u8),
        calibration: &Calibration,
    ) -> Result<(), Unplayed> {
        let sought = Sought::Anywhere(picture.to_owned());
        let until_ms = self.clock.now_ms() + SEEN_MS;
        loop {
            let found = self.find_picture(&sought, &[], CURSOR_AT_LEAST);
            let place = found.and_then(|at| place_at(at, calibration));
            if place == Some(target) {
                return Ok(());
            }
            if self.clock.now_ms() >= until_ms {
                let (x, y) = target;
                return Err(Unplayed::Unseen(match place {
                    Some((column, row)) => format!("the cursor is at {column},{row} and not at {x},{y}"),
                    None => format!("the cursor is not seen at {x},{y}"),
                }));
            }
            self.clock.wait_ms(POLL_MS);
        }
    }

    /// Performs a gesture in the client's window.
    pub(super) fn make(&mut self, gesture: &Gesture) -> Result<(), Broken> {
        let id = self.ports.eye.window().map(|window| window.id);
        let mut around = Focus {
            clock: &self.clock,
            desktop: self.ports.eye.desktop(),
            id,
        };
        let now_ms = around.clock.now_ms();
        self.ports.hand.perform(gesture, now_ms, &mut around)
    }

    /// A template's middle in the content.
    pub(super) fn find_template(&mut self, sought: &Sought, signs: &[SignProfile]) -> Option<(i32, i32)> {
        self.find_picture(sought, signs, TEMPLATE_AT_LEAST)
    }

    fn find_picture(&mut self, sought: &Sought, signs: &[SignProfile], at_least: f32) -> Option<(i32, i32)> {
        let frame = self.ports.eye.content().ok()?;
        let picture = self.ports.client.template(sought.template())?;
        let area = sought
            .area(signs)
            .map(|(x, y, width, height)| Area::new(x, y, width, height));
        screen_state::find(picture, &frame, area.unwrap_or(frame.area()))
            .filter(|sighting| sighting.score >= at_least)
            .map(|found| found.at)
    }

    /// What the guard refuses is a person's will, a matter of moments, or trouble.
    pub(super) fn refused(&mut self, refusal: &Refusal) {
        match refusal {
            Refusal::PersonAtMouse { .. } => {
                self.person = true;
                self.events.push_back(Event::PersonAtMouse);
            }
            Refusal::TooManyClicks { .. } => {}
            Refusal::Unpressed(Unpressed::Pointer(error)) => {
                self.events.push_back(Event::Refused(error.to_string()));
            }
            Refusal::Unpressed(why) => self.missed(why.to_string()),
            stop if stop.is_stop() => {
                self.is_stopped = true;
                self.events.push_back(Event::StopNow(stop.to_string()));
            }
            other => self.events.push_back(Event::Refused(other.to_string())),
        }
    }

    /// What a gesture broke off with, where no point was played.
    pub(super) fn broken(&mut self, broken: &Broken) {
        match broken.refusal() {
            Some(refusal) => self.refused(refusal),
            None => self.events.push_back(Event::Doubtful(broken.to_string())),
        }
    }

    /// The next look shows what has changed, and the gesture is made up anew; only what goes on and on is trouble.
    fn missed(&mut self, why: String) {
        let now_ms = self.clock.now_ms();
        let since_ms = *self.misses.since_ms.get_or_insert(now_ms);
        if now_ms >= since_ms + MISSING_MS {
            self.misses = Misses::default();
            self.events.push_back(Event::Refused(why));
        } else if now_ms >= since_ms + MISSING_TOLD_MS && !std::mem::replace(&mut self.misses.is_told, true) {
            self.ports.recorder.say(&format!("waiting to click: {why}"));
        }
    }

    /// What the profile says should be seen, and is not.
    fn unseen(&mut self, why: String) {
        self.misses.unseen += 1;
        if self.misses.unseen >= UNSEEN_MAX {
            self.misses = Misses::default();
            self.events.push_back(Event::Refused(why));
        }
    }
}

/// Gestures in a row that were not made, because something lay in the way.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Misses {
    since_ms: Option<u64>,
    is_told: bool,
    unseen: u32,
}

/// Column and row of a pixel of the content, as they are seen from the top left.
fn place_at((x, y): (i32, i32), calibration: &Calibration) -> Option<(u8, u8)> {
    let number = |pixel: i32, origin: f64, pitch: f64, count: u8| {
        let number = ((f64::from(pixel) - origin) / pitch).round();
        (number >= 0.0 && number < f64::from(count)).then_some(number as u8)
    };
    Some((
        number(x, calibration.origin.0, calibration.pitch.0, calibration.columns)?,
        number(y, calibration.origin.1, calibration.pitch.1, calibration.rows)?,
    ))
}

/// The strokes from one place to another.
fn between(from: (u8, u8), to: (u8, u8), cursor: &Cursor) -> Vec<&str> {
    let [left, right, up, down] = cursor.moves();
    let along = |from: u8, to: u8, back, forth| {
        let key = if to < from { back } else { forth };
        std::iter::repeat_n(key, usize::from(from.abs_diff(to)))
    };
    along(from.0, to.0, left, right)
        .chain(along(from.1, to.1, up, down))
        .collect()
}

/// The strokes into the nearest corner, wherever the cursor stands, and from there.
fn from_the_edges<'a>(to: (u8, u8), calibration: &Calibration, cursor: &'a Cursor) -> Vec<&'a str> {
    let [left, right, up, down] = cursor.moves();
    let edge = |to: u8, count: u8, back, forth| {
        let (key, at) = if to < count / 2 {
            (back, 0)
        } else {
            (forth, count - 1)
        };
        (std::iter::repeat_n(key, usize::from(count - 1)), at)
    };
    let (across, x) = edge(to.0, calibration.columns, left, right);
    let (along, y) = edge(to.1, calibration.rows, up, down);
    let mut strokes: Vec<&str> = across.chain(along).collect();
    strokes.extend(between((x, y), to, cursor));
    strokes
}

#[cfg(test)]
mod tests {
    use vision::{calibration::Kind, orientation::Orientation};

    use super::*;

    fn cursor() -> Cursor {
        Cursor {
            home: Home::Known(Known::Edges),
            place: "Return".to_owned(),
            moves: Some(["h", "l", "k", "j"].map(str::to_owned)),
            seen: None,
            every_ms: None,
        }
    }

    fn board() -> Calibration {
        Calibration {
            columns: 10,
            rows: 12,
            kind: Kind::Cells,
            origin: (30.0, 40.0),
            pitch: (20.0, 25.0),
            confidence: 1.0,
            orientation: Orientation::default(),
        }
    }

    /// A cursor that stops at the edges ends on the point, wherever it stood.
    #[test]
    fn strokes_lead_to_the_point_from_anywhere() {
        let (cursor, board) = (cursor(), board());
        for target in (0..10).flat_map(|x| (0..12).map(move |y| (x, y))) {
            let strokes = from_the_edges(target, &board, &cursor);
            for start in [(0, 0), (9, 11), (4, 7), (9, 0)] {
                let end = strokes.iter().fold(start, |(x, y): (i32, i32), key| match *key {
                    "h" => ((x - 1).max(0), y),
                    "l" => ((x + 1).min(9), y),
                    "k" => (x, (y - 1).max(0)),
                    _ => (x, (y + 1).min(11)),
                });
                assert_eq!(end, (i32::from(target.0), i32::from(target.1)), "from {start:?}");
            }
        }
        assert_eq!(between((3, 4), (5, 3), &cursor), ["l", "l", "k"]);
        assert_eq!(between((3, 4), (3, 4), &cursor), [""; 0]);
    }

    #[test]
    fn a_pixel_has_a_place_on_the_board_only() {
        assert_eq!(place_at((30, 40), &board()), Some((0, 0)));
        assert_eq!(
            place_at((30 + 9 * 20, 40 + 11 * 25 - 12), &board()),
            Some((9, 11))
        );
        assert_eq!(place_at((15, 40), &board()), None);
        assert_eq!(place_at((30, 40 + 12 * 25), &board()), None);
    }

    /// What is told to the session depends on how far it came.
    #[test]
    fn what_was_broken_off_after_selecting_may_have_been_played() {
        let held = || Refusal::Unpressed(Unpressed::Held);
        let before = Unplayed::from(Broken::Before(held()));
        assert!(matches!(before, Unplayed::Not(_)));
        assert!(matches!(before.after_selecting(), Unplayed::Perhaps(_, Some(_))));
        let after = Unplayed::from(Broken::After(held()));
        assert!(matches!(after, Unplayed::Perhaps(_, Some(_))));
        assert!(matches!(after.while_moving(), Unplayed::Not(_)));
        let elsewhere = Unplayed::from(Broken::Elsewhere("x".to_owned()));
        assert!(matches!(elsewhere, Unplayed::Perhaps(_, None)));
    }
}
