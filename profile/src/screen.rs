//! The screens of a client as a profile tells them: how each is known, what is done there, what may follow. Data only.

use referee::seat::Seat;
use serde::{Deserialize, Serialize};

use crate::request::Request;

/// What a client's screen says about the game in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Meaning {
    /// Nothing: a pop-up, an advertisement, a question.
    Nothing,
    /// An opponent is looked for: the game that was asked for comes when there is one.
    Waiting,
    /// We won.
    Won,
    /// We lost.
    Lost,
    /// Nobody won.
    Draw,
    /// The game ended without a result.
    Aborted,
}

impl Meaning {
    /// Whether a game was played to its end.
    pub fn is_result(self) -> bool {
        matches!(self, Meaning::Won | Meaning::Lost | Meaning::Draw)
    }
}

/// What ended a game, by a client's word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndedBy {
    /// What stands on the board: a five, a goal, a full board.
    Board,
    /// The loser gave up.
    Resign,
    /// The loser's clock ran out.
    Time,
}

/// How a new game is started.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// In order. A client with a lobby may leave them out: its screens with `during = "opening"` lead to a game.
    #[serde(default)]
    pub steps: Vec<ClientStep>,
    /// Taken before those where we want to move first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub first: Vec<ClientStep>,
    /// Taken before those where we want to move second.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub second: Vec<ClientStep>,
}

impl NewGame {
    /// What is done to ask for a game, in that seat if one is wished for.
    pub fn steps_for(&self, seat: Option<Seat>) -> Vec<ClientStep> {
        let choice: &[ClientStep] = match seat {
            Some(Seat::First) => &self.first,
            Some(Seat::Second) => &self.second,
            None => &[],
        };
        [choice, &self.steps].concat()
    }

    /// Whether this step is one of those that ask for a game.
    pub fn asks_by(&self, step: &ClientStep) -> bool {
        self.all_steps().any(|own| own == step)
    }

    /// All steps.
    pub(crate) fn all_steps(&self) -> impl Iterator<Item = &ClientStep> {
        self.first.iter().chain(&self.second).chain(&self.steps)
    }
}

/// One step at the client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientStep {
    /// A key combination such as `ctrl+n`.
    Key(String),
    /// Text to type.
    Text(String),
    /// A pixel of the window's content to click.
    Click((i32, i32)),
    /// A pixel to click twice.
    DoubleClick((i32, i32)),
    /// A pixel to click with the right button.
    RightClick((i32, i32)),
    /// A pixel to press the main button on, and one to release it on.
    Drag((i32, i32), (i32, i32)),
    /// A template to find and click in its middle.
    ClickTemplate(SoughtTemplate),
    /// A template to find and click in another window of the client's program, which is raised for it.
    ClickBeside(String),
    /// Do nothing for so long.
    WaitMs(u64),
    /// Wait until no pixel of the content changes between two looks, but no longer than so many milliseconds.
    WaitStillMs(u64),
    /// Close another window of the client, known by a part of its title, as its title bar's button would.
    CloseWindow(String),
    /// End the client's program, if it runs, and start it.
    RestartClient,
}

impl ClientStep {
    /// Whether it presses a button of the page.
    pub fn is_press(&self) -> bool {
        matches!(
            self,
            ClientStep::Click(_) | ClientStep::DoubleClick(_) | ClientStep::ClickTemplate(_)
        )
    }
}

/// A template that is looked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, untagged)]
pub enum SoughtTemplate {
    /// Where the screen's own signs show it, otherwise anywhere in the content.
    Anywhere(String),
    /// In one part of the content.
    Within {
        /// A PNG in the profile's folder.
        template: String,
        /// Left, top, width, height.
        area: (i32, i32, u32, u32),
    },
}

impl SoughtTemplate {
    /// Its file.
    pub fn template(&self) -> &str {
        match self {
            SoughtTemplate::Anywhere(template) | SoughtTemplate::Within { template, .. } => template,
        }
    }

    /// Where it must be, given the signs of the screen on which it is looked for; `None` is anywhere.
    pub fn area(&self, signs: &[SignProfile]) -> Option<(i32, i32, u32, u32)> {
        match self {
            SoughtTemplate::Within { area, .. } => Some(*area),
            SoughtTemplate::Anywhere(name) => signs.iter().find_map(|sign| match sign {
                SignProfile::Template { template, area, .. } if template == name => *area,
                _ => None,
            }),
        }
    }
}

/// When a screen is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum During {
    /// Always.
    #[default]
    Any,
    /// While a new game is wanted.
    Opening,
    /// While a game is in hand.
    Game,
}

