//! Engines, devices and what the search is tuned with.

use super::Case;

pub(super) const CASES: &[Case] = &[
    (
        "an unknown engine",
        "play --engine deepthought",
        "unknown engine `deepthought`",
    ),
    (
        "an engine's unknown option",
        "play --engine classic:deep=4",
        "engine `classic` has no option `deep`",
    ),
    (
        "an engine's option out of range",
        "engine classic:depth=99",
        "bad value `99` for option `depth`",
    ),
    (
        "a pbrain that is not there",
        "play --engine pbrain:DIR/none",
        "no engine program at `DIR/none`",
    ),
    (
        "a pbrain that talks nonsense",
        "play --engine pbrain:DIR/babbler",
        "the engine program `DIR/babbler` answered START with nonsense: once upon a time",
    ),
    (
        "a pbrain that says nothing",
        "play --engine pbrain:DIR/silent,timeout_start=300",
        "the engine program `DIR/silent` did not answer START within 300 ms",
    ),
    (
        "a device of no known kind",
        "play --engine device:nosuch,port=/dev/none",
        "no device profile called `nosuch`",
    ),
    (
        "a device without a port",
        "play --engine device:wujian100",
        "device profile `wujian100` does not say which port",
    ),
    (
        "a device that is not there",
        "match --engine device:v2,port=DIR/none --engine random",
        "no port DIR/none",
    ),
    (
        "a file in place of a port",
        "device test --wire v2 --port DIR/text.png",
        "DIR/text.png is no serial port",
    ),
    (
        "a USB device that is not plugged in",
        "play --engine device:v2,usb=ffff:fffe",
        "no device with the USB ids ffff:fffe is plugged in",
    ),
    (
        "a device profile with an unknown key",
        "device test --profile DIR/device.toml",
        "device profile `DIR/device.toml`: TOML parse error at line 2, column 1: 2 | speed = 9600: unknown field `speed`",
    ),
    (
        "a board for a person in place of an engine",
        "play --engine device:s1,port=/dev/none",
        "device profile `s1` is of wire s1, where a person plays on the device",
    ),
    (
        "a device of which nothing is said",
        "device console --port /dev/none",
        "nothing says what kind of device it is",
    ),
    (
        "a probe of a port that is not there",
        "device probe --port DIR/none",
        "no port DIR/none",
    ),
    (
        "a device that nobody can be",
        "device emulate --wire v2 --link DIR/text.png",
        "cannot be a device here: DIR/text.png is there and is no link",
    ),
    (
        "games to tune with that are not there",
        "tune fit DIR/none.txt --out DIR/weights.txt",
        "cannot read DIR/none.txt",
    ),
    (
        "games to tune with that are none",
        "tune fit DIR/text.png --out DIR/weights.txt",
        "DIR/text.png, line 1: ",
    ),
    (
        "a number that the search does not have",
        "tune numbers --names courage --state DIR/state.json",
        "the search has no number `courage`",
    ),
    (
        "weights that are none",
        "match --engine alphabeta:weights=DIR/text.png --engine random",
        "the weights in `DIR/text.png` cannot be used",
    ),
    (
        "lines of an engine that tells one",
        "analyse --moves h8 --engine random:seed=1 --lines 3",
        "engine `random:seed=1` tells one line, not 3",
    ),
];
