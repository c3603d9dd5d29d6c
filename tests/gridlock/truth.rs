//! Two logs of the same games, held against each other. Pure.

use engines::registry;
use referee::{
    gomoku::{Move, Position},
    player::Limits,
    position::Position as _,
    record::{Ply, Record},
    seat::Seat,
    verdict::Reason,
};

/// Plies of the other side that one need not have seen when the connection ended: the one in the air.
const IN_THE_AIR: usize = 1;
/// Games by which the seats must have changed.
const SEATS_BY: usize = 8;

/// Whether somebody won or nobody did; broken games have no result.
pub(super) fn has_result(record: &Record) -> bool {
    record
        .verdict
        .is_some_and(|verdict| verdict.reason != Reason::Aborted)
}

/// Everything that is wrong. Prints what was compared.
pub(super) fn compare(a: &[Record], b: &[Record]) -> Vec<String> {
    let mut complaints = [a, b]
        .map(|side| side.iter().flat_map(alone).collect::<Vec<_>>())
        .concat();
    let mut seats = [0, 0];
    let (mut whole, mut broken, mut plies, mut unseen, mut recomputed) = (0, 0, 0, 0, 0);
    let (mut left, mut right) = (a.iter().peekable(), b.iter().peekable());
    loop {
        match (left.peek(), right.peek()) {
            (None, None) => break,
            (Some(one), Some(other)) if is_same(one, other) => {
                if has_result(one) && has_result(other) {
                    whole += 1;
                } else {
                    broken += 1;
                }
                seats[one.own_seat.unwrap_or(Seat::First).index()] += 1;
                plies += one.plies.len().min(other.plies.len());
                let (wrong, by_engine) = together(one, other);
                complaints.extend(wrong);
                recomputed += by_engine;
                left.next();
                right.next();
            }
            // The other side left before its first move.
            (Some(one), _) if is_nothing(one) => {
                unseen += 1;
                left.next();
            }
            (_, Some(other)) if is_nothing(other) => {
                unseen += 1;
                right.next();
            }
            (one, other) => {
                complaints.push(format!("not the same game: {} and {}", words(one), words(other)));
                left.next();
                right.next();
            }
        }
    }
    println!(
        "side a: {} games, side b: {}; {whole} whole and {broken} broken games with {plies} plies are the same on both",
        a.len(),
        b.len()
    );
    println!(
        "  side a moved first in {} and second in {}; {recomputed} plies in the air are what their engine plays; {unseen} seen from one side only",
        seats[0], seats[1]
    );
    // Who hosts is a matter of who comes first: of two games both may be alike.
    if seats.contains(&0) && seats.iter().sum::<usize>() >= SEATS_BY {
        complaints.push(format!("the seats never changed: {seats:?}"));
    }
    complaints
}

/// What one log says by itself: the rules were followed, and each of its own moves was chosen by its engine, while none of
/// the other's was.
fn alone(record: &Record) -> Vec<String> {
    let mut wrong = Vec::new();
    let id = &record.id;
    match record.replay() {
        Err(illegal) => wrong.push(format!("game {id}: {illegal}")),
        Ok(position) if has_result(record) => {
            let board = position.outcome().map(|outcome| outcome.winner);
            let told = record.verdict.map(|verdict| verdict.winner);
            if board != told {
                wrong.push(format!("game {id}: {told:?}, but the board says {board:?}"));
            }
        }
        Ok(_) => {}
    }
    if record.verdict.is_none() {
        wrong.push(format!("game {id} never ended"));
    }
    let mut seat = Seat::First;
    for (index, ply) in record.plies.iter().enumerate() {
        let is_own = record.own_seat == Some(seat);
        if is_own != is_decided(ply) {
            let whose = if is_own { "our" } else { "the other's" };
            wrong.push(format!(
                "game {id}: who chose {whose} ply {}, {}?",
                index + 1,
                ply.play
            ));
        }
        seat = !seat;
    }
    wrong
}

/// Whether our engine chose it.
fn is_decided(ply: &Ply) -> bool {
    ply.nodes.is_some()
}

fn plays(record: &Record) -> Vec<Move> {
    record.plies.iter().map(|ply| ply.play).collect()
}

/// Whether these are the two sides of one game.
fn is_same(a: &Record, b: &Record) -> bool {
    let (ours, theirs) = (plays(a), plays(b));
    let common = ours.len().min(theirs.len());
    let seats = a.own_seat.is_some() && a.own_seat == b.own_seat.map(|seat| !seat);
    let shorter = if ours.len() < theirs.len() { a } else { b };
    seats && ours[..common] == theirs[..common] && ours.len().abs_diff(theirs.len()) <= unseen_by(shorter)
}

/// Plies that this side may lack: what the other one played, and before it our own, if it was clicked and answered before
/// it was seen.
fn unseen_by(shorter: &Record) -> usize {
    let is_own = shorter.own_seat == Some(mover_after(shorter.plies.len()));
    IN_THE_AIR + usize::from(is_own)
}

