//! The eye at painted windows.

use vision::theme;

use super::*;
use crate::practice::{Practice, setup::Setup, world::World};
use profile::library;

#[test]
fn the_window_that_could_be_the_client_is_chosen() {
    let window = |title: &str, side: u32, viewable: bool| Window {
        id: WindowId(u64::from(side)),
        title: title.to_owned(),
        class: String::new(),
        pid: None,
        content: Area::new(0, 0, side, side),
        minimised: false,
        viewable,
    };
    let check = |windows: &[Window], expected: u32| {
        let found = best_match(windows.to_vec(), Some("pente")).unwrap();
        assert_eq!(found.id, WindowId(u64::from(expected)));
    };
    let (game, error) = (window("Pente", 430, true), window("Pente Error", 200, true));
    check(&[error.clone(), game.clone()], 430);
    check(
        &[window("Pente", 10, true), window("A game of Pente", 400, true)],
        400,
    );
    check(&[window("Pente", 800, false), game], 430);
    check(&[error, window("Pente at home", 500, true)], 500);
    assert!(best_match(Vec::new(), None).is_none());
}

fn at_practice() -> Eye {
    let look = theme::by_name("kaya").unwrap();
    let (practice, begun) = Practice::new(Setup::default(), look, 40.0, 0);
    let world = World::new(
        practice,
        begun,
        Vec::new(),
        Area::new(0, 0, 1_920, 1_080),
        (60, 80),
    );
    let profile = library::load("practice").unwrap().profile;
    Eye::new(
        Box::new(world.clone()),
        Box::new(world.clone()),
        profile.window,
        profile.board,
    )
}

#[test]
fn it_is_told_why_a_board_that_is_seen_is_not_taken() {
    let mut eye = at_practice();
    eye.board_profile.calibration = None;
    eye.board_profile.columns = Some(9);
    let told = eye.locate().unwrap_err().words();
    let expected = "a grid of 15 x 15 points, which is not what was expected";
    assert!(told.ends_with(expected), "{told}");
}

#[test]
fn what_is_found_and_refused_is_told_in_the_finders_words() {
    use locate::Reason::{CutOff, NoGrid, NoLines, Small, TooSmall, Unclear, Unexpected};
    let (columns, rows) = (7, 6);
    for reason in [
        TooSmall,
        CutOff { columns, rows },
        Small { columns, rows },
        Unclear { columns, rows },
        Unexpected { columns, rows },
    ] {
        let told = unfound(reason).words();
        assert!(told.ends_with(&reason.to_string()), "{told}");
    }
    for nothing in [NoLines, NoGrid] {
        assert_eq!(unfound(nothing), Blindness::NoBoard);
    }
}

/// A calibration that is in the profile is not looked for: in another window its points would be elsewhere.
#[test]
fn a_fixed_calibration_holds_for_its_window_only() {
    let check = |change: fn(&mut Eye), expected: Option<&str>| {
        let mut eye = at_practice();
        change(&mut eye);
        let told = eye.locate().err().map(|blindness| blindness.words());
        assert_eq!(told.as_deref(), expected);
    };
    check(|_| {}, None);
    check(
        |eye| eye.window_profile.size = Some((1_043, 776)),
        Some(
            "the window's content has 1043 x 775 pixels, and the profile's calibration holds for 1043 x 776",
        ),
    );
    check(|eye| eye.window_profile.size = None, None);
    check(
        |eye| {
            eye.window_profile.size = None;
            eye.board_profile.calibration.as_mut().unwrap().pitch.1 = 60.0;
        },
        Some(
            "the profile's calibration has points as far as 667,948, and the window's content is 1043 x 775",
        ),
    );
}

#[test]
fn a_picture_that_stays_unread_changes_once() {
    let mut eye = at_practice();
    eye.locate().unwrap();
    assert_eq!(eye.capture(), Ok(true));
    assert_eq!(eye.capture(), Ok(false), "nothing else is shown");
    let changed = |look: Result<Look, Blindness>| look.unwrap().changed;
    assert!(changed(eye.read(false)), "it was not read yet");
    assert_eq!(eye.capture(), Ok(false));
    assert!(!changed(eye.read(false)));
}

#[test]
fn what_was_learned_stays_with_the_board_until_it_is_forgotten() {
    let mut eye = at_practice();
    let board = eye.locate().unwrap();
    eye.look().unwrap();
    eye.learn(None);
    eye.locate().unwrap();
    assert_eq!(eye.lessons(), 1);
    eye.forget_looks();
    assert_eq!((eye.lessons(), eye.calibration()), (0, Some(&board)));
}
