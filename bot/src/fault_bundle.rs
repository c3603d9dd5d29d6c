//! What there was to see when something went wrong, as one folder a fault: for the person who asks the next morning.
//! Keeps the newest few and never stops the bot.
//!
//! ```text
//! TIME-KIND/frame-1.png … frame-3.png   the last different pictures of the board, the newest last
//!           seen.png  seen.txt          what was read from the newest
//!           confirmed.txt               the stones of the game in hand, if there was one
//!           calibration.toml            where the points lie in the newest
//!           journal.jsonl               the last lines of the session's journal
//!           profile.toml  versions.txt
//! ```

use std::{
    fmt::Display,
    fs::File,
    io::{Read as _, Seek as _, SeekFrom},
    path::{Path, PathBuf},
};

use image::RgbImage;
use recordings::journal::{read, summary};
use referee::games::AnyPosition;

use session::readable::Readable as _;
use vision::frame::Frame;

/// How much is kept of faults; the oldest go first, the newest never.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Limits {
    faults: usize,
    bytes: u64,
}

/// Some weeks of an ordinary client, some days of a bad one.
const LIMITS: Limits = Limits {
    faults: 100,
    bytes: 256 << 20,
};
/// Lines of the journal that are copied.
const LINES: usize = 50;
/// How much of the journal's end is looked at.
const TAIL_BYTES: u64 = 256 << 10;

/// Where faults are kept, and what is known of the session beforehand.
#[derive(Clone, Debug)]
pub struct Bundles {
    /// The folder of all faults.
    pub folder: PathBuf,
    /// The session's journal.
    pub journal: PathBuf,
    /// The client's profile.
    pub profile: String,
    /// Program, system and screen, a line each.
    pub versions: String,
}

/// One fault.
#[derive(Clone, Debug)]
pub struct Fault<'a> {
    /// One word.
    pub kind: &'a str,
    /// Unix milliseconds.
    pub at_ms: i64,
    /// The last pictures of the board, the newest last.
    pub frames: Vec<&'a Frame>,
    /// What was read from the newest.
    pub read: Read,
}

/// What was read from a picture.
#[derive(Clone, Debug)]
pub struct Read {
    /// Drawn over it.
    pub picture: RgbImage,
    /// As rows of text.
    pub rows: Vec<String>,
    /// Where the board lies in it.
    pub place: Result<String, toml::ser::Error>,
}

impl Bundles {
    /// Keeps one fault in a folder of its own. Answers where.
    ///
    /// # Errors
    /// The folder cannot be written; the bot goes on without it.
    pub fn keep(&self, fault: &Fault<'_>) -> Result<PathBuf, BundleError> {
        let time = jiff::Timestamp::from_millisecond(fault.at_ms).unwrap_or_default();
        let name = format!("{}Z-{}", time.strftime("%Y-%m-%dT%H-%M-%S%.3f"), fault.kind);
        let folder = self.folder.join(name);
        std::fs::create_dir_all(&folder).map_err(|error| BundleError::file(&folder, error))?;
        for (index, frame) in fault.frames.iter().enumerate() {
            save(frame, &folder.join(format!("frame-{}.png", index + 1)))?;
        }
        let seen = Frame::from_image(fault.read.picture.clone());
        save(&seen, &folder.join("seen.png"))?;
        let (journal, confirmed) = tail(&self.journal);
        let calibration = fault.read.place.clone()?;
        let texts = [
            ("seen.txt", fault.read.rows.join("\n") + "\n"),
            ("calibration.toml", calibration),
            ("profile.toml", self.profile.clone()),
            ("versions.txt", self.versions.clone()),
            ("journal.jsonl", journal),
        ];
        let confirmed = confirmed.map(|rows| ("confirmed.txt", rows.join("\n") + "\n"));
        for (name, text) in texts.into_iter().chain(confirmed) {
            write(&folder.join(name), &text)?;
        }
        prune(&self.folder, LIMITS);
        Ok(folder)
    }
}

