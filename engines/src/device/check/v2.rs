//! Checks on our own wire: what it says of itself, what it refuses, and what it makes of a bad line.

use wires::v2::{
    Abilities, Body, Color, Decoder, DeviceRefusal, DeviceRequest, DeviceResponse, GameChecksum as Sum, Go,
    Heard, Identity, Rule, next,
};

use super::{
    super::{Device, console::identity_words, port::Port},
    Check,
};

/// A device has to be told from silence within this.
const ANSWER_US: u64 = 1_000_000;
/// For the move of a search that was aborted.
const ABORT_US: u64 = 3_000_000;

pub(super) fn check(device: &mut Device, checks: &mut Vec<Check>) {
    let mut talk = Talk {
        port: &mut *device.port,
        // Far from the numbers that the driver has used.
        sequence: 200,
        decoder: Decoder::new(),
    };
    let identity = match talk.ask(&DeviceRequest::Hello { wire: 2 }) {
        Ok(DeviceResponse::Identity(identity)) => identity,
        other => return checks.push(Check::of("identity", Err(format!("{other:?}")))),
    };
    checks.push(Check::of("identity", Ok(identity_words(&identity))));
    let boards = talk.boards(&identity);
    let has_boards = boards.is_ok();
    checks.push(Check::of("boards", boards));
    if !has_boards {
        return;
    }
    checks.push(Check::of("stones", talk.stones(&identity)));
    checks.push(Check::of("refusals", talk.refusals(&identity)));
    checks.push(Check::of("repetition", talk.repetition(&identity)));
    checks.push(Check::of("damage", talk.damage()));
    if identity.abilities.has(Abilities::ABORT) {
        checks.push(Check::of("abort", talk.abort(&identity)));
    }
    device.conversation.forget();
}

struct Talk<'a> {
    port: &'a mut dyn Port,
    sequence: u8,
    decoder: Decoder,
}

type Seen = Result<String, String>;

