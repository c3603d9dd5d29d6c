//! Hardware against software (docs/sources.md `S0.7`): what a device's moves cost, the link apart, and how much sooner it answers
//! than the other side. Arithmetic only.

use referee::player::Cost;
use schemars::JsonSchema;
use serde::Serialize;
use stats::rating::geometric;

/// Sums over moves of which something was told: how many, and how much.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Told {
    /// Moves.
    pub moves: u64,
    /// Of all of them.
    pub sum: u64,
}

impl Told {
    fn add(&mut self, amount: Option<u64>) {
        if let Some(amount) = amount {
            self.moves += 1;
            self.sum += amount;
        }
    }

    /// Of a move.
    pub fn mean(self) -> Option<f64> {
        (self.moves > 0).then(|| self.sum as f64 / self.moves as f64)
    }
}

/// What an engine's moves cost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Hardware {
    /// From question to answer, microseconds.
    pub wall_us: Told,
    /// The device's own time, microseconds.
    pub device_us: Told,
    /// The rest of the wait: line, adapter, driver; microseconds.
    pub link_us: Told,
    /// Cycles of the device's clock.
    pub cycles: Told,
    /// Nodes.
    pub nodes: Told,
    /// For each game, how many times longer the other side took for a move, where this one is a device and the other is not.
    pub speed_ups: Vec<f64>,
}

impl Hardware {
    /// Whether it is a device at all: software has no time but that on the host's clock.
    pub(crate) fn is_device(&self) -> bool {
        self.device_us.moves > 0 || self.cycles.moves > 0
    }

    /// Counts one game: these costs against those of the other side. A device's time is its own; with `clock_hz` it is its
    /// cycles at that clock.
    pub fn add(&mut self, own: &[Cost], other: &[Cost], clock_hz: Option<u64>) {
        for cost in own {
            self.wall_us.add(Some(cost.wall_us));
            self.device_us.add(cost.device_us);
            self.link_us.add(
                cost.device_us
                    .map(|device_us| cost.wall_us.saturating_sub(device_us)),
            );
            self.cycles.add(cost.cycles);
            self.nodes.add(cost.nodes);
        }
        let is_device = |costs: &[Cost]| costs.iter().any(|cost| cost.device_us.or(cost.cycles).is_some());
        let [ours, theirs] = [own, other].map(|costs| mean_us(costs, clock_hz));
        if let (true, false, Some(ours), Some(theirs)) = (is_device(own), is_device(other), ours, theirs)
            && ours > 0.0
            && theirs > 0.0
        {
            self.speed_ups.push(theirs / ours);
        }
    }

    /// Geometric mean of the speed-ups, and the ends of its 95 % interval; `None` without a game.
    pub fn speed_up(&self) -> Option<[f64; 3]> {
        geometric::mean(&self.speed_ups)
    }

    /// Cycles a node, of the moves whose cycles were told.
    pub(crate) fn cycles_a_node(&self) -> Option<f64> {
        (self.cycles.moves == self.nodes.moves && self.nodes.sum > 0)
            .then(|| self.cycles.sum as f64 / self.nodes.sum as f64)
    }
}

/// Of a move, in microseconds.
fn mean_us(costs: &[Cost], clock_hz: Option<u64>) -> Option<f64> {
    let time_us = |cost: &Cost| match (cost.cycles, clock_hz) {
        (Some(cycles), Some(hz)) => cycles as f64 * 1e6 / hz as f64,
        _ => cost.device_us.unwrap_or(cost.wall_us) as f64,
    };
    (!costs.is_empty()).then(|| costs.iter().map(time_us).sum::<f64>() / costs.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(wall_us: u64, device_us: Option<u64>, cycles: Option<u64>) -> Cost {
        Cost {
            wall_us,
            device_us,
            cycles,
            nodes: cycles.map(|cycles| cycles / 4),
            ..Cost::default()
        }
    }

    #[test]
    fn a_device_is_compared_with_software_by_its_own_time() {
        let device = [
            cost(1_500, Some(1_000), Some(50_000)),
            cost(3_500, Some(3_000), Some(150_000)),
        ];
        let software = [cost(4_000, None, None)];
        let mut hardware = Hardware::default();
        hardware.add(&device, &software, None);
        assert!(hardware.is_device());
        assert_eq!(hardware.link_us.mean(), Some(500.0));
        assert_eq!(hardware.speed_ups, [2.0]);
        assert_eq!(hardware.cycles_a_node(), Some(4.0));
        // At 100 MHz its 100,000 cycles a move take a millisecond.
        hardware.add(&device, &software, Some(100_000_000));
        assert_eq!(hardware.speed_ups, [2.0, 4.0]);
        let [mean, low, high] = hardware.speed_up().unwrap();
        assert!(
            (mean - 8.0_f64.sqrt()).abs() < 1e-9 && low < 2.0 && high > 4.0,
            "{mean} {low} {high}"
        );
        let mut of_software = Hardware::default();
        of_software.add(&software, &device, None);
        assert!(!of_software.is_device() && of_software.speed_up().is_none());
    }

    #[test]
    fn two_devices_are_no_speed_up() {
        let device = [cost(1_500, Some(1_000), None)];
        let mut hardware = Hardware::default();
        hardware.add(&device, &device, None);
        hardware.add(&[], &[], None);
        assert_eq!(hardware.speed_up(), None);
    }
}
