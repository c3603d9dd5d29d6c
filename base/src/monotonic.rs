//! A clock that the processes of one machine share, to measure how long something takes from one of them to another.
//! It says nothing of the date.

/// Microseconds since some moment that is the same for all processes.
#[cfg(unix)]
pub fn now_us() -> u64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Monotonic);
    now.tv_sec as u64 * 1_000_000 + now.tv_nsec as u64 / 1_000
}

/// Microseconds since some moment that is the same for all processes.
#[cfg(not(unix))]
#[expect(clippy::disallowed_methods, reason = "the shell: here time comes in")]
pub fn now_us() -> u64 {
    let now = std::time::SystemTime::now();
    now.duration_since(std::time::SystemTime::UNIX_EPOCH)
        .map_or(0, |since| since.as_micros() as u64)
}
