//! Programs that end with us: what becomes of those that they started, and how the system is told.

#[cfg(target_os = "linux")]
use std::{io, process::Command};

/// What becomes of all that a program started, once the program itself has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leftovers {
    /// They end with it.
    Ended,
    /// They are its own affair; only while it runs they end with it.
    Spared,
}

/// The kernel sends this signal to the child when the thread that started it ends, however that comes.
#[cfg(target_os = "linux")]
pub(crate) fn die_with_parent(command: &mut Command, signal: rustix::process::Signal) {
    use std::os::unix::process::CommandExt as _;

    let parent = rustix::process::getpid();
    let promise = move || {
        rustix::process::set_parent_process_death_signal(Some(signal))?;
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
        command.pre_exec(promise);
    }
}

#[cfg(unix)]
pub(crate) fn pid(id: u32) -> Option<rustix::process::Pid> {
    rustix::process::Pid::from_raw(i32::try_from(id).ok()?)
}
