//! What the bot logged, held against what the page itself wrote down. Pure.

use std::collections::BTreeMap;

use referee::{gomoku::Move, record::Record, seat::Seat, verdict::Reason};

use super::server::Game;

/// What became of one of the page's games in the bot's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// The same stones, the same winner.
    Right,
    /// The winner by the client's word, without the last plies, which lay under something; the log names the true ones among those
    /// that may have been.
    Hidden,
    /// The log says that it does not know the end, and what it has is true.
    Aborted(String),
    /// The log says what is not so, or says nothing.
    Wrong(String),
}

/// Counts by manner and scale.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) games: u32,
    pub(crate) right: u32,
    pub(crate) hidden: u32,
    pub(crate) aborted: u32,
    pub(crate) wrong: u32,
    /// Games that the page itself could not finish: the bot ended its browser, or itself.
    pub(crate) left: u32,
    /// Of the right ones: won by the bot.
    pub(crate) won: u32,
}

/// Every game that the page finished, and what the records and the bot's words say of it. A game that the page did not finish must
/// have no result.
pub(crate) fn compare(games: &[Game], records: &[Record], log: &str) -> Vec<(u32, Fate)> {
    let ways = ways(log);
    let mut fates = Vec::new();
    let mut by_game: BTreeMap<usize, Vec<&Record>> = BTreeMap::new();
    for record in records {
        match game_of(games, record) {
            Some(index) => by_game.entry(index).or_default().push(record),
            None => fates.push((u32::MAX, Fate::Wrong(format!("no such game: {}", words(record))))),
        }
    }
    for (index, game) in games.iter().enumerate() {
        let told = by_game.remove(&index).unwrap_or_default();
        match &game.end {
            Some((winner, reason)) => {
                fates.push((game.number, finished(game, *winner, reason, &told, &ways)))
            }
            None => {
                if let Some(record) = told.iter().find(|record| has_result(record)) {
                    let why = format!("a result of a game that did not end: {}", words(record));
                    fates.push((game.number, Fate::Wrong(why)));
                }
            }
        }
    }
    fates
}

/// The game during which a record was begun; a game ends where the next one begins. Clocks are read at different moments.
fn game_of(games: &[Game], record: &Record) -> Option<usize> {
    const EARLY_MS: i64 = 300;
    let started = record.started_ms?;
    games.iter().rposition(|game| game.began_ms - EARLY_MS <= started)
}

/// Lines of the page's board.
const SIZE: u8 = 15;

/// The last plies that the bot said a game may have ended with.
fn ways(log: &str) -> Vec<Vec<(u8, u8)>> {
    let told = log
        .lines()
        .filter_map(|line| line.split_once(" ways: ")?.1.split(" [").next());
    let each = told.flat_map(|told| {
        told.split("; ")
            .filter_map(|way| Some(way.split_once(" after ")?.1))
    });
    let point = |text: &str| {
        let (column, row) = (text.bytes().next()?, text.get(1..)?.parse::<u8>().ok()?);
        Some((column.checked_sub(b'a')?, SIZE.checked_sub(row)?))
    };
    each.filter_map(|plies| plies.split(' ').map(point).collect())
        .collect()
}

fn finished(game: &Game, winner: u8, reason: &str, told: &[&Record], ways: &[Vec<(u8, u8)>]) -> Fate {
    let results: Vec<&&Record> = told.iter().filter(|record| has_result(record)).collect();
    let page = || format!("the page: {winner} by {reason}, {} plies", game.stones.len());
    match results[..] {
        [] => match told.iter().max_by_key(|record| record.plies.len()) {
            None => Fate::Wrong(format!("nothing is known of it; {}", page())),
            Some(record) if game.stones.starts_with(&stones(record)) => {
                Fate::Aborted(format!("{}; {}", words(record), page()))
            }
            Some(record) => Fate::Wrong(format!("untrue stones: {}; {}", words(record), page())),
        },
        [record] => {
            let own = record.verdict.and_then(|verdict| verdict.winner);
            let seat = [None, Some(Seat::First), Some(Seat::Second)][usize::from(winner)];
            if own != seat {
                Fate::Wrong(format!("another winner: {}; {}", words(record), page()))
            } else if is_cut_short(game, record, ways) {
                Fate::Hidden
            } else if stones(record) != game.stones {
                Fate::Wrong(format!("other stones: {}; {}", words(record), page()))
            } else {
                Fate::Right
            }
        }
        _ => Fate::Wrong(format!("{} results; {}", results.len(), page())),
    }
}

/// Whether a record leaves out the end alone, says so, and the bot named the true one.
fn is_cut_short(game: &Game, record: &Record, ways: &[Vec<(u8, u8)>]) -> bool {
    let is_by_word = record
        .verdict
        .is_some_and(|verdict| verdict.reason == Reason::Adjudicated);
    let rest = game.stones.strip_prefix(stones(record).as_slice());
    is_by_word && rest.is_some_and(|rest| !rest.is_empty() && ways.iter().any(|way| way == rest))
}

fn has_result(record: &Record) -> bool {
    record
        .verdict
        .is_some_and(|verdict| verdict.reason != Reason::Aborted)
}

fn stones(record: &Record) -> Vec<(u8, u8)> {
    let placed = record.plies.iter().filter_map(|ply| match ply.play {
        Move::Place(point) => Some((point.x, point.y)),
        _ => None,
    });
    placed.collect()
}

