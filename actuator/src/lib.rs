//! Gestures to the pointer. Knows pixels and keys only: no boards, no games, no pictures.

pub mod gesture;
pub mod pointer;
