//! Checks on the published wire.

use referee::player::Stop;
use wires::s0::Command;

use super::{
    super::{Device, trouble::Trouble},
    Check,
};

/// Bytes of half a message.
const HALF: usize = 3;
/// Long enough for a device that drops half a message after a silence.
const SILENCE_US: u64 = 100_000;

pub(super) fn check(device: &mut Device, checks: &mut Vec<Check>) {
    checks.push(half(device));
    device.is_greeted = false;
    let again = device.attempt(&Stop::default(), u64::MAX, |_, _| Ok(()));
    let words = match again {
        Ok(()) => Ok("opens with the same move after each reset".to_owned()),
        Err(Trouble::OutOfStep(how)) => Err(how),
        Err(trouble) => Err(format!("{trouble:?}")),
    };
    checks.push(Check::of("reset", words));
}

/// What becomes of half a message.
fn half(device: &mut Device) -> Check {
    const NAME: &str = "half a message";
    let port = &mut *device.port;
    let mut say = |bytes: &[u8]| {
        let sent = port.write(bytes);
        let until_us = port.now_us() + SILENCE_US;
        port.wait_until(until_us);
        sent
    };
    let reset = Command::Reset.to_bytes();
    let sent = say(&reset[..HALF])
        .and_then(|()| say(&reset))
        .and_then(|()| say(&Command::PlayFirst.to_bytes()));
    if let Err(lost) = sent {
        return Check::of(NAME, Err(lost.to_string()));
    }
    let mut buffer = [0; 64];
    let until_us = port.now_us() + device.profile.answer_ms * 1_000;
    match port.read(&mut buffer, until_us) {
        Err(lost) => Check::of(NAME, Err(lost.to_string())),
        Ok(0) => Check::noted(
            NAME,
            "is kept, however long the silence: after a lost byte it has to be found by trying",
        ),
        Ok(_) => Check::of(NAME, Ok("is dropped when the line falls silent".to_owned())),
    }
}
