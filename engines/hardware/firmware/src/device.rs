//! The device: a question, its answer, the next question.

use hardware_core::{
    board::{SIZES, SearchBoard},
    color::Color,
    point::Point,
};
use wires::{
    s0::{self, Command, CoordinateOrder, LineEnd, Text},
    v2::{
        self, Abilities, Body, Coded, DeviceReply, DeviceRequest, DeviceResponse, Go, Identity, LastAnswer,
        Name, Refused, WIRE,
    },
};

use crate::{
    ear::{Ear, Question},
    game::{DeviceGame, RULES},
    port::{Port, Wire},
    search::{Cost, Searched, Watch},
};

/// All that the device remembers. It is made where it stays: a small processor could not move it.
pub struct Device<const SIDE: usize> {
    ear: Ear,
    game: DeviceGame<SIDE>,
    answered: Answered,
}

/// The last two answers: a Go that an Abort has ended is answered before the Abort, and its answer, too, may get lost.
pub(crate) struct Answered {
    answers: [LastAnswer; 2],
    /// The place of the older one.
    older: usize,
}

impl Answered {
    pub(crate) fn again(&self, question: &Body) -> Option<&Coded> {
        self.answers.iter().find_map(|answer| answer.again(question))
    }

    fn keep(&mut self, question: &Body, answer: Coded) {
        self.answers[self.older].keep(*question, answer);
        self.older = 1 - self.older;
    }
}

impl<const SIDE: usize> Device<SIDE> {
    /// A device in no game that has heard nothing.
    pub const fn blank() -> Device<SIDE> {
        Device {
            ear: Ear::new(),
            game: DeviceGame::blank(),
            answered: Answered {
                answers: [const { LastAnswer::new() }; 2],
                older: 0,
            },
        }
    }

    /// Plays for as long as there is power.
    pub fn run(&mut self, port: &mut impl Port) -> ! {
        self.start(port);
        loop {
            if !self.step(port) {
                port.wait();
            }
        }
    }

    /// A host of our own wire is told of a reset. One of the published wire is not, whose next line would be garbled by it;
    /// and a device that has just been given power does not know its host.
    pub fn start(&mut self, port: &mut impl Port) {
        if port.kept() == Some(Wire::V2) {
            // Ends what the reset may have cut short.
            port.send(&[0]);
            let started = DeviceResponse::Started(Self::identity(port)).coded(v2::UNASKED);
            port.send(started.as_bytes());
        }
    }

    /// Answers one question, if there is one.
    pub fn step(&mut self, port: &mut impl Port) -> bool {
        match self.ear.hear(port) {
            None => return false,
            Some(Question::Command(command)) => self.obey(command, port),
            Some(Question::Message(body)) => self.answer(&body, port),
        }
        true
    }

    // None of these is made part of its caller: their temporary messages would lie on the stack beneath the search.

    /// On the published wire: a move, or nothing. What makes no sense there, as a stone on a stone, has no answer either.
    #[inline(never)]
    fn obey(&mut self, command: Command, port: &mut impl Port) {
        let new_game = matches!(command, Command::Reset) || !self.game.has_begun();
        if new_game && self.game.begin(s0::SIZE, v2::Rule::Freestyle).is_err() {
            return;
        }
        let mover = |plies: usize| {
            if plies.is_multiple_of(2) {
                Color::Black
            } else {
                Color::White
            }
        };
        let is_asked = match command {
            Command::Reset => false,
            Command::PlayFirst => self.game.plies() == 0,
            Command::Stone { x, y } => {
                let point = u8::try_from(x).ok().zip(u8::try_from(y).ok());
                let color = mover(self.game.plies());
                point.is_some_and(|(x, y)| self.game.put(color, Point::new(x, y)).is_ok())
            }
        };
        if !is_asked || self.game.playable().is_err() {
            return;
        }
        let cost = Cost { time_ms: 0, depth: 0 };
        let (point, _) = self.play(mover(self.game.plies()), cost, None, port);
        let answer = s0::DeviceMove {
            x: i32::from(point.x),
            y: i32::from(point.y),
        };
        port.send(Text::new(answer, CoordinateOrder::Yx, LineEnd::Lf).as_bytes());
    }

