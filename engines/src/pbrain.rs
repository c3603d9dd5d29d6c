//! Engines of the Gomocup world, both ways round: here an external one as a player, in [`serve`] one of ours for
//! somebody else's manager.
//!
//! An external engine is believed in nothing: each answer has a deadline, each move is checked against the rules,
//! and an engine that died is started again, told the position and asked once more, a few times at most.

pub mod protocol;
pub mod serve;
mod conversation;

use std::{
    collections::VecDeque,
    io,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use referee::{
    color::Color,
    gomoku::{Move, Position, swap2::Stage},
    player::{Limits, Player, PlayerError, Thought},
    point::Point,
    position::Position as _,
};

use self::{
    conversation::{Conversation, Decision, Trouble},
    protocol::{Field, Info, ManagerCommand, WrittenPoint},
};
use crate::process::now;

/// Milliseconds that a program may take to get ready, unless told otherwise. Some load large networks.
pub(crate) const START_MS_DEFAULT: u64 = 10_000;
/// Milliseconds for a move when nobody sets a limit.
const TURN_MS_DEFAULT: u64 = 5_000;
/// What an answer may be late before it counts as missing, in milliseconds: the way through two pipes on a busy machine.
pub(crate) const GRACE_MS_DEFAULT: u64 = 1_000;
/// Times that a move is asked for, the first included, unless told otherwise.
const TRIES_DEFAULT: u32 = 3;
/// Wait before the second try; it doubles for each further one.
const BACK_OFF: Duration = Duration::from_millis(50);
/// Starts of the program within one game, the first not counted.
const RESTARTS_MAX: u32 = 10;
/// Board on which a program is tried out before a game is known.
const PROBE_SIZE: u8 = 15;

/// An external program and how to treat it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PbrainOptions {
    /// The program's file.
    pub program: PathBuf,
    /// Most milliseconds for a move; a game's own limit may be tighter.
    pub timeout_turn_ms: Option<u64>,
    /// Most milliseconds to get ready.
    pub timeout_start_ms: u64,
    /// Bytes that the program is told to keep to; 0 = no limit. Only told, not enforced.
    pub max_memory_bytes: u64,
    /// Times that a move is asked for, each time of a program that was started again, before the engine counts as dead.
    /// At least 1, which is for a referee: to it a crash is a crash.
    pub tries: u32,
    /// Milliseconds that an answer may be late before it counts as missing. A referee that allows more waits for more.
    pub grace_ms: u64,
}

impl PbrainOptions {
    /// `program` with nothing else said.
    pub fn new(program: impl Into<PathBuf>) -> PbrainOptions {
        let program = program.into();
        PbrainOptions {
            program,
            timeout_turn_ms: None,
            timeout_start_ms: START_MS_DEFAULT,
            max_memory_bytes: 0,
            tries: TRIES_DEFAULT,
            grace_ms: GRACE_MS_DEFAULT,
        }
    }
}

/// Why a program is no engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PbrainStartError {
    /// There is no such file.
    #[error("no engine program at `{}`", .0.display())]
    Missing(PathBuf),
    /// The system refuses to run it.
    #[error("cannot run the engine program `{}`: {reason}", .program.display())]
    Refused {
        /// Its file.
        program: PathBuf,
        /// In the system's words.
        reason: String,
    },
    /// It said nothing at all.
    #[error("the engine program `{}` did not answer START within {after_ms} ms", .program.display())]
    Silent {
        /// Its file.
        program: PathBuf,
        /// How long was waited.
        after_ms: u64,
    },
    /// It said something else than `OK` or `ERROR`.
    #[error("the engine program `{}` answered START with nonsense: {said}", .program.display())]
    Nonsense {
        /// Its file.
        program: PathBuf,
        /// What it said, or in which way it was wrong.
        said: String,
    },
    /// It ended.
    #[error("the engine program `{}` {how} before it answered START", .program.display())]
    Ended {
        /// Its file.
        program: PathBuf,
        /// Exit status and last complaint.
        how: String,
    },
}

/// An external engine.
pub struct Pbrain {
    options: PbrainOptions,
    conversation: Option<Conversation>,
    /// What the program knows; `None` if that is nothing, or uncertain.
    known: Option<Position>,
    /// Swap2 answers that take several moves: what follows, and after how many moves of history.
    planned: VecDeque<(usize, Move)>,
    restarts: u32,
    /// Milliseconds that were left of this game's time when the first move was asked for.
    match_ms: Option<u64>,
    name: Option<String>,
}

