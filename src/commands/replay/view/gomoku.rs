//! A board as lines of text. Stones are `x` and `o`; the last one stands in brackets, a winning row is in capitals.

use referee::{
    color::Color,
    gomoku::{Move, Position, Start},
    point::Point,
    position::Position as _,
};

use super::PageStone;

/// `renju, 15 x 15`.
pub(super) fn rules(start: &Start) -> String {
    format!("{}, {} x {}", start.rule.name(), start.size, start.size)
}

/// The stone that the last ply put; none at the start and after a choice.
pub(super) fn last_stone(position: &Position) -> Option<(Point, Color)> {
    match position.history().last()? {
        Move::Place(point) => Some((*point, position.stone(*point)?)),
        Move::Choose(_) | Move::PutTwo => None,
    }
}

/// The stones of the [`board`], whose first line has the number `above`.
pub(super) fn stones(position: &Position, above: usize) -> Vec<PageStone> {
    let size = position.size();
    let points = (0..size).flat_map(|y| (0..size).map(move |x| Point::new(x, y)));
    let stone = |point: Point| {
        Some(PageStone {
            row: above + usize::from(point.y),
            column: MARGIN + 1 + 2 * usize::from(point.x),
            color: position.stone(point)?,
        })
    };
    points.filter_map(stone).collect()
}

/// Letters before the first point's bracket.
const MARGIN: usize = 3;

/// The board with its coordinates.
pub(super) fn board(position: &Position) -> Vec<String> {
    let size = position.size();
    let last = last_stone(position).map(|(point, _)| point);
    let won = position.outcome().map(|outcome| outcome.line).unwrap_or_default();
    let mut rows = Vec::new();
    for y in 0..size {
        let mut row = format!("{:>2} ", size - y);
        for x in 0..size {
            let point = Point::new(x, y);
            let before = if last == Some(point) {
                '['
            } else if x > 0 && last == Some(Point::new(x - 1, y)) {
                ']'
            } else {
                ' '
            };
            row.push(before);
            row.push(cell(position, point, won.contains(&point)));
        }
        row.push(if last == Some(Point::new(size - 1, y)) {
            ']'
        } else {
            ' '
        });
        rows.push(row);
    }
    let letters: String = (0..size).flat_map(|x| [' ', char::from(b'a' + x)]).collect();
    rows.push(format!("   {letters} "));
    rows
}

fn cell(position: &Position, point: Point, won: bool) -> char {
    match position.stone(point) {
        Some(color) if won => color.letter().to_ascii_uppercase(),
        Some(color) => color.letter(),
        None => '.',
    }
}
