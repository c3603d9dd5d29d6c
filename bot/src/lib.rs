//! The bot: plays one client unattended.
//!
//! [`session`] decides and is pure; [`pilot`] carries out and owns every port: the [`board_reader`] on the client's window, the
//! [`mouse`], the engine's [`worker`](engines::worker), the [`recorder`] that writes things down. Nobody else makes them
//! meet. What was filmed is read again by the same reader: [`film_replay`], whose misread pictures become [`cases`].

mod opponent_filter;
mod last_whole;
pub mod surroundings;
pub mod board_reader;
pub mod mouse;
pub mod client_names;
pub mod recorder;
mod session_score;
pub mod fault_bundle;
mod pulse;
pub mod interceptor;
pub mod pilot;
pub mod board_client;
pub mod picture_file;
pub mod film_replay;
pub mod cases;
