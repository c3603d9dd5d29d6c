//! What a client shows beside its stones: the last-move mark. The stones alone tell the position; the mark makes the
//! session wait. Pure.

use referee::point::Point;

/// Plies on which the mark was found elsewhere, before it is not asked any more in this game.
const OVERRULED_MAX: u32 = 2;

/// The witnesses of one game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Witness {
    /// The stone on which the mark should be but is not, and since when.
    astray: Option<(Point, u64)>,
    /// The stone that was waited for long enough.
    forgiven: Option<Point>,
    overruled: u32,
}

impl Witness {
    /// Whether to wait for the last-move mark, which is seen at `marked`, to come to the stone placed last: a client that
    /// still draws takes no click. A mark that stays elsewhere for `patience_ms` is some other drawing and is overruled.
    pub(crate) fn awaits_mark(
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
}
