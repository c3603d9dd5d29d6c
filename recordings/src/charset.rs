//! Bytes of a game file into text. Old files seldom say which charset they are in, and some say the wrong one.

use encoding_rs::{Encoding, WINDOWS_1252};

/// UTF-8 if it is; else what `label` names (as in SGF's `CA`); else Windows-1252, in which every byte means something.
pub(crate) fn decode(bytes: &[u8], label: Option<&[u8]>) -> String {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return encoding.decode(bytes).0.into_owned();
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => {
            let encoding = label.and_then(Encoding::for_label).unwrap_or(WINDOWS_1252);
            encoding.decode(bytes).0.into_owned()
        }
    }
}
