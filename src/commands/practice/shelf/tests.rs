//! Games kept as files: what is opened is what was kept, and nobody else's file is touched.

#![expect(clippy::disallowed_methods, reason = "the test's own files")]

use practice::exercise::Exercise;
use referee::{gomoku, soccer};

use super::*;

/// A game of which the first so many plies were played, kept and opened again.
#[track_caller]
fn check<P: Offered>(plies: Vec<P::Move>, engine: &str, person: Seat) {
    let folder = tempfile::tempdir().unwrap();
    let mut shelf = FileShelf::new(&folder.path().join("practice"));
    let start = P::start(P::SIZE, P::RULE);
    let mut position = P::begin(&start).unwrap();
    let mut name = None;
    for (index, play) in plies.iter().enumerate() {
        position.play(*play).unwrap();
        let game: KeptGame<P> = KeptGame {
            start: start.clone(),
            plies: plies[..=index].to_vec(),
            person,
            engine: Some(engine.to_owned()),
            verdict: position.outcome().map(|end| Verdict {
                winner: end.winner,
                reason: end.reason,
            }),
        };
        let kept = shelf.keep(name.as_deref(), &game).unwrap();
        assert!(
            name.is_none() || name == Some(kept.clone()),
            "it stays in its place"
        );
        // Whoever comes after a kill has no memory of it.
        let mut later = FileShelf::new(&folder.path().join("practice"));
        assert_eq!(Shelf::<P>::open(&mut later, &kept).unwrap(), game);
        let lines = Shelf::<P>::list(&mut later).unwrap();
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0].name, kept);
        assert_eq!(
            lines[0].told.contains("open"),
            game.verdict.is_none(),
            "{}",
            lines[0].told
        );
        assert_eq!(
            last(&folder.path().join("practice"))
                .unwrap()
                .file_name()
                .unwrap(),
            &*kept
        );
        // It is the same game from first to last.
        let path = folder.path().join("practice").join(&kept);
        let id = open(&path).unwrap().record.id;
        assert_eq!(shelf.known[&kept].0, id);
        name = Some(kept);
    }
}

#[test]
fn games_are_opened_as_they_were_kept() {
    check::<gomoku::Position>(gomoku::Position::victory(15), "classic:depth=4", Seat::First);
    check::<gomoku::Position>(gomoku::Position::example(15), "alphabeta:nodes=500", Seat::Second);
    let pitch = soccer::Position::SIZE;
    check::<soccer::Position>(soccer::Position::victory(pitch), "soccer:nodes=300", Seat::First);
    check::<soccer::Position>(soccer::Position::example(pitch), "random:seed=7", Seat::Second);
}

#[test]
fn before_the_first_game_there_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let mut shelf = FileShelf::new(&folder.path().join("practice"));
    assert_eq!(Shelf::<gomoku::Position>::list(&mut shelf), Ok(Vec::new()));
    assert!(last(&folder.path().join("practice")).is_err());
    assert!(Shelf::<gomoku::Position>::open(&mut shelf, "none.sgf").is_err());
}

#[test]
fn games_of_one_second_are_two_files() {
    let folder = tempfile::tempdir().unwrap();
    let shelf = FileShelf::new(folder.path());
    let names = [0, 0, 999, 1_000].map(|at_ms| shelf.fresh_name(Format::Sgf, at_ms).unwrap());
    assert_eq!(
        names,
        [
            "1970-01-01-000000Z.sgf",
            "1970-01-01-000000Z_2.sgf",
            "1970-01-01-000000Z_3.sgf",
            "1970-01-01-000001Z.sgf"
        ]
    );
    // Begun, and nothing written: that is no game to go on with.
    assert!(last(folder.path()).is_err());
}

#[test]
fn a_file_from_elsewhere_is_opened_and_not_written() {
    let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let path = elsewhere.path().join("game.sgf");
    std::fs::write(&path, "(;FF[4]GM[4]SZ[15]PB[Ines]PW[Brook];B[hh];W[ii])").unwrap();
    let file = open(&path).unwrap();
    let (game, name) = file.into_game::<gomoku::Position>(folder.path()).unwrap();
    assert_eq!(
        (game.plies.len(), game.person, game.engine),
        (2, Seat::First, None)
    );
    assert_eq!(name, None);
    let within = folder.path().join("game.sgf");
    std::fs::copy(&path, &within).unwrap();
    let (_, name) = open(&within)
        .unwrap()
        .into_game::<gomoku::Position>(folder.path())
        .unwrap();
    assert_eq!(name.as_deref(), Some("game.sgf"));
    let error = open(&path).unwrap().into_game::<soccer::Position>(folder.path());
    assert!(error.unwrap_err().to_string().contains("it is a game of gomoku"));
}

#[test]
fn what_is_no_game_says_so() {
    let folder = tempfile::tempdir().unwrap();
    for (text, complaint) in [("", "no game"), ("(;FF[4]GM[4]SZ[15];B[zz])", "game.sgf: ")] {
        let path = folder.path().join("game.sgf");
        std::fs::write(&path, text).unwrap();
        let told = open(&path).unwrap_err().to_string();
        assert!(told.contains(complaint), "{text:?}: {told}");
    }
    assert!(open(&folder.path().join("none.sgf")).is_err());
}
