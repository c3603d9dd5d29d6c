//! The transposition table (docs/sources.md `S3.3`): what a search found out, by the position's key. Threads share it
//! without locks: an entry is two words of which the first is the key xor the second, so that words of two
//! writers, mixed, belong to no key and are not found. Knows no positions and no search.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use super::{
    cell::Cell,
    score::{Score, from_here, from_root},
};

/// On which side of the true value a found one may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Bound {
    /// Only the static value is known.
    None,
    /// The true value is at most this.
    Upper,
    /// The true value is at least this.
    Lower,
    /// This is the true value.
    Exact,
}

impl Bound {
    const ALL: [Bound; 4] = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact];

    /// Whether a found `score` decides on which side of `limit` the true value is.
    #[inline(always)]
    pub(super) fn decides(self, score: Score, limit: Score) -> bool {
        let side = if score >= limit {
            Bound::Lower
        } else {
            Bound::Upper
        };
        self as u8 & side as u8 != 0
    }
}

/// What is kept of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Counted from the root.
    pub(super) score: Score,
    /// Static value.
    pub(super) value: Score,
    /// The best move, or [`Cell::NONE`].
    pub(super) play: Cell,
    /// Whole plies, from -128.
    pub(super) depth: i32,
    pub(super) bound: Bound,
    /// Whether it was on a principal variation.
    pub(super) principal: bool,
}

/// Entries that share a place.
const BUCKET: usize = 4;
/// Bytes of a bucket.
const BUCKET_BYTES: usize = BUCKET * 16;
/// Ages are counted modulo this.
const AGES: u8 = 32;

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket {
    /// Key xor data, data.
    entries: [[AtomicU64; 2]; BUCKET],
}

/// The table.
#[derive(Debug)]
pub(super) struct TranspositionTable {
    buckets: Box<[Bucket]>,
    age: AtomicU8,
}

impl TranspositionTable {
    /// A table of at most so many megabytes (of 2^20 bytes).
    pub(super) fn new(megabytes: usize) -> TranspositionTable {
        let buckets = (megabytes << 20) / BUCKET_BYTES;
        TranspositionTable {
            buckets: (0..buckets.max(1)).map(|_| Bucket::default()).collect(),
            age: AtomicU8::new(0),
        }
    }

    /// Its size in megabytes.
    pub(super) fn megabytes(&self) -> usize {
        (self.buckets.len() * BUCKET_BYTES) >> 20
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        for word in self
            .buckets
            .iter()
            .flat_map(|bucket| bucket.entries.iter().flatten())
        {
            word.store(0, Relaxed);
        }
        self.age.store(0, Relaxed);
    }

    /// A search begins: entries of earlier ones are replaced first.
    pub(super) fn grow_older(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// What is known of a position that is `ply` plies below the root.
    #[inline]
    pub(super) fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        let bucket = &self.buckets[self.place(key)];
        bucket.entries.iter().find_map(|entry| {
            let data = entry[1].load(Relaxed);
            (entry[0].load(Relaxed) ^ data == key && data != 0).then(|| unpacked(data, ply))
        })
    }

    /// Keeps an entry, in place of the least useful one.
    #[inline]
    pub(super) fn store(&self, key: u64, ply: usize, entry: &Entry) {
        let bucket = &self.buckets[self.place(key)];
        let age = self.age.load(Relaxed);
        let mut entry = *entry;
        let mut victim = 0;
        let mut least = i32::MAX;
        for (index, words) in bucket.entries.iter().enumerate() {
            let data = words[1].load(Relaxed);
            if data == 0 {
                victim = index;
                break;
            }
            if words[0].load(Relaxed) ^ data == key {
                let old = unpacked(data, ply);
                // A deeper result is worth more than a fresher one of the same search.
                if entry.bound != Bound::Exact && entry.depth + 3 < old.depth && age_of(data) == age {
                    return;
                }
                if entry.play == Cell::NONE {
                    entry.play = old.play;
                }
                victim = index;
                break;
            }
            let years = (age + AGES - age_of(data)) % AGES;
            let use_of_it = (data >> 32 & 0xFF) as i32 - 8 * i32::from(years);
            if use_of_it < least {
                (victim, least) = (index, use_of_it);
            }
        }
        let data = packed(&entry, age, ply);
        bucket.entries[victim][0].store(key ^ data, Relaxed);
        bucket.entries[victim][1].store(data, Relaxed);
    }

