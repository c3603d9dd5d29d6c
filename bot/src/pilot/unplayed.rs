//! Why a point was not played, or perhaps not: how far it came decides what the session is told. A part of the pilot.

use actuator::guard::{Broken, Refusal};

/// A point that was not played, or perhaps not.
#[derive(Debug)]
pub(super) enum Unplayed {
    /// Nothing was done that could have played it.
    Not(Refusal),
    /// The same, and what was looked for is not there: why, in words.
    Unseen(String),
    /// It may have been played: why it is open, in words; and what broke it off.
    Perhaps(String, Option<Refusal>),
}

impl From<Broken> for Unplayed {
    fn from(broken: Broken) -> Unplayed {
        let words = broken.to_string();
        match broken {
            Broken::Before(refusal) => Unplayed::Not(refusal),
            Broken::After(refusal) => Unplayed::Perhaps(words, Some(refusal)),
            Broken::Elsewhere(_) => Unplayed::Perhaps(words, None),
        }
    }
}

impl Unplayed {
    /// What was broken off after the point had been selected may have played it.
    pub(super) fn after_selecting(self) -> Unplayed {
        match self {
            Unplayed::Not(refusal) => {
                Unplayed::Perhaps(format!("selected and not confirmed: {refusal}"), Some(refusal))
            }
            Unplayed::Unseen(why) => Unplayed::Perhaps(format!("selected and not confirmed: {why}"), None),
            perhaps @ Unplayed::Perhaps(..) => perhaps,
        }
    }

    /// Moving a cursor about plays nothing.
    pub(super) fn while_moving(self) -> Unplayed {
        match self {
            Unplayed::Perhaps(_, Some(refusal)) => Unplayed::Not(refusal),
            Unplayed::Perhaps(why, None) => Unplayed::Unseen(why),
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use actuator::ground::Unpressed;

    use super::*;

    /// What is told to the session depends on how far it came.
    #[test]
    fn what_was_broken_off_after_selecting_may_have_been_played() {
        let held = || Refusal::Unpressed(Unpressed::Held);
        let before = Unplayed::from(Broken::Before(held()));
        assert!(matches!(before, Unplayed::Not(_)));
        assert!(matches!(before.after_selecting(), Unplayed::Perhaps(_, Some(_))));
        let after = Unplayed::from(Broken::After(held()));
        assert!(matches!(after, Unplayed::Perhaps(_, Some(_))));
        assert!(matches!(after.while_moving(), Unplayed::Not(_)));
        let elsewhere = Unplayed::from(Broken::Elsewhere("x".to_owned()));
        assert!(matches!(elsewhere, Unplayed::Perhaps(_, None)));
    }
}
