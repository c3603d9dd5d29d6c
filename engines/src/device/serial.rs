//! Serial ports of this machine: opening one, listing them, telling why one cannot be had.

use std::{
    io::{ErrorKind as Io, Read as _, Write as _},
    path::Path,
    thread,
    time::{Duration, Instant},
};

use serialport::{ClearBuffer, ErrorKind, SerialPortInfo, SerialPortType};

use super::{
    error::DeviceError,
    port::{Lost, OpenError, Port},
    profile::{DeviceProfile, UsbIds},
};

/// A message is at most some 70 bytes: a port that does not take them within this is stuck.
const WRITE_LIMIT: Duration = Duration::from_secs(2);
/// A program that is being started has a copy of every open port until it is itself, and with it the lock of one that was closed
/// meanwhile: so long a port may be in use by nobody.
const LOCK_LEFT: Duration = Duration::from_secs(1);
/// Between two tries.
const LOCK_LOOK: Duration = Duration::from_millis(10);
/// Where Linux lists its terminals; without it, the crate's listing would not end well.
const TERMINALS: &str = "/sys/class/tty";

/// How a port is found each time it is opened: one that is known by its USB ids may come back under another name.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Address {
    Name(String),
    Usb(Vec<UsbIds>),
}

/// A serial port, open or not.
pub struct Serial {
    address: Address,
    name: String,
    baud: u32,
    port: Option<Box<dyn serialport::SerialPort>>,
    started: Instant,
}

impl Serial {
    /// The port of this name. It is not opened yet.
    pub fn named(name: &str, baud: u32) -> Serial {
        Serial {
            address: Address::Name(name.to_owned()),
            name: name.to_owned(),
            baud,
            port: None,
            started: now(),
        }
    }

    /// The port that a profile means. It is not opened yet.
    ///
    /// # Errors
    /// The profile does not say which, or what it names is not there once.
    pub fn of(profile: &DeviceProfile) -> Result<Serial, DeviceError> {
        if let Some(name) = &profile.port {
            return Ok(Serial::named(name, profile.baud));
        }
        if profile.usb.is_empty() {
            return Err(DeviceError::NoPort(profile.name.clone()));
        }
        let name = find(&profile.usb, &ports()?)?;
        Ok(Serial {
            address: Address::Usb(profile.usb.clone()),
            ..Serial::named(&name, profile.baud)
        })
    }
}

impl Port for Serial {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn baud(&self) -> u32 {
        self.baud
    }

    fn open(&mut self) -> Result<(), OpenError> {
        self.port = None;
        if let Address::Usb(ids) = &self.address {
            let found = ports().and_then(|ports| find(ids, &ports));
            self.name = found.map_err(|_| OpenError::Missing(self.name.clone()))?;
        }
        let last_us = self.now_us() + LOCK_LEFT.as_micros() as u64;
        let port = loop {
            let opened = serialport::new(&self.name, self.baud).timeout(WRITE_LIMIT).open();
            match opened.map_err(|error| why(&self.name, error.kind(), &error.to_string())) {
                Err(OpenError::Busy(_)) if self.now_us() < last_us => {
                    self.wait_until(self.now_us() + LOCK_LOOK.as_micros() as u64);
                }
                opened => break opened?,
            }
        };
        // What came before nobody asked for.
        let _ = port.clear(ClearBuffer::Input);
        self.port = Some(port);
        Ok(())
    }

    fn close(&mut self) {
        self.port = None;
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Lost> {
        let port = self.port.as_mut().ok_or_else(closed)?;
        let _ = port.set_timeout(WRITE_LIMIT);
        port.write_all(bytes).map_err(|error| Lost(error.to_string()))
    }

    fn read(&mut self, buffer: &mut [u8], until_us: u64) -> Result<usize, Lost> {
        let left = until_us.saturating_sub(self.now_us());
        let port = self.port.as_mut().ok_or_else(closed)?;
        // Of no time at all some systems make an endless one.
        let _ = port.set_timeout(Duration::from_micros(left.max(1_000)));
        match port.read(buffer) {
            Ok(0) => Err(Lost("the line was hung up".to_owned())),
            Ok(count) => Ok(count),
            Err(error) if matches!(error.kind(), Io::TimedOut | Io::Interrupted | Io::WouldBlock) => Ok(0),
            Err(error) => Err(Lost(error.to_string())),
        }
    }

    fn now_us(&self) -> u64 {
        self.started.elapsed().as_micros() as u64
    }

    #[expect(clippy::disallowed_methods, reason = "a real device takes real time")]
    fn wait_until(&mut self, until_us: u64) {
        thread::sleep(Duration::from_micros(until_us.saturating_sub(self.now_us())));
    }
}

#[expect(clippy::disallowed_methods, reason = "a real device takes real time")]
fn now() -> Instant {
    Instant::now()
}

fn closed() -> Lost {
    Lost("the port is not open".to_owned())
}

/// A port that the system lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// What opens it.
    pub name: String,
    /// Of what is plugged in, if that is USB.
    pub usb: Option<UsbIds>,
    /// What it calls itself.
    pub product: Option<String>,
}

