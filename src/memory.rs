//! How much memory this process holds, where the system tells.

/// Bytes in memory; `None` where nobody knows.
pub fn resident_bytes() -> Option<u64> {
    #[expect(clippy::disallowed_methods, reason = "the system tells it in a file")]
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
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
        check("Name:\tx\n", None);
        check("VmRSS:\tmuch kB\n", None);
        if cfg!(target_os = "linux") {
            assert!(resident_bytes().is_some_and(|bytes| bytes > 1 << 20));
        }
    }
}
