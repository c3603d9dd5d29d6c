//! Pages that show what was played and what runs: win rates and what they hang on, every game with the pictures in which it
//! was read, running sessions, faults, matches. A page is made from its address alone, so that the same pages are served
//! on this machine ([`server`]), written as files ([`still`]) and kept as one file ([`site`]). Nothing here changes
//! the database; what a form asks for is told to a running session, by its own door.

mod words;
mod address;
mod escape;
mod reply;
mod library;
mod analyses;
mod mode;
mod sources;
mod view;
mod forms;
mod frame;
mod assets;
mod pages;
mod api;
mod export;
mod trouble;
mod route;
mod acts;
pub mod site;
pub mod still;
mod gate;
pub mod server;
