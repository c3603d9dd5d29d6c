//! How well a client is known. Pure.

/// How well a client is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Familiarity {
    /// It has a profile: what goes wrong is mended.
    #[default]
    Profile,
    /// Nothing is known but its window's title. What goes wrong may be no accident at all (another game, a picture of a
    /// board): it is looked at again, and told.
    Stranger,
}