    #[inline(always)]
    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }
}

/// Score 16 bits, value 16, depth 8, cell 10, bound 2, principal 1, age 5, and one that is always set.
fn packed(entry: &Entry, age: u8, ply: usize) -> u64 {
    let score = from_here(entry.score, ply) as i16 as u16;
    let value = entry.value as i16 as u16;
    let depth = (entry.depth.clamp(-128, 127) + 128) as u64;
    u64::from(score)
        | u64::from(value) << 16
        | depth << 32
        | (entry.play.index() as u64) << 40
        | (entry.bound as u64) << 50
        | u64::from(entry.principal) << 52
        | u64::from(age) << 53
        | 1 << 63
}

fn unpacked(data: u64, ply: usize) -> Entry {
    Entry {
        score: from_root(Score::from(data as u16 as i16), ply),
        value: Score::from((data >> 16) as u16 as i16),
        depth: (data >> 32 & 0xFF) as i32 - 128,
        play: Cell::from_index((data >> 40 & 0x3FF) as usize),
        bound: Bound::ALL[(data >> 50 & 3) as usize],
        principal: data >> 52 & 1 != 0,
    }
}

fn age_of(data: u64) -> u8 {
    (data >> 53) as u8 % AGES
}

#[cfg(test)]
mod tests {
    use referee::point::Point;

    use super::{super::score::win_in, *};

    fn entry(depth: i32) -> Entry {
        Entry {
            score: -123,
            value: 77,
            play: Cell::of(Point::new(21, 3)),
            depth,
            bound: Bound::Lower,
            principal: true,
        }
    }

    #[test]
    fn what_is_kept_comes_back() {
        let table = TranspositionTable::new(1);
        for (number, bound) in (0_u64..).zip(Bound::ALL) {
            let kept = Entry {
                bound,
                depth: number as i32 - 2,
                ..entry(0)
            };
            let key = (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            assert_eq!(table.probe(key, 0), None);
            table.store(key, 0, &kept);
            assert_eq!(table.probe(key, 0), Some(kept));
        }
        table.clear();
        assert_eq!(table.probe(0x9E37_79B9_7F4A_7C15, 0), None);
    }

    #[test]
    fn a_proven_end_is_as_far_from_here_wherever_here_is() {
        let table = TranspositionTable::new(1);
        table.store(
            5,
            4,
            &Entry {
                score: win_in(9),
                ..entry(3)
            },
        );
        assert_eq!(table.probe(5, 10).map(|found| found.score), Some(win_in(15)));
    }

    #[test]
    fn the_shallowest_and_oldest_goes_first() {
        let table = TranspositionTable::new(0);
        for key in 1..=4 {
            table.store(key, 0, &entry(10 + key as i32));
        }
        table.store(5, 0, &entry(1));
        assert_eq!(table.probe(1, 0), None);
        table.grow_older();
        table.grow_older();
        for key in 6..=8 {
            table.store(key, 0, &entry(2));
        }
        let left: Vec<u64> = (1..=8).filter(|&key| table.probe(key, 0).is_some()).collect();
        assert_eq!(left, [4, 6, 7, 8]);
    }

    #[test]
    fn a_shallow_result_does_not_push_out_a_deep_one_of_the_same_position() {
        let table = TranspositionTable::new(1);
        table.store(9, 0, &entry(12));
        table.store(9, 0, &entry(3));
        assert_eq!(table.probe(9, 0).map(|found| found.depth), Some(12));
        table.grow_older();
        table.store(9, 0, &entry(3));
        assert_eq!(table.probe(9, 0).map(|found| found.depth), Some(3));
    }
}
