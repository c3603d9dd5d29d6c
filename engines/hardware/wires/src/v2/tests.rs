//! Examples byte by byte, the oracles of COBS and CRC, and the laws of the wire.

extern crate std;
use std::{vec, vec::Vec};

use proptest::prelude::{Just, Strategy, any, prop, prop_assert, prop_assert_eq, prop_oneof, proptest};

use super::{crc::crc, *};

fn hear(bytes: &[u8]) -> Vec<Heard> {
    let mut decoder = Decoder::new();
    bytes
        .iter()
        .map(|&byte| decoder.push(byte))
        .filter(|heard| *heard != Heard::Nothing)
        .collect()
}

fn identity() -> Identity {
    Identity {
        wire: WIRE,
        size_min: 5,
        size_max: 22,
        rules: 1,
        abilities: Abilities::NODES.and(Abilities::CYCLES),
        clock_hz: 50_000_000,
        name: Name::new(b"tengen rv32"),
    }
}

/// One of each answer.
fn answers() -> Vec<DeviceResponse> {
    vec![
        DeviceResponse::Started(identity()),
        DeviceResponse::Identity(Identity {
            name: Name::new(b""),
            ..identity()
        }),
        DeviceResponse::Done(Done {
            plies: 4,
            check: 0x1234,
        }),
        DeviceResponse::Move(DeviceReply {
            x: 7,
            y: 0,
            score: -300,
            depth: 4,
            nodes: 2923,
            cycles: 0,
            micros: 1_000_000,
        }),
        DeviceResponse::Thinking(Thinking { depth: 3, nodes: 9 }),
        DeviceResponse::Refused(Refused::new(DeviceRefusal::Busy, 3)),
    ]
}

/// One of each question.
fn requests() -> Vec<DeviceRequest> {
    vec![
        DeviceRequest::Hello { wire: WIRE },
        DeviceRequest::New {
            size: 15,
            rule: Rule::Renju,
        },
        DeviceRequest::Put {
            color: Color::White,
            x: 7,
            y: 0,
        },
        DeviceRequest::Go(Go {
            color: Color::Black,
            time_ms: 60_000,
            depth: 4,
        }),
        DeviceRequest::TakeBack,
        DeviceRequest::Abort,
        DeviceRequest::State,
    ]
}

#[test]
fn a_message_byte_by_byte() {
    // Body: 05 03 | 00 07 00 | crc; the two zeros become distances.
    let sum = crc(&[5, 3, 0, 7, 0]).to_le_bytes();
    let put = DeviceRequest::Put {
        color: Color::Black,
        x: 7,
        y: 0,
    };
    assert_eq!(put.coded(5).as_bytes(), [3, 5, 3, 2, 7, 3, sum[0], sum[1], 0]);
    assert_eq!(sum, [0x10, 0x30]);
}

#[test]
fn the_longest_body_fits() {
    let long = Body::new(255, 0xFF, &[0; PAYLOAD_MAX]);
    assert_eq!(long.coded().as_bytes().len(), CODED_MAX);
    assert_eq!(hear(long.coded().as_bytes()), [Heard::Message(long)]);
    let long = Body::new(255, 0xFF, &[1; PAYLOAD_MAX]);
    assert_eq!(long.coded().as_bytes().len(), CODED_MAX);
    assert_eq!(hear(long.coded().as_bytes()), [Heard::Message(long)]);
    let mut longer = vec![1; CODED_MAX];
    longer.push(0);
    assert_eq!(hear(&longer), [Heard::Broken]);
}

#[test]
fn the_check_sum_is_the_catalogues() {
    assert_eq!(crc(b"123456789"), 0x29B1);
    assert_eq!(GameChecksum::EMPTY.value(), 0xFFFF);
    let check = GameChecksum::EMPTY
        .with(Color::Black, 7, 7)
        .with(Color::White, 7, 8);
    assert_eq!(check.value(), crc(&[7, 7, 0, 7, 8, 1]));
}

#[test]
fn numbers_go_round_without_zero() {
    assert_eq!([next(0), next(1), next(254), next(255)], [1, 2, 255, 1]);
}

#[test]
fn an_empty_message_ends_garbage() {
    let state = DeviceRequest::State.body(9);
    let mut bytes = vec![0, 0, 0x55, 0xAA, 0];
    bytes.extend_from_slice(state.coded().as_bytes());
    assert_eq!(hear(&bytes), [Heard::Broken, Heard::Message(state)]);
    let mut decoder = Decoder::default();
    decoder.push(3);
    assert!(decoder.is_half());
    decoder.push(0);
    assert!(!decoder.is_half());
}

