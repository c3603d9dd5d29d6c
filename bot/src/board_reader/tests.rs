//! The board reader chooses windows and words.

use super::*;

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

/// A maximised window is as large as the screen, but for its title bar.
#[test]
fn a_window_is_moved_only_for_its_size_or_onto_the_screen() {
    let screen = Area::new(0, 0, 1280, 1000);
    let maximised = Area::new(0, 19, 1280, 981);
    assert_eq!(fitted(maximised, screen, None), None);
    let half_off = Area::new(1000, 100, 500, 400);
    assert_eq!(
        fitted(half_off, screen, None),
        Some(Area::new(772, 100, 500, 400))
    );
    assert_eq!(
        fitted(Area::new(772, 100, 500, 400), screen, Some((500, 400))),
        None
    );
    assert_eq!(
        fitted(maximised, screen, Some((920, 1040))),
        Some(Area::new(8, 30, 920, 960))
    );
    assert_eq!(
        fitted(Area::new(8, 30, 920, 960), screen, Some((920, 1040))),
        None
    );
}
