//! The Gomocup (Piskvork) protocol as data: what a manager says, what an engine answers, and their spelling.
//!
//! Coordinates here are whatever the line said; whether they lie on a board is for others to judge. Case does not
//! matter in commands. Reading a reply never fails: a line that is nothing known is [`Reply::Other`].

use std::{fmt, str::FromStr};

use referee::{gomoku::Rule, point::Point};

/// `x,y` as it was written: column and row, 0-based from the top left, not yet known to lie on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenPoint {
    /// Column.
    pub x: i64,
    /// Row.
    pub y: i64,
}

impl WrittenPoint {
    /// The point, if it lies on a board of `size` lines a side.
    pub fn on_board(self, size: u8) -> Option<Point> {
        let inside = |value: i64| u8::try_from(value).ok().filter(|&value| value < size);
        Some(Point::new(inside(self.x)?, inside(self.y)?))
    }
}

impl From<Point> for WrittenPoint {
    fn from(point: Point) -> WrittenPoint {
        WrittenPoint {
            x: i64::from(point.x),
            y: i64::from(point.y),
        }
    }
}

impl fmt::Display for WrittenPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

impl FromStr for WrittenPoint {
    type Err = ();

    fn from_str(text: &str) -> Result<WrittenPoint, ()> {
        let (x, y) = text.split_once(',').ok_or(())?;
        Ok(WrittenPoint {
            x: number(x).ok_or(())?,
            y: number(y).ok_or(())?,
        })
    }
}

/// Whose stone a line of `BOARD` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// 1: the engine's.
    Own,
    /// 2: the opponent's.
    Opponent,
    /// 3: a winning line in a continuous game, or a forbidden point.
    Special,
}

/// A line from the manager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ManagerCommand {
    /// A new game on a square board.
    Start(i64),
    /// A new game on a board of width and height.
    RectStart(i64, i64),
    /// A new game on the same board.
    Restart,
    /// The engine opens.
    Begin,
    /// The opponent's stone.
    Turn(WrittenPoint),
    /// The engine is to play this.
    Play(WrittenPoint),
    /// A stone goes off again.
    TakeBack(WrittenPoint),
    /// Stones follow, then [`ManagerCommand::Done`], then the engine moves.
    Board,
    /// The same without a move.
    YxBoard,
    /// Stones in play order follow, then [`ManagerCommand::Done`], then the engine decides under swap2.
    Swap2Board,
    /// A stone of a board that is being listed; swap2 names no field.
    Stone(WrittenPoint, Option<Field>),
    /// The end of the list.
    Done,
    /// A setting; never answered.
    Info(Info),
    /// Who are you?
    About,
    /// Leave at once, in silence.
    End,
    /// Yixin: move now.
    YxStop,
    /// Yixin: which points are forbidden?
    YxShowForbid,
    /// Yixin: forget what was searched.
    YxHashClear,
}

/// What `INFO` tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Info {
    /// Milliseconds for a move; 0 = as fast as possible.
    TimeoutTurn(i64),
    /// Milliseconds for a game; 0 = no limit.
    TimeoutMatch(i64),
    /// Milliseconds left; may be negative, [`TIME_UNLIMITED`] = no limit.
    TimeLeft(i64),
    /// Bytes; 0 = no limit.
    MaxMemory(i64),
    /// 0 a person, 1 an engine, 2 a tournament, 3 a network tournament.
    GameType(i64),
    /// Bit mask: [`RULE_EXACT`], [`RULE_CONTINUOUS`], [`RULE_RENJU`], [`RULE_CARO`].
    Rule(i64),
    /// Whether to think on the other side's time (Yixin).
    Pondering(bool),
    /// Plies to search (Yixin).
    MaxDepth(i64),
    /// Nodes to search (Yixin).
    MaxNode(i64),
    /// Anything else, or a value that is no number.
    Other(String),
}

/// `time_left` without a limit.
pub const TIME_UNLIMITED: i64 = 2_147_483_647;
/// Exactly five win.
pub const RULE_EXACT: i64 = 1;
/// The game goes on after a five.
pub const RULE_CONTINUOUS: i64 = 2;
/// Renju.
pub const RULE_RENJU: i64 = 4;
/// Caro: a five blocked at both ends does not win.
pub const RULE_CARO: i64 = 8;

/// The mask that stands for a rule.
pub(crate) fn rule_mask(rule: Rule) -> i64 {
    match rule {
        Rule::Freestyle => 0,
        Rule::Standard => RULE_EXACT,
        Rule::Renju => RULE_RENJU,
    }
}

/// Why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadCommand {
    /// Its first word is none.
    #[error("unknown command")]
    Unknown,
    /// The first word is one, the rest does not fit.
    #[error("bad arguments for {0}")]
    Arguments(&'static str),
}

impl FromStr for ManagerCommand {
    type Err = BadCommand;

