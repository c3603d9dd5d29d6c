//! What the games say, as data: which count and why the others do not, win rates by seat, by length and by opponent.
//! No layout; [`crate::render`] has that.
//!
//! A game counts if it has a result, our seat in it is known, it is long enough and nobody marked it. Every other
//! game is in the ledger under the first reason that applies, so that the ledger adds up to all games.

pub mod choices;
pub mod first_player;

use std::collections::BTreeMap;

use referee::{
    games::GameKind,
    seat::Seat,
    verdict::{Reason, Verdict},
};
use serde::Serialize;

use self::{choices::Choices, first_player::FirstPlayer};
use crate::{
    rating::{self, Interval, WinCount},
    store::{
        Store, StoreError,
        games::{Filter, Outline},
        times::Times,
    },
};

/// Lengths are counted in tens.
const BUCKET: u32 = 10;

/// What to report on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Of which kind: a report never adds up games of two.
    pub game: GameKind,
    /// Which of them at all.
    pub filter: Filter,
    /// The least length, as the kind counts it, with which a game counts.
    pub min_moves: u32,
    /// How far the turns to choose from are counted at each turn.
    pub choices_max: u64,
    /// The command that asks the same again, for whoever reads the report.
    pub command: String,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The kind of game, by name.
    pub game: &'static str,
    /// What lengths are counted in.
    pub unit: &'static str,
    /// The command that asks the same again.
    pub command: String,
    /// The least length with which a game counts.
    pub min_moves: u32,
    /// Start of the first and of the last game, Unix milliseconds.
    pub period_ms: Option<[i64; 2]>,
    /// The ledger.
    pub games: GameAccount,
    /// Win rates.
    pub seats: Seats,
    /// First seat's rate minus the second's.
    pub difference: RateDifference,
    /// Our rate if all games left out had been lost, and if all had been won.
    pub bound: Interval,
    /// By length, in tens, without gaps.
    pub lengths: Vec<Bucket>,
    /// What the first seat is worth, whoever sat there.
    pub first_player: FirstPlayer,
    /// Turns to choose from, where a turn may be several moves.
    pub choices: Vec<Choices>,
    /// By how the game ended, most frequent first.
    pub reasons: Vec<Group>,
    /// By how the last stone is known: seen, clicked, inferred from the result screen, or not at all; most frequent first.
    pub evidence: Vec<Group>,
    /// By opponent, most frequent first.
    pub opponents: Vec<Group>,
    /// By our engine, most frequent first.
    pub engines: Vec<Group>,
    /// By client or file format, most frequent first.
    pub sources: Vec<Group>,
    /// Thinking times of all games asked about.
    pub times: Times,
    /// What went wrong in the sessions of these games, most frequent first.
    pub faults: Vec<FaultCount>,
}

/// All games = counted + the sum of the excluded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameAccount {
    /// Games asked about.
    pub all: u64,
    /// Games in the rates.
    pub counted: u64,
    /// The others.
    pub excluded: Vec<Excluded>,
}

/// Games left out for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Excluded {
    /// In words.
    pub reason: String,
    /// How many.
    pub games: u64,
}

/// Scores by the seat that we held.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Seats {
    /// We began.
    pub first: ReportScore,
    /// The opponent began.
    pub second: ReportScore,
    /// All counted games.
    pub both: ReportScore,
}

/// Results of some games, from our side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReportScore {
    /// Games.
    pub games: u64,
    /// Won.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
    /// Wins divided by games, 0 to 1.
    pub rate: Option<f64>,
    /// 95 % interval of the rate, for one look.
    pub wilson: Interval,
    /// 95 % interval of the rate that may be looked at after every game.
    pub anytime: Interval,
    /// Elo difference to the opponents, a draw being half a win; `None` if it is infinite or unknown.
    pub elo: Option<f64>,
}

/// A difference of two rates, -1 to 1.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RateDifference {
    /// The first rate minus the second.
    pub rate: Option<f64>,
    /// 95 % interval.
    pub newcombe: Interval,
}

