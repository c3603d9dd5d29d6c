//! Where a page will be looked at.

/// What a page can do depends on who answers its links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Served: links ask for new pages, forms are answered.
    Live,
    /// One of many files: links lead to other files.
    Still,
    /// The only file: there is nothing to link to.
    Alone,
}
