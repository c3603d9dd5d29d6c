//! Values and their columns: how a record is spelled in the tables, and back.

use referee::{
    color::Color,
    games::{AnyMove, AnyRecord, GameKind},
    gomoku::Move,
    point::Point,
    record::{Evidence, Ply, Record},
    seat::Seat,
    verdict::{Reason, Verdict},
};
use rusqlite::{Row, types::Value};
use serde_json::{Map, json};

use super::error::StoreError;

/// The columns of `games` in the order that [`StoredGame::from_row`] reads them.
pub(super) const COLUMNS: &str = "id, session, size, rule, first_name, second_name, own_seat, source, engine, \
     started_ms, ended_ms, length, reason, winner, excluded, more, game";

/// The columns of `plies` in the order that [`ply_from_row`] reads them.
pub(super) const PLY_COLUMNS: &str = "x, y, choice, spent_ms, score, depth, nodes, evidence, played";

/// [`COLUMNS`] and [`PLY_COLUMNS`] as a database of this layout has them.
pub(super) fn columns_in(layout: i64) -> [String; 2] {
    // What came with which layout, and what stood there before.
    const LATER: [(i64, &str, &str); 3] = [
        (3, "evidence", "NULL"),
        (4, "game", "'gomoku'"),
        (4, "played", "NULL"),
    ];
    [COLUMNS, PLY_COLUMNS].map(|columns| {
        let column = |name: &str| {
            let later = LATER
                .iter()
                .find(|(since, later, _)| *later == name && layout < *since);
            later.map_or(name, |(.., before)| before).to_owned()
        };
        columns.split(", ").map(column).collect::<Vec<_>>().join(", ")
    })
}

/// A session at one client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSession {
    /// UUIDv7 as text.
    pub id: String,
    /// Name and version of the program.
    pub program: String,
    /// The client profile's name.
    pub client: Option<String>,
    /// The engine's spec.
    pub engine: Option<String>,
    /// Unix milliseconds.
    pub started_ms: i64,
    /// Unix milliseconds; `None` while it runs and if it was killed.
    pub ended_ms: Option<i64>,
}

/// Something that went wrong in a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredFault {
    /// The session's id.
    pub session: String,
    /// Number in the session; with the session it names the fault.
    pub seq: u64,
    /// Unix milliseconds.
    pub at_ms: i64,
    /// The game's id, if one was being played.
    pub game: Option<String>,
    /// A short name to count by.
    pub kind: String,
    /// What exactly.
    pub detail: String,
}

/// A game in a file of a film.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredFilm {
    /// The game's id.
    pub game: String,
    /// The file: its name where it lies with the films of its home, else its whole path.
    pub film: String,
    /// When it began there, in milliseconds since the session's start.
    pub from_ms: u64,
    /// When it was over; nobody says so if the program was killed.
    pub until_ms: Option<u64>,
}

/// A stored game without its plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// Its number in this database, from 1. Numbers stay as long as the database does; the id is for good.
    pub number: i64,
    /// Everything of the record but its plies, which are empty here.
    pub record: AnyRecord,
    /// The session that played it; `None` for games from files.
    pub session: Option<String>,
    /// Stones or turns, as its kind counts.
    pub length: u32,
    /// Why a person left it out of the reports.
    pub excluded: Option<String>,
}

impl StoredGame {
    pub(super) fn from_row(row: &Row<'_>) -> Result<StoredGame, StoreError> {
        let id: String = get(row, 0, "?", "id")?;
        let text = |index, what| get::<Option<String>>(row, index, &id, what);
        let number = |index, what| get::<Option<i64>>(row, index, &id, what);
        let reason = text(12, "reason")?;
        let verdict = reason.map(|reason| -> Result<_, StoreError> {
            Ok(json!({"winner": text(13, "winner")?, "reason": reason}))
        });
        // By way of JSON, so that what has no column of its own comes back from `more` under its own name.
        let mut object: Map<String, serde_json::Value> = match text(15, "more")? {
            Some(more) => serde_json::from_str(&more).map_err(|_| bad(&id, "more"))?,
            None => Map::new(),
        };
        let columns = json!({
            "id": id,
            "names": [text(4, "first_name")?, text(5, "second_name")?],
            "own_seat": text(6, "own_seat")?,
            "source": text(7, "source")?,
            "engine": text(8, "engine")?,
            "started_ms": number(9, "started_ms")?,
            "ended_ms": number(10, "ended_ms")?,
            "plies": [],
            "verdict": verdict.transpose()?,
        });
        if let serde_json::Value::Object(columns) = columns {
            object.extend(columns);
        }
        // What some kinds have, and others have not.
        let kind = text(16, "game")?.filter(|kind| kind != GameKind::Gomoku.name());
        let some = [
            ("game", kind.map(serde_json::Value::from)),
            ("size", number(2, "size")?.map(serde_json::Value::from)),
            ("rule", text(3, "rule")?.map(serde_json::Value::from)),
        ];
        for (name, value) in some {
            object.extend(value.map(|value| (name.to_owned(), value)));
        }
        let mut record: AnyRecord =
            serde_json::from_value(object.into()).map_err(|error| bad(&id, &error.to_string()))?;
        // Whoever was met goes by the name that is known by now.
        if let (Some(seat), Some(name)) = (record.own_seat, text(17, "met")?) {
            record.names[(!seat).index()] = name;
        }
        let length = get(row, 11, &id, "length")?;
        Ok(StoredGame {
            number: row.get("key").map_err(|_| bad(&id, "number"))?,
            record,
            session: text(1, "session")?,
            length,
            excluded: text(14, "excluded")?,
        })
    }