/// Games of `from` to `to` moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bucket {
    /// The fewest moves.
    pub from: u32,
    /// The most moves.
    pub to: u32,
    /// Games.
    pub games: u64,
    /// Won.
    pub wins: u64,
    /// Wins divided by games, 0 to 1.
    pub rate: Option<f64>,
    /// 95 % interval of the rate.
    pub wilson: Interval,
}

/// Games that have something in common.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    /// What they have in common.
    pub name: String,
    /// How they went.
    pub score: ReportScore,
}

/// One kind of fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FaultCount {
    /// Its name.
    pub kind: String,
    /// How often.
    pub count: u64,
}

impl Report {
    /// Asks the store.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn ask(store: &Store, question: &Question) -> Result<Report, StoreError> {
        let filter = Filter {
            game: Some(question.game),
            ..question.filter.clone()
        };
        let games = store.outlines(&filter)?;
        let faults = store.fault_counts(&filter)?;
        let times = store.times(&filter)?;
        let mut report = Report::of(question.game, &games, question.min_moves);
        report.choices = choices::ask(store, &filter, question.choices_max)?;
        report.command.clone_from(&question.command);
        report.times = times;
        report.faults = faults
            .into_iter()
            .map(|(kind, count)| FaultCount { kind, count })
            .collect();
        Ok(report)
    }

    /// The report on these games of one kind, without what else the store knows of them.
    pub fn of(kind: GameKind, games: &[Outline], min_moves: u32) -> Report {
        let mut excluded: BTreeMap<(u8, String), u64> = BTreeMap::new();
        let mut counted = Vec::new();
        for game in games {
            match judge(game, min_moves, game.own_seat) {
                Ok(result) => counted.push((game, result)),
                Err(reason) => *excluded.entry(reason).or_default() += 1,
            }
        }
        let score = |seat: Option<Seat>| {
            let chosen = counted
                .iter()
                .filter(|(game, _)| seat.is_none() || game.own_seat == seat);
            chosen.map(|(_, result)| *result).collect::<ReportScore>()
        };
        let seats = Seats {
            first: score(Some(Seat::First)),
            second: score(Some(Seat::Second)),
            both: score(None),
        };
        let (first, second) = (seats.first.tally(), seats.second.tally());
        let left_out: u64 = excluded.values().sum();
        let all = games.len() as u64;
        let bound = match all {
            0 => Interval::UNKNOWN,
            _ => Interval {
                low: seats.both.wins as f64 / all as f64,
                high: (seats.both.wins + left_out) as f64 / all as f64,
            },
        };
        let group = |name: fn(&Outline) -> String| groups(&counted, name);
        Report {
            game: kind.name(),
            unit: kind.unit(),
            command: String::new(),
            min_moves,
            period_ms: period(games),
            games: GameAccount {
                all,
                counted: counted.len() as u64,
                excluded: excluded
                    .into_iter()
                    .map(|((_, reason), games)| Excluded { reason, games })
                    .collect(),
            },
            difference: RateDifference {
                rate: rating::difference(first, second),
                newcombe: rating::newcombe(first, second),
            },
            bound,
            lengths: lengths(&counted),
            first_player: FirstPlayer::of(games, min_moves),
            choices: Vec::new(),
            reasons: group(|game| {
                game.verdict
                    .map_or("", |verdict| verdict.reason.name())
                    .replace('_', " ")
            }),
            evidence: group(|game| last_stone(game).to_owned()),
            opponents: group(|game| named(game.opponent.as_deref())),
            engines: group(|game| named(game.engine.as_deref())),
            sources: group(|game| named(game.source.as_deref())),
            seats,
            times: Times::default(),
            faults: Vec::new(),
        }
    }
}

/// A counted game's result from our side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ours {
    Won,
    Drawn,
    Lost,
}

