//! The page of a training: its curves, its ladder, its settings. One file that asks no other address for anything.

use engines::train::{exam::Marks, settings::TrainSettings};
use maud::{Markup, PreEscaped, html};
use stats::render::{
    page,
    svg::{self, Anchor, Svg},
};

use super::{
    log::{GameEntry, Log, Losses, rung_line},
    ratings::{self, Rated},
};

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
svg .level { stroke: currentColor; stroke-width: 1; stroke-dasharray: 4 3; opacity: 0.6; }
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
        (strength(log))
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

/// How strong the networks were, beside what stays the same.
fn strength(log: &Log) -> Markup {
    let rated = ratings::of(log);
    let (networks, yardsticks): (Vec<&Rated>, Vec<&Rated>) =
        rated.iter().partition(|rated| rated.games.is_some());
    let points: Vec<(f64, f64)> = networks
        .iter()
        .map(|rated| (rated.games.unwrap_or_default() as f64, rated.elo))
        .collect();
    let mut levels: Vec<(&str, f64)> = yardsticks
        .iter()
        .map(|rated| (rated.player.as_str(), rated.elo))
        .collect();
    levels.sort_by(|one, other| one.1.total_cmp(&other.1));
    let marks = |of: fn(&Marks) -> u64| -> Vec<(f64, f64)> {
        let share = |marks: &Marks| 100.0 * of(marks) as f64 / (marks.asked as f64).max(1.0);
        let measured = log.measured.iter();
        measured
            .map(|measured| (measured.games as f64, share(&measured.marks)))
            .collect()
    };
    html! {
        @if !rated.is_empty() {
            h2 { "Strength: Elo beside engines that stay the same" }
            figure { (PreEscaped(chart_with("Elo", &points, &levels))) }
            @if let Some(line) = ratings::line(log) { p { (line) } }
            h2 { "Examination: forced wins found at sight, in percent" }
            figure { (PreEscaped(chart("Forced wins found at sight", &marks(|marks| marks.at_sight)))) }
            h2 { "Examination: forced wins found by a search, in percent" }
            figure { (PreEscaped(chart("Forced wins found by a search", &marks(|marks| marks.by_search)))) }
            div class="wide" { table {
                tr { th { "player" } th { "Elo" } th { "95 %" } }
                @for rated in &rated {
                    tr {
                        td { (rated.player) }
                        td { (format!("{:+.0}", rated.elo)) }
                        td { (format!("{:+.0} to {:+.0}", rated.low, rated.high)) }
                    }
                }
            } }
        }
    }
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
    chart_with(title, points, &[])
}

/// The same with levels that have names.
fn chart_with(title: &str, points: &[(f64, f64)], levels: &[(&str, f64)]) -> String {
    let mut svg = Svg::new([0.0, 0.0, WIDTH, HEIGHT], &format!("{title}, by games"));
    let values = points.iter().map(|point| point.1);
    let values = values.chain(levels.iter().map(|level| level.1));
    let (least, most) = values.fold((0.0_f64, 0.0_f64), |(least, most), value| {
        (least.min(value), most.max(value))
    });
    let (bottom, top) = ends(least, most);
    let last = points.last().map_or(1.0, |point| point.0).max(1.0);
    let height = |value: f64| HEIGHT - BOTTOM - (value - bottom) / (top - bottom) * (HEIGHT - TOP - BOTTOM);
    let column = |games: f64| LEFT + games / last * (WIDTH - LEFT - RIGHT);
    for quarter in 0..=4 {
        let value = bottom + (top - bottom) * f64::from(quarter) / 4.0;
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
    for (index, &(name, value)) in levels.iter().enumerate() {
        svg.line("level", (LEFT, height(value)), (WIDTH - RIGHT, height(value)));
        // Neighbours have their names on different sides, as they may lie close together.
        let (at, anchor) = match index % 2 {
            0 => (WIDTH - RIGHT, Anchor::End),
            _ => (LEFT + 8.0, Anchor::Start),
        };
        svg.text("", (at, height(value) - 3.0), anchor, name);
    }
    svg.polyline(
        "curve",
        points
            .iter()
            .map(|&(games, value)| (column(games), height(value))),
    );
    svg.finish()
}

/// Where a scale begins and ends that has both values on it, and nought.
fn ends(least: f64, most: f64) -> (f64, f64) {
    if least >= 0.0 {
        return (0.0, round_up(most));
    }
    // Four equal steps, one of which is at nought.
    let step = round_up((most - least) / 3.0);
    let below = (-least / step).ceil();
    (-below * step, (4.0 - below).max((most / step).ceil()) * step)
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

    #[test]
    fn a_scale_that_goes_below_nought_has_everything_on_it() {
        assert_eq!(ends(0.0, 4.16), (0.0, 5.0));
        for (least, most) in [(-20.0, 0.0), (-310.0, 240.0), (-0.5, 900.0), (-900.0, 10.0)] {
            let (bottom, top) = ends(least, most);
            assert!(bottom <= least && top >= most, "{least} {most}: {bottom} {top}");
        }
    }
}
