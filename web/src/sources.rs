//! What every answer is made from.

use watch::finding::Finding;

use crate::{analyses::Analyses, library::Library, mode::Mode};

/// Looks after what a session needs.
pub(crate) type Check = dyn Fn() -> Vec<Finding> + Send + Sync;

/// What is answered from.
pub(crate) struct Sources<'a> {
    pub(crate) library: &'a Library,
    pub(crate) check: &'a Check,
    /// What the forms of its pages have; `None` where nobody answers forms.
    pub(crate) form_token: Option<&'a str>,
    /// Games that were looked at again.
    pub(crate) analyses: &'a Analyses,
    pub(crate) mode: Mode,
    /// Unix milliseconds.
    pub(crate) now_ms: i64,
}
