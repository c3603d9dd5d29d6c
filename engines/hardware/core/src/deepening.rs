//! Searches one after the other, each a ply deeper, within bounds. It sees no clock: whoever calls it answers `stop`.

use core::ops::RangeInclusive;

use crate::{
    board::{Candidates, SearchBoard},
    color::Color,
    search::{Search, SearchResult},
};

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Plies of the search under way.
    pub depth: usize,
    /// Moves tried, over all depths.
    pub nodes: u64,
}

/// How deep, and until when.
pub struct SearchBounds<'a> {
    /// The first and the last search, plies within 1 to [`crate::DEPTH_MAX`]. One that can be stopped had better begin
    /// with 1.
    pub depths: RangeInclusive<usize>,
    /// Moves to try over all depths; `None` is no bound.
    pub nodes_max: Option<u64>,
    /// Asked every 1024th node of each search whether to give up. A search of one ply costs next to nothing and is
    /// never stopped, since some answer must be given.
    pub stop: &'a mut dyn FnMut(Progress) -> bool,
}

/// What the searches found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeepestResult {
    /// The deepest search that came to its end; if none did, the best of what was tried. `None` if there was no
    /// candidate.
    pub answer: Option<SearchResult>,
    /// Plies of that search, 0 without an answer.
    pub depth: usize,
    /// Moves tried over all depths, finished or not.
    pub nodes: u64,
}

/// Searches for `color` through the depths of `bounds`, trying only `roots` as the first move.
pub fn deepen<const SIDE: usize>(
    board: &mut SearchBoard<SIDE>,
    color: Color,
    roots: &Candidates,
    bounds: SearchBounds<'_>,
) -> DeepestResult {
    let SearchBounds {
        depths,
        nodes_max,
        stop,
    } = bounds;
    let mut found = DeepestResult {
        answer: None,
        depth: 0,
        nodes: 0,
    };
    for depth in depths {
        let before = found.nodes;
        let mut ask = |nodes| {
            stop(Progress {
                depth,
                nodes: before + nodes,
            })
        };
        let nodes_left = nodes_max.map_or(u64::MAX, |most| most.saturating_sub(before));
        let (answer, finished) = if depth == 1 {
            one_ply(board, color, roots, &mut found.nodes)
        } else {
            let mut search = Search::new(board, nodes_left, &mut ask);
            let finished = search.run(color, depth, roots).is_ok();
            found.nodes += search.nodes();
            (search.answer(), finished)
        };
        if finished || found.answer.is_none() && answer.is_some() {
            found.answer = answer;
            found.depth = depth;
        }
        if !finished || answer.is_none() {
            break;
        }
    }
    if found.answer.is_none() {
        // Stopped before a single move was tried to its end, or nothing can be tried at all.
        found.answer = one_ply(board, color, roots, &mut found.nodes).0;
        found.depth = usize::from(found.answer.is_some());
    }
    found
}

fn one_ply<const SIDE: usize>(
    board: &mut SearchBoard<SIDE>,
    color: Color,
    roots: &Candidates,
    nodes: &mut u64,
) -> (Option<SearchResult>, bool) {
    let mut never = |_| false;
    let mut search = Search::new(board, u64::MAX, &mut never);
    let finished = search.run(color, 1, roots).is_ok();
    *nodes += search.nodes();
    (search.answer(), finished)
}

#[cfg(test)]
mod tests {
    use crate::{board::side, point::Point, rule::Rule};

    use super::*;

    const SIDE: usize = side(15);

    fn opened() -> SearchBoard<SIDE> {
        let mut board = SearchBoard::new(15, Rule::Freestyle);
        let stones = [
            (7, 7, Color::Black),
            (6, 6, Color::White),
            (7, 8, Color::Black),
            (7, 6, Color::White),
        ];
        for (x, y, color) in stones {
            let cell = board.cell(Point::new(x, y));
            board.place(cell, color);
        }
        board
    }

    fn search(depths: RangeInclusive<usize>, stop: &mut dyn FnMut(Progress) -> bool) -> DeepestResult {
        let mut board = opened();
        let before = board.clone();
        let bounds = SearchBounds {
            depths,
            nodes_max: None,
            stop,
        };
        let found = deepen(&mut board, Color::Black, &Candidates::ALL, bounds);
        assert!(board == before);
        found
    }

    #[test]
    fn a_stopped_search_answers_with_the_deepest_that_ended() {
        let two = search(2..=2, &mut |_| false);
        let stopped = search(1..=4, &mut |progress| progress.depth == 3);
        assert_eq!((stopped.answer, stopped.depth), (two.answer, 2));
        assert!(stopped.nodes > two.nodes);
    }

    #[test]
    fn a_single_search_that_is_stopped_answers_with_the_best_it_tried() {
        let one = search(1..=1, &mut |_| true);
        let at_once = search(5..=5, &mut |_| true);
        assert_eq!((at_once.answer, at_once.depth), (one.answer, 1));
        let full = search(5..=5, &mut |_| false);
        let mut asked = 0;
        let halfway = search(5..=5, &mut |progress| {
            assert!(progress.nodes > asked);
            asked = progress.nodes;
            progress.nodes > full.nodes / 2
        });
        assert_eq!(halfway.depth, 5);
        assert!(
            halfway
                .answer
                .is_some_and(|best| full.answer.is_some_and(|all| best.score <= all.score))
        );
        assert!(halfway.nodes < full.nodes);
    }

    #[test]
    fn nothing_to_try_is_no_answer() {
        let mut board = SearchBoard::<SIDE>::new(15, Rule::Freestyle);
        let bounds = SearchBounds {
            depths: 4..=4,
            nodes_max: None,
            stop: &mut |_| false,
        };
        let found = deepen(&mut board, Color::Black, &Candidates::ALL, bounds);
        assert_eq!(
            found,
            DeepestResult {
                answer: None,
                depth: 0,
                nodes: 0
            }
        );
    }
}
