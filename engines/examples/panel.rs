//! The screen and the finger of an emulated touch-screen board (`scripts/board stm32f405-touch`): paints its screen into a PNG
//! whenever that changes, and taps where it is told to on standard input, a column and a row of the screen on each line.
//!
//! `cargo run -p engines --example panel -- SOCKET PICTURE.png`
#![allow(
    clippy::disallowed_methods,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a program around the emulated panel, which itself knows no port, no clock and no file"
)]

#[cfg(unix)]
fn main() -> std::process::ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [socket, picture] = &arguments[..] else {
        eprintln!("usage: panel SOCKET PICTURE.png; taps on standard input: COLUMN ROW");
        return 2.into();
    };
    match unix::run(socket, picture) {
        Ok(()) => 0.into(),
        Err(error) => {
            eprintln!("panel: {error}");
            eprintln!("hint: scripts/board stm32f405-touch LINK makes the socket LINK.panel");
            2.into()
        }
    }
}

#[cfg(unix)]
mod unix {
    use std::{
        io::{BufRead, Error, ErrorKind, Read, Write, stdin},
        os::unix::net::UnixStream,
        sync::mpsc::{Receiver, channel},
        thread::spawn,
        time::Duration,
    };

    use engines::device::emulator::screen::{EmulatedScreen, Lying};
    use wires::panel::{HEIGHT, PanelWord, WIDTH};

    pub(super) fn run(socket: &str, picture: &str) -> Result<(), Error> {
        let mut line =
            UnixStream::connect(socket).map_err(|error| Error::other(format!("{socket}: {error}")))?;
        line.set_read_timeout(Some(Duration::from_millis(50)))?;
        line.write_all(PanelWord::Blank.coded().as_bytes())?;
        let taps = taps();
        let mut screen = EmulatedScreen::new(Lying::ASKEW, 1);
        let mut painted = Vec::new();
        loop {
            for (x, y) in taps.try_iter() {
                screen.tap(x, y);
            }
            let mut bytes = [0; 4096];
            match line.read(&mut bytes) {
                Ok(0) => return Ok(()),
                Ok(count) => line.write_all(&screen.hear(&bytes[..count]))?,
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Err(error) => return Err(error),
            }
            // Between two fingers, when all is drawn.
            if screen.idle() > 1 {
                let rgb = screen.rgb();
                if rgb != painted {
                    paint(picture, &rgb)?;
                    painted = rgb;
                    println!("{picture}");
                }
            }
        }
    }

    fn paint(picture: &str, rgb: &[u8]) -> Result<(), Error> {
        let (width, height) = (u32::from(WIDTH), u32::from(HEIGHT));
        image::save_buffer(picture, rgb, width, height, image::ExtendedColorType::Rgb8)
            .map_err(|error| Error::other(format!("{picture}: {error}")))
    }

    /// Lines of standard input as they come.
    fn taps() -> Receiver<(u16, u16)> {
        let (sender, receiver) = channel();
        spawn(move || {
            for line in stdin().lock().lines().map_while(Result::ok) {
                let numbers: Vec<u16> = line
                    .split_whitespace()
                    .filter_map(|word| word.parse().ok())
                    .collect();
                match numbers[..] {
                    [x, y] if x < WIDTH && y < HEIGHT => {
                        if sender.send((x, y)).is_err() {
                            return;
                        }
                    }
                    _ => eprintln!("panel: {line:?} is no pixel of {WIDTH} x {HEIGHT}\nhint: say COLUMN ROW"),
                }
            }
        });
        receiver
    }
}

#[cfg(not(unix))]
fn main() {
    eprintln!("panel: emulated boards have their sockets on Unix only");
}
