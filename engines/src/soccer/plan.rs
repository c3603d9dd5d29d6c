//! The rest of a turn that was decided on with its first line.

use std::collections::VecDeque;

use referee::{
    player::Thought,
    position::Position as _,
    soccer::{Direction, Position},
};

/// What is still to be drawn, and where it goes on.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    lines: VecDeque<Direction>,
    /// The position in which the next of them is due.
    key: u64,
    score: Option<i32>,
}

impl Plan {
    /// Nothing is decided.
    pub(super) fn drop(&mut self) {
        self.lines.clear();
    }

    /// The line that was decided on for this position, which costs no thinking.
    pub(super) fn next(&mut self, position: &Position) -> Option<Thought<Direction>> {
        if self.lines.is_empty() || self.key != position.key() {
            return None;
        }
        let thought = Thought {
            nodes: Some(0),
            ..self.thought()?
        };
        self.give(position);
        Some(thought)
    }

    /// Takes up a turn in `position` and hands its first line out. `None` if it has no line that can be drawn.
    pub(super) fn begin(
        &mut self,
        position: &Position,
        turn: &[Direction],
        score: Option<i32>,
    ) -> Option<Thought<Direction>> {
        self.lines = turn.iter().copied().collect();
        self.score = score;
        let thought = self.thought()?;
        self.give(position).then_some(thought)
    }

    fn thought(&self) -> Option<Thought<Direction>> {
        Some(Thought {
            score: self.score,
            line: self.lines.iter().copied().collect(),
            ..Thought::bare(*self.lines.front()?)
        })
    }

    /// Drops the first line and remembers where the second is due.
    fn give(&mut self, position: &Position) -> bool {
        let mut after = position.clone();
        let drawn = self.lines.pop_front();
        let is_legal = drawn.is_some_and(|line| after.play(line).is_ok());
        self.key = after.key();
        is_legal
    }
}
