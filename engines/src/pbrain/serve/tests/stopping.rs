//! What ends a search, and the thinking on the other side's time.

use super::*;

/// Thinks until it is told to stop.
struct Thorough;

impl Player<Position> for Thorough {
    fn name(&self) -> String {
        "thorough".to_owned()
    }

    fn new_game(&mut self, _: &Position) -> Result<(), PlayerError> {
        Ok(())
    }

    fn think(&mut self, position: &Position, limits: &Limits) -> Result<Thought<Move>, PlayerError> {
        while !limits.stop.is_raised() {
            thread::yield_now();
        }
        Ok(Thought::bare(position.legal_moves()[0]))
    }

    fn ponder(&mut self, position: &Position, stop: &Stop) {
        assert!(!position.history().is_empty());
        while !stop.is_raised() {
            thread::yield_now();
        }
    }
}

#[test]
fn a_stop_ends_the_search_before_it() {
    let input = "START 15\r\nBEGIN\r\nYXSTOP\r\nTURN 5,5\r\nEND\r\n";
    assert_eq!(answers(&mut Thorough, input.as_bytes()), ["OK", "0,0", "1,0"]);
}

#[test]
fn the_next_line_ends_the_thinking_on_the_other_sides_time() {
    let input = "START 15\r\nINFO pondering 1\r\nBEGIN\r\nYXSTOP\r\nABOUT\r\n";
    assert_eq!(answers(&mut Thorough, input.as_bytes()).len(), 3);
}
