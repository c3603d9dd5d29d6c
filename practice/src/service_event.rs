//! What befalls a client: people, networks and services at their worst, as plain data. What each of them does is the
//! model's business; when they come is the fault schedule's.

/// One thing that befalls the client. What makes no sense at the moment (a draw offer in the lobby) does nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServiceEvent {
    /// The opponent asks to take its last move back.
    TakeBack,
    /// The opponent offers a draw.
    DrawOffer,
    /// The opponent gives up.
    Resign,
    /// The opponent's connection breaks; both clocks stand.
    OpponentAway {
        /// For so long, in milliseconds.
        for_ms: u64,
        /// What comes then.
        then: Return,
    },
    /// Our connection breaks.
    ConnectionLost,
    /// The service throws us out: the login page. A game in hand is aborted.
    Kick,
    /// The opponent says something; a box over a part of the board.
    Chat(String),
    /// An advertisement over a part of the board.
    Advertisement {
        /// Goes by itself after so many milliseconds.
        for_ms: u64,
    },
    /// A line of news over the board.
    Notification(String),
    /// A message of the service that has to be confirmed.
    Maintenance(String),
    /// A question over the board that goes by itself; no profile knows of it.
    Survey {
        /// After so many milliseconds.
        for_ms: u64,
    },
    /// The client's program dies.
    Crash,
    /// The client's program hangs: nothing is heard and nothing drawn.
    Freeze {
        /// For so long, in milliseconds.
        for_ms: u64,
    },
}

/// What comes after an opponent's absence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Return {
    /// It is back and the game goes on.
    Back,
    /// It is not: the game is won by abandonment.
    Never,
}
