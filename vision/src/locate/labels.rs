//! Coordinates beside a board: whether letters and numbers stand beside the lines, as on boards with stones on crossings, or
//! beside the middles between them.

use crate::{
    calibration::Kind,
    locate::level::{Level, apart, median},
};

/// Levels by which ink differs from what is around it.
const INK: f32 = 24.0;
/// Part of the places that must be inked, and part that may be so in between.
const LABELLED: f32 = 0.7;
const FREE: f32 = 0.2;
/// Nearest and farthest from the outermost line, in pitches, and how far a label reaches along it to either side.
const NEAR: f64 = 0.3;
const FAR: f64 = 1.5;
const REACH: f64 = 0.16;

/// One side of a lattice, looked at from outside.
pub(super) struct Side<'a> {
    /// Lines that arrive at the side.
    pub(super) lines: usize,
    /// Pixels from one of them to the next.
    pub(super) pitch: f64,
    /// The colour so many lines along the side, and so many pitches beyond its outermost line; `None` off the picture.
    pub(super) color: &'a dyn Fn(f64, f64) -> Option<Level>,
}

impl Side<'_> {
    /// What the labels of this side stand beside, `None` if there are none.
    pub(super) fn kind(&self) -> Option<Kind> {
        let depth = ((FAR - NEAR) * self.pitch) as usize;
        let at_depth = |step: usize| NEAR + step as f64 / self.pitch;
        let reach = (REACH * self.pitch).max(2.0) as i32;
        // In each layer of pixels the ground is what is commonest; a line along the side is ground, too.
        let inked = |shift: f64, count: usize| -> Vec<bool> {
            let mut found = vec![false; count];
            for step in 0..depth {
                let layer: Vec<Level> = (0..4 * self.lines)
                    .filter_map(|quarter| (self.color)(f64::from(quarter as u32) / 4.0 - 0.5, at_depth(step)))
                    .collect();
                let ground = median(&layer);
                for (index, found) in found.iter_mut().enumerate().filter(|(_, found)| !**found) {
                    *found = (-reach..=reach).any(|aside| {
                        let along = index as f64 + shift + f64::from(aside) / self.pitch;
                        let color = (self.color)(along, at_depth(step));
                        color.is_some_and(|color| apart(color, ground) > INK)
                    });
                }
            }
            found
        };
        let part = |inked: &[bool]| inked.iter().filter(|is| **is).count() as f32 / inked.len().max(1) as f32;
        let (beside_lines, between) = (part(&inked(0.0, self.lines)), part(&inked(0.5, self.lines - 1)));
        match (beside_lines, between) {
            (lines, between) if lines >= LABELLED && between <= FREE => Some(Kind::Points),
            (lines, between) if between >= LABELLED && lines <= FREE => Some(Kind::Cells),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(label_shift: f64, expected: Option<Kind>) {
        let color = |along: f64, out: f64| {
            let place = along - label_shift;
            let inked = (place - place.round()).abs() < 0.1 && (0.6..0.9).contains(&out);
            Some(if inked { [20.0; 3] } else { [200.0; 3] })
        };
        let side = Side {
            lines: 15,
            pitch: 30.0,
            color: &color,
        };
        assert_eq!(side.kind(), expected);
    }

    #[test]
    fn labels_tell_what_they_stand_beside() {
        check(0.0, Some(Kind::Points));
        check(0.5, Some(Kind::Cells));
        check(0.25, None);
    }
}
