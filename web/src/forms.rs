//! The forms of our pages: their fields, and what those are called.

use maud::{Markup, html};
use watch::control::ControlVerb;

/// The name of the field that holds the token.
pub(crate) const TOKEN: &str = "token";
/// The name of the field that says what a session is to do.
pub(crate) const VERB: &str = "verb";

/// The name of the field that says what is to become of an analysis.
pub(crate) const DO: &str = "do";

/// The name of the field that says which opponent is meant.
pub(crate) const OPPONENT: &str = "opponent";
/// The name of the field that says who this one turned out to be.
pub(crate) const INTO: &str = "into";
/// The name of the field that says what somebody is called.
pub(crate) const NAME: &str = "name";

/// The field that every form has.
pub(crate) fn token(token: &str) -> Markup {
    html! { input type="hidden" name=(TOKEN) value=(token); }
}

/// A button that asks a session.
pub(crate) fn button(session: &str, verb: ControlVerb, words: &str) -> Markup {
    html! { button type="submit" id={ (verb.name()) "-" (session) } name=(VERB) value=(verb.name()) { (words) } }
}
