//! Where a position comes from: moves on the command line or on lines of text, a game file, a game of the database.

use std::path::{Path, PathBuf};

use recordings::{assume::Assume, replay::Replay, soccer::openings, text};
use referee::{
    games::{AnyRecord, GameKind},
    gomoku::Rule,
    kind::Kind,
    record::Record,
    soccer::{Blocked, Pitch, Rules},
};

use crate::{arguments, commands::replay::Wanted};
use base::user_error::UserError;

/// Lines a side if nobody says otherwise.
const SIZE: u8 = 15;

/// Arguments that name a game.
#[derive(clap::Args)]
pub(in crate::commands) struct Input {
    /// The moves themselves, as in "h8 i9 g10": the letter is the column, the number the row from the bottom, or in numbers from
    /// the top left, "8,8 9,7 7,6"; for soccer turns, as in "4 754 210"
    #[arg(long, value_name = "MOVES")]
    pub(in crate::commands) moves: Option<String>,
    /// The game of moves: gomoku or soccer; files and databases say it themselves [default: gomoku]
    #[arg(long = "game", value_name = "GAME", value_parser = crate::arguments::game)]
    pub(in crate::commands) kind: Option<GameKind>,
    /// Lines a side, where moves of gomoku are given [default: 15]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(5..=22))]
    pub(in crate::commands) size: Option<u8>,
    /// The rule of moves, and of a file that does not name one: freestyle, standard or renju [default: freestyle]
    #[arg(long, value_parser = crate::arguments::rule)]
    pub(in crate::commands) rule: Option<Rule>,
    /// Squares from side to side and from goal to goal, where turns of soccer are given [default: 8x10]
    #[arg(long, value_name = "WxL")]
    pub(in crate::commands) pitch: Option<Pitch>,
    /// What becomes of a player who cannot draw, where turns of soccer are given: loses or draws [default: loses]
    #[arg(long, value_name = "RESULT", value_parser = crate::arguments::blocked)]
    pub(in crate::commands) blocked: Option<Blocked>,
    /// Which game of a file with several, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(in crate::commands) number: u32,
    /// Database to read
    #[arg(long, value_name = "FILE")]
    pub(in crate::commands) db: Option<PathBuf>,
}

impl Input {
    /// The game of the moves that were given.
    pub(in crate::commands) fn of_moves(&self, moves: &str) -> Result<AnyRecord, UserError> {
        let kind = self.kind.unwrap_or(GameKind::Gomoku);
        self.check_options(kind)?;
        match kind {
            GameKind::Gomoku => self.of_stones(moves),
            GameKind::Soccer => self.of_turns(moves),
        }
    }

    /// The game of this file, or of the database.
    pub(in crate::commands) fn of_game(&self, game: &str) -> anyhow::Result<AnyRecord> {
        let record: AnyRecord = crate::commands::replay::find(&Wanted {
            game,
            db: self.db.as_deref().map(Path::new),
            number: self.number,
            rule: self.rule.unwrap_or(Rule::Freestyle),
        })?;
        if self.kind.is_some_and(|kind| kind != record.kind()) {
            let message = format!("{game}: it is a game of {}", record.kind());
            return Err(UserError::new(message, "leave --game out: a game says itself what it is").into());
        }
        Ok(record)
    }

    fn of_stones(&self, moves: &str) -> Result<AnyRecord, UserError> {
        let rule = Assume {
            rule: self.rule.unwrap_or(Rule::Freestyle),
        };
        let size = self.size.unwrap_or(SIZE);
        let letters = arguments::in_letters(moves, size);
        let record = text::read_sized(letters.as_bytes(), size, rule).map_err(|error| {
            let hint = match error.hint.as_str() {
                "is the board larger?" => "give the board's lines with --size".to_owned(),
                hint => hint.to_owned(),
            };
            UserError::new(format!("{moves:?}: {}", error.message), hint)
        })?;
        Ok(record.into_any())
    }

    fn of_turns(&self, moves: &str) -> Result<AnyRecord, UserError> {
        let rules = Rules {
            pitch: self.pitch.unwrap_or(Pitch::USUAL),
            blocked: self.blocked.unwrap_or_default(),
        };
        let record = openings::game(moves, rules)
            .map_err(|(message, hint)| UserError::new(format!("{moves:?}: {message}"), hint))?;
        Ok(record.into_any())
    }

    /// Options that only moves of one kind of game have.
    fn check_options(&self, kind: GameKind) -> Result<(), UserError> {
        let given = [
            (GameKind::Gomoku, "--size", self.size.is_some()),
            (GameKind::Gomoku, "--rule", self.rule.is_some()),
            (GameKind::Soccer, "--pitch", self.pitch.is_some()),
            (GameKind::Soccer, "--blocked", self.blocked.is_some()),
        ];
        let other = given
            .iter()
            .find(|(game, _, is_given)| *is_given && *game != kind);
        other.map_or(Ok(()), |(game, option, _)| {
            Err(UserError::new(
                format!("{option} is for {game}, and these are moves of {kind}"),
                format!("leave {option} out, or give --game {game}"),
            ))
        })
    }
}

/// A game whose moves are all by the rules, ready to go through; `name` is what it goes by.
pub(in crate::commands) fn opened<P: Kind>(record: Record<P>, name: &str) -> Result<Replay<P>, UserError> {
    let replay = Replay::new(record)
        .map_err(|error| UserError::new(format!("{name} cannot begin: {error}"), "the record is damaged"))?;
    match replay.refused() {
        None => Ok(replay),
        Some(refused) => Err(UserError::new(
            format!("{name}: {refused}"),
            "the moves contradict the board size or the rule",
        )),
    }
}

/// Goes to a ply of a game, or to the end of a turn; to the game's end if neither is named.
pub(in crate::commands) fn go_to<P: Kind>(
    replay: &mut Replay<P>,
    ply: Option<usize>,
    turn: Option<usize>,
) -> Result<(), UserError> {
    let end = replay.end();
    if let Some(ply) = ply.filter(|&ply| ply > end) {
        let message = format!("ply {ply} is beyond the end");
        return Err(UserError::new(message, format!("the game has {end} plies")));
    }
    let turns = replay.turns().count();
    if let Some(turn) = turn.filter(|&turn| turn > turns) {
        let message = format!("turn {turn} is beyond the end");
        return Err(UserError::new(message, format!("the game has {turns} turns")));
    }
    let after_turn = turn.map(|turn| replay.turns().nth(turn).unwrap_or(end));
    replay.jump(ply.or(after_turn).unwrap_or(end));
    Ok(())
}
