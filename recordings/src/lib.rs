//! Games as files: formats, the journal, film, replay. Writes down what happened and judges nothing.
//!
//! A game to SGF and back:
//!
//! ```
//! use recordings::{assume::Assume, sgf};
//!
//! let text = b"(;FF[4]GM[4]SZ[15]PB[Ada]PW[Bert];B[hh];W[ii];B[hi])";
//! let records = sgf::read(text, Assume::default()).unwrap();
//! assert_eq!((records[0].names[0].as_str(), records[0].plies.len()), ("Ada", 3));
//! let spelled = sgf::write(&records[0]);
//! let again = sgf::read(spelled.as_bytes(), Assume::default()).unwrap();
//! assert_eq!(again[0].plies, records[0].plies);
//! ```

pub mod assume;
pub mod format;
pub mod malformed;
pub mod sgf;
pub mod psq;
mod pos;
pub mod text;
pub mod soccer;
pub mod rows;
pub mod bad_opening;
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
