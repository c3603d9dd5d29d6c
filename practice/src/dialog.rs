//! The practice client's dialogs: what they say and which buttons they have. What a button does is the model's business.

/// A dialog over the board; everything else waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialog {
    /// Asks who begins.
    NewGame,
    /// Tells the result.
    Result,
    /// The opponent wants its last move back.
    TakeBack,
    /// The opponent offers a draw.
    DrawOffer,
    /// The opponent asks for another game.
    Rematch,
    /// Asks whether the person really gives up.
    Resign,
    /// The service tells something.
    Maintenance,
    /// The service wants to know something; no profile knows of it, and it goes by itself.
    Survey,
}

impl Dialog {
    /// Its buttons from the left.
    pub fn choices(self) -> &'static [&'static str] {
        match self {
            Dialog::NewGame => &["You", "Opponent", "Cancel"],
            Dialog::Result | Dialog::Maintenance => &["OK"],
            Dialog::Survey => &["Send", "Never"],
            Dialog::TakeBack | Dialog::DrawOffer => &["Accept", "Decline"],
            Dialog::Rematch | Dialog::Resign => &["Yes", "No"],
        }
    }

    /// Whether the opponent waits for the answer.
    pub(crate) fn is_question(self) -> bool {
        matches!(self, Dialog::TakeBack | Dialog::DrawOffer)
    }

    /// Whether it means nothing once the game in hand is over.
    pub(crate) fn ends_with_the_game(self) -> bool {
        self.is_question() || self == Dialog::Resign
    }

    /// Whether the opponent's stone waits until it is closed.
    pub(crate) fn holds_the_game(self) -> bool {
        !matches!(self, Dialog::Maintenance | Dialog::Resign | Dialog::Survey)
    }
}
