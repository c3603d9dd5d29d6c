//! `tengen replay --frames`: a film read again, and what is read otherwise; or a regression case made of it.

use std::path::{Path, PathBuf};

use recordings::film::{
    self, FilmError,
    read::{FilmReader, Tail},
};

use super::{
    story::{Story, Told},
    stretch::{self, Stretch},
};
use crate::{output, progress_line::ProgressLine};
use base::{exit::Exit, user_error::UserError};
use bot::{cases::Case, film_replay::FilmReplay};

/// Reads the film, or makes a case of a fault's folder.
///
/// # Errors
/// The film is damaged or none, or the case cannot be written.
pub(super) fn run(wanted: &FilmWanted<'_>) -> anyhow::Result<Exit> {
    let FilmWanted {
        film: path,
        db,
        save_case,
        story,
    } = *wanted;
    let word = path.to_string_lossy();
    if !path.exists() && !word.contains(['/', '\\', '.']) {
        let (films, stretch) = stretch::of_game(&word, db)?;
        if let Some(case) = save_case {
            return Err(UserError::new(
                format!("--save-case {}: {word} is a game", case.display()),
                format!("a case is made of a whole film: --frames {}", films[0].display()),
            )
            .into());
        }
        for film in &films {
            output::line(&film.display())?;
        }
        return read_again(&films, Some(stretch), save_case, story);
    }
    if path.is_dir() {
        let Some(target) = save_case else {
            return Err(UserError::new(
                format!("{} is a folder", path.display()),
                "give a film; of a fault's folder a case can be made with --save-case DIR",
            )
            .into());
        };
        if let Some(story) = story {
            return Err(UserError::new(
                format!("--story {}: {} is no film", story.display(), path.display()),
                "a fault's folder has its pictures already; leave --story out",
            )
            .into());
        }
        save(&Case::of_bundle(path)?, target)?;
        return Ok(Exit::Done);
    }
    read_again(&[path.to_owned()], None, save_case, story)
}

/// What is to be read again.
#[derive(Clone, Copy)]
pub(super) struct FilmWanted<'a> {
    /// A film, a fault's folder, or what a game of the database goes by.
    pub(super) film: &'a Path,
    pub(super) db: Option<&'a Path>,
    pub(super) save_case: Option<&'a Path>,
    pub(super) story: Option<&'a Path>,
}

/// Reads films, or what they show of one game.
fn read_again(
    films: &[PathBuf],
    mut stretch: Option<Stretch>,
    save_case: Option<&Path>,
    story: Option<&Path>,
) -> anyhow::Result<Exit> {
    let mut story = story.map(Story::begin).transpose()?;
    let replayed = replay_films(films, stretch.as_mut(), story.as_mut())?;
    if let Some(story) = story {
        tracing::info!("{} pictures and story.txt written", story.end()?);
    }
    let differences = match &stretch {
        Some(stretch) => stretch.differences(&replayed),
        None => &replayed.differences,
    };
    for difference in differences {
        output::line(difference)?;
    }
    let wrong = match differences.len() {
        0 => "all read as confirmed".to_owned(),
        count => format!("{count} read otherwise"),
    };
    let what = match &stretch {
        Some(stretch) => stretch.words(),
        None => format!(
            "{} pictures, {} games, {} plies",
            replayed.frames, replayed.games, replayed.plies
        ),
    };
    output::line(&format!("{what}: {wrong}"))?;
    let exit = if differences.is_empty() {
        Exit::Done
    } else {
        Exit::No
    };
    if let Some(target) = save_case {
        match replayed.first_difference.or(replayed.last_fault) {
            Some(exhibit) => save(&Case::of_exhibit(exhibit), target)?,
            None => tracing::info!("no case written: neither a difference nor a fault is in the film"),
        }
    }
    Ok(exit)
}

fn replay_films(
    films: &[PathBuf],
    mut stretch: Option<&mut Stretch>,
    mut story: Option<&mut Story>,
) -> anyhow::Result<FilmReplay> {
    let mut replayed = FilmReplay::default();
    let line = ProgressLine::begin("pictures read");
    for part in films.iter().flat_map(|film| film::parts_from(film)) {
        let mut reader = FilmReader::open(&part).map_err(|error| user_error(&error))?;
        for moment in reader.by_ref() {
            let moment = moment.map_err(|error| user_error(&error))?;
            let told = Told::of(&moment, &replayed);
            let ends_it = stretch::ends_a_game(&moment);
            if let Some(stretch) = &mut stretch {
                stretch.comes(&moment, &replayed);
                if stretch.is_over() {
                    return Ok(replayed);
                }
            }
            replayed.take(moment);
            line.so_far(replayed.frames);
            if let Some(story) = &mut story
                && stretch.as_ref().is_none_or(|stretch| stretch.is_within())
            {
                story.tell(&told, &replayed)?;
            }
            if let Some(stretch) = &mut stretch {
                stretch.went(ends_it, &replayed);
            }
        }
        line.clear();
        if let Tail::Torn { bytes } = reader.tail() {
            tracing::info!(
                "{}: {bytes} bytes at its end are half an entry: cut off",
                part.display()
            );
        }
    }
    Ok(replayed)
}

fn user_error(error: &FilmError) -> UserError {
    let hint = match error {
        FilmError::NotAFilm(_) => "films are kept in films/ beside the database and end in .film",
        FilmError::Damaged { .. } => {
            "the film up to there is whole; keep a copy and make it that long to read it"
        }
        FilmError::Io { .. } | FilmError::TooLarge { .. } => "name a film that exists and can be read",
    };
    UserError::new(error.to_string(), hint)
}

fn save(case: &Case, target: &Path) -> Result<(), UserError> {
    case.write(target)?;
    let pictures = case.pictures.len();
    tracing::info!(
        "{}: a case of {pictures} pictures: {}",
        target.display(),
        case.head.note
    );
    match case.open_points() {
        0 => {}
        1 => tracing::info!("1 point is left open (?): write what stands there into its .txt file"),
        open => {
            tracing::info!("{open} points are left open (?): write what stands there into the .txt files")
        }
    }
    Ok(())
}
