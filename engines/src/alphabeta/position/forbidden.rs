//! Renju's forbidden points, exact: the class of a point tells all but whether two threes are real, which depends on
//! whether the stones that would make them straight fours are themselves allowed.

use referee::color::Color;

use super::Position;
use crate::alphabeta::{
    line::Shape,
    point::{Class, shapes_of},
    site::{STEPS, Site, line_of},
};

impl<const HALF: usize> Position<HALF> {
    /// Whether the side to move may put a stone on this empty site.
    #[inline(always)]
    pub(in crate::alphabeta) fn is_legal(&mut self, site: Site) -> bool {
        self.turn != Color::Black
            || self.class(Color::Black, site) != Class::Forbidden as u8
            || !self.is_forbidden(site)
    }

    /// Whether renju forbids Black this empty site. Ask only where its class is [`Class::Forbidden`].
    #[cold]
    pub(in crate::alphabeta) fn is_forbidden(&mut self, site: Site) -> bool {
        let code = self.cells[site.index()].codes as u16;
        self.judge(site, shapes_of(code))
    }

    /// Ends because every level of the recursion puts one more stone.
    fn judge(&mut self, site: Site, shapes: [Shape; 4]) -> bool {
        match Class::of(shapes, true) {
            Class::Forbidden => {}
            _ => return false,
        }
        let fours = shapes
            .iter()
            .filter(|shape| matches!(shape, Shape::ClosedFour | Shape::OpenFour))
            .count();
        if fours >= 2
            || shapes
                .iter()
                .any(|shape| matches!(shape, Shape::Overline | Shape::TwinFours))
        {
            return true;
        }
        self.put(site);
        let mut threes = 0;
        for (direction, shape) in shapes.into_iter().enumerate() {
            if matches!(shape, Shape::OpenThree | Shape::FreeThree) && self.is_three(site, direction) {
                threes += 1;
            }
        }
        self.put(site);
        threes >= 2
    }

    /// Whether some allowed stone on this line of a black stone makes a straight four with it, and no five elsewhere.
    fn is_three(&mut self, site: Site, direction: usize) -> bool {
        (-3_isize..=3).filter(|&offset| offset != 0).any(|offset| {
            let end = Site::from_index(site.index().wrapping_add_signed(offset * STEPS[direction]));
            if !self.empty_now(end) || !self.is_connected(site, direction, offset) {
                return false;
            }
            let shapes = shapes_of(self.codes_at(end) as u16);
            shapes[direction] == Shape::OpenFour && !shapes.contains(&Shape::Five) && !self.judge(end, shapes)
        })
    }

    /// Whether only black stones stand between a site and the one `offset` steps on.
    fn is_connected(&self, site: Site, direction: usize, offset: isize) -> bool {
        (1..offset.unsigned_abs()).all(|step| {
            let between = site
                .index()
                .wrapping_add_signed(step as isize * offset.signum() * STEPS[direction]);
            self.stone(Site::from_index(between)) == Some(Color::Black)
        })
    }

    /// Whether the line keys have no stone here; the sets don't know the stones that [`judge`](Self::judge) puts.
    fn empty_now(&self, site: Site) -> bool {
        let (line, place) = line_of(site, 0);
        self.lines[0][line] >> (2 * place) & 3 == 0
    }

    /// Puts a black stone into the line keys, or takes it out again.
    fn put(&mut self, site: Site) {
        for direction in 0..4 {
            let (line, place) = line_of(site, direction);
            self.lines[direction][line] ^= 1 << (2 * place);
        }
    }
}
