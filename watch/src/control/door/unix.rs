//! Sockets on Unix. The folder is its owner's alone (0700), and so is each socket (0600): who may connect, may also end the
//! program by a signal. All callers are heard in one thread, each for a moment and a short line at most, so that nobody
//! keeps another waiting; while nobody calls, it sleeps.

use std::{
    fs::{self, DirBuilder, Permissions},
    io::{self, Read as _, Write as _},
    os::unix::{
        fs::{DirBuilderExt as _, FileTypeExt as _, PermissionsExt as _},
        net::{UnixListener, UnixStream},
    },
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use base::clock::Stopwatch;

use super::super::{
    ControlError, ControlVerb, Reins,
    wire::{FOLDER, LINE_MAX, OBEYED, line_of, read_line},
};

/// Callers that are heard at a time; the one who is heard longest makes room.
const CALLERS_MAX: usize = 16;
/// For a line to come.
const PATIENCE_MS: u64 = 1_000;
/// Between two looks at callers who have not spoken yet.
const TICK: Duration = Duration::from_millis(10);
/// After the system refused a caller: too many open files.
const RECOVERY: Duration = Duration::from_millis(200);
/// For an answer.
const ANSWER: Duration = Duration::from_secs(3);
const EXTENSION: &str = "sock";

/// A thread that listens.
pub(super) struct Listening {
    folder: PathBuf,
    socket: PathBuf,
    is_closed: Arc<AtomicBool>,
}

impl Listening {
    #[expect(
        clippy::disallowed_methods,
        reason = "this file is part of the shell: a socket is a file"
    )]
    pub(super) fn close(&mut self) {
        self.is_closed.store(true, Ordering::SeqCst);
        // Whoever waits for a caller is called.
        let _ = near(&self.folder, |folder| {
            UnixStream::connect(folder.join(&self.socket))
        });
        let _ = fs::remove_file(self.folder.join(&self.socket));
    }
}

pub(super) fn listen(journals: &Path, session: &str, reins: Reins) -> io::Result<Listening> {
    let folder = journals.join(FOLDER);
    make_private(&folder)?;
    sweep(&folder);
    let socket = file(session);
    let listener = near(&folder, |near| UnixListener::bind(near.join(&socket)))?;
    fs::set_permissions(folder.join(&socket), Permissions::from_mode(0o600))?;
    let is_closed = Arc::new(AtomicBool::new(false));
    let closed = Arc::clone(&is_closed);
    thread::Builder::new()
        .name("control".to_owned())
        .spawn(move || attend(&listener, &reins, &closed))?;
    Ok(Listening {
        folder,
        socket,
        is_closed,
    })
}

pub(super) fn ask(journals: &Path, session: &str, verb: ControlVerb) -> Result<(), ControlError> {
    let folder = journals.join(FOLDER);
    let mut stream = near(&folder, |folder| UnixStream::connect(folder.join(file(session))))
        .map_err(|_| ControlError::Deaf(session.to_owned()))?;
    let answer = converse(&mut stream, verb).map_err(|_| ControlError::Silent(session.to_owned()))?;
    match answer.trim_end() {
        OBEYED => Ok(()),
        answer => Err(ControlError::Refused {
            session: session.to_owned(),
            answer: answer.to_owned(),
        }),
    }
}

pub(super) fn is_there(journals: &Path, session: &str) -> bool {
    let about = fs::symlink_metadata(journals.join(FOLDER).join(file(session)));
    about.is_ok_and(|about| about.file_type().is_socket())
}

fn converse(stream: &mut UnixStream, verb: ControlVerb) -> io::Result<String> {
    stream.set_read_timeout(Some(ANSWER))?;
    stream.set_write_timeout(Some(ANSWER))?;
    stream.write_all(line_of(verb).as_bytes())?;
    let mut answer = Vec::new();
    stream.take(2 * LINE_MAX as u64).read_to_end(&mut answer)?;
    match answer.is_empty() {
        true => Err(io::ErrorKind::UnexpectedEof.into()),
        false => Ok(String::from_utf8_lossy(&answer).into_owned()),
    }
}

fn file(session: &str) -> PathBuf {
    Path::new(session).with_extension(EXTENSION)
}

