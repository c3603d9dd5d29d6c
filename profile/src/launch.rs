//! Starts and ends a client's program. It runs in a process group of its own (on Windows: a job) and outlives a killed bot,
//! so that the next session finds its game still on the screen.

use std::{
    path::PathBuf,
    process::{Child, Command, Stdio},
};

#[cfg(windows)]
use base::job::{self, Fate, Job};

use crate::client::Launch;
use base::{user_error::UserError, versions::PROGRAM};

/// Starts clients.
pub trait Launcher: Send {
    /// Starts the client's program.
    ///
    /// # Errors
    /// The program is not there or cannot be run.
    fn start(&mut self, launch: &Launch) -> Result<Box<dyn Running>, UserError>;
}

/// A client that a launcher started.
pub trait Running: Send {
    /// Whether the program has ended by itself.
    fn has_ended(&mut self) -> bool;

    /// Ends the program and everything it started.
    fn kill(&mut self);

    /// Takes the ended program off the system's list; call after [`Running::kill`] had time to work.
    fn reap(&mut self);
}

/// Starts programs of this system.
#[derive(Debug, Default)]
pub struct System;

impl Launcher for System {
    fn start(&mut self, launch: &Launch) -> Result<Box<dyn Running>, UserError> {
        let child = spawn(launch)?;
        Ok(Box::new(Process {
            #[cfg(windows)]
            job: Job::of(&child, Fate::TheirOwn).ok(),
            child,
        }))
    }
}

struct Process {
    child: Child,
    /// `None` where the system refused one: then only the child itself is ended.
    #[cfg(windows)]
    job: Option<Job>,
}

impl Launch {
    /// The folder that the program is started in; `None` is that in which we run.
    pub(crate) fn working_folder(&self) -> Option<PathBuf> {
        match (&self.home, &self.folder) {
            (Some(home), Some(folder)) => Some(home.join(folder)),
            (home, folder) => folder.clone().or_else(|| home.clone()),
        }
    }

    /// The program itself: a path that is not absolute is one from the working folder, or else from where we run. A bare name is
    /// looked for in [`Launch::search_folders`], but ours is this very program, and no other version that is installed.
    pub fn program(&self) -> PathBuf {
        let named = PathBuf::from(self.command.first().map_or("", String::as_str));
        if named.as_os_str() == PROGRAM {
            // A program that was replaced while it runs has no file any more.
            let own = std::env::current_exe().ok().filter(|own| own.is_file());
            return own.unwrap_or(named);
        }
        if named.components().count() < 2 || named.is_absolute() {
            return named;
        }
        let from_here = self.working_folder().map(|folder| folder.join(&named));
        let is_there =
            |path: &PathBuf| path.is_file() || path.with_extension(std::env::consts::EXE_EXTENSION).is_file();
        from_here
            .filter(is_there)
            .or_else(|| std::path::absolute(&named).ok())
            .unwrap_or(named)
    }

    /// The folders in which a program without one is looked for, in order: `PATH`, those of the profile, the working folder.
    pub fn search_folders(&self) -> Vec<PathBuf> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let working = self.working_folder();
        let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
        for named in &self.path {
            // The program is started elsewhere: what is relative there would be another folder.
            let here = working.as_ref().map(|working| working.join(named));
            folders.extend(here.filter(|folder| folder.is_dir()));
            folders.extend(std::path::absolute(named).ok());
        }
        folders.extend(working);
        folders
    }
}

fn spawn(launch: &Launch) -> Result<Child, UserError> {
    let mut command = Command::new(launch.program());
    command
        .args(launch.command.iter().skip(1))
        .env("PATH", search_path(launch));
    if let Some(folder) = launch.working_folder() {
        if !folder.is_dir() {
            return Err(UserError::new(
                format!(
                    "cannot start the client in {}: there is no such folder",
                    folder.display()
                ),
                "[launch] folder is seen from the profile's folder; left out, it is that",
            ));
        }
        command.current_dir(folder);
    }
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    #[cfg(windows)]
    job::detached(&mut command);
    command.spawn().map_err(|error| {
        UserError::new(
            format!(
                "cannot start the client with {:?}: {error}",
                launch.command.join(" ")
            ),
            "install the client, or start it yourself before `tengen play`",
        )
    })
}

fn search_path(launch: &Launch) -> std::ffi::OsString {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths(launch.search_folders()).unwrap_or(path)
}

impl Running for Process {
    fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    fn kill(&mut self) {
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id() as i32)
            && !self.has_ended()
        {
            // Gone already is as good as killed.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::TERM);
        }
        #[cfg(windows)]
        match &self.job {
            Some(job) => job.end(),
            None => drop(self.child.kill()),
        }
    }

    fn reap(&mut self) {
        if !self.has_ended() {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}

#[cfg(unix)]
#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests touch files")]
mod tests {
    use std::{os::unix::fs::PermissionsExt, path::Path};

    use super::*;

    /// A program that writes down where it runs.
    fn program(path: &Path) {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "#!/bin/sh\npwd > \"$1\"\n").unwrap();
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// Where a program of the profile in `home` runs that is started so.
    fn check(home: &Path, command: &str, path: &[&str], folder: Option<&str>, expected: Option<&str>) {
        let told = home.join("told");
        let _ = std::fs::remove_file(&told);
        let launch = Launch {
            command: vec![command.to_owned(), told.display().to_string()],
            path: path.iter().map(|&folder| folder.to_owned()).collect(),
            folder: folder.map(PathBuf::from),
            home: Some(home.to_owned()),
            ..Launch::default()
        };
        match System.start(&launch) {
            Ok(mut running) => {
                while !running.has_ended() {
                    std::thread::yield_now();
                }
                let ran = std::fs::read_to_string(&told).unwrap();
                let expected = expected.map(|at| home.join(at));
                assert_eq!(Some(Path::new(ran.trim())), expected.as_deref());
            }
            Err(mistake) => assert_eq!(None, expected, "{}", mistake.message),
        }
    }

    #[test]
    fn relative_programs_and_folders_are_seen_from_the_profile() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().canonicalize().unwrap();
        program(&home.join("bin/game-of-this-test"));
        program(&home.join("beside-this-test"));
        std::fs::create_dir(home.join("data")).unwrap();
        check(&home, "bin/game-of-this-test", &[], None, Some(""));
        check(&home, "./bin/game-of-this-test", &[], Some("."), Some(""));
        check(&home, "../bin/game-of-this-test", &[], Some("data"), Some("data"));
        check(&home, "game-of-this-test", &["bin"], None, Some(""));
        check(&home, "beside-this-test", &[], None, Some(""));
        check(&home, "game-of-this-test", &[], None, None);
        check(&home, "bin/none", &[], None, None);
        check(&home, "beside-this-test", &[], Some("nowhere"), None);
    }

    #[test]
    fn our_own_program_is_the_one_that_runs() {
        let launch = |command: &str| Launch {
            command: vec![command.to_owned()],
            ..Launch::default()
        };
        assert_eq!(launch("tengen").program(), std::env::current_exe().unwrap());
        assert_eq!(launch("bovo").program(), Path::new("bovo"));
    }
}
