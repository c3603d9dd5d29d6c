//! The bot's books against the service's: games that are written down otherwise than they were played, and opponents that
//! are taken for each other. Knows no board; what is the same in two accounts of a game, the game says.

use std::collections::{BTreeMap, BTreeSet};

use referee::{
    record::{Evidence, Record},
    verdict::{Reason, Verdict},
};

use crate::{checker::Checker, unattended::Unattended};
use practice::ledger::LedgerEntry as _;

/// Stones, or turns, that may be missing at the end of a game that ended by the client's word: the last ones may not have
/// been seen.
const UNSEEN_MAX: usize = 2;

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
pub fn compare<P: Unattended>(
    records: &[Record<P>],
    ledger: &[P::Entry],
    open: &[P::Move],
    checker: &Checker,
) -> (Balance, Vec<String>) {
    let mut complaints = opponents(records, ledger).1;
    let mut balance = Balance {
        played: ledger.iter().filter(|entry| is_result(&entry.verdict())).count(),
        ..Balance::default()
    };
    // Clocks are set back in bad nights: the order of the books is not that of the games.
    let mut matched = vec![false; ledger.len()];
    // What can be told by its board alone comes first: of an early end, several games may be meant.
    let by_board = |record: &&Record<P>| !record.verdict.is_some_and(|verdict| P::is_shown(verdict.reason));
    let mut records: Vec<&Record<P>> = records.iter().collect();
    records.sort_by_key(by_board);
    for record in records {
        let plies = plies(record);
        let Some(verdict) = record.verdict else {
            complaints.push(format!("game {} has no end", record.id));
            continue;
        };
        if let Err(illegal) = record.replay() {
            complaints.push(format!("game {} cannot be replayed: {illegal}", record.id));
        }
        if !is_result(&verdict) {
            balance.aborted += 1;
            let known = ledger.iter().any(|entry| missing(record, entry).is_some());
            let is_open = P::alike(&record.start, &plies, open) == plies.len();
            if !known && !is_open {
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
            .filter(|&index| !matched[index] && fits(&verdict, record, &ledger[index], checker))
            .min_by_key(|&index| missing(record, &ledger[index]));
        match found {
            Some(index) => {
                matched[index] = true;
                balance.kept += usize::from(is_result(&ledger[index].verdict()));
                balance.short += usize::from(!is_whole(record, &ledger[index]));
                match record.plies.last().map(|ply| ply.evidence) {
                    Some(Evidence::Clicked) => balance.unseen[0] += 1,
                    Some(Evidence::Inferred) => balance.unseen[1] += 1,
                    Some(Evidence::Seen) | None => {}
                }
                balance.met += usize::from(told_by_plate(record).is_some());
            }
            None => {
                let nearest = ledger.iter().max_by_key(|entry| alike(record, entry));
                let nearest = nearest.map_or_else(String::new, |entry| {
                    format!("; nearest is {}: {}", entry.verdict(), spelt(&truth::<P>(entry)))
                });
                complaints.push(format!(
                    "game {}: {verdict} after {} plies, which the service does not know: {}{nearest}",
                    record.id,
                    plies.len(),
                    spelt(&plies)
                ));
            }
        }
    }
    (balance, complaints)
}

/// The opponent's id or name in a record, if it is no guess from the client's title.
fn told_by_plate<P: Unattended>(record: &Record<P>) -> Option<&str> {
    let name = record.names[(!record.own_seat?).index()].as_str();
    name.starts_with("plate-").then_some(name)
}

/// Whom the service knows behind the bot's ids, and what is wrong with that. Only games that their boards tell from those
/// with all others are asked.
pub fn opponents<P: Unattended>(
    records: &[Record<P>],
    ledger: &[P::Entry],
) -> (BTreeMap<String, String>, Vec<String>) {
    let mut complaints = Vec::new();
    let (mut by_id, mut by_name): (BTreeMap<String, String>, BTreeMap<String, String>) = Default::default();
    for record in records {
        let by_board = record.verdict.is_some_and(|verdict| P::is_shown(verdict.reason));
        let Some(id) = told_by_plate(record).filter(|_| by_board) else {
            continue;
        };
        let fitting = ledger
            .iter()
            .filter(|entry| record.own_seat == Some(entry.person()) && is_whole(record, entry));
        let names: BTreeSet<&str> = fitting.map(|entry| entry.opponent()).collect();
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

pub(super) fn plies<P: Unattended>(record: &Record<P>) -> Vec<P::Move> {
    record.plies.iter().map(|ply| ply.play).collect()
}

pub(super) fn spelt<M: ToString>(plies: &[M]) -> String {
    let words: Vec<String> = plies.iter().map(M::to_string).collect();
    words.join(" ")
}

/// The service's plies.
fn truth<P: Unattended>(entry: &P::Entry) -> Vec<P::Move> {
    entry.plies().into_iter().map(|(_, play)| play).collect()
}

/// How much of a record is what the service has.
fn alike<P: Unattended>(record: &Record<P>, entry: &P::Entry) -> usize {
    P::alike(&record.start, &plies(record), &truth::<P>(entry))
}

/// Whether a record says the same as the service, from the beginning to the end.
fn is_whole<P: Unattended>(record: &Record<P>, entry: &P::Entry) -> bool {
    record.plies.len() == entry.plies().len() && alike(record, entry) == record.plies.len()
}

/// How a record's plies differ from the service's: stones, or turns, that the record has not; `None` if it has plies that were
/// never played, or that were not taken back.
fn missing<P: Unattended>(record: &Record<P>, entry: &P::Entry) -> Option<usize> {
    let alike = alike(record, entry);
    let rest = &entry.plies()[alike..];
    let missing = rest.chunk_by(|one, other| one.0 == other.0).count();
    P::was_taken_back(&record.start, &plies(record), alike, &entry.taken_back()).then_some(missing)
}

fn fits<P: Unattended>(verdict: &Verdict, record: &Record<P>, entry: &P::Entry, checker: &Checker) -> bool {
    let same_seat = record.own_seat == Some(entry.person());
    match verdict.reason {
        // The board shows it: all must be equal.
        reason if P::is_shown(reason) => {
            same_seat
                && is_whole(record, entry)
                && verdict.winner == entry.verdict().winner
                && P::is_shown(entry.verdict().reason)
        }
        // The bot's own engine failed: the service may have seen any end, or none.
        Reason::Crash => same_seat && alike(record, entry) == record.plies.len(),
        // The client said so.
        _ => {
            same_seat
                && is_nearly_all(record, entry, checker)
                && verdict.winner == entry.verdict().winner
                && is_result(&entry.verdict())
        }
    }
}

/// A game that ends by the client's word: its last plies may not have been seen, nor what was taken back last, and a
/// move that nobody clicked may have left the bot at a loss.
fn is_nearly_all<P: Unattended>(record: &Record<P>, entry: &P::Entry, checker: &Checker) -> bool {
    missing(record, entry)
        .is_some_and(|missing| missing <= UNSEEN_MAX || !checker.pressed_for_all::<P>(entry))
}
