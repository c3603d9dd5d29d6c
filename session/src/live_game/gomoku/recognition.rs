//! A board of which no stone can be told, and which can only be that of the game in hand: something shows wherever the game has
//! a stone, and next to nowhere else. A part of the live game; pure as the rest of it.

use referee::{
    color::Color,
    gomoku::{
        Position,
        line::{Direction, Run},
    },
    point::Point,
    position::Position as _,
};
use vision::observation::{Content, Observation};

use super::{super::LiveGame, stones};

/// Stones that make a game known by where something stands at all.
const KNOWN_BY: usize = 8;
/// The same where the client tells that a game is over, which hardly is another one.
const KNOWN_BY_WHEN_OVER: usize = 4;
/// Plies that may have come since: ours, and the answer.
const NEWS_MAX: usize = 2;
/// Points of the smallest dialog.
const DIALOG_LEAST: usize = 6;
/// Stones in a row that win.
const FIVE: u8 = 5;

/// A board of which no stone can be told, as it must be.
#[derive(Clone, Debug)]
pub(super) struct Recognition {
    /// The game's stones, in its own colours, the points that look empty, and what cannot be told.
    pub(super) truth: Observation,
    /// Points of rows that win with what cannot be told.
    pub(super) lines: Vec<Point>,
    /// Points under what no stones look like.
    pub(super) dialogs: Vec<Point>,
}

impl Recognition {
    /// The stones but those of lines: a line that is drawn over them is no look of stones. All of them where that would leave none of a
    /// colour.
    pub(super) fn lesson(self) -> Observation {
        let mut bare = self.truth.clone();
        for &point in &self.lines {
            bare.put(point, Content::Uncertain);
        }
        let has = |color: Color| stones(&bare).iter().any(|(_, other)| *other == color);
        if has(Color::Black) && has(Color::White) {
            bare
        } else {
            self.truth
        }
    }
}

impl LiveGame<Position> {
    /// What stands on a board of which no stone can be told, if it can only be this game: something shows wherever it has a stone,
    /// and next to nowhere else. What was played since cannot be told.
    pub(crate) fn recognised(&self, seen: &Observation) -> Option<Observation> {
        self.recognise(seen).map(Recognition::lesson)
    }

    /// The same, with what makes it so.
    pub(super) fn recognise(&self, seen: &Observation) -> Option<Recognition> {
        let size = self.position.size();
        let is_told = !stones(seen).is_empty();
        let known_by = match self.is_told_over() {
            true => KNOWN_BY_WHEN_OVER,
            false => KNOWN_BY,
        };
        if is_told || (seen.columns, seen.rows) != (size, size) || self.position.plies() < known_by {
            return None;
        }
        let mut truth = Observation::unknown(size, size);
        let looks_empty = |point: &Point| seen.content(*point) == Content::Empty || seen.bare.contains(point);
        for point in seen.points().filter(looks_empty) {
            truth.put(point, Content::Empty);
        }
        // Stones hang over into the points beside them, and so does a line that is drawn over them.
        let beside = |a: Point, b: Point| a.x.abs_diff(b.x).max(a.y.abs_diff(b.y)) <= 1;
        let is_beside_stone = |point: Point| {
            seen.points()
                .any(|stone| self.position.stone(stone).is_some() && beside(stone, point))
        };
        let lines = self.lines_through_news(&truth);
        let dialogs = self.dialogs(&truth);
        let is_beside_line = |point: Point| lines.iter().any(|&stone| beside(stone, point));
        let (mut news, mut hung_over) = (0, 0);
        for point in seen.points() {
            match (self.position.stone(point), truth.content(point)) {
                (Some(_), Content::Empty) => return None,
                (Some(color), _) => truth.put(point, Content::Stone(color)),
                (None, Content::Uncertain) if is_beside_line(point) || dialogs.contains(&point) => {}
                (None, Content::Uncertain) if is_beside_stone(point) => hung_over += 1,
                (None, Content::Uncertain) => news += 1,
                (None, _) => {}
            }
        }
        (news <= NEWS_MAX && 2 * hung_over <= self.position.plies()).then_some(Recognition {
            truth,
            lines,
            dialogs,
        })
    }

    /// Points under whole rectangles that lie clear of every stone of the game: no stones look so.
    fn dialogs(&self, seen: &Observation) -> Vec<Point> {
        let unclear = |point: &Point| seen.content(*point) == Content::Uncertain;
        let mut left: Vec<Point> = seen.points().filter(unclear).collect();
        let mut dialogs = Vec::new();
        while let Some(first) = left.pop() {
            let mut piece = vec![first];
            let mut grown = 0;
            while let Some(&from) = piece.get(grown) {
                grown += 1;
                let beside = |point: &mut Point| point.x.abs_diff(from.x) + point.y.abs_diff(from.y) == 1;
                piece.extend(left.extract_if(.., beside));
            }
            let span = |of: fn(&Point) -> u8| {
                let (least, most) = (piece.iter().map(of).min(), piece.iter().map(of).max());
                usize::from(most.unwrap_or_default() - least.unwrap_or_default()) + 1
            };
            let is_whole = span(|point| point.x) * span(|point| point.y) == piece.len();
            let has_stone = piece.iter().any(|&point| self.position.stone(point).is_some());
            if is_whole && !has_stone && piece.len() >= DIALOG_LEAST {
                dialogs.extend(piece);
            }
        }
        dialogs
    }

    /// Where stones and something else that stands there make rows that win.
    fn lines_through_news(&self, seen: &Observation) -> Vec<Point> {
        let mut board = self.position.board().clone();
        let mut lines = Vec::new();
        let news = seen.points().filter(|&point| {
            seen.content(point) == Content::Uncertain && self.position.stone(point).is_none()
        });
        for point in news {
            for color in [Color::Black, Color::White] {
                board.put(point, color);
                let runs = Direction::ALL.map(|direction| Run::through(&board, point, direction));
                for run in runs.into_iter().flatten().filter(|run| run.length >= FIVE) {
                    lines.extend(run.points());
                }
                board.take(point);
            }
        }
        lines
    }
}
