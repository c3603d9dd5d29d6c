//! A client profile: how one game client is found, started, read and driven. Data only: the bot acts on it.
//!
//! A profile is a folder `NAME/` with a `profile.toml` and the template pictures it names.

use std::path::PathBuf;

use image::RgbImage;
use referee::{games::GameKind, gomoku::Rule, seat::Seat, soccer};
use serde::{Deserialize, Serialize};
use vision::{
    area::Area,
    calibration::{Calibration, Kind},
    orientation::Orientation,
    pitch,
    screen_state::Sign,
};

use crate::{
    attacks::Attacks,
    bounds::Bounds,
    familiarity::Familiarity,
    mouse::{Mouse, SETTLE_MS},
    policy::Policy,
    screen::{self, NewGame, Screen, SignProfile},
    usual::is_usual,
};

/// `profile.toml` as written. Unknown keys are refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The client's name for people.
    pub title: String,
    /// How its window is known.
    pub window: WindowProfile,
    /// How it is started; without this a running client is used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub launch: Option<Launch>,
    /// Its board.
    pub board: BoardProfile,
    /// Where the opponent's name is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent: Option<OpponentProfile>,
    /// Times that differ from the usual ones.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub pace: Pace,
    /// How a point is played, and where the pointer rests.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub mouse: Mouse,
    /// How a new game is started.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub new_game: NewGame,
    /// How the client shows who sits where and whose turn it is.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub seat: SeatProfile,
    /// What the session does by itself: resigning, resting, stopping.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub policy: Policy,
    /// Screens that may come up: dialogs, results, pop-ups.
    #[serde(default, rename = "screen", skip_serializing_if = "Vec::is_empty")]
    pub screens: Vec<Screen>,
}

/// How a window is known. At least one of the two is given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WindowProfile {
    /// Its class, case ignored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// Classes that it has instead where it is started in another way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_classes: Vec<String>,
    /// A part of its title, case ignored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Parts of titles that it has instead at times.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_titles: Vec<String>,
    /// Width and height in pixels that its content is given before it is read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<(u32, u32)>,
}

/// How the client's program is started.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Launch {
    /// Program and arguments; no shell.
    pub command: Vec<String>,
    /// Folders to search besides `PATH`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
    /// The folder that it is started in; the profile's own if left out. Relative ones are seen from there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<PathBuf>,
    /// The profile's folder, if it lies on a disk; found where the profile was read, not written in it.
    #[serde(skip)]
    pub home: Option<PathBuf>,
    /// Seconds until its window must be there.
    #[serde(default = "launch_wait_s")]
    pub wait_s: u32,
}

fn launch_wait_s() -> u32 {
    30
}

/// The client's board. What is left out is found by looking.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardProfile {
    /// What is played on it.
    #[serde(default = "gomoku", skip_serializing_if = "is_gomoku")]
    pub game: GameKind,
    /// What is special about a field of Paper Soccer.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub field: FieldProfile,
    /// Stones on crossings or marks in cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// Points in a row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub columns: Option<u8>,
    /// Points in a column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<u8>,
    /// The rule that is played; freestyle if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<Rule>,
    /// Where the client counts its points from.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub orientation: Orientation,
    /// All of these are seen while the board is up; without them every picture is taken for a board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<SignProfile>,
    /// Where the board is in the window, if it never moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calibration: Option<Calibration>,
}

fn gomoku() -> GameKind {
    GameKind::Gomoku
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_gomoku(kind: &GameKind) -> bool {
    *kind == GameKind::Gomoku
}

impl Default for BoardProfile {
    /// A board of Gomoku of which nothing is known.
    fn default() -> BoardProfile {
        BoardProfile {
            game: gomoku(),
            field: FieldProfile::default(),
            kind: None,
            columns: None,
            rows: None,
            rule: None,
            orientation: Orientation::default(),
            when: Vec::new(),
            calibration: None,
        }
    }
}

/// A field of Paper Soccer. What is left out is found by looking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldProfile {
    /// Squares from side to side and from goal to goal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pitch: Option<soccer::Pitch>,
    /// Whose goal is shown where `[board] orientation` has row 0: at the top, unless it says otherwise.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub attacks: Attacks,
    /// What becomes of a player who cannot move.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub blocked: soccer::Blocked,
    /// Where the field is in the window, if it never moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calibration: Option<pitch::calibration::Calibration>,
}

