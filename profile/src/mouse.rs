//! How a point is played on a client, as its profile says: by which button, by a click, a drag or the keyboard's cursor, and
//! whether it has to be confirmed. Data and its checks; what is done with it is the pilot's business.

use actuator::{combination::Combination, gesture};
use serde::{Deserialize, Serialize};

use crate::screen::SoughtTemplate;
use base::user_error::UserError;

/// Milliseconds that the pointer rests on a pixel before and after a click, for clients that follow it slowly.
pub const SETTLE_MS: u64 = 30;

/// `[mouse]` of a profile.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mouse {
    /// A pixel of the window's content; if left out, one beside the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub park: Option<(i32, i32)>,
    /// Milliseconds that the pointer rests on a point before it clicks there; [`crate::mouse::SETTLE_MS`] if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rest_ms: Option<u64>,
    /// Pixels right and down from a point's centre to where it is clicked, for clients that take clicks elsewhere than they
    /// draw. Less than half a point's pitch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aim: Option<(i32, i32)>,
    /// The button that plays a point; the left one if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub button: Option<ProfileButton>,
    /// What is done with it.
    #[serde(default, skip_serializing_if = "is_click")]
    pub play: Play,
    /// What has to follow before the stone is put, for clients that only select a point at first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirm: Option<Confirm>,
    /// Milliseconds from selecting to confirming; [`CONFIRM_AFTER_MS`] if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirm_after_ms: Option<u64>,
}

/// The usual time from selecting a point to confirming it, in milliseconds: two clicks so far apart are no double click on
/// any desktop.
pub const CONFIRM_AFTER_MS: u64 = 600;
/// The greatest time that a profile may ask for.
const CONFIRM_AFTER_MAX_MS: u64 = 10_000;
/// The usual time between two strokes of the keyboard's cursor, in milliseconds.
const STROKE_MS: u64 = 20;
/// The greatest time that a profile may ask for.
const STROKE_MAX_MS: u64 = 1_000;

/// A button of the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProfileButton {
    /// The main one.
    Left,
    /// The middle one, or the wheel.
    Middle,
    /// The one for context menus.
    Right,
}

impl From<ProfileButton> for gesture::Button {
    fn from(button: ProfileButton) -> gesture::Button {
        match button {
            ProfileButton::Left => gesture::Button::Left,
            ProfileButton::Middle => gesture::Button::Middle,
            ProfileButton::Right => gesture::Button::Right,
        }
    }
}

/// What plays a point.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Play {
    /// A click on it.
    #[default]
    Click,
    /// Two quick clicks on it.
    DoubleClick,
    /// The pointer rests on it, and a key confirms.
    Hover,
    /// The button goes down on a pixel of the content, as in a bowl of stones, and up on the point.
    DragFrom(DragStart),
    /// The button goes down so many pixels right and down of the point, and up on it.
    DragBy((i32, i32)),
    /// The ball is dragged to the point from where it lies.
    DragBall,
    /// A click on the ball where it lies, and one on the point.
    ClickBall,
    /// Keys move a cursor over the board, and one plays the point under it.
    Cursor(Cursor),
}

fn is_click(play: &Play) -> bool {
    *play == Play::Click
}

/// Where a drag begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum DragStart {
    /// On one pixel of the content, whoever we are.
    Anywhere((i32, i32)),
    /// By our seat.
    BySeat {
        /// While we move first.
        first: (i32, i32),
        /// While we move second.
        second: (i32, i32),
    },
}

/// The keyboard's cursor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cursor {
    /// How it is known where the cursor stands before it is moved.
    pub home: CursorHome,
    /// The key that plays the point under it.
    pub place: String,
    /// The keys that move it left, right, up and down; the arrows if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<[String; 4]>,
    /// A PNG in the profile's folder: the cursor as it looks on an empty point. Nothing is played unless it is seen on the
    /// point that is meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<String>,
    /// Milliseconds between two strokes; 20 if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every_ms: Option<u64>,
}

impl Cursor {
    /// The keys that move it left, right, up and down.
    pub fn moves(&self) -> [&str; 4] {
        match &self.moves {
            Some([left, right, up, down]) => [left, right, up, down],
            None => ["Left", "Right", "Up", "Down"],
        }
    }

