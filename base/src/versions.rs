//! Which program on which system: the first thing to know about a fault.

/// What the program is called on the command line.
pub const PROGRAM: &str = "tengen";

/// Program, system and screen (width and height in pixels), a line each.
pub fn text(screen: Option<(u32, u32)>) -> String {
    let screen = screen.map_or("unknown".to_owned(), |(width, height)| {
        format!("{width} x {height}")
    });
    format!("{}\nsystem {}\nscreen {screen}\n", program(), system())
}

/// Name and version of the program.
pub fn program() -> String {
    format!("{PROGRAM} {}", env!("CARGO_PKG_VERSION"))
}

/// The system's own name for itself where it tells one.
#[cfg(windows)]
#[expect(unsafe_code, reason = "the system tells it in a call")]
pub fn system() -> String {
    use windows_sys::{
        Wdk::System::SystemServices::RtlGetVersion, Win32::System::SystemInformation::OSVERSIONINFOW,
    };

    let mut version = OSVERSIONINFOW {
        dwOSVersionInfoSize: size_of::<OSVERSIONINFOW>() as u32,
        ..OSVERSIONINFOW::default()
    };
    // SAFETY: one value of the size that it tells itself is written; the call never fails.
    unsafe { RtlGetVersion(&raw mut version) };
    let (major, minor, build) = (
        version.dwMajorVersion,
        version.dwMinorVersion,
        version.dwBuildNumber,
    );
    format!("Windows {major}.{minor}.{build}, {}", std::env::consts::ARCH)
}

/// The system's own name for itself where it tells one.
#[cfg(not(windows))]
pub fn system() -> String {
    #[expect(
        clippy::disallowed_methods,
        reason = "what the system is called stands in a file"
    )]
    let text = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    let named = text.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="));
    let name = named.map_or(std::env::consts::OS, |name| name.trim_matches('"'));
    format!("{name}, {}", std::env::consts::ARCH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_lines_name_program_system_and_screen() {
        let text = text(Some((1_280, 800)));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(lines[0].starts_with("tengen ") && lines[1].contains(std::env::consts::ARCH));
        assert_eq!(lines[2], "screen 1280 x 800");
    }
}
