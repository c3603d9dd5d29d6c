//! Games looked at again by an engine: what each move changed and lost, which wins were missed, and how well each side played.
//!
//! An [`Analyst`](analyst::Analyst) looks at the positions of one kind of game; [`game`] assesses a whole one by it; [`text`],
//! [`json`] and [`html`] tell it. It knows no command line and no database.

pub mod analyst;
pub mod gomoku;
pub mod soccer;
pub mod findings;
mod expectation;
pub mod assessed;
mod moment;
mod summary;
pub mod walk;
pub mod game;
pub mod position;
mod graph;
mod film;
pub mod engine_line;
pub mod drawing;
pub mod told;
pub mod usual;
pub mod text;
pub mod json;
pub mod html;
