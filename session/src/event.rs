//! What the session hears and what it asks for. Both are plain data, so that a session can be written
//! down, simulated and replayed.

use referee::{
    gomoku,
    player::{Limits, PlayerError, Thought},
    record::Ply,
    seat::Seat,
    verdict::Verdict,
};

use crate::{
    blindness::Blindness,
    readable::{Readable, TargetOf},
};
use profile::{
    request::{Request, RequestAnswer},
    screen::{EndedBy, Meaning},
};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event<P: Readable = gomoku::Position> {
    /// The picture of the reading that comes next: one that changed was there by that time (milliseconds of the session), one
    /// that did not was there from it on. Without this, the picture is as old as the news of its reading.
    Taken(u64),
    /// The board was read.
    Read(P::Seen),
    /// The same of a picture that differs from the one before: something moves, or has just come to rest.
    Stirred(P::Seen),
    /// It was not.
    Blind(Blindness),
    /// A board of another size is up, between two games: the next ones begin so.
    Board(P),
    /// The board is not up: the client shows something else that it may show.
    Away,
    /// The client shows who moves first in the game that is about to begin: our seat.
    Seat(Seat),
    /// One of the profile's screens is up, and its steps were carried out.
    Screen {
        /// Its name in the profile.
        name: String,
        /// What it says about the game.
        meaning: Meaning,
        /// Whether anything was done there.
        answered: bool,
    },
    /// A screen of the profile is up that tells how the game in hand ended; told again until it is answered by
    /// [`Action::AnswerScreen`].
    Result {
        /// The same as long as it is up without a break; another one every time it comes up.
        number: u64,
        /// Its name in the profile.
        name: String,
        /// What it says about the game.
        meaning: Meaning,
        /// What ended it, if it says that.
        by: Option<EndedBy>,
    },
    /// The opponent asks for something; told again until it is answered.
    Request {
        /// The same as long as it is up without a break; another one every time it comes up.
        number: u64,
        /// What is asked for.
        request: Request,
    },
    /// The opponent of the game in hand is not wanted; why, in words.
    Unwanted(String),
    /// A screen was answered as often as it may be in one game, and is still up.
    ScreenWornOut(String),
    /// The screens that must follow this one did not come.
    ScreenStuck(String),
    /// The engine answered request `request`.
    Thought {
        /// The number given with [`Action::Think`].
        request: u64,
        /// Its answer.
        thought: Thought<P::Move>,
        /// Milliseconds it took.
        spent_ms: u64,
    },
    /// The engine failed in request `request`.
    EngineFailed {
        /// The number given with [`Action::Think`].
        request: u64,
        /// How.
        error: PlayerError,
    },
    /// A gesture was not carried out, and nobody has heard of it.
    Refused(String),
    /// A click was not made: the limit of clicks a minute is reached, or the window does not lie as it did. It is due again at
    /// once, if the next reading still calls for it.
    NotYet,
    /// A click was made, but something befell it: it may have gone elsewhere, or was broken off half way. Its stone is
    /// awaited all the same.
    Doubtful(String),
    /// The steps for a new game were carried out, which takes its time where the client has to start again.
    Asked,
    /// A remedy was carried out, or could not be.
    Remedied(Result<(), String>),
    /// A key was to be struck at something unknown over the board.
    Dismissed {
        /// Which key.
        key: String,
        /// Whether it was; it is not where nothing unknown lies there.
        is_struck: bool,
    },
    /// A person has the mouse: nothing is clicked until [`Event::PersonLeft`]. What was clicked before stays clicked.
    PersonAtMouse,
    /// The person let go of the mouse.
    PersonLeft,
    /// Begin no other game until [`Event::Resume`]. The game in hand is played to its end, and so is one that was asked for already:
    /// an opponent may have been found for it.
    Pause,
    /// Games may begin again.
    Resume,
    /// Finish the game in hand, then stop.
    StopSoon,
    /// Stop now.
    StopNow(String),
    /// Time passed.
    Tick,
}

/// Something stronger than looking again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Raise the client's window.
    Raise,
    /// Find the board again.
    Locate,
    /// End the client's program and start it again.
    RestartClient,
    /// Forget all that was learned of the client, and find everything again.
    StartOver,
}

impl Remedy {
    /// In words, for people.
    pub fn words(self) -> &'static str {
        match self {
            Remedy::Raise => "raising the window",
            Remedy::Locate => "finding the board again",
            Remedy::RestartClient => "restarting the client",
            Remedy::StartOver => "starting over",
        }
    }
}

/// One thing to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Action<P: Readable = gomoku::Position> {
    /// Carry out the profile's steps for a new game, in that seat if one is wished for.
    NewGame(Option<Seat>),
    /// Carry out the profile's steps for resigning.
    Resign,
    /// Carry out the profile's steps for this answer, if the request is still up.
    Answer {
        /// The number given with [`Event::Request`].
        number: u64,
        /// What was asked for.
        request: Request,
        /// What is said to it.
        answer: RequestAnswer,
    },
    /// Carry out the steps of the screen that told a result, if it is still up.
    AnswerScreen {
        /// The number given with [`Event::Result`].
        number: u64,
    },
    /// Ask the engine for a move.
    Think {
        /// Comes back with the answer, so that a late one is known.
        request: u64,
        /// Where.
        position: P,
        /// How long.
        limits: Limits,
    },
    /// Forget the engine's current request.
    CancelThink,
    /// Click what is pointed at to make a move.
    Click(TargetOf<P>),
    /// Do something about trouble.
    Remedy(Remedy),
    /// Much of the board cannot be told: look for it elsewhere in the client's window.
    Follow,
    /// Strike this key at what lies over the board, if it is still there and no screen of the profile; answered by
    /// [`Event::Dismissed`].
    Dismiss(String),
    /// A game began.
    Begin {
        /// Our seat.
        own_seat: Seat,
        /// The board and the rules.
        position: P,
    },
    /// The last reading is true, or this one is: what stands there may be learned.
    Learn(Option<Box<P::Seen>>),
    /// A confirmed ply.
    Ply {
        /// 0-based.
        index: u32,
        /// Who played it.
        seat: Seat,
        /// What is known of it.
        ply: Ply<P::Move>,
    },
    /// Plies were taken back.
    TakenBack {
        /// Plies that stay.
        plies: u32,
    },
    /// The game in hand ended.
    End(Verdict),
    /// A game has a result: an engine that learns may do so.
    Study {
        /// With all its moves.
        position: P,
        /// The result.
        verdict: Verdict,
    },
    /// Something went wrong; for the journal.
    Fault {
        /// One word.
        kind: &'static str,
        /// In words.
        detail: String,
    },
    /// For the person who watches.
    Say(String),
    /// The session is over.
    Finish {
        /// Why, in words.
        why: String,
        /// Whether all was done that was asked for.
        done: bool,
    },
}
