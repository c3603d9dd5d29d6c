//! The board reader chooses windows and words, and tells what lies over a board from what is another one.

use std::sync::{Arc, Mutex};

use image::RgbImage;
use vision::{
    paint::{Painter, Scene},
    theme,
};

use super::{placing::Elsewhere, *};

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

/// A client with other windows over it, the topmost first, and whether they are dialogs.
struct Windows {
    client: Window,
    over: Vec<(Window, bool)>,
}

impl Desktop for Windows {
    fn windows(&mut self) -> Result<Vec<Window>, WindowError> {
        let over = self.over.iter().map(|(window, _)| window.clone());
        Ok(over.chain([self.client.clone()]).collect())
    }

    fn window(&mut self, id: WindowId) -> Result<Option<Window>, WindowError> {
        Ok(self.windows()?.into_iter().find(|window| window.id == id))
    }

    fn cover_of(&mut self, id: WindowId, area: Area) -> Result<Option<Window>, WindowError> {
        Ok(self.covers_of(id, area)?.into_iter().next())
    }

    fn covers_of(&mut self, _id: WindowId, area: Area) -> Result<Vec<Window>, WindowError> {
        let over = self.over.iter().map(|(window, _)| window);
        let over = over.filter(|window| window.content.intersection(&area).is_some());
        Ok(over.cloned().collect())
    }

    fn is_dialog(&mut self, id: WindowId) -> Result<bool, WindowError> {
        Ok(self
            .over
            .iter()
            .any(|(window, dialog)| window.id == id && *dialog))
    }

    fn focused(&mut self) -> Result<Option<WindowId>, WindowError> {
        Ok(None)
    }

    fn activate(&mut self, _id: WindowId) -> Result<(), WindowError> {
        Ok(())
    }

    fn place(&mut self, _id: WindowId, _content: Area) -> Result<(), WindowError> {
        Ok(())
    }

    fn close(&mut self, _id: WindowId) -> Result<(), WindowError> {
        Ok(())
    }
}

/// A screen that shows nothing but that picture, until another one is put there.
#[derive(Clone)]
struct Screen(Arc<Mutex<RgbImage>>);

impl FrameSource for Screen {
    fn screen(&mut self) -> Result<Area, CaptureError> {
        let (width, height) = self.0.lock().unwrap().dimensions();
        Ok(Area::new(0, 0, width, height))
    }

    fn grab(&mut self, area: Area) -> Result<Frame, CaptureError> {
        let picture = self.0.lock().unwrap();
        let part =
            image::imageops::crop_imm(&*picture, area.x as u32, area.y as u32, area.width, area.height);
        Ok(Frame {
            image: Arc::new(part.to_image()),
            origin: (area.x, area.y),
        })
    }
}

const CLIENT_PID: u32 = 7;

/// A client's empty board of so many points a side on a screen that shows it, and these windows over its middle: their processes, and
/// whether they are dialogs.
fn client_under(size: u8, over: &[(u32, bool)], board: BoardProfile) -> (BoardReader, Screen) {
    let screen = Screen(Arc::new(Mutex::new(picture(size))));
    let (width, height) = screen.0.lock().unwrap().dimensions();
    let window = |id: u64, pid: u32, content: Area| Window {
        id: WindowId(id),
        title: format!("of {pid}"),
        class: "program".to_owned(),
        pid: Some(pid),
        content,
        minimised: false,
        viewable: true,
    };
    let middle = Area::new(width as i32 / 2 - 60, height as i32 / 2 - 40, 120, 80);
    let over = over.iter().zip(2..);
    let windows = Windows {
        client: window(1, CLIENT_PID, Area::new(0, 0, width, height)),
        over: over
            .map(|(&(pid, dialog), id)| (window(id, pid, middle), dialog))
            .collect(),
    };
    let profile = WindowProfile {
        title: Some(format!("of {CLIENT_PID}")),
        ..WindowProfile::default()
    };
    let reader = BoardReader::new(Box::new(windows), Box::new(screen.clone()), profile, board);
    (reader, screen)
}

/// The client's content with an empty board of so many points a side.
fn picture(size: u8) -> RgbImage {
    let mut content = RgbImage::from_pixel(560, 560, image::Rgb([200, 200, 205]));
    let painter = Painter::new(&theme::all()[0], size, size, 26.0, 3);
    let board = painter.paint(&Scene::empty(size, size)).image;
    image::imageops::replace(&mut content, &board, 10, 10);
    content
}

