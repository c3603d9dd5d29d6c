//! A home's database, opened for whoever needs it, and its refusals with the hint that fits.

use stats::store::{OpenMode, Store, StoreError};

use crate::home::Home;
use base::{disk_hint, user_error::UserError};

/// Opens a home's database, with advice for whoever gave a wrong one.
///
/// # Errors
/// The [`UserError`] says what is wrong with it.
pub fn open(home: &Home, mode: OpenMode) -> anyhow::Result<Store> {
    if mode == OpenMode::Write {
        home.create()?;
    }
    Store::open(&home.database, mode).map_err(user_error)
}

/// A store's refusal with the hint that fits.
pub fn user_error(error: StoreError) -> anyhow::Error {
    let hint = match &error {
        StoreError::Missing(_) => "play or import some games first, or name the database with --db",
        StoreError::NotADatabase(_) | StoreError::NotAFile(_) => {
            "name a database that tengen made, or a file that does not exist yet, with --db"
        }
        StoreError::Newer { .. } => "use the version of tengen that wrote it, or another database with --db",
        StoreError::Older { .. } => "import any game file into it to bring it up to date",
        StoreError::UnknownGame(_) => {
            "`tengen export --list` shows the numbers and ids of all games; `last` is the latest"
        }
        StoreError::NoGames => "play or import some games first, or name another database with --db",
        StoreError::UnknownOpponent(_) => "`tengen opponents` shows the ids and names of all",
        StoreError::SeveralOpponents { .. } => {
            "give the id, which `tengen opponents` shows, or say that they are one: tengen opponents join ID ID"
        }
        StoreError::Ambiguous { .. } => {
            "give the game's number, or more of its id; `tengen export --list` shows them"
        }
        StoreError::PlyOutOfOrder { .. } => "please report this as a bug",
        error if error.is_damage() => {
            "tengen report and tengen play set it aside and make it anew from its copy and the journals"
        }
        error => match error.disk() {
            Some(kind) => disk_hint::of_disk(kind, "--db"),
            None => "give a file in a folder that can be written with --db",
        },
    };
    UserError::new(error.to_string(), hint).into()
}
