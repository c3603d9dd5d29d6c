//! How the win rate went: over the last games at every game, with its band, and where an engine changed at its client.

use maud::{Markup, PreEscaped, html};
use stats::{
    insight::{
        aspect::Aspect,
        trend::{TrendMark, TrendPlace, marks, trend},
    },
    render::svg::{Anchor, Svg},
};

use crate::{
    frame::{filter, named, nothing, page, words_of},
    mode::Mode,
    view::{self, View},
};

/// Games of the window, unless the address says otherwise.
const WINDOW: usize = 100;
/// Marks that are drawn.
const MARKS: usize = 12;
/// Circles of the picture, that lead to their games.
const DOTS: usize = 60;

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = 40.0;

pub(crate) fn show(view: &View<'_>) -> Markup {
    let query = view.asked();
    let chosen = query.choose(&view.games);
    let counted = query.count(&chosen);
    let window = view.words.number("window").unwrap_or(WINDOW).clamp(1, 1_000_000);
    let places = trend(&counted, window);
    let marks = marks(&counted, MARKS);
    let window = window.min(counted.len());
    let kept = view.words.0.iter().filter(|(name, _)| name != "window");
    let body = html! {
        h1 { "Trend" }
        (filter(view))
        @if places.is_empty() { (nothing(view)) }
        @else {
            div class="wide" tabindex="0" { figure { (PreEscaped(picture(&places, &marks, window))) } }
            p class="soft" { "Win rate of the last " (window) " games that count, with its 95 % interval. Dots lead to games." }
            @if !marks.is_empty() {
                h2 { "What changed" }
                ul { @for mark in &marks { li { "after " (mark.games) " games: " (named(&mark.word)) } } }
            }
            @if view.mode == Mode::Live {
                form class="search" method="get" action="/trend" {
                    @for (name, value) in kept { input type="hidden" name=(name) value=(value); }
                    label { "games in the window" input type="number" name="window" min="1" value=(window); }
                    button type="submit" { "Draw" }
                }
            }
            h2 { "Against one opponent" }
            p { @for name in words_of(&chosen, Aspect::Opponent, &query) { a class="chip" href=(view.here("opponent", &name)) { (named(&name)) } " " } }
        }
    };
    page(view, "Trend", &body)
}

/// The rate as a line with a band around it.
pub(crate) fn picture(places: &[TrendPlace], marks: &[TrendMark], window: usize) -> String {
    let label = format!("Win rate of the last {window} games at every game");
    let mut svg = Svg::new([0.0, 0.0, WIDTH, HEIGHT], &label);
    let (Some(first), Some(last)) = (places.first(), places.last()) else {
        return svg.finish();
    };
    let (from, to) = (
        first.games as f64,
        (last.games as f64).max(first.games as f64 + 1.0),
    );
    let x = |games: usize| LEFT + (games as f64 - from) / (to - from) * (WIDTH - LEFT - RIGHT);
    let y = |rate: f64| HEIGHT - BOTTOM - rate * (HEIGHT - TOP - BOTTOM);
    for percent in [0, 25, 50, 75, 100] {
        let at = y(f64::from(percent) / 100.0);
        svg.line("grid", (LEFT, at), (WIDTH - RIGHT, at));
        svg.text("", (LEFT - 8.0, at + 4.0), Anchor::End, &format!("{percent} %"));
    }
    for (games, anchor) in [(first.games, Anchor::Start), (last.games, Anchor::End)] {
        svg.text("", (x(games), HEIGHT - 14.0), anchor, &format!("{games} games"));
    }
    let upper = places.iter().map(|place| (x(place.games), y(place.wilson.high)));
    let lower = places
        .iter()
        .rev()
        .map(|place| (x(place.games), y(place.wilson.low)));
    svg.polyline("band", upper.chain(lower));
    for mark in marks.iter().filter(|mark| mark.games as f64 >= from) {
        svg.line("change", (x(mark.games), TOP), (x(mark.games), HEIGHT - BOTTOM));
    }
    svg.polyline("rate", places.iter().map(|place| (x(place.games), y(place.rate))));
    for place in places.iter().step_by(places.len().div_ceil(DOTS).max(1)) {
        svg.link(&view::game(place.number), |svg| {
            let title = format!(
                "game {}: {:.1} % of the last {window}",
                place.number,
                100.0 * place.rate
            );
            svg.circle("dot", (x(place.games), y(place.rate)), 3.5, &title);
        });
    }
    svg.finish()
}
