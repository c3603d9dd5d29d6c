//! A whole game by the usual engine with the usual limits: what `tengen analyse` does if nothing else is said.

use engines::games;
use recordings::replay::Replay;
use referee::{
    games::{AnyRecord, GameKind, Registered},
    player::Limits,
};

use crate::{
    analyst::Analyst,
    game::{self, AssessedGame, OnProgress, Pictures},
    gomoku::GomokuAnalyst,
    soccer::{self, SoccerAnalyst},
    walk::Walk,
};

/// Assesses every move of a game, each position within a bound of nodes. `None` if it was broken off, or has no moves.
///
/// # Errors
/// The record is damaged, or the engine failed.
pub fn assess(record: &AnyRecord, told: &mut OnProgress<'_>) -> anyhow::Result<Option<AssessedGame>> {
    let spec = games::default_spec(record.kind());
    let limits = |nodes: u64| Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    match record.kind() {
        GameKind::Gomoku => {
            let limits = limits(GomokuAnalyst::nodes_default(spec));
            with(record, GomokuAnalyst::new(spec, limits, 1)?, told)
        }
        GameKind::Soccer => with(
            record,
            SoccerAnalyst::new(spec, limits(soccer::NODES_DEFAULT), 1)?,
            told,
        ),
    }
}

fn with<A: Analyst<Game: Registered>>(
    record: &AnyRecord,
    mut analyst: A,
    told: &mut OnProgress<'_>,
) -> anyhow::Result<Option<AssessedGame>> {
    let record = record.clone().into_kind::<A::Game>();
    let record = record.map_err(|error| anyhow::anyhow!("{error}"))?;
    let replay = Replay::new(record).map_err(|error| anyhow::anyhow!("the game cannot begin: {error}"))?;
    let walk = Walk::of(replay);
    match walk.steps() {
        0 => Ok(None),
        last => game::assess(walk, [1, last], Pictures::None, &mut analyst, told),
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use referee::{
        gomoku::{Move, Rule},
        point::Point,
        record::{Ply, Record},
    };

    use super::*;

    fn game(stones: &[(u8, u8)]) -> AnyRecord {
        let plies = stones
            .iter()
            .map(|&(x, y)| Ply::bare(Move::Place(Point::new(x, y))));
        Record {
            plies: plies.collect(),
            ..Record::blank(15, Rule::Freestyle)
        }
        .into_any()
    }

    /// Both have four in a row, and Black plays elsewhere.
    #[test]
    fn what_was_missed_is_told_with_the_way_there() {
        let fours = (0..4).flat_map(|at| [(7 + at, 7), (3 + at, 3)]);
        let record = game(&fours.chain([(0, 14), (7, 3)]).collect::<Vec<_>>());
        let mut seen = Vec::new();
        let assessed = assess(&record, &mut |done, of| {
            seen.push((done, of));
            ControlFlow::Continue(())
        });
        let assessed = assessed.unwrap().expect("nobody broke it off");
        assert_eq!(seen, (0..10).map(|done| (done, 10)).collect::<Vec<_>>());
        let moves = assessed.told();
        let steps: Vec<usize> = moves.iter().map(|told| told.step).collect();
        assert_eq!(steps, (1..=10).collect::<Vec<_>>());
        let missed = &moves[8];
        assert!(
            missed.is_bad() && missed.missed_win && !missed.is_best,
            "{missed:?}"
        );
        let is_said = missed.remarks.iter().any(|words| words.starts_with("missed: "));
        assert!(!missed.best.is_empty() && is_said, "{missed:?}");
        let drawn = crate::drawing::draw(&record, Some(&assessed)).unwrap();
        assert!(
            drawn.svg.contains(r#"<g class="step f8 t8 line">"#),
            "{}",
            drawn.svg
        );
        let bare = crate::drawing::draw(&record, None).unwrap();
        assert!(!bare.svg.contains(" line\">"));
    }

    #[test]
    fn it_is_broken_off() {
        let record = game(&[(7, 7), (8, 8), (7, 8)]);
        let mut asked = 0;
        let assessed = assess(&record, &mut |_, _| {
            asked += 1;
            ControlFlow::Break(())
        });
        assert!(assessed.unwrap().is_none() && asked == 1);
        let none = assess(&game(&[]), &mut |_, _| ControlFlow::Continue(()));
        assert!(none.unwrap().is_none());
    }
}