/// Signs of who sits where and whose turn it is. What is left out is told from the stones alone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatProfile {
    /// All of these are seen while we move first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub first: Vec<SignProfile>,
    /// All of these are seen while the opponent moves first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub second: Vec<SignProfile>,
    /// All of these are seen while it is our turn: nothing is clicked without them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub our_turn: Vec<SignProfile>,
    /// The same, asked for besides while we are first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub our_turn_first: Vec<SignProfile>,
    /// The same, asked for besides while we are second.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub our_turn_second: Vec<SignProfile>,
}

impl SeatProfile {
    /// All lists of signs.
    pub fn lists(&self) -> [&Vec<SignProfile>; 5] {
        [
            &self.first,
            &self.second,
            &self.our_turn,
            &self.our_turn_first,
            &self.our_turn_second,
        ]
    }
}

/// How the client shows who the opponent is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpponentProfile {
    /// The name plate.
    pub plate: PlateProfile,
    /// PNGs in the profile's folder by which the name is read, one a letter; without them plates are told apart by their
    /// look.
    #[serde(default, skip_serializing_if = "std::collections::BTreeMap::is_empty")]
    pub glyphs: std::collections::BTreeMap<char, String>,
    /// Zero-mean NCC that counts as a glyph, 0 to 1.
    #[serde(default = "screen::template_at_least")]
    pub at_least: f32,
}

/// Left, top, width and height of a part of the window's content.
pub type ContentArea = (i32, i32, u32, u32);

/// Where the opponent's name is, and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum PlateProfile {
    /// In one place, whoever moves first.
    Anywhere(ContentArea),
    /// By the opponent's seat.
    BySeat {
        /// While the opponent moves first.
        first: ContentArea,
        /// While the opponent moves second.
        second: ContentArea,
    },
}

impl PlateProfile {
    /// The places in it.
    pub fn places(&self) -> Vec<ContentArea> {
        match *self {
            PlateProfile::Anywhere(place) => vec![place],
            PlateProfile::BySeat { first, second } => vec![first, second],
        }
    }
}

/// Times in milliseconds (or seconds where the name says so) that differ from the usual ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pace {
    /// See [`Bounds::first_move_ms`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_move_ms: Option<u64>,
    /// See [`Bounds::confirm_ms`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirm_ms: Option<u64>,
    /// See [`Bounds::settle_ms`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settle_ms: Option<u64>,
    /// See [`Bounds::new_game_ms`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_game_ms: Option<u64>,
    /// See [`Bounds::rest_ms`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rest_ms: Option<u64>,
    /// See [`Bounds::away_ms`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub away_s: Option<u64>,
    /// See [`Bounds::covered_ms`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub covered_s: Option<u64>,
    /// See [`Bounds::mismatch_ms`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mismatch_ms: Option<u64>,
    /// See [`Bounds::opponent_ms`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent_s: Option<u64>,
    /// See [`Bounds::progress_ms`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progress_s: Option<u64>,
    /// Clicks a minute at most; 60 if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clicks_a_minute: Option<u32>,
}

impl Pace {
    /// Puts these times in place of the usual ones.
    pub fn apply(&self, bounds: &mut Bounds) {
        let set = |target: &mut u64, value: Option<u64>| *target = value.unwrap_or(*target);
        set(&mut bounds.first_move_ms, self.first_move_ms);
        set(&mut bounds.confirm_ms, self.confirm_ms);
        set(&mut bounds.settle_ms, self.settle_ms);
        set(&mut bounds.new_game_ms, self.new_game_ms);
        set(&mut bounds.rest_ms, self.rest_ms);
        set(&mut bounds.mismatch_ms, self.mismatch_ms);
        set(&mut bounds.away_ms, self.away_s.map(|seconds| seconds * 1_000));
        let seconds = |value: Option<u64>| value.map(|seconds| seconds.saturating_mul(1_000));
        set(&mut bounds.progress_ms, seconds(self.progress_s));
        set(&mut bounds.covered_ms, seconds(self.covered_s));
        set(
            &mut bounds.opponent_ms,
            self.opponent_s.map(|seconds| seconds * 1_000),
        );
    }
}

