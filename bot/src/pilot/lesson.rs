//! What the reader is to learn of a picture, kept until the picture rests: a stone that is still fading in, or the mark that
//! fades in on it, would be learned as how its kind looks. Before the first clicks of a board such a lesson is waited for. A
//! part of the pilot.

use vision::settle::Settling as _;

use super::Pilot;
use crate::board_reader::Look;
use session::live_game::playable::Playable;
use session::readable::BoardSeen as _;

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
pub(super) struct Lesson<P: Playable> {
    /// What was read in it.
    read: P::Seen,
    /// What is true in its place, if that differs.
    truth: Option<Box<P::Seen>>,
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

impl<P: Playable> Lesson<P> {
    /// Whether it tells something that could not be read.
    fn tells_more(&self) -> bool {
        let read = self.read.uncertain();
        self.truth.as_ref().is_some_and(|truth| truth.uncertain() < read)
    }

    /// Weighs another look at the board.
    fn weigh(&mut self, look: &Look<P::Seen>, now_ms: u64) -> Verdict {
        if look.changed {
            self.since_ms = now_ms;
        }
        let seen = &look.observation;
        let Some(differing) = seen.differences(&self.read) else {
            return Verdict::Drop;
        };
        if differing.is_empty() {
            let rests = now_ms >= self.since_ms + REST_MS;
            return if rests { Verdict::Learn } else { Verdict::Wait };
        }
        let unclear = [seen.unclear(), self.read.unclear()].concat();
        match differing.iter().all(|part| unclear.contains(part)) {
            true => Verdict::Wait,
            false => Verdict::Drop,
        }
    }
}

impl<P: Playable> Pilot<P> {
    /// The last reading, or `truth` in its place, is true.
    pub(super) fn take_lesson(&mut self, truth: Option<Box<P::Seen>>) {
        if let Some((_, _, read)) = self.ports.reader.last_look() {
            self.lesson = Some(Lesson {
                read: read.clone(),
                truth,
                since_ms: self.ports.clock.now_ms(),
            });
        }
    }

    /// The board was looked at: learns what was to be learned once it rests.
    pub(super) fn study(&mut self, look: &Look<P::Seen>) {
        let now_ms = self.ports.clock.now_ms();
        let Some(mut lesson) = self.lesson.take() else {
            return;
        };
        match lesson.weigh(look, now_ms) {
            Verdict::Wait => self.lesson = Some(lesson),
            Verdict::Learn => {
                self.ports.reader.learn(lesson.truth.as_deref());
            }
            Verdict::Drop => {}
        }
    }

    /// Waits for a picture at rest, as long as too little is known of the stones, or what could not be told is to be learned.
    /// Answers whether the board is still as it was when the click was decided on.
    pub(super) fn await_lesson(&mut self) -> bool {
        let until_ms = self.ports.clock.now_ms() + WAIT_MS;
        let knows_little = self.ports.reader.lessons() < FIRST_LESSONS;
        let is_wanted = |lesson: &Lesson<P>| knows_little || lesson.tells_more();
        while self.lesson.as_ref().is_some_and(is_wanted) && self.ports.clock.now_ms() < until_ms {
            self.ports.clock.wait_ms(POLL_MS);
            let lessons = self.ports.reader.lessons();
            match self.ports.reader.look() {
                Ok(look) => self.study(&look),
                Err(_) => return false,
            }
            if self.lesson.is_none() && self.ports.reader.lessons() == lessons {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use referee::{color::Color, gomoku, point::Point};
    use vision::observation::{Content, Observation};

    use super::*;

    fn look(row: &str, changed: bool) -> Look<Observation> {
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
        let mut lesson = Lesson::<gomoku::Position> {
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
