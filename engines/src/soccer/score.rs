//! Values of positions: what they are worth by judgement, and proven ends by their distance in turns (docs/sources.md
//! `S3.5` has the same for plies).

/// A value for the side to move.
pub(super) type Score = i32;

/// A win on the spot.
pub const WIN: Score = 30_000;
/// Proven wins are above, proven losses below its negative.
pub const PROVEN: Score = WIN - 1_000;
/// The largest judgement, which is next to certain.
pub(super) const VALUE_MAX: Score = 10_000;

/// The value of losing with the turn that is `turns` away: 1 for the turn that is to be drawn.
pub(super) const fn loss_in(turns: i32) -> Score {
    turns - WIN
}

/// Whether the value proves a win or a loss.
pub(super) const fn is_proven(score: Score) -> bool {
    score >= PROVEN || score <= -PROVEN
}

/// The value of a position whose best turn leads to one of this value for the other side.
pub(super) const fn before(next: Score) -> Score {
    let score = -next;
    if score >= PROVEN {
        score - 1
    } else if score <= -PROVEN {
        score + 1
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_a_turn_further_away_a_turn_before() {
        assert_eq!(before(loss_in(1)), WIN - 2);
        assert_eq!(before(WIN - 2), loss_in(3));
        assert_eq!(before(250), -250);
        assert!(is_proven(loss_in(300)) && is_proven(-loss_in(300)) && !is_proven(VALUE_MAX));
    }
}
