//! Experience keeps what it was told, finds it again however the board lies, and shares its file.

use referee::{seat::Seat, verdict::Reason};

use referee::position::Position as _;

use super::*;

const ENGINE: &str = "tester 1";

fn position(places: &[(u8, u8)]) -> Position {
    let mut position = Position::new(15, Rule::Freestyle).unwrap();
    for &(x, y) in places {
        position.play(Move::Place(Point::new(x, y))).unwrap();
    }
    position
}

fn mark(worth: Worth) -> ExperienceMark {
    ExperienceMark {
        worth,
        depth: 7,
        nodes: 1_234,
        engine: ENGINE.to_owned(),
    }
}

fn verdict() -> Verdict {
    Verdict {
        winner: Some(Seat::First),
        reason: Reason::Five,
    }
}

const GAME: [(u8, u8); 4] = [(7, 7), (8, 8), (6, 9), (3, 4)];

#[test]
fn what_was_learned_is_found_again_on_every_side() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("experience.db");
    let game = position(&GAME);
    let mut experience = Experience::open(&path).unwrap();
    experience.learn(&game, mark(Worth::Loss(6)));
    experience.learn(&position(&GAME[..3]), mark(Worth::Score(700)));
    assert_eq!(experience.keep(&game, verdict()).unwrap(), 2);
    assert_eq!(experience.keep(&game, verdict()).unwrap(), 0);
    for experience in [experience, Experience::open(&path).unwrap()] {
        for symmetry in Symmetry::ALL {
            let turned = game.transformed(symmetry);
            assert_eq!(experience.of(&turned, ENGINE), Some(&mark(Worth::Loss(6))));
            let before = position(&GAME[..2]).transformed(symmetry);
            let stone = |number: usize| {
                let (x, y) = GAME[number];
                symmetry.apply(Point::new(x, y), 15)
            };
            let mut stones = vec![(stone(2), Color::Black), (stone(3), Color::White)];
            stones.sort_unstable_by_key(|&(point, color)| (point, color.index()));
            let found = experience.continuations(&before, 2, ENGINE);
            // Two stones on a diagonal look the same when mirrored along it.
            assert!(found.len() == 2 && found.iter().all(|one| one.worth == Worth::Loss(6)));
            assert!(found.iter().any(|one| one.stones == stones));
            assert!(experience.continuations(&before, 3, ENGINE).is_empty());
        }
        let entries = experience.entries().unwrap();
        assert_eq!(entries.len(), 2);
        assert_eq!(entries[0].game, "15 freestyle: 7,7 8,8 6,9 3,4");
        assert_eq!(entries[0].stones, Stones::of(&game));
    }
}

#[test]
fn proofs_stay_and_beliefs_are_those_of_one_engine() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("experience.db");
    let game = position(&GAME);
    let mut experience = Experience::open(&path).unwrap();
    experience.learn(&game, mark(Worth::Score(-800)));
    experience.keep(&game, verdict()).unwrap();
    assert!(experience.of(&game, ENGINE).is_some());
    assert_eq!(experience.of(&game, "tester 2"), None);
    assert!(
        experience
            .continuations(&position(&GAME[..3]), 1, "tester 2")
            .is_empty()
    );
    // A belief gives way to a proof, and a proof to nothing.
    for worth in [Worth::Loss(8), Worth::Score(10), Worth::Win(3)] {
        experience.learn(&game, mark(worth));
        experience.keep(&game, verdict()).unwrap();
        assert_eq!(
            experience.of(&game, "tester 2").map(|mark| mark.worth),
            Some(Worth::Loss(8))
        );
    }
    assert_eq!(experience.forget(&Forget::Unproven).unwrap(), 0);
    assert_eq!(experience.forget(&Forget::All).unwrap(), 1);
    assert!(experience.is_empty());
}

#[test]
fn two_programs_share_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("experience.db");
    let (mut one, mut other) = (Experience::open(&path).unwrap(), Experience::open(&path).unwrap());
    let game = position(&GAME);
    one.learn(&game, mark(Worth::Loss(6)));
    one.keep(&game, verdict()).unwrap();
    assert_eq!(other.of(&game, ENGINE), None);
    other.refresh().unwrap();
    assert_eq!(other.of(&game, ENGINE), Some(&mark(Worth::Loss(6))));
    // What the first one proved meanwhile stays, although the other one did not know it.
    let second = position(&GAME[..3]);
    other.learn(&second, mark(Worth::Score(50)));
    one.learn(&second, mark(Worth::Win(7)));
    one.keep(&game, verdict()).unwrap();
    other.keep(&game, verdict()).unwrap();
    let read = Experience::open(&path).unwrap();
    assert_eq!(
        read.of(&second, "anybody").map(|mark| mark.worth),
        Some(Worth::Win(7))
    );
}

#[test]
fn other_files_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("text");
    #[expect(clippy::disallowed_methods, reason = "a test makes a stranger's file")]
    std::fs::write(
        &text,
        "no database at all, but long enough to be looked at as one",
    )
    .unwrap();
    assert!(matches!(
        Experience::open(&text),
        Err(ExperienceError::Foreign(_))
    ));
    let foreign = folder.path().join("foreign.db");
    let made = Connection::open(&foreign).unwrap();
    made.execute_batch("CREATE TABLE others (a)").unwrap();
    assert!(matches!(
        Experience::open(&foreign),
        Err(ExperienceError::Foreign(_))
    ));
    let newer = folder.path().join("newer.db");
    Experience::open(&newer).unwrap();
    let made = Connection::open(&newer).unwrap();
    made.pragma_update(None, "user_version", 99).unwrap();
    assert!(matches!(
        Experience::open(&newer),
        Err(ExperienceError::Newer { found: 99, .. })
    ));
    assert!(Experience::open(&folder.path().join("missing/experience.db")).is_err());
}

/// A writer that stops between the first mark of a game and its commit leaves nothing of that game.
#[test]
fn a_game_is_learned_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("experience.db");
    let game = position(&GAME);
    let mut experience = Experience::open(&path).unwrap();
    experience.learn(&game, mark(Worth::Loss(6)));
    // The second mark is refused by the layout: nothing of the transaction may stay.
    let bad = ExperienceMark {
        nodes: u64::MAX,
        ..mark(Worth::Win(7))
    };
    experience.learn(&position(&GAME[..3]), bad);
    assert!(experience.keep(&game, verdict()).is_err());
    assert!(Experience::open(&path).unwrap().is_empty());
}
