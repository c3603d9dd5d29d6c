//! What a spec says of a device: `wujian100,port=/dev/ttyUSB0,order=yx`. Only what is said is kept, so that it prints as it
//! was read; the rest is the profile's.

use std::{fmt, ops::RangeInclusive};

use super::profile::{DeviceProfile, PrintedOrder, UsbIds};

/// A profile and what is to be otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeviceOptions {
    /// A built-in profile, a wire, or a file.
    pub profile: String,
    /// Where the device is.
    pub port: Option<String>,
    /// Which USB device it is, if no port is named.
    pub usb: Option<UsbIds>,
    /// Bits a second.
    pub baud: Option<u32>,
    /// Which coordinate comes first on wire `s0`.
    pub order: Option<PrintedOrder>,
    /// Plies.
    pub depth: Option<u32>,
    /// Wire `s0`: silence before each message.
    pub pause_ms: Option<u64>,
    /// For an answer without a search.
    pub answer_ms: Option<u64>,
    /// For a move when nobody sets a limit.
    pub turn_ms: Option<u64>,
    /// For a port that is gone.
    pub reconnect_ms: Option<u64>,
}

impl DeviceOptions {
    /// Speeds that can be asked for.
    pub const BAUDS: RangeInclusive<u32> = 300..=4_000_000;
    /// Depths that can be asked for.
    pub const DEPTHS: RangeInclusive<u32> = 1..=255;
    /// Times that can be asked for.
    pub const TIMES_MS: RangeInclusive<u64> = 1..=86_400_000;
    /// The options' names, for people.
    pub const KNOWN: &str = "port, usb, baud, order, depth, pause_ms, answer_ms, turn_ms, reconnect_ms";

    /// A profile as it is.
    pub fn new(profile: impl Into<String>) -> DeviceOptions {
        DeviceOptions {
            profile: profile.into(),
            ..DeviceOptions::default()
        }
    }

    /// Changes what is said otherwise.
    pub(super) fn apply(&self, profile: &mut DeviceProfile) {
        fn set<T: Clone>(place: &mut T, value: Option<&T>) {
            if let Some(value) = value {
                *place = value.clone();
            }
        }
        if self.port.is_some() {
            profile.port.clone_from(&self.port);
        }
        if let Some(ids) = self.usb {
            profile.usb = vec![ids];
        }
        profile.depth = self.depth.or(profile.depth);
        set(&mut profile.baud, self.baud.as_ref());
        set(&mut profile.order, self.order.as_ref());
        set(&mut profile.pause_ms, self.pause_ms.as_ref());
        set(&mut profile.answer_ms, self.answer_ms.as_ref());
        set(&mut profile.turn_ms, self.turn_ms.as_ref());
        set(&mut profile.reconnect_ms, self.reconnect_ms.as_ref());
    }
}

impl fmt::Display for DeviceOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn say<T: fmt::Display>(f: &mut fmt::Formatter<'_>, key: &str, value: Option<T>) -> fmt::Result {
            value.map_or(Ok(()), |value| write!(f, ",{key}={value}"))
        }
        write!(f, "device:{}", self.profile)?;
        say(f, "port", self.port.as_ref())?;
        say(f, "usb", self.usb)?;
        say(f, "baud", self.baud)?;
        say(f, "order", self.order.map(PrintedOrder::name))?;
        say(f, "depth", self.depth)?;
        say(f, "pause_ms", self.pause_ms)?;
        say(f, "answer_ms", self.answer_ms)?;
        say(f, "turn_ms", self.turn_ms)?;
        say(f, "reconnect_ms", self.reconnect_ms)
    }
}
