//! Positions by dice, for the tests of all engines here.

use dice::Dice;
use referee::{
    position::Position as _,
    soccer::{Blocked, Pitch, Position, Rules},
};

/// The rules of a small field, on which everything can be looked at.
pub(super) fn small(blocked: Blocked) -> Rules {
    Rules {
        pitch: Pitch::new(4, 6).unwrap(),
        blocked,
    }
}

/// After so many lines by dice, in the middle of a turn, too; with fewer if the game would be over.
pub(super) fn by_dice(rules: Rules, lines: usize, dice: &mut Dice) -> Position {
    let mut position = Position::new(rules);
    for _ in 0..lines {
        let legal = position.legal_moves();
        position.play(*dice.pick(&legal)).unwrap();
        if position.outcome().is_some() {
            position.undo();
        }
    }
    position
}
