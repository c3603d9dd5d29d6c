//! An external program that is spoken to in lines. Whatever it does, nothing here blocks past a deadline or grows
//! without bound; it knows nothing of what the lines mean.
//!
//! Four threads belong to a program: its keeper, which starts it, waits for its end and reaps it (the kernel ties
//! the child's life to the thread that started it); a writer; and a reader each for its answers and its complaints.

pub(crate) mod lines;

use std::{
    ffi::OsStr,
    io::{self, BufReader, Write},
    path::Path,
    process::{ChildStderr, ChildStdin, ChildStdout, Stdio},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

use base::{
    child::Leftovers,
    process_group::{Family, Program},
};
use lines::{Lines, ProgramLine};

/// Lines that wait to be read; the program is held up when there are more.
const LINES_WAITING_MAX: usize = 256;
/// Messages that wait to be written to a program that doesn't read.
const MESSAGES_WAITING_MAX: usize = 64;
/// A program may take so long to leave when it is told to, or finds its input closed; the Gomocup protocol says a second.
const LEAVE_TIME: Duration = Duration::from_secs(1);
/// A killed program is gone at once, unless the system hangs.
const KILL_TIME: Duration = Duration::from_secs(3);
/// Bytes of its last complaint that are kept.
const COMPLAINT_MAX: usize = 200;
/// Tries to start a program file that somebody is still writing.
const BUSY_TRIES: u32 = 5;

/// A running program. It is ended, with all that it started, when this is dropped.
pub(crate) struct Process {
    /// `None` once its stdin is to be closed.
    messages: Option<SyncSender<String>>,
    /// What it is told at the end, if its protocol has a word for that.
    farewell: Option<&'static str>,
    lines: Receiver<ProgramLine>,
    life: Arc<Life>,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoLine {
    /// The deadline passed.
    Late,
    /// The program closed its output.
    Ended,
}

/// The program does not take what it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deaf {
    /// It does not read.
    Busy,
    /// It closed its input, mostly by ending.
    Gone,
}

struct Life {
    family: Mutex<Option<Arc<Family>>>,
    /// How it ended, in words.
    end: Mutex<Option<String>>,
    ended: Condvar,
    last_words: Mutex<LastWords>,
    complained: Condvar,
}

/// What the program last wrote to its stderr.
#[derive(Default)]
struct LastWords {
    line: String,
    /// Nothing will be added.
    closed: bool,
}

struct Pipes {
    stdin: ChildStdin,
    stdout: ChildStdout,
    stderr: ChildStderr,
}

impl Process {
    /// Starts `program` without arguments. `farewell` is what its protocol tells it at the end, with a line end.
    pub(crate) fn start(program: &Path, farewell: Option<&'static str>) -> io::Result<Process> {
        let life = Arc::new(Life {
            family: Mutex::default(),
            end: Mutex::default(),
            ended: Condvar::new(),
            last_words: Mutex::default(),
            complained: Condvar::new(),
        });
        let (tell, told) = sync_channel(1);
        let keeper = (life.clone(), program.as_os_str().to_owned());
        spawn("engine keeper", move || keep(&keeper.0, &keeper.1, &tell))?;
        let Pipes {
            stdin,
            stdout,
            stderr,
        } = told.recv().map_err(|_| io::ErrorKind::BrokenPipe)??;
        let (messages, to_write) = sync_channel::<String>(MESSAGES_WAITING_MAX);
        let (to_read, lines) = sync_channel(LINES_WAITING_MAX);
        // From here on the value itself sees to it that the program ends.
        let process = Process {
            messages: Some(messages),
            farewell,
            lines,
            life: life.clone(),
        };
        spawn("engine writer", move || write(stdin, &to_write))?;
        spawn("engine reader", move || read(stdout, &to_read))?;
        spawn("engine complaints", move || listen(stderr, &life))?;
        Ok(process)
    }

    /// Sends text, which ends with a line end.
    pub(crate) fn send(&self, text: String) -> Result<(), Deaf> {
        let messages = self.messages.as_ref().ok_or(Deaf::Gone)?;
        messages.try_send(text).map_err(|error| match error {
            TrySendError::Full(_) => Deaf::Busy,
            TrySendError::Disconnected(_) => Deaf::Gone,
        })
    }

    /// The next line, waited for until `deadline`.
    pub(crate) fn receive(&self, deadline: Instant) -> Result<ProgramLine, NoLine> {
        let left = deadline.saturating_duration_since(now());
        self.lines.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => NoLine::Late,
            RecvTimeoutError::Disconnected => NoLine::Ended,
        })
    }

    /// The lines that are there already, as far as a flood of them allows.
    pub(crate) fn waiting_lines(&self) -> impl Iterator<Item = ProgramLine> {
        (0..2 * LINES_WAITING_MAX).map_while(|_| self.lines.try_recv().ok())
    }

    /// Drops these.
    pub(crate) fn forget_lines(&self) {
        self.waiting_lines().for_each(drop);
    }

    /// How it ended and what it complained of last; waits a moment for an end that is under way.
    pub(crate) fn ending(&self) -> String {
        let end = self
            .life
            .wait_for_end(LEAVE_TIME)
            .unwrap_or_else(|| "closed its output".to_owned());
        let complaint = lock(&self.life.last_words);
        let waited = self
            .life
            .complained
            .wait_timeout_while(complaint, LEAVE_TIME, |said| !said.closed);
        let (complaint, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if complaint.line.is_empty() {
            end
        } else {
            format!("{end}, saying `{}`", complaint.line)
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if lock(&self.life.end).is_none() {
            if let (Some(messages), Some(farewell)) = (self.messages.take(), self.farewell) {
                let _ = messages.try_send(farewell.to_owned());
            }
            self.life.wait_for_end(LEAVE_TIME);
        }
        let family = lock(&self.life.family).clone();
        if let Some(family) = family {
            family.kill();
            if self.life.wait_for_end(KILL_TIME).is_none() {
                family.kill_alone();
                self.life.wait_for_end(LEAVE_TIME);
            }
        }
    }
}

impl Life {
    fn wait_for_end(&self, time: Duration) -> Option<String> {
        let end = lock(&self.end);
        let waited = self.ended.wait_timeout_while(end, time, |end| end.is_none());
        let (end, _) = waited.unwrap_or_else(PoisonError::into_inner);
        end.clone()
    }
}

fn keep(life: &Life, program: &OsStr, tell: &SyncSender<io::Result<Pipes>>) {
    let mut pipes = None;
    let started = start_unless_busy(program, &mut pipes);
    let family = match (started, pipes) {
        (Ok(family), Some(pipes)) => {
            let family = Arc::new(family);
            *lock(&life.family) = Some(family.clone());
            let _ = tell.send(Ok(pipes));
            family
        }
        (Ok(family), None) => {
            family.kill();
            return;
        }
        (Err(error), _) => {
            let _ = tell.send(Err(error));
            return;
        }
    };
    let end = match family.wait() {
        Ok(status) => format!("ended with {status}"),
        Err(error) => format!("was lost: {error}"),
    };
    *lock(&life.end) = Some(end);
    life.ended.notify_all();
}

#[expect(clippy::disallowed_methods, reason = "waits for a program file to be written")]
fn start_unless_busy(program: &OsStr, pipes: &mut Option<Pipes>) -> io::Result<Family> {
    let mut tried = 0;
    loop {
        let mut program = Program::new(program, Leftovers::Ended);
        program
            .command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let started = Family::start(program, |child| {
            if let (Some(stdin), Some(stdout), Some(stderr)) =
                (child.stdin.take(), child.stdout.take(), child.stderr.take())
            {
                *pipes = Some(Pipes {
                    stdin,
                    stdout,
                    stderr,
                });
            }
        });
        tried += 1;
        match started {
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy && tried < BUSY_TRIES => {
                thread::sleep(Duration::from_millis(20 << tried));
            }
            started => return started,
        }
    }
}

fn write(mut stdin: ChildStdin, messages: &Receiver<String>) {
    for message in messages {
        if stdin
            .write_all(message.as_bytes())
            .and_then(|()| stdin.flush())
            .is_err()
        {
            break;
        }
    }
}

fn read(stdout: ChildStdout, lines: &SyncSender<ProgramLine>) {
    for line in Lines::new(BufReader::new(stdout)) {
        let Ok(line) = line else { break };
        if lines.send(line).is_err() {
            break;
        }
    }
}

/// Keeps a program from blocking on its stderr, and its last line for people.
fn listen(stderr: ChildStderr, life: &Life) {
    for line in Lines::new(BufReader::new(stderr)) {
        match line {
            Err(_) => break,
            Ok(ProgramLine::Overlong) => {}
            Ok(ProgramLine::Text(line)) => {
                lock(&life.last_words).line = line.chars().take(COMPLAINT_MAX).collect()
            }
        }
    }
    lock(&life.last_words).closed = true;
    life.complained.notify_all();
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(work).map(drop)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[expect(
    clippy::disallowed_methods,
    reason = "deadlines of a real program are real time"
)]
pub(crate) fn now() -> Instant {
    Instant::now()
}
