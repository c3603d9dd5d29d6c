//! The command line: one verb, one file under `commands/`.

use std::{borrow::Cow, env, ffi::OsString, panic};

use clap::{ArgAction, Command, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::{
    commands, examples, output,
    settings::{Settings, flags, sources},
};
use base::{exit::Exit, legible, log, user_error::UserError};

#[derive(Parser)]
#[command(name = "tengen", version, about, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
    #[command(flatten)]
    told: Told,
}

/// How much is told on standard error, by any verb.
#[derive(clap::Args)]
struct Told {
    /// Tell more: every event and action; twice, every look
    #[arg(short, long, global = true, action = ArgAction::Count, conflicts_with = "quiet")]
    verbose: u8,
    /// Tell of faults and errors only
    #[arg(short, long, global = true)]
    quiet: bool,
}

impl Told {
    fn begin(&self) -> Result<(), UserError> {
        let wanted = log::Wanted {
            more: self.verbose,
            quiet: self.quiet,
            targets: env::var_os(log::VARIABLE).map(|text| text.to_string_lossy().into_owned()),
        };
        log::begin(&wanted, OURS)
    }
}

/// The crates whose events are ours to tell.
const OURS: &[&str] = &[
    "tengen",
    "base",
    "watch",
    "archive",
    "profile",
    "bot",
    "calibrate",
    "practice",
    "arena",
    "web",
    "referee",
    "vision",
    "actuator",
    "engines",
    "recordings",
    "stats",
];

#[derive(Subcommand)]
enum Verb {
    /// Play games on a client, unattended
    Play(commands::play::Args),
    /// Read a client's board and print it; never clicks
    Watch(commands::watch::Args),
    /// Find a board in a window or a picture and write a client profile
    Calibrate(commands::calibrate::Args),
    /// Read one picture of a board
    Read(commands::read::Args),
    /// Print a win-rate report
    Report(commands::report::Args),
    /// List who was played against, name them, say which of them are one
    Opponents(commands::opponents::Args),
    /// Step through a recorded game
    Replay(commands::replay::Args),
    /// Look for a forced win, prove it, and say what the other side threatens
    Solve(commands::solve::Args),
    /// Score every move of a game, or the best moves of a position
    Analyse(commands::analyse::Args),
    /// Bring game files into the database
    Import(commands::import::Args),
    /// Write recorded games as SGF or PSQ
    Export(commands::export::Args),
    /// Play against an engine in the practice client's window
    Practice(commands::practice::Args),
    /// Offer one of our engines to a Gomocup manager on stdin and stdout
    Engine(commands::engine::Args),
    /// Tell how running sessions go, and how the last ones ended
    Status(commands::status::Args),
    /// Pause a running session, let it go on, end it after its game, or stop it
    Control(commands::control::Args),
    /// Show what was played and what runs as pages in a browser on this machine
    Web(commands::web::Args),
    /// Answer five questions, and have the settings that are otherwise typed at every call
    Setup(commands::setup::Args),
    /// Show what is set, and where: files, environment, usual values
    Config(commands::config::Args),
    /// Check that everything a session needs is there
    Doctor(commands::doctor::Args),
    /// Print a systemd user unit that plays unattended
    Service(commands::service::Args),
    /// See what a client profile sees
    Client(commands::client::Args),
    /// Engines on a serial port: list, probe, test, talk to them, or be one
    Device(commands::device::Args),
    /// Let engines play each other, and say how sure the result is
    Match(commands::matches::Args),
    /// Make the engine's weights and numbers from games against itself
    Tune(commands::tune::Args),
    /// Let a network teach itself by games against itself, from nothing to an opponent
    Train(commands::train::Args),
    /// What the engine learned from decided games: learn, show, forget, export
    Experience(commands::experience::Args),
    /// The engine's own book of the first plies: make, show, check
    Book(commands::book::Args),
    /// Make openings that favour nobody, or look at a book of them
    Openings(commands::openings::Args),
    /// Live through whole nights in memory, with everything going wrong, and check every game
    Simulate(commands::simulate::Args),
    /// Measure what parts of the program cost
    Bench(commands::bench::Args),
    /// Print the words that a shell completes, for its start-up file
    Completions(commands::completions::Args),
    /// Print what every verb takes as a page of the guide, or write it as man pages
    #[command(hide = true)]
    Reference(commands::reference::Args),
    /// Keep a program that we start from leaving anything behind
    #[cfg(target_os = "linux")]
    #[command(hide = true)]
    Warden(commands::warden::Args),
}

/// Runs the command line and says how it ended.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Exit {
    tell_panics_legibly();
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    // What is wrong with settings is told when the arguments are known not to ask for help.
    let settings = settings(&arguments);
    let usual = settings.as_ref().cloned().unwrap_or_default();
    let definition = flags::with(definition(), &usual);
    let parsed = definition
        .try_get_matches_from(&arguments)
        .and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version arrive here too; clap knows which stream and code they want.
            let plain = error.render().to_string();
            match legible::page(&plain) {
                Cow::Borrowed(_) => drop(error.print()),
                Cow::Owned(shown) => log::tell_page(&shown),
            }
            return if error.use_stderr() {
                Exit::Trouble
            } else {
                Exit::Done
            };
        }
    };
    if let Err(error) = cli.told.begin() {
        log::tell_page(&format!("error: {error}\nhint: {}", error.hint));
        return Exit::Trouble;
    }
    vision::window::declare_scaling();
    let done = settings.map_err(anyhow::Error::from);
    match done.and_then(|settings| dispatch(cli.verb, &settings)) {
        Ok(exit) => exit,
        Err(error) if output::is_reader_gone(&error) => Exit::Done,
        Err(error) => {
            tell(&error);
            Exit::Trouble
        }
    }
}

