//! Starts and ends a client's program. It runs in a process group of its own (on Windows: a job) and outlives a killed bot,
//! so that the next session finds its game still on the screen.

use std::{
    path::PathBuf,
    process::{Child, Command, Stdio},
};

#[cfg(windows)]
use engines::job::{self, Fate, Job};

use super::Launch;
use crate::complaint::Complaint;

/// Starts clients.
pub trait Launcher: Send {
    /// Starts the client's program.
    ///
    /// # Errors
    /// The program is not there or cannot be run.
    fn start(&mut self, launch: &Launch) -> Result<Box<dyn Running>, Complaint>;
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
    fn start(&mut self, launch: &Launch) -> Result<Box<dyn Running>, Complaint> {
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

fn spawn(launch: &Launch) -> Result<Child, Complaint> {
    let (program, arguments) = launch
        .command
        .split_first()
        .expect("a checked profile has a command");
    let mut command = Command::new(program);
    command.args(arguments).env("PATH", search_path(launch));
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    #[cfg(windows)]
    job::detached(&mut command);
    command.spawn().map_err(|error| {
        Complaint::new(
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
    let folders = std::env::split_paths(&path).chain(launch.path.iter().map(PathBuf::from));
    std::env::join_paths(folders).unwrap_or(path)
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
