//! A device on our own wire, emulated, with every ability that the wire knows but cycles.

use referee::{
    color::Color,
    gomoku::{Move, Rule, SIZES, board::Board, setup::Setup},
    player::{Limits, Stop},
    point::Point,
    position::Position as _,
};
use wires::v2::{
    self, Abilities, Body, Decoder, DeviceRefusal, DeviceRequest, Done, GameChecksum, Heard, Identity,
    LastAnswer, Name, Refused, Thinking, UNASKED,
};

use super::{Gadget, engine::EmulatedEngine};

/// How often it says that it still thinks.
const THINKING_US: u64 = 1_000_000;

/// What differs between such devices.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// Who it says it is.
    pub identity: Identity,
}

impl Default for Manner {
    fn default() -> Manner {
        let abilities = Abilities::TAKE_BACK
            .and(Abilities::TIME)
            .and(Abilities::ABORT)
            .and(Abilities::NODES)
            .and(Abilities::DEPTH);
        Manner {
            identity: Identity {
                wire: v2::WIRE,
                size_min: *SIZES.start(),
                size_max: *SIZES.end(),
                rules: v2::Rule::Freestyle.code() | v2::Rule::Standard.code() | v2::Rule::Renju.code(),
                abilities,
                clock_hz: 0,
                name: Name::new(b"tengen emulator"),
            },
        }
    }
}

/// The device.
pub struct V2Gadget {
    engine: Box<dyn EmulatedEngine>,
    manner: Manner,
    decoder: Decoder,
    game: Option<EmulatedGame>,
    last: LastAnswer,
    /// The Go under way.
    going: Option<Going>,
    /// The Abort that waits for its move.
    aborting: Option<Body>,
    out: Vec<u8>,
}

struct EmulatedGame {
    rule: Rule,
    board: Board,
    stones: Vec<(Color, Point)>,
}

struct Going {
    question: Body,
    stop: Stop,
    next_word_us: u64,
}

impl V2Gadget {
    /// A device that was switched on some time ago.
    pub fn new(engine: Box<dyn EmulatedEngine>, manner: Manner) -> V2Gadget {
        V2Gadget {
            engine,
            manner,
            decoder: Decoder::new(),
            game: None,
            last: LastAnswer::new(),
            going: None,
            aborting: None,
            out: Vec::new(),
        }
    }

    fn answer(&mut self, question: Body, answer: v2::DeviceResponse) {
        let coded = answer.coded(question.sequence());
        self.out.extend_from_slice(coded.as_bytes());
        self.last.keep(question, coded);
    }

    fn heard(&mut self, question: Body, now_us: u64) {
        if question.sequence() == UNASKED {
            return;
        }
        if let Some(going) = &self.going {
            let is_again = going.question == question;
            let request = DeviceRequest::read(&question);
            return match request {
                _ if is_again => self.say_thinking(),
                Ok(DeviceRequest::Abort) => self.abort(question, now_us),
                _ => {
                    let busy =
                        v2::DeviceResponse::Refused(Refused::new(DeviceRefusal::Busy, question.kind()));
                    self.out
                        .extend_from_slice(busy.coded(question.sequence()).as_bytes());
                }
            };
        }
        if let Some(coded) = self.last.again(&question) {
            self.out.extend_from_slice(coded.as_bytes());
            return;
        }
        match DeviceRequest::read(&question).and_then(|request| self.done(request, question, now_us)) {
            Ok(Some(answer)) => self.answer(question, answer),
            Ok(None) => {}
            Err(refused) => self.answer(question, v2::DeviceResponse::Refused(refused)),
        }
    }

    /// Does what is asked; `None` if the answer comes later.
    fn done(
        &mut self,
        request: DeviceRequest,
        question: Body,
        now_us: u64,
    ) -> Result<Option<v2::DeviceResponse>, Refused> {
        match request {
            DeviceRequest::Hello { .. } => {
                return Ok(Some(v2::DeviceResponse::Identity(self.manner.identity)));
            }
            DeviceRequest::New { size, rule } => self.new_game(size, rule)?,
            DeviceRequest::Put { color, x, y } => self.put(color, Point::new(x, y))?,
            DeviceRequest::TakeBack => self.take_back()?,
            DeviceRequest::Abort | DeviceRequest::State => {}
            DeviceRequest::Go(go) => {
                self.go(go, question, now_us)?;
                return Ok(None);
            }
        }
        Ok(Some(self.state()))
    }

    fn state(&self) -> v2::DeviceResponse {
        let stones = self.game.as_ref().map_or(&[][..], |game| &game.stones);
        let add = |check: GameChecksum, &(color, point): &(Color, Point)| {
            check.with(color_of(color), point.x, point.y)
        };
        v2::DeviceResponse::Done(Done {
            plies: stones.len() as u16,
            check: stones.iter().fold(GameChecksum::EMPTY, add).value(),
        })
    }

    fn game(&mut self) -> Result<&mut EmulatedGame, Refused> {
        self.game.as_mut().ok_or(Refused::new(DeviceRefusal::NoGame, 0))
    }

    fn new_game(&mut self, size: u8, rule: v2::Rule) -> Result<(), Refused> {
        let identity = &self.manner.identity;
        let has_size = (identity.size_min..=identity.size_max).contains(&size);
        let board = Board::new(size).ok().filter(|_| has_size);
        let board = board.ok_or(Refused::new(DeviceRefusal::Size, size))?;
        if !identity.plays(rule) {
            return Err(Refused::new(DeviceRefusal::Rule, rule.code()));
        }
        self.game = Some(EmulatedGame {
            rule: match rule {
                v2::Rule::Freestyle => Rule::Freestyle,
                v2::Rule::Standard => Rule::Standard,
                v2::Rule::Renju => Rule::Renju,
            },
            board,
            stones: Vec::new(),
        });
        Ok(())
    }

