//! Boards as pictures: the place of one move, and a whole game to step through.

use recordings::text;
use referee::{
    color::Color,
    gomoku::{Move, Position, board::Board},
    point::Point,
    position::Position as _,
    record::Record,
};
use stats::render::svg::{Anchor, Svg};

use crate::{assessed::Assessed, engine_line::EngineLine, film, findings::Weighed};

pub(super) const STYLE: &str = "
:root { --board: #e7c88f; }
@media (prefers-color-scheme: dark) { :root { --board: #b8975a; } }
svg .board { fill: var(--board); } svg .lines { stroke: #0008; stroke-width: 0.04; } svg .black { fill: #111; } svg .white { fill: #fafafa; stroke: #333; stroke-width: 0.04; }
svg .played { fill: none; stroke: var(--blunder); stroke-width: 0.14; } svg text.name { font-size: 0.55px; } svg text.number { font-size: 0.55px; fill: #0a5c2b; font-weight: 700; } svg .better { fill: #7bd39a; fill-opacity: 0.75; } svg .weighed { fill: #2563c9; fill-opacity: 0.55; }
";
/// Moves that were looked at less often, of all looks, are not drawn.
const SHARE_DRAWN: f64 = 0.01;
/// Moves of the better line that are drawn.
const DRAWN: usize = 9;

/// The stones before a move, the move in a ring, the better line as numbers, and where the engine looked: the larger the more often.
pub(super) fn picture(before: &Position, assessed: &Assessed, weighed: &[Weighed<Move>]) -> String {
    let stones: &Board = before.board();
    let size = stones.size();
    let mut svg = empty(size, &format!("the board before ply {}", assessed.step));
    for point in stones.points() {
        if let Some(color) = stones.stone(point) {
            svg.circle(class(color), place(point), 0.44, "");
        }
    }
    for of in weighed.iter().filter(|of| of.share >= SHARE_DRAWN) {
        if let Move::Place(point) = of.play {
            svg.circle("weighed", place(point), 0.46 * of.share.sqrt(), "");
        }
    }
    better(&mut svg, stones, &assessed.best);
    if let Some(point) = named(stones, &assessed.played) {
        svg.circle("played", place(point), 0.42, "");
    }
    svg.finish()
}

fn named(stones: &Board, name: &str) -> Option<Point> {
    let mut points = stones.points();
    points.find(|&point| text::name_of(point, stones.size()) == name)
}

/// A line as numbers.
fn better(svg: &mut Svg, stones: &Board, line: &[String]) {
    for (index, name) in line.iter().take(DRAWN).enumerate() {
        if let Some(point) = named(stones, name) {
            svg.circle("better", place(point), 0.36, "");
            let at = (middle(point.x), middle(point.y) + 0.2);
            svg.text("number", at, Anchor::Middle, &(index + 1).to_string());
        }
    }
}

/// The whole game; `None` if it cannot begin.
pub(super) fn film(record: &Record, lines: &[EngineLine<'_>]) -> Option<String> {
    let mut position = record.start().ok()?;
    let mut svg = empty(position.size(), "the board");
    for point in position.board().points() {
        if let Some(color) = position.stone(point) {
            svg.circle(class(color), place(point), 0.44, "");
        }
    }
    for (step, ply) in (1..).zip(&record.plies) {
        if position.play(ply.play).is_err() {
            break;
        }
        if let Move::Place(point) = ply.play
            && let Some(color) = position.stone(point)
        {
            svg.group(&film::class(step, None), |svg| {
                svg.circle(class(color), place(point), 0.44, "");
            });
            svg.group(&film::class(step, Some(step)), |svg| {
                svg.circle("played", place(point), 0.3, "");
            });
        }
    }
    for line in lines {
        svg.group(&film::line_class(line.after), |svg| {
            better(svg, position.board(), line.moves)
        });
    }
    Some(svg.finish())
}

fn empty(lines: u8, label: &str) -> Svg {
    let size = f64::from(lines);
    let mut svg = Svg::new([-1.0, 0.0, size + 1.0, size + 1.0], label);
    svg.rect("board", (0.0, 0.0), (size, size), "");
    for line in 0..lines {
        let at = middle(line);
        let (letter, number) = (char::from(b'a' + line), lines - line);
        svg.text("name", (at, size + 0.7), Anchor::Middle, &letter.to_string());
        svg.text("name", (-0.15, at + 0.2), Anchor::End, &number.to_string());
        let (start, end) = (0.5, size - 0.5);
        svg.strokes("lines", &[[(start, at), (end, at)], [(at, start), (at, end)]]);
    }
    svg
}

fn class(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

fn place(point: Point) -> (f64, f64) {
    (middle(point.x), middle(point.y))
}

fn middle(line: u8) -> f64 {
    f64::from(line) + 0.5
}