/// Why a fault was not kept.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// The folder or a text in it cannot be written.
    #[error("{}: {error}", .path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What went wrong.
        error: std::io::Error,
    },
    /// A picture cannot be written.
    #[error("{}: {error}", .path.display())]
    Picture {
        /// Which.
        path: PathBuf,
        /// What went wrong.
        error: image::ImageError,
    },
    /// A calibration that has no form as text.
    #[error(transparent)]
    Calibration(#[from] toml::ser::Error),
}

impl BundleError {
    fn file(path: &Path, error: std::io::Error) -> BundleError {
        BundleError::File {
            path: path.to_owned(),
            error,
        }
    }
}

fn words(path: &Path, error: impl Display) -> String {
    format!("{}: {error}", path.display())
}

fn save(frame: &Frame, path: &Path) -> Result<(), BundleError> {
    let saved = frame.image.save(path);
    saved.map_err(|error| BundleError::Picture {
        path: path.to_owned(),
        error,
    })
}

#[expect(
    clippy::disallowed_methods,
    reason = "this file is part of the shell: it keeps faults in a folder"
)]
fn write(path: &Path, text: &str) -> Result<(), BundleError> {
    std::fs::write(path, text).map_err(|error| BundleError::file(path, error))
}

/// The last lines of a journal, and the stones of its game in hand. A journal that cannot be read has none.
#[expect(
    clippy::disallowed_methods,
    reason = "this file is part of the shell: it keeps faults in a folder"
)]
fn tail(path: &Path) -> (String, Option<Vec<String>>) {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|mut file| {
        let length = file.metadata()?.len();
        file.seek(SeekFrom::Start(length.saturating_sub(TAIL_BYTES)))?;
        file.take(TAIL_BYTES).read_to_end(&mut bytes)
    });
    if let Err(error) = read {
        return (words(path, error) + "\n", None);
    }
    let session = summary::summarise(&read::parse(&bytes).entries);
    let in_hand = session.games.last().filter(|game| game.verdict.is_none());
    let confirmed = in_hand.and_then(|game| game.replay().ok());
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.lines().collect();
    let last = &lines[lines.len().saturating_sub(LINES)..];
    (last.join("\n") + "\n", confirmed.map(|position| rows(&position)))
}

fn rows(position: &AnyPosition) -> Vec<String> {
    match position {
        AnyPosition::Gomoku(position) => position.rows(),
        AnyPosition::Soccer(position) => position.rows(),
    }
}

/// Names begin with the time, so the oldest come first. What has no such name is not ours.
fn prune(folder: &Path, limits: Limits) {
    let Ok(entries) = folder.read_dir() else { return };
    let mut faults: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    faults.retain(|path| path.is_dir() && path.join("versions.txt").is_file());
    faults.sort();
    let sizes: Vec<u64> = faults.iter().map(|path| bytes_in(path)).collect();
    let (mut count, mut bytes) = (faults.len(), sizes.iter().sum::<u64>());
    for (old, size) in faults.iter().zip(sizes) {
        if count <= 1 || (count <= limits.faults && bytes <= limits.bytes) {
            return;
        }
        // A folder that will not go is no reason to stop.
        let _ = std::fs::remove_dir_all(old);
        count -= 1;
        bytes -= size;
    }
}

