//! A host that writes without waiting: a device hears what its line can carry, loses the rest, and is soon itself again.

use engines::device::{
    Device,
    emulator::{
        engine::AtOnce,
        faults::{Faults, LineFaultRates},
        s0::Halves,
        world::EmulatedPort,
    },
    port::Port as _,
    profile::{DeviceProfile, Wire},
};
use wires::v2::{DeviceRequest, WIRE};

use super::{BAUD, bench, engine};

/// After a flood of these bytes, `length` in all, the line is quiet within a second and the device answers again.
#[track_caller]
fn check(wire: Wire, pattern: &[u8], length: usize) {
    let engine = Box::new(AtOnce::new(engine()));
    let faults = Faults::new(0, LineFaultRates::NONE);
    let mut world = EmulatedPort::new(bench(wire, engine, Halves::Dropped, faults, BAUD));
    world.open().unwrap();
    let flood: Vec<u8> = pattern.iter().copied().cycle().take(length).collect();
    for part in flood.chunks(256) {
        world.write(part).unwrap();
    }
    world.wait_until(1_000_000);
    let mut stale = vec![0; 1 << 20];
    world.read(&mut stale, 1_000_000).unwrap();
    let heard = world.read(&mut stale, 1_500_000).unwrap();
    assert_eq!(heard, 0, "{wire}: it still answers what was said a second ago");
    let device = Device::on(DeviceProfile::on(wire), Box::new(world));
    assert!(device.is_ok(), "{wire}: {}", device.err().unwrap());
}

#[test]
fn a_device_is_not_deaf_after_a_flood() {
    let hello = DeviceRequest::Hello { wire: WIRE }.coded(7);
    for length in [100, 5_000, 1_000_000] {
        check(Wire::V2, b"U", length);
        check(Wire::V2, &[0], length);
        check(Wire::V2, hello.as_bytes(), length);
        check(Wire::S0, b"U", length);
        check(Wire::S0, &[0xff], length);
    }
}
