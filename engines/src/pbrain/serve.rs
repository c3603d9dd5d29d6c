//! The engine's side of the Gomocup protocol: lets any manager play against one of our players.
//!
//! Whatever the manager sends, it is answered and nothing panics; every move that goes out is legal on the board as
//! the manager told it. Lines are answered one after the other, but read as they come: Yixin's `yxstop` and `END` end
//! the search of the question before, and any line ends the thinking on the other side's time.

mod audience;
mod setup;
mod swap2;

use std::{
    io::{self, BufRead, BufReader, Write},
    sync::{Arc, mpsc},
    thread,
};

use referee::{
    gomoku::{Move, Position, Rule, SIZES},
    player::{Limits, Player, Stop},
    position::Position as _,
};

use self::{
    audience::Audience,
    setup::{ServeError, Setup},
};
use super::protocol::{self, BadCommand, Field, Info, ManagerCommand, Reply, WrittenPoint};
use crate::process::lines::{Lines, ProgramLine};

/// Milliseconds for a move that shall come "as fast as possible".
const HURRY_MS: u64 = 100;
const SIZE_DEFAULT: u8 = 15;

/// Lines that wait for their answers; a manager that sends more is held up.
const LINES_WAITING_MAX: usize = 1_024;

/// Answers a manager until it says `END` or closes its side.
///
/// # Errors
/// The streams broke. What the manager says never is an error.
pub fn serve(
    player: &mut dyn Player<Position>,
    input: impl BufRead + Send,
    output: impl Write,
) -> io::Result<()> {
    let (tell, told) = mpsc::sync_channel(LINES_WAITING_MAX);
    thread::scope(|scope| {
        scope.spawn(move || listen(input, &tell));
        answer_all(player, told, output, &Audience::default())
    })
}

/// Does so on this process's stdin and stdout, until nobody reads what it answers. A manager that has only closed its own side
/// gets all its answers. A thread may go on to wait for stdin: the process is meant to end.
///
/// # Errors
/// The streams broke.
pub fn serve_process(player: &mut dyn Player<Position>) -> io::Result<()> {
    let input = BufReader::new(io::stdin());
    serve_until(player, input, io::stdout().lock(), audience::leaves_stdout)
}

/// Answers until `leaves` is through and says that nobody reads any more.
fn serve_until(
    player: &mut dyn Player<Position>,
    input: impl BufRead + Send + 'static,
    output: impl Write,
    leaves: impl FnOnce() -> bool + Send + 'static,
) -> io::Result<()> {
    let (tell, told) = mpsc::sync_channel(LINES_WAITING_MAX);
    let audience = Arc::new(Audience::default());
    let (watched, word) = (audience.clone(), tell.clone());
    spawn("manager's ear", move || {
        if leaves() {
            watched.leave();
            let _ = word.send(Event::Deserted);
        }
    })?;
    spawn("manager's lines", move || listen(input, &tell))?;
    answer_all(player, told, output, &audience)
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(work).map(drop)
}

/// What a thread that listens has to tell.
enum Event {
    Heard(Heard),
    /// There will be no more lines.
    Closed,
    /// Nobody reads the answers.
    Deserted,
}

fn answer_all(
    player: &mut dyn Player<Position>,
    told: mpsc::Receiver<Event>,
    mut output: impl Write,
    audience: &Audience,
) -> io::Result<()> {
    let mut brain = Brain::new(player);
    while let Ok(Event::Heard(Heard { line, stop, next_one })) = told.recv() {
        if !audience.is_there(&stop) {
            break;
        }
        let replies = match line? {
            ProgramLine::Overlong => vec![Reply::Error("line too long".to_owned())],
            ProgramLine::Text(line) => match line.parse::<ManagerCommand>() {
                Ok(ManagerCommand::End) => break,
                Ok(command) => brain.answer(command, stop),
                Err(BadCommand::Unknown) => vec![Reply::Unknown("command".to_owned())],
                Err(error) => vec![Reply::Error(error.to_string())],
            },
        };
        for reply in replies {
            write!(output, "{reply}\r\n")?;
        }
        output.flush()?;
        if !audience.is_there(&next_one) {
            break;
        }
        brain.ponder(&next_one);
    }
    Ok(())
}

