//! How the games of a match begin, whatever game it is.

use recordings::openings::any;
use referee::games::{AnyMove, AnyStart};

/// Random openings of one match at most; then they come again, in another order.
pub(super) const BOOK_MAX: u64 = 5_000;

/// How every game of a match begins, and with which moves it goes on.
pub(super) struct MatchOpenings {
    pub(super) start: AnyStart,
    pub(super) book: Vec<Vec<AnyMove>>,
    /// Where the openings come from, in words.
    pub(super) from: String,
}

impl MatchOpenings {
    /// The openings, spelled as in books.
    pub(super) fn lines(&self) -> Vec<String> {
        let line = |opening: &Vec<AnyMove>| any::write(opening, &self.start);
        self.book.iter().map(line).collect()
    }

    /// Every game begins at the beginning.
    pub(super) fn none(start: AnyStart, from: &str) -> MatchOpenings {
        MatchOpenings {
            start,
            book: vec![Vec::new()],
            from: from.to_owned(),
        }
    }
}
