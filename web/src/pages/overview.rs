//! The first page: how often we won, from which seat, lately, and what went wrong.

use maud::{Markup, PreEscaped, html};
use stats::{
    insight::{self, aspect::Aspect, trend::trend},
    report::Report,
};

use super::{games, trend::picture};
use crate::{
    address,
    frame::{filter, nothing, number, page, percent, score_cells, score_heads, signed, span},
    view::View,
};

/// Games in the list of the last ones.
const LAST: usize = 20;
/// Games of the window of the small trend.
const WINDOW: usize = 50;
/// Faults that are counted as recent.
const RECENT_MS: i64 = 7 * 86_400_000;
/// Faults that are looked at for that.
const FAULTS: u32 = 1_000;

pub(crate) fn show(view: &View<'_>) -> anyhow::Result<Markup> {
    let query = view.asked();
    let chosen = query.choose(&view.games);
    let counted = query.count(&chosen);
    let report = Report::of(
        view.kind,
        chosen.iter().map(|game| &game.outline),
        query.min_moves(view.kind),
    );
    let both = &report.seats.both;
    let trend = trend(&counted, WINDOW);
    let last: Vec<_> = chosen.iter().rev().take(LAST).copied().collect();
    let body = html! {
        h1 { "Overview" }
        (filter(view))
        @if chosen.is_empty() { (nothing(view)) }
        @else {
            section aria-label="Win rate" class="head" {
                p class="headline" { a href=(view.counted()) { (percent(both.rate)) } }
                p class="soft" {
                    (number(both.wins, &view.list_of(Aspect::Result, "won"))) " of " (number(both.games, &view.counted())) " games won"
                    @if both.games > 0 { "; 95 % interval " (span(both.wilson)) ", at every look " (span(both.anytime)) }
                }
                @if let Some([from, to]) = report.period_ms { p class="soft" { (address::day(from)) " to " (address::day(to)) " (UTC)" } }
            }
            section aria-labelledby="seats" {
                h2 id="seats" { "By seat" }
                div class="wide" tabindex="0" { table {
                    thead { tr { th scope="col" { "seat" } (score_heads()) } }
                    tbody {
                        @for (name, score) in [("first", &report.seats.first), ("second", &report.seats.second)] {
                            tr { th scope="row" { (name) } (score_cells(score, &|result| seat(view, name, result))) }
                        }
                        tr class="sum" { th scope="row" { "both" } (score_cells(both, &|result| of(view, result))) }
                    }
                } }
                @if let Some(rate) = report.difference.rate {
                    p { "First minus second: " (signed(100.0 * rate, 2)) " points (95 %: " (signed(100.0 * report.difference.newcombe.low, 2)) " to " (signed(100.0 * report.difference.newcombe.high, 2)) ")." }
                }
            }
            (ledger(view, &report))
            @if trend.len() > 1 {
                section aria-labelledby="trend" {
                    h2 id="trend" { a href=(view.to("/trend")) { "Trend" } }
                    div class="wide" tabindex="0" { figure { (PreEscaped(picture(&trend, &[], WINDOW))) } }
                }
            }
            (faults(view)?)
            section aria-labelledby="last" {
                h2 id="last" { a href=(view.to("/games")) { "The last games" } }
                (games::table(view, &last, games::Heads::Plain)?)
            }
        }
    };
    Ok(page(view, "Overview", &body))
}

fn of(view: &View<'_>, result: Option<&str>) -> String {
    result.map_or_else(|| view.counted(), |result| view.list_of(Aspect::Result, result))
}

fn seat(view: &View<'_>, seat: &str, result: Option<&str>) -> String {
    let query = insight::GameQuery {
        counting: insight::Counting::Counted,
        ..view.query.clone()
    }
    .with(Aspect::Seat, seat);
    let query = match result {
        Some(result) => query.with(Aspect::Result, result),
        None => query,
    };
    address::words(&query, "").after("/games")
}

fn ledger(view: &View<'_>, report: &Report) -> Markup {
    html! {
        section aria-labelledby="which" {
            h2 id="which" { "Which games count" }
            p {
                (number(report.games.all, &view.to("/games"))) " games"
                @for excluded in &report.games.excluded {
                    ", −" a href=(address::words(&view.query.clone().with(Aspect::Result, &excluded.reason), "").after("/games")) { (excluded.games) } " left out: " (excluded.reason)
                }
                ", " (number(report.games.counted, &view.counted())) " counted. "
                @if report.min_moves > 1 {
                    "By the published rule a game counts from " (report.min_moves) " " (report.unit) " on"
                    @if view.mode == crate::mode::Mode::Live { ": " a href=(view.here("min-moves", "1")) { "count all lengths" } }
                    "."
                }
            }
        }
    }
}

fn faults(view: &View<'_>) -> anyhow::Result<Markup> {
    let faults = view
        .library
        .ask(|store| store.faults(None, FAULTS).map_err(archive::database::user_error))?;
    let recent = faults
        .iter()
        .filter(|fault| view.now_ms.saturating_sub(fault.at_ms) < RECENT_MS)
        .count();
    Ok(html! {
        @if view.mode == crate::mode::Mode::Live && recent > 0 {
            p { a href="/faults" { (recent) " faults" } " in the last seven days." }
        }
    })
}
