//! What the threads of one search tell each other beside the table: which moves are being searched, so that a second
//! thread takes them last and mostly finds their results in the table (Kerrigan's simplified ABDADA), and who came to the
//! end of a depth first, so that nobody searches it to its end again.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicI32, AtomicU64, Ordering::Relaxed},
};

use super::{cell::Cell, root_move::RootMove};

/// Moves that can be told at once; two that share a place only cost a little work done twice.
const PLACES: usize = 1 << 12;

/// The common knowledge of the threads of one search.
#[derive(Debug)]
pub(super) struct SharedSearch {
    /// Names of the moves being searched; 0 for none.
    places: Box<[AtomicU64]>,
    /// The deepest depth that a thread came to the end of.
    reached: AtomicI32,
    /// Its moves.
    finished: Mutex<Vec<RootMove>>,
}

impl SharedSearch {
    pub(super) fn new() -> SharedSearch {
        SharedSearch {
            places: (0..PLACES).map(|_| AtomicU64::new(0)).collect(),
            reached: AtomicI32::new(0),
            finished: Mutex::new(Vec::new()),
        }
    }

    /// The name of a move in the position with this key, and where it is kept.
    fn place(&self, key: u64, cell: Cell) -> (u64, &AtomicU64) {
        let name = dice::nth(key ^ cell.index() as u64);
        (name, &self.places[name as usize % PLACES])
    }

    /// Whether a thread is searching this move.
    pub(super) fn is_at(&self, key: u64, cell: Cell) -> bool {
        let (name, place) = self.place(key, cell);
        place.load(Relaxed) == name
    }

    /// A thread begins to search a move.
    pub(super) fn begin(&self, key: u64, cell: Cell) {
        let (name, place) = self.place(key, cell);
        place.store(name, Relaxed);
    }

    /// It is done with that.
    pub(super) fn end(&self, key: u64, cell: Cell) {
        let (name, place) = self.place(key, cell);
        // Another move may have taken the place.
        let _ = place.compare_exchange(name, 0, Relaxed, Relaxed);
    }

    /// The deepest depth that is finished.
    pub(super) fn reached(&self) -> i32 {
        self.reached.load(Relaxed)
    }

    /// A thread came to the end of `depth`.
    pub(super) fn finish(&self, depth: i32, moves: &[RootMove]) {
        let mut finished = self.finished.lock().unwrap_or_else(PoisonError::into_inner);
        if depth > self.reached() {
            finished.clear();
            finished.extend_from_slice(moves);
            self.reached.store(depth, Relaxed);
        }
    }

    /// The moves of the deepest finished depth.
    pub(super) fn finished(&self) -> Vec<RootMove> {
        self.finished
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

#[cfg(test)]
mod tests {
    use referee::point::Point;

    use super::*;

    #[test]
    fn a_move_is_told_until_it_is_done() {
        let shared_search = SharedSearch::new();
        let [one, other] = [Cell::of(Point::new(3, 4)), Cell::of(Point::new(4, 3))];
        shared_search.begin(7, one);
        assert!(
            shared_search.is_at(7, one) && !shared_search.is_at(7, other) && !shared_search.is_at(8, one)
        );
        shared_search.end(7, other);
        assert!(shared_search.is_at(7, one));
        shared_search.end(7, one);
        assert!(!shared_search.is_at(7, one));
    }

    #[test]
    fn the_first_to_finish_a_depth_tells_its_moves() {
        let shared_search = SharedSearch::new();
        let moves = |x| [RootMove::new(Cell::of(Point::new(x, 0)))];
        shared_search.finish(3, &moves(1));
        shared_search.finish(3, &moves(2));
        shared_search.finish(2, &moves(2));
        assert_eq!(
            (shared_search.reached(), shared_search.finished()[0].cell),
            (3, moves(1)[0].cell)
        );
        shared_search.finish(4, &moves(2));
        assert_eq!(
            (shared_search.reached(), shared_search.finished()[0].cell),
            (4, moves(2)[0].cell)
        );
    }
}