    /// Milliseconds between two strokes.
    pub fn every_ms(&self) -> u64 {
        self.every_ms.unwrap_or(STROKE_MS)
    }

    fn keys(&self) -> impl Iterator<Item = &str> {
        let home: &[String] = match &self.home {
            CursorHome::Keys { keys, .. } => keys,
            CursorHome::Known(_) => &[],
        };
        let moves = self.moves().into_iter();
        moves.chain(home.iter().map(String::as_str)).chain([&*self.place])
    }
}

/// How it is known where the keyboard's cursor stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum CursorHome {
    /// By itself.
    Known(Known),
    /// These keys bring it to a point.
    Keys {
        /// In order.
        keys: Vec<String>,
        /// Column and row as they are seen, from the top left.
        at: (u8, u8),
    },
}

/// What tells where the cursor stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Known {
    /// It stops at the board's edges: enough strokes bring it into a corner.
    Edges,
    /// Its picture is found on the board.
    Seen,
}

/// What confirms a point that was selected.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Confirm {
    /// The same once more.
    Again,
    /// A key combination.
    Key(String),
    /// A click on a pixel of the content, with the left button.
    Click((i32, i32)),
    /// A click in the middle of a template, once it is seen.
    ClickTemplate(SoughtTemplate),
}

impl Mouse {
    /// The button that plays a point.
    pub fn button(&self) -> gesture::Button {
        self.button.unwrap_or(ProfileButton::Left).into()
    }

    /// Milliseconds from selecting to confirming.
    pub fn confirm_after_ms(&self) -> u64 {
        self.confirm_after_ms.unwrap_or(CONFIRM_AFTER_MS)
    }

    /// The templates that it names.
    pub fn templates(&self) -> impl Iterator<Item = &str> {
        let confirm = match &self.confirm {
            Some(Confirm::ClickTemplate(sought)) => Some(sought.template()),
            _ => None,
        };
        let cursor = match &self.play {
            Play::Cursor(cursor) => cursor.seen.as_deref(),
            _ => None,
        };
        confirm.into_iter().chain(cursor)
    }

    /// What plays a point, for people: `a double click with the middle button, then Return`.
    pub fn words(&self) -> String {
        let with = match self.button {
            Some(ProfileButton::Middle) => " with the middle button",
            Some(ProfileButton::Right) => " with the right button",
            Some(ProfileButton::Left) | None => "",
        };
        let play = match &self.play {
            Play::Click => format!("a click{with}"),
            Play::DoubleClick => format!("a double click{with}"),
            Play::Hover => "the pointer on it".to_owned(),
            Play::DragFrom(DragStart::Anywhere((x, y))) => format!("a drag{with} from {x},{y}"),
            Play::DragFrom(DragStart::BySeat { first, second }) => format!(
                "a drag{with} from {},{} as first, {},{} as second",
                first.0, first.1, second.0, second.1
            ),
            Play::DragBall => format!("a drag{with} from the ball"),
            Play::ClickBall => format!("a click{with} on the ball and one on it"),
            Play::DragBy((x, y)) => format!("a drag{with} that begins {x},{y} beside it"),
            Play::Cursor(cursor) => format!("the keyboard's cursor and {}", cursor.place),
        };
        match &self.confirm {
            None => play,
            Some(Confirm::Again) => format!("{play}, then the same again"),
            Some(Confirm::Key(key)) => format!("{play}, then {key}"),
            Some(Confirm::Click((x, y))) => format!("{play}, then a click on {x},{y}"),
            Some(Confirm::ClickTemplate(sought)) => {
                format!("{play}, then a click on {}", sought.template())
            }
        }
    }

