//! One game between two players, from the first question to the verdict. Every move and every win is checked here;
//! a player's own opinion of the result is not asked. Time comes from the caller's clock.

use crate::{
    adjudication::{ByScore, Scores},
    clock::Flag,
    game::{Game, GameError},
    player::{Limits, Player, PlayerError, Thought},
    position::{IllegalMove, Position},
    record::Ply,
    seat::Seat,
    verdict::Reason,
};

/// What a player is told to spend besides time. `None` means no such limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Plies to search.
    pub depth: Option<u32>,
    /// Nodes to search.
    pub nodes: Option<u64>,
}

/// The conditions of a game that its clock does not hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayOptions {
    /// By seat.
    pub effort: [Effort; 2],
    /// After so many plies, those of the opening included, an undecided game is adjudicated a draw.
    pub plies_max: Option<usize>,
    /// Ends by what the players say of their position.
    pub by_score: ByScore,
}

/// A game that was played, and what went wrong in it.
#[derive(Clone, Debug)]
pub struct PlayedGame<P: Position> {
    /// With a verdict.
    pub game: Game<P>,
    /// What the loser did, in its own words, when the verdict is not by the board: the illegal move, the error.
    pub fault: Option<String>,
    /// What the players had to say about the end, by seat.
    pub said: [Option<String>; 2],
}

/// Plays `game` to its end. `players` sit by seat: `[first, second]`.
///
/// `now_ms` is any monotonic clock in milliseconds. A player is waited for as long as it thinks: one that talks to
/// another program bounds its own waiting and reports [`PlayerError::Timeout`].
///
/// How a loss is called: an illegal move `illegal`, a forbidden point `forbidden`, a late answer `time` (even if it
/// wins), no answer `time` if the clock says so and `stall` otherwise, a dead or babbling engine `crash`. A player
/// that cannot play this game at all loses nothing: the game is aborted.
pub fn play_game<P: Position>(
    mut game: Game<P>,
    mut players: [&mut dyn Player<P>; 2],
    options: &PlayOptions,
    now_ms: &mut dyn FnMut() -> u64,
) -> PlayedGame<P> {
    let fault = play_on(&mut game, &mut players, options, now_ms).err();
    let fault = fault.map(|fault| fault.to_string());
    let said = players.map(|player| player.game_over(game.position(), game.verdict()?));
    PlayedGame { game, fault, said }
}

/// What a player did wrong, with its name.
#[derive(Debug, thiserror::Error)]
#[error("{player}: {what}")]
struct Fault {
    player: String,
    what: PlayerFault,
}

impl Fault {
    fn of<P: Position>(player: &dyn Player<P>, what: PlayerFault) -> Fault {
        Fault {
            player: player.name(),
            what,
        }
    }
}

#[derive(Debug, thiserror::Error)]
enum PlayerFault {
    #[error(transparent)]
    Player(#[from] PlayerError),
    #[error("{play} came after {spent_ms} ms, {allowed_ms} ms were allowed")]
    Late {
        play: String,
        spent_ms: u64,
        allowed_ms: u64,
    },
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

/// Plays to the end. An error is what a player did wrong; the game then has its verdict.
fn play_on<P: Position>(
    game: &mut Game<P>,
    players: &mut [&mut dyn Player<P>; 2],
    options: &PlayOptions,
    now_ms: &mut dyn FnMut() -> u64,
) -> Result<(), Fault> {
    for seat in Seat::BOTH {
        if game.verdict().is_some() {
            break;
        }
        if let Err(error) = players[seat.index()].new_game(game.position()) {
            fail(game, seat, &error);
            return Err(Fault::of(&*players[seat.index()], error.into()));
        }
    }
    let mut scores = Scores::default();
    while game.verdict().is_none() {
        if options.plies_max.is_some_and(|most| game.plies().len() >= most) {
            game.adjudicate(None);
            break;
        }
        let seat = game.turn();
        let goes_on = game.position().is_within_turn();
        let player = &mut *players[seat.index()];
        play_ply(game, player, options.effort[seat.index()], now_ms)
            .map_err(|fault| Fault::of(&*players[seat.index()], fault))?;
        // The rest of a turn says nothing that its beginning has not said.
        if !goes_on {
            let score = game.plies().last().and_then(|ply| ply.score);
            scores.add(seat, score, &options.by_score);
        }
        if let Some(ending) = scores.ending(&options.by_score) {
            ending.apply(game);
        }
    }
    Ok(())
}

/// Asks for one move and plays it. An error is what the player did wrong; the game then has its verdict.
fn play_ply<P: Position>(
    game: &mut Game<P>,
    player: &mut dyn Player<P>,
    effort: Effort,
    now_ms: &mut dyn FnMut() -> u64,
) -> Result<(), PlayerFault> {
    let seat = game.turn();
    let limits = Limits {
        depth: effort.depth,
        nodes: effort.nodes,
        ..game.clock().limits(seat)
    };
    let asked_ms = now_ms();
    let answer = player.think(game.position(), &limits);
    let spent_ms = now_ms().saturating_sub(asked_ms);
    let thought = match answer {
        Ok(thought) => thought,
        Err(error) => {
            // To see it end took time of ours: whoever broke off did not lose by the clock.
            let broke_off = matches!(error, PlayerError::Gone(_) | PlayerError::Nonsense(_));
            if broke_off || game.charge(spent_ms) == Flag::Standing {
                fail(game, seat, &error);
            }
            return Err(error.into());
        }
    };
    let deadline_ms = game.clock().deadline_ms(seat);
    match game.play(ply_of(&thought, spent_ms)) {
        Ok(Some(verdict)) if verdict.reason == Reason::Time => {
            let allowed_ms = deadline_ms.unwrap_or(0);
            Err(PlayerFault::Late {
                play: game.position().name_of(thought.play),
                spent_ms,
                allowed_ms,
            })
        }
        Ok(_) => Ok(()),
        Err(GameError::Illegal(error)) => {
            game.forfeit(
                seat,
                if error.is_forbidden() {
                    Reason::Forbidden
                } else {
                    Reason::Illegal
                },
            );
            Err(error.into())
        }
        Err(over @ GameError::Over(_)) => unreachable!("a game without a verdict: {over}"),
    }
}

fn ply_of<M: Copy>(thought: &Thought<M>, spent_ms: u64) -> Ply<M> {
    Ply {
        spent_ms: Some(spent_ms),
        score: thought.score,
        depth: thought.depth,
        nodes: thought.nodes,
        ..Ply::bare(thought.play)
    }
}

fn fail<P: Position>(game: &mut Game<P>, seat: Seat, error: &PlayerError) {
    match error {
        PlayerError::Timeout { .. } => game.forfeit(seat, Reason::Stall),
        PlayerError::Gone(_) | PlayerError::Nonsense(_) => game.forfeit(seat, Reason::Crash),
        PlayerError::Illegal(_) => game.forfeit(seat, Reason::Illegal),
        PlayerError::Resigns => game.forfeit(seat, Reason::Resign),
        PlayerError::Unsupported(_) => game.abort(),
    }
}

#[cfg(test)]
mod tests;
