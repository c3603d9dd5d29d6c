//! The last positions, to learn from: each stands for its eight likenesses (docs/sources.md `S1.6`).

use std::collections::{HashSet, VecDeque};

use ::dice::Dice;
use referee::{point::Point, symmetry::Symmetry};

use super::game_record::Sample;
use crate::network::{loss::Targets, pass::Pass, snapshot::Snapshot};

/// Samples, the oldest of which go first.
#[derive(Clone, Debug, Default)]
pub struct Buffer {
    samples: VecDeque<Sample>,
    most: usize,
}

/// A sample of a buffer, turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Drawn {
    at: usize,
    symmetry: Symmetry,
}

impl Buffer {
    /// For so many positions, each turned and mirrored counted; at least one of each.
    pub fn new(most: usize) -> Buffer {
        Buffer {
            samples: VecDeque::new(),
            most: (most / Symmetry::ALL.len()).max(1),
        }
    }

    /// Positions in it, each turned and mirrored counted.
    pub fn len(&self) -> usize {
        self.samples.len() * Symmetry::ALL.len()
    }

    /// Whether there is nothing to learn from.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// Takes in what a game taught.
    pub fn add(&mut self, samples: impl IntoIterator<Item = Sample>) {
        self.samples.extend(samples);
        let over = self.samples.len().saturating_sub(self.most);
        self.samples.drain(..over);
    }

    /// Draws so many, none of them twice.
    ///
    /// # Panics
    /// There are not so many.
    pub(super) fn draw(&self, count: usize, dice: &mut Dice) -> Vec<Drawn> {
        assert!(count <= self.len(), "{count} of {}", self.len());
        let mut taken = HashSet::with_capacity(count);
        let mut drawn = Vec::with_capacity(count);
        while drawn.len() < count {
            let number = dice.below(self.len());
            if taken.insert(number) {
                drawn.push(Drawn {
                    at: number / Symmetry::ALL.len(),
                    symmetry: Symmetry::ALL[number % Symmetry::ALL.len()],
                });
            }
        }
        drawn
    }

    /// Shows what was drawn to a pass, as its boards, and answers with what is to be learned of them.
    pub(super) fn show(&self, drawn: &[Drawn], pass: &mut Pass<f32>) -> Targets<f32> {
        let mut targets = Targets::default();
        for (board, drawn) in drawn.iter().enumerate() {
            let sample = &self.samples[drawn.at];
            sample.seen.show(drawn.symmetry, pass, board);
            let (size, from) = (sample.seen.size, targets.moves.len());
            targets.moves.resize(from + sample.shares.len(), 0.0);
            for (at, &share) in sample.shares.iter().enumerate() {
                let point = Point::new((at % usize::from(size)) as u8, (at / usize::from(size)) as u8);
                targets.moves[from + Snapshot::index(point, size, drawn.symmetry)] = share;
            }
            targets.values.push(sample.value);
        }
        targets
    }
}