impl Listed {
    /// The built-in profiles that name its USB ids.
    pub fn profiles(&self) -> Vec<DeviceProfile> {
        let Some(ids) = self.usb else { return Vec::new() };
        let mut profiles = DeviceProfile::built_in();
        profiles.retain(|profile| profile.usb.contains(&ids));
        profiles
    }
}

/// The ports of this machine, by name.
///
/// # Errors
/// The system does not tell.
pub fn ports() -> Result<Vec<Listed>, DeviceError> {
    if cfg!(target_os = "linux") && !Path::new(TERMINALS).is_dir() {
        return Ok(Vec::new());
    }
    let listed = serialport::available_ports().map_err(|error| OpenError::Other {
        port: "any port".to_owned(),
        reason: format!("they cannot be listed: {error}"),
    })?;
    let mut ports: Vec<Listed> = listed.into_iter().map(listed_of).collect();
    ports.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(ports)
}

fn listed_of(info: SerialPortInfo) -> Listed {
    let usb = match info.port_type {
        SerialPortType::UsbPort(usb) => Some(usb),
        SerialPortType::PciPort | SerialPortType::BluetoothPort | SerialPortType::Unknown => None,
    };
    Listed {
        name: info.port_name,
        usb: usb.as_ref().map(|usb| UsbIds {
            vendor: usb.vid,
            product: usb.pid,
        }),
        product: usb.and_then(|usb| usb.product),
    }
}

/// The one port with any of these ids.
fn find(ids: &[UsbIds], ports: &[Listed]) -> Result<String, DeviceError> {
    let fitting = ports
        .iter()
        .filter(|port| port.usb.is_some_and(|usb| ids.contains(&usb)));
    let names: Vec<String> = fitting.map(|port| port.name.clone()).collect();
    match names.as_slice() {
        [] => Err(DeviceError::NotPlugged(ids.to_vec())),
        [name] => Ok(name.clone()),
        _ => Err(DeviceError::Several {
            ids: ids.to_vec(),
            ports: names,
        }),
    }
}

/// What a failure to open means. The crate calls a port that another program has `NoDevice`, or reports the lock.
fn why(name: &str, kind: ErrorKind, reason: &str) -> OpenError {
    let port = name.to_owned();
    match kind {
        ErrorKind::Io(Io::NotFound) => OpenError::Missing(port),
        ErrorKind::Io(Io::PermissionDenied) => OpenError::Denied {
            group: group_of(name),
            port,
        },
        _ if !Path::new(name).exists() && cfg!(unix) => OpenError::Missing(port),
        ErrorKind::NoDevice | ErrorKind::Io(Io::WouldBlock) => OpenError::Busy(port),
        _ if is_no_terminal(name) => OpenError::NoPort(port),
        _ => OpenError::Other {
            port,
            reason: reason.to_owned(),
        },
    }
}

#[cfg(unix)]
fn is_no_terminal(name: &str) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    Path::new(name)
        .metadata()
        .is_ok_and(|about| !about.file_type().is_char_device())
}

#[cfg(not(unix))]
fn is_no_terminal(_name: &str) -> bool {
    false
}

/// The group that a port belongs to.
#[cfg(unix)]
#[expect(clippy::disallowed_methods, reason = "the system's groups are in a file")]
fn group_of(name: &str) -> String {
    use std::os::unix::fs::MetadataExt as _;
    let Ok(about) = Path::new(name).metadata() else {
        return "dialout".to_owned();
    };
    let groups = std::fs::read_to_string("/etc/group").unwrap_or_default();
    let gid = about.gid();
    group_name(&groups, gid).unwrap_or_else(|| gid.to_string())
}

#[cfg(not(unix))]
fn group_of(_name: &str) -> String {
    "Administrators".to_owned()
}