impl Talk<'_> {
    fn ask(&mut self, request: &DeviceRequest) -> Result<DeviceResponse, String> {
        self.sequence = next(self.sequence);
        self.send(request.body(self.sequence).coded().as_bytes())?;
        self.hear(self.sequence, ANSWER_US)
    }

    /// Asks something of an unknown kind or length.
    fn ask_raw(&mut self, kind: u8, payload: &[u8]) -> Result<DeviceResponse, String> {
        self.sequence = next(self.sequence);
        self.send(Body::new(self.sequence, kind, payload).coded().as_bytes())?;
        self.hear(self.sequence, ANSWER_US)
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.port.write(bytes).map_err(|lost| lost.to_string())
    }

    fn hear(&mut self, sequence: u8, wait_us: u64) -> Result<DeviceResponse, String> {
        let until_us = self.port.now_us() + wait_us;
        let mut buffer = [0; 1];
        while self.port.now_us() < until_us {
            let count = self
                .port
                .read(&mut buffer, until_us)
                .map_err(|lost| lost.to_string())?;
            if count == 0 {
                continue;
            }
            if let Heard::Message(body) = self.decoder.push(buffer[0])
                && body.sequence() == sequence
            {
                match DeviceResponse::read(&body) {
                    Some(DeviceResponse::Thinking(_)) => {}
                    Some(answer) => return Ok(answer),
                    None => return Err(format!("it answers with kind {:#04x}", body.kind())),
                }
            }
        }
        Err("it does not answer".to_owned())
    }

    /// Asks for a change and compares the game that the device is in then.
    fn change(&mut self, request: &DeviceRequest, stones: &[(Color, u8, u8)]) -> Result<(), String> {
        let sum = stones
            .iter()
            .fold(Sum::EMPTY, |sum, &(color, x, y)| sum.with(color, x, y));
        match self.ask(request)? {
            DeviceResponse::Done(done)
                if usize::from(done.plies) == stones.len() && done.check == sum.value() =>
            {
                Ok(())
            }
            other => Err(format!("{request:?} is answered with {other:?}")),
        }
    }

    fn new_game(&mut self, identity: &Identity) -> Result<(), String> {
        let (size, rule) = (15.clamp(identity.size_min, identity.size_max), rules(identity)[0]);
        self.change(&DeviceRequest::New { size, rule }, &[])
    }

    fn boards(&mut self, identity: &Identity) -> Seen {
        if rules(identity).is_empty() || identity.size_min > identity.size_max {
            return Err("it says that it has no board or no rule".to_owned());
        }
        for rule in rules(identity) {
            for size in [identity.size_min, identity.size_max] {
                self.change(&DeviceRequest::New { size, rule }, &[])?;
            }
        }
        Ok(format!("{} to {} lines", identity.size_min, identity.size_max))
    }

    fn stones(&mut self, identity: &Identity) -> Seen {
        self.new_game(identity)?;
        let stones = [(Color::Black, 2, 2), (Color::White, 3, 4), (Color::White, 0, 1)];
        for (count, &(color, x, y)) in stones.iter().enumerate() {
            self.change(&DeviceRequest::Put { color, x, y }, &stones[..=count])?;
        }
        self.change(&DeviceRequest::State, &stones)?;
        if !identity.abilities.has(Abilities::TAKE_BACK) {
            return Ok("put".to_owned());
        }
        self.change(&DeviceRequest::TakeBack, &stones[..2])?;
        self.change(
            &DeviceRequest::Put {
                color: Color::Black,
                x: 0,
                y: 1,
            },
            &[stones[0], stones[1], (Color::Black, 0, 1)],
        )?;
        Ok("put and taken back".to_owned())
    }

    fn refusals(&mut self, identity: &Identity) -> Seen {
        self.new_game(identity)?;
        let put = |x, y| DeviceRequest::Put {
            color: Color::Black,
            x,
            y,
        };
        self.change(&put(1, 1), &[(Color::Black, 1, 1)])?;
        let asked = [
            (DeviceRefusal::Occupied, self.ask(&put(1, 1))),
            (DeviceRefusal::OffBoard, self.ask(&put(identity.size_max, 0))),
            (DeviceRefusal::OffBoard, self.ask(&put(0, 255))),
            (DeviceRefusal::Kind, self.ask_raw(0x60, &[])),
            (DeviceRefusal::Length, self.ask_raw(0x03, &[0, 1])),
            (DeviceRefusal::Color, self.ask_raw(0x03, &[7, 2, 2])),
            (
                DeviceRefusal::Size,
                self.ask_raw(0x02, &[255, rules(identity)[0].code()]),
            ),
            (DeviceRefusal::Rule, self.ask_raw(0x02, &[identity.size_max, 3])),
        ];
        for (why, answer) in asked {
            match answer? {
                DeviceResponse::Refused(refused) if refused.why() == Some(why) => {}
                other => return Err(format!("{why:?} is answered with {other:?}")),
            }
        }
        self.change(&DeviceRequest::State, &[(Color::Black, 1, 1)])?;
        Ok("each with its code, and none changes the game".to_owned())
    }

    /// A question that is heard twice is done once.
    fn repetition(&mut self, identity: &Identity) -> Seen {
        self.new_game(identity)?;
        let put = DeviceRequest::Put {
            color: Color::Black,
            x: 1,
            y: 1,
        };
        self.change(&put, &[(Color::Black, 1, 1)])?;
        self.send(put.body(self.sequence).coded().as_bytes())?;
        match self.hear(self.sequence, ANSWER_US)? {
            DeviceResponse::Done(done) if done.plies == 1 => {
                Ok("a repeated question is done once".to_owned())
            }
            other => Err(format!("a repeated question is answered with {other:?}")),
        }
    }

    /// A damaged question has no answer, and the next one is understood.
    fn damage(&mut self) -> Seen {
        self.sequence = next(self.sequence);
        let mut bytes = DeviceRequest::TakeBack
            .body(self.sequence)
            .coded()
            .as_bytes()
            .to_vec();
        bytes[2] ^= 0x40;
        self.send(&bytes)?;
        if let Ok(answer) = self.hear(self.sequence, ANSWER_US / 4) {
            return Err(format!("a damaged question is answered with {answer:?}"));
        }
        self.send(&[0x55, 0x66, 0])?;
        match self.ask(&DeviceRequest::State)? {
            DeviceResponse::Done(done) if done.plies == 1 => Ok("is dropped in silence".to_owned()),
            other => Err(format!("after damage it answers with {other:?}")),
        }
    }

    fn abort(&mut self, identity: &Identity) -> Seen {
        self.new_game(identity)?;
        let go = DeviceRequest::Go(Go {
            color: Color::Black,
            time_ms: 60_000,
            depth: 0,
        });
        self.sequence = next(self.sequence);
        let number = self.sequence;
        self.send(go.body(number).coded().as_bytes())?;
        self.sequence = next(number);
        self.send(DeviceRequest::Abort.body(self.sequence).coded().as_bytes())?;
        match self.hear(number, ABORT_US)? {
            DeviceResponse::Move(_) => {}
            other => return Err(format!("an aborted search is answered with {other:?}")),
        }
        match self.hear(self.sequence, ANSWER_US)? {
            DeviceResponse::Done(done) if done.plies == 1 => {
                Ok("the best move so far, and then done".to_owned())
            }
            other => Err(format!("Abort is answered with {other:?}")),
        }
    }
}

fn rules(identity: &Identity) -> Vec<Rule> {
    let all = [Rule::Freestyle, Rule::Standard, Rule::Renju];
    all.into_iter().filter(|&rule| identity.plays(rule)).collect()
}
