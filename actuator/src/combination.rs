//! A key combination as text: `ctrl+n`, `shift+F10`, `Escape`. Names are those that people know; case does not
//! matter. Which code a system has for a key is the pointer's business.

use std::str::FromStr;

use crate::error::PointerError;

/// A key that is held while another one is struck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modifier {
    /// `ctrl` or `control`.
    Control,
    /// `alt`.
    Alt,
    /// `shift`.
    Shift,
    /// `super`, `meta`, `win` or `cmd`.
    Super,
}

/// The key that is struck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// The key that makes this character; lower case for letters.
    Character(char),
    /// `F1` to `F12`.
    Function(u8),
    /// `Escape` or `Esc`.
    Escape,
    /// `Return` or `Enter`.
    Return,
    /// `Space`.
    Space,
    /// `Tab`.
    Tab,
    /// `Backspace`.
    Backspace,
    /// `Delete` or `Del`.
    Delete,
    /// `Pause`.
    Pause,
    /// `Home`.
    Home,
    /// `End`.
    End,
    /// `PageUp`.
    PageUp,
    /// `PageDown`.
    PageDown,
    /// `Left`.
    Left,
    /// `Right`.
    Right,
    /// `Up`.
    Up,
    /// `Down`.
    Down,
}

/// Keys to hold, and one to strike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combination {
    /// Held in this order.
    pub modifiers: Vec<Modifier>,
    /// Struck while they are held.
    pub key: Key,
}

impl FromStr for Combination {
    type Err = PointerError;

    /// # Errors
    /// [`PointerError::UnknownKey`] with the whole text.
    fn from_str(text: &str) -> Result<Combination, PointerError> {
        let unknown = || PointerError::UnknownKey(text.to_owned());
        // The plus sign itself can be the key: `+`, `ctrl++`.
        let (held, key) = match text.strip_suffix("++") {
            Some(held) => (Some(held), "+"),
            None if text == "+" => (None, "+"),
            None => text
                .rsplit_once('+')
                .map_or((None, text), |(held, key)| (Some(held), key)),
        };
        let modifiers = held.map_or(Some(Vec::new()), |held| held.split('+').map(modifier).collect());
        Ok(Combination {
            modifiers: modifiers.ok_or_else(unknown)?,
            key: struck(key).ok_or_else(unknown)?,
        })
    }
}

fn modifier(name: &str) -> Option<Modifier> {
    Some(match name.trim().to_ascii_lowercase().as_str() {
        "ctrl" | "control" => Modifier::Control,
        "alt" => Modifier::Alt,
        "shift" => Modifier::Shift,
        "super" | "meta" | "win" | "cmd" => Modifier::Super,
        _ => return None,
    })
}

fn struck(name: &str) -> Option<Key> {
    let name = name.trim().to_ascii_lowercase();
    let mut letters = name.chars();
    if let (Some(only), None) = (letters.next(), letters.next()) {
        return (!only.is_control()).then_some(Key::Character(only));
    }
    if let Some(number) = name
        .strip_prefix('f')
        .and_then(|digits| digits.parse::<u8>().ok())
    {
        return (1..=12).contains(&number).then_some(Key::Function(number));
    }
    Some(match name.as_str() {
        "escape" | "esc" => Key::Escape,
        "return" | "enter" => Key::Return,
        "space" => Key::Space,
        "tab" => Key::Tab,
        "backspace" => Key::Backspace,
        "delete" | "del" => Key::Delete,
        "pause" => Key::Pause,
        "home" => Key::Home,
        "end" => Key::End,
        "pageup" => Key::PageUp,
        "pagedown" => Key::PageDown,
        "left" => Key::Left,
        "right" => Key::Right,
        "up" => Key::Up,
        "down" => Key::Down,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<(&[Modifier], Key)>) {
        let parsed = text.parse::<Combination>().ok();
        let expected = expected.map(|(modifiers, key)| Combination {
            modifiers: modifiers.to_vec(),
            key,
        });
        assert_eq!(parsed, expected, "{text:?}");
    }

    #[test]
    fn combinations_are_read() {
        use Modifier::{Alt, Control, Shift};
        check("ctrl+n", Some((&[Control], Key::Character('n'))));
        check("Ctrl+Shift+N", Some((&[Control, Shift], Key::Character('n'))));
        check("F2", Some((&[], Key::Function(2))));
        check("f", Some((&[], Key::Character('f'))));
        check("alt+F4", Some((&[Alt], Key::Function(4))));
        check("esc", Some((&[], Key::Escape)));
        check("Enter", Some((&[], Key::Return)));
        check("+", Some((&[], Key::Character('+'))));
        check("ctrl++", Some((&[Control], Key::Character('+'))));
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "ctrl+", "F0", "F13", "hyper+n", "n+ctrl", "Esacpe", "\n"] {
            check(text, None);
        }
    }
}