#[test]
fn wrong_questions_have_their_answer() {
    let check = |kind, payload: &[u8], why, value| {
        assert_eq!(
            DeviceRequest::read(&Body::new(1, kind, payload)),
            Err(Refused::new(why, value))
        );
    };
    check(0x08, &[], DeviceRefusal::Kind, 8);
    check(0x81, &[], DeviceRefusal::Kind, 0x81);
    check(0x00, &[], DeviceRefusal::Kind, 0);
    check(0x03, &[0, 7], DeviceRefusal::Length, 2);
    check(0x07, &[0], DeviceRefusal::Length, 1);
    check(0x03, &[2, 7, 7], DeviceRefusal::Color, 2);
    check(0x04, &[9, 0, 0, 0, 0, 0], DeviceRefusal::Color, 9);
    check(0x02, &[15, 3], DeviceRefusal::Rule, 3);
    assert_eq!(Refused { code: 13, value: 0 }.why(), None);
    for (code, why) in (1..).zip(DeviceRefusal::ALL) {
        assert_eq!(Refused { code, value: 0 }.why(), Some(why));
    }
}

#[test]
fn answers_have_one_length() {
    for answer in answers() {
        let body = answer.body(3);
        assert_eq!(DeviceResponse::read(&body), Some(answer));
        let payload = body.payload();
        let short = Body::new(3, body.kind(), &payload[..payload.len() - 1]);
        assert_eq!(DeviceResponse::read(&short), None);
        let long = Body::new(3, body.kind(), &[payload, &[0]].concat());
        assert_eq!(DeviceResponse::read(&long), None);
    }
    assert_eq!(DeviceResponse::read(&DeviceRequest::State.body(3)), None);
    let mut named = DeviceResponse::Identity(identity()).body(1).payload().to_vec();
    named[10] = 33;
    named.resize(11 + 33, b'x');
    assert_eq!(DeviceResponse::read(&Body::new(1, 0x81, &named)), None);
}

#[test]
fn names_are_printable() {
    assert_eq!(Name::new(b"a\x1b[31m\xff").as_str(), "a?[31m?");
    assert_eq!(Name::new(&[b'x'; 40]).as_str().len(), 32);
}

#[test]
fn the_last_answer_is_kept_for_the_same_question_alone() {
    let mut last = LastAnswer::new();
    let question = DeviceRequest::State.body(4);
    assert!(last.again(&question).is_none());
    let answer = DeviceResponse::Done(Done { plies: 0, check: 0 }).coded(4);
    last.keep(question, answer);
    assert_eq!(last.again(&question).unwrap().as_bytes(), answer.as_bytes());
    assert!(last.again(&DeviceRequest::State.body(5)).is_none());
    assert!(last.again(&DeviceRequest::Abort.body(4)).is_none());
}

/// Every byte of every message, changed to every other byte: never another message. (By its check sum alone a changed byte of
/// COBS's own would be one in 65,536 times; these messages are known not to be among them.)
#[test]
fn no_changed_byte_makes_another_message() {
    let bodies = requests().into_iter().map(|request| request.body(77));
    let bodies: Vec<Body> = bodies
        .chain(answers().into_iter().map(|answer| answer.body(77)))
        .collect();
    for body in bodies {
        let coded = body.coded();
        for at in 0..coded.as_bytes().len() {
            for change in 1..=255 {
                let mut bytes = coded.as_bytes().to_vec();
                bytes[at] ^= change;
                bytes.push(0);
                let heard = hear(&bytes);
                let understood = heard.iter().any(|heard| matches!(heard, Heard::Message(_)));
                assert!(!understood, "{body:?}, byte {at} ^ {change:#x}: {heard:?}");
            }
        }
    }
}

fn request() -> impl Strategy<Value = DeviceRequest> {
    let color = || prop_oneof![Just(Color::Black), Just(Color::White)];
    let rule = prop_oneof![Just(Rule::Freestyle), Just(Rule::Standard), Just(Rule::Renju)];
    prop_oneof![
        any::<u8>().prop_map(|wire| DeviceRequest::Hello { wire }),
        (any::<u8>(), rule).prop_map(|(size, rule)| DeviceRequest::New { size, rule }),
        (color(), any::<u8>(), any::<u8>()).prop_map(|(color, x, y)| DeviceRequest::Put { color, x, y }),
        (color(), any::<u32>(), any::<u8>()).prop_map(|(color, time_ms, depth)| DeviceRequest::Go(Go {
            color,
            time_ms,
            depth
        })),
        Just(DeviceRequest::TakeBack),
        Just(DeviceRequest::Abort),
        Just(DeviceRequest::State),
    ]
}

