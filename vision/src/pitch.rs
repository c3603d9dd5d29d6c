//! The field of Paper Soccer on a screen: found, read and explained as boards are, and painted. It knows fields only; which
//! game a client shows is said by whoever asks.

pub mod edge;
pub mod trail;
pub mod calibration;
pub mod theme;
pub mod paint;
mod place;
mod wall;
mod probe;
pub mod observation;
pub mod read;
pub mod locate;
pub mod reconcile;
pub mod overlay;

#[cfg(test)]
mod tests;
