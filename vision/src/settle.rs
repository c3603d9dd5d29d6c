//! Believes only what stays: a reading counts once it has been the same for a while with everything in it told.
//! Knows no rules: a stable reading may still be illegal.

use std::fmt;

use referee::point::Point;

use crate::observation::{Content, Observation};

/// A reading, as far as it matters for being believed.
pub trait Settling: Clone {
    /// A part of what is read.
    type Part: Clone + PartialEq + fmt::Debug;

    /// What people call such a part.
    const PART: &str;

    /// What people call one of its parts.
    fn name_of(&self, part: &Self::Part) -> String;
    /// The parts that cannot be told.
    fn unclear(&self) -> Vec<Self::Part>;
    /// The parts of which another reading tells something else; `None` if they are of boards that cannot be compared.
    fn differences(&self, other: &Self) -> Option<Vec<Self::Part>>;
    /// Whether both have the same marks beside what stands on the board.
    fn is_marked_alike(&self, other: &Self) -> bool;
    /// Why it is not to be believed at all, if it is not.
    fn refusal(&self) -> Option<String>;
}

impl Settling for Observation {
    type Part = Point;

    const PART: &str = "point";

    fn name_of(&self, part: &Point) -> String {
        part.name_on(self.rows)
    }

    fn unclear(&self) -> Vec<Point> {
        let unclear = |point: &Point| self.content(*point) == Content::Uncertain;
        self.points().filter(unclear).collect()
    }

    fn differences(&self, other: &Observation) -> Option<Vec<Point>> {
        if (self.columns, self.rows) != (other.columns, other.rows) {
            return None;
        }
        let differs = |point: &Point| self.content(*point) != other.content(*point);
        Some(self.points().filter(differs).collect())
    }

    fn is_marked_alike(&self, other: &Observation) -> bool {
        self.last_move == other.last_move
    }

    fn refusal(&self) -> Option<String> {
        self.refused.map(|why| why.to_string())
    }
}

/// Looks at readings one by one.
#[derive(Clone, Debug)]
pub struct Settle<R: Settling = Observation> {
    /// Readings in a row that must agree.
    readings: u32,
    /// Milliseconds from the first to the last of them.
    span_ms: u64,
    last: Option<R>,
    agreeing: u32,
    since_ms: u64,
    /// What kept the last reading from being believed.
    unrest: Unrest,
    /// Why the last reading was refused, if it was.
    refused: Option<String>,
    /// The last reading of which not everything can be told, and since when it has been the same.
    stuck: Option<(R, u64)>,
}

impl<R: Settling> Default for Settle<R> {
    /// Two readings, 80 ms apart or more: stones that fade in take longer between two steps.
    fn default() -> Settle<R> {
        Settle::new(2, 80)
    }
}

impl<R: Settling> Settle<R> {
    /// Believes `readings` in a row that span at least `span_ms`.
    pub fn new(readings: u32, span_ms: u64) -> Settle<R> {
        Settle {
            readings,
            span_ms,
            last: None,
            agreeing: 0,
            since_ms: 0,
            unrest: Unrest::default(),
            refused: None,
            stuck: None,
        }
    }

    /// Takes a reading made at `now_ms` and gives it back if it is to be believed.
    pub fn push(&mut self, reading: R, now_ms: u64) -> Option<R> {
        let unclear = reading.unclear();
        self.refused = reading.refusal();
        if !unclear.is_empty() {
            self.reset();
            self.unrest = Unrest::of(&reading, &unclear);
            let since_ms = self.stuck.take().filter(|(known, _)| is_same(known, &reading));
            self.stuck = Some((reading, since_ms.map_or(now_ms, |(_, since_ms)| since_ms)));
            return None;
        }
        self.stuck = None;
        let comparable = self
            .last
            .as_ref()
            .and_then(|last| Some((reading.differences(last)?, reading.is_marked_alike(last))));
        match comparable {
            Some((moved, true)) if moved.is_empty() => self.agreeing += 1,
            Some((moved, _)) => {
                (self.agreeing, self.since_ms) = (1, now_ms);
                self.unrest = Unrest::of(&reading, &moved);
            }
            None => (self.agreeing, self.since_ms) = (1, now_ms),
        }
        self.last = Some(reading);
        let stable = self.agreeing >= self.readings && now_ms.saturating_sub(self.since_ms) >= self.span_ms;
        if stable { self.last.clone() } else { None }
    }

    /// Takes a reading of a picture that has just changed, made at `now_ms`: it may be the first of those that must agree, and
    /// is never a later one.
    pub fn begin(&mut self, reading: R, now_ms: u64) {
        if !reading.unclear().is_empty() {
            return;
        }
        let agrees = |last: &R| last.is_marked_alike(&reading) && is_same(last, &reading);
        // What moves goes on moving: the time counts from the last change.
        if self.agreeing <= 1 || !self.last.as_ref().is_some_and(agrees) {
            (self.agreeing, self.since_ms) = (1, now_ms);
            self.last = Some(reading);
        }
    }

    /// A reading that has been the same for `for_ms` although not everything in it can be told.
    pub fn stuck(&self, now_ms: u64, for_ms: u64) -> Option<&R> {
        let (reading, since_ms) = self.stuck.as_ref()?;
        (now_ms >= since_ms + for_ms).then_some(reading)
    }

