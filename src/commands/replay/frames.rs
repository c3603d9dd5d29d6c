//! `tengen replay --frames`: a film read again, and what is read otherwise; or a regression case made of it.

use std::path::Path;

use recordings::film::{
    self, FilmError,
    read::{FilmReader, Tail},
};

use super::story::{Story, Told};
use crate::{output, progress_line::ProgressLine};
use base::{exit::Exit, user_error::UserError};
use bot::{cases::Case, film_replay::FilmReplay};

/// Reads the film, or makes a case of a fault's folder.
///
/// # Errors
/// The film is damaged or none, or the case cannot be written.
pub(super) fn run(path: &Path, save_case: Option<&Path>, story: Option<&Path>) -> anyhow::Result<Exit> {
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
    let mut story = story.map(Story::begin).transpose()?;
    let replayed = replay_film(path, story.as_mut())?;
    if let Some(story) = story {
        tracing::info!("{} pictures and story.txt written", story.end()?);
    }
    for difference in &replayed.differences {
        output::line(difference)?;
    }
    let wrong = match replayed.differences.len() {
        0 => "all read as confirmed".to_owned(),
        count => format!("{count} read otherwise"),
    };
    output::line(&format!(
        "{} pictures, {} games, {} plies: {wrong}",
        replayed.frames, replayed.games, replayed.plies
    ))?;
    let exit = if replayed.differences.is_empty() {
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

fn replay_film(path: &Path, mut story: Option<&mut Story>) -> anyhow::Result<FilmReplay> {
    let mut replayed = FilmReplay::default();
    let line = ProgressLine::begin("pictures read");
    for part in film::parts_from(path) {
        let mut reader = FilmReader::open(&part).map_err(|error| user_error(&error))?;
        for moment in reader.by_ref() {
            let moment = moment.map_err(|error| user_error(&error))?;
            let told = Told::of(&moment);
            replayed.take(moment);
            line.so_far(replayed.frames);
            if let Some(story) = &mut story {
                story.tell(&told, &replayed)?;
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
