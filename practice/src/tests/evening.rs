//! Whole evenings on the desktop in memory, whatever the game: somebody clicks by pixels who knows what is up, and plays on
//! whatever happens.

use actuator::{gesture::Button, pointer::Pointer as _};
use engines::games::EngineKind;
use referee::{player::Player, verdict::Reason};
use vision::area::Area;

use crate::{
    client::Practice,
    face::Pictured,
    fault_schedule::{FaultRates, FaultSchedule},
    ledger::LedgerEntry as _,
    model::{Page, Seating, Target},
    setup::{ClientSetup, Service},
    world::World,
};

/// The screen that the client's window is on.
pub(super) const SCREEN: Area = Area::new(0, 0, 1280, 800);
/// Steps of an evening, an hour in all.
const STEPS: usize = 14_400;
const STEP_MS: u64 = 250;
/// The service's opponents.
const OPPONENTS: [&str; 4] = ["random:seed=1", "random:seed=2", "random:seed=3", "random:seed=4"];

/// Where a target is on the screen.
pub(super) fn place_of<P: Pictured>(world: &World<P>, target: Target) -> (i32, i32) {
    let content = world.content();
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
            content.x + area.x + area.width as i32 / 2,
            content.y + area.y + area.height as i32 / 2,
        )
    })
}

pub(super) fn press<P: Pictured>(world: &World<P>, target: Target) {
    let (x, y) = place_of(world, target);
    let mut mouse = world.clone();
    mouse.move_to(x, y).unwrap();
    mouse.press(Button::Left).unwrap();
}

fn carry_on<P: Pictured>(world: &World<P>, person: &mut dyn Player<P>) {
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
            let is_ours = world.look(Practice::person) == position.turn();
            if is_ours && position.outcome().is_none() {
                let thought = person.think(&position, &Default::default()).unwrap();
                press(world, Target::Point(position.point_of(thought.play).unwrap()));
            }
        }
    }
}

/// An hour at a service where everything goes wrong; `look` is called after every step. Answers with how the games ended.
pub(super) fn spend<P: Pictured + EngineKind>(
    (seed, theme): (u64, &'static P::Theme),
    setup: ClientSetup<P>,
    person: &str,
    mut look: impl FnMut(usize, &mut World<P>),
) -> Vec<P::Entry> {
    let rates = FaultRates {
        crash: 20.0,
        ..FaultRates::ROUGH
    };
    let setup = ClientSetup {
        seating: Seating::Drawn,
        service: Some(Service {
            seek_ms: (100, 300),
            game_ms: Some(120_000),
            ..Service::usual(seed)
        }),
        ..setup
    };
    let (practice, begun) = Practice::new(setup, theme, 20.0, 0);
    let players = OPPONENTS.map(|spec| P::build(spec).unwrap());
    let mut world = World::new(practice, begun, players.into(), SCREEN, (200, 60));
    let mut schedule = FaultSchedule::new(seed, &rates, 0);
    let mut person = P::build(person).unwrap();
    for step in 0..STEPS {
        world.pass(STEP_MS);
        while let Some((_, event)) = schedule.take(world.now_ms()) {
            world.happen(event);
        }
        carry_on(&world, person.as_mut());
        look(step, &mut world);
    }
    let ledger = world.ledger();
    assert!(ledger.len() > 40, "seed {seed}: {} games", ledger.len());
    assert!(count::<P>(&ledger, Reason::Aborted) > 5, "seed {seed}");
    for (entry, number) in ledger.iter().zip(1..) {
        assert_eq!(entry.number(), number);
    }
    ledger
}

/// How many games ended so.
pub(super) fn count<P: Pictured>(ledger: &[P::Entry], reason: Reason) -> usize {
    let ended_so = |entry: &&P::Entry| entry.verdict().reason == reason;
    ledger.iter().filter(ended_so).count()
}
