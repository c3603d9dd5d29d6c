//! What a session tells the person who watches: lines on standard error, and with `--log` in a file of bounded size as
//! well. A log that cannot be written is told once, and then there is none: no talk stops a session.

use std::{
    fs::{File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use crate::{clock::wall_ms, legible, user_error::UserError};

/// Bytes of one log file, after which a fresh one is begun.
const FILE_BYTES: u64 = 8 << 20;
/// Old log files that are kept: `FILE.1` is the newest of them.
const OLD_FILES: u32 = 4;

/// Where lines go besides standard error. As that stream, there is one for the whole program.
static LOG: Mutex<Option<Log>> = Mutex::new(None);

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

/// Tells a line. Whatever others wrote in it, it is one line, and no terminal obeys it.
pub fn tell(line: &str) {
    let line = &*legible::line(line);
    // A terminal that is gone is no reason to stop.
    let _ = writeln!(io::stderr(), "{line}");
    let mut log = LOG.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(Err(error)) = log.as_mut().map(|log| log.add(line, wall_ms())) {
        *log = None;
        let _ = writeln!(io::stderr(), "no log from here on: {error}");
    }
}

/// Tells a page of lines.
pub fn tell_page(page: &str) {
    page.lines().for_each(tell);
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
