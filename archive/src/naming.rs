//! What a person says of opponents: one is called so, two are one. The journal has it first, then the store.

use recordings::journal::{self, Journal, JournalEvent};
use stats::store::{OpenMode, opponents::Opponent};

use crate::{catch_up, database, home::Home};
use base::{clock::fresh_id, user_error::UserError};

/// What a person says of opponents is written down as everything else: in a journal of its own first, then in the store.
/// Answers what is known after it.
///
/// # Errors
/// There is no such opponent, or the books cannot be written.
pub fn tell(home: &Home, program: &str, said: &Said, now_ms: i64) -> anyhow::Result<Opponent> {
    // Made for reading first: a wrong path is no reason to make a database.
    drop(database::open(home, OpenMode::Read)?);
    let mut store = database::open(home, OpenMode::Write)?;
    let find = |wanted: &str| store.opponent(wanted).map_err(database::user_error);
    let event = match said {
        Said::Name { opponent, name } => JournalEvent::OpponentNamed {
            opponent: find(opponent)?.id,
            name: name.clone(),
        },
        Said::Join { opponent, into } => JournalEvent::OpponentJoined {
            opponent: find(opponent)?.id,
            into: find(into)?.id,
        },
    };
    if let JournalEvent::OpponentJoined { opponent, into } = &event
        && opponent == into
    {
        let message = format!("{opponent} cannot be joined to itself");
        return Err(UserError::new(message, "give two ids that `tengen opponents` shows").into());
    }
    let kept = match &event {
        JournalEvent::OpponentJoined { into, .. } => into.clone(),
        JournalEvent::OpponentNamed { opponent, .. } => opponent.clone(),
        _ => String::new(),
    };
    let session = journal::SessionHead {
        session: fresh_id(),
        program: program.to_owned(),
        client: None,
        engine: None,
    };
    let mut journal = Journal::create(&home.journals, &session, now_ms)?;
    journal.append(event, now_ms)?;
    journal.append(JournalEvent::SessionEnded, now_ms)?;
    catch_up::take_in_own(&journal, &mut store)?;
    store.opponent(&kept).map_err(database::user_error)
}

/// A name that an opponent may be called by: one line of text.
///
/// # Errors
/// It is none.
pub fn checked_name(text: &str) -> Result<String, UserError> {
    let name = text.trim();
    if name.is_empty() || name.chars().any(char::is_control) {
        return Err(UserError::new(
            format!("{name:?} is no name"),
            "give a name in one line of text, such as \"Mori\"",
        ));
    }
    Ok(name.to_owned())
}

/// What a person may say of opponents; each is meant by id or name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// This one is called so.
    Name {
        /// Who.
        opponent: String,
        /// How.
        name: String,
    },
    /// These two are one.
    Join {
        /// The one that goes.
        opponent: String,
        /// The one that stays.
        into: String,
    },
}
