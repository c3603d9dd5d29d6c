//! Games as files: formats, the journal, film, replay. Writes down what happened and judges nothing.

pub mod assume;
pub mod format;
pub mod malformed;
pub mod sgf;
pub mod psq;
pub mod pos;
pub mod text;
pub mod rows;
pub mod openings;
mod charset;
mod finish;
mod hold;
pub mod journal;
pub mod ledger;
pub mod film;
pub mod replay;

#[cfg(test)]
mod samples;
#[cfg(test)]
mod round_trip;
