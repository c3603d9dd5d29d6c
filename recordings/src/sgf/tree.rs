//! SGF's syntax: one game of a file after the other as nodes and properties, nothing of what they mean. Keeps the main
//! line of each game, and of it what its reader asks for; variations and everything else are read over. Works without
//! recursion, so that no depth of brackets can exhaust the stack, and holds one game at a time.
//!
//! A game that is broken ends where the next one begins: with its own closing bracket, or where a bracket opens a node
//! that begins as only the first node of a game does. Otherwise a missing bracket would swallow the rest of the file.

use crate::malformed::excerpt;

/// Properties of which more than the syntax counts.
const KEPT: [&str; 15] = [
    "GM", "SZ", "RU", "DT", "RE", "PB", "PW", "TM", "TENGEN", "AB", "AW", "B", "W", "BL", "WL",
];
/// Properties with which only the first node of a game begins.
const ROOT: [&str; 5] = ["FF", "GM", "SZ", "CA", "AP"];
/// What one game may hold of what is kept: about 60 bytes a move are usual, and no game has 500 moves.
const GAME_BYTES: usize = 1 << 20;
/// What a node or a value costs beside its letters.
const COST: usize = 32;
/// Variations of variations.
const DEPTH_MAX: usize = 10_000;
/// The longest beginning of a value that is taken for another game's first.
const FIRST_VALUE: usize = 20;

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

/// What is wrong, and at which byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trouble {
    pub(super) offset: usize,
    pub(super) message: String,
    pub(super) hint: &'static str,
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

/// One game after the other.
pub(super) struct Games<'a> {
    text: &'a str,
    at: usize,
    /// From this byte on no value is closed any more.
    unclosed_from: usize,
    /// Whether anything at all was yielded.
    any: bool,
}

/// A game's place in the text, and its main line.
pub(super) struct GameTree {
    pub(super) offset: usize,
    pub(super) nodes: Result<Vec<Node>, Trouble>,
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

/// A game as far as it is read.
struct Draft {
    open: Vec<Open>,
    nodes: Vec<Node>,
    last: Last,
    bytes: usize,
}

impl<'a> Games<'a> {
    /// What stands before the first game is somebody's mail header.
    pub(super) fn new(text: &'a str) -> Games<'a> {
        Games {
            text,
            at: next_start(text, 0),
            unclosed_from: usize::MAX,
            any: false,
        }
    }

    /// Whether another game follows.
    pub(super) fn has_more(&self) -> bool {
        self.at < self.text.len()
    }
}

impl Iterator for Games<'_> {
    type Item = GameTree;

    fn next(&mut self) -> Option<GameTree> {
        if !self.has_more() && self.any {
            return None;
        }
        self.any = true;
        let offset = self.at;
        if !self.has_more() {
            let message = "no game".to_owned();
            let hint = "an SGF file has a game in brackets: (;GM[4]SZ[15] …)";
            let nodes = Err(Trouble {
                offset: 0,
                message,
                hint,
            });
            return Some(GameTree { offset: 0, nodes });
        }
        let mut draft = Draft {
            open: Vec::new(),
            nodes: Vec::new(),
            last: Last::None,
            bytes: 0,
        };
        let read = match self.text.as_bytes()[offset] {
            b'(' => self.game(&mut draft).and_then(|()| self.nothing_left_over()),
            _ => Err(fail(
                offset,
                "no bracket opens this game".to_owned(),
                "a game is written (;GM[4] …)",
            )),
        };
        if let Err(trouble) = &read {
            self.pass_over(trouble.offset, draft.open.len());
        }
        self.at = next_start(self.text, self.at);
        let nodes = read.map(|()| draft.nodes);
        Some(GameTree { offset, nodes })
    }
}

impl Games<'_> {
    /// Reads from a game's opening bracket to behind its closing one.
    fn game(&mut self, draft: &mut Draft) -> Result<(), Trouble> {
        loop {
            let Some(&byte) = self.text.as_bytes().get(self.at) else {
                let message = format!("the file ends inside {} open brackets", draft.open.len());
                return Err(fail(self.text.len(), message, "is the file cut off?"));
            };
            match byte {
                b'(' if !draft.open.is_empty() && self.begins_game(self.at) => {
                    let message = format!("another game begins inside {} open brackets", draft.open.len());
                    return Err(fail(self.at, message, "close the game before it with a bracket"));
                }
                b'(' if draft.open.len() == DEPTH_MAX => {
                    let message = format!("more than {DEPTH_MAX} brackets inside each other");
                    return Err(fail(self.at, message, "is this an SGF file?"));
                }
                b'(' => {
                    let main = match draft.open.last_mut() {
                        None => true,
                        Some(outer) => outer.main && !std::mem::replace(&mut outer.branched, true),
                    };
                    draft.open.push(Open {
                        main,
                        branched: false,
                    });
                    draft.last = Last::None;
                    self.at += 1;
                }
                b')' => {
                    draft.open.pop();
                    draft.last = Last::None;
                    self.at += 1;
                    if draft.open.is_empty() {
                        return Ok(());
                    }
                }
                b';' => {
                    let main = draft.open.last().is_some_and(|open| open.main);
                    draft.last = if main { Last::Main } else { Last::Variation };
                    if main {
                        draft.nodes.push(Node::default());
                        self.grow(draft, COST)?;
                    }
                    self.at += 1;
                }
                _ if byte.is_ascii_whitespace() => self.at += 1,
                _ if byte.is_ascii_alphabetic() => self.property(draft)?,
                _ => {
                    let rest = excerpt(&self.text[self.at..]);
                    return Err(fail(
                        self.at,
                        format!("no property at {rest}"),
                        "is this an SGF file?",
                    ));
                }
            }
        }
    }

