//! What a person sets once instead of typing it at every call: keys, values with where they are from, and how layers of them lie
//! over each other. Knows no disk and no environment: [`sources`] reads those.

pub(crate) mod file;
pub(crate) mod flags;
pub(crate) mod sources;

use std::{collections::BTreeMap, fmt, path::PathBuf};

use base::user_error::UserError;
use engines::games::AnySpec;
use referee::games::GameKind;

use crate::nearest::did_you_mean;

/// One thing that can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Setting {
    Client,
    Engine,
    SoccerEngine,
    Db,
    Me,
    Games,
    ThinkMs,
    Film,
    StopKey,
    ClicksAMinute,
    HealthMin,
    Port,
}

/// What a value may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Words.
    Text,
    /// A file or folder; in a file of settings it is meant from that file's folder.
    Path,
    /// The spec of an engine of this game.
    Engine(GameKind),
    /// A whole number from the first to the second.
    Number(u64, u64),
}

impl Setting {
    pub(crate) const ALL: [Setting; 12] = [
        Setting::Client,
        Setting::Engine,
        Setting::SoccerEngine,
        Setting::Db,
        Setting::Me,
        Setting::Games,
        Setting::ThinkMs,
        Setting::Film,
        Setting::StopKey,
        Setting::ClicksAMinute,
        Setting::HealthMin,
        Setting::Port,
    ];

    /// As files have it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Setting::Client => "client",
            Setting::Engine => "engine",
            Setting::SoccerEngine => "soccer_engine",
            Setting::Db => "db",
            Setting::Me => "me",
            Setting::Games => "games",
            Setting::ThinkMs => "think_ms",
            Setting::Film => "film",
            Setting::StopKey => "stop_key",
            Setting::ClicksAMinute => "clicks_a_minute",
            Setting::HealthMin => "health_min",
            Setting::Port => "port",
        }
    }

    /// The one with this [`name`](Setting::name).
    pub(crate) fn from_name(name: &str) -> Option<Setting> {
        Setting::ALL.into_iter().find(|key| key.name() == name)
    }

    /// The variable of the environment.
    pub(crate) fn variable(self) -> String {
        format!("TENGEN_{}", self.name().to_uppercase())
    }

    pub(crate) fn form(self) -> Form {
        match self {
            Setting::Client | Setting::Me | Setting::StopKey => Form::Text,
            Setting::Db | Setting::Film => Form::Path,
            Setting::Engine => Form::Engine(GameKind::Gomoku),
            Setting::SoccerEngine => Form::Engine(GameKind::Soccer),
            Setting::Games => Form::Number(1, u32::MAX as u64),
            Setting::ThinkMs => Form::Number(1, i64::MAX as u64),
            Setting::ClicksAMinute => Form::Number(1, 600),
            Setting::HealthMin => Form::Number(0, i64::MAX as u64),
            Setting::Port => Form::Number(0, u16::MAX as u64),
        }
    }

    /// What holds where nobody sets it, in words.
    pub(crate) fn usual(self) -> &'static str {
        match self {
            Setting::Client => "bovo",
            Setting::Engine => engines::games::default_spec(GameKind::Gomoku),
            Setting::SoccerEngine => engines::games::default_spec(GameKind::Soccer),
            Setting::Db => "games.db in the place for data",
            Setting::Me => "Tengen",
            Setting::Games => "1",
            Setting::ThinkMs => "as the client has it",
            Setting::Film => "films/ beside the database",
            Setting::StopKey => "F12",
            Setting::ClicksAMinute => "as the game needs",
            Setting::HealthMin => "5",
            Setting::Port => "0",
        }
    }
}

/// Where a value stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    File {
        path: PathBuf,
        line: usize,
    },
    Variable(String),
    /// An answer, by what it answers.
    Asked(String),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::File { path, line } => write!(f, "{}:{line}", path.display()),
            Origin::Variable(name) => write!(f, "${name}"),
            Origin::Asked(what) => f.write_str(what),
        }
    }
}

/// A value that is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Given {
    /// As it would be typed after its option.
    pub(crate) text: String,
    pub(crate) from: Origin,
}

/// What one place sets.
pub(crate) type Layer = BTreeMap<Setting, Given>;

/// What is set, of all places together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Settings(Layer);

impl Settings {
    /// Later layers lie over earlier ones, key by key.
    pub(crate) fn of(layers: impl IntoIterator<Item = Layer>) -> Settings {
        Settings(layers.into_iter().flatten().collect())
    }

    /// Something for every setting, for tests of who heeds them.
    #[cfg(test)]
    pub(crate) fn usual_ones() -> Settings {
        let given = |setting: Setting| {
            let text = match setting.form() {
                Form::Number(..) => "7".to_owned(),
                _ => format!("a-{}", setting.name()),
            };
            let from = Origin::Variable(setting.variable());
            (setting, Given { text, from })
        };
        Settings(Setting::ALL.into_iter().map(given).collect())
    }

    pub(crate) fn get(&self, key: Setting) -> Option<&Given> {
        self.0.get(&key)
    }