/// A folder of the owner's alone. One that is a link, or somebody else's, is none.
fn make_private(folder: &Path) -> io::Result<()> {
    if let Some(above) = folder.parent() {
        fs::create_dir_all(above)?;
    }
    match DirBuilder::new().mode(0o700).create(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        made => return made,
    }
    if !fs::symlink_metadata(folder)?.is_dir() {
        return Err(io::Error::other(format!("{} is no folder", folder.display())));
    }
    // Only its owner may do that.
    fs::set_permissions(folder, Permissions::from_mode(0o700))
}

/// Removes the sockets of programs that were killed.
#[expect(
    clippy::disallowed_methods,
    reason = "this file is part of the shell: a socket is a file"
)]
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = PathBuf::from(entry.file_name());
        let called = near(folder, |near| UnixStream::connect(near.join(&name)));
        if called.is_err_and(|error| error.kind() == io::ErrorKind::ConnectionRefused) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The folder by a name that is short enough for a socket's address, which has room for a hundred bytes.
#[cfg(target_os = "linux")]
fn near<T>(folder: &Path, call: impl FnOnce(&Path) -> io::Result<T>) -> io::Result<T> {
    use std::os::fd::AsRawFd as _;
    let open = fs::OpenOptions::new().read(true).open(folder)?;
    call(&PathBuf::from(format!("/proc/self/fd/{}", open.as_raw_fd())))
}

#[cfg(not(target_os = "linux"))]
fn near<T>(folder: &Path, call: impl FnOnce(&Path) -> io::Result<T>) -> io::Result<T> {
    call(folder)
}

/// Somebody who has not spoken yet, or not to the end.
struct Caller {
    stream: UnixStream,
    line: Vec<u8>,
    since_ms: u64,
}

/// What became of a caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Heard {
    /// The line may still come.
    NotYet,
    /// There is nothing more to say.
    Done,
}

#[expect(
    clippy::disallowed_methods,
    reason = "this file is part of the shell: here a thread waits"
)]
fn attend(listener: &UnixListener, reins: &Reins, closed: &AtomicBool) {
    let clock = Stopwatch::start();
    let mut callers: Vec<Caller> = Vec::new();
    loop {
        let waits = listener.set_nonblocking(!callers.is_empty());
        let called = waits.and_then(|()| listener.accept());
        if closed.load(Ordering::SeqCst) {
            return;
        }
        match called {
            Ok((stream, _)) if stream.set_nonblocking(true).is_ok() => {
                if callers.len() >= CALLERS_MAX {
                    callers.remove(0);
                }
                callers.push(Caller {
                    stream,
                    line: Vec::new(),
                    since_ms: clock.now_ms(),
                });
            }
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => thread::sleep(TICK),
            Err(error) => {
                tracing::debug!("no caller: {error}");
                thread::sleep(RECOVERY);
            }
        }
        let now_ms = clock.now_ms();
        callers.retain_mut(|caller| caller.hear(reins, now_ms) == Heard::NotYet);
    }
}

impl Caller {
    fn hear(&mut self, reins: &Reins, now_ms: u64) -> Heard {
        let mut bytes = [0; LINE_MAX];
        let room = LINE_MAX - self.line.len();
        match self.stream.read(&mut bytes[..room]) {
            Ok(0) => return Heard::Done,
            Ok(count) => self.line.extend_from_slice(&bytes[..count]),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Heard::NotYet,
            Err(_) => return Heard::Done,
        }
        let end = self.line.iter().position(|&byte| byte == b'\n');
        let answer = match end.map(|end| read_line(&self.line[..end])) {
            Some(Some(verb)) => {
                reins.pull(verb);
                tracing::info!("asked from afar: {}", verb.name());
                OBEYED
            }
            Some(None) => "not understood",
            None if self.line.len() >= LINE_MAX => "too long",
            None if now_ms >= self.since_ms + PATIENCE_MS => return Heard::Done,
            None => return Heard::NotYet,
        };
        // Who does not want to hear it is not waited for.
        let _ = self.stream.write_all(format!("{answer}\n").as_bytes());
        Heard::Done
    }
}

#[cfg(test)]
mod tests;
