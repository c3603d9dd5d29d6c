//! Where devices' profiles come from: the program itself, bare wires, and files of the user.

use std::{fs, path::Path};

use serde::Deserialize;

use super::{
    error::DeviceError,
    options::DeviceOptions,
    profile::{BUILT_IN, DeviceProfile, PrintedOrder, UsbIds, Wire},
};

/// What a profile's file may say.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    about: Option<String>,
    wire: Wire,
    baud: Option<u32>,
    port: Option<String>,
    usb: Option<Vec<UsbIds>>,
    order: Option<PrintedOrder>,
    depth: Option<u32>,
    pause_ms: Option<u64>,
    answer_ms: Option<u64>,
    turn_ms: Option<u64>,
    reconnect_ms: Option<u64>,
}

impl DeviceProfile {
    /// The profiles that are part of the program.
    pub fn built_in() -> Vec<DeviceProfile> {
        let read = |(name, text): &(&str, &str)| {
            DeviceProfile::parse(name, text).expect("built-in profiles are tested to be right")
        };
        BUILT_IN.iter().map(read).collect()
    }

    /// The profile of an engine that the options name.
    ///
    /// # Errors
    /// As [`DeviceProfile::with`], or it is of wire `s1`.
    pub fn of(options: &DeviceOptions) -> Result<DeviceProfile, DeviceError> {
        let profile = DeviceProfile::with(options)?;
        match profile.wire {
            Wire::S0 | Wire::V2 => Ok(profile),
            Wire::S1 => Err(DeviceError::NoEngine(profile.name)),
        }
    }

    /// The profile that the options name, a built-in one, a bare wire or a file, with what they say otherwise.
    ///
    /// # Errors
    /// There is no such profile, or its file is wrong.
    pub fn with(options: &DeviceOptions) -> Result<DeviceProfile, DeviceError> {
        let mut profile = DeviceProfile::named(&options.profile)?;
        options.apply(&mut profile);
        Ok(profile)
    }

    /// The profile of this name, a built-in one, a bare wire or a file.
    ///
    /// # Errors
    /// There is no such profile, or its file is wrong.
    #[expect(clippy::disallowed_methods, reason = "the user's own profile is a file")]
    pub fn named(name: &str) -> Result<DeviceProfile, DeviceError> {
        if let Some((name, text)) = BUILT_IN.iter().find(|(known, _)| *known == name) {
            return DeviceProfile::parse(name, text).map_err(|reason| wrong(name, reason.to_string()));
        }
        if let Ok(wire) = name.parse() {
            return Ok(DeviceProfile::on(wire));
        }
        if !name.contains(['/', '\\', '.']) {
            return Err(DeviceError::UnknownProfile(name.to_owned()));
        }
        let text = fs::read_to_string(name).map_err(|error| wrong(name, error.to_string()))?;
        let stem = Path::new(name).file_stem().unwrap_or_default();
        DeviceProfile::parse(&stem.to_string_lossy(), &text).map_err(|reason| wrong(name, reason.to_string()))
    }

    fn parse(name: &str, text: &str) -> Result<DeviceProfile, ProfileFileError> {
        let file: File =
            toml::from_str(text).map_err(|error| ProfileFileError::Toml(one_line(&error.to_string())))?;
        let usual = DeviceProfile::on(file.wire);
        let limit = |key, value: Option<u64>, usual: u64| match value {
            Some(ms) if !DeviceOptions::TIMES_MS.contains(&ms) => Err(ProfileFileError::Range {
                key,
                value: ms,
                least: *DeviceOptions::TIMES_MS.start(),
                most: *DeviceOptions::TIMES_MS.end(),
            }),
            value => Ok(value.unwrap_or(usual)),
        };
        let within = |key, value: Option<u32>, range: std::ops::RangeInclusive<u32>| match value {
            Some(value) if !range.contains(&value) => Err(ProfileFileError::Range {
                key,
                value: value.into(),
                least: (*range.start()).into(),
                most: (*range.end()).into(),
            }),
            value => Ok(value),
        };
        Ok(DeviceProfile {
            name: name.to_owned(),
            about: file.about.unwrap_or(usual.about),
            wire: file.wire,
            baud: within("baud", file.baud, DeviceOptions::BAUDS)?.unwrap_or(usual.baud),
            port: file.port,
            usb: file.usb.unwrap_or_default(),
            order: file.order.unwrap_or_default(),
            depth: within("depth", file.depth, DeviceOptions::DEPTHS)?,
            pause_ms: limit("pause_ms", file.pause_ms, usual.pause_ms)?,
            answer_ms: limit("answer_ms", file.answer_ms, usual.answer_ms)?,
            turn_ms: limit("turn_ms", file.turn_ms, usual.turn_ms)?,
            reconnect_ms: limit("reconnect_ms", file.reconnect_ms, usual.reconnect_ms)?,
        })
    }
}

/// Why a text is no profile.
#[derive(Debug, thiserror::Error)]
enum ProfileFileError {
    /// It is not TOML, or has other keys.
    #[error("{0}")]
    Toml(String),
    #[error("{key} = {value} is not between {least} and {most}")]
    Range {
        key: &'static str,
        value: u64,
        least: u64,
        most: u64,
    },
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
        expected.assert_eq(&match DeviceProfile::parse("mine", text) {
            Ok(profile) => format!("{profile:?}"),
            Err(error) => format!("error: {error}"),
        });
    }

    #[test]
    fn built_in_profiles_are_right() {
        for profile in DeviceProfile::built_in() {
            assert_ne!(profile.wire, Wire::S1);
        }
        assert_eq!(DeviceProfile::named("wujian100").unwrap().depth, Some(4));
        assert_eq!(DeviceProfile::named("v2").unwrap(), DeviceProfile::on(Wire::V2));
    }

    #[test]
    fn files() {
        check(
            "wire = 's0'\norder = 'xy'\nusb = ['1a86:7523']",
            expect![[
                r#"DeviceProfile { name: "mine", about: "any device on wire s0", wire: S0, baud: 115200, port: None, usb: [UsbIds { vendor: 6790, product: 29987 }], order: Xy, depth: None, pause_ms: 20, answer_ms: 1000, turn_ms: 60000, reconnect_ms: 10000 }"#
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
