//! What a person types to a device, as bytes, and what it says, as words: one line a message, both ways.

use wires::{
    s0::{Command, DeviceMoves, Heard as S0Heard},
    s1::{BoardPoint, Touches},
    v2::{self, Color, Decoder, DeviceRequest, GameChecksum, Heard, Rule},
};

use super::profile::{PrintedOrder, Wire};

/// One end of a typed conversation.
pub struct Console {
    sequence: u8,
    ear: Ear,
    /// Heard since the last whole message.
    heard: Vec<u8>,
}

enum Ear {
    S0(DeviceMoves),
    S1(Touches),
    V2(Decoder),
}

/// Why what was typed is no message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SayError {
    /// After `hex` stands something else.
    #[error("`{0}` is not made of bytes such as 0a")]
    NotBytes(String),
    /// It is none of this wire's.
    #[error("`{line}`: {why}")]
    NoMessage {
        /// As typed.
        line: String,
        /// What is wrong with it.
        why: TypedError,
    },
}

/// What is wrong with a typed message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TypedError {
    /// Nothing of the kind can be typed on this wire.
    #[error("type {}", Console::help(*.0))]
    Unknown(Wire),
    /// A word is no number of the size that is wanted.
    #[error("{0} is no such number")]
    Number(String),
    /// A word is no colour.
    #[error("{0} is no colour")]
    Color(String),
    /// A word is no rule.
    #[error("{0} is no rule")]
    Rule(String),
    /// A point that the wire has no words for.
    #[error("the wire speaks of 10 lines at most")]
    OffBoard,
}

/// A message as bytes and in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spoken {
    /// As on the line.
    pub bytes: Vec<u8>,
    /// What it means.
    pub words: String,
}

impl Spoken {
    /// `63 00 00 00 63 00 00 00  reset`.
    pub fn to_text(&self) -> String {
        let bytes: Vec<String> = self.bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{}  {}", bytes.join(" "), self.words)
    }
}

impl Console {
    /// Nothing said yet.
    pub fn new(wire: Wire, order: PrintedOrder) -> Console {
        Console {
            sequence: 0,
            ear: match wire {
                Wire::S0 => Ear::S0(DeviceMoves::new(order.into())),
                Wire::S1 => Ear::S1(Touches::default()),
                Wire::V2 => Ear::V2(Decoder::new()),
            },
            heard: Vec::new(),
        }
    }

    /// What can be typed.
    pub fn help(wire: Wire) -> &'static str {
        match wire {
            Wire::S0 => "reset | first | X Y (the opponent's stone) | hex BYTES",
            Wire::S1 => "X Y (the answer to the person's stone) | hex BYTES",
            Wire::V2 => {
                "hello | new SIZE freestyle|standard|renju | put black|white X Y | go black|white [MS [DEPTH]] | back | abort | state | hex BYTES"
            }
        }
    }

    /// The message that was typed.
    ///
    /// # Errors
    /// It is none of this wire's, in words.
    pub fn say(&mut self, line: &str) -> Result<Spoken, SayError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let ["hex", bytes @ ..] = words.as_slice() {
            let bytes = bytes
                .iter()
                .map(|byte| u8::from_str_radix(byte, 16))
                .collect::<Result<Vec<u8>, _>>();
            let bytes = bytes.map_err(|_| SayError::NotBytes(line.to_owned()))?;
            return Ok(Spoken {
                bytes,
                words: "as typed".to_owned(),
            });
        }
        match self.ear {
            Ear::S0(_) => s0(&words),
            Ear::S1(_) => s1(&words),
            Ear::V2(_) => v2(&words).map(|request| {
                self.sequence = v2::next(self.sequence);
                let mut bytes = vec![0];
                bytes.extend_from_slice(request.coded(self.sequence).as_bytes());
                Spoken {
                    bytes,
                    words: format!("{}: {request:?}", self.sequence),
                }
            }),
        }
        .map_err(|why| SayError::NoMessage {
            line: line.to_owned(),
            why,
        })
    }

    /// What these bytes say, as far as they end a message.
    pub fn hear(&mut self, bytes: &[u8]) -> Vec<Spoken> {
        let mut said = Vec::new();
        for &byte in bytes {
            self.heard.push(byte);
            let words = match &mut self.ear {
                Ear::S0(answers) => answers.push(byte).map(|heard| match heard {
                    S0Heard::Answer(answer) => format!("move {},{}", answer.x, answer.y),
                    S0Heard::Garbage => "garbage".to_owned(),
                }),
                Ear::S1(touches) => touches
                    .push(byte)
                    .map(|place| format!("touch {},{}", place.x(), place.y())),
                Ear::V2(decoder) => match decoder.push(byte) {
                    Heard::Nothing => None,
                    Heard::Broken => Some("damaged".to_owned()),
                    Heard::Message(body) => Some(answer_words(&body)),
                },
            };
            if let Some(words) = words {
                said.push(Spoken {
                    bytes: std::mem::take(&mut self.heard),
                    words,
                });
            }
        }
        said
    }

    /// The line is idle: what was heard of no message.
    pub fn rest(&mut self) -> Option<Spoken> {
        (!self.heard.is_empty()).then(|| Spoken {
            bytes: std::mem::take(&mut self.heard),
            words: "…".to_owned(),
        })
    }
}

