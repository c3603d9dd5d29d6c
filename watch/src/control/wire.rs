//! What is said at the door of a session: one short line, and one word in answer.

use super::ControlVerb;

/// The folder of the sockets, beside the status cards.
pub(super) const FOLDER: &str = "control";
/// Bytes of a line, with its end.
pub(super) const LINE_MAX: usize = 64;
/// What is answered to a line that was obeyed.
pub(super) const OBEYED: &str = "ok";
/// What every line begins with, so that another version is told from garbage.
const GREETING: &str = "tengen-control-1 ";

/// The line that asks for this.
pub(super) fn line_of(verb: ControlVerb) -> String {
    format!("{GREETING}{}\n", verb.name())
}

/// The verb of a line without its end.
pub(super) fn read_line(line: &[u8]) -> Option<ControlVerb> {
    let line = std::str::from_utf8(line).ok()?;
    ControlVerb::from_name(line.strip_prefix(GREETING)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_or_not() {
        for verb in ControlVerb::ALL {
            let line = line_of(verb);
            assert!(line.len() < LINE_MAX);
            assert_eq!(read_line(line.trim_end().as_bytes()), Some(verb));
        }
        for wrong in [
            "",
            "pause",
            "tengen-control-1 ",
            "tengen-control-1 PAUSE",
            "tengen-control-1 pause ",
            "tengen-control-2 stop",
        ] {
            assert_eq!(read_line(wrong.as_bytes()), None, "{wrong:?}");
        }
        assert_eq!(read_line(b"\xff\xfe"), None);
    }
}
