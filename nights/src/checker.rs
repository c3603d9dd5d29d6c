//! What must never happen, whatever goes wrong: clicks off turn, where no move can be made or outside the window. Looks at
//! the world itself; the bot knows nothing of it. What was written down is compared elsewhere.

use referee::{point::Point, seat::Seat};
use vision::{area::Area, window::Desktop as _};

use crate::unattended::Unattended;
use practice::{
    ledger::LedgerEntry as _,
    model::{Phase, Target},
    window::CLASS,
    world::World,
};

/// A click is right if it was right at the bot's last look, or at any moment from so many milliseconds before it: a look
/// and the reading before it must agree.
const SETTLE_MS: u64 = 120;
/// For so long after a picture or a click was spoilt, the bot may be mistaken.
const EXCUSE_MS: u64 = 3_000;

/// Looks over the bot's shoulder for one night.
#[derive(Debug, Default)]
pub struct Checker {
    /// Presses of a button.
    pub presses: u64,
    /// Captures.
    pub looks: u64,
    /// What was wrong, in words.
    pub complaints: Vec<String>,
    /// Where the bot pressed on the board, and when.
    clicks: Vec<(u64, Point)>,
    /// When the bot looked last.
    looked_ms: u64,
    /// Until when the bot may be mistaken.
    excused_ms: u64,
    /// When it was last our turn.
    our_turn_ms: Option<u64>,
    /// Plies on the board, and since when.
    plies: (usize, u64),
    /// The windows' places on the screen, topmost first, and since when.
    place: (Vec<Area>, u64),
    /// When a dialog of the client was last up: the bot may be answering it.
    dialog_ms: Option<u64>,
}

impl Checker {
    /// Takes notice of the world as it is; before every capture and press.
    pub fn look<P: Unattended>(&mut self, world: &World<P>) {
        self.looks += 1;
        self.looked_ms = world.now_ms();
        self.notice(world);
    }

    /// A picture or a click was spoilt at `now_ms`.
    pub(crate) fn excuse(&mut self, now_ms: u64) {
        self.excused_ms = now_ms + EXCUSE_MS;
    }

    fn notice<P: Unattended>(&mut self, world: &World<P>) {
        let now_ms = world.now_ms();
        let (ours, plies, dialog) = world.look(|practice| {
            let game = practice.model().game();
            let ours = game.is_going_on() && *practice.model().phase() == Phase::Person;
            let model = practice.model();
            (ours, model.position().plies(), model.stage().choices > 0)
        });
        if dialog {
            self.dialog_ms = Some(now_ms);
        }
        if ours {
            self.our_turn_ms = Some(now_ms);
        }
        if plies != self.plies.0 {
            self.plies = (plies, now_ms);
        }
        let windows = world.clone().windows().unwrap_or_default();
        let place: Vec<Area> = windows.iter().map(|window| window.content).collect();
        if place != self.place.0 {
            self.place = (place, now_ms);
        }
    }

    /// Judges a press of the button with the pointer at `(x, y)`.
    pub fn press<P: Unattended>(&mut self, world: &World<P>, (x, y): (i32, i32)) {
        self.notice(world);
        self.presses += 1;
        let now_ms = world.now_ms();
        let (looked_ms, excused) = (self.looked_ms, now_ms < self.excused_ms);
        let recently = |since_ms: u64| excused || since_ms + SETTLE_MS >= looked_ms;
        // From the topmost down: what lies over the client is none of the bot's business.
        let windows = world.clone().windows().unwrap_or_default();
        let hit = windows.iter().find(|window| window.content.contains(x, y));
        let Some(client) = hit.filter(|window| window.class == CLASS) else {
            if !recently(self.place.1) {
                self.complaints
                    .push(format!("{now_ms} ms: a click outside the window, at {x},{y}"));
            }
            return;
        };
        let at = world.seen_at(x - client.content.x, y - client.content.y);
        let (target, objection) = world.look(|practice| {
            let model = practice.model();
            let target = practice.layout().target(at.0, at.1, &model.stage());
            let objection = match target {
                Some(Target::Point(point)) => model.position().objection_to(point),
                _ => None,
            };
            (target, objection)
        });
        let Some(Target::Point(point)) = target else {
            return;
        };
        self.clicks.push((now_ms, point));
        if let Some(objection) = objection.filter(|_| !recently(self.plies.1)) {
            self.complaints.push(format!("{now_ms} ms: a click {objection}"));
        } else if !self.our_turn_ms.is_some_and(recently) && !self.dialog_ms.is_some_and(recently) {
            self.complaints
                .push(format!("{now_ms} ms: a click off turn at {point}"));
        }
    }

    /// Whether each of the person's moves was made by a press of the bot's. A press that the mouse made twice may make one
    /// more.
    pub(super) fn pressed_for_all<P: Unattended>(&self, entry: &P::Entry) -> bool {
        let game = entry.span_ms();
        clicked_by::<P>(entry, entry.person()).all(|point| {
            let mut clicks = self.clicks.iter();
            clicks.any(|(at_ms, clicked)| game.contains(at_ms) && *clicked == point)
        })
    }
}

/// Where that seat's moves are made with a click.
fn clicked_by<P: Unattended>(entry: &P::Entry, by: Seat) -> impl Iterator<Item = Point> {
    let mut position = P::begin(&entry.start()).ok();
    let points = entry.plies().into_iter().map(move |(seat, play)| {
        let at = position.as_ref()?.point_of(play);
        if position.as_mut()?.play(play).is_err() {
            position = None;
        }
        at.filter(|_| seat == by)
    });
    points.flatten()
}