/// A line as it was heard.
struct Heard {
    line: io::Result<ProgramLine>,
    /// Ends the search that the line asks for.
    stop: Stop,
    /// Raised when the next line comes, or none will.
    next_one: Stop,
}

/// Reads lines until the last one, and says at once what cannot wait.
fn listen(input: impl BufRead, tell: &mpsc::SyncSender<Event>) {
    let (mut stop, mut next_one) = (Stop::default(), Stop::default());
    for line in Lines::new(input) {
        next_one.raise();
        let command = match &line {
            Ok(ProgramLine::Text(line)) => line.parse::<ManagerCommand>().ok(),
            _ => None,
        };
        let ends = command == Some(ManagerCommand::End) || line.is_err();
        if ends || command == Some(ManagerCommand::YxStop) {
            stop.raise();
        }
        (stop, next_one) = (Stop::default(), Stop::default());
        let said = Heard {
            line,
            stop: stop.clone(),
            next_one: next_one.clone(),
        };
        if tell.send(Event::Heard(said)).is_err() || ends {
            break;
        }
    }
    next_one.raise();
    let _ = tell.send(Event::Closed);
}

/// Which list of stones is being read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Listing {
    Board,
    YxBoard,
    Swap2,
}

struct Brain<'a> {
    player: &'a mut dyn Player<Position>,
    /// `None` until a game is started.
    position: Option<Position>,
    rule: Rule,
    rule_refused: Option<&'static str>,
    limits: Limits,
    /// Yixin reads rule 2 as Renju: whether a manager speaks Yixin shows in its `yx…` commands.
    yixin: bool,
    rule_asked: i64,
    listing: Option<(Listing, Setup)>,
    /// The manager wants us to think on the other side's time.
    ponders: bool,
    /// The last answer was a move.
    has_moved: bool,
}

