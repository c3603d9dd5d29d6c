//! Believes only what stays: a reading counts once it has been the same for a while with every cell told.
//! Knows no rules: a stable reading may still be illegal.

use referee::point::Point;

use crate::observation::{Content, Observation, Refusal};

/// Looks at readings one by one.
#[derive(Clone, Debug)]
pub struct Settle {
    /// Readings in a row that must agree.
    readings: u32,
    /// Milliseconds from the first to the last of them.
    span_ms: u64,
    last: Option<Observation>,
    agreeing: u32,
    since_ms: u64,
    unrest: Vec<Point>,
    /// Why the last reading was refused, if it was.
    refused: Option<Refusal>,
    /// The last reading with uncertain cells, and since when it has been the same.
    stuck: Option<(Observation, u64)>,
}

impl Default for Settle {
    /// Two readings, 80 ms apart or more: stones that fade in take longer between two steps.
    fn default() -> Settle {
        Settle::new(2, 80)
    }
}

impl Settle {
    /// Believes `readings` in a row that span at least `span_ms`.
    pub fn new(readings: u32, span_ms: u64) -> Settle {
        Settle {
            readings,
            span_ms,
            last: None,
            agreeing: 0,
            since_ms: 0,
            unrest: Vec::new(),
            refused: None,
            stuck: None,
        }
    }

    /// Takes a reading made at `now_ms` and gives it back if it is to be believed.
    pub fn push(&mut self, reading: Observation, now_ms: u64) -> Option<Observation> {
        let uncertain = points_where(&reading, |content, _| content == Content::Uncertain);
        self.refused = reading.refused;
        if !uncertain.is_empty() {
            self.reset();
            self.unrest = uncertain;
            let since_ms = self
                .stuck
                .take()
                .filter(|(known, _)| same_contents(known, &reading));
            self.stuck = Some((reading, since_ms.map_or(now_ms, |(_, since_ms)| since_ms)));
            return None;
        }
        self.stuck = None;
        let same_size = |last: &&Observation| (last.columns, last.rows) == (reading.columns, reading.rows);
        match self.last.as_ref().filter(same_size) {
            Some(last) => {
                let moved = points_where(&reading, |content, point| content != last.content(point));
                if moved.is_empty() && last.last_move == reading.last_move {
                    self.agreeing += 1;
                } else {
                    (self.agreeing, self.since_ms, self.unrest) = (1, now_ms, moved);
                }
            }
            None => (self.agreeing, self.since_ms) = (1, now_ms),
        }
        self.last = Some(reading);
        let stable = self.agreeing >= self.readings && now_ms.saturating_sub(self.since_ms) >= self.span_ms;
        if stable { self.last.clone() } else { None }
    }

    /// Takes a reading of a picture that has just changed, made at `now_ms`: it may be the first of those that must agree, and
    /// is never a later one.
    pub fn begin(&mut self, reading: Observation, now_ms: u64) {
        if reading.uncertain() > 0 {
            return;
        }
        let agrees = |last: &Observation| {
            (last.columns, last.rows, last.last_move) == (reading.columns, reading.rows, reading.last_move)
                && same_contents(last, &reading)
        };
        // What moves goes on moving: the time counts from the last change.
        if self.agreeing <= 1 || !self.last.as_ref().is_some_and(agrees) {
            (self.agreeing, self.since_ms) = (1, now_ms);
            self.last = Some(reading);
        }
    }

    /// A reading that has been the same for `for_ms` although some of its cells stay uncertain.
    pub fn stuck(&self, now_ms: u64, for_ms: u64) -> Option<&Observation> {
        let (reading, since_ms) = self.stuck.as_ref()?;
        (now_ms >= since_ms + for_ms).then_some(reading)
    }

    /// Forgets what was seen: readings from before do not count.
    pub fn reset(&mut self) {
        self.last = None;
        self.agreeing = 0;
    }

    /// Which cells kept the last reading from being believed, in words.
    pub fn unrest(&self) -> String {
        if let Some(why) = self.refused {
            return why.to_string();
        }
        let points: Vec<String> = self.unrest.iter().take(5).map(Point::to_string).collect();
        match (self.unrest.len(), points.join(" ")) {
            (0, _) => "no two readings agreed".to_owned(),
            (1, point) => format!("point {point} stays unclear"),
            (count, points) => format!(
                "{count} points stay unclear: {points}{}",
                if count > 5 { " …" } else { "" }
            ),
        }
    }
}

fn same_contents(a: &Observation, b: &Observation) -> bool {
    let contents = |reading: &Observation| reading.cells.iter().map(|cell| cell.content).collect::<Vec<_>>();
    (a.columns, a.rows) == (b.columns, b.rows) && contents(a) == contents(b)
}

fn points_where(reading: &Observation, test: impl Fn(Content, Point) -> bool) -> Vec<Point> {
    let points = (0..reading.rows).flat_map(|y| (0..reading.columns).map(move |x| Point::new(x, y)));
    points
        .filter(|&point| test(reading.content(point), point))
        .collect()
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
        let mut settle = Settle::default();
        settle.push(reading(&["x?", ".."]), 0);
        assert_eq!(settle.unrest(), "point 1,0 stays unclear");
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
