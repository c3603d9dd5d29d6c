//! How long one move may take, from the limits a player is given. Pure arithmetic: the clock is elsewhere.

use std::time::Duration;

use referee::player::Limits;

/// A game is budgeted as if this many own moves were still to come.
const MOVES_LEFT: u64 = 20;
/// Kept back for the way of the answer: a tenth of the time and a little, at most this.
const RESERVE_MAX: Duration = Duration::from_millis(50);
/// The little: threads begin and end, and a clock is not looked at all the time.
const RESERVE_LEAST: Duration = Duration::from_micros(300);

/// An engine that can stop between depths gives a usual move this share of the game's time, and a hard one at most
/// that share.
const USUAL_MOVES: u64 = 22;
const HARD_MOVES: u64 = 7;

/// When an engine that searches deeper and deeper stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    /// About when a usual move ends; `None` if saved time is of no use.
    pub(crate) soft: Option<Duration>,
    /// When every move ends.
    pub(crate) hard: Duration,
}

/// Time to search with two bounds, `None` without any limit on time.
pub(crate) fn bounds(limits: &Limits) -> Option<Budget> {
    let of_game = limits.game_left_ms.map(|left| left / HARD_MOVES);
    let hard_ms = match (limits.turn_ms, of_game) {
        (Some(turn), Some(game)) => turn.min(game),
        (turn, game) => turn.or(game)?,
    };
    let soft_ms = limits.game_left_ms.map(|left| left / USUAL_MOVES);
    Some(Budget {
        soft: soft_ms.filter(|&soft| soft < hard_ms).map(usable),
        hard: usable(hard_ms),
    })
}

/// What is left of so many milliseconds for searching.
fn usable(ms: u64) -> Duration {
    let whole = Duration::from_millis(ms);
    whole.saturating_sub((whole / 10 + RESERVE_LEAST).min(RESERVE_MAX))
}

/// Time to search, `None` without any limit on time.
pub(crate) fn search_time(limits: &Limits) -> Option<Duration> {
    let of_game = limits.game_left_ms.map(|left| left / MOVES_LEFT);
    let bound = match (limits.turn_ms, of_game) {
        (Some(turn), Some(game)) => turn.min(game),
        (turn, game) => turn.or(game)?,
    };
    Some(usable(bound))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(turn_ms: Option<u64>, game_left_ms: Option<u64>, expected_us: Option<u64>) {
        let limits = Limits {
            turn_ms,
            game_left_ms,
            ..Limits::default()
        };
        assert_eq!(
            search_time(&limits).map(|time| time.as_micros()),
            expected_us.map(u128::from)
        );
    }

    #[test]
    fn a_usual_move_leaves_time_for_the_others() {
        let of = |turn_ms, game_left_ms| {
            let limits = Limits {
                turn_ms,
                game_left_ms,
                ..Limits::default()
            };
            bounds(&limits).map(|budget| (budget.soft.map(|soft| soft.as_micros()), budget.hard.as_micros()))
        };
        assert_eq!(of(None, None), None);
        assert_eq!(of(Some(1_000), None), Some((None, 950_000)));
        assert_eq!(of(Some(5), None), Some((None, 4_200)));
        assert_eq!(of(Some(1), None), Some((None, 600)));
        assert_eq!(of(Some(5_000), Some(u64::MAX)), Some((None, 4_950_000)));
        assert_eq!(of(Some(30_000), Some(70_000)), Some((Some(3_131_000), 9_950_000)));
        assert_eq!(of(None, Some(7)), Some((Some(0), 600)));
    }

    #[test]
    fn the_tighter_limit_counts_and_a_little_is_kept_back() {
        check(None, None, None);
        check(Some(5_000), None, Some(4_950_000));
        check(Some(100), None, Some(89_700));
        check(Some(0), None, Some(0));
        check(None, Some(60_000), Some(2_950_000));
        check(Some(5_000), Some(20_000), Some(950_000));
        check(Some(5_000), Some(u64::MAX), Some(4_950_000));
    }
}
