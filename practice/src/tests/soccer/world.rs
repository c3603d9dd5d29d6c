//! Paper Soccer on the desktop in memory: whole evenings under all fault schedules.

use referee::{soccer::Position, verdict::Reason};
use vision::{
    pitch::{read::Reader, theme},
    source::FrameSource as _,
};

use super::setup;
use crate::{
    ledger::LedgerEntry as _,
    model::{Page, Seating},
    setup::SoccerSetup,
    tests::evening,
    world::World,
};

#[test]
fn whole_evenings_under_all_fault_schedules() {
    for (seed, look) in [(1, "plain"), (2, "mobile"), (3, "stadium")] {
        let setup = SoccerSetup {
            fade_ms: 60,
            ..setup(Seating::Drawn)
        };
        let mut read = 0;
        let look = (seed, theme::by_name(look).unwrap());
        let ledger = evening::spend::<Position>(look, setup, "random:seed=9", |step, world| {
            if step % 50 == 0 && world.is_open() {
                read += usize::from(is_read(world));
            }
        });
        let count = |reason| evening::count::<Position>(&ledger, reason);
        assert!(count(Reason::Goal) + count(Reason::Blocked) > 20, "seed {seed}");
        assert!(read > 50, "seed {seed}: {read} pictures show the game");
        for entry in &ledger {
            assert_eq!(entry.start().pitch, entry.played.pitch);
        }
    }
}

/// Whether the picture of the screen shows the game as it is. A dialog, or a line that grows, may be in the way.
fn is_read(world: &mut World<Position>) -> bool {
    let place = world.look(|practice| practice.place());
    let content = world.content();
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
