//! The conversation on our own wire: numbered questions that may be repeated, and a device that can be told any game. After
//! every stone it says which game it is in; if that is not ours, it is told ours from the start.

use std::collections::VecDeque;

use referee::{
    color::Color,
    gomoku::{Opening, Position, Rule},
    player::Stop,
    point::Point,
};
use wires::v2::{
    self, Abilities, CODED_MAX, Decoder, DeviceRefusal, DeviceRequest, GameChecksum, Heard, Identity,
    Refused, next,
};

use super::{
    conversation::{Conversation, DeviceAnswer, DeviceLine, MoveLimits, refused_by_rules, stones},
    profile::DeviceProfile,
    trouble::{Trouble, shown},
};

/// Times that a question without a search is asked.
const ASKED_MAX: u32 = 5;
/// Silence of a searching device before it is asked again; it doubles for each further time.
const SILENCE_US: u64 = 2_000_000;
/// More stones than this are not taken back one by one.
const TAKEN_BACK_MAX: usize = 8;
/// After its time, what a device may need to say so.
const LATE_US: u64 = 200_000;

/// Bytes that are kept to be shown if nothing but garbage comes.
const GARBAGE_MAX: usize = 16;

/// A device on our own wire.
pub(super) struct V2 {
    answer_us: u64,
    turn_us: u64,
    depth: Option<u32>,
    sequence: u8,
    /// Heard, but not looked at yet.
    inbox: VecDeque<u8>,
    decoder: Decoder,
    identity: Option<Identity>,
    /// The game on its board, if that is certain.
    known: Option<ToldGame>,
    /// A Go may be under way that nobody waits for.
    is_busy: bool,
    /// The first bytes that were no message, since the last greeting.
    garbage: Vec<u8>,
}

/// What a device is told of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ToldGame {
    size: u8,
    rule: Rule,
    stones: Vec<(Color, Point)>,
}

impl ToldGame {
    fn of(position: &Position) -> ToldGame {
        ToldGame {
            size: position.size(),
            rule: position.rule(),
            stones: stones(position),
        }
    }

    fn done(&self) -> v2::Done {
        let add = |check: GameChecksum, (color, point): &(Color, Point)| {
            check.with(color_of(*color), point.x, point.y)
        };
        v2::Done {
            plies: self.stones.len() as u16,
            check: self.stones.iter().fold(GameChecksum::EMPTY, add).value(),
        }
    }
}

impl V2 {
    pub(super) fn new(profile: &DeviceProfile) -> V2 {
        V2 {
            answer_us: profile.answer_ms * 1_000,
            turn_us: profile.turn_ms * 1_000,
            depth: profile.depth,
            sequence: 0,
            inbox: VecDeque::new(),
            decoder: Decoder::new(),
            identity: None,
            known: None,
            is_busy: false,
            garbage: Vec::new(),
        }
    }

    /// Who the device said it is.
    pub(super) fn identity(&self) -> Option<&Identity> {
        self.identity.as_ref()
    }

    fn has(&self, ability: Abilities) -> bool {
        self.identity
            .is_some_and(|identity| identity.abilities.has(ability))
    }

    /// Sends a question, with an end before it for whatever the line made of earlier bytes.
    fn say(&mut self, line: &mut DeviceLine<'_>, request: &DeviceRequest) -> Result<(), Trouble> {
        let mut bytes = vec![0];
        bytes.extend_from_slice(request.coded(self.sequence).as_bytes());
        line.write(&bytes)
    }

    /// The next answer under this question's number, or `None` when `until_us` came. A device that says it started has
    /// forgotten its game.
    fn hear(
        &mut self,
        line: &mut DeviceLine<'_>,
        until_us: u64,
    ) -> Result<Option<v2::DeviceResponse>, Trouble> {
        loop {
            let Some(byte) = self.inbox.pop_front() else {
                let mut buffer = [0; CODED_MAX];
                let count = line.read(&mut buffer, until_us)?;
                if count == 0 {
                    return Ok(None);
                }
                self.inbox.extend(&buffer[..count]);
                continue;
            };
            if self.garbage.len() < GARBAGE_MAX {
                self.garbage.push(byte);
            }
            let body = match self.decoder.push(byte) {
                Heard::Nothing => continue,
                Heard::Broken => {
                    line.costs.trouble(|troubles| troubles.damaged += 1);
                    continue;
                }
                Heard::Message(body) => body,
            };
            self.garbage.clear();
            match v2::DeviceResponse::read(&body) {
                Some(v2::DeviceResponse::Started(_)) if self.known.is_some() => {
                    return Err(Trouble::Reset("it was reset".to_owned()));
                }
                Some(v2::DeviceResponse::Started(_)) | None => {}
                Some(answer) if body.sequence() == self.sequence => return Ok(Some(answer)),
                // To an older question.
                Some(_) => {}
            }
        }
    }

