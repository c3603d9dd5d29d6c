//! Film written, read again, damaged and bounded.
#![expect(clippy::disallowed_methods, reason = "tests look at files and at the clock")]

use std::path::{Path, PathBuf};

use image::{Rgb, RgbImage};
use proptest::prelude::*;
use referee::{
    gomoku::{Move, Rule},
    point::Point,
    record::Record,
    seat::Seat,
    verdict::{Reason, Verdict},
};
use vision::{
    calibration::{Calibration, Kind},
    orientation::{Corner, Orientation, ScreenDirection},
    paint::{Painter, Scene},
    theme,
};

use super::{
    FilmEntry, FilmError, FilmLimits, Moment, ReaderChange, Remark, entry, parts_from,
    read::{FilmReader, Tail},
    write::Film,
};

const CALIBRATION: Calibration = Calibration {
    columns: 5,
    rows: 5,
    kind: Kind::Points,
    origin: (6.0, 6.0),
    pitch: (7.0, 7.0),
    confidence: 1.0,
    orientation: Orientation {
        origin: Corner::TopLeft,
        columns: ScreenDirection::Across,
    },
};

fn create(folder: &Path, limits: FilmLimits) -> Film {
    Film::create(folder, "0190", 1_700_000_000_123, limits).unwrap()
}

/// A picture that noise keeps from being compressed.
fn noise(width: u32, height: u32, seed: u32) -> RgbImage {
    let mut state = seed.wrapping_mul(2_654_435_761) | 1;
    RgbImage::from_fn(width, height, |_, _| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Rgb([(state >> 8) as u8, (state >> 16) as u8, (state >> 24) as u8])
    })
}

fn read(path: &Path) -> (Vec<Moment>, Tail) {
    let mut reader = FilmReader::open(path).unwrap();
    let moments = reader.by_ref().map(Result::unwrap).collect();
    (moments, reader.tail())
}

fn frames(path: &Path) -> Vec<(u64, RgbImage)> {
    let (moments, _) = read(path);
    let frame = |moment: Moment| match moment.what {
        FilmEntry::Frame(frame) => Some((moment.at_ms, RgbImage::clone(&frame.image))),
        FilmEntry::Remark(_) => None,
    };
    moments.into_iter().filter_map(frame).collect()
}

fn calibration(looks: ReaderChange) -> Remark {
    Remark::Calibration {
        calibration: CALIBRATION,
        looks,
    }
}

fn game() -> Remark {
    Remark::GameBegan {
        game: Box::new(Record::blank(5, Rule::Freestyle).into_any()),
    }
}

fn ply(index: usize) -> Remark {
    Remark::Ply {
        index,
        seat: [Seat::First, Seat::Second][index % 2],
        play: Move::Place(Point::new(index as u8, 0)).into(),
    }
}

proptest! {
    #[test]
    fn every_picture_comes_back_as_it_was(
        sizes in prop::collection::vec((1u32..40, 1u32..40), 1..4),
        changes in prop::collection::vec((0usize..4, 0u32..40, 0u32..40, any::<[u8; 3]>()), 0..60),
        keyframe_every in 1u32..9,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let mut film = create(folder.path(), FilmLimits { keyframe_every, ..FilmLimits::default() });
        let mut pictures: Vec<RgbImage> = sizes.iter().map(|&(width, height)| noise(width, height, 7)).collect();
        let mut expected: Vec<(u64, RgbImage)> = Vec::new();
        for (at_ms, (which, x, y, color)) in changes.into_iter().enumerate() {
            let which = which % pictures.len();
            let picture = &mut pictures[which];
            let (width, height) = picture.dimensions();
            picture.put_pixel(x % width, y % height, Rgb(color));
            film.frame(picture, at_ms as u64).unwrap();
            if expected.last().is_none_or(|(_, last)| last != picture) {
                expected.push((at_ms as u64, picture.clone()));
            }
        }
        prop_assert_eq!(frames(film.path()), expected);
    }

    #[test]
    fn damage_is_an_error_or_an_earlier_end_and_never_another_picture(
        place in any::<prop::sample::Index>(),
        xor in 1u8..,
        cut in any::<prop::sample::Index>(),
    ) {
        let (bytes, whole) = sample();
        let mut damaged = bytes.clone();
        damaged[place.index(bytes.len())] ^= xor;
        for bytes in [&damaged[..], &bytes[..cut.index(bytes.len())], &damaged[..cut.index(bytes.len())]] {
            let Ok(reader) = FilmReader::new(bytes, "film".to_owned()) else { continue };
            let moments: Vec<Moment> = reader.map_while(Result::ok).collect();
            prop_assert!(moments.len() <= whole.len());
            prop_assert_eq!(&moments[..], &whole[..moments.len()]);
        }
    }

    #[test]
    fn a_hostile_payload_under_a_true_check_sum_is_an_error_and_no_panic(
        kind in 0u8..5,
        which in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
        noise in prop::collection::vec(any::<u8>(), 0..64),
    ) {
        let (bytes, _) = sample();
        let mut from = &bytes[super::MAGIC.len()..];
        let mut payloads = Vec::new();
        while let entry::Next::Entry(entry) = entry::decode(&mut from).unwrap() {
            payloads.push(entry.payload);
        }
        let mut payload = payloads.swap_remove(which.index(payloads.len()));
        for (place, value) in changes {
            let place = place.index(payload.len());
            payload[place] = value;
        }
        for payload in [payload, noise] {
            let mut film = bytes.clone();
            film.extend(entry::encode(kind, 1, &payload).unwrap());
            let reader = FilmReader::new(&film[..], "film".to_owned()).unwrap();
            prop_assert!(reader.count() >= 8);
        }
    }
}

