//! What the games say, as data: which count and why the others do not, win rates by seat, by length and by opponent.
//! No layout; [`crate::render`] has that.
//!
//! A game counts if it has a result, our seat in it is known, it is long enough and nobody marked it. Every other
//! game is in the ledger under the first reason that applies, so that the ledger adds up to all games.

pub mod choices;
pub mod first_player;
mod players;

use std::collections::BTreeMap;

use referee::{
    games::GameKind,
    seat::Seat,
    verdict::{Reason, Verdict},
};
use schemars::JsonSchema;
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
pub const BUCKET: u32 = 10;

/// No length is too large for a bucket of its own.
const LENGTH_MAX: u32 = u32::MAX;

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
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
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
    /// The same by our seat: `[first, second]`.
    pub seat_lengths: [Vec<Bucket>; 2],
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
    /// By board and rule, most frequent first.
    pub rules: Vec<Group>,
    /// Who played the games in which no seat is ours, each from his own side, most frequent first.
    pub players: Vec<Group>,
    /// Thinking times of all games asked about.
    pub times: Times,
    /// What went wrong in the sessions of these games, most frequent first.
    pub faults: Vec<FaultCount>,
}

/// All games = counted + the sum of the excluded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GameAccount {
    /// Games asked about.
    pub all: u64,
    /// Games in the rates.
    pub counted: u64,
    /// The others.
    pub excluded: Vec<Excluded>,
    /// Games among the short ones that we won all the same by the rules of the game.
    pub quick_wins: u64,
}

/// Games left out for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Excluded {
    /// In words.
    pub reason: String,
    /// How many.
    pub games: u64,
    /// Their numbers in the database, oldest first.
    pub numbers: Vec<i64>,
    /// How they would count, as advice; `None` where they cannot.
    pub remedy: Option<String>,
}

/// Scores by the seat that we held.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Seats {
    /// We began.
    pub first: ReportScore,
    /// The opponent began.
    pub second: ReportScore,
    /// All counted games.
    pub both: ReportScore,
}

/// Results of some games, from our side.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
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
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RateDifference {
    /// The first rate minus the second.
    pub rate: Option<f64>,
    /// 95 % interval.
    pub newcombe: Interval,
}

/// Games of `from` to `to` moves.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Bucket {
    /// The fewest moves.
    pub from: u32,
    /// The most moves; `u32::MAX` where there is no end.
    pub to: u32,
    /// Games.
    pub games: u64,
    /// Won.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Wins divided by games, 0 to 1.
    pub rate: Option<f64>,
    /// 95 % interval of the rate.
    pub wilson: Interval,
}

/// Games that have something in common.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Group {
    /// What they have in common.
    pub name: String,
    /// How they went.
    pub score: ReportScore,
}

/// One kind of fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
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
    pub fn of<'a>(kind: GameKind, games: impl IntoIterator<Item = &'a Outline>, min_moves: u32) -> Report {
        let games: &[&Outline] = &games.into_iter().collect::<Vec<_>>();
        let mut excluded: BTreeMap<(u8, String), Vec<i64>> = BTreeMap::new();
        let mut counted = Vec::new();
        for &game in games {
            match judge(game, min_moves, game.own_seat) {
                Ok(result) => counted.push((game, result)),
                Err(reason) => excluded.entry(reason).or_default().push(game.number),
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
        let all = games.len() as u64;
        let left_out = all - counted.len() as u64;
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
                    .map(|((class, reason), numbers)| Excluded {
                        reason,
                        games: numbers.len() as u64,
                        numbers,
                        remedy: remedy(class),
                    })
                    .collect(),
                quick_wins: games.iter().filter(|game| is_quick_win(game, min_moves)).count() as u64,
            },
            difference: RateDifference {
                rate: rating::difference(first, second),
                newcombe: rating::newcombe(first, second),
            },
            bound,
            lengths: lengths(
                counted.iter().map(|(game, result)| (game.length, *result)),
                BUCKET,
                LENGTH_MAX,
            ),
            seat_lengths: Seat::BOTH.map(|seat| {
                let of_seat = counted.iter().filter(|(game, _)| game.own_seat == Some(seat));
                lengths(
                    of_seat.map(|(game, result)| (game.length, *result)),
                    BUCKET,
                    LENGTH_MAX,
                )
            }),
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
            rules: group(|game| game.rules.to_string()),
            players: players::of(games, min_moves),
            seats,
            times: Times::default(),
            faults: Vec::new(),
        }
    }
}

