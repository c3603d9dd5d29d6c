//! Where notices go: a command, or a web address. Each delivery has a time limit; what it costs is the caller's thread.

use std::{
    ffi::OsStr,
    io::{self, Write as _},
    process::{ExitStatus, Stdio},
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError, channel},
    },
    thread,
    time::{Duration, Instant},
};

use base::{
    child::Leftovers,
    process_group::{Family, Program},
    user_error::UserError,
};

use crate::notice::Notice;

/// Why a notice did not arrive.
#[derive(Debug, thiserror::Error)]
pub enum SinkError {
    /// The command did not start, or its end could not be seen.
    #[error("--notify: {0}")]
    Command(io::Error),
    /// The command failed.
    #[error("--notify: {0}")]
    Status(ExitStatus),
    /// The session is over, and the command was ended with it.
    #[error("--notify: ended with the session")]
    CutShort,
    /// The command was ended for its time.
    #[error("--notify: not done within {0} s")]
    Late(u64),
    /// The address did not take it.
    #[error("--webhook {host}: {error}")]
    Web {
        /// Of the address no more than this is told.
        host: String,
        /// What went wrong.
        error: Box<ureq::Error>,
    },
    /// Nothing is sent after the end.
    #[error("the session is over")]
    Over,
    /// It panicked.
    #[error("its sink broke")]
    Broken,
    /// Whoever would have heard it is gone.
    #[error("nobody listens")]
    Gone,
}

/// Takes notices away.
pub trait Sink: Send {
    /// Takes one. Once `cut_short` is set, nobody waits for it any more.
    ///
    /// # Errors
    /// It did not arrive.
    fn send(&mut self, notice: &Notice, cut_short: &AtomicBool) -> Result<(), SinkError>;
}

/// For a command to end, before it is ended.
const COMMAND_LIMIT: Duration = Duration::from_secs(30);
/// For an address to answer.
const WEBHOOK_LIMIT: Duration = Duration::from_secs(10);
/// Between two looks whether a command has to end.
const POLL: Duration = Duration::from_millis(50);
/// For a command that is ended to be gone.
const END_LIMIT: Duration = Duration::from_secs(3);

/// A line for the system's shell. The notice is in the environment, and as JSON on standard input.
#[derive(Clone, Debug)]
pub struct Shell {
    line: String,
    limit: Duration,
}

impl Shell {
    /// `sh -c LINE`, on Windows `cmd /C LINE`.
    pub fn new(line: String) -> Shell {
        Shell {
            line,
            limit: COMMAND_LIMIT,
        }
    }

