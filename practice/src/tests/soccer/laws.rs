//! What holds whatever is clicked and whatever happens.

use proptest::prelude::*;
use referee::{
    kind::Kind as _,
    point::Point,
    position::Position as _,
    soccer::{Blocked, Direction, Pitch, Position},
};

use super::{Soccer, desk, setup};
use crate::{
    client::Input,
    exercise::Exercise as _,
    ledger::{LedgerEntry as _, Written, soccer::SoccerEntry},
    model::{Seating, Target},
    service_event::{Return, ServiceEvent},
    setup::{FieldDisplay, SoccerSetup, Undo},
};

#[derive(Clone, Debug)]
enum Deed {
    /// A click so far from the ball.
    Draw(i8, i8),
    Press(Target),
    /// The pointer so far from the ball.
    Hover(i8, i8),
    Reply(u8),
    Cheat,
    Happen(ServiceEvent),
    Pass(u64),
}

fn deed() -> impl Strategy<Value = Deed> {
    let target = prop_oneof![
        3 => (0..2usize).prop_map(Target::Choice),
        3 => Just(Target::Seek),
        3 => Just(Target::Undo),
        1 => Just(Target::NewGame),
        1 => Just(Target::Reconnect),
    ];
    let event = prop_oneof![
        4 => Just(ServiceEvent::TakeBack),
        1 => Just(ServiceEvent::DrawOffer),
        1 => Just(ServiceEvent::Resign),
        1 => Just(ServiceEvent::ConnectionLost),
        1 => Just(ServiceEvent::Kick),
        1 => Just(ServiceEvent::OpponentAway { for_ms: 900, then: Return::Back }),
        1 => (0..1_000u64).prop_map(|for_ms| ServiceEvent::Freeze { for_ms }),
    ];
    prop_oneof![
        16 => (-1..=1i8, -1..=1i8).prop_map(|(x, y)| Deed::Draw(x, y)),
        1 => (-3..=3i8, -3..=3i8).prop_map(|(x, y)| Deed::Draw(x, y)),
        4 => target.prop_map(Deed::Press),
        2 => (-1..=1i8, -1..=1i8).prop_map(|(x, y)| Deed::Hover(x, y)),
        16 => any::<u8>().prop_map(Deed::Reply),
        1 => Just(Deed::Cheat),
        2 => event.prop_map(Deed::Happen),
        10 => (0..600u64).prop_map(Deed::Pass),
    ]
}

fn some_setup() -> impl Strategy<Value = (SoccerSetup, &'static str)> {
    let theme = prop_oneof![
        Just("plain"),
        Just("mobile"),
        Just("night"),
        Just("pencil"),
        Just("table"),
        Just("squared"),
        Just("crossed"),
    ];
    let fade = prop_oneof![Just(0u64), Just(120)];
    let seating = prop_oneof![Just(Seating::First), Just(Seating::Second), Just(Seating::Drawn)];
    (
        theme,
        fade,
        seating,
        any::<[bool; 5]>(),
        (2..=3u8, 3..=5u8),
        any::<u64>(),
    )
        .prop_map(|(theme, fade_ms, seating, flags, (width, length), seed)| {
            let [service, undo, hints, last_turn, draws] = flags;
            let mut setup = SoccerSetup {
                size: Pitch::new(2 * width, 2 * length).unwrap(),
                rule: if draws { Blocked::Draws } else { Blocked::Loses },
                fade_ms,
                looks: FieldDisplay {
                    hints,
                    last_turn,
                    hover: true,
                },
                undo: if undo { Undo::UnfinishedTurn } else { Undo::Nothing },
                ..setup(seating)
            };
            setup.service.as_mut().unwrap().seed = seed;
            if !service {
                setup.service = None;
            }
            (setup, theme)
        })
}

