//! What the reader is to learn of a picture, kept until the picture rests: a stone that is still fading in, or the mark that
//! fades in on it, would be learned as how its kind looks. Before the first clicks of a board such a lesson is waited for. A
//! part of the pilot.

use referee::point::Point;
use vision::observation::{Content, Observation};

use super::Pilot;
use crate::board_reader::Look;

/// A picture rests when it has been the same for so long: animations take no longer from one step to the next.
const REST_MS: u64 = 100;
/// A click waits so long for a lesson.
const WAIT_MS: u64 = 600;
/// Between two looks while it is waited for.
const POLL_MS: u64 = 20;
/// After so many lessons both kinds of stone are known, and no click waits any more.
const FIRST_LESSONS: u32 = 3;

/// A picture that was understood and is still to be learned from.
#[derive(Clone, Debug)]
pub(super) struct Lesson {
    /// What was read in it.
    read: Observation,
    /// What is true in its place, if that differs.
    truth: Option<Box<Observation>>,
    /// Since when the picture has been the same.
    since_ms: u64,
}

/// What becomes of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Wait,
    Learn,
    /// The board shows something else by now.
    Drop,
}

impl Lesson {
    /// Weighs another look at the board.
    fn weigh(&mut self, look: &Look, now_ms: u64) -> Verdict {
        if look.changed {
            self.since_ms = now_ms;
        }
        let seen = &look.observation;
        if (seen.columns, seen.rows) != (self.read.columns, self.read.rows) {
            return Verdict::Drop;
        }
        let of = |point: Point| (seen.content(point), self.read.content(point));
        let differs = |point: &Point| of(*point).0 != of(*point).1;
        let told = |point: Point| of(point).0 != Content::Uncertain && of(point).1 != Content::Uncertain;
        let mut differing = seen.points().filter(differs).peekable();
        if differing.peek().is_none() {
            let rests = now_ms >= self.since_ms + REST_MS;
            return if rests { Verdict::Learn } else { Verdict::Wait };
        }
        if differing.any(told) {
            Verdict::Drop
        } else {
            Verdict::Wait
        }
    }
}

impl Pilot {
    /// The last reading, or `truth` in its place, is true.
    pub(super) fn take_lesson(&mut self, truth: Option<Box<Observation>>) {
        if let Some((_, _, read)) = self.ports.eye.last_look() {
            self.lesson = Some(Lesson {
                read: read.clone(),
                truth,
                since_ms: self.clock.now_ms(),
            });
        }
    }

    /// The board was looked at: learns what was to be learned once it rests.
    pub(super) fn study(&mut self, look: &Look) {
        let now_ms = self.clock.now_ms();
        let Some(mut lesson) = self.lesson.take() else {
            return;
        };
        match lesson.weigh(look, now_ms) {
            Verdict::Wait => self.lesson = Some(lesson),
            Verdict::Learn => {
                self.ports.eye.learn(lesson.truth.as_deref());
            }
            Verdict::Drop => {}
        }
    }

    /// Waits for a picture at rest, as long as too little is known of the stones. Answers whether the board is still as it was
    /// when the click was decided on.
    pub(super) fn await_lesson(&mut self) -> bool {
        let until_ms = self.clock.now_ms() + WAIT_MS;
        while self.ports.eye.lessons() < FIRST_LESSONS
            && self.lesson.is_some()
            && self.clock.now_ms() < until_ms
        {
            self.clock.wait_ms(POLL_MS);
            let lessons = self.ports.eye.lessons();
            match self.ports.eye.look() {
                Ok(look) => self.study(&look),
                Err(_) => return false,
            }
            if self.lesson.is_none() && self.ports.eye.lessons() == lessons {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use referee::color::Color;

    use super::*;

    fn look(row: &str, changed: bool) -> Look {
        let mut observation = Observation::unknown(row.len() as u8, 1);
        for (x, letter) in row.chars().enumerate() {
            let content = match letter {
                'x' => Content::Stone(Color::Black),
                'o' => Content::Stone(Color::White),
                '?' => Content::Uncertain,
                _ => Content::Empty,
            };
            observation.put(Point::new(x as u8, 0), content);
        }
        Look { observation, changed }
    }

    /// Looks 40 ms apart after a board with `x.` was understood, in capitals where a pixel changed; what becomes of the
    /// lesson at the last.
    #[track_caller]
    fn check(looks: &[&str], expected: Verdict) {
        let mut lesson = Lesson {
            read: look("x.", false).observation,
            truth: None,
            since_ms: 0,
        };
        let mut verdict = Verdict::Wait;
        for (number, row) in looks.iter().enumerate() {
            assert_eq!(verdict, Verdict::Wait, "before look {number}");
            let changed = row.ends_with('!');
            verdict = lesson.weigh(
                &look(row.trim_end_matches('!'), changed),
                40 * (number as u64 + 1),
            );
        }
        assert_eq!(verdict, expected, "{looks:?}");
    }

    #[test]
    fn only_a_picture_at_rest_is_learned_from() {
        check(&["x.", "x."], Verdict::Wait);
        check(&["x.", "x.", "x."], Verdict::Learn);
        check(&["x.", "x.!", "x.", "x."], Verdict::Wait);
        check(&["x.", "x.!", "x.", "x.", "x."], Verdict::Learn);
    }

    #[test]
    fn a_board_that_shows_something_else_teaches_nothing() {
        check(&["x.", "xo!"], Verdict::Drop);
        check(&["x.", "..!"], Verdict::Drop);
        check(&["x.", "x?!", "x?"], Verdict::Wait);
        check(&["x.", "x?!", "x.!", "x.", "x.", "x."], Verdict::Learn);
        check(&["x..!"], Verdict::Drop);
    }
}
