//! The mouse: turns points and profile steps into guarded gestures. It decides nothing.

use actuator::{
    gesture::Gesture,
    ground::Ground,
    guard::{Broken, Guard, GuardLimits, Mode, Refusal, Surroundings},
    pointer::Pointer,
    rectangle::Rectangle,
    stop::StopWatch,
};
use vision::{area::Area, calibration::Calibration, window::Window};

/// A guarded pointer.
pub struct GuardedMouse {
    guard: Guard<Box<dyn Pointer>>,
}

impl GuardedMouse {
    /// A mouse that may do nothing until it knows the window.
    pub fn new(pointer: Box<dyn Pointer>, stop: Box<dyn StopWatch>, limits: GuardLimits) -> GuardedMouse {
        GuardedMouse {
            guard: Guard::new(pointer, stop, limits),
        }
    }

    /// Whether gestures are only written down.
    pub(crate) fn is_dry(&self) -> bool {
        self.guard.limits().mode == Mode::DryRun
    }

    /// Says where the client is: presses fall into this window, which must lie there still when they are made.
    pub fn allow(&mut self, window: &Window, park: Option<(i32, i32)>) {
        self.guard.allow(ground(window), park);
    }

    /// The same; its menus and dialogs may lie under the pointer as well.
    pub fn allow_program(&mut self, window: &Window, park: Option<(i32, i32)>) {
        self.guard.allow(ground(window).with_its_program(), park);
    }

    /// Looks for the stop key, the stop corner and a person.
    ///
    /// # Errors
    /// One of them was found.
    pub fn check(&mut self, now_ms: u64) -> Result<(), Refusal> {
        self.guard.check(now_ms)
    }

    /// Whether so many presses more are within the limit of clicks a minute.
    ///
    /// # Errors
    /// They are not.
    pub(crate) fn check_room(&mut self, presses: usize, now_ms: u64) -> Result<(), Refusal> {
        self.guard.check_room(presses, now_ms)
    }

    /// Goes to the resting place. What was clicked before is clicked: whatever keeps the pointer from there does not undo it,
    /// and the next look tells a person or a stop key all the same.
    pub fn park(&mut self, park: Option<(i32, i32)>, now_ms: u64, around: &mut dyn Surroundings) {
        if let Some((x, y)) = park {
            let _ = self.guard.perform(&Gesture::park(x, y), now_ms, around);
        }
    }

    /// Performs a gesture.
    ///
    /// # Errors
    /// The guard's rule that it would break, and how far it came.
    pub fn perform(
        &mut self,
        gesture: &Gesture,
        now_ms: u64,
        around: &mut dyn Surroundings,
    ) -> Result<(), Broken> {
        self.guard.perform(gesture, now_ms, around)
    }
}

fn ground(window: &Window) -> Ground {
    let Area { x, y, width, height } = window.content;
    Ground::window(window.id.0, Rectangle::new(x, y, width, height))
}

/// A pixel of the content beside the board, where a resting pointer covers nothing: the middle of the widest
/// of the four margins, if that leaves the board's cells alone.
pub fn resting_place(content: (u32, u32), calibration: &Calibration) -> Option<(i32, i32)> {
    let (width, height) = (f64::from(content.0), f64::from(content.1));
    let half = (calibration.pitch.0 / 2.0, calibration.pitch.1 / 2.0);
    let left = calibration.origin.0 - half.0;
    let top = calibration.origin.1 - half.1;
    let right = calibration.origin.0 + calibration.pitch.0 * f64::from(calibration.columns) - half.0;
    let bottom = calibration.origin.1 + calibration.pitch.1 * f64::from(calibration.rows) - half.1;
    let (middle_x, middle_y) = ((left + right) / 2.0, (top + bottom) / 2.0);
    // Beside the board before above it: menus and tool bars light up under a pointer.
    let margins = [
        (left, (left / 2.0, middle_y)),
        (width - right, ((right + width) / 2.0, middle_y)),
        (
            0.6 * (height - bottom),
            (middle_x, bottom + 0.25 * (height - bottom)),
        ),
        (0.3 * top, (middle_x, top * 0.9)),
    ];
    let (room, place) = margins.into_iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
    (room >= 6.0).then_some((place.0 as i32, place.1 as i32))
}

#[cfg(test)]
mod tests {
    use vision::{calibration::Kind, orientation::Orientation};

    use super::*;

    fn calibration(origin: (f64, f64)) -> Calibration {
        Calibration {
            columns: 10,
            rows: 10,
            kind: Kind::Cells,
            origin,
            pitch: (20.0, 20.0),
            confidence: 1.0,
            orientation: Orientation::default(),
        }
    }

    #[test]
    fn the_pointer_rests_beside_the_board() {
        let place = resting_place((400, 240), &calibration((30.0, 30.0))).unwrap();
        assert!(
            calibration((30.0, 30.0))
                .point_at(place.0.into(), place.1.into())
                .is_none()
        );
        assert!(place.0 > 220 && place.0 < 400);
    }

    #[test]
    fn a_board_without_margins_leaves_no_place() {
        assert_eq!(resting_place((200, 200), &calibration((9.5, 9.5))), None);
    }
}