/// A film of three pictures and five remarks: its bytes and its moments.
fn sample() -> (Vec<u8>, Vec<Moment>) {
    let folder = tempfile::tempdir().unwrap();
    let mut film = create(folder.path(), FilmLimits::default());
    film.remark(&calibration(ReaderChange::Fresh), 1).unwrap();
    let mut picture = noise(20, 10, 1);
    film.frame(&picture, 2).unwrap();
    film.remark(&game(), 3).unwrap();
    picture.put_pixel(3, 4, Rgb([1, 2, 3]));
    film.frame(&picture, 4).unwrap();
    film.remark(&ply(0), 5).unwrap();
    film.frame(&noise(8, 8, 3), 6).unwrap();
    let verdict = Verdict {
        winner: None,
        reason: Reason::Aborted,
    };
    film.remark(&Remark::GameEnded { verdict }, 7).unwrap();
    (std::fs::read(film.path()).unwrap(), read(film.path()).0)
}

#[test]
fn remarks_and_pictures_come_in_order() {
    let (_, moments) = sample();
    let session = Remark::Session {
        session: "0190".to_owned(),
        started_ms: 1_700_000_000_123,
    };
    let said = |index: usize, remark: Remark| assert_eq!(moments[index].what, FilmEntry::Remark(remark));
    assert_eq!(
        moments.iter().map(|moment| moment.at_ms).collect::<Vec<_>>(),
        [0, 1, 2, 3, 4, 5, 6, 7]
    );
    said(0, session);
    said(1, calibration(ReaderChange::Fresh));
    said(3, game());
    said(5, ply(0));
    for index in [2, 4, 6] {
        assert!(matches!(moments[index].what, FilmEntry::Frame(_)));
    }
}

#[test]
fn a_torn_tail_is_cut_and_told() {
    let (bytes, moments) = sample();
    let check = |bytes: &[u8], torn: u64, whole: usize| {
        let mut reader = FilmReader::new(bytes, "film".to_owned()).unwrap();
        assert_eq!(reader.by_ref().map(Result::unwrap).count(), whole);
        let expected = match torn {
            0 => Tail::Clean,
            bytes => Tail::Torn { bytes },
        };
        assert_eq!(reader.tail(), expected);
    };
    check(&bytes, 0, moments.len());
    let torn = [&bytes[..], &entry::encode(entry::REMARK, 9, b"{}").unwrap()[..11]].concat();
    check(&torn, 11, moments.len());
    let unwritten = [&bytes[..], &[0; 5_000]].concat();
    check(&unwritten, 5_000, moments.len());
}

#[test]
fn what_is_no_film_is_refused() {
    for bytes in [&b""[..], b"tengen film 2\n", b"\x89PNG\r\n\x1a\n and so on"] {
        let refused = FilmReader::new(bytes, "x".to_owned()).err().unwrap();
        assert!(matches!(refused, FilmError::NotAFilm(_)), "{refused}");
    }
}

#[test]
fn the_oldest_file_goes_and_the_rest_can_be_read_alone() {
    let folder = tempfile::tempdir().unwrap();
    let limits = FilmLimits {
        session_bytes: 40_000,
        ..FilmLimits::default()
    };
    let mut film = create(folder.path(), limits.clone());
    film.remark(&calibration(ReaderChange::Fresh), 0).unwrap();
    film.remark(&game(), 0).unwrap();
    film.remark(&ply(0), 0).unwrap();
    for number in 1..=100 {
        film.frame(&noise(40, 40, number), u64::from(number)).unwrap();
        assert!(film.bytes() <= limits.session_bytes / 2);
    }
    film.remark(&ply(1), 101).unwrap();
    let mut files = files(folder.path());
    files.sort();
    assert_eq!(files.len(), 2, "{files:?}");
    assert_eq!(files.last().unwrap(), film.path());
    assert_eq!(parts_from(&files[0]), files);
    assert_eq!(parts_from(&files[1]), files[1..]);
    for file in &files {
        let (moments, _) = read(file);
        assert!(matches!(
            moments[0].what,
            FilmEntry::Remark(Remark::Session { .. })
        ));
        assert_eq!(
            moments[1].what,
            FilmEntry::Remark(calibration(ReaderChange::Unchanged))
        );
        let FilmEntry::Remark(Remark::GameBegan { game }) = &moments[2].what else {
            panic!("{:?}", moments[2]);
        };
        assert_eq!(game.plies.len(), 1);
        assert!(matches!(moments[3].what, FilmEntry::Frame(_)));
    }
    let kept: Vec<u64> = files
        .iter()
        .flat_map(|file| frames(file))
        .map(|(at_ms, _)| at_ms)
        .collect();
    assert_eq!(
        kept,
        (kept[0]..=100).collect::<Vec<_>>(),
        "no picture twice, none lost"
    );
}