    /// Forgets what was seen: readings from before do not count.
    pub fn reset(&mut self) {
        self.last = None;
        self.agreeing = 0;
    }

    /// What kept the last reading from being believed, in words.
    pub fn unrest(&self) -> String {
        if let Some(why) = &self.refused {
            return why.clone();
        }
        match (self.unrest.count, self.unrest.first.join(" ")) {
            (0, _) => "no two readings agreed".to_owned(),
            (1, part) => format!("{} {part} stays unclear", R::PART),
            (count, parts) => format!(
                "{count} {}s stay unclear: {parts}{}",
                R::PART,
                if count > Unrest::NAMED { " …" } else { "" }
            ),
        }
    }
}

/// Parts that kept a reading from being believed.
#[derive(Clone, Debug, Default)]
struct Unrest {
    count: usize,
    /// The names of the first.
    first: Vec<String>,
}

impl Unrest {
    /// So many are named.
    const NAMED: usize = 5;

    fn of<R: Settling>(reading: &R, parts: &[R::Part]) -> Unrest {
        let named = parts.iter().take(Unrest::NAMED);
        Unrest {
            count: parts.len(),
            first: named.map(|part| reading.name_of(part)).collect(),
        }
    }
}

fn is_same<R: Settling>(a: &R, b: &R) -> bool {
    a.differences(b).is_some_and(|differing| differing.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observation::Cell;

    fn reading(rows: &[&str]) -> Observation {
        let content = |letter| match letter {
            'x' => Content::Stone(referee::color::Color::Black),
            'o' => Content::Stone(referee::color::Color::White),
            '?' => Content::Uncertain,
            _ => Content::Empty,
        };
        let cells = rows.iter().flat_map(|row| row.chars());
        Observation {
            columns: rows[0].len() as u8,
            rows: rows.len() as u8,
            cells: cells
                .map(|letter| Cell {
                    content: content(letter),
                    confidence: 1.0,
                })
                .collect(),
            last_move: None,
            confidence: 1.0,
            refused: None,
            bare: Vec::new(),
        }
    }

    /// Readings 50 ms apart; `!` after the ones that are believed.
    fn check(readings: &[&str], expected: &str) {
        let mut settle = Settle::default();
        let mut believed = String::new();
        for (step, rows) in readings.iter().enumerate() {
            let rows: Vec<&str> = rows.split('/').collect();
            let stable = settle.push(reading(&rows), step as u64 * 50).is_some();
            believed.push(if stable { '!' } else { '.' });
        }
        assert_eq!(believed, expected, "{readings:?}");
    }

    #[test]
    fn only_what_stays_is_believed() {
        check(&["../..", "../..", "../..", "../.."], "..!!");
        check(&["x./..", "x./..", "xo/..", "xo/..", "xo/.."], "....!");
        check(&["x./..", "x?/..", "x./..", "x./..", "x./.."], "....!");
        check(&["x.", ".x", "x.", ".x", "x."], ".....");
    }

    #[test]
    fn a_picture_that_has_just_changed_is_read_first_and_never_last() {
        let mut settle = Settle::new(2, 17);
        settle.begin(reading(&["x."]), 0);
        settle.begin(reading(&["x."]), 10);
        assert!(settle.push(reading(&["x."]), 20).is_none(), "it moved 10 ms ago");
        assert!(settle.push(reading(&["x."]), 27).is_some());
        settle.begin(reading(&["x."]), 30);
        assert!(
            settle.push(reading(&["x."]), 40).is_some(),
            "nothing that is told changed"
        );
        settle.begin(reading(&["xo"]), 50);
        assert!(settle.push(reading(&["x."]), 70).is_none());
        settle.begin(reading(&["x?"]), 80);
        assert!(settle.push(reading(&["x."]), 90).is_some());
    }

    #[test]
    fn a_wandering_mark_is_unrest_too() {
        let mut settle = Settle::new(2, 0);
        let marked = |x| Observation {
            last_move: Some(Point::new(x, 0)),
            ..reading(&["xx"])
        };
        assert!(settle.push(marked(0), 0).is_none());
        assert!(settle.push(marked(1), 50).is_none());
        assert!(settle.push(marked(1), 100).is_some());
    }

    #[test]
    fn unrest_names_the_points() {
        let mut settle = Settle::<Observation>::default();
        settle.push(reading(&["x?", ".."]), 0);
        assert_eq!(settle.unrest(), "point b2 stays unclear");
    }

    #[test]
    fn a_reading_that_stays_unclear_is_told_in_the_end() {
        let mut settle = Settle::default();
        for step in 0..10 {
            settle.push(reading(&["x?"]), step * 50);
        }
        assert!(settle.stuck(450, 500).is_none());
        assert_eq!(settle.stuck(500, 500), Some(&reading(&["x?"])));
        settle.push(reading(&["?x"]), 500);
        assert!(settle.stuck(550, 500).is_none());
    }

    #[test]
    fn a_reset_starts_over() {
        let mut settle = Settle::new(2, 0);
        settle.push(reading(&["x"]), 0);
        settle.reset();
        assert!(settle.push(reading(&["x"]), 50).is_none());
    }
}
