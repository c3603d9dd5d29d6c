//! Values and their columns: how a record is spelled in the tables, and back.

use referee::{
    color::Color,
    gomoku::Move,
    point::Point,
    position::Position,
    record::{Evidence, Ply, Record},
    seat::Seat,
    verdict::{Reason, Verdict},
};
use rusqlite::{Row, types::Value};
use serde_json::{Map, json};

use super::error::StoreError;

/// The columns of `games` in the order that [`Game::from_row`] reads them.
pub(super) const COLUMNS: &str = "id, session, size, rule, first_name, second_name, own_seat, source, engine, \
     started_ms, ended_ms, length, reason, winner, excluded, more";

/// The columns of `plies` in the order that [`ply_from_row`] reads them.
pub(super) const PLY_COLUMNS: &str = "x, y, choice, spent_ms, score, depth, nodes, evidence";

/// A session at one client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
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
pub struct Fault {
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

/// A stored game without its plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number in this database, from 1. Numbers stay as long as the database does; the id is for good.
    pub number: i64,
    /// Everything of the record but its plies, which are empty here.
    pub record: Record,
    /// The session that played it; `None` for games from files.
    pub session: Option<String>,
    /// Stones placed.
    pub length: u32,
    /// Why a person left it out of the reports.
    pub excluded: Option<String>,
}

impl Game {
    pub(super) fn from_row(row: &Row<'_>) -> Result<Game, StoreError> {
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
            "size": number(2, "size")?,
            "rule": text(3, "rule")?,
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
        let mut record: Record =
            serde_json::from_value(object.into()).map_err(|error| bad(&id, &error.to_string()))?;
        // Whoever was met goes by the name that is known by now.
        if let (Some(seat), Some(name)) = (record.own_seat, text(16, "met")?) {
            record.names[(!seat).index()] = name;
        }
        let length = get(row, 11, &id, "length")?;
        Ok(Game {
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

/// The values for [`COLUMNS`], session left out.
pub(super) fn columns(record: &Record, session: Option<&str>) -> Result<Vec<Value>, StoreError> {
    let mut object = match serde_json::to_value(Record {
        plies: Vec::new(),
        ..record.clone()
    }) {
        Ok(serde_json::Value::Object(object)) => object,
        _ => return Err(bad(&record.id, "record")),
    };
    let mut take = |name: &str| object.remove(name).unwrap_or_default();
    let rule = take("rule");
    for name in [
        "id",
        "size",
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
        i64::from(record.size).into(),
        rule.as_str().unwrap_or_default().to_owned().into(),
        record.names[0].clone().into(),
        record.names[1].clone().into(),
        optional(record.own_seat.map(Seat::name)),
        optional(record.source.as_deref()),
        optional(record.engine.as_deref()),
        record.started_ms.into(),
        record.ended_ms.into(),
        i64::from(stones(&record.plies)).into(),
        optional(record.verdict.map(|verdict| verdict.reason.name())),
        optional(record.verdict.and_then(|verdict| verdict.winner).map(Seat::name)),
        Value::Null,
        more.into(),
    ])
}

/// Stones among the plies; swap2's choices are none.
pub(super) fn stones(plies: &[Ply]) -> u32 {
    plies
        .iter()
        .filter(|ply| matches!(ply.play, Move::Place(_)))
        .count() as u32
}

/// Who decided each ply. Where the rules refuse the game, first and second are taken to alternate.
pub(super) fn seats(record: &Record) -> Vec<Seat> {
    let start = Record {
        plies: Vec::new(),
        ..record.clone()
    };
    let mut position = start.replay().ok();
    let mut turn = Seat::First;
    let mut seats = Vec::with_capacity(record.plies.len());
    for ply in &record.plies {
        if let Some(legal) = &position {
            turn = legal.turn();
        }
        seats.push(turn);
        turn = !turn;
        if position
            .as_mut()
            .is_some_and(|legal| legal.play(ply.play).is_err())
        {
            position = None;
        }
    }
    seats
}

/// The values for [`PLY_COLUMNS`]. Counts beyond SQLite's integers are held at its largest.
pub(super) fn ply_columns(ply: &Ply) -> [Value; 8] {
    let (x, y, choice) = match ply.play {
        Move::Place(point) => (Some(i64::from(point.x)), Some(i64::from(point.y)), None),
        Move::Choose(Color::Black) => (None, None, Some("black")),
        Move::Choose(Color::White) => (None, None, Some("white")),
        Move::PutTwo => (None, None, Some("put_two")),
    };
    let count = |number: Option<u64>| {
        number
            .map(|number| i64::try_from(number).unwrap_or(i64::MAX))
            .into()
    };
    [
        x.into(),
        y.into(),
        optional(choice),
        count(ply.spent_ms),
        ply.score.map(i64::from).into(),
        ply.depth.map(i64::from).into(),
        count(ply.nodes),
        optional(Some(ply.evidence.name()).filter(|_| !ply.evidence.is_seen())),
    ]
}

pub(super) fn ply_from_row(row: &Row<'_>, game: &str) -> Result<Ply, StoreError> {
    let place: (Option<u8>, Option<u8>) = (get(row, 0, game, "ply")?, get(row, 1, game, "ply")?);
    let choice: Option<String> = get(row, 2, game, "ply")?;
    let play = match (place, choice.as_deref()) {
        ((Some(x), Some(y)), None) => Move::Place(Point::new(x, y)),
        ((None, None), Some("black")) => Move::Choose(Color::Black),
        ((None, None), Some("white")) => Move::Choose(Color::White),
        ((None, None), Some("put_two")) => Move::PutTwo,
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
