//! What the program tells: events of [`tracing`], each with a level and a target (the module that tells it). A person sees
//! them on standard error as lines, and with `--log` a file of bounded size keeps them, too. A log that cannot be written is
//! told once, and then there is none: no line of it stops a session.
//!
//! What a level means here: `error` why a command failed; `warn` a fault that somebody should look at; `info` what whoever
//! watches wants to know; `debug` every event of a session and every action; `trace` every look.

use std::{
    fmt::{self, Write as _},
    fs::{File, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
    str::FromStr as _,
    sync::{Mutex, PoisonError},
};

use tracing::{
    Event, Level, Subscriber,
    field::{Field, Visit},
};
use tracing_subscriber::{
    Layer,
    filter::{LevelFilter, Targets},
    layer::{Context, SubscriberExt as _},
    registry,
};

use crate::{clock::wall_ms, legible, user_error::UserError};

/// The variable that says what is told, target by target.
pub const VARIABLE: &str = "TENGEN_LOG";

/// Bytes of one log file, after which a fresh one is begun.
const FILE_BYTES: u64 = 8 << 20;
/// Old log files that are kept: `FILE.1` is the newest of them.
const OLD_FILES: u32 = 4;

/// Where lines go besides standard error. As that stream, there is one for the whole program.
static LOG: Mutex<Option<Log>> = Mutex::new(None);

/// How much a person wants to be told.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// How often more was asked for: once for `debug`, twice for `trace`.
    pub more: u8,
    /// Only faults and errors on standard error.
    pub quiet: bool,
    /// Targets and levels in [`VARIABLE`]; they count where neither of the two above is given.
    pub targets: Option<String>,
}

/// From here on, what is told goes to standard error as far as it is wanted. The first call counts, as there is one
/// program. `ours` are our crates; of others only errors are told, unless the variable asks for more.
///
/// # Errors
/// The variable names no level.
pub fn begin(wanted: &Wanted, ours: &[&str]) -> Result<(), UserError> {
    let level = match (wanted.quiet, wanted.more) {
        (true, _) => Level::WARN,
        (false, 0) => Level::INFO,
        (false, 1) => Level::DEBUG,
        (false, _) => Level::TRACE,
    };
    let named = match &wanted.targets {
        Some(text) if !wanted.quiet && wanted.more == 0 && !text.trim().is_empty() => Some(parsed(text)?),
        _ => None,
    };
    let of_level = |level: Level| {
        Targets::new()
            .with_default(Level::ERROR)
            .with_targets(ours.iter().map(|&name| (name, level)))
    };
    // The file is read when something went wrong: whoever wants little on the terminal does not want little there.
    let in_file = named.clone().unwrap_or_else(|| of_level(level.max(Level::INFO)));
    let on_terminal = named.unwrap_or_else(|| of_level(level));
    let subscriber = registry()
        .with(Terminal.with_filter(on_terminal))
        .with(InFile.with_filter(in_file));
    let _ = tracing::subscriber::set_global_default(subscriber);
    Ok(())
}

/// Targets and levels as they are written: `LEVEL`, or `TARGET=LEVEL`, and a comma between two.
fn parsed(text: &str) -> Result<Targets, UserError> {
    let refused = || {
        UserError::new(
            format!("{VARIABLE}={text} names no levels"),
            "give a level (error, warn, info, debug, trace, off) or targets with levels, as in bot=debug,vision=trace,info",
        )
    };
    // A word alone would be taken for a target of which everything is told; a mistyped level must not be.
    let is_level = |part: &str| !part.trim().is_empty() && LevelFilter::from_str(part.trim()).is_ok();
    let is_told = |part: &str| {
        part.split_once('=')
            .map_or_else(|| is_level(part), |(_, level)| is_level(level))
    };
    match text.split(',').all(is_told) {
        true => text.parse().map_err(|_| refused()),
        false => Err(refused()),
    }
}

/// From here on, what is told goes into this file, too.
///
/// # Errors
/// The file cannot be written.
pub fn log_to(path: &Path) -> Result<(), UserError> {
    let log = Log::open(path, FILE_BYTES).map_err(|error| {
        UserError::new(
            format!("--log {}: {error}", path.display()),
            "give a file in a folder that can be written",
        )
    })?;
    *LOG.lock().unwrap_or_else(PoisonError::into_inner) = Some(log);
    Ok(())
}

/// Tells a page of lines that no level keeps back.
pub fn tell_page(page: &str) {
    for line in page.lines() {
        show(&legible::line(line));
        keep(&legible::line(line));
    }
}

