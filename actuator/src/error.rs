//! What keeps a pointer from doing what it should.

/// Why a step was not carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PointerError {
    /// There is nothing to point at.
    #[error("no display: {0}")]
    NoDisplay(String),
    /// The system may not or did not do it.
    #[error("pointer failed: {0}")]
    Failed(String),
    /// The pointer was sent to one pixel and is on another: it hit an edge, or a person moved it.
    #[error("pointer was sent to {wanted:?} and is at {found:?}")]
    Astray {
        /// Where it should be.
        wanted: (i32, i32),
        /// Where it is.
        found: (i32, i32),
    },
    /// A key name nobody knows.
    #[error("unknown key {0:?}")]
    UnknownKey(String),
    /// This system has no such thing yet.
    #[error("{0} is not supported on this system yet")]
    Unsupported(&'static str),
}
