//! When the things of [`ServiceEvent`] come: each kind on its own and at random, as often as its rate says. Equal seeds and
//! rates give equal schedules. It knows no clock and no client: whoever asks says what time it is.

use dice::Dice;

use crate::service_event::{Return, ServiceEvent};

/// How often each kind comes: events in an hour, on average. 0 is never.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FaultRates {
    /// [`ServiceEvent::TakeBack`].
    pub take_back: f64,
    /// [`ServiceEvent::DrawOffer`].
    pub draw_offer: f64,
    /// [`ServiceEvent::Resign`].
    pub resign: f64,
    /// [`ServiceEvent::OpponentAway`]; three in four come back.
    pub opponent_away: f64,
    /// [`ServiceEvent::ConnectionLost`].
    pub connection_lost: f64,
    /// [`ServiceEvent::Kick`].
    pub kick: f64,
    /// [`ServiceEvent::Chat`].
    pub chat: f64,
    /// [`ServiceEvent::Advertisement`].
    pub advertisement: f64,
    /// [`ServiceEvent::Notification`].
    pub notification: f64,
    /// [`ServiceEvent::Maintenance`].
    pub maintenance: f64,
    /// [`ServiceEvent::Survey`].
    pub survey: f64,
    /// [`ServiceEvent::Freeze`].
    pub freeze: f64,
    /// [`ServiceEvent::Crash`].
    pub crash: f64,
}

impl FaultRates {
    /// Nothing ever happens.
    pub const CALM: FaultRates = FaultRates {
        take_back: 0.0,
        draw_offer: 0.0,
        resign: 0.0,
        opponent_away: 0.0,
        connection_lost: 0.0,
        kick: 0.0,
        chat: 0.0,
        advertisement: 0.0,
        notification: 0.0,
        maintenance: 0.0,
        survey: 0.0,
        freeze: 0.0,
        crash: 0.0,
    };

    /// A bad day: something every twenty seconds. The client does not crash, as nobody might start it again.
    pub const ROUGH: FaultRates = FaultRates {
        take_back: 15.0,
        draw_offer: 12.0,
        resign: 5.0,
        opponent_away: 12.0,
        connection_lost: 12.0,
        kick: 4.0,
        chat: 40.0,
        advertisement: 30.0,
        notification: 40.0,
        maintenance: 6.0,
        survey: 12.0,
        freeze: 10.0,
        crash: 0.0,
    };

    /// In the order of [`KINDS`].
    fn list(&self) -> [f64; KINDS] {
        [
            self.take_back,
            self.draw_offer,
            self.resign,
            self.opponent_away,
            self.connection_lost,
            self.kick,
            self.chat,
            self.advertisement,
            self.notification,
            self.maintenance,
            self.survey,
            self.freeze,
            self.crash,
        ]
    }
}

/// Kinds of happenings.
const KINDS: usize = 13;

const HOUR_MS: f64 = 3_600_000.0;

/// What opponents say.
const SAYINGS: [&str; 6] = [
    "hello!",
    "good luck",
    "nice move",
    "please hurry up, I have to leave in a few minutes",
    "are you a machine?",
    "well played, thank you for the game",
];

/// What services announce.
const NEWS: [&str; 4] = [
    "Tournament begins in 15 minutes",
    "Mori is online",
    "Your rating has changed",
    "Brook has won three games in a row",
];

/// All happenings to come.
#[derive(Clone, Debug)]
pub struct FaultSchedule {
    dice: Dice,
    rates: [f64; KINDS],
    /// When each kind comes next.
    next_ms: [u64; KINDS],
}

impl FaultSchedule {
    /// The schedule of that seed from `now_ms` on.
    pub fn new(seed: u64, rates: &FaultRates, now_ms: u64) -> FaultSchedule {
        let mut schedule = FaultSchedule {
            dice: Dice::new(seed),
            rates: rates.list(),
            next_ms: [u64::MAX; KINDS],
        };
        for kind in 0..KINDS {
            schedule.plan(kind, now_ms);
        }
        schedule
    }

