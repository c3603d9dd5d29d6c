//! The page of a training: its curves, its ladder, its settings. One file that asks no other address for anything.

use engines::train::settings::TrainSettings;
use maud::{Markup, PreEscaped, html};
use stats::render::{
    page,
    svg::{self, Anchor, Svg},
};

use super::log::{GameEntry, Log, Losses, rung_line};

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 200.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 28.0;
/// Points of a curve: each is the mean of as many games as make so few.
const POINTS: usize = 200;

const STYLE: &str = "
svg .curve { fill: none; stroke: currentColor; stroke-width: 2; }
";

/// The whole page.
pub(super) fn spell(log: &Log, settings: &TrainSettings) -> String {
    let learned = |of: fn(&Losses) -> f64| move |game: &GameEntry| game.learned.as_ref().map(of);
    let curves: [(&str, Vec<(f64, f64)>); 7] = [
        ("Loss", curve(log, learned(|losses| losses.loss))),
        (
            "Loss of the value, (z - v)²",
            curve(log, learned(|losses| losses.value)),
        ),
        (
            "Loss of the moves, -π log p",
            curve(log, learned(|losses| losses.policy)),
        ),
        (
            "Entropy of the moves, -p log p",
            curve(log, learned(|losses| losses.entropy)),
        ),
        ("Plies of a game", curve(log, |game| Some(game.plies as f64))),
        (
            "Games an hour",
            curve(log, |game| Some(3_600_000.0 / (game.spent_ms as f64).max(1.0))),
        ),
        ("Multiplier of the rate", curve(log, |game| Some(game.multiplier))),
    ];
    let rungs: Vec<(f64, f64)> = log
        .rungs
        .iter()
        .map(|rung| (rung.games as f64, rung.sims as f64))
        .collect();
    let body = html! {
        h1 { "Training" }
        p { (log.line()) }
        h2 { "Ladder: simulations of the pure search that is played against" }
        figure { (PreEscaped(chart("Ladder", &rungs))) }
        @if let Some(rung) = log.rungs.last() { p { (rung_line(rung)) } }
        @for (title, points) in &curves {
            h2 { (title) }
            figure { (PreEscaped(chart(title, points))) }
        }
        (rung_table(log))
        h2 { "Settings" }
        p class="soft" style="overflow-wrap: anywhere" { (serde_json::to_string(settings).unwrap_or_default()) }
    };
    page::spell("training", &[svg::STYLE, STYLE], &body)
}

fn rung_table(log: &Log) -> Markup {
    html! {
        @if !log.rungs.is_empty() {
            h2 { "Every rung" }
            div class="wide" { table {
                tr { th { "games" } th { "simulations" } th { "won" } th { "drawn" } th { "lost" } }
                @for rung in &log.rungs {
                    tr { td { (rung.games) } td { (rung.sims) } td { (rung.won) } td { (rung.drawn) } td { (rung.lost) } }
                }
            } }
        }
    }
}

/// Means of a few games each, by how many there were.
fn curve(log: &Log, of: impl Fn(&GameEntry) -> Option<f64>) -> Vec<(f64, f64)> {
    let each = log.games.len().div_ceil(POINTS).max(1);
    let point = |games: &[GameEntry]| {
        let values: Vec<f64> = games.iter().filter_map(&of).collect();
        let last = games.last()?.games as f64;
        (!values.is_empty()).then(|| (last, values.iter().sum::<f64>() / values.len() as f64))
    };
    log.games.chunks(each).filter_map(point).collect()
}

/// A curve over games, as an `<svg>` element.
fn chart(title: &str, points: &[(f64, f64)]) -> String {
    let mut svg = Svg::new([0.0, 0.0, WIDTH, HEIGHT], &format!("{title}, by games"));
    let most = points.iter().map(|point| point.1).fold(0.0, f64::max);
    let top = round_up(most);
    let last = points.last().map_or(1.0, |point| point.0).max(1.0);
    let height = |value: f64| HEIGHT - BOTTOM - value / top * (HEIGHT - TOP - BOTTOM);
    let column = |games: f64| LEFT + games / last * (WIDTH - LEFT - RIGHT);
    for quarter in 0..=4 {
        let value = top * f64::from(quarter) / 4.0;
        svg.line("grid", (LEFT, height(value)), (WIDTH - RIGHT, height(value)));
        let label = format!("{}", (value * 1_000.0).round() / 1_000.0);
        svg.text("", (LEFT - 8.0, height(value) + 4.0), Anchor::End, &label);
        let games = (last * f64::from(quarter) / 4.0).round();
        svg.text(
            "",
            (column(games), HEIGHT - 8.0),
            Anchor::Middle,
            &format!("{games}"),
        );
    }
    svg.polyline(
        "curve",
        points
            .iter()
            .map(|&(games, value)| (column(games), height(value))),
    );
    svg.finish()
}

/// The next of 1, 2 and 5 times a power of ten.
fn round_up(value: f64) -> f64 {
    if value <= 0.0 {
        return 1.0;
    }
    let power = 10_f64.powf(value.log10().floor());
    let rounded = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .find(|step| step * power >= value);
    rounded.unwrap_or(10.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_end_at_round_numbers() {
        let check = |value: f64, expected: f64| assert!((round_up(value) - expected).abs() < 1e-9, "{value}");
        check(0.0, 1.0);
        check(4.16, 5.0);
        check(1_000.0, 1_000.0);
        check(1_001.0, 2_000.0);
        check(0.03, 0.05);
    }
}