fn mover_after(plies: usize) -> Seat {
    [Seat::First, Seat::Second][plies % 2]
}

/// A game that the other side need not have seen.
fn is_nothing(record: &Record) -> bool {
    !has_result(record) && record.plies.len() <= IN_THE_AIR
}

/// Verdicts agree, and a ply that the other side left in the air is what that side's engine plays there. Answers with
/// what is wrong and how many plies were asked for.
fn together(a: &Record, b: &Record) -> (Vec<String>, usize) {
    let mut wrong = Vec::new();
    let same_length = a.plies.len() == b.plies.len();
    let verdicts = [a, b].map(|side| side.verdict);
    if verdicts[0] != verdicts[1] && same_length {
        wrong.push(format!("game {}: {verdicts:?}", a.id));
    }
    let (longer, shorter) = if a.plies.len() > b.plies.len() {
        (a, b)
    } else {
        (b, a)
    };
    let missing = longer.plies.get(shorter.plies.len());
    let mover = mover_after(shorter.plies.len());
    match missing {
        Some(ply) if shorter.own_seat == Some(mover) => {
            let chosen = chosen_by(shorter);
            if chosen != Some(ply.play) {
                wrong.push(format!(
                    "game {}: {} was played for the other side, whose engine plays {chosen:?}",
                    longer.id, ply.play
                ));
            }
            (wrong, 1)
        }
        _ => (wrong, 0),
    }
}

/// What the engine of this side plays in the last position that it saw.
fn chosen_by(record: &Record) -> Option<Move> {
    let position: Position = record.replay().ok()?;
    let mut engine = registry::build(record.engine.as_ref()?).ok()?;
    engine.new_game(&position).ok()?;
    engine
        .think(&position, &Limits::default())
        .ok()
        .map(|thought| thought.play)
}

fn words(record: Option<&&Record>) -> String {
    record.map_or("none".to_owned(), |record| {
        format!(
            "{} ({:?}, {:?}, {:?})",
            record.id,
            record.own_seat,
            record.verdict,
            plays(record)
        )
    })
}

#[cfg(test)]
mod tests {
    use referee::{gomoku::Rule, verdict::Verdict};

    use super::*;

    const ENGINE: &str = "classic:depth=1";

    /// The two logs of a game between two such engines, broken off after so many plies.
    fn logs(plies: usize) -> [Record; 2] {
        let mut position = Position::new(12, Rule::Freestyle).unwrap();
        let mut engine = registry::build(ENGINE).unwrap();
        engine.new_game(&position).unwrap();
        let mut both = [Seat::First, Seat::Second].map(|seat| Record {
            own_seat: Some(seat),
            engine: Some(ENGINE.to_owned()),
            verdict: Some(Verdict {
                winner: None,
                reason: Reason::Aborted,
            }),
            ..Record::blank(12, Rule::Freestyle)
        });
        for index in 0..plies {
            let thought = engine.think(&position, &Limits::default()).unwrap();
            for (seat, record) in both.iter_mut().enumerate() {
                let mut ply = Ply::bare(thought.play);
                ply.nodes = (seat == index % 2).then_some(1);
                record.plies.push(ply);
            }
            position.play(thought.play).unwrap();
        }
        both
    }

    /// Complaints about two such games, the second one with other seats and changed by `tamper`.
    fn check(plies: usize, tamper: impl Fn(&mut Record, &mut Record), expected: usize) {
        let [a, b] = logs(plies);
        let [mut other_b, mut other_a] = logs(plies);
        tamper(&mut other_a, &mut other_b);
        let complaints = compare(&[a, other_a], &[b, other_b]);
        assert_eq!(complaints.len(), expected, "{complaints:#?}");
    }

    #[test]
    fn what_is_wrong_with_two_logs_is_told() {
        check(8, |_, _| {}, 0);
        // In the air: ours, and what the other side's engine plays.
        check(8, |a, _| a.plies.truncate(7), 0);
        check(8, |_, b| b.plies.truncate(7), 0);
        check(7, |_, b| b.plies.truncate(6), 0);
        // Our own, and what it was answered with; but nobody answers what he did not see.
        check(8, |_, b| b.plies.truncate(6), 0);
        check(8, |a, _| a.plies.truncate(6), 1);
        // A move that no engine chose, and one for the other side that its engine does not play.
        check(8, |a, _| a.plies[1].nodes = None, 1);
        let stray = |record: &mut Record| {
            record.plies.pop();
            record
                .plies
                .push(Ply::bare(Move::Place(referee::point::Point::new(0, 0))));
        };
        check(
            7,
            |a, b| {
                stray(a);
                b.plies.pop();
            },
            1,
        );
        // Another game, no end, another end.
        check(8, |a, _| a.plies.truncate(5), 1);
        check(8, |a, _| a.verdict = None, 2);
        check(
            8,
            |a, _| {
                a.verdict = Some(Verdict {
                    winner: Some(Seat::First),
                    reason: Reason::Five,
                });
            },
            2,
        );
    }
}
