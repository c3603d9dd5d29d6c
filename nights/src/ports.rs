//! The ports of a night: the world's desktop, screen and pointer behind a failpoint and under the checker's watch, its time,
//! an engine that thinks in virtual time and fails in every way, and a launcher that starts the world's client.

use std::sync::{
    Arc, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicUsize, Ordering},
};

use actuator::{
    error::PointerError,
    gesture::Button,
    ground::{Ground, Landing, Unpressed},
    pointer::Pointer,
};
use dice::Dice;
use engines::{
    registry,
    worker::{Answer, Thinker},
};
use referee::player::{Limits, Player, PlayerError, Thought};
use vision::{
    area::Area,
    frame::Frame,
    source::{CaptureError, FrameSource},
    window::{Desktop, Window, WindowError, WindowId},
};

use crate::{
    checker::Checker, failpoint::Failpoint, fault_injector::FaultInjector, meddler::Meddler,
    unattended::Unattended,
};
use base::{clock::Time, user_error::UserError};
use practice::world::World;
use profile::{
    client::Launch,
    launch::{Launcher, Running},
};

/// Where virtual nights begin, in Unix milliseconds.
const MIDNIGHT_MS: i64 = 1_790_000_000_000;

/// The world as the bot meets it.
pub struct Watched<P: Unattended> {
    /// The world itself.
    pub world: World<P>,
    /// Counts what the bot asks of it.
    pub failpoint: Failpoint,
    /// Looks at every press.
    pub checker: Arc<Mutex<Checker>>,
}

impl<P: Unattended> Clone for Watched<P> {
    fn clone(&self) -> Watched<P> {
        Watched {
            world: self.world.clone(),
            failpoint: self.failpoint.clone(),
            checker: Arc::clone(&self.checker),
        }
    }
}

impl<P: Unattended> Watched<P> {
    fn system(&self) -> Result<(), WindowError> {
        if self.failpoint.fires() {
            return Err(WindowError::Failed("the failpoint".to_owned()));
        }
        Ok(())
    }

    fn pointer(&self) -> Result<(), PointerError> {
        if self.failpoint.fires() {
            return Err(PointerError::Failed("the failpoint".to_owned()));
        }
        Ok(())
    }

    fn capture(&self) -> Result<(), CaptureError> {
        if self.failpoint.fires() {
            return Err(CaptureError::Failed("the failpoint".to_owned()));
        }
        Ok(())
    }
}

/// The lock of something that a panic elsewhere leaves as it is.
pub(super) fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<P: Unattended> FrameSource for Watched<P> {
    fn screen(&mut self) -> Result<Area, CaptureError> {
        self.capture()?;
        self.world.screen()
    }

    fn grab(&mut self, area: Area) -> Result<Frame, CaptureError> {
        self.capture()?;
        locked(&self.checker).look(&self.world);
        self.world.grab(area)
    }
}

impl<P: Unattended> Desktop for Watched<P> {
    fn windows(&mut self) -> Result<Vec<Window>, WindowError> {
        self.system()?;
        self.world.windows()
    }

    fn window(&mut self, id: WindowId) -> Result<Option<Window>, WindowError> {
        self.system()?;
        self.world.window(id)
    }

    fn cover_of(&mut self, id: WindowId, area: Area) -> Result<Option<Window>, WindowError> {
        self.system()?;
        self.world.cover_of(id, area)
    }

    fn focused(&mut self) -> Result<Option<WindowId>, WindowError> {
        self.system()?;
        self.world.focused()
    }

    fn activate(&mut self, id: WindowId) -> Result<(), WindowError> {
        self.system()?;
        self.world.activate(id)
    }

    fn place(&mut self, id: WindowId, content: Area) -> Result<(), WindowError> {
        self.system()?;
        self.world.place(id, content)
    }

    fn close(&mut self, id: WindowId) -> Result<(), WindowError> {
        self.system()?;
        self.world.close(id)
    }
}

impl<P: Unattended> Pointer for Watched<P> {
    fn location(&mut self) -> Result<(i32, i32), PointerError> {
        self.pointer()?;
        self.world.location()
    }

    fn move_to(&mut self, x: i32, y: i32) -> Result<(), PointerError> {
        self.pointer()?;
        self.world.move_to(x, y)
    }

    fn press(&mut self, button: Button) -> Result<(), PointerError> {
        self.pointer()?;
        let at = self.world.location()?;
        locked(&self.checker).press(&self.world, at);
        self.world.press(button)
    }

    fn press_on(&mut self, button: Button, at: (i32, i32), ground: &Ground) -> Result<Landing, Unpressed> {
        self.world.weigh(at, ground)?;
        self.press(button)?;
        Ok(Landing::There)
    }

    fn release(&mut self, button: Button) -> Result<(), PointerError> {
        self.pointer()?;
        self.world.release(button)
    }

    fn key(&mut self, combination: &str) -> Result<(), PointerError> {
        self.pointer()?;
        self.world.key(combination)
    }

    fn text(&mut self, text: &str) -> Result<(), PointerError> {
        self.pointer()?;
        self.world.text(text)
    }
}

/// The world's time, in which faults strike.
pub struct WorldTime<P: Unattended> {
    /// Whose time it is.
    pub world: World<P>,
    /// Is told when the bot may be mistaken.
    pub checker: Arc<Mutex<Checker>>,
    /// What strikes.
    pub fault_injector: Mutex<FaultInjector>,
    /// When the bot is killed: waiting beyond it unwinds.
    pub killed_ms: Mutex<Option<u64>>,
    /// Who asks the bot from afar.
    pub meddler: Mutex<Meddler>,
    /// When the bot is told to stop at once, and how.
    pub dawn: Mutex<Option<(u64, Arc<AtomicUsize>)>>,
}

