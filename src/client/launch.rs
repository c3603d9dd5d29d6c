//! Starts and ends a client's program. It runs in a process group of its own and outlives a killed bot,
//! so that the next session finds its game still on the screen.

use std::{
    path::PathBuf,
    process::{Child, Command, Stdio},
};

use super::Launch;
use crate::complaint::Complaint;

/// A running client that this session started.
#[derive(Debug)]
pub struct Running {
    child: Child,
}

/// Starts the client.
///
/// # Errors
/// The program is not there or cannot be run.
pub fn start(launch: &Launch) -> Result<Running, Complaint> {
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
    let child = command.spawn().map_err(|error| {
        Complaint::new(
            format!(
                "cannot start the client with {:?}: {error}",
                launch.command.join(" ")
            ),
            "install the client, or start it yourself before `tengen play`",
        )
    })?;
    Ok(Running { child })
}

fn search_path(launch: &Launch) -> std::ffi::OsString {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(launch.path.iter().map(PathBuf::from));
    std::env::join_paths(folders).unwrap_or(path)
}

impl Running {
    /// Whether the program has ended by itself.
    pub fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Ends the program and everything it started.
    pub fn kill(&mut self) {
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id() as i32)
            && !self.has_ended()
        {
            // Gone already is as good as killed.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::TERM);
        }
        #[cfg(not(unix))]
        let _ = self.child.kill();
    }

    /// Takes the ended program off the system's list; call after [`Running::kill`] had time to work.
    pub fn reap(&mut self) {
        if !self.has_ended() {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}
