//! Time for whoever stands in the shell: milliseconds since the start, the date, and waiting. Real, or that of a world in
//! memory. Nothing here decides anything.

use std::{
    sync::Arc,
    time::{Duration, Instant, SystemTime},
};

use uuid::{NoContext, Timestamp, Uuid};

/// Where time comes from.
pub trait Time: Send + Sync {
    /// Milliseconds since the session's start; never goes back.
    fn now_ms(&self) -> u64;
    /// Unix milliseconds; may be set back or forth at any time.
    fn wall_ms(&self) -> i64;
    /// Lets time pass.
    fn wait_ms(&self, ms: u64);
}

/// The session's clock. Clones show the same time.
#[derive(Clone)]
pub struct Stopwatch(Arc<dyn Time>);

impl Stopwatch {
    /// The real time; the session starts.
    pub fn start() -> Stopwatch {
        Stopwatch::of(Arc::new(Real::start()))
    }

    /// Any time.
    pub fn of(time: Arc<dyn Time>) -> Stopwatch {
        Stopwatch(time)
    }

    /// Milliseconds since the start.
    pub fn now_ms(&self) -> u64 {
        self.0.now_ms()
    }

    /// Unix milliseconds, for dates.
    pub fn wall_ms(&self) -> i64 {
        self.0.wall_ms()
    }

    /// Lets time pass.
    pub fn wait_ms(&self, ms: u64) {
        self.0.wait_ms(ms);
    }
}

struct Real {
    start: Instant,
}

impl Real {
    #[expect(clippy::disallowed_methods, reason = "the shell: here time comes in")]
    fn start() -> Real {
        Real {
            start: Instant::now(),
        }
    }
}

impl Time for Real {
    fn now_ms(&self) -> u64 {
        self.start.elapsed().as_millis() as u64
    }

    fn wall_ms(&self) -> i64 {
        wall_ms()
    }

    #[expect(clippy::disallowed_methods, reason = "the shell: here it waits")]
    fn wait_ms(&self, ms: u64) {
        std::thread::sleep(Duration::from_millis(ms));
    }
}

/// Unix milliseconds by the system's clock, which may stand anywhere: before 1970 they are negative.
#[expect(clippy::disallowed_methods, reason = "the shell: here dates come in")]
pub fn wall_ms() -> i64 {
    unix_ms(SystemTime::now())
}

fn unix_ms(time: SystemTime) -> i64 {
    match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(since) => i64::try_from(since.as_millis()).unwrap_or(i64::MAX),
        Err(until) => -i64::try_from(until.duration().as_millis()).unwrap_or(i64::MAX),
    }
}

/// A name that nobody has yet, as text: a UUIDv7.
pub fn fresh_id() -> String {
    id_at(wall_ms())
}

/// Such names sort by their time, which begins in 1970 and has 48 bits.
fn id_at(at_ms: i64) -> String {
    let at_ms = at_ms.clamp(0, (1 << 48) - 1) as u64;
    let nanos = (at_ms % 1_000) as u32 * 1_000_000;
    Uuid::new_v7(Timestamp::from_unix(NoContext, at_ms / 1_000, nanos)).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_may_stand_anywhere() {
        let check = |time: Option<SystemTime>, ms: i64| assert_eq!(time.map(unix_ms), Some(ms));
        let epoch = SystemTime::UNIX_EPOCH;
        check(epoch.checked_add(Duration::from_millis(7)), 7);
        check(Some(epoch), 0);
        check(epoch.checked_sub(Duration::from_millis(7)), -7);
        check(
            epoch.checked_sub(Duration::from_secs(100 * 365 * 86_400)),
            -3_153_600_000_000,
        );
    }

    #[test]
    fn ids_differ_and_sort_whatever_the_clock_says() {
        let mut ids = Vec::new();
        for at_ms in [
            i64::MIN,
            -1,
            0,
            1_700_000_000_000,
            1_700_000_000_001,
            i64::MAX,
            -5,
            3,
        ] {
            ids.push(id_at(at_ms));
        }
        assert!(ids[2] < ids[3] && ids[3] < ids[4] && ids[4] < ids[5], "{ids:?}");
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), 8);
    }
}
