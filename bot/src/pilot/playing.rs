//! How a point is played: the client's own way to take a move, from the pixel under the pointer to the last confirming key,
//! and what is told when it is broken off. A part of the pilot.

use actuator::{
    gesture::Gesture,
    guard::{Broken, Refusal},
};
use referee::seat::Seat;
use vision::{area::Area, calibration::Calibration, screen_state};

use super::{
    Pilot,
    strokes::{between, from_the_edges, place_at},
    unplayed::Unplayed,
};
use crate::surroundings::{Focus, OnBoard, Waiting};
use profile::{
    mouse::{Confirm, Cursor, CursorHome, DragStart, Known, Play, SETTLE_MS},
    screen::{SignProfile, SoughtTemplate},
};
use session::{
    blindness::Blindness,
    event::Event,
    live_game::playable::Playable,
    readable::{Place as _, TargetOf},
};

/// What confirms a point, or shows the cursor, is waited for so long.
const SEEN_MS: u64 = 2_000;
/// Between two looks for it.
const POLL_MS: u64 = 40;
/// A manager that is asked for the keyboard gives it within so many milliseconds, or not at all.
const KEYS_MS: u64 = 300;
/// Between two questions whether it has.
const KEYS_POLL_MS: u64 = 10;
/// Correlation that counts as a template.
pub(super) const TEMPLATE_AT_LEAST: f32 = 0.9;
/// Correlation that counts as the cursor, where nothing looks more like it: a star point or an edge shows through.
const CURSOR_AT_LEAST: f32 = 0.7;
/// Strokes that may bring a cursor to where it can be seen.
const NUDGES_MAX: usize = 4;

impl<P: Playable> Pilot<P> {
    /// Plays a point, and tells the session if it could not be done, or not for certain.
    pub(super) fn click(&mut self, target: TargetOf<P>) {
        if !self.await_lesson() || !self.is_our_turn() {
            self.events.push_back(Event::NotYet);
            return;
        }
        if !self.may_click() {
            return;
        }
        self.ask_for_keys();
        if let Err(blindness) = self.ports.reader.board_is_free() {
            self.events.push_back(Event::NotYet);
            self.events.push_back(Event::Blind(blindness));
            return;
        }
        let (name, pixel) = match self.pixel_to_play(target) {
            Ok(found) => found,
            Err(why) => {
                self.events.push_back(Event::NotYet);
                self.events.push_back(Event::Refused(why));
                return;
            }
        };
        let park = self.resting_pixel();
        if self.ports.mouse.is_dry() {
            let way = self.ports.client.profile.mouse.words();
            let (x, y) = pixel;
            let words = format!("dry run: would click {name} at pixel {x},{y} ({way})");
            self.ports.recorder.say(&words);
        }
        let played = self.play_point(target, pixel);
        // A ball that was picked up follows the pointer until its turn is over.
        let is_held = self.ports.client.profile.mouse.play == Play::ClickBall && !P::Place::ends_turn(target);
        if !is_held {
            self.ports
                .mouse
                .park(park, self.ports.clock.now_ms(), &mut Waiting(&self.ports.clock));
        }
        match played {
            Ok(()) => {
                self.missed_gestures.made();
                self.repeated.made();
            }
            Err(Unplayed::Not(refusal)) => {
                self.events.push_back(Event::NotYet);
                self.refused(&refusal);
            }
            Err(Unplayed::Unseen(why)) => {
                self.events.push_back(Event::NotYet);
                self.unseen(why);
            }
            Err(Unplayed::Perhaps(why, refusal)) => {
                self.repeated.made();
                self.events.push_back(Event::Doubtful(why));
                if let Some(refusal) = refusal.filter(Refusal::is_a_persons_will) {
                    self.refused(&refusal);
                }
            }
        }
    }

    /// Takes the pointer off the board.
    pub(super) fn park(&mut self) {
        let Some(window) = self.ports.reader.window().cloned() else {
            return;
        };
        let park = self.resting_pixel();
        self.ports.mouse.allow(&window, park);
        let now_ms = self.ports.clock.now_ms();
        self.ports
            .mouse
            .park(park, now_ms, &mut Waiting(&self.ports.clock));
    }

    /// The name of a point, and the pixel of the screen that stands for it; the mouse is told the window that it was computed from.
    fn pixel_to_play(&mut self, target: TargetOf<P>) -> Result<(String, (i32, i32)), String> {
        let (Some(window), Some(place)) = (self.ports.reader.window(), self.ports.reader.place()) else {
            return Err(Blindness::WindowGone.words());
        };
        let (x, y) = place.pixel_of(target);
        let name = place.name_of(target);
        let grid = place.grid();
        let aim = self.ports.client.profile.mouse.aim.unwrap_or_default();
        let (half_x, half_y) = (grid.pitch.0 / 2.0, grid.pitch.1 / 2.0);
        if f64::from(aim.0.abs()) >= half_x || f64::from(aim.1.abs()) >= half_y {
            return Err(format!(
                "[mouse] aim {},{} leads to a neighbour of {name}",
                aim.0, aim.1
            ));
        }
        let window = window.clone();
        let pixel = (window.content.x + x + aim.0, window.content.y + y + aim.1);
        let park = self.resting_pixel();
        self.ports.mouse.allow(&window, park);
        Ok((name, pixel))
    }

