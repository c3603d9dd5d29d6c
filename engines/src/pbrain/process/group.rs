//! A child process with everything that it starts, ended together: what the operating system is asked for.
//! Nothing is known here of pipes or protocols.
//!
//! On Unix the child leads a process group of its own; on Linux the kernel also ends it when the thread that
//! started it does. A descendant that leaves the group escapes. On Windows they are in one job, which ends with us.

use std::{
    io,
    process::{Child, Command, ExitStatus},
    sync::{Mutex, MutexGuard, PoisonError},
};

#[cfg(windows)]
use crate::job::{self, Fate, Job};

/// A started child. It is signalled only while its number is certain to be its own: before it is reaped.
pub(super) struct Group {
    child: Mutex<Option<Child>>,
    #[cfg(unix)]
    id: u32,
    /// `None` where the system refused one: then only the child itself is ended.
    #[cfg(windows)]
    job: Option<Job>,
}

impl Group {
    /// Starts `command` and hands out the child for its pipes to be taken.
    pub(super) fn start(mut command: Command, take_pipes: impl FnOnce(&mut Child)) -> io::Result<Group> {
        prepare(&mut command);
        let mut child = command.spawn()?;
        take_pipes(&mut child);
        Ok(Group {
            #[cfg(unix)]
            id: child.id(),
            #[cfg(windows)]
            job: Job::of(&child, Fate::Shared).ok(),
            child: Mutex::new(Some(child)),
        })
    }

    /// Waits until the child has ended, then ends whatever is left of its group.
    pub(super) fn wait(&self) -> io::Result<ExitStatus> {
        let waited = wait_unreaped(self);
        let mut child = self.child();
        let Some(mut ended) = child.take() else {
            return Err(io::ErrorKind::NotFound.into());
        };
        self.end_all(&mut ended);
        waited.and(ended.wait())
    }

    /// Ends the child and its group at once, if it has not ended.
    pub(super) fn kill(&self) {
        if let Some(child) = self.child().as_mut() {
            self.end_all(child);
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

#[cfg(unix)]
fn prepare(command: &mut Command) {
    use std::os::unix::process::CommandExt as _;

    command.process_group(0);
    #[cfg(target_os = "linux")]
    {
        let parent = rustix::process::getpid();
        let die_with_parent = move || {
            rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
            // The parent may have died before the kernel knew of its promise.
            match rustix::process::getppid() {
                Some(now) if now == parent => Ok(()),
                _ => Err(io::ErrorKind::NotFound.into()),
            }
        };
        #[expect(
            unsafe_code,
            reason = "the standard library's only way to run something between fork and exec"
        )]
        // SAFETY: the closure makes two system calls and touches neither memory allocation nor locks.
        unsafe {
            command.pre_exec(die_with_parent);
        }
    }
}

#[cfg(unix)]
fn wait_unreaped(group: &Group) -> io::Result<()> {
    use rustix::process::{WaitId, WaitIdOptions, waitid};

    let Some(pid) = pid(group.id) else { return Ok(()) };
    loop {
        match waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT) {
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
            Ok(_) => return Ok(()),
        }
    }
}

#[cfg(unix)]
fn pid(id: u32) -> Option<rustix::process::Pid> {
    rustix::process::Pid::from_raw(i32::try_from(id).ok()?)
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
fn wait_unreaped(group: &Group) -> io::Result<()> {
    loop {
        let has_ended = match group.child().as_mut() {
            Some(child) => child.try_wait()?.is_some(),
            None => true,
        };
        if has_ended {
            return Ok(());
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}
