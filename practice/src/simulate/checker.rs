//! What must never happen, whatever goes wrong: clicks off turn, on stones or outside the window, games that are written
//! down otherwise than they were played. Looks at the world itself and at its ledger; the bot knows nothing of it.

use std::collections::{BTreeMap, BTreeSet};

use referee::{
    gomoku::Move,
    point::Point,
    record::{Evidence, Record},
    verdict::{Reason, Verdict},
};
use vision::{area::Area, window::Desktop as _};

use crate::{
    ledger::Entry,
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
    /// Stones on the board, and since when.
    stones: (usize, u64),
    /// The windows' places on the screen, topmost first, and since when.
    place: (Vec<Area>, u64),
    /// When a dialog of the client was last up: the bot may be answering it.
    dialog_ms: Option<u64>,
}

impl Checker {
    /// Takes notice of the world as it is; before every capture and press.
    pub fn look(&mut self, world: &World) {
        self.looks += 1;
        self.looked_ms = world.now_ms();
        self.notice(world);
    }

    /// A picture or a click was spoilt at `now_ms`.
    pub fn excuse(&mut self, now_ms: u64) {
        self.excused_ms = now_ms + EXCUSE_MS;
    }

    fn notice(&mut self, world: &World) {
        let now_ms = world.now_ms();
        let (ours, stones, dialog) = world.look(|practice| {
            let game = practice.model().game();
            let ours = game.is_going_on() && *practice.model().phase() == Phase::Person;
            let model = practice.model();
            (ours, model.position().history().len(), model.stage().choices > 0)
        });
        if dialog {
            self.dialog_ms = Some(now_ms);
        }
        if ours {
            self.our_turn_ms = Some(now_ms);
        }
        if stones != self.stones.0 {
            self.stones = (stones, now_ms);
        }
        let windows = world.clone().windows().unwrap_or_default();
        let place: Vec<Area> = windows.iter().map(|window| window.content).collect();
        if place != self.place.0 {
            self.place = (place, now_ms);
        }
    }

    /// Judges a press of the button with the pointer at `(x, y)`.
    pub fn press(&mut self, world: &World, (x, y): (i32, i32)) {
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
        let at = (f64::from(x - client.content.x), f64::from(y - client.content.y));
        let (target, stone) = world.look(|practice| {
            let model = practice.model();
            let target = practice.layout().target(at.0, at.1, &model.stage());
            let stone = match target {
                Some(Target::Point(point)) => model.position().stone(point),
                _ => None,
            };
            (target, stone)
        });
        let Some(Target::Point(point)) = target else {
            return;
        };
        self.clicks.push((now_ms, point));
        if stone.is_some() && !recently(self.stones.1) {
            self.complaints
                .push(format!("{now_ms} ms: a click on the stone at {point}"));
        } else if !self.our_turn_ms.is_some_and(recently) && !self.dialog_ms.is_some_and(recently) {
            self.complaints
                .push(format!("{now_ms} ms: a click off turn at {point}"));
        }
    }

    /// Whether each of the person's stones was put by a press of the bot's. A press that the mouse made twice may put one
    /// more.
    fn pressed_for_all(&self, entry: &Entry) -> bool {
        let game = entry.began_ms..=entry.ended_ms;
        let own = entry.stones.iter().filter(|stone| stone.seat == entry.person);
        own.map(|stone| Point::new(stone.x, stone.y)).all(|point| {
            let mut clicks = self.clicks.iter();
            clicks.any(|(at_ms, clicked)| game.contains(at_ms) && *clicked == point)
        })
    }
}

/// What a night's games came to, by the service and by the bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Balance {
    /// Games that the service ended with a result.
    pub played: usize,
    /// Of those, written down by the bot with a result.
    pub kept: usize,
    /// Of those kept, the ones whose plies are not all that the service has.
    pub short: usize,
    /// Of those kept, the ones whose last stone was clicked and not seen, and whose last stone was inferred.
    pub unseen: [usize; 2],
    /// Games that the bot wrote down without a result.
    pub aborted: usize,
    /// Games that ended in one of several ways, and nothing told which: those that were kept with the client's word, and those
    /// without a result.
    pub hidden: [usize; 2],
    /// Of those kept, the ones whose opponent the bot told by a name plate.
    pub met: usize,
}

