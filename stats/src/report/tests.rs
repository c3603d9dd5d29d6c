//! The ledger adds up, and the online report of 700 games comes out as published.

use proptest::prelude::*;

use referee::record::Evidence;

use super::*;

pub(crate) fn game(own: Seat, won: bool, length: u32) -> Outline {
    let winner = Some(if won { own } else { !own });
    Outline {
        number: 1,
        rules: "15 x 15 freestyle".into(),
        players: ["Tengen".into(), "Bovo".into()],
        own_seat: Some(own),
        opponent: Some("Bovo".to_owned()),
        source: Some("bovo".to_owned()),
        engine: None,
        started_ms: Some(1_700_000_000_000),
        length,
        verdict: Some(Verdict {
            winner,
            reason: Reason::Five,
        }),
        excluded: None,
        evidence: Evidence::Seen,
        hidden: None,
    }
}

/// 333 games as first (280 won), 340 as second (238 won), 27 short ones.
pub(crate) fn online() -> Vec<Outline> {
    let many = |seat, won, count: u32| (0..count).map(move |index| game(seat, won, 11 + index % 80));
    many(Seat::First, true, 280)
        .chain(many(Seat::First, false, 53))
        .chain(many(Seat::Second, true, 238))
        .chain(many(Seat::Second, false, 102))
        .chain((0..27).map(|index| game(Seat::First, index % 2 == 0, index % 10 + 1)))
        .collect()
}

#[test]
fn seven_hundred_online_games() {
    let report = Report::of(GameKind::Gomoku, &online(), GameKind::Gomoku.min_length());
    assert_eq!((report.games.all, report.games.counted), (700, 673));
    assert_eq!(
        report.games.excluded,
        [Excluded {
            reason: "10 moves or fewer".to_owned(),
            games: 27,
            numbers: vec![1; 27],
            remedy: Some("count them with --min-moves 1".to_owned()),
        }]
    );
    let check = |score: &ReportScore, games, wins, rate: &str| {
        assert_eq!((score.games, score.wins), (games, wins));
        assert_eq!(format!("{:.2}", 100.0 * score.rate.unwrap()), rate);
    };
    check(&report.seats.first, 333, 280, "84.08");
    check(&report.seats.second, 340, 238, "70.00");
    check(&report.seats.both, 673, 518, "76.97");
    assert_eq!(format!("{:.2}", 100.0 * report.difference.rate.unwrap()), "14.08");
    let Interval { low, high } = report.bound;
    assert_eq!(format!("{:.1} {:.1}", 100.0 * low, 100.0 * high), "74.0 77.9");
    assert_eq!(report.lengths[0].from, 10);
    assert_eq!(report.lengths.iter().map(|bucket| bucket.games).sum::<u64>(), 673);
}

#[test]
fn each_exclusion_has_one_reason() {
    let check = |change: &dyn Fn(&mut Outline), expected: Option<&str>| {
        let mut outline = game(Seat::First, true, 20);
        change(&mut outline);
        let report = Report::of(GameKind::Gomoku, &[outline], 11);
        let reasons: Vec<&str> = report
            .games
            .excluded
            .iter()
            .map(|excluded| excluded.reason.as_str())
            .collect();
        assert_eq!(reasons, expected.as_slice());
        assert_eq!(report.games.counted, u64::from(expected.is_none()));
    };
    let aborted = Some(Verdict {
        winner: None,
        reason: Reason::Aborted,
    });
    check(&|_| {}, None);
    check(&|game| game.length = 11, None);
    check(&|game| game.length = 10, Some("10 moves or fewer"));
    check(&|game| game.verdict = None, Some("not finished"));
    check(&|game| game.verdict = aborted, Some("aborted, no result"));
    check(&|game| game.own_seat = None, Some("own seat unknown"));
    check(
        &|game| game.excluded = Some("practice".to_owned()),
        Some("marked: practice"),
    );
    check(
        &|game| {
            game.verdict = aborted;
            game.length = 3;
        },
        Some("10 moves or fewer"),
    );
}

