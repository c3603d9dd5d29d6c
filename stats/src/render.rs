//! A report for people and for scripts. Lays out what [`crate::report`] found and computes nothing.

pub mod text;
pub mod json;
pub mod html;
pub mod page;
pub mod chart;
pub mod svg;

/// Buckets with fewer games than this say little and are drawn faded.
pub(crate) const FEW: u64 = 20;

/// `76.97 %`; a dash where there is nothing to divide.
pub(crate) fn percent(rate: Option<f64>) -> String {
    rate.map_or("–".to_owned(), |rate| format!("{:.2} %", 100.0 * rate))
}

/// `+14.08`, in percentage points.
pub(crate) fn points(rate: f64) -> String {
    format!("{:+.2}", 100.0 * rate).replace('-', "−")
}

/// `1.25 s` or `40 ms`.
pub(crate) fn duration(ms: u64) -> String {
    if ms < 1000 {
        format!("{ms} ms")
    } else {
        format!("{:.2} s", ms as f64 / 1000.0)
    }
}

/// `2026-11-21` (UTC).
pub(crate) fn day(ms: i64) -> String {
    jiff::Timestamp::from_millisecond(ms).map_or("?".to_owned(), |time| time.strftime("%Y-%m-%d").to_string())
}

#[cfg(test)]
mod tests;
