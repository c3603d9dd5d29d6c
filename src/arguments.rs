//! Values on the command line that several commands take.

use referee::gomoku::Rule;

/// A rule's name, for the command line.
pub(crate) fn rule(name: &str) -> Result<Rule, String> {
    Rule::from_name(name).ok_or_else(|| "rules are freestyle, standard and renju".to_owned())
}
