//! Books of openings of any game, each in its game's own spelling.

use referee::games::{AnyMove, AnyStart};

use crate::{bad_opening::BadOpening, soccer};

/// Every opening in a file for games that begin like this. Any bytes will do.
///
/// # Errors
/// The first line that is no opening of such a game; line 0 if there is no opening at all.
pub fn read(bytes: &[u8], start: &AnyStart) -> Result<Vec<Vec<AnyMove>>, BadOpening> {
    match start {
        AnyStart::Gomoku(start) => super::read(bytes, start.size, start.rule).map(into_any),
        AnyStart::Soccer(rules) => soccer::openings::read(bytes, *rules).map(into_any),
    }
}

/// An opening as a line of a book. What is no move of that game has no place in it.
pub fn write(opening: &[AnyMove], start: &AnyStart) -> String {
    match start {
        AnyStart::Gomoku(start) => super::write(&of_kind(opening), start.size),
        AnyStart::Soccer(rules) => soccer::openings::write(&of_kind(opening), *rules),
    }
}

/// The same openings, as those of any game.
pub fn into_any<M: Into<AnyMove>>(book: Vec<Vec<M>>) -> Vec<Vec<AnyMove>> {
    let any = |opening: Vec<M>| opening.into_iter().map(M::into).collect();
    book.into_iter().map(any).collect()
}

fn of_kind<M: TryFrom<AnyMove>>(opening: &[AnyMove]) -> Vec<M> {
    opening
        .iter()
        .filter_map(|&played| played.try_into().ok())
        .collect()
}
