//! Every case under `tests/cases/`: pictures that were once read wrongly, or nearly, and what stands on them.

use std::path::{Path, PathBuf};

use bot::{
    cases::Case,
    fault_bundle::{Bundles, Fault},
};
use recordings::journal::{Journal, JournalEvent, SessionHead};
use referee::{
    color::Color,
    gomoku::{Move, Rule},
    point::Point,
    record::{Ply, Record},
    seat::Seat,
};
use vision::{
    frame::Frame,
    paint::{Painter, Scene},
    read::Reader,
    theme,
};

use crate::report::tengen;

#[test]
fn every_case_is_read_as_expected() {
    let cases = cases();
    assert!(cases.len() >= 2, "{cases:?}");
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|folder| {
            let case = Case::read(folder).unwrap_or_else(|mistake| panic!("{mistake}"));
            let wrong = case.check().err()?;
            Some(format!("{} ({}): {wrong}", folder.display(), case.head.note))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_wrong_row_fails_its_case() {
    let mut case = Case::read(&cases()[0]).unwrap();
    let rows = case.pictures.last_mut().unwrap().expected.as_mut().unwrap();
    let row = rows.iter_mut().find(|row| row.contains('x')).unwrap();
    *row = row.replacen('x', ".", 1);
    assert!(case.check().is_err());
}

#[test]
fn cases_stay_small() {
    for folder in cases() {
        let files = folder.read_dir().unwrap().flatten();
        let bytes: u64 = files.map(|file| file.metadata().unwrap().len()).sum();
        assert!(bytes < 100_000, "{} has {bytes} bytes", folder.display());
    }
}

/// From a fault's folder to a case, by the command: the stone that nobody confirmed is left open.
#[test]
fn a_fault_becomes_a_case() {
    let folder = tempfile::tempdir().unwrap();
    let painter = Painter::new(theme::by_name("kaya").unwrap(), 9, 9, 24.0, 2);
    let (mut scene, mut frames) = (Scene::empty(9, 9), Vec::new());
    frames.push(Frame::from_image(painter.paint(&scene).image));
    let session = SessionHead {
        session: "s".to_owned(),
        program: "tengen".to_owned(),
        client: None,
        engine: None,
    };
    let mut journal = Journal::create(&folder.path().join("journals"), &session, 0).unwrap();
    let game = Record {
        id: "g".to_owned(),
        ..Record::blank(9, Rule::Freestyle)
    };
    journal
        .append(
            JournalEvent::GameStarted {
                game: game.into_any(),
            },
            0,
        )
        .unwrap();
    for (index, (x, y)) in [(4, 4), (5, 4), (3, 3)].into_iter().enumerate() {
        scene.put(Point::new(x, y), Some(Color::BOTH[index % 2]));
        if index < 2 {
            let ply = JournalEvent::Ply {
                game: "g".to_owned(),
                index,
                seat: Seat::BOTH[index],
                ply: Ply::bare(Move::Place(Point::new(x, y)).into()),
            };
            journal.append(ply, 0).unwrap();
        }
    }
    frames.push(Frame::from_image(painter.paint(&scene).image));
    let mut reader = Reader::unaided(painter.calibration());
    let seen = frames.iter().map(|frame| reader.read(frame)).next_back().unwrap();
    let bundles = Bundles {
        folder: folder.path().join("faults"),
        journal: journal.path().to_owned(),
        profile: String::new(),
        versions: String::new(),
    };
    let fault = Fault {
        kind: "mismatch",
        at_ms: 0,
        frames: frames.iter().collect(),
        read: bot::fault_bundle::Read {
            picture: image::RgbImage::clone(&frames[0].image),
            rows: seen.to_rows(),
            place: toml::to_string(&painter.calibration()),
        },
    };
    let (bundle, target) = (bundles.keep(&fault).unwrap(), folder.path().join("case"));
    let words = [
        "replay",
        "--frames",
        bundle.to_str().unwrap(),
        "--save-case",
        target.to_str().unwrap(),
    ];
    let run = tengen(&words);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("1 point is left open"), "{}", run.err);
    let case = Case::read(&target).unwrap();
    assert_eq!((case.pictures.len(), case.open_points()), (2, 1));
    let rows = case.pictures[1].expected.as_ref().unwrap();
    assert_eq!((&rows[4][4..6], &rows[3][3..4]), ("xo", "?"));
    assert_eq!(case.check(), Ok(()));
}

#[test]
fn a_film_becomes_a_picture_book() {
    let folder = tempfile::tempdir().unwrap();
    let (films, story) = (folder.path().join("films"), folder.path().join("story"));
    let (films_name, story_name) = (films.to_str().unwrap(), story.to_str().unwrap());
    let run = tengen(&[
        "simulate",
        "--games",
        "1",
        "--strength",
        "0",
        "--film",
        films_name,
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    let film = films.read_dir().unwrap().flatten().next().unwrap().path();
    let words = [
        "replay",
        "--frames",
        film.to_str().unwrap(),
        "--story",
        story_name,
    ];
    let run = tengen(&words);
    assert_eq!(run.code, 0, "{}", run.err);
    let text = std::fs::read_to_string(story.join("story.txt")).unwrap();
    let pictures = story.read_dir().unwrap().count() - 1;
    assert!(
        pictures > 10 && run.err.contains(&format!("{pictures} pictures")),
        "{}",
        run.err
    );
    for words in [
        " began, we are ",
        "  ply 1: first plays ",
        "  the game is over: ",
        " is black",
        &format!("{pictures:05}.png"),
    ] {
        assert!(text.contains(words), "{words:?} in {text}");
    }
    let again = tengen(&words);
    assert_eq!(again.code, 2);
    assert!(again.err.contains("no story in "), "{}", again.err);
}

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let entries = folder.read_dir().unwrap().flatten();
    let mut cases: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    cases.sort();
    cases
}
