//! Openings that come with the program: those that favour nobody.

use referee::gomoku::Rule;

/// Openings in which no search sees an advantage, one a line, for boards of `size` lines by `rule`; made by
/// `tengen openings make`, whose settings are in the first lines.
pub fn balanced(size: u8, rule: Rule) -> Option<&'static str> {
    match (size, rule) {
        (15, Rule::Freestyle) => Some(include_str!("book/balanced15.txt")),
        _ => None,
    }
}