    /// What it leaves running when it is done is its own affair; a sound that is played, say.
    fn start(&self, notice: &Notice) -> io::Result<Family> {
        let (shell, flag) = if cfg!(windows) {
            ("cmd", "/C")
        } else {
            ("sh", "-c")
        };
        let mut program = Program::new(OsStr::new(shell), Leftovers::Spared);
        let command = &mut program.command;
        command.arg(flag).envs(notice.variables());
        // The Windows shell parses its line itself, and knows nothing of the usual way to quote an argument.
        #[cfg(windows)]
        std::os::windows::process::CommandExt::raw_arg(command, &self.line);
        #[cfg(not(windows))]
        command.arg(&self.line);
        // Standard output is data; what a command tells people goes where our log goes.
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::inherit());
        Family::start(program, |child| {
            if let Some(mut input) = child.stdin.take() {
                // A command that does not read it needs it not; it is shorter than a pipe, so that nobody waits.
                let _ = writeln!(input, "{}", notice.to_json());
            }
        })
    }

    /// Waits for the command's end, and ends it when nobody waits any longer; `None` if it had to be ended.
    #[expect(
        clippy::disallowed_methods,
        reason = "the shell: here a command's time is measured"
    )]
    fn await_end(
        &self,
        family: &Family,
        ended: &Receiver<io::Result<ExitStatus>>,
        cut_short: &AtomicBool,
    ) -> Option<io::Result<ExitStatus>> {
        let began = Instant::now();
        while began.elapsed() < self.limit && !cut_short.load(Ordering::SeqCst) {
            match ended.recv_timeout(POLL) {
                Err(RecvTimeoutError::Timeout) => {}
                Ok(status) => return Some(status),
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        family.kill();
        if ended.recv_timeout(END_LIMIT).is_err() {
            family.kill_alone();
        }
        None
    }
}

impl Sink for Shell {
    fn send(&mut self, notice: &Notice, cut_short: &AtomicBool) -> Result<(), SinkError> {
        // The kernel ties the command's life to the thread that started it: that is ours, which waits here.
        let family = self.start(notice).map_err(SinkError::Command)?;
        thread::scope(|scope| {
            let (tell, ended) = channel();
            let family = &family;
            scope.spawn(move || tell.send(family.wait()));
            match self.await_end(family, &ended, cut_short) {
                Some(Ok(status)) if status.success() => Ok(()),
                Some(Ok(status)) => Err(SinkError::Status(status)),
                Some(Err(error)) => Err(SinkError::Command(error)),
                None if cut_short.load(Ordering::SeqCst) => Err(SinkError::CutShort),
                None => Err(SinkError::Late(self.limit.as_secs())),
            }
        })
    }
}

/// An address that notices are posted to as JSON. It may hold a secret, so no message tells more than its host.
pub struct Webhook {
    url: String,
    host: String,
    agent: ureq::Agent,
}

impl Webhook {
    /// Posts to `url`.
    ///
    /// # Errors
    /// It is no address of the web.
    pub fn new(url: &str) -> Result<Webhook, UserError> {
        let host = host(url).ok_or_else(|| {
            UserError::new(
                format!("--webhook {url:?} is no web address"),
                "give an address that begins with https:// or http://",
            )
        })?;
        // Notices are rare: by the next one a connection that was kept may be closed at the other end, and a notice on it is lost.
        let config = ureq::Agent::config_builder()
            .max_idle_connections(0)
            .timeout_global(Some(WEBHOOK_LIMIT))
            .user_agent(concat!("tengen/", env!("CARGO_PKG_VERSION")))
            .build();
        Ok(Webhook {
            url: url.to_owned(),
            host,
            agent: config.new_agent(),
        })
    }
}

fn host(url: &str) -> Option<String> {
    let uri: ureq::http::Uri = url.parse().ok()?;
    let is_web = matches!(uri.scheme_str(), Some("http" | "https"));
    uri.host()
        .filter(|host| is_web && !host.is_empty())
        .map(str::to_owned)
}

impl Sink for Webhook {
    fn send(&mut self, notice: &Notice, _: &AtomicBool) -> Result<(), SinkError> {
        let posted = self
            .agent
            .post(&self.url)
            .header("content-type", "application/json")
            .send(notice.to_json());
        posted.map(|_| ()).map_err(|error| SinkError::Web {
            host: self.host.clone(),
            error: Box::new(error),
        })
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests touch files")]
mod tests {
    use std::{
        io::{BufRead as _, BufReader, Read as _},
        net::TcpListener,
    };

    use super::*;
    use crate::notice::tests::fault;

    /// Answers one request with `status`; gives back its first line, its headers and its body.
    fn answer_once(listener: &TcpListener, status: &str) -> (String, Vec<String>, String) {
        let (mut stream, _) = listener.accept().unwrap();
        let mut reader = BufReader::new(stream.try_clone().unwrap());
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            match line.trim_end() {
                "" => break,
                line => lines.push(line.to_lowercase()),
            }
        }
        let length = lines
            .iter()
            .find_map(|line| line.strip_prefix("content-length: "));
        let mut body = vec![0; length.unwrap().parse().unwrap()];
        reader.read_exact(&mut body).unwrap();
        write!(stream, "HTTP/1.1 {status}\r\ncontent-length: 0\r\n\r\n").unwrap();
        (lines.remove(0), lines, String::from_utf8(body).unwrap())
    }

    #[test]
    fn a_webhook_posts_json() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = thread::spawn(move || {
            let first = answer_once(&listener, "204 No Content");
            answer_once(&listener, "500 Broken");
            first
        });
        let mut webhook = Webhook::new(&format!("http://127.0.0.1:{port}/secret")).unwrap();
        assert!(webhook.send(&fault("blind"), &AtomicBool::new(false)).is_ok());
        let error = webhook
            .send(&fault("blind"), &AtomicBool::new(false))
            .unwrap_err()
            .to_string();
        assert!(error.contains("127.0.0.1") && error.contains("500"), "{error}");
        assert!(!error.contains("secret"), "{error}");
        let (request, headers, body) = server.join().unwrap();
        assert_eq!(request, "post /secret http/1.1");
        assert!(
            headers.contains(&"content-type: application/json".to_owned()),
            "{headers:?}"
        );
        assert_eq!(body, fault("blind").to_json());
        // Nobody listens there any more.
        let error = webhook
            .send(&fault("blind"), &AtomicBool::new(false))
            .unwrap_err()
            .to_string();
        assert!(!error.contains("secret"), "{error}");
    }

    #[test]
    fn only_the_web_is_posted_to() {
        for url in [
            "",
            "nonsense",
            "ftp://x/y",
            "https://",
            "file:///etc/passwd",
            "http:///x",
        ] {
            assert!(Webhook::new(url).is_err(), "{url}");
        }
        assert!(Webhook::new("https://hooks.example.org/a?b=c").is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn a_command_gets_the_notice_in_its_environment_and_on_its_input() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("heard");
        let line = format!(
            "echo \"$TENGEN_EVENT $TENGEN_KIND $TENGEN_TEXT $TENGEN_WON\" >'{0}'; cat >>'{0}'",
            file.display()
        );
        Shell::new(line)
            .send(&fault("blind"), &AtomicBool::new(false))
            .unwrap();
        let heard = std::fs::read_to_string(&file).unwrap();
        assert_eq!(
            heard,
            format!("fault blind it is blind 3\n{}\n", fault("blind").to_json())
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_command_that_fails_or_hangs_is_told_and_ended() {
        let error = Shell::new("exit 3".to_owned())
            .send(&fault("blind"), &AtomicBool::new(false))
            .unwrap_err()
            .to_string();
        assert!(error.contains("exit status: 3"), "{error}");
        let folder = tempfile::tempdir().unwrap();
        let pid = folder.path().join("pid");
        let mut hangs = Shell {
            line: format!("sleep 1000 & echo $! >'{}'; wait", pid.display()),
            limit: Duration::from_millis(300),
        };
        let error = hangs
            .send(&fault("blind"), &AtomicBool::new(false))
            .unwrap_err()
            .to_string();
        assert!(error.contains("not done within"), "{error}");
        // What it started is gone with it, or waits to be taken off the system's list.
        let pid = std::fs::read_to_string(pid).unwrap();
        let state = || std::fs::read_to_string(format!("/proc/{}/stat", pid.trim()));
        let is_gone = || state().map_or(true, |state| state.contains(") Z "));
        assert!(
            (0..500).any(|_| is_gone() || {
                thread::sleep(POLL);
                false
            }),
            "{:?}",
            state()
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_command_that_nobody_waits_for_any_longer_is_ended() {
        let error = Shell::new("sleep 1000".to_owned())
            .send(&fault("blind"), &AtomicBool::new(true))
            .unwrap_err()
            .to_string();
        assert_eq!(error, "--notify: ended with the session");
    }
}
