//! What the fuzz targets run. `tests/hostile.rs` of the program includes the same file.

pub mod bodies;