    fn put(&mut self, color: v2::Color, point: Point) -> Result<(), Refused> {
        let game = self.game()?;
        if !game.board.contains(point) {
            let beyond = if point.x >= game.board.size() {
                point.x
            } else {
                point.y
            };
            return Err(Refused::new(DeviceRefusal::OffBoard, beyond));
        }
        if !game.board.is_empty(point) {
            return Err(Refused::new(DeviceRefusal::Occupied, point.x));
        }
        game.put(color_from(color), point);
        Ok(())
    }

    fn take_back(&mut self) -> Result<(), Refused> {
        if !self.manner.identity.abilities.has(Abilities::TAKE_BACK) {
            return Err(Refused::new(DeviceRefusal::Kind, 5));
        }
        let game = self.game()?;
        let (_, point) = game
            .stones
            .pop()
            .ok_or(Refused::new(DeviceRefusal::NothingToTakeBack, 0))?;
        game.board.take(point);
        Ok(())
    }

    fn go(&mut self, go: v2::Go, question: Body, now_us: u64) -> Result<(), Refused> {
        let game = self.game()?;
        let setup = Setup {
            board: game.board.clone(),
        };
        let over = Refused::new(DeviceRefusal::GameOver, 0);
        let position = setup.position(game.rule).map_err(|_| over)?;
        if position.outcome().is_some() {
            return Err(over);
        }
        if position.to_place() != color_from(go.color) {
            return Err(Refused::new(DeviceRefusal::Color, go.color.code()));
        }
        let stop = Stop::default();
        let limits = Limits {
            turn_ms: (go.time_ms > 0).then_some(go.time_ms.into()),
            depth: (go.depth > 0).then_some(go.depth.into()),
            stop: stop.clone(),
            ..Limits::default()
        };
        self.engine.ask(position, limits, now_us);
        self.going = Some(Going {
            question,
            stop,
            next_word_us: now_us + THINKING_US,
        });
        Ok(())
    }

    /// The search's move, and then that it was ended.
    fn abort(&mut self, question: Body, now_us: u64) {
        if let Some(going) = &self.going {
            going.stop.raise();
        }
        self.aborting = Some(question);
        self.engine.hurry();
        self.tick(now_us);
    }

    fn say_thinking(&mut self) {
        if let Some(going) = &self.going {
            let so_far = v2::DeviceResponse::Thinking(Thinking { depth: 0, nodes: 0 });
            self.out
                .extend_from_slice(so_far.coded(going.question.sequence()).as_bytes());
        }
    }
}

impl Gadget for V2Gadget {
    fn hear(&mut self, byte: u8, now_us: u64) {
        if let Heard::Message(body) = self.decoder.push(byte) {
            self.heard(body, now_us);
        }
    }

    fn tick(&mut self, now_us: u64) {
        if let Some((outcome, took_us)) = self.engine.poll(now_us)
            && let Some(going) = self.going.take()
        {
            let over = v2::DeviceResponse::Refused(Refused::new(DeviceRefusal::GameOver, 0));
            let answer = match outcome.as_ref().map(|thought| (thought, thought.play)) {
                Ok((thought, Move::Place(point))) => v2::DeviceResponse::Move(v2::DeviceReply {
                    x: point.x,
                    y: point.y,
                    score: thought.score.unwrap_or(0).clamp(i16::MIN.into(), i16::MAX.into()) as i16,
                    depth: thought.depth.unwrap_or(0).min(255) as u8,
                    nodes: thought.nodes.unwrap_or(0),
                    cycles: 0,
                    micros: took_us.clamp(1, u32::MAX.into()) as u32,
                }),
                _ => over,
            };
            if let (Some(game), v2::DeviceResponse::Move(played)) = (&mut self.game, &answer) {
                game.put_next(Point::new(played.x, played.y));
            }
            self.answer(going.question, answer);
            if let Some(question) = self.aborting.take() {
                let state = self.state();
                self.answer(question, state);
            }
        }
        if self
            .going
            .as_ref()
            .is_some_and(|going| going.next_word_us <= now_us)
        {
            self.say_thinking();
            if let Some(going) = &mut self.going {
                going.next_word_us = now_us + THINKING_US;
            }
        }
    }

    fn due_us(&self) -> Option<u64> {
        let word_us = self.going.as_ref().map(|going| going.next_word_us);
        [word_us, self.engine.due_us()].into_iter().flatten().min()
    }

    fn say(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.out)
    }

    fn reset(&mut self, _now_us: u64) {
        self.engine.forget();
        self.decoder = Decoder::new();
        self.game = None;
        self.last = LastAnswer::new();
        self.going = None;
        self.aborting = None;
        let started = v2::DeviceResponse::Started(self.manner.identity).coded(UNASKED);
        self.out = vec![0];
        self.out.extend_from_slice(started.as_bytes());
    }
}

impl EmulatedGame {
    fn put(&mut self, color: Color, point: Point) {
        self.board.put(point, color);
        self.stones.push((color, point));
    }

    /// A stone of whoever's turn it is by count.
    fn put_next(&mut self, point: Point) {
        let is_blacks = self.board.count(Color::Black) == self.board.count(Color::White);
        self.put(if is_blacks { Color::Black } else { Color::White }, point);
    }
}

fn color_of(color: Color) -> v2::Color {
    match color {
        Color::Black => v2::Color::Black,
        Color::White => v2::Color::White,
    }
}

fn color_from(color: v2::Color) -> Color {
    match color {
        v2::Color::Black => Color::Black,
        v2::Color::White => Color::White,
    }
}
