//! `tengen config`: what is set, and where.

use serde_json::{Value, json};

use crate::{
    nearest::nearest,
    output,
    settings::{
        Origin, Setting, Settings,
        sources::{self, Place},
    },
};
use base::exit::Exit;

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// A file or the environment sets something that there is not, or the output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let (settings, places) = sources::load()?;
    for (variable, meant) in strange(std::env::vars_os().filter_map(|(name, _)| name.into_string().ok())) {
        tracing::warn!("warning: ${variable} sets nothing");
        tracing::warn!("hint: did you mean ${meant}?");
    }
    match args.json {
        true => output::line(&as_json(&settings, &places))?,
        false => output::print(as_text(&settings, &places).as_bytes())?,
    }
    Ok(Exit::Done)
}

/// Variables that look like one of ours and are none, each with the one that may be meant.
fn strange(names: impl Iterator<Item = String>) -> Vec<(String, String)> {
    let ours = Setting::ALL.map(Setting::variable);
    let ours: Vec<&str> = ours.iter().map(String::as_str).collect();
    let mut found: Vec<(String, String)> = names
        .filter(|name| name.starts_with("TENGEN_") && !ours.contains(&name.as_str()))
        .filter(|name| !OTHERS.contains(&name.as_str()))
        .filter_map(|name| {
            let meant = (*nearest(&name, ours.iter().copied()).first()?).to_owned();
            Some((name, meant))
        })
        .collect();
    found.sort();
    found
}

/// Variables of other meaning whose names are near to those of settings.
const OTHERS: [&str; 6] = [
    "TENGEN_HOME",
    "TENGEN_CLIENTS",
    "TENGEN_LOG",
    "TENGEN_TEXT",
    "TENGEN_EVENT",
    "TENGEN_KIND",
];

/// Columns of the values.
const VALUE: usize = 28;

fn as_text(settings: &Settings, places: &[Place]) -> String {
    let rows = Setting::ALL.map(|key| match settings.get(key) {
        Some(given) => [key.name().to_owned(), given.text.clone(), given.from.to_string()],
        None => [
            key.name().to_owned(),
            key.usual().to_owned(),
            "default".to_owned(),
        ],
    });
    let width = |column: usize| {
        rows.iter()
            .map(|row| row[column].chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths = [width(0), width(1).min(VALUE)];
    let mut page = String::new();
    for [name, value, from] in &rows {
        // What is long has its place in a line of its own.
        let end = match value.chars().count() > widths[1] {
            true => format!("\n{:1$}", "", widths[0] + widths[1] + 2),
            false => String::new(),
        };
        page += &format!("{name:<0$}  {value:<1$}{end}  {from}\n", widths[0], widths[1]);
    }
    page += "\nlooked into, the later over the earlier, then $TENGEN_… and options:\n";
    for Place { path, is_there } in places {
        let state = if *is_there { "" } else { " (there is none)" };
        page += &format!("  {}{state}\n", path.display());
    }
    page
}

fn as_json(settings: &Settings, places: &[Place]) -> Value {
    let one = |key: Setting| match settings.get(key) {
        None => json!({"name": key.name(), "value": null, "default": key.usual(), "from": "default"}),
        Some(given) => {
            let mut told = json!({"name": key.name(), "value": given.text, "default": key.usual()});
            match &given.from {
                Origin::File { path, line } => {
                    told["from"] = "file".into();
                    told["file"] = path.display().to_string().into();
                    told["line"] = (*line).into();
                }
                Origin::Variable(name) | Origin::Asked(name) => {
                    told["from"] = "variable".into();
                    told["variable"] = name.as_str().into();
                }
            }
            told
        }
    };
    let files: Vec<Value> = places
        .iter()
        .map(|place| json!({"path": place.path.display().to_string(), "there": place.is_there}))
        .collect();
    json!({"settings": Setting::ALL.map(one), "files": files})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_with_a_slip_is_noticed() {
        let names = [
            "TENGEN_ENGIN",
            "TENGEN_ENGINE",
            "TENGEN_HOME",
            "TENGEN_TEST_INSIDE",
            "PATH",
        ];
        let told = strange(names.into_iter().map(str::to_owned));
        assert_eq!(told, [("TENGEN_ENGIN".to_owned(), "TENGEN_ENGINE".to_owned())]);
    }
}
