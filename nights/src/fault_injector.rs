//! What goes wrong in a night, and when: the service's faults, and on top of it windows, pictures, clicks, people and
//! clocks. Seeded and pure but for the world that it is done to.

use dice::Dice;
use vision::area::Area;

use crate::disk::Disk;
use practice::{
    face::Pictured,
    fault_schedule::{FaultRates, FaultSchedule},
    service_event::ServiceEvent,
    world::{World, fault::InjectedFault},
};

/// One way to disturb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Prank {
    Move,
    Cover,
    Minimise,
    Crash,
    Stale,
    Torn,
    LostClick,
    DoubleClick,
    LateClick,
    Person,
    ClockJump,
    FullDisk,
    LockedStore,
    Slide,
}

/// Each prank and how often an hour it comes on average.
const PRANKS: [(Prank, f64); 14] = [
    (Prank::Move, 60.0),
    (Prank::Cover, 40.0),
    (Prank::Minimise, 20.0),
    (Prank::Crash, 6.0),
    (Prank::Stale, 150.0),
    (Prank::Torn, 200.0),
    (Prank::LostClick, 150.0),
    (Prank::DoubleClick, 100.0),
    (Prank::LateClick, 100.0),
    (Prank::Person, 30.0),
    (Prank::ClockJump, 10.0),
    (Prank::FullDisk, 40.0),
    (Prank::LockedStore, 60.0),
    (Prank::Slide, 60.0),
];

const HOUR_MS: f64 = 3_600_000.0;

/// A night's troubles.
pub struct FaultInjector {
    dice: Dice,
    fault_schedule: FaultSchedule,
    next_ms: [u64; PRANKS.len()],
    /// When a covering window goes away.
    uncover_ms: Option<u64>,
    /// When a page that has slid lies in its place again.
    slide_back_ms: Option<u64>,
    wall_skew_ms: i64,
    strength: f64,
    disk: Disk,
}

impl FaultInjector {
    /// The troubles of that seed, with the service's own as often as `rates` says. `strength` 1 is a bad night, 0 a calm
    /// one.
    pub fn new(seed: u64, rates: &FaultRates, strength: f64) -> FaultInjector {
        let mut injector = FaultInjector {
            dice: Dice::new(seed ^ 0x5eed_0f7e),
            fault_schedule: FaultSchedule::new(seed, rates, 0),
            next_ms: [u64::MAX; PRANKS.len()],
            uncover_ms: None,
            slide_back_ms: None,
            wall_skew_ms: 0,
            strength,
            disk: Disk::default(),
        };
        for kind in 0..PRANKS.len() {
            injector.plan(kind, 0);
        }
        injector
    }

    /// The bot's disk.
    pub fn disk(&self) -> &Disk {
        &self.disk
    }

    /// How far the clock on the wall was set forth or back, in milliseconds.
    pub(crate) fn wall_skew_ms(&self) -> i64 {
        self.wall_skew_ms
    }

    /// When something is due next.
    pub fn next_ms(&self) -> u64 {
        let pranks = self.next_ms.iter().copied().min().unwrap_or(u64::MAX);
        let scheduled_ms = self.fault_schedule.next_ms().unwrap_or(u64::MAX);
        let ends = [self.uncover_ms, self.slide_back_ms].into_iter().flatten();
        ends.fold(pranks.min(scheduled_ms), u64::min)
    }

    /// Does to the world whatever is due at `now_ms`. Answers whether pictures or clicks are spoilt by it.
    pub fn strike<P: Pictured>(&mut self, world: &World<P>, now_ms: u64) -> bool {
        let mut spoilt = false;
        while let Some((_, event)) = self.fault_schedule.take(now_ms) {
            spoilt |= matches!(event, ServiceEvent::Freeze { .. });
            world.happen(event);
        }
        if self.uncover_ms.is_some_and(|due_ms| due_ms <= now_ms) {
            self.uncover_ms = None;
            world.uncover();
        }
        if self.slide_back_ms.is_some_and(|due_ms| due_ms <= now_ms) {
            self.slide_back_ms = None;
            world.slide(0, 0);
        }
        for (kind, (prank, _)) in PRANKS.into_iter().enumerate() {
            while self.next_ms[kind] <= now_ms {
                spoilt |= matches!(
                    prank,
                    Prank::Stale | Prank::Torn | Prank::LostClick | Prank::DoubleClick | Prank::LateClick
                );
                self.play(prank, world, now_ms);
                self.plan(kind, now_ms);
            }
        }
        spoilt
    }

    fn plan(&mut self, kind: usize, now_ms: u64) {
        let rate = PRANKS[kind].1 * self.strength;
        if rate > 0.0 {
            // Exponential pauses: as likely at one moment as at any other.
            let pause_ms = -self.dice.between(1e-9, 1.0).ln() / rate * HOUR_MS;
            self.next_ms[kind] = now_ms + 1 + pause_ms as u64;
        }
    }

    fn play<P: Pictured>(&mut self, prank: Prank, world: &World<P>, now_ms: u64) {
        match prank {
            Prank::Move => world.move_window(self.dice.within(0, 200), self.dice.within(0, 200)),
            Prank::Cover => {
                let window = world.content();
                let (width, height) = (window.width as usize, window.height as usize);
                let area = Area::new(
                    self.dice.within(0, window.right() as i32 - 20),
                    self.dice.within(0, window.bottom() as i32 - 20),
                    (width / 5 + self.dice.below(width / 3)) as u32,
                    (height / 8 + self.dice.below(height / 4)) as u32,
                );
                world.cover("Updates are ready", area);
                self.uncover_ms = Some(now_ms + 500 + self.dice.below(20_000));
            }
            Prank::Minimise => world.minimise(),
            Prank::Crash => world.crash(),
            Prank::Stale => world.spoil(InjectedFault::StaleFrames(1 + self.dice.below(6) as u32)),
            Prank::Torn => world.spoil(InjectedFault::TornFrame),
            Prank::LostClick => world.spoil(InjectedFault::LostClick),
            Prank::DoubleClick => world.spoil(InjectedFault::DoubleClick),
            Prank::LateClick => world.spoil(InjectedFault::LateClick(50 + self.dice.below(1_500))),
            Prank::Person => world.push_pointer(self.dice.within(20, 1_200), self.dice.within(20, 900)),
            Prank::Slide => {
                world.slide(self.dice.within(-10, 10), self.dice.within(-15, 30));
                self.slide_back_ms = Some(now_ms + 500 + self.dice.below(40_000));
            }
            Prank::FullDisk => self.disk.fill(now_ms + 1_000 + self.dice.below(60_000)),
            Prank::LockedStore => self.disk.lock(now_ms + 1_000 + self.dice.below(90_000)),
            Prank::ClockJump => {
                self.wall_skew_ms += i64::from(self.dice.within(-7_200_000, 7_200_000));
            }
        }
    }
}