impl Pbrain {
    /// Starts the program and makes sure that it speaks the protocol.
    ///
    /// # Errors
    /// It cannot be run, or does not answer `START` with `OK` or `ERROR` in time.
    pub fn start(options: PbrainOptions) -> Result<Pbrain, PbrainStartError> {
        let mut conversation =
            Conversation::start(&options.program).map_err(|error| refused(&options.program, &error))?;
        let after_ms = options.timeout_start_ms;
        let program = || options.program.clone();
        match conversation.start_game(PROBE_SIZE, now() + Duration::from_millis(after_ms)) {
            // An engine for another size of board is an engine.
            Ok(()) | Err(Trouble::Refused(_)) => {}
            Err(Trouble::Late { said: None }) => {
                return Err(PbrainStartError::Silent {
                    program: program(),
                    after_ms,
                });
            }
            Err(Trouble::Late { said: Some(said) } | Trouble::Nonsense(said)) => {
                return Err(PbrainStartError::Nonsense {
                    program: program(),
                    said,
                });
            }
            Err(Trouble::Ended(how)) => {
                return Err(PbrainStartError::Ended {
                    program: program(),
                    how,
                });
            }
        }
        let name = conversation.name().map(str::to_owned);
        Ok(Pbrain {
            options,
            conversation: Some(conversation),
            known: None,
            planned: VecDeque::new(),
            restarts: 0,
            match_ms: None,
            name,
        })
    }

    /// Tries `ask` again with a new program as long as the old one dies.
    fn persist<T>(
        &mut self,
        deadline: Instant,
        mut ask: impl FnMut(&mut Self) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        let mut last = Trouble::Ended("was not started".to_owned());
        for tried in 0..self.options.tries.max(1) {
            if tried > 0 {
                let left = deadline.saturating_duration_since(now());
                wait((BACK_OFF * (1 << (tried - 1))).min(left));
            }
            match self.revive().and_then(|()| ask(self)) {
                Err(trouble @ Trouble::Ended(_)) => {
                    self.give_up();
                    last = trouble;
                }
                Err(trouble @ (Trouble::Late { .. } | Trouble::Nonsense(_))) => {
                    // A late answer must not be taken for one to a later question.
                    self.give_up();
                    return Err(trouble);
                }
                answer => return answer,
            }
        }
        Err(last)
    }

    fn give_up(&mut self) {
        self.conversation = None;
        self.known = None;
    }

    fn revive(&mut self) -> Result<(), Trouble> {
        if self.conversation.is_some() {
            return Ok(());
        }
        if self.restarts >= RESTARTS_MAX {
            return Err(Trouble::Ended(format!(
                "was started again {RESTARTS_MAX} times in this game"
            )));
        }
        self.restarts += 1;
        self.known = None;
        let started = Conversation::start(&self.options.program);
        self.conversation = Some(started.map_err(|error| Trouble::Ended(format!("cannot be run: {error}")))?);
        Ok(())
    }

    fn conversation(&mut self) -> Result<&mut Conversation, Trouble> {
        self.conversation
            .as_mut()
            .ok_or_else(|| Trouble::Ended("was not started".to_owned()))
    }

    /// An empty board of this size, rule and limits, as the program has it.
    fn open(&mut self, position: &Position) -> Result<(), Trouble> {
        let deadline = now() + Duration::from_millis(self.options.timeout_start_ms);
        let settings = [
            Info::Rule(protocol::rule_mask(position.rule())),
            Info::GameType(1),
            Info::MaxMemory(to_i64(self.options.max_memory_bytes)),
            Info::TimeoutMatch(0),
        ];
        let conversation = self.conversation()?;
        conversation.settle();
        conversation.start_game(position.size(), deadline)?;
        for setting in settings {
            conversation.tell(&ManagerCommand::Info(setting))?;
        }
        self.known = Position::new(position.size(), position.rule()).ok();
        Ok(())
    }

