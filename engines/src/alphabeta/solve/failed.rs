//! What did not win, remembered in a table of fixed size: with so many fours (or threats) to go, nothing was found here.

/// Places of the table: 2 MB.
const PLACES: usize = 1 << 18;
/// The part of a number that tells how far was looked.
const TRIED: u64 = 0xFF;

/// A table of failures. A forgotten one costs time, a mistaken one (two positions with one key) a win that is not found;
/// neither makes a win of what is none.
#[derive(Debug)]
pub(super) struct Failed {
    places: Box<[u64]>,
}

impl Failed {
    /// Nothing wins here, however far one looks.
    pub(super) const NEVER: u32 = TRIED as u32;

    pub(super) fn new() -> Failed {
        Failed {
            places: vec![0; PLACES].into_boxed_slice(),
        }
    }

    /// How far was looked in vain, if that is known.
    #[inline(always)]
    pub(super) fn probe(&self, key: u64) -> Option<u32> {
        let first = Failed::place(key);
        [self.places[first], self.places[first ^ 1]]
            .into_iter()
            .find(|kept| (kept ^ key) & !TRIED == 0)
            .map(|kept| (kept & TRIED) as u32)
    }

    /// Remembers that it was looked `tried` far in vain. What was looked at deeply is kept longer.
    #[inline(always)]
    pub(super) fn store(&mut self, key: u64, tried: u32) {
        let first = Failed::place(key);
        let same = |kept: u64| (kept ^ key) & !TRIED == 0;
        let [one, other] = [self.places[first], self.places[first ^ 1]];
        let deep = one & TRIED > other & TRIED;
        let place = if same(other) || !same(one) && deep {
            first ^ 1
        } else {
            first
        };
        self.places[place] = key & !TRIED | u64::from(tried.min(Failed::NEVER));
    }

    #[inline(always)]
    fn place(key: u64) -> usize {
        (key >> 40) as usize % PLACES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_found_and_the_deep_stays_longest() {
        let mut failed = Failed::new();
        let [one, other, third] = [7 << 8, 9 << 8, 11 << 8];
        assert_eq!(failed.probe(one), None);
        failed.store(one, 3);
        failed.store(other, 9);
        assert_eq!(
            [one, other, third].map(|key| failed.probe(key)),
            [Some(3), Some(9), None]
        );
        failed.store(one, 4);
        failed.store(third, 1);
        assert_eq!(
            [one, other, third].map(|key| failed.probe(key)),
            [None, Some(9), Some(1)]
        );
        failed.store(other, 1_000);
        assert_eq!(failed.probe(other), Some(Failed::NEVER));
    }
}
