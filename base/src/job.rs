//! A Windows job: a program and everything that it starts, ended together, as process groups are elsewhere. What the
//! program is (an engine, a client, a command) is not known here. What it starts within its first moments, before
//! it is in the job, escapes.
#![expect(unsafe_code, reason = "the standard library knows no jobs")]

use std::{
    io,
    os::windows::{
        io::{AsRawHandle as _, FromRawHandle as _, OwnedHandle},
        process::CommandExt as _,
    },
    process::{Child, Command},
};

use windows_sys::Win32::System::{
    JobObjects::{
        AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
        JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectExtendedLimitInformation, SetInformationJobObject,
        TerminateJobObject,
    },
    Threading::{CREATE_NEW_PROCESS_GROUP, CREATE_NO_WINDOW, DETACHED_PROCESS},
};

/// What becomes of the programs when we end, however that comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// They end with us.
    Shared,
    /// They go on.
    TheirOwn,
}

/// A started program with everything that it starts.
#[derive(Debug)]
pub struct Job(OwnedHandle);

impl Job {
    /// Takes a program that was just started.
    ///
    /// # Errors
    /// The system refuses; it has ended, for example.
    pub fn of(child: &Child, fate: Fate) -> io::Result<Job> {
        // SAFETY: a job without a name and with the usual rights.
        let handle = unsafe { CreateJobObjectW(std::ptr::null(), std::ptr::null()) };
        if handle.is_null() {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: it was opened just now and is nobody else's.
        let job = Job(unsafe { OwnedHandle::from_raw_handle(handle) });
        if fate == Fate::Shared {
            job.end_with_us()?;
        }
        // SAFETY: both handles are open as long as their owners live.
        done(unsafe { AssignProcessToJobObject(job.0.as_raw_handle(), child.as_raw_handle()) })?;
        Ok(job)
    }

    /// Ends all of them at once. Gone already is as good as ended.
    pub fn end(&self) {
        // SAFETY: the handle is open as long as we live.
        unsafe { TerminateJobObject(self.0.as_raw_handle(), 1) };
    }

    /// The system closes our handles when we end, and the job with its last handle.
    fn end_with_us(&self) -> io::Result<()> {
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
        let size = size_of_val(&limits) as u32;
        // SAFETY: one value of the told kind and size is read.
        done(unsafe {
            SetInformationJobObject(
                self.0.as_raw_handle(),
                JobObjectExtendedLimitInformation,
                (&raw const limits).cast(),
                size,
            )
        })
    }
}

/// Keeps a console program that speaks through pipes from opening a console window over somebody's board, and our
/// Ctrl-C from it.
pub fn unseen(command: &mut Command) {
    command.creation_flags(CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP);
}

/// Gives a program that shows a window and outlives us no part in our console.
pub fn detached(command: &mut Command) {
    command.creation_flags(DETACHED_PROCESS | CREATE_NEW_PROCESS_GROUP);
}

fn done(answer: windows_sys::core::BOOL) -> io::Result<()> {
    if answer == 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}
