//! The chart of games by length as SVG: a histogram in tens, and over it the win rate of each bucket as a line with
//! whiskers. Colours are the page's (`currentColor` and CSS variables), so that it fits light and dark.

use super::{
    FEW,
    svg::{Anchor, Svg},
};
use crate::report::Bucket;

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 70.0;
const TOP: f64 = 66.0;
const BOTTOM: f64 = 62.0;
/// Radius of a bucket's dot.
const DOT: f64 = 4.0;
/// Width of a digit of an axis label.
const LETTER: f64 = 7.5;

/// An `<svg>` element that needs the styles of [`STYLE`] and of [`super::svg::STYLE`].
pub fn svg(buckets: &[Bucket], unit: &str) -> String {
    linked(buckets, unit, &|_| None)
}

/// The same with won, drawn and lost games in each bar, which leads to the address that `address` has for its bucket.
pub fn linked(buckets: &[Bucket], unit: &str, address: &dyn Fn(&Bucket) -> Option<String>) -> String {
    let mut svg = Svg::new(
        [0.0, 0.0, WIDTH, HEIGHT],
        "Games by length, with the win rate of each bucket",
    );
    let title = "Games by length, and win rate";
    svg.text("title", (WIDTH / 2.0, 24.0), Anchor::Middle, title);
    let scale = Scale::of(buckets);
    legend(&mut svg);
    axes(&mut svg, &scale, buckets, unit);
    for (index, bucket) in buckets.iter().enumerate() {
        match address(bucket) {
            Some(address) => svg.link(&address, |svg| {
                bar(svg, &scale, index, bucket, unit);
                stack(svg, &scale, index, bucket);
            }),
            None => bar(&mut svg, &scale, index, bucket, unit),
        }
    }
    line(&mut svg, &scale, buckets);
    for (index, bucket) in buckets.iter().enumerate() {
        whisker(&mut svg, &scale, index, bucket);
    }
    svg.finish()
}

/// The style sheet for [`svg`]; `--bar`, `--rate` and `--faint` are the page's.
pub const STYLE: &str = "
svg .title { font-size: 16px; font-weight: 600; }
svg .bar { fill: var(--bar); } svg .bar.won { fill: var(--won, var(--bar)); } svg .bar.drawn { fill: var(--drawn, var(--bar)); }
svg .rate { stroke: var(--rate); stroke-width: 2.5; fill: none; }
svg .dot { fill: var(--rate); stroke: none; }
svg .whisker { stroke: var(--rate); stroke-width: 1.3; fill: none; }
svg .few { opacity: 0.35; }
svg .axis { stroke: currentColor; stroke-width: 1; }
";

/// From games and rates to the picture.
struct Scale {
    /// The count at the top of the left axis.
    top: u64,
    /// Games from one mark of the left axis to the next.
    step: u64,
    /// Width of one bucket.
    pitch: f64,
}

impl Scale {
    fn of(buckets: &[Bucket]) -> Scale {
        let most = buckets
            .iter()
            .map(|bucket| bucket.games)
            .max()
            .unwrap_or(0)
            .max(1);
        // Marks at 1, 2 or 5 times a power of ten, five to ten of them.
        let mut step = 1;
        for factor in [2, 5, 10].into_iter().cycle() {
            if most.div_ceil(step) <= 8 {
                break;
            }
            let power = 10u64.pow(step.ilog10());
            step = if factor == 10 { 10 * power } else { factor * power };
        }
        let top = most.div_ceil(step) * step;
        Scale {
            top,
            step,
            pitch: (WIDTH - LEFT - RIGHT) / buckets.len().max(1) as f64,
        }
    }

    fn middle(&self, index: usize) -> f64 {
        LEFT + (index as f64 + 0.5) * self.pitch
    }

    fn count(&self, games: u64) -> f64 {
        height(games as f64 / self.top as f64)
    }
}

/// A share of the plot's height, 0 at the bottom.
fn height(share: f64) -> f64 {
    HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)
}