    /// Asks what needs no search, again if nothing comes.
    fn call(
        &mut self,
        line: &mut DeviceLine<'_>,
        request: &DeviceRequest,
    ) -> Result<v2::DeviceResponse, Trouble> {
        self.sequence = next(self.sequence);
        for asked in 0..ASKED_MAX {
            if asked > 0 {
                line.costs.trouble(|troubles| troubles.repetitions += 1);
            }
            self.say(line, request)?;
            let until_us = line.now_us().saturating_add(self.answer_us);
            if let Some(answer) = self.hear(line, until_us)? {
                return Ok(answer);
            }
            if line.stop.is_raised() {
                return Err(Trouble::Stopped);
            }
            if line.now_us() >= line.deadline_us {
                break;
            }
        }
        Err(self.silence())
    }

    fn silence(&self) -> Trouble {
        if self.garbage.is_empty() {
            Trouble::Late
        } else {
            Trouble::Garbage(shown(&self.garbage))
        }
    }

    /// Asks for a change of the board, after which it has to be `expected`.
    fn change(
        &mut self,
        line: &mut DeviceLine<'_>,
        request: &DeviceRequest,
        expected: &ToldGame,
    ) -> Result<(), Trouble> {
        match self.call(line, request)? {
            v2::DeviceResponse::Done(done) if done == expected.done() => Ok(()),
            v2::DeviceResponse::Done(done) => Err(Trouble::OutOfStep(format!(
                "it has another game: {} stones, check {:04x}",
                done.plies, done.check
            ))),
            v2::DeviceResponse::Refused(refused) => Err(self.refused(refused)),
            other => Err(unexpected(&other)),
        }
    }

    /// What a refusal means: some show that the device has another game, some that it will never do this.
    fn refused(&mut self, refused: Refused) -> Trouble {
        let Some(why) = refused.why() else {
            return Trouble::Unfit(format!(
                "it refuses with code {} ({})",
                refused.code, refused.value
            ));
        };
        let value = refused.value;
        match why {
            DeviceRefusal::Kind => Trouble::Unfit(format!("it does not know question {value:#04x}")),
            DeviceRefusal::Length => Trouble::Unfit(format!("it takes another length than {value}")),
            DeviceRefusal::Color => Trouble::Unfit(format!("it knows no colour {value}")),
            DeviceRefusal::Size => Trouble::Unfit(format!("it has no board of {value} lines")),
            DeviceRefusal::Rule => Trouble::Unfit(format!("it does not play by rule {value}")),
            DeviceRefusal::Busy => {
                self.is_busy = true;
                Trouble::OutOfStep("it is busy".to_owned())
            }
            DeviceRefusal::OffBoard => Trouble::OutOfStep("it says the point is off the board".to_owned()),
            DeviceRefusal::Occupied => Trouble::OutOfStep("it says the point is occupied".to_owned()),
            DeviceRefusal::NoGame => Trouble::Reset("it has no game".to_owned()),
            DeviceRefusal::GameOver => Trouble::OutOfStep("it says the game is over".to_owned()),
            DeviceRefusal::NothingToTakeBack => Trouble::OutOfStep("it has no stones".to_owned()),
            DeviceRefusal::Forbidden => Trouble::OutOfStep("it says the point is forbidden".to_owned()),
        }
    }

    /// Puts the device into this game, with as few words as it takes.
    fn tell(&mut self, line: &mut DeviceLine<'_>, game: &ToldGame) -> Result<(), Trouble> {
        let known = self.known.take();
        let mut told = match known.map(|known| self.shortened(line, known, game)) {
            Some(Ok(Some(told))) => told,
            Some(Err(trouble)) => return Err(trouble),
            Some(Ok(None)) | None => {
                let empty = ToldGame {
                    stones: Vec::new(),
                    ..game.clone()
                };
                let request = DeviceRequest::New {
                    size: game.size,
                    rule: rule_of(game.rule),
                };
                self.change(line, &request, &empty)?;
                empty
            }
        };
        for &(color, point) in &game.stones[told.stones.len()..] {
            told.stones.push((color, point));
            let request = DeviceRequest::Put {
                color: color_of(color),
                x: point.x,
                y: point.y,
            };
            self.change(line, &request, &told)?;
        }
        self.known = Some(told);
        Ok(())
    }