/// A profile with its pictures, checked and ready.
#[derive(Clone, Debug)]
pub struct Client {
    /// The folder's name.
    pub name: String,
    /// Whether the profile is one, or stands for a client that has none.
    pub familiarity: Familiarity,
    /// What `profile.toml` says.
    pub profile: Profile,
    /// The pictures it names, by file name.
    pub templates: Vec<(String, RgbImage)>,
}

impl Client {
    /// A client of which nothing is known but a part of its window's title: it can be watched, and played with if a person starts
    /// its games.
    pub fn of_window(title: &str) -> Client {
        let profile = Profile {
            title: title.to_owned(),
            window: WindowProfile {
                title: Some(title.to_owned()),
                ..WindowProfile::default()
            },
            launch: None,
            board: BoardProfile::default(),
            opponent: None,
            pace: Pace::default(),
            mouse: Mouse::default(),
            new_game: NewGame::default(),
            seat: SeatProfile::default(),
            policy: Policy::default(),
            screens: Vec::new(),
        };
        Client {
            name: title.to_owned(),
            familiarity: Familiarity::Stranger,
            profile,
            templates: Vec::new(),
        }
    }

    /// The usual bounds with those of the profile in their place.
    pub fn bounds(&self) -> Bounds {
        let usual = match self.familiarity {
            Familiarity::Profile => Bounds::default(),
            Familiarity::Stranger => Bounds::for_a_stranger(),
        };
        let mut bounds = Bounds {
            seat_is_shown: !self.profile.seat.first.is_empty(),
            attacks: self.profile.board.field.attacks,
            ..usual
        };
        self.profile.pace.apply(&mut bounds);
        self.profile.policy.apply(&mut bounds);
        bounds
    }

    /// Milliseconds that the pointer rests on a point before it clicks there.
    pub fn rest_ms(&self) -> u64 {
        self.profile.mouse.rest_ms.unwrap_or(SETTLE_MS)
    }

    /// The picture with this file name; every name in a checked profile has one.
    pub fn template(&self, name: &str) -> Option<&RgbImage> {
        self.templates
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, image)| image)
    }

    /// Signs, ready to be looked for.
    pub fn signs(&self, signs: &[SignProfile]) -> Vec<Sign> {
        signs.iter().filter_map(|sign| self.sign(sign)).collect()
    }

    fn sign(&self, sign: &SignProfile) -> Option<Sign> {
        let area_of = |(x, y, width, height)| Area::new(x, y, width, height);
        Some(match sign {
            SignProfile::Template {
                template,
                area,
                at_least,
            } => Sign::Template {
                picture: self.template(template)?.clone(),
                area: area.map(area_of),
                at_least: *at_least,
            },
            SignProfile::Color {
                color,
                area,
                tolerance,
                share,
            } => Sign::Color {
                color: [color.0, color.1, color.2],
                area: area_of(*area),
                tolerance: *tolerance,
                share: *share,
            },
            SignProfile::Text {
                text,
                glyphs,
                area,
                at_least,
            } => Sign::Text {
                glyphs: glyphs
                    .iter()
                    .filter_map(|(letter, name)| Some((*letter, self.template(name)?.clone())))
                    .collect(),
                text: text.clone(),
                area: area_of(*area),
                at_least: *at_least,
            },
        })
    }

    /// Where the plate of an opponent in that seat is, if the profile says so.
    pub fn plate_area(&self, seat: Seat) -> Option<Area> {
        let (x, y, width, height) = match self.profile.opponent.as_ref()?.plate {
            PlateProfile::Anywhere(area) => area,
            PlateProfile::BySeat { first, second } => match seat {
                Seat::First => first,
                Seat::Second => second,
            },
        };
        Some(Area::new(x, y, width, height))
    }
}