/// A pixel so many squares from the ball's node.
fn beside_ball(desk: &Soccer, x: i8, y: i8) -> (f64, f64) {
    let Point { x: column, y: row } = desk.position().held().unwrap();
    let board = desk.practice.calibration();
    let (left, top) = board.centre_of(Point::new(column, row));
    (
        left + f64::from(x) * board.pitch.0,
        top + f64::from(y) * board.pitch.1,
    )
}

fn perform(desk: &mut Soccer, deed: Deed) {
    match deed {
        Deed::Draw(x, y) => {
            let (x, y) = beside_ball(desk, x, y);
            desk.step(Input::Click(x, y));
        }
        Deed::Hover(x, y) => {
            let (x, y) = beside_ball(desk, x, y);
            desk.step(Input::Pointer(x, y));
        }
        Deed::Press(target) => desk.press(target),
        Deed::Reply(number) => {
            let legal = desk.position().legal_moves();
            if !legal.is_empty() {
                desk.answer(Ok(legal[usize::from(number) % legal.len()]));
            }
        }
        Deed::Cheat => {
            let drawn = desk.position().history().next_back();
            desk.answer(Ok(drawn.map_or(Direction::ALL[0], Direction::reverse)));
        }
        Deed::Happen(event) => desk.happen(event),
        Deed::Pass(ms) => desk.pass(ms),
    }
}

/// The entry's lines are a legal game with these seats, and its turns are whole but for the last one.
fn replayed(entry: &SoccerEntry) -> Position {
    let mut position = Position::begin(&entry.start()).unwrap();
    for (index, turn) in entry.played.turns.iter().enumerate() {
        for line in turn.lines.directions() {
            assert_eq!(position.turn(), turn.seat);
            position.play(*line).unwrap();
        }
        let is_over = position.outcome().is_some() || position.turn() != turn.seat;
        assert!(is_over || index + 1 == entry.played.turns.len(), "{entry:?}");
    }
    position
}

/// What must hold after every deed.
fn check(desk: &Soccer, before: &[SoccerEntry]) {
    let model = desk.practice.model();
    let ledger = model.ledger();
    assert!(ledger.starts_with(before), "what is written stays written");
    for (index, entry) in ledger.iter().enumerate().skip(before.len()) {
        assert_eq!(entry.number as usize, index + 1);
        let position = replayed(entry);
        assert_eq!(entry.plies(), position.played());
        let line = serde_json::to_string(entry).unwrap();
        assert_eq!(serde_json::from_str::<SoccerEntry>(&line).unwrap(), *entry);
        if entry.number == model.game().number {
            assert_eq!(position, *model.position());
            assert_eq!(Some(entry.verdict), model.verdict());
            assert_eq!(Written::Turns(entry.played.turns.clone()), position.written());
        }
        if let Some(outcome) = position.outcome() {
            let told = (entry.verdict.winner, entry.verdict.reason);
            assert_eq!(told, (outcome.winner, outcome.reason));
        }
    }
    if model.game().is_going_on() {
        assert_eq!(model.position().outcome(), None);
        let is_person = *model.phase() == crate::model::Phase::Person;
        assert_eq!(is_person, model.position().turn() == model.person());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Every sequence of clicks gives a legal game, the ledger is the games, and a picture that is kept up to date is the
    /// picture.
    #[test]
    fn whatever_is_clicked_the_games_are_legal_and_shown(
        (setup, theme) in some_setup(),
        square in prop_oneof![Just(14.0), Just(17.5), Just(30.0)],
        deeds in prop::collection::vec(deed(), 1..150),
    ) {
        let mut desk = desk(setup, theme, square);
        for (index, deed) in deeds.into_iter().enumerate() {
            let before = desk.practice.model().ledger().to_vec();
            let told = format!("{deed:?}");
            perform(&mut desk, deed);
            check(&desk, &before);
            if index % 3 == 0 {
                let anew = desk.practice.image(desk.now_ms);
                let same = *desk.practice.picture(desk.now_ms) == anew;
                prop_assert!(same, "after {told} in {theme} at {square}");
            }
        }
    }
}
