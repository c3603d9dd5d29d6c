//! Who was played against, head to head.

use maud::{Markup, html};
use stats::{
    insight::{self, aspect::Aspect},
    store::opponents::Account,
};

use crate::{
    address,
    frame::{filter, named, nothing, page, score_cells, score_heads},
    view::View,
};

/// Opponents of the table.
const MOST: usize = 200;

pub(crate) fn show(view: &View<'_>) -> anyhow::Result<Markup> {
    let query = view.asked();
    let counted = query.count(&query.choose(&view.games));
    let grouped = insight::by(&counted, Aspect::Opponent, &query, MOST);
    let met: Vec<Account> = view
        .library
        .ask(|store| store.accounts().map_err(archive::database::user_error))?;
    let body = html! {
        h1 { "Opponents" }
        (filter(view))
        @if grouped.groups.is_empty() { (nothing(view)) }
        @else { div class="wide" { table {
            thead { tr { th scope="col" { "opponent" } (score_heads()) th scope="col" { "trend" } } }
            tbody { @for (group, _) in &grouped.groups {
                @let list = view.list_of(Aspect::Opponent, &group.name);
                tr {
                    th scope="row" { a href=(list) { (named(&group.name)) } }
                    (score_cells(&group.score, &|result| match result { Some(result) => format!("{list}&result={result}"), None => list.clone() }))
                    td { a href=(address::words(&query.clone().with(Aspect::Opponent, &group.name), "").after("/trend")) aria-label={ "trend against " (group.name) } { "↗" } }
                }
            } }
        } } }
        @if grouped.left_out > 0 { p class="soft" { "and " (grouped.left_out) " with fewer games" } }
        @if !met.is_empty() {
            h2 { "Name plates" }
            p class="soft" { "Who was told apart by a plate on the screen. " code { "tengen opponents name ID NAME" } " names one, " code { "tengen opponents join ID ID" } " says that two are one." }
            div class="wide" tabindex="0" { table class="words" {
                thead { tr { th scope="col" { "id" } th scope="col" { "called" } th scope="col" { "met at" } th scope="col" { "games" } th scope="col" { "last (UTC)" } } }
                tbody { @for account in &met { tr {
                    th scope="row" { (named(&account.opponent.id)) } td { (named(account.opponent.called())) }
                    td { (named(account.opponent.source.as_deref().unwrap_or("–"))) } td { (account.games) }
                    td { (account.seen_ms.map_or_else(|| "–".to_owned(), address::minute)) }
                } } }
            } }
        }
    };
    Ok(page(view, "Opponents", &body))
}
