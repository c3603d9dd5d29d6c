//! What moves did well elsewhere in the tree: history by site, replies by the move they answer.
//! Knows sites only.

use referee::color::Color;

use super::site::{AREA, Site};

/// Bound of a history's numbers.
const MOST: i32 = 8_192;

/// Every table of one searching thread.
#[derive(Clone, Debug)]
pub(super) struct History {
    /// By colour, whether the move is a threat, and site.
    sites: Box<[[[i16; AREA]; 2]; 2]>,
    /// The answer to a move that last did well, by the colour that answers and the move.
    replies: Box<[[Site; AREA]; 2]>,
    /// By the move before and the answer to it, sites counted from 0 on a board of 22 lines.
    follow: Box<[i16]>,
}

/// Sites of the largest board.
const POINTS: usize = 22 * 22;

fn dense(site: Site) -> usize {
    let (x, y) = (
        site.x().wrapping_sub(super::site::PAD),
        site.y().wrapping_sub(super::site::PAD),
    );
    // The padding, which is no point, falls on some point; nothing depends on that.
    (y.wrapping_mul(22).wrapping_add(x)) % POINTS
}

impl History {
    pub(super) fn new() -> History {
        History {
            sites: Box::new([[[0; AREA]; 2]; 2]),
            replies: Box::new([[Site::NONE; AREA]; 2]),
            follow: vec![0; 2 * POINTS * POINTS].into_boxed_slice(),
        }
    }

    /// A new search begins: what was learned counts half.
    pub(super) fn fade(&mut self) {
        for number in self
            .sites
            .iter_mut()
            .flatten()
            .flatten()
            .chain(self.follow.iter_mut())
        {
            *number /= 2;
        }
    }

    /// How well `color` did with a move.
    #[inline(always)]
    pub(super) fn of(&self, color: Color, threat: bool, site: Site) -> i32 {
        i32::from(self.sites[color.index()][usize::from(threat)][site.index()])
    }

    /// How well `color` did with a move as an answer to `before`.
    #[inline(always)]
    pub(super) fn follow(&self, color: Color, before: Site, site: Site) -> i32 {
        i32::from(self.follow[(color.index() * POINTS + dense(before)) * POINTS + dense(site)])
    }

    /// The move that last did well as an answer to `before`.
    #[inline(always)]
    pub(super) fn reply(&self, color: Color, before: Site) -> Site {
        self.replies[color.index()][before.index()]
    }

    /// A move did well (a bonus) or was tried in vain (below 0).
    #[inline]
    pub(super) fn learn(&mut self, color: Color, threat: bool, before: Site, site: Site, bonus: i32) {
        blend(
            &mut self.sites[color.index()][usize::from(threat)][site.index()],
            bonus,
        );
        blend(
            &mut self.follow[(color.index() * POINTS + dense(before)) * POINTS + dense(site)],
            bonus,
        );
    }

    /// A move did best as an answer to `before`.
    #[inline]
    pub(super) fn answer(&mut self, color: Color, before: Site, site: Site) {
        self.replies[color.index()][before.index()] = site;
    }
}

/// Moves a number towards the bonus's side, the less the farther it is there already.
#[inline(always)]
fn blend(number: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-MOST, MOST);
    let old = i32::from(*number);
    *number = (old + bonus - old * bonus.abs() / MOST) as i16;
}

#[cfg(test)]
mod tests {
    use referee::point::Point;

    use super::*;

    #[test]
    fn numbers_stay_bounded_and_fade() {
        let mut history = History::new();
        let (before, site) = (Site::of(Point::new(3, 4)), Site::of(Point::new(21, 21)));
        for _ in 0..1_000 {
            history.learn(Color::White, false, before, site, 900);
        }
        let learned = history.of(Color::White, false, site);
        assert!((MOST - 900..=MOST).contains(&learned), "{learned}");
        assert_eq!(history.follow(Color::White, before, site), learned);
        assert_eq!(history.of(Color::Black, false, site), 0);
        assert_eq!(history.of(Color::White, true, site), 0);
        history.fade();
        assert_eq!(history.of(Color::White, false, site), learned / 2);
    }
}
