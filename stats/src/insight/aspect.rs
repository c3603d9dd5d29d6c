//! What games can have in common: each aspect answers every game with a word, by which games are chosen and put in groups.

use std::borrow::Cow;

use jiff::{Timestamp, tz::TimeZone};

use super::GameQuery;
use crate::{report::named, store::catalogue::CatalogueEntry};

/// One side of a game to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aspect {
    /// Which kind of game.
    Game,
    /// Our seat.
    Seat,
    /// The other player.
    Opponent,
    /// Client profile or file format.
    Client,
    /// Our engine.
    Engine,
    /// Board and rule.
    Rules,
    /// The first three stones up to symmetry.
    Opening,
    /// Hour of the day (UTC) at which it began.
    Hour,
    /// Day of the week (UTC) on which it began.
    Weekday,
    /// Day (UTC) on which it began.
    Day,
    /// Why it ended.
    End,
    /// Won, drawn, lost, or why it does not count.
    Result,
}

const WEEKDAYS: [&str; 7] = [
    "1 Monday",
    "2 Tuesday",
    "3 Wednesday",
    "4 Thursday",
    "5 Friday",
    "6 Saturday",
    "7 Sunday",
];

impl Aspect {
    /// Every one.
    pub const ALL: [Aspect; 12] = [
        Aspect::Game,
        Aspect::Seat,
        Aspect::Opponent,
        Aspect::Client,
        Aspect::Engine,
        Aspect::Rules,
        Aspect::Opening,
        Aspect::Hour,
        Aspect::Weekday,
        Aspect::Day,
        Aspect::End,
        Aspect::Result,
    ];

    /// One word.
    pub fn name(self) -> &'static str {
        match self {
            Aspect::Game => "game",
            Aspect::Seat => "seat",
            Aspect::Opponent => "opponent",
            Aspect::Client => "client",
            Aspect::Engine => "engine",
            Aspect::Rules => "rules",
            Aspect::Opening => "opening",
            Aspect::Hour => "hour",
            Aspect::Weekday => "weekday",
            Aspect::Day => "day",
            Aspect::End => "end",
            Aspect::Result => "result",
        }
    }

    /// The one with this [`name`](Aspect::name).
    pub fn from_name(name: &str) -> Option<Aspect> {
        Aspect::ALL.into_iter().find(|aspect| aspect.name() == name)
    }

    /// Whether its words have an order of their own.
    pub fn is_ordered(self) -> bool {
        matches!(self, Aspect::Seat | Aspect::Hour | Aspect::Weekday | Aspect::Day)
    }

    /// The game's word.
    pub fn of<'a>(self, game: &'a CatalogueEntry, query: &GameQuery) -> Cow<'a, str> {
        let outline = &game.outline;
        let name = |name: &'a Option<String>| match name.as_deref() {
            Some(name) if !name.trim().is_empty() => Cow::Borrowed(name),
            name => Cow::Owned(named(name)),
        };
        let time = |word: fn(&jiff::Zoned) -> String| {
            let at = outline
                .started_ms
                .and_then(|ms| Timestamp::from_millisecond(ms).ok());
            Cow::Owned(at.map_or_else(|| named(None), |at| word(&at.to_zoned(TimeZone::UTC))))
        };
        match self {
            Aspect::Game => game.kind.name().into(),
            Aspect::Seat => outline
                .own_seat
                .map_or_else(|| named(None).into(), |seat| seat.name().into()),
            Aspect::Opponent => name(&outline.opponent),
            Aspect::Client => name(&outline.source),
            Aspect::Engine => name(&outline.engine),
            Aspect::Rules => Cow::Borrowed(&outline.rules),
            Aspect::Opening => match game.opening {
                Some((stones, size)) => stones.map(|point| point.name_on(size)).join(" ").into(),
                None => named(None).into(),
            },
            Aspect::Hour => time(|at| format!("{:02}", at.hour())),
            Aspect::Weekday => time(|at| WEEKDAYS[at.weekday().to_monday_zero_offset() as usize].to_owned()),
            Aspect::Day => time(|at| at.strftime("%Y-%m-%d").to_string()),
            Aspect::End => match outline.verdict {
                Some(verdict) => verdict.reason.name().replace('_', " ").into(),
                None => "not finished".into(),
            },
            Aspect::Result => match query.result(game) {
                Ok(result) => result.name().into(),
                Err(reason) => reason.into(),
            },
        }
    }

    /// Whether the game's word is this one.
    pub(super) fn is(self, game: &CatalogueEntry, query: &GameQuery, word: &str) -> bool {
        self.of(game, query) == word
    }
}
