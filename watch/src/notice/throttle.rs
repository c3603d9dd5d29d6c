//! How often notices are sent: the first faults at once, a storm of them as one summary. Pure: time comes in.

use std::collections::{BTreeMap, VecDeque};

use super::{Notice, NoticeEvent};

/// Faults that are told one by one in a window.
const BURST: usize = 3;
/// The window.
const WINDOW_MS: u64 = 600_000;

/// Lets notices through, or holds them back until it is time for a summary.
#[derive(Debug, Default)]
pub(crate) struct Throttle {
    /// When notices went out in the last window.
    sent_ms: VecDeque<u64>,
    /// Faults held back, by kind.
    held: BTreeMap<String, u32>,
    /// The last of them.
    last: Option<Notice>,
}

impl Throttle {
    /// What is to be sent for `notice`, in order.
    pub(crate) fn offer(&mut self, notice: Notice, now_ms: u64) -> Vec<Notice> {
        if notice.event != NoticeEvent::Fault {
            return self.summary().into_iter().chain([notice]).collect();
        }
        self.forget_old(now_ms);
        if self.sent_ms.len() < BURST && self.held.is_empty() {
            self.sent_ms.push_back(now_ms);
            return vec![notice];
        }
        *self
            .held
            .entry(notice.kind.clone().unwrap_or_default())
            .or_default() += notice.faults;
        self.last = Some(notice);
        Vec::new()
    }

    /// What is due because time passed.
    pub(crate) fn tick(&mut self, now_ms: u64) -> Option<Notice> {
        self.forget_old(now_ms);
        if self.held.is_empty() || self.sent_ms.len() >= BURST {
            return None;
        }
        self.sent_ms.push_back(now_ms);
        self.summary()
    }

    fn forget_old(&mut self, now_ms: u64) {
        self.sent_ms.retain(|sent_ms| now_ms < sent_ms + WINDOW_MS);
    }

    fn summary(&mut self) -> Option<Notice> {
        let last = self.last.take()?;
        let held = std::mem::take(&mut self.held);
        let faults = held.values().sum();
        if faults == 1 {
            return Some(last);
        }
        let kinds: Vec<String> = held
            .iter()
            .map(|(kind, count)| format!("{count} {kind}"))
            .collect();
        Some(Notice {
            text: format!(
                "{faults} more faults: {}; the last: {}",
                kinds.join(", "),
                last.text
            ),
            kind: Some("several".to_owned()),
            faults,
            ..last
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notice::tests::fault;

    const SECOND_MS: u64 = 1_000;

    #[test]
    fn a_storm_becomes_one_summary() {
        let mut throttle = Throttle::default();
        let mut sent = Vec::new();
        for second in 0..1_000 {
            let now_ms = second * SECOND_MS;
            let kind = if second % 4 == 0 { "blind" } else { "away" };
            sent.extend(
                throttle
                    .offer(fault(kind), now_ms)
                    .into_iter()
                    .map(|notice| (second, notice)),
            );
            sent.extend(throttle.tick(now_ms).map(|notice| (second, notice)));
        }
        let told: Vec<(u64, u32)> = sent
            .iter()
            .map(|(second, notice)| (*second, notice.faults))
            .collect();
        // Three at once, one summary when the first of them is a window old, and from then on one for each.
        assert_eq!(told, [(0, 1), (1, 1), (2, 1), (600, 598), (601, 1), (602, 1)]);
        assert_eq!(
            sent[3].1.text,
            "598 more faults: 448 away, 150 blind; the last: it is blind"
        );
        assert_eq!(sent[3].1.kind.as_deref(), Some("several"));
    }

    #[test]
    fn the_end_is_told_at_once_after_what_was_held_back() {
        let mut throttle = Throttle::default();
        for _ in 0..5 {
            throttle.offer(fault("away"), 0);
        }
        let end = Notice {
            event: NoticeEvent::End,
            ..fault("x")
        };
        let sent = throttle.offer(end.clone(), 1);
        assert_eq!(sent.len(), 2);
        assert_eq!((sent[0].faults, &sent[1]), (2, &end));
        assert_eq!(throttle.tick(u64::MAX / 2), None);
    }

    #[test]
    fn one_fault_held_back_is_told_as_it_is() {
        let mut throttle = Throttle::default();
        for _ in 0..4 {
            throttle.offer(fault("away"), 0);
        }
        assert_eq!(throttle.tick(WINDOW_MS - 1), None);
        assert_eq!(throttle.tick(WINDOW_MS), Some(fault("away")));
    }
}
