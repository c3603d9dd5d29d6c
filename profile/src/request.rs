//! What an opponent may ask for beside the moves, and the rules by which it is answered. Data only: the session weighs
//! a request by these rules, the pilot carries the answer out.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, MapAccess, Visitor, value::MapAccessDeserializer},
};

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// The opponent wants to take its last move back.
    TakeBack,
    /// The opponent offers a draw.
    Draw,
    /// The opponent wants another game.
    Rematch,
}

impl Request {
    /// In words, for people.
    pub fn words(self) -> &'static str {
        match self {
            Request::TakeBack => "a take-back",
            Request::Draw => "a draw",
            Request::Rematch => "a rematch",
        }
    }
}

/// What is said to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestAnswer {
    /// Yes.
    Accept,
    /// No.
    Decline,
}

impl RequestAnswer {
    /// In words, for people.
    pub fn words(self) -> &'static str {
        match self {
            RequestAnswer::Accept => "accepted",
            RequestAnswer::Decline => "declined",
        }
    }
}

/// How often a kind of request is granted.
///
/// Spelled `"decline"`, `"accept"`, or a number: so often at most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grant {
    /// Never.
    #[default]
    Never,
    /// Always.
    Always,
    /// So often at most.
    AtMost(u32),
}

impl Grant {
    /// Whether one more is granted after so many.
    pub fn allows(self, granted: u32) -> bool {
        match self {
            Grant::Never => false,
            Grant::Always => true,
            Grant::AtMost(most) => granted < most,
        }
    }
}

/// When a draw is agreed to.
///
/// Spelled `"decline"`, `"accept"`, or `{ at_most = 0, moves = 4 }`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DrawRule {
    /// Never.
    #[default]
    Never,
    /// Always.
    Always,
    /// By what the engine makes of the game.
    ByScore(DrawScore),
}

impl DrawRule {
    /// Whether a score, from our side, counts for a draw. A move without a score does not.
    pub fn is_even(self, score: Option<i32>) -> bool {
        match self {
            DrawRule::ByScore(rule) => score.is_some_and(|score| score <= rule.at_most),
            DrawRule::Never | DrawRule::Always => false,
        }
    }

    /// Whether it is agreed to after so many of our moves in a row that counted for a draw.
    pub fn allows(self, moves: u32) -> bool {
        match self {
            DrawRule::Never => false,
            DrawRule::Always => true,
            DrawRule::ByScore(rule) => moves >= rule.moves,
        }
    }
}

/// A game in which there is nothing to be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawScore {
    /// The engine's score, from our side, was at most this …
    pub at_most: i32,
    /// … for so many of our moves in a row; 1 or more.
    pub moves: u32,
}

const DECLINE: &str = "decline";
const ACCEPT: &str = "accept";

impl Serialize for Grant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Grant::Never => serializer.serialize_str(DECLINE),
            Grant::Always => serializer.serialize_str(ACCEPT),
            Grant::AtMost(most) => serializer.serialize_u32(*most),
        }
    }
}

/// Hand-written, so that a wrong value is told what would be right.
impl<'de> Deserialize<'de> for Grant {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Grant, D::Error> {
        struct Spelling;

        impl Visitor<'_> for Spelling {
            type Value = Grant;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("\"decline\", \"accept\" or how often at most")
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<Grant, E> {
                match word {
                    DECLINE => Ok(Grant::Never),
                    ACCEPT => Ok(Grant::Always),
                    other => Err(E::invalid_value(serde::de::Unexpected::Str(other), &self)),
                }
            }

            fn visit_i64<E: Error>(self, most: i64) -> Result<Grant, E> {
                u32::try_from(most)
                    .map(Grant::AtMost)
                    .map_err(|_| E::invalid_value(serde::de::Unexpected::Signed(most), &self))
            }

            fn visit_u64<E: Error>(self, most: u64) -> Result<Grant, E> {
                u32::try_from(most)
                    .map(Grant::AtMost)
                    .map_err(|_| E::invalid_value(serde::de::Unexpected::Unsigned(most), &self))
            }
        }

        deserializer.deserialize_any(Spelling)
    }
}

impl Serialize for DrawRule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            DrawRule::Never => serializer.serialize_str(DECLINE),
            DrawRule::Always => serializer.serialize_str(ACCEPT),
            DrawRule::ByScore(rule) => rule.serialize(serializer),
        }
    }
}

/// As for [`Grant`].
impl<'de> Deserialize<'de> for DrawRule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<DrawRule, D::Error> {
        struct Spelling;

        impl<'de> Visitor<'de> for Spelling {
            type Value = DrawRule;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("\"decline\", \"accept\" or { at_most = SCORE, moves = COUNT }")
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<DrawRule, E> {
                match word {
                    DECLINE => Ok(DrawRule::Never),
                    ACCEPT => Ok(DrawRule::Always),
                    other => Err(E::invalid_value(serde::de::Unexpected::Str(other), &self)),
                }
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<DrawRule, A::Error> {
                DrawScore::deserialize(MapAccessDeserializer::new(map)).map(DrawRule::ByScore)
            }
        }

        deserializer.deserialize_any(Spelling)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Rules {
        take_back: Grant,
        draw: DrawRule,
    }

    #[test]
    fn rules_are_spelled_as_they_are_read() {
        let by_score = DrawRule::ByScore(DrawScore {
            at_most: -20,
            moves: 3,
        });
        for (take_back, draw) in [
            (Grant::Never, DrawRule::Never),
            (Grant::Always, DrawRule::Always),
            (Grant::AtMost(2), by_score),
        ] {
            let rules = Rules { take_back, draw };
            let written = toml::to_string(&rules).unwrap();
            assert_eq!(toml::from_str::<Rules>(&written).unwrap(), rules, "{written}");
        }
        let read = toml::from_str("take_back = 2\ndraw = { at_most = -20, moves = 3 }");
        assert_eq!(
            read,
            Ok(Rules {
                take_back: Grant::AtMost(2),
                draw: by_score
            })
        );
    }

    #[test]
    fn what_is_no_rule_is_told_what_would_be() {
        let wrong = |text: &str| toml::from_str::<Rules>(text).unwrap_err().to_string();
        let often = "expected \"decline\", \"accept\" or how often at most";
        for value in ["\"maybe\"", "-1", "5000000000", "true"] {
            let told = wrong(&format!("take_back = {value}\ndraw = \"decline\""));
            assert!(told.contains(often), "{told}");
        }
        let told = wrong("take_back = 1\ndraw = 7");
        assert!(told.contains("{ at_most = SCORE, moves = COUNT }"), "{told}");
        let told = wrong("take_back = 1\ndraw = { below = 7, moves = 1 }");
        assert!(told.contains("unknown field `below`"), "{told}");
    }

    #[test]
    fn grants_run_out() {
        let allowed = |grant: Grant| [0, 1, 2].map(|granted| grant.allows(granted));
        assert_eq!(allowed(Grant::Never), [false; 3]);
        assert_eq!(allowed(Grant::Always), [true; 3]);
        assert_eq!(allowed(Grant::AtMost(2)), [true, true, false]);
    }

    #[test]
    fn draws_follow_the_score() {
        let rule = DrawRule::ByScore(DrawScore {
            at_most: 10,
            moves: 2,
        });
        let even = [Some(10), Some(-900), Some(11), None].map(|score| rule.is_even(score));
        assert_eq!(even, [true, true, false, false]);
        assert_eq!([0, 1, 2].map(|moves| rule.allows(moves)), [false, false, true]);
        assert!(DrawRule::Always.allows(0) && !DrawRule::Never.allows(9));
    }
}
