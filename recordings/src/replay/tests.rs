//! Laws and examples of stepping through a game.

use proptest::prelude::*;
use referee::{gomoku::Rule, position::Position as _};

use super::*;
use crate::{
    assume::Assume,
    samples::{Openings, record},
};

fn won() -> Replay {
    let record = crate::text::read(b"a15a14b15b14c15c14d15d14e15", Assume::default()).unwrap();
    Replay::new(record).unwrap()
}

#[test]
fn the_winning_line_is_shown_at_the_end_only() {
    let mut replay = won();
    assert_eq!((replay.at(), replay.end()), (0, 9));
    replay.jump(8);
    assert!(replay.position().outcome().is_none());
    assert!(replay.forward() && !replay.forward());
    assert_eq!(replay.position().outcome().unwrap().line.len(), 5);
    assert_eq!(replay.last().map(|(_, seat)| seat), Some(Seat::First));
    replay.jump(0);
    assert_eq!((replay.back(), replay.last()), (false, None));
}

#[test]
fn autoplay_takes_what_is_due_and_stops_at_the_end() {
    let mut replay = won();
    replay.play(100, 1_000);
    let places: Vec<usize> = [1_050, 1_100, 1_150, 1_399, 1_400, 9_000]
        .into_iter()
        .map(|now| {
            replay.tick(now);
            replay.at()
        })
        .collect();
    assert_eq!(places, [0, 1, 1, 3, 4, 9]);
    assert!(!replay.is_playing());
    replay.play(100, 10_000);
    assert_eq!(replay.at(), 0, "again from the start");
    replay.pause();
    assert!(!replay.tick(99_000));
}

#[test]
fn an_illegal_ply_ends_what_can_be_shown() {
    let mut record = won().record().clone();
    record.plies.insert(3, record.plies[0].clone());
    let mut replay = Replay::new(record).unwrap();
    replay.jump(usize::MAX);
    assert_eq!((replay.at(), replay.end()), (3, 3));
    assert_eq!(replay.refused().unwrap().reason, "occupied");
    assert!(Replay::new(Record::blank(99, Rule::Freestyle)).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn any_way_leads_to_the_same_place(record in record(Openings::Any), jumps in proptest::collection::vec(0usize..70, 0..8)) {
        let mut replay = Replay::new(record.clone()).unwrap();
        prop_assert!(replay.refused().is_none());
        for jump in jumps {
            replay.jump(jump);
            replay.back();
            replay.forward();
            let place = replay.at();
            prop_assert!(place == jump.min(record.plies.len()) || (place == 1 && jump == 0));
            let cut = Record { plies: record.plies[..place].to_vec(), ..record.clone() };
            let again = cut.replay().unwrap();
            prop_assert_eq!(replay.position().board(), again.board());
        }
    }
}