    /// A click that gives the window the keyboard passes through the window manager, and what lies under it may change
    /// meanwhile: so the keyboard is asked for before.
    fn ask_for_keys(&mut self) {
        let Some(id) = self.ports.reader.window().map(|window| window.id) else {
            return;
        };
        let desktop = self.ports.reader.desktop();
        if self.ports.mouse.is_dry()
            || !self.missed_gestures.may_ask_for_keys()
            || desktop.focused() == Ok(Some(id))
            || desktop.is_managed() != Ok(true)
            || desktop.activate(id).is_err()
        {
            return;
        }
        for _ in 0..KEYS_MS / KEYS_POLL_MS {
            if self.ports.reader.desktop().focused() == Ok(Some(id)) {
                return self.missed_gestures.asked_for_keys(true);
            }
            self.ports.clock.wait_ms(KEYS_POLL_MS);
        }
        self.missed_gestures.asked_for_keys(false);
    }

    /// Selects and confirms, as the client wants it.
    fn play_point(&mut self, target: TargetOf<P>, pixel: (i32, i32)) -> Result<(), Unplayed> {
        let mouse = self.ports.client.profile.mouse.clone();
        let rest_ms = self.ports.client.rest_ms();
        let (x, y) = pixel;
        let gesture = match &mouse.play {
            Play::Click => Gesture::click(x, y, rest_ms),
            Play::DoubleClick => Gesture::double_click(x, y, rest_ms),
            Play::Hover => Gesture::hover(x, y, rest_ms),
            Play::DragFrom(start) => Gesture::drag(self.start_of_drag(*start), pixel, rest_ms),
            Play::DragBall => Gesture::drag(self.start_at_ball(target, pixel), pixel, rest_ms),
            Play::ClickBall => {
                let ball = self.start_at_ball(target, pixel);
                Gesture::click(ball.0, ball.1, rest_ms).then(Gesture::click(x, y, rest_ms))
            }
            Play::DragBy((dx, dy)) => Gesture::drag((x + dx, y + dy), pixel, rest_ms),
            Play::Cursor(cursor) => return self.play_by_keys(pixel, cursor),
        };
        let gesture = gesture.with(mouse.button());
        let confirm = mouse.confirm.as_ref().filter(|_| P::Place::ends_turn(target));
        // What was selected must not be left without its confirmation.
        let confirming = match confirm {
            Some(Confirm::Again) => gesture.presses(),
            Some(Confirm::ClickTemplate(_) | Confirm::Click(_)) => 1,
            Some(Confirm::Key(_)) | None => 0,
        };
        let now_ms = self.ports.clock.now_ms();
        let room = self
            .ports
            .mouse
            .check_room(gesture.presses() + confirming, now_ms);
        room.map_err(Unplayed::Not)?;
        self.make_on_board(&gesture)?;
        let Some(confirm) = confirm else {
            return Ok(());
        };
        let confirmed = self.confirm(confirm, &gesture, mouse.confirm_after_ms());
        confirmed.map_err(|unplayed| match gesture.presses() {
            0 => unplayed,
            _ => unplayed.after_selecting(),
        })
    }

    /// Where the ball lies that is dragged to a pixel.
    fn start_at_ball(&self, target: TargetOf<P>, pixel: (i32, i32)) -> (i32, i32) {
        let place = self.ports.reader.place();
        let origin = place.and_then(|place| Some((place.pixel_of(target), place.origin_of(target)?)));
        origin.map_or(pixel, |(to, from)| {
            (pixel.0 + from.0 - to.0, pixel.1 + from.1 - to.1)
        })
    }

    fn start_of_drag(&self, start: DragStart) -> (i32, i32) {
        let (x, y) = match start {
            DragStart::Anywhere(at) => at,
            DragStart::BySeat { first, .. } if self.own_seat == Some(Seat::First) => first,
            DragStart::BySeat { second, .. } => second,
        };
        let corner = self.ports.reader.window().map(|window| window.content);
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
        let corner = self.ports.reader.window().map(|window| window.content);
        let (left, top) = corner.map_or((0, 0), |content| (content.x, content.y));
        Gesture::click(left + x, top + y, SETTLE_MS)
    }

    fn await_template(&mut self, sought: &SoughtTemplate) -> Option<(i32, i32)> {
        let until_ms = self.ports.clock.now_ms() + SEEN_MS;
        loop {
            let slid = self.ports.reader.slid();
            let found = self.find_template(sought, &[], slid);
            if found.is_some() || self.ports.clock.now_ms() >= until_ms {
                return found;
            }
            self.ports.clock.wait_ms(POLL_MS);
        }
    }

