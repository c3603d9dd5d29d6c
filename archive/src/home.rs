//! Where the program keeps its games when nobody says otherwise.

use std::path::{Path, PathBuf};

use base::user_error::UserError;

/// Set to a folder, it takes the place of the system's data folder.
pub const VARIABLE: &str = "TENGEN_HOME";

/// A database and the journals it can be rebuilt from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home {
    /// The SQLite file; it may not exist yet.
    pub database: PathBuf,
    /// One file a session; the folder may not exist yet.
    pub journals: PathBuf,
}

impl Home {
    /// The place given by `--db`, or else the usual one: `$TENGEN_HOME`, or the folder `tengen` in the system's place
    /// for data (`~/.local/share` on Linux).
    ///
    /// # Errors
    /// The account has no home folder, or what was given is no file.
    pub fn find(database: Option<&Path>) -> Result<Home, UserError> {
        match database {
            Some(database) => {
                check_is_file(database, "--db")?;
                Ok(Home::of_database(database))
            }
            None => Ok(Home::in_folder(&folder()?)),
        }
    }

    /// `games.db` and `journals/` in `folder`.
    pub fn in_folder(folder: &Path) -> Home {
        Home {
            database: folder.join("games.db"),
            journals: folder.join("journals"),
        }
    }

    /// Another database, with journals of its own beside it: `NAME.db` and `NAME.journals/`.
    pub fn of_database(database: &Path) -> Home {
        let usual = Home::in_folder(database.parent().unwrap_or(Path::new("")));
        if usual.database == database {
            return usual;
        }
        Home {
            database: database.to_owned(),
            journals: database.with_extension("journals"),
        }
    }

    /// The folder for the name plates of its opponents, which may not exist yet.
    pub fn opponents(&self) -> PathBuf {
        let name = self.journals.file_name().unwrap_or_default();
        match Path::new(name).extension() {
            None => self.journals.with_file_name("opponents"),
            Some(_) => self.journals.with_extension("opponents"),
        }
    }

    /// The folder for the films of its sessions, which may not exist yet.
    pub fn films(&self) -> PathBuf {
        self.journals.with_file_name("films")
    }

    /// The folder for what is kept of its faults, which may not exist yet.
    pub fn faults(&self) -> PathBuf {
        self.journals.with_file_name("faults")
    }

    /// The folder for matches between engines, which may not exist yet.
    pub fn matches(&self) -> PathBuf {
        self.database.with_file_name("matches")
    }

    /// The folder for games that a person plays in the practice window, which may not exist yet.
    pub fn practice(&self) -> PathBuf {
        self.database.with_file_name("practice")
    }

    /// The file with the names of its clients, which may not exist yet.
    pub fn clients(&self) -> PathBuf {
        let name = self.journals.file_name().unwrap_or_default();
        match Path::new(name).extension() {
            None => self.journals.with_file_name("clients.json"),
            Some(_) => self.journals.with_extension("clients.json"),
        }
    }

    /// Makes the folder that the database is to be in.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn create(&self) -> Result<(), UserError> {
        let Some(folder) = self
            .database
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
        else {
            return Ok(());
        };
        std::fs::create_dir_all(folder).map_err(|error| {
            let message = format!("cannot make folder {}: {error}", folder.display());
            UserError::new(
                message,
                format!("give a folder that can be written with --db or ${VARIABLE}"),
            )
        })
    }
}

/// Refuses what SQLite, or whoever knows it, takes for a database that no file keeps: games that are played are kept.
///
/// # Errors
/// The value of `option` names no file.
pub fn check_is_file(database: &Path, option: &str) -> Result<(), UserError> {
    let name = database.to_string_lossy();
    let is_none = name.trim().is_empty() || name.contains(":memory:") || name.starts_with("file:");
    match is_none {
        true => Err(UserError::new(
            format!("{option} {name:?} is no file"),
            format!("games are kept in a file: give its path with {option}, such as games.db"),
        )),
        false => Ok(()),
    }
}

fn folder() -> Result<PathBuf, UserError> {
    if let Some(folder) = std::env::var_os(VARIABLE).filter(|folder| !folder.is_empty()) {
        return Ok(folder.into());
    }
    let system = directories::BaseDirs::new().ok_or_else(|| {
        UserError::new(
            "this account has no home folder",
            format!("set ${VARIABLE} to a folder for the games"),
        )
    })?;
    Ok(system.data_dir().join("tengen"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_has_journals_of_its_own() {
        let check = |database: &str, journals: &str| {
            let home = Home::find(Some(Path::new(database))).unwrap();
            assert_eq!(
                (home.database.as_path(), home.journals.as_path()),
                (Path::new(database), Path::new(journals))
            );
            let opponents = journals.replace("journals", "opponents");
            assert_eq!(home.opponents(), Path::new(&opponents));
        };
        check("/data/tengen/games.db", "/data/tengen/journals");
        check("/data/tengen/spring.db", "/data/tengen/spring.journals");
        check("games.db", "journals");
        check("spring", "spring.journals");
    }

    #[test]
    fn a_database_that_no_file_keeps_is_refused() {
        for name in [":memory:", "file::memory:", "file:games.db?mode=memory", "", " "] {
            let mistake = Home::find(Some(Path::new(name))).unwrap_err();
            assert_eq!(mistake.message, format!("--db {name:?} is no file"));
        }
    }
}