#[test]
fn a_file_begins_with_the_game_without_what_was_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let limits = FilmLimits {
        session_bytes: 40_000,
        ..FilmLimits::default()
    };
    let mut film = create(folder.path(), limits);
    film.remark(&game(), 0).unwrap();
    for index in 0..3 {
        film.remark(&ply(index), 0).unwrap();
    }
    film.remark(&Remark::TakenBack { plies: 1 }, 0).unwrap();
    for number in 1..=20 {
        film.frame(&noise(40, 40, number), u64::from(number)).unwrap();
    }
    let (moments, _) = read(film.path());
    let began = moments.iter().find_map(|moment| match &moment.what {
        FilmEntry::Remark(Remark::GameBegan { game }) => Some(game.plies.len()),
        _ => None,
    });
    assert_eq!(began, Some(1));
}

#[test]
fn a_folder_stays_small_and_films_being_written_stay() {
    let folder = tempfile::tempdir().unwrap();
    let limits = FilmLimits {
        session_bytes: 40_000,
        folder_bytes: 70_000,
        ..FilmLimits::default()
    };
    let begin = |started_ms: i64| {
        let mut film = Film::create(folder.path(), "s", started_ms, limits.clone()).unwrap();
        (0..10).for_each(|seed| film.frame(&noise(40, 20, seed), 0).unwrap());
        film
    };
    let first = begin(1_000);
    let live = first.path().to_owned();
    for started in 2..8 {
        begin(started * 1_000);
    }
    let names = files(folder.path());
    assert!(names.contains(&live), "the oldest film is still being written");
    let total: u64 = names.iter().map(|path| path.metadata().unwrap().len()).sum();
    assert!(total <= limits.folder_bytes, "{total}");
    drop(first);
    begin(9_000);
    assert!(!files(folder.path()).contains(&live));
}

/// A film's first file is closed while the second one is written; both are of a session that lives.
#[test]
fn no_part_of_a_film_that_is_being_written_goes() {
    let folder = tempfile::tempdir().unwrap();
    let limits = FilmLimits {
        session_bytes: 40_000,
        folder_bytes: 40_000,
        ..FilmLimits::default()
    };
    let mut film = create(folder.path(), limits.clone());
    let mut seed = 0;
    while files(folder.path()).len() < 2 {
        seed += 1;
        film.frame(&noise(40, 20, seed), 0).unwrap();
    }
    let parts = files(folder.path());
    Film::create(folder.path(), "other", 1_800_000_000_000, limits).unwrap();
    assert!(parts.iter().all(|part| part.is_file()), "{parts:?}");
    // If somebody else takes one all the same, the film goes on.
    std::fs::remove_file(parts.iter().min().unwrap()).unwrap();
    for seed in 100..140 {
        film.frame(&noise(40, 20, seed), 1).unwrap();
    }
}

#[test]
fn a_picture_that_is_too_large_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let limits = FilmLimits {
        session_bytes: 10_000,
        ..FilmLimits::default()
    };
    let mut film = create(folder.path(), limits);
    let refused = film.frame(&noise(60, 60, 1), 0).unwrap_err();
    assert!(matches!(refused, FilmError::TooLarge { .. }), "{refused}");
}

/// A stone a frame on a large board: what a frame costs, printed by `--nocapture`, and that it is small on the disk.
#[test]
fn a_stone_costs_little() {
    let painter = Painter::new(&theme::all()[0], 15, 15, 40.0, 1);
    let mut scene = Scene::empty(15, 15);
    let mut pictures = vec![painter.paint(&scene).image];
    for index in 0..60u8 {
        let color = referee::color::Color::BOTH[usize::from(index % 2)];
        scene.put(Point::new(index % 15, index / 15 * 3), Some(color));
        pictures.push(painter.paint(&scene).image);
    }
    let folder = tempfile::tempdir().unwrap();
    let mut film = create(folder.path(), FilmLimits::default());
    let began = std::time::Instant::now();
    film.frame(&pictures[0], 0).unwrap();
    let (keyframe, keyframe_us) = (film.bytes(), began.elapsed().as_micros());
    for (at_ms, picture) in pictures.iter().enumerate().skip(1) {
        film.frame(picture, at_ms as u64).unwrap();
    }
    let count = pictures.len() as u64 - 1;
    let each_us = (began.elapsed().as_micros() - keyframe_us) / u128::from(count);
    let each = (film.bytes() - keyframe) / count;
    let (width, height) = pictures[0].dimensions();
    println!(
        "{width} x {height}: keyframe {keyframe} bytes in {keyframe_us} us, a stone {each} bytes in {each_us} us"
    );
    assert!(each < 8_000, "{each} bytes");
}

fn files(folder: &Path) -> Vec<PathBuf> {
    folder
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect()
}
