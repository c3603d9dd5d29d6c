//! Notices: what somebody who is not there should hear of a session, as JSON and as environment variables. How they
//! are paced and sent is told in `throttle`, `sink` and `notifier`.

pub mod throttle;
pub mod sink;
pub mod notifier;

use serde::Serialize;

use crate::health::ResultCounts;
use base::legible;

/// What a notice is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum NoticeEvent {
    /// Something went wrong; the session goes on.
    Fault,
    /// The session ended in order.
    End,
    /// The session stopped for trouble.
    Stop,
}

impl NoticeEvent {
    /// One word.
    pub fn name(self) -> &'static str {
        match self {
            NoticeEvent::Fault => "fault",
            NoticeEvent::End => "end",
            NoticeEvent::Stop => "stop",
        }
    }
}

/// One notice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Notice {
    /// What it is about.
    pub event: NoticeEvent,
    /// In words.
    pub text: String,
    /// A fault's kind, one word; `several` for many in one notice.
    pub kind: Option<String>,
    /// Faults that it stands for.
    pub faults: u32,
    /// When, in Unix milliseconds.
    pub at_ms: i64,
    /// The session's id.
    pub session: String,
    /// The client profile's name.
    pub client: String,
    /// The engine's spec.
    pub engine: String,
    /// Games so far.
    pub games: ResultCounts,
}

impl Notice {
    /// The contract that webhooks rely on; a command gets it on its standard input.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a notice is plain data")
    }

    /// The same for a command's environment.
    pub fn variables(&self) -> [(&'static str, String); 12] {
        let ResultCounts {
            won,
            lost,
            drawn,
            aborted,
        } = self.games;
        [
            ("TENGEN_EVENT", self.event.name().to_owned()),
            ("TENGEN_TEXT", legible::line(&self.text).into_owned()),
            ("TENGEN_KIND", self.kind.clone().unwrap_or_default()),
            ("TENGEN_FAULTS", self.faults.to_string()),
            ("TENGEN_AT_MS", self.at_ms.to_string()),
            ("TENGEN_SESSION", self.session.clone()),
            ("TENGEN_CLIENT", self.client.clone()),
            ("TENGEN_ENGINE", self.engine.clone()),
            ("TENGEN_WON", won.to_string()),
            ("TENGEN_LOST", lost.to_string()),
            ("TENGEN_DRAWN", drawn.to_string()),
            ("TENGEN_ABORTED", aborted.to_string()),
        ]
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn fault(kind: &str) -> Notice {
        Notice {
            event: NoticeEvent::Fault,
            text: format!("it is {kind}"),
            kind: Some(kind.to_owned()),
            faults: 1,
            at_ms: 1_700_000_000_000,
            session: "s".to_owned(),
            client: "bovo".to_owned(),
            engine: "random".to_owned(),
            games: ResultCounts {
                won: 3,
                ..ResultCounts::default()
            },
        }
    }

    #[test]
    fn a_notice_as_json() {
        assert_eq!(
            fault("blind").to_json(),
            r#"{"event":"fault","text":"it is blind","kind":"blind","faults":1,"at_ms":1700000000000,"session":"s","client":"bovo","engine":"random","games":{"won":3,"lost":0,"drawn":0,"aborted":0}}"#
        );
    }
}