fn words(record: &Record) -> String {
    format!("{:?}, {} plies", record.verdict, record.plies.len())
}

impl Tally {
    /// Counts one game; `bot_won` is told by the page.
    pub(crate) fn count(&mut self, fate: &Fate, bot_won: bool) {
        self.games += 1;
        match fate {
            Fate::Right => {
                self.right += 1;
                self.won += u32::from(bot_won);
            }
            Fate::Hidden => self.hidden += 1,
            Fate::Aborted(_) => self.aborted += 1,
            Fate::Wrong(_) => self.wrong += 1,
        }
    }
}

/// Games in hand that the page never finished. The game after the last one that was asked for has few stones.
pub(crate) fn left(games: &[Game]) -> u32 {
    const FEW: usize = 4;
    let left = games
        .iter()
        .filter(|game| game.end.is_none() && game.stones.len() >= FEW);
    left.count() as u32
}

/// A table by manner (down) and scale.
pub(crate) fn table(tallies: &BTreeMap<(String, String), Tally>) -> String {
    let mut text = format!(
        "{:<18} {:>5} {:>6} {:>6} {:>5} {:>7} {:>8} {:>6} {:>5}\n",
        "manner", "scale", "games", "right", "won", "hidden", "aborted", "wrong", "left"
    );
    let mut sum = Tally::default();
    let mut row = |manner: &str, scale: &str, tally: &Tally| {
        let Tally {
            games,
            right,
            hidden,
            aborted,
            wrong,
            left,
            won,
        } = tally;
        text.push_str(&format!(
            "{manner:<18} {scale:>5} {games:>6} {right:>6} {won:>5} {hidden:>7} {aborted:>8} {wrong:>6} {left:>5}\n"
        ));
    };
    for ((manner, scale), tally) in tallies {
        row(manner, scale, tally);
        sum.games += tally.games;
        sum.right += tally.right;
        sum.hidden += tally.hidden;
        sum.won += tally.won;
        sum.aborted += tally.aborted;
        sum.wrong += tally.wrong;
        sum.left += tally.left;
    }
    row("all", "", &sum);
    text
}

#[cfg(test)]
mod tests {
    use referee::{gomoku::Rule, point::Point, record::Ply, verdict::Verdict};

    use super::*;

    fn game(number: u32, stones: &[(u8, u8)], end: Option<u8>) -> Game {
        Game {
            number,
            seat: 1,
            stones: stones.to_vec(),
            end: end.map(|winner| (winner, "five".to_owned())),
            began_ms: i64::from(number) * 10_000,
        }
    }

    fn record(started_ms: i64, stones: &[(u8, u8)], winner: Option<Seat>, reason: Reason) -> Record {
        let plies = stones
            .iter()
            .map(|&(x, y)| Ply::bare(Move::Place(Point::new(x, y))));
        Record {
            started_ms: Some(started_ms),
            plies: plies.collect(),
            verdict: Some(Verdict { winner, reason }),
            ..Record::blank(SIZE, Rule::Freestyle)
        }
    }

    #[test]
    fn games_and_records_are_held_against_each_other() {
        const LINE: [(u8, u8); 3] = [(7, 7), (8, 8), (7, 8)];
        let check = |records: &[Record], expected: fn(&Fate) -> bool| {
            let said =
                "it ended in one of 2 ways: first wins (five) after h7; first wins (five) after d12 [folder]";
            let fates = compare(&[game(1, &LINE, Some(1)), game(2, &LINE, None)], records, said);
            assert!(fates.iter().any(|(_, fate)| expected(fate)), "{fates:?}");
        };
        let right = |at| record(at, &LINE, Some(Seat::First), Reason::Five);
        check(&[right(10_050)], |fate| *fate == Fate::Right);
        check(&[right(9_900)], |fate| *fate == Fate::Right);
        check(&[right(8_000)], |fate| matches!(fate, Fate::Wrong(_)));
        check(&[], |fate| matches!(fate, Fate::Wrong(_)));
        check(&[right(10_050), right(10_060)], |fate| {
            matches!(fate, Fate::Wrong(_))
        });
        check(
            &[right(20_050)],
            |fate| matches!(fate, Fate::Wrong(why) if why.contains("did not end")),
        );
        check(
            &[record(10_050, &LINE, Some(Seat::Second), Reason::Five)],
            |fate| matches!(fate, Fate::Wrong(why) if why.contains("another winner")),
        );
        check(
            &[record(10_050, &LINE[..2], Some(Seat::First), Reason::Adjudicated)],
            |fate| *fate == Fate::Hidden,
        );
        for (stones, reason) in [(&LINE[..1], Reason::Adjudicated), (&LINE[..2], Reason::Five)] {
            check(
                &[record(10_050, stones, Some(Seat::First), reason)],
                |fate| matches!(fate, Fate::Wrong(why) if why.contains("other stones")),
            );
        }
        check(&[record(10_050, &LINE[..2], None, Reason::Aborted)], |fate| {
            matches!(fate, Fate::Aborted(_))
        });
        check(
            &[record(10_050, &[(0, 0)], None, Reason::Aborted)],
            |fate| matches!(fate, Fate::Wrong(why) if why.contains("untrue")),
        );
    }
}
