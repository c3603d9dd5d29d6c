//! What a device is like: its wire, its speed, its limits, where it is plugged in. Data only; nothing here opens a port.

use std::{fmt, fs, path::Path, str::FromStr};

use serde::Deserialize;

use super::{error::DeviceError, options::Options};

/// Which wire a device speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Wire {
    /// Of the published device ([`wires::s0`]).
    S0,
    /// Of the published touch-screen board ([`wires::s1`]), where the person is on the device.
    S1,
    /// Our own ([`wires::v2`]).
    V2,
}

impl Wire {
    /// All of them.
    pub const ALL: [Wire; 3] = [Wire::S0, Wire::S1, Wire::V2];

    /// `s0`, `s1` or `v2`.
    pub fn name(self) -> &'static str {
        match self {
            Wire::S0 => "s0",
            Wire::S1 => "s1",
            Wire::V2 => "v2",
        }
    }
}

impl fmt::Display for Wire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Wire {
    type Err = String;

    fn from_str(text: &str) -> Result<Wire, String> {
        let found = Wire::ALL.into_iter().find(|wire| wire.name() == text);
        found.ok_or_else(|| format!("`{text}` is no wire; there are s0, s1 and v2"))
    }
}

/// Vendor and product of a USB device, as `1a86:7523`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct UsbIds {
    /// Of the maker.
    pub vendor: u16,
    /// Of the thing.
    pub product: u16,
}

impl fmt::Display for UsbIds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04x}:{:04x}", self.vendor, self.product)
    }
}

impl FromStr for UsbIds {
    type Err = String;

    fn from_str(text: &str) -> Result<UsbIds, String> {
        let number = |part: &str| {
            let is_hex = part.len() == 4 && part.bytes().all(|byte| byte.is_ascii_hexdigit());
            is_hex.then(|| u16::from_str_radix(part, 16).ok()).flatten()
        };
        let ids = text
            .split_once(':')
            .and_then(|(vendor, product)| Some((number(vendor)?, number(product)?)));
        let (vendor, product) =
            ids.ok_or_else(|| format!("`{text}` is no pair of USB ids such as 1a86:7523"))?;
        Ok(UsbIds { vendor, product })
    }
}

impl TryFrom<String> for UsbIds {
    type Error = String;

    fn try_from(text: String) -> Result<UsbIds, String> {
        text.parse()
    }
}

/// Which coordinate a device on wire `s0` prints first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// The row.
    #[default]
    Yx,
    /// The column.
    Xy,
}

impl Order {
    /// `yx` or `xy`.
    pub fn name(self) -> &'static str {
        match self {
            Order::Yx => "yx",
            Order::Xy => "xy",
        }
    }

    /// The order with this [`name`](Order::name).
    pub fn from_name(name: &str) -> Option<Order> {
        [Order::Yx, Order::Xy]
            .into_iter()
            .find(|order| order.name() == name)
    }
}

impl From<Order> for wires::s0::Order {
    fn from(order: Order) -> wires::s0::Order {
        match order {
            Order::Yx => wires::s0::Order::Yx,
            Order::Xy => wires::s0::Order::Xy,
        }
    }
}

/// A kind of device. What the file leaves out has the value of [`Profile::on`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The file's name without its ending, or that of a built-in one.
    pub name: String,
    /// One line for people.
    pub about: String,
    /// What it speaks.
    pub wire: Wire,
    /// Bits a second on its line.
    pub baud: u32,
    /// Where it is, unless its USB ids tell.
    pub port: Option<String>,
    /// Which USB devices it may be.
    pub usb: Vec<UsbIds>,
    /// Wire `s0`: which coordinate comes first.
    pub order: Order,
    /// Wire `s0`: the depth that it is built for, for the records. Wire `v2`: what it is asked for.
    pub depth: Option<u32>,
    /// Wire `s0`: silence before each message.
    pub pause_ms: u64,
    /// How long it may take for an answer that needs no search.
    pub answer_ms: u64,
    /// How long it may think when nobody sets a limit.
    pub turn_ms: u64,
    /// How long its port may be gone.
    pub reconnect_ms: u64,
}

/// What a profile's file may say.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    about: Option<String>,
    wire: Wire,
    baud: Option<u32>,
    port: Option<String>,
    usb: Option<Vec<UsbIds>>,
    order: Option<Order>,
    depth: Option<u32>,
    pause_ms: Option<u64>,
    answer_ms: Option<u64>,
    turn_ms: Option<u64>,
    reconnect_ms: Option<u64>,
}

const BUILT_IN: [(&str, &str); 3] = [
    ("wujian100", include_str!("profiles/wujian100.toml")),
    ("stm32", include_str!("profiles/stm32.toml")),
    ("riscv", include_str!("profiles/riscv.toml")),
];

impl Profile {
    /// A device of which only the wire is known.
    pub fn on(wire: Wire) -> Profile {
        Profile {
            name: wire.name().to_owned(),
            about: format!("any device on wire {wire}"),
            wire,
            baud: 115_200,
            port: None,
            usb: Vec::new(),
            order: Order::default(),
            depth: None,
            pause_ms: 20,
            answer_ms: if wire == Wire::V2 { 500 } else { 1_000 },
            turn_ms: 60_000,
            reconnect_ms: 10_000,
        }
    }

    /// The names of the profiles that are part of the program.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// The profiles that are part of the program.
    pub fn built_in() -> Vec<Profile> {
        let read = |(name, text): &(&str, &str)| {
            Profile::parse(name, text).expect("built-in profiles are tested to be right")
        };
        BUILT_IN.iter().map(read).collect()
    }

