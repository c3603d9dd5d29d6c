//! A moment as people type it: a day, or how long ago. Knows no clock: what time it is is said.

use base::user_error::UserError;
use jiff::{ToSpan as _, civil::Date, tz::TimeZone};

/// Which end of a period a moment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PeriodEnd {
    /// It begins there: with the first moment of a day.
    Since,
    /// It ends there: after the last moment of a day.
    Until,
}

/// Units of a duration, in milliseconds.
const UNITS: [(&str, i64); 4] = [
    ("m", 60_000),
    ("h", 3_600_000),
    ("d", 86_400_000),
    ("w", 7 * 86_400_000),
];

/// The moment in Unix milliseconds: `2026-11-21` (UTC), or `12h`, `7d`, `2w` before `now_ms`.
///
/// # Errors
/// It is neither.
pub(crate) fn read(text: &str, end: PeriodEnd, now_ms: i64) -> Result<i64, UserError> {
    let ago = || -> Option<i64> {
        let (unit, ms) = UNITS.into_iter().find(|(unit, _)| text.ends_with(unit))?;
        let count: u32 = text.strip_suffix(unit)?.parse().ok()?;
        now_ms.checked_sub(ms.checked_mul(i64::from(count))?)
    };
    let of_day = || -> Option<i64> {
        // A time or a zone behind the day would be passed over.
        let date: Date = text.parse().ok().filter(|date: &Date| date.to_string() == text)?;
        let date = match end {
            PeriodEnd::Since => date,
            PeriodEnd::Until => date.checked_add(1.day()).ok()?,
        };
        Some(date.to_zoned(TimeZone::UTC).ok()?.timestamp().as_millisecond())
    };
    ago().or_else(of_day).ok_or_else(|| {
        UserError::new(
            format!("no such day: {text:?}"),
            "days are written as in 2026-11-21, times before now as in 12h, 7d or 2w",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_durations() {
        const NOW: i64 = 1_700_000_000_000;
        let check = |text: &str, end: PeriodEnd, expected: Option<i64>| {
            assert_eq!(read(text, end, NOW).ok(), expected, "{text}");
        };
        check("1970-01-02", PeriodEnd::Since, Some(86_400_000));
        check("1970-01-02", PeriodEnd::Until, Some(2 * 86_400_000));
        check("2023-11-14", PeriodEnd::Since, Some(1_699_920_000_000));
        check("2023-02-30", PeriodEnd::Since, None);
        check("yesterday", PeriodEnd::Since, None);
        check("2023-11-14T15:00", PeriodEnd::Since, None);
        check("2023-11-14 23:59:59+05", PeriodEnd::Until, None);
        check("20231114", PeriodEnd::Since, None);
        check("2w", PeriodEnd::Since, Some(NOW - 14 * 86_400_000));
        check("12h", PeriodEnd::Until, Some(NOW - 12 * 3_600_000));
        check("90m", PeriodEnd::Until, Some(NOW - 90 * 60_000));
        check("-7d", PeriodEnd::Since, None);
        check("7", PeriodEnd::Since, None);
        check("99999999999d", PeriodEnd::Since, None);
        check("d", PeriodEnd::Since, None);
    }
}
