//! What the clients themselves know of their games, beside what was recorded.
//!
//! Bovo writes down position and counters when it ends in order; copies of that are kept at each such end. The practice
//! client traces every stone that it showed, and its ledger has every end that it lived to see.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    time::SystemTime,
};

use practice::{
    ledger::{PracticeEntry, PracticeStone},
    trace::{TraceEvent, TraceLine},
};
use referee::{gomoku::Move, position::Position as _, record::Record, seat::Seat, verdict::Reason};
use serde::{Deserialize, Serialize};
use stats::store::{OpenMode, Store, games::Filter};

use super::home;

/// Stones on the board that a bot need not have confirmed when its client or itself was ended: its own and the answer.
const UNSEEN_MAX: usize = 2;

/// All games of one source, oldest first, with their plies.
pub(super) fn records(folder: &Path, source: Option<&str>) -> Vec<Record> {
    let Ok(store) = Store::open(&home(folder).join("games.db"), OpenMode::Read) else {
        return Vec::new();
    };
    let filter = Filter {
        source: source.map(str::to_owned),
        ..Filter::default()
    };
    let games = store.games(&filter).unwrap_or_default();
    games
        .iter()
        .filter_map(|game| store.record(&game.record.id).ok())
        .collect()
}

/// Whether somebody won or nobody did; broken games have no result.
pub(super) fn has_result(record: &Record) -> bool {
    record
        .verdict
        .is_some_and(|verdict| verdict.reason != Reason::Aborted)
}

fn by_board(record: &Record) -> bool {
    record
        .verdict
        .is_some_and(|verdict| matches!(verdict.reason, Reason::Five | Reason::BoardFull))
}

/// The stones of a record, each with whether it is ours.
fn stones(record: &Record) -> Vec<(bool, u8, u8)> {
    let mut seat = Seat::First;
    let mut stones = Vec::new();
    for ply in &record.plies {
        if let Move::Place(point) = ply.play {
            stones.push((Some(seat) == record.own_seat, point.x, point.y));
            seat = !seat;
        }
    }
    stones
}

/// Whether one stone of ours more would have won.
fn is_a_stone_from_won(record: &Record) -> bool {
    let Ok(position) = record.replay() else {
        return false;
    };
    let wins = |play: &Move| {
        let mut after = position.clone();
        after.play(*play).is_ok()
            && after
                .outcome()
                .is_some_and(|outcome| outcome.winner == record.own_seat)
    };
    Some(position.turn()) == record.own_seat && position.legal_moves().iter().any(wins)
}

/// Every record follows the rules and ends as its board says.
fn lawful(records: &[Record]) -> Vec<String> {
    let wrong = |record: &Record| match record.replay() {
        Err(illegal) => Some(format!("game {}: {illegal}", record.id)),
        Ok(position) if by_board(record) => {
            let winner = position.outcome().map(|outcome| outcome.winner);
            let told = record.verdict.map(|verdict| verdict.winner);
            (winner != told).then(|| format!("game {}: {told:?}, but the board says {winner:?}", record.id))
        }
        Ok(_) => None,
    };
    records.iter().filter_map(wrong).collect()
}

/// What Bovo left at one end of its program.
#[derive(Debug, Serialize, Deserialize)]
struct Left {
    at_ms: i64,
    in_order: bool,
    wins: usize,
    losses: usize,
    /// Player 1 is the person, that is us.
    saved: Vec<(bool, u8, u8)>,
}

fn lefts(folder: &Path) -> PathBuf {
    folder.join("bovo-left.jsonl")
}

