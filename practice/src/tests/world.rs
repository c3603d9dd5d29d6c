//! The desktop in memory: its window's misfortunes, spoilt pictures and clicks, and whole evenings in the service.

use actuator::{gesture::Button, pointer::Pointer as _};
use engines::registry;
use image::RgbImage;
use referee::{gomoku::Move, point::Point, position::Position as _, verdict::Reason};
use vision::{
    area::Area,
    source::FrameSource as _,
    theme,
    window::{Desktop as _, WindowError, WindowId},
};

use super::desk::{RESULT_MS, setup};
use crate::{
    client::Practice,
    fault_schedule::{FaultRates, FaultSchedule},
    model::{Page, PracticeSetup, Seating, Target},
    service_event::{Return, ServiceEvent},
    setup::Service,
    world::{WINDOW, World, fault::InjectedFault},
};

const PLACE: (i32, i32) = (200, 100);

fn world(setup: PracticeSetup) -> World {
    let (practice, begun) = Practice::new(setup, theme::by_name("plain").unwrap(), 20.0, 0);
    let players = ["random:seed=1", "random:seed=2"].map(|spec| registry::build(spec).unwrap());
    World::new(practice, begun, players.into(), Area::new(0, 0, 1280, 800), PLACE)
}

/// In a game, the person to move.
fn playing() -> World {
    let world = world(setup(Seating::First));
    press(&world, Target::Seek);
    world.pass(1_000);
    world
}

/// Where a target is on the screen.
fn place_of(world: &World, target: Target) -> (i32, i32) {
    world.look(|practice| {
        let layout = practice.layout();
        let area = match target {
            Target::Point(point) => {
                let (x, y) = layout.calibration.pixel_of(point);
                Area::new(x, y, 1, 1)
            }
            Target::Choice(index) => layout.choices(practice.model().choices().len())[index],
            Target::Seek | Target::Undo => layout.new_game,
            Target::CloseChat => layout.close_chat,
            Target::CloseAdvertisement => layout.close_advertisement,
            _ => layout.middle,
        };
        (
            PLACE.0 + area.x + area.width as i32 / 2,
            PLACE.1 + area.y + area.height as i32 / 2,
        )
    })
}

fn press(world: &World, target: Target) {
    let (x, y) = place_of(world, target);
    let mut mouse = world.clone();
    mouse.move_to(x, y).unwrap();
    mouse.press(Button::Left).unwrap();
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

/// Somebody who knows what is up, and plays on whatever happens.
fn carry_on(world: &World, person: &mut dyn referee::player::Player<referee::gomoku::Position>) {
    let stage = world.look(|practice| practice.model().stage());
    if !world.is_open() {
        return world.restart();
    }
    if stage.cut_off {
        return press(world, Target::Reconnect);
    }
    if stage.choices > 0 {
        return press(world, Target::Choice(stage.choices - 1));
    }
    if stage.advertisement {
        return press(world, Target::CloseAdvertisement);
    }
    if stage.chat {
        return press(world, Target::CloseChat);
    }
    match stage.page {
        Page::Lobby => press(world, Target::Seek),
        Page::Login => press(world, Target::LogIn),
        Page::Seeking { .. } => {}
        Page::Game => {
            let position = world.position();
            let turn = world.look(|practice| practice.person()) == position.turn();
            if turn && position.outcome().is_none() {
                let Ok(thought) = person.think(&position, &Default::default()) else {
                    return;
                };
                if let Move::Place(point) = thought.play {
                    press(world, Target::Point(point));
                }
            }
        }
    }
}

#[test]
fn whole_evenings_in_all_weathers() {
    let rates = FaultRates {
        crash: 20.0,
        ..FaultRates::ROUGH
    };
    for seed in [1, 2, 3] {
        let setup = PracticeSetup {
            seating: Seating::Drawn,
            service: Some(Service {
                seek_ms: (100, 300),
                game_ms: Some(120_000),
                ..Service::usual(seed)
            }),
            ..setup(Seating::Drawn)
        };
        let (practice, begun) = Practice::new(setup, theme::by_name("plain").unwrap(), 20.0, 0);
        let players = ["random:seed=1", "random:seed=2", "random:seed=3", "random:seed=4"];
        let players = players.map(|spec| registry::build(spec).unwrap());
        let world = World::new(practice, begun, players.into(), Area::new(0, 0, 1280, 800), PLACE);
        let mut schedule = FaultSchedule::new(seed, &rates, 0);
        let mut person = registry::build("classic:depth=1").unwrap();
        // An hour.
        for _ in 0..14_400 {
            world.pass(250);
            while let Some((_, event)) = schedule.take(world.now_ms()) {
                world.happen(event);
            }
            carry_on(&world, person.as_mut());
        }
        let ledger = world.ledger();
        let count = |reason| {
            ledger
                .iter()
                .filter(|entry| entry.verdict.reason == reason)
                .count()
        };
        assert!(ledger.len() > 40, "seed {seed}: {} games", ledger.len());
        assert!(
            count(Reason::Five) > 20 && count(Reason::Aborted) > 5,
            "seed {seed}"
        );
        let numbers: Vec<u32> = ledger.iter().map(|entry| entry.number).collect();
        assert_eq!(numbers, (1..=ledger.len() as u32).collect::<Vec<_>>());
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
