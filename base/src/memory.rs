//! How much memory a process holds, where the system tells.

/// Bytes of this process in memory; `None` where nobody knows.
pub fn resident_bytes() -> Option<u64> {
    resident_bytes_of(std::process::id())
}

/// Bytes of that process in memory; `None` where nobody knows, or the process is gone.
#[cfg(windows)]
#[expect(unsafe_code, reason = "the system tells it in calls")]
pub fn resident_bytes_of(process: u32) -> Option<u64> {
    use std::os::windows::io::{AsRawHandle as _, FromRawHandle as _, OwnedHandle};
    use windows_sys::Win32::System::{
        ProcessStatus::{K32GetProcessMemoryInfo, PROCESS_MEMORY_COUNTERS},
        Threading::{OpenProcess, PROCESS_QUERY_LIMITED_INFORMATION},
    };

    // SAFETY: any number may be asked for.
    let handle = unsafe { OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, 0, process) };
    if handle.is_null() {
        return None;
    }
    // SAFETY: it was opened just now and is nobody else's.
    let handle = unsafe { OwnedHandle::from_raw_handle(handle) };
    let mut counters = PROCESS_MEMORY_COUNTERS::default();
    let size = size_of_val(&counters) as u32;
    // SAFETY: the handle is open, and one value of the told size is written.
    let told = unsafe { K32GetProcessMemoryInfo(handle.as_raw_handle(), &raw mut counters, size) };
    (told != 0).then_some(counters.WorkingSetSize as u64)
}

/// Bytes of that process in memory; `None` where nobody knows, or the process is gone.
#[cfg(not(windows))]
pub fn resident_bytes_of(process: u32) -> Option<u64> {
    #[expect(clippy::disallowed_methods, reason = "the system tells it in a file")]
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    resident(&text)
}

/// `VmRSS:     12345 kB`, among other lines.
#[cfg_attr(windows, allow(dead_code, reason = "Windows has no such file"))]
fn resident(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1_024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_told_by_the_system() {
        let check = |status: &str, bytes: Option<u64>| assert_eq!(resident(status), bytes);
        check("Name:\tx\nVmRSS:\t   12 kB\nRssAnon:\t 3 kB\n", Some(12_288));
        check("Name:\tx\nVmRSS:\t   20480 kB\nThreads:\t3\n", Some(20_480 << 10));
        check("Name:\tx\n", None);
        check("", None);
        check("VmRSS:\tmuch kB\n", None);
        if cfg!(any(windows, target_os = "linux")) {
            assert!(resident_bytes().is_some_and(|bytes| bytes > 1 << 20));
        }
    }
}
