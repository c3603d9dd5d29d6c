//! The seat that the client shows for the game to come, and whether it may be believed. A part of the session; pure as the
//! rest of it.

use referee::seat::Seat;

/// For so long it has to be shown.
const SEAT_MS: u64 = 300;

/// The seat that the client shows for the game to come. A picture that is late, or half of it, may be that of the game
/// before: it is believed when it was shown for a while.
#[derive(Clone, Copy, Debug)]
pub(super) struct SeatShown {
    seat: Seat,
    since_ms: u64,
    last_ms: u64,
}

impl SeatShown {
    /// After another look that showed `seat`.
    pub(super) fn then(before: Option<SeatShown>, seat: Seat, now_ms: u64) -> SeatShown {
        let since_ms = before
            .filter(|shown| shown.seat == seat)
            .map_or(now_ms, |shown| shown.since_ms);
        SeatShown {
            seat,
            since_ms,
            last_ms: now_ms,
        }
    }

    /// The seat, once it was shown for long enough.
    pub(super) fn believed(self) -> Option<Seat> {
        (self.last_ms >= self.since_ms + SEAT_MS).then_some(self.seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is believed after looks at these times.
    #[track_caller]
    fn check(looks: &[(Seat, u64)], expected: Option<Seat>) {
        let shown = looks.iter().fold(None, |before, &(seat, now_ms)| {
            Some(SeatShown::then(before, seat, now_ms))
        });
        assert_eq!(shown.and_then(SeatShown::believed), expected, "{looks:?}");
    }

    #[test]
    fn a_seat_is_believed_when_it_stays() {
        check(&[(Seat::First, 0)], None);
        check(&[(Seat::First, 0), (Seat::First, 299)], None);
        check(&[(Seat::First, 0), (Seat::First, 300)], Some(Seat::First));
        check(
            &[(Seat::First, 0), (Seat::Second, 200), (Seat::Second, 400)],
            None,
        );
        check(
            &[(Seat::First, 0), (Seat::Second, 200), (Seat::Second, 500)],
            Some(Seat::Second),
        );
    }
}