/// The result of who held the seat `own`, or why the game does not count; the number sorts the ledger.
fn judge(game: &Outline, min_moves: u32, own: Option<Seat>) -> Result<Ours, (u8, String)> {
    if let Some(mark) = &game.excluded {
        return Err((4, format!("marked: {mark}")));
    }
    let Some(verdict) = game.verdict else {
        return Err((3, "not finished".to_owned()));
    };
    if game.length < min_moves {
        let most = min_moves - 1;
        return Err((
            0,
            format!("{most} {} or fewer", if most == 1 { "move" } else { "moves" }),
        ));
    }
    match (verdict, own) {
        (
            Verdict {
                reason: Reason::Aborted,
                ..
            },
            _,
        ) => Err((1, without_result(game.hidden.as_deref()))),
        (_, None) => Err((2, "own seat unknown".to_owned())),
        (Verdict { winner: None, .. }, _) => Ok(Ours::Drawn),
        (Verdict { winner, .. }, own) if winner == own => Ok(Ours::Won),
        _ => Ok(Ours::Lost),
    }
}

/// How a counted game's last stone is known, in words.
fn last_stone(game: &Outline) -> &'static str {
    match game.hidden {
        Some(_) => "hidden: the result by the client's word",
        None => game.evidence.words(),
    }
}

/// Why a game has no result, in words. What the client said of an end that nobody could see is told, as games so left out
/// may all have been won or all lost.
fn without_result(hidden: Option<&str>) -> String {
    match hidden {
        None => "aborted, no result".to_owned(),
        Some("hidden_win") => "last stone hidden, client says won".to_owned(),
        Some("hidden_loss") => "last stone hidden, client says lost".to_owned(),
        Some(_) => "last stone hidden".to_owned(),
    }
}

impl ReportScore {
    /// Wins among games.
    pub fn tally(&self) -> WinCount {
        WinCount::new(self.wins, self.games)
    }
}

impl FromIterator<Ours> for ReportScore {
    fn from_iter<I: IntoIterator<Item = Ours>>(results: I) -> ReportScore {
        let mut counts = [0; 3];
        for result in results {
            counts[result as usize] += 1;
        }
        let [wins, draws, losses] = counts;
        let tally = WinCount::new(wins, wins + draws + losses);
        let half_points = (2 * wins + draws) as f64;
        let elo = (tally.games > 0).then(|| rating::elo(half_points / (2 * tally.games) as f64));
        ReportScore {
            games: tally.games,
            wins,
            draws,
            losses,
            rate: tally.rate(),
            wilson: tally.wilson(),
            anytime: tally.anytime(),
            elo: elo.filter(|elo| elo.is_finite()),
        }
    }
}

fn lengths(counted: &[(&Outline, Ours)]) -> Vec<Bucket> {
    let mut tens: BTreeMap<u32, WinCount> = BTreeMap::new();
    for (game, result) in counted {
        let tally = tens.entry(game.length / BUCKET).or_default();
        tally.games += 1;
        tally.wins += u64::from(*result == Ours::Won);
    }
    let (Some(&least), Some(&most)) = (tens.keys().next(), tens.keys().last()) else {
        return Vec::new();
    };
    let bucket = |ten: u32| {
        let tally = tens.get(&ten).copied().unwrap_or_default();
        Bucket {
            from: ten * BUCKET,
            to: ten * BUCKET + BUCKET - 1,
            games: tally.games,
            wins: tally.wins,
            rate: tally.rate(),
            wilson: tally.wilson(),
        }
    };
    (least..=most).map(bucket).collect()
}

fn groups(counted: &[(&Outline, Ours)], name: fn(&Outline) -> String) -> Vec<Group> {
    let mut results: BTreeMap<String, Vec<Ours>> = BTreeMap::new();
    for (game, result) in counted {
        results.entry(name(game)).or_default().push(*result);
    }
    let mut groups: Vec<Group> = results
        .into_iter()
        .map(|(name, results)| Group {
            name,
            score: results.into_iter().collect(),
        })
        .collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.score.games));
    groups
}

fn named(name: Option<&str>) -> String {
    name.filter(|name| !name.trim().is_empty())
        .unwrap_or("(not known)")
        .to_owned()
}

fn period(games: &[Outline]) -> Option<[i64; 2]> {
    let started = || games.iter().filter_map(|game| game.started_ms);
    Some([started().min()?, started().max()?])
}

#[cfg(test)]
pub(crate) mod tests;
