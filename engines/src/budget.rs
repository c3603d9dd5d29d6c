//! How long one move may take, from the limits a player is given. Pure arithmetic: the clock is elsewhere.

use std::time::Duration;

use referee::player::Limits;

/// A game is budgeted as if this many own moves were still to come.
const MOVES_LEFT: u64 = 20;
/// Kept back for the way of the answer: a tenth of the time, at most this.
const RESERVE_MS_MAX: u64 = 50;

/// Time to search, `None` without any limit on time.
pub(crate) fn search_time(limits: &Limits) -> Option<Duration> {
    let of_game = limits.game_left_ms.map(|left| left / MOVES_LEFT);
    let bound = match (limits.turn_ms, of_game) {
        (Some(turn), Some(game)) => turn.min(game),
        (turn, game) => turn.or(game)?,
    };
    Some(Duration::from_millis(bound - (bound / 10).min(RESERVE_MS_MAX)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(turn_ms: Option<u64>, game_left_ms: Option<u64>, expected_ms: Option<u64>) {
        let limits = Limits {
            turn_ms,
            game_left_ms,
            ..Limits::default()
        };
        assert_eq!(search_time(&limits), expected_ms.map(Duration::from_millis));
    }

    #[test]
    fn the_tighter_limit_counts_and_a_little_is_kept_back() {
        check(None, None, None);
        check(Some(5_000), None, Some(4_950));
        check(Some(100), None, Some(90));
        check(Some(0), None, Some(0));
        check(None, Some(60_000), Some(2_950));
        check(Some(5_000), Some(20_000), Some(950));
        check(Some(5_000), Some(u64::MAX), Some(4_950));
    }
}