/// Every verb with what it takes, and examples.
fn definition() -> Command {
    examples::with(Cli::command())
}

/// What is set, if the verb heeds it.
fn settings(arguments: &[OsString]) -> Result<Settings, UserError> {
    match flags::heeds(arguments) {
        true => sources::load().map(|(settings, _)| settings),
        false => Ok(Settings::default()),
    }
}

fn dispatch(verb: Verb, settings: &Settings) -> anyhow::Result<Exit> {
    match verb {
        Verb::Play(args) => commands::play::run(args.with_engines(settings)),
        Verb::Watch(args) => commands::watch::run(args),
        Verb::Calibrate(args) => commands::calibrate::run(args),
        Verb::Read(args) => commands::read::run(args),
        Verb::Report(args) => commands::report::run(args),
        Verb::Opponents(args) => commands::opponents::run(args),
        Verb::Replay(args) => commands::replay::run(args),
        Verb::Solve(args) => commands::solve::run(args),
        Verb::Analyse(args) => commands::analyse::run(args),
        Verb::Import(args) => commands::import::run(args),
        Verb::Export(args) => commands::export::run(args),
        Verb::Practice(args) => commands::practice::run(args),
        Verb::Engine(args) => commands::engine::run(args),
        Verb::Status(args) => commands::status::run(args),
        Verb::Control(args) => commands::control::run(args),
        Verb::Web(args) => commands::web::run(args),
        Verb::Setup(args) => commands::setup::run(&args),
        Verb::Config(args) => commands::config::run(&args),
        Verb::Doctor(args) => commands::doctor::run(args),
        Verb::Service(args) => commands::service::run(args),
        Verb::Client(args) => commands::client::run(args),
        Verb::Device(args) => commands::device::run(args),
        Verb::Match(args) => commands::matches::run(args),
        Verb::Tune(args) => commands::tune::run(args),
        Verb::Train(args) => commands::train::run(args),
        Verb::Experience(args) => commands::experience::run(args),
        Verb::Book(args) => commands::book::run(args),
        Verb::Openings(args) => commands::openings::run(args),
        Verb::Simulate(args) => commands::simulate::run(args),
        Verb::Bench(args) => commands::bench::run(&args),
        Verb::Completions(args) => commands::completions::run(&args, definition()),
        Verb::Reference(args) => commands::reference::run(&args, definition()),
        #[cfg(target_os = "linux")]
        Verb::Warden(args) => commands::warden::run(args),
    }
}

/// What a program says when it breaks may hold anything, too.
fn tell_panics_legibly() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panic| match legible::page(&panic.to_string()) {
        Cow::Borrowed(_) => usual(panic),
        Cow::Owned(shown) => log::tell_page(&shown),
    }));
}

fn tell(error: &anyhow::Error) {
    tracing::error!("error: {error:#}");
    if let Some(mistake) = error.downcast_ref::<UserError>() {
        tracing::error!("hint: {}", mistake.hint);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{Setting, Settings};

    /// An example that is not taken teaches nothing.
    #[test]
    fn every_verb_has_examples_and_the_command_line_takes_them() {
        let definition = definition();
        for verb in definition.get_subcommands().filter(|verb| !verb.is_hide_set()) {
            let name = verb.get_name();
            assert!(
                examples::lines().any(|(of, _)| of == name),
                "{name} has no example"
            );
        }
        for (verb, line) in examples::lines() {
            let words: Vec<&str> = line.split(' ').collect();
            assert_eq!(words[..2], ["tengen", verb]);
            if let Err(error) = definition.clone().try_get_matches_from(&words) {
                panic!("{line}: {error}");
            }
        }
    }

    /// What a file sets stands where the verb's own usual value stood, and every option that is named for a setting is there.
    #[test]
    fn settings_become_usual_values() {
        let settings = Settings::usual_ones();
        let definition = flags::with(definition(), &settings);
        let played = definition
            .clone()
            .try_get_matches_from(["tengen", "play"])
            .unwrap();
        let (_, played) = played.subcommand().unwrap();
        assert_eq!(played.get_one::<u32>("games"), Some(&7));
        let typed = [
            "tengen",
            "play",
            "--games",
            "9",
            "--window",
            "a title",
            "--no-film",
        ];
        let played = definition.clone().try_get_matches_from(typed).unwrap();
        assert_eq!(played.subcommand().unwrap().1.get_one::<u32>("games"), Some(&9));
        let played = definition
            .try_get_matches_from(["tengen", "control", "pause"])
            .unwrap();
        let paused = played.subcommand().unwrap().1.subcommand().unwrap().1;
        let db = paused.get_one::<std::path::PathBuf>("db").unwrap();
        assert_eq!(
            db.to_str(),
            settings.get(Setting::Db).map(|given| given.text.as_str())
        );
    }
}
