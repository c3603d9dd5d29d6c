//! Why there is no device to play with, each with what to do about it.

use super::{
    port::OpenError,
    profile::{DeviceProfile, UsbIds, Wire},
};

/// Why a device cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeviceError {
    /// No built-in profile has this name, and it is no file's.
    #[error("no device profile called `{0}`")]
    UnknownProfile(String),
    /// The profile's file cannot be read, or is wrong.
    #[error("device profile `{profile}`: {reason}")]
    BadProfile {
        /// The file.
        profile: String,
        /// What is wrong.
        reason: String,
    },
    /// The person sits on the device, not an engine.
    #[error("device profile `{0}` is of wire s1, where a person plays on the device: it is no engine")]
    NoEngine(String),
    /// Neither a port nor USB ids.
    #[error("device profile `{0}` does not say which port")]
    NoPort(String),
    /// No port has these USB ids.
    #[error("no device with the USB ids {} is plugged in", list(.0))]
    NotPlugged(Vec<UsbIds>),
    /// Several ports have these USB ids.
    #[error("several devices with the USB ids {} are plugged in: {}", list(.ids), .ports.join(", "))]
    Several {
        /// What was looked for.
        ids: Vec<UsbIds>,
        /// Where they are.
        ports: Vec<String>,
    },
    /// The port cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Nothing was heard.
    #[error("nothing on {port} answers on wire {wire} at {baud} baud")]
    Silent {
        /// Where.
        port: String,
        /// What was spoken.
        wire: Wire,
        /// How fast.
        baud: u32,
    },
    /// What was heard is no language.
    #[error("what {port} says on wire {wire} at {baud} baud is garbage: {heard}")]
    Garbage {
        /// Where.
        port: String,
        /// What was spoken.
        wire: Wire,
        /// How fast.
        baud: u32,
        /// The first bytes.
        heard: String,
    },
    /// It speaks another wire.
    #[error("the device on {port} speaks wire {found}, not {expected}")]
    WrongWire {
        /// Where.
        port: String,
        /// What was spoken.
        expected: Wire,
        /// What it answers to.
        found: Wire,
    },
    /// It cannot do what is asked of it.
    #[error("the device on {port} cannot be used: {reason}")]
    Unfit {
        /// Where.
        port: String,
        /// Why.
        reason: String,
    },
}

impl DeviceError {
    /// What to try: one line.
    pub fn hint(&self) -> String {
        match self {
            DeviceError::UnknownProfile(_) => {
                let names = DeviceProfile::names().collect::<Vec<_>>().join(", ");
                format!("there are {names}, the wires s0 and v2, and files such as ./mine.toml")
            }
            DeviceError::BadProfile { .. } => "docs/devices.md tells what a profile may say".to_owned(),
            DeviceError::NoEngine(_) => {
                "an engine speaks s0 or v2; `tengen device test` talks to boards on s1".to_owned()
            }
            DeviceError::NoPort(_) => {
                "add port=/dev/ttyUSB0 or the like; `tengen device list` tells the ports".to_owned()
            }
            DeviceError::NotPlugged(_) => {
                "plug it in, or name its port: port=/dev/ttyUSB0; `tengen device list` tells the ports"
                    .to_owned()
            }
            DeviceError::Several { .. } => "say which: port=…".to_owned(),
            DeviceError::Open(error) => error.hint(),
            DeviceError::Silent { port, .. } => {
                format!(
                    "is it switched on, with its program loaded? `tengen device probe --port {port}` tries every wire and speed"
                )
            }
            DeviceError::Garbage { port, .. } => {
                format!("is baud= its speed? `tengen device probe --port {port}` tries every wire and speed")
            }
            DeviceError::WrongWire { found, .. } => {
                format!("take a profile of wire {found}, such as device:{found}")
            }
            DeviceError::Unfit { .. } => "leave the option out, or take another device".to_owned(),
        }
    }
}

fn list(ids: &[UsbIds]) -> String {
    ids.iter().map(UsbIds::to_string).collect::<Vec<_>>().join(" or ")
}
