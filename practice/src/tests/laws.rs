//! What holds whatever is clicked and whatever happens.

use proptest::prelude::*;
use referee::{
    gomoku::{Move, Position},
    point::Point,
    position::Position as _,
    seat::Seat,
};

use super::desk::{Desk, setup};
use crate::{
    client::Input,
    ledger::PracticeEntry,
    model::{ClientKey, PracticeSetup, Seating, Target},
    service_event::{Return, ServiceEvent},
    setup::BoardDisplay,
};

#[derive(Clone, Debug)]
enum Deed {
    Press(Target),
    Hover(Target),
    Key(ClientKey),
    Reply {
        cell: u8,
    },
    Cheat,
    Fail,
    Happen(ServiceEvent),
    Pass(u64),
    /// Time passes, but nobody ticks.
    Sleep(u64),
    Again,
}

const SIZE: u8 = 6;

fn point() -> impl Strategy<Value = Target> {
    (0..SIZE, 0..SIZE).prop_map(|(x, y)| Target::Point(Point::new(x, y)))
}

fn target() -> impl Strategy<Value = Target> {
    prop_oneof![
        6 => point(),
        3 => (0..3usize).prop_map(Target::Choice),
        3 => Just(Target::Seek),
        1 => Just(Target::Undo),
        1 => Just(Target::Resign),
        2 => Just(Target::Reconnect),
        1 => Just(Target::CloseChat),
        1 => Just(Target::CloseAdvertisement),
        1 => Just(Target::Quit),
    ]
}

fn event() -> impl Strategy<Value = ServiceEvent> {
    let news = prop_oneof![
        ".{0,200}".prop_map(ServiceEvent::Chat),
        "[ -~]{0,60}".prop_map(ServiceEvent::Notification),
        Just(ServiceEvent::Maintenance("soon".to_owned())),
        (0..5_000u64).prop_map(|for_ms| ServiceEvent::Advertisement { for_ms }),
    ];
    prop_oneof![
        Just(ServiceEvent::TakeBack),
        Just(ServiceEvent::DrawOffer),
        Just(ServiceEvent::Resign),
        (0..5_000u64, any::<bool>()).prop_map(|(for_ms, back)| ServiceEvent::OpponentAway {
            for_ms,
            then: if back { Return::Back } else { Return::Never },
        }),
        Just(ServiceEvent::ConnectionLost),
        Just(ServiceEvent::Kick),
        news,
        (0..3_000u64).prop_map(|for_ms| ServiceEvent::Freeze { for_ms }),
        Just(ServiceEvent::Crash),
    ]
}

fn deed() -> impl Strategy<Value = Deed> {
    let key = prop_oneof![
        Just(ClientKey::New),
        Just(ClientKey::Confirm),
        Just(ClientKey::Cancel)
    ];
    prop_oneof![
        8 => target().prop_map(Deed::Press),
        2 => target().prop_map(Deed::Hover),
        1 => key.prop_map(Deed::Key),
        8 => any::<u8>().prop_map(|cell| Deed::Reply { cell }),
        1 => Just(Deed::Cheat),
        1 => Just(Deed::Fail),
        4 => event().prop_map(Deed::Happen),
        8 => (0..1_500u64).prop_map(Deed::Pass),
        1 => (0..4_000u64).prop_map(Deed::Sleep),
        1 => Just(Deed::Again),
    ]
}

fn some_setup() -> impl Strategy<Value = (PracticeSetup, &'static str)> {
    let seating = prop_oneof![
        Just(Seating::First),
        Just(Seating::Alternate),
        Just(Seating::Drawn)
    ];
    let theme = prop_oneof![
        Just("plain"),
        Just("kaya"),
        Just("scribble"),
        Just("space"),
        Just("slate")
    ];
    (
        seating,
        theme,
        any::<[bool; 4]>(),
        prop_oneof![Just(0u64), Just(120)],
        any::<u64>(),
    )
        .prop_map(
            |(seating, theme, [service, clocks, numbers, last_move], fade_ms, seed)| {
                let mut setup = PracticeSetup {
                    size: SIZE,
                    fade_ms,
                    looks: BoardDisplay {
                        numbers,
                        last_move,
                        hover: true,
                    },
                    ..setup(seating)
                };
                let kept = setup.service.as_mut().unwrap();
                kept.seed = seed;
                kept.game_ms = clocks.then_some(20_000);
                if !service {
                    setup.service = None;
                }
                (setup, theme)
            },
        )
}

