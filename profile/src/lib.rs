//! Client profiles: how one game client is found, started, read and driven. Data only: the bot acts on it. A profile is a
//! folder `NAME/` with a `profile.toml` and the template pictures it names.

mod usual;
pub mod request;
pub mod familiarity;
pub mod seat_preference;
pub mod attacks;
pub mod bounds;
pub mod screen;
pub mod mouse;
pub mod policy;
pub mod client;
pub mod folder;
pub mod limits;
mod template_names;
mod pictures;
pub mod library;
pub mod identity;
pub mod whereabouts;
pub mod launch;
pub mod pipeline;
pub mod sample;
