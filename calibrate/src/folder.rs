//! What is kept of a newcomer: beside the profile's folder one more, `NAME.seen`, with the film of what was seen, what is known
//! of the window, the answers and the pictures they are about. And the profile itself, which is there whole or not at all.

use std::path::{Path, PathBuf};

use anyhow::Context;
use image::RgbImage;
use recordings::film::EXTENSION;

use crate::{
    answers::{PictureAnswer, PictureAnswers},
    draft::Draft,
    sights::{Seen, When},
};
use base::{atomic_file, user_error::UserError};
use profile::{client::Profile, library};

/// How the folder's name ends.
const SUFFIX: &str = ".seen";
/// What is known of the client's window, board and program.
const WINDOW: &str = "window.toml";
/// What was answered.
const ANSWERS: &str = "answers.toml";
/// What a profile begins with.
const HEAD: &str = "# Written by `tengen calibrate`; docs/profiles.md has every key.\n\n";

/// The folder of what was seen.
#[derive(Clone, Debug)]
pub struct SightsFolder(PathBuf);

impl SightsFolder {
    /// That of the profile `name` below `out`.
    pub fn of(out: &Path, name: &str) -> SightsFolder {
        SightsFolder(out.join(format!("{name}{SUFFIX}")))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Keeps what is known of the client.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn keep_basis(&self, basis: &Profile) -> anyhow::Result<()> {
        let text = toml::to_string(basis).context("cannot spell the profile")?;
        self.keep(WINDOW, text.as_bytes())
    }

    /// Keeps the answers.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn keep_answers(&self, answers: &PictureAnswers) -> anyhow::Result<()> {
        let text = toml::to_string(answers).context("cannot spell the answers")?;
        self.keep(ANSWERS, text.as_bytes())
    }

    /// Keeps one more answer.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn keep_answer(&self, answers: &mut PictureAnswers, answer: PictureAnswer) -> anyhow::Result<()> {
        answers.put(answer);
        self.keep_answers(answers)
    }

    /// Keeps each picture that was seen under its number, and says what is known of them, a line each.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn keep_pictures(&self, seen: &Seen) -> anyhow::Result<Vec<String>> {
        let mut lines = Vec::new();
        for sight in &seen.sights {
            let file = format!("picture-{}.png", sight.number);
            self.keep(&file, &png(&sight.pictures[0])?)?;
            let when = match sight.when {
                When::Before => "before the first game".to_owned(),
                When::During(game) => format!("during game {game}"),
                When::After(game) => format!("at the end of game {game}"),
            };
            let shown = self.0.join(file);
            lines.push(format!("picture {}: {when}, {}", sight.number, shown.display()));
        }
        Ok(lines)
    }

    fn keep(&self, file: &str, bytes: &[u8]) -> anyhow::Result<()> {
        atomic_file::replace(&self.0.join(file), bytes).map_err(|error| unwritable(&self.0, &error).into())
    }
}

/// What is known of the client beside this film, if a watch wrote it.
///
/// # Errors
/// It is there and damaged.
pub fn basis_beside(film: &Path) -> Result<Option<Profile>, UserError> {
    let file = film.with_file_name(WINDOW);
    let Some(text) = read(&file) else {
        return Ok(None);
    };
    library::from_text(&text, &file.display().to_string()).map(Some)
}

/// The answers beside this film, none if there are none.
///
/// # Errors
/// They are there and damaged.
pub fn answers_beside(film: &Path) -> Result<PictureAnswers, UserError> {
    let file = film.with_file_name(ANSWERS);
    match read(&file) {
        Some(text) => PictureAnswers::read(&text, &file.display().to_string()),
        None => Ok(PictureAnswers::default()),
    }
}

/// The answers in that file.
///
/// # Errors
/// It cannot be read, or is no such file.
pub fn answers_in(file: &Path) -> Result<PictureAnswers, UserError> {
    let shown = file.display().to_string();
    let text = read(file).ok_or_else(|| {
        UserError::new(
            format!("no answers in {shown}: it cannot be read"),
            "give a file with --answers",
        )
    })?;
    PictureAnswers::read(&text, &shown)
}

/// The film at `path`: a film's file, or the newest one in a folder.
///
/// # Errors
/// There is none.
pub fn film_at(path: &Path) -> Result<PathBuf, UserError> {
    if !path.is_dir() {
        return Ok(path.to_owned());
    }
    let entries = path.read_dir().into_iter().flatten().flatten();
    let films = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == EXTENSION));
    // Names begin with the time. The first file of the newest film is wanted.
    let mut films: Vec<PathBuf> = films.collect();
    films.sort();
    let stem = |path: &PathBuf| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let base = |path: &PathBuf| stem(path).and_then(|stem| Some(stem.rsplit_once('.')?.0.to_owned()));
    let newest = films.last().and_then(base);
    films
        .into_iter()
        .find(|film| base(film) == newest)
        .ok_or_else(|| {
            UserError::new(
                format!("no film in {}", path.display()),
                "a watch keeps its film in NAME.seen; a session keeps its own in films/ beside the database",
            )
        })
}

/// What happens to a profile of that name that is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// It stays, and nothing is written.
    Stays,
    /// It is put aside as `NAME.before`.
    Aside,
}

