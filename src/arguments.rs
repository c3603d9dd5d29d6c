//! Values on the command line that several commands take.

use std::borrow::Cow;

use profile::attacks::Attacks;
use referee::{
    games::GameKind,
    gomoku::Rule,
    point::Point,
    soccer::{Blocked, Pitch},
};

/// A rule's name, for the command line.
pub(crate) fn rule(name: &str) -> Result<Rule, String> {
    Rule::from_name(name).ok_or_else(|| "rules are freestyle, standard and renju".to_owned())
}

/// A kind of game by its name, for the command line.
pub(crate) fn game(name: &str) -> Result<GameKind, String> {
    GameKind::from_name(name)
        .ok_or_else(|| format!("games are {}", GameKind::ALL.map(GameKind::name).join(" and ")))
}

/// What becomes of a blocked player, for the command line.
pub(crate) fn blocked(name: &str) -> Result<Blocked, String> {
    Blocked::from_name(name).ok_or_else(|| {
        format!(
            "a blocked player {}",
            Blocked::ALL.map(Blocked::name).join(" or ")
        )
    })
}

/// A field's measures, such as `8x10`.
pub(crate) fn pitch(text: &str) -> Result<Pitch, String> {
    let bad = || format!("`{text}` is no width and length, such as 8x10");
    let (width, length) = text.split_once('x').ok_or_else(bad)?;
    let side = |text: &str| text.parse().map_err(|_| bad());
    Pitch::new(side(width)?, side(length)?).map_err(|error| error.to_string())
}

/// Who attacks the goal at the top of a field, for the command line.
pub(crate) fn attacks(name: &str) -> Result<Attacks, String> {
    let known = || format!("{name:?} is nobody (first, second, we, they)");
    Attacks::from_name(name).ok_or_else(known)
}

/// Stones as people type them, with those in numbers (`8,8 9,7`: column and row from 1, from the top left, as in PSQ files) in
/// letters (`h8 i9`). What is not wholly in numbers, or off the board, stays as it is, for the reader to say what is wrong.
pub(crate) fn in_letters(stones: &str, size: u8) -> Cow<'_, str> {
    let named = |word: &str| -> Option<String> {
        let (x, y) = word.split_once(',')?;
        let on_board = |text: &str| text.parse::<u8>().ok().filter(|at| (1..=size).contains(at));
        Some(Point::new(on_board(x)? - 1, on_board(y)? - 1).name_on(size))
    };
    let names: Option<Vec<String>> = stones.split_whitespace().map(named).collect();
    match names {
        Some(names) if !names.is_empty() => Cow::Owned(names.join(" ")),
        _ => Cow::Borrowed(stones),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_in_numbers_are_those_in_letters() {
        let check = |typed: &str, expected: &str| assert_eq!(in_letters(typed, 15), expected);
        check("8,8 9,7 7,6", "h8 i9 g10");
        check("1,15", "a1");
        check("h8 i9", "h8 i9");
        check("h8i9", "h8i9");
        check("8,8 i9", "8,8 i9");
        check("16,1", "16,1");
        check("0,0, 1,-1", "0,0, 1,-1");
        check("", "");
    }
}
