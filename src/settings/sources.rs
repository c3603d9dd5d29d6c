//! Where settings come from: the user's file, the present folder's, the environment. The shell around [`super`].

use std::{
    env, io,
    path::{Path, PathBuf},
};

use base::{disk_hint, user_error::UserError};

use super::{
    Given, Layer, Origin, Setting, Settings, check,
    file::{self, NAME},
};

/// Larger files are no settings.
const BYTES_MAX: u64 = 1 << 20;

/// A file that is looked into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) path: PathBuf,
    /// Whether there is one.
    pub(crate) is_there: bool,
}

/// The user's file: `tengen/tengen.toml` in the system's place for configuration (`$XDG_CONFIG_HOME`, `~/.config`).
///
/// # Errors
/// The account has no home folder.
pub(crate) fn user_file() -> Result<PathBuf, UserError> {
    let system = directories::BaseDirs::new().ok_or_else(|| {
        let hint = "set HOME, or write tengen.toml in the folder where you work: tengen setup --here";
        UserError::new("this account has no home folder", hint)
    })?;
    Ok(system.config_dir().join("tengen").join(NAME))
}

/// The present folder's file.
pub(crate) fn folder_file() -> PathBuf {
    PathBuf::from(NAME)
}

/// Everything that is set, and the files that were looked into.
///
/// # Errors
/// A file cannot be read, or something in it or in the environment is wrong.
pub(crate) fn load() -> Result<(Settings, Vec<Place>), UserError> {
    let (mut layers, mut places) = (Vec::new(), Vec::new());
    for path in user_file().ok().into_iter().chain([folder_file()]) {
        let layer = layer_of(&path)?;
        places.push(Place {
            path,
            is_there: layer.is_some(),
        });
        layers.extend(layer.map(|layer| without_places(layer, has_home())));
    }
    layers.push(environment(|name| {
        env::var_os(name).map(|value| value.to_string_lossy().into_owned())
    })?);
    Ok((Settings::of(layers), places))
}

/// Whether the environment says where everything is kept.
fn has_home() -> bool {
    env::var_os("TENGEN_HOME").is_some_and(|home| !home.is_empty())
}

/// What a file sets where `$TENGEN_HOME` says where everything is kept, and goes before its places.
fn without_places(mut layer: Layer, has_home: bool) -> Layer {
    if has_home {
        layer.retain(|key, _| !matches!(key, Setting::Db | Setting::Film));
    }
    layer
}

/// What a file sets; `None` if there is none.
fn layer_of(path: &Path) -> Result<Option<Layer>, UserError> {
    let Some(text) = text_of(path)? else {
        return Ok(None);
    };
    let system = directories::BaseDirs::new();
    let home = system.as_ref().map(directories::BaseDirs::home_dir);
    file::read(path, &text, home).map(Some)
}

/// The text of a file; `None` if there is none.
///
/// # Errors
/// It cannot be read, or is no text.
#[expect(clippy::disallowed_methods, reason = "the shell: here settings are read")]
pub(crate) fn text_of(path: &Path) -> Result<Option<String>, UserError> {
    let refused = |error: io::Error| {
        let hint = disk_hint::of_disk(error.kind(), "make it a text of settings, or take it away");
        UserError::new(format!("cannot read {}: {error}", path.display()), hint)
    };
    match std::fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(refused(error)),
        Ok(metadata) if !metadata.is_file() || metadata.len() > BYTES_MAX => {
            let message = format!("{} is no file of settings", path.display());
            return Err(UserError::new(
                message,
                "take it away, or make it a short text of settings",
            ));
        }
        Ok(_) => {}
    }
    std::fs::read_to_string(path).map(Some).map_err(refused)
}

/// What the environment sets. A variable that is empty sets nothing.
fn environment(variable: impl Fn(&str) -> Option<String>) -> Result<Layer, UserError> {
    let mut layer = Layer::new();
    for key in Setting::ALL {
        let name = key.variable();
        let Some(text) = variable(&name).filter(|text| !text.is_empty()) else {
            continue;
        };
        let from = Origin::Variable(name);
        check(key, &text, &from)?;
        layer.insert(key, Given { text, from });
    }
    Ok(layer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_home_in_the_environment_goes_before_places_in_files() {
        let given = |text: &str| Given {
            text: text.to_owned(),
            from: Origin::Asked("a file".to_owned()),
        };
        let layer = || {
            let keys = [Setting::Db, Setting::Film, Setting::Client];
            keys.map(|key| (key, given("x"))).into_iter().collect::<Layer>()
        };
        let left = without_places(layer(), true);
        assert_eq!(left.keys().collect::<Vec<_>>(), [&Setting::Client]);
        assert_eq!(without_places(layer(), false), layer());
    }

    #[test]
    fn variables_set_what_their_names_say() {
        let variables = |name: &str| match name {
            "TENGEN_THINK_MS" => Some("500".to_owned()),
            "TENGEN_ME" => Some(String::new()),
            _ => None,
        };
        let layer = environment(variables).unwrap();
        assert_eq!(layer.len(), 1);
        assert_eq!(layer[&Setting::ThinkMs].from.to_string(), "$TENGEN_THINK_MS");
        let wrong = environment(|name| (name == "TENGEN_GAMES").then(|| "many".to_owned())).unwrap_err();
        assert_eq!(wrong.message, "$TENGEN_GAMES: games cannot be \"many\"");
    }
}