fn axes(svg: &mut Svg, scale: &Scale, buckets: &[Bucket], unit: &str) {
    let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
    for percent in (0..=100).step_by(20) {
        let y = height(f64::from(percent) / 100.0);
        svg.line("grid", (LEFT, y), (right, y));
        let label = format!("{percent} %");
        svg.text("", (right + 8.0, y + 4.0), Anchor::Start, &label);
    }
    for games in (0..=scale.top).step_by(scale.step as usize) {
        let at = (LEFT - 8.0, scale.count(games) + 4.0);
        svg.text("", at, Anchor::End, &games.to_string());
    }
    svg.line("axis", (LEFT, bottom), (right, bottom));
    // Labels of neighbours must not touch.
    let digits = buckets.last().map_or(2, |bucket| bucket.from.to_string().len());
    let every = ((2 * digits + 3) as f64 * LETTER / scale.pitch).ceil().max(1.0) as usize;
    for (index, bucket) in buckets.iter().enumerate().step_by(every) {
        let label = span(bucket);
        let at = (scale.middle(index), bottom + 18.0);
        svg.text("", at, Anchor::Middle, &label);
    }
    let at = (LEFT + (right - LEFT) / 2.0, HEIGHT - 16.0);
    svg.text(
        "",
        at,
        Anchor::Middle,
        &format!("{unit} in the game (both sides)"),
    );
    for (x, turn, label) in [(18.0, -90, "games"), (WIDTH - 12.0, 90, "win rate")] {
        svg.turned_text((x, f64::midpoint(TOP, bottom)), turn, label);
    }
}

fn legend(svg: &mut Svg) {
    let y = 46.0;
    svg.rect("bar", (196.0, y - 10.0), (16.0, 12.0), "");
    svg.text("", (218.0, y), Anchor::Start, "games");
    svg.line("rate", (280.0, y - 4.0), (304.0, y - 4.0));
    svg.circle("dot", (292.0, y - 4.0), DOT, "");
    svg.text("", (310.0, y), Anchor::Start, "win rate with its 95 % interval");
    svg.rect("bar few", (520.0, y - 10.0), (16.0, 12.0), "");
    let few = format!("fewer than {FEW} games");
    svg.text("", (542.0, y), Anchor::Start, &few);
}

fn bar(svg: &mut Svg, scale: &Scale, index: usize, bucket: &Bucket, unit: &str) {
    let width = (scale.pitch * 0.78).min(80.0);
    let (x, y) = (scale.middle(index) - width / 2.0, scale.count(bucket.games));
    let class = format!("bar{}", few(bucket));
    let title = format!(
        "{} {unit}: {} games, {} won",
        span(bucket).replace('–', " to "),
        bucket.games,
        bucket.wins
    );
    svg.rect(&class, (x, y), (width, HEIGHT - BOTTOM - y), &title);
}

/// Won games below, drawn ones above them, in the bar.
fn stack(svg: &mut Svg, scale: &Scale, index: usize, bucket: &Bucket) {
    let width = (scale.pitch * 0.78).min(80.0);
    let x = scale.middle(index) - width / 2.0;
    for (class, from, to) in [
        ("won", 0, bucket.wins),
        ("drawn", bucket.wins, bucket.wins + bucket.draws),
    ] {
        let (bottom, top) = (scale.count(from), scale.count(to));
        if from < to {
            svg.rect(
                &format!("bar {class}{}", few(bucket)),
                (x, top),
                (width, bottom - top),
                "",
            );
        }
    }
}

/// `10–19`; `100+` where there is no end.
fn span(bucket: &Bucket) -> String {
    match bucket.to {
        u32::MAX => format!("{}+", bucket.from),
        to => format!("{}–{to}", bucket.from),
    }
}

/// The line joins neighbours; a bucket without games interrupts it, one with few games fades it.
fn line(svg: &mut Svg, scale: &Scale, buckets: &[Bucket]) {
    for (index, pair) in buckets.windows(2).enumerate() {
        let (Some(from), Some(to)) = (pair[0].rate, pair[1].rate) else {
            continue;
        };
        let class = if pair.iter().any(|bucket| bucket.games < FEW) {
            "rate few"
        } else {
            "rate"
        };
        let (x1, x2) = (scale.middle(index), scale.middle(index + 1));
        svg.line(class, (x1, height(from)), (x2, height(to)));
    }
}

fn whisker(svg: &mut Svg, scale: &Scale, index: usize, bucket: &Bucket) {
    let Some(rate) = bucket.rate else { return };
    let x = scale.middle(index);
    let (low, high) = (height(bucket.wilson.low), height(bucket.wilson.high));
    let (left, right) = (x - 5.0, x + 5.0);
    svg.group(few(bucket).trim(), |svg| {
        let strokes = [
            [(left, high), (right, high)],
            [(x, high), (x, low)],
            [(left, low), (right, low)],
        ];
        svg.strokes("whisker", &strokes);
        svg.circle("dot", (x, height(rate)), DOT, "");
    });
}

fn few(bucket: &Bucket) -> &'static str {
    if bucket.games < FEW { " few" } else { "" }
}