fn show(line: &str) {
    // A terminal that is gone is no reason to stop.
    let _ = writeln!(io::stderr(), "{line}");
}

fn keep(line: &str) {
    let mut log = LOG.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(Err(error)) = log.as_mut().map(|log| log.add(line, wall_ms())) {
        *log = None;
        show(&format!("no log from here on: {error}"));
    }
}

/// Standard error. What a person asked for by `-v` comes with its target; anything else is plain words.
struct Terminal;

impl<S: Subscriber> Layer<S> for Terminal {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let (level, words) = (*event.metadata().level(), words(event));
        if level > Level::INFO {
            show(&legible::line(&format!("{}: {words}", event.metadata().target())));
        } else {
            show(&legible::line(&words));
        }
    }
}

/// The log file, if there is one.
struct InFile;

impl<S: Subscriber> Layer<S> for InFile {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let metadata = event.metadata();
        let (level, target) = (metadata.level(), metadata.target());
        keep(&legible::line(&format!("{level:5} {target}: {}", words(event))));
    }
}

/// An event as a line: its message, then its other fields.
fn words(event: &Event<'_>) -> String {
    struct Words(String);
    impl Visit for Words {
        fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
            let blank = if self.0.is_empty() { "" } else { " " };
            let _ = match field.name() {
                "message" => write!(self.0, "{blank}{value:?}"),
                name => write!(self.0, "{blank}{name}={value:?}"),
            };
        }
    }
    let mut words = Words(String::new());
    event.record(&mut words);
    words.0
}

/// A file that makes room for a fresh one when it is full.
#[derive(Debug)]
struct Log {
    path: PathBuf,
    file: File,
    bytes: u64,
    bytes_max: u64,
}

impl Log {
    fn open(path: &Path, bytes_max: u64) -> io::Result<Log> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Log {
            path: path.to_owned(),
            bytes: file.metadata()?.len(),
            file,
            bytes_max,
        })
    }

    fn add(&mut self, line: &str, at_ms: i64) -> io::Result<()> {
        let time = jiff::Timestamp::from_millisecond(at_ms).unwrap_or_default();
        let text = format!("{}Z {line}\n", time.strftime("%Y-%m-%dT%H:%M:%S"));
        if self.bytes > 0 && self.bytes + text.len() as u64 > self.bytes_max {
            self.rotate()?;
        }
        self.file.write_all(text.as_bytes())?;
        self.bytes += text.len() as u64;
        Ok(())
    }

    /// `FILE` becomes `FILE.1`, that becomes `FILE.2`, and so on; the last one goes.
    fn rotate(&mut self) -> io::Result<()> {
        for number in (0..OLD_FILES).rev() {
            match std::fs::rename(self.old(number), self.old(number + 1)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        *self = Log::open(&self.path, self.bytes_max)?;
        Ok(())
    }

    fn old(&self, number: u32) -> PathBuf {
        let mut path = self.path.clone().into_os_string();
        if number > 0 {
            path.push(format!(".{number}"));
        }
        path.into()
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests touch files")]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_level_is_refused() {
        for text in ["warn", "bot=debug,vision=trace,info", "off"] {
            assert!(parsed(text).is_ok(), "{text}");
        }
        for text in ["loud", "bot=loud", "bot=debug,loud", "bot=debug,,", "="] {
            let error = parsed(text).unwrap_err();
            assert!(error.to_string().contains(text), "{error}");
        }
    }

    #[test]
    fn a_log_keeps_the_newest_lines_in_few_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tengen.log");
        // The first half is written by a session before.
        for half in 0..2 {
            let mut log = Log::open(&path, 100).unwrap();
            for number in 0..20 {
                let line = format!("line {:02}", half * 20 + number);
                log.add(&line, 1_700_000_000_000).unwrap();
            }
        }
        let text = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(
            text("tengen.log").lines().last(),
            Some("2023-11-14T22:13:20Z line 39")
        );
        assert_eq!(folder.path().read_dir().unwrap().count(), 1 + OLD_FILES as usize);
        let names = (1..=OLD_FILES).rev().map(|number| format!("tengen.log.{number}"));
        let all: String = names
            .chain(["tengen.log".to_owned()])
            .map(|name| text(&name))
            .collect();
        let lines: Vec<&str> = all.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            let number = 40 - lines.len() + index;
            assert!(line.ends_with(&format!("line {number:02}")), "{line}");
        }
        assert!(text("tengen.log.1").len() <= 100);
    }
}