fn perform(desk: &mut Desk, deed: Deed) {
    let middle = |desk: &Desk, target| {
        let area = desk.area_of(target);
        (
            f64::from(area.x + area.width as i32 / 2),
            f64::from(area.y + area.height as i32 / 2),
        )
    };
    match deed {
        Deed::Press(target) => desk.press(target),
        Deed::Hover(target) => {
            let (x, y) = middle(desk, target);
            desk.step(Input::Pointer(x, y));
        }
        Deed::Key(key) => desk.step(Input::Key(key)),
        Deed::Reply { cell } if !desk.asked.is_empty() => {
            let legal = desk.practice.model().position().legal_moves();
            if !legal.is_empty() {
                desk.answer(Ok(legal[usize::from(cell) % legal.len()]));
            }
        }
        Deed::Cheat if !desk.asked.is_empty() => desk.answer(Ok(Move::Place(Point::new(0, 0)))),
        Deed::Fail if !desk.asked.is_empty() => desk.answer(Err("it broke".to_owned())),
        Deed::Happen(event) => desk.happen(event),
        Deed::Pass(ms) => desk.pass(ms),
        Deed::Sleep(ms) => desk.now_ms += ms,
        Deed::Again if desk.practice.model().is_closed() => restart(desk),
        _ => {}
    }
}

fn restart(desk: &mut Desk) {
    let fresh = Desk::natural(setup(Seating::First), "plain", 14.0);
    let old = std::mem::replace(&mut desk.practice, fresh.practice);
    let (practice, actions) = old.again(desk.now_ms);
    desk.practice = practice;
    desk.note(actions);
}

/// The entry's stones are a legal game with these seats.
fn replayed(entry: &PracticeEntry) -> Position {
    let mut position = Position::new(entry.played.size, entry.played.rule).unwrap();
    for stone in &entry.played.stones {
        assert_eq!(position.turn(), stone.seat);
        position.play(Move::Place(Point::new(stone.x, stone.y))).unwrap();
    }
    position
}

fn placed(position: &Position) -> Vec<Point> {
    let places = position.history().iter().filter_map(|play| match play {
        Move::Place(point) => Some(*point),
        _ => None,
    });
    places.collect()
}

/// What must hold after every deed.
fn check(desk: &Desk, before: &[PracticeEntry]) {
    let model = desk.practice.model();
    let ledger = model.ledger();
    assert!(ledger.starts_with(before), "what is written stays written");
    let game = model.game();
    let over = ledger.len() as u32;
    let expected = if game.is_going_on() { over + 1 } else { over };
    assert_eq!(
        game.number.max(over),
        expected,
        "each game is written down once, when it is over"
    );
    for (index, entry) in ledger.iter().enumerate().skip(before.len()) {
        assert_eq!(entry.number as usize, index + 1);
        assert!(entry.began_ms <= entry.ended_ms && entry.ended_ms <= desk.now_ms);
        let position = replayed(entry);
        if entry.number == game.number {
            assert_eq!(placed(&position), placed(model.position()));
            assert_eq!(Some(entry.verdict), model.verdict());
        }
        if let Some(outcome) = position.outcome() {
            assert_eq!(
                (entry.verdict.winner, entry.verdict.reason),
                (outcome.winner, outcome.reason)
            );
        }
    }
    if let Some(clock) = &game.countdown {
        for seat in Seat::BOTH {
            assert!(clock.left_ms(seat, desk.now_ms) <= 20_000);
        }
    }
    if game.is_going_on() {
        assert_eq!(model.position().outcome(), None);
    }
    let closed = model.is_closed();
    assert!(!closed || model.wake_ms(desk.now_ms).is_none());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    /// Nothing panics, the ledger is the games, and a tick that is due leaves nothing due at the same moment.
    #[test]
    fn whatever_happens_the_books_are_right(
        (setup, theme) in some_setup(),
        deeds in prop::collection::vec(deed(), 1..120),
    ) {
        let mut desk = Desk::natural(setup, theme, 14.0);
        for deed in deeds {
            let before = desk.practice.model().ledger().to_vec();
            let ticked = matches!(deed, Deed::Pass(_));
            perform(&mut desk, deed);
            check(&desk, &before);
            let due_ms = desk.practice.wake_ms(desk.now_ms);
            prop_assert!(!ticked || due_ms.is_none_or(|due_ms| due_ms > desk.now_ms), "{due_ms:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// The picture that is kept up to date is the picture.
    #[test]
    fn what_is_repaired_is_as_if_drawn_anew(
        (setup, theme) in some_setup(),
        pitch in prop_oneof![Just(14.0), Just(17.5), Just(24.0), Just(40.0)],
        deeds in prop::collection::vec(deed(), 1..60),
    ) {
        let mut desk = Desk::natural(setup, theme, pitch);
        for deed in deeds {
            let told = format!("{deed:?}");
            perform(&mut desk, deed);
            let anew = desk.practice.image(desk.now_ms);
            let same = *desk.practice.picture(desk.now_ms) == anew;
            prop_assert!(same, "after {told} in {theme} at {pitch}");
        }
    }
}
