//! How the practice client takes a move: most clients take a click, some another button, a drag, a second click that
//! confirms, or a key. Pure: hears buttons and keys, and says which pixel counts as clicked. Buttons and dialogs beside the
//! board take plain clicks always.

use actuator::{combination::Key, gesture::Button};
use referee::point::Point;
use vision::calibration::Calibration;

/// Two clicks so far apart at most are a double click, in milliseconds.
const DOUBLE_MS: u64 = 400;

/// What puts a stone, or draws a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Way {
    /// A click.
    #[default]
    Click,
    /// A click with the middle button.
    Middle,
    /// A click with the right button.
    Right,
    /// A double click.
    Double,
    /// A drag that ends on the point; in Paper Soccer a drag of the ball over one point after the other.
    Drag,
    /// In Paper Soccer a click on the ball and one on the point where it goes; elsewhere a click.
    Pick,
    /// A click that selects the point and another one, no double click, that confirms it.
    Confirm,
    /// Return, with the pointer on the point.
    Key,
    /// Return, with the cursor on the point that arrow keys move and that stops at the edges.
    Cursor,
}

/// What is done to the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// A button went down.
    Press(Button),
    /// A button came up.
    Release(Button),
    /// The pointer moved.
    Move,
    /// A key was struck.
    Key(Key),
}

/// What is known of a move that is being made.
#[derive(Clone, Debug)]
pub struct Taking {
    way: Way,
    /// The point that the last press was on, and when.
    pressed: Option<(Option<Point>, u64)>,
    /// The point that a drag along a path led over last, while it lasts; or that of a ball which was picked up.
    path: Option<Point>,
    cursor: Point,
}

impl Taking {
    /// Nothing was touched yet.
    pub fn new(way: Way) -> Taking {
        Taking {
            way,
            pressed: None,
            path: None,
            cursor: Point::new(1, 1),
        }
    }

    /// The point under the keyboard's cursor, if there is one.
    pub fn cursor(&self) -> Option<Point> {
        (self.way == Way::Cursor).then_some(self.cursor)
    }

    /// The pixel that counts as clicked, if any. `on` is the point under the pointer, which is at `at`; `held` is the point
    /// where a drag along a path begins, if drags lead along paths.
    pub fn touch(
        &mut self,
        touch: Touch,
        at: (f64, f64),
        (on, held): (Option<Point>, Option<Point>),
        board: &Calibration,
        now_ms: u64,
    ) -> Option<(f64, f64)> {
        if self.way == Way::Drag && held.is_some() && (on.is_some() || self.path.is_some()) {
            return self.drag(touch, at, (on, held), board);
        }
        if self.way == Way::Pick && held.is_some() && on.is_some() {
            return self.pick(touch, at, (on, held));
        }
        let before = self.pressed;
        if let Touch::Press(_) = touch {
            self.pressed = Some((on, now_ms));
        }
        match (self.way, touch, on) {
            (Way::Drag, Touch::Release(Button::Left), Some(point)) => {
                let (from, _) = before?;
                (from != Some(point)).then_some(at)
            }
            (_, Touch::Press(Button::Left), None)
            | (Way::Click | Way::Pick, Touch::Press(Button::Left), _)
            | (Way::Middle, Touch::Press(Button::Middle), Some(_))
            | (Way::Right, Touch::Press(Button::Right), Some(_))
            | (Way::Key, Touch::Key(Key::Return), Some(_)) => Some(at),
            (Way::Double, Touch::Press(Button::Left), Some(_)) => {
                self.again(before, on, now_ms, |ms| ms <= DOUBLE_MS).then_some(at)
            }
            (Way::Confirm, Touch::Press(Button::Left), Some(_)) => {
                self.again(before, on, now_ms, |ms| ms > DOUBLE_MS).then_some(at)
            }
            (Way::Cursor, Touch::Key(Key::Return), _) => Some(board.centre_of(self.cursor)),
            (Way::Cursor, Touch::Key(key), _) => {
                self.move_cursor(key, board);
                None
            }
            _ => None,
        }
    }

    /// A drag that begins on `held` and clicks every other point in whose middle it comes.
    fn drag(
        &mut self,
        touch: Touch,
        at: (f64, f64),
        (on, held): (Option<Point>, Option<Point>),
        board: &Calibration,
    ) -> Option<(f64, f64)> {
        if touch == Touch::Press(Button::Left) {
            self.path = on.filter(|_| on == held);
            return None;
        }
        let from = self.path?;
        if touch == Touch::Release(Button::Left) {
            self.path = None;
        }
        let point = on.filter(|point| *point != from && is_in_the_middle(board, *point, at))?;
        self.path = self.path.map(|_| point);
        Some(at)
    }

    /// A press on what is held picks it up, and the next one says where it goes.
    fn pick(
        &mut self,
        touch: Touch,
        at: (f64, f64),
        (on, held): (Option<Point>, Option<Point>),
    ) -> Option<(f64, f64)> {
        if touch != Touch::Press(Button::Left) {
            return None;
        }
        if on == held {
            self.path = held;
            return None;
        }
        (self.path.take() == held).then_some(at)
    }