/// Compares what the bot wrote down with the service's ledger. `open` is the game that still goes on, if one does.
pub fn compare(
    records: &[Record],
    ledger: &[Entry],
    open: &[Point],
    checker: &Checker,
) -> (Balance, Vec<String>) {
    let mut complaints = opponents(records, ledger).1;
    let mut balance = Balance {
        played: ledger.iter().filter(|entry| is_result(&entry.verdict)).count(),
        ..Balance::default()
    };
    // Clocks are set back in bad nights: the order of the books is not that of the games.
    let mut matched = vec![false; ledger.len()];
    // What can be told by its board alone comes first: of an early end, several games may be meant.
    let by_board = |record: &&Record| {
        let reason = record.verdict.map(|verdict| verdict.reason);
        !matches!(reason, Some(Reason::Five | Reason::BoardFull))
    };
    let mut records: Vec<&Record> = records.iter().collect();
    records.sort_by_key(by_board);
    for record in records {
        let plies = points(record);
        let Some(verdict) = record.verdict else {
            complaints.push(format!("game {} has no end", record.id));
            continue;
        };
        if let Err(illegal) = record.replay() {
            complaints.push(format!("game {} cannot be replayed: {illegal}", record.id));
        }
        if !is_result(&verdict) {
            balance.aborted += 1;
            let known = ledger.iter().any(|entry| missing(&plies, entry).is_some());
            if !known && !open.starts_with(&plies) && !plies.is_empty() {
                complaints.push(format!(
                    "game {}: {} plies that nobody played: {}",
                    record.id,
                    plies.len(),
                    spelt(&plies)
                ));
            }
            continue;
        }
        let found = (0..ledger.len())
            .filter(|&index| !matched[index] && fits(&plies, &verdict, record, &ledger[index], checker))
            .min_by_key(|&index| missing(&plies, &ledger[index]));
        match found {
            Some(index) => {
                matched[index] = true;
                balance.kept += usize::from(is_result(&ledger[index].verdict));
                balance.short += usize::from(plies != stones(&ledger[index]));
                match record.plies.last().map(|ply| ply.evidence) {
                    Some(Evidence::Clicked) => balance.unseen[0] += 1,
                    Some(Evidence::Inferred) => balance.unseen[1] += 1,
                    Some(Evidence::Seen) | None => {}
                }
                balance.met += usize::from(told_by_plate(record).is_some());
            }
            None => complaints.push(format!(
                "game {}: {verdict} after {} plies, which the service does not know: {}",
                record.id,
                plies.len(),
                spelt(&plies)
            )),
        }
    }
    (balance, complaints)
}

/// The opponent's id or name in a record, if it is no guess from the client's title.
fn told_by_plate(record: &Record) -> Option<&str> {
    let name = record.names[(!record.own_seat?).index()].as_str();
    name.starts_with("plate-").then_some(name)
}

/// Whom the service knows behind the bot's ids, and what is wrong with that. Only games that their boards tell from those
/// with all others are asked.
pub fn opponents(records: &[Record], ledger: &[Entry]) -> (BTreeMap<String, String>, Vec<String>) {
    let mut complaints = Vec::new();
    let (mut by_id, mut by_name): (BTreeMap<String, String>, BTreeMap<String, String>) = Default::default();
    for record in records {
        let plies = points(record);
        let by_board = record
            .verdict
            .is_some_and(|verdict| matches!(verdict.reason, Reason::Five | Reason::BoardFull));
        let Some(id) = told_by_plate(record).filter(|_| by_board) else {
            continue;
        };
        let fitting = ledger
            .iter()
            .filter(|entry| record.own_seat == Some(entry.person) && plies == stones(entry));
        let names: BTreeSet<&str> = fitting.map(|entry| entry.opponent.as_str()).collect();
        let (Some(name), 1) = (names.first(), names.len()) else {
            continue;
        };
        let before = by_id.entry(id.to_owned()).or_insert_with(|| (*name).to_owned());
        if before != name {
            complaints.push(format!("game {}: {id} is {name} and was {before}", record.id));
        }
        let before = by_name.entry((*name).to_owned()).or_insert_with(|| id.to_owned());
        if before != id {
            complaints.push(format!("game {}: {name} is {id} and was {before}", record.id));
        }
    }
    (by_id, complaints)
}

fn is_result(verdict: &Verdict) -> bool {
    verdict.reason != Reason::Aborted
}

pub(super) fn points(record: &Record) -> Vec<Point> {
    let place = |play: &Move| match play {
        Move::Place(point) => Some(*point),
        _ => None,
    };
    record.plies.iter().filter_map(|ply| place(&ply.play)).collect()
}

pub(super) fn spelt(plies: &[Point]) -> String {
    let words: Vec<String> = plies.iter().map(Point::to_string).collect();
    words.join(" ")
}

fn stones(entry: &Entry) -> Vec<Point> {
    entry
        .stones
        .iter()
        .map(|stone| Point::new(stone.x, stone.y))
        .collect()
}

/// How a record's plies differ from the service's: stones that the record has not; `None` if it has plies that were never
/// played, or that were not taken back.
fn missing(plies: &[Point], entry: &Entry) -> Option<usize> {
    let stones = stones(entry);
    let alike = plies.iter().zip(&stones).take_while(|(a, b)| a == b).count();
    let back = |point: &Point| {
        let mut gone = entry.taken_back.iter();
        gone.any(|stone| Point::new(stone.x, stone.y) == *point)
    };
    plies[alike..].iter().all(back).then(|| stones.len() - alike)
}

fn fits(plies: &[Point], verdict: &Verdict, record: &Record, entry: &Entry, checker: &Checker) -> bool {
    let stones = stones(entry);
    let same_seat = record.own_seat == Some(entry.person);
    let on_board = |reason| matches!(reason, Reason::Five | Reason::BoardFull);
    match verdict.reason {
        // The board shows it: all must be equal.
        reason if on_board(reason) => {
            same_seat
                && plies == stones
                && verdict.winner == entry.verdict.winner
                && on_board(entry.verdict.reason)
        }
        // The bot's own engine failed: the service may have seen any end, or none.
        Reason::Crash => same_seat && stones.starts_with(plies),
        // The client said so.
        _ => {
            same_seat
                && is_nearly_all(plies, entry, checker)
                && verdict.winner == entry.verdict.winner
                && is_result(&entry.verdict)
        }
    }
}

/// A game that ends by the client's word: its last stones may not have been seen, nor what was taken back last, and a
/// stone that nobody clicked may have left the bot at a loss.
fn is_nearly_all(plies: &[Point], entry: &Entry, checker: &Checker) -> bool {
    missing(plies, entry).is_some_and(|stones| stones <= 2 || !checker.pressed_for_all(entry))
}
