//! Examples from the write-up, and laws.

extern crate std;
use std::{string::String, vec::Vec};

use proptest::prelude::{any, prop, prop_assert_eq, proptest};

use super::*;

fn heard(order: CoordinateOrder, bytes: &[u8]) -> Vec<Heard> {
    let mut answers = DeviceMoves::new(order);
    bytes.iter().filter_map(|&byte| answers.push(byte)).collect()
}

fn answer(x: i32, y: i32) -> Heard {
    Heard::Answer(DeviceMove { x, y })
}

#[test]
fn commands_of_the_write_up() {
    let check = |command: Command, bytes: [u8; 8]| {
        assert_eq!(command.to_bytes(), bytes);
        assert_eq!(Command::from_bytes(bytes), command);
    };
    check(Command::Reset, [99, 0, 0, 0, 99, 0, 0, 0]);
    check(Command::PlayFirst, [15, 0, 0, 0, 15, 0, 0, 0]);
    check(Command::Stone { x: 7, y: 8 }, [7, 0, 0, 0, 8, 0, 0, 0]);
    check(Command::Stone { x: -1, y: 256 }, [255, 255, 255, 255, 0, 1, 0, 0]);
}

#[test]
fn the_bench_of_the_write_up_reads_as_its_moves() {
    let text = b"6\n6\n7\n6\n6\n8\n6\n7\n";
    let moves = [answer(6, 6), answer(6, 7), answer(8, 6), answer(7, 6)];
    assert_eq!(heard(CoordinateOrder::Yx, text), moves);
    assert_eq!(heard(CoordinateOrder::Xy, b"7\r\n6\r\n"), [answer(7, 6)]);
}

#[test]
fn text_as_printed() {
    let text = |x, y, order, end| {
        let text = Text::new(DeviceMove { x, y }, order, end);
        String::from_utf8(text.as_bytes().to_vec()).unwrap()
    };
    assert_eq!(text(7, 10, CoordinateOrder::Yx, LineEnd::Lf), "10\n7\n");
    assert_eq!(text(7, 10, CoordinateOrder::Xy, LineEnd::CrLf), "7\r\n10\r\n");
    assert_eq!(
        text(0, i32::MIN, CoordinateOrder::Xy, LineEnd::Lf),
        "0\n-2147483648\n"
    );
}

#[test]
fn garbage_breaks_a_pair() {
    assert_eq!(
        heard(CoordinateOrder::Yx, b"7\nx8\n1\n2\n"),
        [Heard::Garbage, answer(2, 1)]
    );
    for line in [
        "+7",
        " 7",
        "7 ",
        "-",
        "--7",
        "7\r\r",
        "123456789012",
        "2147483648",
        "\0",
        "\u{ff17}",
    ] {
        let mut bytes = line.as_bytes().to_vec();
        bytes.push(b'\n');
        assert_eq!(heard(CoordinateOrder::Yx, &bytes), [Heard::Garbage], "{line:?}");
    }
    assert_eq!(heard(CoordinateOrder::Yx, b"\n\r\n7\n\n8\n"), [answer(8, 7)]);
}

#[test]
fn silence_ends_half_a_message() {
    let mut commands = Commands::default();
    assert_eq!(commands.push(7), None);
    commands.idle();
    let whole = Command::Stone { x: 1, y: 2 }.to_bytes();
    assert_eq!(
        whole.iter().find_map(|&byte| commands.push(byte)),
        Some(Command::Stone { x: 1, y: 2 })
    );
    let mut answers = DeviceMoves::new(CoordinateOrder::Yx);
    for &byte in b"7\n1" {
        assert_eq!(answers.push(byte), None);
    }
    assert!(answers.is_half());
    answers.idle();
    assert!(!answers.is_half());
    let whole = b"3\n4\n".iter().find_map(|&byte| answers.push(byte));
    assert_eq!(whole, Some(answer(4, 3)));
}

proptest! {
    #[test]
    fn commands_come_back(bytes in any::<[u8; 8]>()) {
        prop_assert_eq!(Command::from_bytes(bytes).to_bytes(), bytes);
    }

    #[test]
    fn answers_come_back(x in any::<i32>(), y in any::<i32>(), xy in any::<bool>(), crlf in any::<bool>()) {
        let order = if xy { CoordinateOrder::Xy } else { CoordinateOrder::Yx };
        let end = if crlf { LineEnd::CrLf } else { LineEnd::Lf };
        let text = Text::new(DeviceMove { x, y }, order, end);
        prop_assert_eq!(heard(order, text.as_bytes()), [answer(x, y)]);
    }

    #[test]
    fn garbage_is_survived(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        heard(CoordinateOrder::Yx, &bytes);
        let mut commands = Commands::default();
        let count = bytes.iter().filter_map(|&byte| commands.push(byte)).count();
        prop_assert_eq!(count, bytes.len() / COMMAND_BYTES);
    }
}