    /// Whether the press before was on the same point, so long ago. Then the next one begins anew.
    fn again(
        &mut self,
        before: Option<(Option<Point>, u64)>,
        on: Option<Point>,
        now_ms: u64,
        in_time: impl Fn(u64) -> bool,
    ) -> bool {
        let is_again = before.is_some_and(|(point, since_ms)| point == on && in_time(now_ms - since_ms));
        if is_again {
            self.pressed = None;
        }
        is_again
    }

    fn move_cursor(&mut self, key: Key, board: &Calibration) {
        let Point { x, y } = self.cursor;
        self.cursor = match key {
            Key::Left => Point::new(x.saturating_sub(1), y),
            Key::Right => Point::new((x + 1).min(board.columns - 1), y),
            Key::Up => Point::new(x, y.saturating_sub(1)),
            Key::Down => Point::new(x, (y + 1).min(board.rows - 1)),
            _ => self.cursor,
        };
    }
}

/// Whether a pixel is so near a point that a pointer on its way elsewhere does not come there.
fn is_in_the_middle(board: &Calibration, point: Point, (x, y): (f64, f64)) -> bool {
    /// As a part of the way to the next point: a line on the slant passes the points beside it at more.
    const NEAR: f64 = 0.3;
    let (left, top) = board.centre_of(point);
    ((x - left) / board.pitch.0).hypot((y - top) / board.pitch.1) < NEAR
}

#[cfg(test)]
mod tests {
    use vision::{
        calibration::Kind,
        orientation::{Corner, Orientation, ScreenDirection},
    };

    use super::*;

    const BOARD: Calibration = Calibration {
        columns: 9,
        rows: 9,
        kind: Kind::Points,
        origin: (0.0, 0.0),
        pitch: (10.0, 10.0),
        confidence: 1.0,
        orientation: Orientation {
            origin: Corner::TopLeft,
            columns: ScreenDirection::Across,
        },
    };

    /// Touches at times, each with the pixel where the pointer is; after which of them a click counts.
    #[track_caller]
    fn check(way: Way, touches: &[(u64, Touch, (f64, f64))], expected: &[usize]) {
        let mut taking = Taking::new(way);
        let clicked: Vec<usize> = touches
            .iter()
            .enumerate()
            .filter_map(|(index, &(now_ms, touch, at))| {
                let on = BOARD.point_at(at.0, at.1);
                taking.touch(touch, at, (on, None), &BOARD, now_ms).map(|_| index)
            })
            .collect();
        assert_eq!(clicked, expected, "{way:?} {touches:?}");
    }

    /// A ball at 20,20 is picked up by its own click, and once for each way that it goes.
    #[test]
    fn a_ball_is_picked_up_before_it_goes() {
        let mut taking = Taking::new(Way::Pick);
        let ball = BOARD.point_at(20.0, 20.0);
        let mut clicked = |at: (f64, f64)| {
            let on = BOARD.point_at(at.0, at.1);
            let press = taking.touch(Touch::Press(Button::Left), at, (on, ball), &BOARD, 0);
            let release = taking.touch(Touch::Release(Button::Left), at, (on, ball), &BOARD, 9);
            assert_eq!(release, None);
            press.is_some()
        };
        let presses = [
            (30.0, 20.0),
            (20.0, 20.0),
            (20.0, 20.0),
            (30.0, 20.0),
            (30.0, 20.0),
        ];
        assert_eq!(presses.map(&mut clicked), [false, false, false, true, false]);
    }

    #[test]
    fn each_way_takes_its_own_touches_only() {
        use Button::{Left, Middle, Right};
        use Touch::{Press, Release};
        let (here, there, beside) = ((20.0, 20.0), (40.0, 40.0), (200.0, 20.0));
        let enter = Touch::Key(Key::Return);
        let click = |ms, button, at| [(ms, Press(button), at), (ms + 30, Release(button), at)];
        let all = [
            click(0, Left, here),
            click(1_000, Middle, here),
            click(2_000, Right, here),
            click(3_000, Left, beside),
        ]
        .concat();
        check(Way::Click, &all, &[0, 6]);
        check(Way::Middle, &all, &[2, 6]);
        check(Way::Right, &all, &[4, 6]);
        check(Way::Drag, &all, &[6]);
        check(Way::Key, &all, &[6]);
        check(Way::Cursor, &all, &[6]);
        let twice = |ms, at| [click(0, Left, here), click(ms, Left, at)].concat();
        check(Way::Double, &twice(200, here), &[2]);
        check(Way::Double, &twice(500, here), &[]);
        check(Way::Double, &twice(200, there), &[]);
        check(Way::Confirm, &twice(500, here), &[2]);
        check(Way::Confirm, &twice(200, here), &[]);
        check(Way::Confirm, &twice(500, there), &[]);
        check(
            Way::Drag,
            &[(0, Press(Left), there), (50, Release(Left), here)],
            &[1],
        );
        check(Way::Key, &[(0, enter, here), (9, enter, beside)], &[0]);
        check(Way::Pick, &all, &[0, 6]);
        check(
            Way::Cursor,
            &[(0, Touch::Key(Key::Left), here), (9, enter, beside)],
            &[1],
        );
    }
}
