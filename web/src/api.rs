//! The pages for programs: JSON under `/api/v1`, with the filters of the pages. What stands here stays as it is; what is
//! changed in meaning comes under another number.

use referee::games::AnyRecord;
use serde_json::{Value, json};
use stats::{
    insight::{self, aspect::Aspect, trend::trend},
    report::{Report, ReportScore},
    store::catalogue::CatalogueEntry,
};

use crate::{
    address,
    library::Library,
    view::{self, View},
};

/// Games of one answer, and groups.
const GAMES: usize = 1_000;
const GROUPS: usize = 1_000;

/// The answer for what stands after `/api/v1/`; `None` if there is nothing of this name.
pub(crate) fn answer(view: &View<'_>, name: &str) -> anyhow::Result<Option<Value>> {
    let value = match name {
        "" => about(),
        "games" => games(view),
        "report" => report(view)?,
        "insights" => insights(view),
        "trend" => trends(view),
        "status" => status(view)?,
        "faults" => faults(view)?,
        "matches" => matches(view),
        _ => match name.strip_prefix("games/").and_then(|number| number.parse().ok()) {
            Some(number) => return game(view.library, &view.games, number),
            None => return Ok(None),
        },
    };
    Ok(Some(value))
}

fn about() -> Value {
    json!({
        "api": 1,
        "program": base::versions::program(),
        "answers": {
            "/api/v1/games": "games, the newest first; page=N, a thousand a page",
            "/api/v1/games/N": "one game whole, with its pictures",
            "/api/v1/report": "win rates and lengths, counted as tengen report --json does",
            "/api/v1/insights": "by=opponent, and so on; lengths in buckets of width=10",
            "/api/v1/trend": "the rate of the last window=100 games",
            "/api/v1/status": "running sessions, as of tengen status --json",
            "/api/v1/faults": "the newest faults",
            "/api/v1/matches": "matches between engines",
        },
        "filters": Aspect::ALL.map(Aspect::name).into_iter().chain(["from", "to", "since", "until", "q", "min-moves", "counting"]).collect::<Vec<_>>(),
    })
}

fn games(view: &View<'_>) -> Value {
    let query = view.asked();
    let chosen = query.choose(&view.games);
    let page = view.words.number::<usize>("page").unwrap_or(1).max(1);
    let rows = chosen
        .iter()
        .rev()
        .skip((page - 1).saturating_mul(GAMES))
        .take(GAMES);
    json!({
        "total": chosen.len(),
        "page": page,
        "games": rows.map(|game| entry(game, &query)).collect::<Vec<_>>(),
    })
}

fn entry(game: &CatalogueEntry, query: &insight::GameQuery) -> Value {
    let outline = &game.outline;
    json!({
        "number": game.number,
        "id": game.id,
        "game": game.kind.name(),
        "rules": &*game.outline.rules,
        "names": game.names.each_ref().map(|name| &**name),
        "own_seat": outline.own_seat,
        "opponent": outline.opponent,
        "client": outline.source,
        "engine": outline.engine,
        "started_ms": outline.started_ms,
        "ended_ms": game.ended_ms,
        "length": outline.length,
        "verdict": outline.verdict,
        "result": Aspect::Result.of(game, query),
        "opening": game.opening.map(|_| Aspect::Opening.of(game, query)),
    })
}

fn game(library: &Library, games: &[CatalogueEntry], number: i64) -> anyhow::Result<Option<Value>> {
    let Some(found) = games.iter().find(|game| game.number == number) else {
        return Ok(None);
    };
    let record: Option<AnyRecord> = library.record(&found.id)?;
    let pictures: Vec<Value> = library
        .filmed(&found.id)?
        .iter()
        .map(|ply| {
            let picture = format!("{}/pictures/{}.png", view::game(number), ply.index + 1);
            json!({"ply": ply.index + 1, "seen_ms": ply.still.at_ms, "confirmed_ms": ply.at_ms, "picture": picture})
        })
        .collect();
    Ok(Some(
        json!({"number": number, "record": record, "pictures": pictures}),
    ))
}

fn report(view: &View<'_>) -> anyhow::Result<Value> {
    let query = view.asked();
    let chosen = query.choose(&view.games);
    let report = Report::of(
        view.kind,
        chosen.iter().map(|game| &game.outline),
        query.min_moves(view.kind),
    );
    Ok(serde_json::to_value(report)?)
}

fn insights(view: &View<'_>) -> Value {
    let query = view.asked();
    let counted = query.count(&query.choose(&view.games));
    let by = view
        .words
        .value("by")
        .and_then(Aspect::from_name)
        .unwrap_or(Aspect::Opponent);
    let width = view
        .words
        .number("width")
        .unwrap_or(stats::report::BUCKET)
        .clamp(1, 1_000);
    let over = view.words.number("over").unwrap_or(u32::MAX).max(width);
    let grouped = insight::by(&counted, by, &query, GROUPS);
    let group = |(name, score, more): (&str, &ReportScore, f64)| json!({"name": name, "score": score, "wins_above_mean": more});
    json!({
        "game": view.kind.name(),
        "unit": view.unit(),
        "score": insight::score(&counted),
        "lengths": insight::lengths(&counted, width, over),
        "by": by.name(),
        "groups": grouped.groups.iter().map(|(one, more)| group((&one.name, &one.score, *more))).collect::<Vec<_>>(),
        "groups_left_out": grouped.left_out,
    })
}

fn trends(view: &View<'_>) -> Value {
    let query = view.asked();
    let counted = query.count(&query.choose(&view.games));
    let window = view
        .words
        .number("window")
        .unwrap_or(100_usize)
        .clamp(1, 1_000_000);
    json!({"window": window.min(counted.len()), "places": trend(&counted, window)})
}

fn status(view: &View<'_>) -> anyhow::Result<Value> {
    let found = watch::status::read(&view.library.home.journals, view.now_ms)?;
    let sessions = found
        .sessions
        .iter()
        .map(|(card, state)| json!({"state": state.name(), "card": card}));
    Ok(json!({"now_ms": view.now_ms, "sessions": sessions.collect::<Vec<_>>(), "skipped": found.skipped}))
}

fn faults(view: &View<'_>) -> anyhow::Result<Value> {
    let faults = view.library.ask(|store| {
        store
            .faults(None, GAMES as u32)
            .map_err(archive::database::user_error)
    })?;
    let fault = |fault: &stats::store::row::StoredFault| {
        json!({
            "session": fault.session, "at_ms": fault.at_ms, "at": address::minute(fault.at_ms), "game": fault.game,
            "kind": fault.kind, "detail": fault.detail,
        })
    };
    Ok(json!({"faults": faults.iter().map(fault).collect::<Vec<_>>()}))
}

fn matches(view: &View<'_>) -> Value {
    let found = arena::look::all(&view.library.home.matches(), GAMES);
    let one = |seen: &arena::look::SeenMatch| match &seen.summary {
        Ok(summary) => json!({"started_ms": seen.started_ms, "summary": summary, "llr": seen.curve}),
        Err(why) => json!({"error": why}),
    };
    json!({"matches": found.iter().map(one).collect::<Vec<_>>()})
}