impl<'a> Brain<'a> {
    fn new(player: &'a mut dyn Player<Position>) -> Brain<'a> {
        Brain {
            player,
            position: None,
            rule: Rule::Freestyle,
            rule_refused: None,
            limits: Limits::default(),
            yixin: false,
            rule_asked: 0,
            listing: None,
            ponders: false,
            has_moved: false,
        }
    }

    /// Thinks on the other side's time, after a move of ours, if that is wanted.
    fn ponder(&mut self, stop: &Stop) {
        if let Some(position) = self.position.as_ref().filter(|_| self.ponders && self.has_moved) {
            self.player.ponder(position, stop);
        }
    }

    fn answer(&mut self, command: ManagerCommand, stop: Stop) -> Vec<Reply> {
        self.limits.stop = stop;
        self.has_moved = false;
        let mut replies = Vec::new();
        if let Some((listing, mut setup)) = self.listing.take() {
            match command {
                ManagerCommand::Stone(place, field) => {
                    setup.add(place, field);
                    self.listing = Some((listing, setup));
                    return replies;
                }
                ManagerCommand::Done => return vec_of(self.listed(listing, setup)),
                _ => replies.push(error("the list of stones ended without DONE")),
            }
        }
        replies.extend(match command {
            ManagerCommand::Start(size) => self.start(size),
            ManagerCommand::RectStart(width, height) if width == height => self.start(width),
            ManagerCommand::RectStart(..) => Some(error("only square boards are supported")),
            ManagerCommand::Restart => {
                self.start(self.position.as_ref().map_or(SIZE_DEFAULT, Position::size).into())
            }
            ManagerCommand::Begin => Some(self.with_game(|brain| Ok(brain.think()))),
            ManagerCommand::Turn(place) => Some(self.with_game(|brain| brain.turn(place))),
            ManagerCommand::Play(place) => {
                Some(self.with_game(|brain| brain.put(place).map(|()| moved(place))))
            }
            ManagerCommand::TakeBack(place) => Some(self.with_game(|brain| brain.take_back(place))),
            ManagerCommand::Board => self.list(Listing::Board),
            ManagerCommand::YxBoard => self.list(Listing::YxBoard),
            ManagerCommand::Swap2Board => self.list(Listing::Swap2),
            ManagerCommand::Stone(..) | ManagerCommand::Done => Some(error("no list of stones was begun")),
            ManagerCommand::Info(info) => self.inform(&info),
            ManagerCommand::About => Some(self.about()),
            ManagerCommand::YxShowForbid => {
                // It may be what tells that rule 2 is one of ours.
                self.speaks_yixin();
                Some(self.with_game(|brain| Ok(brain.forbidden())))
            }
            ManagerCommand::YxStop | ManagerCommand::YxHashClear => {
                self.speaks_yixin();
                None
            }
            ManagerCommand::End => None,
        });
        replies
    }

    fn about(&self) -> Reply {
        let name: String = self.player.name().chars().filter(|&c| c != '"').collect();
        let version = env!("CARGO_PKG_VERSION");
        Reply::About(format!(
            "name=\"Tengen {name}\", version=\"{version}\", author=\"the Tengen contributors\", country=\"-\""
        ))
    }

    fn start(&mut self, size: i64) -> Option<Reply> {
        let size = u8::try_from(size).ok().filter(|size| SIZES.contains(size));
        let position = size.and_then(|size| Position::new(size, self.rule).ok());
        let Some(position) = position else {
            return Some(error(&format!(
                "board size is not between {} and {}",
                SIZES.start(),
                SIZES.end()
            )));
        };
        Some(self.begin_game(position))
    }

    fn begin_game(&mut self, position: Position) -> Reply {
        let told = self.player.new_game(&position);
        self.position = Some(position);
        told.map_or_else(|trouble| error(&trouble.to_string()), |()| Reply::Ok)
    }

    fn list(&mut self, listing: Listing) -> Option<Reply> {
        if listing == Listing::YxBoard {
            self.speaks_yixin();
        }
        self.listing = Some((listing, Setup::default()));
        None
    }

    /// Runs `work` if there is a game to work on; its error becomes the answer.
    fn with_game(&mut self, work: impl FnOnce(&mut Self) -> Result<Reply, ServeError>) -> Reply {
        if self.position.is_none() {
            return error("no game was started");
        }
        if let Some(refused) = self.rule_refused {
            return error(refused);
        }
        work(self).unwrap_or_else(|trouble| error(&trouble.to_string()))
    }

    fn listed(&mut self, listing: Listing, setup: Setup) -> Option<Reply> {
        let answer = self.with_game(|brain| {
            let size = brain.position.as_ref().map_or(SIZE_DEFAULT, Position::size);
            let position = match listing {
                Listing::Board | Listing::YxBoard => setup.board(size, brain.rule)?,
                Listing::Swap2 => setup.in_order(size, brain.rule)?,
            };
            brain.position = Some(position);
            match listing {
                Listing::Board => Ok(brain.think()),
                Listing::YxBoard => Ok(Reply::Ok),
                Listing::Swap2 => brain.swap2(),
            }
        });
        // Yixin's board is not answered when it is right.
        (listing != Listing::YxBoard || answer != Reply::Ok).then_some(answer)
    }

    fn put(&mut self, place: WrittenPoint) -> Result<(), ServeError> {
        let position = self.position.as_mut().ok_or(ServeError::NoGame)?;
        let point = place
            .on_board(position.size())
            .ok_or(ServeError::OffBoard(place))?;
        if position.outcome().is_some() {
            return Err(ServeError::Over);
        }
        setup::play(position, Move::Place(point))
    }

    fn turn(&mut self, place: WrittenPoint) -> Result<Reply, ServeError> {
        self.put(place)?;
        Ok(self.think())
    }

    fn take_back(&mut self, place: WrittenPoint) -> Result<Reply, ServeError> {
        let position = self.position.as_mut().ok_or(ServeError::NoGame)?;
        let last = match position.history().last() {
            Some(&Move::Place(point)) => point,
            _ => return Err(ServeError::NothingToTakeBack),
        };
        if place.on_board(position.size()) != Some(last) {
            return Err(ServeError::OtherMove { last, asked: place });
        }
        position.undo();
        Ok(Reply::Ok)
    }

    /// Finds, plays and tells a move.
    fn think(&mut self) -> Reply {
        let Some(position) = &mut self.position else {
            return error("no game was started");
        };
        let legal = position.legal_moves();
        if legal.is_empty() {
            return error(if position.outcome().is_some() {
                "the game is over"
            } else {
                "there is no legal move"
            });
        }
        let thought = self
            .player
            .think(position, &self.limits)
            .map(|thought| thought.play);
        let play = match thought {
            Ok(play) if legal.contains(&play) => play,
            // A bad move loses less than none.
            _ => legal[legal.len() / 2],
        };
        let Move::Place(point) = play else {
            return error("there is no stone to place");
        };
        match setup::play(position, play) {
            Ok(()) => {
                self.has_moved = true;
                moved(point.into())
            }
            Err(illegal) => error(&illegal.to_string()),
        }
    }

    fn forbidden(&mut self) -> Reply {
        let Some(position) = &self.position else {
            return error("no game was started");
        };
        let points = position.forbidden_points();
        Reply::Forbid(points.into_iter().map(|(point, _)| point).collect())
    }

    fn inform(&mut self, info: &Info) -> Option<Reply> {
        let positive = |value: i64| u64::try_from(value).ok().filter(|&value| value > 0);
        match *info {
            Info::TimeoutTurn(ms) => self.limits.turn_ms = Some(positive(ms).unwrap_or(HURRY_MS)),
            Info::TimeoutMatch(ms) => self.limits.game_left_ms = positive(ms),
            Info::TimeLeft(ms) if ms >= protocol::TIME_UNLIMITED => self.limits.game_left_ms = None,
            Info::TimeLeft(ms) => self.limits.game_left_ms = Some(positive(ms).unwrap_or(0)),
            Info::MaxDepth(depth) => self.limits.depth = positive(depth).map(|depth| depth.min(99) as u32),
            Info::MaxNode(nodes) => self.limits.nodes = positive(nodes),
            Info::Rule(mask) => return self.set_rule(mask),
            Info::MaxMemory(bytes) => self.limits.memory_bytes = positive(bytes),
            Info::Pondering(ponders) => self.ponders = ponders,
            Info::GameType(_) | Info::Other(_) => {}
        }
        None
    }

    fn speaks_yixin(&mut self) {
        if !self.yixin {
            self.yixin = true;
            self.set_rule(self.rule_asked);
        }
    }

    /// A rule that cannot be played is told once for people, and then to every request for a move.
    fn set_rule(&mut self, mask: i64) -> Option<Reply> {
        self.rule_asked = mask;
        let renju = mask & protocol::RULE_RENJU != 0 || self.yixin && mask == 2;
        self.rule_refused = if mask & protocol::RULE_CARO != 0 {
            Some("rule 8 (caro) is not supported")
        } else if mask & protocol::RULE_CONTINUOUS != 0 && !renju {
            Some("rule 2 (continuous game) is not supported")
        } else {
            None
        };
        self.rule = match (renju, mask & protocol::RULE_EXACT != 0) {
            (true, _) => Rule::Renju,
            (false, true) => Rule::Standard,
            (false, false) => Rule::Freestyle,
        };
        if let Some(position) = self.position.take_if(|position| position.rule() != self.rule) {
            // Stones that the other rule does not allow are gone; a game goes on with START or BOARD.
            let replayed = setup::replay(position.size(), self.rule, position.history());
            let position =
                replayed.or_else(|_| Position::new(position.size(), self.rule).map_err(|_| String::new()));
            if let Ok(position) = position {
                let _ = self.begin_game(position);
            }
        }
        self.rule_refused
            .map(|refused| Reply::Message(refused.to_owned()))
    }
}

fn moved(place: WrittenPoint) -> Reply {
    Reply::Moves(vec![place])
}

fn error(text: &str) -> Reply {
    Reply::Error(text.to_owned())
}

fn vec_of(reply: Option<Reply>) -> Vec<Reply> {
    reply.into_iter().collect()
}

#[cfg(test)]
mod tests;