    fn ask(&mut self, position: &Position, limits: &Limits, deadline: Instant) -> Result<Decision, Trouble> {
        let can_go_on = |known: &Position| {
            follows(known, position) || known.history().is_empty() && same_game(known, position)
        };
        // Not every engine forgets a game for a BOARD alone.
        if !self.known.as_ref().is_some_and(can_go_on) {
            self.open(position)?;
        }
        let follows = self.known.as_ref().is_some_and(|known| follows(known, position));
        self.known = None;
        let turn_ms = self.turn_ms(limits);
        // Engines take 0, which is what they were told at the start, for no limit on the game's time at all.
        let match_ms = limits.game_left_ms.map(|left| *self.match_ms.get_or_insert(left));
        let mut commands = vec![
            ManagerCommand::Info(Info::TimeoutTurn(to_i64(turn_ms))),
            ManagerCommand::Info(Info::TimeLeft(
                limits.game_left_ms.map_or(protocol::TIME_UNLIMITED, to_i64),
            )),
        ];
        commands.extend(match_ms.map(|ms| ManagerCommand::Info(Info::TimeoutMatch(to_i64(ms)))));
        commands.extend(
            limits
                .depth
                .map(|depth| ManagerCommand::Info(Info::MaxDepth(depth.into()))),
        );
        commands.extend(
            limits
                .nodes
                .map(|nodes| ManagerCommand::Info(Info::MaxNode(to_i64(nodes)))),
        );
        commands.extend(request(position, follows));
        let conversation = self.conversation()?;
        conversation.settle();
        for command in &commands {
            conversation.tell(command)?;
        }
        conversation.decision(deadline)
    }

    fn turn_ms(&self, limits: &Limits) -> u64 {
        match (limits.turn_ms, self.options.timeout_turn_ms) {
            (Some(game), Some(own)) => game.min(own),
            (game, own) => game.or(own).unwrap_or(TURN_MS_DEFAULT),
        }
    }

    /// The first of the moves that a decision means, the others planned.
    fn settle(&mut self, position: &Position, decision: Decision) -> Result<Move, PlayerError> {
        let places = match decision {
            // Whoever swaps leaves White's next stone to the other.
            Decision::Swap => return Ok(Move::Choose(Color::Black)),
            Decision::Moves(places) => places,
        };
        let mut points = Vec::new();
        for place in places {
            let point = place
                .on_board(position.size())
                .filter(|&point| position.stone(point).is_none());
            points.push(point.ok_or_else(|| {
                PlayerError::Illegal(format!("move {place} is {}", wrong(position, place)))
            })?);
        }
        let mut moves: VecDeque<Move> = points.into_iter().map(Move::Place).collect();
        match (position.stage(), moves.len()) {
            (Stage::Three { placed: 0 }, 3) | (Stage::Settled { .. } | Stage::Answer, 1) => {}
            (Stage::Three { .. } | Stage::Two { .. }, 1) => {}
            (Stage::Answer, 2) => moves.push_front(Move::PutTwo),
            (Stage::Decide, 1) => moves.push_front(Move::Choose(Color::White)),
            (_, count) => return Err(PlayerError::Nonsense(format!("{count} moves at once"))),
        }
        let first = moves
            .pop_front()
            .ok_or_else(|| PlayerError::Nonsense("no move".to_owned()))?;
        let next = position.history().len() + 1;
        self.planned = (next..).zip(moves).collect();
        Ok(first)
    }

    fn planned_move(&mut self, position: &Position) -> Option<Move> {
        let (after, play) = self.planned.pop_front()?;
        if after == position.history().len() && position.check(play).is_ok() {
            return Some(play);
        }
        self.planned.clear();
        None
    }
}

impl Player<Position> for Pbrain {
    fn name(&self) -> String {
        let file = || {
            self.options
                .program
                .file_name()
                .map(|name| name.to_string_lossy().into_owned())
        };
        self.name
            .clone()
            .or_else(file)
            .unwrap_or_else(|| "pbrain".to_owned())
    }

    fn new_game(&mut self, position: &Position) -> Result<(), PlayerError> {
        self.restarts = 0;
        self.match_ms = None;
        self.planned.clear();
        self.known = None;
        let deadline = now() + Duration::from_millis(self.options.timeout_start_ms);
        let opened = self.persist(deadline, |brain| brain.open(position));
        opened.map_err(|trouble| trouble.told(self.options.timeout_start_ms))
    }

