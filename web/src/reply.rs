//! What an address is answered with: bytes, what they are, and how long they may be kept. Knows no network.

use maud::Markup;

/// An answer.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    /// As in HTTP.
    pub(crate) status: u16,
    /// The media type.
    pub(crate) kind: &'static str,
    /// What it is.
    pub(crate) body: Vec<u8>,
    /// The name under which it is to be kept, if it is to be kept and not shown.
    pub(crate) file_name: Option<String>,
    /// Where the caller is to go on.
    pub(crate) location: Option<String>,
    /// Whether this address will always be answered so.
    pub(crate) keeps: bool,
}

impl Reply {
    /// This, well.
    pub(crate) fn of(kind: &'static str, body: impl Into<Vec<u8>>) -> Reply {
        Reply {
            status: 200,
            kind,
            body: body.into(),
            file_name: None,
            location: None,
            keeps: false,
        }
    }

    /// A page.
    pub(crate) fn page(page: Markup) -> Reply {
        Reply::of("text/html; charset=utf-8", page.into_string())
    }

    /// What was asked for is done: how it stands now is shown there.
    pub(crate) fn see(location: String) -> Reply {
        Reply {
            status: 303,
            location: Some(location),
            ..Reply::of("text/plain; charset=utf-8", "")
        }
    }

    /// A value.
    pub(crate) fn json(value: &serde_json::Value) -> Reply {
        Reply::of("application/json", format!("{value:#}\n"))
    }

    /// A picture that stays as it is.
    pub(crate) fn picture(png: Vec<u8>) -> Reply {
        Reply {
            keeps: true,
            ..Reply::of("image/png", png)
        }
    }

    /// The same with another status.
    pub(crate) fn status(self, status: u16) -> Reply {
        Reply { status, ..self }
    }
}