fn some_identity() -> impl Strategy<Value = Identity> {
    let name = prop::collection::vec(any::<u8>(), 0..40).prop_map(|name| Name::new(&name));
    (any::<[u8; 4]>(), any::<u16>(), any::<u32>(), name).prop_map(
        |([wire, size_min, size_max, rules], abilities, clock_hz, name)| Identity {
            wire,
            size_min,
            size_max,
            rules,
            abilities: Abilities(abilities),
            clock_hz,
            name,
        },
    )
}

fn some_answer() -> impl Strategy<Value = DeviceResponse> {
    let played = (
        any::<[u8; 3]>(),
        any::<i16>(),
        any::<u64>(),
        any::<u64>(),
        any::<u32>(),
    );
    prop_oneof![
        some_identity().prop_map(DeviceResponse::Started),
        some_identity().prop_map(DeviceResponse::Identity),
        (any::<u16>(), any::<u16>()).prop_map(|(plies, check)| DeviceResponse::Done(Done { plies, check })),
        played.prop_map(
            |([x, y, depth], score, nodes, cycles, micros)| DeviceResponse::Move(DeviceReply {
                x,
                y,
                score,
                depth,
                nodes,
                cycles,
                micros
            })
        ),
        (any::<u8>(), any::<u64>())
            .prop_map(|(depth, nodes)| DeviceResponse::Thinking(Thinking { depth, nodes })),
        (any::<u8>(), any::<u8>()).prop_map(|(code, value)| DeviceResponse::Refused(Refused { code, value })),
    ]
}

proptest! {
    #[test]
    fn requests_come_back(request in request(), sequence in any::<u8>()) {
        let heard = hear(request.coded(sequence).as_bytes());
        prop_assert_eq!(&heard, &[Heard::Message(request.body(sequence))]);
        prop_assert_eq!(DeviceRequest::read(&request.body(sequence)), Ok(request));
    }

    #[test]
    fn answers_come_back(answer in some_answer(), sequence in any::<u8>()) {
        let heard = hear(answer.coded(sequence).as_bytes());
        prop_assert_eq!(&heard, &[Heard::Message(answer.body(sequence))]);
        prop_assert_eq!(DeviceResponse::read(&answer.body(sequence)), Some(answer));
    }

    #[test]
    fn coding_is_everybodys(body in prop::collection::vec(prop_oneof![Just(0), any::<u8>()], 1..=BODY_MAX)) {
        let mut coded = [0; CODED_MAX];
        let end = cobs::encode(&body, &mut coded);
        let mut oracle = [0; CODED_MAX];
        let length = ::cobs::encode(&body, &mut oracle);
        prop_assert_eq!(&coded[..end - 1], &oracle[..length]);
        prop_assert_eq!(coded[end - 1], 0);
        let sum = ::crc::Crc::<u16>::new(&::crc::CRC_16_IBM_3740).checksum(&body);
        prop_assert_eq!(crc(&body), sum);
    }

    /// What a check sum is for: up to two bytes side by side may be anything.
    #[test]
    fn a_changed_byte_of_the_body_is_always_noticed(request in request(), at in any::<prop::sample::Index>(), change in 1..=u8::MAX) {
        let body = request.body(7);
        let mut plain = vec![body.sequence(), body.kind()];
        plain.extend_from_slice(body.payload());
        plain.extend_from_slice(&crc(&plain).to_le_bytes());
        plain[at.index(body.payload().len() + 4)] ^= change;
        let mut coded = [0; CODED_MAX];
        let end = cobs::encode(&plain, &mut coded);
        prop_assert_eq!(hear(&coded[..end]), [Heard::Broken]);
    }

    #[test]
    fn garbage_is_survived(bytes in prop::collection::vec(prop_oneof![Just(0), any::<u8>()], 0..300)) {
        let mut decoder = Decoder::new();
        for &byte in &bytes {
            if let Heard::Message(body) = decoder.push(byte) {
                let _ = (DeviceRequest::read(&body), DeviceResponse::read(&body));
            }
        }
        decoder.push(0);
        let whole = DeviceRequest::State.body(1);
        let last = whole.coded().as_bytes().iter().map(|&byte| decoder.push(byte)).last();
        prop_assert_eq!(last, Some(Heard::Message(whole)));
    }

    #[test]
    fn any_body_reads_or_is_refused(kind in any::<u8>(), payload in prop::collection::vec(any::<u8>(), 0..=PAYLOAD_MAX)) {
        let body = Body::new(1, kind, &payload);
        if let Ok(request) = DeviceRequest::read(&body) {
            prop_assert_eq!(request.body(1), body);
        }
        // A name is the one thing that is put right as it is read.
        if let Some(answer) = DeviceResponse::read(&body) {
            prop_assert!(matches!(answer, DeviceResponse::Started(_) | DeviceResponse::Identity(_)) || answer.body(1) == body);
        }
    }
}
