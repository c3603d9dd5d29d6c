//! What the pages for programs answer, as types: their schema is made from these, so that it cannot say anything else.

use arena::figures::MatchSummary;
use referee::{games::AnyRecord, seat::Seat, verdict::Verdict};
use schemars::JsonSchema;
use serde::Serialize;
use stats::{
    insight::trend::TrendPlace,
    report::{Bucket, ReportScore},
};
use watch::status::{Card, CardState};

/// What can be asked.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct About {
    /// The version of all this: what is changed in meaning comes under another one.
    pub(super) api: u32,
    /// Name and version of the program.
    pub(super) program: String,
    /// What there is, by its address.
    pub(super) answers: std::collections::BTreeMap<&'static str, &'static str>,
    /// Names by which games are chosen, as in the addresses of the pages.
    pub(super) filters: Vec<&'static str>,
}

/// Games, the newest first.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Games {
    /// How many were asked for.
    pub(super) total: usize,
    /// Which thousand of them this is, from 1.
    pub(super) page: usize,
    /// These.
    pub(super) games: Vec<GameEntry>,
}

/// A game in a list.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct GameEntry {
    /// Its number in this database, from 1.
    pub(super) number: i64,
    /// Its id: the same in every database that holds it.
    pub(super) id: String,
    /// The kind of game, by name.
    pub(super) game: &'static str,
    /// Board and rule in words.
    pub(super) rules: String,
    /// Names by seat: first, second.
    pub(super) names: [String; 2],
    /// The seat that we held, if one was ours.
    pub(super) own_seat: Option<Seat>,
    /// The other player's name, if our seat is known.
    pub(super) opponent: Option<String>,
    /// Client profile or file format.
    pub(super) client: Option<String>,
    /// The engine that chose our moves.
    pub(super) engine: Option<String>,
    /// Unix milliseconds.
    pub(super) started_ms: Option<i64>,
    /// Unix milliseconds.
    pub(super) ended_ms: Option<i64>,
    /// Stones or turns, as its kind counts.
    pub(super) length: u32,
    /// How it ended; null while it is being played.
    pub(super) verdict: Option<Verdict>,
    /// Its result for us, in a word: won, drawn, lost, or why it does not count.
    pub(super) result: String,
    /// The first three stones up to symmetry; null where there are none, and in other games than Gomoku.
    pub(super) opening: Option<String>,
}

/// A game whole.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Game {
    /// Its number in this database, from 1.
    pub(super) number: i64,
    /// All of it; null if the database does not hold it any more.
    pub(super) record: Option<AnyRecord>,
    /// Pictures of the client in which its plies were read.
    pub(super) pictures: Vec<PlyPicture>,
}

/// The picture in which a ply was read.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct PlyPicture {
    /// The ply's number, from 1.
    pub(super) ply: usize,
    /// When the picture was taken, in milliseconds since its session began.
    pub(super) seen_ms: u64,
    /// When the ply was confirmed, on the same clock.
    pub(super) confirmed_ms: u64,
    /// Its address on this server: a PNG file.
    pub(super) picture: String,
}

/// Rates by something, and by length.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Insights {
    /// The kind of game, by name.
    pub(super) game: &'static str,
    /// What lengths are counted in.
    pub(super) unit: &'static str,
    /// All counted games.
    pub(super) score: ReportScore,
    /// By length.
    pub(super) lengths: Vec<Bucket>,
    /// What the groups have in common.
    pub(super) by: &'static str,
    /// The largest groups.
    pub(super) groups: Vec<InsightGroup>,
    /// Groups that are not told.
    pub(super) groups_left_out: usize,
}

/// Games that have something in common.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct InsightGroup {
    /// What that is.
    pub(super) name: String,
    /// How they went.
    pub(super) score: ReportScore,
    /// Wins more than they would be at the rate of all games; fewer, if negative.
    pub(super) wins_above_mean: f64,
}

/// How the rate went.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Trend {
    /// Games of the window.
    pub(super) window: usize,
    /// The rate over a window of games, at several hundred of them at most.
    pub(super) places: Vec<TrendPlace>,
}

/// Sessions as they say of themselves.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Status {
    /// Unix milliseconds.
    pub(super) now_ms: i64,
    /// The newest first.
    pub(super) sessions: Vec<SessionStatus>,
    /// Cards that cannot be read, and why.
    pub(super) skipped: Vec<String>,
}

/// A session.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct SessionStatus {
    /// What its card means now.
    pub(super) state: CardState,
    /// The card.
    pub(super) card: Card,
}

/// What went wrong.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Faults {
    /// The newest first, a thousand at most.
    pub(super) faults: Vec<Fault>,
}

/// One fault.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Fault {
    /// In which session.
    pub(super) session: String,
    /// Unix milliseconds.
    pub(super) at_ms: i64,
    /// The same to the minute, in words.
    pub(super) at: String,
    /// The id of the game in hand, if there was one.
    pub(super) game: Option<String>,
    /// Its kind, one word.
    pub(super) kind: String,
    /// In words.
    pub(super) detail: String,
}

/// Matches between engines.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Matches {
    /// The newest first.
    pub(super) matches: Vec<Match>,
}

/// One match, or why it cannot be told.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Match {
    /// As it stands.
    Seen {
        /// Unix milliseconds.
        started_ms: i64,
        /// All there is to say.
        summary: Box<MatchSummary>,
        /// The logarithm of the test's likelihood ratio as games came in.
        llr: Vec<f64>,
    },
    /// Its ledger cannot be read.
    Unread {
        /// Why.
        error: String,
    },
}

/// What is told by the stream of events, each by its name.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum EventTold {
    /// `status`: the sessions, whenever anything about one of them changed.
    Status(Status),
    /// `game`: a game that came into the database, or was changed there.
    Game(Box<GameEntry>),
    /// `fault`: something that went wrong.
    Fault(Fault),
}

impl EventTold {
    /// The event's name.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            EventTold::Status(_) => "status",
            EventTold::Game(_) => "game",
            EventTold::Fault(_) => "fault",
        }
    }
}
