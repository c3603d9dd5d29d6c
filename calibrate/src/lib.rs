//! A client that nobody has a profile of, from watching a game on it to a profile that was tried. What is seen is kept first,
//! explained then and written last: whatever ends the program, what was seen is still there, and no half profile is.

mod change;
pub mod words;
mod button;
mod signs;
pub mod board_place;
pub mod generous;
pub mod learnable;
pub mod sights;
pub mod answers;
pub mod sides;
pub mod draft;
pub mod folder;
pub mod filming;
pub mod ask;
pub mod table;
pub mod trial;

#[cfg(test)]
mod tests;