fn answer_words(body: &v2::Body) -> String {
    let words = match v2::DeviceResponse::read(body) {
        None => format!("kind {:#04x}, {} bytes", body.kind(), body.payload().len()),
        Some(v2::DeviceResponse::Identity(identity)) => format!("identity {}", identity_words(&identity)),
        Some(v2::DeviceResponse::Started(identity)) => format!("started {}", identity_words(&identity)),
        Some(v2::DeviceResponse::Move(played)) => format!(
            "move {},{} score {} depth {} nodes {} cycles {} micros {}",
            played.x, played.y, played.score, played.depth, played.nodes, played.cycles, played.micros
        ),
        Some(v2::DeviceResponse::Done(done)) if done.check == GameChecksum::EMPTY.value() => {
            "done, empty board".to_owned()
        }
        Some(v2::DeviceResponse::Done(done)) => {
            format!("done, {} stones, check {:04x}", done.plies, done.check)
        }
        Some(v2::DeviceResponse::Thinking(so_far)) => {
            format!("thinking, depth {} nodes {}", so_far.depth, so_far.nodes)
        }
        Some(v2::DeviceResponse::Refused(refused)) => match refused.why() {
            Some(why) => format!("refused: {why:?} ({})", refused.value),
            None => format!("refused: code {} ({})", refused.code, refused.value),
        },
    };
    format!("{}: {words}", body.sequence())
}

/// A device's own words about itself, in one line.
pub fn identity_words(identity: &v2::Identity) -> String {
    let rules = [
        (Rule::Freestyle, "freestyle"),
        (Rule::Standard, "standard"),
        (Rule::Renju, "renju"),
    ];
    let rules: Vec<&str> = rules
        .iter()
        .filter(|(rule, _)| identity.plays(*rule))
        .map(|(_, name)| *name)
        .collect();
    let abilities: Vec<&str> = ABILITIES
        .iter()
        .filter(|(ability, _)| identity.abilities.has(*ability))
        .map(|(_, name)| *name)
        .collect();
    let clock = match identity.clock_hz {
        0 => String::new(),
        hz => format!(", {hz} Hz"),
    };
    format!(
        "\"{}\", {} to {} lines, {}{clock}; can: {}",
        identity.name.as_str(),
        identity.size_min,
        identity.size_max,
        rules.join(" and "),
        abilities.join(", ")
    )
}

const ABILITIES: [(v2::Abilities, &str); 6] = [
    (v2::Abilities::TAKE_BACK, "take back"),
    (v2::Abilities::TIME, "time budget"),
    (v2::Abilities::ABORT, "abort"),
    (v2::Abilities::NODES, "count nodes"),
    (v2::Abilities::CYCLES, "count cycles"),
    (v2::Abilities::DEPTH, "set depth"),
];

fn number<T: std::str::FromStr>(word: &str) -> Result<T, TypedError> {
    word.parse().map_err(|_| TypedError::Number(word.to_owned()))
}

fn s0(words: &[&str]) -> Result<Spoken, TypedError> {
    let command = match words {
        ["reset"] => Command::Reset,
        ["first"] => Command::PlayFirst,
        [x, y] => Command::Stone {
            x: number(x)?,
            y: number(y)?,
        },
        _ => return Err(TypedError::Unknown(Wire::S0)),
    };
    Ok(Spoken {
        bytes: command.to_bytes().to_vec(),
        words: format!("{command:?}"),
    })
}

