//! Bytes of a game file into text. Old files seldom say which charset they are in, and some say the wrong one.

use std::borrow::Cow;

use encoding_rs::{Encoding, WINDOWS_1252};

/// UTF-8 if it is; else what `label` names (as in SGF's `CA`); else Windows-1252, in which every byte means something.
pub(crate) fn decode<'a>(bytes: &'a [u8], label: Option<&[u8]>) -> Cow<'a, str> {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return encoding.decode(bytes).0;
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => {
            let encoding = label.and_then(Encoding::for_label).unwrap_or(WINDOWS_1252);
            encoding.decode(bytes).0
        }
    }
}
