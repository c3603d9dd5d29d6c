//! Journal and database together: which games there are, who was met, where all of it is kept. The journal is written first;
//! what the database lacks of the journals is taken in, and a damaged one is made anew. It knows neither screens nor engines.

pub mod home;
pub mod database;
pub mod found;
pub mod opponents;
pub mod camera;
pub mod footage;
pub mod catch_up;
pub mod naming;
mod mend;
pub mod having;
mod journal_hint;
pub mod write_gate;
pub mod keeper;
pub mod restart_backoff;
