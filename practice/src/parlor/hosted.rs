//! What a kind of game adds to be played at home: what can be chosen about it, against whom, and how its moves are listed.

pub mod gomoku;
pub mod soccer;

use engines::games::EngineKind;
use referee::{games::GameKind, point::Point, seat::Seat};

use super::roster::Roster;
use crate::exercise::Exercise;

/// A kind of game that a person plays at home.
pub trait Hosted: Exercise + EngineKind {
    /// Which kind it is.
    const GAME: GameKind;

    /// The boards to choose from, in order.
    fn sizes() -> Vec<Self::Size>;
    /// The rules to choose from, in order.
    fn rules() -> Vec<Self::Rule>;
    /// What a board is called, in a word.
    fn size_name(size: Self::Size) -> String;
    /// What a rule is called, in a word.
    fn rule_name(rule: Self::Rule) -> &'static str;
    /// The board and the rule of a game that began like this.
    fn chosen(start: &Self::Start) -> (Self::Size, Self::Rule);
    /// The engines to choose from.
    fn roster() -> Roster;

    /// Whether moves are made there on such a board.
    fn is_point(size: Self::Size, point: Point) -> bool;
    /// The point in the middle.
    fn middle(size: Self::Size) -> Point;
    /// What stands along the board's edges: below its columns and left of its rows, from the top. Empty where nothing does.
    fn edges(size: Self::Size) -> [Vec<String>; 2];
    /// Every move as people count moves, and who made it; the last one may be unfinished.
    fn listed(&self) -> Vec<(Seat, String)>;
}
