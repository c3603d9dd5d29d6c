//! What every page has around its own: head, ways to the other pages, the filter, and how numbers and names are spelled.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use stats::{
    insight::{GameQuery, aspect::Aspect},
    rating::Interval,
    report::ReportScore,
};

use crate::{
    address,
    assets::{SCRIPT, SCRIPT_PATH, STYLE, STYLE_PATH, VERSION},
    mode::Mode,
    view::View,
};

/// Characters of a name that are shown; the rest can be read by pointing at it.
const NAME_MAX: usize = 40;
/// The pages, each with its path.
pub(crate) const PAGES: [(&str, &str); 9] = [
    ("/", "Overview"),
    ("/games", "Games"),
    ("/insights", "Insights"),
    ("/trend", "Trend"),
    ("/opponents", "Opponents"),
    ("/now", "Now"),
    ("/faults", "Faults"),
    ("/matches", "Matches"),
    ("/setup", "Setup"),
];
/// What of them is written as files: the others are about this moment and this machine.
pub(crate) const STILL_PAGES: usize = 5;
/// A page that came as a file asks nobody for anything.
const ALONE: &str =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";
const STILL: &str =
    "default-src 'none'; style-src 'self' file:; script-src 'self' file:; img-src 'self' file: data:";

/// A whole page.
pub(crate) fn page(view: &View<'_>, title: &str, body: &Markup) -> Markup {
    bare(view.mode, view.path, title, body)
}

/// A page that is about no games.
pub(crate) fn bare(mode: Mode, path: &str, title: &str, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " – Tengen" }
                (assets(mode))
            }
            body {
                a class="skip" href="#main" { "To the content" }
                @if mode != Mode::Alone { (header(mode, path)) }
                main id="main" { (body) }
            }
        }
    }
}

fn assets(mode: Mode) -> Markup {
    let versioned = |path: &str| match mode {
        Mode::Live => format!("{path}?v={}", *VERSION),
        _ => path.to_owned(),
    };
    html! {
        @match mode {
            Mode::Alone => {
                meta http-equiv="content-security-policy" content=(ALONE);
                style { (PreEscaped(STYLE.as_str())) }
                script type="module" { (PreEscaped(SCRIPT)) }
            }
            _ => {
                @if mode == Mode::Still { meta http-equiv="content-security-policy" content=(STILL); }
                link rel="icon" href="data:,";
                link rel="stylesheet" href=(versioned(STYLE_PATH));
                script defer src=(versioned(SCRIPT_PATH)) {}
            }
        }
    }
}

fn header(mode: Mode, path: &str) -> Markup {
    let pages = match mode {
        Mode::Live => &PAGES[..],
        _ => &PAGES[..STILL_PAGES],
    };
    let is_here = |page: &str| path == page || (page != "/" && path.starts_with(&format!("{page}/")));
    html! {
        header {
            span class="brand" { "Tengen" }
            nav aria-label="Pages" {
                @for (page, name) in pages {
                    a href=(page) aria-current=[is_here(page).then_some("page")] { (name) }
                }
            }
        }
    }
}

/// Which games the page is about, with ways to narrow and to widen that.
pub(crate) fn filter(view: &View<'_>) -> Markup {
    let given: Vec<(String, String)> = address::words(&view.query, "").0;
    html! {
        section class="filter" aria-label="Which games" {
            @if view.kinds.len() > 1 {
                @for kind in &view.kinds {
                    a class="chip" aria-current=[(*kind == view.kind).then_some("true")] href=(view.here("game", kind.name())) { (kind.title()) }
                }
            }
            @for (name, value) in given.iter().filter(|(name, _)| name != "game") {
                @match view.mode {
                    Mode::Live => a class="chip" href=(view.here(name, "")) aria-label={ "remove " (name) " " (short(value)) } { (name) ": " (short(value)) span aria-hidden="true" { " ×" } },
                    _ => span class="chip" { (name) ": " (short(value)) },
                }
            }
            @if view.mode == Mode::Live { details { summary { "Filter" } (form(view)) } }
        }
    }
}

/// Aspects that are chosen from a list.
const CHOSEN: [Aspect; 7] = [
    Aspect::Opponent,
    Aspect::Seat,
    Aspect::Client,
    Aspect::Engine,
    Aspect::Rules,
    Aspect::End,
    Aspect::Result,
];
/// Words of such a list at most; others are found by searching.
const CHOICES: usize = 30;
/// Longer words are found by searching, too: a list of them would be larger than its page.
const CHOICE_BYTES: usize = 200;

