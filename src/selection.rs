//! Which games a command is about: the options that `report` and `export` share.

use referee::games::GameKind;
use stats::store::games::Filter;

use base::user_error::UserError;

/// Options that choose games; none chooses all.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Selection {
    /// Only games of this kind: gomoku or soccer
    #[arg(long, value_name = "GAME", value_parser = crate::arguments::game)]
    game: Option<GameKind>,
    /// Only games of this client, or of this file format (sgf, psq, tsv, pgn)
    #[arg(long, value_name = "NAME")]
    client: Option<String>,
    /// Only games in which this engine chose our moves
    #[arg(long, value_name = "SPEC")]
    engine: Option<String>,
    /// Only games against this opponent
    #[arg(long, value_name = "NAME")]
    opponent: Option<String>,
    /// Only games that began on this day (UTC) or later
    #[arg(long, value_name = "YYYY-MM-DD")]
    since: Option<String>,
}

impl Selection {
    /// As the store wants it.
    ///
    /// # Errors
    /// The day is none.
    pub fn to_filter(&self) -> Result<Filter, UserError> {
        let since_ms = self.since.as_deref().map(midnight_ms).transpose()?;
        Ok(Filter {
            game: self.game,
            source: self.client.clone(),
            engine: self.engine.clone(),
            opponent: self.opponent.clone(),
            since_ms,
        })
    }

    /// The options again, as they would be typed.
    pub fn to_arguments(&self) -> Vec<String> {
        let game = self.game.map(|kind| kind.name().to_owned());
        let options = [
            ("--game", &game),
            ("--client", &self.client),
            ("--engine", &self.engine),
            ("--opponent", &self.opponent),
            ("--since", &self.since),
        ];
        let given = options
            .into_iter()
            .filter_map(|(option, value)| Some([option.to_owned(), quoted(value.as_ref()?)]));
        given.flatten().collect()
    }
}

/// A word for the shell.
pub fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_./:=,+@".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

fn midnight_ms(day: &str) -> Result<i64, UserError> {
    let bad = |_| {
        UserError::new(
            format!("no such day: {day:?}"),
            "days are written as in 2026-11-21",
        )
    };
    let date: jiff::civil::Date = day.parse().map_err(bad)?;
    let midnight = date.to_zoned(jiff::tz::TimeZone::UTC).map_err(bad)?;
    Ok(midnight.timestamp().as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days() {
        let check = |day: &str, expected: Option<i64>| {
            let selection = Selection {
                since: Some(day.to_owned()),
                ..Selection::default()
            };
            assert_eq!(
                selection.to_filter().ok().and_then(|filter| filter.since_ms),
                expected,
                "{day}"
            );
        };
        check("1970-01-02", Some(86_400_000));
        check("2023-11-14", Some(1_699_920_000_000));
        check("2023-02-30", None);
        check("yesterday", None);
    }

    #[test]
    fn words_for_the_shell() {
        let selection = Selection {
            engine: Some("classic:depth=4".to_owned()),
            opponent: Some("it's $HOME".to_owned()),
            ..Selection::default()
        };
        assert_eq!(
            selection.to_arguments(),
            ["--engine", "classic:depth=4", "--opponent", r"'it'\''s $HOME'"]
        );
    }
}
