//! The desktop in memory: its window's misfortunes, spoilt pictures and clicks, and whole evenings in the service.

use engines::registry;
use image::RgbImage;
use referee::{gomoku::Position, point::Point, verdict::Reason};
use vision::{
    area::Area,
    source::FrameSource as _,
    theme,
    window::{Desktop as _, WindowError, WindowId},
};

use super::{
    desk::{RESULT_MS, setup},
    evening::{self, SCREEN, place_of, press},
};
use crate::{
    client::Practice,
    model::{Page, PracticeSetup, Seating, Target},
    service_event::{Return, ServiceEvent},
    world::{WINDOW, World, fault::InjectedFault},
};

const PLACE: (i32, i32) = (200, 100);

fn world(setup: PracticeSetup) -> World {
    let (practice, begun) = Practice::new(setup, theme::by_name("plain").unwrap(), 20.0, 0);
    let players = ["random:seed=1", "random:seed=2"].map(|spec| registry::build(spec).unwrap());
    World::new(practice, begun, players.into(), SCREEN, PLACE)
}

/// In a game, the person to move.
fn playing() -> World {
    let world = world(setup(Seating::First));
    press(&world, Target::Seek);
    world.pass(1_000);
    world
}

fn place(world: &World, x: u8, y: u8) {
    press(world, Target::Point(Point::new(x, y)));
}

fn stones(world: &World) -> usize {
    world.position().history().len()
}

fn shown(world: &World) -> RgbImage {
    let (width, height) = world.look(Practice::size);
    let area = Area::new(PLACE.0, PLACE.1, width, height);
    RgbImage::clone(&world.clone().grab(area).unwrap().image)
}

#[test]
fn clicks_get_lost_come_twice_and_come_late() {
    let world = playing();
    world.spoil(InjectedFault::LostClick);
    world.spoil(InjectedFault::LateClick(400));
    place(&world, 7, 7);
    assert_eq!(stones(&world), 0, "lost");
    place(&world, 7, 7);
    world.push_pointer(0, 0);
    world.pass(399);
    assert_eq!(stones(&world), 0, "not yet");
    world.pass(1);
    assert_eq!(stones(&world), 1, "it arrives where it was made");
    world.pass(1_000);
    // Every press of this button shows its news anew.
    let news = |fault: Option<InjectedFault>| {
        fault.into_iter().for_each(|fault| world.spoil(fault));
        let before = world.look(Practice::revision);
        press(&world, Target::Undo);
        world.look(Practice::revision) - before
    };
    news(None);
    let once = news(None);
    assert_eq!(news(Some(InjectedFault::DoubleClick)), 2 * once);
}

#[test]
fn pictures_are_stale_or_torn_when_wanted() {
    let world = playing();
    let before = shown(&world);
    world.spoil(InjectedFault::StaleFrames(2));
    world.spoil(InjectedFault::TornFrame);
    place(&world, 7, 1);
    world.push_pointer(0, 0);
    assert_eq!(shown(&world), before);
    assert_eq!(shown(&world), before);
    let now_ms = world.now_ms();
    let truth = world.look(|practice| practice.image(now_ms));
    let torn = shown(&world);
    let half = torn.height() / 2;
    let rows = |image: &RgbImage, from: u32, to: u32| {
        let stride = image.width() as usize * 3;
        image.as_raw()[from as usize * stride..to as usize * stride].to_vec()
    };
    assert_eq!(rows(&torn, 0, half), rows(&truth, 0, half));
    assert_eq!(
        rows(&torn, half, torn.height()),
        rows(&before, half, torn.height())
    );
    assert_eq!(shown(&world), truth);
}

#[test]
fn the_window_is_covered_minimised_and_moved() {
    let world = playing();
    let mut desktop = world.clone();
    let client = desktop.window(WINDOW).unwrap().unwrap();
    let board = Area::new(300, 200, 100, 100);
    assert_eq!(desktop.cover_of(WINDOW, board), Ok(None));
    world.cover("Calculator", Area::new(350, 250, 200, 200));
    let cover = desktop.cover_of(WINDOW, board).unwrap().unwrap();
    assert_eq!(cover.title, "Calculator");
    assert_eq!(desktop.cover_of(WINDOW, Area::new(300, 200, 50, 50)), Ok(None));
    let (x, y) = place_of(&world, Target::Point(Point::new(7, 7)));
    world.cover("Calculator", Area::new(x - 5, y - 5, 10, 10));
    place(&world, 7, 7);
    assert_eq!(stones(&world), 0, "the click meets the other window");
    desktop.activate(WINDOW).unwrap();
    place(&world, 7, 7);
    assert_eq!(stones(&world), 1);

    world.minimise();
    let away = desktop.window(WINDOW).unwrap().unwrap();
    assert!(away.minimised && !away.viewable);
    let now_ms = world.now_ms();
    assert_ne!(shown(&world), world.look(|practice| practice.image(now_ms)));
    desktop.activate(WINDOW).unwrap();
    assert!(desktop.window(WINDOW).unwrap().unwrap().viewable);

    desktop.place(WINDOW, Area::new(10, 20, 5, 5)).unwrap();
    let moved = desktop.window(WINDOW).unwrap().unwrap().content;
    assert_eq!((moved.x, moved.y), (10, 20));
    assert_eq!(
        (moved.width, moved.height),
        (client.content.width, client.content.height)
    );
}

#[test]
fn a_client_that_died_is_started_again() {
    let world = playing();
    place(&world, 7, 7);
    world.crash();
    let mut desktop = world.clone();
    assert!(!world.is_open() && desktop.windows().unwrap().is_empty());
    assert_eq!(desktop.activate(WINDOW), Err(WindowError::Gone(WINDOW)));
    world.pass(5_000);
    world.restart();
    let ids: Vec<WindowId> = desktop
        .windows()
        .unwrap()
        .iter()
        .map(|window| window.id)
        .collect();
    assert_eq!(ids, [WindowId(2)]);
    assert_eq!(world.look(|practice| practice.model().page()), Page::Lobby);
    let ledger = world.ledger();
    assert_eq!((ledger.len(), ledger[0].verdict.reason), (1, Reason::Aborted));
    assert_eq!(ledger[0].note, "the client crashed");
    desktop.close(WindowId(2)).unwrap();
    assert!(!world.is_open());
}

#[test]
fn whole_evenings_under_all_fault_schedules() {
    for seed in [1, 2, 3] {
        let look = (seed, theme::by_name("plain").unwrap());
        let person = "classic:depth=1";
        let ledger = evening::spend::<Position>(look, setup(Seating::Drawn), person, |_, _| {});
        let fives = evening::count::<Position>(&ledger, Reason::Five);
        assert!(fives > 20, "seed {seed}: {fives}");
    }
}

#[test]
fn an_absent_opponent_is_waited_for() {
    let world = playing();
    world.happen(ServiceEvent::OpponentAway {
        for_ms: 2_000,
        then: Return::Never,
    });
    world.pass(2_000 + RESULT_MS);
    let told = world.look(|practice| practice.model().dialog_text());
    assert_eq!(told.unwrap().0, "You won");
}
