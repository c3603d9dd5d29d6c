//! Engines on a serial line: boards, chips, and whatever else answers there.
//!
//! A device is believed in nothing: each answer has a deadline, each move is checked against the rules, and one that was
//! unplugged, reset or misheard is told the game again, a few times at most. What cannot be put right ends the game with
//! its reason. This file knows neither the wires, which are the conversations' business, nor ports, which are `serial`'s.

pub mod profile;
mod profile_file;
pub mod options;
pub mod port;
pub mod serial;
pub mod error;
pub mod cost;
mod trouble;
mod conversation;
mod s0;
mod v2;
pub mod probe;
pub mod touch;
pub mod check;
pub mod console;
pub mod emulator;

use referee::{
    gomoku::{Move, Position},
    player::{self, Limits, Player, PlayerError, Stop, Thought},
    verdict::Verdict,
};

use self::{
    conversation::{Conversation, DeviceLine, MoveLimits},
    cost::{Costs, DeviceCost},
    error::DeviceError,
    options::DeviceOptions,
    port::Port,
    profile::{DeviceProfile, Wire},
    s0::S0,
    serial::Serial,
    trouble::Trouble,
    v2::V2,
};
use crate::budget;

/// What an answer may be late before it counts as missing: the way through adapter and system.
const GRACE_US: u64 = 1_000_000;
/// Times that a device is greeted before it is none.
const GREETINGS_MAX: u32 = 4;
/// Times that a move is asked for, whatever the troubles are.
const TRIES_MAX: u32 = 20;
/// Times that a device may seem to be in another game, one after the other, before that is believed.
const STRAYS_MAX: u32 = 3;
/// Without a limit on time, a move may take that many times the longest that the device may think, all troubles included.
const PATIENCE: u64 = 4;

/// A device as a player.
pub struct Device {
    profile: DeviceProfile,
    port: Box<dyn Port>,
    is_open: bool,
    is_greeted: bool,
    conversation: Box<dyn Conversation>,
    costs: Costs,
}

impl Device {
    /// Opens the port that the options lead to and makes sure that such a device is there.
    ///
    /// # Errors
    /// There is no such profile or port, the port cannot be opened, or what is there does not answer as it should.
    pub fn open(options: &DeviceOptions) -> Result<Device, DeviceError> {
        let profile = DeviceProfile::of(options)?;
        let port = Serial::of(&profile)?;
        Device::on(profile, Box::new(port))
    }

    /// The device of this kind on this port.
    ///
    /// # Errors
    /// The port cannot be opened, or what is there does not answer as it should.
    pub fn on(profile: DeviceProfile, port: Box<dyn Port>) -> Result<Device, DeviceError> {
        let mut device = Device {
            conversation: conversation_on(&profile),
            profile,
            port,
            is_open: false,
            is_greeted: false,
            costs: Costs::default(),
        };
        device.port.open()?;
        device.is_open = true;
        device.greet_first()?;
        Ok(device)
    }

    /// What the moves cost, readable while the device plays.
    pub fn costs(&self) -> Costs {
        self.costs.clone()
    }

    /// What the device is like.
    pub fn profile(&self) -> &DeviceProfile {
        &self.profile
    }

    /// The first greeting, whose failures are the user's to mend.
    fn greet_first(&mut self) -> Result<(), DeviceError> {
        let mut greeted = Ok(());
        for greetings in 1..=GREETINGS_MAX {
            greeted = self
                .reopen(u64::MAX)
                .and_then(|()| self.attempt(&Stop::default(), u64::MAX, |_, _| Ok(())));
            match &greeted {
                // Some boards start afresh when their port is opened, and take a while for it.
                Err(Trouble::Late) if greetings == 1 => {}
                // Some have to finish what they say to somebody else.
                Err(Trouble::Garbage(_) | Trouble::Reset(_) | Trouble::OutOfStep(_)) => {}
                Err(Trouble::Lost(_)) => self.lose(),
                _ => break,
            }
        }
        let (port, wire, baud) = (self.port.name(), self.profile.wire, self.port.baud());
        let trouble = match greeted {
            Ok(()) => return Ok(()),
            Err(trouble) => trouble,
        };
        if let Some(found) = probe::other_wire(&mut *self.port, wire) {
            return Err(DeviceError::WrongWire {
                port,
                expected: wire,
                found,
            });
        }
        Err(match trouble {
            Trouble::Late | Trouble::Stopped => DeviceError::Silent { port, wire, baud },
            Trouble::Garbage(heard) => DeviceError::Garbage {
                port,
                wire,
                baud,
                heard,
            },
            Trouble::Lost(reason)
            | Trouble::Reset(reason)
            | Trouble::OutOfStep(reason)
            | Trouble::Unfit(reason) => DeviceError::Unfit { port, reason },
            Trouble::Differs { how, .. } => DeviceError::Unfit { port, reason: how },
        })
    }

