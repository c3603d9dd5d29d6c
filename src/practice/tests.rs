//! The practice client in memory: clicked on by pixels, looked at by pixels.
