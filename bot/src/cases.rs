//! Regression cases for the reader: pictures of one board, and what stands on them. A case is a folder, made from a
//! film or from a fault's bundle, and kept under `tests/cases/`, where every test run reads it.
//!
//! ```text
//! CASE/case.toml              a note, and where the points lie in all pictures
//!      1.png  2.png  3.png    in the order in which they were seen
//!      1.txt  2.txt  3.txt    one line a row: . x o, and ? where nothing is expected; no file: only looked at
//! ```
//!
//! A reader names the two kinds of stone itself, so a case may hold with their names exchanged, in all its pictures.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use image::RgbImage;
use serde::{Deserialize, Serialize};
use vision::{
    calibration::Calibration,
    frame::Frame,
    observation::{Content, Observation},
    read::Reader,
};

use crate::{film_replay::Exhibit, picture_file::frame_from_file};
use base::user_error::UserError;
use recordings::rows::open_where_unlike;

const HEAD: &str = "case.toml";

/// One case.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// Note and calibration.
    pub head: CaseHead,
    /// In the order in which they were seen.
    pub pictures: Vec<Picture>,
}

/// `case.toml` as written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseHead {
    /// What is special about it, in words.
    pub note: String,
    /// Where the points lie in all pictures.
    pub calibration: Calibration,
}

/// One picture of a case.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The pixels.
    pub image: Arc<RgbImage>,
    /// What stands there, one string a row; `None` if it is only looked at.
    pub expected: Option<Vec<String>>,
}

impl Case {
    /// The case that a film's difference or fault makes.
    pub fn of_exhibit(exhibit: Exhibit) -> Case {
        let picture = |(frame, rows): (Frame, Vec<String>)| Picture {
            image: frame.image,
            expected: Some(rows),
        };
        Case {
            head: CaseHead {
                note: exhibit.why,
                calibration: exhibit.calibration,
            },
            pictures: exhibit.shown.into_iter().map(picture).collect(),
        }
    }

    /// The case that a fault's bundle makes: its last picture is expected to show the confirmed stones, and what was
    /// read otherwise is left open.
    ///
    /// # Errors
    /// The folder is no bundle of a fault, or a file in it cannot be read.
    pub fn of_bundle(folder: &Path) -> Result<Case, UserError> {
        let calibration = text(&folder.join("calibration.toml"))?;
        let calibration =
            toml::from_str(&calibration).map_err(|error| no_case(folder, &error.to_string()))?;
        let seen = rows_in(&text(&folder.join("seen.txt"))?);
        let confirmed = folder.join("confirmed.txt");
        let expected = match confirmed.is_file() {
            true => open_where_unlike(rows_in(&text(&confirmed)?), &seen),
            false => seen,
        };
        let mut pictures = Vec::new();
        while let Some(path) = numbered(folder, "frame-", pictures.len() + 1) {
            let image = frame_from_file(&path)?.image;
            pictures.push(Picture {
                image,
                expected: None,
            });
        }
        let last = pictures
            .last_mut()
            .ok_or_else(|| no_case(folder, "it has no pictures"))?;
        last.expected = Some(expected);
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let head = CaseHead {
            note: format!("the fault {name}"),
            calibration,
        };
        Ok(Case { head, pictures })
    }

