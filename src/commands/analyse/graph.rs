//! The course of a game as a graph: the expected result for Black after each ply, as a row of blocks for the terminal and
//! as SVG for the page.

use std::fmt::Write as _;

use super::{course::Assessed, expectation::Mark};

const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 34.0;

/// One block a ply, the taller the better for Black.
pub(super) fn spark(moves: &[Assessed]) -> String {
    let block = |assessed: &Assessed| BLOCKS[((assessed.for_black() * 8.0) as usize).min(7)];
    moves.iter().map(block).collect()
}

/// An `<svg>` element that needs the style of [`STYLE`].
pub(super) fn svg(moves: &[Assessed]) -> String {
    let mut svg = format!(
        r#"<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="Expected result for Black by ply">"#
    );
    for percent in [0, 25, 50, 75, 100] {
        let y = height(f64::from(percent) / 100.0);
        let _ = write!(
            svg,
            r#"<line class="grid" x1="{LEFT}" y1="{y:.1}" x2="{:.1}" y2="{y:.1}"/><text x="{:.1}" y="{:.1}" text-anchor="end">{percent} %</text>"#,
            WIDTH - RIGHT,
            LEFT - 8.0,
            y + 4.0
        );
    }
    let first = moves.first().map_or(0, |assessed| assessed.ply);
    let span = moves.last().map_or(1, |assessed| assessed.ply - first).max(1) as f64;
    let place = |assessed: &Assessed| LEFT + (assessed.ply - first) as f64 / span * (WIDTH - LEFT - RIGHT);
    let points: Vec<String> = moves
        .iter()
        .map(|assessed| format!("{:.1},{:.1}", place(assessed), height(assessed.for_black())))
        .collect();
    let _ = write!(svg, r#"<polyline class="course" points="{}"/>"#, points.join(" "));
    for assessed in moves.iter().filter(|assessed| assessed.mark != Mark::Good) {
        let (x, y) = (place(assessed), height(assessed.for_black()));
        let name = assessed.mark.name();
        let _ = write!(
            svg,
            r##"<a href="#ply-{0}"><circle class="{name}" cx="{x:.1}" cy="{y:.1}" r="5"><title>ply {0}: {name}</title></circle></a>"##,
            assessed.ply
        );
    }
    let every = ((span / 12.0).ceil() as usize).max(1).next_multiple_of(5);
    for assessed in moves.iter().filter(|assessed| assessed.ply.is_multiple_of(every)) {
        let _ = write!(
            svg,
            r#"<text x="{:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
            place(assessed),
            HEIGHT - 10.0,
            assessed.ply
        );
    }
    svg.push_str("</svg>");
    svg
}

/// The style sheet for [`svg`]; the colours are the page's.
pub(super) const STYLE: &str = "
svg { width: 100%; height: auto; font: 13px system-ui, sans-serif; }
svg text { fill: currentColor; }
svg .grid { stroke: var(--faint); }
svg .course { fill: none; stroke: currentColor; stroke-width: 2; }
svg .inaccuracy { fill: var(--inaccuracy); } svg .mistake { fill: var(--mistake); } svg .blunder { fill: var(--blunder); }
";

fn height(share: f64) -> f64 {
    HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)
}
