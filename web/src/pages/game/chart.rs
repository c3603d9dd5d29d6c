//! What the record tells of each move as a chart: the players' own scores, and their thinking times.

use analysis::drawing::SteppedPicture;
use maud::{Markup, PreEscaped, html};
use referee::{games::AnyRecord, seat::Seat};
use stats::render::svg::{Anchor, Svg};

use super::{duration, timeline::Happening};

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 170.0;
const LEFT: f64 = 84.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 32.0;
/// The score that stands halfway between the middle and the edge.
const HALF: f64 = 400.0;

/// From plies to columns.
fn column(ply: usize, plies: usize) -> f64 {
    LEFT + (ply as f64 + 0.5) / plies.max(1) as f64 * (WIDTH - LEFT - RIGHT)
}

fn step_of(drawn: Option<&SteppedPicture>, ply: usize) -> String {
    let step = drawn.and_then(|drawn| drawn.step_of.get(ply).copied().flatten());
    format!("#at-{}", step.unwrap_or(ply + 1))
}

/// Where it is shown how the game stood after so many plies.
pub(super) fn step_after(drawn: Option<&SteppedPicture>, plies: usize) -> String {
    match plies {
        0 => "#at-0".to_owned(),
        plies => step_of(drawn, plies - 1),
    }
}

/// Each seat's own scores; nothing where none is known.
pub(super) fn scores(record: &AnyRecord, seats: &[Seat], drawn: Option<&SteppedPicture>) -> Markup {
    let plies = record.plies.len();
    let told = |seat: Seat| {
        let plies = record
            .plies
            .iter()
            .enumerate()
            .filter(move |(index, _)| seats[*index] == seat);
        plies
            .filter_map(|(index, ply)| Some((index, ply.score?)))
            .collect::<Vec<(usize, i32)>>()
    };
    let lines = Seat::BOTH.map(|seat| (seat, told(seat)));
    if lines.iter().all(|(_, scores)| scores.is_empty()) {
        return html! {};
    }
    let mut svg = Svg::new([0.0, 0.0, WIDTH, HEIGHT], "Scores as the players told them");
    let middle = f64::midpoint(TOP, HEIGHT - BOTTOM);
    let reach = (HEIGHT - TOP - BOTTOM) / 2.0;
    let height = |score: i32| middle - reach * f64::from(score) / (f64::from(score.unsigned_abs()) + HALF);
    for (at, words) in [(TOP, "wins"), (middle, "level"), (HEIGHT - BOTTOM, "loses")] {
        svg.line("grid", (LEFT, at), (WIDTH - RIGHT, at));
        svg.text("", (LEFT - 8.0, at + 4.0), Anchor::End, words);
    }
    for (seat, scores) in &lines {
        let class = format!("line of-{}", seat.name());
        svg.polyline(
            &class,
            scores
                .iter()
                .map(|&(ply, score)| (column(ply, plies), height(score))),
        );
        for &(ply, score) in scores {
            svg.link(&step_of(drawn, ply), |svg| {
                svg.circle(
                    &format!("spot of-{}", seat.name()),
                    (column(ply, plies), height(score)),
                    3.5,
                    &format!("ply {}, {}: {score}", ply + 1, seat.name()),
                );
            });
        }
    }
    numbers(&mut svg, plies);
    html! {
        h2 { "Scores" }
        div class="wide" tabindex="0" { figure class="shrinks" { (PreEscaped(svg.finish())) } }
        p class="soft" { "As each player told them, from its own side: " span class="key of-first" { "first" } ", " span class="key of-second" { "second" } "." }
    }
}

/// Thinking times; nothing where none is known.
pub(super) fn times(
    record: &AnyRecord,
    seats: &[Seat],
    drawn: Option<&SteppedPicture>,
    happenings: &[Happening],
) -> Markup {
    let plies = record.plies.len();
    let times: Vec<(usize, u64)> = record
        .plies
        .iter()
        .enumerate()
        .filter_map(|(index, ply)| Some((index, ply.spent_ms?)))
        .collect();
    let Some(most) = times.iter().map(|(_, ms)| *ms).max().filter(|&most| most > 0) else {
        return html! {};
    };
    let mut svg = Svg::new([0.0, 0.0, WIDTH, HEIGHT], "Thinking times");
    let height = |ms: u64| (HEIGHT - TOP - BOTTOM) * ms as f64 / most as f64;
    for part in [0, 1, 2] {
        let ms = most * part / 2;
        let at = HEIGHT - BOTTOM - height(ms);
        svg.line("grid", (LEFT, at), (WIDTH - RIGHT, at));
        svg.text("", (LEFT - 6.0, at + 4.0), Anchor::End, &duration(ms));
    }
    let width = ((WIDTH - LEFT - RIGHT) / plies.max(1) as f64 * 0.8).min(24.0);
    for &(ply, ms) in &times {
        let (x, tall) = (column(ply, plies) - width / 2.0, height(ms).max(1.0));
        svg.link(&step_of(drawn, ply), |svg| {
            let title = format!("ply {}, {}: {}", ply + 1, seats[ply].name(), duration(ms));
            svg.rect(
                &format!("spot of-{}", seats[ply].name()),
                (x, HEIGHT - BOTTOM - tall),
                (width, tall),
                &title,
            );
        });
    }
    for happening in happenings {
        let x = LEFT + happening.plies as f64 / plies.max(1) as f64 * (WIDTH - LEFT - RIGHT);
        let title = format!("after ply {}, {}", happening.plies, happening.words);
        svg.link(&step_after(drawn, happening.plies), |svg| {
            svg.rect(
                happening.class,
                (x - 2.0, 2.0),
                (4.0, HEIGHT - BOTTOM - 2.0),
                &title,
            );
        });
    }
    numbers(&mut svg, plies);
    html! {
        h2 { "Thinking times" }
        div class="wide" tabindex="0" { figure class="shrinks" { (PreEscaped(svg.finish())) } }
        @if !happenings.is_empty() { p class="soft" { "On the time line: " span class="key fault" { "▮" } " a fault, " span class="key choice" { "▮" } " a choice of the opening." } }
    }
}

fn numbers(svg: &mut Svg, plies: usize) {
    let every = (plies / 12).max(1).next_multiple_of(5);
    for ply in (every..=plies).step_by(every) {
        svg.text(
            "",
            (column(ply - 1, plies), HEIGHT - 6.0),
            Anchor::Middle,
            &ply.to_string(),
        );
    }
}