    /// One try, on an open port with a device that was greeted.
    fn attempt<T>(
        &mut self,
        stop: &Stop,
        deadline_us: u64,
        ask: impl FnOnce(&mut dyn Conversation, &mut DeviceLine<'_>) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        let mut line = DeviceLine {
            port: &mut *self.port,
            costs: &self.costs,
            deadline_us,
            stop: stop.clone(),
        };
        if !self.is_greeted {
            self.conversation.greet(&mut line)?;
            self.is_greeted = true;
        }
        ask(&mut *self.conversation, &mut line)
    }

    /// The port is gone, and with it the device's trust.
    fn lose(&mut self) {
        self.port.close();
        self.is_open = false;
        self.is_greeted = false;
    }

    /// Opens a port that was lost, as soon as it is back.
    fn reopen(&mut self, deadline_us: u64) -> Result<(), Trouble> {
        if self.is_open {
            return Ok(());
        }
        let given_up_us = self
            .port
            .now_us()
            .saturating_add(self.profile.reconnect_ms * 1_000);
        port::open_by(&mut *self.port, given_up_us.min(deadline_us))
            .map_err(|why| Trouble::Lost(why.to_string()))?;
        self.is_open = true;
        self.costs.trouble(|troubles| troubles.reconnections += 1);
        Ok(())
    }

    /// Asks until it is answered, putting right what can be put right; with how often that was.
    fn persist<T>(
        &mut self,
        stop: &Stop,
        deadline_us: u64,
        mut ask: impl FnMut(&mut dyn Conversation, &mut DeviceLine<'_>) -> Result<T, Trouble>,
    ) -> Result<(T, u32), Trouble> {
        let mut last = Trouble::Late;
        let mut strays = 0;
        for tries in 1..=TRIES_MAX {
            self.reopen(deadline_us)?;
            let trouble = match self.attempt(stop, deadline_us, &mut ask) {
                Ok(answer) => return Ok((answer, tries)),
                Err(trouble) => trouble,
            };
            self.conversation.forget();
            match &trouble {
                Trouble::Unfit(_) | Trouble::Stopped => return Err(trouble),
                Trouble::Lost(_) => self.lose(),
                Trouble::OutOfStep(_) | Trouble::Differs { .. } => strays += 1,
                Trouble::Late | Trouble::Garbage(_) | Trouble::Reset(_) => {}
            }
            // What was wrong with the game tells more than the silence that ended it.
            if trouble != Trouble::Late || matches!(last, Trouble::Lost(_)) {
                last = trouble;
            }
            if strays >= STRAYS_MAX || self.port.now_us() >= deadline_us {
                break;
            }
        }
        Err(last)
    }

    /// When an answer has to be there: a little after the time that the game gives, or after the profile's.
    fn deadline_us(&self, limits: &Limits) -> u64 {
        let given_ms = match (limits.turn_ms, limits.game_left_ms) {
            (Some(turn), Some(game)) => Some(turn.min(game)),
            (turn, game) => turn.or(game),
        };
        let wait_us = match given_ms {
            Some(ms) => ms.saturating_mul(1_000).saturating_add(GRACE_US),
            None => self.profile.turn_ms * 1_000 * PATIENCE,
        };
        self.port.now_us().saturating_add(wait_us)
    }

    /// A trouble that is past mending, as the referee hears of it.
    fn told(&self, trouble: Trouble, waited_us: u64) -> PlayerError {
        match trouble {
            Trouble::Late | Trouble::Stopped => PlayerError::Timeout {
                after_ms: waited_us / 1_000,
            },
            Trouble::Lost(how) => PlayerError::Gone(format!("{} is lost: {how}", self.port.name())),
            Trouble::Garbage(heard) => PlayerError::Nonsense(format!("{} says {heard}", self.port.name())),
            Trouble::Reset(how) | Trouble::OutOfStep(how) => PlayerError::Nonsense(how),
            Trouble::Differs {
                how,
                played_before: true,
            } => PlayerError::Nonsense(format!("it cannot be brought back to this game: {how}")),
            Trouble::Differs { how, .. } => {
                PlayerError::Unsupported(format!("it cannot be told stones of its own: {how}"))
            }
            Trouble::Unfit(why) => PlayerError::Unsupported(why),
        }
    }
}

impl Player<Position> for Device {
    fn name(&self) -> String {
        let spec = format!("device:{}", self.profile.name);
        match self.conversation.name() {
            Some(name) => format!("{name} ({spec})"),
            None => spec,
        }
    }

