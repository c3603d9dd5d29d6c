//! What the device says.

use super::{Body, Coded, Rule};

const STARTED: u8 = 0x80;
const IDENTITY: u8 = 0x81;
const DONE: u8 = 0x82;
const MOVE: u8 = 0x84;
const THINKING: u8 = 0x90;
const REFUSED: u8 = 0xFF;

/// An answer, or what the device says by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceResponse {
    /// The device was reset and has no game. Unasked, under the number [`UNASKED`](super::UNASKED).
    Started(Identity),
    /// Who it is.
    Identity(Identity),
    /// Done, and which game it is in now.
    Done(Done),
    /// Its move, which it has put.
    Move(DeviceReply),
    /// It still searches: under the number of the Go, about once a second if it has a timer, and at once when it hears that
    /// Go again.
    Thinking(Thinking),
    /// It cannot.
    Refused(Refused),
}

/// Who a device is and what it can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Its version of the wire.
    pub wire: u8,
    /// Lines a side of its smallest board.
    pub size_min: u8,
    /// Lines a side of its largest board.
    pub size_max: u8,
    /// Rules it plays: the sum of their codes.
    pub rules: u8,
    /// What else it can do.
    pub abilities: Abilities,
    /// Cycles a second; 0 if it does not know.
    pub clock_hz: u32,
    /// What it calls itself.
    pub name: Name,
}

impl Identity {
    /// Whether it plays by `rule`.
    pub fn plays(&self, rule: Rule) -> bool {
        self.rules & rule.code() != 0
    }
}

/// Bits of what a device can do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Abilities(pub u16);

impl Abilities {
    /// It takes stones back.
    pub const TAKE_BACK: Abilities = Abilities(1);
    /// It keeps to the time of a Go.
    pub const TIME: Abilities = Abilities(2);
    /// It can be told to stop.
    pub const ABORT: Abilities = Abilities(4);
    /// It counts nodes.
    pub const NODES: Abilities = Abilities(8);
    /// It counts cycles.
    pub const CYCLES: Abilities = Abilities(16);
    /// It keeps to the depth of a Go.
    pub const DEPTH: Abilities = Abilities(32);

    /// Both together.
    #[must_use]
    pub const fn and(self, other: Abilities) -> Abilities {
        Abilities(self.0 | other.0)
    }

    /// Whether it has all of `other`.
    pub const fn has(self, other: Abilities) -> bool {
        self.0 & other.0 == other.0
    }
}

/// A name: at most [`Name::BYTES_MAX`] printable ASCII characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    bytes: [u8; Name::BYTES_MAX],
    length: usize,
}

impl Name {
    /// Characters of the longest name.
    pub const BYTES_MAX: usize = 32;

    /// As much of `text` as fits; what is not printable ASCII becomes `?`.
    pub fn new(text: &[u8]) -> Name {
        let length = text.len().min(Name::BYTES_MAX);
        let mut bytes = [0; Name::BYTES_MAX];
        for (place, &byte) in bytes.iter_mut().zip(text) {
            *place = if matches!(byte, b' '..=b'~') { byte } else { b'?' };
        }
        Name { bytes, length }
    }

    /// As text.
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(&self.bytes[..self.length]).unwrap_or_default()
    }
}

/// Which game a device is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Done {
    /// Stones on its board.
    pub plies: u16,
    /// Their [`GameChecksum`](super::GameChecksum).
    pub check: u16,
}

/// A move and what it cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceReply {
    /// Column.
    pub x: u8,
    /// Row.
    pub y: u8,
    /// Value for the side that moved, in the device's own units.
    pub score: i16,
    /// Plies searched; 0 if it cannot tell.
    pub depth: u8,
    /// Nodes searched; 0 if it does not count them.
    pub nodes: u64,
    /// Cycles of its clock; 0 if it does not count them.
    pub cycles: u64,
    /// Time from the question to the move, by its own clock; 0 if it has none.
    pub micros: u32,
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thinking {
    /// Plies finished.
    pub depth: u8,
    /// Nodes so far.
    pub nodes: u64,
}

/// What a device cannot do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Why: one of [`DeviceRefusal`]'s codes, or one that only a later version knows.
    pub code: u8,
    /// The offending value.
    pub value: u8,
}

impl Refused {
    /// Because of `value`.
    pub const fn new(why: DeviceRefusal, value: u8) -> Refused {
        Refused {
            code: why as u8,
            value,
        }
    }

    /// Why, if this version knows it.
    pub fn why(&self) -> Option<DeviceRefusal> {
        DeviceRefusal::ALL.into_iter().find(|&why| why as u8 == self.code)
    }
}

/// Why a device refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum DeviceRefusal {
    /// It knows no such question.
    Kind = 1,
    /// The point is off the board.
    OffBoard = 2,
    /// The point is occupied.
    Occupied = 3,
    /// It has no board of this size.
    Size = 4,
    /// It does not play by this rule.
    Rule = 5,
    /// There is no game yet.
    NoGame = 6,
    /// It is searching.
    Busy = 7,
    /// The game is over.
    GameOver = 8,
    /// There is no stone to take back.
    NothingToTakeBack = 9,
    /// The payload has another length than this question's.
    Length = 10,
    /// The rule forbids this point.
    Forbidden = 11,
    /// There is no such colour.
    Color = 12,
}

