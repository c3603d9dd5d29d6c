//! What is said of a port that is not there, is taken, is no port, or leads to another device than was thought.

use engines::device::{
    Device,
    emulator::{
        faults::{Faults, LineFaultRates},
        s0::Halves,
    },
    options::DeviceOptions,
    profile::Wire,
};

use super::OnPty;

#[track_caller]
fn check_open(options: &DeviceOptions, words: &str, advice: &str) {
    let error = Device::open(options).err().expect("it cannot be opened");
    assert_eq!(error.to_string(), words);
    assert!(error.hint().contains(advice), "{}", error.hint());
}

#[test]
fn a_port_that_another_program_has_is_told() {
    let pty = OnPty::start(Wire::V2, Halves::Dropped, Faults::new(0, LineFaultRates::NONE));
    let _first = Device::open(&pty.options("v2")).unwrap();
    let words = format!("{} is in use by another program", pty.port());
    check_open(&pty.options("v2"), &words, "fuser -v");
}

#[test]
fn a_port_that_is_not_there_is_told() {
    let options = |port: &str| DeviceOptions {
        port: Some(port.to_owned()),
        ..DeviceOptions::new("v2")
    };
    check_open(&options("/dev/nowhere"), "no port /dev/nowhere", "device list");
    check_open(
        &options("/etc/hostname"),
        "/etc/hostname is no serial port",
        "device list",
    );
    check_open(
        &DeviceOptions::new("wujian100"),
        "device profile `wujian100` does not say which port",
        "port=/dev/ttyUSB0",
    );
}

#[test]
fn a_device_at_another_speed_is_told() {
    for (wire, profile) in [(Wire::V2, "v2"), (Wire::S0, "s0")] {
        let pty = OnPty::start(wire, Halves::Dropped, Faults::new(5, LineFaultRates::NONE));
        let options = DeviceOptions {
            baud: Some(9_600),
            ..pty.options(profile)
        };
        let error = Device::open(&options).err().unwrap();
        let said = error.to_string();
        // A device that is spoken to at the wrong speed understands nothing and says little.
        let silent = format!("nothing on {} answers on wire {wire} at 9600 baud", pty.port());
        assert!(said == silent || said.contains("is garbage"), "{said}");
        assert!(
            error.hint().contains("tries every wire and speed"),
            "{}",
            error.hint()
        );
    }
}

#[test]
fn a_device_on_another_wire_is_told() {
    let s0 = OnPty::start(Wire::S0, Halves::Dropped, Faults::new(0, LineFaultRates::NONE));
    let words = format!("the device on {} speaks wire s0, not v2", s0.port());
    check_open(&s0.options("v2"), &words, "device:s0");
    let v2 = OnPty::start(Wire::V2, Halves::Dropped, Faults::new(0, LineFaultRates::NONE));
    let words = format!("the device on {} speaks wire v2, not s0", v2.port());
    check_open(&v2.options("wujian100"), &words, "device:v2");
}
