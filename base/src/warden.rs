//! A warden stands between us and a program that we started: a small process of our own file, whose whole work is that nothing
//! that the program started outlives it. What loses its parent anywhere below it becomes its child (it is a *subreaper*,
//! `prctl(2)`), so that neither a session of its own nor a second fork is a way out; and when we end, even by a kill, the
//! kernel tells it, and it ends all that is below it.
//!
//! One kind of process is spared: a `wineserver` serves all programs of its person, and ends by itself after the last one.

use std::{
    ffi::{OsStr, OsString},
    fs,
    io::{self, PipeReader, Read as _, Write as _},
    os::{
        fd::{AsRawFd as _, FromRawFd as _, OwnedFd},
        unix::process::CommandExt as _,
    },
    process::{Child, Command},
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

use rustix::process::{Pid, Signal, WaitOptions, WaitStatus};

use crate::child::{Leftovers, die_with_parent, pid};

/// The word on the command line that makes our program a warden.
pub const VERB: &str = "warden";
/// The word for [`Leftovers::Spared`].
const SPARES: &str = "spares";
/// The word for [`Leftovers::Ended`].
const ENDS: &str = "ends";
/// Names the pipe on which a warden tells that the program cannot be run.
const PIPE: &str = "TENGEN_WARDEN_PIPE";
/// This very program, even when its file was replaced.
const OURSELVES: &str = "/proc/self/exe";
/// Rounds of killing at most, and between two of them.
const ROUNDS: u32 = 400;
const ROUND: Duration = Duration::from_millis(5);

static IS_INSTALLED: AtomicBool = AtomicBool::new(false);
/// Set in a warden that was asked to end.
static IS_DISMISSED: AtomicBool = AtomicBool::new(false);

/// From here on, programs are started with a warden. For a program that calls [`serve`] when its first word is [`VERB`].
pub fn install() {
    IS_INSTALLED.store(fs::exists(OURSELVES).unwrap_or(false), Ordering::Relaxed);
}

/// The warden of `program`, about to be started; `None` where there are none.
pub(crate) fn command(program: &OsStr, leftovers: Leftovers) -> Option<Command> {
    if !IS_INSTALLED.load(Ordering::Relaxed) {
        return None;
    }
    let fate = match leftovers {
        Leftovers::Ended => ENDS,
        Leftovers::Spared => SPARES,
    };
    let mut command = Command::new(OURSELVES);
    command.arg(VERB).arg(fate).arg(program);
    Some(command)
}

/// Starts a warden, and waits until its program runs.
pub(crate) fn start(command: &mut Command) -> io::Result<Child> {
    let (trouble, teller) = io::pipe()?;
    command.env(PIPE, teller.as_raw_fd().to_string());
    command.arg0("tengen").process_group(0);
    die_with_parent(command, Signal::TERM);
    let hand_down = move || Ok(rustix::io::fcntl_setfd(&teller, rustix::io::FdFlags::empty())?);
    #[expect(
        unsafe_code,
        reason = "the standard library's only way to run something between fork and exec"
    )]
    // SAFETY: the closure makes one system call and touches neither memory allocation nor locks.
    unsafe {
        command.pre_exec(hand_down);
    }
    let mut child = command.spawn()?;
    // The command holds the writing end as long as it lives, and the pipe ends with its last writer.
    *command = Command::new(OURSELVES);
    match told(trouble) {
        None => Ok(child),
        Some(error) => {
            let _ = child.wait();
            Err(error)
        }
    }
}

/// Why the program cannot be run; `None` once it runs.
fn told(mut trouble: PipeReader) -> Option<io::Error> {
    let mut number = String::new();
    trouble.read_to_string(&mut number).ok()?;
    number.parse().ok().map(io::Error::from_raw_os_error)
}

/// Asks a warden to end all that is below it, and itself.
pub(crate) fn dismiss(id: u32) {
    let Some(pid) = pid(id) else { return };
    // Gone already is as good as ended. One that somebody stopped has to run once more.
    let _ = rustix::process::kill_process(pid, Signal::TERM);
    let _ = rustix::process::kill_process(pid, Signal::CONT);
}

/// Is the warden of the program that `words` tell, until it ends; answers with the exit code to end with. `on_dismissal` is
/// called once and has to see to it that its argument is called, in any thread, when this process is asked to end.
///
/// # Errors
/// The words are none of `command`'s, or the system refuses.
pub fn serve(words: &[OsString], on_dismissal: impl FnOnce(fn())) -> io::Result<u8> {
    let [fate, program, arguments @ ..] = words else {
        return Err(io::ErrorKind::InvalidInput.into());
    };
    // Where this is refused, those below us can still be ended as long as none of them loses its parent.
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    on_dismissal(dismissed);
    let mut command = Command::new(program);
    command.args(arguments).env_remove(PIPE).process_group(0);
    die_with_parent(&mut command, Signal::KILL);
    let teller = teller();
    let started = command.spawn();
    tell(teller, started.as_ref().err());
    let child = started?;
    let _ = forget_streams();
    let status = wait_for(child.id());
    // Whoever ends all of them ends this process as well.
    while IS_DISMISSED.load(Ordering::SeqCst) {
        thread::park();
    }
    if fate == OsStr::new(ENDS) {
        sweep();
    }
    Ok(end_like(status?))
}

