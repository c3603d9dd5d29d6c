//! The pages for programs: JSON under `/api/v1`, with the filters of the pages. What stands here stays as it is; what is
//! changed in meaning comes under another number. Each answer is a type, and its schema is made from that.

mod answers;
mod changes;
mod schema;

use referee::games::AnyRecord;
use serde_json::Value;
use stats::{
    insight::{self, aspect::Aspect, trend::trend},
    report::Report,
    store::{catalogue::CatalogueEntry, row::StoredFault},
};

use self::answers::{
    About, Fault, Faults, Game, GameEntry, Games, InsightGroup, Insights, Match, Matches, PlyPicture,
    SessionStatus, Status, Trend,
};
use crate::{
    address,
    library::Library,
    view::{self, View},
};

pub(crate) use self::{answers::EventTold, changes::Changes};

/// Games of one answer, and groups.
const GAMES: usize = 1_000;
const GROUPS: usize = 1_000;

/// The answer for what stands after `/api/v1/`; `None` if there is nothing of this name.
pub(crate) fn answer(view: &View<'_>, name: &str) -> anyhow::Result<Option<Value>> {
    let value = match name {
        "" => serde_json::to_value(about())?,
        "schema" => schema::schema(),
        "games" => serde_json::to_value(games(view))?,
        "report" => serde_json::to_value(report(view))?,
        "insights" => serde_json::to_value(insights(view))?,
        "trend" => serde_json::to_value(trends(view))?,
        "status" => serde_json::to_value(status(view.library, view.now_ms)?)?,
        "faults" => serde_json::to_value(faults(view)?)?,
        "matches" => serde_json::to_value(matches(view))?,
        _ => match name.strip_prefix("games/").and_then(|number| number.parse().ok()) {
            Some(number) => return game(view.library, &view.games, number),
            None => return Ok(None),
        },
    };
    Ok(Some(value))
}

fn about() -> About {
    let more = ["from", "to", "since", "until", "q", "min-moves", "counting"];
    About {
        api: 1,
        program: base::versions::program(),
        answers: schema::ANSWERS
            .iter()
            .map(|answer| (answer.path, answer.words))
            .collect(),
        filters: Aspect::ALL.map(Aspect::name).into_iter().chain(more).collect(),
    }
}

fn games(view: &View<'_>) -> Games {
    let query = view.asked();
    let chosen = query.choose(&view.games);
    let page = view.words.number::<usize>("page").unwrap_or(1).max(1);
    let rows = chosen
        .iter()
        .rev()
        .skip((page - 1).saturating_mul(GAMES))
        .take(GAMES);
    Games {
        total: chosen.len(),
        page,
        games: rows.map(|game| entry(game, &query)).collect(),
    }
}

fn entry(game: &CatalogueEntry, query: &insight::GameQuery) -> GameEntry {
    let outline = &game.outline;
    GameEntry {
        number: game.number,
        id: game.id.clone(),
        game: game.kind.name(),
        rules: outline.rules.to_string(),
        names: game.names.each_ref().map(|name| name.to_string()),
        own_seat: outline.own_seat,
        opponent: outline.opponent.clone(),
        client: outline.source.clone(),
        engine: outline.engine.clone(),
        started_ms: outline.started_ms,
        ended_ms: game.ended_ms,
        length: outline.length,
        verdict: outline.verdict,
        result: Aspect::Result.of(game, query).into_owned(),
        opening: game.opening.map(|_| Aspect::Opening.of(game, query).into_owned()),
    }
}

fn game(library: &Library, games: &[CatalogueEntry], number: i64) -> anyhow::Result<Option<Value>> {
    let Some(found) = games.iter().find(|game| game.number == number) else {
        return Ok(None);
    };
    let record: Option<AnyRecord> = library.record(&found.id)?;
    let filmed = library.filmed(&found.id)?;
    let picture = |ply: &recordings::film::still::FilmedPly| PlyPicture {
        ply: ply.index + 1,
        seen_ms: ply.still.at_ms,
        confirmed_ms: ply.at_ms,
        picture: format!("{}/pictures/{}.png", view::game(number), ply.index + 1),
    };
    let told = Game {
        number,
        record,
        pictures: filmed.iter().map(picture).collect(),
    };
    Ok(Some(serde_json::to_value(told)?))
}

fn report(view: &View<'_>) -> Report {
    let query = view.asked();
    let chosen = query.choose(&view.games);
    Report::of(
        view.kind,
        chosen.iter().map(|game| &game.outline),
        query.min_moves(view.kind),
    )
}

fn insights(view: &View<'_>) -> Insights {
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
    let groups = grouped.groups.into_iter().map(|(group, more)| InsightGroup {
        name: group.name,
        score: group.score,
        wins_above_mean: more,
    });
    Insights {
        game: view.kind.name(),
        unit: view.unit(),
        score: insight::score(&counted),
        lengths: insight::lengths(&counted, width, over),
        by: by.name(),
        groups: groups.collect(),
        groups_left_out: grouped.left_out,
    }
}

fn trends(view: &View<'_>) -> Trend {
    let query = view.asked();
    let counted = query.count(&query.choose(&view.games));
    let window = view
        .words
        .number("window")
        .unwrap_or(100_usize)
        .clamp(1, 1_000_000);
    Trend {
        window: window.min(counted.len()),
        places: trend(&counted, window),
    }
}

fn status(library: &Library, now_ms: i64) -> anyhow::Result<Status> {
    let found = watch::status::read(&library.home.journals, now_ms)?;
    let sessions = found.sessions.into_iter();
    Ok(Status {
        now_ms,
        sessions: sessions
            .map(|(card, state)| SessionStatus { state, card })
            .collect(),
        skipped: found.skipped,
    })
}

fn faults(view: &View<'_>) -> anyhow::Result<Faults> {
    let faults = view.library.ask(|store| {
        store
            .faults(None, GAMES as u32)
            .map_err(archive::database::user_error)
    })?;
    Ok(Faults {
        faults: faults.into_iter().map(fault).collect(),
    })
}

fn fault(found: StoredFault) -> Fault {
    Fault {
        session: found.session,
        at_ms: found.at_ms,
        at: address::minute(found.at_ms),
        game: found.game,
        kind: found.kind,
        detail: found.detail,
    }
}

fn matches(view: &View<'_>) -> Matches {
    let found = arena::look::all(&view.library.home.matches(), GAMES).into_iter();
    let matches = found.map(|seen| match seen.summary {
        Ok(summary) => Match::Seen {
            started_ms: seen.started_ms,
            summary: Box::new(summary),
            llr: seen.curve,
        },
        Err(error) => Match::Unread { error },
    });
    Matches {
        matches: matches.collect(),
    }
}
