//! The words of an address after its question mark: read from any bytes, and spelled so that every reader takes them for what
//! they are. What they mean is not known here.

use std::fmt::Write as _;

/// Words of an address at most; more are not looked at.
const WORDS_MAX: usize = 64;

/// Names and values, in the order in which they stand there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Words(pub(crate) Vec<(String, String)>);

impl Words {
    /// Reads `name=value&name=value`. What is no UTF-8 is replaced.
    pub(crate) fn read(text: &str) -> Words {
        let pieces = text.split('&').filter(|piece| !piece.is_empty());
        let pair = |piece: &str| {
            let (name, value) = piece.split_once('=').unwrap_or((piece, ""));
            (plain(name), plain(value))
        };
        Words(pieces.take(WORDS_MAX).map(pair).collect())
    }

    /// The last value of this name that is not empty.
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        let values = self
            .0
            .iter()
            .rev()
            .filter(|(known, value)| known == name && !value.is_empty());
        values.map(|(_, value)| value.as_str()).next()
    }

    /// The last value of this name, if it is a number.
    pub(crate) fn number<N: std::str::FromStr>(&self, name: &str) -> Option<N> {
        self.value(name)?.parse().ok()
    }

    /// The same with another value for this name; without it if the value is empty.
    #[must_use]
    pub(crate) fn with(mut self, name: &str, value: &str) -> Words {
        self.0.retain(|(known, _)| known != name);
        if !value.is_empty() {
            self.0.push((name.to_owned(), value.to_owned()));
        }
        self
    }

    /// `path?name=value`, ready for a link.
    pub(crate) fn after(&self, path: &str) -> String {
        let mut address = path.to_owned();
        for (index, (name, value)) in self.0.iter().enumerate() {
            address.push(if index == 0 { '?' } else { '&' });
            spell(&mut address, name);
            address.push('=');
            spell(&mut address, value);
        }
        address
    }
}

/// A number as addresses have it: digits and nothing else.
pub(crate) fn number_of(word: &str) -> Option<i64> {
    let is_number = !word.is_empty() && word.len() < 16 && word.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| word.parse().ok()).flatten()
}

/// Writes text so that it is one word of an address.
fn spell(address: &mut String, text: &str) {
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                address.push(char::from(byte))
            }
            b' ' => address.push('+'),
            _ => {
                let _ = write!(address, "%{byte:02X}");
            }
        }
    }
}

/// The text of a word of an address.
pub(crate) fn plain(word: &str) -> String {
    let mut bytes = Vec::with_capacity(word.len());
    let mut rest = word.bytes();
    while let Some(byte) = rest.next() {
        let digit = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16));
        let mut ahead = rest.clone();
        match (byte, digit(ahead.next()), digit(ahead.next())) {
            (b'+', ..) => bytes.push(b' '),
            (b'%', Some(high), Some(low)) => {
                bytes.push((high * 16 + low) as u8);
                rest = ahead;
            }
            _ => bytes.push(byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_are_read() {
        let check = |text: &str, expected: &[(&str, &str)]| {
            let expected = expected
                .iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
            assert_eq!(Words::read(text), Words(expected.collect()), "{text}");
        };
        check("", &[]);
        check("a=1&b=x+y%21&&c", &[("a", "1"), ("b", "x y!"), ("c", "")]);
        check("a=%zz%4&b=%ff", &[("a", "%zz%4"), ("b", "\u{fffd}")]);
        check("a=1=2", &[("a", "1=2")]);
        let words = Words::read("a=1&a=2&b=3");
        assert_eq!(
            (words.value("a"), words.number::<u8>("b"), words.value("c")),
            (Some("2"), Some(3), None)
        );
        assert_eq!(words.with("a", "").after("/games"), "/games?b=3");
    }

    proptest! {
        #[test]
        fn what_is_spelled_is_read_again(pairs in proptest::collection::vec((any::<String>(), any::<String>()), 0..9)) {
            let words = Words(pairs);
            let address = words.after("/p");
            prop_assert!(!address.contains(['"', '<', '\'', ' ']));
            let read = Words::read(address.split_once('?').map_or("", |(_, words)| words));
            prop_assert_eq!(read, words);
        }
    }
}