/// A counted game's result from our side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnResult {
    /// We won.
    Won,
    /// Nobody won.
    Drawn,
    /// The opponent won.
    Lost,
}

impl OwnResult {
    /// One word.
    pub fn name(self) -> &'static str {
        match self {
            OwnResult::Won => "won",
            OwnResult::Drawn => "drawn",
            OwnResult::Lost => "lost",
        }
    }

    /// A game's result, or why it does not count, in the words of a report's ledger.
    ///
    /// # Errors
    /// The game does not count.
    pub fn of(game: &Outline, min_moves: u32) -> Result<OwnResult, String> {
        judge(game, min_moves, game.own_seat).map_err(|(_, reason)| reason)
    }
}

/// The result of who held the seat `own`, or why the game does not count; the number sorts the ledger.
fn judge(game: &Outline, min_moves: u32, own: Option<Seat>) -> Result<OwnResult, (u8, String)> {
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
        (Verdict { winner: None, .. }, _) => Ok(OwnResult::Drawn),
        (Verdict { winner, .. }, own) if winner == own => Ok(OwnResult::Won),
        _ => Ok(OwnResult::Lost),
    }
}

/// What a person can do for games left out for a reason of this class of [`judge`].
fn remedy(class: u8) -> Option<String> {
    let words = match class {
        0 => "count them with --min-moves 1",
        2 => "say which player was yours: tengen import FILE --me NAME",
        _ => return None,
    };
    Some(words.to_owned())
}

/// Whether a game that is too short to count was won by us, and by the rules: nobody gave up.
fn is_quick_win(game: &Outline, min_moves: u32) -> bool {
    let is_won = |verdict: Verdict| verdict.reason.is_by_rules() && verdict.winner.is_some();
    game.length < min_moves
        && game.excluded.is_none()
        && game.own_seat.is_some()
        && game
            .verdict
            .is_some_and(|verdict| is_won(verdict) && verdict.winner == game.own_seat)
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
    /// Of so many games won, drawn and lost.
    pub(crate) fn of(counts: [u64; 3]) -> ReportScore {
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

    /// Wins among games.
    pub fn tally(&self) -> WinCount {
        WinCount::new(self.wins, self.games)
    }
}

impl FromIterator<OwnResult> for ReportScore {
    fn from_iter<I: IntoIterator<Item = OwnResult>>(results: I) -> ReportScore {
        let mut counts = [0; 3];
        for result in results {
            counts[result as usize] += 1;
        }
        ReportScore::of(counts)
    }
}

/// Games by length in buckets of `width`, without gaps. All from `overflow` on are in the last one, which has no end.
pub(crate) fn lengths(
    counted: impl IntoIterator<Item = (u32, OwnResult)>,
    width: u32,
    overflow: u32,
) -> Vec<Bucket> {
    let mut buckets: BTreeMap<u32, [u64; 3]> = BTreeMap::new();
    let last = overflow / width;
    for (length, result) in counted {
        buckets.entry((length / width).min(last)).or_default()[result as usize] += 1;
    }
    let (Some(&least), Some(&most)) = (buckets.keys().next(), buckets.keys().last()) else {
        return Vec::new();
    };
    let bucket = |number: u32| {
        let [wins, draws, losses] = buckets.get(&number).copied().unwrap_or_default();
        let tally = WinCount::new(wins, wins + draws + losses);
        Bucket {
            from: number * width,
            to: if number == last {
                u32::MAX
            } else {
                number * width + (width - 1)
            },
            games: tally.games,
            wins: tally.wins,
            draws,
            rate: tally.rate(),
            wilson: tally.wilson(),
        }
    };
    (least..=most).map(bucket).collect()
}

fn groups(counted: &[(&Outline, OwnResult)], name: fn(&Outline) -> String) -> Vec<Group> {
    sorted(counted.iter().map(|(game, result)| (name(game), *result)))
}

/// Results by name, most frequent first.
fn sorted(named: impl IntoIterator<Item = (String, OwnResult)>) -> Vec<Group> {
    let mut results: BTreeMap<String, Vec<OwnResult>> = BTreeMap::new();
    for (name, result) in named {
        results.entry(name).or_default().push(result);
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

/// What is known of it, or that nothing is.
pub(crate) fn named(name: Option<&str>) -> String {
    name.filter(|name| !name.trim().is_empty())
        .unwrap_or("(not known)")
        .to_owned()
}

fn period(games: &[&Outline]) -> Option<[i64; 2]> {
    let started = || games.iter().filter_map(|game| game.started_ms);
    Some([started().min()?, started().max()?])
}

#[cfg(test)]
pub(crate) mod tests;
