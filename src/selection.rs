//! Which games a command is about: the options that `report` and `export` share.

mod moment;

use referee::games::GameKind;
use stats::store::{Store, games::Filter, known::NameKind};

use self::moment::PeriodEnd;
use crate::nearest::did_you_mean;
use archive::database;
use base::user_error::UserError;

/// Names that a hint lists at most.
const LISTED: usize = 6;

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
    /// Only games that began on this day (UTC) or later, or no longer ago than so many minutes, hours, days or weeks:
    /// 2026-11-21, 90m, 12h, 7d, 2w
    #[arg(long, value_name = "DAY|AGO")]
    since: Option<String>,
    /// Only games that began on this day or earlier, or longer ago than that
    #[arg(long, value_name = "DAY|AGO")]
    until: Option<String>,
}

impl Selection {
    /// As the store wants it, at this time (Unix milliseconds).
    ///
    /// # Errors
    /// A day is none, or nothing lies between the two.
    pub fn to_filter(&self, now_ms: i64) -> Result<Filter, UserError> {
        let read = |text: &Option<String>, end: PeriodEnd| {
            let text = text.as_deref();
            text.map(|text| moment::read(text, end, now_ms)).transpose()
        };
        let since_ms = read(&self.since, PeriodEnd::Since)?;
        let until_ms = read(&self.until, PeriodEnd::Until)?;
        if let (Some(since), Some(until)) = (&self.since, &self.until)
            && since_ms >= until_ms
        {
            return Err(UserError::new(
                format!("no time between {since} and {until}"),
                "--since names the earlier end, --until the later one",
            ));
        }
        Ok(Filter {
            game: self.game,
            source: self.client.clone(),
            engine: self.engine.clone(),
            opponent: self.opponent.clone(),
            since_ms,
            until_ms,
        })
    }

    /// Refuses names that no game has: an empty report would not tell that from games that there are not.
    ///
    /// # Errors
    /// The database knows other names and not this one, or it cannot be read.
    pub fn check_names(&self, store: &Store) -> anyhow::Result<()> {
        for (option, what, kind, name) in [
            (
                "--client",
                "client or file format",
                NameKind::Client,
                &self.client,
            ),
            ("--engine", "engine", NameKind::Engine, &self.engine),
            ("--opponent", "opponent", NameKind::Opponent, &self.opponent),
        ] {
            let Some(name) = name else { continue };
            let known = store.known_names(kind).map_err(database::user_error)?;
            if known.is_empty() || known.contains(name) {
                continue;
            }
            let some: Vec<String> = known
                .iter()
                .take(LISTED)
                .map(|name| format!("{name:?}"))
                .collect();
            let more = known.len().saturating_sub(LISTED);
            let more = if more > 0 {
                format!(" and {more} more")
            } else {
                String::new()
            };
            let list = format!("{option} knows {}{more}", some.join(", "));
            let hint = did_you_mean(name, known.iter().map(String::as_str), &list);
            return Err(UserError::new(format!("no game of the {what} {name:?}"), hint).into());
        }
        Ok(())
    }

    /// Whether games of a certain client or format are asked for.
    pub fn has_client(&self) -> bool {
        self.client.is_some()
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
            ("--until", &self.until),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_ends_after_it_begins() {
        let check = |since: &str, until: &str, expected: Result<(), &str>| {
            let selection = Selection {
                since: Some(since.to_owned()),
                until: Some(until.to_owned()),
                ..Selection::default()
            };
            let told = selection.to_filter(1_700_000_000_000);
            assert_eq!(
                told.map(|_| ()).map_err(|error| error.message),
                expected.map_err(str::to_owned)
            );
        };
        check("2023-11-14", "2023-11-14", Ok(()));
        check(
            "2023-11-14",
            "2023-11-13",
            Err("no time between 2023-11-14 and 2023-11-13"),
        );
        check("7d", "2w", Err("no time between 7d and 2w"));
        check("2w", "7d", Ok(()));
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
