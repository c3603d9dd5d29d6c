//! Games as files: formats, the journal, film, replay. Writes down what happened and judges nothing.

pub mod journal;
