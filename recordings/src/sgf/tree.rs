//! SGF's syntax: nodes and properties, nothing of what they mean. Keeps the main line of each game; variations are
//! read over. Works without recursion, so that no depth of brackets can exhaust the stack.

use crate::malformed::{Malformed, excerpt};

/// A node of the main line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) properties: Vec<Property>,
}

/// A property, its values unescaped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Property {
    pub(super) name: String,
    /// Byte of the name in the text.
    pub(super) offset: usize,
    pub(super) values: Vec<String>,
}

impl Node {
    /// The property's first value.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        self.property(name)
            .and_then(|property| property.values.first())
            .map(String::as_str)
    }

    pub(super) fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name == name)
    }
}

/// The main lines of all games in a collection.
pub(super) fn parse(text: &str) -> Result<Vec<Vec<Node>>, Malformed> {
    let mut parser = Parser {
        text,
        at: 0,
        open: Vec::new(),
        games: Vec::new(),
        last: Last::None,
    };
    // What stands before the first game is somebody's mail header.
    parser.at = text.find('(').unwrap_or(text.len());
    while parser.step()? {}
    if !parser.open.is_empty() {
        let unclosed = parser.open.len();
        return Err(parser.fail(
            text.len(),
            format!("the file ends inside {unclosed} open brackets"),
            "is the file cut off?",
        ));
    }
    if parser.games.is_empty() {
        return Err(parser.fail(
            0,
            "no game".to_owned(),
            "an SGF file has a game in brackets: (;GM[4]SZ[15] …)",
        ));
    }
    Ok(parser.games)
}

/// An open bracket.
struct Open {
    /// Whether its nodes belong to the main line.
    main: bool,
    /// Whether a bracket inside it was opened already.
    branched: bool,
}

/// What a property may be added to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// Nothing: no node yet in these brackets.
    None,
    /// A node of a variation.
    Variation,
    /// The newest node of the main line.
    Main,
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    open: Vec<Open>,
    games: Vec<Vec<Node>>,
    last: Last,
}

impl Parser<'_> {
    fn step(&mut self) -> Result<bool, Malformed> {
        let Some(&byte) = self.text.as_bytes().get(self.at) else {
            return Ok(false);
        };
        match byte {
            b'(' => {
                let main = match self.open.last_mut() {
                    None => {
                        self.games.push(Vec::new());
                        true
                    }
                    Some(outer) => outer.main && !std::mem::replace(&mut outer.branched, true),
                };
                self.open.push(Open {
                    main,
                    branched: false,
                });
                self.last = Last::None;
                self.at += 1;
            }
            b')' => {
                if self.open.pop().is_none() {
                    return Err(self.fail(
                        self.at,
                        "a bracket is closed that was not open".to_owned(),
                        "remove it",
                    ));
                }
                self.last = Last::None;
                self.at += 1;
            }
            b';' => {
                let main = self.open.last().is_some_and(|open| open.main);
                self.last = if main { Last::Main } else { Last::Variation };
                if let (true, Some(game)) = (main, self.games.last_mut()) {
                    game.push(Node::default());
                }
                self.at += 1;
            }
            _ if byte.is_ascii_whitespace() => self.at += 1,
            _ if self.open.is_empty() => {
                // Between two games of a collection, as before the first.
                self.at = self.text[self.at..]
                    .find('(')
                    .map_or(self.text.len(), |next| self.at + next);
            }
            _ if byte.is_ascii_alphabetic() => self.property()?,
            _ => {
                let rest = excerpt(&self.text[self.at..]);
                return Err(self.fail(self.at, format!("no property at {rest}"), "is this an SGF file?"));
            }
        }
        Ok(true)
    }

    fn property(&mut self) -> Result<(), Malformed> {
        let offset = self.at;
        let rest = &self.text[offset..];
        let length = rest
            .find(|letter: char| !letter.is_ascii_alphabetic())
            .unwrap_or(rest.len());
        // Old files write SiZe for SZ.
        let name: String = rest[..length].chars().filter(char::is_ascii_uppercase).collect();
        self.at += length;
        let mut values = Vec::new();
        loop {
            let blank = self.text[self.at..].find(|letter: char| !letter.is_ascii_whitespace());
            let next = self.at + blank.unwrap_or(0);
            if self.text.as_bytes().get(next) != Some(&b'[') {
                break;
            }
            self.at = next + 1;
            values.push(self.value()?);
        }
        if values.is_empty() {
            let what = excerpt(&rest[..length]);
            return Err(self.fail(
                offset,
                format!("property {what} has no value"),
                "is this an SGF file?",
            ));
        }
        let property = Property { name, offset, values };
        match (self.last, self.games.last_mut().and_then(|game| game.last_mut())) {
            (Last::Main, Some(node)) => node.properties.push(property),
            (Last::Variation, _) => {}
            _ => {
                let message = format!("property {} stands before any node", excerpt(&property.name));
                return Err(self.fail(offset, message, "a node begins with a semicolon"));
            }
        }
        Ok(())
    }

    /// The value up to its closing bracket, which is passed. Escapes are undone; an escaped line end is none.
    fn value(&mut self) -> Result<String, Malformed> {
        let start = self.at;
        let mut value = String::new();
        let mut letters = self.text[start..].char_indices().peekable();
        while let Some((index, letter)) = letters.next() {
            match letter {
                ']' => {
                    self.at = start + index + 1;
                    return Ok(value);
                }
                '\\' => match letters.next() {
                    Some((_, '\r')) => {
                        letters.next_if(|&(_, letter)| letter == '\n');
                    }
                    Some((_, '\n')) | None => {}
                    Some((_, escaped)) => value.push(escaped),
                },
                '\r' => {
                    letters.next_if(|&(_, letter)| letter == '\n');
                    value.push('\n');
                }
                _ => value.push(letter),
            }
        }
        Err(self.fail(start, "a value is not closed".to_owned(), "is the file cut off?"))
    }

    fn fail(&self, offset: usize, message: String, hint: &str) -> Malformed {
        Malformed::new(self.text.as_bytes(), offset, message, hint)
    }
}
