//! Values on the command line that several commands take.

use referee::{games::GameKind, gomoku::Rule, soccer::Blocked};

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