    fn from_str(line: &str) -> Result<ManagerCommand, BadCommand> {
        let line = line.trim();
        let (word, rest) = line
            .split_once(|c: char| c.is_ascii_whitespace())
            .unwrap_or((line, ""));
        let rest = rest.trim();
        let place = |name| {
            rest.parse::<WrittenPoint>()
                .map_err(|()| BadCommand::Arguments(name))
        };
        Ok(match word.to_ascii_uppercase().as_str() {
            "START" => {
                // Yixin's form names width and height.
                let mut sizes = rest.split_ascii_whitespace().map(number);
                match (sizes.next().flatten(), sizes.next(), sizes.next()) {
                    (Some(size), None, None) => ManagerCommand::Start(size),
                    (Some(width), Some(Some(height)), None) => ManagerCommand::RectStart(width, height),
                    _ => return Err(BadCommand::Arguments("START")),
                }
            }
            "RECTSTART" => {
                let WrittenPoint { x, y } = place("RECTSTART")?;
                ManagerCommand::RectStart(x, y)
            }
            "RESTART" => ManagerCommand::Restart,
            "BEGIN" => ManagerCommand::Begin,
            "TURN" => ManagerCommand::Turn(place("TURN")?),
            "PLAY" => ManagerCommand::Play(place("PLAY")?),
            "TAKEBACK" => ManagerCommand::TakeBack(place("TAKEBACK")?),
            "BOARD" => ManagerCommand::Board,
            "YXBOARD" => ManagerCommand::YxBoard,
            "SWAP2BOARD" => ManagerCommand::Swap2Board,
            "DONE" => ManagerCommand::Done,
            "INFO" => ManagerCommand::Info(info(rest)),
            "ABOUT" => ManagerCommand::About,
            "END" => ManagerCommand::End,
            "YXSTOP" => ManagerCommand::YxStop,
            "YXSHOWFORBID" => ManagerCommand::YxShowForbid,
            "YXHASHCLEAR" => ManagerCommand::YxHashClear,
            _ => stone(line).ok_or(BadCommand::Unknown)?,
        })
    }
}

fn stone(line: &str) -> Option<ManagerCommand> {
    let mut parts = line.split(',').map(number);
    let (x, y) = (parts.next()??, parts.next()??);
    let field = match parts.next() {
        None => None,
        Some(Some(1)) => Some(Field::Own),
        Some(Some(2)) => Some(Field::Opponent),
        Some(Some(3)) => Some(Field::Special),
        Some(_) => return None,
    };
    parts
        .next()
        .is_none()
        .then_some(ManagerCommand::Stone(WrittenPoint { x, y }, field))
}

fn info(rest: &str) -> Info {
    let other = || Info::Other(rest.to_owned());
    let Some((key, value)) = rest.split_once(|c: char| c.is_ascii_whitespace()) else {
        return other();
    };
    let Some(value) = number(value) else {
        return other();
    };
    match key.to_ascii_lowercase().as_str() {
        "timeout_turn" => Info::TimeoutTurn(value),
        "timeout_match" => Info::TimeoutMatch(value),
        "time_left" => Info::TimeLeft(value),
        "max_memory" => Info::MaxMemory(value),
        "game_type" => Info::GameType(value),
        "rule" => Info::Rule(value),
        "pondering" => Info::Pondering(value != 0),
        "max_depth" => Info::MaxDepth(value),
        "max_node" => Info::MaxNode(value),
        _ => other(),
    }
}

/// A decimal number. One that does not fit is none.
fn number(text: &str) -> Option<i64> {
    text.trim().parse().ok()
}

impl fmt::Display for ManagerCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ManagerCommand::Start(size) => write!(f, "START {size}"),
            ManagerCommand::RectStart(width, height) => write!(f, "RECTSTART {width},{height}"),
            ManagerCommand::Restart => f.write_str("RESTART"),
            ManagerCommand::Begin => f.write_str("BEGIN"),
            ManagerCommand::Turn(place) => write!(f, "TURN {place}"),
            ManagerCommand::Play(place) => write!(f, "PLAY {place}"),
            ManagerCommand::TakeBack(place) => write!(f, "TAKEBACK {place}"),
            ManagerCommand::Board => f.write_str("BOARD"),
            ManagerCommand::YxBoard => f.write_str("YXBOARD"),
            ManagerCommand::Swap2Board => f.write_str("SWAP2BOARD"),
            ManagerCommand::Stone(place, None) => write!(f, "{place}"),
            ManagerCommand::Stone(place, Some(Field::Own)) => write!(f, "{place},1"),
            ManagerCommand::Stone(place, Some(Field::Opponent)) => write!(f, "{place},2"),
            ManagerCommand::Stone(place, Some(Field::Special)) => write!(f, "{place},3"),
            ManagerCommand::Done => f.write_str("DONE"),
            ManagerCommand::Info(info) => write!(f, "INFO {info}"),
            ManagerCommand::About => f.write_str("ABOUT"),
            ManagerCommand::End => f.write_str("END"),
            ManagerCommand::YxStop => f.write_str("YXSTOP"),
            ManagerCommand::YxShowForbid => f.write_str("YXSHOWFORBID"),
            ManagerCommand::YxHashClear => f.write_str("YXHASHCLEAR"),
        }
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Info::TimeoutTurn(value) => write!(f, "timeout_turn {value}"),
            Info::TimeoutMatch(value) => write!(f, "timeout_match {value}"),
            Info::TimeLeft(value) => write!(f, "time_left {value}"),
            Info::MaxMemory(value) => write!(f, "max_memory {value}"),
            Info::GameType(value) => write!(f, "game_type {value}"),
            Info::Rule(value) => write!(f, "rule {value}"),
            Info::Pondering(ponders) => write!(f, "pondering {}", i32::from(*ponders)),
            Info::MaxDepth(value) => write!(f, "max_depth {value}"),
            Info::MaxNode(value) => write!(f, "max_node {value}"),
            Info::Other(text) => f.write_str(text),
        }
    }
}