    /// Writes the case into `folder`, which is made.
    ///
    /// # Errors
    /// There is a case already, or the folder cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), UserError> {
        let unwritable = |why: &dyn ToString| {
            let message = format!("cannot write case {}: {}", folder.display(), why.to_string());
            UserError::new(message, "give a folder that can be written")
        };
        if folder.join(HEAD).exists() {
            return Err(UserError::new(
                format!("{} holds a case already", folder.display()),
                "give a folder that does not exist yet",
            ));
        }
        std::fs::create_dir_all(folder).map_err(|error| unwritable(&error))?;
        let head = toml::to_string(&self.head).map_err(|error| unwritable(&error))?;
        let mut files = vec![(folder.join(HEAD), head)];
        for (index, picture) in self.pictures.iter().enumerate() {
            let path = folder.join(format!("{}.png", index + 1));
            picture.image.save(&path).map_err(|error| unwritable(&error))?;
            let rows = picture.expected.iter().map(|rows| rows.join("\n") + "\n");
            files.extend(rows.map(|rows| (path.with_extension("txt"), rows)));
        }
        for (path, text) in files {
            #[expect(clippy::disallowed_methods, reason = "a case is files: this is their shell")]
            std::fs::write(path, text).map_err(|error| unwritable(&error))?;
        }
        Ok(())
    }

    /// Reads a case from its folder.
    ///
    /// # Errors
    /// It is no case.
    pub fn read(folder: &Path) -> Result<Case, UserError> {
        let head = text(&folder.join(HEAD))?;
        let head = toml::from_str(&head).map_err(|error| no_case(folder, &error.to_string()))?;
        let mut pictures = Vec::new();
        while let Some(path) = numbered(folder, "", pictures.len() + 1) {
            let rows = path.with_extension("txt");
            pictures.push(Picture {
                image: frame_from_file(&path)?.image,
                expected: rows
                    .is_file()
                    .then(|| text(&rows))
                    .transpose()?
                    .map(|text| rows_in(&text)),
            });
        }
        if pictures.iter().all(|picture| picture.expected.is_none()) {
            return Err(no_case(folder, "nothing is expected of any picture"));
        }
        Ok(Case { head, pictures })
    }

    /// Reads the pictures as the bot does, learning from what is right.
    ///
    /// # Errors
    /// Each picture that is read otherwise, and how.
    pub fn check(&self) -> Result<(), CaseError> {
        self.check_named(Names::Own).or_else(|own| {
            let exchanged = self.check_named(Names::Exchanged);
            exchanged.map_err(|_| own)
        })
    }

    fn check_named(&self, names: Names) -> Result<(), CaseError> {
        let mut reader = Reader::unaided(self.head.calibration);
        let mut wrong = Vec::new();
        for (index, picture) in self.pictures.iter().enumerate() {
            let frame = Frame {
                image: Arc::clone(&picture.image),
                origin: (0, 0),
            };
            let seen = reader.read(&frame);
            let Some(rows) = &picture.expected else { continue };
            let expected = Observation::from_rows(rows, seen.columns, seen.rows)
                .ok_or(CaseError::OtherSize(index + 1))?;
            let read = match names {
                Names::Own => seen.clone(),
                Names::Exchanged => seen.swapped(),
            };
            let asked = |point: &referee::point::Point| expected.content(*point) != Content::Uncertain;
            let unlike = read
                .points()
                .filter(asked)
                .filter(|point| read.content(*point) != expected.content(*point));
            let unlike: Vec<String> = unlike
                .map(|point| {
                    let (read, expected) = (read.content(point), expected.content(point));
                    let name = point.name_on(seen.rows);
                    format!("{name} reads {} for {}", read.letter(), expected.letter())
                })
                .collect();
            if !unlike.is_empty() {
                wrong.push(format!("{}.png: {}", index + 1, unlike.join(", ")));
            } else if expected.uncertain() == 0 {
                reader.learn(&frame, &seen);
            }
        }
        if wrong.is_empty() {
            Ok(())
        } else {
            Err(CaseError::ReadOtherwise(wrong))
        }
    }

    /// Points of which nothing is expected although their picture is judged.
    pub fn open_points(&self) -> usize {
        let rows = self
            .pictures
            .iter()
            .filter_map(|picture| picture.expected.as_ref())
            .flatten();
        rows.map(|row| row.matches('?').count()).sum()
    }
}

/// Why a case does not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CaseError {
    /// The rows of the picture of this number are no board of the size that was read.
    #[error("{0}.txt is no board of this size")]
    OtherSize(usize),
    /// Pictures that are read otherwise than expected, each in words.
    #[error("{}", .0.join("; "))]
    ReadOtherwise(Vec<String>),
}

#[derive(Clone, Copy)]
enum Names {
    Own,
    Exchanged,
}

fn numbered(folder: &Path, stem: &str, number: usize) -> Option<PathBuf> {
    let path = folder.join(format!("{stem}{number}.png"));
    path.is_file().then_some(path)
}

fn rows_in(text: &str) -> Vec<String> {
    text.lines().map(|line| line.trim_end().to_owned()).collect()
}

fn text(path: &Path) -> Result<String, UserError> {
    #[expect(clippy::disallowed_methods, reason = "a case is files: this is their shell")]
    let text = std::fs::read_to_string(path);
    text.map_err(|error| no_case(path, &error.to_string()))
}

fn no_case(path: &Path, why: &str) -> UserError {
    let why = why.lines().next().unwrap_or_default();
    UserError::new(
        format!("cannot read {}: {why}", path.display()),
        "cases are made from films and from faults by `tengen replay --frames FILM --save-case DIR`",
    )
}