    fn grow(&self, draft: &mut Draft, bytes: usize) -> Result<(), Trouble> {
        draft.bytes += bytes;
        if draft.bytes > GAME_BYTES {
            let message = format!(
                "the game holds more than {} KiB of moves and names",
                GAME_BYTES >> 10
            );
            return Err(fail(self.at, message, "is this a game of Gomoku?"));
        }
        Ok(())
    }

    /// A game that goes on behind its last bracket lost a part of itself.
    fn nothing_left_over(&self) -> Result<(), Trouble> {
        let end = next_start(self.text, self.at);
        let rest = self.text[self.at..end].trim_start();
        let bytes = rest.as_bytes();
        let is_property = bytes
            .windows(2)
            .any(|pair| pair[0].is_ascii_uppercase() && pair[1] == b'[');
        // A byte that holds nothing may as well stand before the next game; a bracket too many has closed this one too soon.
        let is_stray = matches!(bytes, [b';' | b'[' | b']']);
        if is_property || !is_stray && rest.starts_with([';', ')', '[', ']']) {
            let offset = end - rest.len();
            let message = "the brackets close before the game ends".to_owned();
            return Err(fail(offset, message, "remove the bracket too many"));
        }
        Ok(())
    }

    fn property(&mut self, draft: &mut Draft) -> Result<(), Trouble> {
        let offset = self.at;
        let written = name_at(self.text, offset);
        // Old files write SiZe for SZ.
        let name: String = written.chars().filter(char::is_ascii_uppercase).collect();
        self.at += written.len();
        let keeps = draft.last == Last::Main && KEPT.contains(&name.as_str());
        let (mut values, mut any) = (Vec::new(), false);
        while self.text.as_bytes().get(after_blanks(self.text, self.at)) == Some(&b'[') {
            self.at = after_blanks(self.text, self.at) + 1;
            let end = self.end_of_value()?;
            if keeps {
                let value = unescaped(&self.text[self.at..end]);
                self.grow(draft, value.len() + COST)?;
                values.push(value);
            }
            self.at = end + 1;
            any = true;
        }
        if !any {
            let what = excerpt(written);
            let message = format!("property {what} has no value");
            return Err(fail(offset, message, "is this an SGF file?"));
        }
        match (draft.last, draft.nodes.last_mut()) {
            (Last::Main, Some(node)) if keeps => node.properties.push(Property { name, offset, values }),
            (Last::Main | Last::Variation, _) => {}
            _ => {
                let message = format!("property {} stands before any node", excerpt(&name));
                return Err(fail(offset, message, "a node begins with a semicolon"));
            }
        }
        Ok(())
    }

    /// The closing bracket of the value that begins here.
    fn end_of_value(&mut self) -> Result<usize, Trouble> {
        let start = self.at;
        let unclosed = |at| Trouble {
            offset: at,
            message: "a value is not closed".to_owned(),
            hint: "is the file cut off?",
        };
        if start >= self.unclosed_from {
            return Err(unclosed(start));
        }
        let bytes = self.text.as_bytes();
        let mut at = start;
        loop {
            match bytes.get(at) {
                None => {
                    // An escape may open what looks closed from elsewhere, but then only by this one bracket.
                    self.unclosed_from = start;
                    return Err(unclosed(start));
                }
                Some(b']') => break,
                Some(b'\\') => at += 2,
                Some(_) => at += 1,
            }
        }
        match game_inside(&self.text[start..at]) {
            Some(inside) => Err(unclosed(start + inside)),
            None => Ok(at),
        }
    }

