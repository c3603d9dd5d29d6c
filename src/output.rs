//! Standard output: what people read there does nothing to their terminal. A reader that has gone away (`tengen watch | head`) has seen enough: the command ends in peace.

use std::io::{self, IsTerminal as _, Write};

use base::legible;

/// Nobody reads our standard output any more. Another broken pipe, an engine's say, is no such thing.
#[derive(Debug, thiserror::Error)]
#[error("nobody reads the output")]
struct ReaderGone;

/// Prints a page of text, legibly.
///
/// # Errors
/// It cannot be written; [`is_reader_gone`] tells whether that matters to anyone.
pub fn print(page: &[u8]) -> io::Result<()> {
    write(legible::page(&String::from_utf8_lossy(page)).as_bytes())
}

/// Prints these bytes as they are, unless a terminal would obey them.
///
/// # Errors
/// As [`print()`].
pub fn data(bytes: &[u8]) -> io::Result<()> {
    match io::stdout().is_terminal() {
        true => print(bytes),
        false => write(bytes),
    }
}

fn write(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let written = out.write_all(bytes).and_then(|()| out.flush());
    written.map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => io::Error::new(io::ErrorKind::BrokenPipe, ReaderGone),
        _ => error,
    })
}

/// Prints a line, or a few.
///
/// # Errors
/// As [`print()`].
pub fn line(text: &impl ToString) -> io::Result<()> {
    let mut text = text.to_string();
    text.push('\n');
    print(text.as_bytes())
}

/// Whether a command failed for want of a reader, and not for a reason of its own.
pub fn is_reader_gone(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .and_then(io::Error::get_ref)
            .is_some_and(|error| error.is::<ReaderGone>())
    })
}
