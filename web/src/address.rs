//! Which games an address asks for, and the address that asks for some games: every filter stands in it, so that a page can be
//! kept, sent and gone back to.

use jiff::{civil::Date, tz::TimeZone};
use stats::insight::{Counting, GameQuery, aspect::Aspect};

use crate::words::Words;

/// Milliseconds of a day.
const DAY_MS: i64 = 86_400_000;
/// What stands before the names of the second of two selections.
pub(crate) const OTHER: &str = "b-";

/// The games that these words ask for, of the names that begin so.
pub(crate) fn query(words: &Words, prefix: &str) -> GameQuery {
    let value = |name: &str| words.value(&format!("{prefix}{name}"));
    let number = |name: &str| value(name).and_then(|value| value.parse().ok());
    let aspects = Aspect::ALL.into_iter();
    GameQuery {
        aspects: aspects
            .filter_map(|aspect| Some((aspect, value(aspect.name())?.to_owned())))
            .collect(),
        length_from: number("from"),
        length_to: number("to"),
        since_ms: value("since").and_then(midnight_ms),
        until_ms: value("until")
            .and_then(midnight_ms)
            .and_then(|ms| ms.checked_add(DAY_MS)),
        text: value("q").unwrap_or_default().to_owned(),
        min_moves: number("min-moves"),
        counting: match value("counting") {
            Some("counted") => Counting::Counted,
            _ => Counting::All,
        },
    }
}

/// The first of these words that is a filter and says nothing that could be followed, with its value: pages pass it over,
/// programs must not be told the figures of other games.
pub(crate) fn misread(words: &Words) -> Option<(&'static str, &str)> {
    let is_followed = |name: &str, value: &str| match name {
        "since" | "until" => midnight_ms(value).is_some(),
        "counting" => ["counted", "all"].contains(&value),
        _ => value.parse::<u32>().is_ok(),
    };
    let mut given = ["from", "to", "since", "until", "min-moves", "counting"]
        .into_iter()
        .filter_map(|name| Some((name, words.value(name)?)));
    given.find(|(name, value)| !is_followed(name, value))
}

/// The words that ask for these games.
pub(crate) fn words(query: &GameQuery, prefix: &str) -> Words {
    let mut words = Words::default();
    let mut put = |name: &str, value: Option<String>| {
        words
            .0
            .extend(value.map(|value| (format!("{prefix}{name}"), value)));
    };
    for (aspect, word) in &query.aspects {
        put(aspect.name(), Some(word.clone()));
    }
    put("from", query.length_from.map(|length| length.to_string()));
    put("to", query.length_to.map(|length| length.to_string()));
    put("since", query.since_ms.map(day));
    put("until", query.until_ms.map(|ms| day(ms.saturating_sub(DAY_MS))));
    put("q", Some(query.text.clone()).filter(|text| !text.is_empty()));
    put("min-moves", query.min_moves.map(|moves| moves.to_string()));
    put(
        "counting",
        (query.counting == Counting::Counted).then(|| "counted".to_owned()),
    );
    words
}

/// The first moment of a day (UTC), Unix milliseconds.
fn midnight_ms(day: &str) -> Option<i64> {
    let date: Date = day.parse().ok().filter(|date: &Date| date.to_string() == day)?;
    let midnight = date.to_zoned(TimeZone::UTC).ok()?;
    Some(midnight.timestamp().as_millisecond())
}

/// `2026-11-21` (UTC).
pub(crate) fn day(ms: i64) -> String {
    time(ms, "%Y-%m-%d")
}

/// `2026-11-21 17:05` (UTC).
pub(crate) fn minute(ms: i64) -> String {
    time(ms, "%Y-%m-%d %H:%M")
}

fn time(ms: i64, form: &str) -> String {
    let at = jiff::Timestamp::from_millisecond(ms);
    at.map_or_else(|_| "?".to_owned(), |at| at.strftime(form).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_stand_in_the_address() {
        let check = |text: &str| {
            let read = query(&Words::read(text), "");
            assert_eq!(words(&read, "").after(""), format!("?{text}"));
            let other = words(&read, OTHER);
            assert_eq!(query(&other, OTHER), read);
        };
        check("opponent=Mori+%22%3C&from=10&to=19&counting=counted");
        check("seat=first&engine=classic%3Adepth%3D4&since=2026-01-02&until=2026-01-02&q=x&min-moves=1");
        let none = query(&Words::read("since=never&from=-1&seat="), "");
        assert_eq!(none, GameQuery::default());
    }

    #[test]
    fn a_filter_that_cannot_be_followed_is_named() {
        let check = |text: &str, expected: Option<(&str, &str)>| {
            assert_eq!(misread(&Words::read(text)), expected, "{text}");
        };
        check(
            "opponent=Mori&from=10&to=19&counting=counted&since=2026-01-02&min-moves=1",
            None,
        );
        check("min-moves=", None);
        check("min-moves=-1", Some(("min-moves", "-1")));
        check("min-moves=NaN", Some(("min-moves", "NaN")));
        check("since=2026-01-02T15:00", Some(("since", "2026-01-02T15:00")));
        check("to=9&until=never", Some(("until", "never")));
        check("counting=some", Some(("counting", "some")));
    }
}
