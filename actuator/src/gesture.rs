//! A gesture: timed pointer and keyboard steps, as data. Somebody else decides and somebody else performs.

/// Milliseconds a button is held in a click: long enough for clients that look at the mouse once a frame.
pub(crate) const HOLD_MS: u64 = 30;

/// Milliseconds between the clicks of a double click, well under every desktop's limit of 250 to 500.
pub(crate) const BETWEEN_CLICKS_MS: u64 = 60;

/// A pointer button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// The main button.
    Left,
    /// The middle button or wheel.
    Middle,
    /// The context button.
    Right,
}

/// One step of a gesture. Coordinates are screen pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Put the pointer on this pixel.
    MoveTo {
        /// Column on the screen.
        x: i32,
        /// Row on the screen.
        y: i32,
    },
    /// Press and hold a button.
    Press(Button),
    /// Let a button go.
    Release(Button),
    /// Press and release a key combination such as `ctrl+n`, `Escape`, `F2`.
    Key(String),
    /// Type text.
    Text(String),
    /// Do nothing for so many milliseconds.
    WaitMs(u64),
}

/// Steps in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gesture {
    /// What to do, first to last.
    pub steps: Vec<Step>,
}

impl Gesture {
    /// Goes to a pixel, stays there for `settle_ms` so that the client notices (hover effects), and clicks.
    pub fn click(x: i32, y: i32, settle_ms: u64) -> Gesture {
        let steps = vec![Step::MoveTo { x, y }, Step::WaitMs(settle_ms)];
        Gesture { steps }.then(Gesture::press_and_release())
    }

    /// As [`Gesture::click`], with two quick clicks.
    pub fn double_click(x: i32, y: i32, settle_ms: u64) -> Gesture {
        Gesture::click(x, y, settle_ms)
            .then(Gesture::wait(BETWEEN_CLICKS_MS))
            .then(Gesture::press_and_release())
    }

    /// As [`Gesture::click`], with the context button.
    pub fn right_click(x: i32, y: i32, settle_ms: u64) -> Gesture {
        Gesture::click(x, y, settle_ms).with(Button::Right)
    }

    /// Presses the main button on one pixel and lets it go on another. The pointer rests on both, so that the client
    /// notices.
    pub fn drag(from: (i32, i32), to: (i32, i32), settle_ms: u64) -> Gesture {
        let go = |(x, y): (i32, i32)| [Step::MoveTo { x, y }, Step::WaitMs(settle_ms)];
        let mut steps = Vec::from(go(from));
        steps.extend([Step::Press(Button::Left), Step::WaitMs(HOLD_MS)]);
        steps.extend(go(to));
        steps.push(Step::Release(Button::Left));
        Gesture { steps }
    }

    /// Goes to a pixel and stays there for `settle_ms`. Nothing is pressed.
    pub fn hover(x: i32, y: i32, settle_ms: u64) -> Gesture {
        Gesture::park(x, y).then(Gesture::wait(settle_ms))
    }

    /// Puts the pointer where it covers nothing. Nothing is pressed.
    pub fn park(x: i32, y: i32) -> Gesture {
        Gesture {
            steps: vec![Step::MoveTo { x, y }],
        }
    }

    /// The same gesture by another button.
    pub fn with(mut self, button: Button) -> Gesture {
        for step in &mut self.steps {
            if let Step::Press(held) | Step::Release(held) = step {
                *held = button;
            }
        }
        self
    }

    /// One key combination, as in [`crate::combination`].
    pub fn key(combination: impl Into<String>) -> Gesture {
        Gesture {
            steps: vec![Step::Key(combination.into())],
        }
    }

    /// Typed text.
    pub fn text(text: impl Into<String>) -> Gesture {
        Gesture {
            steps: vec![Step::Text(text.into())],
        }
    }

    /// Nothing, for so many milliseconds.
    pub fn wait(ms: u64) -> Gesture {
        Gesture {
            steps: vec![Step::WaitMs(ms)],
        }
    }

    /// This gesture, and `next` after it.
    pub fn then(mut self, next: Gesture) -> Gesture {
        self.steps.extend(next.steps);
        self
    }

