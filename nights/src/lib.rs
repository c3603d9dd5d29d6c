//! Unattended nights in memory: the production session, pilot, board reader, profile and journal against the pretended
//! service, with everything going wrong that can, in virtual time. Equal seeds give equal nights, so a failure is
//! replayed from its seed. It judges the bot by the service's own ledger; it drives no real window.

pub mod small_venue;
pub mod unattended;
pub mod checker;
pub mod books;
pub mod disk;
pub mod failpoint;
pub mod venue;
pub mod fault_injector;
pub mod meddler;
pub mod night;
pub mod ports;
pub mod mutation;
pub mod obedience;

#[cfg(test)]
mod tests;
