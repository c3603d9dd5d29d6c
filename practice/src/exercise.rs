//! What a kind of game adds to its rules so that it can be practised: how a game begins, what a click means, what is shown
//! and said, and how it is written down. Everything else of the client knows no kind. How it is drawn is the face's.

pub mod gomoku;
pub mod soccer;

use std::fmt;

use referee::{games::Registered, point::Point, seat::Seat, verdict::Reason};

use crate::ledger::{LedgerEntry, Written};

/// A kind of game that a person can practise, as the position of it.
pub trait Exercise: Registered + 'static {
    /// The board's measures.
    type Size: Copy + fmt::Debug + PartialEq + Send;
    /// What may differ between two games on equal boards.
    type Rule: Copy + fmt::Debug + PartialEq + Send;
    /// What is shown on the board besides the game, by setting.
    type Display: Clone + fmt::Debug + Default + PartialEq + Send;
    /// What is to be seen on the board.
    type Scene: Clone + fmt::Debug + PartialEq + Send;
    /// A game in the ledger.
    type Entry: LedgerEntry<Self>;

    /// The usual measures.
    const SIZE: Self::Size;
    /// The usual rule.
    const RULE: Self::Rule;
    /// The engine that plays where nobody says which.
    const OPPONENT: &str;
    /// Engines of a service's usual opponents, in the order of [`PracticeOpponent::player`](crate::setup::PracticeOpponent::player).
    const SPECS: [&str; 4];

    /// How a game begins.
    fn start(size: Self::Size, rule: Self::Rule) -> Self::Start;

    /// Every ply with who made it, in order.
    fn played(&self) -> Vec<(Seat, Self::Move)>;
    /// Whether whoever is next has begun a turn that is not over.
    fn is_mid_turn(&self) -> bool;

    /// The move that a click on this point of the board asks for, legal or not; `None` where it can mean none.
    fn move_at(&self, point: Point) -> Option<Self::Move>;
    /// The point where a move is made with a click; `None` for what needs no board.
    fn point_of(&self, played: Self::Move) -> Option<Point>;
    /// The point where a drag begins, if it matters: what it leads over is clicked on its way.
    fn held(&self) -> Option<Point>;
    /// What the client says of a click that the rules refuse, where it explains that.
    fn objection(&self, point: Point) -> Option<String>;

    /// What is to be seen.
    fn scene(&self, display: &Self::Display, moment: Transient) -> Self::Scene;
    /// What is said of a seat beside its name.
    fn role(seat: Seat) -> &'static str;
    /// What is played, and how far it has come.
    fn caption(&self) -> String;
    /// How the board decided the game, in a sentence.
    fn decided(&self, reason: Reason) -> String;
    /// Everything that stands on the board.
    fn written(&self) -> Written;

    /// Some plies of a game that nobody has won, the person in the first seat.
    fn example(size: Self::Size) -> Vec<Self::Move>;
    /// A game that the first seat wins on the board.
    fn victory(size: Self::Size) -> Vec<Self::Move>;
}

/// What a picture shows besides the position and the settings.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Transient {
    /// The point under the pointer, while it is the person's turn and nothing is in the way.
    pub hover: Option<Point>,
    /// How much is there of the last ply while it appears, 0 to 1.
    pub fading: Option<f32>,
}
