//! Which wire answers on a port. Asking is harmless to devices on the other wires: what `v2` sends means a stone off the board
//! on `s0`, and `v2` drops whatever `s0` sends.

use referee::player::Stop;
use wires::v2::Identity;

use super::{
    conversation::{Conversation as _, DeviceLine},
    cost::Costs,
    port::Port,
    profile::{DeviceProfile, Wire},
    s0::S0,
    v2::V2,
};

/// Speeds to try, the usual ones first.
pub const BAUDS: [u32; 8] = [115_200, 9_600, 57_600, 38_400, 19_200, 230_400, 460_800, 921_600];
/// A device that is there answers within this; the last byte of half a message may have to be found first.
const ANSWER_MS: u64 = 200;
/// How long a board with a person is listened to: somebody has to tap on it.
const LISTEN_US: u64 = 3_000_000;

/// Who answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProbedDevice {
    /// What it speaks.
    pub wire: Wire,
    /// Who it says it is, on wire `v2`.
    pub identity: Option<Identity>,
}

/// Who answers on this port, which is open.
pub fn probe(port: &mut dyn Port) -> Option<ProbedDevice> {
    let found = asked(port, Wire::V2).or_else(|| asked(port, Wire::S0));
    found.or_else(|| {
        is_touched(port).then_some(ProbedDevice {
            wire: Wire::S1,
            identity: None,
        })
    })
}

/// Which other wire than `spoken` answers on this port, if it can still be spoken to.
pub(super) fn other_wire(port: &mut dyn Port, spoken: Wire) -> Option<Wire> {
    let others = [Wire::V2, Wire::S0].into_iter().filter(|&wire| wire != spoken);
    others
        .filter_map(|wire| asked(port, wire))
        .map(|found| found.wire)
        .next()
}

fn asked(port: &mut dyn Port, wire: Wire) -> Option<ProbedDevice> {
    let profile = DeviceProfile {
        answer_ms: ANSWER_MS,
        ..DeviceProfile::on(wire)
    };
    let costs = Costs::default();
    let mut line = DeviceLine {
        deadline_us: u64::MAX,
        port,
        costs: &costs,
        stop: Stop::default(),
    };
    let identity = match wire {
        Wire::S0 => {
            S0::new(&profile).greet(&mut line).ok()?;
            None
        }
        Wire::V2 => {
            let mut talk = V2::new(&profile);
            // One that speaks another version is on this wire, too.
            let _ = talk.greet(&mut line);
            Some(*talk.identity()?)
        }
        Wire::S1 => return None,
    };
    Some(ProbedDevice { wire, identity })
}

/// Whether somebody taps on a board there: digits, and nothing but digits.
fn is_touched(port: &mut dyn Port) -> bool {
    let mut heard = Vec::new();
    let mut buffer = [0; 64];
    let until_us = port.now_us() + LISTEN_US;
    while port.now_us() < until_us {
        match port.read(&mut buffer, until_us) {
            Ok(count) => heard.extend_from_slice(&buffer[..count]),
            Err(_) => return false,
        }
    }
    !heard.is_empty() && heard.len() % 2 == 0 && heard.iter().all(u8::is_ascii_digit)
}