    /// The keyboard, for the client's window.
    fn take_keys(&mut self) -> Result<(), Unplayed> {
        if self.ports.mouse.is_dry() || self.focus() {
            return Ok(());
        }
        let why = "the client's window does not take the keyboard";
        Err(Unplayed::Unseen(why.to_owned()))
    }

    /// Moves the keyboard's cursor to the point of that pixel, makes sure that it is there if it can be seen, and plays.
    fn play_by_keys(&mut self, pixel: (i32, i32), cursor: &Cursor) -> Result<(), Unplayed> {
        let calibration = self
            .ports
            .reader
            .place()
            .ok_or_else(|| Unplayed::Unseen(Blindness::NoBoard.words()))?
            .grid();
        let corner = self.ports.reader.window().map(|window| window.content);
        let (left, top) = corner.map_or((0, 0), |content| (content.x, content.y));
        let target = place_at((pixel.0 - left, pixel.1 - top), &calibration)
            .ok_or_else(|| Unplayed::Unseen("the point is off the board".to_owned()))?;
        self.take_keys()?;
        let strokes = match &cursor.home {
            CursorHome::Known(Known::Edges) => from_the_edges(target, &calibration, cursor),
            CursorHome::Keys { keys, at } => {
                let mut strokes: Vec<&str> = keys.iter().map(String::as_str).collect();
                strokes.extend(between(*at, target, cursor));
                strokes
            }
            CursorHome::Known(Known::Seen) => {
                between(self.cursor_seen(cursor, &calibration)?, target, cursor)
            }
        };
        self.strike(&strokes, cursor.every_ms())
            .map_err(Unplayed::while_moving)?;
        if let Some(seen) = &cursor.seen
            && !self.ports.mouse.is_dry()
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
        let picture = SoughtTemplate::Anywhere(cursor.seen.clone().unwrap_or_default());
        let [left, right, up, down] = cursor.moves();
        for nudge in [left, up, right, down].into_iter().cycle().take(NUDGES_MAX + 1) {
            let found = self.find_picture(&picture, &[], (0, 0), CURSOR_AT_LEAST);
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
        let sought = SoughtTemplate::Anywhere(picture.to_owned());
        let until_ms = self.ports.clock.now_ms() + SEEN_MS;
        loop {
            let found = self.find_picture(&sought, &[], (0, 0), CURSOR_AT_LEAST);
            let place = found.and_then(|at| place_at(at, calibration));
            if place == Some(target) {
                return Ok(());
            }
            if self.ports.clock.now_ms() >= until_ms {
                let (x, y) = target;
                return Err(Unplayed::Unseen(match place {
                    Some((column, row)) => format!("the cursor is at {column},{row} and not at {x},{y}"),
                    None => format!("the cursor is not seen at {x},{y}"),
                }));
            }
            self.ports.clock.wait_ms(POLL_MS);
        }
    }

    /// Performs a gesture in the client's window.
    pub(super) fn make(&mut self, gesture: &Gesture) -> Result<(), Broken> {
        let id = self.ports.reader.window().map(|window| window.id);
        let mut around = Focus {
            clock: &self.ports.clock,
            desktop: self.ports.reader.desktop(),
            id,
        };
        let now_ms = around.clock.now_ms();
        self.ports.mouse.perform(gesture, now_ms, &mut around)
    }

    /// The same on the board, if that is still as it was read when the button goes down. A client that draws all over its board
    /// under a pointer is not asked for ever.
    fn make_on_board(&mut self, gesture: &Gesture) -> Result<(), Broken> {
        if !self.missed_gestures.may_doubt_board() {
            return self.make(gesture);
        }
        let now_ms = self.ports.clock.now_ms();
        let mut around = OnBoard::new(&self.ports.clock, &mut self.ports.reader);
        self.ports.mouse.perform(gesture, now_ms, &mut around)
    }

    /// A template's middle in the content.
    pub(super) fn find_template(
        &mut self,
        sought: &SoughtTemplate,
        signs: &[SignProfile],
        slid: (i32, i32),
    ) -> Option<(i32, i32)> {
        // What hangs in the window does not slide with its page.
        let mut find = |slid| self.find_picture(sought, signs, slid, TEMPLATE_AT_LEAST);
        find(slid).or_else(|| (slid != (0, 0)).then(|| find((0, 0)))?)
    }

    fn find_picture(
        &mut self,
        sought: &SoughtTemplate,
        signs: &[SignProfile],
        slid: (i32, i32),
        at_least: f32,
    ) -> Option<(i32, i32)> {
        let frame = self.ports.reader.content().ok()?;
        let picture = self.ports.client.template(sought.template())?;
        let area = sought
            .area(signs)
            .map(|(x, y, width, height)| Area::new(x + slid.0, y + slid.1, width, height));
        screen_state::find(picture, &frame, area.unwrap_or(frame.area()))
            .filter(|sighting| sighting.score >= at_least)
            .map(|found| found.at)
    }
}