/// What is done when a screen's `next` does not come in time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnTimeout {
    /// Look for all screens again.
    #[default]
    LookAgain,
    /// Restart the client.
    RestartClient,
    /// Stop the session.
    Stop,
}

/// One screen that may come up, how it is known and what is done there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Screen {
    /// Its name, for logs and for `next`.
    pub name: String,
    /// All of these are seen.
    pub when: Vec<SignProfile>,
    /// When it is looked for.
    #[serde(default)]
    pub during: During,
    /// In order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<ClientStep>,
    /// What the opponent asks for on it; then the policy chooses between `accept` and `decline`, and there are no `steps`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<Request>,
    /// How the request is granted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accept: Vec<ClientStep>,
    /// How it is refused.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decline: Vec<ClientStep>,
    /// What it says of the game in hand.
    #[serde(default = "nothing")]
    pub means: Meaning,
    /// What ended it, where the screen shows that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<EndedBy>,
    /// Milliseconds that it must have been up without a break before it is answered.
    #[serde(default)]
    pub after_ms: u64,
    /// Milliseconds from one answer to the next; while the screen stays up, twice as many each time, up to six seconds.
    #[serde(default = "every_ms")]
    pub every_ms: u64,
    /// Answers between two games at most; more is a fault, and the screen is left alone until the next game.
    #[serde(default = "most")]
    pub most: u32,
    /// Screens one of which must follow, in the order in which they are looked for. Screens with `popup` may come in
    /// between.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub next: Vec<String>,
    /// Seconds until one of `next` must have come.
    #[serde(default = "limit_s")]
    pub limit_s: u64,
    /// What is done when none has.
    #[serde(default)]
    pub on_timeout: OnTimeout,
    /// Whether it may come at any moment, also where another screen is expected.
    #[serde(default = "yes")]
    pub popup: bool,
}

impl Screen {
    /// Whether something is done there, and not only waited.
    pub fn is_answered(&self) -> bool {
        self.all_steps().next().is_some()
    }

    /// How long it is waited for one that was answered so often, and stays up, to go.
    pub(crate) fn patience_ms(&self, answers: u32) -> u64 {
        let longer_ms = self.every_ms.saturating_mul(1 << answers.min(16));
        longer_ms.min(PATIENCE_MAX_MS).max(self.every_ms)
    }

    /// The steps of every answer.
    pub(crate) fn all_steps(&self) -> impl Iterator<Item = &ClientStep> {
        self.steps.iter().chain(&self.accept).chain(&self.decline)
    }

    /// The same, to be changed.
    pub fn all_steps_mut(&mut self) -> impl Iterator<Item = &mut ClientStep> {
        self.steps
            .iter_mut()
            .chain(&mut self.accept)
            .chain(&mut self.decline)
    }
}

/// A screen that stays up is answered again after so many milliseconds at most, unless its profile says more.
const PATIENCE_MAX_MS: u64 = 6_000;

fn nothing() -> Meaning {
    Meaning::Nothing
}

fn every_ms() -> u64 {
    800
}

fn most() -> u32 {
    60
}

fn limit_s() -> u64 {
    60
}

fn yes() -> bool {
    true
}

/// How one sign of a screen is spelled in a profile. Areas are left, top, width, height in the window's content.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, untagged)]
pub enum SignProfile {
    /// A template picture that is seen somewhere in an area.
    Template {
        /// A PNG in the profile's folder.
        template: String,
        /// Where to look; the whole content if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        area: Option<(i32, i32, u32, u32)>,
        /// Zero-mean NCC that counts as seen, 0 to 1.
        #[serde(default = "template_at_least")]
        at_least: f32,
    },
    /// An area that is mostly of one colour.
    Color {
        /// Red, green, blue.
        color: (u8, u8, u8),
        /// Where to look.
        area: (i32, i32, u32, u32),
        /// Greatest difference a channel.
        #[serde(default = "color_tolerance")]
        tolerance: u8,
        /// Share of the area's pixels, 0 to 1.
        #[serde(default = "color_share")]
        share: f32,
    },
    /// A line of text, read glyph by glyph.
    Text {
        /// The text that must be part of what is read; blanks do not count.
        text: String,
        /// For each letter of the text a PNG in the profile's folder.
        glyphs: std::collections::BTreeMap<char, String>,
        /// Where to look.
        area: (i32, i32, u32, u32),
        /// Zero-mean NCC that counts as a glyph, 0 to 1.
        #[serde(default = "template_at_least")]
        at_least: f32,
    },
}

pub(super) fn template_at_least() -> f32 {
    0.9
}

fn color_tolerance() -> u8 {
    16
}

fn color_share() -> f32 {
    0.9
}
