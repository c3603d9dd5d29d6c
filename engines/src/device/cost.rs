//! What each move of a device cost, kept for whoever reports on it: the device's own time, cycles and nodes, and the link's
//! share of the wait. The driver writes it, any thread may read it while the player is at work.

use std::sync::{Arc, Mutex, PoisonError};

use referee::point::Point;

/// One move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceCost {
    /// Moves of the game before it.
    pub ply: usize,
    /// Where the stone was put.
    pub point: Point,
    /// From the question to the answer that counted, on the host's clock, in microseconds.
    pub wall_us: u64,
    /// The device's own time, where it told that.
    pub device_us: Option<u64>,
    /// Cycles of its clock, where it told them.
    pub cycles: Option<u64>,
    /// Nodes, where it told them.
    pub nodes: Option<u64>,
    /// Times that it was asked: 1 when nothing went wrong.
    pub tries: u32,
}

impl DeviceCost {
    /// What of the wait was not the device's thinking, where it told that.
    pub fn overhead_us(&self) -> Option<u64> {
        Some(self.wall_us.saturating_sub(self.device_us?))
    }
}

/// What went wrong between host and device, counted over one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Troubles {
    /// The port was gone and opened again.
    pub reconnections: u32,
    /// The device was told the whole game again.
    pub resynchronisations: u32,
    /// A question was asked again.
    pub repetitions: u32,
    /// Messages or lines that arrived damaged.
    pub damaged: u32,
}

impl Troubles {
    /// Whether there was any.
    pub fn is_none(&self) -> bool {
        *self == Troubles::default()
    }
}

/// The costs of the moves of the game under way, or of the last one. Clones are one and the same.
#[derive(Clone, Debug, Default)]
pub struct Costs(Arc<Mutex<(Vec<DeviceCost>, Troubles)>>);

impl Costs {
    /// Of each move of this game so far.
    pub fn moves(&self) -> Vec<DeviceCost> {
        self.with(|(moves, _)| moves.clone())
    }

    /// In this game so far.
    pub fn troubles(&self) -> Troubles {
        self.with(|(_, troubles)| *troubles)
    }

    pub(super) fn clear(&self) {
        self.with(|kept| *kept = Default::default());
    }

    pub(super) fn add(&self, cost: DeviceCost) {
        self.with(|(moves, _)| moves.push(cost));
    }

    pub(super) fn trouble(&self, add: impl FnOnce(&mut Troubles)) {
        self.with(|(_, troubles)| add(troubles));
    }

    fn with<T>(&self, look: impl FnOnce(&mut (Vec<DeviceCost>, Troubles)) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
