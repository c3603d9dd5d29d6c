//! Everything that decides what a match's games are, as it stands at the head of its ledger. Where two matches differ
//! in nothing of this, their games are the same as far as their engines let them.

use recordings::openings::any as openings;
use referee::{
    adjudication::ByScore,
    clock::TimeControl,
    games::{AnyMove, AnyPosition, AnyStart},
    kind::Kind as _,
    play::Effort,
    position::IllegalMove,
    series::{OpeningOrder, SeriesSchedule},
    tournament::{Form, Tournament},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stats::rating::sprt::Sprt;

/// One of the engines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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

/// The settings of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MatchSettings {
    /// Two or more. Scores are told from the first one's side.
    pub engines: Vec<Engine>,
    /// Who meets whom.
    pub form: Form,
    /// Pairs of games that each two play at most.
    pub pairs_max: u64,
    /// How every game begins before its opening.
    #[serde(flatten)]
    pub start: AnyStart,
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
    pub order: OpeningOrder,
    /// Where the openings come from, in words.
    pub openings_from: String,
    /// The openings, spelled as in books.
    pub openings: Vec<String>,
    /// The clock at which devices' cycles are told as time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device_clock_hz: Option<u64>,
}

impl MatchSettings {
    /// Which games there are.
    pub fn tournament(&self) -> Tournament {
        Tournament {
            contestants: self.engines.len(),
            form: self.form,
            schedule: SeriesSchedule {
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
    /// No game begins so.
    pub fn start(&self) -> Result<AnyPosition, IllegalMove> {
        AnyPosition::begin(&self.start)
    }

    /// The openings as moves.
    ///
    /// # Errors
    /// Somebody changed the ledger's head: what is written there was legal once.
    pub fn book(&self) -> anyhow::Result<Vec<Vec<AnyMove>>> {
        let read = |line: &String| match line.as_str() {
            "" => Ok(Vec::new()),
            line => Ok(openings::read(line.as_bytes(), &self.start)?.concat()),
        };
        self.openings.iter().map(read).collect()
    }

    /// The first thing in which `other` is another match than this one, in words; how long it may go on is not.
    pub fn difference(&self, other: &MatchSettings) -> Option<String> {
        let same_length = MatchSettings {
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