/// What a killed bot's thread unwinds with.
pub struct Killed;

impl<P: Unattended> Time for WorldTime<P> {
    fn now_ms(&self) -> u64 {
        self.world.now_ms()
    }

    fn wall_ms(&self) -> i64 {
        MIDNIGHT_MS + self.world.now_ms() as i64 + locked(&self.fault_injector).wall_skew_ms()
    }

    fn wait_ms(&self, ms: u64) {
        let end_ms = self.world.now_ms() + ms;
        loop {
            let mut injector = locked(&self.fault_injector);
            let due_ms = injector.next_ms();
            let now_ms = self.world.now_ms();
            if due_ms > end_ms {
                drop(injector);
                self.world.pass(end_ms - now_ms);
                break;
            }
            self.world.pass(due_ms.saturating_sub(now_ms));
            if injector.strike(&self.world, due_ms.max(now_ms)) {
                locked(&self.checker).excuse(due_ms.max(now_ms));
            }
        }
        locked(&self.meddler).ask(end_ms);
        if let Some((at_ms, interrupts)) = &*locked(&self.dawn)
            && end_ms >= *at_ms
        {
            interrupts.store(2, Ordering::SeqCst);
        }
        let mut killed_ms = locked(&self.killed_ms);
        if killed_ms.is_some_and(|at_ms| end_ms >= at_ms) {
            *killed_ms = None;
            drop(killed_ms);
            std::panic::resume_unwind(Box::new(Killed));
        }
    }
}

/// Starts the world's client.
pub struct WorldLauncher<P: Unattended> {
    /// Where.
    pub world: World<P>,
    /// Counts.
    pub failpoint: Failpoint,
}

struct WorldClient<P: Unattended>(World<P>);

impl<P: Unattended> Launcher for WorldLauncher<P> {
    fn start(&mut self, _: &Launch) -> Result<Box<dyn Running>, UserError> {
        if self.failpoint.fires() {
            return Err(UserError::new("the failpoint", "none"));
        }
        self.world.restart();
        Ok(Box::new(WorldClient(self.world.clone())))
    }
}

impl<P: Unattended> Running for WorldClient<P> {
    fn has_ended(&mut self) -> bool {
        !self.0.is_open()
    }

    fn kill(&mut self) {
        if self.0.is_open() {
            self.0.crash();
        }
    }

    fn reap(&mut self) {}
}

/// An answer on its way.
struct Waiting<M> {
    request: u64,
    asked_ms: u64,
    due_ms: u64,
    result: Result<Thought<M>, PlayerError>,
}

/// An engine in virtual time. It thinks at once and answers later; sometimes it dies, hangs or cheats.
pub struct VirtualEngine<P: Unattended> {
    spec: String,
    player: Box<dyn Player<P>>,
    dice: Dice,
    /// One answer in so many goes wrong; 0 for none.
    faults: usize,
    failpoint: Failpoint,
    waiting: Option<Waiting<P::Move>>,
}

impl<P: Unattended> VirtualEngine<P> {
    /// The engine of that spec; one answer in `faults` goes wrong.
    ///
    /// # Errors
    /// The spec is wrong.
    pub fn new(
        spec: &str,
        seed: u64,
        faults: usize,
        failpoint: Failpoint,
    ) -> Result<VirtualEngine<P>, registry::SpecError> {
        Ok(VirtualEngine {
            spec: spec.to_owned(),
            player: P::build(spec)?,
            dice: Dice::new(seed),
            faults,
            failpoint,
            waiting: None,
        })
    }

    fn fault(&mut self, position: &P) -> (u64, Result<Thought<P::Move>, PlayerError>) {
        match (self.dice.below(3), position.refused()) {
            (1, _) => (125_000, Err(PlayerError::Timeout { after_ms: 125_000 })),
            (2, Some(play)) => (30, Ok(Thought::bare(play))),
            _ => (30, Err(PlayerError::Gone("it died".to_owned()))),
        }
    }
}

impl<P: Unattended> Thinker<P> for VirtualEngine<P> {
    fn spec(&self) -> &str {
        &self.spec
    }

    fn ask(&mut self, number: u64, position: P, limits: Limits, now_ms: u64) {
        let (spent_ms, result) = if self.failpoint.fires() {
            (1, Err(PlayerError::Gone("the failpoint".to_owned())))
        } else if self.faults > 0 && self.dice.below(self.faults) == 0 {
            self.fault(&position)
        } else {
            let begun = if position.plies() < 2 {
                self.player.new_game(&position)
            } else {
                Ok(())
            };
            let spent_ms = 5 + self.dice.below(400);
            (
                spent_ms,
                begun.and_then(|()| self.player.think(&position, &limits)),
            )
        };
        self.waiting = Some(Waiting {
            request: number,
            asked_ms: now_ms,
            due_ms: now_ms + spent_ms,
            result,
        });
    }

    fn forget(&mut self) {
        self.waiting = None;
    }

    fn poll(&mut self, now_ms: u64) -> Option<(Answer<P>, u64)> {
        let answer = self.waiting.take_if(|answer| answer.due_ms <= now_ms)?;
        let Waiting {
            request,
            asked_ms,
            result,
            ..
        } = answer;
        Some((Answer { request, result }, now_ms - asked_ms))
    }
}
