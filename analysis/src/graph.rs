//! The course of a game as a graph: the expected result for one side after each move, as a row of blocks for the terminal and
//! as SVG for the page.

use stats::render::svg::{Anchor, Svg};

use crate::{assessed::Assessed, expectation::Mark, game::AssessedGame};

const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 34.0;

/// One block a move, the taller the better for the first of the sides.
pub(crate) fn spark(moves: &[Assessed]) -> String {
    let block = |assessed: &Assessed| BLOCKS[((assessed.for_first_side() * 8.0) as usize).min(7)];
    moves.iter().map(block).collect()
}

/// An `<svg>` element that needs the styles of [`STYLE`] and of [`stats::render::svg::STYLE`].
pub(crate) fn svg(game: &AssessedGame) -> String {
    let (moves, step) = (&game.moves, game.step);
    let label = format!("Expected result for {} by {step}", game.sides[0]);
    let mut svg = Svg::new([0.0, 0.0, WIDTH, HEIGHT], &label);
    for percent in [0, 25, 50, 75, 100] {
        let y = height(f64::from(percent) / 100.0);
        svg.line("grid", (LEFT, y), (WIDTH - RIGHT, y));
        svg.text("", (LEFT - 8.0, y + 4.0), Anchor::End, &format!("{percent} %"));
    }
    let first = moves.first().map_or(0, |assessed| assessed.step);
    let span = moves.last().map_or(1, |assessed| assessed.step - first).max(1) as f64;
    let column = |assessed: &Assessed| LEFT + (assessed.step - first) as f64 / span * (WIDTH - LEFT - RIGHT);
    let place = |assessed: &Assessed| (column(assessed), height(assessed.for_first_side()));
    svg.polyline("course", moves.iter().map(place));
    for assessed in moves.iter().filter(|assessed| assessed.mark != Mark::Good) {
        let (number, name) = (assessed.step, assessed.mark.name());
        svg.link(&format!("#{step}-{number}"), |svg| {
            svg.circle(name, place(assessed), 5.0, &format!("{step} {number}: {name}"));
        });
    }
    let every = ((span / 12.0).ceil() as usize).max(1).next_multiple_of(5);
    for assessed in moves
        .iter()
        .filter(|assessed| assessed.step.is_multiple_of(every))
    {
        let at = (column(assessed), HEIGHT - 10.0);
        svg.text("", at, Anchor::Middle, &assessed.step.to_string());
    }
    svg.finish()
}

/// The style sheet for [`svg`]; the colours are the page's.
pub(crate) const STYLE: &str = "
svg .course { fill: none; stroke: currentColor; stroke-width: 2; }
svg .inaccuracy { fill: var(--inaccuracy); } svg .mistake { fill: var(--mistake); } svg .blunder { fill: var(--blunder); }
";

fn height(share: f64) -> f64 {
    HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)
}