    /// Whether it can be done on a board with so many columns, if that is known.
    ///
    /// # Errors
    /// What cannot be. `shown` is the profile's name for people.
    pub fn check(&self, columns: Option<u8>, shown: &str) -> Result<(), UserError> {
        let wrong = |what: String, hint: &str| Err(UserError::new(format!("{shown}: [mouse] {what}"), hint));
        let no_button = matches!(self.play, Play::Hover | Play::Cursor(_));
        if no_button && let Some(button) = self.button {
            let name = format!("{button:?}").to_lowercase();
            return wrong(
                format!("button = {name:?} is never pressed by this play"),
                "leave the button out",
            );
        }
        if let Some(key) = self.wrong_key() {
            return wrong(
                format!("{key:?} is no key"),
                "keys are written as ctrl+n, Return, Space, Left, F2",
            );
        }
        if let Some(ms) = self.confirm_after_ms {
            if self.confirm.is_none() {
                return wrong(
                    format!("confirm_after_ms = {ms} without confirm"),
                    "say what confirms a point: confirm = \"again\", or leave both out",
                );
            }
            if ms > CONFIRM_AFTER_MAX_MS {
                return wrong(
                    format!("confirm_after_ms = {ms}"),
                    "at most 10000: a picture that is clicked is waited for anyway",
                );
            }
        }
        match (&self.play, &self.confirm) {
            (Play::Hover, Some(Confirm::Key(_))) => Ok(()),
            (Play::Hover, _) => wrong(
                "play = \"hover\" is not confirmed by a key".to_owned(),
                "give one: confirm = { key = \"Return\" }; whatever is clicked takes the pointer from the point",
            ),
            (Play::DragBy((0, 0)), _) => wrong(
                "drag_by = [0, 0] is no drag".to_owned(),
                "say where the button goes down, in pixels from the point, or play = \"click\"",
            ),
            (Play::Cursor(_), Some(_)) => wrong(
                "a cursor and confirm".to_owned(),
                "the cursor's own key `place` plays the point",
            ),
            (Play::Cursor(_), None) if self.aim.is_some() => wrong(
                "a cursor and aim".to_owned(),
                "a cursor moves from point to point: leave aim out",
            ),
            (Play::Cursor(cursor), None) => cursor
                .fault(columns)
                .map_or(Ok(()), |(what, hint)| wrong(what, hint)),
            _ => Ok(()),
        }
    }

    fn wrong_key(&self) -> Option<&str> {
        let is_wrong = |key: &&str| key.parse::<Combination>().is_err();
        let confirm = match &self.confirm {
            Some(Confirm::Key(key)) => Some(key.as_str()),
            _ => None,
        };
        match &self.play {
            Play::Cursor(cursor) => cursor.keys().chain(confirm).find(is_wrong),
            _ => confirm.filter(is_wrong),
        }
    }
}

