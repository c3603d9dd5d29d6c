//! Values of positions: plain ones, and proven ends by their distance (docs/sources.md `S3.5`): a nearer win is worth
//! more, a farther loss is worth more.

/// A value for the side to move.
pub(super) type Score = i32;

/// More than any value.
pub(super) const INFINITE: Score = 32_000;
/// A win on the spot.
pub(super) const WIN: Score = 30_000;
/// Proven wins are above, proven losses below its negative.
pub(super) const PROVEN: Score = WIN - 1_000;
/// Bound of values that prove nothing.
pub(super) const VALUE_MAX: Score = 20_000;

/// The value of winning with the ply that is `plies` away from the root: 1 for a five at once at the root.
#[inline(always)]
pub(super) const fn win_in(plies: usize) -> Score {
    WIN - plies as Score
}

/// The value of losing to the ply that is `plies` away from the root.
#[inline(always)]
pub(super) const fn loss_in(plies: usize) -> Score {
    plies as Score - WIN
}

/// Whether the value proves a win or a loss.
#[inline(always)]
pub(super) const fn is_proven(score: Score) -> bool {
    score >= PROVEN || score <= -PROVEN
}

/// A proven value as seen from the position `ply` plies below the root, which is how tables keep it.
#[inline(always)]
pub(super) const fn from_here(score: Score, ply: usize) -> Score {
    if score >= PROVEN {
        score + ply as Score
    } else if score <= -PROVEN {
        score - ply as Score
    } else {
        score
    }
}

/// The reverse of [`from_here`].
#[inline(always)]
pub(super) const fn from_root(score: Score, ply: usize) -> Score {
    if score >= PROVEN {
        score - ply as Score
    } else if score <= -PROVEN {
        score + ply as Score
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearer_wins_and_farther_losses_are_better() {
        assert!(win_in(1) > win_in(3));
        assert!(loss_in(2) < loss_in(4));
        assert!(is_proven(win_in(200)) && is_proven(loss_in(200)) && !is_proven(VALUE_MAX));
        for score in [0, 17, -300, VALUE_MAX, win_in(9), loss_in(10)] {
            assert_eq!(from_root(from_here(score, 6), 6), score);
        }
        assert_eq!(from_here(win_in(9), 6), win_in(3));
        assert_eq!(from_here(loss_in(10), 6), loss_in(4));
    }
}
