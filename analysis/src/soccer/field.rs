//! Fields as pictures: the place of one turn, and a whole game to step through.

use referee::{
    point::Point,
    position::Position as _,
    record::Record,
    seat::Seat,
    soccer::{Direction, Pitch, Position},
};
use stats::render::svg::{Anchor, Svg};

use super::class;
use crate::{assessed::Assessed, engine_line::EngineLine, film};

pub(super) const STYLE: &str = "
:root { --paper: #fdfdf6; --squares: #9fc3dd; --wall: #26323a; --first: #2456b8; --second: #b3401d; --well: #178a45; }
@media (prefers-color-scheme: dark) { :root { --paper: #20272c; --squares: #3c5566; --wall: #dde5ea; --first: #79a5ff; --second: #ff9a73; --well: #5fd38c; } }
svg .paper { fill: var(--paper); } svg .squares { stroke: var(--squares); stroke-width: 0.03; } svg .wall { stroke: var(--wall); stroke-width: 0.12; stroke-linecap: round; }
svg .of-first, svg .of-second { stroke-width: 0.07; stroke-linecap: round; } svg .of-first { stroke: var(--first); } svg .of-second { stroke: var(--second); }
svg .latest .of-first, svg .latest .of-second { stroke-width: 0.16; } svg .better { stroke: var(--well); stroke-width: 0.12; stroke-linecap: round; stroke-dasharray: 0.02 0.22; }
svg .ball { fill: var(--paper); stroke: var(--wall); stroke-width: 0.07; } svg text.goal { font-size: 0.42px; } svg text.to-first { fill: var(--first); } svg text.to-second { fill: var(--second); }
";

/// The field before a turn, the turn, and the better one dotted.
pub(super) fn picture(before: &Position, assessed: &Assessed) -> String {
    let pitch = before.rules().pitch;
    let mut pen = Pen::new(pitch, &format!("the field before turn {}", assessed.step));
    for (seat, way) in before.drawn() {
        pen.draw(class(seat), way);
    }
    let (seat, ball) = (before.turn(), pen.ball);
    pen.svg.group("latest", |svg| {
        lines(svg, pitch, ball, class(seat), &assessed.played);
    });
    if let Some(best) = assessed.best.first().filter(|_| !assessed.is_best) {
        lines(&mut pen.svg, pitch, ball, "better", best);
    }
    pen.svg.circle("ball", place(ball), 0.2, "");
    pen.svg.finish()
}

/// The whole game; `None` if it cannot begin.
pub(super) fn film(record: &Record<Position>, engine: &[EngineLine<'_>]) -> Option<String> {
    let mut position = record.start().ok()?;
    let pitch = position.rules().pitch;
    let mut pen = Pen::new(pitch, "the field");
    pen.still(0, Some(0));
    // Where the ball lies after each turn.
    let mut balls = vec![pen.ball];
    let (mut step, mut turn, mut began) = (1, String::new(), pen.ball);
    for ply in &record.plies {
        let seat = position.turn();
        if position.play(ply.play).is_err() {
            break;
        }
        turn.push(ply.play.digit());
        if position.is_within_turn() {
            continue;
        }
        for (to, style) in [
            (None, class(seat).to_owned()),
            (Some(step), class(seat).to_owned()),
        ] {
            let latest = if to.is_some() { " latest" } else { "" };
            pen.svg.group(&(film::class(step, to) + latest), |svg| {
                pen.ball = lines(svg, pitch, began, &style, &turn);
            });
        }
        pen.still(step, Some(step));
        balls.push(pen.ball);
        (began, turn, step) = (pen.ball, String::new(), step + 1);
    }
    for line in engine {
        if let (Some(&ball), Some(turn)) = (balls.get(line.after), line.moves.first()) {
            pen.svg.group(&film::line_class(line.after), |svg| {
                lines(svg, pitch, ball, "better", turn);
            });
        }
    }
    Some(pen.svg.finish())
}

/// Draws digits from a place; where they lead.
fn lines(svg: &mut Svg, pitch: Pitch, from: Point, class: &str, digits: &str) -> Point {
    let mut pen = from;
    for way in digits.chars().filter_map(Direction::from_digit) {
        let to = beyond(pen, way);
        svg.line(class, place(pen), place(to));
        pen = to;
    }
    debug_assert!(pen.x <= pitch.width() && pen.y <= pitch.length() + 2);
    pen
}

/// A picture on its way, and where the ball has come to.
struct Pen {
    svg: Svg,
    ball: Point,
}

impl Pen {
    /// The field before the first line.
    fn new(pitch: Pitch, label: &str) -> Pen {
        let (width, length) = (f64::from(pitch.width()), f64::from(pitch.length()));
        let mut svg = Svg::new([-0.5, -0.6, width + 1.0, length + 3.2], label);
        let (left, right) = (width / 2.0 - 1.0, width / 2.0 + 1.0);
        svg.rect("paper", (0.0, 1.0), (width, length), "");
        svg.rect("paper", (left, 0.0), (2.0, length + 2.0), "");
        for x in 0..=pitch.width() {
            let x = f64::from(x);
            let deep = f64::from(u8::from(left <= x && x <= right));
            svg.line("squares", (x, 1.0 - deep), (x, length + 1.0 + deep));
        }
        for y in 1..=pitch.length() + 1 {
            svg.line("squares", (0.0, f64::from(y)), (width, f64::from(y)));
        }
        for (goal, line) in [(0.0, 1.0), (length + 2.0, length + 1.0)] {
            svg.line("wall", (0.0, line), (left, line));
            svg.line("wall", (right, line), (width, line));
            svg.line("wall", (left, goal), (right, goal));
            svg.line("wall", (left, goal), (left, line));
            svg.line("wall", (right, goal), (right, line));
        }
        svg.line("wall", (0.0, 1.0), (0.0, length + 1.0));
        svg.line("wall", (width, 1.0), (width, length + 1.0));
        for (seat, y) in [(Seat::First, -0.2), (Seat::Second, length + 2.45)] {
            let words = format!("{} scores here", seat.name());
            svg.text(
                &format!("goal to-{}", seat.name()),
                (width / 2.0, y),
                Anchor::Middle,
                &words,
            );
        }
        Pen {
            svg,
            ball: pitch.point(pitch.centre()),
        }
    }

    fn draw(&mut self, class: &str, way: Direction) {
        let to = beyond(self.ball, way);
        self.svg.line(class, place(self.ball), place(to));
        self.ball = to;
    }

    /// The ball, from one step to another.
    fn still(&mut self, from: usize, to: Option<usize>) {
        let ball = place(self.ball);
        self.svg
            .group(&film::class(from, to), |svg| svg.circle("ball", ball, 0.2, ""));
    }
}

fn beyond(from: Point, way: Direction) -> Point {
    let (dx, dy) = way.step();
    Point::new(from.x.wrapping_add_signed(dx), from.y.wrapping_add_signed(dy))
}

fn place(point: Point) -> (f64, f64) {
    (f64::from(point.x), f64::from(point.y))
}