/// `dialout:x:20:alice` names group 20.
#[cfg(unix)]
fn group_name(groups: &str, gid: u32) -> Option<String> {
    groups.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1)?.parse() == Ok(gid)).then(|| name.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(name: &str, usb: Option<&str>) -> Listed {
        Listed {
            name: name.to_owned(),
            usb: usb.map(|ids| ids.parse().unwrap()),
            product: None,
        }
    }

    #[test]
    fn a_port_is_found_by_its_usb_ids() {
        let ids = vec!["1a86:7523".parse().unwrap()];
        let other = listed("/dev/ttyS0", None);
        let one = listed("/dev/ttyUSB1", Some("1A86:7523"));
        let two = listed("/dev/ttyUSB2", Some("1a86:7523"));
        let wrong = listed("/dev/ttyACM0", Some("0483:374b"));
        let found = |ports: &[&Listed]| {
            let ports: Vec<Listed> = ports.iter().map(|&port| port.clone()).collect();
            find(&ids, &ports).map_err(|error| error.to_string())
        };
        assert_eq!(found(&[&other, &one, &wrong]), Ok("/dev/ttyUSB1".to_owned()));
        assert_eq!(
            found(&[&other, &wrong]),
            Err("no device with the USB ids 1a86:7523 is plugged in".to_owned())
        );
        assert_eq!(
            found(&[&one, &two]),
            Err(
                "several devices with the USB ids 1a86:7523 are plugged in: /dev/ttyUSB1, /dev/ttyUSB2"
                    .to_owned()
            )
        );
        assert_eq!(one.profiles()[0].name, "riscv");
        assert_eq!(wrong.profiles()[0].name, "stm32");
    }

    /// A port with nobody at it, as long as its other end is kept.
    #[cfg(unix)]
    fn terminal() -> (serialport::TTYPort, Serial) {
        use serialport::SerialPort as _;

        let (master, slave) = serialport::TTYPort::pair().unwrap();
        let name = slave.name().unwrap();
        (master, Serial::named(&name, 115_200))
    }

    #[cfg(unix)]
    #[test]
    fn a_lock_is_waited_for_and_then_told() {
        let (_master, mut port) = terminal();
        let held = std::fs::File::options()
            .read(true)
            .write(true)
            .open(port.name())
            .unwrap();
        held.lock().unwrap();
        let before = port.now_us();
        assert_eq!(port.open(), Err(OpenError::Busy(port.name())));
        assert!(u128::from(port.now_us() - before) >= LOCK_LEFT.as_micros());
        drop(held);
        port.open().unwrap();
    }

    /// Programs that are started have the lock of a port that is closed meanwhile.
    #[cfg(unix)]
    #[test]
    fn a_port_is_opened_again_while_programs_start() {
        let (_master, mut port) = terminal();
        let starts = thread::spawn(|| {
            for _ in 0..100 {
                std::process::Command::new("true").status().unwrap();
            }
        });
        while !starts.is_finished() {
            port.open().unwrap();
        }
        starts.join().unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn each_way_to_fail_has_its_words() {
        let check = |kind: ErrorKind, name: &str, words: &str, advice: &str| {
            let error = why(name, kind, "why");
            assert_eq!(error.to_string(), words);
            assert!(error.hint().contains(advice), "{}", error.hint());
        };
        check(
            ErrorKind::Io(Io::NotFound),
            "/dev/none",
            "no port /dev/none",
            "plug the device in",
        );
        check(
            ErrorKind::Io(Io::PermissionDenied),
            "/dev/none",
            "no permission to open /dev/none, which belongs to group dialout",
            "usermod -aG dialout",
        );
        check(
            ErrorKind::NoDevice,
            "/dev/null",
            "/dev/null is in use by another program",
            "fuser -v /dev/null",
        );
        check(
            ErrorKind::Io(Io::WouldBlock),
            "/dev/null",
            "/dev/null is in use by another program",
            "one device plays one game at a time",
        );
        check(
            ErrorKind::Unknown,
            "/etc/group",
            "/etc/group is no serial port",
            "device list",
        );
        check(
            ErrorKind::Unknown,
            "/dev/null",
            "cannot open /dev/null: why",
            "plug the device in again",
        );
    }

    #[test]
    fn nobody_is_told_to_join_root() {
        let denied = |group: &str| OpenError::Denied {
            port: "/dev/ttyUSB0".to_owned(),
            group: group.to_owned(),
        };
        assert!(denied("dialout").hint().contains("usermod -aG dialout"));
        assert!(!denied("root").hint().contains("usermod"));
    }

    #[cfg(unix)]
    #[test]
    fn groups_have_names() {
        let groups = "root:x:0:\ntty:x:5:\nbroken\ndialout:x:20:alice,bob\n";
        assert_eq!(group_name(groups, 20), Some("dialout".to_owned()));
        assert_eq!(group_name(groups, 5), Some("tty".to_owned()));
        assert_eq!(group_name(groups, 99), None);
    }
}
