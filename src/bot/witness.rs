//! What a client shows beside its stones: the last-move mark, and captions that end a game. The stones alone tell the
//! position; witnesses make the session wait, and end a game that the board does not end. Pure.

use referee::point::Point;

use super::event::Meaning;

/// Time for the pixels to follow a caption that says that the game is over.
const CAPTION_MS: u64 = 1_000;
/// Plies on which the mark was found elsewhere, before it is not asked any more in this game.
const OVERRULED_MAX: u32 = 2;

/// The witnesses of one game.
#[derive(Clone, Debug, Default)]
pub struct Witness {
    caption: Option<(Meaning, u64)>,
    /// The stone on which the mark should be but is not, and since when.
    astray: Option<(Point, u64)>,
    /// The stone that was waited for long enough.
    forgiven: Option<Point>,
    overruled: u32,
}

impl Witness {
    /// The client says that the game ended.
    pub fn hear(&mut self, meaning: Meaning, now_ms: u64) {
        if !matches!(meaning, Meaning::Nothing | Meaning::Waiting) && self.caption.is_none() {
            self.caption = Some((meaning, now_ms));
        }
    }

    /// What a caption said, once the pixels had time to follow.
    pub fn caption(&self, now_ms: u64) -> Option<Meaning> {
        let (meaning, since_ms) = self.caption?;
        (now_ms >= since_ms + CAPTION_MS).then_some(meaning)
    }

    /// Whether to wait for the last-move mark, which is seen at `marked`, to come to the stone placed last: a client that
    /// still draws takes no click. A mark that stays elsewhere for `patience_ms` is some other drawing and is overruled.
    pub fn awaits_mark(
        &mut self,
        marked: Option<Point>,
        last: Option<Point>,
        now_ms: u64,
        patience_ms: u64,
    ) -> bool {
        let (Some(marked), Some(last)) = (marked, last) else {
            return false;
        };
        if marked == last || self.forgiven == Some(last) || self.overruled >= OVERRULED_MAX {
            return false;
        }
        match self.astray {
            Some((stone, since_ms)) if stone == last => {
                let waits = now_ms < since_ms.saturating_add(patience_ms);
                if !waits {
                    self.forgiven = Some(last);
                    self.overruled += 1;
                }
                waits
            }
            _ => {
                self.astray = Some((last, now_ms));
                true
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: u8) -> Option<Point> {
        Some(Point::new(x, 0))
    }

    #[test]
    fn a_late_mark_is_waited_for_and_a_false_one_overruled() {
        let mut witness = Witness::default();
        let mut awaits = |marked, last, now_ms| witness.awaits_mark(marked, last, now_ms, 1_000);
        assert!(!awaits(None, at(1), 0) && !awaits(at(1), None, 0) && !awaits(at(1), at(1), 0));
        assert!(awaits(at(1), at(2), 100));
        assert!(!awaits(at(2), at(2), 400), "it came");
        assert!(awaits(at(2), at(3), 500) && awaits(at(2), at(3), 1_499));
        assert!(!awaits(at(2), at(3), 1_500) && !awaits(at(2), at(3), 1_501));
        assert!(awaits(at(2), at(4), 2_000), "the next stone is waited for again");
        assert!(!awaits(at(2), at(4), 3_000));
        assert!(!awaits(at(2), at(5), 4_000), "and then no more in this game");
    }

    #[test]
    fn a_caption_is_believed_after_a_while_and_the_first_one_counts() {
        let mut witness = Witness::default();
        witness.hear(Meaning::Nothing, 0);
        assert_eq!(witness.caption(9_999), None);
        witness.hear(Meaning::Won, 10_000);
        witness.hear(Meaning::Lost, 10_500);
        assert_eq!(witness.caption(10_999), None);
        assert_eq!(witness.caption(11_000), Some(Meaning::Won));
    }
}
