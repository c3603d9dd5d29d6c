//! Devices that are programs: they hear and say bytes as a board on a cable would, over a line that loses, doubles and changes
//! some of them, and are reset and unplugged in mid-game, all by a seed. In memory the line has a time of its own
//! ([`world::EmulatedPort`]); on a pseudo-terminal any program can talk to them (`pty`).

pub mod faults;
pub mod engine;
pub mod s0;
pub mod s1;
pub mod v2;
pub mod screen;
pub mod bench;
pub mod world;
#[cfg(unix)]
pub mod pty;

/// A device as its line sees it. Time is the line's, in microseconds.
pub trait Gadget: Send {
    /// A byte arrives.
    fn hear(&mut self, byte: u8, now_us: u64);
    /// Time has come to [`due_us`](Gadget::due_us), or further.
    fn tick(&mut self, now_us: u64);
    /// When it wants to be woken.
    fn due_us(&self) -> Option<u64>;
    /// What it has to say by now.
    fn say(&mut self) -> Vec<u8>;
    /// Its reset button.
    fn reset(&mut self, now_us: u64);
}
