//! A board on a cable where a person plays and our engine answers (docs/sources.md `S1.1` and `S1.2`): `tengen play --client
//! board:PORT`. Here a board's stones become games, kept like all others; the line is `engines`' affair, and what a stone
//! means is [`game`]'s.

pub mod address;
pub mod game;

use engines::device::touch::{BoardHeard, TouchBoard};
use referee::{
    gomoku::{Move, Position},
    player::{Limits, Player, PlayerError},
    point::Point,
    position::Position as _,
    record::Ply,
    seat::Seat,
    verdict::{Reason, Verdict},
};

use self::game::{BoardGame, Since, StoneMeaning};
use crate::recorder::Recorder;
use base::clock::Stopwatch;

/// How long one look at the line takes; between two of them Ctrl-C is noticed.
const LISTEN_US: u64 = 100_000;

/// A board that heard nothing asks again within this time.
const AGAIN_MS: u64 = 10_000;

/// A board that asks for the same answer more often than this is not in the game that we are in.
const REPEATS_MAX: u32 = 5;

/// What ends a session.
#[derive(Clone, Copy, Debug)]
pub struct SessionBounds {
    /// Games with a result.
    pub games: u32,
    /// Milliseconds for each of our moves.
    pub turn_ms: Option<u64>,
    /// Milliseconds without a stone of the person's.
    pub patience_ms: u64,
    /// Milliseconds for which the board's port may be gone.
    pub reconnect_ms: u64,
}

/// How a session ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardSessionEnding {
    /// Games with a result.
    pub games: u32,
    /// In words.
    pub why: String,
    /// Whether it played all the games it was asked for.
    pub done: bool,
    /// Whether somebody stopped it.
    pub interrupted: bool,
}

/// A board, whoever answers, and the pen.
pub struct BoardSession<'a> {
    /// The board.
    pub board: TouchBoard,
    /// Whoever chooses our moves.
    pub player: Box<dyn Player<Position>>,
    /// Writes everything down.
    pub recorder: Recorder,
    /// For thinking times and patience.
    pub clock: Stopwatch,
    /// How often somebody asked for the end: once after the game in hand, twice at once.
    pub interrupts: &'a dyn Fn() -> usize,
}