    fn think(&mut self, position: &Position, limits: &Limits) -> Result<Thought<Move>, PlayerError> {
        if let Some(play) = self.planned_move(position) {
            return Ok(Thought::bare(play));
        }
        let turn_ms = self.turn_ms(limits);
        // Whoever has less left than a turn is not waited for longer than that.
        let turn_ms = turn_ms.min(limits.game_left_ms.unwrap_or(u64::MAX));
        let grace = Duration::from_millis(self.options.grace_ms);
        let deadline = now().checked_add(Duration::from_millis(turn_ms).saturating_add(grace));
        let deadline = deadline.unwrap_or_else(|| now() + Duration::from_secs(86_400));
        let decision = self
            .persist(deadline, |brain| brain.ask(position, limits, deadline))
            .map_err(|trouble| trouble.told(turn_ms))?;
        let play = self.settle(position, decision)?;
        let mut known = position.clone();
        // A forbidden point is passed on: that is a lost game, and the referee's to judge.
        if matches!(position.stage(), Stage::Settled { .. }) && known.play(play).is_ok() {
            self.known = Some(known);
        }
        Ok(Thought::bare(play))
    }
}

/// Whether `position` is what the program knows and one stone of the other side.
fn follows(known: &Position, position: &Position) -> bool {
    let (before, after) = (known.history(), position.history());
    same_game(known, position) && after.len() == before.len() + 1 && after.starts_with(before)
}

fn same_game(known: &Position, position: &Position) -> bool {
    known.size() == position.size()
        && known.rule() == position.rule()
        && known.opening() == position.opening()
}

/// What makes the program decide in `position`.
fn request(position: &Position, follows: bool) -> Vec<ManagerCommand> {
    let stones = stones(position);
    match (position.stage(), position.last_stone()) {
        (Stage::Settled { .. }, Some(last)) if follows => vec![ManagerCommand::Turn(last.into())],
        (Stage::Settled { .. }, _) if stones.is_empty() => vec![ManagerCommand::Begin],
        (Stage::Settled { .. } | Stage::Two { .. } | Stage::Three { placed: 1.. }, _) => {
            let own = position.to_place();
            let field = |color| Some(if color == own { Field::Own } else { Field::Opponent });
            let listed = stones
                .into_iter()
                .map(|(point, color)| ManagerCommand::Stone(point.into(), field(color)));
            [ManagerCommand::Board]
                .into_iter()
                .chain(listed)
                .chain([ManagerCommand::Done])
                .collect()
        }
        (Stage::Three { placed: 0 } | Stage::Answer | Stage::Decide, _) => {
            let listed = stones
                .into_iter()
                .map(|(point, _)| ManagerCommand::Stone(point.into(), None));
            [ManagerCommand::Swap2Board]
                .into_iter()
                .chain(listed)
                .chain([ManagerCommand::Done])
                .collect()
        }
    }
}

/// In play order; stones that stood there before the first move come first.
fn stones(position: &Position) -> Vec<(Point, Color)> {
    let played: Vec<Point> = position
        .history()
        .iter()
        .filter_map(|played| {
            if let Move::Place(point) = played {
                Some(*point)
            } else {
                None
            }
        })
        .collect();
    let given = position.board().points().filter(|point| !played.contains(point));
    given
        .chain(played.iter().copied())
        .filter_map(|point| Some((point, position.stone(point)?)))
        .collect()
}

fn wrong(position: &Position, place: WrittenPoint) -> &'static str {
    if place.on_board(position.size()).is_some() {
        "occupied"
    } else {
        "off the board"
    }
}

/// Why a program file could not be run.
pub(crate) fn refused(program: &Path, error: &io::Error) -> PbrainStartError {
    let program = program.to_owned();
    if error.kind() == io::ErrorKind::NotFound && !exists(&program) {
        PbrainStartError::Missing(program)
    } else {
        PbrainStartError::Refused {
            program,
            reason: error.to_string(),
        }
    }
}

fn exists(program: &Path) -> bool {
    program.exists()
}

fn to_i64(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

#[expect(
    clippy::disallowed_methods,
    reason = "a program that died is given a moment before it is started again"
)]
fn wait(time: Duration) {
    thread::sleep(time);
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
