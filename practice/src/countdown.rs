//! Both sides' clocks while they run: who is charged, since when, and when a flag falls. Knows no moves; times are
//! milliseconds of the caller's clock.

use referee::seat::Seat;

/// Two clocks of which at most one runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Countdown {
    left_ms: [u64; 2],
    running: Option<Seat>,
    since_ms: u64,
}

impl Countdown {
    /// Both clocks at `game_ms`, none running.
    pub fn new(game_ms: u64, now_ms: u64) -> Countdown {
        Countdown {
            left_ms: [game_ms; 2],
            running: None,
            since_ms: now_ms,
        }
    }

    /// Charges whoever has been running until `now_ms`, and lets `next` run from there. A time before the last one
    /// changes nothing but who runs.
    pub fn run(&mut self, next: Option<Seat>, now_ms: u64) {
        for seat in Seat::BOTH {
            self.left_ms[seat.index()] = self.left_ms(seat, now_ms);
        }
        self.since_ms = self.since_ms.max(now_ms);
        self.running = next;
    }

    /// Gives a side more time.
    pub fn add(&mut self, seat: Seat, ms: u64) {
        let left = &mut self.left_ms[seat.index()];
        *left = left.saturating_add(ms);
    }

    /// What a side has left at that moment; 0 when its flag has fallen.
    pub fn left_ms(&self, seat: Seat, now_ms: u64) -> u64 {
        let spent = match self.running {
            Some(running) if running == seat => now_ms.saturating_sub(self.since_ms),
            _ => 0,
        };
        self.left_ms[seat.index()].saturating_sub(spent)
    }

    /// Who is charged.
    pub fn running(&self) -> Option<Seat> {
        self.running
    }

    /// Until when the sides have been charged.
    pub fn since_ms(&self) -> u64 {
        self.since_ms
    }

    /// When the running side's flag falls.
    pub(crate) fn flag_ms(&self) -> Option<u64> {
        let running = self.running?;
        Some(self.since_ms.saturating_add(self.left_ms[running.index()]))
    }

    /// When what is shown changes next: the running clock comes to another whole second.
    pub(crate) fn next_second_ms(&self, now_ms: u64) -> Option<u64> {
        let left_ms = self.left_ms(self.running?, now_ms);
        // Shown seconds are rounded up, so that 0:00 means that the flag has fallen.
        (left_ms > 0).then(|| now_ms + (left_ms - 1) % 1_000 + 1)
    }

    /// A side's time in seconds, begun ones counted whole.
    pub fn seconds(&self, seat: Seat, now_ms: u64) -> u64 {
        self.left_ms(seat, now_ms).div_ceil(1_000)
    }

    /// A side's time as `m:ss`, begun seconds counted whole.
    pub fn text(&self, seat: Seat, now_ms: u64) -> String {
        let seconds = self.seconds(seat, now_ms);
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_running_side_is_charged() {
        let mut clock = Countdown::new(61_000, 100);
        assert_eq!((clock.flag_ms(), clock.next_second_ms(100)), (None, None));
        clock.run(Some(Seat::First), 500);
        assert_eq!(clock.text(Seat::First, 500), "1:01");
        assert_eq!(clock.next_second_ms(500), Some(1_500));
        assert_eq!(clock.text(Seat::First, 1_499), "1:01");
        assert_eq!(clock.text(Seat::First, 1_500), "1:00");
        assert_eq!(clock.flag_ms(), Some(61_500));
        clock.run(Some(Seat::Second), 2_500);
        clock.add(Seat::First, 5_000);
        let left = Seat::BOTH.map(|seat| clock.left_ms(seat, 70_000));
        assert_eq!(left, [64_000, 0], "never below nothing");
        assert_eq!(clock.text(Seat::Second, 70_000), "0:00");
    }
}