impl DeviceRefusal {
    /// All of them, by code.
    pub const ALL: [DeviceRefusal; 12] = [
        DeviceRefusal::Kind,
        DeviceRefusal::OffBoard,
        DeviceRefusal::Occupied,
        DeviceRefusal::Size,
        DeviceRefusal::Rule,
        DeviceRefusal::NoGame,
        DeviceRefusal::Busy,
        DeviceRefusal::GameOver,
        DeviceRefusal::NothingToTakeBack,
        DeviceRefusal::Length,
        DeviceRefusal::Forbidden,
        DeviceRefusal::Color,
    ];
}

impl DeviceResponse {
    /// As it goes on the line.
    pub fn coded(&self, sequence: u8) -> Coded {
        self.body(sequence).coded()
    }

    /// With its number.
    pub fn body(&self, sequence: u8) -> Body {
        let mut payload = Payload::EMPTY;
        let kind = match self {
            DeviceResponse::Started(identity) => {
                payload.identity(identity);
                STARTED
            }
            DeviceResponse::Identity(identity) => {
                payload.identity(identity);
                IDENTITY
            }
            DeviceResponse::Done(done) => {
                payload
                    .add(&done.plies.to_le_bytes())
                    .add(&done.check.to_le_bytes());
                DONE
            }
            DeviceResponse::Move(played) => {
                payload
                    .add(&[played.x, played.y])
                    .add(&played.score.to_le_bytes())
                    .add(&[played.depth])
                    .add(&played.nodes.to_le_bytes())
                    .add(&played.cycles.to_le_bytes())
                    .add(&played.micros.to_le_bytes());
                MOVE
            }
            DeviceResponse::Thinking(so_far) => {
                payload.add(&[so_far.depth]).add(&so_far.nodes.to_le_bytes());
                THINKING
            }
            DeviceResponse::Refused(refused) => {
                payload.add(&[refused.code, refused.value]);
                REFUSED
            }
        };
        Body::new(sequence, kind, &payload.bytes[..payload.length])
    }

    /// What a body says; `None` if it is no answer of this version.
    pub fn read(body: &Body) -> Option<DeviceResponse> {
        let mut rest = Rest(body.payload());
        let answer = match body.kind() {
            STARTED => DeviceResponse::Started(rest.identity()?),
            IDENTITY => DeviceResponse::Identity(rest.identity()?),
            DONE => DeviceResponse::Done(Done {
                plies: u16::from_le_bytes(rest.take()?),
                check: u16::from_le_bytes(rest.take()?),
            }),
            MOVE => DeviceResponse::Move(DeviceReply {
                x: rest.byte()?,
                y: rest.byte()?,
                score: i16::from_le_bytes(rest.take()?),
                depth: rest.byte()?,
                nodes: u64::from_le_bytes(rest.take()?),
                cycles: u64::from_le_bytes(rest.take()?),
                micros: u32::from_le_bytes(rest.take()?),
            }),
            THINKING => DeviceResponse::Thinking(Thinking {
                depth: rest.byte()?,
                nodes: u64::from_le_bytes(rest.take()?),
            }),
            REFUSED => DeviceResponse::Refused(Refused {
                code: rest.byte()?,
                value: rest.byte()?,
            }),
            _ => return None,
        };
        rest.0.is_empty().then_some(answer)
    }
}

/// A payload in the making.
struct Payload {
    bytes: [u8; super::PAYLOAD_MAX],
    length: usize,
}

impl Payload {
    const EMPTY: Payload = Payload {
        bytes: [0; super::PAYLOAD_MAX],
        length: 0,
    };

    fn add(&mut self, bytes: &[u8]) -> &mut Payload {
        self.bytes[self.length..self.length + bytes.len()].copy_from_slice(bytes);
        self.length += bytes.len();
        self
    }

    fn identity(&mut self, identity: &Identity) {
        let name = identity.name.as_str().as_bytes();
        self.add(&[
            identity.wire,
            identity.size_min,
            identity.size_max,
            identity.rules,
        ])
        .add(&identity.abilities.0.to_le_bytes())
        .add(&identity.clock_hz.to_le_bytes())
        .add(&[name.len() as u8])
        .add(name);
    }
}

/// What of a payload was not read yet.
struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*bytes)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take().map(|[byte]| byte)
    }

    fn identity(&mut self) -> Option<Identity> {
        Some(Identity {
            wire: self.byte()?,
            size_min: self.byte()?,
            size_max: self.byte()?,
            rules: self.byte()?,
            abilities: Abilities(u16::from_le_bytes(self.take()?)),
            clock_hz: u32::from_le_bytes(self.take()?),
            name: self.name()?,
        })
    }

    fn name(&mut self) -> Option<Name> {
        let length = usize::from(self.byte()?);
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        (length <= Name::BYTES_MAX).then(|| Name::new(text))
    }
}
