//! For tests: whether there is time for thousands of pictures.

/// Whether `MANY_PICTURES=1` asks for them.
pub(crate) fn many_pictures() -> bool {
    std::env::var_os("MANY_PICTURES").is_some_and(|value| value == "1")
}
