//! What lies over the board of the game in hand, by the cells that cannot be told: how far it reaches, and which cells were
//! seen beside it since it came. A part of the live game; pure as the rest of it.

use referee::point::Point;
use vision::observation::{Content, Observation};

use crate::live_game::FADING_MAX;

/// Between the words of a line of news a cell or two may look empty: cells so near to each other lie under one thing.
const NEAR: u8 = 2;
/// The rim of what lies over some cells may look like stones beside them.
const RIM: u8 = 1;
/// What came over the board has come whole after so long, and does not move any more.
const STILL_MS: u64 = 150;
/// Nothing that comes over a board looks like a single stone beside it for so long.
const LASTING_MS: u64 = 2_000;

/// What lies over the board, as the last pictures showed it.
#[derive(Clone, Debug, Default)]
pub(super) struct Cover {
    /// Cells that could not be told when it was first seen so.
    unclear: Vec<Point>,
    since_ms: u64,
    /// Cells that were told to be empty while it lay there as it lies now: what comes there later is no part of it.
    free: Vec<Point>,
    /// Whether it has been there, as it is, for long.
    lasts: bool,
}

impl Cover {
    /// Takes note of a picture.
    pub(super) fn look(&mut self, seen: &Observation, now_ms: u64) {
        let of = |content: Content| seen.points().filter(move |point| seen.content(*point) == content);
        let unclear: Vec<Point> = of(Content::Uncertain).collect();
        // A stone that fades in beside it cannot be told for a moment.
        let more = unclear.len().saturating_sub(self.unclear.len());
        let is_same = more <= FADING_MAX && self.unclear.iter().all(|point| unclear.contains(point));
        if !is_same || self.unclear.is_empty() {
            *self = Cover {
                unclear,
                since_ms: now_ms,
                ..Cover::default()
            };
            return;
        }
        self.lasts = now_ms >= self.since_ms + LASTING_MS;
        if self.free.is_empty() && now_ms >= self.since_ms + STILL_MS {
            self.free = of(Content::Empty).collect();
        }
    }

    /// Whether it has been there, as it is, for so long that a single stone at its rim is one.
    pub(super) fn lasts(&self) -> bool {
        self.lasts
    }

    /// Whether what stands there came after what lies over the board now.
    pub(super) fn is_older_than(&self, point: Point) -> bool {
        self.free.contains(&point)
    }
}

/// How far things reach that lie over cells: the smallest rectangles around those that are near to each other.
#[derive(Clone, Debug)]
pub(super) struct Reach(Vec<Rectangle>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rectangle {
    from: Point,
    to: Point,
}

impl Rectangle {
    fn at(cell: Point) -> Rectangle {
        Rectangle { from: cell, to: cell }
    }

    /// How far apart the two are across and down; 0 where they overlap.
    fn gaps(&self, other: &Rectangle) -> (u8, u8) {
        let gap = |from: u8, to: u8, other_from: u8, other_to: u8| {
            from.saturating_sub(other_to).max(other_from.saturating_sub(to))
        };
        (
            gap(self.from.x, self.to.x, other.from.x, other.to.x),
            gap(self.from.y, self.to.y, other.from.y, other.to.y),
        )
    }

    fn is_near(&self, other: &Rectangle) -> bool {
        let (across, down) = self.gaps(other);
        across.max(down) <= NEAR
    }

    /// Whether the other one lies along the line that it makes, or over it.
    fn lines_up_with(&self, other: &Rectangle) -> bool {
        let (width, height) = (self.to.x - self.from.x, self.to.y - self.from.y);
        let (across, down) = self.gaps(other);
        match width >= height {
            true => down == 0 && across <= NEAR,
            false => across == 0 && down <= NEAR,
        }
    }

    fn touches(&self, other: &Rectangle) -> bool {
        let (across, down) = self.gaps(other);
        across.max(down) <= RIM
    }

    fn joined(self, other: Rectangle) -> Rectangle {
        Rectangle {
            from: Point::new(self.from.x.min(other.from.x), self.from.y.min(other.from.y)),
            to: Point::new(self.to.x.max(other.to.x), self.to.y.max(other.to.y)),
        }
    }
}

impl Reach {
    pub(super) fn of(cells: impl Iterator<Item = Point>) -> Reach {
        let mut reach = Reach(Vec::new());
        cells.for_each(|cell| reach.extend(cell));
        reach
    }

    /// Whether a stone that is seen there may be a picture in what lies there, or its rim.
    pub(super) fn takes_in(&self, point: Point) -> bool {
        let at = Rectangle::at(point);
        self.0
            .iter()
            .any(|thing| thing.lines_up_with(&at) || thing.touches(&at))
    }

    /// Whether it is no more of it, if it is not its rim.
    pub(super) fn is_beside(&self, point: Point) -> bool {
        let at = Rectangle::at(point);
        !self.0.iter().any(|thing| thing.lines_up_with(&at))
    }

    /// A cell is a part of it, too.
    pub(super) fn extend(&mut self, cell: Point) {
        let mut grown = Rectangle::at(cell);
        // What it joins may be near to others.
        while let Some(index) = self.0.iter().position(|thing| thing.is_near(&grown)) {
            grown = grown.joined(self.0.swap_remove(index));
        }
        self.0.push(grown);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(rows: [&str; 5]) -> Observation {
        let mut seen = Observation::unknown(5, 5);
        for (y, row) in rows.iter().enumerate() {
            for (x, letter) in row.chars().enumerate() {
                let content = if letter == '?' {
                    Content::Uncertain
                } else {
                    Content::Empty
                };
                seen.put(Point::new(x as u8, y as u8), content);
            }
        }
        seen
    }

    #[test]
    fn what_comes_beside_a_line_of_news_is_a_stone() {
        let band = ["?????", ".....", ".....", ".....", "....."];
        let later = ["?????", "..?..", ".....", ".....", "....."];
        let stone = Point::new(2, 1);
        let check = |looks: &[([&str; 5], u64)], older: bool| {
            let mut cover = Cover::default();
            looks
                .iter()
                .for_each(|(rows, at_ms)| cover.look(&seen(*rows), *at_ms));
            assert_eq!(cover.is_older_than(stone), older, "{looks:?}");
        };
        check(&[(band, 0), (band, 200), (later, 300)], true);
        // It may come bit by bit.
        check(&[(band, 0), (later, 300)], false);
        check(&[(band, 0), (band, 100), (later, 300)], false);
        let dialog = ["?????", ".???.", ".???.", ".....", "....."];
        check(&[(band, 0), (band, 200), (dialog, 300)], false);
        check(&[(later, 0), (later, 200), (later, 300)], false);
    }

    #[test]
    fn things_reach_from_their_first_to_their_last_cell() {
        let cells = [(1, 1), (3, 1), (5, 1), (9, 1), (9, 4), (9, 6)];
        let reach = Reach::of(cells.into_iter().map(|(x, y)| Point::new(x, y)));
        let inside = [(2, 1), (4, 2), (0, 0), (7, 1), (9, 5), (9, 8), (8, 0)];
        let outside = [(2, 3), (5, 4), (9, 9)];
        assert!(inside.iter().all(|&(x, y)| reach.takes_in(Point::new(x, y))));
        assert!(!outside.iter().any(|&(x, y)| reach.takes_in(Point::new(x, y))));
    }
}