fn form(view: &View<'_>) -> Markup {
    let all = GameQuery::default().with(Aspect::Game, view.kind.name());
    let games = all.choose(&view.games);
    let own = ["by", "width", "over", "window", "sort"];
    let kept = view.words.0.iter().filter(|(name, _)| {
        own.contains(&name.as_str()) || name == "game" || name.starts_with(address::OTHER)
    });
    html! {
        form method="get" action=(view.path) {
            @for (name, value) in kept { input type="hidden" name=(name) value=(value); }
            @for aspect in CHOSEN {
                (select(aspect.name(), aspect.name(), &words_of(&games, aspect, &all), view.query.word(aspect)))
            }
            @for (name, words, kind) in [("from", "least length", "number"), ("to", "greatest length", "number"), ("since", "since", "date"), ("until", "until", "date"), ("q", "search", "search")] {
                label { (words) input type=(kind) name=(name) value=[view.words.value(name)] min=[(kind == "number").then_some("0")]; }
            }
            label { "which" select name="counting" {
                option value="" { "all" }
                option value="counted" selected[view.words.value("counting").is_some()] { "those that count" }
            } }
            button type="submit" { "Show" }
        }
    }
}

/// A list to choose a word from, or none.
pub(crate) fn select(name: &str, words: &str, choices: &[String], chosen: Option<&str>) -> Markup {
    html! {
        label { (words) select name=(name) {
            option value="" { "any" }
            @if let Some(chosen) = chosen.filter(|chosen| !choices.iter().any(|known| known == chosen)) {
                option value=(chosen) selected { (short(chosen)) }
            }
            @for choice in choices { option value=(choice) selected[chosen == Some(choice.as_str())] { (short(choice)) } }
        } }
    }
}

/// The words of an aspect that most games have.
pub(crate) fn words_of(
    games: &[&stats::store::catalogue::CatalogueEntry],
    aspect: Aspect,
    query: &GameQuery,
) -> Vec<String> {
    let mut counts: std::collections::HashMap<std::borrow::Cow<'_, str>, u64> =
        std::collections::HashMap::new();
    for game in games {
        *counts.entry(aspect.of(game, query)).or_default() += 1;
    }
    let mut words: Vec<_> = counts.into_iter().collect();
    words.sort_by(|(one, games), (other, others)| others.cmp(games).then_with(|| one.cmp(other)));
    words
        .into_iter()
        .filter(|(word, _)| word.len() <= CHOICE_BYTES)
        .take(CHOICES)
        .map(|(word, _)| word.into_owned())
        .collect()
}

/// A name in one line: what would turn or end it is shown, and what is too long is cut off.
pub(crate) fn short(name: &str) -> String {
    let name = base::legible::line(name);
    match name.chars().count() {
        0..=NAME_MAX => name.into_owned(),
        _ => name.chars().take(NAME_MAX - 1).chain(['…']).collect(),
    }
}

/// The same with the whole of it, up to a bound, for who points at it.
pub(crate) fn named(name: &str) -> Markup {
    let shown = short(name);
    let whole: String = base::legible::line(name).chars().take(200).collect();
    html! { @if shown == whole { (shown) } @else { span title=(whole) { (shown) } } }
}

/// `76.97 %`.
pub(crate) fn percent(rate: Option<f64>) -> String {
    rate.map_or_else(|| "–".to_owned(), |rate| format!("{:.2} %", 100.0 * rate))
}

/// `73.6–80.0 %`.
pub(crate) fn span(interval: Interval) -> String {
    format!("{:.1}–{:.1} %", 100.0 * interval.low, 100.0 * interval.high)
}

/// `+1.25`, with a sign that is as wide as a plus.
pub(crate) fn signed(value: f64, digits: usize) -> String {
    format!("{value:+.digits$}").replace('-', "−")
}

/// The heads of [`score_cells`].
pub(crate) fn score_heads() -> Markup {
    html! { th scope="col" { "games" } th scope="col" { "won" } th scope="col" { "drawn" } th scope="col" { "lost" } th scope="col" { "win rate" } th scope="col" { "95 % interval" } }
}

/// A score, each number of which leads to its games.
pub(crate) fn score_cells(score: &ReportScore, list: &dyn Fn(Option<&str>) -> String) -> Markup {
    html! {
        td { (number(score.games, &list(None))) }
        @for (count, result) in [(score.wins, "won"), (score.draws, "drawn"), (score.losses, "lost")] {
            td { (number(count, &list(Some(result)))) }
        }
        td { (percent(score.rate)) } td { @if score.games > 0 { (span(score.wilson)) } @else { "–" } }
    }
}

/// What is said where there are no games.
pub(crate) fn nothing(view: &View<'_>) -> Markup {
    html! {
        p { @if view.games.is_empty() { "No games yet: play some with " code { "tengen play" } ", or bring some with " code { "tengen import" } "." } @else { "No game is like that." } }
    }
}

/// A number that leads to its games, if it has any.
pub(crate) fn number(count: u64, address: &str) -> Markup {
    html! { @if count > 0 { a href=(address) { (count) } } @else { "0" } }
}