fn dismissed() {
    IS_DISMISSED.store(true, Ordering::SeqCst);
    sweep();
}

/// The pipe that was handed down to us, and to nobody below.
fn teller() -> Option<OwnedFd> {
    let number = std::env::var(PIPE).ok()?.parse().ok()?;
    #[expect(unsafe_code, reason = "a file descriptor that was inherited is a number")]
    // SAFETY: whoever started us left it open for nothing else than this.
    let teller = unsafe { OwnedFd::from_raw_fd(number) };
    let _ = rustix::io::fcntl_setfd(&teller, rustix::io::FdFlags::CLOEXEC);
    Some(teller)
}

/// Tells that the program runs, or why it does not, by closing the pipe.
fn tell(teller: Option<OwnedFd>, error: Option<&io::Error>) {
    if let (Some(teller), Some(number)) = (teller, error.and_then(io::Error::raw_os_error)) {
        let _ = fs::File::from(teller).write_all(number.to_string().as_bytes());
    }
}

/// The program's streams are the program's: whoever reads them waits for their last writer.
fn forget_streams() -> io::Result<()> {
    let nothing = fs::OpenOptions::new().read(true).write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdin(&nothing)?;
    rustix::stdio::dup2_stdout(&nothing)?;
    rustix::stdio::dup2_stderr(&nothing)?;
    Ok(())
}

/// Waits for the program, and meanwhile takes off the system's list whatever else ends below us.
fn wait_for(id: u32) -> io::Result<WaitStatus> {
    loop {
        match rustix::process::wait(WaitOptions::empty()) {
            Ok(Some((ended, status))) if Some(ended) == pid(id) => return Ok(status),
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Ends everything below this process.
#[expect(clippy::disallowed_methods, reason = "processes take a moment to end")]
fn sweep() {
    for _ in 0..ROUNDS {
        let below = below(rustix::process::getpid());
        if below.is_empty() {
            return;
        }
        for pid in below {
            let _ = rustix::process::kill_process(pid, Signal::KILL);
        }
        thread::sleep(ROUND);
        while let Ok(Some(_)) = rustix::process::wait(WaitOptions::NOHANG) {}
    }
}

/// What `/proc` tells of a process.
struct Listed {
    pid: Pid,
    parent: Option<Pid>,
    is_spared: bool,
}

/// Every process below this one that has not ended and is not spared.
fn below(ancestor: Pid) -> Vec<Pid> {
    let listed = list();
    let mut families = vec![ancestor];
    let mut found = Vec::new();
    while let Some(parent) = families.pop() {
        for child in listed.iter().filter(|listed| listed.parent == Some(parent)) {
            families.push(child.pid);
            if !child.is_spared {
                found.push(child.pid);
            }
        }
    }
    found
}

#[expect(
    clippy::disallowed_methods,
    reason = "the system lists its processes in files"
)]
fn list() -> Vec<Listed> {
    let Ok(entries) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    let numbered = entries
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    numbered
        .filter_map(|number| parse(number, &fs::read_to_string(format!("/proc/{number}/stat")).ok()?))
        .collect()
}

/// `NUMBER (NAME) STATE PARENT …`, where the name may hold anything.
fn parse(number: u32, stat: &str) -> Option<Listed> {
    let (head, rest) = stat.rsplit_once(')')?;
    let (_, name) = head.split_once('(')?;
    let mut words = rest.split_whitespace();
    let state = words.next()?;
    Some(Listed {
        pid: pid(number)?,
        parent: Pid::from_raw(words.next()?.parse().ok()?),
        is_spared: name == "wineserver" || matches!(state, "Z" | "X"),
    })
}

/// Ends as the program did: by its signal, or by the exit code that is answered.
fn end_like(status: WaitStatus) -> u8 {
    if let Some(number) = status.terminating_signal()
        && let Some(signal) = Signal::from_named_raw(number)
        && ![Signal::TERM, Signal::INT, Signal::HUP].contains(&signal)
    {
        let none = rustix::process::Rlimit {
            current: Some(0),
            maximum: Some(0),
        };
        // The program's own picture of its memory is of use, not ours.
        let _ = rustix::process::setrlimit(rustix::process::Resource::Core, none);
        // The first one may only end the language's own watch for such a signal.
        for _ in 0..2 {
            let _ = rustix::process::kill_process(rustix::process::getpid(), signal);
        }
    }
    let by_signal = |number: i32| 128 + u8::try_from(number).unwrap_or(0);
    let code = status.exit_status().and_then(|code| u8::try_from(code).ok());
    code.unwrap_or_else(|| status.terminating_signal().map_or(1, by_signal))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processes_are_read_from_their_lines() {
        let check = |stat: &str, parent: i32, is_spared: bool| {
            let listed = parse(7, stat).unwrap();
            assert_eq!(
                (listed.parent, listed.is_spared),
                (Pid::from_raw(parent), is_spared),
                "{stat}"
            );
        };
        check("7 (sh) S 3 7 7 0", 3, false);
        check("7 (a) b) (c) R 3 7 7 0", 3, false);
        check("7 (sh) Z 3 7 7 0", 3, true);
        check("7 (wineserver) S 1 7 7 0", 1, true);
        assert!(parse(7, "").is_none() && parse(7, "7 (sh").is_none() && parse(7, "7 (sh) S").is_none());
    }
}