    /// The engine that is set for a game.
    pub(crate) fn engine(&self, game: GameKind) -> Option<&str> {
        let key = match game {
            GameKind::Gomoku => Setting::Engine,
            GameKind::Soccer => Setting::SoccerEngine,
        };
        Some(self.get(key)?.text.as_str())
    }
}

/// Refuses a value that its key cannot have.
///
/// # Errors
/// What is wrong with it, told of `at`, which is where it stands.
pub(crate) fn check(key: Setting, text: &str, at: &Origin) -> Result<(), UserError> {
    let name = key.name();
    let bad = |hint: String| UserError::new(format!("{at}: {name} cannot be {text:?}"), hint);
    if text.trim().is_empty() || text.chars().any(char::is_control) {
        return Err(bad(format!("give {name} a value of one line, or leave it out")));
    }
    match key.form() {
        Form::Text | Form::Path => Ok(()),
        Form::Engine(game) => AnySpec::read(game, text).map(drop).map_err(|error| {
            let error = error.to_user_error();
            UserError::new(format!("{at}: {name}: {error}"), error.hint)
        }),
        Form::Number(least, most) => match text.parse::<u64>() {
            Ok(number) if (least..=most).contains(&number) => Ok(()),
            _ if most > u64::from(u32::MAX) => {
                Err(bad(format!("give {name} a whole number from {least} on")))
            }
            _ => Err(bad(format!("give {name} a whole number from {least} to {most}"))),
        },
    }
}

/// There is no such key.
pub(crate) fn unknown(name: &str, at: &Origin) -> UserError {
    let known = Setting::ALL.map(Setting::name);
    let hint = did_you_mean(name, known, &format!("settings are {}", known.join(", ")));
    UserError::new(format!("{at}: no setting {name:?}"), hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layer(place: &str, values: &[(Setting, &str)]) -> Layer {
        let given = |text: &str| Given {
            text: text.to_owned(),
            from: Origin::Variable(place.to_owned()),
        };
        values.iter().map(|&(key, text)| (key, given(text))).collect()
    }

    #[test]
    fn later_layers_lie_over_earlier_ones_key_by_key() {
        let settings = Settings::of([
            layer(
                "user",
                &[
                    (Setting::Client, "a"),
                    (Setting::Me, "Sam"),
                    (Setting::Engine, "random"),
                ],
            ),
            layer("folder", &[(Setting::Client, "b")]),
            layer(
                "environment",
                &[(Setting::Engine, "classic:depth=4"), (Setting::Client, "c")],
            ),
        ]);
        let told = |key: Setting| {
            settings
                .get(key)
                .map(|given| (given.text.clone(), given.from.to_string()))
        };
        let is = |text: &str, from: &str| Some((text.to_owned(), format!("${from}")));
        assert_eq!(told(Setting::Client), is("c", "environment"));
        assert_eq!(told(Setting::Me), is("Sam", "user"));
        assert_eq!(told(Setting::Db), None);
        assert_eq!(settings.engine(GameKind::Gomoku), Some("classic:depth=4"));
        assert_eq!(settings.engine(GameKind::Soccer), None);
        assert_eq!(Settings::of([]), Settings::default());
    }

    #[test]
    fn values_are_held_against_their_keys() {
        let hold = |key: Setting, text: &str, expected: Result<(), &str>| {
            let at = Origin::File {
                path: "tengen.toml".into(),
                line: 3,
            };
            let told = check(key, text, &at).map_err(|error| error.message);
            assert_eq!(told, expected.map_err(str::to_owned), "{key:?}");
        };
        hold(Setting::Games, "20", Ok(()));
        hold(Setting::Games, "0", Err("tengen.toml:3: games cannot be \"0\""));
        hold(
            Setting::Port,
            "65536",
            Err("tengen.toml:3: port cannot be \"65536\""),
        );
        hold(Setting::Engine, "classic:depth=4", Ok(()));
        hold(Setting::SoccerEngine, "soccer:threads=2", Ok(()));
        hold(Setting::Me, " ", Err("tengen.toml:3: me cannot be \" \""));
        hold(Setting::Me, "a\nb", Err("tengen.toml:3: me cannot be \"a\\nb\""));
        let at = Origin::Variable("TENGEN_ENGINE".to_owned());
        let wrong = check(Setting::Engine, "alfabeta", &at).unwrap_err();
        assert!(wrong.message.starts_with("$TENGEN_ENGINE: engine: "), "{wrong}");
    }

    #[test]
    fn every_key_has_its_name_and_variable() {
        for key in Setting::ALL {
            assert_eq!(Setting::from_name(key.name()), Some(key));
        }
        assert_eq!(Setting::SoccerEngine.variable(), "TENGEN_SOCCER_ENGINE");
        let at = Origin::File {
            path: "tengen.toml".into(),
            line: 1,
        };
        let told = unknown("engin", &at);
        assert_eq!(told.message, "tengen.toml:1: no setting \"engin\"");
        assert_eq!(told.hint, "did you mean \"engine\" or \"soccer_engine\"?");
    }
}
