//! A line to a device, and the clock beside it: what the driver needs of a serial port, so that a test can be one. Time is the
//! port's, in microseconds, because an emulated line has a time of its own.

/// A line that can be opened, and opened again.
pub trait Port: Send {
    /// What people call it.
    fn name(&self) -> String;
    /// Bits a second.
    fn baud(&self) -> u32;
    /// Opens it for this program alone; what was said before is not heard.
    ///
    /// # Errors
    /// It is not there, or may not be opened.
    fn open(&mut self) -> Result<(), OpenError>;
    /// Gives it up.
    fn close(&mut self);
    /// Sends these bytes.
    ///
    /// # Errors
    /// The port is gone, or takes nothing.
    fn write(&mut self, bytes: &[u8]) -> Result<(), Lost>;
    /// Waits for bytes, until `until_us` at most: how many came.
    ///
    /// # Errors
    /// The port is gone.
    fn read(&mut self, buffer: &mut [u8], until_us: u64) -> Result<usize, Lost>;
    /// Microseconds since some beginning.
    fn now_us(&self) -> u64;
    /// Does nothing until then.
    fn wait_until(&mut self, until_us: u64);
}

/// Wait before a port is opened again; it doubles up to the longest.
const BACK_OFF_US: u64 = 50_000;
const BACK_OFF_US_MAX: u64 = 2_000_000;

/// Opens a port, again and again until `until_us`.
///
/// # Errors
/// The last reason why it could not be opened.
pub(crate) fn open_by(port: &mut dyn Port, until_us: u64) -> Result<(), OpenError> {
    let mut wait_us = BACK_OFF_US;
    loop {
        let Err(why) = port.open() else { return Ok(()) };
        let now_us = port.now_us();
        if now_us >= until_us {
            return Err(why);
        }
        port.wait_until(now_us.saturating_add(wait_us).min(until_us));
        wait_us = (wait_us * 2).min(BACK_OFF_US_MAX);
    }
}

/// The port is gone, and how that showed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Lost(pub String);

/// Why a port cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// There is no such thing.
    #[error("no port {0}")]
    Missing(String),
    /// The system does not let this user.
    #[error("no permission to open {port}, which belongs to group {group}")]
    Denied {
        /// Which.
        port: String,
        /// Its group, by name if that is known.
        group: String,
    },
    /// Another program has it.
    #[error("{0} is in use by another program")]
    Busy(String),
    /// It is something else than a serial port.
    #[error("{0} is no serial port")]
    NoPort(String),
    /// Anything else.
    #[error("cannot open {port}: {reason}")]
    Other {
        /// Which.
        port: String,
        /// In the system's words.
        reason: String,
    },
}

impl OpenError {
    /// What to try: one line.
    pub fn hint(&self) -> String {
        match self {
            OpenError::Missing(_) => "plug the device in; `tengen device list` tells the ports".to_owned(),
            // Nobody should join that one for the sake of a port.
            OpenError::Denied { group, .. } if group == "root" => {
                "let a udev rule give the port to a group of yours, such as dialout".to_owned()
            }
            OpenError::Denied { group, .. } => {
                format!("join its group (sudo usermod -aG {group} $USER) and sign in again")
            }
            OpenError::Busy(port) => {
                format!(
                    "end the program that has it (fuser -v {port} shows which), such as a terminal or a modem manager; one device plays one game at a time"
                )
            }
            OpenError::NoPort(_) => "`tengen device list` tells the ports".to_owned(),
            OpenError::Other { .. } => {
                "plug the device in again; many boards list ports that nothing is connected to".to_owned()
            }
        }
    }
}