/// Bovo has just ended: keeps what it saved.
pub(super) fn keep_bovorc(folder: &Path, in_order: bool) {
    use std::io::Write as _;
    let text = std::fs::read_to_string(folder.join("config/bovorc")).unwrap_or_default();
    let value = |name: &str| {
        text.lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix('='))
    };
    let counter = |name: &str| value(name).and_then(|value| value.parse().ok()).unwrap_or(0);
    let stone = |part: &str| -> Option<(bool, u8, u8)> {
        let (player, point) = part.split_once(':')?;
        let (x, y) = point.split_once(',')?;
        Some((player == "1", x.parse().ok()?, y.parse().ok()?))
    };
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
    let left = Left {
        at_ms: now.as_millis() as i64,
        in_order,
        wins: counter("Wins"),
        losses: counter("Losses"),
        saved: value("Unfinished")
            .unwrap_or_default()
            .replace('\\', "")
            .split(';')
            .filter_map(stone)
            .collect(),
    };
    let mut file = std::fs::OpenOptions::new()
        .append(true)
        .create(true)
        .open(lefts(folder))
        .unwrap();
    writeln!(file, "{}", serde_json::to_string(&left).unwrap()).unwrap();
}

/// Games that were cut are compared with what Bovo saved, results with its counters from one end in order to the next.
pub(super) fn bovo(folder: &Path) -> Vec<String> {
    let records = records(folder, Some("bovo"));
    let mut complaints = lawful(&records);
    let text = std::fs::read_to_string(lefts(folder)).unwrap_or_default();
    let lefts: Vec<Left> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let (mut positions, mut results) = (0, 0);
    let mut known: Option<(i64, usize, usize)> = Some((0, 0, 0));
    let mut counted_before = BTreeSet::new();
    for left in &lefts {
        if !left.in_order {
            // What a killed Bovo counted last, nobody knows.
            known = None;
            continue;
        }
        if let Some((since_ms, wins, losses)) = known {
            let ended = |record: &&Record| {
                let is_then = |at_ms| (since_ms..left.at_ms).contains(&at_ms);
                record.ended_ms.is_some_and(is_then) && !counted_before.contains(&record.id)
            };
            let of = |wanted: &dyn Fn(&Record) -> bool| {
                records
                    .iter()
                    .filter(ended)
                    .filter(|record| wanted(record))
                    .count()
            };
            let won = |record: &Record| record.verdict.and_then(|verdict| verdict.winner) == record.own_seat;
            let (ours_won, ours_lost) = (of(&|r| by_board(r) && won(r)), of(&|r| by_board(r) && !won(r)));
            let broken = of(&|r| !by_board(r));
            // A bot that was killed, or whose client was closed, right after its click has not seen the five that it made.
            let unseen = of(&|r| !by_board(r) && is_a_stone_from_won(r));
            let (theirs_won, theirs_lost) = (left.wins - wins, left.losses - losses);
            results += ours_won + ours_lost;
            // A game that is given up in its middle counts as lost there.
            let agrees = |more_won: usize, more_lost: usize| {
                let (won, lost) = (ours_won + more_won, ours_lost + more_lost);
                (won..=won + unseen).contains(&theirs_won) && (lost..=lost + broken).contains(&theirs_lost)
            };
            // A bot that was killed, or is slower than whoever closes its client, writes an end down after Bovo has counted it.
            let late = records.iter().find(|record| {
                let began = record.started_ms.is_some_and(|at_ms| at_ms < left.at_ms);
                by_board(record) && began && record.ended_ms.is_some_and(|at_ms| at_ms >= left.at_ms)
            });
            match late {
                _ if agrees(0, 0) => {}
                Some(late) if agrees(usize::from(won(late)), usize::from(!won(late))) => {
                    counted_before.insert(late.id.clone());
                }
                _ => complaints.push(format!(
                    "until {}: won {ours_won}, lost {ours_lost}, broken {broken}; Bovo counted {theirs_won} and {theirs_lost}",
                    left.at_ms
                )),
            }
        }
        known = Some((left.at_ms, left.wins, left.losses));
        if !left.saved.is_empty() {
            positions += 1;
            complaints.extend(saved_differs(left, &records));
        }
    }
    println!("bovo: {positions} saved positions and {results} results compared with Bovo's own");
    complaints
}