    /// The known game without the stones that are not in `game`, taken back one by one; `None` if that is not the way.
    fn shortened(
        &mut self,
        line: &mut DeviceLine<'_>,
        known: ToldGame,
        game: &ToldGame,
    ) -> Result<Option<ToldGame>, Trouble> {
        let common = known
            .stones
            .iter()
            .zip(&game.stones)
            .take_while(|(a, b)| a == b)
            .count();
        let surplus = known.stones.len() - common;
        let same = (known.size, known.rule) == (game.size, game.rule);
        if !same || surplus > 0 && (surplus > TAKEN_BACK_MAX || !self.has(Abilities::TAKE_BACK)) {
            return Ok(None);
        }
        let mut told = known;
        for _ in 0..surplus {
            told.stones.pop();
            self.change(line, &DeviceRequest::TakeBack, &told)?;
        }
        Ok(Some(told))
    }

    /// Asks for a move and waits for it as long as it may take, asking again when the device is silent.
    fn go(
        &mut self,
        line: &mut DeviceLine<'_>,
        request: &DeviceRequest,
    ) -> Result<(v2::DeviceReply, u64), Trouble> {
        self.sequence = next(self.sequence);
        let asked_us = line.now_us();
        let deadline_us = line.deadline_us.min(asked_us.saturating_add(self.turn_us));
        let mut silence_us = SILENCE_US.max(self.answer_us);
        self.is_busy = true;
        self.say(line, request)?;
        let mut again_us = line.now_us() + silence_us;
        loop {
            match self.hear(line, again_us.min(deadline_us))? {
                Some(v2::DeviceResponse::Move(played)) => {
                    self.is_busy = false;
                    return Ok((played, line.now_us() - asked_us));
                }
                Some(v2::DeviceResponse::Thinking(_)) => again_us = line.now_us() + silence_us,
                Some(v2::DeviceResponse::Refused(refused)) => {
                    self.is_busy = false;
                    return Err(self.refused(refused));
                }
                Some(other) => return Err(unexpected(&other)),
                None if line.stop.is_raised() => return self.enough(line, asked_us),
                None if line.now_us() >= deadline_us => return Err(self.silence()),
                None => {
                    line.costs.trouble(|troubles| troubles.repetitions += 1);
                    self.say(line, request)?;
                    silence_us *= 2;
                    again_us = line.now_us() + silence_us;
                }
            }
        }
    }

    /// Ends a search that nobody waits for; its move, if the device can be told to stop.
    fn enough(
        &mut self,
        line: &mut DeviceLine<'_>,
        asked_us: u64,
    ) -> Result<(v2::DeviceReply, u64), Trouble> {
        if !self.has(Abilities::ABORT) {
            return Err(Trouble::Stopped);
        }
        let number = self.sequence;
        self.sequence = next(number);
        self.say(line, &DeviceRequest::Abort)?;
        // The Go's number is listened to until its move came; Abort's own answer says nothing more.
        let until_us = line.now_us() + LATE_US + self.answer_us;
        line.stop = Stop::default();
        self.sequence = number;
        let heard = self.hear_move(line, until_us);
        self.sequence = next(number);
        let played = heard?.ok_or(Trouble::Stopped)?;
        self.is_busy = false;
        Ok((played, line.now_us() - asked_us))
    }

    fn hear_move(
        &mut self,
        line: &mut DeviceLine<'_>,
        until_us: u64,
    ) -> Result<Option<v2::DeviceReply>, Trouble> {
        while let Some(answer) = self.hear(line, until_us)? {
            if let v2::DeviceResponse::Move(played) = answer {
                return Ok(Some(played));
            }
        }
        Ok(None)
    }

    /// A device that still searches for an older question is told to stop, or waited for.
    fn calm(&mut self, line: &mut DeviceLine<'_>) -> Result<(), Trouble> {
        let until_us = line.deadline_us.min(line.now_us().saturating_add(self.turn_us));
        loop {
            let request = if self.has(Abilities::ABORT) {
                DeviceRequest::Abort
            } else {
                DeviceRequest::State
            };
            match self.call(line, &request) {
                Ok(v2::DeviceResponse::Refused(refused)) if refused.why() == Some(DeviceRefusal::Busy) => {}
                Ok(_) => {
                    self.is_busy = false;
                    return Ok(());
                }
                Err(Trouble::Late | Trouble::Garbage(_)) => {}
                Err(trouble) => return Err(trouble),
            }
            if line.now_us() >= until_us {
                return Err(Trouble::Late);
            }
            let pause_us = (line.now_us() + LATE_US).min(until_us);
            line.port.wait_until(pause_us);
        }
    }
}

