//! Who wants the program to end: Ctrl-C, and what else a system sends for that (SIGTERM and SIGHUP, a console that closes).

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

/// Counts from here on how often the program was asked to end, and says each time, in a thread of its own, how often that
/// was; once a program.
///
/// # Errors
/// The system refuses it.
pub fn count(mut heard: impl FnMut(usize) + Send + 'static) -> io::Result<Arc<AtomicUsize>> {
    let interrupts = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&interrupts);
    listen(move || heard(counter.fetch_add(1, Ordering::SeqCst) + 1))?;
    Ok(interrupts)
}

#[cfg(unix)]
fn listen(mut heard: impl FnMut() + Send + 'static) -> io::Result<()> {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM},
        iterator::Signals,
    };
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    std::thread::Builder::new()
        .name("interrupts".to_owned())
        .spawn(move || signals.forever().for_each(|_| heard()))?;
    Ok(())
}

#[cfg(windows)]
fn listen(heard: impl FnMut() + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(heard).map_err(io::Error::other)
}

/// Set whenever somebody asks how it goes, by SIGUSR1; never, where there is no such signal.
///
/// # Errors
/// The system refuses it.
pub fn question() -> io::Result<Arc<AtomicBool>> {
    let asked = Arc::default();
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGUSR1, Arc::clone(&asked))?;
    Ok(asked)
}
