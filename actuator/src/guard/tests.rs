//! Each rule of the guard, kept and broken.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use proptest::prelude::*;

use super::*;
use crate::pointer::fake::{Deed, FakePointer};

const WINDOW: Rectangle = Rectangle::new(100, 50, 400, 300);
const PARKING: (i32, i32) = (20, 600);
const START: (i32, i32) = (150, 150);

/// A key that a test strikes by hand.
#[derive(Clone, Default)]
struct TestKey(Arc<AtomicBool>);

impl TestKey {
    fn strike(&self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

impl StopWatch for TestKey {
    fn struck(&mut self) -> Result<bool, PointerError> {
        Ok(self.0.swap(false, Ordering::SeqCst))
    }
}

/// Time that passes only when somebody waits; things can happen at a given millisecond of it.
#[derive(Default)]
struct TestWorld {
    waited_ms: u64,
    unfocused: bool,
    changed: bool,
    at_ms: Option<(u64, Box<dyn FnMut()>)>,
}

impl Surroundings for TestWorld {
    fn wait_ms(&mut self, ms: u64) {
        self.waited_ms += ms;
        if let Some((at_ms, act)) = &mut self.at_ms
            && self.waited_ms >= *at_ms
        {
            act();
            self.at_ms = None;
        }
    }

    fn client_has_focus(&mut self) -> bool {
        !self.unfocused
    }

    fn shows_the_same(&mut self) -> bool {
        !self.changed
    }
}

struct Desk {
    mouse: FakePointer,
    key: TestKey,
    guard: Guard<FakePointer>,
    world: TestWorld,
}

impl Desk {
    fn new(limits: GuardLimits) -> Desk {
        let mouse = FakePointer::at(START.0, START.1);
        let key = TestKey::default();
        let mut guard = Guard::new(mouse.clone(), Box::new(key.clone()), limits);
        guard.allow(WINDOW, Some(PARKING));
        Desk {
            mouse,
            key,
            guard,
            world: TestWorld::default(),
        }
    }

    fn perform(&mut self, gesture: &Gesture, now_ms: u64) -> Result<(), Broken> {
        self.guard.perform(gesture, now_ms, &mut self.world)
    }

    /// The gesture is refused with this error and nothing at all is done.
    fn check_refused(&mut self, gesture: &Gesture, expected: Refusal) {
        self.mouse.clear();
        assert_eq!(
            self.perform(gesture, 0),
            Err(Broken::Before(expected)),
            "{gesture:?}"
        );
        assert_eq!(self.mouse.deeds(), [], "{gesture:?}");
    }
}

fn outside(x: i32, y: i32) -> Refusal {
    Refusal::OutOfBounds { x, y, bounds: WINDOW }
}

#[test]
fn a_click_inside_is_performed_step_by_step() {
    let mut desk = Desk::new(GuardLimits::default());
    desk.perform(
        &Gesture::click(200, 100, 120).then(Gesture::park(PARKING.0, PARKING.1)),
        0,
    )
    .unwrap();
    let expected = [
        Deed::Moved(200, 100),
        Deed::Pressed(Button::Left, 200, 100),
        Deed::Released(Button::Left, 200, 100),
        Deed::Moved(PARKING.0, PARKING.1),
    ];
    assert_eq!(desk.mouse.deeds(), expected);
    assert_eq!(desk.world.waited_ms, 150);
}

/// The window is asked when the pointer is there, just before the button goes down.
#[test]
fn what_a_pixel_was_computed_from_must_be_there_still() {
    let mut desk = Desk::new(GuardLimits::default());
    desk.world.changed = true;
    let changed = Broken::Before(Refusal::Unpressed(Unpressed::Changed));
    assert_eq!(desk.perform(&Gesture::click(200, 100, 120), 0), Err(changed));
    assert_eq!(desk.mouse.deeds(), [Deed::Moved(200, 100)]);
    desk.world.changed = false;
    assert_eq!(desk.perform(&Gesture::click(200, 100, 120), 500), Ok(()));
}

#[test]
fn pixels_outside_the_window_are_refused_before_anything_is_done() {
    let mut desk = Desk::new(GuardLimits::default());
    for (x, y) in [
        (99, 50),
        (100, 49),
        (500, 50),
        (100, 350),
        (i32::MIN, 0),
        (i32::MAX, i32::MAX),
    ] {
        desk.check_refused(&Gesture::click(x, y, 0), outside(x, y));
        desk.check_refused(
            &Gesture::click(200, 100, 0).then(Gesture::park(x, y)),
            outside(x, y),
        );
    }
    for (x, y) in [(100, 50), (499, 349)] {
        assert_eq!(
            desk.perform(&Gesture::click(x, y, 0), 0),
            Ok(()),
            "corner pixel {x},{y}"
        );
    }
}

#[test]
fn the_parking_place_is_for_waiting_and_not_for_clicking() {
    let mut desk = Desk::new(GuardLimits::default());
    let (x, y) = PARKING;
    desk.check_refused(&Gesture::click(x, y, 0), outside(x, y));
    desk.check_refused(&Gesture::park(x + 1, y), outside(x + 1, y));
    desk.perform(&Gesture::park(x, y), 0).unwrap();
    // A press without a move happens where the pointer is.
    let press = Gesture {
        steps: vec![Step::Press(Button::Left), Step::Release(Button::Left)],
    };
    desk.check_refused(&press, outside(x, y));
}

#[test]
fn nothing_is_done_without_a_window() {
    let mut desk = Desk::new(GuardLimits::default());
    desk.guard.forbid();
    desk.check_refused(&Gesture::click(200, 100, 0), Refusal::NoWindow);
}

#[test]
fn no_gesture_enters_the_stop_corner() {
    let mut desk = Desk::new(GuardLimits::default());
    let bounds = Rectangle::new(0, 0, 300, 300);
    desk.guard.allow(bounds, Some((1, 1)));
    for (x, y) in [(0, 0), (2, 2), (1, 1)] {
        desk.check_refused(&Gesture::park(x, y), Refusal::OutOfBounds { x, y, bounds });
    }
    desk.perform(&Gesture::park(3, 3), 0).unwrap();
}

#[test]
fn clicks_are_counted_in_a_sliding_minute() {
    let mut desk = Desk::new(GuardLimits {
        clicks_per_minute: 3,
        ..GuardLimits::default()
    });
    let click = Gesture::click(200, 100, 0);
    for now_ms in [0, 10_000, 20_000] {
        desk.perform(&click, now_ms).unwrap();
    }
    let refused = |wanted, free_in_ms| {
        Err(Broken::Before(Refusal::TooManyClicks {
            limit: 3,
            wanted,
            free_in_ms,
        }))
    };
    assert_eq!(desk.perform(&click, 30_000), refused(1, 30_000));
    assert_eq!(desk.perform(&click, 59_999), refused(1, 1));
    assert_eq!(desk.perform(&click, 60_000), Ok(()));
    assert_eq!(
        desk.perform(&Gesture::double_click(200, 100, 0), 61_000),
        refused(2, 19_000)
    );
    let four = Gesture::double_click(200, 100, 0).then(Gesture::double_click(200, 100, 0));
    assert_eq!(desk.perform(&four, 200_000), refused(4, u64::MAX));
    // Moving and typing are no clicks.
    assert_eq!(desk.perform(&Gesture::park(PARKING.0, PARKING.1), 61_000), Ok(()));
}

#[test]
fn the_stop_key_stops_for_good_until_a_person_resumes() {
    let mut desk = Desk::new(GuardLimits::default());
    desk.key.strike();
    desk.check_refused(&Gesture::click(200, 100, 0), Refusal::StopKey);
    desk.check_refused(&Gesture::click(200, 100, 0), Refusal::StopKey);
    assert!(Refusal::StopKey.is_stop());
    desk.guard.resume();
    assert_eq!(desk.perform(&Gesture::click(200, 100, 0), 0), Ok(()));
}

#[test]
fn the_stop_key_ends_a_gesture_half_way_and_lets_the_button_go() {
    let mut desk = Desk::new(GuardLimits::default());
    let key = desk.key.clone();
    desk.world.at_ms = Some((120 + 10, Box::new(move || key.strike())));
    assert_eq!(
        desk.perform(&Gesture::double_click(200, 100, 120), 0),
        Err(Broken::After(Refusal::StopKey))
    );
    let expected = [
        Deed::Moved(200, 100),
        Deed::Pressed(Button::Left, 200, 100),
        Deed::Released(Button::Left, 200, 100),
    ];
    assert_eq!(desk.mouse.deeds(), expected);
}

#[test]
fn a_pointer_in_the_corner_stops_for_good() {
    let mut desk = Desk::new(GuardLimits::default());
    desk.guard.check(0).unwrap();
    desk.mouse.push_to(0, 2);
    desk.check_refused(&Gesture::click(200, 100, 0), Refusal::StopCorner);
    desk.mouse.push_to(START.0, START.1);
    desk.check_refused(&Gesture::click(200, 100, 0), Refusal::StopCorner);
}

#[test]
fn a_person_at_the_mouse_is_given_time() {
    let mut desk = Desk::new(GuardLimits {
        rest_ms: 1_000,
        ..GuardLimits::default()
    });
    let click = Gesture::click(200, 100, 0);
    desk.perform(&click, 0).unwrap();
    let person = |found_at, rest_left_ms| {
        Err(Refusal::PersonAtMouse {
            left_at: (200, 100),
            found_at,
            rest_left_ms,
        })
    };
    desk.mouse.push_to(210, 100);
    let refused = desk
        .perform(&click, 5_000)
        .map_err(|broken| broken.refusal().cloned().unwrap());
    assert_eq!(refused, person((210, 100), 1_000));
    assert_eq!(desk.guard.check(5_600), person((210, 100), 400));
    // It still moves: the rest starts over, even when it comes back to where it was left.
    desk.mouse.push_to(200, 100);
    assert_eq!(desk.guard.check(5_900), person((200, 100), 1_000));
    assert_eq!(desk.guard.check(6_899), person((200, 100), 1));
    assert_eq!(desk.perform(&click, 6_900), Ok(()));
}

#[test]
fn a_person_who_moves_during_a_gesture_ends_it() {
    let mut desk = Desk::new(GuardLimits::default());
    // After the first deed, the move: the button must not go down somewhere else.
    desk.mouse.push_after(1, 900, 900);
    let refused = desk.perform(&Gesture::click(200, 100, 0), 0);
    assert!(
        matches!(
            refused,
            Err(Broken::Before(Refusal::PersonAtMouse {
                found_at: (900, 900),
                ..
            }))
        ),
        "{refused:?}"
    );
    assert_eq!(desk.mouse.deeds(), [Deed::Moved(200, 100)]);
}

/// A click that is broken off after so many deeds by a push of the mouse says on which side of its press that was, and no
/// button stays down.
#[test]
fn a_gesture_says_whether_it_was_broken_off_before_or_after_its_press() {
    for (deeds, is_after) in [(1, false), (2, true)] {
        let mut desk = Desk::new(GuardLimits::default());
        desk.mouse.push_after(deeds, 900, 900);
        let broken = desk.perform(&Gesture::click(200, 100, 0), 0).unwrap_err();
        assert_eq!(matches!(broken, Broken::After(_)), is_after, "{broken:?}");
        assert!(
            matches!(broken.refusal(), Some(Refusal::PersonAtMouse { .. })),
            "{broken:?}"
        );
        let presses = desk
            .mouse
            .deeds()
            .iter()
            .filter(|deed| matches!(deed, Deed::Pressed(..)))
            .count();
        assert_eq!(presses, usize::from(is_after));
        assert_eq!(desk.mouse.held(), None, "after {deeds} deeds");
    }
}

/// What lies under the pointer is looked at by the press itself: whatever is not as it was keeps the button up.
#[test]
fn a_press_needs_the_ground_that_it_was_made_for() {
    let elsewhere = Rectangle::new(103, 50, 400, 300);
    let refusals = [
        Unpressed::Moved {
            was: WINDOW,
            found: elsewhere,
        },
        Unpressed::Gone,
        Unpressed::Covered("\"news\"".to_owned()),
        Unpressed::Held,
    ];
    for why in refusals {
        let mut desk = Desk::new(GuardLimits::default());
        desk.mouse.refuse_presses(Some(why.clone()));
        let refused = desk.perform(&Gesture::click(200, 100, 0), 0);
        assert_eq!(refused, Err(Broken::Before(Refusal::Unpressed(why))));
        assert_eq!(desk.mouse.deeds(), [Deed::Moved(200, 100)]);
        // What was not pressed is no click of the minute's.
        desk.mouse.refuse_presses(None);
        assert_eq!(desk.perform(&Gesture::click(200, 100, 0), 0), Ok(()));
    }
}

#[test]
fn a_press_that_fell_elsewhere_is_told_and_ends_the_gesture() {
    let mut desk = Desk::new(GuardLimits::default());
    desk.mouse.deflect_press("\"news\"");
    let broken = desk.perform(&Gesture::double_click(200, 100, 0), 0);
    assert_eq!(broken, Err(Broken::Elsewhere("\"news\"".to_owned())));
    let expected = [
        Deed::Moved(200, 100),
        Deed::Pressed(Button::Left, 200, 100),
        Deed::Released(Button::Left, 200, 100),
    ];
    assert_eq!(desk.mouse.deeds(), expected);
}

#[test]
fn a_dry_run_checks_everything_and_does_nothing() {
    let limits = GuardLimits {
        mode: Mode::DryRun,
        clicks_per_minute: 2,
        ..GuardLimits::default()
    };
    let mut desk = Desk::new(limits);
    let click = Gesture::click(200, 100, 0);
    desk.perform(&click, 0).unwrap();
    desk.perform(&click, 0).unwrap();
    assert_eq!(desk.mouse.deeds(), []);
    assert_eq!(
        desk.guard.written().cloned().collect::<Vec<_>>(),
        [click.clone(), click.clone()]
    );
    desk.check_refused(
        &click,
        Refusal::TooManyClicks {
            limit: 2,
            wanted: 1,
            free_in_ms: 60_000,
        },
    );
    desk.check_refused(&Gesture::park(0, 900), outside(0, 900));
    desk.key.strike();
    desk.check_refused(&click, Refusal::StopKey);
    assert_eq!(desk.guard.written().count(), 2);
}

#[test]
fn keys_go_to_the_client_only() {
    let mut desk = Desk::new(GuardLimits {
        stop_key: Some("F12".into()),
        ..GuardLimits::default()
    });
    desk.perform(&Gesture::key("ctrl+n").then(Gesture::text("hello")), 0)
        .unwrap();
    assert_eq!(
        desk.mouse.deeds(),
        [Deed::Key("ctrl+n".into()), Deed::Text("hello".into())]
    );
    desk.check_refused(&Gesture::key("f12"), Refusal::OwnStopKey("f12".into()));
    desk.check_refused(
        &Gesture::key("hyper+n"),
        PointerError::UnknownKey("hyper+n".into()).into(),
    );
    desk.world.unfocused = true;
    desk.check_refused(&Gesture::key("ctrl+n"), Refusal::NotFocused("ctrl+n".into()));
    desk.check_refused(&Gesture::text("hello"), Refusal::NotFocused("hello".into()));
    // A click may give the focus first; without it the key is not struck after all.
    let click_then_key = Gesture::click(200, 100, 0).then(Gesture::key("F2"));
    assert_eq!(
        desk.perform(&click_then_key, 0),
        Err(Broken::After(Refusal::NotFocused("F2".into())))
    );
    assert!(!desk.mouse.deeds().contains(&Deed::Key("F2".into())));
}

#[test]
fn typing_the_stop_key_is_refused_too() {
    let mut desk = Desk::new(GuardLimits {
        stop_key: Some("q".into()),
        ..GuardLimits::default()
    });
    desk.check_refused(&Gesture::text("quit"), Refusal::OwnStopKey("quit".into()));
    assert_eq!(desk.perform(&Gesture::text("exit"), 0), Ok(()));
}

#[test]
fn whatever_call_fails_no_button_stays_down() {
    let gesture = Gesture::double_click(200, 100, 40).then(Gesture::park(PARKING.0, PARKING.1));
    for number in 0.. {
        let mut desk = Desk::new(GuardLimits::default());
        desk.mouse.fail_call(number);
        let result = desk.perform(&gesture, 0);
        let held = desk.mouse.deeds().iter().fold(0, |held, deed| match deed {
            Deed::Pressed(..) => held + 1,
            Deed::Released(..) => held - 1,
            _ => held,
        });
        // A release that fails is tried once more; a press that failed may be released for safety.
        assert!(held <= 0, "call {number}: {:?}", desk.mouse.deeds());
        if result.is_ok() {
            assert!(number > 10, "only {number} calls in a whole gesture");
            return;
        }
    }
}

fn any_step() -> impl Strategy<Value = Step> {
    let coordinate = || prop_oneof![-5..700i32, any::<i32>()];
    prop_oneof![
        (coordinate(), coordinate()).prop_map(|(x, y)| Step::MoveTo { x, y }),
        (100..500i32, 50..350i32).prop_map(|(x, y)| Step::MoveTo { x, y }),
        Just(Step::Press(Button::Left)),
        Just(Step::Release(Button::Left)),
        (0..100u64).prop_map(Step::WaitMs),
        Just(Step::Key("ctrl+n".into())),
    ]
}

proptest! {
    /// Whatever is asked, no button goes down outside the window and no minute holds more clicks than the limit.
    #[test]
    fn no_press_outside_and_none_too_many(
        gestures in prop::collection::vec((prop::collection::vec(any_step(), 0..6), 0..30_000u64), 1..20),
    ) {
        let mut desk = Desk::new(GuardLimits { clicks_per_minute: 4, ..GuardLimits::default() });
        let mut now_ms = 0;
        let mut presses_ms = Vec::new();
        for (steps, pause_ms) in gestures {
            now_ms += pause_ms;
            desk.mouse.clear();
            let _ = desk.perform(&Gesture { steps }, now_ms);
            for deed in desk.mouse.deeds() {
                match deed {
                    Deed::Pressed(_, x, y) => {
                        prop_assert!(WINDOW.contains(x, y), "pressed at {x},{y}");
                        presses_ms.push(now_ms);
                    }
                    Deed::Moved(x, y) => prop_assert!(WINDOW.contains(x, y) || (x, y) == PARKING),
                    _ => {}
                }
            }
        }
        for &from_ms in &presses_ms {
            let in_minute = presses_ms.iter().filter(|&&at| at >= from_ms && at < from_ms + 60_000).count();
            prop_assert!(in_minute <= 4, "{in_minute} clicks in the minute from {from_ms}");
        }
    }
}
