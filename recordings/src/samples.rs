//! Random legal games for tests.

use proptest::prelude::*;
use referee::{
    gomoku::{Move, Opening, Position, Rule, SIZES, board::Board, setup::Setup},
    point::Point,
    position::Position as _,
    record::{Ply, Record},
    seat::Seat,
    verdict::{Reason, Verdict},
};
use uuid::Uuid;

/// How a sample game may begin.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Openings {
    Free,
    Any,
}

/// A legal game of up to 60 plies, won, drawn, given up or unfinished.
pub(crate) fn record(openings: Openings) -> impl Strategy<Value = Record> {
    let seat = any::<bool>().prop_map(|first| if first { Seat::First } else { Seat::Second });
    let names = ("\\PC{0,12}", "[\\]\\\\:;()a-z ]{0,8}");
    let told = (
        proptest::option::of(seat.clone()),
        proptest::option::of("\\PC{1,9}"),
        any::<Option<u32>>(),
    );
    let course = proptest::collection::vec((any::<u16>(), any::<Option<u32>>(), any::<Option<i32>>()), 0..60);
    let ending = proptest::option::of((proptest::option::of(seat), 2..10usize));
    (
        SIZES,
        0..3usize,
        0..3u8,
        names,
        told,
        course,
        ending,
        any::<u128>(),
    )
        .prop_map(
            move |(size, rule, opening, names, (own_seat, source, time), course, ending, id)| {
                let mut record = Record {
                    id: Uuid::from_u128(id).to_string(),
                    names: [names.0, names.1],
                    own_seat,
                    engine: source.clone(),
                    source,
                    started_ms: time.map(i64::from),
                    ended_ms: time.map(|time| i64::from(time) + 7),
                    ..Record::blank(size, Rule::ALL[rule])
                };
                record.start.opening = match (openings, opening) {
                    (Openings::Any, 1) => Opening::Swap2,
                    (Openings::Any, 2) => diagram(size),
                    _ => Opening::Free,
                };
                play(&mut record, &course);
                settle(&mut record, ending);
                record
            },
        )
}

fn diagram(size: u8) -> Opening {
    let mut board = Board::new(size).unwrap();
    board.put(Point::new(size - 1, 0), referee::color::Color::Black);
    Opening::Diagram(Box::new(Setup { board }))
}

fn play(record: &mut Record, course: &[(u16, Option<u32>, Option<i32>)]) {
    let mut position = Position::start(record.start.size, record.start.rule, &record.start.opening).unwrap();
    for (pick, number, score) in course {
        let legal = position.legal_moves();
        let Some(&play) = legal.get(usize::from(*pick) % legal.len().max(1)) else {
            break;
        };
        // Choices come last in the list and would be rare.
        let choice = legal
            .last()
            .filter(|play| !matches!(play, Move::Place(_)) && pick % 2 == 0);
        let play = choice.copied().unwrap_or(play);
        position.play(play).unwrap();
        record.plies.push(match play {
            Move::Place(_) => Ply {
                spent_ms: number.map(u64::from),
                score: *score,
                depth: *number,
                nodes: number.map(|number| u64::from(number) << 20),
                ..Ply::bare(play)
            },
            _ => Ply::bare(play),
        });
    }
}

fn settle(record: &mut Record, ending: Option<(Option<Seat>, usize)>) {
    let position = record.replay().unwrap();
    let reasons = [
        Reason::Time,
        Reason::Illegal,
        Reason::Forbidden,
        Reason::Crash,
        Reason::Stall,
        Reason::Resign,
    ];
    let declared = ending.map(|(winner, reason)| match winner {
        Some(_) => Verdict {
            winner,
            reason: *reasons.get(reason).unwrap_or(&Reason::Adjudicated),
        },
        None if reason < 5 => Verdict {
            winner,
            reason: Reason::Aborted,
        },
        None => Verdict {
            winner,
            reason: Reason::Adjudicated,
        },
    });
    let shown = position.outcome().map(|end| Verdict {
        winner: end.winner,
        reason: end.reason,
    });
    record.verdict = shown.or(declared);
}
