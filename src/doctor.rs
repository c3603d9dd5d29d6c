//! Looks after everything that an unattended session needs before it is needed: screen, mouse, keyboard, disk, database,
//! engine, profile, serial ports. Each check answers with findings; it changes nothing but its own window and its own test
//! file.

pub mod disk;
pub mod engine;
pub mod profile;
pub mod screen;
pub mod serial;
pub mod window;

use watch::finding::Finding;
