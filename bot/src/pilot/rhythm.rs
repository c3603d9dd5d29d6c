//! When the pilot looks next, and whether what it sees moves. A board at rest is looked at now and then and whenever its window is drawn in; one whose
//! pixels have just changed is looked at as soon as its two readings are due. Pure: it is told the time.

use profile::bounds::Bounds;

/// What the last looks showed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Rhythm {
    rest: Rest,
    woken: Woken,
    /// Since when every look differed from the one before.
    moving_since_ms: Option<u64>,
}

/// Longest animation that is waited for.
const MOVING_MS: u64 = 1_500;

/// How long the pixels have been the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Rest {
    /// They differed at the last look; its picture was there by that time.
    Moving(u64),
    /// They have been the same since then, and no reading need be believed yet.
    Since(u64),
    /// For longer.
    #[default]
    Long,
}

/// What a report that the window was drawn in was good for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Woken {
    /// There was none.
    #[default]
    No,
    /// It brought about the look that is made now.
    Yes,
    /// The board had not changed: something else blinks in that window, and the next look comes in its own time.
    InVain,
}

impl Rhythm {
    /// A picture was taken by that time; `changed` says whether any pixel of the board differed from the one before.
    pub(super) fn saw(&mut self, changed: bool, now_ms: u64) {
        self.rest = match (changed, self.rest) {
            (true, _) => Rest::Moving(now_ms),
            (false, Rest::Moving(since_ms) | Rest::Since(since_ms)) => Rest::Since(since_ms),
            (false, Rest::Long) => Rest::Long,
        };
        self.woken = match self.woken {
            Woken::Yes if !changed => Woken::InVain,
            _ => Woken::No,
        };
    }

    /// Whether the next look may come before it is due.
    pub(super) fn may_be_woken(&self) -> bool {
        !matches!(self.rest, Rest::Moving(_)) && self.woken == Woken::No
    }

    /// The window was drawn in.
    pub(super) fn wake(&mut self) {
        self.woken = Woken::Yes;
    }

    /// A reading differs from the one before: whether that is taken for an animation, a stone that fades in, a pointer that
    /// passes. It is waited for, but not for ever: some clients never rest.
    pub(super) fn is_animated(&mut self, now_ms: u64) -> bool {
        now_ms < *self.moving_since_ms.get_or_insert(now_ms) + MOVING_MS
    }

    /// What was read is as it was, or another board: what moves next is another animation.
    pub(super) fn rest(&mut self) {
        self.moving_since_ms = None;
    }

    /// When the look after the one that began at `began_ms` is due.
    pub(super) fn due_ms(&mut self, began_ms: u64, bounds: &Bounds) -> u64 {
        let usual_ms = began_ms + bounds.look_ms;
        match self.rest {
            Rest::Moving(since_ms) => {
                // However long the first picture is weighed, the second one counts when enough time lies between the two.
                let (soon_ms, agreed_ms) = (began_ms + bounds.look_soon_ms, since_ms + bounds.settle_ms);
                // A look just before the one that counts is good for nothing.
                let next_ms = match bounds.settle_ms < 2 * bounds.look_soon_ms {
                    true => agreed_ms,
                    false => soon_ms,
                };
                usual_ms.min(next_ms)
            }
            Rest::Since(since_ms) => {
                let agreed_ms = since_ms + bounds.settle_ms;
                if agreed_ms <= began_ms {
                    self.rest = Rest::Long;
                    return usual_ms;
                }
                usual_ms.min(agreed_ms)
            }
            Rest::Long => usual_ms,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Looks whose pictures take 1 ms each, `x` where the pixels changed; answers when each look began.
    fn check(looks: &str, settle_ms: u64, expected: &[u64]) {
        let bounds = Bounds {
            look_ms: 50,
            look_soon_ms: 12,
            settle_ms,
            ..Bounds::default()
        };
        let mut rhythm = Rhythm::default();
        let mut began_ms = 0;
        let mut began = Vec::new();
        for look in looks.chars() {
            began.push(began_ms);
            rhythm.saw(look == 'x', began_ms + 1);
            began_ms = rhythm.due_ms(began_ms, &bounds);
        }
        assert_eq!(began, expected, "{looks}, {settle_ms} ms");
    }

    #[test]
    fn a_changed_board_is_looked_at_when_its_readings_are_due() {
        check("....", 80, &[0, 50, 100, 150]);
        check(".x....", 17, &[0, 50, 68, 118, 168, 218]);
        check(".x.....", 80, &[0, 50, 62, 112, 131, 181, 231]);
        check("xxx..", 17, &[0, 18, 36, 54, 104]);
    }

    #[test]
    fn something_else_that_blinks_does_not_drive_the_looks() {
        let mut rhythm = Rhythm::default();
        assert!(rhythm.may_be_woken());
        rhythm.wake();
        rhythm.saw(false, 10);
        assert!(!rhythm.may_be_woken(), "woken in vain");
        rhythm.saw(false, 60);
        assert!(rhythm.may_be_woken(), "one look in its own time");
    }

    #[test]
    fn an_animation_is_waited_for_but_not_for_ever() {
        let mut rhythm = Rhythm::default();
        assert!(rhythm.is_animated(10) && rhythm.is_animated(9 + MOVING_MS));
        assert!(!rhythm.is_animated(10 + MOVING_MS));
        rhythm.rest();
        assert!(rhythm.is_animated(20 + MOVING_MS));
    }

    #[test]
    fn a_changed_board_rests_before_it_may_wake_anybody() {
        let mut rhythm = Rhythm::default();
        rhythm.wake();
        rhythm.saw(true, 10);
        assert!(!rhythm.may_be_woken());
        rhythm.saw(false, 22);
        assert!(rhythm.may_be_woken());
    }
}