/// The saved game is one that was played until then: its record goes on from the saved stones, or breaks off just before.
fn saved_differs(left: &Left, records: &[Record]) -> Option<String> {
    // A Bovo that was killed comes up with the game that it saved last, and saves that one again.
    let at_that_time = |record: &&Record| record.started_ms.is_some_and(|at_ms| at_ms <= left.at_ms);
    // Before our first stone no game need have been noticed.
    if !left.saved.iter().any(|(ours, ..)| *ours) {
        return None;
    }
    let candidates: Vec<&Record> = records.iter().filter(at_that_time).collect();
    let fits = |record: &&Record| {
        let recorded = stones(record);
        recorded.starts_with(&left.saved)
            || (left.saved.starts_with(&recorded) && left.saved.len() <= recorded.len() + UNSEEN_MAX)
    };
    (!candidates.iter().any(fits)).then(|| {
        let told: Vec<_> = candidates
            .iter()
            .map(|record| (&record.id, stones(record)))
            .collect();
        format!(
            "at {} Bovo saved {:?}, recorded was {told:?}",
            left.at_ms, left.saved
        )
    })
}

/// One game as the practice client showed it.
struct Shown {
    person: Seat,
    stones: Vec<PracticeStone>,
    matched: bool,
}

impl Shown {
    fn stones(&self) -> Vec<(bool, u8, u8)> {
        let stones = self.stones.iter();
        stones
            .map(|stone| (stone.seat == self.person, stone.x, stone.y))
            .collect()
    }
}

/// Ply by ply: every record is a game that was shown, whole if it has a result, and every game in which we placed a stone
/// is recorded. What the ledger says of its end is what was recorded.
pub(super) fn practice(folder: &Path) -> Vec<String> {
    let records = records(folder, Some("practice"));
    let mut complaints = lawful(&records);
    let mut shown = shown(folder);
    let text = std::fs::read_to_string(folder.join("ledger")).unwrap_or_default();
    let ledger: Vec<PracticeEntry> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let (mut plies, mut ends) = (0, 0);
    let mut exact = BTreeSet::new();
    // Whole games first: a broken one may be the beginning of many.
    for whole in [true, false] {
        for (index, record) in records.iter().enumerate() {
            let ours = stones(record);
            if by_board(record) != whole || ours.is_empty() {
                continue;
            }
            let fits = |game: &&mut Shown| {
                let theirs = game.stones();
                let unseen = if whole { 0 } else { UNSEEN_MAX };
                !game.matched && theirs.starts_with(&ours) && theirs.len() <= ours.len() + unseen
            };
            let Some(game) = shown.iter_mut().find(fits) else {
                complaints.push(format!("game {} was never shown so: {ours:?}", record.id));
                continue;
            };
            game.matched = true;
            plies += ours.len();
            exact.insert(index);
            let end = ledger
                .iter()
                .find(|entry| entry.person == game.person && entry.played.stones == game.stones);
            if let (Some(end), Some(verdict)) = (end, record.verdict.filter(|_| has_result(record))) {
                ends += 1;
                if end.verdict.winner != verdict.winner {
                    complaints.push(format!(
                        "game {}: {verdict}, the service says {}",
                        record.id, end.verdict
                    ));
                }
            }
        }
    }
    for game in shown.iter().filter(|game| !game.matched) {
        if game.stones().iter().any(|(ours, ..)| *ours) {
            complaints.push(format!("a game was played and not recorded: {:?}", game.stones()));
        }
    }
    println!(
        "practice: {} games and {plies} plies compared with what was shown, {ends} ends with the ledger",
        exact.len()
    );
    complaints
}

/// All games of all runs of the client.
fn shown(folder: &Path) -> Vec<Shown> {
    let text = std::fs::read_to_string(folder.join("trace")).unwrap_or_default();
    let mut games: Vec<Shown> = Vec::new();
    let mut last = 0;
    for line in text.lines() {
        let line: TraceLine = serde_json::from_str(line).unwrap();
        let TraceEvent::Shown { game, person, stones } = line.what else {
            continue;
        };
        // Games begin with an empty board, also when their numbers begin anew with a restarted client.
        if game != last || stones.is_empty() || games.is_empty() {
            games.push(Shown {
                person,
                stones: Vec::new(),
                matched: false,
            });
        }
        last = game;
        if let Some(current) = games.last_mut() {
            current.stones = stones;
        }
    }
    games
}
