//! What the host asks.

use super::{Body, Coded, Color, DeviceRefusal, Refused, Rule};

const HELLO: u8 = 0x01;
const NEW: u8 = 0x02;
const PUT: u8 = 0x03;
const GO: u8 = 0x04;
const TAKE_BACK: u8 = 0x05;
const ABORT: u8 = 0x06;
const STATE: u8 = 0x07;

/// A question. The doc of each names the answer to it; any may be answered with [`Refused`] instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceRequest {
    /// Who are you? Identity, with the device's own version even if that is another one.
    Hello {
        /// The host's version of the wire.
        wire: u8,
    },
    /// An empty board. Done.
    New {
        /// Lines a side.
        size: u8,
        /// The rule of the game.
        rule: Rule,
    },
    /// A stone that is not answered with a move. Done.
    Put {
        /// Whose stone, whoever's turn it may be.
        color: Color,
        /// Column.
        x: u8,
        /// Row.
        y: u8,
    },
    /// Choose a move and put it. Move.
    Go(Go),
    /// Take the last stone from the board. Done.
    TakeBack,
    /// Enough of that: the best move so far. First the Go's Move, if one was under way, then Done.
    Abort,
    /// Which game are you in? Done.
    State,
}

/// What a move may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Go {
    /// Whose stone is to be put.
    pub color: Color,
    /// Milliseconds; 0 is no limit.
    pub time_ms: u32,
    /// Plies; 0 leaves them to the device.
    pub depth: u8,
}

impl DeviceRequest {
    /// As it goes on the line.
    pub fn coded(&self, sequence: u8) -> Coded {
        self.body(sequence).coded()
    }

    /// With its number.
    pub fn body(&self, sequence: u8) -> Body {
        match *self {
            DeviceRequest::Hello { wire } => Body::new(sequence, HELLO, &[wire]),
            DeviceRequest::New { size, rule } => Body::new(sequence, NEW, &[size, rule.code()]),
            DeviceRequest::Put { color, x, y } => Body::new(sequence, PUT, &[color.code(), x, y]),
            DeviceRequest::Go(Go {
                color,
                time_ms,
                depth,
            }) => {
                let [a, b, c, d] = time_ms.to_le_bytes();
                Body::new(sequence, GO, &[color.code(), a, b, c, d, depth])
            }
            DeviceRequest::TakeBack => Body::new(sequence, TAKE_BACK, &[]),
            DeviceRequest::Abort => Body::new(sequence, ABORT, &[]),
            DeviceRequest::State => Body::new(sequence, STATE, &[]),
        }
    }

    /// What a body asks. Whether the game allows it is the device's to say.
    ///
    /// # Errors
    /// What the device has to answer: the kind is unknown, the payload has another length, there is no such rule or colour.
    pub fn read(body: &Body) -> Result<DeviceRequest, Refused> {
        let color = |code| Color::from_code(code).ok_or(Refused::new(DeviceRefusal::Color, code));
        Ok(match (body.kind(), body.payload()) {
            (HELLO, &[wire]) => DeviceRequest::Hello { wire },
            (NEW, &[size, rule]) => {
                let rule = Rule::from_code(rule).ok_or(Refused::new(DeviceRefusal::Rule, rule))?;
                DeviceRequest::New { size, rule }
            }
            (PUT, &[code, x, y]) => DeviceRequest::Put {
                color: color(code)?,
                x,
                y,
            },
            (GO, &[code, a, b, c, d, depth]) => DeviceRequest::Go(Go {
                color: color(code)?,
                time_ms: u32::from_le_bytes([a, b, c, d]),
                depth,
            }),
            (TAKE_BACK, []) => DeviceRequest::TakeBack,
            (ABORT, []) => DeviceRequest::Abort,
            (STATE, []) => DeviceRequest::State,
            (HELLO..=STATE, payload) => return Err(Refused::new(DeviceRefusal::Length, payload.len() as u8)),
            (kind, _) => return Err(Refused::new(DeviceRefusal::Kind, kind)),
        })
    }
}
