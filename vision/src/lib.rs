//! Pixels in, "what stands on the board" out. Vision never clicks, never waits and never chooses a move.
//!
//! A board that is painted, found in its picture, and read:
//!
//! ```
//! use referee::color::Color;
//! use vision::{
//!     frame::Frame,
//!     locate::{self, LocateOptions},
//!     paint::{self, Scene},
//!     read::Reader,
//!     theme,
//! };
//!
//! let scene = Scene::strewn(15, 15, 40, 1);
//! let painted = paint::paint(&scene, theme::by_name("kaya").unwrap(), 30.0, 1);
//! let frame = Frame::from_image(painted.image);
//! let calibration = locate::locate(&frame, &LocateOptions::default()).unwrap();
//! let seen = Reader::unaided(calibration).read(&frame);
//! assert_eq!((seen.stones(Color::Black), seen.stones(Color::White)), (20, 20));
//! assert_eq!(seen.uncertain(), 0);
//! ```

pub mod area;
pub mod frame;
pub mod picture;
pub mod source;
pub mod window;
pub mod orientation;
pub mod calibration;

pub mod locate;
pub mod observation;
pub mod template;
pub mod read;
pub mod settle;
pub mod cover;
pub mod reconcile;
pub mod screen_state;
pub mod plate;
pub mod overlay;
pub mod paint;
pub mod ink;
pub mod theme;
pub mod pitch;
pub mod desktop;
#[cfg(test)]
mod many_pictures;
mod color;
mod rank;