impl BoardSession<'_> {
    /// Plays until a bound is met.
    ///
    /// # Errors
    /// The disk refuses to write.
    pub fn run(mut self, empty: Position, bounds: SessionBounds) -> anyhow::Result<BoardSessionEnding> {
        let mut game = BoardGame::new(empty);
        let mut games = 0;
        let mut heard_ms = self.clock.now_ms();
        let ending = loop {
            let over = |why: &str, done, interrupted| BoardSessionEnding {
                games,
                why: why.to_owned(),
                done,
                interrupted,
            };
            if games >= bounds.games {
                break over("all games are played", true, false);
            }
            let asked = (self.interrupts)();
            if asked > 1 || asked > 0 && !game.is_in_game() {
                break over("it was stopped", false, true);
            }
            match self.board.listen(LISTEN_US) {
                Ok(BoardHeard::Nothing)
                    if self.clock.now_ms().saturating_sub(heard_ms) > bounds.patience_ms =>
                {
                    break over("nobody played for too long", false, false);
                }
                Ok(BoardHeard::Nothing) => {}
                Ok(BoardHeard::Stone(point)) => {
                    let spent_ms = self.clock.now_ms().saturating_sub(heard_ms);
                    if self.stone(&mut game, point, spent_ms, bounds)? {
                        games += 1;
                    }
                    heard_ms = self.clock.now_ms();
                }
                Err(lost) => {
                    self.recorder.fault("board_gone", &lost.to_string())?;
                    if let Err(error) = self.board.reopen(bounds.reconnect_ms * 1_000) {
                        break over(&format!("the board is gone: {error}"), false, false);
                    }
                    self.recorder.note("the board is there again")?;
                }
            }
        };
        if game.is_in_game() {
            self.recorder.end(Verdict::ABORTED)?;
        }
        self.recorder.close(&ending.why)?;
        Ok(ending)
    }

    /// The person put a stone; answers whether that, or our answer, ended a game with a result.
    fn stone(
        &mut self,
        game: &mut BoardGame,
        point: Point,
        spent_ms: u64,
        bounds: SessionBounds,
    ) -> anyhow::Result<bool> {
        let since = match spent_ms {
            0..AGAIN_MS => Since::JustNow,
            _ => Since::Longer,
        };
        let meaning = game.meaning(point, since);
        match meaning {
            StoneMeaning::Repeated(_) => game.asked_again += 1,
            _ => game.asked_again = 0,
        }
        match meaning {
            StoneMeaning::Repeated(_) if game.asked_again > REPEATS_MAX => {
                self.recorder.fault(
                    "board_elsewhere",
                    "the board does not take our answer: it has another game",
                )?;
                self.recorder.end(Verdict::ABORTED)?;
                game.clear();
                game.asked_again = 0;
            }
            StoneMeaning::Repeated(answer) => {
                self.recorder
                    .note("the board asked again: our answer is told again")?;
                self.tell(answer)?;
                return Ok(false);
            }
            StoneMeaning::Outside => {
                let detail = format!("a stone at {},{}, which is not on the board", point.x, point.y);
                self.recorder.fault("board_nonsense", &detail)?;
                return Ok(false);
            }
            StoneMeaning::Anew => {
                let name = point.name_on(game.position().size());
                self.recorder
                    .note(&format!("{name} is taken: the person has begun another game"))?;
                self.recorder.end(Verdict::ABORTED)?;
                game.clear();
            }
            StoneMeaning::Stone => {}
        }
        if !game.is_in_game() {
            // The person begins: the wire has no word for anything else.
            self.recorder.begin(Seat::Second, game.empty())?;
            if let Err(error) = self.player.new_game(game.empty()) {
                return self.give_up(game, &error);
            }
        }
        let ply = Ply {
            spent_ms: game.is_in_game().then_some(spent_ms),
            ..Ply::bare(Move::Place(point))
        };
        if self.put(game, Seat::First, &ply)? {
            return Ok(true);
        }
        self.answer(game, bounds)
    }

    fn answer(&mut self, game: &mut BoardGame, bounds: SessionBounds) -> anyhow::Result<bool> {
        let limits = Limits {
            turn_ms: bounds.turn_ms,
            ..Limits::default()
        };
        let asked_ms = self.clock.now_ms();
        let thought = match self.player.think(game.position(), &limits) {
            Ok(thought) => thought,
            Err(error) => return self.give_up(game, &error),
        };
        let Move::Place(point) = thought.play else {
            let error = PlayerError::Nonsense(format!("{} where a stone was asked for", thought.play));
            return self.give_up(game, &error);
        };
        let ply = Ply {
            spent_ms: Some(self.clock.now_ms().saturating_sub(asked_ms)),
            score: thought.score,
            depth: thought.depth,
            nodes: thought.nodes,
            ..Ply::bare(thought.play)
        };
        if let Err(error) = game.position().check(thought.play) {
            return self.give_up(game, &PlayerError::Nonsense(error.to_string()));
        }
        self.tell(point)?;
        self.put(game, Seat::Second, &ply)
    }

    /// Tells the board our stone. If the line is gone, the next look at it finds that, and the person's next tap asks again.
    fn tell(&mut self, point: Point) -> anyhow::Result<()> {
        match self.board.answer(point) {
            Ok(()) => Ok(()),
            Err(lost) => self.recorder.fault("board_gone", &lost.to_string()),
        }
    }

    /// A stone that the rules allow; answers whether it ended the game.
    fn put(&mut self, game: &mut BoardGame, seat: Seat, ply: &Ply) -> anyhow::Result<bool> {
        let index = game.position().history().len() as u32;
        self.recorder.ply(index, seat, ply)?;
        game.play(ply.play);
        let Some(outcome) = game.position().outcome() else {
            return Ok(false);
        };
        let verdict = Verdict::from(&outcome);
        self.recorder.end(verdict)?;
        if let Some(words) = self.player.game_over(game.position(), verdict) {
            self.recorder.note(&words)?;
        }
        game.clear();
        Ok(true)
    }

    /// Our engine gave no move: the game is lost for that.
    fn give_up(&mut self, game: &mut BoardGame, error: &PlayerError) -> anyhow::Result<bool> {
        self.recorder.fault("engine", &error.to_string())?;
        let reason = match error {
            PlayerError::Resigns => Reason::Resign,
            PlayerError::Timeout { .. } => Reason::Stall,
            PlayerError::Illegal(_) => Reason::Illegal,
            PlayerError::Gone(_) | PlayerError::Nonsense(_) | PlayerError::Unsupported(_) => Reason::Crash,
        };
        self.recorder.end(Verdict {
            winner: Some(Seat::First),
            reason,
        })?;
        game.clear();
        Ok(true)
    }
}

#[cfg(test)]
mod tests;
