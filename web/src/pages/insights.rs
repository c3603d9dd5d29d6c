//! What winning hangs on: games by length as a chart, by any aspect as a table, and two selections against each other.

use maud::{Markup, PreEscaped, html};
use stats::{
    insight::{self, CountedGame, Counting, GameQuery, aspect::Aspect},
    rating,
    render::chart,
    report::{Bucket, ReportScore},
};

use crate::{
    address::{self, OTHER},
    frame::{filter, named, nothing, page, score_cells, score_heads, select, signed, words_of},
    mode::Mode,
    view::View,
};

/// Groups of a table.
const GROUPS: usize = 60;
/// Lengths of a bucket, unless the address says otherwise.
const WIDTH: u32 = stats::report::BUCKET;
/// Buckets of the chart, if the address names no length from which on all are in one.
const BUCKETS: u32 = 20;

/// Whether games are put in groups by it: the kind of game is chosen for the whole page, and days and results make no table.
fn makes_groups(aspect: &Aspect) -> bool {
    !matches!(aspect, Aspect::Game | Aspect::Day | Aspect::Result)
}

pub(crate) fn show(view: &View<'_>) -> Markup {
    let query = view.asked();
    let counted = query.count(&query.choose(&view.games));
    let width = view.words.number("width").unwrap_or(WIDTH).clamp(1, 1_000);
    let over = view
        .words
        .number("over")
        .unwrap_or(width * BUCKETS)
        .clamp(width, 1_000_000);
    let buckets = insight::lengths(&counted, width, over);
    let by = view
        .words
        .value("by")
        .and_then(Aspect::from_name)
        .unwrap_or(Aspect::Opponent);
    let body = html! {
        h1 { "Insights" }
        (filter(view))
        @if counted.is_empty() { (nothing(view)) }
        @else {
            section aria-labelledby="lengths" {
                h2 id="lengths" { "By length" }
                div class="wide" tabindex="0" { figure { (PreEscaped(chart::linked(&buckets, view.unit(), &|bucket| Some(list_of(view, bucket))))) } }
                p class="soft" { "Won games stand lowest in each bar, then drawn and lost ones. A bar leads to its games. How long a game lasts depends on how it goes: the line shows no cause." }
                @if view.mode == Mode::Live { (buckets_form(view, width, over)) }
                details { summary { "The same as numbers" } (lengths(view, &counted, &buckets)) }
            }
            (groups(view, &counted, by, &query))
            @if view.mode == Mode::Live { (against(view, &query, &counted)) }
        }
    };
    page(view, "Insights", &body)
}

/// The list of a bucket's games.
fn list_of(view: &View<'_>, bucket: &Bucket) -> String {
    let query = GameQuery {
        length_from: Some(bucket.from.max(view.query.length_from.unwrap_or(0))),
        length_to: Some(bucket.to.min(view.query.length_to.unwrap_or(u32::MAX))).filter(|&to| to < u32::MAX),
        counting: Counting::Counted,
        ..view.query.clone()
    };
    address::words(&query, "").after("/games")
}

fn buckets_form(view: &View<'_>, width: u32, over: u32) -> Markup {
    let kept = view
        .words
        .0
        .iter()
        .filter(|(name, _)| name != "width" && name != "over");
    html! {
        form class="search" method="get" action="/insights" {
            @for (name, value) in kept { input type="hidden" name=(name) value=(value); }
            label { "lengths in a bucket" input type="number" name="width" min="1" max="1000" value=(width); }
            label { "all in one from" input type="number" name="over" min="1" value=(over); }
            button type="submit" { "Draw" }
        }
    }
}

fn lengths(view: &View<'_>, counted: &[CountedGame<'_>], buckets: &[Bucket]) -> Markup {
    html! {
        div class="wide" tabindex="0" { table {
            thead { tr { th scope="col" { (view.unit()) } (score_heads()) } }
            tbody { @for bucket in buckets {
                @let within: Vec<CountedGame<'_>> = counted.iter().filter(|(game, _)| (bucket.from..=bucket.to).contains(&game.outline.length)).copied().collect();
                @let list = list_of(view, bucket);
                tr {
                    th scope="row" { @if bucket.to == u32::MAX { (bucket.from) "+" } @else { (bucket.from) "–" (bucket.to) } }
                    (score_cells(&insight::score(&within), &|result| with_result(&list, result)))
                }
            } }
        } }
    }
}

