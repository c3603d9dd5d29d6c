//! The chart of games by length as SVG: a histogram in tens, and over it the win rate of each bucket as a line with
//! whiskers. Colours are the page's (`currentColor` and CSS variables), so that it fits light and dark.

use std::fmt::Write;

use super::FEW;
use crate::report::Bucket;

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 70.0;
const TOP: f64 = 66.0;
const BOTTOM: f64 = 62.0;
/// Width of a digit of an axis label.
const LETTER: f64 = 7.5;

/// An `<svg>` element that needs the style of [`STYLE`].
pub fn svg(buckets: &[Bucket]) -> String {
    let mut svg = format!(
        r#"<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="Games by length, with the win rate of each bucket">"#
    );
    text(
        &mut svg,
        WIDTH / 2.0,
        24.0,
        "title",
        "middle",
        "Games by length, and win rate",
    );
    let scale = Scale::of(buckets);
    legend(&mut svg);
    axes(&mut svg, &scale, buckets);
    for (index, bucket) in buckets.iter().enumerate() {
        bar(&mut svg, &scale, index, bucket);
    }
    line(&mut svg, &scale, buckets);
    for (index, bucket) in buckets.iter().enumerate() {
        whisker(&mut svg, &scale, index, bucket);
    }
    svg.push_str("</svg>");
    svg
}

/// The style sheet for [`svg`]; `--bar`, `--rate` and `--faint` are the page's.
pub const STYLE: &str = "
svg { width: 100%; height: auto; font: 13px system-ui, sans-serif; }
svg text { fill: currentColor; }
svg .title { font-size: 16px; font-weight: 600; }
svg .bar { fill: var(--bar); }
svg .rate { stroke: var(--rate); stroke-width: 2.5; fill: none; }
svg .dot { fill: var(--rate); stroke: none; }
svg .whisker { stroke: var(--rate); stroke-width: 1.3; fill: none; }
svg .few { opacity: 0.35; }
svg .grid { stroke: var(--faint); stroke-width: 1; }
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

fn axes(svg: &mut String, scale: &Scale, buckets: &[Bucket]) {
    let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
    for percent in (0..=100).step_by(20) {
        let y = height(f64::from(percent) / 100.0);
        let _ = write!(
            svg,
            r#"<line class="grid" x1="{LEFT}" y1="{y:.1}" x2="{right}" y2="{y:.1}"/>"#
        );
        text(svg, right + 8.0, y + 4.0, "", "start", &format!("{percent} %"));
    }
    for games in (0..=scale.top).step_by(scale.step as usize) {
        text(
            svg,
            LEFT - 8.0,
            scale.count(games) + 4.0,
            "",
            "end",
            &games.to_string(),
        );
    }
    let _ = write!(
        svg,
        r#"<line class="axis" x1="{LEFT}" y1="{bottom}" x2="{right}" y2="{bottom}"/>"#
    );
    // Labels of neighbours must not touch.
    let digits = buckets.last().map_or(2, |bucket| bucket.to.to_string().len());
    let every = ((2 * digits + 3) as f64 * LETTER / scale.pitch).ceil().max(1.0) as usize;
    for (index, bucket) in buckets.iter().enumerate().step_by(every) {
        let label = format!("{}–{}", bucket.from, bucket.to);
        text(svg, scale.middle(index), bottom + 18.0, "", "middle", &label);
    }
    text(
        svg,
        LEFT + (right - LEFT) / 2.0,
        HEIGHT - 16.0,
        "",
        "middle",
        "moves in the game (both sides)",
    );
    for (x, turn, label) in [(18.0, -90, "games"), (WIDTH - 12.0, 90, "win rate")] {
        let y = f64::midpoint(TOP, bottom);
        let _ = write!(
            svg,
            r#"<text x="{x}" y="{y}" text-anchor="middle" transform="rotate({turn} {x} {y})">{label}</text>"#
        );
    }
}

fn legend(svg: &mut String) {
    let y = 46.0;
    let _ = write!(
        svg,
        r#"<rect class="bar" x="196" y="{}" width="16" height="12"/>"#,
        y - 10.0
    );
    text(svg, 218.0, y, "", "start", "games");
    let _ = write!(
        svg,
        r#"<line class="rate" x1="280" y1="{0}" x2="304" y2="{0}"/>"#,
        y - 4.0
    );
    let _ = write!(svg, r#"<circle class="dot" cx="292" cy="{}" r="4"/>"#, y - 4.0);
    text(svg, 310.0, y, "", "start", "win rate with its 95 % interval");
    let _ = write!(
        svg,
        r#"<rect class="bar few" x="520" y="{}" width="16" height="12"/>"#,
        y - 10.0
    );
    text(svg, 542.0, y, "", "start", &format!("fewer than {FEW} games"));
}

fn bar(svg: &mut String, scale: &Scale, index: usize, bucket: &Bucket) {
    let width = (scale.pitch * 0.78).min(80.0);
    let (x, y) = (scale.middle(index) - width / 2.0, scale.count(bucket.games));
    let tall = HEIGHT - BOTTOM - y;
    let few = few(bucket);
    let _ = write!(
        svg,
        r#"<rect class="bar{few}" x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{tall:.1}"><title>{} to {} moves: {} games, {} won</title></rect>"#,
        bucket.from, bucket.to, bucket.games, bucket.wins
    );
}

/// The line joins neighbours; a bucket without games interrupts it, one with few games fades it.
fn line(svg: &mut String, scale: &Scale, buckets: &[Bucket]) {
    for (index, pair) in buckets.windows(2).enumerate() {
        let (Some(from), Some(to)) = (pair[0].rate, pair[1].rate) else {
            continue;
        };
        let few = if pair.iter().any(|bucket| bucket.games < FEW) {
            " few"
        } else {
            ""
        };
        let (x1, x2) = (scale.middle(index), scale.middle(index + 1));
        let (y1, y2) = (height(from), height(to));
        let _ = write!(
            svg,
            r#"<line class="rate{few}" x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}"/>"#
        );
    }
}

fn whisker(svg: &mut String, scale: &Scale, index: usize, bucket: &Bucket) {
    let Some(rate) = bucket.rate else { return };
    let x = scale.middle(index);
    let (low, high, y) = (
        height(bucket.wilson.low),
        height(bucket.wilson.high),
        height(rate),
    );
    let few = few(bucket);
    let (left, right) = (x - 5.0, x + 5.0);
    let _ = write!(
        svg,
        r#"<g class="{}"><path class="whisker" d="M{left:.1} {high:.1}H{right:.1}M{x:.1} {high:.1}V{low:.1}M{left:.1} {low:.1}H{right:.1}"/><circle class="dot" cx="{x:.1}" cy="{y:.1}" r="4"/></g>"#,
        few.trim()
    );
}

fn few(bucket: &Bucket) -> &'static str {
    if bucket.games < FEW { " few" } else { "" }
}

fn text(svg: &mut String, x: f64, y: f64, class: &str, anchor: &str, words: &str) {
    let _ = write!(
        svg,
        r#"<text class="{class}" x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{words}</text>"#
    );
}