fn s1(words: &[&str]) -> Result<Spoken, TypedError> {
    let [x, y] = words else {
        return Err(TypedError::Unknown(Wire::S1));
    };
    let place = BoardPoint::new(number(x)?, number(y)?).ok_or(TypedError::OffBoard)?;
    Ok(Spoken {
        bytes: place.to_reply().to_vec(),
        words: format!("answer {x},{y}"),
    })
}

fn v2(words: &[&str]) -> Result<DeviceRequest, TypedError> {
    let color = |word: &str| match word {
        "black" => Ok(Color::Black),
        "white" => Ok(Color::White),
        _ => Err(TypedError::Color(word.to_owned())),
    };
    let rule = |word: &str| match word {
        "freestyle" => Ok(Rule::Freestyle),
        "standard" => Ok(Rule::Standard),
        "renju" => Ok(Rule::Renju),
        _ => Err(TypedError::Rule(word.to_owned())),
    };
    let go = |who: &str, ms: &str, depth: &str| -> Result<DeviceRequest, TypedError> {
        Ok(DeviceRequest::Go(v2::Go {
            color: color(who)?,
            time_ms: number(ms)?,
            depth: number(depth)?,
        }))
    };
    Ok(match words {
        ["hello"] => DeviceRequest::Hello { wire: v2::WIRE },
        ["new", size, word] => DeviceRequest::New {
            size: number(size)?,
            rule: rule(word)?,
        },
        ["put", who, x, y] => DeviceRequest::Put {
            color: color(who)?,
            x: number(x)?,
            y: number(y)?,
        },
        ["go", who] => go(who, "0", "0")?,
        ["go", who, ms] => go(who, ms, "0")?,
        ["go", who, ms, depth] => go(who, ms, depth)?,
        ["back"] => DeviceRequest::TakeBack,
        ["abort"] => DeviceRequest::Abort,
        ["state"] => DeviceRequest::State,
        _ => return Err(TypedError::Unknown(Wire::V2)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(wire: Wire, typed: &str, expected: &str) {
        let mut console = Console::new(wire, PrintedOrder::Yx);
        let said = console
            .say(typed)
            .map_or_else(|error| format!("error: {error}"), |said| said.to_text());
        assert_eq!(said, expected);
    }

    #[test]
    fn what_is_typed() {
        check(Wire::S0, "reset", "63 00 00 00 63 00 00 00  Reset");
        check(
            Wire::S0,
            " 7  8 ",
            "07 00 00 00 08 00 00 00  Stone { x: 7, y: 8 }",
        );
        check(
            Wire::S0,
            "7",
            "error: `7`: type reset | first | X Y (the opponent's stone) | hex BYTES",
        );
        check(Wire::S0, "7 y", "error: `7 y`: y is no such number");
        check(Wire::S1, "3 4", "03 04 0d 0a  answer 3,4");
        check(
            Wire::S1,
            "3 10",
            "error: `3 10`: the wire speaks of 10 lines at most",
        );
        check(Wire::V2, "hex 00 fF", "00 ff  as typed");
        check(
            Wire::V2,
            "hex 00 fg",
            "error: `hex 00 fg` is not made of bytes such as 0a",
        );
        check(
            Wire::V2,
            "put green 1 2",
            "error: `put green 1 2`: green is no colour",
        );
        check(
            Wire::V2,
            "new 15 gomoku",
            "error: `new 15 gomoku`: gomoku is no rule",
        );
        check(Wire::V2, "state", "00 05 01 07 d9 5e 00  1: State");
    }

    #[test]
    fn what_is_heard() {
        let heard = |wire, bytes: &[u8]| -> Vec<String> {
            let mut console = Console::new(wire, PrintedOrder::Yx);
            let mut said = console.hear(bytes);
            said.extend(console.rest());
            said.iter().map(Spoken::to_text).collect()
        };
        assert_eq!(
            heard(Wire::S0, b"6\n7\nx\n1"),
            ["36 0a 37 0a  move 7,6", "78 0a  garbage", "31  …"]
        );
        assert_eq!(heard(Wire::S1, b"34"), ["33 34  touch 3,4"]);
        let refused = v2::DeviceResponse::Refused(v2::Refused::new(v2::DeviceRefusal::Busy, 4)).coded(9);
        let said = heard(Wire::V2, &[refused.as_bytes(), &[5, 5, 0]].concat());
        assert!(said[0].ends_with("9: refused: Busy (4)"), "{said:?}");
        assert_eq!(said[1], "05 05 00  damaged");
    }
}
