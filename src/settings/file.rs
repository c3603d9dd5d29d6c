//! A file of settings as text: read with the line of every value, and changed without touching what else stands in it. Knows no
//! disk.

use std::path::{Path, PathBuf};

use base::user_error::UserError;
use toml::de::{DeTable, DeValue};

use super::{Form, Given, Layer, Origin, Setting, check, unknown};

/// The name of such files.
pub(crate) const NAME: &str = "tengen.toml";

/// What the file at `path` sets. `home` is what `~` stands for.
///
/// # Errors
/// The first thing that is wrong with it: no TOML, no such key, no such value; with its line.
pub(crate) fn read(path: &Path, text: &str, home: Option<&Path>) -> Result<Layer, UserError> {
    let at = |offset: usize| Origin::File {
        path: path.to_owned(),
        line: line_of(text, offset),
    };
    let table = DeTable::parse(text).map_err(|error| {
        let place = at(error.span().map_or(0, |span| span.start));
        let message = error.message().lines().collect::<Vec<_>>().join(", ");
        let hint = "settings are lines such as engine = \"alphabeta\" and games = 20";
        UserError::new(format!("{place}: {message}"), hint)
    })?;
    let mut layer = Layer::new();
    for (name, value) in table.get_ref() {
        let from = at(name.span().start);
        let key = Setting::from_name(name.get_ref()).ok_or_else(|| unknown(name.get_ref(), &from))?;
        let text = match (value.get_ref(), key.form()) {
            (DeValue::String(word), form) if !matches!(form, Form::Number(..)) => word.to_string(),
            (DeValue::Integer(number), Form::Number(..)) if number.radix() == 10 => {
                number.as_str().replace('_', "")
            }
            (value, form) => return Err(wrong_type(key, value, form, &from)),
        };
        check(key, &text, &from)?;
        let text = match key.form() {
            Form::Path => meant(path, &text, home).to_string_lossy().into_owned(),
            _ => text,
        };
        layer.insert(key, Given { text, from });
    }
    Ok(layer)
}

fn wrong_type(key: Setting, value: &DeValue<'_>, form: Form, at: &Origin) -> UserError {
    let (name, found) = (key.name(), value.type_str());
    let wanted = match form {
        Form::Number(..) => format!("write a whole number: {name} = 20"),
        _ => format!("write it between quotation marks: {name} = \"{}\"", key.usual()),
    };
    UserError::new(format!("{at}: {name} cannot be a value of type {found}"), wanted)
}

/// The path that is meant in a file at `file`: from its folder on, or from home.
fn meant(file: &Path, path: &str, home: Option<&Path>) -> PathBuf {
    if let (Some(rest), Some(home)) = (path.strip_prefix("~/"), home) {
        return home.join(rest);
    }
    file.parent().unwrap_or(Path::new("")).join(path)
}

fn line_of(text: &str, offset: usize) -> usize {
    text.bytes().take(offset).filter(|byte| *byte == b'\n').count() + 1
}

/// The text of a file with these values: where a key stands already, only its value is another; other keys come at the end.
///
/// # Panics
/// The text is no TOML: it was read before.
pub(crate) fn edited(text: &str, values: &[(Setting, String)]) -> String {
    let table = DeTable::parse(text).expect("the file was read before");
    let mut places = Vec::new();
    let mut added = String::new();
    for (key, value) in values {
        let spelt = spelt(*key, value);
        let found = table
            .get_ref()
            .iter()
            .find(|(name, _)| name.get_ref() == key.name());
        match found {
            Some((_, old)) => places.push((old.span(), spelt)),
            None => added += &format!("{} = {spelt}\n", key.name()),
        }
    }
    places.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
    let mut text = text.to_owned();
    for (span, spelt) in places {
        text.replace_range(span, &spelt);
    }
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text + &added
}

fn spelt(key: Setting, value: &str) -> String {
    match key.form() {
        Form::Number(..) => value.to_owned(),
        _ => toml::Value::String(value.to_owned()).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATH: &str = "/place/tengen.toml";

    fn told(text: &str) -> Result<Vec<String>, String> {
        let layer = read(Path::new(PATH), text, Some(Path::new("/home/sam")));
        let line = |(key, given): (&Setting, &Given)| format!("{}={} {}", key.name(), given.text, given.from);
        layer
            .map(|layer| layer.iter().map(line).collect())
            .map_err(|error| format!("{}|{}", error.message, error.hint))
    }

    #[test]
    fn values_are_read_with_their_lines() {
        let check = |text: &str, expected: &[&str]| {
            let expected: Vec<String> = expected.iter().map(|&line| line.to_owned()).collect();
            assert_eq!(told(text), Ok(expected), "{text}");
        };
        check("", &[]);
        check(
            "# ours\nclient = \"bovo\"\n\ngames = 1_000",
            &[
                "client=bovo /place/tengen.toml:2",
                "games=1000 /place/tengen.toml:4",
            ],
        );
        check(
            "db = \"spring.db\"",
            &["db=/place/spring.db /place/tengen.toml:1"],
        );
        check("db = \"~/g.db\"", &["db=/home/sam/g.db /place/tengen.toml:1"]);
        check("db = \"/data/g.db\"", &["db=/data/g.db /place/tengen.toml:1"]);
    }

    #[test]
    fn mistakes_are_told_with_their_lines() {
        let check = |text: &str, message: &str, hint: &str| {
            let told = told(text).unwrap_err();
            let (said, advice) = told.split_once('|').unwrap();
            assert!(
                said.starts_with(message) && advice.contains(hint),
                "{text}: {told}"
            );
            assert!(!told.contains('\n'), "{told}");
        };
        check(
            "\nengin = \"random\"",
            "/place/tengen.toml:2: no setting \"engin\"",
            "\"engine\" or ",
        );
        check(
            "[play]\ngames = 1",
            "/place/tengen.toml:1: no setting \"play\"",
            "settings are client,",
        );
        check(
            "me = 3",
            "/place/tengen.toml:1: me cannot be a value of type integer",
            "quotation marks",
        );
        check(
            "games = \"3\"",
            "/place/tengen.toml:1: games cannot be a value of type string",
            "games = 20",
        );
        check(
            "games = 0",
            "/place/tengen.toml:1: games cannot be \"0\"",
            "from 1",
        );
        check(
            "games = -3",
            "/place/tengen.toml:1: games cannot be \"-3\"",
            "from 1",
        );
        check(
            "me = \"a\"\nme = \"b\"",
            "/place/tengen.toml:2: ",
            "settings are lines",
        );
        check("a\nb", "/place/tengen.toml:1: ", "settings are lines");
    }

    #[test]
    fn a_changed_file_keeps_what_else_stands_in_it() {
        let check = |text: &str, values: &[(Setting, &str)], expected: &str| {
            let values: Vec<(Setting, String)> = values
                .iter()
                .map(|&(key, value)| (key, value.to_owned()))
                .collect();
            let changed = edited(text, &values);
            assert_eq!(changed, expected);
            assert!(told(&changed).is_ok(), "{changed}");
        };
        check(
            "",
            &[(Setting::Me, "Sam \"S\""), (Setting::Games, "3")],
            "me = 'Sam \"S\"'\ngames = 3\n",
        );
        check(
            "# mine\nme = \"x\" # a name\ngames=2",
            &[
                (Setting::Games, "30"),
                (Setting::Client, "bovo"),
                (Setting::Me, "Sam"),
            ],
            "# mine\nme = \"Sam\" # a name\ngames=30\nclient = \"bovo\"\n",
        );
    }
}
