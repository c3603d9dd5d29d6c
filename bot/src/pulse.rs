//! When a reading of how the session goes is due, and what it counts. Pure: time and memory come in.

use profile::bounds::Bounds;
use session::SessionStanding;
use watch::health::Health;

/// What is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Due {
    /// Nothing.
    Nothing,
    /// A reading for the status card.
    Card,
    /// A line as well.
    Line,
}

/// Counts what a reading tells, and knows when the next one is due.
#[derive(Clone, Debug)]
pub(crate) struct Pulse {
    health_ms: Option<u64>,
    status_ms: u64,
    line_due_ms: Option<u64>,
    card_due_ms: u64,
    looks: u32,
    counted_from_ms: u64,
    faults: u32,
    last_fault: Option<&'static str>,
}

impl Pulse {
    /// The pulse of a session that begins.
    pub(crate) fn new(bounds: &Bounds) -> Pulse {
        Pulse {
            health_ms: bounds.health_ms,
            status_ms: bounds.status_ms,
            line_due_ms: bounds.health_ms,
            card_due_ms: 0,
            looks: 0,
            counted_from_ms: 0,
            faults: 0,
            last_fault: None,
        }
    }

    /// The client was looked at.
    pub(crate) fn looked(&mut self) {
        self.looks += 1;
    }

    /// Something went wrong: the card is to say so at once.
    pub(crate) fn fault(&mut self, kind: &'static str) {
        self.faults += 1;
        self.last_fault = Some(kind);
        self.turned();
    }

    /// Something happened that the card is to say at once.
    pub(crate) fn turned(&mut self) {
        self.card_due_ms = 0;
    }

    /// What is due at `now_ms`, if nobody asks.
    pub(crate) fn due(&mut self, now_ms: u64) -> Due {
        if let (Some(due_ms), Some(every_ms)) = (self.line_due_ms, self.health_ms)
            && now_ms >= due_ms
        {
            self.line_due_ms = Some(now_ms + every_ms);
            return Due::Line;
        }
        match now_ms >= self.card_due_ms {
            true => Due::Card,
            false => Due::Nothing,
        }
    }

    /// A reading at `now_ms` (`at_ms` by the calendar).
    pub(crate) fn read(
        &mut self,
        standing: SessionStanding,
        now_ms: u64,
        at_ms: i64,
        memory_bytes: Option<u64>,
        engine: &str,
    ) -> Health {
        self.card_due_ms = now_ms + self.status_ms;
        let counted_ms = now_ms.saturating_sub(self.counted_from_ms);
        let looks_a_second = f64::from(self.looks) * 1e3 / counted_ms.max(1) as f64;
        // The rate is that of a while, not of the moment after a fault.
        if counted_ms >= self.status_ms {
            (self.looks, self.counted_from_ms) = (0, now_ms);
        }
        Health {
            at_ms,
            session_ms: now_ms,
            doing: standing.doing,
            doing_ms: now_ms.saturating_sub(standing.since_ms),
            idle_ms: now_ms.saturating_sub(standing.progressed_ms),
            patience_ms: standing.patience_ms,
            games: standing.tally,
            wanted: Some(standing.wanted),
            asked: standing.asked,
            faults: self.faults,
            last_fault: self.last_fault.map(str::to_owned),
            looks_a_second: (looks_a_second * 10.0).round() / 10.0,
            memory_bytes,
            engine: engine.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use watch::health::ResultCounts;

    fn standing() -> SessionStanding {
        SessionStanding {
            doing: "ply 3, the engine thinks".to_owned(),
            since_ms: 598_000,
            progressed_ms: 590_000,
            patience_ms: 900_000,
            tally: ResultCounts {
                won: 2,
                lost: 1,
                drawn: 0,
                aborted: 4,
            },
            wanted: 20,
            asked: None,
        }
    }

    #[test]
    fn a_line_tells_it_all() {
        let mut pulse = Pulse::new(&Bounds::default());
        pulse.fault("blind");
        for _ in 0..12_000 {
            pulse.looked();
        }
        let health = pulse.read(standing(), 600_000, 7, Some(50 << 20), "classic:depth=4");
        assert_eq!(
            health.line(),
            "health: 10 min 00 s since the start; games: 3 of 20 (2 won, 1 lost, 0 drawn), 4 without a result; ply 3, the \
             engine thinks for 2 s; last progress 10 s ago; faults: 1 (last: blind); 20.0 looks a second, 50 MiB, \
             classic:depth=4"
        );
        let json = serde_json::to_string(&health).unwrap();
        assert_eq!(serde_json::from_str::<Health>(&json).unwrap(), health);
    }

    #[test]
    fn lines_come_every_so_often_and_cards_more_often_and_at_once() {
        let mut pulse = Pulse::new(&Bounds {
            health_ms: Some(100),
            status_ms: 40,
            ..Bounds::default()
        });
        let mut due = |now_ms: u64, fault: bool| {
            if fault {
                pulse.fault("away");
            }
            let due = pulse.due(now_ms);
            if due != Due::Nothing {
                pulse.read(standing(), now_ms, 0, None, "");
            }
            due
        };
        assert_eq!(due(0, false), Due::Card);
        assert_eq!(due(10, false), Due::Nothing);
        assert_eq!(due(20, true), Due::Card);
        assert_eq!(due(30, false), Due::Nothing);
        assert_eq!(due(60, false), Due::Card);
        assert_eq!(due(100, false), Due::Line);
        assert_eq!(due(110, false), Due::Nothing);
        assert_eq!(due(205, false), Due::Line);
    }

    #[test]
    fn no_line_comes_where_none_is_wanted() {
        let mut pulse = Pulse::new(&Bounds {
            health_ms: None,
            ..Bounds::default()
        });
        assert_eq!(pulse.due(u64::MAX / 2), Due::Card);
    }
}
