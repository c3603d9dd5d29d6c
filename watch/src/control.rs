//! What a person may ask of a running session from afar: to pause, to go on, to end after the game in hand, to stop. Each
//! session listens on a socket of its owner's alone, in a folder beside the status cards. Here are the words; who carries
//! them stands behind [`door`]. It knows nothing of what a session does with them.

pub mod door;
#[cfg(unix)]
mod wire;

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ControlVerb {
    /// Begin no other game.
    Pause,
    /// Begin games again.
    Resume,
    /// End after the game in hand.
    Finish,
    /// End at once.
    Stop,
}

impl ControlVerb {
    /// All of them.
    pub const ALL: [ControlVerb; 4] = [
        ControlVerb::Pause,
        ControlVerb::Resume,
        ControlVerb::Finish,
        ControlVerb::Stop,
    ];

    /// One word.
    pub fn name(self) -> &'static str {
        match self {
            ControlVerb::Pause => "pause",
            ControlVerb::Resume => "resume",
            ControlVerb::Finish => "finish",
            ControlVerb::Stop => "stop",
        }
    }

    /// The one of that name.
    pub fn from_name(name: &str) -> Option<ControlVerb> {
        ControlVerb::ALL.into_iter().find(|verb| verb.name() == name)
    }

    /// What a session does then, in words.
    pub fn promise(self) -> &'static str {
        match self {
            ControlVerb::Pause => {
                "pauses after this game: a game in hand is played to its end, and no other begins"
            }
            ControlVerb::Resume => "goes on",
            ControlVerb::Finish => "ends after this game",
            ControlVerb::Stop => {
                "stops now: a game in hand stays as it is, and the next session goes on with it"
            }
        }
    }
}

/// How a session is driven from outside its loop: it looks at these at every turn, and is never waited for.
#[derive(Clone, Debug, Default)]
pub struct Reins {
    /// Whether no game is to begin.
    pub pause: Arc<AtomicBool>,
    /// How often the end was asked for: once is after the game in hand, twice at once.
    pub interrupts: Arc<AtomicUsize>,
}

impl Reins {
    /// From here on, that is asked for. An end that was asked for stays asked for.
    pub fn pull(&self, verb: ControlVerb) {
        match verb {
            ControlVerb::Pause => self.pause.store(true, Ordering::SeqCst),
            ControlVerb::Resume => self.pause.store(false, Ordering::SeqCst),
            ControlVerb::Finish => drop(self.interrupts.fetch_max(1, Ordering::SeqCst)),
            ControlVerb::Stop => drop(self.interrupts.fetch_max(2, Ordering::SeqCst)),
        }
    }
}

/// Why nothing was asked for.
#[derive(Debug, thiserror::Error)]
pub enum ControlError {
    /// There is nobody, or nobody any more.
    #[error("session {0} does not listen")]
    Deaf(String),
    /// Somebody is there and says nothing.
    #[error("session {0} does not answer")]
    Silent(String),
    /// It was understood otherwise, or not at all.
    #[error("session {session} answered {answer:?}")]
    Refused {
        /// Which.
        session: String,
        /// What it said.
        answer: String,
    },
    /// This system has no such sockets.
    #[error("sessions cannot be reached on this system")]
    NotOffered,
}

/// Whether it can be the name of a session: nothing that leads out of the folder.
fn is_name(session: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    (1..=64).contains(&session.len()) && session.bytes().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_nowhere_else() {
        assert!(is_name("0198f7d3-6b1e-7c3d-8f00-0123456789ab"));
        for wrong in ["", "..", "a/b", "a.sock", "a b", "ä", &"x".repeat(65)] {
            assert!(!is_name(wrong), "{wrong:?}");
        }
    }

    #[test]
    fn an_end_that_was_asked_for_stays_asked_for() {
        let reins = Reins::default();
        for (verb, pause, interrupts) in [
            (ControlVerb::Pause, true, 0),
            (ControlVerb::Finish, true, 1),
            (ControlVerb::Resume, false, 1),
            (ControlVerb::Stop, false, 2),
            (ControlVerb::Finish, false, 2),
        ] {
            reins.pull(verb);
            assert_eq!(
                (
                    reins.pause.load(Ordering::SeqCst),
                    reins.interrupts.load(Ordering::SeqCst)
                ),
                (pause, interrupts),
                "{verb:?}"
            );
        }
    }
}
