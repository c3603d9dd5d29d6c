//! A child process with everything that it starts, ended together: what the operating system is asked for.
//! Nothing is known here of pipes, protocols or what the program is for.
//!
//! On Linux a [`crate::warden`] stands between us and the program where this process can be one: then nothing
//! that the program started outlives it, or us, however we end. Elsewhere on Unix, and without a warden, the child leads
//! a process group of its own, and what leaves the group escapes; on Linux the kernel also ends the child with the
//! thread that started it. On Windows they are in one job, which ends with us.

use std::{
    ffi::OsStr,
    io,
    process::{Child, Command, ExitStatus},
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::child::Leftovers;
#[cfg(target_os = "linux")]
use crate::child::die_with_parent;
#[cfg(unix)]
use crate::child::pid;
#[cfg(windows)]
use crate::job::{self, Fate, Job};
#[cfg(target_os = "linux")]
use crate::warden;

/// A program that is about to be started.
pub struct Program {
    /// For its arguments, its environment and its pipes.
    pub command: Command,
    leftovers: Leftovers,
    #[cfg(target_os = "linux")]
    has_warden: bool,
}

impl Program {
    /// A program without arguments.
    pub fn new(program: &OsStr, leftovers: Leftovers) -> Program {
        #[cfg(target_os = "linux")]
        if let Some(command) = warden::command(program, leftovers) {
            return Program {
                command,
                leftovers,
                has_warden: true,
            };
        }
        Program {
            command: Command::new(program),
            leftovers,
            #[cfg(target_os = "linux")]
            has_warden: false,
        }
    }
}

/// A started child. It is signalled only while its number is certain to be its own: before it is reaped.
pub struct Family {
    child: Mutex<Option<Child>>,
    leftovers: Leftovers,
    #[cfg(unix)]
    id: u32,
    #[cfg(target_os = "linux")]
    has_warden: bool,
    /// `None` where the system refused one: then only the child itself is ended.
    #[cfg(windows)]
    job: Option<Job>,
}

impl Family {
    /// Starts a program and hands out the child for its pipes to be taken.
    ///
    /// # Errors
    /// The program is not there or cannot be run.
    pub fn start(mut program: Program, take_pipes: impl FnOnce(&mut Child)) -> io::Result<Family> {
        #[cfg(target_os = "linux")]
        let mut child = match program.has_warden {
            true => warden::start(&mut program.command)?,
            false => {
                prepare(&mut program.command);
                program.command.spawn()?
            }
        };
        #[cfg(not(target_os = "linux"))]
        let mut child = {
            prepare(&mut program.command);
            program.command.spawn()?
        };
        take_pipes(&mut child);
        Ok(Family {
            leftovers: program.leftovers,
            #[cfg(unix)]
            id: child.id(),
            #[cfg(target_os = "linux")]
            has_warden: program.has_warden,
            #[cfg(windows)]
            job: Job::of(&child, fate(program.leftovers)).ok(),
            child: Mutex::new(Some(child)),
        })
    }

    /// Waits until the child has ended, then ends whatever is left of its family, unless that is spared.
    ///
    /// # Errors
    /// The child was lost.
    pub fn wait(&self) -> io::Result<ExitStatus> {
        let waited = wait_unreaped(self);
        let mut child = self.child();
        let Some(mut ended) = child.take() else {
            return Err(io::ErrorKind::NotFound.into());
        };
        if self.leftovers == Leftovers::Ended {
            self.end_all(&mut ended);
        }
        waited.and(ended.wait())
    }

    /// Ends the child and its family at once, if it has not ended.
    pub fn kill(&self) {
        let mut child = self.child();
        let Some(child) = child.as_mut() else { return };
        #[cfg(target_os = "linux")]
        if self.has_warden {
            warden::dismiss(child.id());
            return;
        }
        self.end_all(child);
    }

    /// Ends the child by itself, whatever becomes of its family: for when [`Family::kill`] is not obeyed.
    pub fn kill_alone(&self) {
        if let Some(child) = self.child().as_mut() {
            // Fails only when it has ended.
            let _ = child.kill();
        }
    }

    fn child(&self) -> MutexGuard<'_, Option<Child>> {
        self.child.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[cfg(unix)]
    fn end_all(&self, child: &mut Child) {
        if let Some(pid) = pid(child.id()) {
            // Fails only when nothing is left to be ended.
            let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
        }
    }

    #[cfg(windows)]
    fn end_all(&self, child: &mut Child) {
        if let Some(job) = &self.job {
            job.end();
        }
        // Fails only when it has ended.
        let _ = child.kill();
    }
}

#[cfg(windows)]
fn fate(leftovers: Leftovers) -> Fate {
    match leftovers {
        Leftovers::Ended => Fate::Shared,
        Leftovers::Spared => Fate::TheirOwn,
    }
}

#[cfg(unix)]
fn prepare(command: &mut Command) {
    use std::os::unix::process::CommandExt as _;

    command.process_group(0);
    #[cfg(target_os = "linux")]
    die_with_parent(command, rustix::process::Signal::KILL);
}

#[cfg(unix)]
fn wait_unreaped(family: &Family) -> io::Result<()> {
    use rustix::process::{WaitId, WaitIdOptions, waitid};

    let Some(pid) = pid(family.id) else { return Ok(()) };
    loop {
        match waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT) {
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
            Ok(_) => return Ok(()),
        }
    }
}

#[cfg(windows)]
fn prepare(command: &mut Command) {
    job::unseen(command);
}

#[cfg(windows)]
#[expect(
    clippy::disallowed_methods,
    reason = "there is no waiting for a child without holding it"
)]
fn wait_unreaped(family: &Family) -> io::Result<()> {
    loop {
        let has_ended = match family.child().as_mut() {
            Some(child) => child.try_wait()?.is_some(),
            None => true,
        };
        if has_ended {
            return Ok(());
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}
