//! Examples and laws.

extern crate std;
use std::{vec, vec::Vec};

use proptest::prelude::{any, prop, prop_assert_eq, proptest};

use super::*;

fn place(x: u8, y: u8) -> BoardPoint {
    BoardPoint::new(x, y).unwrap()
}

fn touched(bytes: &[u8]) -> Vec<BoardPoint> {
    let mut touches = Touches::default();
    bytes.iter().filter_map(|&byte| touches.push(byte)).collect()
}

fn replied(bytes: &[u8]) -> Vec<BoardPoint> {
    let mut replies = Replies::default();
    bytes.iter().filter_map(|&byte| replies.push(byte)).collect()
}

#[test]
fn examples() {
    assert_eq!(place(3, 4).to_touch(), *b"34");
    assert_eq!(place(3, 4).to_reply(), [3, 4, 13, 10]);
    assert_eq!((place(3, 4).x(), place(3, 4).y()), (3, 4));
    assert_eq!(BoardPoint::new(10, 0), None);
    assert_eq!(BoardPoint::new(0, 13), None);
    assert_eq!(touched(b"3x4567"), [place(4, 5), place(6, 7)]);
    assert_eq!(replied(&[9, 1, 2, 13, 10, 200, 5, 13, 10]), [place(1, 2)]);
}

#[test]
fn silence_ends_half_a_message() {
    let mut touches = Touches::default();
    assert_eq!(touches.push(b'3'), None);
    touches.idle();
    assert_eq!(
        [b'4', b'5'].map(|byte| touches.push(byte)),
        [None, Some(place(4, 5))]
    );
    let mut replies = Replies::default();
    assert_eq!([1, 2, 13].map(|byte| replies.push(byte)), [None; 3]);
    replies.idle();
    assert_eq!(replies.push(10), None);
}

proptest! {
    #[test]
    fn places_come_back(x in 0..SIZE_MAX, y in 0..SIZE_MAX) {
        prop_assert_eq!(touched(&place(x, y).to_touch()), vec![place(x, y)]);
        prop_assert_eq!(replied(&place(x, y).to_reply()), vec![place(x, y)]);
    }

    #[test]
    fn after_garbage_and_silence_all_is_well(bytes in prop::collection::vec(any::<u8>(), 0..50), x in 0..SIZE_MAX, y in 0..SIZE_MAX) {
        let (mut touches, mut replies) = (Touches::default(), Replies::default());
        for byte in bytes {
            touches.push(byte);
            replies.push(byte);
        }
        touches.idle();
        replies.idle();
        let touch = place(x, y).to_touch().map(|byte| touches.push(byte));
        prop_assert_eq!(touch, [None, Some(place(x, y))]);
        let reply = place(x, y).to_reply().map(|byte| replies.push(byte));
        prop_assert_eq!(reply, [None, None, None, Some(place(x, y))]);
    }
}