    /// When the next event comes; `None` if nothing ever will.
    pub fn next_ms(&self) -> Option<u64> {
        self.next_ms
            .into_iter()
            .min()
            .filter(|next_ms| *next_ms != u64::MAX)
    }

    /// The first event that has come by `now_ms`, and when it came; to be asked until there is none.
    pub fn take(&mut self, now_ms: u64) -> Option<(u64, ServiceEvent)> {
        let came_ms = self.next_ms().filter(|next_ms| *next_ms <= now_ms)?;
        let kind = self.next_ms.iter().position(|next_ms| *next_ms == came_ms)?;
        let event = self.draw(kind);
        self.plan(kind, came_ms);
        Some((came_ms, event))
    }

    /// The time to the next one of a kind is exponentially distributed.
    fn plan(&mut self, kind: usize, from_ms: u64) {
        let rate = self.rates[kind];
        self.next_ms[kind] = if rate > 0.0 {
            let wait_ms = -(1.0 - self.dice.unit()).ln() * HOUR_MS / rate;
            from_ms.saturating_add(wait_ms.ceil().max(1.0) as u64)
        } else {
            u64::MAX
        };
    }

    fn draw(&mut self, kind: usize) -> ServiceEvent {
        let dice = &mut self.dice;
        match kind {
            0 => ServiceEvent::TakeBack,
            1 => ServiceEvent::DrawOffer,
            2 => ServiceEvent::Resign,
            3 => ServiceEvent::OpponentAway {
                for_ms: dice.within(2_000, 15_000) as u64,
                then: if dice.chance(0.75) {
                    Return::Back
                } else {
                    Return::Never
                },
            },
            4 => ServiceEvent::ConnectionLost,
            5 => ServiceEvent::Kick,
            6 => ServiceEvent::Chat((*dice.pick(&SAYINGS)).to_owned()),
            7 => ServiceEvent::Advertisement {
                for_ms: dice.within(4_000, 12_000) as u64,
            },
            8 => ServiceEvent::Notification((*dice.pick(&NEWS)).to_owned()),
            9 => ServiceEvent::Maintenance("The service will be down for ten minutes tonight".to_owned()),
            10 => ServiceEvent::Survey {
                for_ms: dice.within(500, 9_000) as u64,
            },
            11 => ServiceEvent::Freeze {
                for_ms: dice.within(500, 6_000) as u64,
            },
            _ => ServiceEvent::Crash,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hours(seed: u64, rates: &FaultRates, hours: u64) -> Vec<(u64, ServiceEvent)> {
        let mut schedule = FaultSchedule::new(seed, rates, 0);
        std::iter::from_fn(|| schedule.take(hours * 3_600_000)).collect()
    }

    #[test]
    fn equal_seeds_give_equal_schedules() {
        let day = hours(7, &FaultRates::ROUGH, 2);
        assert_eq!(day, hours(7, &FaultRates::ROUGH, 2));
        assert_ne!(day, hours(8, &FaultRates::ROUGH, 2));
        assert!(day.is_sorted_by_key(|(at_ms, _)| *at_ms));
    }

    #[test]
    fn rates_are_kept_on_average() {
        let rates = FaultRates {
            kick: 4.0,
            chat: 40.0,
            ..FaultRates::CALM
        };
        let count = |kind: fn(&ServiceEvent) -> bool| {
            hours(3, &rates, 100)
                .iter()
                .filter(|(_, event)| kind(event))
                .count()
        };
        let kicks = count(|event| *event == ServiceEvent::Kick);
        let chats = count(|event| matches!(event, ServiceEvent::Chat(_)));
        // Four standard deviations.
        assert!(
            kicks.abs_diff(400) < 80 && chats.abs_diff(4_000) < 253,
            "{kicks}, {chats}"
        );
        assert_eq!(hours(3, &rates, 100).len(), kicks + chats);
    }

    #[test]
    fn a_calm_schedule_never_changes() {
        assert_eq!(FaultSchedule::new(1, &FaultRates::CALM, 0).next_ms(), None);
        assert_eq!(hours(1, &FaultRates::CALM, 1_000), []);
    }
}
