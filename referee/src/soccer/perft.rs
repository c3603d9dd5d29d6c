//! Counting sequences of turns, the plainest test of a generator of turns.

use std::collections::{HashMap, HashSet};

use super::{
    Lines, Node, Position,
    keys::Keys,
    turn::{Rest, for_each},
};
use crate::position::Position as _;

/// Sequences of exactly `depth` turns in which no game ends before the last: as strings, and with turns that draw the same
/// lines to the same end counted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Every order of drawing counts.
    pub strings: u64,
    /// Orders do not count.
    pub distinct: u64,
    /// Different positions after the sequences in which nobody has won: lines, ball and turn.
    pub live: u64,
}

/// The lines drawn, and where the ball rests. Whose turn it is, all sequences of one length have in common.
type Place = (u64, Node);

/// A position, and in how many ways it was reached.
struct Reached {
    lines: Lines,
    strings: u64,
    distinct: u64,
}

/// Counts from a position between two turns, one for each depth from 1 to `depth`. Each position is opened once, however
/// many sequences lead to it.
pub fn perft(position: &Position, depth: u32) -> Vec<Counts> {
    let mut level: Vec<Reached> = Vec::new();
    if position.outcome().is_none() {
        level.push(Reached {
            lines: *position.lines(),
            strings: 1,
            distinct: 1,
        });
    }
    let mut counts = Vec::new();
    for turn in 1..=depth {
        let next = if turn < depth { Next::Kept } else { Next::Counted };
        let (count, following) = open(level, next);
        counts.push(count);
        level = following;
    }
    counts
}

/// What becomes of the positions after a turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// They are opened in their turn.
    Kept,
    /// Only their number is wanted.
    Counted,
}

fn open(level: Vec<Reached>, after: Next) -> (Counts, Vec<Reached>) {
    let mut counts = Counts::default();
    let mut places: HashMap<Place, u32, Keys> = HashMap::with_hasher(Keys);
    let mut next: Vec<Reached> = Vec::new();
    let mut ends: HashSet<Place, Keys> = HashSet::with_hasher(Keys);
    for mut from in level {
        ends.clear();
        for_each(&mut from.lines, &mut |lines, _, rest| {
            let place = (lines.drawn(), lines.ball());
            let distinct = if ends.insert(place) { from.distinct } else { 0 };
            counts.strings += from.strings;
            counts.distinct += distinct;
            if rest != Rest::Open {
                return;
            }
            let number = *places.entry(place).or_insert_with(|| {
                counts.live += 1;
                next.len() as u32
            });
            if after == Next::Kept {
                keep(&mut next, number as usize, lines);
                next[number as usize].strings += from.strings;
                next[number as usize].distinct += distinct;
            }
        });
    }
    (counts, next)
}

fn keep(next: &mut Vec<Reached>, number: usize, lines: &Lines) {
    if number == next.len() {
        next.push(Reached {
            lines: *lines,
            strings: 0,
            distinct: 0,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::soccer::{Blocked, Direction, Pitch, Rules, turn::for_each_distinct};

    /// Counts by an independent program, on the usual field from the beginning.
    #[test]
    fn the_published_counts_of_turns() {
        let strings = [8, 56, 512, 5_478, 82_434];
        let distinct = [8, 56, 512, 5_478, 77_994];
        let live = [8, 56, 440, 3_710, 35_484];
        let start = Position::new(Rules::default());
        let counted = perft(&start, 5);
        for depth in 0..5 {
            let expected = Counts {
                strings: strings[depth],
                distinct: distinct[depth],
                live: live[depth],
            };
            assert_eq!(counted[depth], expected, "depth {}", depth + 1);
        }
    }

    type ForEach = fn(&mut Lines, &mut dyn FnMut(&mut Lines, &[Direction], Rest));

    /// Sequence by sequence, which is what the shared counts stand for.
    fn sequences(lines: &mut Lines, depth: u32, each: ForEach) -> u64 {
        let mut count = 0;
        each(lines, &mut |lines, _, rest| {
            count += match rest {
                _ if depth == 1 => 1,
                Rest::Open => sequences(lines, depth - 1, each),
                Rest::Goal(_) | Rest::Blocked => 0,
            };
        });
        count
    }

    #[test]
    fn shared_counts_are_those_of_single_sequences() {
        let rules = Rules {
            pitch: Pitch::new(4, 6).unwrap(),
            blocked: Blocked::Loses,
        };
        let start = Position::new(rules);
        for (depth, counts) in (1..).zip(perft(&start, 5)) {
            let mut lines = *start.lines();
            assert_eq!(
                counts.strings,
                sequences(&mut lines, depth, for_each),
                "depth {depth}"
            );
            assert_eq!(
                counts.distinct,
                sequences(&mut lines, depth, for_each_distinct),
                "depth {depth}"
            );
        }
    }

    #[test]
    fn nothing_follows_a_game_that_is_over() {
        let mut position = Position::new(Rules {
            pitch: Pitch::new(4, 6).unwrap(),
            blocked: Blocked::Loses,
        });
        for _ in 0..4 {
            position.play(Direction::ALL[0]).unwrap();
        }
        assert!(position.outcome().is_some());
        assert_eq!(perft(&position, 2), [Counts::default(); 2]);
    }
}
