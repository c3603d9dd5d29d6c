//! `scripts/board`: an emulated board whose line is a pseudo-terminal. Ends with its owner.

use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use super::machine::{PATIENCE, root};

pub(crate) struct Script {
    pub(crate) link: PathBuf,
    child: Child,
    _folder: tempfile::TempDir,
}

impl Script {
    pub(crate) fn start(name: &str) -> Script {
        Script::with(name, &[])
    }

    /// With more options for the emulator.
    pub(crate) fn with(name: &str, options: &[String]) -> Script {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("tty");
        let mut command = Command::new(root().join("scripts/board"));
        command
            .arg(name)
            .arg(&link)
            .arg("--")
            .args(options)
            .stdin(Stdio::null());
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut told = String::new();
        BufReader::new(child.stdout.as_mut().unwrap())
            .read_line(&mut told)
            .unwrap();
        assert_eq!(Path::new(told.trim_end()), link);
        Script {
            link,
            child,
            _folder: folder,
        }
    }

    /// Its own processes: emulator and bridge, and what else the board has.
    pub(crate) fn children(&self) -> Vec<String> {
        let pid = self.child.id();
        let children = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap();
        children.split_whitespace().map(str::to_owned).collect()
    }

    /// Waits until it has ended; whether it does, and need not be killed.
    pub(crate) fn wait(&mut self) -> bool {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            if self.child.try_wait().unwrap().is_some() {
                return true;
            }
            sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        false
    }

    /// Asks it to end, and waits until it has; whether it does.
    pub(crate) fn end(&mut self) -> bool {
        let pid = rustix::process::Pid::from_child(&self.child);
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::TERM);
        self.wait()
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        self.end();
    }
}