/// A list's address, of games with this result alone.
fn with_result(list: &str, result: Option<&str>) -> String {
    match result {
        Some(result) => format!("{list}&result={result}"),
        None => list.to_owned(),
    }
}

fn groups(view: &View<'_>, counted: &[CountedGame<'_>], by: Aspect, query: &GameQuery) -> Markup {
    let grouped = insight::by(counted, by, query, GROUPS);
    html! {
        section aria-labelledby="groups" {
            h2 id="groups" { "By " (by.name()) }
            nav class="tabs" aria-label="Groups" {
                @for aspect in Aspect::ALL.into_iter().filter(makes_groups) {
                    a href=(view.here("by", aspect.name())) aria-current=[(aspect == by).then_some("true")] { (aspect.name()) }
                }
            }
            div class="wide" tabindex="0" { table {
                thead { tr { th scope="col" { (by.name()) } (score_heads()) th scope="col" { "wins above the mean" } } }
                tbody { @for (group, more) in &grouped.groups {
                    @let list = view.list_of(by, &group.name);
                    tr {
                        th scope="row" { a href=(list) { (named(&group.name)) } }
                        (score_cells(&group.score, &|result| with_result(&list, result)))
                        td { (signed(*more, 1)) }
                    }
                } }
            } }
            @if grouped.left_out > 0 { p class="soft" { "and " (grouped.left_out) " with fewer games" } }
            p class="soft" { "Wins above the mean: what cost most stands lowest there. Openings are the first three stones, turned and mirrored to be alike." }
        }
    }
}

fn against(view: &View<'_>, query: &GameQuery, counted: &[CountedGame<'_>]) -> Markup {
    let other = address::query(&view.words, OTHER);
    let is_asked = view
        .words
        .0
        .iter()
        .any(|(name, value)| name.starts_with(OTHER) && !value.is_empty());
    let all = GameQuery::default().with(Aspect::Game, view.kind.name());
    let games = all.choose(&view.games);
    let kept = view.words.0.iter().filter(|(name, _)| !name.starts_with(OTHER));
    html! {
        section aria-labelledby="against" {
            h2 id="against" { "A against B" }
            p class="soft" { "A are the games of this page. B are these:" }
            form class="search" method="get" action="/insights#against" {
                @for (name, value) in kept { input type="hidden" name=(name) value=(value); }
                @for aspect in [Aspect::Opponent, Aspect::Seat, Aspect::Client, Aspect::Engine, Aspect::Rules] {
                    (select(&format!("{OTHER}{}", aspect.name()), aspect.name(), &words_of(&games, aspect, &all), other.word(aspect)))
                }
                @for name in ["since", "until"] { label { (name) input type="date" name={ (OTHER) (name) } value=[view.words.value(&format!("{OTHER}{name}"))]; } }
                button type="submit" { "Compare" }
            }
            @if is_asked { (comparison(view, query, counted, &other)) }
        }
    }
}

fn comparison(view: &View<'_>, query: &GameQuery, counted: &[CountedGame<'_>], other: &GameQuery) -> Markup {
    let others = GameQuery {
        min_moves: query.min_moves,
        ..other.clone()
    }
    .with(Aspect::Game, view.kind.name());
    let chosen = others.choose(&view.games);
    let scores: [ReportScore; 2] = [insight::score(counted), insight::score(&others.count(&chosen))];
    let lists = [
        view.counted(),
        address::words(
            &GameQuery {
                counting: Counting::Counted,
                ..others
            },
            "",
        )
        .after("/games"),
    ];
    let [first, second] = [scores[0].tally(), scores[1].tally()];
    let interval = rating::newcombe(first, second);
    html! {
        div class="wide" tabindex="0" { table {
            thead { tr { th scope="col" { "selection" } (score_heads()) } }
            tbody { @for ((name, score), list) in ["A", "B"].iter().zip(&scores).zip(&lists) {
                tr { th scope="row" { (name) } (score_cells(score, &|result| with_result(list, result))) }
            } }
        } }
        @match rating::difference(first, second) {
            Some(rate) => p {
                "A minus B: " b { (signed(100.0 * rate, 2)) } " points (95 %: " (signed(100.0 * interval.low, 2)) " to " (signed(100.0 * interval.high, 2)) "): "
                @if interval.low > 0.0 { "A wins more often." } @else if interval.high < 0.0 { "B wins more often." } @else { "that may be chance." }
            },
            None => p { "One of them has no games." },
        }
    }
}