#[test]
fn windows_of_the_clients_program_are_a_part_of_its_picture() {
    let check = |over: &[(u32, bool)], expected: Result<(), &str>| {
        let (mut reader, _) = client_under(15, over, BoardProfile::default());
        let whole = Area::new(0, 0, 560, 560);
        let seen = reader.content_with_dialogs(whole).map(|_| ());
        let by = |name: &str| Blindness::Covered(format!("{name:?}"));
        assert_eq!(seen, expected.map_err(by), "{over:?}");
        let corner = Area::new(0, 0, 50, 50);
        assert!(reader.content_with_dialogs(corner).is_ok(), "nothing lies there");
    };
    check(&[], Ok(()));
    check(&[(CLIENT_PID, true)], Ok(()));
    check(&[(CLIENT_PID, false)], Ok(()));
    check(&[(8, true)], Err("of 8"));
    check(&[(CLIENT_PID, true), (8, false)], Err("of 8"));
}

#[test]
fn a_board_under_a_dialog_of_its_own_client_is_read_and_under_other_windows_it_is_not() {
    let check = |over: &[(u32, bool)], is_read: bool| {
        let (mut reader, _) = client_under(15, &[], BoardProfile::default());
        reader.locate().unwrap();
        let (under, screen) = client_under(15, over, BoardProfile::default());
        reader.desktop = under.desktop;
        let before = reader.look().map(|look| look.observation.uncertain());
        assert_eq!(before.is_ok(), is_read, "{over:?}");
        // The dialog is drawn.
        let mut picture = screen.0.lock().unwrap().clone();
        let dialog = RgbImage::from_pixel(120, 80, image::Rgb([250, 250, 250]));
        image::imageops::replace(&mut picture, &dialog, 70, 70);
        reader.source = Box::new(Screen(Arc::new(Mutex::new(picture))));
        let uncertain = reader.look().map(|look| look.observation.uncertain());
        match is_read {
            true => assert!(uncertain.is_ok_and(|cells| cells > 4), "{over:?}"),
            false => assert!(uncertain.is_err(), "{over:?}"),
        }
    };
    check(&[(CLIENT_PID, true)], true);
    check(&[(CLIENT_PID, true), (CLIENT_PID, true)], true);
    check(&[(CLIENT_PID, false)], false);
    check(&[(8, true)], false);
    check(&[(CLIENT_PID, true), (8, true)], false);
}

#[test]
fn a_board_of_another_size_is_found_between_games_and_never_in_one() {
    let named = |columns: Option<u8>| BoardProfile {
        columns,
        rows: columns,
        ..BoardProfile::default()
    };
    let check = |board: BoardProfile, sought: Elsewhere, expected: Option<u8>, against: Option<(u8, u8)>| {
        let (mut reader, screen) = client_under(15, &[], board.clone());
        reader.locate().unwrap();
        reader.look().unwrap();
        *screen.0.lock().unwrap() = picture(19);
        reader.look().unwrap();
        let found = reader.follow(sought).unwrap();
        assert_eq!(found.map(|grid| grid.columns), expected, "{board:?} {sought:?}");
        assert_eq!(reader.size_against_profile(), against, "{board:?}");
        if expected.is_some() {
            assert_eq!(reader.look().unwrap().observation.uncertain(), 0);
        }
    };
    check(named(None), Elsewhere::Any, Some(19), None);
    check(named(None), Elsewhere::TheSame, None, None);
    check(named(Some(15)), Elsewhere::Any, None, Some((19, 19)));
}

/// Whoever sits there is known by a plate whose letters may stand close to its edge: a pixel too few cuts the first one.
#[test]
fn a_page_that_slides_by_a_pixel_has_slid() {
    let (mut reader, screen) = client_under(15, &[], BoardProfile::default());
    reader.locate().unwrap();
    for slid in [(0, 0), (1, 0), (0, -1), (-1, 1), (-2, -1), (2, 2), (-9, 7)] {
        let mut slid_picture = RgbImage::from_pixel(560, 560, image::Rgb([200, 200, 205]));
        image::imageops::replace(&mut slid_picture, &picture(15), slid.0, slid.1);
        *screen.0.lock().unwrap() = slid_picture;
        let content = reader.content().unwrap();
        let (x, y) = slid;
        assert_eq!(reader.slid_in(&content), Some((x as i32, y as i32)));
    }
}