/// A line from the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Done as told.
    Ok,
    /// Cannot do that.
    Error(String),
    /// Does not know that.
    Unknown(String),
    /// For people.
    Message(String),
    /// For the engine's author.
    Debug(String),
    /// Would play this, and waits for [`ManagerCommand::Play`].
    Suggest(WrittenPoint),
    /// One move, or two or three under swap2.
    Moves(Vec<WrittenPoint>),
    /// Swap2: takes the other colour.
    Swap,
    /// Answer to `ABOUT`: pairs such as `name="…"`.
    About(String),
    /// Yixin: forbidden points.
    Forbid(Vec<Point>),
    /// Nothing known.
    Other(String),
}

impl Reply {
    /// Reads a line.
    pub fn parse(line: &str) -> Reply {
        let line = line.trim();
        let (word, rest) = line
            .split_once(|c: char| c.is_ascii_whitespace())
            .unwrap_or((line, ""));
        let rest = rest.trim();
        let other = || Reply::Other(line.to_owned());
        match word.to_ascii_uppercase().as_str() {
            "OK" => Reply::Ok,
            "ERROR" => Reply::Error(rest.to_owned()),
            "UNKNOWN" => Reply::Unknown(rest.to_owned()),
            "MESSAGE" => Reply::Message(rest.to_owned()),
            "DEBUG" => Reply::Debug(rest.to_owned()),
            "SWAP" => Reply::Swap,
            "SUGGEST" => rest.parse().map_or_else(|()| other(), Reply::Suggest),
            "FORBID" => forbidden(rest).map_or_else(other, Reply::Forbid),
            _ if line.to_ascii_lowercase().starts_with("name=") => Reply::About(line.to_owned()),
            _ => moves(line).map_or_else(other, Reply::Moves),
        }
    }
}

/// Blanks stand between moves, and may stand about a comma as well.
fn moves(line: &str) -> Option<Vec<WrittenPoint>> {
    let numbers: Vec<&str> = line.split(',').map(str::trim).collect();
    let places: Option<Vec<WrittenPoint>> = numbers
        .join(",")
        .split_ascii_whitespace()
        .map(|word| word.parse().ok())
        .collect();
    places.filter(|places| (1..=3).contains(&places.len()))
}

fn forbidden(rest: &str) -> Option<Vec<Point>> {
    let digits = rest.strip_suffix('.')?.as_bytes();
    if !digits.len().is_multiple_of(4) || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let two = |pair: &[u8]| (pair[0] - b'0') * 10 + (pair[1] - b'0');
    Some(
        digits
            .chunks_exact(4)
            .map(|four| Point::new(two(&four[..2]), two(&four[2..])))
            .collect(),
    )
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Ok => f.write_str("OK"),
            Reply::Error(text) => write!(f, "ERROR {text}"),
            Reply::Unknown(text) => write!(f, "UNKNOWN {text}"),
            Reply::Message(text) => write!(f, "MESSAGE {text}"),
            Reply::Debug(text) => write!(f, "DEBUG {text}"),
            Reply::Suggest(place) => write!(f, "SUGGEST {place}"),
            Reply::Moves(places) => {
                for (number, place) in places.iter().enumerate() {
                    write!(f, "{}{place}", if number == 0 { "" } else { " " })?;
                }
                Ok(())
            }
            Reply::Swap => f.write_str("SWAP"),
            Reply::About(text) | Reply::Other(text) => f.write_str(text),
            Reply::Forbid(points) => {
                f.write_str("FORBID ")?;
                for point in points {
                    write!(f, "{:02}{:02}", point.x, point.y)?;
                }
                f.write_str(".")
            }
        }
    }
}

/// The value of `key` in an answer to `ABOUT`.
pub(crate) fn about_value<'a>(about: &'a str, key: &str) -> Option<&'a str> {
    let start = about.find(&format!("{key}=\""))? + key.len() + 2;
    let value = &about[start..];
    Some(&value[..value.find('"')?])
}

#[cfg(test)]
mod tests;
