//! What a profile need not say.

/// Whether nothing is said that is not so anyway: it need not be written down.
pub(crate) fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
