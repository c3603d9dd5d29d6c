//! The schema of every answer, made from their types: what programs that ask can rely on.

use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};
use stats::report::Report;

use super::answers::{About, EventTold, Faults, Game, Games, Insights, Matches, Status, Trend};

/// One answer.
pub(super) struct Answer {
    /// Its address.
    pub(super) path: &'static str,
    /// What it is.
    pub(super) words: &'static str,
    schema: fn(&mut SchemaGenerator) -> Schema,
}

const fn answer<T: JsonSchema>(path: &'static str, words: &'static str) -> Answer {
    Answer {
        path,
        words,
        schema: SchemaGenerator::subschema_for::<T>,
    }
}

/// Every answer there is.
pub(super) const ANSWERS: [Answer; 11] = [
    answer::<About>("/api/v1", "what can be asked"),
    answer::<Map<String, Value>>("/api/v1/schema", "the schema of all these answers"),
    answer::<Games>(
        "/api/v1/games",
        "games, the newest first; page=N, a thousand a page",
    ),
    answer::<Game>("/api/v1/games/N", "one game whole, with its pictures"),
    answer::<Report>(
        "/api/v1/report",
        "win rates and lengths, counted as tengen report --json does",
    ),
    answer::<Insights>(
        "/api/v1/insights",
        "by=opponent, and so on; lengths in buckets of width=10",
    ),
    answer::<Trend>("/api/v1/trend", "the rate of the last window=100 games"),
    answer::<Status>("/api/v1/status", "running sessions, as of tengen status --json"),
    answer::<Faults>("/api/v1/faults", "the newest faults"),
    answer::<Matches>("/api/v1/matches", "matches between engines"),
    answer::<EventTold>(
        "/api/v1/events",
        "a stream (text/event-stream): event status whenever a session changes, game and fault as they come",
    ),
];

/// All schemas, by the addresses of their answers, and what they share.
pub(super) fn schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let answers: Map<String, Value> = ANSWERS
        .iter()
        .map(|answer| {
            let schema = (answer.schema)(&mut generator);
            (
                answer.path.to_owned(),
                json!({"description": answer.words, "schema": schema}),
            )
        })
        .collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The answers of Tengen, version 1",
        "answers": answers,
        "$defs": generator.take_definitions(true),
    })
}
