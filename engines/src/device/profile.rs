//! What a device is like: its wire, its speed, its limits, where it is plugged in. Data only; nothing here opens a port.

use std::{fmt, str::FromStr};

use serde::Deserialize;

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

/// A word that names no wire.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no wire; there are s0, s1 and v2")]
pub struct UnknownWire(String);

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
    type Err = UnknownWire;

    fn from_str(text: &str) -> Result<Wire, UnknownWire> {
        let found = Wire::ALL.into_iter().find(|wire| wire.name() == text);
        found.ok_or_else(|| UnknownWire(text.to_owned()))
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

/// A text that is no pair of USB ids.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no pair of USB ids such as 1a86:7523")]
pub struct BadUsbIds(String);

impl fmt::Display for UsbIds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04x}:{:04x}", self.vendor, self.product)
    }
}

impl FromStr for UsbIds {
    type Err = BadUsbIds;

    fn from_str(text: &str) -> Result<UsbIds, BadUsbIds> {
        let number = |part: &str| {
            let is_hex = part.len() == 4 && part.bytes().all(|byte| byte.is_ascii_hexdigit());
            is_hex.then(|| u16::from_str_radix(part, 16).ok()).flatten()
        };
        let ids = text
            .split_once(':')
            .and_then(|(vendor, product)| Some((number(vendor)?, number(product)?)));
        let (vendor, product) = ids.ok_or_else(|| BadUsbIds(text.to_owned()))?;
        Ok(UsbIds { vendor, product })
    }
}

impl TryFrom<String> for UsbIds {
    type Error = BadUsbIds;

    fn try_from(text: String) -> Result<UsbIds, BadUsbIds> {
        text.parse()
    }
}

/// Which coordinate a device on wire `s0` prints first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PrintedOrder {
    /// The row.
    #[default]
    Yx,
    /// The column.
    Xy,
}

impl PrintedOrder {
    /// `yx` or `xy`.
    pub fn name(self) -> &'static str {
        match self {
            PrintedOrder::Yx => "yx",
            PrintedOrder::Xy => "xy",
        }
    }

    /// The order with this [`name`](PrintedOrder::name).
    pub fn from_name(name: &str) -> Option<PrintedOrder> {
        [PrintedOrder::Yx, PrintedOrder::Xy]
            .into_iter()
            .find(|order| order.name() == name)
    }
}

impl From<PrintedOrder> for wires::s0::CoordinateOrder {
    fn from(order: PrintedOrder) -> wires::s0::CoordinateOrder {
        match order {
            PrintedOrder::Yx => wires::s0::CoordinateOrder::Yx,
            PrintedOrder::Xy => wires::s0::CoordinateOrder::Xy,
        }
    }
}

/// A kind of device. What the file leaves out has the value of [`DeviceProfile::on`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceProfile {
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
    pub order: PrintedOrder,
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

pub(super) const BUILT_IN: [(&str, &str); 3] = [
    ("wujian100", include_str!("profiles/wujian100.toml")),
    ("stm32", include_str!("profiles/stm32.toml")),
    ("riscv", include_str!("profiles/riscv.toml")),
];

impl DeviceProfile {
    /// A device of which only the wire is known.
    pub fn on(wire: Wire) -> DeviceProfile {
        DeviceProfile {
            name: wire.name().to_owned(),
            about: format!("any device on wire {wire}"),
            wire,
            baud: 115_200,
            port: None,
            usb: Vec::new(),
            order: PrintedOrder::default(),
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
}
