//! Names of clients, kept beside the database: the first name under which a program's games were counted stays its name, so that
//! one client is one in the report. Which program a window is of is decided in [`identity`].

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use vision::window::Window;

use archive::home::Home;
use base::atomic_file;
use profile::{
    client::{Client, Profile},
    familiarity::Familiarity,
    folder, identity,
    library::Profiles,
};

/// Bytes that the file may have.
const BYTES_MAX: u64 = 1 << 20;
/// Programs that are remembered.
const PROGRAMS_MAX: usize = 1_000;

/// What a client is called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Called {
    /// In records: where the game was played.
    pub name: String,
    /// For people: the opponent's name where no plate tells another.
    pub title: String,
}

/// The clients that games were played on.
#[derive(Clone, Debug)]
pub struct Census {
    path: PathBuf,
    known: BTreeMap<String, Called>,
    /// Why the file could not be used.
    trouble: Option<String>,
}

impl Census {
    /// The names that are kept in this home.
    pub fn of(home: &Home) -> Census {
        let path = home.clients();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let read = folder::read(path.parent().unwrap_or(Path::new(".")), &name, BYTES_MAX);
        let known = match read {
            Err(folder::FileRefusal::Missing) => Ok(BTreeMap::new()),
            Err(refusal) => Err(refusal.to_string()),
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(|error| error.to_string()),
        };
        let (known, trouble) = match known {
            Ok(known) => (known, None),
            Err(why) => (BTreeMap::new(), Some(format!("{}: {why}", path.display()))),
        };
        Census { path, known, trouble }
    }

    /// Why no names are known and none are kept, if so.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// What the client in this window is called. `profiles` are those that come with the program first, then all others. The first
    /// answer for a program is remembered.
    pub fn call(&mut self, window: &Window, client: &Client, profiles: &Profiles) -> Called {
        let program = identity::program(window);
        if let Some(called) = self.known.get(&program) {
            return called.clone();
        }
        let of = |(name, profile): (&str, &Profile)| Called {
            name: name.to_owned(),
            title: profile.title.clone(),
        };
        if let Some(found) = identity::profile_of(window, pairs(&profiles.built_in)) {
            return of(found);
        }
        let called = match client.familiarity {
            Familiarity::Profile => of((&client.name, &client.profile)),
            Familiarity::Stranger => {
                let found = identity::profile_of(window, pairs(&profiles.others));
                found.map_or_else(|| stranger(&program, window), of)
            }
        };
        self.remember(program, &called);
        called
    }

    /// What cannot be kept is asked again another time.
    fn remember(&mut self, program: String, called: &Called) {
        if program.is_empty() || self.known.len() >= PROGRAMS_MAX || self.trouble.is_some() {
            return;
        }
        self.known.insert(program, called.clone());
        if let Ok(text) = serde_json::to_vec_pretty(&self.known)
            && let Err(error) = atomic_file::replace(&self.path, &text)
        {
            self.trouble = Some(format!("{}: {error}", self.path.display()));
        }
    }
}

fn pairs(profiles: &[(String, Profile)]) -> impl Iterator<Item = (&str, &Profile)> {
    profiles.iter().map(|(name, profile)| (name.as_str(), profile))
}

/// A client without any profile has its program's name.
fn stranger(program: &str, window: &Window) -> Called {
    let title = window.title.trim();
    let name = if program.is_empty() { title } else { program };
    Called {
        name: name.to_owned(),
        title: if title.is_empty() { name } else { title }.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use profile::{library, sample::window};

    /// A profile called `name` for windows with this title.
    fn profiled(name: &str, title: &str) -> Client {
        Client {
            name: name.to_owned(),
            familiarity: Familiarity::Profile,
            ..Client::of_window(title)
        }
    }

    #[test]
    fn one_client_has_one_name_however_it_is_played() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::in_folder(folder.path());
        let profiles = library::profiles();
        // Every question is asked by another session.
        let check = |window: &Window, client: Client, expected: &str| {
            let mut census = Census::of(&home);
            let called = census.call(window, &client, &profiles);
            assert_eq!(
                (called.name.as_str(), census.trouble()),
                (expected, None),
                "{}",
                client.name
            );
        };
        let bovo = window("bovo", "Bovo");
        check(&bovo, library::built_in("bovo").unwrap(), "bovo");
        check(&bovo, Client::of_window("Bov"), "bovo");
        check(&bovo, profiled("my-bovo", "Bovo"), "bovo");
        // A page, first with a profile, then by parts of its title, in another browser, with a count in its title.
        let page = window("Chromium", "Five in a row");
        check(&page, profiled("page", "Five in a row"), "page");
        check(&page, Client::of_window("Five"), "page");
        check(
            &window("Chromium-browser", "Five in a row"),
            Client::of_window("in a row"),
            "page",
        );
        check(
            &window("firefox", "(1) Five in a row — Mozilla Firefox"),
            Client::of_window("Five"),
            "page",
        );
        check(
            &window("Chromium", "Six in a row"),
            Client::of_window("Six"),
            "six in a row",
        );
        // A program, first without a profile.
        check(
            &window("GomokuMaster", "Master - game 7"),
            Client::of_window("game 7"),
            "gomokumaster",
        );
        check(
            &window("GomokuMaster", "Master - game 8"),
            Client::of_window("Master"),
            "gomokumaster",
        );
        check(
            &window("GomokuMaster", "Master"),
            profiled("master", "Master"),
            "gomokumaster",
        );
    }

    #[test]
    fn the_opponent_of_a_stranger_has_one_name_too() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::in_folder(folder.path());
        let titles = ["game 7", "Master"].map(|asked| {
            let window = window("GomokuMaster", &format!("{asked} of Master"));
            Census::of(&home)
                .call(&window, &Client::of_window(asked), &Profiles::default())
                .title
        });
        assert_eq!(titles[0], titles[1]);
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "tests touch files")]
    fn a_broken_file_is_told_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::in_folder(folder.path());
        std::fs::write(home.clients(), "{ half").unwrap();
        let mut census = Census::of(&home);
        let called = census.call(&window("x", "X"), &Client::of_window("X"), &Profiles::default());
        assert_eq!(called.name, "x");
        assert!(census.trouble().is_some());
        assert_eq!(std::fs::read_to_string(home.clients()).unwrap(), "{ half");
    }
}
