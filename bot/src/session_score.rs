//! How far a session of several games has come: which game begins, how those before it ended, how long the rest may take. Knows no
//! clock: times are data.

use watch::health::duration;

/// The games of a session, as who watches is told of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SessionScore {
    /// Games with a result that are asked for.
    pub(crate) wanted: u32,
    won: u32,
    lost: u32,
    drawn: u32,
    /// When the first game began that was seen from its beginning, how many ended with a result since, and when the last did.
    begun_ms: Option<u64>,
    timed: u32,
    ended_ms: u64,
}

/// How a game with a result ended for us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CountedEnd {
    Won,
    Lost,
    Drawn,
}

impl SessionScore {
    /// A game begins. What there is to say of it; nothing in a session of one game.
    pub(crate) fn begins(&mut self, now_ms: u64) -> Option<String> {
        self.begun_ms.get_or_insert(now_ms);
        if self.wanted < 2 {
            return None;
        }
        let done = self.done();
        let at = format!("this is game {} of {}", done + 1, self.wanted);
        if done == 0 {
            return Some(at);
        }
        let drawn = if self.drawn > 0 {
            format!(", {} drawn", self.drawn)
        } else {
            String::new()
        };
        let so_far = format!("{at}; so far {} won, {} lost{drawn}", self.won, self.lost);
        let (Some(begun_ms), 1..) = (self.begun_ms, self.timed) else {
            return Some(so_far);
        };
        let left = u64::from(self.wanted.saturating_sub(done));
        let left_ms = self.ended_ms.saturating_sub(begun_ms) / u64::from(self.timed) * left;
        Some(format!("{so_far}; about {} left", duration(left_ms)))
    }

    /// A game ended with a result.
    pub(crate) fn ends(&mut self, end: CountedEnd, now_ms: u64) {
        self.ended_ms = now_ms;
        self.timed += u32::from(self.begun_ms.is_some());
        *match end {
            CountedEnd::Won => &mut self.won,
            CountedEnd::Lost => &mut self.lost,
            CountedEnd::Drawn => &mut self.drawn,
        } += 1;
    }

    fn done(&self) -> u32 {
        self.won + self.lost + self.drawn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_told_game_by_game() {
        let mut score = SessionScore {
            wanted: 3,
            ..SessionScore::default()
        };
        assert_eq!(score.begins(1_000).as_deref(), Some("this is game 1 of 3"));
        // A game without a result does not count.
        assert_eq!(score.begins(21_000).as_deref(), Some("this is game 1 of 3"));
        score.ends(CountedEnd::Won, 61_000);
        assert_eq!(
            score.begins(62_000).as_deref(),
            Some("this is game 2 of 3; so far 1 won, 0 lost; about 2 min 00 s left")
        );
        score.ends(CountedEnd::Drawn, 121_000);
        assert_eq!(
            score.begins(122_000).as_deref(),
            Some("this is game 3 of 3; so far 1 won, 0 lost, 1 drawn; about 1 min 00 s left")
        );
    }

    /// How long a game took of which an earlier session played the beginning, nobody knows.
    #[test]
    fn a_game_taken_up_again_tells_no_time() {
        let mut score = SessionScore {
            wanted: 3,
            ..SessionScore::default()
        };
        score.ends(CountedEnd::Lost, 5_000);
        assert_eq!(
            score.begins(6_000).as_deref(),
            Some("this is game 2 of 3; so far 0 won, 1 lost")
        );
        score.ends(CountedEnd::Won, 66_000);
        assert_eq!(
            score.begins(67_000).as_deref(),
            Some("this is game 3 of 3; so far 1 won, 1 lost; about 1 min 00 s left")
        );
    }

    #[test]
    fn one_game_needs_no_telling() {
        assert_eq!(SessionScore::default().begins(5), None);
    }
}
