//! Paper Soccer on the desktop in memory: whole evenings in all weathers.

use actuator::{gesture::Button, pointer::Pointer as _};
use engines::soccer::registry;
use referee::{player::Player, position::Position as _, soccer::Position, verdict::Reason};
use vision::{
    area::Area,
    pitch::{read::Reader, theme},
    source::FrameSource as _,
};

use super::setup;
use crate::{
    client::Practice,
    exercise::Exercise as _,
    fault_schedule::{FaultRates, FaultSchedule},
    ledger::LedgerEntry as _,
    model::{Page, Seating, Target},
    setup::{Service, SoccerSetup},
    world::World,
};

const PLACE: (i32, i32) = (200, 60);

fn press(world: &World<Position>, target: Target) {
    let (x, y) = world.look(|practice| {
        let layout = practice.layout();
        let area = match target {
            Target::Point(point) => {
                let (x, y) = layout.calibration.pixel_of(point);
                Area::new(x, y, 1, 1)
            }
            Target::Choice(index) => layout.choices(practice.model().choices().len())[index],
            Target::Seek => layout.new_game,
            Target::CloseChat => layout.close_chat,
            Target::CloseAdvertisement => layout.close_advertisement,
            _ => layout.middle,
        };
        (area.x + area.width as i32 / 2, area.y + area.height as i32 / 2)
    });
    let mut mouse = world.clone();
    mouse.move_to(PLACE.0 + x, PLACE.1 + y).unwrap();
    mouse.press(Button::Left).unwrap();
}

/// Somebody who knows what is up, and plays on whatever happens.
fn carry_on(world: &World<Position>, person: &mut dyn Player<Position>) {
    if !world.is_open() {
        return world.restart();
    }
    let stage = world.look(|practice| practice.model().stage());
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
            let turn = world.look(Practice::person) == position.turn();
            if turn && position.outcome().is_none() {
                let thought = person.think(&position, &Default::default()).unwrap();
                press(world, Target::Point(position.point_of(thought.play).unwrap()));
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
    for (seed, look) in [(1, "plain"), (2, "mobile"), (3, "stadium")] {
        let setup = SoccerSetup {
            fade_ms: 60,
            service: Some(Service {
                seek_ms: (100, 300),
                game_ms: Some(120_000),
                ..Service::usual(seed)
            }),
            ..setup(Seating::Drawn)
        };
        let (practice, begun) = Practice::new(setup, theme::by_name(look).unwrap(), 20.0, 0);
        let players = ["random:seed=1", "random:seed=2", "random:seed=3", "random:seed=4"];
        let players = players.map(|spec| registry::build(spec).unwrap());
        let screen = Area::new(0, 0, 1280, 800);
        let mut world = World::new(practice, begun, players.into(), screen, PLACE);
        let mut schedule = FaultSchedule::new(seed, &rates, 0);
        let mut person = registry::build("random:seed=9").unwrap();
        let mut read = 0;
        // An hour.
        for step in 0..14_400 {
            world.pass(250);
            while let Some((_, event)) = schedule.take(world.now_ms()) {
                world.happen(event);
            }
            carry_on(&world, person.as_mut());
            if step % 50 == 0 && world.is_open() {
                read += usize::from(is_read(&mut world));
            }
        }
        let ledger = world.ledger();
        let count = |reason| {
            ledger
                .iter()
                .filter(|entry| entry.verdict.reason == reason)
                .count()
        };
        assert!(ledger.len() > 40, "seed {seed}: {} games", ledger.len());
        assert!(count(Reason::Goal) + count(Reason::Blocked) > 20, "seed {seed}");
        assert!(count(Reason::Aborted) > 5, "seed {seed}");
        assert!(read > 50, "seed {seed}: {read} pictures show the game");
        for (entry, number) in ledger.iter().zip(1..) {
            assert_eq!((entry.number, entry.start().pitch), (number, entry.pitch));
        }
    }
}

/// Whether the picture of the screen shows the game as it is. A dialog, or a line that grows, may be in the way.
fn is_read(world: &mut World<Position>) -> bool {
    let (size, place) = world.look(|practice| (practice.size(), practice.place()));
    let content = Area::new(PLACE.0, PLACE.1, size.0, size.1);
    let frame = world.grab(content).unwrap();
    let is_up = world.look(|practice| {
        let model = practice.model();
        model.page() == Page::Game && model.dialog().is_none() && !model.stage().cut_off
    });
    let seen = Reader::new(place).read(&frame);
    is_up
        && vision::pitch::reconcile::explain(&world.position(), &seen)
            .is_ok_and(|drawn| drawn.lines.is_empty())
}
