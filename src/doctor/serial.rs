//! Serial ports: which are there, and can they be opened? Only engines that are devices need one.

use std::{io, path::Path, time::Duration};

use serialport::{ErrorKind, SerialPortInfo, SerialPortType};

use super::Finding;

const CHECK: &str = "serial port";
/// Any device's; nothing is said at it.
const BAUD: u32 = 115_200;
const LIMIT: Duration = Duration::from_millis(100);
/// Where Linux lists its terminals; without it, the listing would not end well.
const TERMINALS: &str = "/sys/class/tty";

/// Every port, opened for a moment and closed again.
pub fn check() -> Vec<Finding> {
    if cfg!(target_os = "linux") && !Path::new(TERMINALS).is_dir() {
        return vec![none()];
    }
    let ports = match serialport::available_ports() {
        Ok(ports) => ports,
        Err(error) => {
            let detail = format!("cannot be listed: {error}");
            let remedy = "no matter unless an engine is a device; then name its port yourself";
            return vec![Finding::warning(CHECK, detail, remedy)];
        }
    };
    if ports.is_empty() {
        return vec![none()];
    }
    ports.iter().map(tried).collect()
}

fn none() -> Finding {
    Finding::ok(CHECK, "there are none; only engines that are devices need one")
}

fn tried(port: &SerialPortInfo) -> Finding {
    let opened = serialport::new(&port.port_name, BAUD).timeout(LIMIT).open();
    let outcome = opened
        .map(drop)
        .map_err(|error| (error.kind(), error.to_string()));
    judged(&format!("{}{}", port.port_name, device(&port.port_type)), outcome)
}

/// What is plugged in, as far as it tells.
fn device(kind: &SerialPortType) -> String {
    match kind {
        SerialPortType::UsbPort(usb) => {
            let name = usb.product.clone().or_else(|| usb.manufacturer.clone());
            format!(" ({})", name.unwrap_or_else(|| "USB".to_owned()))
        }
        SerialPortType::BluetoothPort => " (Bluetooth)".to_owned(),
        SerialPortType::PciPort | SerialPortType::Unknown => String::new(),
    }
}

fn judged(port: &str, outcome: Result<(), (ErrorKind, String)>) -> Finding {
    let Err((kind, why)) = outcome else {
        return Finding::ok(CHECK, format!("{port} can be opened"));
    };
    match kind {
        ErrorKind::Io(io::ErrorKind::PermissionDenied) => Finding::warning(
            CHECK,
            format!("{port} may not be opened: {why}"),
            "join the group that owns it (sudo usermod -aG dialout $USER) and sign in again",
        ),
        // So the crate calls a port that another program has for itself.
        ErrorKind::NoDevice | ErrorKind::Io(io::ErrorKind::WouldBlock) => Finding::warning(
            CHECK,
            format!("{port} is in use: {why}"),
            "end the program that has it (fuser -v shows which), such as a terminal or a modem manager",
        ),
        ErrorKind::Io(_) | ErrorKind::InvalidInput | ErrorKind::Unknown => Finding::warning(
            CHECK,
            format!("{port} cannot be opened: {why}"),
            "plug the device in again; many boards list ports that nothing is connected to: leave those alone",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use watch::finding::FindingState;

    #[test]
    fn each_way_to_fail_has_its_remedy() {
        let check = |outcome: Result<(), ErrorKind>, state: FindingState, words: &str| {
            let found = judged("/dev/ttyUSB0", outcome.map_err(|kind| (kind, "why".to_owned())));
            assert_eq!(found.state, state, "{found:?}");
            assert!(found.to_text().contains(words), "{found:?}");
            assert_eq!(found.remedy.is_empty(), state == FindingState::Ok);
        };
        check(Ok(()), FindingState::Ok, "/dev/ttyUSB0 can be opened");
        let denied = ErrorKind::Io(io::ErrorKind::PermissionDenied);
        check(Err(denied), FindingState::Warning, "dialout");
        check(Err(ErrorKind::NoDevice), FindingState::Warning, "is in use: why");
        check(
            Err(ErrorKind::Unknown),
            FindingState::Warning,
            "cannot be opened: why",
        );
    }

    /// A second program finds the first one's port taken, which is what the remedy is for.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_port_that_another_program_has_is_in_use() {
        let (_device, port) = serialport::TTYPort::pair().unwrap();
        let name = serialport::SerialPort::name(&port).unwrap();
        drop(port);
        let _held = serialport::new(&name, BAUD).open().unwrap();
        let found = tried(&SerialPortInfo {
            port_name: name,
            port_type: SerialPortType::Unknown,
        });
        assert!(found.detail.contains("is in use"), "{found:?}");
    }
}
