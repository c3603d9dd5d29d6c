//! Gestures to the pointer. Knows pixels and keys only: no boards, no games, no pictures.

pub mod error;
pub mod combination;
pub mod gesture;
pub mod ground;
pub mod guard;
pub mod pointer;
pub mod rectangle;
pub mod stop;
pub mod trigger;