/// Refuses a profile that is there already.
///
/// # Errors
/// It is there, and is to stay.
pub fn check_free(folder: &Path, existing: Existing) -> Result<(), UserError> {
    let file = folder.join("profile.toml");
    if file.exists() && existing == Existing::Stays {
        return Err(UserError::new(
            format!("{} exists already", file.display()),
            "give another --name or --out; a profile is never overwritten (--replace puts the old one aside)",
        ));
    }
    Ok(())
}

/// Writes the profile with its pictures. Until all of it is written, nothing is in `folder`.
///
/// # Errors
/// It is there already, or cannot be written.
#[expect(
    clippy::disallowed_methods,
    reason = "the shell: here a profile becomes files"
)]
pub fn write(folder: &Path, draft: &Draft, overlay: &RgbImage, existing: Existing) -> anyhow::Result<()> {
    check_free(folder, existing)?;
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let partial = folder.with_file_name(format!(".{name}.partial-{}", std::process::id()));
    let refused = |error: std::io::Error| unwritable(folder, &error);
    if partial.exists() {
        std::fs::remove_dir_all(&partial).map_err(refused)?;
    }
    std::fs::create_dir_all(&partial).map_err(refused)?;
    for (file, picture) in &draft.pictures {
        std::fs::write(partial.join(file), png(picture)?).map_err(refused)?;
    }
    std::fs::write(partial.join("overlay.png"), png(overlay)?).map_err(refused)?;
    let text = spelled(&draft.profile)?;
    std::fs::write(partial.join("profile.toml"), text).map_err(refused)?;
    if folder.exists() {
        if folder.join("profile.toml").exists() {
            let before = folder.with_file_name(format!("{name}.before"));
            if before.exists() {
                std::fs::remove_dir_all(&before).map_err(refused)?;
            }
            std::fs::rename(folder, &before).map_err(refused)?;
        } else {
            // A folder without a profile is no profile; what else is in it stays.
            for entry in std::fs::read_dir(&partial).map_err(refused)?.flatten() {
                if entry.file_name() != "profile.toml" {
                    std::fs::rename(entry.path(), folder.join(entry.file_name())).map_err(refused)?;
                }
            }
            std::fs::rename(partial.join("profile.toml"), folder.join("profile.toml")).map_err(refused)?;
            return std::fs::remove_dir_all(&partial).map_err(|error| refused(error).into());
        }
    }
    std::fs::rename(&partial, folder).map_err(|error| refused(error).into())
}

/// Puts a profile in the place of the one that was written there, whose pictures stay.
///
/// # Errors
/// It cannot be written.
pub fn rewrite(folder: &Path, profile: &Profile) -> anyhow::Result<()> {
    let text = spelled(profile)?;
    atomic_file::replace(&folder.join("profile.toml"), text.as_bytes())
        .map_err(|error| unwritable(folder, &error).into())
}

fn spelled(profile: &Profile) -> anyhow::Result<String> {
    let text = toml::to_string(profile).context("cannot spell the profile")?;
    Ok(format!("{HEAD}{text}"))
}

#[expect(clippy::disallowed_methods, reason = "the shell: it reads what was kept")]
fn read(file: &Path) -> Option<String> {
    let bytes = std::fs::read(file).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fn png(picture: &RgbImage) -> anyhow::Result<Vec<u8>> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture
        .write_to(&mut bytes, image::ImageFormat::Png)
        .context("cannot spell a picture")?;
    Ok(bytes.into_inner())
}

fn unwritable(folder: &Path, error: &std::io::Error) -> UserError {
    UserError::new(
        format!("cannot write {}: {error}", folder.display()),
        "give a folder that can be written with --out",
    )
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests touch files")]
mod tests {
    use super::*;
    use profile::client::Client;

    fn draft() -> Draft {
        Draft {
            profile: Client::of_window("some client").profile,
            pictures: vec![("next.png".to_owned(), RgbImage::new(20, 10))],
            learned: Vec::new(),
            missing: Vec::new(),
        }
    }

    #[test]
    fn a_profile_is_written_whole_and_never_over_another() {
        let out = tempfile::tempdir().unwrap();
        let folder = out.path().join("mine");
        let overlay = RgbImage::new(9, 9);
        write(&folder, &draft(), &overlay, Existing::Stays).unwrap();
        assert!(library::from_folder(&folder).is_ok());
        assert!(folder.join("next.png").is_file() && folder.join("overlay.png").is_file());
        assert!(write(&folder, &draft(), &overlay, Existing::Stays).is_err());
        for _ in 0..2 {
            write(&folder, &draft(), &overlay, Existing::Aside).unwrap();
        }
        let mut names: Vec<_> = out
            .path()
            .read_dir()
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(names, ["mine", "mine.before"], "nothing partial is left");
    }

    #[test]
    fn a_folder_that_holds_other_things_keeps_them() {
        let out = tempfile::tempdir().unwrap();
        let folder = out.path().join("mine");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("notes.txt"), "mine").unwrap();
        write(&folder, &draft(), &RgbImage::new(9, 9), Existing::Stays).unwrap();
        assert!(folder.join("notes.txt").is_file() && library::from_folder(&folder).is_ok());
    }

    #[test]
    fn the_first_file_of_the_newest_film_is_found() {
        let out = tempfile::tempdir().unwrap();
        assert!(film_at(out.path()).is_err());
        for name in ["1_a.0001.film", "2_b.0001.film", "2_b.0002.film"] {
            std::fs::write(out.path().join(name), "").unwrap();
        }
        assert_eq!(film_at(out.path()).unwrap(), out.path().join("2_b.0001.film"));
    }
}
