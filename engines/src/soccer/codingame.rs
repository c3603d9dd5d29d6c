//! The line protocol of CodinGame's referee for Paper Soccer, both ways round: here somebody else's bot as a player, in
//! [`serve`] one of our players as such a bot. The usual field only.
//!
//! The bot is told its number, 0 or 1, on the first line. For each of its turns it is told two lines, the length of the
//! other side's last turn and that turn, `1` and `-` if there was none, and answers with one line, its turn. A turn is
//! spelt by one digit a line, and the digits are the referee's own: 0 is up, towards the goal that the first player
//! attacks, 1 is up and right, and so on clockwise to 7.
//!
//! A game that does not begin at the beginning is told as one long turn of the other side, which suits bots that draw what
//! they are told and then move; a bot that follows whose turn it is may take it amiss. A bot knows one game only, so it is
//! started again for each, and when a position does not follow from what it knows. It is believed in nothing: its answers
//! have a deadline and are checked line by line.

pub mod serve;

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use referee::{
    player::{Limits, Player, PlayerError, Thought},
    position::Position as _,
    soccer::{Direction, Pitch, Position, turn::Turn},
};

use super::plan::Plan;
use crate::{
    pbrain::{PbrainStartError, refused},
    process::{Deaf, NoLine, Process, lines::ProgramLine, now},
};

/// Milliseconds for a turn when nobody sets a limit.
const TURN_MS_DEFAULT: u64 = 1_000;
/// Milliseconds that a bot may take to get ready beside its first turn, unless told otherwise.
pub(crate) const START_MS_DEFAULT: u64 = 10_000;
/// What an answer may be late in milliseconds before it counts as missing: the way through two pipes on a busy machine.
const GRACE_MS: u64 = 1_000;
/// Milliseconds that can be asked for.
pub const TIMES_MS: std::ops::RangeInclusive<u64> = 1..=86_400_000;
/// Characters of a strange answer that are shown.
const SHOWN_MAX: usize = 60;

/// A bot and how to treat it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodingameOptions {
    /// Its program's file.
    pub program: PathBuf,
    /// Most milliseconds for a turn, within [`TIMES_MS`]; a game's own limit may be tighter.
    pub timeout_turn_ms: Option<u64>,
    /// Most milliseconds to get ready, within [`TIMES_MS`].
    pub timeout_start_ms: u64,
    /// Milliseconds that an answer may be late before it counts as missing. What is late is for the referee to say.
    pub grace_ms: u64,
}

impl CodingameOptions {
    /// `program` with nothing else said.
    pub fn new(program: impl Into<PathBuf>) -> CodingameOptions {
        CodingameOptions {
            program: program.into(),
            timeout_turn_ms: None,
            timeout_start_ms: START_MS_DEFAULT,
            grace_ms: GRACE_MS,
        }
    }
}

/// Somebody else's bot.
pub struct Codingame {
    options: CodingameOptions,
    bot: Option<Bot>,
    plan: Plan,
}

/// A running bot.
struct Bot {
    process: Process,
    /// What it knows of the game.
    known: Vec<Direction>,
    has_answered: bool,
}

impl Codingame {
    /// A player for this program, which is started when it is asked for its first turn.
    ///
    /// # Errors
    /// There is no such file.
    pub fn new(options: CodingameOptions) -> Result<Codingame, PbrainStartError> {
        if !options.program.exists() {
            return Err(PbrainStartError::Missing(options.program));
        }
        Ok(Codingame {
            options,
            bot: None,
            plan: Plan::default(),
        })
    }

    /// A bot that knows a part of this game, be it nothing.
    fn bot(&mut self, position: &Position) -> Result<&mut Bot, PlayerError> {
        let history: Vec<Direction> = position.history().collect();
        let follows = |bot: &Bot| bot.known.len() < history.len() && history.starts_with(&bot.known);
        let bot = match self.bot.take().filter(follows) {
            Some(bot) => bot,
            None => Bot::start(&self.options, position)?,
        };
        Ok(self.bot.insert(bot))
    }

    fn ask(&mut self, position: &Position, limits: &Limits) -> Result<Turn, PlayerError> {
        let times = [limits.turn_ms, limits.game_left_ms, self.options.timeout_turn_ms];
        let turn_ms = times.into_iter().flatten().min().unwrap_or(TURN_MS_DEFAULT);
        let (start_ms, grace_ms) = (self.options.timeout_start_ms, self.options.grace_ms);
        let bot = self.bot(position)?;
        let start = Duration::from_millis(if bot.has_answered { 0 } else { start_ms });
        let wait = Duration::from_millis(turn_ms)
            .saturating_add(Duration::from_millis(grace_ms))
            .saturating_add(start);
        let deadline = now()
            .checked_add(wait)
            .unwrap_or_else(|| now() + Duration::from_secs(86_400));
        bot.ask(position, deadline, turn_ms)
    }
}

