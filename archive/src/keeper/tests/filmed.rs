//! Games and the films that show them: wherever these are kept, over kills, in a database that is made anew.

use base::clock::Stopwatch;
use image::RgbImage;
use recordings::film::{FilmLimits, still::FilmIndex};
use vision::frame::Frame;

use super::*;

/// A picture that is unlike the last one.
fn picture(number: u8) -> Frame {
    Frame::from_image(RgbImage::from_pixel(9, 9, image::Rgb([number; 3])))
}

/// A game of so many plies from that one on, filmed into a folder; over in the end or cut off.
fn play(
    keeper: &mut Keeper,
    folder: &Path,
    session: &str,
    record: &Record,
    plies: std::ops::Range<u8>,
    is_over: bool,
) {
    let camera = Camera::start(folder, session, Stopwatch::start(), FilmLimits::default());
    keeper.film_with(camera.clone());
    camera.saw(&picture(100));
    keeper.begin_game(record, 11).unwrap();
    for index in plies {
        camera.saw(&picture(index));
        let seat = Seat::BOTH[usize::from(index) % 2];
        keeper
            .add_ply(&record.id, usize::from(index), seat, &place(index), 12)
            .unwrap();
    }
    if is_over {
        keeper.end_game(&record.id, FIVE, 20).unwrap();
    }
}

/// The plies that a game's films show.
fn shown(home: &Home, game: &str) -> Vec<usize> {
    let store = database::open(home, OpenMode::Read).unwrap();
    let films = footage::films_of(home, &store, game).unwrap();
    let indices: Vec<FilmIndex> = films.iter().map(|film| FilmIndex::read(film).unwrap()).collect();
    let plies = recordings::film::still::plies_in(&indices, game);
    plies.iter().map(|ply| ply.index).collect()
}

#[test]
fn a_games_film_is_known_wherever_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::in_folder(&folder.path().join("home"));
    for (number, films) in [home.films(), folder.path().join("elsewhere")].iter().enumerate() {
        let (session_id, id) = (format!("s{number}"), format!("game {number}"));
        let (mut keeper, _) = Keeper::open(&home, &session(&session_id), 10).unwrap();
        play(&mut keeper, films, &session_id, &game(&id), 0..4, true);
        keeper.close(30).unwrap();
        assert_eq!(shown(&home, &id), [0, 1, 2, 3], "{}", films.display());
    }
    let store = database::open(&home, OpenMode::Read).unwrap();
    let at_home = store.films_of("game 0").unwrap().remove(0);
    assert!(
        !at_home.film.contains(['/', '\\']),
        "homes are moved: {}",
        at_home.film
    );
    assert!(at_home.until_ms >= Some(at_home.from_ms));
}

/// A program that was killed in the game goes on with it in another session, which has another film; and the database is lost.
#[test]
fn a_game_of_two_sessions_is_shown_by_both() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::in_folder(folder.path());
    let elsewhere = folder.path().join("elsewhere");
    let (mut keeper, _) = Keeper::open(&home, &session("s1"), 10).unwrap();
    play(&mut keeper, &home.films(), "s1", &game("a"), 0..3, false);
    drop(keeper);
    let (mut keeper, found) = Keeper::open(&home, &session("s2"), 20).unwrap();
    let left = Record {
        plies: (0..3).map(place).collect(),
        ..game("a")
    };
    assert_eq!(found.unfinished, [left.clone().into_any()]);
    play(&mut keeper, &elsewhere, "s2", &left, 3..6, true);
    keeper.close(30).unwrap();
    assert_eq!(shown(&home, "a"), [0, 1, 2, 3, 4, 5]);
    let anew = Home {
        database: folder.path().join("anew.db"),
        journals: home.journals.clone(),
    };
    let mut store = database::open(&anew, OpenMode::Write).unwrap();
    catch_up::all(&anew, &mut store).unwrap();
    assert_eq!(shown(&anew, "a"), [0, 1, 2, 3, 4, 5]);
}

/// What was filmed before the database knew of films is found by its name.
#[test]
fn a_film_that_nobody_told_of_is_found_by_its_session() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::in_folder(folder.path());
    let (mut keeper, _) = Keeper::open(&home, &session("s1"), 10).unwrap();
    play(&mut keeper, &home.films(), "s1", &game("a"), 0..2, true);
    keeper.close(30).unwrap();
    let raw = rusqlite::Connection::open(&home.database).unwrap();
    assert_eq!(raw.execute("DELETE FROM films", []).unwrap(), 1);
    assert_eq!(shown(&home, "a"), [0, 1]);
}

/// A full disk refuses the line that tells of a film, too: it comes later.
#[test]
fn what_the_disk_refuses_to_know_of_films_is_told_later() {
    for book in [Storage::Journal, Storage::Store] {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::in_folder(folder.path());
        let (keeper, _) = Keeper::open(&home, &session("s1"), 10).unwrap();
        let (mut keeper, is_full) = refuse(keeper, book);
        play(
            &mut keeper,
            &folder.path().join("elsewhere"),
            "s1",
            &game("a"),
            0..2,
            true,
        );
        is_full.store(false, Ordering::SeqCst);
        keeper.close(30).unwrap();
        assert_eq!(shown(&home, "a"), [0, 1]);
    }
}

/// The journal could not be written for a while, and the database not at the end: the reason is told.
#[test]
fn what_the_database_lacks_is_never_told_without_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::in_folder(folder.path());
    let (keeper, _) = Keeper::open(&home, &session("s1"), 10).unwrap();
    let (mut keeper, is_full) = refuse(keeper, Storage::Journal);
    keeper.begin_game(&game("a"), 11).unwrap();
    is_full.store(false, Ordering::SeqCst);
    let (keeper, _) = refuse(keeper, Storage::Store);
    let told = keeper.close(13).unwrap().join("; ");
    assert!(told.contains("lacks what the journals have: cannot"), "{told}");
}
