//! A page for whoever asked for what is not to be had.

use maud::html;

use crate::{frame::bare, mode::Mode, reply::Reply};

/// A page that says what is wrong.
pub(crate) fn trouble(mode: Mode, status: u16, title: &str, what: &str, hint: &str) -> Reply {
    let body = html! { h1 { (title) } p { (base::legible::line(what)) } p class="soft" { (base::legible::line(hint)) } };
    Reply::page(bare(mode, "", title, &body)).status(status)
}
