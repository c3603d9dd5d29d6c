//! The list of games: sorted, searched, page by page, each with its last position.

use std::cmp::Ordering;

use maud::{Markup, html};
use stats::{insight::aspect::Aspect, report::OwnResult, store::catalogue::CatalogueEntry};

use super::board;
use crate::{
    address, export,
    frame::{filter, named, nothing, page},
    mode::Mode,
    view::{self, View},
};

/// Games of one page.
const ROWS: usize = 50;

/// What the heads of the table's columns do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heads {
    /// They sort.
    Sorting,
    /// They are words.
    Plain,
}

/// Columns with the name by which they are sorted.
const COLUMNS: [(&str, &str); 8] = [
    ("number", "game"),
    ("started", "began (UTC)"),
    ("opponent", "opponent"),
    ("seat", "our seat"),
    ("result", "result"),
    ("end", "end"),
    ("length", "length"),
    ("engine", "engine"),
];

pub(crate) fn show(view: &View<'_>) -> anyhow::Result<Markup> {
    let mut chosen = view.asked().choose(&view.games);
    sort(view, &mut chosen);
    let pages = chosen.len().div_ceil(ROWS).max(1);
    let at = view.words.number::<usize>("page").unwrap_or(1).clamp(1, pages);
    let rows = &chosen[(at - 1) * ROWS..(at * ROWS).min(chosen.len())];
    let body = html! {
        h1 { "Games" }
        (filter(view))
        @if view.mode == Mode::Live { (search(view)) }
        @if chosen.is_empty() { (nothing(view)) }
        @else {
            p class="soft" {
                (chosen.len()) @if chosen.len() == 1 { " game" } @else { " games" }
                @if pages > 1 { ", page " (at) " of " (pages) }
                @if view.mode == Mode::Live { " · " "as " a href=(view.to("/api/v1/games")) { "JSON" } ", " a href=(view.to(export::CSV)) download { "CSV" } ", " a href=(view.to(export::RECORDS)) download { (super::game::form(view.kind).to_uppercase()) } " · " a href=(view.to("/insights")) { "insights into these" } }
            }
            (table(view, rows, Heads::Sorting)?)
            (pager(view, at, pages))
        }
    };
    Ok(page(view, "Games", &body))
}

fn search(view: &View<'_>) -> Markup {
    let kept = view
        .words
        .0
        .iter()
        .filter(|(name, _)| name != "q" && name != "page");
    html! {
        form class="search" method="get" action="/games" role="search" {
            @for (name, value) in kept { input type="hidden" name=(name) value=(value); }
            label { "Search" input type="search" name="q" value=[view.words.value("q")] placeholder="name, engine, id"; }
            button type="submit" { "Find" }
        }
    }
}

/// The order that the address asks for: the newest first, if none.
fn sort(view: &View<'_>, games: &mut [&CatalogueEntry]) {
    let (name, falls) = match view.words.value("sort") {
        Some(word) => (word.trim_start_matches('-'), word.starts_with('-')),
        None => ("started", true),
    };
    let query = view.asked();
    let word = |aspect: Aspect, one: &CatalogueEntry, other: &CatalogueEntry| {
        aspect.of(one, &query).cmp(&aspect.of(other, &query))
    };
    let order = |one: &CatalogueEntry, other: &CatalogueEntry| -> Ordering {
        match name {
            "number" => Ordering::Equal,
            "length" => one.outline.length.cmp(&other.outline.length),
            "opponent" => one.outline.opponent.cmp(&other.outline.opponent),
            "engine" => one.outline.engine.cmp(&other.outline.engine),
            "seat" => word(Aspect::Seat, one, other),
            "result" => word(Aspect::Result, one, other),
            "end" => word(Aspect::End, one, other),
            _ => one.outline.started_ms.cmp(&other.outline.started_ms),
        }
    };
    games.sort_by(|one, other| {
        let order = order(one, other).then(one.number.cmp(&other.number));
        if falls { order.reverse() } else { order }
    });
}

/// Games as a table.
pub(crate) fn table(view: &View<'_>, games: &[&CatalogueEntry], heads: Heads) -> anyhow::Result<Markup> {
    let asked = view.words.value("sort").unwrap_or("-started");
    let query = view.asked();
    let mut rows = Vec::with_capacity(games.len());
    for game in games {
        let record = view.library.record(&game.id)?;
        rows.push(row(
            game,
            &query,
            &record.map(|record| board::small(&record)).unwrap_or_default(),
        ));
    }
    Ok(html! {
        div class="wide" tabindex="0" { table class="games" {
            thead { tr {
                th scope="col" { span class="unseen" { "board" } }
                @for (name, words) in COLUMNS {
                    @let is_up = asked == name;
                    @let is_down = asked.strip_prefix('-') == Some(name);
                    th scope="col" aria-sort=[is_up.then_some("ascending").or(is_down.then_some("descending"))] {
                        @if heads == Heads::Sorting && view.mode == Mode::Live {
                            a href=(view.here("sort", &if is_down { name.to_owned() } else { format!("-{name}") })) { (words) @if is_up { " ▲" } @else if is_down { " ▼" } }
                        } @else { (words) }
                    }
                }
            } }
            tbody { @for row in &rows { (row) } }
        } }
    })
}

fn row(game: &CatalogueEntry, query: &stats::insight::GameQuery, board: &Markup) -> Markup {
    let outline = &game.outline;
    let to = view::game(game.number);
    let result = query.result(game);
    let class = result.as_ref().map_or("out", |result| result.name());
    html! {
        tr {
            td { a href=(to) aria-label={ "game " (game.number) } { (board) } }
            th scope="row" { a href=(to) { "#" (game.number) } }
            td { (outline.started_ms.map_or_else(|| "–".to_owned(), address::minute)) }
            td { @match &outline.opponent { Some(name) => (named(name)), None => { (named(&game.names[0])) " – " (named(&game.names[1])) } } }
            td { (outline.own_seat.map_or("–", |seat| seat.name())) }
            td class=(class) { @match &result { Ok(result) => { span class="mark" aria-hidden="true" { (sign(*result)) } " " (result.name()) }, Err(reason) => (reason) } }
            td { (Aspect::End.of(game, query).replace('_', " ")) }
            td { (outline.length) }
            td { (named(outline.engine.as_deref().unwrap_or("–"))) }
        }
    }
}

fn sign(result: OwnResult) -> &'static str {
    match result {
        OwnResult::Won => "●",
        OwnResult::Drawn => "◐",
        OwnResult::Lost => "○",
    }
}

fn pager(view: &View<'_>, at: usize, pages: usize) -> Markup {
    let to = |page: usize| {
        view.words
            .clone()
            .with("page", &page.to_string())
            .after(view.path)
    };
    html! {
        @if pages > 1 {
            nav class="pager" aria-label="Pages of the list" {
                @if at > 1 { a href=(to(1)) { "first" } " " a rel="prev" href=(to(at - 1)) { "← before" } }
                span { (at) " of " (pages) }
                @if at < pages { a rel="next" href=(to(at + 1)) { "after →" } " " a href=(to(pages)) { "last" } }
            }
        }
    }
}