    /// Goes on behind a game in which something is wrong at byte `from`, inside so many open brackets.
    fn pass_over(&mut self, from: usize, open: usize) {
        let bytes = self.text.as_bytes();
        let mut open = open.max(1);
        self.at = from.max(self.at);
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b'(' if self.begins_game(self.at) => return,
                b'(' => open += 1,
                b')' => open -= 1,
                b'[' => {
                    self.at += 1;
                    match self.end_of_value() {
                        Ok(end) => self.at = end,
                        Err(trouble) if trouble.offset > self.at => self.at = trouble.offset - 1,
                        Err(_) => return self.find_game(),
                    }
                }
                _ => {}
            }
            self.at += 1;
            if open == 0 {
                return;
            }
        }
    }

    /// Goes on at the next bracket that begins a game for sure; at the end if there is none.
    fn find_game(&mut self) {
        loop {
            self.at = next_start(self.text, self.at);
            if !self.has_more() || self.begins_game(self.at) {
                return;
            }
            self.at += 1;
        }
    }

    /// Whether a bracket opens the first node of a game.
    fn begins_game(&self, at: usize) -> bool {
        let semicolon = after_blanks(self.text, at + 1);
        self.text.as_bytes().get(at) == Some(&b'(') && is_first_node(self.text, semicolon)
    }
}

/// Whether a node here begins as only the first of a game does.
fn is_first_node(text: &str, semicolon: usize) -> bool {
    let bytes = text.as_bytes();
    if bytes.get(semicolon) != Some(&b';') {
        return false;
    }
    let first = after_blanks(text, semicolon + 1);
    let written = name_at(text, first);
    let name: String = written.chars().filter(char::is_ascii_uppercase).take(3).collect();
    ROOT.contains(&name.as_str()) && bytes.get(after_blanks(text, first + written.len())) == Some(&b'[')
}

/// The next bracket, or the first node of a game that lost its bracket.
fn next_start(text: &str, from: usize) -> usize {
    let is_start = |at: &usize| match text.as_bytes()[*at] {
        b'(' => true,
        b';' => is_first_node(text, *at),
        _ => false,
    };
    (from..text.len()).find(is_start).unwrap_or(text.len())
}

fn fail(offset: usize, message: String, hint: &'static str) -> Trouble {
    Trouble {
        offset,
        message,
        hint,
    }
}

/// Where in a value a move, a variation or another game begins, if the value ends within the first property of one: the
/// bracket that closes it was meant for that property. A bracket inside a value is escaped.
pub(super) fn game_inside(value: &str) -> Option<usize> {
    let bytes = value.as_bytes();
    let bracket = value.rfind('[')?;
    let short = value.len() - bracket <= FIRST_VALUE && !value[bracket..].contains('\\');
    let before = value[..bracket].trim_ascii_end();
    let letters = before.bytes().rev().take_while(u8::is_ascii_alphabetic).count();
    let (rest, name) = before.split_at(before.len() - letters);
    let rest = rest.trim_ascii_end().strip_suffix(';')?;
    let is_point = (1..=2).contains(&(value.len() - bracket - 1));
    if is_point && matches!(name, "B" | "W") {
        return Some(rest.len());
    }
    let rest = rest.trim_ascii_end();
    let start = rest.strip_suffix('(')?.len();
    let begins_line = value[..start]
        .trim_end_matches([' ', '\t'])
        .ends_with(['\n', '\r']);
    let is_name = !name.is_empty() && name.len() <= 10 && bytes[bracket] == b'[';
    (short && is_name && (begins_line || ROOT.contains(&name))).then_some(start)
}

fn after_blanks(text: &str, from: usize) -> usize {
    let blanks = text.as_bytes()[from.min(text.len())..]
        .iter()
        .take_while(|byte| byte.is_ascii_whitespace());
    from + blanks.count()
}

/// The letters at this byte.
fn name_at(text: &str, from: usize) -> &str {
    let letters = text.as_bytes()[from.min(text.len())..]
        .iter()
        .take_while(|byte| byte.is_ascii_alphabetic());
    let from = from.min(text.len());
    &text[from..from + letters.count()]
}

/// A value without its escapes. An escaped line end is none.
fn unescaped(value: &str) -> String {
    let mut plain = String::with_capacity(value.len());
    let mut letters = value.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some('\r') => {
                    letters.next_if_eq(&'\n');
                }
                Some('\n') | None => {}
                Some(escaped) => plain.push(escaped),
            },
            '\r' => {
                letters.next_if_eq(&'\n');
                plain.push('\n');
            }
            _ => plain.push(letter),
        }
    }
    plain
}