impl Bot {
    fn start(options: &CodingameOptions, position: &Position) -> Result<Bot, PlayerError> {
        let gone = |error: std::io::Error| PlayerError::Gone(refused(&options.program, &error).to_string());
        let bot = Bot {
            process: Process::start(&options.program, None).map_err(gone)?,
            known: Vec::new(),
            has_answered: false,
        };
        bot.tell(format!("{}\n", position.turn().index()))?;
        Ok(bot)
    }

    fn tell(&self, text: String) -> Result<(), PlayerError> {
        self.process.send(text).map_err(|deaf| match deaf {
            Deaf::Busy => PlayerError::Gone("does not read".to_owned()),
            Deaf::Gone => PlayerError::Gone(self.process.ending()),
        })
    }

    fn ask(&mut self, position: &Position, deadline: Instant, turn_ms: u64) -> Result<Turn, PlayerError> {
        let told: String = position
            .history()
            .skip(self.known.len())
            .map(Direction::digit)
            .collect();
        self.process.forget_lines();
        if told.is_empty() {
            self.tell("1\n-\n".to_owned())?;
        } else {
            self.tell(format!("{}\n{told}\n", told.len()))?;
        }
        let answer = match self.process.receive(deadline) {
            Ok(ProgramLine::Text(line)) => line,
            Ok(ProgramLine::Overlong) => {
                return Err(PlayerError::Nonsense("a line without an end".to_owned()));
            }
            Err(NoLine::Late) => return Err(PlayerError::Timeout { after_ms: turn_ms }),
            Err(NoLine::Ended) => return Err(PlayerError::Gone(self.process.ending())),
        };
        let turn = whole_turn(position, &answer)?;
        self.has_answered = true;
        self.known = position
            .history()
            .chain(turn.directions().iter().copied())
            .collect();
        Ok(turn)
    }
}

impl Player<Position> for Codingame {
    fn name(&self) -> String {
        let file = self.options.program.file_name();
        file.map_or("codingame".to_owned(), |name| name.to_string_lossy().into_owned())
    }

    fn new_game(&mut self, position: &Position) -> Result<(), PlayerError> {
        self.plan.drop();
        self.bot = None;
        if position.rules().pitch == Pitch::USUAL {
            Ok(())
        } else {
            let pitch = position.rules().pitch;
            Err(PlayerError::Unsupported(format!("the field is {pitch}")))
        }
    }

    fn think(&mut self, position: &Position, limits: &Limits) -> Result<Thought<Direction>, PlayerError> {
        if let Some(thought) = self.plan.next(position) {
            return Ok(Thought {
                nodes: None,
                ..thought
            });
        }
        let turn = self.ask(position, limits).inspect_err(|_| {
            // A late answer must not be taken for one to a later question.
            self.bot = None;
        })?;
        let first = self.plan.begin(position, turn.directions(), None);
        first.ok_or(PlayerError::Resigns)
    }
}

/// Why an answer is no turn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongTurn {
    /// It spells none.
    #[error("turn `{0}`: {1}")]
    Unreadable(String, String),
    /// The rules do not allow it.
    #[error("turn `{0}`: {1}")]
    Illegal(String, String),
}

impl From<WrongTurn> for PlayerError {
    fn from(wrong: WrongTurn) -> PlayerError {
        match wrong {
            WrongTurn::Unreadable(..) => PlayerError::Nonsense(wrong.to_string()),
            WrongTurn::Illegal(..) => PlayerError::Illegal(wrong.to_string()),
        }
    }
}

/// The turn that an answer spells, if it can be drawn and the ball comes to rest with its last line.
///
/// # Errors
/// What is wrong with it.
pub fn whole_turn(position: &Position, answer: &str) -> Result<Turn, WrongTurn> {
    let shown: String = answer
        .chars()
        .filter(|c| !c.is_control())
        .take(SHOWN_MAX)
        .collect();
    let wrong = |why: String| WrongTurn::Illegal(shown.clone(), why);
    let turn: Turn = answer
        .trim()
        .parse()
        .map_err(|error: referee::soccer::turn::BadTurn| {
            WrongTurn::Unreadable(shown.clone(), error.to_string())
        })?;
    let (seat, mut after) = (position.turn(), position.clone());
    for &direction in turn.directions() {
        if after.turn() != seat {
            return Err(wrong("it goes on where the ball rests".to_owned()));
        }
        after.play(direction).map_err(|error| wrong(error.to_string()))?;
    }
    if after.turn() == seat && after.outcome().is_none() {
        return Err(wrong("it ends where the ball bounces".to_owned()));
    }
    Ok(turn)
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
