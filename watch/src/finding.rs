//! What a look after something found: whether it is as it should be, and what to do about it. What is looked after is not
//! known here.

use serde_json::{Value, json};

/// How a check went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FindingState {
    /// As it should be.
    Ok,
    /// A session can be played, but something will be missing.
    Warning,
    /// No session can be played like this.
    Failed,
}

impl FindingState {
    /// `ok`, `warning` or `failed`.
    pub fn name(self) -> &'static str {
        match self {
            FindingState::Ok => "ok",
            FindingState::Warning => "warning",
            FindingState::Failed => "failed",
        }
    }
}

/// What one check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What was checked, in a word or two.
    pub check: &'static str,
    /// How it went.
    pub state: FindingState,
    /// What was found.
    pub detail: String,
    /// What to do about it; empty if nothing is to be done.
    pub remedy: String,
}

impl Finding {
    /// All is well.
    pub fn ok(check: &'static str, detail: impl Into<String>) -> Finding {
        Finding {
            check,
            state: FindingState::Ok,
            detail: detail.into(),
            remedy: String::new(),
        }
    }

    /// Something will be missing.
    pub fn warning(check: &'static str, detail: impl Into<String>, remedy: impl Into<String>) -> Finding {
        Finding {
            check,
            state: FindingState::Warning,
            detail: detail.into(),
            remedy: remedy.into(),
        }
    }

    /// No session can be played like this.
    pub fn failed(check: &'static str, detail: impl Into<String>, remedy: impl Into<String>) -> Finding {
        Finding {
            state: FindingState::Failed,
            ..Finding::warning(check, detail, remedy)
        }
    }

    /// One line, and one more for the remedy.
    pub fn to_text(&self) -> String {
        let mut text = format!("{:<8} {}: {}", self.state.name(), self.check, self.detail);
        if !self.remedy.is_empty() {
            text.push_str(&format!("\n         hint: {}", self.remedy));
        }
        text
    }

    /// The contract that scripts rely on: check, state, detail, remedy.
    pub fn to_json(&self) -> Value {
        json!({
            "check": self.check,
            "state": self.state.name(),
            "detail": self.detail,
            "remedy": self.remedy,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_for_people_and_for_scripts() {
        let finding = Finding::failed("disk", "it is full", "make room");
        assert_eq!(
            finding.to_text(),
            "failed   disk: it is full\n         hint: make room"
        );
        assert_eq!(
            finding.to_json(),
            json!({"check": "disk", "state": "failed", "detail": "it is full", "remedy": "make room"})
        );
        assert_eq!(
            Finding::ok("disk", "4 GiB are free").to_text(),
            "ok       disk: 4 GiB are free"
        );
        assert!(FindingState::Ok < FindingState::Warning && FindingState::Warning < FindingState::Failed);
    }
}
