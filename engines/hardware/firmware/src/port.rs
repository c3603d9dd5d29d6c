//! What a board has to offer: a line, a timer, and a word that outlives a reset.

/// A byte from the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Received {
    /// The byte.
    pub byte: u8,
    /// The line was silent for [`PAUSE_US`] before it, or bytes before it were lost: it begins a message of a wire that has
    /// nothing but pauses between its messages.
    pub after_pause: bool,
}

/// Silence that ends a message of `S0.5`, in microseconds. A byte takes 87 at 115200 baud; a host's own pauses within a
/// message stay far below this.
pub const PAUSE_US: u64 = 50_000;

/// The board, as far as playing is concerned.
pub trait Port {
    /// What the device calls itself.
    const NAME: &'static str;
    /// Cycles a second of [`Port::cycles`]; 0 if nobody knows.
    const CLOCK_HZ: u32;
    /// Plies that its stack has room for, at most [`hardware_core::DEPTH_MAX`]; a Go that asks for more gets these.
    const DEPTH_MAX: usize;

    /// The next byte that has arrived.
    fn receive(&mut self) -> Option<Received>;
    /// Sends all of it.
    fn send(&mut self, bytes: &[u8]);
    /// Waits for a byte, or for any other interrupt.
    fn wait(&mut self);
    /// Time since the board was started.
    fn micros(&self) -> u64;
    /// Cycles of the processor since it was started.
    fn cycles(&self) -> u64;
    /// Which wire was spoken last is kept through a reset, though not without power.
    fn keep(&mut self, wire: Wire);
    /// The wire that was spoken before the reset; `None` if the board has just been given power.
    fn kept(&self) -> Option<Wire>;
}

/// The wires that the device understands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wire {
    /// That of the published device.
    S0,
    /// Our own.
    V2,
}
