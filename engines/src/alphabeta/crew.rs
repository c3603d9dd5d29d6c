//! What the threads of one search tell each other beside the table: which moves are being searched, so that a second
//! thread takes them last and mostly finds their results in the table (Kerrigan's simplified ABDADA), and who came to the
//! end of a depth first, so that nobody searches it to its end again.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicI32, AtomicU64, Ordering::Relaxed},
};

use super::{position::mixed, root_move::RootMove, site::Site};

/// Moves that can be told at once; two that share a place only cost a little work done twice.
const PLACES: usize = 1 << 12;

/// The common knowledge of the threads of one search.
#[derive(Debug)]
pub(super) struct Crew {
    /// Names of the moves being searched; 0 for none.
    places: Box<[AtomicU64]>,
    /// The deepest depth that a thread came to the end of.
    reached: AtomicI32,
    /// Its moves.
    finished: Mutex<Vec<RootMove>>,
}

impl Crew {
    pub(super) fn new() -> Crew {
        Crew {
            places: (0..PLACES).map(|_| AtomicU64::new(0)).collect(),
            reached: AtomicI32::new(0),
            finished: Mutex::new(Vec::new()),
        }
    }

    /// The name of a move in the position with this key, and where it is kept.
    fn place(&self, key: u64, site: Site) -> (u64, &AtomicU64) {
        let name = mixed(key ^ site.index() as u64);
        (name, &self.places[name as usize % PLACES])
    }

    /// Whether a thread is searching this move.
    pub(super) fn is_at(&self, key: u64, site: Site) -> bool {
        let (name, place) = self.place(key, site);
        place.load(Relaxed) == name
    }

    /// A thread begins to search a move.
    pub(super) fn begin(&self, key: u64, site: Site) {
        let (name, place) = self.place(key, site);
        place.store(name, Relaxed);
    }

    /// It is done with that.
    pub(super) fn end(&self, key: u64, site: Site) {
        let (name, place) = self.place(key, site);
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
        let crew = Crew::new();
        let [one, other] = [Site::of(Point::new(3, 4)), Site::of(Point::new(4, 3))];
        crew.begin(7, one);
        assert!(crew.is_at(7, one) && !crew.is_at(7, other) && !crew.is_at(8, one));
        crew.end(7, other);
        assert!(crew.is_at(7, one));
        crew.end(7, one);
        assert!(!crew.is_at(7, one));
    }

    #[test]
    fn the_first_to_finish_a_depth_tells_its_moves() {
        let crew = Crew::new();
        let moves = |x| [RootMove::new(Site::of(Point::new(x, 0)))];
        crew.finish(3, &moves(1));
        crew.finish(3, &moves(2));
        crew.finish(2, &moves(2));
        assert_eq!((crew.reached(), crew.finished()[0].site), (3, moves(1)[0].site));
        crew.finish(4, &moves(2));
        assert_eq!((crew.reached(), crew.finished()[0].site), (4, moves(2)[0].site));
    }
}
