//! Who was played against, head to head; and whose name plates were seen, to be named and joined.

use std::path::Path;

use maud::{Markup, html};
use stats::{
    insight::{self, aspect::Aspect},
    store::opponents::Account,
};

use crate::{
    address,
    forms::{self, DO, INTO, NAME, OPPONENT},
    frame::{filter, named, nothing, page, score_cells, score_heads},
    mode::Mode,
    pages::faults,
    view::View,
};
use archive::opponents::picture_path;

/// Opponents of the table.
const MOST: usize = 200;
/// Bytes of a plate's picture.
const PICTURE_MAX: u64 = 1 << 20;
/// Letters of a name.
const NAME_MAX: usize = 80;

/// Where the name plates stand on the page.
pub(crate) const PLATES: &str = "/opponents#plates";

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
        @else { div class="wide" tabindex="0" { table {
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
        @if !met.is_empty() { (plates(view, &met)) }
    };
    Ok(page(view, "Opponents", &body))
}

/// Whom name plates tell apart. What is said of them is said in forms, where somebody answers forms.
fn plates(view: &View<'_>, met: &[Account]) -> Markup {
    let token = view.form_token.filter(|_| view.mode == Mode::Live);
    let folder = view.library.home.opponents();
    html! {
        h2 id="plates" { "Name plates" }
        p class="soft" { "Who was told apart by a plate on the screen. " code { "tengen opponents name ID NAME" } " names one, " code { "tengen opponents join ID ID" } " says that two are one." }
        div class="wide" tabindex="0" { table class="words" {
            thead { tr { th scope="col" { "id" } @if token.is_some() { th scope="col" { "plate" } } th scope="col" { "called" } th scope="col" { "met at" } th scope="col" { "games" } th scope="col" { "last (UTC)" } } }
            tbody { @for account in met { tr {
                th scope="row" { (named(&account.opponent.id)) }
                @if token.is_some() { td {
                    @if is_plate(&folder, &account.opponent.id) { img height="24" src={ "/opponents/" (account.opponent.id) ".png" } alt={ "plate of " (account.opponent.called()) }; }
                } }
                td { (named(account.opponent.called())) @if let Some(token) = token { (naming(account, token)) } }
                td { (named(account.opponent.source.as_deref().unwrap_or("–"))) } td { (account.games) }
                td { (account.seen_ms.map_or_else(|| "–".to_owned(), address::minute)) }
            } } }
        } }
        @if let Some(token) = token.filter(|_| met.len() > 1) { (joining(met, token)) }
    }
}

/// Calls one by a name.
fn naming(account: &Account, token: &str) -> Markup {
    let opponent = &account.opponent;
    html! {
        details { summary { "Name…" }
            form method="post" action="/opponents" {
                (forms::token(token))
                input type="hidden" name=(OPPONENT) value=(opponent.id);
                label { "called" input name=(NAME) required maxlength=(NAME_MAX) value=(opponent.name.as_deref().unwrap_or_default()); }
                button type="submit" name=(DO) value="name" { "Call so" }
            }
        }
    }
}

/// Says that two are one.
fn joining(met: &[Account], token: &str) -> Markup {
    let choice = |field: &str, label: &str| {
        html! {
            label { (label) select name=(field) required {
                option value="" { "–" }
                @for account in met { option value=(account.opponent.id) { (named_in_list(account)) } }
            } }
        }
    };
    html! {
        h3 { "Two plates, one person" }
        form method="post" action="/opponents" {
            (forms::token(token))
            (choice(OPPONENT, "this one"))
            (choice(INTO, "is counted as this one"))
            button type="submit" name=(DO) value="join" { "Join" }
        }
        p class="soft" { "The games of both are the second one's from then on. That cannot be taken back." }
    }
}

/// The name and, where that is not the same, the id.
fn named_in_list(account: &Account) -> String {
    let opponent = &account.opponent;
    let called: String = base::legible::line(opponent.called()).chars().take(40).collect();
    match opponent.called() == opponent.id {
        true => called,
        false => format!("{called} ({})", base::legible::line(&opponent.id)),
    }
}

/// Whether an id is one that a file may be named for.
fn is_id(id: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    !id.is_empty() && id.len() <= 80 && id.chars().all(is_plain)
}

fn is_plate(folder: &Path, id: &str) -> bool {
    is_id(id) && picture_path(folder, id).is_file()
}

/// The picture of an opponent's plate; `None` if there is none.
pub(crate) fn picture(folder: &Path, id: &str) -> Option<Vec<u8>> {
    let path = is_id(id).then(|| picture_path(folder, id))?;
    let bytes = faults::read(&path, PICTURE_MAX)?;
    bytes.starts_with(b"\x89PNG").then_some(bytes)
}
