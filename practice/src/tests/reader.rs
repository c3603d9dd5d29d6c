//! The bot's board reader at the practice window.

use std::{
    path::Path,
    sync::{Arc, Mutex},
};

use ::profile::{
    client::{BoardProfile, Profile},
    library,
};
use image::RgbImage;
use vision::{
    area::Area,
    frame::Frame,
    paint::{Painter, Scene},
    source::{CaptureError, FrameSource},
    theme,
};

use crate::{client::Practice, setup::PracticeSetup, world::World};
use bot::board_reader::{BoardReader, Look};
use session::blindness::Blindness;

const SCREEN: Area = Area::new(0, 0, 1_920, 1_080);
/// Where the window's content lies on it.
const PLACE: (i32, i32) = (60, 80);

/// The board reader of a client of that profile, before the practice window.
fn at_practice(change: impl FnOnce(&mut Profile)) -> BoardReader {
    let look = theme::by_name("kaya").unwrap();
    let (practice, begun) = Practice::new(PracticeSetup::default(), look, 40.0, 0);
    let world = World::new(practice, begun, Vec::new(), SCREEN, PLACE);
    let mut profile = library::load("practice").unwrap().profile;
    change(&mut profile);
    BoardReader::new(
        Box::new(world.clone()),
        Box::new(world.clone()),
        profile.window,
        profile.board,
    )
}

/// A board reader before the practice window, in which pictures are shown.
fn at_pictures() -> (BoardReader, Shown, World) {
    let theme = theme::by_name("kaya").unwrap();
    let (practice, begun) = Practice::new(PracticeSetup::default(), theme, 48.0, 0);
    let world = World::new(practice, begun, Vec::new(), SCREEN, PLACE);
    let content = world.content();
    let shown = Shown(Arc::new(Mutex::new(RgbImage::new(content.width, content.height))));
    let window = library::load("practice").unwrap().profile.window;
    let reader = BoardReader::new(
        Box::new(world.clone()),
        Box::new(shown.clone()),
        window,
        BoardProfile::default(),
    );
    (reader, shown, world)
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

/// What is to be seen, whoever owns the window.
#[derive(Clone)]
struct Shown(Arc<Mutex<RgbImage>>);

impl Shown {
    fn show(&self, picture: &RgbImage) {
        let mut content = self.0.lock().unwrap();
        content.fill(90);
        image::imageops::replace(&mut *content, picture, 8, 8);
    }
}

impl FrameSource for Shown {
    fn screen(&mut self) -> Result<Area, CaptureError> {
        Ok(SCREEN)
    }

    fn grab(&mut self, area: Area) -> Result<Frame, CaptureError> {
        let (x, y) = ((area.x - PLACE.0) as u32, (area.y - PLACE.1) as u32);
        let image = self.0.lock().unwrap();
        Ok(Frame {
            origin: (area.x, area.y),
            ..Frame::from_image(image::imageops::crop_imm(&*image, x, y, area.width, area.height).to_image())
        })
    }
}

/// A client that was started anew in the middle of a game shows few stones, of which a reader that knows nothing can say
/// nothing: it goes on with what it knew. Stones that it knew otherwise are not taken for these.
#[test]
fn what_was_learned_is_recalled_where_nothing_else_tells_the_stones() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases/sparse-after-restart");
    let picture = |name: &str| image::open(folder.join(name)).unwrap().to_rgb8();
    let (played, sparse) = (picture("1.png"), picture("2.png"));
    let wooden = Painter::new(theme::by_name("kaya").unwrap(), 22, 22, 38.0, 1);
    let wooden = wooden.paint(&Scene::strewn(22, 22, 20, 1)).image;
    let told: Vec<&str> = include_str!("../../../tests/cases/sparse-after-restart/2.txt")
        .lines()
        .collect();
    let unknown = vec!["?".repeat(22); 22];
    let check = |learned: &RgbImage, expected: &[&str]| {
        let (mut reader, screen, world) = at_pictures();
        screen.show(learned);
        reader.locate().unwrap();
        assert_eq!(reader.look().unwrap().observation.uncertain(), 0);
        reader.learn(None);
        world.crash();
        assert_eq!(reader.find_window(), Err(Blindness::WindowGone));
        world.restart();
        screen.show(&sparse);
        reader.locate().unwrap();
        let seen = reader.look().unwrap().observation.to_rows();
        assert_eq!(seen, expected);
    };
    check(&played, &told);
    check(
        &wooden,
        &unknown.iter().map(String::as_str).collect::<Vec<&str>>(),
    );
}
