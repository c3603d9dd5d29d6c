//! A network that teaches itself (docs/sources.md `S1.6`, `S1.7`): games against itself, what is learned from them, and how
//! it stands against the pure search. Pure arithmetic and dice: files, clocks and people are the shell's.

pub mod settings;
pub mod game_record;
pub mod selfplay;
pub mod buffer;
pub mod learner;
pub mod checkpoint;
pub mod ladder;
pub mod yardsticks;
pub mod exam;
mod duel;
mod opening;

use dice::Dice;

/// What dice are thrown for: each use has a stream of its own for every game, so that what comes next depends on nothing that
/// would have to be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Throw {
    Beginning,
    SelfPlay,
    Learning,
    Ladder,
    Yardsticks,
}

/// The dice for this use and game.
fn dice(seed: u64, throw: Throw, game: u64) -> Dice {
    let mut dice = Dice::new(seed);
    let own = dice.bits() ^ dice::nth(game.wrapping_mul(8).wrapping_add(throw as u64));
    Dice::new(own)
}

#[cfg(test)]
mod tests;
