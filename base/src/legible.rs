//! Text that others wrote (names, titles, an engine's complaints, file names) in a form that a terminal shows and does not obey:
//! what would move its cursor, change its colours or turn the reading direction stands there as an escape. It is the
//! escape that JSON has, so that JSON stays the same JSON.

use std::{borrow::Cow, fmt::Write as _};

/// A page of lines for people: line feeds and tabs stay.
pub fn page(text: &str) -> Cow<'_, str> {
    escaped(text, |letter| !matches!(letter, '\n' | '\t') && is_obeyed(letter))
}

/// One line for people: whatever is in it, it stays one.
pub fn line(text: &str) -> Cow<'_, str> {
    escaped(text, is_obeyed)
}

/// Whether a terminal, or whoever lays out text in it, does something at this character but show it.
fn is_obeyed(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            // Marks, embeddings, overrides and isolates that turn the reading direction.
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{206f}'
            // Ends of lines and paragraphs, the byte order mark, and what frames annotations.
            | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            // Letters that are there and are never seen.
            | '\u{e0000}'..='\u{e007f}')
}

fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.chars().any(&is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        match letter {
            _ if !is_escaped(letter) => shown.push(letter),
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push_str("\\t"),
            _ => {
                for unit in letter.encode_utf16(&mut [0; 2]) {
                    let _ = write!(shown, "\\u{unit:04x}");
                }
            }
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_shown() {
        let check = |text: &str, shown: &str| assert_eq!(line(text), shown);
        check("Mori 天元 – ö 🙂", "Mori 天元 – ö 🙂");
        check("\u{1b}[2J\u{7}", "\\u001b[2J\\u0007");
        check("a\u{9b}31mb\u{7f}", "a\\u009b31mb\\u007f");
        check("a\u{202e}b\u{2066}c\u{2069}", "a\\u202eb\\u2066c\\u2069");
        check("two\nlines\r\tand\u{2028}more", "two\\nlines\\r\\tand\\u2028more");
        check("\u{e0041}", "\\udb40\\udc41");
        // Letters of some languages join by it, and emoji.
        check("क्\u{200d}ष", "क्\u{200d}ष");
        assert_eq!(page("a\n\tb\r\u{1b}"), "a\n\tb\\r\\u001b");
    }

    proptest! {
        #[test]
        fn nothing_is_obeyed_and_json_stays_the_same(text in any::<String>()) {
            prop_assert!(!line(&text).chars().any(is_obeyed));
            prop_assert!(!page(&text).chars().any(|letter| is_obeyed(letter) && !"\n\t".contains(letter)));
            let json = serde_json::to_string_pretty(&[&text]).unwrap();
            let read: Vec<String> = serde_json::from_str(&page(&json)).unwrap();
            prop_assert_eq!(read, [text]);
        }
    }
}