impl Conversation for V2 {
    fn greet(&mut self, line: &mut DeviceLine<'_>) -> Result<(), Trouble> {
        self.known = None;
        self.garbage.clear();
        self.inbox.clear();
        self.decoder = Decoder::new();
        if self.is_busy {
            self.calm(line)?;
        }
        match self.call(line, &DeviceRequest::Hello { wire: v2::WIRE })? {
            v2::DeviceResponse::Identity(identity) => {
                self.identity = Some(identity);
                if identity.wire != v2::WIRE {
                    return Err(Trouble::Unfit(format!(
                        "it speaks version {} of the wire, not {}",
                        identity.wire,
                        v2::WIRE
                    )));
                }
                if self.depth.is_some() && !self.has(Abilities::DEPTH) {
                    return Err(Trouble::Unfit("its depth cannot be set".to_owned()));
                }
                Ok(())
            }
            v2::DeviceResponse::Refused(refused) => Err(self.refused(refused)),
            other => Err(unexpected(&other)),
        }
    }

    fn name(&self) -> Option<String> {
        let name = self.identity.as_ref()?.name.as_str();
        (!name.is_empty()).then(|| name.to_owned())
    }

    fn objection(&self, position: &Position) -> Option<String> {
        let identity = self.identity.as_ref()?;
        let (least, most) = (identity.size_min, identity.size_max);
        if !(least..=most).contains(&position.size()) {
            return Some(format!(
                "the device has boards of {least} to {most} lines, not one of {}",
                position.size()
            ));
        }
        if !identity.plays(rule_of(position.rule())) {
            return Some(format!("the device does not play {}", position.rule().name()));
        }
        matches!(position.opening(), Opening::Swap2)
            .then(|| "wire v2 cannot ask for a choice of swap2".to_owned())
    }

    fn new_game(&mut self, line: &mut DeviceLine<'_>, position: &Position) -> Result<(), Trouble> {
        self.known = None;
        self.tell(line, &ToldGame::of(position))
    }

    fn ask(
        &mut self,
        line: &mut DeviceLine<'_>,
        position: &Position,
        limits: &MoveLimits,
    ) -> Result<DeviceAnswer, Trouble> {
        let mut game = ToldGame::of(position);
        if self.known.is_none() {
            line.costs.trouble(|troubles| troubles.resynchronisations += 1);
            self.greet(line)?;
        }
        self.tell(line, &game)?;
        let color = position.to_place();
        let time_ms = if self.has(Abilities::TIME) {
            limits.time_ms
        } else {
            None
        };
        let depth = if self.has(Abilities::DEPTH) {
            limits.depth.or(self.depth)
        } else {
            None
        };
        let request = DeviceRequest::Go(v2::Go {
            color: color_of(color),
            time_ms: time_ms.map_or(0, |ms| ms.clamp(1, u32::MAX.into()) as u32),
            depth: depth.map_or(0, |depth| depth.clamp(1, 255) as u8),
        });
        let (played, wall_us) = self.go(line, &request).inspect_err(|_| self.known = None)?;
        let point = Point::new(played.x, played.y);
        if let Some(why) = refused_by_rules(position, point) {
            self.known = None;
            return Err(Trouble::OutOfStep(format!("move {point} is {why}")));
        }
        game.stones.push((color, point));
        self.known = Some(game);
        Ok(DeviceAnswer {
            point,
            score: Some(played.score.into()),
            depth: Some(played.depth.into()).filter(|&depth| depth > 0),
            nodes: Some(played.nodes).filter(|_| self.has(Abilities::NODES)),
            cycles: Some(played.cycles).filter(|_| self.has(Abilities::CYCLES)),
            device_us: Some(played.micros.into()).filter(|&micros| micros > 0),
            wall_us,
        })
    }

    fn forget(&mut self) {
        self.known = None;
    }
}

fn unexpected(answer: &v2::DeviceResponse) -> Trouble {
    Trouble::OutOfStep(format!("it answers something else: {answer:?}"))
}

fn color_of(color: Color) -> v2::Color {
    match color {
        Color::Black => v2::Color::Black,
        Color::White => v2::Color::White,
    }
}

fn rule_of(rule: Rule) -> v2::Rule {
    match rule {
        Rule::Freestyle => v2::Rule::Freestyle,
        Rule::Standard => v2::Rule::Standard,
        Rule::Renju => v2::Rule::Renju,
    }
}