    /// The other player's name, if our seat is known.
    pub fn opponent(&self) -> Option<&str> {
        self.record
            .own_seat
            .map(|seat| self.record.names[(!seat).index()].as_str())
    }
}

/// The values for [`COLUMNS`].
pub(super) fn columns(record: &AnyRecord, session: Option<&str>) -> Result<Vec<Value>, StoreError> {
    let mut object = match serde_json::to_value(Record {
        plies: Vec::new(),
        ..record.clone()
    }) {
        Ok(serde_json::Value::Object(object)) => object,
        _ => return Err(bad(&record.id, "record")),
    };
    let mut take = |name: &str| object.remove(name).unwrap_or_default();
    let (size, rule) = (take("size").as_i64(), take("rule"));
    for name in [
        "id",
        "game",
        "names",
        "own_seat",
        "source",
        "engine",
        "started_ms",
        "ended_ms",
        "plies",
        "verdict",
    ] {
        take(name);
    }
    let more = (!object.is_empty()).then(|| serde_json::Value::Object(object).to_string());
    Ok(vec![
        record.id.clone().into(),
        optional(session),
        size.into(),
        optional(rule.as_str()),
        record.names[0].clone().into(),
        record.names[1].clone().into(),
        optional(record.own_seat.map(Seat::name)),
        optional(record.source.as_deref()),
        optional(record.engine.as_deref()),
        record.started_ms.into(),
        record.ended_ms.into(),
        (record.length() as i64).into(),
        optional(record.verdict.map(|verdict| verdict.reason.name())),
        optional(record.verdict.and_then(|verdict| verdict.winner).map(Seat::name)),
        Value::Null,
        more.into(),
        record.kind().name().to_owned().into(),
    ])
}

/// The values for [`PLY_COLUMNS`]. Counts beyond SQLite's integers are held at its largest.
pub(super) fn ply_columns(ply: &Ply<AnyMove>) -> [Value; 9] {
    let (place, choice) = match ply.play {
        AnyMove::Gomoku(Move::Place(point)) => (Some(point), None),
        AnyMove::Gomoku(Move::Choose(Color::Black)) => (None, Some("black")),
        AnyMove::Gomoku(Move::Choose(Color::White)) => (None, Some("white")),
        AnyMove::Gomoku(Move::PutTwo) => (None, Some("put_two")),
        _ => (None, None),
    };
    let has_columns = place.is_some() || choice.is_some();
    let played = (!has_columns).then(|| serde_json::to_string(&ply.play).unwrap_or_default());
    let count = |number: Option<u64>| {
        number
            .map(|number| i64::try_from(number).unwrap_or(i64::MAX))
            .into()
    };
    [
        place.map(|point| i64::from(point.x)).into(),
        place.map(|point| i64::from(point.y)).into(),
        optional(choice),
        count(ply.spent_ms),
        ply.score.map(i64::from).into(),
        ply.depth.map(i64::from).into(),
        count(ply.nodes),
        optional(Some(ply.evidence.name()).filter(|_| !ply.evidence.is_seen())),
        played.into(),
    ]
}

pub(super) fn ply_from_row(row: &Row<'_>, game: &str) -> Result<Ply<AnyMove>, StoreError> {
    let place: (Option<u8>, Option<u8>) = (get(row, 0, game, "ply")?, get(row, 1, game, "ply")?);
    let choice: Option<String> = get(row, 2, game, "ply")?;
    let played: Option<String> = get(row, 8, game, "ply")?;
    let play = match (place, choice.as_deref(), played) {
        ((Some(x), Some(y)), None, None) => Move::Place(Point::new(x, y)).into(),
        ((None, None), Some("black"), None) => Move::Choose(Color::Black).into(),
        ((None, None), Some("white"), None) => Move::Choose(Color::White).into(),
        ((None, None), Some("put_two"), None) => Move::PutTwo.into(),
        ((None, None), None, Some(played)) => serde_json::from_str(&played).map_err(|_| bad(game, "ply"))?,
        _ => return Err(bad(game, "ply")),
    };
    let evidence: Option<String> = get(row, 7, game, "evidence")?;
    Ok(Ply {
        play,
        evidence: evidence_from(evidence.as_deref()).ok_or_else(|| bad(game, "evidence"))?,
        spent_ms: get(row, 3, game, "thinking time")?,
        score: get(row, 4, game, "score")?,
        depth: get(row, 5, game, "depth")?,
        nodes: get(row, 6, game, "node count")?,
    })
}

/// How a ply is known, from its column; `None` if nobody knows that word.
pub(super) fn evidence_from(name: Option<&str>) -> Option<Evidence> {
    name.map_or(Some(Evidence::Seen), Evidence::from_name)
}

/// A verdict from its two columns.
pub(super) fn verdict(reason: Option<&str>, winner: Option<&str>) -> Option<Verdict> {
    let winner = Seat::BOTH.into_iter().find(|seat| Some(seat.name()) == winner);
    Some(Verdict {
        reason: Reason::from_name(reason?)?,
        winner,
    })
}

fn optional(text: Option<&str>) -> Value {
    text.map_or(Value::Null, |text| Value::Text(text.to_owned()))
}

fn get<T: rusqlite::types::FromSql>(
    row: &Row<'_>,
    index: usize,
    game: &str,
    what: &str,
) -> Result<T, StoreError> {
    row.get(index).map_err(|error| match error {
        rusqlite::Error::InvalidColumnType(..)
        | rusqlite::Error::FromSqlConversionFailure(..)
        | rusqlite::Error::IntegralValueOutOfRange(..) => bad(game, what),
        source => StoreError::Sqlite {
            doing: "read",
            source,
        },
    })
}

fn bad(game: &str, what: &str) -> StoreError {
    StoreError::BadValue {
        game: game.to_owned(),
        what: what.to_owned(),
    }
}