    /// The profile of an engine that the options name.
    ///
    /// # Errors
    /// As [`Profile::with`], or it is of wire `s1`.
    pub fn of(options: &Options) -> Result<Profile, DeviceError> {
        let profile = Profile::with(options)?;
        match profile.wire {
            Wire::S0 | Wire::V2 => Ok(profile),
            Wire::S1 => Err(DeviceError::NoEngine(profile.name)),
        }
    }

    /// The profile that the options name, a built-in one, a bare wire or a file, with what they say otherwise.
    ///
    /// # Errors
    /// There is no such profile, or its file is wrong.
    pub fn with(options: &Options) -> Result<Profile, DeviceError> {
        let mut profile = Profile::named(&options.profile)?;
        options.apply(&mut profile);
        Ok(profile)
    }

    /// The profile of this name, a built-in one, a bare wire or a file.
    ///
    /// # Errors
    /// There is no such profile, or its file is wrong.
    #[expect(clippy::disallowed_methods, reason = "the user's own profile is a file")]
    pub fn named(name: &str) -> Result<Profile, DeviceError> {
        if let Some((name, text)) = BUILT_IN.iter().find(|(known, _)| *known == name) {
            return Profile::parse(name, text).map_err(|reason| wrong(name, reason));
        }
        if let Ok(wire) = name.parse() {
            return Ok(Profile::on(wire));
        }
        if !name.contains(['/', '\\', '.']) {
            return Err(DeviceError::UnknownProfile(name.to_owned()));
        }
        let text = fs::read_to_string(name).map_err(|error| wrong(name, error.to_string()))?;
        let stem = Path::new(name).file_stem().unwrap_or_default();
        Profile::parse(&stem.to_string_lossy(), &text).map_err(|reason| wrong(name, reason))
    }

    fn parse(name: &str, text: &str) -> Result<Profile, String> {
        let file: File = toml::from_str(text).map_err(|error| one_line(&error.to_string()))?;
        let usual = Profile::on(file.wire);
        let limit = |key: &str, value: Option<u64>, usual: u64| match value {
            Some(ms) if !Options::TIMES_MS.contains(&ms) => Err(format!(
                "{key} = {ms} is not between {} and {}",
                Options::TIMES_MS.start(),
                Options::TIMES_MS.end()
            )),
            value => Ok(value.unwrap_or(usual)),
        };
        let within = |key: &str, value: Option<u32>, range: std::ops::RangeInclusive<u32>| match value {
            Some(value) if !range.contains(&value) => Err(format!(
                "{key} = {value} is not between {} and {}",
                range.start(),
                range.end()
            )),
            value => Ok(value),
        };
        Ok(Profile {
            name: name.to_owned(),
            about: file.about.unwrap_or(usual.about),
            wire: file.wire,
            baud: within("baud", file.baud, Options::BAUDS)?.unwrap_or(usual.baud),
            port: file.port,
            usb: file.usb.unwrap_or_default(),
            order: file.order.unwrap_or_default(),
            depth: within("depth", file.depth, Options::DEPTHS)?,
            pause_ms: limit("pause_ms", file.pause_ms, usual.pause_ms)?,
            answer_ms: limit("answer_ms", file.answer_ms, usual.answer_ms)?,
            turn_ms: limit("turn_ms", file.turn_ms, usual.turn_ms)?,
            reconnect_ms: limit("reconnect_ms", file.reconnect_ms, usual.reconnect_ms)?,
        })
    }
}

fn wrong(name: &str, reason: String) -> DeviceError {
    DeviceError::BadProfile {
        profile: name.to_owned(),
        reason,
    }
}

/// An error of several lines in one.
fn one_line(text: &str) -> String {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with(['|', '^']))
        .collect::<Vec<_>>()
        .join(": ")
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(text: &str, expected: Expect) {
        expected.assert_eq(&match Profile::parse("mine", text) {
            Ok(profile) => format!("{profile:?}"),
            Err(error) => format!("error: {error}"),
        });
    }

    #[test]
    fn built_in_profiles_are_right() {
        for profile in Profile::built_in() {
            assert_ne!(profile.wire, Wire::S1);
        }
        assert_eq!(Profile::named("wujian100").unwrap().depth, Some(4));
        assert_eq!(Profile::named("v2").unwrap(), Profile::on(Wire::V2));
    }

    #[test]
    fn files() {
        check(
            "wire = 's0'\norder = 'xy'\nusb = ['1a86:7523']",
            expect![[
                r#"Profile { name: "mine", about: "any device on wire s0", wire: S0, baud: 115200, port: None, usb: [UsbIds { vendor: 6790, product: 29987 }], order: Xy, depth: None, pause_ms: 20, answer_ms: 1000, turn_ms: 60000, reconnect_ms: 10000 }"#
            ]],
        );
        check(
            "wire = 's9'",
            expect![
                "error: TOML parse error at line 1, column 8: 1 | wire = 's9': unknown variant `s9`, expected one of `s0`, `s1`, `v2`"
            ],
        );
        check(
            "wire = 'v2'\nspeed = 9600",
            expect![
                "error: TOML parse error at line 2, column 1: 2 | speed = 9600: unknown field `speed`, expected one of `about`, `wire`, `baud`, `port`, `usb`, `order`, `depth`, `pause_ms`, `answer_ms`, `turn_ms`, `reconnect_ms`"
            ],
        );
        check(
            "wire = 'v2'\nbaud = 5",
            expect!["error: baud = 5 is not between 300 and 4000000"],
        );
        check(
            "wire = 'v2'\nturn_ms = 0",
            expect!["error: turn_ms = 0 is not between 1 and 86400000"],
        );
        check(
            "wire = 'v2'\nusb = ['1a86']",
            expect![
                "error: TOML parse error at line 2, column 7: 2 | usb = ['1a86']: `1a86` is no pair of USB ids such as 1a86:7523"
            ],
        );
    }
}
