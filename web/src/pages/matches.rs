//! Matches between engines: how each stands, in words and numbers.

use arena::figures::{MatchSummary, Meeting, Test};
use maud::{Markup, PreEscaped, html};
use stats::render::svg::{Anchor, Svg};

use crate::{
    address,
    frame::{page, percent, short, signed},
    view::View,
};

/// Matches of the page.
const MATCHES: usize = 20;
const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 220.0;
/// Room for the words beside the lines.
const LEFT: f64 = 150.0;

pub(crate) fn show(view: &View<'_>) -> Markup {
    let found = arena::look::all(&view.library.home.matches(), MATCHES);
    let body = html! {
        h1 { "Matches" }
        @if found.is_empty() { p { "No match lies in " code { (view.library.home.matches().display()) } ". " code { "tengen match" } " plays one." } }
        @for seen in &found {
            section class="card" aria-label={ "match of " (address::minute(seen.started_ms)) } {
                @match &seen.summary {
                    Ok(summary) => (one(summary, &seen.curve, seen.started_ms)),
                    Err(why) => p { (base::legible::line(why)) },
                }
            }
        }
    };
    page(view, "Matches", &body)
}

fn one(summary: &MatchSummary, curve: &[f64], started_ms: i64) -> Markup {
    let names: Vec<String> = summary.engines.iter().map(|deeds| short(&deeds.name)).collect();
    let settings = &summary.settings;
    html! {
        h2 { (names.join(" against ")) }
        p class="soft" { "Begun " (address::minute(started_ms)) " (UTC); " (summary.games) " of " (summary.games_max) " games, " (summary.drawn) " drawn; " (settings.start) ", " (short(&settings.openings_from)) ", " (settings.conditions()) }
        @for meeting in &summary.meetings { p { (verdict(meeting, &names)) } }
        @if let Some(test) = &summary.sprt { (sprt(test, curve)) }
        div class="wide" tabindex="0" { table {
            thead { tr { th scope="col" { "engine" } th scope="col" { "games" } th scope="col" { "won" } th scope="col" { "drawn" } th scope="col" { "lost" } th scope="col" { "points" } th scope="col" { "a move" } } }
            tbody { @for deeds in &summary.engines {
                @let score = deeds.score();
                tr {
                    th scope="row" { (short(&deeds.name)) } td { (score.games()) } td { (score.wins) } td { (score.draws) } td { (score.losses) }
                    td { (percent((score.games() > 0).then(|| score.half_points() as f64 / (2 * score.games()) as f64))) }
                    td { @if deeds.moves > 0 { (super::game::duration(deeds.spent_ms / deeds.moves)) } @else { "–" } }
                }
            } }
        } }
        @for meeting in &summary.meetings { @if let Some(level) = meeting.level_pairs {
            p class="soft" {
                (names[meeting.engines[0]]) " against " (names[meeting.engines[1]]) ", pairs by points 0 to 2: "
                @for (index, count) in meeting.pentanomial.0.iter().enumerate() { @if index > 0 { " · " } (count) }
                "; " (percent(Some(level))) " of them level"
            }
        } }
        @if !summary.ladder.is_empty() {
            ol { @for (engine, rating) in &summary.ladder { li { (names[*engine]) ": " (signed(rating.elo, 1)) " ± " (format!("{:.1}", (rating.interval.high - rating.interval.low) / 2.0)) " Elo" } } }
        }
    }
}

/// What the numbers mean.
fn verdict(meeting: &Meeting, names: &[String]) -> String {
    let [one, other] = meeting.engines.map(|engine| names[engine].as_str());
    let Some(elo) = &meeting.elo else {
        return format!("{one} against {other}: nothing can be said before two games with one opening.");
    };
    let told = match (elo.interval.low.is_finite(), elo.interval.high.is_finite()) {
        (true, true) => format!("by {} ± {:.0} Elo", signed(elo.value, 0), elo.error()),
        _ => "by more than these games can tell".to_owned(),
    };
    match (elo.interval.low > 0.0, elo.interval.high < 0.0) {
        (true, _) => format!("{one} is stronger than {other} {told}."),
        (_, true) => format!("{other} is stronger than {one} ({told} for {one})."),
        _ => format!("{one} and {other} cannot be told apart yet ({told})."),
    }
}

/// The test's curve between its bounds.
fn sprt(test: &Test, curve: &[f64]) -> Markup {
    let [low, high] = test.bounds;
    let mut svg = Svg::new(
        [0.0, 0.0, WIDTH, HEIGHT],
        "The test's logarithm of the likelihood ratio, pair by pair",
    );
    let reach = (high - low).max(1e-9) * 1.1;
    let middle = f64::midpoint(low, high);
    let y =
        |llr: f64| HEIGHT / 2.0 - (llr - middle).clamp(-reach / 2.0, reach / 2.0) / reach * (HEIGHT - 30.0);
    for (bound, words) in [(high, "stronger by elo1"), (low, "no more than elo0"), (0.0, "0")] {
        svg.line("grid", (LEFT, y(bound)), (WIDTH - 10.0, y(bound)));
        svg.text("", (LEFT - 8.0, y(bound) + 4.0), Anchor::End, words);
    }
    let x = |pair: usize| LEFT + (WIDTH - LEFT - 10.0) * pair as f64 / (curve.len().max(2) - 1) as f64;
    svg.polyline(
        "rate",
        curve.iter().enumerate().map(|(pair, &llr)| (x(pair), y(llr))),
    );
    html! {
        div class="wide" tabindex="0" { figure { (PreEscaped(svg.finish())) } }
        p {
            "Test: " (format!("{:.2}", test.llr)) " between " (format!("{low:.2}")) " and " (format!("{high:.2}")) "; "
            @match &test.decision { Some(decision) => { "decided after " (decision.pairs) " pairs" }, None => "not decided yet" }
        }
    }
}