impl Cursor {
    /// What cannot be, and advice.
    fn fault(&self, columns: Option<u8>) -> Option<(String, &'static str)> {
        if self.home == CursorHome::Known(Known::Seen) && self.seen.is_none() {
            return Some((
                "home = \"seen\" without a picture of the cursor".to_owned(),
                "give one: seen = \"cursor.png\", cut out where the cursor stands on an empty point",
            ));
        }
        if let CursorHome::Keys { keys, at } = &self.home {
            let most = columns.unwrap_or(*referee::gomoku::SIZES.end());
            if at.0 >= most || at.1 >= most {
                return Some((
                    format!("home at [{}, {}] is off the board", at.0, at.1),
                    "columns and rows count from 0, from the top left as they are seen",
                ));
            }
            if keys.is_empty() {
                return Some((
                    "home has no keys".to_owned(),
                    "name the keys that bring the cursor there, as ctrl+Home, or home = \"edges\"",
                ));
            }
        }
        if self.every_ms() > STROKE_MAX_MS {
            return Some((
                format!("every_ms = {}", self.every_ms()),
                "at most 1000 milliseconds between two strokes",
            ));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a `[mouse]` of these lines says of itself, or what it is refused with.
    #[track_caller]
    fn check(lines: &str, expected: Result<&str, &str>) {
        let mouse: Mouse = match toml::from_str(lines) {
            Ok(mouse) => mouse,
            Err(error) => {
                let part = expected.expect_err("it cannot be read");
                return assert!(error.to_string().contains(part), "{lines}: {error}");
            }
        };
        let again: Mouse = toml::from_str(&toml::to_string(&mouse).unwrap()).unwrap();
        assert_eq!(again, mouse, "{lines}");
        match (mouse.check(Some(15), "p"), expected) {
            (Ok(()), Ok(words)) => assert_eq!(mouse.words(), words, "{lines}"),
            (Err(mistake), Err(part)) => {
                assert!(mistake.message.contains(part), "{lines}: {}", mistake.message);
            }
            (found, expected) => panic!("{lines}: {found:?} instead of {expected:?}"),
        }
    }

    #[test]
    fn ways_to_play_are_told_in_words() {
        check("", Ok("a click"));
        check("button = \"middle\"", Ok("a click with the middle button"));
        check("play = \"drag_ball\"", Ok("a drag from the ball"));
        check("play = \"click_ball\"", Ok("a click on the ball and one on it"));
        check(
            "button = \"right\"\nplay = \"double_click\"",
            Ok("a double click with the right button"),
        );
        check("confirm = \"again\"", Ok("a click, then the same again"));
        check("confirm = { key = \"Return\" }", Ok("a click, then Return"));
        check("confirm = { click = [4, 5] }", Ok("a click, then a click on 4,5"));
        check(
            "confirm = { click_template = \"ok.png\" }\nconfirm_after_ms = 0",
            Ok("a click, then a click on ok.png"),
        );
        check(
            "play = \"hover\"\nconfirm = { key = \"Space\" }",
            Ok("the pointer on it, then Space"),
        );
        check("play = { drag_from = [40, 500] }", Ok("a drag from 40,500"));
        check(
            "play = { drag_from = { first = [1, 2], second = [3, 4] } }",
            Ok("a drag from 1,2 as first, 3,4 as second"),
        );
        check(
            "play = { drag_by = [0, -30] }\nbutton = \"left\"",
            Ok("a drag that begins 0,-30 beside it"),
        );
        check(
            "play = { cursor = { home = \"edges\", place = \"Return\" } }",
            Ok("the keyboard's cursor and Return"),
        );
        check(
            "play = { cursor = { home = { keys = [\"ctrl+Home\"], at = [0, 14] }, place = \"x\", moves = [\"h\", \"l\", \"k\", \"j\"] } }",
            Ok("the keyboard's cursor and x"),
        );
        check(
            "play = { cursor = { home = \"seen\", seen = \"c.png\", place = \"Space\", every_ms = 5 } }",
            Ok("the keyboard's cursor and Space"),
        );
    }

    #[test]
    fn ways_that_cannot_be_are_refused() {
        check("button = \"fourth\"", Err("fourth"));
        check("play = \"triple_click\"", Err("triple_click"));
        check("clicks = 2", Err("clicks"));
        check("play = \"hover\"", Err("not confirmed by a key"));
        check(
            "play = \"hover\"\nconfirm = \"again\"",
            Err("not confirmed by a key"),
        );
        check(
            "play = \"hover\"\nbutton = \"middle\"\nconfirm = { key = \"x\" }",
            Err("\"middle\" is never pressed"),
        );
        check("confirm = { key = \"Retrun\" }", Err("\"Retrun\" is no key"));
        check("confirm_after_ms = 5", Err("without confirm"));
        check(
            "confirm = \"again\"\nconfirm_after_ms = 10001",
            Err("confirm_after_ms = 10001"),
        );
        check("play = { drag_by = [0, 0] }", Err("no drag"));
        check("play = { drag_from = [1, 2, 3] }", Err("drag_from"));
        let cursor = |more: &str| format!("play = {{ cursor = {{ place = \"Return\", {more} }} }}");
        check(&cursor("home = \"centre\""), Err("home"));
        check(&cursor("home = \"seen\""), Err("without a picture"));
        check(
            &cursor("home = { keys = [\"Home\"], at = [15, 0] }"),
            Err("[15, 0] is off the board"),
        );
        check(
            &cursor("home = { keys = [], at = [0, 0] }"),
            Err("home has no keys"),
        );
        check(
            &cursor("home = \"edges\", every_ms = 1001"),
            Err("every_ms = 1001"),
        );
        check(
            &cursor("home = \"edges\", moves = [\"Left\", \"Right\", \"Up\", \"Dwon\"]"),
            Err("\"Dwon\" is no key"),
        );
        check(
            &format!("{}\nconfirm = \"again\"", cursor("home = \"edges\"")),
            Err("a cursor and confirm"),
        );
        check(
            &format!("{}\naim = [1, 1]", cursor("home = \"edges\"")),
            Err("a cursor and aim"),
        );
        check(
            &format!("{}\nbutton = \"left\"", cursor("home = \"edges\"")),
            Err("never pressed"),
        );
    }
}