    /// What comes before the first press, and the rest: the pointer is where that will be.
    pub fn at_press(mut self) -> (Gesture, Gesture) {
        let is_press = |step: &Step| matches!(step, Step::Press(_));
        let first = self.steps.iter().position(is_press);
        let steps = self.steps.split_off(first.unwrap_or(self.steps.len()));
        (self, Gesture { steps })
    }

    /// How many times a button is pressed.
    pub fn presses(&self) -> usize {
        self.steps
            .iter()
            .filter(|step| matches!(step, Step::Press(_)))
            .count()
    }

    /// Milliseconds that the waits in it take together.
    pub fn waits_ms(&self) -> u64 {
        let wait = |step: &Step| if let Step::WaitMs(ms) = step { *ms } else { 0 };
        self.steps.iter().map(wait).fold(0, u64::saturating_add)
    }

    fn press_and_release() -> Gesture {
        let steps = vec![
            Step::Press(Button::Left),
            Step::WaitMs(HOLD_MS),
            Step::Release(Button::Left),
        ];
        Gesture { steps }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drag_holds_the_button_all_the_way() {
        let gesture = Gesture::drag((1, 2), (30, 40), 20);
        let held = |step: &Step| matches!(step, Step::Press(Button::Left) | Step::Release(Button::Left));
        let at = |wanted: &Step| gesture.steps.iter().position(|step| step == wanted).unwrap();
        assert_eq!(gesture.steps.iter().filter(|step| held(step)).count(), 2);
        assert!(at(&Step::MoveTo { x: 1, y: 2 }) < at(&Step::Press(Button::Left)));
        assert!(at(&Step::Press(Button::Left)) < at(&Step::MoveTo { x: 30, y: 40 }));
        assert_eq!(gesture.steps.last(), Some(&Step::Release(Button::Left)));
    }

    #[test]
    fn any_gesture_is_made_by_any_button() {
        for button in [Button::Left, Button::Middle, Button::Right] {
            let gestures = [
                Gesture::click(3, 4, 5),
                Gesture::double_click(3, 4, 5),
                Gesture::drag((1, 2), (3, 4), 5),
            ];
            for gesture in gestures.map(|gesture| gesture.with(button)) {
                let pressed = gesture.steps.iter().filter_map(|step| match step {
                    Step::Press(pressed) | Step::Release(pressed) => Some(*pressed),
                    _ => None,
                });
                assert!(pressed.clone().count() >= 2 && pressed.clone().all(|pressed| pressed == button));
            }
        }
    }

    #[test]
    fn a_gesture_comes_apart_at_its_first_press() {
        let (approach, press) = Gesture::double_click(3, 4, 120).at_press();
        assert_eq!(approach, Gesture::hover(3, 4, 120));
        assert_eq!(press.presses(), 2);
        assert_eq!(approach.then(press), Gesture::double_click(3, 4, 120));
        let (approach, press) = Gesture::hover(3, 4, 5).at_press();
        assert_eq!((approach, press), (Gesture::hover(3, 4, 5), Gesture::default()));
    }

    #[test]
    fn a_click_moves_waits_and_lets_the_button_go() {
        let expected = vec![
            Step::MoveTo { x: 3, y: 4 },
            Step::WaitMs(120),
            Step::Press(Button::Left),
            Step::WaitMs(HOLD_MS),
            Step::Release(Button::Left),
        ];
        assert_eq!(Gesture::click(3, 4, 120).steps, expected);
    }

    #[test]
    fn a_double_click_is_two_presses_on_one_pixel() {
        let gesture = Gesture::double_click(3, 4, 120);
        let moves = gesture
            .steps
            .iter()
            .filter(|step| matches!(step, Step::MoveTo { .. }))
            .count();
        assert_eq!((gesture.presses(), moves), (2, 1));
        assert_eq!(gesture.waits_ms(), 120 + 2 * HOLD_MS + BETWEEN_CLICKS_MS);
    }

    #[test]
    fn gestures_join_in_order() {
        let gesture = Gesture::key("ctrl+n")
            .then(Gesture::wait(5))
            .then(Gesture::park(1, 2));
        let expected = vec![
            Step::Key("ctrl+n".into()),
            Step::WaitMs(5),
            Step::MoveTo { x: 1, y: 2 },
        ];
        assert_eq!(gesture.steps, expected);
        assert_eq!(gesture.presses(), 0);
    }
}