#[test]
fn quick_wins_are_told_apart_from_other_short_games() {
    let check = |game: Outline, expected: u64| {
        let report = Report::of(GameKind::Gomoku, &[game], 11);
        assert_eq!(report.games.quick_wins, expected);
    };
    check(game(Seat::First, true, 9), 1);
    check(game(Seat::Second, true, 10), 1);
    check(game(Seat::First, true, 11), 0);
    check(game(Seat::First, false, 10), 0);
    let mut given_up = game(Seat::First, true, 9);
    given_up.verdict = Some(Verdict {
        winner: Some(Seat::First),
        reason: Reason::Resign,
    });
    check(given_up, 0);
}

#[test]
fn strangers_are_named_with_their_own_results() {
    let mut stranger = game(Seat::First, true, 20);
    stranger.own_seat = None;
    let report = Report::of(GameKind::Gomoku, &[stranger, game(Seat::First, true, 20)], 11);
    let told: Vec<(&str, u64, u64)> = report
        .players
        .iter()
        .map(|group| (group.name.as_str(), group.score.games, group.score.wins))
        .collect();
    assert_eq!(told, [("Bovo", 1, 0), ("Tengen", 1, 1)]);
}

#[test]
fn draws_are_not_won() {
    let mut drawn = game(Seat::First, true, 225);
    drawn.verdict = Some(Verdict {
        winner: None,
        reason: Reason::BoardFull,
    });
    let score = Report::of(GameKind::Gomoku, &[drawn, game(Seat::First, true, 30)], 11)
        .seats
        .both;
    assert_eq!(
        (score.wins, score.draws, score.losses, score.rate),
        (1, 1, 0, Some(0.5))
    );
    assert_eq!(format!("{:.1}", score.elo.unwrap()), "190.8");
}

#[test]
fn nothing_to_report() {
    let report = Report::of(GameKind::Gomoku, &[], GameKind::Gomoku.min_length());
    assert_eq!(
        (report.seats.both.rate, report.seats.both.elo, report.period_ms),
        (None, None, None)
    );
    assert_eq!(report.bound, Interval::UNKNOWN);
    assert!(report.lengths.is_empty());
}

proptest! {
    #[test]
    fn the_ledger_adds_up(games in proptest::collection::vec((any::<bool>(), any::<bool>(), 0u32..60, 0u8..6), 0..80), min_moves in 1u32..40) {
        let outline = |(first, won, length, kind): (bool, bool, u32, u8)| {
            let mut outline = game(if first { Seat::First } else { Seat::Second }, won, length);
            match kind {
                0 => outline.verdict = None,
                1 => outline.verdict = Some(Verdict { winner: None, reason: Reason::Aborted }),
                2 => outline.own_seat = None,
                3 => outline.excluded = Some("mark".to_owned()),
                _ => {}
            }
            outline
        };
        let games: Vec<Outline> = games.into_iter().map(outline).collect();
        let report = Report::of(GameKind::Gomoku, &games, min_moves);
        let excluded: u64 = report.games.excluded.iter().map(|excluded| excluded.games).sum();
        prop_assert_eq!(report.games.all, report.games.counted + excluded);
        let Seats { first, second, both } = &report.seats;
        prop_assert_eq!(both.games, report.games.counted);
        prop_assert_eq!((first.games + second.games, first.wins + second.wins), (both.games, both.wins));
        prop_assert_eq!(both.games, both.wins + both.draws + both.losses);
        let of_seats = report.seat_lengths.iter().flatten().map(|bucket| bucket.games);
        prop_assert_eq!(of_seats.sum::<u64>(), both.games);
        for groups in [&report.reasons, &report.opponents, &report.engines, &report.sources, &report.rules] {
            prop_assert_eq!(groups.iter().map(|group| group.score.games).sum::<u64>(), both.games);
        }
        prop_assert_eq!(report.lengths.iter().map(|bucket| bucket.games).sum::<u64>(), both.games);
        for pair in report.lengths.windows(2) {
            prop_assert_eq!(pair[0].to + 1, pair[1].from);
        }
        let low = both.wins as f64 / report.games.all.max(1) as f64;
        prop_assert!(report.games.all == 0 || report.bound.low == low && report.bound.high >= low);
    }
}