    #[inline(never)]
    fn answer<P: Port>(&mut self, body: &Body, port: &mut P) {
        if let Some(again) = self.answered.again(body) {
            port.send(again.as_bytes());
            return;
        }
        let answer = match DeviceRequest::read(body) {
            Err(refused) => Err(refused),
            Ok(DeviceRequest::Go(go)) => match self.game.playable() {
                Ok(()) => return self.go(go, body, port),
                Err(refused) => Err(refused),
            },
            Ok(DeviceRequest::Hello { .. }) => Ok(DeviceResponse::Identity(Self::identity(port))),
            Ok(DeviceRequest::New { size, rule }) => self.game.begin(size, rule).map(|()| self.done()),
            Ok(DeviceRequest::Put { color, x, y }) => {
                let put = self.game.put(core_color(color), Point::new(x, y));
                put.map(|()| self.done())
            }
            Ok(DeviceRequest::TakeBack) => self.game.take_back().map(|()| self.done()),
            // Outside a search there is nothing to end.
            Ok(DeviceRequest::Abort | DeviceRequest::State) => Ok(self.done()),
        };
        self.reply(body, answer, port);
    }

    #[inline(never)]
    fn go(&mut self, go: Go, body: &Body, port: &mut impl Port) {
        let cost = Cost {
            time_ms: go.time_ms,
            depth: go.depth,
        };
        let (point, searched) = self.play(core_color(go.color), cost, Some(body), port);
        let score = searched.found.answer.map_or(0, |answer| answer.score);
        let played = DeviceResponse::Move(DeviceReply {
            x: point.x,
            y: point.y,
            score: score.clamp(i16::MIN.into(), i16::MAX.into()) as i16,
            depth: searched.found.depth as u8,
            nodes: searched.found.nodes,
            cycles: searched.cycles,
            micros: searched.micros.min(u32::MAX.into()) as u32,
        });
        self.reply(body, Ok(played), port);
        if let Some(abort) = searched.abort {
            self.reply(&DeviceRequest::Abort.body(abort), Ok(self.done()), port);
        }
    }

    /// Chooses a move, and puts its stone.
    fn play<P: Port>(
        &mut self,
        color: Color,
        cost: Cost,
        question: Option<&Body>,
        port: &mut P,
    ) -> (Point, Searched) {
        let mut watch = Watch {
            port,
            ear: &mut self.ear,
            answered: &self.answered,
            question,
        };
        let searched = watch.search(&mut self.game.board, color, cost);
        // On the empty board nothing stands next to a stone.
        let point = searched
            .found
            .answer
            .map_or(self.game.board.centre(), |answer| answer.play());
        let put = self.game.put(color, point);
        assert!(put.is_ok(), "the search chose a point that cannot be played");
        (point, searched)
    }

    #[inline(never)]
    fn reply(&mut self, question: &Body, answer: Result<DeviceResponse, Refused>, port: &mut impl Port) {
        let coded = answer
            .unwrap_or_else(DeviceResponse::Refused)
            .coded(question.sequence());
        port.send(coded.as_bytes());
        self.answered.keep(question, coded);
    }

    fn done(&self) -> DeviceResponse {
        DeviceResponse::Done(self.game.state())
    }

    fn identity<P: Port>(_: &P) -> Identity {
        let abilities = [
            Abilities::TIME,
            Abilities::ABORT,
            Abilities::NODES,
            Abilities::CYCLES,
            Abilities::DEPTH,
        ];
        Identity {
            wire: WIRE,
            size_min: *SIZES.start(),
            size_max: SearchBoard::<SIDE>::SIZE_MAX,
            rules: RULES,
            abilities: abilities.into_iter().fold(Abilities::TAKE_BACK, Abilities::and),
            clock_hz: P::CLOCK_HZ,
            name: Name::new(P::NAME.as_bytes()),
        }
    }
}

fn core_color(color: v2::Color) -> Color {
    match color {
        v2::Color::Black => Color::Black,
        v2::Color::White => Color::White,
    }
}

#[cfg(test)]
mod tests;
