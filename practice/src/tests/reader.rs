//! The bot's board reader at the practice window.

use ::profile::{client::Profile, library};
use vision::{area::Area, theme};

use crate::{client::Practice, setup::PracticeSetup, world::World};
use bot::board_reader::{BoardReader, Look};
use session::blindness::Blindness;

/// The board reader of a client of that profile, before the practice window.
fn at_practice(change: impl FnOnce(&mut Profile)) -> BoardReader {
    let look = theme::by_name("kaya").unwrap();
    let (practice, begun) = Practice::new(PracticeSetup::default(), look, 40.0, 0);
    let world = World::new(
        practice,
        begun,
        Vec::new(),
        Area::new(0, 0, 1_920, 1_080),
        (60, 80),
    );
    let mut profile = library::load("practice").unwrap().profile;
    change(&mut profile);
    BoardReader::new(
        Box::new(world.clone()),
        Box::new(world.clone()),
        profile.window,
        profile.board,
    )
}

#[test]
fn it_is_told_why_a_board_that_is_seen_is_not_taken() {
    let mut reader = at_practice(|profile| {
        profile.board.calibration = None;
        profile.board.columns = Some(9);
    });
    let told = reader.locate().unwrap_err().words();
    let expected = "a grid of 15 x 15 points, which is not what was expected";
    assert!(told.ends_with(expected), "{told}");
}

/// A calibration that is in the profile is not looked for: in another window its points would be elsewhere.
#[test]
fn a_fixed_calibration_holds_for_its_window_only() {
    let check = |change: fn(&mut Profile), expected: Option<&str>| {
        let mut reader = at_practice(change);
        let told = reader.locate().err().map(|blindness| blindness.words());
        assert_eq!(told.as_deref(), expected);
    };
    check(|_| {}, None);
    check(
        |profile| profile.window.size = Some((1_043, 776)),
        Some(
            "the window's content has 1043 x 775 pixels, and the profile's calibration holds for 1043 x 776",
        ),
    );
    check(|profile| profile.window.size = None, None);
    check(
        |profile| {
            profile.window.size = None;
            profile.board.calibration.as_mut().unwrap().pitch.1 = 60.0;
        },
        Some(
            "the profile's calibration has points as far as 667,948, and the window's content is 1043 x 775",
        ),
    );
}

#[test]
fn a_picture_that_stays_unread_changes_once() {
    let mut reader = at_practice(|_| {});
    reader.locate().unwrap();
    assert_eq!(reader.capture(), Ok(true));
    assert_eq!(reader.capture(), Ok(false), "nothing else is shown");
    let changed = |look: Result<Look, Blindness>| look.unwrap().changed;
    assert!(changed(reader.read(false)), "it was not read yet");
    assert_eq!(reader.capture(), Ok(false));
    assert!(!changed(reader.read(false)));
}

#[test]
fn what_was_learned_stays_with_the_board_until_it_is_forgotten() {
    let mut reader = at_practice(|_| {});
    let board = reader.locate().unwrap();
    reader.look().unwrap();
    reader.learn(None);
    reader.locate().unwrap();
    assert_eq!(reader.lessons(), 1);
    reader.forget_looks();
    assert_eq!((reader.lessons(), reader.place()), (0, Some(board)));
}
