//! Questions to a list of games answer as the report does, and every number of a group is that of its list.

use referee::{
    record::Evidence,
    seat::Seat,
    verdict::{Reason, Verdict},
};

use super::{
    trend::{marks, trend},
    *,
};
use crate::{report::Report, store::games::Outline};

/// So many games: two seats, three opponents, four lengths, one in five lost, some that do not count.
fn games(count: i64) -> Vec<CatalogueEntry> {
    let game = |number: i64| {
        let own = Seat::BOTH[number as usize % 2];
        let winner = Some(if number % 5 == 0 { !own } else { own }).filter(|_| number % 7 > 0);
        CatalogueEntry {
            number,
            id: format!("id-{number}"),
            kind: GameKind::Gomoku,
            names: ["Tengen".into(), format!("Player {}", number % 3).into()],
            ended_ms: None,
            opening: None,
            outline: Outline {
                number,
                rules: "15 x 15 freestyle".into(),
                players: ["Tengen".into(), format!("Player {}", number % 3).into()],
                own_seat: Some(own),
                opponent: Some(format!("Player {}", number % 3)),
                source: Some(if number % 11 == 0 { MATCH } else { "bovo" }.to_owned()),
                engine: Some(if number < count / 2 { "one" } else { "two" }.to_owned()),
                started_ms: Some(1_700_000_000_000 + number * 3_600_000),
                length: 9 + (number % 4) as u32 * 13,
                verdict: Some(Verdict {
                    winner,
                    reason: if winner.is_some() {
                        Reason::Five
                    } else {
                        Reason::Adjudicated
                    },
                }),
                excluded: None,
                evidence: Evidence::Seen,
                hidden: None,
            },
        }
    };
    (1..=count).map(game).collect()
}

#[test]
fn questions_answer_as_reports_do() {
    let games = games(500);
    let query = GameQuery::default();
    let chosen = query.choose(&games);
    let counted = query.count(&chosen);
    let report = Report::of(GameKind::Gomoku, chosen.iter().map(|game| &game.outline), 11);
    assert_eq!(score(&counted), report.seats.both);
    assert_eq!(lengths(&counted, 10, u32::MAX), report.lengths);
    let opponents: Vec<Group> = by(&counted, Aspect::Opponent, &query, 100)
        .groups
        .into_iter()
        .map(|(group, _)| group)
        .collect();
    let mut expected = report.opponents.clone();
    expected.sort_by_key(|group| (std::cmp::Reverse(group.score.games), group.name.clone()));
    assert_eq!(opponents, expected);
}

#[test]
fn every_number_of_a_group_is_that_of_its_list() {
    let games = games(500);
    let query = GameQuery::default();
    let counted = query.count(&query.choose(&games));
    for aspect in Aspect::ALL {
        let mut sum = 0;
        for (group, _) in by(&counted, aspect, &query, 1_000).groups {
            let list = GameQuery {
                counting: Counting::Counted,
                ..query.clone().with(aspect, &group.name)
            };
            assert_eq!(
                list.choose(&games).len() as u64,
                group.score.games,
                "{aspect:?} {}",
                group.name
            );
            sum += group.score.games;
        }
        assert_eq!(sum, counted.len() as u64, "{aspect:?}");
        assert_eq!(Aspect::from_name(aspect.name()), Some(aspect));
    }
}

#[test]
fn lists_are_narrowed() {
    let games = games(500);
    let check = |query: GameQuery, expected: fn(i64) -> bool| {
        let numbers: Vec<i64> = query.choose(&games).iter().map(|game| game.number).collect();
        let expected: Vec<i64> = (1..=500).filter(|&number| expected(number)).collect();
        assert_eq!(numbers, expected, "{query:?}");
    };
    check(GameQuery::default(), |number| number % 11 > 0);
    check(GameQuery::default().with(Aspect::Client, MATCH), |number| {
        number % 11 == 0
    });
    check(
        GameQuery {
            text: "pLAYER 1".to_owned(),
            ..GameQuery::default()
        },
        |number| number % 11 > 0 && number % 3 == 1,
    );
    check(
        GameQuery {
            length_from: Some(22),
            length_to: Some(35),
            ..GameQuery::default()
        },
        |number| number % 11 > 0 && [1, 2].contains(&(number % 4)),
    );
    check(
        GameQuery {
            since_ms: Some(1_700_000_000_000 + 3_600_000 * 499),
            ..GameQuery::default()
        },
        |number| number >= 499,
    );
    check(
        GameQuery {
            counting: Counting::Counted,
            ..GameQuery::default()
        },
        |number| number % 11 > 0 && number % 4 > 0,
    );
}

#[test]
fn the_last_bucket_has_no_end() {
    let games = games(500);
    let query = GameQuery {
        min_moves: Some(1),
        ..GameQuery::default()
    };
    let counted = query.count(&query.choose(&games));
    let buckets = lengths(&counted, 5, 20);
    let spans: Vec<(u32, u32)> = buckets.iter().map(|bucket| (bucket.from, bucket.to)).collect();
    assert_eq!(spans, [(5, 9), (10, 14), (15, 19), (20, u32::MAX)]);
    assert_eq!(
        buckets.iter().map(|bucket| bucket.games).sum::<u64>(),
        counted.len() as u64
    );
}

#[test]
fn a_trend_ends_with_the_last_window_and_marks_what_changed() {
    let games = games(1_000);
    let query = GameQuery::default();
    let counted = query.count(&query.choose(&games));
    let places = trend(&counted, 100);
    let last = places.last().unwrap();
    let wins = counted[counted.len() - 100..]
        .iter()
        .filter(|(_, result)| *result == OwnResult::Won)
        .count();
    assert_eq!((last.games, last.rate), (counted.len(), wins as f64 / 100.0));
    assert!(places.len() <= 402 && places[0].games == 100, "{}", places.len());
    let marks = marks(&counted, 10);
    assert_eq!(marks.len(), 1);
    assert_eq!(marks[0].word, "two on bovo");
    assert!(trend(&[], 5).is_empty());
}
