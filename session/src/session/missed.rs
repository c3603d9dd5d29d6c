//! Results that the client tells while a new game is waited for: are games begun that nobody plays? A part of the session;
//! pure as the rest of it.

/// So many such results, and games are begun that nobody plays.
const MISSED_MAX: u32 = 3;
/// One result may be told again and again for so long.
const RESULT_MS: u64 = 5_000;

/// Results that the client told while a new game was waited for: that of the game before, or of games that went by unseen.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Missed {
    results: u32,
    told_ms: u64,
}

impl Missed {
    /// The client tells a result. Answers how many there were when they are too many, and counts anew from there.
    pub(super) fn hear(&mut self, now_ms: u64) -> Option<u32> {
        if self.results > 0 && now_ms < self.told_ms + RESULT_MS {
            return None;
        }
        self.told_ms = now_ms;
        self.results += 1;
        (self.results >= MISSED_MAX).then(|| std::mem::take(self).results)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_count_once_each_until_they_are_too_many() {
        let mut missed = Missed::default();
        let heard: Vec<Option<u32>> = [0, 1_000, 4_999, 5_000, 12_000, 12_001]
            .into_iter()
            .map(|now_ms| missed.hear(now_ms))
            .collect();
        assert_eq!(heard, [None, None, None, None, Some(3), None]);
    }
}
