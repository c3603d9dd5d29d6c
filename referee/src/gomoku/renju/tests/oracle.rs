//! The rules of forbidden points said once more, as slowly and as literally as possible, to judge the quick ones.
//!
//! Shares no code with them: stones are a set of points, rows are windows of points tried everywhere, and fours and
//! threes are sets of stones that are counted when they differ.

use std::collections::HashSet;

use crate::{
    color::Color,
    gomoku::{board::Board, renju::Forbidden},
    point::Point,
};

type Stone = (i16, i16);

#[derive(Clone)]
pub(crate) struct Oracle {
    size: i16,
    black: HashSet<Stone>,
    white: HashSet<Stone>,
}

impl Oracle {
    pub(crate) fn of(board: &Board) -> Oracle {
        let stones = |color| {
            let points = board
                .points()
                .filter(move |&point| board.stone(point) == Some(color));
            points
                .map(|point| (i16::from(point.x), i16::from(point.y)))
                .collect()
        };
        Oracle {
            size: board.size().into(),
            black: stones(Color::Black),
            white: stones(Color::White),
        }
    }

    pub(crate) fn forbidden_points(&self) -> Vec<(Point, Forbidden)> {
        let points = (0..self.size).flat_map(|y| (0..self.size).map(move |x| (x, y)));
        let judged = points
            .filter(|&point| self.empty(point))
            .map(|point| (point, self.forbidden(point)));
        judged
            .filter_map(|((x, y), reason)| Some((Point::new(x as u8, y as u8), reason?)))
            .collect()
    }

    pub(crate) fn forbidden(&self, point: Stone) -> Option<Forbidden> {
        let after = self.with(point);
        if after.has_five(point) {
            return None;
        }
        if after.rows(point, 6).any(|row| after.all_black(&row)) {
            return Some(Forbidden::Overline);
        }
        if after.fours(point).len() > 1 {
            return Some(Forbidden::DoubleFour);
        }
        if after.threes(point).len() > 1 {
            return Some(Forbidden::DoubleThree);
        }
        None
    }

    fn with(&self, point: Stone) -> Oracle {
        let mut after = self.clone();
        assert!(after.black.insert(point));
        after
    }

    fn on_board(&self, (x, y): Stone) -> bool {
        (0..self.size).contains(&x) && (0..self.size).contains(&y)
    }

    fn empty(&self, point: Stone) -> bool {
        self.on_board(point) && !self.black.contains(&point) && !self.white.contains(&point)
    }

    fn all_black(&self, row: &[Stone]) -> bool {
        row.iter().all(|point| self.black.contains(point))
    }

    /// Every row of `length` points with `point` among them, in all four directions.
    fn rows(&self, point: Stone, length: i16) -> impl Iterator<Item = Vec<Stone>> + '_ {
        let ways = [(1, 0), (0, 1), (1, 1), (-1, 1)].into_iter();
        let rows = ways.flat_map(move |(dx, dy)| {
            (0..length).map(move |place| {
                let walk = |steps| (point.0 + (steps - place) * dx, point.1 + (steps - place) * dy);
                (0..length).map(walk).collect::<Vec<_>>()
            })
        });
        rows.filter(|row| row.iter().all(|&point| self.on_board(point)))
    }

    /// Whether these five points are black and no sixth prolongs them.
    fn is_five(&self, row: &[Stone]) -> bool {
        let (dx, dy) = (row[1].0 - row[0].0, row[1].1 - row[0].1);
        let before = (row[0].0 - dx, row[0].1 - dy);
        let after = (row[4].0 + dx, row[4].1 + dy);
        self.all_black(row) && !self.black.contains(&before) && !self.black.contains(&after)
    }

    fn has_five(&self, point: Stone) -> bool {
        self.rows(point, 5).any(|row| self.is_five(&row))
    }

    /// Sets of four stones with `point` among them that one more stone makes a five.
    fn fours(&self, point: Stone) -> HashSet<Vec<Stone>> {
        let mut fours = HashSet::new();
        for row in self.rows(point, 5) {
            let holes: Vec<Stone> = row.iter().copied().filter(|&hole| self.empty(hole)).collect();
            if let [hole] = holes[..]
                && self.with(hole).is_five(&row)
            {
                fours.insert(row.into_iter().filter(|&stone| stone != hole).collect());
            }
        }
        fours
    }

    /// Whether a stone on either side of these four makes a five.
    fn is_straight_four(&self, row: &[Stone]) -> bool {
        let (dx, dy) = (row[1].0 - row[0].0, row[1].1 - row[0].1);
        let before = (row[0].0 - dx, row[0].1 - dy);
        let after = (row[3].0 + dx, row[3].1 + dy);
        self.all_black(row)
            && self.empty(before)
            && self.empty(after)
            && self
                .with(before)
                .is_five(&[before, row[0], row[1], row[2], row[3]])
            && self.with(after).is_five(&[row[0], row[1], row[2], row[3], after])
    }

    /// Sets of three stones with `point` among them that one more, allowed, stone makes a straight four.
    fn threes(&self, point: Stone) -> HashSet<Vec<Stone>> {
        let mut threes = HashSet::new();
        for row in self.rows(point, 4) {
            let holes: Vec<Stone> = row.iter().copied().filter(|&hole| self.empty(hole)).collect();
            let [hole] = holes[..] else { continue };
            let after = self.with(hole);
            if after.is_straight_four(&row) && !after.has_five(hole) && self.forbidden(hole).is_none() {
                threes.insert(row.into_iter().filter(|&stone| stone != hole).collect());
            }
        }
        threes
    }
}
