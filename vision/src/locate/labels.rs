//! Coordinates beside a board: whether letters and numbers stand beside the lines, as on boards with stones on crossings, or
//! beside the middles between them.

use crate::locate::thresholds::kind::{
    FREE, INK, LABEL_FAR, LABEL_NEAR, LABEL_REACH, LABEL_REACH_MIN, LABELLED,
};
use crate::{
    calibration::Kind,
    locate::level::{Level, apart, median},
};

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
        let depth = ((LABEL_FAR - LABEL_NEAR) * self.pitch) as usize;
        let at_depth = |step: usize| LABEL_NEAR + step as f64 / self.pitch;
        let reach = (LABEL_REACH * self.pitch).max(LABEL_REACH_MIN) as i32;
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

    /// What is told by labels of that shade beside so many of fifteen lines and so many of the cells between, so far out and so
    /// far beside their places, in pitches of that many pixels.
    fn told(level: f32, (lines, cells): (i32, i32), out: [f64; 2], aside: f64, pitch: f64) -> bool {
        let color = |along: f64, far: f64| {
            let beside = |place: f64| (place - aside - (place - aside).round()).abs() < 0.2 / pitch;
            let on_line = beside(along) && (along - aside).round() < f64::from(lines);
            let in_cell = beside(along - 0.5) && (along - 0.5 - aside).round() < f64::from(cells);
            let inked = (on_line || in_cell) && (out[0]..out[1]).contains(&far);
            Some([if inked { level } else { 200.0 }; 3])
        };
        let side = Side {
            lines: 15,
            pitch,
            color: &color,
        };
        side.kind() == Some(Kind::Points)
    }

    #[test]
    fn labels_have_ink() {
        let inked = |level: f32| told(level, (15, 0), [0.6, 0.9], 0.0, 30.0);
        assert!(inked(175.0) && !inked(177.0));
    }

    #[test]
    fn most_lines_are_labelled_and_hardly_a_cell() {
        let labelled = |lines: i32, cells: i32| told(20.0, (lines, cells), [0.6, 0.9], 0.0, 30.0);
        assert!(labelled(11, 0) && !labelled(10, 0) && !labelled(8, 0));
        assert!(labelled(15, 2) && !labelled(15, 3));
    }

    #[test]
    fn labels_stand_at_a_labels_place() {
        let near = |from: f64, to: f64| told(20.0, (15, 0), [from, to], 0.0, 100.0);
        assert!(near(0.31, 0.34) && !near(0.25, 0.28));
        assert!(near(1.44, 1.48) && !near(1.52, 1.56));
        let beside = |aside: f64, pitch: f64| told(20.0, (15, 0), [0.6, 0.9], aside, pitch);
        assert!(beside(0.15, 100.0) && !beside(0.18, 100.0));
        assert!(beside(0.2, 10.0) && !beside(0.3, 10.0));
    }
}
