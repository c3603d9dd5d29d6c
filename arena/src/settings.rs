//! Everything that decides what a match's games are, as it stands at the head of its ledger. Where two matches differ
//! in nothing of this, their games are the same as far as their engines let them.

use recordings::openings;
use referee::{
    adjudication::ByScore,
    clock::TimeControl,
    gomoku::{Move, Opening, Position, Rule, StartError},
    play::Effort,
    series::{Order, Schedule},
    tournament::{Form, Tournament},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stats::rating::sprt::Sprt;

/// One of the engines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Engine {
    /// What tables and records call it; no two of a match have the same.
    pub name: String,
    /// The normal form of its spec.
    pub spec: String,
    /// What it calls itself, with its version.
    pub about: String,
    /// CRC-32 of an external program's file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program_crc32: Option<u32>,
    /// Plies that it is told to search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes that it is told to search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl Engine {
    /// What it is told to spend besides time.
    pub fn effort(&self) -> Effort {
        Effort {
            depth: self.depth,
            nodes: self.nodes,
        }
    }
}

/// How every game begins before its opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Start {
    /// With an empty board.
    #[default]
    Empty,
    /// The engines agree on colours by swap2.
    Swap2,
}

/// The settings of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Two or more. Scores are told from the first one's side.
    pub engines: Vec<Engine>,
    /// Who meets whom.
    pub form: Form,
    /// Pairs of games that each two play at most.
    pub pairs_max: u64,
    /// Lines a side.
    pub size: u8,
    /// Which fives win.
    pub rule: Rule,
    /// How games begin.
    pub start: Start,
    /// Each seat's time.
    pub control: TimeControl,
    /// Milliseconds after which a silent program has lost where no time is set.
    pub patience_ms: u64,
    /// After so many plies an undecided game is a draw.
    pub plies_max: Option<usize>,
    /// Ends by what the engines say.
    pub by_score: ByScore,
    /// The test that ends the match, if any.
    pub sprt: Option<Sprt>,
    /// Decides the order of openings, random openings and the choices of random engines.
    pub seed: u64,
    /// In which order the openings are played.
    pub order: Order,
    /// Where the openings come from, in words.
    pub openings_from: String,
    /// The openings, spelled as in books.
    pub openings: Vec<String>,
    /// The clock at which devices' cycles are told as time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device_clock_hz: Option<u64>,
}

impl Settings {
    /// Which games there are.
    pub fn tournament(&self) -> Tournament {
        Tournament {
            contestants: self.engines.len(),
            form: self.form,
            schedule: Schedule {
                openings: self.openings.len(),
                order: self.order,
                seed: self.seed,
                pairs_max: self.pairs_max,
            },
        }
    }

    /// The position before the opening.
    ///
    /// # Errors
    /// No game is played on such a board.
    pub fn start(&self) -> Result<Position, StartError> {
        let opening = match self.start {
            Start::Empty => Opening::Free,
            Start::Swap2 => Opening::Swap2,
        };
        Position::start(self.size, self.rule, &opening)
    }

    /// The openings as moves.
    ///
    /// # Errors
    /// Somebody changed the ledger's head: what is written there was legal once.
    pub fn book(&self) -> anyhow::Result<Vec<Vec<Move>>> {
        let read = |line: &String| -> anyhow::Result<Vec<Move>> {
            if line.is_empty() {
                return Ok(Vec::new());
            }
            let book = openings::read(line.as_bytes(), self.size, self.rule)?;
            Ok(book.into_iter().flatten().collect())
        };
        self.openings.iter().map(read).collect()
    }

    /// The first thing in which `other` is another match than this one, in words; how long it may go on is not.
    pub fn difference(&self, other: &Settings) -> Option<String> {
        let same_length = Settings {
            pairs_max: self.pairs_max,
            ..other.clone()
        };
        let [here, there] =
            [self, &same_length].map(|settings| serde_json::to_value(settings).unwrap_or_default());
        difference("", &here, &there)
    }

    /// Time, depth and nodes in words, as far as they are the same for all engines.
    pub fn conditions(&self) -> String {
        let TimeControl {
            turn_ms,
            game_ms,
            increment_ms,
            grace_ms,
        } = self.control;
        let mut words = Vec::new();
        words.extend(turn_ms.map(|ms| format!("{ms} ms a move")));
        words.extend(game_ms.map(|ms| format!("{ms} ms a game")));
        if game_ms.is_some() && increment_ms > 0 {
            words.push(format!("{increment_ms} ms a move more"));
        }
        if (turn_ms.is_some() || game_ms.is_some()) && grace_ms > 0 {
            words.push(format!("{grace_ms} ms margin"));
        }
        if turn_ms.is_none() && game_ms.is_none() {
            words.push("no limit on time".to_owned());
        }
        let shared = |of: fn(&Engine) -> Option<u64>| {
            let first = of(self.engines.first()?)?;
            self.engines
                .iter()
                .all(|engine| of(engine) == Some(first))
                .then_some(first)
        };
        words.extend(shared(|engine| engine.nodes).map(|nodes| format!("{nodes} nodes")));
        words.extend(shared(|engine| engine.depth.map(u64::from)).map(|depth| format!("depth {depth}")));
        words.join(", ")
    }
}

/// The first leaf in which two values differ: `engines[0].spec was "a", is "b"`.
fn difference(path: &str, here: &Value, there: &Value) -> Option<String> {
    let nothing = Value::Null;
    match (here, there) {
        (Value::Object(one), Value::Object(other)) => {
            let keys = one
                .keys()
                .chain(other.keys().filter(|key| !one.contains_key(*key)));
            keys.into_iter().find_map(|key| {
                let path = if path.is_empty() {
                    key.clone()
                } else {
                    format!("{path}.{key}")
                };
                let [here, there] = [one, other].map(|object| object.get(key).unwrap_or(&nothing));
                difference(&path, here, there)
            })
        }
        (Value::Array(one), Value::Array(other)) if one.len() != other.len() => {
            Some(format!("{path} had {} entries, has {}", one.len(), other.len()))
        }
        (Value::Array(one), Value::Array(other)) => one
            .iter()
            .zip(other)
            .enumerate()
            .find_map(|(index, (here, there))| difference(&format!("{path}[{index}]"), here, there)),
        _ => (here != there).then(|| format!("{path} was {here}, is {there}")),
    }
}
