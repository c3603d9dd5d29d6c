//! An emulated device on a pseudo-terminal, for any program that opens serial ports. Unplugged, its terminal is gone; plugged in
//! again it is another one, which only a link's name hides.

use std::{
    fs, io,
    os::{fd::OwnedFd, unix::fs::symlink},
    path::PathBuf,
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fs::{OFlags, fcntl_setfl},
    io::Errno,
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::tcgetattr,
};

use super::bench::Bench;

/// How often it is looked whether somebody opened the terminal, or wants the emulator to end.
const GLANCE: Duration = Duration::from_millis(20);

/// The device on its terminal.
pub struct Pty {
    bench: Bench,
    /// Bits a second at which the device listens; a host at another speed hears and says garbage.
    baud: u32,
    link: Option<PathBuf>,
    terminal: Option<Terminal>,
    started: Instant,
}

struct Terminal {
    master: OwnedFd,
    name: PathBuf,
}

impl Pty {
    /// Opens a terminal for the device, and names it `link` as well if there is one: an old link of that name is replaced,
    /// anything else is left alone.
    ///
    /// # Errors
    /// The system has no terminal to give, or the link cannot be made.
    #[expect(
        clippy::disallowed_methods,
        reason = "the emulated device lives in real time here"
    )]
    pub fn new(bench: Bench, baud: u32, link: Option<PathBuf>) -> io::Result<Pty> {
        let mut pty = Pty {
            bench,
            baud,
            link,
            terminal: None,
            started: Instant::now(),
        };
        pty.plug()?;
        Ok(pty)
    }

    /// What to open.
    pub fn name(&self) -> PathBuf {
        let own = self.terminal.as_ref().map(|terminal| terminal.name.clone());
        self.link.clone().or(own).unwrap_or_default()
    }

    /// Is the device until `is_over` says so.
    ///
    /// # Errors
    /// The terminal fails.
    pub fn run(&mut self, is_over: impl Fn() -> bool) -> io::Result<()> {
        while !is_over() {
            let now_us = self.now_us();
            self.compare_speeds();
            self.bench.advance(now_us);
            // Without a link nobody would find it again.
            if self.link.is_some() && self.bench.is_plugged() != self.terminal.is_some() {
                if self.bench.is_plugged() {
                    self.plug()?;
                } else {
                    self.unplug();
                }
            }
            self.tell(now_us)?;
            self.listen()?;
        }
        Ok(())
    }

    fn plug(&mut self) -> io::Result<()> {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)?;
        grantpt(&master)?;
        unlockpt(&master)?;
        fcntl_setfl(&master, OFlags::NONBLOCK | OFlags::RDWR)?;
        let name = PathBuf::from(ptsname(&master, Vec::new())?.to_string_lossy().into_owned());
        if let Some(link) = &self.link {
            remove_link(link)?;
            symlink(&name, link)?;
        }
        self.terminal = Some(Terminal { master, name });
        Ok(())
    }

    /// A terminal has no speed, but it keeps the one that was asked for.
    fn compare_speeds(&mut self) {
        let master = self.terminal.as_ref().map(|terminal| &terminal.master);
        let speed = master.and_then(|master| Some(tcgetattr(master).ok()?.output_speed()));
        self.bench
            .set_garbled(speed.is_some_and(|speed| speed != self.baud));
    }

    fn unplug(&mut self) {
        if let Some(link) = &self.link {
            let _ = remove_link(link);
        }
        self.terminal = None;
    }

    /// What the device says goes to whoever has the terminal open; a host that reads nothing loses it.
    fn tell(&mut self, now_us: u64) -> io::Result<()> {
        let bytes = self.bench.receive(now_us);
        let Some(terminal) = &self.terminal else {
            return Ok(());
        };
        let mut rest = &bytes[..];
        while !rest.is_empty() {
            match rustix::io::write(&terminal.master, rest) {
                Ok(count) => rest = &rest[count..],
                Err(Errno::AGAIN | Errno::IO) => break,
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Waits for bytes, until something happens with the device.
    #[expect(
        clippy::disallowed_methods,
        reason = "the emulated device lives in real time here"
    )]
    fn listen(&mut self) -> io::Result<()> {
        let left = self
            .bench
            .due_us()
            .map(|due_us| Duration::from_micros(due_us.saturating_sub(self.now_us())));
        let wait = left.map_or(GLANCE, |left| left.min(GLANCE));
        let Some(terminal) = &self.terminal else {
            std::thread::sleep(wait);
            return Ok(());
        };
        let mut events = [PollFd::new(&terminal.master, PollFlags::IN)];
        let timeout = Timespec {
            tv_sec: 0,
            tv_nsec: wait.subsec_nanos().into(),
        };
        match poll(&mut events, Some(&timeout)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let mut buffer = [0; 256];
        match rustix::io::read(&terminal.master, &mut buffer) {
            Ok(count) => {
                let now_us = self.now_us();
                self.bench.send(&buffer[..count], now_us);
            }
            // Nobody has it open: the poll came back at once.
            Err(Errno::IO) => std::thread::sleep(wait),
            Err(Errno::AGAIN | Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    fn now_us(&self) -> u64 {
        self.started.elapsed().as_micros() as u64
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        self.unplug();
    }
}

/// Removes a link, and nothing that is none.
#[expect(clippy::disallowed_methods, reason = "a link to a terminal is a file")]
fn remove_link(link: &PathBuf) -> io::Result<()> {
    match fs::symlink_metadata(link) {
        Ok(about) if about.file_type().is_symlink() => fs::remove_file(link),
        Ok(_) => Err(io::Error::new(
            io::ErrorKind::AlreadyExists,
            format!("{} is there and is no link", link.display()),
        )),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}