/// Of the files in a folder.
fn bytes_in(folder: &Path) -> u64 {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    let sizes = entries.filter_map(|entry| entry.metadata().ok());
    sizes.map(|metadata| metadata.len()).sum()
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests touch files")]
mod tests {
    use recordings::journal::{Journal, JournalEvent, SessionHead};
    use referee::{
        gomoku::{Move, Rule},
        point::Point,
        record::{Ply, Record},
        seat::Seat,
    };
    use vision::{
        calibration::Calibration,
        observation::Observation,
        paint::{Scene, paint},
        theme,
    };

    use super::*;

    fn bundles(folder: &Path) -> Bundles {
        let session = SessionHead {
            session: "s".to_owned(),
            program: "tengen".to_owned(),
            client: None,
            engine: None,
        };
        let mut journal = Journal::create(&folder.join("journals"), &session, 0).unwrap();
        let game = Record {
            id: "g".to_owned(),
            ..Record::blank(9, Rule::Freestyle)
        };
        journal
            .append(
                JournalEvent::GameStarted {
                    game: game.into_any(),
                },
                1,
            )
            .unwrap();
        for (index, seat) in Seat::BOTH.into_iter().enumerate() {
            let ply = JournalEvent::Ply {
                game: "g".to_owned(),
                index,
                seat,
                ply: Ply::bare(Move::Place(Point::new(index as u8, 2)).into()),
            };
            journal.append(ply, 2).unwrap();
        }
        for number in 0..60 {
            let text = format!("note {number}");
            journal.append(JournalEvent::Note { text }, 3).unwrap();
        }
        Bundles {
            folder: folder.join("faults"),
            journal: journal.path().to_owned(),
            profile: "title = \"x\"\n".to_owned(),
            versions: "tengen 0\n".to_owned(),
        }
    }

    #[test]
    fn a_fault_tells_what_was_seen_and_what_was_known() {
        let folder = tempfile::tempdir().unwrap();
        let painted = paint(&Scene::strewn(9, 9, 4, 1), &theme::all()[0], 20.0, 1);
        let frame = Frame::from_image(painted.image);
        let seen = Observation::unknown(9, 9);
        let fault = Fault {
            kind: "mismatch",
            at_ms: 1_700_000_000_123,
            frames: vec![&frame, &frame],
            read: Read {
                picture: RgbImage::clone(&frame.image),
                rows: seen.to_rows(),
                place: toml::to_string(&painted.calibration),
            },
        };
        let kept = bundles(folder.path()).keep(&fault).unwrap();
        assert!(kept.ends_with("2023-11-14T22-13-20.123Z-mismatch"), "{kept:?}");
        let text = |name: &str| std::fs::read_to_string(kept.join(name)).unwrap();
        assert_eq!(text("confirmed.txt").lines().nth(2), Some("xo......."));
        assert_eq!(text("seen.txt").lines().next(), Some("?????????"));
        assert_eq!(text("journal.jsonl").lines().count(), LINES);
        assert!(text("journal.jsonl").lines().last().unwrap().contains("note 59"));
        assert_eq!(
            toml::from_str::<Calibration>(&text("calibration.toml")).unwrap(),
            painted.calibration
        );
        for picture in ["frame-1.png", "frame-2.png"] {
            assert_eq!(image::open(kept.join(picture)).unwrap().to_rgb8(), *frame.image);
        }
        assert!(kept.join("seen.png").is_file() && text("versions.txt") == "tengen 0\n");
    }

    #[test]
    fn only_the_newest_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let others = folder.path().join("0000-somebody's");
        std::fs::create_dir_all(&others).unwrap();
        let check = |limits: Limits, left: &[&str]| {
            for name in ["1-blind", "2-away", "3-blind", "4-mismatch"] {
                let fault = folder.path().join(name);
                std::fs::create_dir_all(&fault).unwrap();
                std::fs::write(fault.join("versions.txt"), [0; 100]).unwrap();
            }
            prune(folder.path(), limits);
            let entries = folder.path().read_dir().unwrap().flatten();
            let mut names: Vec<String> = entries
                .map(|entry| entry.file_name().into_string().unwrap())
                .collect();
            names.sort();
            assert_eq!(names[1..], *left, "{limits:?}");
            assert!(others.is_dir());
        };
        let limits = |faults: usize, bytes: u64| Limits { faults, bytes };
        check(limits(4, 400), &["1-blind", "2-away", "3-blind", "4-mismatch"]);
        check(limits(2, 400), &["3-blind", "4-mismatch"]);
        check(limits(4, 399), &["2-away", "3-blind", "4-mismatch"]);
        check(limits(4, 100), &["4-mismatch"]);
        // The newest stays, however large it is.
        check(limits(4, 99), &["4-mismatch"]);
    }
}
