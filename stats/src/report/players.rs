//! Who played the games in which no seat is ours: matches between engines, and games of strangers from files.

use referee::seat::Seat;

use super::{Group, judge, named, sorted};
use crate::store::games::Outline;

/// Every player's results, each game counted once for either; marked, unfinished and short games are left out.
pub(super) fn of(games: &[&Outline], min_moves: u32) -> Vec<Group> {
    let strangers = games.iter().filter(|game| game.own_seat.is_none());
    let both = strangers.flat_map(|game| Seat::BOTH.map(|seat| (game, seat)));
    sorted(both.filter_map(|(game, seat)| {
        let result = judge(game, min_moves, Some(seat)).ok()?;
        Some((named(Some(&game.players[seat.index()])), result))
    }))
}
