//! How much memory a process holds, where the system tells.

/// Bytes of this process in memory; `None` where nobody knows.
pub fn resident_bytes() -> Option<u64> {
    resident_bytes_of(std::process::id())
}

/// Bytes of that process in memory; `None` where nobody knows, or the process is gone.
pub fn resident_bytes_of(process: u32) -> Option<u64> {
    #[expect(clippy::disallowed_methods, reason = "the system tells it in a file")]
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    resident(&text)
}

/// `VmRSS:     12345 kB`, among other lines.
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
        if cfg!(target_os = "linux") {
            assert!(resident_bytes().is_some_and(|bytes| bytes > 1 << 20));
        }
    }
}