    fn new_game(&mut self, position: &Position) -> Result<(), PlayerError> {
        self.costs.clear();
        if let Some(why) = self.conversation.objection(position) {
            return Err(PlayerError::Unsupported(why));
        }
        let begun_us = self.port.now_us();
        let deadline_us = self.deadline_us(&Limits::default());
        let begun = self.persist(&Stop::default(), deadline_us, |conversation, line| {
            conversation.new_game(line, position)
        });
        match begun {
            Ok(_) => Ok(()),
            Err(trouble) => Err(self.told(trouble, self.port.now_us() - begun_us)),
        }
    }

    fn think(&mut self, position: &Position, limits: &Limits) -> Result<Thought<Move>, PlayerError> {
        if let Some(why) = self.conversation.objection(position) {
            return Err(PlayerError::Unsupported(why));
        }
        let begun_us = self.port.now_us();
        let deadline_us = self.deadline_us(limits);
        let bounds = MoveLimits {
            time_ms: budget::bounds(limits)
                .map(|budget| budget.soft.unwrap_or(budget.hard).as_millis() as u64),
            depth: least(limits.depth, self.profile.depth),
        };
        let answered = self.persist(&limits.stop, deadline_us, |conversation, line| {
            conversation.ask(line, position, &bounds)
        });
        let (answer, tries) = match answered {
            Ok(answered) => answered,
            Err(trouble) => return Err(self.told(trouble, self.port.now_us() - begun_us)),
        };
        self.costs.add(DeviceCost {
            ply: position.history().len(),
            point: answer.point,
            wall_us: answer.wall_us,
            device_us: answer.device_us,
            cycles: answer.cycles,
            nodes: answer.nodes,
            tries,
        });
        Ok(Thought {
            score: answer.score,
            depth: answer.depth,
            nodes: answer.nodes,
            ..Thought::bare(Move::Place(answer.point))
        })
    }

    fn move_costs(&self) -> Vec<player::Cost> {
        let told = |cost: DeviceCost| player::Cost {
            ply: cost.ply,
            wall_us: cost.wall_us,
            device_us: cost.device_us,
            cycles: cost.cycles,
            nodes: cost.nodes,
        };
        self.costs.moves().into_iter().map(told).collect()
    }

    /// What went wrong on the line, if anything did.
    fn game_over(&mut self, _position: &Position, _verdict: Verdict) -> Option<String> {
        let troubles = self.costs.troubles();
        (!troubles.is_none()).then(|| {
            format!(
                "{}: opened again {} times, told the game again {} times, asked again {} times, heard {} damaged messages",
                self.name(),
                troubles.reconnections,
                troubles.resynchronisations,
                troubles.repetitions,
                troubles.damaged
            )
        })
    }
}

fn least(a: Option<u32>, b: Option<u32>) -> Option<u32> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// The conversation for a device of this kind.
///
/// # Panics
/// On wire `s1`, where devices are no engines: [`DeviceProfile::of`] refuses them.
fn conversation_on(profile: &DeviceProfile) -> Box<dyn Conversation> {
    match profile.wire {
        Wire::S0 => Box::new(S0::new(profile)),
        Wire::V2 => Box::new(V2::new(profile)),
        Wire::S1 => unreachable!("a board for a person is no engine"),
    }
}
