//! Values on the command line that several commands take.

use profile::attacks::Attacks;
use referee::{
    games::GameKind,
    gomoku::Rule,
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
