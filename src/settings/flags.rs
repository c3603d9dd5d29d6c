//! Which option of which verb a setting stands for. What is set becomes the option's usual value, so that whatever is typed goes
//! before it, and help tells what is set.

use std::ffi::OsString;

use clap::Command;

use super::{Setting, Settings};

/// A key, the verb (and the one below it), and the option's name in the definition of the command line.
const FLAGS: &[(Setting, &[&str], &str)] = &[
    (Setting::Client, &["play"], "client"),
    (Setting::Client, &["watch"], "client"),
    (Setting::Client, &["doctor"], "client"),
    (Setting::Engine, &["doctor"], "engine"),
    (Setting::Db, &["play"], "db"),
    (Setting::Db, &["report"], "db"),
    (Setting::Db, &["opponents"], "db"),
    (Setting::Db, &["replay"], "db"),
    (Setting::Db, &["analyse"], "db"),
    (Setting::Db, &["import"], "db"),
    (Setting::Db, &["export"], "db"),
    (Setting::Db, &["status"], "db"),
    (Setting::Db, &["control", "pause"], "db"),
    (Setting::Db, &["control", "resume"], "db"),
    (Setting::Db, &["control", "finish"], "db"),
    (Setting::Db, &["control", "stop"], "db"),
    (Setting::Db, &["web"], "db"),
    (Setting::Db, &["doctor"], "db"),
    (Setting::Me, &["play"], "me"),
    (Setting::Me, &["import"], "me"),
    (Setting::Games, &["play"], "games"),
    (Setting::ThinkMs, &["play"], "think_ms"),
    (Setting::Film, &["play"], "film"),
    (Setting::StopKey, &["play"], "stop_key"),
    (Setting::StopKey, &["calibrate"], "stop_key"),
    (Setting::ClicksAMinute, &["play"], "clicks_a_minute"),
    (Setting::HealthMin, &["play"], "health_min"),
    (Setting::Port, &["web"], "port"),
];

/// Verbs that ask for settings in another way.
const OTHERS: &[&str] = &["config", "setup"];

/// Whether the verb of these arguments, the program's name first, heeds settings: others run whatever stands in files.
pub(crate) fn heeds(arguments: &[OsString]) -> bool {
    let words = arguments.iter().skip(1).map(|word| word.to_string_lossy());
    let verb = words.into_iter().find(|word| !word.starts_with('-'));
    verb.is_some_and(|verb| OTHERS.contains(&&*verb) || FLAGS.iter().any(|(_, verbs, _)| verbs[0] == verb))
}

/// The definition with what is set in the place of usual values.
pub(crate) fn with(mut definition: Command, settings: &Settings) -> Command {
    for (key, verbs, option) in FLAGS {
        if let Some(given) = settings.get(*key) {
            // A definition keeps words for as long as the program runs.
            let text: &'static str = given.text.clone().leak();
            definition = at(definition, verbs, &|verb| {
                verb.mut_arg(option, |option| option.default_value(text))
            });
        }
    }
    definition
}

fn at(definition: Command, verbs: &[&str], change: &dyn Fn(Command) -> Command) -> Command {
    match verbs {
        [] => change(definition),
        [verb, below @ ..] => definition.mut_subcommand(verb, |inner| at(inner, below, change)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_that_need_no_settings_are_left_in_peace() {
        let check = |line: &str, expected: bool| {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            assert_eq!(heeds(&words), expected, "{line}");
        };
        check("tengen play --games 3", true);
        check("tengen -v report", true);
        check("tengen config", true);
        check("tengen engine classic", false);
        check("tengen completions play", false);
        check("tengen --help", false);
        check("tengen", false);
    }

    #[test]
    fn every_key_is_heeded_by_some_verb() {
        for key in Setting::ALL {
            let by_option = FLAGS.iter().any(|(heeded, ..)| *heeded == key);
            // The command `play` asks for this one when it knows the game.
            assert!(by_option || key == Setting::SoccerEngine, "{key:?}");
        }
    }
}
